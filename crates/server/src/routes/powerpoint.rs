//! Import of PowerPoint files, sent as the body itself or as the file of a form: as new decks, or as changes of the
//! deck that the file was exported from.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::HeaderMap;
use axum::response::Response;
use deck::SlideId;
use serde::Serialize;
use serde_json::Value;
use service::{
    AcceptedChanges, BroughtBack, Caller, DeckId, Fate, FileChange, FileChangeKind, FileChanges, ImportReport,
    ImportedPowerPoint, MayWrite, MergeBase, ShapeReport, SlideReport, Spooled, VersionId, import_remarks,
};

use super::presentation_json::DeckJson;
use super::presentations::{deck_bytes, if_match, with_etag, with_location};
use super::remark_json::RemarkJson;
use super::uploads::{SentFile, sent_file};
use crate::http::{ApiError, App, Body, By, Created, Path, Query, Result, Write, json_answer};

/// The maximum size of the list of accepted changes, in bytes.
const MAX_ACCEPTED: usize = 1 << 20;

/// A deck that was imported from a PowerPoint file, with a report on everything in the file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ConvertedDeck<'a> {
    presentation: DeckJson<'a>,
    report: ImportReportJson<'a>,
}

/// The report on the import of a PowerPoint file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ImportReportJson<'a> {
    counts: ImportCounts,
    slides: Vec<SlideReportJson<'a>>,
    /// Items that belong to no slide, such as macros.
    others: Vec<ImportedItem<'a>>,
}

/// The number of items of a file, by what happened to them.
#[derive(Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ImportCounts {
    /// Slides of the file.
    slides: usize,
    /// Items that are not in the deck.
    lost: usize,
    /// Items that are in the deck in another form.
    changed: usize,
    /// Items that are in the speaker notes, because the slide has no place for them.
    in_notes: usize,
}

/// The report on a slide.
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

/// The report on a shape, notes, a comment or anything else on a slide.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ImportedItem<'a> {
    /// Its name in the file, or its kind.
    name: &'a str,
    fate: ImportFate,
    /// The field that contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    /// A sentence about what happened to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    /// What `text` says.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<RemarkJson>,
}

/// What happened to an item of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum ImportFate {
    /// It is in a field of the slide.
    Field,
    /// It is in the speaker notes.
    Notes,
    /// It is in the deck in another form.
    Changed,
    /// It is left out, since it has no content of its own.
    Dropped,
    /// It is not in the deck.
    Lost,
}

/// A deck from a PowerPoint file, as returned to an agent.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct ConvertedForAgent {
    presentation_id: String,
    title: String,
    slides: usize,
    /// One line for each item that is lost, changed or in the speaker notes.
    remarks: Vec<String>,
}

/// The changes of a PowerPoint file to the deck that it was exported from.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct FileChangesJson<'a> {
    /// The revision of the deck that the file was compared with: send it as `If-Match` to apply changes.
    revision: u64,
    /// The exported revision, if the file contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    exported_revision: Option<u64>,
    /// The language of the file, when it is not the main language of the deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'a str>,
    base: MergeBaseJson,
    changes: Vec<FileChangeJson<'a>>,
    /// How many comments of the file the deck does not have yet. They are added when changes are applied.
    comments: usize,
    report: ImportReportJson<'a>,
}

/// The state that a file is compared with.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "MergeBase"))]
#[serde(rename_all = "lowercase")]
enum MergeBaseJson {
    /// The slides as they were exported, which are in the file.
    File,
    /// The deck at the exported revision.
    Version,
    /// None: the file is compared with the deck alone, and every change conflicts.
    None,
}

