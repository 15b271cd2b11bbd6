//! Jobs of the author: decks and slides from text, with their events as a stream.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::HeaderMap;
use axum::response::Response;
use deck::Content;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use service::{
    DeckId, Job, JobDeck, JobEvent, JobEvents, JobFailureReason, JobId, JobKind, JobOutlineSlide, JobRequest,
    JobResult, JobState, NumberedJobEvent,
};

use super::ai::{AppendSlides, DeckInput, UsageJson, WriteDeck};
use super::uploads::is_form;
use crate::http::{
    Ai, AiCall, App, Body, By, Json, Path, Result, Source, StreamItem, event_frame, event_stream_for,
    read as read_request,
};

/// What the job writes: more slides for a deck when `presentationId` is given, else a new deck.
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum BeginJob {
    Append(AppendSlides),
    Deck(WriteDeck),
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct JobJson {
    id: JobId,
    kind: JobKindJson,
    vendor: String,
    state: JobStateJson,
}

/// What a job writes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
enum JobKindJson {
    Deck,
    Append,
}

/// The state of a job.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
enum JobStateJson {
    Running,
    Done,
    Failed,
    Stopped,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct JobAnswer {
    job: JobJson,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StoppedJob {
    stopped: bool,
}

/// The data of an event of a job.
#[derive(Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum JobEventJson<'a> {
    Read {
        words: usize,
        language: &'a str,
    },
    Outline {
        title: &'a str,
        language: &'a str,
        count: usize,
        slides: Vec<OutlineSlideJson<'a>>,
    },
    Slide {
        index: usize,
        count: usize,
        slide: SlideLabelJson<'a>,
        html: Option<&'a str>,
        css: Option<&'a str>,
        steps: usize,
        done: usize,
    },
    DeckDone {
        kind: JobKindJson,
        presentation: JobDeckJson<'a>,
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        warnings: &'a [String],
        #[serde(skip_serializing_if = "Option::is_none")]
        usage: Option<UsageJson>,
    },
    AppendDone {
        kind: JobKindJson,
        presentation: JobDeckJson<'a>,
        appended: usize,
        inserted_at: Option<usize>,
    },
    Failed {
        error: &'static str,
        details: &'a str,
        code: JobFailureReason,
        vendor: &'a str,
    },
}

#[derive(Serialize)]
struct OutlineSlideJson<'a> {
    index: usize,
    #[serde(rename = "type")]
    type_name: &'a str,
    title: &'a str,
}

#[derive(Serialize)]
struct SlideLabelJson<'a> {
    #[serde(rename = "type")]
    type_name: &'a str,
    title: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JobDeckJson<'a> {
    id: &'a DeckId,
    title: &'a str,
    theme: &'a str,
    language: &'a str,
    slide_count: usize,
    revision: u64,
}

/// Starts a job.
pub(crate) async fn begin(
    State(app): State<App>,
    caller: By<AiCall>,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<JobAnswer>)> {
    if is_form(&headers) {
        let input = DeckInput::of_form(&app, &caller, &headers, body).await?;
        let request = JobRequest::Deck(input.checked(&app, &caller).await?);
        let job = app.service.author.begin_job(&caller, request).await?;
        return Ok((StatusCode::ACCEPTED, Json(job.into())));
    }
    let request = match body.within(app.settings.max_body_bytes).read().await? {
        BeginJob::Append(AppendSlides { presentation_id, content, vendor }) => {
            let request = app.service.author.check_slides_request(&content, vendor.as_deref())?;
            JobRequest::Append(app.service.decks.granted(&caller, &presentation_id).await?, request)
        }
        BeginJob::Deck(request) => {
            let input = DeckInput::of_fields(&app, &caller, request).await?;
            JobRequest::Deck(input.checked(&app, &caller).await?)
        }
    };
    let job = app.service.author.begin_job(&caller, request).await?;
    Ok((StatusCode::ACCEPTED, Json(job.into())))
}

/// Returns the state of a job.
pub(crate) async fn read(State(app): State<App>, caller: By<Ai>, Path(id): Path<JobId>) -> Result<Json<JobAnswer>> {
    Ok(Json(app.service.author.job(&caller, &id).await?.into()))
}

