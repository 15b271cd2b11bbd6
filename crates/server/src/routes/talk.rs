//! What the pages of a talk are made of: slides drawn for a hall, and codes that lead into it.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use deck::Content;
use serde_json::{Value, json};
use service::{DeckId, Invite, qr_svg};

use super::drawing::slide_view;
use crate::http::{ApiError, App, Body, By, Json, Path, Query, Read, Result, Session, needed_text, text, texts};

/// Most characters that a camera is given.
const MOST_CHARACTERS: usize = 1000;

/// The slides of a talk as HTML, all of them or some, with the way to join on them when there is one.
pub(crate) async fn draw(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Json<Value>> {
    let body = body.object_or_empty().await?;
    let slides = texts(&body, "slideIds")?;
    let invite = match body.get("invite") {
        None | Some(Value::Null) => None,
        Some(Value::Object(invite)) => Some(invite_of(invite)?),
        Some(_) => return Err(ApiError::invalid("`invite` is an object")),
    };
    let drawn = app.service.drawing.talk(&caller, &id, slides.as_deref(), text(&body, "lang")?, invite).await?;
    let slides: Vec<Value> = drawn.slides.iter().map(slide_view).collect();
    Ok(Json(json!({ "slides": slides, "css": drawn.css })))
}

fn invite_of(invite: &Content) -> Result<Invite> {
    let word = |name| needed_text(invite, name).map(str::to_owned);
    Ok(Invite { address: word("address")?, link: word("link")?, code: word("code")? })
}

/// Some text as a code for cameras.
pub(crate) async fn qr(_: Session, query: Query) -> Result<Response> {
    let text = query.text("text").filter(|text| text.chars().count() <= MOST_CHARACTERS);
    let svg = text.as_deref().filter(|text| !text.is_empty()).and_then(qr_svg);
    let svg = svg.ok_or_else(|| ApiError::invalid(format!("`text` has 1 to {MOST_CHARACTERS} characters")))?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")),
        (CACHE_CONTROL, HeaderValue::from_static("private, max-age=86400")),
    ];
    Ok((headers, svg).into_response())
}