/// A change that a file makes to a deck.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct FileChangeJson<'a> {
    /// The id of the change, with which a client accepts it.
    id: &'a str,
    kind: FileChangeKindJson,
    /// The slide of the deck that it changes, or that it copies.
    #[serde(skip_serializing_if = "Option::is_none")]
    slide_id: Option<&'a str>,
    /// The number of the slide in the file, from 1; absent for a removed slide.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<usize>,
    /// The title of the slide, or its first words.
    title: &'a str,
    /// The path of the changed value, such as `content.title` or `notes`; empty for the whole slide. Absent for other
    /// kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    /// The exported state: the value of a field, a slide, or the number of a moved slide.
    before: &'a Value,
    /// The state in the file. New pictures are named by their part in the file.
    theirs: &'a Value,
    /// The state in the deck.
    ours: &'a Value,
    /// Whether the deck was changed in the same place.
    conflict: bool,
    /// The rule that the change breaks, for a change that cannot be accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a str>,
}

/// The kind of a change.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "FileChangeKind"))]
#[serde(rename_all = "lowercase")]
enum FileChangeKindJson {
    /// Sets a value of a slide.
    Field,
    /// Adds a slide.
    Added,
    /// Adds a copy of a slide.
    Duplicated,
    /// Removes a slide.
    Removed,
    /// Moves a slide.
    Moved,
}

/// A deck after changes of a file were applied.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct BroughtBackJson<'a> {
    presentation: DeckJson<'a>,
    /// The ids of the applied changes.
    applied: &'a [String],
    /// How many comments of the file were added.
    comments: usize,
    /// The version of the state before; absent when nothing was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'a VersionId>,
}

/// Compares a PowerPoint file with the deck that it was exported from, or applies the changes that `accept` names.
pub(crate) async fn bring_back(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let if_match = if_match(&headers)?;
    let parts = [("accept", MAX_ACCEPTED)];
    let mut sent = sent_file(&app, &headers, body, app.settings.max_deck_bytes, &parts).await?;
    let accept = sent.take_part("accept").or_else(|| query.text("accept").map(std::borrow::Cow::into_owned));
    let interchange = &app.service.interchange;
    let Some(accept) = accept else {
        let changes = interchange.file_changes(&deck, sent.file).await?;
        let answer = FileChangesJson::new(&changes);
        return Ok(with_etag(json_answer(StatusCode::OK, &answer, 4096), changes.revision));
    };
    let BroughtBack { deck: view, before, applied, comments } =
        interchange.bring_back(&deck, sent.file, accepted_changes(&accept)?, if_match).await?;
    let deck = view.deck();
    let before = before.as_ref().map(|version| &version.id);
    let answer = BroughtBackJson { presentation: DeckJson::new(&view, &deck), applied: &applied, comments, before };
    Ok(with_etag(json_answer(StatusCode::OK, &answer, deck_bytes(&view)), view.revision()))
}

/// The changes that a request accepts: `all` for those without conflicts, or a JSON list of ids.
fn accepted_changes(text: &str) -> Result<AcceptedChanges> {
    let text = text.trim();
    if text == "all" {
        return Ok(AcceptedChanges::WithoutConflicts);
    }
    let ids = serde_json::from_str(text).ok().map(AcceptedChanges::Listed);
    ids.ok_or_else(|| ApiError::invalid("accept: expected `all`, or a JSON list of ids of changes"))
}

/// Imports a deck from a PowerPoint file, which is written to disk as it arrives.
pub(crate) async fn import(
    State(app): State<App>,
    caller: By<Write>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let ImportedPowerPoint { deck: view, report } = import_deck(&app, &caller, &query, &headers, body).await?;
    let deck = view.deck();
    let slide_ids: Vec<Option<SlideId>> = deck.slides.iter().map(|slide| Some(slide.id.clone())).collect();
    let answer =
        ConvertedDeck { presentation: DeckJson::new(&view, &deck), report: ImportReportJson::new(&report, &slide_ids) };
    Ok(with_location(json_answer(StatusCode::CREATED, &answer, deck_bytes(&view)), &view))
}

