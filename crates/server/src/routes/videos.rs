//! Videos of decks: jobs that make an MP4 with captions.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use service::{
    DeckId, FileJobState, JobFile, JobId, MayRead, SlideChoice, SlideNumbers, VideoJob, VideoOptions, VideoRequest,
};

use crate::http::{ApiError, App, Body, By, Export, Json, Path, Result, attachment, chunks_answer, file_answer};

/// The maximum size of a request, in bytes.
const MAX_BYTES: u64 = 64 << 10;
const MP4: &str = "video/mp4";
const VTT: &str = "text/vtt; charset=utf-8";

/// The options of a video.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct BeginVideo {
    /// The seconds for which every slide is shown; the planned times when absent.
    seconds: Option<f64>,
    /// Whether it follows the recorded rehearsal of the caller, with its sound.
    rehearsal: Option<bool>,
    /// The width in pixels.
    width: Option<u16>,
    /// Whether the notes are captions; true when absent.
    captions: Option<bool>,
    /// The language of the deck.
    lang: Option<String>,
    /// The slides by their numbers in the deck, such as `1-3,7,9-`.
    slides: Option<String>,
    /// Whether hidden slides are included.
    hidden: Option<bool>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct VideoJobJson {
    id: JobId,
    state: VideoStateJson,
    /// How many slides are finished.
    done: usize,
    /// The number of slides in the video.
    total: usize,
    /// Whether a finished video has captions.
    has_captions: bool,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The state of a video.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
enum VideoStateJson {
    Running,
    Done,
    Failed,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct VideoAnswer {
    job: VideoJobJson,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RemovedVideo {
    removed: bool,
}

/// Starts a video. The right is checked before the body is read.
pub(crate) async fn begin(
    State(app): State<App>,
    caller: By<Export>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<(StatusCode, Json<VideoAnswer>)> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let BeginVideo { seconds, rehearsal, width, captions, lang, slides, hidden } =
        body.within(MAX_BYTES).read().await?;
    let numbers = slides.map(|text| text.parse::<SlideNumbers>()).transpose();
    let numbers = numbers.map_err(|fault| ApiError::invalid(format!("`slides`: {fault}")))?;
    if seconds.is_some_and(|seconds| !VideoOptions::SECONDS.contains(&seconds)) {
        let (least, most) = VideoOptions::SECONDS.into_inner();
        return Err(ApiError::invalid(format!("`seconds` is a number from {least} to {most}")));
    }
    let follows_rehearsal = rehearsal.unwrap_or(false);
    if follows_rehearsal && seconds.is_some() {
        return Err(ApiError::invalid("a video has the times of `rehearsal` or `seconds`, not both"));
    }
    let width = width.unwrap_or(VideoOptions::WIDTH);
    if !VideoOptions::WIDTHS.contains(&width) {
        let (least, most) = VideoOptions::WIDTHS.into_inner();
        return Err(ApiError::invalid(format!("`width` is a number from {least} to {most}")));
    }
    let request = VideoRequest {
        lang,
        slides: SlideChoice { numbers, with_hidden: hidden.unwrap_or(false) },
        options: VideoOptions { width, seconds, captions: captions.unwrap_or(true) },
        follows_rehearsal,
    };
    let job = app.service.videos.begin(&deck, request).await?;
    Ok((StatusCode::ACCEPTED, Json(job.into())))
}

/// Returns the state of a video.
pub(crate) async fn read(
    State(app): State<App>,
    caller: By<Export>,
    Path((id, job)): Path<(DeckId, JobId)>,
) -> Result<Json<VideoAnswer>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    Ok(Json(app.service.videos.job(&deck, &job).await?.into()))
}

/// Stops a video, or deletes its file.
pub(crate) async fn remove(
    State(app): State<App>,
    caller: By<Export>,
    Path((id, job)): Path<(DeckId, JobId)>,
) -> Result<Json<RemovedVideo>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    app.service.videos.remove(&deck, &job).await?;
    Ok(Json(RemovedVideo { removed: true }))
}

/// Returns the MP4 of a finished video.
pub(crate) async fn download(
    State(app): State<App>,
    caller: By<Export>,
    Path((id, job)): Path<(DeckId, JobId)>,
) -> Result<Response> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let (title, file) = app.service.videos.file(&deck, &job).await?;
    let disposition = attachment(&title, ".mp4");
    match file {
        JobFile::Local(file) => file_answer(file, MP4, disposition).await,
        JobFile::Stored(chunks) => Ok(chunks_answer(chunks, MP4, disposition)),
    }
}

/// Returns the captions of a finished video.
pub(crate) async fn captions(
    State(app): State<App>,
    caller: By<Export>,
    Path((id, job)): Path<(DeckId, JobId)>,
) -> Result<Response> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let (title, captions) = app.service.videos.captions(&deck, &job).await?;
    let kind = HeaderValue::from_static(VTT);
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, attachment(&title, ".vtt"))], captions).into_response())
}

impl From<VideoJob> for VideoAnswer {
    fn from(job: VideoJob) -> Self {
        let VideoJob { id, state, done, total, details } = job;
        let (state, error) = match state {
            FileJobState::Running => (VideoStateJson::Running, None),
            FileJobState::Done => (VideoStateJson::Done, None),
            FileJobState::Failed(reason) => (VideoStateJson::Failed, Some(reason)),
        };
        let has_captions = details.captions.is_some();
        Self { job: VideoJobJson { id, state, done, total, has_captions, error } }
    }
}
