//! The slide library of an organization, and the slides that decks insert from it.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Response;
use deck::{Content, LibraryLink, Overlay, SlideId, TranslatedSlide, Visibility};
use serde::{Deserialize, Serialize};
use service::{
    DeckId, Error, LibraryFields, LibraryInsertion, LibrarySlideId, LibrarySlideView, LinkedSlide, MayWrite,
};

use super::thumbnails::ThumbnailRequest;
use crate::http::{
    App, Body, By, Created, Deleted, Iso, Json, Pagination, Path, Query, Read, Request, Result, Write,
    optional_text_list,
};

/// A slide of the library.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "LibrarySlide"))]
#[serde(rename_all = "camelCase")]
struct LibrarySlideJson {
    id: LibrarySlideId,
    name: String,
    tags: Vec<String>,
    #[serde(rename = "type")]
    type_name: String,
    content: Content,
    notes: String,
    language: String,
    /// Its languages, the main one first.
    languages: Vec<String>,
    revision: u64,
    /// E-mail of the person who added it.
    added_by: String,
    /// Whether the caller may change or remove it.
    may_change: bool,
    created_at: Iso,
    updated_at: Iso,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct LibrarySlideAnswer {
    slide: LibrarySlideJson,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct LibrarySlideList {
    slides: Vec<LibrarySlideJson>,
    /// All tags of the library.
    tags: Vec<String>,
    pagination: Pagination,
}

/// A slide of a deck that is added to the library.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddLibrarySlide {
    presentation_id: DeckId,
    slide_id: SlideId,
    /// Its name; the title of the slide when absent.
    name: Option<String>,
    #[serde(default, deserialize_with = "optional_text_list")]
    tags: Option<Vec<String>>,
}

/// Changes to a slide of the library. Absent fields stay as they are.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateLibrarySlide {
    name: Option<String>,
    #[serde(default, deserialize_with = "optional_text_list")]
    tags: Option<Vec<String>>,
    /// With `slideId`: the slide of a deck whose content replaces that of the library.
    presentation_id: Option<DeckId>,
    slide_id: Option<SlideId>,
}

/// How a slide of the library is inserted into a deck.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct InsertLibrarySlide {
    /// Id of the slide of the library.
    library_id: LibrarySlideId,
    /// Its position from 0; at the end when absent.
    position: Option<usize>,
    /// Whether the slide stays linked to the library; false when absent.
    #[serde(default)]
    linked: bool,
    /// Id of the slide of the deck that it replaces.
    replaces: Option<SlideId>,
}

/// A slide that was inserted into a deck.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct InsertedLibrarySlide {
    slide_id: SlideId,
    position: usize,
    slide_count: usize,
    /// The revision of the deck.
    revision: u64,
}

/// A slide of a deck that is linked to a slide of the library.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "LinkedSlide"))]
#[serde(rename_all = "camelCase")]
struct LinkedSlideJson {
    slide_id: SlideId,
    library_id: String,
    /// The revision of the copy in the deck.
    revision: u64,
    /// The revision in the library; `null` when the library does not have the slide.
    latest: Option<u64>,
    /// The name of the slide in the library; `null` when the library does not have the slide.
    name: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct LinkedSlideList {
    slides: Vec<LinkedSlideJson>,
}

/// A slide of the library as it would be stored in a deck.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TakenSlide {
    id: SlideId,
    #[serde(rename = "type")]
    type_name: String,
    content: Content,
    notes: String,
    visibility: Visibility,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transition: Option<deck::Transition>,
    #[serde(rename = "morphNames", skip_serializing_if = "Option::is_none")]
    morph_names: Option<deck::MorphNames>,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<LibraryLink>,
    translations: BTreeMap<String, Overlay>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TakenSlideAnswer {
    slide: TakenSlide,
}

/// Lists the library.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>, query: Query) -> Result<Json<LibrarySlideList>> {
    let (limit, offset) = query.page()?;
    let (search, tag) = (query.text("q").unwrap_or_default(), query.text("tag").filter(|tag| !tag.is_empty()));
    let (page, tags) = app.service.slide_library.list(&caller, &search, tag.as_deref(), limit, offset).await?;
    let pagination = Pagination::new(page.total, limit, offset);
    Ok(Json(LibrarySlideList { slides: page.rows.into_iter().map(LibrarySlideJson::from).collect(), tags, pagination }))
}

/// Adds a slide of a deck to the library.
pub(crate) async fn add(
    State(app): State<App>,
    caller: By<Write>,
    Request(body): Request<AddLibrarySlide>,
) -> Result<Created<LibrarySlideAnswer>> {
    let AddLibrarySlide { presentation_id, slide_id, name, tags } = body;
    let deck = app.service.decks.granted::<MayWrite>(&caller, &presentation_id).await?;
    let added = app.service.slide_library.add(&deck, &slide_id, LibraryFields { name, tags }).await?;
    Ok(Created(LibrarySlideAnswer { slide: added.into() }))
}

/// Returns a slide of the library.
pub(crate) async fn read(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<LibrarySlideId>,
) -> Result<Json<LibrarySlideAnswer>> {
    Ok(Json(LibrarySlideAnswer { slide: app.service.slide_library.slide(&caller, &id).await?.into() }))
}

