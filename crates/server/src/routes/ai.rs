//! The author: vendors, and decks and slides from text.

use std::borrow::Cow;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use deck::{Content, SlideId};
use serde::{Deserialize, Serialize};
use service::{Appended, Daily, DeckId, Limit, MayWrite, NewText, VendorRow};

use super::presentation_json::DeckJson;
use super::presentations::Presentation;
use crate::http::{Ai, AiCall, App, By, Iso, Json, Path, Request, Result, Session};

/// A vendor.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Vendor"))]
pub(crate) struct VendorJson {
    id: &'static str,
    label: &'static str,
    configured: bool,
    default: bool,
}

/// A vendor with what is missing before it can be called, for the web app.
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

/// The vendors, and how many calls the caller's key has made today; `daily` is `null` for callers without a limit.
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

/// A text to make a deck from.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct WriteDeck {
    content: String,
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

/// A text to make slides for a deck from.
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

/// Lists the vendors for the web app, which also shows what is missing.
pub(crate) async fn vendors_in_full(
    State(app): State<App>,
    caller: By<Ai>,
) -> Result<Json<VendorList<FullVendorJson>>> {
    let daily = app.service.limits.daily(&caller, Limit::Ai).await?.map(DailyUseJson::from);
    let shown = |row: VendorRow| FullVendorJson {
        vendor: VendorJson::from(&row),
        offline: row.offline,
        model: row.model,
        missing: row.missing,
    };
    Ok(Json(VendorList { vendors: app.service.author.vendors().into_iter().map(shown).collect(), daily }))
}

/// Writes a deck from text.
pub(crate) async fn wizard(
    State(app): State<App>,
    caller: By<AiCall>,
    Request(body): Request<WriteDeck>,
) -> Result<Presentation> {
    let request = app.service.author.check_deck_request(&caller, body.wanted()).await?;
    app.service.limits.count_daily(&caller, Limit::Ai).await?;
    Ok(Presentation::made(app.service.author.write_deck(&caller, request).await?))
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

impl From<Daily> for DailyUseJson {
    fn from(daily: Daily) -> Self {
        Self { limit: daily.limit, used: daily.used, reset_at: Iso(daily.reset_at) }
    }
}

impl WriteDeck {
    /// The request as the author takes it.
    pub(super) fn wanted(&self) -> NewText<'_> {
        NewText {
            content: &self.content,
            title: self.title.as_deref(),
            speaker: self.speaker.as_deref(),
            theme: self.theme.as_deref().or(self.theme_id.as_deref()),
            lang: self.language.as_deref().or(self.lang.as_deref()),
            owner: None,
            vendor: self.vendor.as_deref(),
        }
    }
}
