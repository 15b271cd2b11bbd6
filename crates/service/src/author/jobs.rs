//! Jobs: work of the author that its owner can watch and stop, for a new deck or for slides of a deck.
//!
//! A job runs in the process that started it, and only its owner sees it. Its events are stored for a while, so a
//! reader that connects late or reconnects misses nothing. Other nodes see it through [`super::remote`].

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ai::Progress;
use deck::Deck;
use export::html;
use serde::{Deserialize, Serialize};
use store::{JobId, Time, UserId};
use tokio::sync::watch;

use super::job_event::{
    JobEvent, JobFailure, JobOutline, JobOutlineSlide, JobResult, JobSlide, JobSlideLabel, JobSource,
};
use super::remote::{JobRecord, RemoteJobEvents};
use super::write::{AuthoredDeck, DeckRequest, SlidesRequest};
use super::{ProgressListener, draft_slide, without_slides};
use crate::Author;
use crate::caller::Caller;
use crate::drawing::{DrawInput, Drawable, drawn_css};
use crate::error::{Error, Result};
use crate::limits::Limit;
use crate::rights::Writable;
use crate::secret::new_id;

/// The maximum number of running jobs of one person.
const MAX_RUNNING: usize = 3;
/// Milliseconds that a job can be seen after its end.
pub(super) const RETENTION: Time = 30 * 60 * 1000;
/// The maximum number of ended jobs of one person, and of bytes of the events of all ended jobs. The oldest are removed
/// first.
const MAX_ENDED: usize = 10;
const MAX_ENDED_BYTES: usize = 64 << 20;

/// What a job writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobKind {
    /// A new deck.
    Deck,
    /// Slides for a deck.
    Append,
}

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobState {
    /// The author works.
    Running,
    /// The result is stored.
    Done,
    /// Nothing was stored.
    Failed,
    /// Its owner stopped it; nothing was stored.
    Stopped,
}

/// A validated request for a job.
#[derive(Debug)]
pub enum JobRequest {
    /// Write a deck.
    Deck(DeckRequest),
    /// Write slides for a deck.
    Append(Writable, SlidesRequest),
}

impl JobRequest {
    fn kind(&self) -> JobKind {
        match self {
            Self::Deck(_) => JobKind::Deck,
            Self::Append(..) => JobKind::Append,
        }
    }

    fn vendor(&self) -> &'static str {
        match self {
            Self::Deck(request) => request.chosen.vendor.id(),
            Self::Append(_, request) => request.chosen.vendor.id(),
        }
    }

    fn source(&self) -> JobSource {
        let (text, language) = match self {
            Self::Deck(request) => (&request.source.text, request.source.language.as_ref()),
            Self::Append(deck, request) => (&request.text, Some(&deck.deck().deck.lang)),
        };
        let language = language.map_or_else(|| ai::detected_language(text), String::clone);
        JobSource { words: text.split_whitespace().count(), language }
    }
}

/// A job as its owner sees it.
#[derive(Debug, Clone)]
pub struct Job {
    /// Its id.
    pub id: JobId,
    /// What it writes.
    pub kind: JobKind,
    /// Id of the vendor that writes.
    pub vendor: String,
    /// Its state.
    pub state: JobState,
}

/// An event of a job with its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedJobEvent {
    /// The number, from 1; `None` for the failure of a job whose node is gone.
    pub number: Option<usize>,
    /// The event.
    pub event: Arc<JobEvent>,
}

/// The jobs of this process.
#[derive(Debug, Default)]
pub(crate) struct Jobs(Mutex<HashMap<JobId, Arc<LocalJob>>>);

/// A job of this process.
#[derive(Debug)]
pub(super) struct LocalJob {
    pub(super) id: JobId,
    owner: UserId,
    kind: JobKind,
    vendor: &'static str,
    progress: Mutex<JobProgress>,
    /// The number of events. A change wakes the tasks that watch the job.
    pub(super) event_count: watch::Sender<usize>,
}

/// The events of a job so far, and its state.
#[derive(Debug)]
pub(super) struct JobProgress {
    pub(super) events: Vec<Arc<JobEvent>>,
    pub(super) state: JobState,
    /// Whether the result is being stored. From then on the job cannot be stopped.
    is_storing: bool,
    ended_at: Option<Time>,
    /// The approximate size of the events in memory, in bytes.
    bytes: usize,
}

/// The events of a job, from its first.
#[derive(Debug)]
pub struct JobEvents(EventSource);