/// Changes name, tags or content of a slide of the library. The right is checked before the body is read.
pub(crate) async fn update(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<LibrarySlideId>,
    body: Body,
) -> Result<Json<LibrarySlideAnswer>> {
    let slide = app.service.slide_library.changeable(&caller, &id).await?;
    let UpdateLibrarySlide { name, tags, presentation_id, slide_id } = body.read().await?;
    let content = match (presentation_id, slide_id) {
        (None, None) => None,
        (Some(deck), Some(slide)) => Some((app.service.decks.granted::<MayWrite>(&caller, &deck).await?, slide)),
        _ => return Err(Error::invalid("`presentationId` and `slideId` are given together").into()),
    };
    let content = content.as_ref().map(|(deck, slide)| (deck, slide));
    let fields = LibraryFields { name, tags };
    let changed = app.service.slide_library.update(&caller, slide, fields, content).await?;
    Ok(Json(LibrarySlideAnswer { slide: changed.into() }))
}

/// Removes a slide from the library.
pub(crate) async fn remove(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<LibrarySlideId>,
) -> Result<Json<Deleted>> {
    let slide = app.service.slide_library.changeable(&caller, &id).await?;
    app.service.slide_library.remove(slide).await?;
    Ok(Json(Deleted::OK))
}

/// Draws the thumbnail of a slide of the library, in the theme that `theme` names.
pub(crate) async fn thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<LibrarySlideId>,
    query: Query,
    request: ThumbnailRequest,
) -> Result<Response> {
    let theme = query.text("theme");
    let drawn = app.service.drawing.library_thumbnail(&caller, &id, theme.as_deref(), request.width, request.known());
    Ok(request.response(drawn.await?))
}

/// Lists the slides of a deck that are linked with the library.
pub(crate) async fn links(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
) -> Result<Json<LinkedSlideList>> {
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let slides = app.service.slide_library.links(&deck).await?;
    Ok(Json(LinkedSlideList { slides: slides.into_iter().map(LinkedSlideJson::from).collect() }))
}

/// Inserts a slide of the library into a deck, or replaces a slide of the deck by it.
pub(crate) async fn insert(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Created<InsertedLibrarySlide>> {
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let InsertLibrarySlide { library_id, position, linked, replaces } = body.read().await?;
    let slide = app.service.slide_library.slide(&caller, &library_id).await?;
    let insertion = LibraryInsertion { replaces, position, linked };
    let inserted = app.service.slide_library.insert(&deck, &slide.stored, &insertion).await?;
    Ok(Created(InsertedLibrarySlide {
        slide_id: inserted.id,
        position: inserted.position,
        slide_count: inserted.total,
        revision: inserted.revision,
    }))
}

/// Returns a slide of the library as it would be stored in the deck. Changes nothing.
pub(crate) async fn preview_insertion(
    State(app): State<App>,
    caller: By<Read>,
    Path((id, library_id)): Path<(DeckId, LibrarySlideId)>,
    query: Query,
) -> Result<Json<TakenSlideAnswer>> {
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let slide = app.service.slide_library.slide(&caller, &library_id).await?;
    let replaces = query.text("replaces").map(|id| SlideId::from(id.as_ref()));
    let insertion = LibraryInsertion { replaces, position: None, linked: query.switch("linked")? };
    let taken = app.service.slide_library.fitted(&deck, &slide.stored, &insertion).await?;
    Ok(Json(TakenSlideAnswer { slide: TakenSlide::new(taken, slide.type_name) }))
}

impl From<LibrarySlideView> for LibrarySlideJson {
    fn from(view: LibrarySlideView) -> Self {
        let LibrarySlideView { stored, type_name, may_change } = view;
        let languages = stored.deck.languages().into_iter().map(str::to_owned).collect();
        let slide = stored.deck.slides.into_iter().next();
        let (content, notes) = slide.map(|slide| (slide.content, slide.notes)).unwrap_or_default();
        Self {
            id: stored.id,
            name: stored.name,
            tags: stored.tags,
            type_name,
            content,
            notes,
            language: stored.deck.lang,
            languages,
            revision: stored.revision,
            added_by: stored.added_by,
            may_change,
            created_at: Iso(stored.created_at),
            updated_at: Iso(stored.updated_at),
        }
    }
}

impl From<LinkedSlide> for LinkedSlideJson {
    fn from(linked: LinkedSlide) -> Self {
        let (name, latest) = linked.latest.unzip();
        Self { slide_id: linked.id, library_id: linked.link.id, revision: linked.link.revision, latest, name }
    }
}

impl TakenSlide {
    fn new(taken: TranslatedSlide, type_name: String) -> Self {
        let TranslatedSlide { slide, translations } = taken;
        Self {
            id: slide.id,
            type_name,
            content: slide.content,
            notes: slide.notes,
            visibility: slide.visibility,
            duration: slide.duration,
            transition: slide.transition,
            morph_names: Some(slide.morph_names).filter(|names| !names.is_empty()),
            library: slide.library,
            translations,
        }
    }
}
