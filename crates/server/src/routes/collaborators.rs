//! Who else sees a deck: collaborators, visibility, a new owner.
//!
//! The deck and the right on it are judged before the body is read.

use axum::extract::State;
use serde_json::Value;
use service::{DeckId, Right};

use super::presentations::Presentation;
use crate::http::{App, Body, By, Created, Json, Path, Read, Result, Write, flag, needed_text};

/// Whom a deck is shared with.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>, Path(id): Path<DeckId>) -> Result<Json<Value>> {
    Ok(Json(app.service.decks.collaborators(&caller, &id).await?))
}

/// Shares a deck with another member.
pub(crate) async fn add(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Created<Value>> {
    app.service.decks.deck_for(&caller, &id, Right::Manage).await?;
    let body = body.object().await?;
    let (email, permission) = (needed_text(&body, "email")?, needed_text(&body, "permission")?);
    Ok(Created(app.service.decks.add_collaborator(&caller, &id, email, permission).await?))
}

/// Changes how much a deck is shared with somebody.
pub(crate) async fn update(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, email)): Path<(DeckId, String)>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.decks.managed_collaborator(&caller, &id, &email).await?;
    let body = body.object().await?;
    Ok(Json(app.service.decks.update_collaborator(&caller, &id, &email, needed_text(&body, "permission")?).await?))
}

/// Ends the sharing with somebody.
pub(crate) async fn remove(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, email)): Path<(DeckId, String)>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.decks.remove_collaborator(&caller, &id, &email).await?))
}

/// Opens a deck to the organization, or closes it.
pub(crate) async fn set_visibility(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Presentation> {
    app.service.decks.deck_for(&caller, &id, Right::Manage).await?;
    let body = body.object().await?;
    let visibility = body.get("visibility").unwrap_or(&Value::Null);
    let deck = app.service.decks.set_visibility(&caller, &id, visibility, body.get("isViewOnly")).await?;
    Ok(Presentation::found(deck))
}

/// Gives a deck to another member.
pub(crate) async fn transfer(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Presentation> {
    app.service.decks.deck_for(&caller, &id, Right::Own).await?;
    let body = body.object().await?;
    let (email, keep_access) = (needed_text(&body, "email")?, flag(&body, "keepAccess")?.unwrap_or(true));
    Ok(Presentation::found(app.service.decks.transfer(&caller, &id, email, keep_access).await?))
}
