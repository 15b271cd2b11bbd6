//! Responses: compact JSON that must not be cached, and files named after a deck.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use service::AssetChunks;
use tokio::fs::File;
use tokio::io::AsyncReadExt;

use super::{ApiError, Result};

const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
/// Initial capacity for the body of most responses.
const USUAL_BYTES: usize = 1024;
/// Bytes of a file that are sent at once.
const CHUNK: usize = 64 * 1024;
/// The most characters of a file name without its extension.
const MAX_NAME: usize = 120;
/// The characters that RFC 8187 allows unescaped in an extended value.
const UNESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'!').remove(b'#').remove(b'$');

/// 200 with a JSON body.
pub(crate) struct Json<T>(pub(crate) T);

/// 201 with a JSON body.
pub(crate) struct Created<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        json_answer(StatusCode::OK, &self.0, USUAL_BYTES)
    }
}

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        json_answer(StatusCode::CREATED, &self.0, USUAL_BYTES)
    }
}

/// A JSON response. `about_bytes` is the initial capacity of its buffer.
pub(crate) fn json_answer(status: StatusCode, body: &impl Serialize, about_bytes: usize) -> Response {
    let mut bytes = Vec::with_capacity(about_bytes);
    if let Err(fault) = serde_json::to_writer(&mut bytes, body) {
        return ApiError::Service(service::Error::Internal(fault.into())).into_response();
    }
    let mut answer = Response::new(Body::from(bytes));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, JSON);
    answer.headers_mut().insert(CACHE_CONTROL, NO_STORE);
    answer
}

/// A response whose body is JSON already.
pub(crate) fn written_json(body: Bytes) -> Response {
    let mut answer = Response::new(Body::from(body));
    answer.headers_mut().insert(CONTENT_TYPE, JSON);
    answer.headers_mut().insert(CACHE_CONTROL, NO_STORE);
    answer
}

/// A response with a file from disk, sent in chunks.
///
/// # Errors
/// The file cannot be read.
pub(crate) async fn file_answer(file: std::fs::File, mime: &'static str, disposition: HeaderValue) -> Result<Response> {
    let file = File::from_std(file);
    let length = file.metadata().await.map_err(service::Error::from)?.len();
    let pieces = stream::try_unfold(file, |mut file| async move {
        let mut piece = Vec::with_capacity(CHUNK);
        let read = file.read_buf(&mut piece).await?;
        std::io::Result::Ok((read > 0).then_some((Bytes::from(piece), file)))
    });
    let mut answer = Response::new(Body::from_stream(pieces));
    answer.headers_mut().insert(CONTENT_LENGTH, length.into());
    Ok(download(answer, mime, disposition))
}

/// A response with an asset, sent in chunks as fast as they are taken.
pub(crate) fn chunks_answer(chunks: AssetChunks, mime: &'static str, disposition: HeaderValue) -> Response {
    download(chunked(chunks), mime, disposition)
}

/// An asset in chunks, with its length.
pub(crate) fn chunked(chunks: AssetChunks) -> Response {
    let length = chunks.length();
    let pieces = stream::try_unfold(chunks, |mut chunks| async move {
        let chunk = chunks.next().await.transpose()?;
        Ok::<_, service::Error>(chunk.map(|chunk| (chunk, chunks)))
    });
    let mut answer = Response::new(Body::from_stream(pieces));
    answer.headers_mut().insert(CONTENT_LENGTH, length.into());
    answer
}

/// A response with the headers of a file that is saved.
fn download(mut answer: Response, mime: &'static str, disposition: HeaderValue) -> Response {
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(mime));
    headers.insert(CONTENT_DISPOSITION, disposition);
    headers.insert(CACHE_CONTROL, NO_STORE);
    answer
}

/// The `Content-Disposition` header for a download named after a deck.
pub(crate) fn attachment(title: &str, ending: &str) -> HeaderValue {
    let name = file_name(title) + ending;
    let ascii: String = name.chars().map(|sign| if sign.is_ascii() { sign } else { '_' }).collect();
    let encoded = utf8_percent_encode(&name, UNESCAPED);
    let header = format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{encoded}");
    HeaderValue::from_str(&header).unwrap_or(HeaderValue::from_static("attachment"))
}

/// A title without characters that file systems do not accept.
fn file_name(title: &str) -> String {
    let forbidden = |sign: char| sign.is_control() || r#""\/:*?<>|"#.contains(sign);
    let allowed: String = title.chars().filter(|sign| !forbidden(*sign)).collect();
    let bare = |sign: char| sign == '.' || sign.is_whitespace();
    let cut: String = allowed.trim_matches(bare).chars().take(MAX_NAME).collect();
    let cut = cut.trim_end_matches(bare);
    if cut.is_empty() { "presentation".to_owned() } else { cut.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_its_deck() {
        let check = |title: &str| attachment(title, ".deck").to_str().unwrap().to_owned();
        assert_eq!(
            check("Harbour plan"),
            "attachment; filename=\"Harbour plan.deck\"; filename*=UTF-8''Harbour%20plan.deck"
        );
        assert_eq!(check("Größe"), "attachment; filename=\"Gr__e.deck\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.deck");
        assert_eq!(
            check("  ..a/b\\c\"\r\nd:*?<>|. "),
            "attachment; filename=\"abcd.deck\"; filename*=UTF-8''abcd.deck"
        );
        assert_eq!(check("../.."), "attachment; filename=\"presentation.deck\"; filename*=UTF-8''presentation.deck");
        assert_eq!(file_name(&format!("{} x", "a".repeat(119))).len(), 119);
    }
}
