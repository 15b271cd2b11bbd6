//! The views of a deck: of its published page, its embeds and its share links.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use deck::SlideId;
use serde::Serialize;
use service::{DeckAnalytics, DeckId, MayWrite, SessionId, SessionViews, ViewCounts};

use super::csv::csv;
use crate::http::{App, By, Iso, Json, Path, Query, Read, Result, attachment};

/// The maximum number of days of a report: 13 months.
const MAX_DAYS: usize = 396;

/// The views of a deck.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnalyticsJson {
    /// The first day, such as `2030-05-01`, in UTC.
    from: String,
    /// The last day.
    to: String,
    /// How often the deck was opened.
    views: u64,
    /// The visitors of each day, added up.
    visitors: u64,
    /// The number of views that reached the last slide.
    finished: u64,
    /// The number of downloaded files.
    downloads: u64,
    per_slide: Vec<SlideViewsJson>,
    per_day: Vec<DayViewsJson>,
    per_link: Vec<LinkViewsJson>,
    /// Live sessions that had an audience, the oldest first.
    sessions: Vec<SessionViewsJson>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct SlideViewsJson {
    slide_id: SlideId,
    title: String,
    /// How often the slide was shown.
    views: u64,
    /// The average number of seconds for which the slide was shown.
    seconds: f64,
    /// The number of views that ended at this slide.
    leaves: u64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DayViewsJson {
    day: String,
    views: u64,
    visitors: u64,
    finished: u64,
    downloads: u64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LinkViewsJson {
    /// `page`, `embed` or the id of a share link.
    link: String,
    /// The name of a share link.
    name: String,
    views: u64,
    visitors: u64,
    finished: u64,
    downloads: u64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct SessionViewsJson {
    session_id: SessionId,
    /// The beginning of its first minute with an audience.
    from: Iso,
    /// The end of its last minute with an audience.
    to: Iso,
    /// The maximum number of followers at a time.
    followers: u64,
    /// The number of answers to polls and feedback.
    answers: u64,
    /// The number of questions of the audience.
    questions: u64,
    /// The minutes with an audience.
    per_minute: Vec<SessionMinuteJson>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SessionMinuteJson {
    at: Iso,
    /// The maximum number of followers in the minute.
    followers: u64,
}

/// Returns the views of a deck in the last `days` days.
pub(crate) async fn read(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Json<AnalyticsJson>> {
    let (report, _) = report(&app, &caller, &id, &query).await?;
    Ok(Json(report.into()))
}

/// Returns the views of a deck in the last `days` days as CSV, one row for each day.
pub(crate) async fn table(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    let (report, title) = report(&app, &caller, &id, &query).await?;
    let (days, sessions) = (report.per_day, report.sessions);
    let rows = days.into_iter().map(|row| {
        let ViewCounts { views, visitors, finished, downloads, .. } = row.counts;
        let mut numbers = [views, visitors, finished, downloads, 0, 0, 0, 0];
        for session in sessions.iter().filter(|session| session.day == row.day) {
            let of_session = [1, session.followers, session.answers, session.questions];
            for (sum, number) in numbers[4..].iter_mut().zip(of_session) {
                *sum += number;
            }
        }
        let mut cells = vec![row.day];
        cells.extend(numbers.map(|number| number.to_string()));
        cells
    });
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (CONTENT_DISPOSITION, attachment(&title, " - views.csv")),
    ];
    let columns =
        ["day", "views", "visitors", "finished", "downloads", "sessions", "followers", "answers", "questions"];
    Ok((headers, csv(&columns, rows)).into_response())
}

/// The report for the requested days, and the title of the deck.
async fn report(app: &App, caller: &service::Caller, id: &DeckId, query: &Query) -> Result<(DeckAnalytics, String)> {
    let deck = app.service.decks.granted::<MayWrite>(caller, id).await?;
    let days = i64::try_from(query.number("days", 1..=MAX_DAYS, 30)?).unwrap_or(30);
    let report = app.service.analytics.report(&deck, &app.service.catalogue, days).await?;
    Ok((report, deck.title().to_owned()))
}

impl From<SessionViews> for SessionViewsJson {
    fn from(views: SessionViews) -> Self {
        let per_minute =
            views.per_minute.into_iter().map(|(at, followers)| SessionMinuteJson { at: Iso(at), followers });
        Self {
            session_id: views.session,
            from: Iso(views.from),
            to: Iso(views.to),
            followers: views.followers,
            answers: views.answers,
            questions: views.questions,
            per_minute: per_minute.collect(),
        }
    }
}

impl From<DeckAnalytics> for AnalyticsJson {
    fn from(report: DeckAnalytics) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "an average for people")]
        let per_slide = report.per_slide.into_iter().map(|slide| SlideViewsJson {
            slide_id: slide.id,
            title: slide.title,
            views: slide.counts.views,
            seconds: (slide.counts.milliseconds as f64 / slide.counts.views.max(1) as f64 / 100.0).round() / 10.0,
            leaves: slide.counts.leaves,
        });
        let per_day = report.per_day.into_iter().map(|row| DayViewsJson {
            day: row.day,
            views: row.counts.views,
            visitors: row.counts.visitors,
            finished: row.counts.finished,
            downloads: row.counts.downloads,
        });
        let per_link = report.per_link.into_iter().map(|row| LinkViewsJson {
            link: row.link,
            name: row.name.unwrap_or_default(),
            views: row.counts.views,
            visitors: row.counts.visitors,
            finished: row.counts.finished,
            downloads: row.counts.downloads,
        });
        Self {
            from: report.from,
            to: report.to,
            views: report.total.views,
            visitors: report.total.visitors,
            finished: report.total.finished,
            downloads: report.total.downloads,
            per_slide: per_slide.collect(),
            per_day: per_day.collect(),
            per_link: per_link.collect(),
            sessions: report.sessions.into_iter().map(SessionViewsJson::from).collect(),
        }
    }
}
