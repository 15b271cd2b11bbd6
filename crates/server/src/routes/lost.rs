//! The page in place of one that is not here: a slide, and the way back.

use axum::extract::State;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use service::Drawn;
use tokio::sync::OnceCell;

use super::page::Escaped;
use super::web::{policy, styles_within};
use crate::http::{ApiError, App};

const FRAME: &str = include_str!("page/lost.html");
const ON_PURPOSE: &str = "This slide was left out on purpose.";

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
    page(&app, Lost::Page).await
}

/// The page, under the status that says the same.
pub(crate) async fn page(app: &App, what: Lost) -> Response {
    // It is the same for everybody, and asked for by whoever guesses addresses.
    static SLIDE: OnceCell<Drawn> = OnceCell::const_new();
    let slide = match SLIDE.get_or_try_init(|| app.service.draw_lost(ON_PURPOSE)).await {
        Ok(slide) => slide,
        Err(fault) => return ApiError::from(fault).into_response(),
    };
    let (status, title, text) = match what {
        Lost::Page => (
            StatusCode::NOT_FOUND,
            "There is nothing at this address",
            "It may have been mistyped, or what was here has moved.",
        ),
        Lost::Deck => {
            (StatusCode::NOT_FOUND, "This deck is not here", "It may be in the trash, or your access has ended.")
        }
        Lost::Presenting => (
            StatusCode::FORBIDDEN,
            "You cannot present this deck",
            "Its owner lets you read it. Ask for the right to edit.",
        ),
    };
    let drawn = slide.slides.first().map_or("", |slide| slide.html.as_str());
    let mut html = FRAME.to_owned();
    for (place, part) in [
        ("{title}", Escaped(title).to_string()),
        ("{text}", Escaped(text).to_string()),
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
