//! Uploads, as multipart or as a `data:` URL in JSON, and the files as everybody gets them.

use axum::body::Body as AnswerBody;
use axum::extract::State;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, HeaderValue,
};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bytes::Bytes;
use futures_util::{TryStreamExt, stream};
use multer::{Field, Multipart};
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use service::{AssetChunks, CalmArea, MAX_UPLOAD, NewUpload, ServedContent, Spooled, Upload, UploadId};

use crate::http::{ApiError, App, Body, By, Created, Path, Query, Result, Write, spooled, text_list};

/// The most bytes of a part that describes the file.
const TEXT: usize = 16 * 1024;
/// What an SVG may do when somebody opens it by itself.
const SVG_POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
/// Padding may be there or not.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A picture that was stored.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UploadJson {
    url: String,
    name: String,
    mime: String,
    bytes: u64,
    id: UploadId,
}

/// An upload as JSON.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct UploadInput {
    data_url: String,
    #[serde(default)]
    name: String,
    title: Option<String>,
    alt: Option<String>,
    #[serde(default, deserialize_with = "text_list")]
    tags: Vec<String>,
}

/// A picture that an agent stored, with what it needs to place it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeasuredUpload {
    path: String,
    id: UploadId,
    mime: String,
    bytes: u64,
    width: u32,
    height: u32,
    /// Where it is empty enough for text, such as `left third (dark)`.
    empty_space: Vec<String>,
}

impl MeasuredUpload {
    pub(crate) fn new(upload: Upload, areas: &[CalmArea]) -> Self {
        let described = |area: &CalmArea| format!("{} ({})", area.name, if area.is_light { "light" } else { "dark" });
        let Upload { id, file, mime, bytes, width, height, .. } = upload;
        let empty_space = areas.iter().map(described).collect();
        Self { path: format!("/uploads/{file}"), id, mime, bytes, width, height, empty_space }
    }
}

/// Stores a file that is sent to an address of one use. Its description is in the query of the address.
pub(crate) async fn create_once(
    State(app): State<App>,
    Path(token): Path<String>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Created<MeasuredUpload>> {
    let library = &app.service.library;
    let caller = library.use_address(&token).await?;
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let (file, mut new) = if is_multipart(kind) {
        from_parts(&app, kind, body, MAX_UPLOAD).await?
    } else {
        (spooled(library.spool()?, body.pieces(), MAX_UPLOAD).await?, NewUpload::default())
    };
    let text = |name: &str| query.text(name).map(std::borrow::Cow::into_owned);
    if let Some(name) = text("name") {
        new.name = name;
    }
    new.title = text("title").or(new.title);
    new.alt = text("alt").or(new.alt);
    if let Some(tags) = text("tags") {
        new.tags = tags.split(',').map(str::to_owned).collect();
    }
    let upload = library.add(&caller, file, new).await?;
    let areas = library.calm_areas(&upload).await?;
    Ok(Created(MeasuredUpload::new(upload, &areas)))
}

/// The bytes of a file as base64 or as a `data:` address.
pub(crate) fn picture_bytes(text: &str) -> Option<Vec<u8>> {
    let text = text.trim();
    if text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:")) {
        return file_of(text).ok();
    }
    BASE64.decode(text).ok()
}

/// Stores a file.
pub(crate) async fn create(
    State(app): State<App>,
    caller: By<Write>,
    headers: HeaderMap,
    body: Body,
) -> Result<Created<UploadJson>> {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let (file, new) = if is_multipart(kind) {
        from_parts(&app, kind, body, MAX_UPLOAD).await?
    } else {
        from_json(&app, body).await?
    };
    let Upload { id, file: name, mime, bytes, .. } = app.service.library.add(&caller, file, new).await?;
    Ok(Created(UploadJson { url: format!("/uploads/{name}"), name, mime, bytes, id }))
}

/// A file by its name, which nobody can guess.
pub(crate) async fn read(State(app): State<App>, Path(file): Path<String>) -> Result<Response> {
    let served = app.service.library.served(&file).await?;
    let mut answer = match served.content {
        ServedContent::Whole(bytes) => bytes.into_response(),
        ServedContent::Chunks(chunks) => chunked(chunks),
    };
    let headers = answer.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_str(&served.mime).map_err(|fault| service::Error::Internal(fault.into()))?,
    );
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    if served.is_svg {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(SVG_POLICY));
    }
    Ok(answer)
}

/// A large file, read as fast as it is taken.
fn chunked(chunks: AssetChunks) -> Response {
    let length = chunks.length();
    let pieces = stream::try_unfold(chunks, |mut chunks| async move {
        let chunk = chunks.next().await.transpose()?;
        Ok::<_, service::Error>(chunk.map(|chunk| (chunk, chunks)))
    });
    let mut answer = Response::new(AnswerBody::from_stream(pieces));
    answer.headers_mut().insert(CONTENT_LENGTH, length.into());
    answer
}

