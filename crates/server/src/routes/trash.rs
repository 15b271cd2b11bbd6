//! The trash: list, restore, purge.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use service::DeckId;

use super::presentation_json::{DeckListJson, DeckSummaryJson};
use super::presentations::{DeletedDeck, Presentation, list_bytes};
use super::thumbnails::ThumbnailRequest;
use crate::http::{App, By, Json, Path, Query, Read, Result, Write, json_answer};

/// Decks in the trash, and the days until they are purged.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrashJson<'a> {
    #[serde(flatten)]
    decks: DeckListJson<DeckSummaryJson<'a>>,
    /// The number of days; null when the trash is never emptied.
    keeps_days: Option<u64>,
}

/// Lists the decks of the caller that are in the trash.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>, query: Query) -> Result<Response> {
    let (limit, offset) = query.page()?;
    let decks = app.service.decks.trashed(&caller, limit, offset).await?;
    let decks = app.service.live.with_cards(decks).await?;
    let trash =
        TrashJson { decks: DeckListJson::new(&decks, (limit, offset)), keeps_days: app.service.decks.trash_days() };
    Ok(json_answer(StatusCode::OK, &trash, list_bytes(&decks)))
}

/// Returns the thumbnail of the first slide of a deck in the trash.
pub(crate) async fn thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    request: ThumbnailRequest,
) -> Result<Response> {
    Ok(request.response(app.service.drawing.trashed_thumbnail(&caller, &id, request.width, request.known()).await?))
}

/// Restores a deck from the trash.
pub(crate) async fn restore(State(app): State<App>, caller: By<Write>, Path(id): Path<DeckId>) -> Result<Presentation> {
    Ok(Presentation::found(app.service.decks.restore(&caller, &id).await?))
}

/// Deletes a deck in the trash for good.
pub(crate) async fn purge(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
) -> Result<Json<DeletedDeck>> {
    app.service.decks.purge(&caller, &id).await?;
    Ok(Json(DeletedDeck::new(id)))
}
