//! Organizations, their members, and which one a session acts in.
//!
//! Whether the caller may manage an organization is checked before the body is read.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service::{Member, Organization, OrganizationId, Role};

use super::administrator::Administrator;
use crate::http::{App, Body, Created, Deleted, Fixed, Iso, Json, Path, Request, Result, Session};

/// An organization.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrganizationJson {
    id: OrganizationId,
    name: String,
    slug: String,
    created_at: Iso,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct OrganizationAnswer {
    organization: OrganizationJson,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct OrganizationList {
    organizations: Vec<OrganizationJson>,
}

/// A member of an organization.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct MemberJson {
    email: String,
    name: String,
    role: Role,
    /// False when an identity provider deactivated the member.
    active: bool,
    created_at: Iso,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MemberAnswer {
    member: MemberJson,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MemberList {
    members: Vec<MemberJson>,
}

/// `{"removed": true}`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Removed {
    removed: Fixed<true>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CreateOrganization {
    name: String,
    slug: String,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UpdateOrganization {
    name: Option<String>,
    slug: Option<String>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AddMember {
    email: String,
    role: Option<Role>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UpdateMember {
    role: Role,
}

/// Lists the organizations that the caller may see.
pub(crate) async fn list(State(app): State<App>, caller: Session) -> Result<Json<OrganizationList>> {
    let organizations = app.service.accounts.organizations(&caller).await?;
    let organizations = organizations.iter().map(|organization| OrganizationJson::from(&**organization)).collect();
    Ok(Json(OrganizationList { organizations }))
}

/// Creates an organization.
pub(crate) async fn create(
    State(app): State<App>,
    caller: Administrator,
    Request(CreateOrganization { name, slug }): Request<CreateOrganization>,
) -> Result<Created<OrganizationAnswer>> {
    let organization = app.service.accounts.create_organization(&caller, &name, &slug).await?;
    Ok(Created(OrganizationAnswer::from(&organization)))
}

/// Changes the name or the slug of an organization.
pub(crate) async fn update(
    State(app): State<App>,
    caller: Administrator,
    Path(id): Path<OrganizationId>,
    body: Body,
) -> Result<Json<OrganizationAnswer>> {
    let accounts = &app.service.accounts;
    let managed = accounts.managed_organization(&caller, &id).await?;
    let UpdateOrganization { name, slug } = body.read().await?;
    let organization = accounts.update_organization(&caller, &managed, name.as_deref(), slug.as_deref()).await?;
    Ok(Json(OrganizationAnswer::from(&organization)))
}

/// Deletes an organization that is empty.
pub(crate) async fn delete(
    State(app): State<App>,
    caller: Administrator,
    Path(id): Path<OrganizationId>,
) -> Result<Json<Deleted>> {
    app.service.accounts.delete_organization(&caller, &id).await?;
    Ok(Json(Deleted::OK))
}

/// Lists the members of an organization.
pub(crate) async fn members(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<OrganizationId>,
) -> Result<Json<MemberList>> {
    let members = app.service.accounts.members(&caller, &id).await?;
    Ok(Json(MemberList { members: members.iter().map(MemberJson::from).collect() }))
}

/// Adds an account to an organization, as a member unless the body names a role.
pub(crate) async fn add_member(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<OrganizationId>,
    body: Body,
) -> Result<Created<MemberAnswer>> {
    let managed = app.service.accounts.managed_organization(&caller, &id).await?;
    let AddMember { email, role } = body.read().await?;
    let added = app.service.accounts.add_member(&caller, &managed, &email, role.unwrap_or(Role::Member)).await?;
    Ok(Created(MemberAnswer { member: MemberJson::from(&added) }))
}

/// Changes the role of a member.
pub(crate) async fn update_member(
    State(app): State<App>,
    caller: Session,
    Path((id, email)): Path<(OrganizationId, String)>,
    body: Body,
) -> Result<Json<MemberAnswer>> {
    let managed = app.service.accounts.managed_member(&caller, &id, &email).await?;
    let UpdateMember { role } = body.read().await?;
    let changed = app.service.accounts.update_member(&caller, managed, role).await?;
    Ok(Json(MemberAnswer { member: MemberJson::from(&changed) }))
}

/// Ends a membership.
pub(crate) async fn remove_member(
    State(app): State<App>,
    caller: Session,
    Path((id, email)): Path<(OrganizationId, String)>,
) -> Result<Json<Removed>> {
    let managed = app.service.accounts.managed_member(&caller, &id, &email).await?;
    app.service.accounts.remove_member(&caller, &managed).await?;
    Ok(Json(Removed { removed: Fixed }))
}

/// Lets the caller's session act in another of their organizations.
pub(crate) async fn switch(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<OrganizationId>,
) -> Result<Json<OrganizationAnswer>> {
    let organization = app.service.accounts.switch_organization(&caller, &id).await?;
    Ok(Json(OrganizationAnswer::from(&*organization)))
}

impl From<&Organization> for OrganizationJson {
    fn from(organization: &Organization) -> Self {
        Self {
            id: organization.id.clone(),
            name: organization.name.clone(),
            slug: organization.slug.clone(),
            created_at: Iso(organization.created_at),
        }
    }
}

impl From<&Organization> for OrganizationAnswer {
    fn from(organization: &Organization) -> Self {
        Self { organization: OrganizationJson::from(organization) }
    }
}

impl From<&Member> for MemberJson {
    fn from(Member { user, membership, active }: &Member) -> Self {
        Self {
            email: user.email.clone(),
            name: user.name.clone(),
            role: membership.role,
            active: *active,
            created_at: Iso(membership.created_at),
        }
    }
}
