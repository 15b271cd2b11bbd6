//! The address and the token for the identity provider of an organization, for administrators of the organization.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use service::{GroupId, ManagedOrganization, MemberGroup, OrganizationId, ProvisioningToken, Role};

use crate::http::{App, Body, Created, Fixed, Iso, Json, Path, Result, Session, site_address};

/// The token of the identity provider, without its secret.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ProvisioningTokenJson {
    prefix: String,
    created_by: String,
    created_at: Iso,
    last_used_at: Option<Iso>,
}

/// A group that the identity provider created.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ProvisionedGroup {
    id: GroupId,
    name: String,
    member_count: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ProvisioningJson {
    /// The address of the SCIM interface.
    url: String,
    token: Option<ProvisioningTokenJson>,
    groups: Vec<ProvisionedGroup>,
    /// The group whose members are administrators of the organization.
    administrators: Option<GroupId>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ProvisioningAnswer {
    provisioning: ProvisioningJson,
}

/// A new token. Only this response contains it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NewProvisioningTokenJson {
    token: String,
    provisioning: ProvisioningJson,
}

/// `{"revoked": true}`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RevokedToken {
    revoked: Fixed<true>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SetProvisioning {
    /// The group whose members are administrators of the organization; `null` for none.
    administrators: Option<GroupId>,
}

/// Returns the SCIM address, the token and the groups of an organization.
pub(crate) async fn read(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<OrganizationId>,
    headers: HeaderMap,
) -> Result<Json<ProvisioningAnswer>> {
    let managed = app.service.accounts.managed_organization(&caller, &id).await?;
    Ok(Json(ProvisioningAnswer { provisioning: state(&app, &headers, &managed).await? }))
}

/// Sets the group whose members are administrators.
pub(crate) async fn set(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<OrganizationId>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<ProvisioningAnswer>> {
    let managed = app.service.accounts.managed_organization(&caller, &id).await?;
    let SetProvisioning { administrators } = body.read().await?;
    app.service.provisioning.set_administrators(&caller, &managed, administrators).await?;
    Ok(Json(ProvisioningAnswer { provisioning: state(&app, &headers, &managed).await? }))
}

/// Makes a token, which replaces the previous one.
pub(crate) async fn make_token(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<OrganizationId>,
    headers: HeaderMap,
) -> Result<Created<NewProvisioningTokenJson>> {
    let managed = app.service.accounts.managed_organization(&caller, &id).await?;
    let token = app.service.provisioning.make_token(&caller, &managed).await?;
    let provisioning = state(&app, &headers, &managed).await?;
    Ok(Created(NewProvisioningTokenJson { token, provisioning }))
}

/// Revokes the token at once.
pub(crate) async fn revoke_token(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<OrganizationId>,
) -> Result<Json<RevokedToken>> {
    let managed = app.service.accounts.managed_organization(&caller, &id).await?;
    app.service.provisioning.revoke_token(&caller, &managed).await?;
    Ok(Json(RevokedToken { revoked: Fixed }))
}

/// The address, the token and the groups of an organization.
async fn state(app: &App, headers: &HeaderMap, managed: &ManagedOrganization) -> Result<ProvisioningJson> {
    let state = app.service.provisioning.state(managed).await?;
    let administrators = state.groups.iter().find(|group| group.role == Some(Role::Admin));
    Ok(ProvisioningJson {
        url: format!("{}/scim/v2", site_address(headers, &app.settings)),
        administrators: administrators.map(|group| group.id.clone()),
        token: state.token.map(ProvisioningTokenJson::from),
        groups: state.groups.iter().map(ProvisionedGroup::from).collect(),
    })
}

impl From<ProvisioningToken> for ProvisioningTokenJson {
    fn from(token: ProvisioningToken) -> Self {
        Self {
            prefix: token.prefix,
            created_by: token.created_by,
            created_at: Iso(token.created_at),
            last_used_at: token.last_used_at.map(Iso),
        }
    }
}

impl From<&MemberGroup> for ProvisionedGroup {
    fn from(group: &MemberGroup) -> Self {
        Self { id: group.id.clone(), name: group.name.clone(), member_count: group.members.len() }
    }
}