#[derive(Debug)]
enum EventSource {
    /// The job runs in this process.
    Local { job: Arc<LocalJob>, read: usize, event_count: watch::Receiver<usize> },
    /// The job runs on another node.
    Remote(RemoteJobEvents),
}

impl Jobs {
    fn all(&self) -> MutexGuard<'_, HashMap<JobId, Arc<LocalJob>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job. Fails when its owner has the maximum number of running jobs, including those on other nodes.
    fn insert(&self, job: &Arc<LocalJob>, remote: &[JobId]) -> Result<()> {
        let mut jobs = self.all();
        let is_own = |other: &&Arc<LocalJob>| other.owner == job.owner && other.progress().state == JobState::Running;
        let remote = remote.iter().filter(|id| !jobs.contains_key(*id)).count();
        if jobs.values().filter(is_own).count() + remote >= MAX_RUNNING {
            return Err(Error::Throttled { retry_after: 10 });
        }
        jobs.insert(job.id.clone(), Arc::clone(job));
        Ok(())
    }

    /// Removes jobs that ended longer ago than the retention period, and the oldest ended jobs beyond the maximum
    /// number of one person and the maximum size of all. Returns the removed jobs.
    fn remove_ended(&self, now: Time) -> Vec<Arc<LocalJob>> {
        let mut jobs = self.all();
        let mut ended: Vec<_> =
            jobs.values().filter_map(|job| Some((job.progress().ended_at?, Arc::clone(job)))).collect();
        ended.sort_by_key(|(ended_at, _)| Reverse(*ended_at));
        let (mut counts, mut bytes) = (HashMap::<UserId, usize>::new(), 0);
        ended.retain(|(ended_at, job)| {
            let count = counts.entry(job.owner.clone()).or_default();
            *count += 1;
            bytes += job.progress().bytes;
            ended_at + RETENTION <= now || *count > MAX_ENDED || bytes > MAX_ENDED_BYTES
        });
        for (_, job) in &ended {
            jobs.remove(&job.id);
        }
        ended.into_iter().map(|(_, job)| job).collect()
    }
}

impl LocalJob {
    pub(super) fn progress(&self) -> MutexGuard<'_, JobProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The record of the job in a state, for other nodes.
    pub(super) fn record(&self, state: JobState) -> JobRecord {
        JobRecord { owner: self.owner.clone(), kind: self.kind, vendor: self.vendor.to_owned(), state }
    }

    fn as_job(&self) -> Job {
        let state = self.progress().state;
        self.record(state).into_job(&self.id)
    }

    /// Adds an event. Returns whether the job still runs; an event for an ended job is dropped.
    fn publish(&self, event: JobEvent) -> bool {
        let is_running = self.progress().push(event);
        self.wake_readers();
        is_running
    }

    /// Ends the job with its last event.
    fn end(&self, state: JobState, event: JobEvent, now: Time) {
        let mut progress = self.progress();
        if progress.push(event) {
            (progress.state, progress.ended_at) = (state, Some(now));
        }
        drop(progress);
        self.wake_readers();
    }

    /// Ends the job before its result is stored. Returns whether that was still possible.
    pub(super) fn stop(&self, now: Time) -> bool {
        let mut progress = self.progress();
        if progress.is_storing || !progress.push(JobEvent::Failed(JobFailure::stopped(self.vendor))) {
            return false;
        }
        (progress.state, progress.ended_at) = (JobState::Stopped, Some(now));
        drop(progress);
        self.wake_readers();
        true
    }

    /// Marks that the result is being stored. Returns `false` when the job was stopped.
    fn begin_storing(&self) -> bool {
        let mut progress = self.progress();
        progress.is_storing = progress.state == JobState::Running;
        progress.is_storing
    }

    fn wake_readers(&self) {
        self.event_count.send_modify(|count| *count += 1);
    }
}

impl JobProgress {
    /// Adds an event unless the job has ended. Returns whether it was added.
    fn push(&mut self, event: JobEvent) -> bool {
        let is_running = self.state == JobState::Running;
        if is_running {
            self.bytes += event.bytes();
            self.events.push(Arc::new(event));
        }
        is_running
    }
}

