//! Slides drawn for the pages of the app: drafts, small pictures, and the fonts they are set in.

use axum::body::Body as AnswerBody;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use service::{Caller, Draft, Drafted, DrawnSlide, Error, Right, Thumbnail};

use crate::http::{ApiError, App, Body, By, Json, Path, Query, Read, Result, needed_text, text, texts};

/// What never changes under its address.
const FOREVER: HeaderValue = HeaderValue::from_static("private, max-age=31536000, immutable");
/// What is asked for again each time, and answered in a word when it is the same.
const ASK: HeaderValue = HeaderValue::from_static("private, no-cache");
/// Most slides of one call.
const MOST_SLIDES: usize = 500;

/// A draft as HTML: one slide with content that is not saved, several as they are stored, or several that the deck does
/// not have.
pub(crate) async fn render(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<String>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.deck_for(&caller, &id, Right::Read).await?;
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
    let drawn = app.service.draw_draft(&caller, &id, draft).await?;
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

/// A slide as a small picture. Under an address that names what it was drawn from it never changes.
pub(crate) async fn thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path((id, slide)): Path<(String, String)>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    small(&app, &caller, &id, &slide, &query, &headers).await
}

/// The same by the slide's number, for lists of decks, which know no slides: the first unless `n` names another.
pub(crate) async fn numbered_thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<String>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let number = query.number("n", 1..=100_000, 1)?;
    let stored = app.service.deck_for(&caller, &id, Right::Read).await?;
    let slide = stored.deck.slides.get(number - 1).ok_or(Error::NotFound("slide"))?;
    small(&app, &caller, &id, &slide.id, &query, &headers).await
}

async fn small(
    app: &App,
    caller: &Caller,
    id: &str,
    slide: &str,
    query: &Query,
    headers: &HeaderMap,
) -> Result<Response> {
    let (width, known) = wanted(query, headers)?;
    let lang = query.text("lang");
    let drawn = app.service.thumbnail(caller, id, slide, lang.as_deref(), width, known).await?;
    Ok(picture(drawn, query))
}

/// The example of a slide type as a small picture.
pub(crate) async fn type_thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(key): Path<String>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let (width, known) = wanted(&query, &headers)?;
    let theme = query.text("theme");
    let theme = theme.as_deref().unwrap_or_default();
    let drawn = app.service.type_thumbnail(&caller, &key, theme, width, known).await?;
    Ok(picture(drawn, &query))
}

/// The slide that opens decks of a theme as a small picture.
pub(crate) async fn theme_thumbnail(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<String>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let (width, known) = wanted(&query, &headers)?;
    let drawn = app.service.theme_thumbnail(&caller, &id, query.text("title").as_deref(), width, known).await?;
    Ok(picture(drawn, &query))
}

/// The width of a small picture, and the name of the one that the caller has.
pub(crate) fn wanted<'a>(query: &Query, headers: &'a HeaderMap) -> Result<(u16, Option<&'a str>)> {
    let width = u16::try_from(query.number("w", 64..=1920, 320)?).unwrap_or(320);
    let known = headers.get(IF_NONE_MATCH).and_then(|tag| tag.to_str().ok()).map(|tag| tag.trim_matches('"'));
    Ok((width, known))
}

/// A small picture as it is answered.
pub(crate) fn picture(drawn: Thumbnail, query: &Query) -> Response {
    let mut answer = match drawn.png {
        Some(png) => Response::new(AnswerBody::from(png)),
        None => StatusCode::NOT_MODIFIED.into_response(),
    };
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/png"));
    let forever = query.text("h").as_deref() == Some(drawn.hash.as_str());
    headers.insert(CACHE_CONTROL, if forever { FOREVER } else { ASK });
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{}\"", drawn.hash)) {
        headers.insert(ETAG, tag);
    }
    answer
}

/// A face, as slides on pages of the app are set in it.
pub(crate) async fn font(State(app): State<App>, Path(file): Path<String>) -> Result<Response> {
    let number = file.strip_suffix(".woff2").and_then(|number| number.parse().ok());
    let face = match number {
        Some(number) => app.service.face(number).await?,
        None => None,
    };
    let face = face.ok_or(Error::NotFound("font"))?;
    let mut answer = Response::new(AnswerBody::from(face.to_vec()));
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("font/woff2"));
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    answer.headers_mut().insert(CACHE_CONTROL, forever);
    Ok(answer)
}
