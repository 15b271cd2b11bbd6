//! Videos of decks: jobs that make an MP4 with captions.
//!
//! A job runs in the process that started it, a few of them at a time. Only its owner sees it, on every node. Its file has
//! no name, so nothing is left of it when the process ends, and is deleted some time after the end of the job.

mod remote;

use std::collections::HashMap;
use std::fs::File;
use std::io::Seek as _;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use store::{JobId, Rehearsal, Shared, Time};
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;
use tokio::time::sleep;

use self::remote::{RUNNING, SHARE_INTERVAL, VideoRecord};
use crate::caller::Caller;
use crate::clock::Clock;
use crate::drawing::{SlideChoice, VideoError, VideoOptions, VideoPlan, has_video_encoder, keep_pages};
use crate::error::{Error, Result};
use crate::job_files::{JobFile, JobFiles};
use crate::limits::{Limit, Limits};
use crate::permits::run_holding;
use crate::rehearsals::Rehearsals;
use crate::rights::Readable;
use crate::secret::new_id;
use crate::{Decks, Drawing};

/// Most running jobs of one person.
const MAX_RUNNING: usize = 1;
/// Most ended jobs of one person whose files are stored.
const MAX_ENDED: usize = 2;
/// Milliseconds that a file can be fetched after its job ended.
const RETENTION: Time = 30 * 60 * 1000;
/// How long a video may take, without the time that it waits for others.
const TIME_LIMIT: Duration = Duration::from_mins(30);

const JOB: Error = Error::NotFound("video");

/// Jobs that make videos.
///
/// Uses drawing for pages, recorded rehearsals, decks for the log of exports, limits, and the state and the files that nodes
/// share.
#[derive(Debug)]
pub struct Videos {
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) decks: Arc<Decks>,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) rehearsals: Arc<Rehearsals>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) files: Arc<JobFiles>,
    /// Permits for encoders.
    pub(crate) permits: Arc<Semaphore>,
    pub(crate) jobs: Mutex<HashMap<JobId, LocalVideo>>,
}

/// A request for a video.
#[derive(Debug)]
pub struct VideoRequest {
    /// The language of the deck.
    pub lang: Option<String>,
    /// Which slides it shows.
    pub slides: SlideChoice,
    /// How it is made.
    pub options: VideoOptions,
    /// Whether it follows the recorded rehearsal of the caller, with its sound.
    pub follows_rehearsal: bool,
}

/// The state of a video.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum VideoState {
    /// It is being made, or waits for others.
    Running,
    /// The file can be fetched.
    Done,
    /// Nothing can be fetched, for this reason.
    Failed(String),
}

/// A video as its owner sees it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct VideoJob {
    /// Its id.
    pub id: JobId,
    /// Its state.
    pub state: VideoState,
    /// How many slides are finished.
    pub done: usize,
    /// How many slides it shows.
    pub total: usize,
    /// Whether a finished video has captions.
    pub has_captions: bool,
}

/// A video of this process.
#[derive(Debug)]
pub(crate) struct LocalVideo {
    record: VideoRecord,
    file: Option<Arc<File>>,
    ended_at: Option<Time>,
    progress: Arc<Progress>,
    task: Option<AbortHandle>,
}

/// What the thread of a video and its job say to one another.
#[derive(Debug, Default)]
struct Progress {
    done: AtomicUsize,
    total: AtomicUsize,
    is_stopped: AtomicBool,
}

