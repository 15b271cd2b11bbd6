//! Videos of decks: jobs that make an MP4 with captions.
//!
//! A few of them run at a time. The file of a video has no name, so nothing is left of it when the process ends.

use std::fs::File;
use std::io::Seek as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use store::{JobId, Rehearsal, StoredDeck};
use tokio::sync::Semaphore;

use crate::caller::Caller;
use crate::drawing::{SlideChoice, VideoError, VideoOptions, VideoPlan, has_video_encoder, keep_pages};
use crate::error::{Error, Result};
use crate::file_jobs::{FileJob, FileJobKind, FileJobs, JobProgress};
use crate::job_files::JobFile;
use crate::limits::{Limit, Limits};
use crate::permits::run_holding;
use crate::rehearsals::Rehearsals;
use crate::rights::Readable;
use crate::running_marks::RunningMarks;
use crate::{Decks, Drawing};

/// How long a video may take, without the time that it waits for others.
const TIME_LIMIT: Duration = Duration::from_mins(30);

pub(crate) const KIND: FileJobKind = FileJobKind {
    name: "video",
    product: "the video",
    busy: "a video is being made already; wait for it, or stop it",
    records: "video jobs",
    running: RunningMarks::new("videos at work"),
    removed: Some("videos to remove"),
    max_running: 1,
    max_ended: 2,
};

/// Jobs that make videos.
///
/// Uses drawing for pages, recorded rehearsals, decks for the log of exports, limits, and the jobs that make files.
#[derive(Debug)]
pub struct Videos {
    pub(crate) decks: Arc<Decks>,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) rehearsals: Arc<Rehearsals>,
    pub(crate) limits: Arc<Limits>,
    /// Permits for encoders.
    pub(crate) permits: Arc<Semaphore>,
    pub(crate) jobs: FileJobs<VideoDetails>,
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

/// What the owner of a video sees in addition to its progress.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct VideoDetails {
    /// The captions of a finished video, as WebVTT.
    pub captions: Option<String>,
}

/// A video as its owner sees it.
pub type VideoJob = FileJob<VideoDetails>;

impl Videos {
    /// Permits for encoders: one for every four cores, at least one, since an encoder uses several cores.
    pub(crate) fn permits() -> Arc<Semaphore> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Arc::new(Semaphore::new((cores / 4).max(1)))
    }

    /// Starts a job.
    ///
    /// # Errors
    /// Fails when this machine has no encoder, no slide is chosen, the rehearsal that the video follows was not
    /// recorded, a video of the caller is being made, or a daily limit is used up.
    pub async fn begin(self: &Arc<Self>, deck: &Readable, request: VideoRequest) -> Result<VideoJob> {
        if !has_video_encoder() {
            return Err(VideoError::NoEncoder.into());
        }
        let stored = deck.deck();
        let registry = self.drawing.catalogue.registry(&stored.head.organization).await?;
        request.slides.check(&registry, &stored.deck)?;
        let rehearsal = if request.follows_rehearsal { Some(self.rehearsal(deck).await?) } else { None };
        self.jobs.check_may_start(deck.caller()).await?;
        self.limits.count_daily(deck.caller(), Limit::Exports).await?;
        let total = request.slides.apply(&registry, stored.deck.clone()).0.slides.len();
        let (job, progress) = self.jobs.insert(deck, total, VideoDetails::default()).await?;
        let (videos, id) = (Arc::clone(self), job.id.clone());
        let (caller, stored) = (deck.caller().clone(), Arc::clone(stored));
        let task = store::spawn(async move {
            let work = async {
                let lang = request.lang.clone();
                let (file, captions) = videos.video(&stored, request, rehearsal, &progress).await?;
                let made = videos.jobs.publish(file, VideoDetails { captions }).await?;
                videos.record(&caller, &stored, lang.as_deref()).await;
                Ok(made)
            };
            videos.jobs.run(&id, work).await;
        });
        self.jobs.set_task(&job.id, task.abort_handle());
        Ok(job)
    }

    /// A job of the caller.
    ///
    /// # Errors
    /// Fails when there is no such job of this deck, or its file was deleted.
    pub async fn job(&self, deck: &Readable, id: &JobId) -> Result<VideoJob> {
        self.jobs.job(deck, id).await
    }

    /// The title of the deck and the MP4 of a finished job.
    ///
    /// # Errors
    /// Fails when there is no such job, or it is not finished.
    pub async fn file(&self, deck: &Readable, id: &JobId) -> Result<(String, JobFile)> {
        self.jobs.file(deck, id).await
    }

    /// The title of the deck and the captions of a finished job, as WebVTT; empty when it has none.
    ///
    /// # Errors
    /// Fails when there is no such job, or it is not finished.
    pub async fn captions(&self, deck: &Readable, id: &JobId) -> Result<(String, String)> {
        let (title, details) = self.jobs.finished(deck, id).await?;
        Ok((title, details.captions.unwrap_or_else(|| "WEBVTT\n".to_owned())))
    }

    /// Stops a job, or deletes its file.
    ///
    /// # Errors
    /// Fails when there is no such job of this deck.
    pub async fn remove(&self, deck: &Readable, id: &JobId) -> Result<()> {
        self.jobs.remove(deck, id).await
    }

    async fn rehearsal(&self, deck: &Readable) -> Result<Rehearsal> {
        let missing = || {
            Error::Conflict(
                "you have no recorded rehearsal of this presentation; record one in the presenter view".into(),
            )
        };
        self.rehearsals.read(deck).await?.ok_or_else(missing)
    }

    /// Notifies webhooks of a finished video.
    async fn record(&self, caller: &Caller, stored: &StoredDeck, lang: Option<&str>) {
        if let Err(fault) = self.decks.record_export_by(caller, &stored.head, "mp4", lang).await {
            tracing::warn!("webhooks were not notified of a video: {fault:#}");
        }
    }

    /// Draws and compresses a video. Returns its file and its captions.
    async fn video(
        &self,
        stored: &StoredDeck,
        VideoRequest { lang, slides, options, .. }: VideoRequest,
        rehearsal: Option<Rehearsal>,
        progress: &Arc<JobProgress>,
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
            let is_awaited = || !progress.is_stopped() && begun.elapsed() < TIME_LIMIT;
            // A recorded rehearsal may return to an earlier page, which must not reduce the progress.
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
