//! Versions of a deck: list, name, read, restore.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use deck::SlideId;
use serde::{Deserialize, Serialize};
use service::{DeckId, IfMatch, ListedVersion, MayWrite, Version, VersionId, VersionReason};

use super::presentation_json::DeckJson;
use super::presentations::{deck_bytes, with_etag};
use super::thumbnails::ThumbnailRequest;
use crate::http::{App, Body, By, Created, Iso, Json, Pagination, Path, Query, Read, Result, Write, json_answer};

/// A version of a deck, without its content.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct VersionJson {
    id: VersionId,
    reason: VersionReason,
    name: String,
    revision: u64,
    title: String,
    slide_count: usize,
    by: String,
    by_name: String,
    created_at: Iso,
    /// The number of slides that differ from the previous version; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    slides_changed: Option<usize>,
    /// The titles of up to three of these slides.
    changed_titles: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct VersionAnswer {
    version: VersionJson,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct VersionList {
    versions: Vec<VersionJson>,
    pagination: Pagination,
}

/// A version with its content.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct VersionContent<'a> {
    version: VersionJson,
    presentation: DeckJson<'a>,
}

/// A deck after a version was restored, and the version of the state before.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RestoredDeck<'a> {
    presentation: DeckJson<'a>,
    /// The version of the state before.
    kept: Option<VersionJson>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct NameVersion {
    name: String,
}

/// Lists the versions of a deck.
pub(crate) async fn list(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Json<VersionList>> {
    let (limit, offset) = query.page()?;
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let page = app.service.decks.versions(&deck, (limit, offset)).await?;
    let pagination = Pagination::new(page.total, limit, offset);
    Ok(Json(VersionList { versions: page.rows.into_iter().map(VersionJson::from).collect(), pagination }))
}

/// Stores the current state of a deck as a version with a name. The right is checked before the body is read.
pub(crate) async fn create(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Created<VersionAnswer>> {
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let NameVersion { name } = body.read().await?;
    Ok(Created(VersionAnswer { version: app.service.decks.name_version(&deck, &name).await?.into() }))
}

/// Returns a version with its content.
pub(crate) async fn read(
    State(app): State<App>,
    caller: By<Read>,
    Path((id, version)): Path<(DeckId, VersionId)>,
) -> Result<Response> {
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let (version, view) = app.service.decks.version(&deck, &version).await?;
    let deck = view.deck();
    let answer = VersionContent { version: version.into(), presentation: DeckJson::new(&view, &deck) };
    Ok(json_answer(StatusCode::OK, &answer, deck_bytes(&view)))
}

/// Restores a version of a deck.
pub(crate) async fn restore(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, version)): Path<(DeckId, VersionId)>,
) -> Result<Response> {
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let restored = app.service.decks.restore_version(&deck, &version, IfMatch::Any).await?;
    let view = restored.deck;
    let deck = view.deck();
    let answer =
        RestoredDeck { presentation: DeckJson::new(&view, &deck), kept: restored.before.map(VersionJson::from) };
    Ok(with_etag(json_answer(StatusCode::OK, &answer, deck_bytes(&view)), view.revision()))
}

/// Returns the thumbnail of a slide of a version.
pub(crate) async fn thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path((id, version, slide)): Path<(DeckId, VersionId, SlideId)>,
    request: ThumbnailRequest,
) -> Result<Response> {
    let version_and_slide = (&version, &slide);
    Ok(request.response(
        app.service.drawing.version_thumbnail(&caller, &id, version_and_slide, request.width, request.known()).await?,
    ))
}

impl From<Version> for VersionJson {
    fn from(version: Version) -> Self {
        Self {
            id: version.id,
            reason: version.reason,
            name: version.name.unwrap_or_default(),
            revision: version.revision,
            title: version.title,
            slide_count: version.slide_count,
            by: version.by_email,
            by_name: version.by_name,
            created_at: Iso(version.created_at),
            slides_changed: None,
            changed_titles: Vec::new(),
        }
    }
}

impl From<ListedVersion> for VersionJson {
    fn from(ListedVersion { version, slides_changed, changed_titles }: ListedVersion) -> Self {
        Self { slides_changed, changed_titles, ..version.into() }
    }
}
