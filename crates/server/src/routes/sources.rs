//! Data sources of a deck: list, read, push, remove.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderMap};
use axum::response::Response;
use deck::MAX_STALE_HOURS;
use serde::Serialize;
use service::{DeckId, MayRead, MayWrite, PushedTable, SourceView};

use super::presentations::{if_match, with_etag};
use crate::http::{ApiError, App, Body, By, Json, Path, Query, Read, Result, Write, json_answer};

/// The maximum size of a pushed table, in bytes. Other limits are checked after it is parsed.
const MAX_BYTES: u64 = 512 << 10;

/// A data source of a deck.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceJson {
    name: String,
    columns: Vec<String>,
    row_count: usize,
    /// When it was pushed; empty when that is unknown.
    pushed_at: String,
    /// After how many hours it counts as stale; absent where it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    stale_after_hours: Option<u64>,
    /// Whether the data is stale.
    stale: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SourceList {
    sources: Vec<SourceJson>,
}

/// A data source with its table.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SourceContent {
    source: SourceJson,
    /// The table, with the names of its columns in the first row.
    csv: String,
}

/// A pushed data source, and the revision of the deck that has it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PushedSource {
    source: SourceJson,
    revision: u64,
}

/// The revision of a deck after a data source was removed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RemovedSource {
    removed: bool,
    revision: u64,
}

/// Lists the data sources of a deck.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>, Path(id): Path<DeckId>) -> Result<Json<SourceList>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    Ok(Json(SourceList { sources: app.service.decks.sources(&deck).into_iter().map(SourceJson::from).collect() }))
}

/// Returns a data source with its table.
pub(crate) async fn read(
    State(app): State<App>,
    caller: By<Read>,
    Path((id, name)): Path<(DeckId, String)>,
) -> Result<Json<SourceContent>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let view = app.service.decks.source(&deck, &name)?;
    let csv = view.source.csv.clone();
    Ok(Json(SourceContent { source: view.into(), csv }))
}

/// Stores CSV or JSON as a data source. The right is checked before the body is read.
pub(crate) async fn push(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, name)): Path<(DeckId, String)>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let if_match = if_match(&headers)?;
    let stale_after_hours = stale_after_hours(&query)?;
    let bytes = body.within(MAX_BYTES).bytes().await?;
    let table = if is_json(&headers, &bytes) {
        PushedTable::Json(&bytes)
    } else {
        let text = std::str::from_utf8(&bytes).map_err(|_| ApiError::invalid("the data is not UTF-8"))?;
        if text.contains('\0') {
            return Err(ApiError::invalid("the data contains NUL characters"));
        }
        PushedTable::Csv(text)
    };
    let (view, revision) = app.service.decks.push_source(&deck, if_match, &name, table, stale_after_hours).await?;
    let answer = PushedSource { source: view.into(), revision };
    Ok(with_etag(json_answer(StatusCode::OK, &answer, 512), revision))
}

/// Removes a data source.
pub(crate) async fn remove(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, name)): Path<(DeckId, String)>,
    headers: HeaderMap,
) -> Result<Json<RemovedSource>> {
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let revision = app.service.decks.remove_source(&deck, if_match(&headers)?, &name).await?;
    Ok(Json(RemovedSource { removed: true, revision }))
}

fn stale_after_hours(query: &Query) -> Result<Option<u64>> {
    let Some(text) = query.text("staleAfterHours") else { return Ok(None) };
    let hours = text.parse().ok().filter(|hours| (1..=MAX_STALE_HOURS).contains(hours));
    let invalid = || ApiError::invalid(format!("`staleAfterHours` is a whole number from 1 to {MAX_STALE_HOURS}"));
    Ok(Some(hours.ok_or_else(invalid)?))
}

/// Whether a body is JSON rather than CSV: by its content type, and when that is neither, by its first character.
fn is_json(headers: &HeaderMap, body: &[u8]) -> bool {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match content_type.split(';').next().unwrap_or_default().trim() {
        "application/json" => true,
        "text/csv" | "text/tab-separated-values" => false,
        _ => body.trim_ascii_start().starts_with(b"{") || body.trim_ascii_start().starts_with(b"["),
    }
}

impl From<SourceView> for SourceJson {
    fn from(view: SourceView) -> Self {
        Self {
            name: view.name,
            columns: view.columns,
            row_count: view.row_count,
            pushed_at: view.source.pushed_at,
            stale_after_hours: view.source.stale_after_hours,
            stale: view.is_stale,
        }
    }
}
