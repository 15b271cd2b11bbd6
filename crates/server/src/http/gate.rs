//! What happens around every route: maintenance, the key under `/api/v1`, what becomes of a write whose sender hangs up,
//! the headers that every answer has, the log. A [`Policy`] says which of it applies.

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
use service::Error;

use super::access::{Admitted, Told, bearer, is_write};
use super::address::client_address;
use super::connection::Lingering;
use super::error::{Fault, tell_rate};
use super::policy::{DuringMaintenance, OnHangUp, Policy};
use super::{ApiError, App, Result, is_https};

/// What a page may load unless it says otherwise.
const PAGE_POLICY: &str = "default-src 'self'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; \
                           frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'";

/// Applies the policy of a group of routes to a request, calls the route and adds the headers that every answer has.
pub(crate) async fn gate(State((app, policy)): State<(App, Policy)>, request: Request, next: Next) -> Response {
    let (method, began) = (request.method().clone(), Instant::now());
    // The pattern, never the address itself: that may hold a code or a key.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let https = is_https(request.headers(), &app.settings);
    let id = request_id();
    let mut answer = admitted(&app, policy, request, next).await.into_response();
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    let (status, took) = (answer.status().as_u16(), began.elapsed());
    match answer.extensions_mut().remove() {
        // What others run is away; it may be back at the next try.
        Some(Fault(fault)) if answer.status() == StatusCode::SERVICE_UNAVAILABLE => {
            tracing::warn!(request = id, %method, route, status, ?took, fault, "answered");
        }
        Some(Fault(fault)) => tracing::error!(request = id, %method, route, status, ?took, fault, "answered"),
        None => tracing::debug!(request = id, %method, route, status, ?took, "answered"),
    }
    finish(&mut answer, https);
    if let Ok(id) = HeaderValue::from_str(&id) {
        answer.headers_mut().insert("x-request-id", id);
    }
    answer
}

/// The gate in front of paths that no route has.
pub(crate) async fn gate_unknown(State(app): State<App>, request: Request, next: Next) -> Response {
    let policy = Policy::of_unknown(request.uri().path());
    gate(State((app, policy)), request, next).await
}

/// For methods that a path does not take.
pub(crate) async fn no_such_method() -> ApiError {
    ApiError::NoSuchMethod
}

async fn admitted(app: &App, policy: Policy, request: Request, next: Next) -> Result<Response> {
    let mut request = Lingering::on(request);
    if is_write(request.method()) {
        if policy.maintenance == DuringMaintenance::Refused {
            app.service.maintenance.check()?;
        }
        request.extensions_mut().insert(policy.body);
    }
    if policy.key {
        let caller = app.service.accounts.caller_by_key(bearer(request.headers())).await?;
        let (rate, spent) = app.service.limits.spend_request(&caller).await?;
        let mut answer = if let Some(spent) = spent {
            ApiError::from(Error::Limited(spent)).into_response()
        } else {
            let address = client_address(request.headers(), request.extensions(), app);
            request.extensions_mut().insert(Admitted(caller.from(address)));
            routed(policy, next, request).await
        };
        tell_rate(answer.headers_mut(), rate);
        return Ok(answer);
    }
    if !request.headers().contains_key(AUTHORIZATION) {
        return Ok(routed(policy, next, request).await);
    }
    let told = Told::default();
    request.extensions_mut().insert(told.clone());
    let mut answer = routed(policy, next, request).await;
    if let Some(rate) = told.rate() {
        tell_rate(answer.headers_mut(), rate);
    }
    Ok(answer)
}

/// Calls the route. A panic becomes an internal error.
async fn routed(policy: Policy, next: Next, request: Request) -> Response {
    let fault = || ApiError::from(Error::Internal(anyhow::anyhow!("a handler panicked"))).into_response();
    if is_write(request.method()) && policy.hang_up == OnHangUp::Finish {
        return tokio::spawn(next.run(request)).await.unwrap_or_else(|_| fault());
    }
    AssertUnwindSafe(next.run(request)).catch_unwind().await.unwrap_or_else(|_| fault())
}

/// The headers that stand on every answer, and those that stand on pages.
fn finish(answer: &mut Response, https: bool) {
    let headers = answer.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
    if https {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        headers.entry(X_FRAME_OPTIONS).or_insert(HeaderValue::from_static("DENY"));
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(PAGE_POLICY));
    }
}

/// Writes `GET, HEAD` for `GET,HEAD`. The router adds its list of methods when every layer is through, also where the
/// gate refused for another reason and nobody is to learn what there is.
pub(super) fn space_out_methods(answer: &mut Response) {
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

/// A name for a request, unlike any other of this process and hardly like one of another.
fn request_id() -> String {
    static START: LazyLock<u64> = LazyLock::new(|| {
        let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        time.as_secs() ^ u64::from(time.subsec_nanos()) ^ u64::from(std::process::id())
    });
    static COUNT: AtomicU64 = AtomicU64::new(1);
    format!("{:08x}-{:08x}", *START & 0xffff_ffff, COUNT.fetch_add(1, Ordering::Relaxed))
}
