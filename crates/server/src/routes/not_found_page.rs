//! The page for addresses that do not exist or that the caller may not open: a slide, and a link to the decks.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use service::DrawnSlides;
use tokio::sync::OnceCell;

use super::page::Escaped;
use super::translations::Translations;
use super::web::{faces, policy, styles_within};
use crate::http::{ApiError, App};

const FRAME: &str = include_str!("page/not-found.html");

/// What is missing.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Missing {
    /// A page at this address.
    Page,
    /// A deck.
    Deck,
    /// The right to present a deck, which the caller may only read.
    Presenting,
}

/// Handles paths without a route: a page for a browser, an error for a program.
pub(crate) async fn fallback(State(app): State<App>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let wants_page =
        headers.get(ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|accept| accept.contains("text/html"));
    let is_api = ["/api", "/mcp"]
        .iter()
        .any(|prefix| uri.path().strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
    if method != Method::GET || !wants_page || is_api {
        return ApiError::NoSuchPath.into_response();
    }
    page(&app, &headers, Missing::Page).await
}

/// Returns the page for what is missing: 404, or 403 for the right to present.
pub(crate) async fn page(app: &App, headers: &HeaderMap, what: Missing) -> Response {
    // The drawn slides are cached: they are the same for everybody, and clients that guess addresses request them
    // often.
    static SLIDES: OnceCell<BTreeMap<&str, DrawnSlides>> = OnceCell::const_new();
    let words = Translations::for_audience(headers);
    let drawn = match SLIDES.get_or_try_init(|| slides(app)).await {
        Ok(slides) => &slides[words.lang],
        Err(fault) => return ApiError::from(fault).into_response(),
    };
    let (status, key) = match what {
        Missing::Page => (StatusCode::NOT_FOUND, "page"),
        Missing::Deck => (StatusCode::NOT_FOUND, "deck"),
        Missing::Presenting => (StatusCode::FORBIDDEN, "presenting"),
    };
    let text = |key: &str| Escaped(words.text(key)).to_string();
    let slide_html = drawn.slides.first().map_or("", |slide| slide.html.as_str());
    let mut html = FRAME.to_owned();
    for (placeholder, part) in [
        ("{lang}", words.lang.to_owned()),
        ("{title}", text(&format!("hall.lost.{key}.title"))),
        ("{text}", text(&format!("hall.lost.{key}.lead"))),
        ("{decks}", text("hall.lost.decks")),
        ("{css}", drawn.css.clone()),
        ("{faces}", faces()),
        ("{slide}", slide_html.to_owned()),
    ] {
        html = html.replace(placeholder, &part);
    }
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (CONTENT_SECURITY_POLICY, policy(styles_within(&html))),
    ];
    (status, headers, html).into_response()
}

/// Draws the slide of the page in each language.
async fn slides(app: &App) -> service::Result<BTreeMap<&'static str, DrawnSlides>> {
    let mut slides = BTreeMap::new();
    for words in Translations::all_for_audience() {
        slides.insert(words.lang, app.service.drawing.not_found_page(words.text("hall.lost.slide"), words.lang).await?);
    }
    Ok(slides)
}
