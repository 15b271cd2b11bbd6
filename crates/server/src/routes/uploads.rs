//! Uploads, as multipart or as a `data:` URL in JSON, and downloads of the stored files.

use std::collections::HashMap;
use std::task::Poll;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bytes::Bytes;
use futures_util::{Stream, TryStreamExt, stream};
use multer::{Field, Multipart};
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use service::{CalmArea, MAX_MEDIA, MAX_UPLOAD, NewUpload, ServedContent, Spooled, Upload, UploadId};

use crate::http::{ApiError, App, Body, By, Created, Path, Query, Result, Write, chunked, ranged, spooled, text_list};

/// The maximum size of a part that describes the file, in bytes.
const MAX_TEXT: usize = 16 * 1024;
/// The parts that describe a picture, each with its maximum size in bytes.
const DESCRIPTION: [(&str, usize); 3] = [("title", MAX_TEXT), ("alt", MAX_TEXT), ("tags", MAX_TEXT)];
/// The content security policy of an SVG that is opened as a page of its own.
const SVG_POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
/// Standard base64, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A stored picture, sound or video.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UploadJson {
    url: String,
    name: String,
    mime: String,
    bytes: u64,
    id: UploadId,
}

/// A picture to upload, as JSON.
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

/// A picture that an agent stored, with what the agent needs to place it on a slide.
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
    /// The areas that are empty enough for text, such as `left third (dark)`.
    empty_space: Vec<String>,
}

impl MeasuredUpload {
    pub(crate) fn new(upload: Upload, areas: &[CalmArea]) -> Self {
        let label = |area: &CalmArea| format!("{} ({})", area.name, if area.is_light { "light" } else { "dark" });
        let Upload { id, file, mime, bytes, width, height, .. } = upload;
        let empty_space = areas.iter().map(label).collect();
        Self { path: format!("/uploads/{file}"), id, mime, bytes, width, height, empty_space }
    }
}

