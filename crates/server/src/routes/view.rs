//! The page of a deck that is shared by a link: all its slides, readable without script and without an account.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use deck::SlideId;
use service::{Error, ViewedLink};

use super::audience::{AudiencePage, languages};
use super::go::gone;
use super::page::Escaped;
use super::published::{read_report, reader};
use super::translations::Translations;
use crate::http::{App, Body, ClientAddress, Path, Query, Result};

const BODY: &str = include_str!("page/view.html");

/// Returns the page. An unknown, a revoked and an expired link get the same response.
pub(crate) async fn read(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(token): Path<String>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let (words, lang) = (Translations::for_audience(&headers), query.text("lang"));
    let shared = match app.service.share_links.shared_deck(&token, lang.as_deref()).await {
        Ok(shared) => shared,
        Err(Error::NotFound(_)) => return Ok(gone(words, "hall.view.gone", false)),
        Err(fault) => return Err(fault.into()),
    };
    app.service.analytics.count_view(&ViewedLink::share_link(shared.id(), &shared.link), reader(&headers, address));
    let drawn = app.service.share_links.draw(&shared).await?;
    let choice = languages(words, &shared.languages, &shared.deck.lang, &[]);
    let title = Escaped(&shared.deck.title).to_string();
    let deck_lang = Escaped(&shared.deck.lang).to_string();
    let mut slides: String = drawn.slides.iter().map(|slide| slide.html.as_str()).collect();
    if slides.is_empty() {
        slides = format!("<p class=\"empty\">{}</p>", Escaped(words.text("hall.view.empty")));
    }
    let report = format!(" data-report=\"/view/{}/seen\"", Escaped(&token));
    let parts = [
        ("title", title.as_str()),
        ("deck-lang", &deck_lang),
        ("slides", &slides),
        ("languages", &choice),
        ("links", ""),
        ("open", ""),
        ("report", &report),
    ];
    let body = words.filled(BODY, &parts);
    let page = AudiencePage {
        entry: "view",
        words,
        title: &shared.deck.title,
        style: &drawn.css,
        body: &body,
        view: None,
        reloads: false,
    };
    Ok(page.into_response())
}

/// Counts a report of the page about how long its slides are read.
pub(crate) async fn seen(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(token): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode> {
    let shared = app.service.share_links.shared_deck(&token, None).await?;
    let reading = read_report(body).await?;
    let link = ViewedLink::share_link(shared.id(), &shared.link);
    let is_slide = |slide: &SlideId| shared.deck.position(slide).is_some();
    app.service.analytics.count_reading(&link, reader(&headers, address), &reading, is_slide).await?;
    Ok(StatusCode::NO_CONTENT)
}
