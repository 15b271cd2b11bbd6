//! Import of PowerPoint files, as the body itself or as the file of a form.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderMap};
use axum::response::Response;
use serde::Serialize;
use service::{
    Caller, Fate, ImportReport, ImportedPowerPoint, NewUpload, ShapeReport, SlideReport, Spooled, import_remarks,
};

use super::presentation_json::DeckJson;
use super::presentations::{deck_bytes, made};
use super::uploads::{from_parts, is_multipart};
use crate::http::{App, Body, By, Created, Path, Query, Result, Write, json_answer, spooled};

/// A deck from a PowerPoint file, with what became of everything in the file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ConvertedDeck<'a> {
    presentation: DeckJson<'a>,
    report: ImportReportJson<'a>,
}

/// What became of a PowerPoint file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ImportReportJson<'a> {
    counts: ImportCounts,
    slides: Vec<SlideReportJson<'a>>,
    /// What belongs to no slide, such as macros.
    others: Vec<ImportedItem<'a>>,
}

/// How much of a file arrived, and how.
#[derive(Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ImportCounts {
    /// Slides of the file.
    slides: usize,
    /// Things that are not in the deck.
    lost: usize,
    /// Things that are there in another form.
    changed: usize,
    /// Things that stand in speaker notes, because the slide has no place for them.
    in_notes: usize,
}

/// What became of a slide.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct SlideReportJson<'a> {
    /// Number in the file, from 1.
    source: usize,
    /// Number in the deck, from 1.
    slide: usize,
    slide_id: &'a str,
    #[serde(rename = "type")]
    slide_type: &'a str,
    title: &'a str,
    items: Vec<ImportedItem<'a>>,
}

/// What became of a shape, of notes, of a comment or of anything else on a slide.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ImportedItem<'a> {
    /// Its name in the file, or what it is.
    name: &'a str,
    fate: ImportFate,
    /// Where it stands now.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    /// What happened to it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// What became of something.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum ImportFate {
    /// It stands on the slide.
    Field,
    /// It stands in the speaker notes.
    Notes,
    /// It is there in another form.
    Changed,
    /// It is left out, since it says nothing of its own.
    Dropped,
    /// It is not in the deck.
    Lost,
}

/// A deck from a PowerPoint file, as an agent gets it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct ConvertedForAgent {
    presentation_id: String,
    title: String,
    slides: usize,
    /// What is lost, changed or in the speaker notes, one line each.
    remarks: Vec<String>,
}

/// Imports a deck from a PowerPoint file, which is written to the disk as it arrives.
pub(crate) async fn import(
    State(app): State<App>,
    caller: By<Write>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let ImportedPowerPoint { deck: view, report } = imported(&app, &caller, &query, &headers, body).await?;
    let deck = view.deck();
    let slide_ids: Vec<&str> = deck.slides.iter().map(|slide| slide.id.as_str()).collect();
    let answer =
        ConvertedDeck { presentation: DeckJson::new(&view, &deck), report: ImportReportJson::new(&report, &slide_ids) };
    Ok(made(json_answer(StatusCode::CREATED, &answer, deck_bytes(&view)), &view))
}

/// Imports a deck from a PowerPoint file that is sent to an address of one use.
pub(crate) async fn import_once(
    State(app): State<App>,
    Path(token): Path<String>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Created<ConvertedForAgent>> {
    let caller = app.service.library.use_address(&token).await?;
    let ImportedPowerPoint { deck: view, report } = imported(&app, &caller, &query, &headers, body).await?;
    let deck = view.deck();
    Ok(Created(ConvertedForAgent {
        presentation_id: view.head().id.to_string(),
        title: deck.title.clone(),
        slides: deck.slides.len(),
        remarks: import_remarks(&report).collect(),
    }))
}

async fn imported(
    app: &App,
    caller: &Caller,
    query: &Query,
    headers: &HeaderMap,
    body: Body,
) -> Result<ImportedPowerPoint> {
    let (file, name) = received(app, query, headers, body).await?;
    Ok(app.service.interchange.import_powerpoint(caller, file, &name).await?)
}

/// A file, which is the body itself or the file of a form, and its name.
pub(super) async fn received(app: &App, query: &Query, headers: &HeaderMap, body: Body) -> Result<(Spooled, String)> {
    let cap = app.settings.max_deck_bytes;
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let (file, NewUpload { name, .. }) = if is_multipart(kind) {
        from_parts(app, kind, body, cap).await?
    } else {
        (spooled(app.service.library.spool()?, body.pieces(), cap).await?, NewUpload::default())
    };
    let name = query.text("name").map_or(name, std::borrow::Cow::into_owned);
    Ok((file, name))
}

impl<'a> ImportReportJson<'a> {
    /// A report on a deck with these slides.
    fn new(report: &'a ImportReport, slide_ids: &[&'a str]) -> Self {
        let mut counts = ImportCounts { slides: report.slides.len(), ..ImportCounts::default() };
        for shape in report.slides.iter().flat_map(|slide| &slide.shapes).chain(&report.others) {
            match shape.fate {
                Fate::Lost(_) => counts.lost += 1,
                Fate::Changed(_) => counts.changed += 1,
                Fate::Notes => counts.in_notes += 1,
                Fate::Field(_) | Fate::Dropped(_) => {}
            }
        }
        let row = |row: &'a SlideReport| SlideReportJson {
            source: row.source,
            slide: row.slide + 1,
            slide_id: slide_ids.get(row.slide).copied().unwrap_or_default(),
            slide_type: &row.slide_type,
            title: &row.title,
            items: row.shapes.iter().map(ImportedItem::from).collect(),
        };
        let others = report.others.iter().map(ImportedItem::from).collect();
        Self { counts, slides: report.slides.iter().map(row).collect(), others }
    }
}

impl<'a> From<&'a ShapeReport> for ImportedItem<'a> {
    fn from(ShapeReport { name, fate }: &'a ShapeReport) -> Self {
        let (fate, field, text) = match fate {
            Fate::Field(field) => (ImportFate::Field, Some(field.as_str()), None),
            Fate::Notes => (ImportFate::Notes, None, Some("the slide has no place for it")),
            Fate::Changed(text) => (ImportFate::Changed, None, Some(text.as_str())),
            Fate::Dropped(text) => (ImportFate::Dropped, None, Some(text.as_str())),
            Fate::Lost(text) => (ImportFate::Lost, None, Some(text.as_str())),
        };
        Self { name, fate, field, text }
    }
}
