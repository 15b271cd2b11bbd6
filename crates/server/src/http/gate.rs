//! What every request passes, whether or not a route is found: maintenance, the key under `/api/v1`, the standing
//! headers, the log. Runs before the router judges path and method.

use std::panic::AssertUnwindSafe;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    ALLOW, AUTHORIZATION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use service::Error;

use super::access::{Admitted, Told, bearer, is_write};
use super::address::client_address;
use super::connection::Lingering;
use super::error::{Fault, tell_rate};
use super::{ApiError, App, Result, is_https};

/// What a page may load unless it says otherwise.
const PAGE_POLICY: &str = "default-src 'self'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; \
                           frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'";

/// Lets a request through to the router and finishes the answer.
pub(crate) async fn gate(State(app): State<App>, request: Request, next: Next) -> Response {
    let (method, began) = (request.method().clone(), Instant::now());
    // The pattern, never the address itself: that may hold a code or a key.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let https = is_https(request.headers(), &app.settings);
    let id = request_id();
    let mut answer = admitted(&app, request, next).await.into_response();
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

/// For methods that a path does not take.
pub(crate) async fn no_such_method() -> ApiError {
    ApiError::NoSuchMethod
}

async fn admitted(app: &App, request: Request, next: Next) -> Result<Response> {
    let mut request = Lingering::on(request);
    let path = request.uri().path();
    if is_write(request.method()) && is_below(path, "/api") && !is_kept_open(request.method(), path) {
        app.service.maintenance.check()?;
    }
    if is_below(path, "/api/v1") && !is_public(path) {
        let caller = app.service.accounts.caller_by_key(bearer(request.headers())).await?;
        let (rate, spent) = app.service.limits.spend_request(&caller).await?;
        let mut answer = if let Some(spent) = spent {
            ApiError::from(Error::Limited(spent)).into_response()
        } else {
            let address = client_address(request.headers(), request.extensions(), app);
            request.extensions_mut().insert(Admitted(caller.from(address)));
            routed(next, request).await
        };
        tell_rate(answer.headers_mut(), rate);
        return Ok(answer);
    }
    if !request.headers().contains_key(AUTHORIZATION) {
        return Ok(routed(next, request).await);
    }
    let told = Told::default();
    request.extensions_mut().insert(told.clone());
    let mut answer = routed(next, request).await;
    if let Some(rate) = told.rate() {
        tell_rate(answer.headers_mut(), rate);
    }
    Ok(answer)
}

/// What the router answers; a panic is a fault of ours like any other.
async fn routed(next: Next, request: Request) -> Response {
    let fault = || ApiError::from(Error::Internal(anyhow::anyhow!("a handler panicked"))).into_response();
    if outlives_its_sender(request.method(), request.uri().path()) {
        return tokio::spawn(next.run(request)).await.unwrap_or_else(|_| fault());
    }
    AssertUnwindSafe(next.run(request)).catch_unwind().await.unwrap_or_else(|_| fault())
}

/// Whether a request is carried out to its end when its sender hangs up: a write takes place with all that belongs to it,
/// such as its entry in the audit log. What is only drawn, or still to be thought of by the author, is let go.
fn outlives_its_sender(method: &Method, path: &str) -> bool {
    let let_go = ["/api/ai", "/api/v1/ai", "/api/themes/preview", "/api/slide-types/preview"];
    is_write(method)
        && is_below(path, "/api")
        && !let_go.iter().any(|base| is_below(path, base))
        && !["/render", "/talk", "/proposals"].iter().any(|end| path.ends_with(end))
}

fn is_below(path: &str, base: &str) -> bool {
    path.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The routes of `/api/v1` that need no key.
fn is_public(path: &str) -> bool {
    matches!(path, "/api/v1" | "/api/v1/" | "/api/v1/openapi.yaml")
        || is_below(path, "/api/v1/docs")
        || is_below(path, "/api/v1/schema")
}

/// What works during maintenance although it writes: the switch itself, signing in and out, and sessions that run. Which
/// of them run, the routes of a session know; what changes the deck waits there too. Drawing by POST and telling that one
/// is present write nothing.
fn is_kept_open(method: &Method, path: &str) -> bool {
    if is_below(path, "/api/present-sessions") || is_below(path, "/api/follow") {
        return method == Method::POST && !path.ends_with("/promote");
    }
    // These are told something and write nothing.
    if is_below(path, "/api/presentations") {
        return method == Method::POST && ["/render", "/talk", "/presence"].iter().any(|end| path.ends_with(end));
    }
    match path {
        "/api/admin/maintenance" => method == Method::PUT,
        "/api/auth/login"
        | "/api/auth/logout"
        | "/api/auth/link"
        | "/api/themes/preview"
        | "/api/slide-types/preview" => method == Method::POST,
        _ => false,
    }
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
