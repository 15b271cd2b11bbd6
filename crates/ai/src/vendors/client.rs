//! Sends prompts to a vendor over HTTP, with at most one retry and never past the deadline.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::Agent;
use ureq::http::header::RETRY_AFTER;

use super::{TokenCounter, Vendor, VendorAccess, anthropic, gemini, ollama, openai};
use crate::Error;

/// Maximum size of a response body, in bytes.
const MAX_RESPONSE_BYTES: u64 = 4 << 20;
/// The pause before the retry, where the vendor sends no `Retry-After`.
const RETRY_PAUSE: Duration = Duration::from_millis(300);
/// The longest `Retry-After` that is respected.
const MAX_RETRY_PAUSE: Duration = Duration::from_secs(5);

/// What a model is asked to do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Prompt<'a> {
    /// The system message: the role and the task.
    pub(crate) system: &'a str,
    /// The user message: the source, deck or instruction to work on.
    pub(crate) user: &'a str,
    /// JSON Schema of the answer, which is an object.
    pub(crate) schema: &'a Value,
}

/// An HTTP request in a vendor's format.
#[derive(Debug)]
pub(super) struct VendorRequest {
    pub(super) url: String,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Value,
}

/// A vendor's HTTP response.
struct VendorResponse {
    status: u16,
    /// How long to wait before a retry.
    pause: Duration,
    body: String,
}

static AGENT: LazyLock<Agent> = LazyLock::new(|| {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(concat!("lectern/", env!("CARGO_PKG_VERSION")));
    config.build().into()
});

/// The text of a model's answer to a prompt. Adds the tokens of the request to a counter.
///
/// # Errors
/// Fails when the vendor cannot be reached, takes too long, responds with an error status or without text.
pub(crate) fn completion(
    access: &VendorAccess,
    tokens: &TokenCounter,
    prompt: Prompt<'_>,
    deadline: Instant,
) -> Result<String, Error> {
    let mut response = send_with_retry(access, &request(access, prompt, true), deadline)?;
    if matches!(response.status, 400 | 422) {
        // Some servers reject schemas: try again with the prompt alone.
        response = send_with_retry(access, &request(access, prompt, false), deadline)?;
    }
    if !(200..300).contains(&response.status) {
        return Err(Error::Status { vendor: access.vendor, status: response.status });
    }
    if let Ok(body) = serde_json::from_str(&response.body) {
        tokens.add(access.vendor, &body);
    }
    answer(access.vendor, &response.body).ok_or(Error::UnusableAnswer(access.vendor))
}

/// The text of a model's answer in the body of a response; `None` when there is none.
pub(crate) fn answer(vendor: Vendor, body: &str) -> Option<String> {
    let body: Value = serde_json::from_str(body).ok()?;
    answer_text(vendor, &body).filter(|text| !text.trim().is_empty())
}

fn request(access: &VendorAccess, prompt: Prompt<'_>, with_schema: bool) -> VendorRequest {
    match access.vendor {
        Vendor::Anthropic => anthropic::request(access, prompt, with_schema),
        Vendor::Gemini => gemini::request(access, prompt, with_schema),
        Vendor::Ollama => ollama::request(access, prompt, with_schema),
        _ => openai::request(access, prompt, with_schema),
    }
}

fn answer_text(vendor: Vendor, body: &Value) -> Option<String> {
    match vendor {
        Vendor::Anthropic => anthropic::answer_text(body),
        Vendor::Gemini => gemini::answer_text(body),
        Vendor::Ollama => ollama::answer_text(body),
        _ => openai::answer_text(body),
    }
}

/// Sends a request, and retries once when the vendor is busy, fails or cannot be reached.
fn send_with_retry(access: &VendorAccess, request: &VendorRequest, deadline: Instant) -> Result<VendorResponse, Error> {
    let first = send(access, request, deadline);
    let pause = match &first {
        Ok(response) if response.status == 429 || response.status >= 500 => response.pause,
        Err(Error::Unreachable(_)) => RETRY_PAUSE,
        _ => return first,
    };
    if Instant::now() + pause >= deadline {
        return first;
    }
    std::thread::sleep(pause);
    send(access, request, deadline)
}

/// Sends a request once. Fails when the vendor cannot be reached or takes too long.
fn send(access: &VendorAccess, request: &VendorRequest, deadline: Instant) -> Result<VendorResponse, Error> {
    let vendor = access.vendor;
    let remaining = deadline.saturating_duration_since(Instant::now());
    if remaining.is_zero() {
        return Err(Error::TimedOut(vendor));
    }
    let mut http = AGENT.post(&request.url).config().timeout_global(Some(remaining)).build();
    http = http.header("content-type", "application/json");
    for (name, value) in &request.headers {
        http = http.header(*name, value);
    }
    let failed = |error: ureq::Error| match error {
        ureq::Error::Timeout(_) => Error::TimedOut(vendor),
        ureq::Error::BodyExceedsLimit(_) => Error::UnusableAnswer(vendor),
        _ => Error::Unreachable(vendor),
    };
    let mut response = http.send(request.body.to_string()).map_err(failed)?;
    let retry_after = response.headers().get(RETRY_AFTER).and_then(|wait| wait.to_str().ok()?.trim().parse().ok());
    let pause =
        retry_after.map_or(RETRY_PAUSE, |seconds| Duration::from_secs(seconds).clamp(RETRY_PAUSE, MAX_RETRY_PAUSE));
    let status = response.status().as_u16();
    let body = response
        .body_mut()
        .with_config()
        .limit(MAX_RESPONSE_BYTES)
        .lossy_utf8(true)
        .read_to_string()
        .map_err(failed)?;
    Ok(VendorResponse { status, pause, body })
}
