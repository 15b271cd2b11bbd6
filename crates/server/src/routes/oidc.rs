//! Single sign-on: the redirect to the issuer, and the way back. Every failure ends on the sign-in page, where a
//! password can be used instead.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, HeaderValue, SET_COOKIE};
use axum::response::Response;
use service::{Admission, Error};

use super::auth::begin_session;
use super::page::local_path;
use super::signin::{SignInPage, see_other};
use crate::http::{ApiError, App, ClientAddress, Query, Result, cookie, is_https};
use crate::sign_on::{Fault, LIFETIME_MINUTES, StartedSignIn, VerifiedSignIn};

const COOKIE: &str = "svc_sign_on";

/// Redirects a browser to the issuer.
pub(crate) async fn begin(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let sign_on = app.sign_on.clone().ok_or(ApiError::NoSuchPath)?;
    let next = query.text("next");
    let page = SignInPage::new(&app, &headers, local_path(next.as_deref()));
    if let Err(refusal) = app.service.accounts.check_throttle(&address.to_string()).await {
        return Ok(page.failure(refusal));
    }
    match sign_on.begin(page.next, app.service.clock.now()).await {
        Ok(StartedSignIn { address, cookie }) => {
            let mut answer = see_other(&address);
            set_sealed_cookie(&mut answer, &cookie, LIFETIME_MINUTES * 60, is_https(&headers, &app.settings));
            Ok(answer)
        }
        Err(fault) => Ok(sign_on_failure(&page, &fault)),
    }
}

/// Signs in the person whom the issuer redirects back.
pub(crate) async fn end(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let sign_on = app.sign_on.clone().ok_or(ApiError::NoSuchPath)?;
    let address = address.to_string();
    let page = SignInPage::new(&app, &headers, local_path(None));
    if let Err(refusal) = app.service.accounts.check_throttle(&address).await {
        return Ok(page.failure(refusal));
    }
    let state = query.text("state").unwrap_or_default();
    let verified = match sign_on.pending(cookie(&headers, COOKIE), &state, app.service.clock.now()) {
        Ok(pending) => match query.text("code") {
            Some(code) => sign_on.end(pending, code.into_owned()).await,
            None => Err(Fault::Refused(query.text("error").unwrap_or_default().into_owned())),
        },
        Err(fault) => Err(fault),
    };
    let mut answer = match verified {
        Ok(VerifiedSignIn { visitor, next }) => {
            let page = SignInPage::new(&app, &headers, local_path(Some(&next)));
            match app.service.accounts.sign_in_by_issuer(&address, &visitor).await {
                Ok(Admission::SignedIn(signed_in)) => {
                    begin_session(&app, &headers, &signed_in, see_other(page.next)).await?
                }
                Ok(Admission::Unverified) => page.sign_on_failure(StatusCode::FORBIDDEN, "signin.on.unverified"),
                Ok(Admission::Unknown) => page.sign_on_failure(StatusCode::FORBIDDEN, "signin.on.unknown"),
                Err(Error::Maintenance { .. }) => {
                    page.sign_on_failure(StatusCode::SERVICE_UNAVAILABLE, "signin.on.maintenance")
                }
                Err(fault) => page.failure(fault),
            }
        }
        Err(fault) => {
            // Only the failure of a sign-in that this browser began counts as a failed attempt: any page on the web can
            // send a browser here without one. A failure of the issuer does not count either.
            if !matches!(fault, Fault::Issuer(_) | Fault::UnknownSignIn) {
                app.service.accounts.record_failed_attempt(&address).await?;
            }
            sign_on_failure(&page, &fault)
        }
    };
    // The sealed cookie is for one attempt, so it is removed even when the sign-in failed.
    set_sealed_cookie(&mut answer, "", 0, is_https(&headers, &app.settings));
    Ok(answer)
}

fn sign_on_failure(page: &SignInPage<'_>, fault: &Fault) -> Response {
    let (status, key) = match fault {
        Fault::Issuer(_) => (StatusCode::BAD_GATEWAY, "signin.on.down"),
        Fault::UnknownSignIn => (StatusCode::BAD_REQUEST, "signin.on.strange"),
        Fault::Refused(_) => (StatusCode::UNAUTHORIZED, "signin.on.refused"),
        Fault::InvalidToken(_) => (StatusCode::UNAUTHORIZED, "signin.on.forged"),
    };
    tracing::warn!("single sign-on: {fault}");
    page.sign_on_failure(status, key)
}

/// Sets the sealed cookie with a lifetime in seconds; 0 removes it. Browsers send it to the routes of this module
/// alone.
fn set_sealed_cookie(answer: &mut Response, sealed: &str, seconds: i64, https: bool) {
    let secure = if https { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={sealed}; Path=/signin/oidc; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    if let Ok(mut cookie) = HeaderValue::from_str(&cookie) {
        cookie.set_sensitive(true);
        answer.headers_mut().append(SET_COOKIE, cookie);
    }
}
