//! Small pictures as they are asked for and answered, whatever they show.

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use service::Thumbnail;

use crate::http::{ApiError, Query, Result};

/// What never changes under its address.
const FOREVER: HeaderValue = HeaderValue::from_static("private, max-age=31536000, immutable");
/// What is asked for again each time, and answered in a word when it is the same.
const ASK: HeaderValue = HeaderValue::from_static("private, no-cache");

/// How a small picture is asked for.
pub(super) struct Small {
    /// Its width in pixels.
    pub(super) width: u16,
    /// The name of the picture that the caller has.
    known: Option<String>,
    /// The name that the address has for it.
    named: Option<String>,
}

impl<S: Sync> FromRequestParts<S> for Small {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Ok(query) = Query::from_request_parts(parts, state).await;
        let width = u16::try_from(query.number("w", 64..=1920, 320)?).unwrap_or(320);
        let tag = parts.headers.get(IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
        let known = tag.map(|tag| tag.trim_start_matches("W/").trim_matches('"').to_owned());
        Ok(Self { width, known, named: query.text("h").map(String::from) })
    }
}

impl Small {
    /// The name of the picture that the caller has.
    pub(super) fn known(&self) -> Option<&str> {
        self.known.as_deref()
    }

    /// The picture, or a word when the caller has it. Under an address that names it, it never changes.
    pub(super) fn answer(&self, drawn: Thumbnail) -> Response {
        let mut answer = match drawn.png {
            Some(png) => Response::new(Body::from(png)),
            None => StatusCode::NOT_MODIFIED.into_response(),
        };
        let headers = answer.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/png"));
        let forever = self.named.as_deref() == Some(drawn.hash.as_str());
        headers.insert(CACHE_CONTROL, if forever { FOREVER } else { ASK });
        if let Ok(tag) = HeaderValue::from_str(&format!("\"{}\"", drawn.hash)) {
            headers.insert(ETAG, tag);
        }
        answer
    }
}
