//! The AI author: its vendors, and the decks and slides that it writes from text.

use std::borrow::Cow;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::HeaderMap;
use axum::response::{IntoResponse, Response};
use deck::{Content, SlideId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::{
    Appended, AuthorUsage, AuthoredDeck, Caller, DailyUsage, DeckId, DeckRequest, DocumentId, DocumentSummary, Limit,
    MAX_DOCUMENT, MayWrite, NewText, OutlineSlide, Outlined, ReadDocument, SourceSentence, ThemeReason, VendorRow,
};

use super::presentation_json::DeckJson;
use super::presentations::{deck_bytes, with_location};
use super::uploads::{is_form, sent_file};
use crate::http::{
    Ai, AiCall, ApiError, App, Body, By, Created, Iso, Json, Path, Query, Request, Result, Session, json_answer, read,
};

/// The parts of a form besides its document, each with its maximum size in bytes.
const PARTS: [(&str, usize); 9] = [
    ("title", 4096),
    ("speaker", 4096),
    ("theme", 1024),
    ("themeId", 1024),
    ("language", 64),
    ("lang", 64),
    ("vendor", 64),
    ("slides", 16),
    ("outline", 1 << 20),
];

/// A vendor.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Vendor"))]
pub(crate) struct VendorJson {
    id: &'static str,
    label: &'static str,
    configured: bool,
    default: bool,
}

/// A vendor for the web app, with its model and the setting that is missing.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "FullVendor"))]
pub(crate) struct FullVendorJson {
    #[serde(flatten)]
    vendor: VendorJson,
    offline: bool,
    model: Option<String>,
    /// The setting that is missing.
    missing: Option<&'static str>,
}

/// The vendors, and the daily limit of the caller's key in `daily`, which is `null` for callers without a limit.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "{T}List"))]
pub(crate) struct VendorList<T> {
    vendors: Vec<T>,
    daily: Option<DailyUseJson>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct DailyUseJson {
    limit: u64,
    used: u64,
    reset_at: Iso,
}

/// The result of a test call.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct VendorTest {
    ok: bool,
    vendor: &'static str,
    model: Option<String>,
    milliseconds: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<String>,
}

/// A text or a document from which a deck is written.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct WriteDeck {
    /// The text; absent when the request has a document.
    #[serde(default)]
    content: String,
    /// The id of a document that was sent earlier.
    document: Option<DocumentId>,
    /// The slides of the deck, arranged from those of an outline.
    outline: Option<Vec<OutlineEntry>>,
    /// The maximum number of slides, 3 to 40.
    slides: Option<usize>,
    title: Option<String>,
    speaker: Option<String>,
    theme: Option<String>,
    /// Older name of `theme`.
    #[cfg_attr(test, schemars(skip))]
    theme_id: Option<String>,
    language: Option<String>,
    /// Older name of `language`.
    #[cfg_attr(test, schemars(skip))]
    lang: Option<String>,
    vendor: Option<String>,
}

/// A slide of an arranged outline.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OutlineEntry {
    /// The id of a slide of the outline.
    id: Option<String>,
    /// The ids of several slides of the outline, which are merged into one.
    ids: Option<Vec<String>>,
    #[serde(rename = "type")]
    type_name: Option<String>,
    title: Option<String>,
    points: Option<Vec<String>>,
    notes: Option<String>,
}

/// The outline of a deck that can be written.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct OutlineAnswer {
    title: String,
    language: String,
    theme: SuggestedThemeJson,
    slides: Vec<OutlineSlideJson>,
    /// The stored document, for the call that writes the deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<DocumentJson>,
    /// What the vendor billed; absent for the built-in author.
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<UsageJson>,
}

/// A theme that suits a source.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "SuggestedTheme"))]
struct SuggestedThemeJson {
    id: &'static str,
    reason: ThemeReasonJson,
    /// The reason in a sentence.
    why: &'static str,
}

/// Why a theme suits a source.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ThemeReason"))]
#[serde(rename_all = "lowercase")]
enum ThemeReasonJson {
    Code,
    Figures,
    Pictures,
    Questions,
    General,
}

/// A slide of an outline.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "OutlineSlide"))]
struct OutlineSlideJson {
    id: String,
    #[serde(rename = "type")]
    type_name: String,
    title: String,
    /// The points that a model planned for the slide. Send them back with the slide.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    notes: String,
    /// The sentences of the source that the slide is made of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources: Vec<SourceJson>,
}

