//! Receives the reports of published pages about how long their slides are read.

use std::collections::BTreeMap;
use std::net::IpAddr;

use axum::extract::State;
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode};
use deck::SlideId;
use serde::Deserialize;
use service::{Reader, Reading, ViewedLink};

use super::open_page;
use crate::http::{ApiError, App, Body, ClientAddress, Path, Query, Result};

/// The maximum number of slides of a report.
const MAX_SLIDES: usize = 500;

/// A report: for how many milliseconds each slide was shown, whether the last slide was reached, and at which slide the
/// reader left.
#[derive(Deserialize)]
struct Report {
    #[serde(default)]
    shown: BTreeMap<String, u64>,
    #[serde(default)]
    finished: bool,
    left: Option<String>,
}

/// The reader of a page, as the request identifies them. Readers who opt out by `DNT` or `Sec-GPC`, and prefetches, are
/// excluded.
pub(in crate::routes) fn reader(headers: &HeaderMap, address: IpAddr) -> Reader<'_> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_prefetch = text("sec-purpose").contains("prefetch") || text("purpose").contains("prefetch");
    Reader {
        address,
        agent: text(USER_AGENT.as_str()),
        is_excluded: text("dnt") == "1" || text("sec-gpc") == "1" || is_prefetch,
    }
}

/// Reads a report. Browsers send it as plain text when a page is closed.
pub(in crate::routes) async fn read_report(body: Body) -> Result<Reading> {
    let bytes = body.bytes().await?;
    let report: Option<Report> = serde_json::from_slice(&bytes).ok();
    let report = report.filter(|report| report.shown.len() <= MAX_SLIDES);
    let Report { shown, finished, left } =
        report.ok_or_else(|| ApiError::invalid("expected `shown`, `finished` and `left`"))?;
    let shown = shown.into_iter().map(|(slide, time)| (SlideId::from(slide), time)).collect();
    Ok(Reading { shown, finished, last_slide: left.map(SlideId::from) })
}

/// Counts a report of a published page.
pub(crate) async fn seen(
    State(app): State<App>,
    client: ClientAddress,
    Path(slug): Path<String>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode> {
    count(&app, client, &slug, &query, &headers, body, ViewedLink::page).await
}

/// Counts a report of an embed.
pub(crate) async fn seen_in_embed(
    State(app): State<App>,
    client: ClientAddress,
    Path(slug): Path<String>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode> {
    count(&app, client, &slug, &query, &headers, body, ViewedLink::embed).await
}

/// Counts a report. `link` makes the counted link of the page's deck.
async fn count(
    app: &App,
    ClientAddress(address): ClientAddress,
    slug: &str,
    query: &Query,
    headers: &HeaderMap,
    body: Body,
    link: fn(&service::DeckId) -> ViewedLink,
) -> Result<StatusCode> {
    let (page, slides) = open_page(app, slug, query, headers).await?;
    let reading = read_report(body).await?;
    let link = link(&page.publication().deck);
    let is_slide = |slide: &SlideId| slides.deck().position(slide).is_some();
    app.service.analytics.count_reading(&link, reader(headers, address), &reading, is_slide).await?;
    Ok(StatusCode::NO_CONTENT)
}
