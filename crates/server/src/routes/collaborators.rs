//! Access to a deck: collaborators, visibility, and transfer to a new owner.
//!
//! The right on the deck is checked before the body is read.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service::{Access, Collaborator, DeckId, GrantId, MayManage, MayOwn, MayRead, Permission};

use super::presentations::Presentation;
use crate::http::{ApiError, App, Body, By, Created, Fixed, Iso, Json, Path, Read, Result, Write};

/// A person whom a deck is shared with.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct CollaboratorJson {
    id: GrantId,
    email: String,
    name: String,
    permission: Permission,
    invited_by: String,
    created_at: Iso,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CollaboratorAnswer {
    collaborator: CollaboratorJson,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CollaboratorList {
    collaborators: Vec<CollaboratorJson>,
}

/// `{"removed": true}`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RemovedCollaborator {
    removed: Fixed<true>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AddCollaborator {
    email: String,
    #[cfg_attr(test, schemars(with = "Permission"))]
    permission: String,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct UpdateCollaborator {
    #[cfg_attr(test, schemars(with = "Permission"))]
    permission: String,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct SetVisibility {
    #[cfg_attr(test, schemars(required))]
    visibility: Option<Access>,
    is_view_only: Option<bool>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct TransferDeck {
    email: String,
    keep_access: Option<bool>,
}

/// Lists the people whom a deck is shared with.
pub(crate) async fn list(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
) -> Result<Json<CollaboratorList>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let collaborators = app.service.decks.collaborators(&deck).await?;
    Ok(Json(CollaboratorList { collaborators: collaborators.into_iter().map(CollaboratorJson::from).collect() }))
}

/// Shares a deck with another member.
pub(crate) async fn add(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Created<CollaboratorAnswer>> {
    let deck = app.service.decks.granted::<MayManage>(&caller, &id).await?;
    let AddCollaborator { email, permission } = body.read().await?;
    let collaborator = app.service.decks.add_collaborator(&deck, &email, permission_named(&permission)?).await?;
    Ok(Created(CollaboratorAnswer::from(collaborator)))
}

/// Changes what a collaborator may do. The collaborator is looked up before the body is read.
pub(crate) async fn update(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, email)): Path<(DeckId, String)>,
    body: Body,
) -> Result<Json<CollaboratorAnswer>> {
    let deck = app.service.decks.granted::<MayManage>(&caller, &id).await?;
    let collaborator = app.service.decks.collaborator(&deck, &email).await?;
    let UpdateCollaborator { permission } = body.read().await?;
    let permission = permission_named(&permission)?;
    let collaborator = app.service.decks.update_collaborator(&deck, collaborator, permission).await?;
    Ok(Json(CollaboratorAnswer::from(collaborator)))
}

/// Removes a collaborator. Collaborators may remove themselves without the right to manage the deck.
pub(crate) async fn remove(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, email)): Path<(DeckId, String)>,
) -> Result<Json<RemovedCollaborator>> {
    if email.trim().eq_ignore_ascii_case(caller.email()) {
        let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
        app.service.decks.leave_deck(&deck).await?;
    } else {
        let deck = app.service.decks.granted::<MayManage>(&caller, &id).await?;
        app.service.decks.remove_collaborator(&deck, &email).await?;
    }
    Ok(Json(RemovedCollaborator { removed: Fixed }))
}

/// Opens a deck to the organization, or makes it private.
pub(crate) async fn set_visibility(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Presentation> {
    let deck = app.service.decks.granted::<MayManage>(&caller, &id).await?;
    let SetVisibility { visibility, is_view_only } = body.read().await?;
    let access = visibility.ok_or_else(|| ApiError::invalid("`visibility` is `private` or `organization`"))?;
    Ok(Presentation::found(app.service.decks.set_visibility(&deck, access, is_view_only).await?))
}

/// Transfers a deck to another member.
pub(crate) async fn transfer(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Presentation> {
    let deck = app.service.decks.granted::<MayOwn>(&caller, &id).await?;
    let TransferDeck { email, keep_access } = body.read().await?;
    Ok(Presentation::found(app.service.decks.transfer(&deck, &email, keep_access.unwrap_or(true)).await?))
}

/// The permission with this name. Fails on an unknown name.
fn permission_named(name: &str) -> Result<Permission> {
    match name {
        "view" => Ok(Permission::View),
        "comment" => Ok(Permission::Comment),
        "edit" => Ok(Permission::Edit),
        "admin" => Ok(Permission::Admin),
        other => Err(ApiError::invalid(format!("`permission` is view, comment, edit or admin, got `{other}`"))),
    }
}

impl From<Collaborator> for CollaboratorAnswer {
    fn from(collaborator: Collaborator) -> Self {
        Self { collaborator: collaborator.into() }
    }
}

impl From<Collaborator> for CollaboratorJson {
    fn from(Collaborator { user, grant }: Collaborator) -> Self {
        Self {
            id: grant.id,
            email: user.email.clone(),
            name: user.name.clone(),
            permission: grant.permission,
            invited_by: grant.invited_by,
            created_at: Iso(grant.created_at),
        }
    }
}
