//! Thumbnails: how they are requested, and how long clients may cache them.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use deck::SlideId;
use serde::Serialize;
use service::{Thumbnail, ThumbnailHashes};

use crate::http::{ApiError, Query, Result};

/// `Cache-Control` for an address whose picture never changes.
const FOREVER: HeaderValue = HeaderValue::from_static("private, max-age=31536000, immutable");
/// `Cache-Control` for an address whose picture may change: clients revalidate it and get 304 when it is the same.
const REVALIDATE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// The hashes of the thumbnails of a deck. Clients may cache the picture of an address with its hash, `h`, forever.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ThumbnailHashesJson {
    /// The language that the slides are shown in.
    language: String,
    /// The hash of each slide's thumbnail, by the id of the slide.
    slides: BTreeMap<SlideId, String>,
}

/// A request for a thumbnail.
pub(super) struct ThumbnailRequest {
    /// The width of the thumbnail in pixels, 64 to 1920.
    pub(super) width: u16,
    /// The hash of the picture that the client has.
    known: Option<String>,
    /// The hash in the query of the address, `h`.
    hash: Option<String>,
    /// The version in the query of the address, `v`.
    version: Option<String>,
}

impl<S: Sync> FromRequestParts<S> for ThumbnailRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Ok(query) = Query::from_request_parts(parts, state).await;
        let width = u16::try_from(query.number("w", 64..=1920, 320)?).unwrap_or(320);
        let tag = parts.headers.get(IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
        let known = tag.map(|tag| tag.trim_start_matches("W/").trim_matches('"').to_owned());
        let (hash, version) = (query.text("h").map(String::from), query.text("v").map(String::from));
        Ok(Self { width, known, hash, version })
    }
}

impl ThumbnailRequest {
    /// The hash of the picture that the client has.
    pub(super) fn known(&self) -> Option<&str> {
        self.known.as_deref()
    }

    /// The response with the picture, or 304 when the client has it. Clients may cache it forever when the address
    /// contains its hash, or the current version of the thumbnails of its deck, theme or slide of the library.
    pub(super) fn response(&self, drawn: Thumbnail) -> Response {
        let mut answer = match drawn.png {
            Some(png) => Response::new(Body::from(png)),
            None => StatusCode::NOT_MODIFIED.into_response(),
        };
        let headers = answer.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/png"));
        let is_current = self.version.as_deref() == Some(drawn.version.as_str());
        let forever = is_current || self.hash.as_deref() == Some(drawn.hash.as_str());
        headers.insert(CACHE_CONTROL, if forever { FOREVER } else { REVALIDATE });
        if let Ok(tag) = HeaderValue::from_str(&format!("\"{}\"", drawn.hash)) {
            headers.insert(ETAG, tag);
        }
        answer
    }
}

impl From<ThumbnailHashes> for ThumbnailHashesJson {
    fn from(hashes: ThumbnailHashes) -> Self {
        Self { language: hashes.language, slides: hashes.slides }
    }
}
