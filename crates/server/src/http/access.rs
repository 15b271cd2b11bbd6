//! Who calls: by key, by sign-in, or by either where both are taken.
//!
//! A request that sends `Authorization` is judged by it alone. Under `/api/v1` the gate has judged the key before any
//! route is looked for; elsewhere the route does it, and tells the gate the budget to write on the answer.

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN, REFERER};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, Uri};
use service::{Caller, Error, Limit, Rate, Scope};

use super::address::client_address;
use super::{ApiError, App, Result};

/// What a key needs to pass, and which daily limit it must have something left of.
pub(crate) trait Access: Send + Sync {
    const SCOPE: Scope;
    const DAILY: Option<Limit> = None;
}

/// Reading.
pub(crate) struct Read;
/// Writing.
pub(crate) struct Write;
/// Exporting.
pub(crate) struct Export;

/// Asking who can write.
pub(crate) struct Ai;
/// Letting somebody write.
pub(crate) struct AiCall;
/// Reading comments.
pub(crate) struct CommentsRead;
/// Writing comments.
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

/// A caller with a key of exactly this scope or, outside `/api/v1`, signed in.
pub(crate) struct By<A>(Caller, PhantomData<A>);

/// A caller as [`By`] takes it, or nobody: for routes that something else may open too. A key that is sent must be good.
pub(crate) struct Perhaps<A>(Option<Caller>, PhantomData<A>);

/// A caller with a key, whatever its scopes.
pub(crate) struct AnyKey(Caller);

/// A caller who is signed in. Keys are refused.
pub(crate) struct Session(Caller);

/// A request that no page of another site sent. Signing in asks for it: such a page could sign its reader in as
/// somebody else, who then reads what is written.
pub(crate) struct OwnPage;

/// A caller whose key the gate let in.
#[derive(Clone)]
pub(super) struct Admitted(pub(super) Caller);

/// Where a route leaves the budget of a key for the gate.
#[derive(Clone, Default)]
pub(super) struct Told(Arc<OnceLock<Rate>>);

impl Told {
    pub(super) fn rate(&self) -> Option<Rate> {
        self.0.get().copied()
    }
}

impl<A> Deref for By<A> {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}

impl<A> Perhaps<A> {
    /// Who calls, if anybody is known.
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

impl<A: Access> FromRequestParts<App> for Perhaps<A> {
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

impl FromRequestParts<App> for OwnPage {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        if is_foreign(parts, app) { Err(ApiError::ForeignOrigin) } else { Ok(Self) }
    }
}

/// The caller by key, if a key was sent or the gate let one in.
async fn key_caller(parts: &mut Parts, app: &App) -> Result<Option<Caller>> {
    if let Some(Admitted(caller)) = parts.extensions.remove() {
        return Ok(Some(caller));
    }
    if !parts.headers.contains_key(AUTHORIZATION) {
        return Ok(None);
    }
    let caller = app.service.accounts.caller_by_key(bearer(&parts.headers)).await?;
    let (rate, spent) = app.service.limits.spend_request(&caller).await?;
    if let Some(Told(told)) = parts.extensions.get() {
        let _ = told.set(rate);
    }
    match spent {
        Some(spent) => Err(Error::Limited(spent).into()),
        None => Ok(Some(caller.from(client_address(&parts.headers, &parts.extensions, app)))),
    }
}

/// The key that was sent; empty when there is none, which is no key.
pub(crate) fn bearer(headers: &HeaderMap) -> &str {
    let sent = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match sent.split_once(' ') {
        Some((scheme, key)) if scheme.eq_ignore_ascii_case("bearer") => key.trim(),
        _ => "",
    }
}

async fn session_caller(parts: &Parts, app: &App) -> Result<Caller> {
    let caller = app.service.accounts.caller_by_session(session_token(&parts.headers).unwrap_or_default()).await?;
    if is_write(&parts.method) && is_foreign(parts, app) {
        return Err(ApiError::ForeignOrigin);
    }
    Ok(caller.from(client_address(&parts.headers, &parts.extensions, app)))
}

/// The token of the sign-in cookie.
pub(crate) fn session_token(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, "svc_session")
}

/// A cookie by its name.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// Methods that change something.
pub(super) fn is_write(method: &Method) -> bool {
    matches!(*method, Method::POST | Method::PUT | Method::PATCH | Method::DELETE)
}

/// Whether a page of another host sent this.
fn is_foreign(parts: &Parts, app: &App) -> bool {
    let named = [ORIGIN, REFERER].into_iter().find_map(|name| parts.headers.get(name));
    let Some(named) = named else { return false };
    let Some(origin) = named.to_str().ok().and_then(place) else { return true };
    let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = host.or_else(|| parts.uri.authority().map(Authority::as_str));
    let own = host.is_some_and(|host| origin.is_at(host));
    let public = app.settings.storage.config.base_url.as_deref().and_then(place).is_some_and(|public| public == origin);
    let domain = app.settings.domain.as_deref().is_some_and(|domain| origin.is_at(domain));
    !(own || public || domain)
}

/// Host and port of an address, the port left out where it is the scheme's own.
#[derive(PartialEq)]
struct Place {
    host: String,
    port: Option<u16>,
    scheme_port: u16,
}

impl Place {
    /// Whether a `Host` header names the same place.
    fn is_at(&self, host: &str) -> bool {
        let Ok(host) = host.parse::<Authority>() else { return false };
        let port = host.port_u16().filter(|port| *port != self.scheme_port);
        self.host.eq_ignore_ascii_case(host.host()) && self.port == port
    }
}

fn place(address: &str) -> Option<Place> {
    let uri: Uri = address.parse().ok()?;
    let scheme_port = if uri.scheme_str()? == "https" { 443 } else { 80 };
    let port = uri.port_u16().filter(|port| *port != scheme_port);
    Some(Place { host: uri.host()?.to_ascii_lowercase(), port, scheme_port })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_at_its_host_with_or_without_the_port_of_its_scheme() {
        let at = |origin: &str, host: &str| place(origin).is_some_and(|origin| origin.is_at(host));
        assert!(at("https://decks.example", "decks.example"));
        assert!(at("https://decks.example", "Decks.Example:443"));
        assert!(at("http://127.0.0.1:4100/page?x=1", "127.0.0.1:4100"));
        assert!(!at("http://127.0.0.1:4101", "127.0.0.1:4100"));
        assert!(!at("https://decks.example.evil", "decks.example"));
        assert!(!at("null", "decks.example"));
    }
}
