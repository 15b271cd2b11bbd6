//! The events of a job, and the form in which nodes share them.

use serde::{Deserialize, Serialize};
use store::DeckId;

use super::AuthorUsage;
use crate::decks::DeckView;
use crate::error::Error;

/// What happened in a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
pub enum JobEvent {
    /// The text was read.
    Read(JobSource),
    /// The slides were planned.
    Outline(JobOutline),
    /// A slide was written.
    Slide(JobSlide),
    /// The result was stored.
    Done(JobResult),
    /// The job failed or was stopped; nothing was stored.
    Failed(JobFailure),
}

/// The text that a job reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobSource {
    /// Number of words.
    pub words: usize,
    /// Its language.
    pub language: String,
}

/// The slides that a job plans to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobOutline {
    /// Title of the deck.
    pub title: String,
    /// Language of the slides.
    pub language: String,
    /// The slides in order.
    pub slides: Vec<JobOutlineSlide>,
}

/// A planned slide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobOutlineSlide {
    /// Position among the new slides, from 0.
    pub index: usize,
    /// Canonical type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Title.
    pub title: String,
}

/// A slide that was written, drawn at its position in the deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobSlide {
    /// Position among the new slides, from 0.
    pub index: usize,
    /// Number of new slides.
    pub count: usize,
    /// Type and title.
    pub slide: JobSlideLabel,
    /// The HTML of the slide, if it could be drawn.
    pub html: Option<String>,
    /// The stylesheet for it.
    pub css: Option<String>,
    /// Number of build steps.
    pub steps: usize,
    /// How many slides are written so far.
    pub done: usize,
}

/// Type and title of a slide that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobSlideLabel {
    /// Canonical type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Title.
    pub title: String,
}

/// What a job stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub enum JobResult {
    /// A new deck.
    Deck {
        /// The deck.
        presentation: JobDeck,
        /// Figures on the slides that do not occur in the source, in words.
        #[serde(default)]
        warnings: Vec<String>,
        /// What the vendor billed; `None` for the built-in author.
        #[serde(default)]
        usage: Option<AuthorUsage>,
    },
    /// New slides in a deck.
    Append {
        /// The deck.
        presentation: JobDeck,
        /// Number of new slides.
        appended: usize,
        /// Position of the first new slide, from 0; `None` when there is none.
        inserted_at: Option<usize>,
    },
}

/// The deck that a job wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobDeck {
    /// Id.
    pub id: DeckId,
    /// Title.
    pub title: String,
    /// Theme.
    pub theme: String,
    /// Main language.
    pub language: String,
    /// Number of slides.
    pub slide_count: usize,
    /// Revision.
    pub revision: u64,
}

/// Why a job failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobFailure {
    /// The reason, in words.
    pub details: String,
    /// The reason, for programs.
    #[serde(rename = "code")]
    pub reason: JobFailureReason,
    /// Id of the vendor; `None` when it is unknown.
    pub vendor: Option<String>,
}

/// The kinds of reasons why a job fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobFailureReason {
    /// Its owner stopped it.
    Stopped,
    /// The vendor failed.
    #[serde(rename = "bad_gateway")]
    Vendor,
    /// The deck changed while the author worked.
    StaleRevision,
    /// The deck is gone.
    NotFound,
    /// The owner of the job no longer has the right that it needs.
    Forbidden,
    /// The deck would have too many slides.
    LimitExceeded,
    /// A fault of the server.
    #[serde(rename = "internal_error")]
    Internal,
    /// Storage does not respond, or the node that ran the job is gone.
    #[serde(rename = "service_unavailable")]
    Unavailable,
    /// The request cannot be carried out.
    #[serde(rename = "bad_request")]
    Invalid,
}

impl JobEvent {
    /// The approximate size in memory, in bytes. Only drawn slides are large.
    pub(super) fn bytes(&self) -> usize {
        let drawn = match self {
            Self::Slide(slide) => [&slide.html, &slide.css].into_iter().flatten().map(String::len).sum(),
            _ => 0,
        };
        1024 + drawn
    }

