//! The trash: what lies in it, taken back, or gone for good.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use serde_json::Value;
use service::DeckList;

use super::presentations::Presentation;
use super::small::Small;
use crate::http::{App, By, Json, Path, Query, Read, Result, Write};

/// Decks in the trash, and for how many days they stay there.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Trash {
    #[serde(flatten)]
    decks: DeckList,
    keeps_days: Option<u64>,
}

/// The caller's own decks in the trash.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>, query: Query) -> Result<Json<Trash>> {
    let (limit, offset) = query.page()?;
    let decks = app.service.trashed_decks(&caller, limit, offset).await?;
    Ok(Json(Trash { decks, keeps_days: app.service.trash_keeps() }))
}

/// The first slide of a deck in the trash as a small picture.
pub(crate) async fn thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<String>,
    small: Small,
) -> Result<Response> {
    Ok(small.answer(app.service.trashed_thumbnail(&caller, &id, small.width, small.known()).await?))
}

/// Takes a deck out of the trash.
pub(crate) async fn restore(State(app): State<App>, caller: By<Write>, Path(id): Path<String>) -> Result<Presentation> {
    Ok(Presentation::found(app.service.restore_deck(&caller, &id).await?))
}

/// Removes a deck for good.
pub(crate) async fn purge(State(app): State<App>, caller: By<Write>, Path(id): Path<String>) -> Result<Json<Value>> {
    Ok(Json(app.service.purge_deck(&caller, &id).await?))
}
