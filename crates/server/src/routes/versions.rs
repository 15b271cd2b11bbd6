//! Versions of a deck.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use serde_json::Value;
use service::{DeckId, DeckView, Right, VersionId};

use super::presentations::etag;
use super::small::Small;
use crate::http::{App, Body, By, Created, Json, Path, Query, Read, Result, Write, json_answer, needed_text};

/// The versions of a deck.
pub(crate) async fn list(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Json<Value>> {
    Ok(Json(app.service.decks.versions(&caller, &id, query.page()?).await?))
}

/// Names the state that a deck is in.
pub(crate) async fn create(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Created<Value>> {
    app.service.decks.deck_for(&caller, &id, Right::Write).await?;
    let body = body.object().await?;
    Ok(Created(app.service.decks.name_version(&caller, &id, needed_text(&body, "name")?).await?))
}

/// A version with its content.
pub(crate) async fn read(
    State(app): State<App>,
    caller: By<Read>,
    Path((id, version)): Path<(DeckId, VersionId)>,
) -> Result<Response> {
    let (version, deck) = app.service.decks.version(&caller, &id, &version).await?;
    let shown = Shown { version: Some(version), presentation: &deck, kept: None };
    Ok(json_answer(StatusCode::OK, &shown, 1024 + 512 * deck.slide_count()))
}

/// Makes a deck what it was.
pub(crate) async fn restore(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, version)): Path<(DeckId, VersionId)>,
) -> Result<Response> {
    let restored = app.service.decks.restore_version(&caller, &id, &version).await?;
    let shown = Shown { version: None, presentation: &restored.deck, kept: Some(restored.kept) };
    let answer = json_answer(StatusCode::OK, &shown, 1024 + 512 * restored.deck.slide_count());
    Ok(etag(answer, restored.deck.revision()))
}

/// A slide of a version as a small picture.
pub(crate) async fn thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path((id, version, slide)): Path<(DeckId, VersionId, String)>,
    small: Small,
) -> Result<Response> {
    let place = (&version, slide.as_str());
    Ok(small.answer(app.service.drawing.version_thumbnail(&caller, &id, place, small.width, small.known()).await?))
}

/// A version or a deck that went back to one.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<Value>,
    presentation: &'a DeckView,
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<Value>,
}