impl Author {
    /// Starts a job, which counts toward the daily limit of the caller's API key, if there is one.
    ///
    /// # Errors
    /// Fails when the caller has too many running jobs, or has used up the daily limit. A call that fails because of
    /// running jobs is not counted.
    pub async fn begin_job(self: &Arc<Self>, caller: &Caller, request: JobRequest) -> Result<Job> {
        let remote = self.remote_jobs_of(&caller.user.id).await;
        let job = Arc::new(LocalJob {
            id: new_id(),
            owner: caller.user.id.clone(),
            kind: request.kind(),
            vendor: request.vendor(),
            progress: Mutex::new(JobProgress {
                events: Vec::new(),
                state: JobState::Running,
                is_storing: false,
                ended_at: None,
                bytes: 0,
            }),
            event_count: watch::Sender::new(0),
        });
        self.jobs.insert(&job, &remote)?;
        if let Err(exhausted) = self.limits.count_daily(caller, Limit::Ai).await {
            self.jobs.all().remove(&job.id);
            return Err(exhausted);
        }
        job.publish(JobEvent::Read(request.source()));
        self.publish_job(&job).await;
        let (service, caller, running) = (Arc::clone(self), caller.clone(), Arc::clone(&job));
        store::spawn(async move { service.run_job(&caller, request, &running).await });
        Ok(job.as_job())
    }

    async fn run_job(self: &Arc<Self>, caller: &Caller, request: JobRequest, job: &Arc<LocalJob>) {
        match self.run_request(caller, request, job).await {
            Ok(Some(result)) => job.end(JobState::Done, JobEvent::Done(result), self.clock.now()),
            Ok(None) => {}
            Err(error) => {
                if let Error::Internal(fault) = &error {
                    tracing::error!(job = job.id.as_str(), fault = format!("{fault:#}"), "a job failed");
                }
                let failure = JobFailure::new(&error, job.vendor);
                job.end(JobState::Failed, JobEvent::Failed(failure), self.clock.now());
            }
        }
        self.remove_ended_jobs().await;
    }

    /// Removes ended jobs that are too old or too many, from this process and from the state that nodes share.
    pub(crate) async fn remove_ended_jobs(&self) {
        for job in self.jobs.remove_ended(self.clock.now()) {
            self.unpublish_job(&job).await;
        }
    }

    /// Writes the slides and stores the result. Returns `None` when the job was stopped.
    async fn run_request(
        self: &Arc<Self>,
        caller: &Caller,
        request: JobRequest,
        job: &Arc<LocalJob>,
    ) -> Result<Option<JobResult>> {
        let listener = self.progress_listener(job);
        match request {
            JobRequest::Deck(request) => {
                let draft = self.draft_deck(caller, &request, Some(listener)).await?;
                if !job.begin_storing() {
                    self.discard_draft(&request).await;
                    return Ok(None);
                }
                let AuthoredDeck { view, warnings, usage } = self.store_draft(caller, request, draft).await?;
                Ok(Some(JobResult::Deck { presentation: (&view).into(), warnings, usage }))
            }
            JobRequest::Append(deck, request) => {
                let slides = self.draft_slides(&deck, &request, Some(listener)).await?;
                if !job.begin_storing() {
                    return Ok(None);
                }
                let done = self.store_slides(&deck, slides).await?;
                Ok(Some(JobResult::Append {
                    presentation: (&done.view).into(),
                    appended: done.count,
                    inserted_at: done.at,
                }))
            }
        }
    }

    /// A listener that publishes the steps of the author as events of a job, with each slide drawn.
    fn progress_listener(self: &Arc<Self>, job: &Arc<LocalJob>) -> ProgressListener {
        let (service, job, written) = (Arc::clone(self), Arc::clone(job), Mutex::new(0));
        Box::new(move |drawable, step| match step {
            Progress::Outline { title, language, slides } => {
                let slides = slides.iter().enumerate().map(|(index, (key, title))| JobOutlineSlide {
                    index,
                    type_name: drawable.registry.canonical(key).into_owned(),
                    title: title.clone(),
                });
                let (title, language) = (title.to_owned(), language.to_owned());
                job.publish(JobEvent::Outline(JobOutline { title, language, slides: slides.collect() }))
            }
            Progress::Slide { index, count, slide } => {
                let mut event = drawn_slide(&service, drawable, index, count, slide);
                let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
                *written += 1;
                event.done = *written;
                job.publish(JobEvent::Slide(event))
            }
        })
    }

    /// A job of the caller.
    ///
    /// # Errors
    /// Fails when the job is unknown or belongs to another account.
    pub async fn job(&self, caller: &Caller, id: &JobId) -> Result<Job> {
        match self.local_job(caller, id) {
            Some(job) => Ok(job.as_job()),
            None => self.remote_job(caller, id).await,
        }
    }

