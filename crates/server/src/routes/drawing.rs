//! Slides drawn for the pages of the app: drafts, small pictures, and the fonts they are set in.

use axum::body::Body as AnswerBody;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::Response;
use bytes::Bytes;
use serde_json::{Value, json};
use service::{DeckId, Draft, Drafted, DrawnSlide, Error, Right};

use super::small::Small;
use crate::http::{ApiError, App, Body, By, Json, Path, Query, Read, Result, needed_text, text, texts};

/// Most slides of one call.
const MOST_SLIDES: usize = 500;

/// A draft as HTML: one slide with content that is not saved, several as they are stored, or several that the deck does
/// not have.
pub(crate) async fn render(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.decks.deck_for(&caller, &id, Right::Read).await?;
    let body = body.object().await?;
    let named = texts(&body, "slideIds")?;
    let sketches = match body.get("slides") {
        None | Some(Value::Null) => None,
        Some(Value::Array(sketches)) => Some(sketches.as_slice()),
        Some(_) => return Err(ApiError::invalid("`slides` is a list of slides")),
    };
    let one;
    let slides = match (&named, sketches) {
        (Some(_), Some(_)) => return Err(ApiError::invalid("either `slideIds` or `slides`")),
        (Some(named), None) => Drafted::Stored(few("slideIds", named)?),
        (None, Some(sketches)) => Drafted::Sketched(few("slides", sketches)?),
        (None, None) => {
            one = [needed_text(&body, "slideId")?.to_owned()];
            match body.get("content") {
                None | Some(Value::Null) => Drafted::Stored(&one),
                Some(Value::Object(content)) => Drafted::Changed(&one[0], content),
                Some(_) => return Err(ApiError::invalid("`content` is an object")),
            }
        }
    };
    let draft = Draft { slides, theme: text(&body, "theme")?, lang: text(&body, "lang")? };
    let drawn = app.service.drawing.draft(&caller, &id, draft).await?;
    let seq = body.get("seq").cloned().unwrap_or_default();
    let mut slides: Vec<Value> = drawn.slides.iter().map(slide_view).collect();
    let is_one = named.is_none() && sketches.is_none();
    let mut answer = if is_one { slides.pop().unwrap_or_default() } else { json!({ "slides": slides }) };
    answer["seq"] = seq;
    answer["css"] = json!(drawn.css);
    Ok(Json(answer))
}

/// A list that one call may ask for.
fn few<'a, T>(name: &str, list: &'a [T]) -> Result<&'a [T]> {
    if list.len() > MOST_SLIDES {
        return Err(ApiError::invalid(format!("`{name}` has {MOST_SLIDES} entries at most")));
    }
    Ok(list)
}

/// A slide that was drawn, as it is answered.
pub(super) fn slide_view(slide: &DrawnSlide) -> Value {
    json!({ "slideId": slide.id, "html": slide.html, "findings": slide.findings, "steps": slide.steps })
}

/// A slide as a small picture.
pub(crate) async fn thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path((id, slide)): Path<(DeckId, String)>,
    query: Query,
    small: Small,
) -> Result<Response> {
    let lang = query.text("lang");
    let drawn =
        app.service.drawing.thumbnail(&caller, &id, &slide, lang.as_deref(), small.width, small.known()).await?;
    Ok(small.answer(drawn))
}

/// The same by the slide's number, for lists of decks, which know no slides: the first unless `n` names another.
pub(crate) async fn numbered_thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    query: Query,
    small: Small,
) -> Result<Response> {
    let number = query.number("n", 1..=100_000, 1)?;
    let stored = app.service.decks.deck_for(&caller, &id, Right::Read).await?;
    let slide = &stored.deck.slides.get(number - 1).ok_or(Error::NotFound("slide"))?.id;
    let lang = query.text("lang");
    let drawn = app.service.drawing.thumbnail(&caller, &id, slide, lang.as_deref(), small.width, small.known()).await?;
    Ok(small.answer(drawn))
}

/// The example of a slide type as a small picture.
pub(crate) async fn type_thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(key): Path<String>,
    query: Query,
    small: Small,
) -> Result<Response> {
    let theme = query.text("theme").unwrap_or_default();
    Ok(small.answer(app.service.drawing.type_thumbnail(&caller, &key, &theme, small.width, small.known()).await?))
}

/// The slide that opens decks of a theme as a small picture.
pub(crate) async fn theme_thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    query: Query,
    small: Small,
) -> Result<Response> {
    let title = query.text("title");
    let drawn = app.service.drawing.theme_thumbnail(&caller, &id, title.as_deref(), small.width, small.known()).await?;
    Ok(small.answer(drawn))
}

/// A face, as slides on pages of the app are set in it.
pub(crate) async fn font(State(app): State<App>, Path(file): Path<String>) -> Result<Response> {
    let number = file.strip_suffix(".woff2").and_then(|number| number.parse().ok());
    let face = match number {
        Some(number) => app.service.drawing.font_face(number).await?,
        None => None,
    };
    let face = face.ok_or(Error::NotFound("font"))?;
    // Shared, not copied, by all who ask for it.
    let mut answer = Response::new(AnswerBody::from(Bytes::from_owner(face)));
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("font/woff2"));
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    answer.headers_mut().insert(CACHE_CONTROL, forever);
    Ok(answer)
}
