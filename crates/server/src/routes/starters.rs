//! Starter decks of an organization: decks that its members can copy to begin a new one.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::{DeckId, Error, MayManage, MayRead, read_title};

use super::presentation_json::{DeckListJson, DeckSummaryJson};
use super::presentations::{Presentation, list_bytes};
use crate::http::{App, Body, By, Json, Path, Read, Result, Write, json_answer};

/// A new deck from a starter deck.
#[derive(Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct BeginDeck {
    /// Its title; that of the starter deck when absent.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    title: Option<Value>,
}

/// Whether a deck is a starter deck.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StarterAnswer {
    starter: bool,
}

/// Lists the starter decks that the caller may read.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>) -> Result<Response> {
    let decks = app.service.decks.starters(&caller).await?;
    let decks = app.service.live.with_cards(decks).await?;
    let answer = DeckListJson::<DeckSummaryJson<'_>>::new(&decks, (decks.len(), 0));
    Ok(json_answer(StatusCode::OK, &answer, list_bytes(&decks)))
}

/// Creates a deck from a starter deck.
pub(crate) async fn begin(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Presentation> {
    let starter = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let BeginDeck { title } = crate::http::read_with_nulls(body.object_or_empty().await?)?;
    let title = title.as_ref().map(read_title).transpose().map_err(Error::from)?;
    Ok(Presentation::created(app.service.decks.create_from_starter(&starter, title).await?))
}

/// Returns whether a deck is a starter deck.
pub(crate) async fn read(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
) -> Result<Json<StarterAnswer>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    Ok(Json(StarterAnswer { starter: app.service.decks.is_starter(&deck).await? }))
}

/// Marks a deck as a starter deck.
pub(crate) async fn mark(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
) -> Result<Json<StarterAnswer>> {
    set(&app, &caller, &id, true).await
}

/// Removes the mark of a starter deck.
pub(crate) async fn unmark(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
) -> Result<Json<StarterAnswer>> {
    set(&app, &caller, &id, false).await
}

async fn set(app: &App, caller: &By<Write>, id: &DeckId, starter: bool) -> Result<Json<StarterAnswer>> {
    let deck = app.service.decks.granted::<MayManage>(caller, id).await?;
    app.service.decks.set_starter(&deck, starter).await?;
    Ok(Json(StarterAnswer { starter }))
}
