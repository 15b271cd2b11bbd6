//! Work of the author that somebody watches: a deck, or slides for one, with its progress as a stream.
//!
//! A job is done by the process that began it and seen by the one who began it. What it has told is kept, so a reader who
//! comes late or comes back misses nothing. Other nodes see it as [`super::far`] says.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ai::Step;
use deck::{Deck, Registry};
use export::html;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Time, UserId};
use tokio::sync::watch;

use super::far::{Far, Record};
use super::write::{DeckOrder, SlidesOrder};
use super::{Told as Telling, bare, unsaved};
use crate::Author;
use crate::caller::Caller;
use crate::drawing::{Drawable, drawn_css};
use crate::error::{Error, Result};
use crate::limits::Limit;
use crate::live::Told;
use crate::secret::new_id;

/// Most jobs of one person that run at once.
const MOST_RUNNING: usize = 3;
/// Milliseconds that a job is kept after its end.
pub(super) const KEPT: Time = 30 * 60 * 1000;

/// What a job makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobKind {
    /// A deck.
    Deck,
    /// Slides for a deck that is there.
    Append,
}

impl JobKind {
    /// The word in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::Append => "append",
        }
    }
}

/// How a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobState {
    /// The author works.
    Running,
    /// It is written down.
    Done,
    /// Nothing was written.
    Failed,
    /// Somebody stopped it; nothing was written.
    Stopped,
}

impl JobState {
    /// The word in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Stopped => "stopped",
        }
    }
}

/// What a job is to do: everything about the call was judged.
#[derive(Debug)]
pub enum JobOrder {
    /// Make a deck.
    Deck(DeckOrder),
    /// Write slides for a deck.
    Append(SlidesOrder),
}

impl JobOrder {
    fn kind(&self) -> JobKind {
        match self {
            Self::Deck(_) => JobKind::Deck,
            Self::Append(_) => JobKind::Append,
        }
    }

    fn vendor(&self) -> &'static str {
        match self {
            Self::Deck(order) => order.pen.vendor.id(),
            Self::Append(order) => order.pen.vendor.id(),
        }
    }

    fn source(&self) -> (&str, Option<&str>) {
        match self {
            Self::Deck(order) => (&order.source.text, order.source.language.as_deref()),
            Self::Append(order) => (&order.text, Some(&order.stored.deck.lang)),
        }
    }
}

/// A job as its owner sees it.
#[derive(Debug, Clone)]
pub struct Job {
    /// Its id.
    pub id: String,
    /// What it makes.
    pub kind: JobKind,
    /// Who writes.
    pub vendor: String,
    /// How it stands.
    pub state: JobState,
}

/// The jobs of this process.
#[derive(Debug, Default)]
pub(crate) struct Jobs(Mutex<HashMap<String, Arc<Running>>>);

#[derive(Debug)]
pub(super) struct Running {
    pub(super) id: String,
    owner: UserId,
    kind: JobKind,
    vendor: &'static str,
    course: Mutex<Course>,
    /// Moves on with everything that is told.
    pub(super) told: watch::Sender<usize>,
}

/// What a job has told, and how it stands.
#[derive(Debug)]
pub(super) struct Course {
    pub(super) frames: Vec<Arc<str>>,
    pub(super) state: JobState,
    /// Whether the answer is being written, from when on nobody can stop it.
    writing: bool,
    ended_at: Option<Time>,
}

/// The ear of somebody who watches a job.
#[derive(Debug)]
pub struct JobEvents(Ear);

#[derive(Debug)]
enum Ear {
    /// The job is done here.
    Near { job: Arc<Running>, heard: usize, told: watch::Receiver<usize> },
    /// Another node does it.
    Far(Far),
}

impl Jobs {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Running>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a job in, unless its owner has as many running as he may, with those of other nodes.
    fn take_in(&self, job: &Arc<Running>, elsewhere: &[String]) -> Result<()> {
        let mut jobs = self.all();
        let mine = |other: &&Arc<Running>| other.owner == job.owner && other.course().state == JobState::Running;
        let far = elsewhere.iter().filter(|id| !jobs.contains_key(*id)).count();
        if jobs.values().filter(mine).count() + far >= MOST_RUNNING {
            return Err(Error::Throttled { retry_after: 10 });
        }
        jobs.insert(job.id.clone(), Arc::clone(job));
        Ok(())
    }

    /// Forgets jobs that ended a while ago.
    pub(crate) fn sweep(&self, now: Time) {
        self.all().retain(|_, job| job.course().ended_at.is_none_or(|ended| ended + KEPT > now));
    }
}

impl Running {
    pub(super) fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What other nodes know of it when it stands so.
    pub(super) fn record(&self, state: JobState) -> Record {
        Record { owner: self.owner.clone(), kind: self.kind, vendor: self.vendor.to_owned(), state }
    }

    fn seen(&self) -> Job {
        let state = self.course().state;
        self.record(state).seen(&self.id)
    }

