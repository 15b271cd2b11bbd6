//! The start page, and the pages that the web app fills.
//!
//! A page that needs a session redirects others to the sign-in page, which redirects back. Rights are checked before
//! the page is sent, so that its status says whether the caller may open it.

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use deck::SlideId;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use service::{Caller, DeckId, Error, MayWrite};

use super::editor_page;
use super::not_found_page::{self, Missing};
use super::signin::see_other;
use super::web::Shell;
use crate::http::{ApiError, App, Path, Query, Session};

/// Extractor: a caller who is signed in. Others are redirected to the sign-in page.
pub(crate) struct Visitor(pub(super) Session);

impl FromRequestParts<App> for Visitor {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let session = Session::from_request_parts(parts, app).await;
        session.map(Self).map_err(|error| sign_in_or_error(error, &parts.uri))
    }
}

/// Redirects to the list of decks, or to the sign-in page when nobody is signed in.
pub(crate) async fn front(visitor: Result<Session, ApiError>) -> Response {
    see_other(if visitor.is_ok() { "/app" } else { "/signin" })
}

/// The page with the list of decks.
pub(crate) async fn decks(_: Visitor) -> Response {
    Shell::of("decks", "Lectern").into_response()
}

/// The page with the trash.
pub(crate) async fn trash(_: Visitor) -> Response {
    Shell::of("decks", "Trash · Lectern").into_response()
}

/// The page with the settings.
pub(crate) async fn settings(_: Visitor) -> Response {
    Shell::of("settings", "Settings · Lectern").into_response()
}

/// The page with the editor of a deck, at a slide and in a language if the query names them.
pub(crate) async fn editor(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    Path(id): Path<DeckId>,
    query: Query,
    headers: HeaderMap,
) -> Response {
    let (slide, lang) = (query.text("slideId").as_deref().map(SlideId::from), query.text("lang"));
    let opened = match app.service.decks.granted(&visitor, &id).await {
        Ok(deck) => app.service.editing.open(&deck, slide.as_ref(), lang.as_deref()).await,
        Err(fault) => Err(fault),
    };
    let page = match opened {
        Ok(opened) => editor_page::page(&app, &visitor, &opened).await,
        Err(fault) => Err(fault),
    };
    match page {
        Ok(page) => page,
        Err(fault) => error_page(&app, &headers, fault).await,
    }
}

/// The page with the presenter's console, or the projector's window, whose path ends with `/window`.
pub(crate) async fn talk(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    Path(id): Path<DeckId>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    let entry = if uri.path().ends_with("/window") { "projector" } else { "present" };
    match title_of(&app, &visitor, &id).await {
        Ok(title) => Shell::of(entry, &title).into_response(),
        Err(fault) => error_page(&app, &headers, fault).await,
    }
}

/// The page or the response for an error.
async fn error_page(app: &App, headers: &HeaderMap, fault: Error) -> Response {
    match fault {
        Error::NotFound(_) => not_found_page::page(app, headers, Missing::Deck).await,
        Error::Forbidden(_) => not_found_page::page(app, headers, Missing::Presenting).await,
        fault => ApiError::from(fault).into_response(),
    }
}

/// The title of a page about a deck. Fails when the caller may not write the deck.
async fn title_of(app: &App, caller: &Caller, id: &DeckId) -> Result<String, Error> {
    Ok(format!("{} · Lectern", app.service.decks.granted::<MayWrite>(caller, id).await?.title()))
}

/// A redirect to the sign-in page, which redirects back, when nobody is signed in; else the error itself.
fn sign_in_or_error(error: ApiError, uri: &Uri) -> Response {
    if !matches!(error, ApiError::Service(Error::Unauthorized(_))) {
        return error.into_response();
    }
    let next = uri.path_and_query().map_or("/app", |path| path.as_str());
    see_other(&format!("/signin?next={}", utf8_percent_encode(next, NON_ALPHANUMERIC)))
}
