//! Authentication: the caller of a request, by API key or by session cookie.
//!
//! A request with an `Authorization` header is authenticated by that header alone. Under `/api/v1` the gate checks the
//! key before routing. On other paths the extractors of this module check it, and pass the rate limit of the key to the
//! gate, which writes it into the response.

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN, REFERER};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, Uri};
use service::{Caller, Error, Limit, RateLimit, Resource, Scope};

use super::address::client_address;
use super::{ApiError, App, Result};

/// The scope that a route requires of a key, and the daily limit that must not be used up when the request arrives.
pub(crate) trait Access: Send + Sync {
    const SCOPE: Scope;
    const DAILY: Option<Limit> = None;
}

/// Read decks.
pub(crate) struct Read;
/// Change decks.
pub(crate) struct Write;
/// Export decks; counts against the daily limit.
pub(crate) struct Export;
/// Use the author, without counting against the daily limit.
pub(crate) struct Ai;
/// Call the author; counts against the daily limit.
pub(crate) struct AiCall;
/// Read comments.
pub(crate) struct CommentsRead;
/// Write comments.
pub(crate) struct CommentsWrite;

impl Access for Ai {
    const SCOPE: Scope = Scope::Ai;
}

impl Access for AiCall {
    const SCOPE: Scope = Scope::Ai;
    const DAILY: Option<Limit> = Some(Limit::Ai);
}

impl Access for CommentsRead {
    const SCOPE: Scope = Scope::CommentsRead;
}

impl Access for CommentsWrite {
    const SCOPE: Scope = Scope::CommentsWrite;
}

impl Access for Read {
    const SCOPE: Scope = Scope::Read;
}

impl Access for Write {
    const SCOPE: Scope = Scope::Write;
}

impl Access for Export {
    const SCOPE: Scope = Scope::Export;
    const DAILY: Option<Limit> = Some(Limit::Exports);
}

/// A caller with a key that has the scope of `A` or, outside `/api/v1`, with a session.
pub(crate) struct By<A>(Caller, PhantomData<A>);

/// A caller as for [`By`], or none: for routes that also accept other credentials. A key that is sent must be valid.
pub(crate) struct OptionalCaller<A>(Option<Caller>, PhantomData<A>);

/// A caller with a key of any scopes.
pub(crate) struct AnyKey(Caller);

/// A caller with a session. Keys are rejected.
pub(crate) struct Session(Caller);

/// Rejects requests that a page of another site sent. Signing in requires it: otherwise another site could sign its
/// visitors in to an account of its own and read what they write there.
pub(crate) struct SameOrigin;

/// The caller whose key the gate has checked, as an extension of the request.
#[derive(Clone)]
pub(super) struct KeyCaller(pub(super) Caller);

/// The rate limit of a key, set by an extractor and read by the gate.
#[derive(Clone, Default)]
pub(super) struct RateSlot(Arc<OnceLock<RateLimit>>);

impl RateSlot {
    pub(super) fn rate(&self) -> Option<RateLimit> {
        self.0.get().copied()
    }
}

impl<A> Deref for By<A> {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}

impl<A> OptionalCaller<A> {
    /// The caller; none when the request has no key and no valid session.
    pub(crate) fn caller(&self) -> Option<&Caller> {
        self.0.as_ref()
    }
}

impl Deref for AnyKey {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}

impl Deref for Session {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}

impl<A: Access> FromRequestParts<App> for By<A> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let caller = match key_caller(parts, app).await? {
            Some(caller) => caller,
            None => session_caller(parts, app).await?,
        };
        caller.needs(A::SCOPE)?;
        if let Some(limit) = A::DAILY {
            app.service.limits.check_daily(&caller, limit).await?;
        }
        Ok(Self(caller, PhantomData))
    }
}

impl<A: Access> FromRequestParts<App> for OptionalCaller<A> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let is_key = parts.headers.contains_key(AUTHORIZATION);
        match By::<A>::from_request_parts(parts, app).await {
            Ok(By(caller, _)) => Ok(Self(Some(caller), PhantomData)),
            Err(ApiError::Service(Error::Unauthorized(_))) if !is_key => Ok(Self(None, PhantomData)),
            Err(refusal) => Err(refusal),
        }
    }
}

impl FromRequestParts<App> for AnyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        match key_caller(parts, app).await? {
            Some(caller) => Ok(Self(caller)),
            // A missing key gets the same error as an empty one.
            None => {
                Err(app.service.accounts.caller_by_key("").await.err().map_or(ApiError::NoSuchPath, ApiError::from))
            }
        }
    }
}

impl FromRequestParts<App> for Session {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        if parts.headers.contains_key(AUTHORIZATION) {
            return Err(Error::Unauthorized("this takes a sign-in, not a key").into());
        }
        session_caller(parts, app).await.map(Self)
    }
}