/// Streams all events of a job, from its first to its last, including past ones.
pub(crate) async fn events(State(app): State<App>, caller: By<Ai>, Path(id): Path<JobId>) -> Result<Response> {
    let events = app.service.author.job_events(&caller, &id).await?;
    Ok(event_stream_for(app.service.accounts.watch(&caller), JobStream(events)))
}

/// Stops a job; nothing is stored.
pub(crate) async fn stop(State(app): State<App>, caller: By<Ai>, Path(id): Path<JobId>) -> Result<Json<StoppedJob>> {
    Ok(Json(StoppedJob { stopped: app.service.author.stop_job(&caller, &id).await? }))
}

/// Deserializes `Append` when `presentationId` is given, else `Deck`. An error is then about the fields of that kind.
impl<'de> Deserialize<'de> for BeginJob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let object = Content::deserialize(deserializer)?;
        let request = if object.get("presentationId").is_some_and(|id| !id.is_null()) {
            read_request(object).map(Self::Append)
        } else {
            read_request(object).map(Self::Deck)
        };
        request.map_err(D::Error::custom)
    }
}

impl From<Job> for JobAnswer {
    fn from(job: Job) -> Self {
        let state = match job.state {
            JobState::Running => JobStateJson::Running,
            JobState::Done => JobStateJson::Done,
            JobState::Failed => JobStateJson::Failed,
            JobState::Stopped => JobStateJson::Stopped,
        };
        Self { job: JobJson { id: job.id, kind: job.kind.into(), vendor: job.vendor, state } }
    }
}

impl From<JobKind> for JobKindJson {
    fn from(kind: JobKind) -> Self {
        match kind {
            JobKind::Deck => Self::Deck,
            JobKind::Append => Self::Append,
        }
    }
}

/// The events of a job as an event stream.
struct JobStream(JobEvents);

impl Source for JobStream {
    async fn next(&mut self) -> StreamItem {
        match self.0.next().await {
            Some(event) => StreamItem::Frames(frame(&event).into()),
            None => StreamItem::End,
        }
    }

    async fn is_over(&self) -> bool {
        false
    }
}

/// An event as a frame of the stream.
fn frame(NumberedJobEvent { number, event }: &NumberedJobEvent) -> String {
    let name = match &**event {
        JobEvent::Read(_) => "read",
        JobEvent::Outline(_) => "outline",
        JobEvent::Slide(_) => "slide",
        JobEvent::Done(_) => "done",
        JobEvent::Failed(_) => "failed",
    };
    event_frame(number.map(|number| number as u64), name, &JobEventJson::from(&**event))
}

impl<'a> From<&'a JobEvent> for JobEventJson<'a> {
    fn from(event: &'a JobEvent) -> Self {
        match event {
            JobEvent::Read(source) => Self::Read { words: source.words, language: &source.language },
            JobEvent::Outline(outline) => Self::Outline {
                title: &outline.title,
                language: &outline.language,
                count: outline.slides.len(),
                slides: outline.slides.iter().map(OutlineSlideJson::from).collect(),
            },
            JobEvent::Slide(slide) => Self::Slide {
                index: slide.index,
                count: slide.count,
                slide: SlideLabelJson { type_name: &slide.slide.type_name, title: &slide.slide.title },
                html: slide.html.as_deref(),
                css: slide.css.as_deref(),
                steps: slide.steps,
                done: slide.done,
            },
            JobEvent::Done(JobResult::Deck { presentation, warnings, usage }) => Self::DeckDone {
                kind: JobKindJson::Deck,
                presentation: presentation.into(),
                warnings,
                usage: usage.map(UsageJson::from),
            },
            JobEvent::Done(JobResult::Append { presentation, appended, inserted_at }) => Self::AppendDone {
                kind: JobKindJson::Append,
                presentation: presentation.into(),
                appended: *appended,
                inserted_at: *inserted_at,
            },
            JobEvent::Failed(failure) => Self::Failed {
                error: failure_title(failure.reason),
                details: &failure.details,
                code: failure.reason,
                vendor: failure.vendor.as_deref().unwrap_or_default(),
            },
        }
    }
}

