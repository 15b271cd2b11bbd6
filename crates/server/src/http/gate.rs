//! The middleware around every route. It checks maintenance, the key under `/api/v1` and the token under `/scim/v2`,
//! finishes writes whose client disconnects, adds headers to every response and writes the log. A [`Policy`] says what
//! applies to a route.

use std::panic::AssertUnwindSafe;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    ALLOW, AUTHORIZATION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use service::{Error, ExhaustedLimit, RateLimit, Resource};

use super::access::{KeyCaller, RateSlot, bearer, is_write};
use super::address::client_address;
use super::challenge::set_challenge;
use super::connection::DrainedBody;
use super::error::{Fault, insert_rate_headers};
use super::policy::{Credentials, DuringMaintenance, InPages, OnHangUp, Policy};
use super::scim::in_scim_form;
use super::{ApiError, App, Result, is_https};

/// The default content security policy of pages.
const PAGE_POLICY: &str = "default-src 'self'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; \
                           frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'";

/// The values of `Sec-Fetch-Dest` with which a browser requests content that is embedded in a page.
const EMBEDDED: [&str; 7] = ["audio", "embed", "frame", "iframe", "image", "object", "video"];

/// Marks a response that other sites may show in a frame: it gets no `X-Frame-Options`, and its content security policy
/// names the sites.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Framable;

/// Applies the policy of a group of routes to a request, calls the route, logs the result, and adds the headers that
/// every response has.
pub(crate) async fn gate(State((app, policy)): State<(App, Policy)>, request: Request, next: Next) -> Response {
    let (method, began) = (request.method().clone(), Instant::now());
    // The pattern of the route, for the log. The path itself is never logged, since it may contain a code or a key.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let had_credentials = request.headers().contains_key(AUTHORIZATION);
    let https = is_https(request.headers(), &app.settings);
    let id = request_id();
    let mut answer = apply_policy(&app, policy, request, next).await.into_response();
    if policy.credentials == Credentials::Provisioning {
        answer = in_scim_form(answer);
    }
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    let (status, took) = (answer.status().as_u16(), began.elapsed());
    match answer.extensions_mut().remove() {
        // A service that Lectern depends on is unavailable; the client may retry.
        Some(Fault(fault)) if answer.status() == StatusCode::SERVICE_UNAVAILABLE => {
            tracing::warn!(request = id, %method, route, status, ?took, fault, "answered");
        }
        Some(Fault(fault)) => tracing::error!(request = id, %method, route, status, ?took, fault, "answered"),
        None => tracing::debug!(request = id, %method, route, status, ?took, "answered"),
    }
    // The challenge tells agents how to connect, but connecting never gives a provisioning token.
    if policy.credentials != Credentials::Provisioning {
        set_challenge(&mut answer, app.settings.base_url.as_deref(), route, had_credentials);
    }
    add_headers(&mut answer, https);
    if let Ok(id) = HeaderValue::from_str(&id) {
        answer.headers_mut().insert("x-request-id", id);
    }
    answer
}

/// The gate for paths without a route, whose policy follows from the path.
pub(crate) async fn gate_unknown(State(app): State<App>, request: Request, next: Next) -> Response {
    let policy = Policy::of_unknown(request.uri().path());
    gate(State((app, policy)), request, next).await
}

/// The handler of methods that a path does not support: always an error.
pub(crate) async fn no_such_method() -> ApiError {
    ApiError::NoSuchMethod
}

/// Checks a request by the policy, counts it when the gate checks its credentials, and calls the route.
async fn apply_policy(app: &App, policy: Policy, request: Request, next: Next) -> Result<Response> {
    let mut request = DrainedBody::wrap(request);
    if policy.in_pages == InPages::Refused && is_embedded(&request) {
        return Err(ApiError::Embedded);
    }
    if is_write(request.method()) {
        if policy.maintenance == DuringMaintenance::Refused {
            app.service.maintenance.check()?;
        }
        request.extensions_mut().insert(policy.body);
    }
    let counted = match policy.credentials {
        Credentials::ByHandler => None,
        Credentials::Key => Some(check_key(app, &mut request).await?),
        Credentials::Provisioning => Some(check_provisioning_token(app, &mut request).await?),
    };
    if let Some((rate, exhausted)) = counted {
        let mut answer = match exhausted {
            Some(exhausted) => ApiError::from(Error::Limited(exhausted)).into_response(),
            None => call_route(policy, next, request).await,
        };
        insert_rate_headers(answer.headers_mut(), rate);
        return Ok(answer);
    }
    if !request.headers().contains_key(AUTHORIZATION) {
        return Ok(call_route(policy, next, request).await);
    }
    let slot = RateSlot::default();
    request.extensions_mut().insert(slot.clone());
    let mut answer = call_route(policy, next, request).await;
    if let Some(rate) = slot.rate() {
        insert_rate_headers(answer.headers_mut(), rate);
    }
    Ok(answer)
}