impl FromRequestParts<App> for SameOrigin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        if is_foreign(parts, app) { Err(ApiError::ForeignOrigin) } else { Ok(Self) }
    }
}

/// The caller whose key the `Authorization` header contains; none when there is no such header. Checks the key and
/// counts the request, unless the gate has done so. Fails when the key is invalid or its rate limit is used up.
async fn key_caller(parts: &mut Parts, app: &App) -> Result<Option<Caller>> {
    if let Some(KeyCaller(caller)) = parts.extensions.remove() {
        return Ok(Some(caller));
    }
    if !parts.headers.contains_key(AUTHORIZATION) {
        return Ok(None);
    }
    let caller = app.service.accounts.caller_by_bearer(bearer(&parts.headers), Resource::Instance).await?;
    let (rate, exhausted) = app.service.limits.count_request(&caller).await?;
    if let Some(RateSlot(slot)) = parts.extensions.get() {
        let _ = slot.set(rate);
    }
    match exhausted {
        Some(exhausted) => Err(Error::Limited(exhausted).into()),
        None => Ok(Some(caller.with_address(client_address(&parts.headers, &parts.extensions, app)))),
    }
}

/// The key in the `Authorization` header; empty when there is none.
pub(crate) fn bearer(headers: &HeaderMap) -> &str {
    let sent = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match sent.split_once(' ') {
        Some((scheme, key)) if scheme.eq_ignore_ascii_case("bearer") => key.trim(),
        _ => "",
    }
}

/// The caller with the session of the cookie. Fails when there is no valid session, or a foreign page sent a write.
async fn session_caller(parts: &Parts, app: &App) -> Result<Caller> {
    let caller = app.service.accounts.caller_by_session(session_token(&parts.headers).unwrap_or_default()).await?;
    if is_write(&parts.method) && is_foreign(parts, app) {
        return Err(ApiError::ForeignOrigin);
    }
    Ok(caller.with_address(client_address(&parts.headers, &parts.extensions, app)))
}

/// The token in the session cookie.
pub(crate) fn session_token(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, "svc_session")
}

/// The value of the first cookie with this name; none when the request has no such cookie.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// Whether a method is one of those that may change data: POST, PUT, PATCH, DELETE.
pub(super) fn is_write(method: &Method) -> bool {
    matches!(*method, Method::POST | Method::PUT | Method::PATCH | Method::DELETE)
}

/// Whether a page of another host sent the request. False when the request has neither `Origin` nor `Referer`.
fn is_foreign(parts: &Parts, app: &App) -> bool {
    let sender = [ORIGIN, REFERER].into_iter().find_map(|name| parts.headers.get(name));
    let Some(sender) = sender else { return false };
    let Some(origin) = sender.to_str().ok().and_then(origin_of) else { return true };
    let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
    let is_requested_host = host.is_some_and(|host| origin.matches_host(host));
    let is_public_address =
        app.settings.storage.config.base_url.as_deref().and_then(origin_of).is_some_and(|public| public == origin);
    let is_domain = app.settings.domain.as_deref().is_some_and(|domain| origin.matches_host(domain));
    !(is_requested_host || is_public_address || is_domain)
}

/// Host and port of an address; the port is none when it is the default of the scheme.
#[derive(PartialEq)]
struct Origin {
    host: String,
    port: Option<u16>,
    scheme_port: u16,
}

impl Origin {
    /// Whether a `Host` header names this origin.
    fn matches_host(&self, host: &str) -> bool {
        let Ok(host) = host.parse::<Authority>() else { return false };
        let port = host.port_u16().filter(|port| *port != self.scheme_port);
        self.host.eq_ignore_ascii_case(host.host()) && self.port == port
    }
}

/// The origin of an address; none when it is not an absolute address.
fn origin_of(address: &str) -> Option<Origin> {
    let uri: Uri = address.parse().ok()?;
    let scheme_port = if uri.scheme_str()? == "https" { 443 } else { 80 };
    let port = uri.port_u16().filter(|port| *port != scheme_port);
    Some(Origin { host: uri.host()?.to_ascii_lowercase(), port, scheme_port })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_matches_its_host_with_or_without_the_port_of_its_scheme() {
        let matches = |origin: &str, host: &str| origin_of(origin).is_some_and(|origin| origin.matches_host(host));
        assert!(matches("https://decks.example", "decks.example"));
        assert!(matches("https://decks.example", "Decks.Example:443"));
        assert!(matches("http://127.0.0.1:4100/page?x=1", "127.0.0.1:4100"));
        assert!(!matches("http://127.0.0.1:4101", "127.0.0.1:4100"));
        assert!(!matches("https://decks.example.evil", "decks.example"));
        assert!(!matches("null", "decks.example"));
    }
}