    /// The event as JSON, the form in which nodes share it.
    ///
    /// # Errors
    /// Fails when the event cannot be written as JSON.
    pub(super) fn to_stored(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// Reads an event that a node shared; `None` when it is unknown. Earlier versions of the program shared the text of
    /// the event stream, whose `data` has the same fields.
    pub(super) fn from_stored(text: &str) -> Option<Self> {
        let line = |prefix: &str| text.lines().find_map(|line| line.strip_prefix(prefix));
        match (line("event: "), line("data: ")) {
            (Some(event), Some(data)) => serde_json::from_str(&format!(r#"{{"event":"{event}","data":{data}}}"#)).ok(),
            _ => serde_json::from_str(text).ok(),
        }
    }
}

impl JobFailure {
    /// The failure of a job that ended with an error.
    pub(super) fn new(error: &Error, vendor: &str) -> Self {
        let reason = match error {
            Error::Vendor(_) => JobFailureReason::Vendor,
            Error::Stale { .. } => JobFailureReason::StaleRevision,
            Error::NotFound(_) => JobFailureReason::NotFound,
            Error::Forbidden(_) => JobFailureReason::Forbidden,
            Error::OverLimit(_) => JobFailureReason::LimitExceeded,
            Error::Internal(_) => JobFailureReason::Internal,
            Error::Unavailable(_) | Error::Busy(_) | Error::Full => JobFailureReason::Unavailable,
            _ => JobFailureReason::Invalid,
        };
        let details = match error {
            Error::Internal(_) => "the fault is ours; it has been logged".to_owned(),
            error => error.to_string(),
        };
        Self { details, reason, vendor: Some(vendor.to_owned()) }
    }

    /// The failure of a job that its owner stopped.
    pub(super) fn stopped(vendor: &str) -> Self {
        let details = "the work was stopped; nothing was made".to_owned();
        Self { details, reason: JobFailureReason::Stopped, vendor: Some(vendor.to_owned()) }
    }

    /// The failure of a job whose node is gone.
    pub(super) fn node_lost() -> Self {
        let details = "the node that ran the job has stopped; try again".to_owned();
        Self { details, reason: JobFailureReason::Unavailable, vendor: None }
    }
}

impl From<&DeckView> for JobDeck {
    fn from(view: &DeckView) -> Self {
        let deck = view.deck();
        Self {
            id: view.id().clone(),
            title: deck.title.clone(),
            theme: deck.theme.clone(),
            language: deck.lang.clone(),
            slide_count: view.slide_count(),
            revision: view.revision(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_read_as_it_is_stored_and_as_earlier_versions_stored_it() {
        let done = JobEvent::Done(JobResult::Append {
            presentation: JobDeck {
                id: "d".into(),
                title: "Harbour".to_owned(),
                theme: "default".to_owned(),
                language: "en-GB".to_owned(),
                slide_count: 3,
                revision: 2,
            },
            appended: 1,
            inserted_at: None,
        });
        let stored = done.to_stored().expect("JSON");
        assert_eq!(JobEvent::from_stored(&stored), Some(done.clone()));
        let earlier = "id: 4\nevent: done\ndata: {\"kind\":\"append\",\"presentation\":{\"id\":\"d\",\"title\":\
                       \"Harbour\",\"theme\":\"default\",\"language\":\"en-GB\",\"slideCount\":3,\"revision\":2},\
                       \"appended\":1,\"insertedAt\":null}\n\n";
        assert_eq!(JobEvent::from_stored(earlier), Some(done));
        let earlier = "id: 2\nevent: failed\ndata: {\"error\":\"Bad gateway\",\"details\":\"no answer\",\
                       \"code\":\"bad_gateway\",\"vendor\":\"openai\"}\n\n";
        let failed = JobFailure::new(&Error::Vendor("no answer".to_owned()), "openai");
        assert_eq!(JobEvent::from_stored(earlier), Some(JobEvent::Failed(failed)));
        assert_eq!(JobEvent::from_stored("nonsense"), None);
    }
}