    /// The events of a job of the caller, from its first.
    ///
    /// # Errors
    /// Fails when the job is unknown or belongs to another account.
    pub async fn job_events(self: &Arc<Self>, caller: &Caller, id: &JobId) -> Result<JobEvents> {
        let Some(job) = self.local_job(caller, id) else {
            return Ok(JobEvents(EventSource::Remote(self.remote_events(caller, id).await?)));
        };
        let event_count = job.event_count.subscribe();
        Ok(JobEvents(EventSource::Local { job, read: 0, event_count }))
    }

    /// Stops a job of the caller. Returns whether it was still running.
    ///
    /// # Errors
    /// Fails when the job is unknown or belongs to another account.
    pub async fn stop_job(&self, caller: &Caller, id: &JobId) -> Result<bool> {
        match self.local_job(caller, id) {
            Some(job) => Ok(job.stop(self.clock.now())),
            None => self.stop_remote_job(caller, id).await,
        }
    }

    /// A job of the caller that runs in this process.
    fn local_job(&self, caller: &Caller, id: &JobId) -> Option<Arc<LocalJob>> {
        let job = self.jobs.all().get(id).cloned();
        job.filter(|job| job.owner == caller.user.id)
    }
}

impl JobEvents {
    /// Waits for the next event; `None` after the last. Cancelling it loses nothing.
    pub async fn next(&mut self) -> Option<NumberedJobEvent> {
        let (job, read, event_count) = match &mut self.0 {
            EventSource::Local { job, read, event_count } => (job, read, event_count),
            EventSource::Remote(events) => return events.next().await,
        };
        loop {
            {
                let progress = job.progress();
                if let Some(event) = progress.events.get(*read) {
                    *read += 1;
                    return Some(NumberedJobEvent { number: Some(*read), event: Arc::clone(event) });
                }
                if progress.state != JobState::Running {
                    return None;
                }
            }
            event_count.changed().await.ok()?;
        }
    }
}

/// A slide that was written, drawn at its position in the deck.
fn drawn_slide(service: &Author, drawable: &Drawable, index: usize, count: usize, slide: &ai::SlideDraft) -> JobSlide {
    let registry = &drawable.registry;
    let draft = draft_slide(&slide.key, &slide.content);
    let label = JobSlideLabel {
        type_name: registry.canonical(&slide.key).into_owned(),
        title: registry.title_of(&draft).to_owned(),
    };
    let mut event = JobSlide { index, count, slide: label, html: None, css: None, steps: 0, done: 0 };
    let deck = Deck { slides: vec![draft; count.max(index + 1)], ..without_slides(&drawable.deck) };
    let drawing = DrawInput { deck: &deck, ..drawable.drawing() };
    if let Some(output) = service.drawing.renderer.page(&drawing, index)
        && let Some(page) = output.document.pages.first()
    {
        let fragment = html::fragment(&output.document, page, &|picture| picture.0.clone());
        event.css = Some(drawn_css(&output.document, &fragment.faces));
        event.html = Some(fragment.html);
        event.steps = page.steps;
    }
    event
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_ended_jobs_are_removed_when_their_events_take_too_much() {
        let jobs = Jobs::default();
        let add = |id: &str, ended_at: Option<Time>| {
            let state = if ended_at.is_some() { JobState::Done } else { JobState::Running };
            let progress =
                JobProgress { events: Vec::new(), state, is_storing: false, ended_at, bytes: MAX_ENDED_BYTES / 2 };
            let job = LocalJob {
                id: id.into(),
                // Each job belongs to another person.
                owner: id.into(),
                kind: JobKind::Deck,
                vendor: "builtin",
                progress: Mutex::new(progress),
                event_count: watch::Sender::new(0),
            };
            jobs.insert(&Arc::new(job), &[]).expect("the only job of its owner");
        };
        add("running", None);
        for (id, ended_at) in [("third", 3), ("first", 1), ("fourth", 4), ("second", 2)] {
            add(id, Some(ended_at));
        }
        let mut removed: Vec<String> = jobs.remove_ended(5).iter().map(|job| job.id.to_string()).collect();
        removed.sort();
        assert_eq!(removed, ["first", "second"]);
        assert!(jobs.remove_ended(5).is_empty());
        assert_eq!(jobs.remove_ended(4 + RETENTION).len(), 2);
        assert!(jobs.all().contains_key("running"));
    }
}