pub(super) fn is_multipart(kind: &str) -> bool {
    kind.get(..10).is_some_and(|start| start.eq_ignore_ascii_case("multipart/"))
}

/// The file of a form, which has `cap` bytes at most, and what describes it.
pub(super) async fn from_parts(app: &App, kind: &str, body: Body, cap: u64) -> Result<(Spooled, NewUpload)> {
    let boundary = multer::parse_boundary(kind).map_err(wrong_part)?;
    let mut parts = Multipart::new(body.pieces(), boundary);
    let (mut file, mut new) = (None, NewUpload::default());
    while let Some(part) = parts.next_field().await.map_err(wrong_part)? {
        match part.name() {
            Some("file") => {
                new.name = part.file_name().unwrap_or_default().to_owned();
                file = Some(spooled(app.service.library.spool()?, part.map_err(wrong_part), cap).await?);
            }
            Some("title") => new.title = Some(described(part, TEXT).await?),
            Some("alt") => new.alt = Some(described(part, TEXT).await?),
            Some("tags") => new.tags = described(part, TEXT).await?.split(',').map(str::to_owned).collect(),
            _ => {}
        }
    }
    let file = file.ok_or_else(|| ApiError::invalid("the part `file` is missing"))?;
    Ok((file, new))
}

/// The file of a form, which has `cap` bytes at most, and one other part of it, if it is there.
pub(super) async fn file_part(
    app: &App,
    kind: &str,
    body: Body,
    cap: u64,
    (name, most): (&str, usize),
) -> Result<(Spooled, Option<String>)> {
    let boundary = multer::parse_boundary(kind).map_err(wrong_part)?;
    let mut parts = Multipart::new(body.pieces(), boundary);
    let (mut file, mut other) = (None, None);
    while let Some(part) = parts.next_field().await.map_err(wrong_part)? {
        match part.name() {
            Some("file") => file = Some(spooled(app.service.library.spool()?, part.map_err(wrong_part), cap).await?),
            Some(known) if known == name => other = Some(described(part, most).await?),
            _ => {}
        }
    }
    let file = file.ok_or_else(|| ApiError::invalid("the part `file` is missing"))?;
    Ok((file, other))
}

/// The text of a part, of so many bytes at most.
async fn described(mut part: Field<'_>, most: usize) -> Result<String> {
    let mut bytes = Vec::new();
    while let Some(piece) = part.chunk().await.map_err(wrong_part)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > most {
            let name = part.name().unwrap_or_default();
            return Err(ApiError::invalid(format!("the part `{name}` has {most} bytes at most")));
        }
    }
    String::from_utf8(bytes).map_err(|_| ApiError::invalid("a part that describes the file is not UTF-8"))
}

/// What the body itself was refused for, else what is wrong with its form.
fn wrong_part(error: multer::Error) -> ApiError {
    match error {
        multer::Error::StreamReadFailed(cause) => match cause.downcast::<ApiError>() {
            Ok(refusal) => *refusal,
            Err(cause) => ApiError::invalid(format!("the multipart body cannot be read: {cause}")),
        },
        other => ApiError::invalid(format!("the multipart body cannot be read: {other}")),
    }
}

async fn from_json(app: &App, body: Body) -> Result<(Spooled, NewUpload)> {
    let UploadInput { data_url, name, title, alt, tags } = body.read().await?;
    let file = file_of(&data_url)?;
    let new = NewUpload { name, title, alt, tags };
    let file = stream::iter([Ok(Bytes::from(file))]);
    Ok((spooled(app.service.library.spool()?, file, MAX_UPLOAD).await?, new))
}

/// The bytes of a `data:` address (RFC 2397).
fn file_of(address: &str) -> Result<Vec<u8>> {
    let wrong = || ApiError::invalid("`dataUrl` is an address such as `data:image/png;base64,...`");
    let start = address.get(..5).filter(|start| start.eq_ignore_ascii_case("data:")).ok_or_else(wrong)?;
    let (kind, content) = address[start.len()..].split_once(',').ok_or_else(wrong)?;
    if kind.to_ascii_lowercase().ends_with(";base64") {
        BASE64.decode(content.trim_ascii()).map_err(|_| wrong())
    } else {
        Ok(percent_decode_str(content).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_address_is_base64_or_percent_encoded() {
        let check = |address: &str| file_of(address).ok().map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(check("data:image/svg+xml;base64,PHN2Zy8+"), Some("<svg/>".to_owned()));
        assert_eq!(check("DATA:;BASE64,YQ"), Some("a".to_owned()));
        assert_eq!(check("data:image/svg+xml,%3Csvg/%3E"), Some("<svg/>".to_owned()));
        assert_eq!(check("data:,"), Some(String::new()));
        for bad in ["", "data:", "data:image/png;base64", "https://x.test/a.png", "data:;base64,####", "dät"] {
            assert_eq!(check(bad), None, "{bad}");
        }
    }
}
