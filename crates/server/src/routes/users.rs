//! Accounts, for administrators; and search of people, for everybody who is signed in.

use axum::extract::State;
use axum::http::header::HeaderMap;
use serde::{Deserialize, Serialize};
use service::{NewUser, Role, Tier, User, UserChange, UserId};

use super::administrator::Administrator;
use super::translations::Translations;
use crate::http::{App, Body, Created, Deleted, Iso, Json, Path, Query, Request, Result, Session, site_address};

/// An account, without its password.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserJson {
    id: UserId,
    email: String,
    name: String,
    role: Role,
    tier: Tier,
    disabled: bool,
    created_at: Iso,
    updated_at: Iso,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UserAnswer {
    user: UserJson,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UserList {
    users: Vec<UserJson>,
}

/// An account and the number of decks that it owns.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UserWithDecks {
    user: UserJson,
    decks: u64,
}

/// A new account, with a one-time link to sign in when it has no password.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewUserAnswer {
    user: UserJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    invite_link: Option<String>,
    /// Whether the link was also mailed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    mailed: bool,
}

/// A person found by a search.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FoundUserJson {
    email: String,
    name: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FoundUserList {
    users: Vec<FoundUserJson>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CreateUser {
    email: String,
    name: Option<String>,
    role: Option<Role>,
    tier: Option<Tier>,
    password: Option<String>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UpdateUser {
    name: Option<String>,
    role: Option<Role>,
    tier: Option<Tier>,
    password: Option<String>,
    disabled: Option<bool>,
}

/// Lists every account.
pub(crate) async fn list(State(app): State<App>, caller: Administrator) -> Result<Json<UserList>> {
    let users = app.service.accounts.users(&caller).await?;
    Ok(Json(UserList { users: users.iter().map(|user| UserJson::from(&**user)).collect() }))
}

/// Returns one account, and how many decks it owns.
pub(crate) async fn read(
    State(app): State<App>,
    caller: Administrator,
    Path(id): Path<UserId>,
) -> Result<Json<UserWithDecks>> {
    let user = app.service.accounts.user(&caller, &id).await?;
    let decks = app.service.accounts.deck_count(&caller, &id).await?;
    Ok(Json(UserWithDecks { user: UserJson::from(&*user), decks }))
}

/// Creates an account.
pub(crate) async fn create(
    State(app): State<App>,
    caller: Administrator,
    headers: HeaderMap,
    Request(CreateUser { email, name, role, tier, password }): Request<CreateUser>,
) -> Result<Created<NewUserAnswer>> {
    let new = NewUser { email, name, role, tier, password };
    let (user, token) = app.service.accounts.create_user(&caller, new).await?;
    let lang = Translations::for_sign_in(&headers).lang;
    let mailed =
        token.as_deref().is_some_and(|token| app.service.accounts.mail_invitation(&caller, &user, token, lang));
    let invite_link = token.map(|token| format!("{}/signin?token={token}", site_address(&headers, &app.settings)));
    Ok(Created(NewUserAnswer { user: UserJson::from(&user), invite_link, mailed }))
}

/// Changes an account.
pub(crate) async fn update(
    State(app): State<App>,
    caller: Administrator,
    Path(id): Path<UserId>,
    body: Body,
) -> Result<Json<UserAnswer>> {
    app.service.accounts.user(&caller, &id).await?;
    let UpdateUser { name, role, tier, password, disabled } = body.read().await?;
    let change = UserChange { name, role, tier, password, disabled };
    Ok(Json(UserAnswer::from(&app.service.accounts.update_user(&caller, &id, change).await?)))
}

/// Deletes an account. The caller becomes the owner of its decks.
pub(crate) async fn delete(
    State(app): State<App>,
    caller: Administrator,
    Path(id): Path<UserId>,
) -> Result<Json<Deleted>> {
    app.service.accounts.delete_user(&caller, &id).await?;
    Ok(Json(Deleted::OK))
}

/// Searches the people of the caller's organization, with whom decks can be shared.
pub(crate) async fn search(State(app): State<App>, caller: Session, query: Query) -> Result<Json<FoundUserList>> {
    let found = app.service.accounts.search_users(&caller, &query.text("q").unwrap_or_default()).await?;
    let person = |user: &std::sync::Arc<User>| FoundUserJson { email: user.email.clone(), name: user.name.clone() };
    Ok(Json(FoundUserList { users: found.iter().map(person).collect() }))
}

impl From<&User> for UserJson {
    fn from(user: &User) -> Self {
        Self {
            id: user.id.clone(),
            email: user.email.clone(),
            name: user.name.clone(),
            role: user.role,
            tier: user.tier,
            disabled: user.disabled,
            created_at: Iso(user.created_at),
            updated_at: Iso(user.updated_at),
        }
    }
}

impl From<&User> for UserAnswer {
    fn from(user: &User) -> Self {
        Self { user: UserJson::from(user) }
    }
}
