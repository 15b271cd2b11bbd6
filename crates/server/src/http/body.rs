//! Request bodies: limited in size, and in the time that a client may take to send them.
//!
//! The content type of a request is ignored: what is read as JSON must be JSON.

use std::time::Duration;

use axum::extract::FromRequest;
use axum::http::header::CONTENT_LENGTH;
use bytes::{Bytes, BytesMut};
use deck::Content;
use futures_util::{Stream, StreamExt, stream};
use serde::de::DeserializeOwned;
use serde_json::Value;
use service::{read_json, refuse_nul_in};
use tokio::time::{Instant, timeout_at};

use super::policy::BodyLimit;
use super::{ApiError, App, Result, read, read_with_nulls};

/// For how long a client may send at any pace. Tests use a shorter time.
const GRACE_PERIOD: Duration = if cfg!(test) { Duration::from_millis(100) } else { Duration::from_secs(30) };
/// The minimum pace after [`GRACE_PERIOD`], in bytes per second.
const MIN_PACE: u64 = 16 * 1024;
/// The length in bytes from which on a body is parsed as blocking work, since parsing it would delay other requests.
const MIN_BLOCKING_LENGTH: usize = 256 * 1024;

/// The character NUL as JSON escapes it. After another backslash, the same bytes are not an escaped NUL.
const ESCAPED_NUL: &[u8] = b"\\u0000";

/// A body that is not read yet, so that a handler can check rights first.
pub(crate) struct Body {
    sent: axum::body::BodyDataStream,
    /// The value of `Content-Length`.
    content_length: Option<u64>,
    received: u64,
    cap: u64,
    began_at: Instant,
}

/// Extractor: the JSON body, read into the request struct of a route.
pub(crate) struct Request<T>(pub(crate) T);

/// Extractor: the JSON body, read into a request struct whose fields distinguish `null` from absent.
pub(crate) struct RequestWithNulls<T>(pub(crate) T);

impl FromRequest<App> for Body {
    type Rejection = ApiError;

    async fn from_request(request: axum::extract::Request, app: &App) -> Result<Self> {
        let content_length =
            request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        let cap = match request.extensions().get() {
            Some(BodyLimit::Bytes(most)) => *most,
            Some(BodyLimit::Package) => app.settings.max_deck_bytes,
            Some(BodyLimit::Json) | None => app.settings.max_body_bytes,
        };
        Ok(Self {
            sent: request.into_body().into_data_stream(),
            content_length,
            received: 0,
            cap,
            began_at: Instant::now(),
        })
    }
}

impl<T: DeserializeOwned> FromRequest<App> for Request<T> {
    type Rejection = ApiError;

    async fn from_request(request: axum::extract::Request, app: &App) -> Result<Self> {
        Body::from_request(request, app).await?.read().await.map(Self)
    }
}

impl<T: DeserializeOwned> FromRequest<App> for RequestWithNulls<T> {
    type Rejection = ApiError;

    async fn from_request(request: axum::extract::Request, app: &App) -> Result<Self> {
        Body::from_request(request, app).await?.read_with_nulls().await.map(Self)
    }
}

impl Body {
    /// The same body, with at most `cap` bytes.
    pub(crate) fn within(self, cap: u64) -> Self {
        Self { cap: self.cap.min(cap), ..self }
    }

    /// Reads the body into the request struct of a route.
    pub(crate) async fn read<T: DeserializeOwned>(self) -> Result<T> {
        parsed(&self.bytes().await?, read)
    }

    /// Reads the body into a request struct whose fields distinguish `null` from absent.
    pub(crate) async fn read_with_nulls<T: DeserializeOwned>(self) -> Result<T> {
        parsed(&self.bytes().await?, read_with_nulls)
    }

    /// Reads the body into the request struct of a route. An empty body counts as `{}`.
    pub(crate) async fn read_or_empty<T: DeserializeOwned>(self) -> Result<T> {
        read(self.object_or_empty().await?)
    }

    /// The next chunk; none at the end. Fails when the body is larger than its cap, too slow, or broken off.
    pub(crate) async fn next_chunk(&mut self) -> Result<Option<Bytes>> {
        if self.content_length.is_some_and(|length| length > self.cap) {
            return Err(ApiError::too_large(self.cap));
        }
        let due = self.began_at + GRACE_PERIOD + Duration::from_secs(self.received / MIN_PACE);
        let Ok(chunk) = timeout_at(due, self.sent.next()).await else {
            return Err(ApiError::invalid("the body did not arrive in time"));
        };
        let Some(chunk) = chunk else { return Ok(None) };
        let chunk = chunk.map_err(|_| ApiError::invalid("the body broke off"))?;
        self.received += chunk.len() as u64;
        if self.received > self.cap {
            return Err(ApiError::too_large(self.cap));
        }
        Ok(Some(chunk))
    }

