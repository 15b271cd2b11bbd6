//! Decks in and out: the JSON envelope, the `.deck` package, and Markdown on its way in.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use service::{DeckId, DeckView, Limit, MarkdownRemark};

use super::presentations::{Presentation, made};
use crate::http::{App, Body, By, Export, Path, Query, Result, Write, attachment, file_answer, json_answer, spooled};

/// The media type of a package.
const PACKAGE: &str = "application/vnd.svc.deck";

/// The envelope of a deck.
pub(crate) async fn export_json(
    State(app): State<App>,
    caller: By<Export>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    let (title, envelope) = app.service.interchange.export_json(&caller, &id, query.text("lang").as_deref()).await?;
    app.service.limits.count_daily(&caller, Limit::Exports).await?;
    let headers = [
        (CONTENT_TYPE, "application/json; charset=utf-8".parse()),
        (CACHE_CONTROL, "no-store".parse()),
        (CONTENT_DISPOSITION, Ok(attachment(&title, ".json"))),
    ];
    Ok((headers.map(|(name, value)| (name, value.expect("spelled here"))), envelope).into_response())
}

/// The package of a deck.
pub(crate) async fn export_package(
    State(app): State<App>,
    caller: By<Export>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    let package = app.service.interchange.export_package(&caller, &id, query.text("lang").as_deref()).await?;
    app.service.limits.count_daily(&caller, Limit::Exports).await?;
    file_answer(package.file.into_file(), PACKAGE, attachment(&package.title, ".deck")).await
}

/// A deck from an envelope.
pub(crate) async fn import_json(State(app): State<App>, caller: By<Write>, body: Body) -> Result<Presentation> {
    Ok(Presentation::made(app.service.interchange.import_json(&caller, &body.bytes().await?).await?))
}

/// A deck from a Markdown file.
pub(crate) async fn import_markdown(State(app): State<App>, caller: By<Write>, body: Body) -> Result<Response> {
    let (deck, remarks) = app.service.interchange.import_markdown(&caller, &body.bytes().await?).await?;
    if remarks.is_empty() {
        return Ok(Presentation::made(deck).into_response());
    }
    let answer = Remarked { presentation: &deck, remarks: &remarks };
    let answer = json_answer(StatusCode::CREATED, &answer, 1024 + 512 * deck.slide_count());
    Ok(made(answer, &deck))
}

/// A deck some of which did not go in as it was written.
#[derive(Serialize)]
struct Remarked<'a> {
    presentation: &'a DeckView,
    remarks: &'a [MarkdownRemark],
}

/// A deck from a package, which goes to the disk as it arrives.
pub(crate) async fn import_package(State(app): State<App>, caller: By<Write>, body: Body) -> Result<Response> {
    let cap = app.settings.max_deck_bytes;
    let package = spooled(app.service.library.spool()?, body.pieces(), cap).await?;
    let imported = app.service.interchange.import_package(&caller, package).await?;
    if imported.failed_assets.is_empty() {
        return Ok(Presentation::made(imported.deck).into_response());
    }
    let answer = Incomplete { presentation: &imported.deck, failed_assets: &imported.failed_assets };
    Ok(made(json_answer(StatusCode::CREATED, &answer, 16 * 1024), &imported.deck))
}

/// A deck some of whose pictures could not be kept.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Incomplete<'a> {
    presentation: &'a DeckView,
    failed_assets: &'a [Value],
}