/// Imports a deck from a PowerPoint file that an agent sends to a single-use address.
pub(crate) async fn import_once(
    State(app): State<App>,
    Path(token): Path<String>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Created<ConvertedForAgent>> {
    let caller = app.service.library.use_address(&token).await?;
    let ImportedPowerPoint { deck: view, report } = import_deck(&app, &caller, &query, &headers, body).await?;
    let deck = view.deck();
    Ok(Created(ConvertedForAgent {
        presentation_id: view.head().id.to_string(),
        title: deck.title.clone(),
        slides: deck.slides.len(),
        remarks: import_remarks(&report).collect(),
    }))
}

/// Receives a file and imports it as a new deck.
async fn import_deck(
    app: &App,
    caller: &Caller,
    query: &Query,
    headers: &HeaderMap,
    body: Body,
) -> Result<ImportedPowerPoint> {
    let (file, name) = receive_file(app, query, headers, body).await?;
    Ok(app.service.interchange.import_powerpoint(caller, file, &name).await?)
}

/// Receives a file, which is the body itself or the file of a form, and returns it with its name.
pub(super) async fn receive_file(
    app: &App,
    query: &Query,
    headers: &HeaderMap,
    body: Body,
) -> Result<(Spooled, String)> {
    let SentFile { file, name, .. } = sent_file(app, headers, body, app.settings.max_deck_bytes, &[]).await?;
    let name = query.text("name").map_or(name, std::borrow::Cow::into_owned);
    Ok((file, name))
}

impl<'a> FileChangesJson<'a> {
    fn new(changes: &'a FileChanges) -> Self {
        Self {
            revision: changes.revision,
            exported_revision: changes.exported,
            language: changes.language.as_deref(),
            base: match changes.base {
                MergeBase::File => MergeBaseJson::File,
                MergeBase::Version => MergeBaseJson::Version,
                MergeBase::None => MergeBaseJson::None,
            },
            changes: changes
                .changes
                .iter()
                .map(|(change, problem)| FileChangeJson::new(change, problem.as_deref()))
                .collect(),
            comments: changes.comments,
            report: ImportReportJson::new(&changes.report, &changes.slide_ids),
        }
    }
}

impl<'a> FileChangeJson<'a> {
    fn new(change: &'a FileChange, problem: Option<&'a str>) -> Self {
        let (kind, path) = match &change.kind {
            FileChangeKind::Field { path } => (FileChangeKindJson::Field, Some(path.as_str())),
            FileChangeKind::Added => (FileChangeKindJson::Added, None),
            FileChangeKind::Duplicated => (FileChangeKindJson::Duplicated, None),
            FileChangeKind::Removed => (FileChangeKindJson::Removed, None),
            FileChangeKind::Moved => (FileChangeKindJson::Moved, None),
        };
        Self {
            id: &change.id,
            kind,
            slide_id: change.slide.as_deref(),
            source: change.source,
            title: &change.title,
            path,
            before: &change.before,
            theirs: &change.theirs,
            ours: &change.ours,
            conflict: change.is_conflict,
            problem,
        }
    }
}

impl<'a> ImportReportJson<'a> {
    /// A report on a deck with these slides.
    fn new(report: &'a ImportReport, slide_ids: &'a [Option<SlideId>]) -> Self {
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
            slide_id: slide_ids.get(row.slide).and_then(Option::as_deref).unwrap_or_default(),
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
        let remark = match fate {
            Fate::Changed(remark) | Fate::Lost(remark) => RemarkJson::new(remark),
            Fate::Field(_) | Fate::Notes | Fate::Dropped(_) => None,
        };
        let (kind, field, text) = match fate {
            Fate::Field(field) => (ImportFate::Field, Some(field.as_str()), None),
            Fate::Notes => (ImportFate::Notes, None, Some("the slide has no place for it")),
            Fate::Changed(remark) => (ImportFate::Changed, None, Some(remark.text())),
            Fate::Dropped(text) => (ImportFate::Dropped, None, Some(text.as_str())),
            Fate::Lost(remark) => (ImportFate::Lost, None, Some(remark.text())),
        };
        Self { name, fate: kind, field, text, remark }
    }
}