/// A stored document, which expires.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "KeptDocument"))]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentJson {
    id: DocumentId,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    expires_at: Iso,
    /// Pages of a PDF, slides of a presentation; 0 for formats without pages.
    pages: usize,
    words: usize,
    pictures: usize,
}

/// A deck that was written.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct WrittenJson<'a> {
    presentation: DeckJson<'a>,
    /// Figures on slides that are not in the source. Only decks written by a model can have them.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
    /// What the vendor billed; absent for the built-in author.
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<UsageJson>,
}

/// What a vendor billed for one call.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "AuthorUsage"))]
#[serde(rename_all = "camelCase")]
pub(crate) struct UsageJson {
    input_tokens: u64,
    output_tokens: u64,
    /// The cost in US dollars; absent when the settings have no price.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
}

/// A sentence of the source that a slide is made of.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "SourceSentence"))]
pub(crate) struct SourceJson {
    /// The page of the document, from 1; absent for sources without pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<usize>,
    /// The heading above the sentence.
    #[serde(skip_serializing_if = "String::is_empty")]
    section: String,
    text: String,
}

/// A text from which slides for a deck are written.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct AppendSlides {
    pub(super) presentation_id: DeckId,
    pub(super) content: String,
    pub(super) vendor: Option<String>,
}

/// A deck after slides were added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct AppendedJson<'a> {
    presentation: DeckJson<'a>,
    appended: usize,
    total_slides: usize,
    slides: Vec<AppendedSlideJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inserted_at: Option<usize>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct AppendedSlideJson<'a> {
    index: usize,
    id: &'a SlideId,
    #[serde(rename = "type")]
    type_name: Cow<'a, str>,
    content: &'a Content,
    notes: &'a str,
}

/// Lists the vendors, with the daily limit of the caller's key.
pub(crate) async fn vendors(State(app): State<App>, caller: By<Ai>) -> Result<Json<VendorList<VendorJson>>> {
    let daily = app.service.limits.daily(&caller, Limit::Ai).await?.map(DailyUseJson::from);
    Ok(Json(VendorList { vendors: app.service.author.vendors().iter().map(VendorJson::from).collect(), daily }))
}

/// Lists the vendors for the web app, each with its missing setting.
pub(crate) async fn vendors_in_full(
    State(app): State<App>,
    caller: By<Ai>,
) -> Result<Json<VendorList<FullVendorJson>>> {
    let daily = app.service.limits.daily(&caller, Limit::Ai).await?.map(DailyUseJson::from);
    let vendor_json = |row: VendorRow| FullVendorJson {
        vendor: VendorJson::from(&row),
        offline: row.offline,
        model: row.model,
        missing: row.missing,
    };
    Ok(Json(VendorList { vendors: app.service.author.vendors().into_iter().map(vendor_json).collect(), daily }))
}

/// Writes a deck from text or from a document.
pub(crate) async fn wizard(
    State(app): State<App>,
    caller: By<AiCall>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let request = DeckInput::read(&app, &caller, &headers, body).await?.checked(&app, &caller).await?;
    app.service.limits.count_daily(&caller, Limit::Ai).await?;
    let AuthoredDeck { view, warnings, usage } = app.service.author.write_deck(&caller, request).await?;
    let deck = view.deck();
    let answer = WrittenJson {
        presentation: DeckJson::new(&view, &deck),
        warnings: &warnings,
        usage: usage.map(UsageJson::from),
    };
    Ok(with_location(json_answer(StatusCode::CREATED, &answer, deck_bytes(&view)), &view))
}

