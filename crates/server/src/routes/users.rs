//! Accounts, for administrators; and finding people, for everybody.

use axum::extract::State;
use axum::http::header::{HOST, HeaderMap};
use deck::Content;
use serde_json::{Value, json};
use service::{NewUser, Role, Tier, UserChange, UserId, role_named, tier_named, user_view};

use super::administrator::Administrator;
use crate::http::{
    ApiError, App, Body, Created, Json, JsonBody, Path, Query, Result, Session, flag, is_https, needed_text, text,
};

/// Every account.
pub(crate) async fn list(State(app): State<App>, caller: Administrator) -> Result<Json<Value>> {
    let users = app.service.accounts.users(&caller).await?;
    let views: Vec<Value> = users.iter().map(|user| user_view(user)).collect();
    Ok(Json(json!({ "users": views })))
}

/// One account, and how many decks it owns.
pub(crate) async fn read(State(app): State<App>, caller: Administrator, Path(id): Path<UserId>) -> Result<Json<Value>> {
    let user = app.service.accounts.user(&caller, &id).await?;
    let decks = app.service.accounts.deck_count(&caller, &id).await?;
    Ok(Json(json!({ "user": user_view(&user), "decks": decks })))
}

/// Makes an account; without a password, with a link that lets its owner in once.
pub(crate) async fn create(
    State(app): State<App>,
    caller: Administrator,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Created<Value>> {
    let new = NewUser {
        email: needed_text(&body, "email")?.to_owned(),
        name: owned(&body, "name")?,
        role: role(&body)?,
        tier: tier(&body)?,
        password: owned(&body, "password")?,
    };
    let (user, token) = app.service.accounts.create_user(&caller, new).await?;
    let mut answer = json!({ "user": user_view(&user) });
    if let Some(token) = token {
        answer["inviteLink"] = json!(format!("{}/signin?token={token}", base(&app, &headers)));
    }
    Ok(Created(answer))
}

/// Changes an account.
pub(crate) async fn update(
    State(app): State<App>,
    caller: Administrator,
    Path(id): Path<UserId>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.accounts.user(&caller, &id).await?;
    let body = body.object().await?;
    let change = UserChange {
        name: owned(&body, "name")?,
        role: role(&body)?,
        tier: tier(&body)?,
        password: owned(&body, "password")?,
        disabled: flag(&body, "disabled")?,
    };
    let user = app.service.accounts.update_user(&caller, &id, change).await?;
    Ok(Json(json!({ "user": user_view(&user) })))
}

/// Deletes an account; its decks pass to whoever deletes it.
pub(crate) async fn delete(
    State(app): State<App>,
    caller: Administrator,
    Path(id): Path<UserId>,
) -> Result<Json<Value>> {
    app.service.accounts.delete_user(&caller, &id).await?;
    Ok(Json(json!({ "deleted": true })))
}

/// People of the caller's organization, to share with.
pub(crate) async fn search(State(app): State<App>, caller: Session, query: Query) -> Result<Json<Value>> {
    Ok(Json(app.service.accounts.search_users(&caller, &query.text("q").unwrap_or_default()).await?))
}

/// A role, if it is there.
pub(super) fn role(body: &Content) -> Result<Option<Role>> {
    named(text(body, "role")?, role_named, "`role` is `admin` or `member`")
}

fn tier(body: &Content) -> Result<Option<Tier>> {
    named(text(body, "tier")?, tier_named, "`tier` is `free`, `pro` or `enterprise`")
}

fn named<T>(name: Option<&str>, known: fn(&str) -> Option<T>, expected: &str) -> Result<Option<T>> {
    match name {
        None => Ok(None),
        Some(name) => known(name).map(Some).ok_or_else(|| ApiError::invalid(expected)),
    }
}

fn owned(body: &Content, name: &str) -> Result<Option<String>> {
    Ok(text(body, name)?.map(str::to_owned))
}

/// The public address, else the one this administrator used.
fn base(app: &App, headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    match (&app.settings.base_url, host) {
        (Some(base), _) => base.clone(),
        (None, Some(host)) if is_https(headers, &app.settings) => format!("https://{host}"),
        (None, Some(host)) => format!("http://{host}"),
        (None, None) => String::new(),
    }
}