    /// Tells an event. Answers whether the job still runs; one that has ended tells no more.
    fn tell(&self, name: &str, event: &Value) -> bool {
        let told = self.course().tell(name, event);
        self.told.send_modify(|count| *count += 1);
        told
    }

    /// Tells the last event.
    fn end(&self, state: JobState, name: &str, event: &Value, now: Time) {
        let mut course = self.course();
        if course.tell(name, event) {
            (course.state, course.ended_at) = (state, Some(now));
        }
        drop(course);
        self.told.send_modify(|count| *count += 1);
    }

    /// Ends the job before it is written. Answers whether that was still possible.
    pub(super) fn stop(&self, now: Time) -> bool {
        let event = json!({
            "error": "Stopped", "details": "the work was stopped; nothing was made", "code": "stopped",
            "vendor": self.vendor,
        });
        let mut course = self.course();
        if course.writing || !course.tell("failed", &event) {
            return false;
        }
        (course.state, course.ended_at) = (JobState::Stopped, Some(now));
        drop(course);
        self.told.send_modify(|count| *count += 1);
        true
    }

    /// Begins to write, unless the job was stopped.
    fn begin_writing(&self) -> bool {
        let mut course = self.course();
        course.writing = course.state == JobState::Running;
        course.writing
    }
}

impl Course {
    /// Keeps an event to be told, unless the job has ended. Answers whether it was kept.
    fn tell(&mut self, name: &str, event: &Value) -> bool {
        let runs = self.state == JobState::Running;
        if runs {
            let frame = format!("id: {}\nevent: {name}\ndata: {event}\n\n", self.frames.len() + 1);
            self.frames.push(frame.into());
        }
        runs
    }
}

impl Author {
    /// Begins a job, which counts as a call of the author where a key pays.
    ///
    /// # Errors
    /// The caller has as many running as he may, which costs nothing, or no call is left.
    pub async fn begin_job(self: &Arc<Self>, caller: &Caller, order: JobOrder) -> Result<Job> {
        let elsewhere = self.remote_jobs_of(&caller.user.id).await;
        let job = Arc::new(Running {
            id: new_id(),
            owner: caller.user.id.clone(),
            kind: order.kind(),
            vendor: order.vendor(),
            course: Mutex::new(Course { frames: Vec::new(), state: JobState::Running, writing: false, ended_at: None }),
            told: watch::Sender::new(0),
        });
        self.jobs.take_in(&job, &elsewhere)?;
        if let Err(spent) = self.limits.count_daily(caller, Limit::Ai).await {
            self.jobs.all().remove(&job.id);
            return Err(spent);
        }
        let (text, lang) = order.source();
        let lang = lang.map_or_else(|| ai::detected_language(text), str::to_owned);
        job.tell("read", &json!({ "words": text.split_whitespace().count(), "language": lang }));
        self.publish_job(&job).await;
        let (service, caller, working) = (Arc::clone(self), caller.clone(), Arc::clone(&job));
        tokio::spawn(async move { service.run_job(&caller, order, &working).await });
        Ok(job.seen())
    }

    async fn run_job(self: &Arc<Self>, caller: &Caller, order: JobOrder, job: &Arc<Running>) {
        let vendor = job.vendor;
        match self.run_task(caller, order, job).await {
            Ok(Some(done)) => job.end(JobState::Done, "done", &done, self.clock.now()),
            Ok(None) => {}
            Err(error) => {
                if let Error::Internal(fault) = &error {
                    tracing::error!(job = job.id, fault = format!("{fault:#}"), "a job failed");
                }
                job.end(JobState::Failed, "failed", &failure(&error, vendor), self.clock.now());
            }
        }
    }

    /// Works and writes. Answers nothing when the job was stopped.
    async fn run_task(self: &Arc<Self>, caller: &Caller, order: JobOrder, job: &Arc<Running>) -> Result<Option<Value>> {
        let told = self.progress_listener(job);
        match order {
            JobOrder::Deck(order) => {
                let draft = self.draft_deck(caller, &order, Some(told)).await?;
                if !job.begin_writing() {
                    return Ok(None);
                }
                let view = self.store_draft(caller, order, draft).await?;
                Ok(Some(json!({ "kind": "deck", "presentation": brief(&view) })))
            }
            JobOrder::Append(order) => {
                let slides = self.draft_slides(&order, Some(told)).await?;
                if !job.begin_writing() {
                    return Ok(None);
                }
                let done = self.store_slides(caller, order, slides).await?;
                let presentation = brief(&done.view);
                Ok(Some(json!({
                    "kind": "append", "presentation": presentation, "appended": done.count, "insertedAt": done.at,
                })))
            }
        }
    }