/// Checks the API key of a request, counts the request and stores the caller in its extensions.
async fn check_key(app: &App, request: &mut Request) -> Result<(RateLimit, Option<ExhaustedLimit>)> {
    let caller = app.service.accounts.caller_by_bearer(bearer(request.headers()), Resource::Instance).await?;
    let counted = app.service.limits.count_request(&caller).await?;
    let address = client_address(request.headers(), request.extensions(), app);
    request.extensions_mut().insert(KeyCaller(caller.with_address(address)));
    Ok(counted)
}

/// Checks the provisioning token of a request, counts the request and stores the identity provider in its extensions. A
/// valid API key is rejected with 403 and a text that says what is needed.
async fn check_provisioning_token(app: &App, request: &mut Request) -> Result<(RateLimit, Option<ExhaustedLimit>)> {
    let address = client_address(request.headers(), request.extensions(), app);
    let token = bearer(request.headers());
    let provisioner = match app.service.provisioning.authenticate(token, address).await {
        Err(Error::Unauthorized(why)) => {
            let is_key = app.service.accounts.caller_by_bearer(token, Resource::Instance).await.is_ok();
            let needed =
                "an API key cannot manage people: make a provisioning token in the settings of the organization";
            return Err(if is_key { Error::Forbidden(needed) } else { Error::Unauthorized(why) }.into());
        }
        authenticated => authenticated?,
    };
    let counted = app.service.provisioning.count_request(&provisioner).await?;
    request.extensions_mut().insert(provisioner);
    Ok(counted)
}

/// Whether a page embeds the response, by `Sec-Fetch-Dest`. False when the header is missing.
fn is_embedded(request: &Request) -> bool {
    let target = request.headers().get("sec-fetch-dest").and_then(|target| target.to_str().ok());
    target.is_some_and(|target| EMBEDDED.contains(&target))
}

/// Calls the route. A write that must be finished runs in a task of its own. A panic becomes an internal error.
async fn call_route(policy: Policy, next: Next, request: Request) -> Response {
    let fault = || ApiError::from(Error::Internal(anyhow::anyhow!("a handler panicked"))).into_response();
    if is_write(request.method()) && policy.hang_up == OnHangUp::Finish {
        return tokio::spawn(next.run(request)).await.unwrap_or_else(|_| fault());
    }
    AssertUnwindSafe(next.run(request)).catch_unwind().await.unwrap_or_else(|_| fault())
}

/// Adds the headers that every response has, and those of HTML pages.
fn add_headers(answer: &mut Response, https: bool) {
    let is_framable = answer.extensions().get::<Framable>().is_some();
    let headers = answer.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
    if https {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        if !is_framable {
            headers.entry(X_FRAME_OPTIONS).or_insert(HeaderValue::from_static("DENY"));
        }
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(PAGE_POLICY));
    }
}

/// Rewrites the `Allow` header from `GET,HEAD` to `GET, HEAD`, and removes it from every response but 405. The router
/// adds the header after all middleware has run, even where the gate rejected the request and must not reveal the
/// methods.
pub(super) fn format_allow_header(answer: &mut Response) {
    if answer.status() != StatusCode::METHOD_NOT_ALLOWED {
        answer.headers_mut().remove(ALLOW);
        return;
    }
    let Some(methods) = answer.headers().get(ALLOW).and_then(|methods| methods.to_str().ok()) else { return };
    let spaced: Vec<&str> = methods.split(',').map(str::trim).collect();
    if let Ok(spaced) = HeaderValue::from_str(&spaced.join(", ")) {
        answer.headers_mut().insert(ALLOW, spaced);
    }
}

/// An id for a request, unique in this process and most likely unique among processes.
fn request_id() -> String {
    static START: LazyLock<u64> = LazyLock::new(|| {
        let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        time.as_secs() ^ u64::from(time.subsec_nanos()) ^ u64::from(std::process::id())
    });
    static COUNT: AtomicU64 = AtomicU64::new(1);
    format!("{:08x}-{:08x}", *START & 0xffff_ffff, COUNT.fetch_add(1, Ordering::Relaxed))
}
