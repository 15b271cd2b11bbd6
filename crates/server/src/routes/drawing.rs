//! Slides drawn for the pages of the app: drafts and thumbnails, and the fonts in them.

use axum::body::Body as AnswerBody;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::Response;
use bytes::Bytes;
use deck::{Content, SlideId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::{DeckId, Draft, Drafted, DrawnSlide, DrawnSlides, Error, MayRead, Sketch, SlideFinding, ThumbnailSlide};

use super::thumbnails::{ThumbnailHashesJson, ThumbnailRequest};
use crate::http::{ApiError, App, Body, By, Json, Path, Query, Read, Result, optional_text_list, read};

/// The maximum number of slides of one request.
const MAX_SLIDES: usize = 500;

/// A drawn slide.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RenderedSlideJson {
    slide_id: SlideId,
    html: String,
    findings: Vec<FindingJson>,
    steps: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct FindingJson {
    slide_id: SlideId,
    field: String,
    /// The kind of problem, such as `overflow` or `small-type`.
    code: &'static str,
    text: String,
}

/// Drawn slides with the stylesheet for all of them.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RenderedSlidesJson {
    slides: Vec<RenderedSlideJson>,
    css: String,
}

/// One drawn slide with its stylesheet; only the stylesheet when nothing was drawn.
#[derive(Serialize)]
pub(crate) struct DrawnSlideWithCss {
    #[serde(flatten)]
    slide: Option<RenderedSlideJson>,
    css: String,
}

/// The drawn slides of a draft. `seq` is the value that the client sent, so that it can match responses with requests.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum DraftAnswer {
    One {
        #[serde(flatten)]
        #[cfg_attr(test, schemars(required))]
        slide: Option<RenderedSlideJson>,
        seq: Value,
        css: String,
    },
    Several {
        slides: Vec<RenderedSlideJson>,
        seq: Value,
        css: String,
    },
}

/// What to draw: stored slides by `slideIds`, slides of the request in `slides`, or one slide by `slideId`, optionally
/// with other `content`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct RenderDraft {
    #[serde(default, deserialize_with = "optional_text_list")]
    slide_ids: Option<Vec<SlideId>>,
    #[cfg_attr(test, schemars(with = "Option<Vec<SketchJson>>"))]
    slides: Option<Value>,
    slide_id: Option<SlideId>,
    content: Option<Content>,
    theme: Option<String>,
    lang: Option<String>,
    #[serde(default)]
    seq: Value,
}

/// A slide to draw, which the deck need not have.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SketchJson {
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    id: Option<Value>,
    #[serde(rename = "type")]
    #[cfg_attr(test, schemars(with = "String"))]
    type_name: Option<Value>,
    #[cfg_attr(test, schemars(with = "Option<Content>"))]
    content: Option<Value>,
}

/// Draws a draft as HTML. The right to read the deck is checked before the body is read.
pub(crate) async fn render(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Json<DraftAnswer>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let RenderDraft { slide_ids, slides, slide_id, content, theme, lang, seq } = body.read().await?;
    let sketches = slides.map(sketches).transpose()?;
    let (only_id, changed_content);
    let slides = match (&slide_ids, &sketches) {
        (Some(_), Some(_)) => return Err(ApiError::invalid("expected either `slideIds` or `slides`, not both")),
        (Some(ids), None) => Drafted::Stored(limited("slideIds", ids)?),
        (None, Some(sketches)) => Drafted::Sketched(sketches),
        (None, None) => {
            only_id = [slide_id.ok_or_else(|| ApiError::invalid("`slideId` is required"))?];
            match content {
                None => Drafted::Stored(&only_id),
                Some(content) => {
                    changed_content = content;
                    Drafted::Changed(&only_id[0], &changed_content)
                }
            }
        }
    };
    let draft = Draft { slides, theme: theme.as_deref(), lang: lang.as_deref() };
    let DrawnSlides { slides, css } = app.service.drawing.draft(&deck, draft).await?;
    let mut slides = slides.into_iter().map(RenderedSlideJson::from);
    let is_one = slide_ids.is_none() && sketches.is_none();
    Ok(Json(if is_one {
        DraftAnswer::One { slide: slides.next(), seq, css }
    } else {
        DraftAnswer::Several { slides: slides.collect(), seq, css }
    }))
}

/// Parses `slides`: slides that are not in the deck. Each is parsed by hand, for errors that name the slide and the
/// field.
fn sketches(slides: Value) -> Result<Vec<Sketch>> {
    let Value::Array(slides) = slides else { return Err(ApiError::invalid("`slides` is a list of slides")) };
    limited("slides", &slides)?;
    slides.into_iter().enumerate().map(|(index, slide)| sketch(index, slide)).collect()
}