impl Drop for LocalVideo {
    /// A job that is removed stops.
    fn drop(&mut self) {
        self.progress.is_stopped.store(true, Ordering::Relaxed);
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

impl Videos {
    /// Encoders at once: each keeps several cores busy.
    pub(crate) fn permits() -> Arc<Semaphore> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Arc::new(Semaphore::new((cores / 4).max(1)))
    }

    /// Starts a job.
    ///
    /// # Errors
    /// This machine has no encoder, no slide is chosen, the rehearsal that it follows was not recorded, a video of the caller
    /// is being made, or a daily limit is used up.
    pub async fn begin(self: &Arc<Self>, deck: &Readable, request: VideoRequest) -> Result<VideoJob> {
        if !has_video_encoder() {
            return Err(VideoError::NoEncoder.into());
        }
        let stored = deck.deck();
        let registry = self.drawing.catalogue.registry(&stored.head.organization).await?;
        request.slides.check(&registry, &stored.deck)?;
        let rehearsal = if request.follows_rehearsal { Some(self.rehearsal(deck).await?) } else { None };
        self.check_running(deck.caller()).await?;
        self.limits.count_daily(deck.caller(), Limit::Exports).await?;
        let total = request.slides.apply(&registry, stored.deck.clone()).0.slides.len();
        let job = VideoJob { id: new_id(), state: VideoState::Running, done: 0, total, has_captions: false };
        let record = VideoRecord {
            job: job.clone(),
            owner: deck.caller().user.id.clone(),
            deck: deck.id().clone(),
            title: stored.deck.title.clone(),
            captions: None,
            stored: None,
        };
        let progress = Arc::new(Progress { total: AtomicUsize::new(total), ..Progress::default() });
        let local = LocalVideo { record, file: None, ended_at: None, progress: Arc::clone(&progress), task: None };
        self.insert(local)?;
        self.share(&job.id).await;
        let task = Arc::clone(self).run(
            job.id.clone(),
            deck.caller().clone(),
            Arc::clone(stored),
            (request, rehearsal),
            progress,
        );
        let task = store::spawn(task);
        self.update(&job.id, |local| local.task = Some(task.abort_handle()));
        Ok(job)
    }

    /// A job of the caller.
    ///
    /// # Errors
    /// There is no such job of this deck, or its file was deleted.
    pub async fn job(&self, deck: &Readable, id: &JobId) -> Result<VideoJob> {
        if let Some(job) = self.with_own(deck, id, LocalVideo::job) {
            return Ok(job);
        }
        Ok(self.remote(deck, id).await?.ok_or(JOB)?.job)
    }

    /// The title of the deck and the MP4 of a finished job.
    ///
    /// # Errors
    /// There is no such job, or it is not finished.
    pub async fn file(&self, deck: &Readable, id: &JobId) -> Result<(String, JobFile)> {
        if let Some((title, file)) = self.with_own(deck, id, |local| (local.record.title.clone(), local.file.clone())) {
            return Ok((title, JobFile::local(&*file.ok_or_else(not_done)?)?));
        }
        let VideoRecord { title, stored, .. } = self.remote(deck, id).await?.ok_or(JOB)?;
        Ok((title, self.files.stored(&stored.ok_or_else(not_done)?).await?.ok_or(JOB)?))
    }

    /// The title of the deck and the captions of a finished job, as WebVTT; empty when it has none.
    ///
    /// # Errors
    /// There is no such job, or it is not finished.
    pub async fn captions(&self, deck: &Readable, id: &JobId) -> Result<(String, String)> {
        let record = match self.with_own(deck, id, |local| local.record.clone()) {
            Some(record) => record,
            None => self.remote(deck, id).await?.ok_or(JOB)?,
        };
        if record.job.state != VideoState::Done {
            return Err(not_done());
        }
        Ok((record.title, record.captions.unwrap_or_else(|| "WEBVTT\n".to_owned())))
    }

    /// Stops a job, or deletes its file.
    ///
    /// # Errors
    /// There is no such job of this deck.
    pub async fn remove(&self, deck: &Readable, id: &JobId) -> Result<()> {
        if self.with_own(deck, id, |_| ()).is_some() {
            self.jobs().remove(id);
            return self.unshare(id).await;
        }
        self.remote(deck, id).await?.ok_or(JOB)?;
        self.request_removal(id).await
    }

    async fn rehearsal(&self, deck: &Readable) -> Result<Rehearsal> {
        let missing = || {
            Error::Conflict(
                "you have no recorded rehearsal of this presentation; record one in the presenter view".into(),
            )
        };
        self.rehearsals.read(deck).await?.ok_or_else(missing)
    }

    fn with_own<T>(&self, deck: &Readable, id: &JobId, read: impl FnOnce(&LocalVideo) -> T) -> Option<T> {
        self.remove_expired();
        self.jobs().get(id).filter(|local| local.record.is_of(deck)).map(read)
    }

    /// Adds a job, unless its owner began another meanwhile.
    fn insert(&self, local: LocalVideo) -> Result<()> {
        let mut jobs = self.jobs();
        let runs = |other: &&LocalVideo| other.record.owner == local.record.owner && other.ended_at.is_none();
        if jobs.values().filter(runs).count() >= MAX_RUNNING {
            return Err(already_running());
        }
        jobs.insert(local.record.job.id.clone(), local);
        Ok(())
    }

    async fn check_running(&self, caller: &Caller) -> Result<()> {
        self.remove_expired();
        let elsewhere = RUNNING.jobs_of(&self.shared, &caller.user.id, self.clock.now()).await;
        let mut jobs = self.jobs();
        let elsewhere = elsewhere.iter().filter(|id| !jobs.contains_key(*id)).count();
        let own = |local: &LocalVideo| local.record.owner == caller.user.id;
        if elsewhere + jobs.values().filter(|local| own(local) && local.ended_at.is_none()).count() >= MAX_RUNNING {
            return Err(already_running());
        }
        let ended = jobs.iter().filter(|(_, local)| own(local));
        let mut ended: Vec<(Time, JobId)> =
            ended.filter_map(|(id, local)| Some((local.ended_at?, id.clone()))).collect();
        ended.sort();
        for (_, oldest) in ended.iter().rev().skip(MAX_ENDED - 1) {
            jobs.remove(oldest);
        }
        Ok(())
    }

    /// Forgets the jobs whose time is over, with their files.
    pub(crate) fn remove_expired(&self) {
        let now = self.clock.now();
        self.jobs().retain(|_, local| local.ended_at.is_none_or(|ended| now - ended < RETENTION));
    }

    async fn run(
        self: Arc<Self>,
        id: JobId,
        caller: Caller,
        stored: Arc<store::StoredDeck>,
        request: (VideoRequest, Option<Rehearsal>),
        progress: Arc<Progress>,
    ) {
        let lang = request.0.lang.clone();
        let made = {
            let mut work = pin!(async {
                let (file, captions) = self.video(&stored, request, &progress).await?;
                let (file, hash) = self.files.shared_copy(file, RETENTION).await?;
                Ok((file, hash, captions))
            });
            loop {
                tokio::select! {
                    made = &mut work => break made,
                    () = sleep(SHARE_INTERVAL) => {
                        if self.must_stop(&id).await {
                            if let Err(fault) = self.unshare(&id).await {
                                tracing::warn!("other nodes still see a video that was stopped: {fault:#}");
                            }
                            // This ends the task, too.
                            self.jobs().remove(&id);
                            return;
                        }
                        self.share(&id).await;
                    }
                }
            }
        };
        if made.is_ok()
            && let Err(fault) = self.decks.record_export_by(&caller, &stored.head, "mp4", lang.as_deref()).await
        {
            tracing::warn!("webhooks do not hear of a video: {fault:#}");
        }
        let now = self.clock.now();
        self.update(&id, |local| {
            local.ended_at = Some(now);
            local.record.job = local.job();
            local.record.job.state = match made {
                Ok((file, hash, captions)) => {
                    (local.file, local.record.stored) = (Some(Arc::new(file)), hash);
                    local.record.job.has_captions = captions.is_some();
                    local.record.captions = captions;
                    VideoState::Done
                }
                Err(Error::Internal(fault)) => {
                    tracing::error!(error = format!("{fault:#}"), "a video failed");
                    VideoState::Failed("the video could not be made".to_owned())
                }
                Err(fault) => VideoState::Failed(fault.to_string()),
            };
        });
        self.share(&id).await;
    }

    /// Draws and compresses a video. Returns its file and its captions.
    async fn video(
        &self,
        stored: &store::StoredDeck,
        (VideoRequest { lang, slides, options, .. }, rehearsal): (VideoRequest, Option<Rehearsal>),
        progress: &Arc<Progress>,
    ) -> Result<(File, Option<String>)> {
        let mut drawable = self.drawing.drawable(stored, lang.as_deref()).await?;
        let (shown, chosen) = slides.apply(&drawable.registry, drawable.deck);
        drawable.deck = shown;
        let recording = match rehearsal {
            Some(rehearsal) => Some(self.rehearsals.recording(rehearsal).await?),
            None => None,
        };
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|fault| Error::Internal(fault.into()))?;
        let (drawing, progress) = (Arc::clone(&self.drawing), Arc::clone(progress));
        let work = move || -> Result<_> {
            let begun = Instant::now();
            let mut document = drawing.renderer.document(&drawable.drawing()).document;
            keep_pages(&mut document, chosen.as_deref());
            let plan = VideoPlan::new(&drawable.deck, document, &slides, options, recording)?;
            progress.total.store(plan.pages(), Ordering::Relaxed);
            let is_awaited = || !progress.is_stopped.load(Ordering::Relaxed) && begun.elapsed() < TIME_LIMIT;
            // A recorded rehearsal may go back to a page.
            let on_page = |page| {
                progress.done.fetch_max(page, Ordering::Relaxed);
            };
            let mut file = tempfile::tempfile()?;
            let written = plan.write((&drawable.files, &drawing.renderer.pictures), &on_page, &is_awaited, &file);
            drawable.files.check_loaded()?;
            match written {
                Err(VideoError::Stopped) if begun.elapsed() >= TIME_LIMIT => {
                    let minutes = TIME_LIMIT.as_secs() / 60;
                    return Err(Error::OverLimit(format!("a video may take {minutes} minutes; choose fewer slides")));
                }
                written => written?,
            }
            file.rewind()?;
            Ok((file, plan.captions()))
        };
        run_holding(permit, work).await?
    }

    fn update(&self, id: &JobId, change: impl FnOnce(&mut LocalVideo)) {
        if let Some(local) = self.jobs().get_mut(id) {
            change(local);
        }
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<JobId, LocalVideo>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LocalVideo {
    /// The job with its progress.
    fn job(&self) -> VideoJob {
        let count = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        VideoJob { done: count(&self.progress.done), total: count(&self.progress.total), ..self.record.job.clone() }
    }
}

fn already_running() -> Error {
    Error::Conflict("a video is being made already; wait for it, or stop it".to_owned())
}

fn not_done() -> Error {
    Error::Conflict("the video is not done".to_owned())
}

impl From<VideoError> for Error {
    fn from(fault: VideoError) -> Self {
        match fault {
            VideoError::NoEncoder => Self::Conflict(fault.to_string()),
            VideoError::NoSlides | VideoError::NothingRecorded => Self::invalid(fault.to_string()),
            VideoError::Unwritten(fault) => fault.into(),
            VideoError::Stopped | VideoError::Failed(_) => Self::Internal(anyhow::anyhow!("{fault}")),
        }
    }
}
