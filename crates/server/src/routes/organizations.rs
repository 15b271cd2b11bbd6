//! Organizations, their members, and which one a session acts in.
//!
//! The organization and the right to manage it are judged before the body is read.

use axum::extract::State;
use serde_json::{Value, json};
use service::Role;

use super::administrator::Administrator;
use super::users::role;
use crate::http::{ApiError, App, Body, Created, Json, JsonBody, Path, Result, Session, needed_text, text};

/// The organizations the caller may see.
pub(crate) async fn list(State(app): State<App>, caller: Session) -> Result<Json<Value>> {
    Ok(Json(app.service.organizations(&caller).await?))
}

/// Adds an organization.
pub(crate) async fn create(
    State(app): State<App>,
    caller: Administrator,
    JsonBody(body): JsonBody,
) -> Result<Created<Value>> {
    let (name, slug) = (needed_text(&body, "name")?, needed_text(&body, "slug")?);
    Ok(Created(app.service.create_organization(&caller, name, slug).await?))
}

/// Renames an organization.
pub(crate) async fn update(
    State(app): State<App>,
    caller: Administrator,
    Path(id): Path<String>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.managed_organization(&caller, &id).await?;
    let body = body.object().await?;
    let (name, slug) = (text(&body, "name")?, text(&body, "slug")?);
    Ok(Json(app.service.update_organization(&caller, &id, name, slug).await?))
}

/// Deletes an organization that holds nothing.
pub(crate) async fn delete(
    State(app): State<App>,
    caller: Administrator,
    Path(id): Path<String>,
) -> Result<Json<Value>> {
    app.service.delete_organization(&caller, &id).await?;
    Ok(Json(json!({ "deleted": true })))
}

/// The members of an organization.
pub(crate) async fn members(State(app): State<App>, caller: Session, Path(id): Path<String>) -> Result<Json<Value>> {
    Ok(Json(app.service.members(&caller, &id).await?))
}

/// Adds an account to an organization; as a member unless said otherwise.
pub(crate) async fn add_member(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<String>,
    body: Body,
) -> Result<Created<Value>> {
    app.service.managed_organization(&caller, &id).await?;
    let body = body.object().await?;
    let (email, role) = (needed_text(&body, "email")?, role(&body)?.unwrap_or(Role::Member));
    Ok(Created(app.service.add_member(&caller, &id, email, role).await?))
}

/// Changes the part of a member.
pub(crate) async fn update_member(
    State(app): State<App>,
    caller: Session,
    Path((id, email)): Path<(String, String)>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.managed_member(&caller, &id, &email).await?;
    let body = body.object().await?;
    let role = role(&body)?.ok_or_else(|| ApiError::invalid("`role` is required"))?;
    Ok(Json(app.service.update_member(&caller, &id, &email, role).await?))
}

/// Ends a membership.
pub(crate) async fn remove_member(
    State(app): State<App>,
    caller: Session,
    Path((id, email)): Path<(String, String)>,
) -> Result<Json<Value>> {
    app.service.remove_member(&caller, &id, &email).await?;
    Ok(Json(json!({ "removed": true })))
}

/// Lets the caller's session act in another of his organizations.
pub(crate) async fn switch(State(app): State<App>, caller: Session, Path(id): Path<String>) -> Result<Json<Value>> {
    Ok(Json(app.service.switch_organization(&caller, &id).await?))
}
