//! Where people arrive: the front door, and a notice in place of the web app while a build has none.

use axum::http::Uri;
use axum::response::Response;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::page::page;
use super::signin::see_other;
use crate::http::{ApiError, Session};

/// The front door: to the decks, or to the sign-in page.
pub(crate) async fn front(session: Result<Session, ApiError>) -> Response {
    see_other(if session.is_ok() { "/app" } else { "/signin" })
}

/// The web app, which this build does not have.
pub(crate) async fn app(session: Result<Session, ApiError>, uri: Uri) -> Response {
    if session.is_err() {
        let here = uri.path_and_query().map_or("/app", |here| here.as_str());
        return see_other(&format!("/signin?next={}", utf8_percent_encode(here, NON_ALPHANUMERIC)));
    }
    let main = "<h1>You are in</h1>\n\
        <p>This build has no web app. Decks are made and read through the API.</p>\n\
        <p><a href=\"/api/v1/docs\">Read about the API</a></p>";
    page("Lectern", main)
}
