//! Import and export of decks: JSON envelopes and `.deck` packages both ways, Markdown only as import.

use std::borrow::Cow;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use service::{DeckFields, DeckId, Error, FailedAsset, Limit, MarkdownRemark, MayRead, read_json, refuse_nul};

use super::deck_request::deck_fields;
use super::presentation_json::DeckJson;
use super::presentations::{Presentation, deck_bytes, with_location};
use super::remark_json::RemarkJson;
use crate::http::{
    ApiError, App, Body, By, Export, Path, Query, Result, Write, attachment, file_answer, json_answer, spooled,
};

/// The media type of a package.
const PACKAGE: &str = "application/vnd.svc.deck";

/// An imported deck, with remarks on what was changed or left out.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RemarkedDeck<'a> {
    presentation: DeckJson<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<MarkdownRemarkJson<'a>>,
}

/// A remark on the import of a Markdown file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MarkdownRemarkJson<'a> {
    /// Number of the slide, from 1.
    slide: usize,
    text: &'a str,
    /// What `text` says.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<RemarkJson>,
}

/// An imported deck, with the assets that could not be stored.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportedDeck<'a> {
    presentation: DeckJson<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failed_assets: Vec<FailedAssetJson<'a>>,
}

/// An asset of a package that could not be stored.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FailedAssetJson<'a> {
    #[serde(rename = "ref")]
    reference: &'a str,
    reason: &'a str,
    /// What `reason` says, where the package is the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<RemarkJson>,
}

/// Markdown with fields of the deck.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "it is a schema: `markdown_and_fields` reads the text, and the rest as `UpdateDeck`")]
pub(crate) struct MarkdownInput {
    markdown: String,
    title: Option<String>,
    theme: Option<String>,
    language: Option<String>,
}

/// Exports the envelope of a deck.
pub(crate) async fn export_json(
    State(app): State<App>,
    caller: By<Export>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let (title, envelope) = app.service.interchange.export_json(&deck, query.text("lang").as_deref()).await?;
    app.service.limits.count_daily(&caller, Limit::Exports).await?;
    let headers = [
        (CONTENT_TYPE, "application/json; charset=utf-8".parse()),
        (CACHE_CONTROL, "no-store".parse()),
        (CONTENT_DISPOSITION, Ok(attachment(&title, ".json"))),
    ];
    Ok((headers.map(|(name, value)| (name, value.expect("each value is a valid header"))), envelope).into_response())
}

/// Exports the package of a deck.
pub(crate) async fn export_package(
    State(app): State<App>,
    caller: By<Export>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let package = app.service.interchange.export_package(&deck, query.text("lang").as_deref()).await?;
    app.service.limits.count_daily(&caller, Limit::Exports).await?;
    file_answer(package.file.into_file(), PACKAGE, attachment(&package.title, ".deck")).await
}

/// Imports a deck from an envelope.
pub(crate) async fn import_json(State(app): State<App>, caller: By<Write>, body: Body) -> Result<Presentation> {
    Ok(Presentation::created(app.service.interchange.import_json(&caller, &body.bytes().await?).await?))
}

/// Imports a deck from Markdown.
pub(crate) async fn import_markdown(State(app): State<App>, caller: By<Write>, body: Body) -> Result<Response> {
    let bytes = body.bytes().await?;
    let (markdown, fields) = markdown_and_fields(&bytes)?;
    let (view, remarks) = app.service.interchange.import_markdown(&caller, &markdown, fields).await?;
    let deck = view.deck();
    let remarks = remarks.iter().map(MarkdownRemarkJson::from).collect();
    let answer = RemarkedDeck { presentation: DeckJson::new(&view, &deck), remarks };
    Ok(with_location(json_answer(StatusCode::CREATED, &answer, deck_bytes(&view)), &view))
}

/// Imports a deck from a package, which is written to disk as it arrives.
pub(crate) async fn import_package(State(app): State<App>, caller: By<Write>, body: Body) -> Result<Response> {
    let cap = app.settings.max_deck_bytes;
    let package = spooled(app.service.library.spool()?, body.chunks(), cap).await?;
    let imported = app.service.interchange.import_package(&caller, package, app.settings.max_body_bytes).await?;
    let view = imported.deck;
    let deck = view.deck();
    let failed_assets = imported.failed_assets.iter().map(FailedAssetJson::from).collect();
    let answer = ImportedDeck { presentation: DeckJson::new(&view, &deck), failed_assets };
    Ok(with_location(json_answer(StatusCode::CREATED, &answer, deck_bytes(&view)), &view))
}

/// Reads a body that is Markdown, or a JSON object with the Markdown as `markdown` and fields of the deck beside it.
fn markdown_and_fields(body: &[u8]) -> Result<(Cow<'_, str>, DeckFields)> {
    let text = std::str::from_utf8(body).map_err(|_| ApiError::invalid("the file is not UTF-8"))?;
    let may_be_json = text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']);
    let object = match may_be_json.then(|| read_json(body)) {
        Some(Ok(object)) => object,
        Some(Err(fault @ Error::OverLimit(_))) => return Err(fault.into()),
        Some(Err(_)) | None => return Ok((Cow::Borrowed(text), DeckFields::default())),
    };
    refuse_nul(&object)?;
    let invalid = || ApiError::invalid("markdown: expected a text");
    let Value::Object(mut object) = object else { return Err(invalid()) };
    let Some(Value::String(markdown)) = object.remove("markdown") else { return Err(invalid()) };
    Ok((Cow::Owned(markdown), deck_fields(object)?))
}

impl<'a> From<&'a MarkdownRemark> for MarkdownRemarkJson<'a> {
    fn from(MarkdownRemark { slide, text }: &'a MarkdownRemark) -> Self {
        Self { slide: *slide, text: text.text(), remark: RemarkJson::new(text) }
    }
}

impl<'a> From<&'a FailedAsset> for FailedAssetJson<'a> {
    fn from(FailedAsset { reference, reason }: &'a FailedAsset) -> Self {
        Self { reference, reason: reason.text(), remark: RemarkJson::new(reason) }
    }
}