/// Parses one slide of `slides`.
fn sketch(index: usize, slide: Value) -> Result<Sketch> {
    let invalid = |path: &str, expected: &str| ApiError::invalid(format!("slides[{index}]{path}: expected {expected}"));
    let Value::Object(slide) = slide else { return Err(invalid("", "an object")) };
    let slide: SketchJson = read(slide)?;
    let id = match slide.id {
        None => None,
        Some(Value::String(id)) => Some(id.into()),
        Some(_) => return Err(invalid(".id", "a text")),
    };
    // A value that is not a text counts as an unknown type.
    let type_name = match slide.type_name {
        Some(Value::String(name)) => name,
        _ => String::new(),
    };
    let content = match slide.content {
        None => None,
        Some(Value::Object(content)) => Some(content),
        Some(_) => return Err(invalid(".content", "an object")),
    };
    Ok(Sketch { id, type_name, content })
}

/// The list unchanged. Fails when it has more than [`MAX_SLIDES`] entries.
fn limited<'a, T>(name: &str, list: &'a [T]) -> Result<&'a [T]> {
    if list.len() > MAX_SLIDES {
        return Err(ApiError::invalid(format!("`{name}` has {MAX_SLIDES} entries at most")));
    }
    Ok(list)
}

/// Draws the thumbnail of a slide.
pub(crate) async fn thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path((id, slide)): Path<(DeckId, SlideId)>,
    query: Query,
    request: ThumbnailRequest,
) -> Result<Response> {
    let deck = app.service.decks.granted(&caller, &id).await?;
    let (slide, lang) = (ThumbnailSlide::Id(&slide), query.text("lang"));
    let drawn = app.service.drawing.thumbnail(&deck, slide, lang.as_deref(), request.width, request.known()).await?;
    Ok(request.response(drawn))
}

/// Returns the hashes of the thumbnails of a deck.
pub(crate) async fn thumbnail_hashes(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Json<ThumbnailHashesJson>> {
    let deck = app.service.decks.granted(&caller, &id).await?;
    Ok(Json(app.service.drawing.thumbnail_hashes(&deck, query.text("lang").as_deref()).await?.into()))
}

/// Draws the thumbnail of the slide with number `n` from 1, or of the first. Lists of decks use it, since they contain
/// no slide ids.
pub(crate) async fn numbered_thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    query: Query,
    request: ThumbnailRequest,
) -> Result<Response> {
    let slide = ThumbnailSlide::Number(query.number("n", 1..=100_000, 1)?);
    let deck = app.service.decks.granted(&caller, &id).await?;
    let lang = query.text("lang");
    let drawn = app.service.drawing.thumbnail(&deck, slide, lang.as_deref(), request.width, request.known()).await?;
    Ok(request.response(drawn))
}

/// Draws the thumbnail of a slide type's example.
pub(crate) async fn type_thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(key): Path<String>,
    query: Query,
    request: ThumbnailRequest,
) -> Result<Response> {
    let theme = query.text("theme").unwrap_or_default();
    Ok(request
        .response(app.service.drawing.type_thumbnail(&caller, &key, &theme, request.width, request.known()).await?))
}

/// Draws the thumbnail of a theme's title slide.
pub(crate) async fn theme_thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<String>,
    query: Query,
    request: ThumbnailRequest,
) -> Result<Response> {
    let title = query.text("title");
    let drawn =
        app.service.drawing.theme_thumbnail(&caller, &id, title.as_deref(), request.width, request.known()).await?;
    Ok(request.response(drawn))
}

/// Returns a font face that drawn slides use: a built-in one by its number, or one that an organization uploaded by its
/// hash. Only somebody who has seen a slide with the font knows the hash, so no sign-in is needed.
pub(crate) async fn font(State(app): State<App>, Path(file): Path<String>) -> Result<Response> {
    let name = file.strip_suffix(".woff2").ok_or(Error::NotFound("font"))?;
    let face = match name.parse() {
        Ok(number) => app.service.drawing.font_face(number).await?,
        Err(_) => app.service.drawing.own_font_face(name).await?,
    };
    let face = face.ok_or(Error::NotFound("font"))?;
    // All responses share the bytes of the face.
    let mut answer = Response::new(AnswerBody::from(Bytes::from_owner(face)));
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("font/woff2"));
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    answer.headers_mut().insert(CACHE_CONTROL, forever);
    Ok(answer)
}

impl From<DrawnSlide> for RenderedSlideJson {
    fn from(slide: DrawnSlide) -> Self {
        Self {
            slide_id: slide.id,
            html: slide.html,
            findings: slide.findings.into_iter().map(FindingJson::from).collect(),
            steps: slide.steps,
        }
    }
}

impl From<SlideFinding> for FindingJson {
    fn from(finding: SlideFinding) -> Self {
        Self { slide_id: finding.slide_id, field: finding.field, code: finding.code, text: finding.text }
    }
}

impl From<DrawnSlides> for RenderedSlidesJson {
    fn from(drawn: DrawnSlides) -> Self {
        Self { slides: drawn.slides.into_iter().map(RenderedSlideJson::from).collect(), css: drawn.css }
    }
}

impl DrawnSlideWithCss {
    /// The first of the drawn slides, if any, and the stylesheet.
    pub(crate) fn new(drawn: &DrawnSlides) -> Self {
        Self { slide: drawn.slides.first().cloned().map(RenderedSlideJson::from), css: drawn.css.clone() }
    }
}
