//! The trash: what lies in it, taken back, or gone for good.

use axum::extract::State;
use serde_json::Value;
use service::DeckList;

use super::presentations::Presentation;
use crate::http::{App, By, Json, Path, Query, Read, Result, Write};

/// The caller's own decks in the trash.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>, query: Query) -> Result<Json<DeckList>> {
    let (limit, offset) = query.page()?;
    Ok(Json(app.service.trashed_decks(&caller, limit, offset).await?))
}

/// Takes a deck out of the trash.
pub(crate) async fn restore(State(app): State<App>, caller: By<Write>, Path(id): Path<String>) -> Result<Presentation> {
    Ok(Presentation::found(app.service.restore_deck(&caller, &id).await?))
}

/// Removes a deck for good.
pub(crate) async fn purge(State(app): State<App>, caller: By<Write>, Path(id): Path<String>) -> Result<Json<Value>> {
    Ok(Json(app.service.purge_deck(&caller, &id).await?))
}
