//! The speaker's phone: notes, what comes next, and a remote. For whoever may read the deck or brings the notes key.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use service::{Error, HallPage, SessionId, Wish};

use super::audience::{Audience, languages};
use super::follow_page::{fragment, origin};
use super::go::gone;
use super::page::{Escaped, page_in};
use super::signin::Look;
use super::words::Words;
use crate::http::{App, Path, Perhaps, Query, Read, Result};

const BODY: &str = include_str!("page/notes.html");

/// The page; whoever may not read it is asked to sign in.
pub(crate) async fn read(
    State(app): State<App>,
    caller: Result<Perhaps<Read>>,
    Path(id): Path<SessionId>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let words = Words::asked(&headers);
    let (key, lang, origin) = (query.text("key"), query.text("lang"), origin(&headers, &app));
    let wish = Wish { lang: lang.as_deref(), origin: &origin };
    let caller = caller.ok();
    let caller = caller.as_ref().and_then(Perhaps::caller);
    // A talk that does not run is told before anybody is asked to sign in.
    match app.service.live.state(&id).await {
        Err(Error::NotFound(_)) => return Ok(gone(words, "hall.gone", true)),
        known => drop(known?),
    }
    match app.service.live.speaker_page(caller, &id, key.as_deref(), wish).await {
        Ok(page) => Ok(shown(words, page, key.as_deref())),
        Err(Error::Unauthorized(_) | Error::Forbidden(_)) => Ok(sign_in(&app, words, &headers, &id)),
        Err(fault) => Err(fault.into()),
    }
}

/// One slide for the speaker.
pub(crate) async fn slide(
    State(app): State<App>,
    caller: Perhaps<Read>,
    Path((id, slide)): Path<(SessionId, String)>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let (key, lang, origin) = (query.text("key"), query.text("lang"), origin(&headers, &app));
    let wish = Wish { lang: lang.as_deref(), origin: &origin };
    let slide = app.service.live.speaker_slide(caller.caller(), &id, key.as_deref(), &slide, wish).await?;
    Ok(fragment(&slide, &query))
}

fn shown(words: &'static Words, page: HallPage, key: Option<&str>) -> Response {
    let kept: Vec<(&str, &str)> = key.map(|key| ("key", key)).into_iter().collect();
    let choice = languages(words, &page.languages, &page.lang, &kept);
    let title = Escaped(&page.title).to_string();
    let lang = Escaped(&page.lang).to_string();
    let slide = page.slide.map(|slide| slide.html.to_string()).unwrap_or_default();
    let parts = [("title", title.as_str()), ("deck-lang", &lang), ("slide", &slide), ("languages", &choice)];
    let body = words.filled(BODY, &parts);
    let name = format!("{} · {}", words.say("hall.notes.title"), page.title);
    Audience { entry: "notes", words, title: &name, style: &page.style, body: &body, view: page.view, follows: false }
        .into_response()
}

fn sign_in(app: &App, words: &Words, headers: &HeaderMap, session: &str) -> Response {
    let look = Look { app, words: Words::of_sign_in(headers), next: &format!("/notes/{session}") };
    let main = format!("<h1>{}</h1>\n{}", Escaped(words.say("hall.notes.signin")), look.password_form());
    let title = format!("{} · Lectern", words.say("hall.notes.title"));
    (StatusCode::UNAUTHORIZED, page_in(words.lang, &title, &main)).into_response()
}
