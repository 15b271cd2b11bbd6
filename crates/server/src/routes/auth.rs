//! Signing in and out, and one's own account.

use axum::extract::State;
use axum::http::header::{HeaderMap, HeaderValue, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use service::{SESSION_SECONDS, SignedIn};

use crate::http::{
    ApiError, App, Body, ClientAddress, Json, JsonBody, OwnPage, Result, Session, is_https, needed_text, session_token,
    text,
};

/// More than any sign-in needs: callers are not known yet.
pub(crate) const MOST_BYTES: u64 = 16 * 1024;

/// Signs in by password.
pub(crate) async fn login(
    State(app): State<App>,
    _: OwnPage,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let body = body.capped(MOST_BYTES).object().await?;
    let (email, password) = (needed_text(&body, "email")?, needed_text(&body, "password")?);
    let signed_in = app.service.accounts.sign_in(&address.to_string(), email, password).await?;
    let answer = Json(&signed_in.answer).into_response();
    let_in(&app, &headers, &signed_in, answer).await
}

/// Redeems a one-time link.
pub(crate) async fn link(
    State(app): State<App>,
    _: OwnPage,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let body = body.capped(MOST_BYTES).object().await?;
    let signed_in = app.service.accounts.sign_in_by_link(&address.to_string(), needed_text(&body, "token")?).await?;
    let answer = Json(&signed_in.answer).into_response();
    let_in(&app, &headers, &signed_in, answer).await
}

/// Lets somebody in with an answer: by a new session, in place of the one that the browser had.
pub(crate) async fn let_in(
    app: &App,
    headers: &HeaderMap,
    signed_in: &SignedIn,
    mut answer: Response,
) -> Result<Response> {
    app.service.accounts.sign_out(session_token(headers)).await?;
    set_cookie(&mut answer, &signed_in.token, SESSION_SECONDS, is_https(headers, &app.settings));
    Ok(answer)
}

/// Signs out; whoever is not signed in is out already.
pub(crate) async fn logout(
    State(app): State<App>,
    session: std::result::Result<Session, ApiError>,
    headers: HeaderMap,
) -> Result<Response> {
    if let Err(ApiError::ForeignOrigin) = session {
        return Err(ApiError::ForeignOrigin);
    }
    app.service.accounts.sign_out(session_token(&headers)).await?;
    let mut answer = Json(json!({ "ok": true })).into_response();
    set_cookie(&mut answer, "", 0, is_https(&headers, &app.settings));
    Ok(answer)
}

/// Who is signed in.
pub(crate) async fn me(State(app): State<App>, caller: Session) -> Result<Json<Value>> {
    Ok(Json(app.service.accounts.profile(&caller).await?))
}

/// Changes one's own name.
pub(crate) async fn rename_me(
    State(app): State<App>,
    caller: Session,
    JsonBody(body): JsonBody,
) -> Result<Json<Value>> {
    let name = text(&body, "name")?.unwrap_or(&caller.user.name);
    Ok(Json(app.service.accounts.rename(&caller, name).await?))
}

/// Changes one's own password, or chooses the first.
pub(crate) async fn change_password(
    State(app): State<App>,
    caller: Session,
    JsonBody(body): JsonBody,
) -> Result<Json<Value>> {
    app.service.accounts.change_password(&caller, text(&body, "current")?, needed_text(&body, "password")?).await?;
    Ok(Json(json!({ "ok": true })))
}

/// Sets the sign-in cookie, or takes it away with a life of 0 seconds.
fn set_cookie(answer: &mut Response, token: &str, seconds: i64, https: bool) {
    let secure = if https { "; Secure" } else { "" };
    let cookie = format!("svc_session={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    if let Ok(mut cookie) = HeaderValue::from_str(&cookie) {
        cookie.set_sensitive(true);
        answer.headers_mut().insert(SET_COOKIE, cookie);
    }
}
