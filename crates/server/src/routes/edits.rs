//! Edits of several people at once, and who they are.

use axum::extract::State;
use serde_json::Value;
use service::{DeckId, Right};

use crate::http::{App, Body, By, Json, Path, Read, Result, Write};

/// Applies a batch of edits.
pub(crate) async fn send(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.decks.deck_for(&caller, &id, Right::Write).await?;
    Ok(Json(app.service.editing.send_edits(&caller, &id, &body.object().await?).await?))
}

/// Says where the caller is.
pub(crate) async fn be_present(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.decks.deck_for(&caller, &id, Right::Read).await?;
    Ok(Json(app.service.editing.set_presence(&caller, &id, &body.object().await?).await?))
}