    /// Tells a job how far its work is, with each slide drawn as it will look.
    fn progress_listener(self: &Arc<Self>, job: &Arc<Running>) -> Telling {
        let (service, job, done) = (Arc::clone(self), Arc::clone(job), Mutex::new(0));
        Box::new(move |drawable, step| match step {
            Step::Outline { title, language, slides } => {
                let rows: Vec<Value> = slides
                    .iter()
                    .enumerate()
                    .map(|(index, (key, title))| {
                        json!({ "index": index, "type": drawable.registry.canonical(key), "title": title })
                    })
                    .collect();
                let count = rows.len();
                job.tell("outline", &json!({ "title": title, "language": language, "count": count, "slides": rows }))
            }
            Step::Slide { index, count, slide } => {
                let mut event = drawn(&service, drawable, index, count, slide);
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                *done += 1;
                event["done"] = json!(*done);
                job.tell("slide", &event)
            }
        })
    }

    /// A job of the caller's.
    ///
    /// # Errors
    /// Unknown, or begun by somebody else.
    pub async fn job(&self, caller: &Caller, id: &str) -> Result<Job> {
        match self.local_job(caller, id) {
            Some(job) => Ok(job.seen()),
            None => self.remote_job(caller, id).await,
        }
    }

    /// Listens to a job of the caller's from its beginning.
    ///
    /// # Errors
    /// Unknown, or begun by somebody else.
    pub async fn job_events(self: &Arc<Self>, caller: &Caller, id: &str) -> Result<JobEvents> {
        let Some(job) = self.local_job(caller, id) else {
            return Ok(JobEvents(Ear::Far(self.remote_events(caller, id).await?)));
        };
        let told = job.told.subscribe();
        Ok(JobEvents(Ear::Near { job, heard: 0, told }))
    }

    /// Stops a job of the caller's. Answers whether there was something to stop.
    ///
    /// # Errors
    /// Unknown, or begun by somebody else.
    pub async fn stop_job(&self, caller: &Caller, id: &str) -> Result<bool> {
        match self.local_job(caller, id) {
            Some(job) => Ok(job.stop(self.clock.now())),
            None => self.stop_remote_job(caller, id).await,
        }
    }

    /// A job of the caller's that is done here.
    fn local_job(&self, caller: &Caller, id: &str) -> Option<Arc<Running>> {
        let job = self.jobs.all().get(id).cloned();
        job.filter(|job| job.owner == caller.user.id)
    }
}

impl JobEvents {
    /// The next event. It can be broken off without losing anything.
    pub async fn next(&mut self) -> Told {
        let (job, heard, told) = match &mut self.0 {
            Ear::Near { job, heard, told } => (job, heard, told),
            Ear::Far(far) => return far.next().await,
        };
        loop {
            {
                let course = job.course();
                if let Some(frame) = course.frames.get(*heard) {
                    *heard += 1;
                    return Told::Frames(Arc::clone(frame));
                }
                if course.state != JobState::Running {
                    return Told::End;
                }
            }
            if told.changed().await.is_err() {
                return Told::End;
            }
        }
    }
}

/// A slide of a deck in the making, drawn at its place.
fn drawn(service: &Author, drawable: &Drawable, index: usize, count: usize, slide: &ai::SlideDraft) -> Value {
    let registry: &Registry = &drawable.registry;
    let draft = unsaved(&slide.key, &slide.content);
    let title = registry.title_of(&draft).to_owned();
    let mut event = json!({
        "index": index, "count": count, "slide": { "type": registry.canonical(&slide.key), "title": title },
        "html": null, "css": null, "steps": 0,
    });
    let deck = Deck { slides: vec![draft; count.max(index + 1)], ..bare(&drawable.deck) };
    let drawing = crate::drawing::DrawInput { deck: &deck, ..drawable.drawing() };
    if let Some(laid) = service.drawing.studio.page(&drawing, index)
        && let Some(page) = laid.document.pages.first()
    {
        let fragment = html::fragment(&laid.document, page, &|picture| picture.0.clone());
        event["css"] = json!(drawn_css(&laid.document, &fragment.faces));
        event["html"] = json!(fragment.html);
        event["steps"] = json!(page.steps);
    }
    event
}

fn brief(view: &crate::DeckView) -> Value {
    let deck = view.deck();
    json!({
        "id": view.id(), "title": deck.title, "theme": deck.theme, "language": deck.lang,
        "slideCount": view.slide_count(), "revision": view.revision(),
    })
}

/// A refusal as the stream of a job tells it: the same words and codes as an answer has.
fn failure(error: &Error, vendor: &str) -> Value {
    let (title, code) = match error {
        Error::Vendor(_) => ("Bad gateway", "bad_gateway"),
        Error::Stale { .. } => ("Conflict", "stale_revision"),
        Error::NotFound(_) => ("Not found", "not_found"),
        Error::Forbidden(_) => ("Forbidden", "forbidden"),
        Error::OverLimit(_) => ("Validation failed", "limit_exceeded"),
        Error::Internal(_) => ("Internal server error", "internal_error"),
        Error::Unavailable(_) | Error::Full => ("Service unavailable", "service_unavailable"),
        _ => ("Validation failed", "bad_request"),
    };
    let details = match error {
        Error::Internal(_) => "the fault is ours; it has been logged".to_owned(),
        error => error.to_string(),
    };
    json!({ "error": title, "details": details, "code": code, "vendor": vendor })
}