impl<'a> From<&'a JobOutlineSlide> for OutlineSlideJson<'a> {
    fn from(slide: &'a JobOutlineSlide) -> Self {
        Self { index: slide.index, type_name: &slide.type_name, title: &slide.title }
    }
}

impl<'a> From<&'a JobDeck> for JobDeckJson<'a> {
    fn from(deck: &'a JobDeck) -> Self {
        Self {
            id: &deck.id,
            title: &deck.title,
            theme: &deck.theme,
            language: &deck.language,
            slide_count: deck.slide_count,
            revision: deck.revision,
        }
    }
}

/// The title of a failure, as in other error responses.
fn failure_title(reason: JobFailureReason) -> &'static str {
    match reason {
        JobFailureReason::Stopped => "Stopped",
        JobFailureReason::Vendor => "Bad gateway",
        JobFailureReason::StaleRevision => "Conflict",
        JobFailureReason::NotFound => "Not found",
        JobFailureReason::Forbidden => "Forbidden",
        JobFailureReason::Internal => "Internal server error",
        JobFailureReason::Unavailable => "Service unavailable",
        JobFailureReason::LimitExceeded | JobFailureReason::Invalid => "Validation failed",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};
    use service::{JobFailure, JobSource};

    use super::*;

    #[test]
    fn a_job_writes_slides_for_the_presentation_that_it_names_else_a_deck() {
        let check = |body: Value| {
            let Value::Object(object) = body else { unreachable!("tests send objects") };
            match read_request(object) {
                Ok(BeginJob::Append(_)) => "more slides".to_owned(),
                Ok(BeginJob::Deck(_)) => "a deck".to_owned(),
                Err(problem) => problem.to_string(),
            }
        };
        assert_eq!(check(json!({ "content": "Tides", "title": null })), "a deck");
        assert_eq!(check(json!({ "content": "Tides", "presentationId": null })), "a deck");
        assert_eq!(check(json!({ "content": "Tides", "presentationId": "d" })), "more slides");
        assert_eq!(check(json!({ "presentationId": "d" })), "`content` is required");
        assert_eq!(check(json!({ "content": "Tides", "presentationId": 7 })), "`presentationId` is a text");
        assert_eq!(check(json!({ "content": "Tides", "language": 7 })), "`language` is a text");
    }

    #[test]
    fn an_event_of_a_job_is_a_frame_with_its_number() {
        let check =
            |number: Option<usize>, event: JobEvent| frame(&NumberedJobEvent { number, event: Arc::new(event) });
        let read = JobEvent::Read(JobSource { words: 3, language: "en-GB".to_owned() });
        assert_eq!(check(Some(1), read), "id: 1\nevent: read\ndata: {\"words\":3,\"language\":\"en-GB\"}\n\n");
        let presentation = JobDeck {
            id: "d".into(),
            title: "Harbour".to_owned(),
            theme: "default".to_owned(),
            language: "en-GB".to_owned(),
            slide_count: 3,
            revision: 2,
        };
        let done = JobEvent::Done(JobResult::Append { presentation, appended: 0, inserted_at: None });
        assert_eq!(
            check(Some(4), done),
            "id: 4\nevent: done\ndata: {\"kind\":\"append\",\"presentation\":{\"id\":\"d\",\"title\":\"Harbour\",\
             \"theme\":\"default\",\"language\":\"en-GB\",\"slideCount\":3,\"revision\":2},\"appended\":0,\
             \"insertedAt\":null}\n\n"
        );
        let lost = JobFailure {
            details: "the node that ran the job has stopped; try again".to_owned(),
            reason: JobFailureReason::Unavailable,
            vendor: None,
        };
        assert_eq!(
            check(None, JobEvent::Failed(lost)),
            "event: failed\ndata: {\"error\":\"Service unavailable\",\"details\":\"the node that ran the job has \
             stopped; try again\",\"code\":\"service_unavailable\",\"vendor\":\"\"}\n\n"
        );
    }
}
