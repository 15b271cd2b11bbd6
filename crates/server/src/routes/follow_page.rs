//! The audience's page: the current slide with its poll, and the questions.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use deck::SlideId;
use service::{Error, LivePage, LiveSlide, SessionId, ViewOptions};

use super::audience::{AudiencePage, languages};
use super::go::gone;
use super::live::LivePageJson;
use super::page::Escaped;
use super::translations::Translations;
use crate::http::{App, Path, Query, Result, requested_origin};

const BODY: &str = include_str!("page/follow.html");

/// Returns the page with the current slide.
pub(crate) async fn read(
    State(app): State<App>,
    Path(id): Path<SessionId>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let words = Translations::for_audience(&headers);
    let (lang, origin) = (query.text("lang"), requested_origin(&headers, &app.settings));
    let options = ViewOptions { lang: lang.as_deref(), origin: &origin };
    match app.service.live.audience_page(&id, options).await {
        Ok(page) => Ok(audience_page(words, &page)),
        Err(Error::NotFound(_)) => Ok(gone(words, "hall.gone", true)),
        Err(fault) => Err(fault.into()),
    }
}

/// Returns one slide, if the audience may see it now.
pub(crate) async fn slide(
    State(app): State<App>,
    Path((id, slide)): Path<(SessionId, SlideId)>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let (lang, origin) = (query.text("lang"), requested_origin(&headers, &app.settings));
    let options = ViewOptions { lang: lang.as_deref(), origin: &origin };
    let slide = app.service.live.audience_slide(&id, &slide, options).await?;
    Ok(fragment(&slide, &query))
}

/// A slide as an HTML fragment. Clients may cache it for an hour when `rev` is its revision and the slide is fixed: no
/// other change can alter it, such as a change of the theme.
pub(super) fn fragment(slide: &LiveSlide, query: &Query) -> Response {
    let is_cacheable = slide.is_fixed && query.text("rev").is_some_and(|rev| *rev == slide.revision.to_string());
    let caching = if is_cacheable { "private, max-age=3600" } else { "no-store" };
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static(caching)),
    ];
    (headers, slide.html.to_string()).into_response()
}

fn audience_page(words: &'static Translations, page: &LivePage) -> Response {
    let choice = languages(words, &page.languages, &page.lang, &[]);
    let title = Escaped(&page.title).to_string();
    let lang = Escaped(&page.lang).to_string();
    let hidden = || format!("<p class=\"hidden\">{}</p>", Escaped(words.text("hall.slide.hidden")));
    let slide = page.slide.as_ref().map_or_else(hidden, |slide| slide.html.to_string());
    let parts = [("title", title.as_str()), ("deck-lang", &lang), ("slide", &slide), ("languages", &choice)];
    let body = words.filled(BODY, &parts);
    AudiencePage {
        entry: "follow",
        words,
        title: &page.title,
        style: &page.style,
        body: &body,
        view: Some(LivePageJson::new(page, None)),
        reloads: true,
    }
    .into_response()
}
