//! The page for the speaker's phone: notes, the next slide, and a remote control. It is for callers who may read the
//! deck or have the notes key.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use deck::SlideId;
use service::{Error, LivePage, SessionId, ViewOptions};

use super::audience::{AudiencePage, languages};
use super::follow_page::fragment;
use super::go::gone;
use super::live::LivePageJson;
use super::page::{Escaped, page_in};
use super::signin::SignInPage;
use super::translations::Translations;
use crate::http::{App, OptionalCaller, Path, Query, Read, Result, requested_origin};

const BODY: &str = include_str!("page/notes.html");

/// Returns the page, the sign-in form for a caller who may not read it, or a page that says that no such session is
/// running. Invalid credentials count as none.
pub(crate) async fn read(
    State(app): State<App>,
    caller: Result<OptionalCaller<Read>>,
    Path(id): Path<SessionId>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let words = Translations::for_audience(&headers);
    let (key, lang, origin) = (query.text("key"), query.text("lang"), requested_origin(&headers, &app.settings));
    let options = ViewOptions { lang: lang.as_deref(), origin: &origin };
    let caller = caller.ok();
    let caller = caller.as_ref().and_then(OptionalCaller::caller);
    // Before the sign-in form, since signing in does not help when the session is not running.
    match app.service.live.status(&id).await {
        Ok(_) => {}
        Err(Error::NotFound(_)) => return Ok(gone(words, "hall.gone", true)),
        Err(fault) => return Err(fault.into()),
    }
    let access = match app.service.live.speaker_access(caller, &id, key.as_deref()).await {
        Ok(access) => access,
        Err(Error::Unauthorized(_) | Error::Forbidden(_)) => return Ok(sign_in(&app, words, &headers, &id)),
        Err(fault) => return Err(fault.into()),
    };
    let page = app.service.live.speaker_page(&access, options).await?;
    Ok(notes_page(words, &page, access.may_write, key.as_deref()))
}

/// Returns a fragment with one slide for the speaker. Fails when the caller may not read it.
pub(crate) async fn slide(
    State(app): State<App>,
    caller: OptionalCaller<Read>,
    Path((id, slide)): Path<(SessionId, SlideId)>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let (key, lang, origin) = (query.text("key"), query.text("lang"), requested_origin(&headers, &app.settings));
    let options = ViewOptions { lang: lang.as_deref(), origin: &origin };
    let access = app.service.live.speaker_access(caller.caller(), &id, key.as_deref()).await?;
    let slide = app.service.live.speaker_slide(&access, &slide, options).await?;
    Ok(fragment(&slide, &query))
}

fn notes_page(words: &'static Translations, page: &LivePage, may_write: bool, key: Option<&str>) -> Response {
    let hidden: Vec<(&str, &str)> = key.map(|key| ("key", key)).into_iter().collect();
    let choice = languages(words, &page.languages, &page.lang, &hidden);
    let title = Escaped(&page.title).to_string();
    let lang = Escaped(&page.lang).to_string();
    let slide = page.slide.as_ref().map(|slide| slide.html.to_string()).unwrap_or_default();
    let parts = [("title", title.as_str()), ("deck-lang", &lang), ("slide", &slide), ("languages", &choice)];
    let body = words.filled(BODY, &parts);
    let name = format!("{} · {}", words.text("hall.notes.title"), page.title);
    let view = Some(LivePageJson::new(page, Some(may_write)));
    AudiencePage { entry: "notes", words, title: &name, style: &page.style, body: &body, view, reloads: false }
        .into_response()
}

/// The sign-in form, which redirects back to the notes.
fn sign_in(app: &App, words: &Translations, headers: &HeaderMap, session: &str) -> Response {
    let next = format!("/notes/{session}");
    let page = SignInPage::new(app, headers, &next);
    let main = format!("<h1>{}</h1>\n{}", Escaped(words.text("hall.notes.signin")), page.password_form());
    let title = format!("{} · Lectern", words.text("hall.notes.title"));
    (StatusCode::UNAUTHORIZED, page_in(words.lang, &title, &main)).into_response()
}
