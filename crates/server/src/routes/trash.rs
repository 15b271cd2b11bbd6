//! The trash: what lies in it, taken back, or gone for good.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use serde_json::Value;
use service::{DeckId, DeckList};

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
    let decks = app.service.decks.trashed(&caller, limit, offset).await?;
    Ok(Json(Trash { decks, keeps_days: app.service.decks.trash_days() }))
}

/// The first slide of a deck in the trash as a small picture.
pub(crate) async fn thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    small: Small,
) -> Result<Response> {
    Ok(small.answer(app.service.drawing.trashed_thumbnail(&caller, &id, small.width, small.known()).await?))
}

/// Takes a deck out of the trash.
pub(crate) async fn restore(State(app): State<App>, caller: By<Write>, Path(id): Path<DeckId>) -> Result<Presentation> {
    Ok(Presentation::found(app.service.decks.restore(&caller, &id).await?))
}

/// Removes a deck for good.
pub(crate) async fn purge(State(app): State<App>, caller: By<Write>, Path(id): Path<DeckId>) -> Result<Json<Value>> {
    Ok(Json(app.service.decks.purge(&caller, &id).await?))
}
