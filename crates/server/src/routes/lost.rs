//! The page in place of one that is not here: a slide, and the way back.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use service::Drawn;
use tokio::sync::OnceCell;

use super::page::Escaped;
use super::web::{policy, styles_within};
use super::words::Words;
use crate::http::{ApiError, App};

const FRAME: &str = include_str!("page/lost.html");

/// What is not to be had.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Lost {
    /// Anything at the address.
    Page,
    /// A deck.
    Deck,
    /// Presenting a deck that may only be read.
    Presenting,
}

/// For addresses that no route has: a page for a browser, a refusal for a program.
pub(crate) async fn anywhere(State(app): State<App>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let wants_page =
        headers.get(ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|accept| accept.contains("text/html"));
    let is_door = ["/api", "/mcp"]
        .iter()
        .any(|door| uri.path().strip_prefix(door).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
    if method != Method::GET || !wants_page || is_door {
        return ApiError::NoSuchPath.into_response();
    }
    page(&app, &headers, Lost::Page).await
}

/// The page, under the status that says the same.
pub(crate) async fn page(app: &App, headers: &HeaderMap, what: Lost) -> Response {
    // They are the same for everybody, and asked for by whoever guesses addresses.
    static SLIDES: OnceCell<BTreeMap<&str, Drawn>> = OnceCell::const_new();
    let words = Words::asked(headers);
    let slide = match SLIDES.get_or_try_init(|| slides(app)).await {
        Ok(slides) => &slides[words.lang],
        Err(fault) => return ApiError::from(fault).into_response(),
    };
    let (status, key) = match what {
        Lost::Page => (StatusCode::NOT_FOUND, "page"),
        Lost::Deck => (StatusCode::NOT_FOUND, "deck"),
        Lost::Presenting => (StatusCode::FORBIDDEN, "presenting"),
    };
    let said = |key: &str| Escaped(words.say(key)).to_string();
    let drawn = slide.slides.first().map_or("", |slide| slide.html.as_str());
    let mut html = FRAME.to_owned();
    for (place, part) in [
        ("{lang}", words.lang.to_owned()),
        ("{title}", said(&format!("hall.lost.{key}.title"))),
        ("{text}", said(&format!("hall.lost.{key}.lead"))),
        ("{decks}", said("hall.lost.decks")),
        ("{css}", slide.css.clone()),
        ("{slide}", drawn.to_owned()),
    ] {
        html = html.replace(place, &part);
    }
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (CONTENT_SECURITY_POLICY, policy(styles_within(&html))),
    ];
    (status, headers, html).into_response()
}

/// What the page shows, by its language.
async fn slides(app: &App) -> service::Result<BTreeMap<&'static str, Drawn>> {
    let mut slides = BTreeMap::new();
    for words in Words::all() {
        slides.insert(words.lang, app.service.drawing.not_found_page(words.say("hall.lost.slide"), words.lang).await?);
    }
    Ok(slides)
}
