//! Links that show a deck without an account.

use axum::extract::State;
use serde_json::Value;
use service::{DeckId, Right, ShareLinkId};

use crate::http::{App, Body, By, Created, Json, Path, Read, Result, Write, text};

/// The links of a deck.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>, Path(id): Path<DeckId>) -> Result<Json<Value>> {
    Ok(Json(app.service.share_links.list(&caller, &id).await?))
}

/// Makes a link.
pub(crate) async fn create(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Created<Value>> {
    app.service.decks.deck_for(&caller, &id, Right::Manage).await?;
    let body = body.object_or_empty().await?;
    let (name, expires_at) = (text(&body, "name")?, text(&body, "expiresAt")?);
    Ok(Created(app.service.share_links.create(&caller, &id, name, expires_at).await?))
}

/// Revokes a link.
pub(crate) async fn revoke(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, link)): Path<(DeckId, ShareLinkId)>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.share_links.revoke(&caller, &id, &link).await?))
}
