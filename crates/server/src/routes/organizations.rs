//! Organizations, their members, and which one a session acts in.
//!
//! The organization and the right to manage it are judged before the body is read.

use axum::extract::State;
use serde_json::{Value, json};
use service::{OrganizationId, Role};

use super::administrator::Administrator;
use super::users::role;
use crate::http::{ApiError, App, Body, Created, Json, JsonBody, Path, Result, Session, needed_text, text};

/// The organizations the caller may see.
pub(crate) async fn list(State(app): State<App>, caller: Session) -> Result<Json<Value>> {
    Ok(Json(app.service.accounts.organizations(&caller).await?))
}

/// Adds an organization.
pub(crate) async fn create(
    State(app): State<App>,
    caller: Administrator,
    JsonBody(body): JsonBody,
) -> Result<Created<Value>> {
    let (name, slug) = (needed_text(&body, "name")?, needed_text(&body, "slug")?);
    Ok(Created(app.service.accounts.create_organization(&caller, name, slug).await?))
}

/// Renames an organization.
pub(crate) async fn update(
    State(app): State<App>,
    caller: Administrator,
    Path(id): Path<OrganizationId>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.accounts.managed_organization(&caller, &id).await?;
    let body = body.object().await?;
    let (name, slug) = (text(&body, "name")?, text(&body, "slug")?);
    Ok(Json(app.service.accounts.update_organization(&caller, &id, name, slug).await?))
}

/// Deletes an organization that holds nothing.
pub(crate) async fn delete(
    State(app): State<App>,
    caller: Administrator,
    Path(id): Path<OrganizationId>,
) -> Result<Json<Value>> {
    app.service.accounts.delete_organization(&caller, &id).await?;
    Ok(Json(json!({ "deleted": true })))
}

/// The members of an organization.
pub(crate) async fn members(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<OrganizationId>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.accounts.members(&caller, &id).await?))
}

/// Adds an account to an organization; as a member unless said otherwise.
pub(crate) async fn add_member(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<OrganizationId>,
    body: Body,
) -> Result<Created<Value>> {
    app.service.accounts.managed_organization(&caller, &id).await?;
    let body = body.object().await?;
    let (email, role) = (needed_text(&body, "email")?, role(&body)?.unwrap_or(Role::Member));
    Ok(Created(app.service.accounts.add_member(&caller, &id, email, role).await?))
}

/// Changes the part of a member.
pub(crate) async fn update_member(
    State(app): State<App>,
    caller: Session,
    Path((id, email)): Path<(OrganizationId, String)>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.accounts.managed_member(&caller, &id, &email).await?;
    let body = body.object().await?;
    let role = role(&body)?.ok_or_else(|| ApiError::invalid("`role` is required"))?;
    Ok(Json(app.service.accounts.update_member(&caller, &id, &email, role).await?))
}

/// Ends a membership.
pub(crate) async fn remove_member(
    State(app): State<App>,
    caller: Session,
    Path((id, email)): Path<(OrganizationId, String)>,
) -> Result<Json<Value>> {
    app.service.accounts.remove_member(&caller, &id, &email).await?;
    Ok(Json(json!({ "removed": true })))
}

/// Lets the caller's session act in another of his organizations.
pub(crate) async fn switch(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<OrganizationId>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.accounts.switch_organization(&caller, &id).await?))
}