/// Outlines a deck from text or from a document. The document is stored for the later call that writes the deck.
pub(crate) async fn outline(
    State(app): State<App>,
    caller: By<AiCall>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<OutlineAnswer>> {
    let author = &app.service.author;
    let mut input = DeckInput::read(&app, &caller, &headers, body).await?;
    if input.fields.outline.is_some() {
        return Err(ApiError::invalid("`outline` belongs to the call that writes the deck"));
    }
    let request = author.check_deck_request(&caller, input.new_text(&[])).await?;
    app.service.limits.count_daily(&caller, Limit::Ai).await?;
    let Outlined { outline, theme, usage } = author.outline_deck(&caller, &request).await?;
    // A document that the request named by its id is already stored.
    let document = match input.document.as_mut().filter(|_| input.fields.document.is_none()) {
        Some(document) => {
            let stored = author.keep_document(&caller, document).await?;
            Some(stored.into())
        }
        None => None,
    };
    let slides = outline.slides.into_iter().map(|slide| OutlineSlideJson {
        id: slide.ids.into_iter().next().unwrap_or_default(),
        type_name: slide.key.unwrap_or_default(),
        title: slide.title.unwrap_or_default(),
        points: slide.points,
        notes: slide.notes,
        sources: slide.sources.iter().map(SourceJson::from).collect(),
    });
    Ok(Json(OutlineAnswer {
        title: outline.title,
        language: outline.language,
        theme: SuggestedThemeJson { id: theme.id, reason: theme.reason.into(), why: theme.reason.sentence() },
        slides: slides.collect(),
        document,
        usage: usage.map(UsageJson::from),
    }))
}

/// Receives a document that an agent sends to a single-use address, and stores it for an hour.
pub(crate) async fn document_once(
    State(app): State<App>,
    Path(token): Path<String>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Created<DocumentJson>> {
    let caller = app.service.library.use_address(&token).await?;
    let sent = sent_file(&app, &headers, body, MAX_DOCUMENT, &[]).await?;
    let name = query.text("name").map_or(sent.name, Cow::into_owned);
    let author = &app.service.author;
    let mut document = author.read_document(&caller, sent.file, &name).await?;
    let stored = author.keep_document(&caller, &mut document).await?;
    Ok(Created(stored.into()))
}

/// A request for a deck: its fields, and the document that it names by id or contains.
pub(super) struct DeckInput {
    fields: WriteDeck,
    document: Option<ReadDocument>,
}

impl DeckInput {
    /// Reads a request: JSON, or a form with the document as its part `file`.
    async fn read(app: &App, caller: &Caller, headers: &HeaderMap, body: Body) -> Result<Self> {
        if is_form(headers) {
            return Self::of_form(app, caller, headers, body).await;
        }
        Self::of_fields(app, caller, body.within(app.settings.max_body_bytes).read().await?).await
    }

    /// Reads a form with a document.
    pub(super) async fn of_form(app: &App, caller: &Caller, headers: &HeaderMap, body: Body) -> Result<Self> {
        let mut sent = sent_file(app, headers, body, MAX_DOCUMENT, &PARTS).await?;
        sent.refuse_unknown_parts(&PARTS)?;
        let mut fields = Content::new();
        for (name, _) in PARTS {
            let Some(text) = sent.take_part(name).filter(|text| !text.trim().is_empty()) else { continue };
            let value = match name {
                "slides" => text.trim().parse::<u32>().map(Value::from).map_err(|_| {
                    ApiError::invalid(format!(
                        "the part `slides`: expected a number from 3 to 40, not `{}`",
                        text.trim()
                    ))
                })?,
                "outline" => serde_json::from_str(&text)
                    .map_err(|fault| ApiError::invalid(format!("the part `outline` is no JSON: {fault}")))?,
                _ => Value::String(text),
            };
            fields.insert(name.to_owned(), value);
        }
        let mut input = Self { fields: read(fields)?, document: None };
        // Checked with a placeholder text, so that invalid fields are rejected before the document is read and its
        // pictures are stored.
        let outline = input.outline();
        let fields = NewText { content: "-", ..input.new_text(&outline) };
        app.service.author.check_deck_request(caller, fields).await?;
        input.document = Some(app.service.author.read_document(caller, sent.file, &sent.name).await?);
        Ok(input)
    }

    /// The fields of a JSON request, with the stored document that they name. Fails when the document has expired.
    pub(super) async fn of_fields(app: &App, caller: &Caller, fields: WriteDeck) -> Result<Self> {
        let document = match &fields.document {
            Some(id) => Some(app.service.author.kept_document(caller, id).await?),
            None => None,
        };
        Ok(Self { fields, document })
    }

    /// Validates the request with all its fields.
    pub(super) async fn checked(&self, app: &App, caller: &Caller) -> Result<DeckRequest> {
        let outline = self.outline();
        Ok(app.service.author.check_deck_request(caller, self.new_text(&outline)).await?)
    }

    /// The slides of the arranged outline in the request; empty when it has none.
    fn outline(&self) -> Vec<OutlineSlide> {
        self.fields.outline.iter().flatten().map(OutlineEntry::slide).collect()
    }

    /// The request as the author's input.
    fn new_text<'a>(&'a self, outline: &'a [OutlineSlide]) -> NewText<'a> {
        let fields = &self.fields;
        NewText {
            content: &fields.content,
            document: self.document.as_ref(),
            outline: fields.outline.is_some().then_some(outline),
            slides: fields.slides,
            title: fields.title.as_deref(),
            speaker: fields.speaker.as_deref(),
            theme: fields.theme.as_deref().or(fields.theme_id.as_deref()),
            lang: fields.language.as_deref().or(fields.lang.as_deref()),
            owner: None,
            vendor: fields.vendor.as_deref(),
        }
    }
}

impl OutlineEntry {
    fn slide(&self) -> OutlineSlide {
        OutlineSlide {
            ids: self.ids.iter().flatten().chain(&self.id).cloned().collect(),
            key: self.type_name.clone(),
            title: self.title.clone(),
            points: self.points.clone().unwrap_or_default(),
            notes: self.notes.clone().unwrap_or_default(),
            ..OutlineSlide::default()
        }
    }
}

/// Writes more slides from text.
pub(crate) async fn append_slides(
    State(app): State<App>,
    caller: By<AiCall>,
    Request(AppendSlides { presentation_id, content, vendor }): Request<AppendSlides>,
) -> Result<Response> {
    let request = app.service.author.check_slides_request(&content, vendor.as_deref())?;
    let deck = app.service.decks.granted::<MayWrite>(&caller, &presentation_id).await?;
    app.service.limits.count_daily(&caller, Limit::Ai).await?;
    let Appended { view, at, count } = app.service.author.write_slides(&deck, request).await?;
    let deck = view.deck();
    let new = deck.slides.iter().enumerate().skip(at.unwrap_or_default()).take(count);
    let slides = new.map(|(index, slide)| AppendedSlideJson {
        index,
        id: &slide.id,
        type_name: view.type_name(slide),
        content: &slide.content,
        notes: &slide.notes,
    });
    let answer = AppendedJson {
        presentation: DeckJson::new(&view, &deck),
        appended: count,
        total_slides: view.slide_count(),
        slides: slides.collect(),
        inserted_at: at,
    };
    Ok(Json(answer).into_response())
}

/// Makes a test call to a vendor.
pub(crate) async fn try_vendor(
    State(app): State<App>,
    caller: Session,
    Path(vendor): Path<String>,
) -> Result<Json<VendorTest>> {
    let trial = app.service.author.test_vendor(&caller, &vendor).await?;
    Ok(Json(VendorTest {
        ok: trial.fault.is_none(),
        vendor: trial.vendor,
        model: trial.model,
        milliseconds: trial.milliseconds,
        details: trial.fault,
    }))
}

impl From<&VendorRow> for VendorJson {
    fn from(row: &VendorRow) -> Self {
        Self { id: row.id, label: row.label, configured: row.configured, default: row.default }
    }
}

impl From<DailyUsage> for DailyUseJson {
    fn from(daily: DailyUsage) -> Self {
        Self { limit: daily.limit, used: daily.used, reset_at: Iso(daily.reset_at) }
    }
}

impl From<DocumentSummary> for DocumentJson {
    fn from(stored: DocumentSummary) -> Self {
        let DocumentSummary { id, expires_at, title, pages, words, pictures } = stored;
        Self { id, title, expires_at: Iso(expires_at), pages, words, pictures }
    }
}

impl From<AuthorUsage> for UsageJson {
    #[expect(clippy::cast_precision_loss, reason = "costs are far below 2^53 millionths")]
    fn from(usage: AuthorUsage) -> Self {
        let cost = usage.cost.map(|millionths| millionths as f64 / 1e6);
        Self { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens, cost }
    }
}

impl From<&SourceSentence> for SourceJson {
    fn from(source: &SourceSentence) -> Self {
        let page = Some(source.page).filter(|page| *page > 0);
        Self { page, section: source.section.clone(), text: source.text.clone() }
    }
}

impl From<ThemeReason> for ThemeReasonJson {
    fn from(reason: ThemeReason) -> Self {
        match reason {
            ThemeReason::Code => Self::Code,
            ThemeReason::Figures => Self::Figures,
            ThemeReason::Pictures => Self::Pictures,
            ThemeReason::Questions => Self::Questions,
            ThemeReason::General => Self::General,
        }
    }
}