/// Stores a picture that is sent to a single-use address. Its description is in the query of the address, or in the
/// form.
pub(crate) async fn create_once(
    State(app): State<App>,
    Path(token): Path<String>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Created<MeasuredUpload>> {
    let library = &app.service.library;
    let caller = library.use_address(&token).await?;
    let (file, mut new) = sent_file(&app, &headers, body, MAX_UPLOAD, &DESCRIPTION).await?.into_upload();
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

/// Decodes a file that is base64 or a `data:` URL. Returns none when it is neither.
pub(crate) fn picture_bytes(text: &str) -> Option<Vec<u8>> {
    let text = text.trim();
    if text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:")) {
        return decoded_data_url(text).ok();
    }
    BASE64.decode(text).ok()
}

/// Stores a picture.
pub(crate) async fn create(
    State(app): State<App>,
    caller: By<Write>,
    headers: HeaderMap,
    body: Body,
) -> Result<Created<UploadJson>> {
    let (file, new) = if is_form(&headers) {
        sent_file(&app, &headers, body, MAX_UPLOAD, &DESCRIPTION).await?.into_upload()
    } else {
        upload_from_json(&app, body).await?
    };
    let Upload { id, file: name, mime, bytes, .. } = app.service.library.add(&caller, file, new).await?;
    Ok(Created(UploadJson { url: format!("/uploads/{name}"), name, mime, bytes, id }))
}

/// Stores a sound or a video for slides: the body itself with its name in the query, or the file of a form.
pub(crate) async fn create_media(
    State(app): State<App>,
    caller: By<Write>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Created<UploadJson>> {
    let sent = sent_file(&app, &headers, body, MAX_MEDIA, &[]).await?;
    let name = query.text("name").map_or(sent.name, std::borrow::Cow::into_owned);
    let Upload { id, file, mime, bytes, .. } = app.service.library.add_media(&caller, sent.file, &name).await?;
    Ok(Created(UploadJson { url: format!("/uploads/{file}"), name: file, mime, bytes, id }))
}

/// Returns a file by its name. Names cannot be guessed, so no authentication is needed. Byte ranges are supported for
/// players of sounds and videos.
pub(crate) async fn read(
    State(app): State<App>,
    Path(file): Path<String>,
    request_headers: HeaderMap,
) -> Result<Response> {
    let served = app.service.library.served(&file).await?;
    let mut answer = match served.content {
        ServedContent::Whole(bytes) => bytes.into_response(),
        ServedContent::Chunks(chunks) => chunked(chunks),
        ServedContent::Media(chunks) => ranged(chunks, &request_headers).await?,
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

fn content_type(headers: &HeaderMap) -> &str {
    headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default()
}

/// Whether the body of a request is multipart.
pub(super) fn is_form(headers: &HeaderMap) -> bool {
    content_type(headers).get(..10).is_some_and(|start| start.eq_ignore_ascii_case("multipart/"))
}

/// A received file, and the other parts of its form.
pub(super) struct SentFile {
    pub(super) file: Spooled,
    /// Name of the file; empty when the request does not contain it.
    pub(super) name: String,
    parts: HashMap<String, String>,
    /// Names of the unknown parts of the form, at most ten.
    unknown: Vec<String>,
}

impl SentFile {
    /// Fails when the form has parts besides the file and `parts`.
    pub(super) fn refuse_unknown_parts(&self, parts: &[(&str, usize)]) -> Result<()> {
        if self.unknown.is_empty() {
            return Ok(());
        }
        let known: Vec<String> = parts.iter().map(|(name, _)| format!("`{name}`")).collect();
        let unknown: Vec<String> = self.unknown.iter().map(|name| format!("`{}`", deck::shortened(name, 60))).collect();
        let message = format!("the form has no part {}; it has `file`, {}", unknown.join(", "), known.join(", "));
        Err(ApiError::invalid(message))
    }

    /// Removes and returns the text of another part of the form; none when it was not sent.
    pub(super) fn take_part(&mut self, name: &str) -> Option<String> {
        self.parts.remove(name)
    }

    /// The file, and its description as an upload.
    fn into_upload(mut self) -> (Spooled, NewUpload) {
        let (title, alt) = (self.take_part("title"), self.take_part("alt"));
        let tags = self.take_part("tags").map(|tags| tags.split(',').map(str::to_owned).collect()).unwrap_or_default();
        (self.file, NewUpload { name: self.name, title, alt, tags })
    }
}

/// Receives the file of a request: the body itself, or the part `file` of a form. The file has at most `cap` bytes.
/// `parts` are the names of the other parts to read, each with its maximum size in bytes.
pub(super) async fn sent_file(
    app: &App,
    headers: &HeaderMap,
    body: Body,
    cap: u64,
    parts: &[(&str, usize)],
) -> Result<SentFile> {
    if !is_form(headers) {
        let file = spooled(app.service.library.spool()?, body.chunks(), cap).await?;
        return Ok(SentFile { file, name: String::new(), parts: HashMap::new(), unknown: Vec::new() });
    }
    let boundary = multer::parse_boundary(content_type(headers)).map_err(multipart_error)?;
    let mut form = Multipart::new(one_at_a_time(body.chunks()), boundary);
    let (mut file, mut texts, mut unknown) = (None, HashMap::new(), Vec::new());
    while let Some(part) = form.next_field().await.map_err(multipart_error)? {
        let Some(name) = part.name().map(str::to_owned) else { continue };
        if name == "file" {
            let file_name = part.file_name().unwrap_or_default().to_owned();
            let bytes = spooled(app.service.library.spool()?, part.map_err(multipart_error), cap).await?;
            file = Some((bytes, file_name));
        } else if let Some((_, most)) = parts.iter().find(|(known, _)| *known == name) {
            texts.insert(name, part_text(part, *most).await?);
        } else if unknown.len() < 10 && !unknown.contains(&name) {
            unknown.push(name);
        }
    }
    let (file, name) = file.ok_or_else(|| ApiError::invalid("the part `file` is missing"))?;
    Ok(SentFile { file, name, parts: texts, unknown })
}

/// The same stream, which returns pending once after each piece.
///
/// Otherwise `multer` buffers all pieces that are available. It also reports a complete body as incomplete when the
/// whole body is available while it looks for the first boundary (<https://github.com/rwf2/multer/pull/70>).
fn one_at_a_time<S: Stream>(pieces: S) -> impl Stream<Item = S::Item> {
    let mut pieces = Box::pin(pieces);
    let mut must_pause = false;
    stream::poll_fn(move |context| {
        if std::mem::take(&mut must_pause) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let piece = pieces.as_mut().poll_next(context);
        must_pause = matches!(piece, Poll::Ready(Some(_)));
        piece
    })
}

/// The text of a part. Fails when it is longer than `most` bytes or not UTF-8.
async fn part_text(mut part: Field<'_>, most: usize) -> Result<String> {
    let mut bytes = Vec::new();
    while let Some(piece) = part.chunk().await.map_err(multipart_error)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > most {
            let name = part.name().unwrap_or_default();
            return Err(ApiError::invalid(format!("the part `{name}` has {most} bytes at most")));
        }
    }
    String::from_utf8(bytes).map_err(|_| ApiError::invalid("a part that describes the file is not UTF-8"))
}

/// The error of the body itself if that is the cause, else an error about the multipart format.
fn multipart_error(error: multer::Error) -> ApiError {
    match error {
        multer::Error::StreamReadFailed(cause) => match cause.downcast::<ApiError>() {
            Ok(refusal) => *refusal,
            Err(cause) => ApiError::invalid(format!("the multipart body cannot be read: {cause}")),
        },
        other => ApiError::invalid(format!("the multipart body cannot be read: {other}")),
    }
}

/// Reads a file and its description from a JSON body.
async fn upload_from_json(app: &App, body: Body) -> Result<(Spooled, NewUpload)> {
    let UploadInput { data_url, name, title, alt, tags } = body.read().await.map_err(|fault| {
        if fault.to_string().starts_with("not JSON") {
            ApiError::invalid("a picture is sent as the part `file` of a form, or as `dataUrl` in a JSON object")
        } else {
            fault
        }
    })?;
    let file = decoded_data_url(&data_url)?;
    let new = NewUpload { name, title, alt, tags };
    let file = stream::iter([Ok(Bytes::from(file))]);
    Ok((spooled(app.service.library.spool()?, file, MAX_UPLOAD).await?, new))
}

/// Decodes a `data:` URL (RFC 2397).
fn decoded_data_url(address: &str) -> Result<Vec<u8>> {
    let invalid = || ApiError::invalid("`dataUrl` is an address such as `data:image/png;base64,...`");
    let start = address.get(..5).filter(|start| start.eq_ignore_ascii_case("data:")).ok_or_else(invalid)?;
    let (kind, content) = address[start.len()..].split_once(',').ok_or_else(invalid)?;
    if kind.to_ascii_lowercase().ends_with(";base64") {
        BASE64.decode(content.trim_ascii()).map_err(|_| invalid())
    } else {
        Ok(percent_decode_str(content).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_form_is_read_however_its_pieces_arrive() {
        const FORM: &str = "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nquay\r\n--b--\r\n";
        for length in [1, 3, FORM.len()] {
            for waits in [0, 1, 2] {
                let mut remaining_waits = waits;
                let mut pieces = FORM.as_bytes().chunks(length);
                let sent = stream::poll_fn(move |context| {
                    if remaining_waits > 0 {
                        remaining_waits -= 1;
                        context.waker().wake_by_ref();
                        return Poll::Pending;
                    }
                    Poll::Ready(pieces.next().map(|piece| Ok::<_, multer::Error>(Bytes::from_static(piece))))
                });
                let mut form = Multipart::new(one_at_a_time(sent), "b");
                let part = form.next_field().await.unwrap().expect("a part");
                assert_eq!(part.text().await.unwrap(), "quay", "pieces of {length} after {waits} waits");
                assert!(form.next_field().await.unwrap().is_none());
            }
        }
    }

    #[test]
    fn a_data_address_is_base64_or_percent_encoded() {
        let check = |address: &str| decoded_data_url(address).ok().map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(check("data:image/svg+xml;base64,PHN2Zy8+"), Some("<svg/>".to_owned()));
        assert_eq!(check("DATA:;BASE64,YQ"), Some("a".to_owned()));
        assert_eq!(check("data:image/svg+xml,%3Csvg/%3E"), Some("<svg/>".to_owned()));
        assert_eq!(check("data:,"), Some(String::new()));
        for bad in ["", "data:", "data:image/png;base64", "https://x.test/a.png", "data:;base64,####", "dät"] {
            assert_eq!(check(bad), None, "{bad}");
        }
    }
}
