//! Asks a vendor: one request, one more where that may help, never past the deadline.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::Agent;
use ureq::http::header::RETRY_AFTER;

use super::{Access, Vendor, anthropic, gemini, ollama, openai};
use crate::Fault;

/// Most bytes of an answer.
const MOST: u64 = 4 << 20;
/// The pause before a second try, where the vendor names none.
const PAUSE: Duration = Duration::from_millis(300);
/// The longest pause that is waited for.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// What a model is asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ask<'a> {
    /// Who it is and what it does.
    pub(crate) system: &'a str,
    /// What it works on.
    pub(crate) user: &'a str,
    /// The form of its answer, a JSON object.
    pub(crate) schema: &'a Value,
}

/// A request in the words of a vendor.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) url: String,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Value,
}

/// What a vendor answered.
struct Reply {
    status: u16,
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

/// The text of a model's answer.
pub(crate) fn answer(access: &Access, ask: Ask<'_>, deadline: Instant) -> Result<String, Fault> {
    let mut reply = asked_twice(access, &call(access, ask, true), deadline)?;
    if matches!(reply.status, 400 | 422) {
        // Some servers do not know schemas: the instruction alone has to do.
        reply = asked_twice(access, &call(access, ask, false), deadline)?;
    }
    if !(200..300).contains(&reply.status) {
        return Err(Fault::Status { vendor: access.vendor, status: reply.status });
    }
    let body: Option<Value> = serde_json::from_str(&reply.body).ok();
    let text = body.as_ref().and_then(|body| said(access.vendor, body));
    text.filter(|text| !text.trim().is_empty()).ok_or(Fault::Unusable(access.vendor))
}

fn call(access: &Access, ask: Ask<'_>, with_schema: bool) -> Call {
    match access.vendor {
        Vendor::Anthropic => anthropic::call(access, ask, with_schema),
        Vendor::Gemini => gemini::call(access, ask, with_schema),
        Vendor::Ollama => ollama::call(access, ask, with_schema),
        _ => openai::call(access, ask, with_schema),
    }
}

fn said(vendor: Vendor, body: &Value) -> Option<String> {
    match vendor {
        Vendor::Anthropic => anthropic::said(body),
        Vendor::Gemini => gemini::said(body),
        Vendor::Ollama => ollama::said(body),
        _ => openai::said(body),
    }
}

/// Sends a request, and once more when the vendor is busy, broken or out of reach.
fn asked_twice(access: &Access, call: &Call, deadline: Instant) -> Result<Reply, Fault> {
    let first = asked(access, call, deadline);
    let pause = match &first {
        Ok(reply) if reply.status == 429 || reply.status >= 500 => reply.pause,
        Err(Fault::Unreachable(_)) => PAUSE,
        _ => return first,
    };
    if Instant::now() + pause >= deadline {
        return first;
    }
    std::thread::sleep(pause);
    asked(access, call, deadline)
}

fn asked(access: &Access, call: &Call, deadline: Instant) -> Result<Reply, Fault> {
    let vendor = access.vendor;
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(Fault::TooSlow(vendor));
    }
    let mut request = AGENT.post(&call.url).config().timeout_global(Some(left)).build();
    request = request.header("content-type", "application/json");
    for (name, value) in &call.headers {
        request = request.header(*name, value);
    }
    let fault = |fault: ureq::Error| match fault {
        ureq::Error::Timeout(_) => Fault::TooSlow(vendor),
        ureq::Error::BodyExceedsLimit(_) => Fault::Unusable(vendor),
        _ => Fault::Unreachable(vendor),
    };
    let mut answer = request.send(call.body.to_string()).map_err(fault)?;
    let named = answer.headers().get(RETRY_AFTER).and_then(|wait| wait.to_str().ok()?.trim().parse().ok());
    let pause = named.map_or(PAUSE, |seconds| Duration::from_secs(seconds).clamp(PAUSE, LONGEST_PAUSE));
    let status = answer.status().as_u16();
    let body = answer.body_mut().with_config().limit(MOST).lossy_utf8(true).read_to_string().map_err(fault)?;
    Ok(Reply { status, pause, body })
}