    /// The whole body in memory. Fails as [`Self::next_chunk`] does.
    pub(crate) async fn bytes(mut self) -> Result<Bytes> {
        let Some(first) = self.next_chunk().await? else { return Ok(Bytes::new()) };
        let Some(second) = self.next_chunk().await? else { return Ok(first) };
        let content_length = usize::try_from(self.content_length.unwrap_or_default()).unwrap_or_default();
        let mut all = BytesMut::with_capacity(content_length.max(first.len() + second.len()));
        all.extend_from_slice(&first);
        all.extend_from_slice(&second);
        while let Some(chunk) = self.next_chunk().await? {
            all.extend_from_slice(&chunk);
        }
        Ok(all.freeze())
    }

    /// The body as a JSON object.
    pub(crate) async fn object(self) -> Result<Content> {
        parsed(&self.bytes().await?, Ok)
    }

    /// The body as a JSON object. An empty body counts as `{}`.
    pub(crate) async fn object_or_empty(self) -> Result<Content> {
        let bytes = self.bytes().await?;
        if bytes.is_empty() { Ok(Content::new()) } else { parsed(&bytes, Ok) }
    }

    /// The body as a stream of chunks.
    pub(crate) fn chunks(self) -> impl Stream<Item = Result<Bytes>> + Send + 'static {
        stream::try_unfold(self, |mut body| async move { Ok(body.next_chunk().await?.map(|chunk| (chunk, body))) })
    }
}

/// Parses a JSON object and passes it to `read`. A long body is parsed as blocking work.
fn parsed<T>(bytes: &[u8], read: impl FnOnce(Content) -> Result<T>) -> Result<T> {
    let parse = || read(object(bytes)?);
    if bytes.len() < MIN_BLOCKING_LENGTH { parse() } else { tokio::task::block_in_place(parse) }
}

/// Parses a JSON object. Fails on other JSON, and when a text contains the character NUL.
fn object(bytes: &[u8]) -> Result<Content> {
    let Value::Object(object) = read_json(bytes)? else {
        return Err(ApiError::invalid("the body must be a JSON object"));
    };
    if bytes.windows(ESCAPED_NUL.len()).any(|part| part == ESCAPED_NUL) {
        refuse_nul_in(&object)?;
    }
    Ok(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_character_nul_is_refused_in_every_text() {
        let check = async |text: &'static str| {
            let sent = axum::body::Body::from(text).into_data_stream();
            let body = Body { sent, content_length: None, received: 0, cap: 1000, began_at: Instant::now() };
            body.object().await.is_ok()
        };
        assert!(check(r#"{"title": "a \\u0000 b"}"#).await, "an escaped backslash and `u0000`");
        assert!(!check(r#"{"title": "a \u0000 b"}"#).await);
        assert!(!check(r#"{"slides": [{"content": {"a\u0000": 1}}]}"#).await);
    }

    fn body(chunks: impl Stream<Item = std::io::Result<Bytes>> + Send + 'static) -> Body {
        let sent = axum::body::Body::from_stream(chunks).into_data_stream();
        Body { sent, content_length: None, received: 0, cap: 10, began_at: Instant::now() }
    }

    async fn check(chunks: impl Stream<Item = std::io::Result<Bytes>> + Send + 'static) -> String {
        match body(chunks).bytes().await {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(refusal) => format!("{refusal}"),
        }
    }

    #[tokio::test]
    async fn a_body_is_read_to_its_end_its_cap_or_its_timeout() {
        let chunks =
            |chunks: &'static [&str]| stream::iter(chunks).map(|chunk| Ok(Bytes::from_static(chunk.as_bytes())));
        assert_eq!(check(chunks(&[])).await, "");
        assert_eq!(check(chunks(&["tide"])).await, "tide");
        assert_eq!(check(chunks(&["ti", "de", "s", ""])).await, "tides");
        assert_eq!(check(chunks(&["0123456789", "0"])).await, "at most 10 bytes are accepted");
        assert_eq!(check(chunks(&["ti"]).chain(stream::pending())).await, "the body did not arrive in time");
        assert_eq!(check(stream::iter([Err(std::io::ErrorKind::BrokenPipe.into())])).await, "the body broke off");
        let drips = stream::unfold((), |()| async {
            tokio::time::sleep(Duration::from_millis(40)).await;
            Some((Ok(Bytes::from_static(b"x")), ()))
        });
        assert_eq!(check(drips).await, "the body did not arrive in time");
    }
}
