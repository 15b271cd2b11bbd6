//! Responses: compact JSON that must not be cached, and files named after a deck.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, RANGE,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
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
const CHUNK_SIZE: usize = 64 * 1024;
/// The maximum length of a file name without its extension, in characters.
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

/// A 200 response whose body is already serialized JSON.
pub(crate) fn written_json(body: Bytes) -> Response {
    let mut answer = Response::new(Body::from(body));
    answer.headers_mut().insert(CONTENT_TYPE, JSON);
    answer.headers_mut().insert(CACHE_CONTROL, NO_STORE);
    answer
}

/// A response with a file from disk, sent in chunks.
///
/// # Errors
/// Fails when the file cannot be read.
pub(crate) async fn file_answer(file: std::fs::File, mime: &'static str, disposition: HeaderValue) -> Result<Response> {
    let file = File::from_std(file);
    let length = file.metadata().await.map_err(service::Error::from)?.len();
    let pieces = stream::try_unfold(file, |mut file| async move {
        let mut piece = Vec::with_capacity(CHUNK_SIZE);
        let read = file.read_buf(&mut piece).await?;
        std::io::Result::Ok((read > 0).then_some((Bytes::from(piece), file)))
    });
    let mut answer = Response::new(Body::from_stream(pieces));
    answer.headers_mut().insert(CONTENT_LENGTH, length.into());
    Ok(download(answer, mime, disposition))
}

/// A response with an asset as a download. The next chunk is read when the client has taken the previous one.
pub(crate) fn chunks_answer(chunks: AssetChunks, mime: &'static str, disposition: HeaderValue) -> Response {
    download(chunked(chunks), mime, disposition)
}

/// A response with an asset in chunks, and its `Content-Length`.
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

/// A response with an asset, or with the one byte range that the request names (RFC 9110, section 14). Media players
/// request ranges. The status is 200, 206, or 416 when the range begins after the end.
///
/// # Errors
/// Fails when the asset cannot be read.
pub(crate) async fn ranged(mut chunks: AssetChunks, request_headers: &HeaderMap) -> Result<Response> {
    let length = chunks.length();
    let value = |text: String| HeaderValue::from_str(&text).map_err(|fault| service::Error::Internal(fault.into()));
    let range = request_headers.get(RANGE).and_then(|range| range.to_str().ok());
    let mut answer = match range.map_or(ByteRange::Whole, |range| ByteRange::read(range, length)) {
        ByteRange::Whole => chunked(chunks),
        ByteRange::Part(first, last) => {
            chunks.seek(first).await.map_err(service::Error::from)?;
            let pieces = stream::try_unfold((chunks, last - first + 1), |(mut chunks, remaining)| async move {
                if remaining == 0 {
                    return Ok(None);
                }
                let Some(chunk) = chunks.next().await.transpose()? else { return Ok(None) };
                let piece = chunk.slice(..chunk.len().min(usize::try_from(remaining).unwrap_or(usize::MAX)));
                let remaining = remaining - piece.len() as u64;
                Ok::<_, service::Error>(Some((piece, (chunks, remaining))))
            });
            let mut answer = Response::new(Body::from_stream(pieces));
            *answer.status_mut() = StatusCode::PARTIAL_CONTENT;
            answer.headers_mut().insert(CONTENT_LENGTH, (last - first + 1).into());
            answer.headers_mut().insert(CONTENT_RANGE, value(format!("bytes {first}-{last}/{length}"))?);
            answer
        }
        ByteRange::Outside => {
            let mut answer = StatusCode::RANGE_NOT_SATISFIABLE.into_response();
            answer.headers_mut().insert(CONTENT_RANGE, value(format!("bytes */{length}"))?);
            answer
        }
    };
    answer.headers_mut().insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    Ok(answer)
}

/// The part of a file that a request asks for.
#[derive(Debug, PartialEq, Eq)]
enum ByteRange {
    /// The whole file: the request names no range, several ranges, or an invalid one.
    Whole,
    /// From the first byte to the last one, inclusive.
    Part(u64, u64),
    /// A range that begins after the end of the file.
    Outside,
}

impl ByteRange {
    /// Parses the `Range` header of a request for a file of this length, in bytes.
    fn read(range: &str, length: u64) -> Self {
        Self::bounds(range, length).map_or(Self::Whole, |(first, last)| match last {
            _ if first >= length => Self::Outside,
            Some(last) if last < first => Self::Whole,
            last => Self::Part(first, last.unwrap_or(u64::MAX).min(length - 1)),
        })
    }

    /// The requested first and last byte; the last is none when the range goes to the end of the file. None when the
    /// header is not one range of bytes.
    fn bounds(range: &str, length: u64) -> Option<(u64, Option<u64>)> {
        let (first, last) = range.trim().strip_prefix("bytes=")?.split_once('-')?;
        Some(match (first.trim(), last.trim()) {
            ("", last) => (length - last.parse::<u64>().ok()?.min(length), None),
            (first, "") => (first.parse().ok()?, None),
            (first, last) => (first.parse().ok()?, Some(last.parse().ok()?)),
        })
    }
}

/// Adds the headers of a download to a response.
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
    let ascii: String = name.chars().map(|character| if character.is_ascii() { character } else { '_' }).collect();
    let encoded = utf8_percent_encode(&name, UNESCAPED);
    let header = format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{encoded}");
    HeaderValue::from_str(&header).unwrap_or(HeaderValue::from_static("attachment"))
}

/// A file name from a title, without characters that file systems do not accept.
fn file_name(title: &str) -> String {
    let forbidden = |character: char| character.is_control() || r#""\/:*?<>|"#.contains(character);
    let allowed: String = title.chars().filter(|character| !forbidden(*character)).collect();
    let is_trimmed = |character: char| character == '.' || character.is_whitespace();
    let cut: String = allowed.trim_matches(is_trimmed).chars().take(MAX_NAME).collect();
    let cut = cut.trim_end_matches(is_trimmed);
    if cut.is_empty() { "presentation".to_owned() } else { cut.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_one_part_of_a_file() {
        for (range, expected) in [
            ("bytes=0-", ByteRange::Part(0, 99)),
            ("bytes=10-19", ByteRange::Part(10, 19)),
            ("bytes=90-900", ByteRange::Part(90, 99)),
            ("bytes=-5", ByteRange::Part(95, 99)),
            ("bytes=-500", ByteRange::Part(0, 99)),
            ("bytes=100-", ByteRange::Outside),
            ("bytes=-0", ByteRange::Outside),
            ("bytes=9-8", ByteRange::Whole),
            ("bytes=0-1,5-6", ByteRange::Whole),
            ("bytes=0-99999999999999999999", ByteRange::Whole),
            ("lines=1-2", ByteRange::Whole),
            ("bytes=", ByteRange::Whole),
        ] {
            assert_eq!(ByteRange::read(range, 100), expected, "{range}");
        }
        assert_eq!(ByteRange::read("bytes=0-", 0), ByteRange::Outside);
    }

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
