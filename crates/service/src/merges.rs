//! Merges: jobs that make a deck for each row of a table, into one ZIP.
//!
//! A job runs in the process that started it. Only its owner sees it, on every node. Its file is deleted some time after
//! its end.

mod remote;

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use deck::{Table, TableLimits};
use serde::{Deserialize, Serialize};
use store::{JobId, Shared, Time};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::sleep;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use self::remote::{MergeRecord, RUNNING, SHARE_INTERVAL};
use crate::Drawing;
use crate::caller::Caller;
use crate::clock::Clock;
use crate::drawing::{MergeFormat, MergePlan, MergedFile, PictureFiles};
use crate::error::{Error, Result};
use crate::job_files::{JobFile, JobFiles};
use crate::limits::{Limit, Limits};
use crate::rights::Readable;
use crate::secret::new_id;

/// Most decks of one job.
pub const MAX_MERGED: usize = 1000;
/// Most running jobs of one person.
const MAX_RUNNING: usize = 2;
/// Most ended jobs of one person whose files are stored.
const MAX_ENDED: usize = 5;
/// Milliseconds that a file can be fetched after its job ended.
const RETENTION: Time = 30 * 60 * 1000;
/// Decks of a job that are drawn at once.
const AT_ONCE: usize = 4;

const JOB: Error = Error::NotFound("merge");

/// Jobs that make many decks from one.
///
/// Uses drawing for pages and files, limits for exports, and the state and the files that nodes share.
#[derive(Debug)]
pub struct Merges {
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) files: Arc<JobFiles>,
    pub(crate) jobs: Mutex<HashMap<JobId, LocalMerge>>,
}

/// The rows of a merge.
#[derive(Debug)]
pub enum MergeRows {
    /// CSV with the names of the columns in the first row.
    Csv(String),
    /// A list of JSON objects.
    Json(Vec<u8>),
    /// A data source of the deck, by its name.
    Source(String),
}

/// A request for a merge.
#[derive(Debug)]
pub struct MergeRequest {
    /// The rows.
    pub rows: MergeRows,
    /// The formats of each deck.
    pub formats: Vec<MergeFormat>,
    /// The pattern of the names.
    pub name: Option<String>,
    /// The language of the decks.
    pub lang: Option<String>,
}

/// The state of a merge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum MergeState {
    /// Decks are being made.
    Running,
    /// The file can be fetched.
    Done,
    /// Nothing can be fetched, for this reason.
    Failed(String),
}

/// A merge as its owner sees it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MergeJob {
    /// Its id.
    pub id: JobId,
    /// Its state.
    pub state: MergeState,
    /// How many decks are finished.
    pub done: usize,
    /// How many decks it makes.
    pub total: usize,
    /// Bindings that have no value in the first deck.
    pub remarks: Vec<String>,
}

/// A merge of this process.
#[derive(Debug)]
pub(crate) struct LocalMerge {
    record: MergeRecord,
    file: Option<Arc<File>>,
    ended_at: Option<Time>,
}

impl Merges {
    /// Starts a job.
    ///
    /// # Errors
    /// The rows cannot be read, the pattern names no column, there are too many jobs, or a daily limit is used up.
    pub async fn begin(self: &Arc<Self>, deck: &Readable, request: MergeRequest) -> Result<MergeJob> {
        let MergeRequest { rows, formats, name, lang } = request;
        let limits = TableLimits { rows: MAX_MERGED, ..TableLimits::MERGE };
        let table = match rows {
            MergeRows::Csv(csv) => Table::from_csv(&csv, limits),
            MergeRows::Json(json) => Table::from_json(&json, limits),
            MergeRows::Source(name) => {
                let source = deck.deck().deck.source(&name).ok_or(Error::NotFound("data source"))?;
                Table::from_csv(&source.csv, limits)
            }
        };
        let table = table.map_err(|fault| Error::invalid(format!("rows: {fault}")))?;
        let stored = deck.deck();
        let (plan, pictures) =
            self.drawing.merge_plan(stored, lang.as_deref(), table, formats, name.as_deref()).await?;
        let job = MergeJob {
            id: new_id(),
            state: MergeState::Running,
            done: 0,
            total: plan.count(),
            remarks: plan.remarks(),
        };
        self.check_running(deck.caller()).await?;
        self.limits.count_daily(deck.caller(), Limit::Exports).await?;
        let record = MergeRecord {
            job: job.clone(),
            owner: deck.caller().user.id.clone(),
            deck: deck.id().clone(),
            title: stored.deck.title.clone(),
            stored: None,
        };
        self.jobs().insert(job.id.clone(), LocalMerge { record, file: None, ended_at: None });
        self.share(&job.id).await;
        store::spawn(Arc::clone(self).run(job.id.clone(), Arc::new(plan), Arc::new(pictures)));
        Ok(job)
    }

    /// A job of the caller.
    ///
    /// # Errors
    /// There is no such job of this deck, or its file was deleted.
    pub async fn job(&self, deck: &Readable, id: &JobId) -> Result<MergeJob> {
        if let Some(job) = self.with_own(deck, id, |local| local.record.job.clone()) {
            return Ok(job);
        }
        Ok(self.remote(deck, id).await?.ok_or(JOB)?.job)
    }

    /// The title of the deck and the ZIP of a finished job.
    ///
    /// # Errors
    /// There is no such job, or it is not finished.
    pub async fn file(&self, deck: &Readable, id: &JobId) -> Result<(String, JobFile)> {
        let not_done = || Error::Conflict("the merge is not done".to_owned());
        if let Some((title, file)) = self.with_own(deck, id, |local| (local.record.title.clone(), local.file.clone())) {
            return Ok((title, JobFile::local(&*file.ok_or_else(not_done)?)?));
        }
        let MergeRecord { title, stored, .. } = self.remote(deck, id).await?.ok_or(JOB)?;
        Ok((title, self.files.stored(&stored.ok_or_else(not_done)?).await?.ok_or(JOB)?))
    }

    fn with_own<T>(&self, deck: &Readable, id: &JobId, read: impl FnOnce(&LocalMerge) -> T) -> Option<T> {
        self.remove_expired();
        self.jobs().get(id).filter(|local| local.record.is_of(deck)).map(read)
    }

    async fn check_running(&self, caller: &Caller) -> Result<()> {
        self.remove_expired();
        let elsewhere = RUNNING.jobs_of(&self.shared, &caller.user.id, self.clock.now()).await;
        let mut jobs = self.jobs();
        let elsewhere = elsewhere.iter().filter(|id| !jobs.contains_key(*id)).count();
        let own = |local: &LocalMerge| local.record.owner == caller.user.id;
        if elsewhere + jobs.values().filter(|local| own(local) && local.ended_at.is_none()).count() >= MAX_RUNNING {
            return Err(Error::Conflict(format!("{MAX_RUNNING} merges are running already")));
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

    async fn run(self: Arc<Self>, id: JobId, plan: Arc<MergePlan>, pictures: Arc<PictureFiles>) {
        let made = {
            let mut work = pin!(async {
                let file = self.archive(&id, &plan, &pictures).await?;
                self.files.shared_copy(file, RETENTION).await
            });
            loop {
                tokio::select! {
                    made = &mut work => break made,
                    () = sleep(SHARE_INTERVAL) => self.share(&id).await,
                }
            }
        };
        let now = self.clock.now();
        self.update(&id, |local| {
            local.ended_at = Some(now);
            local.record.job.state = match made {
                Ok((file, stored)) => {
                    (local.file, local.record.stored) = (Some(Arc::new(file)), stored);
                    MergeState::Done
                }
                Err(Error::Internal(fault)) => {
                    tracing::error!(error = format!("{fault:#}"), "a merge failed");
                    MergeState::Failed("the decks could not be made".to_owned())
                }
                Err(fault) => MergeState::Failed(fault.to_string()),
            };
        });
        self.share(&id).await;
    }

    /// Draws the decks, a few at a time, and writes them into a ZIP in the order of the rows.
    async fn archive(
        self: &Arc<Self>,
        id: &JobId,
        plan: &Arc<MergePlan>,
        pictures: &Arc<PictureFiles>,
    ) -> Result<File> {
        let (sender, mut receiver) = mpsc::channel::<Vec<MergedFile>>(AT_ONCE);
        let writer = tokio::task::spawn_blocking(move || -> Result<File> {
            let mut zip = ZipWriter::new(tempfile::tempfile()?);
            // The files are compressed already.
            let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
            let fault = |fault: zip::result::ZipError| Error::Internal(fault.into());
            while let Some(files) = receiver.blocking_recv() {
                for file in files {
                    zip.start_file(file.name, options).map_err(fault)?;
                    zip.write_all(&file.bytes)?;
                }
            }
            let mut file = zip.finish().map_err(fault)?;
            file.rewind()?;
            Ok(file)
        });
        let mut drawn = JoinSet::new();
        let (mut next, mut written, mut waiting) = (0, 0, BTreeMap::new());
        while written < plan.count() {
            while next < plan.count() && next < written + 2 * AT_ONCE && drawn.len() < AT_ONCE {
                let (service, plan, pictures) = (Arc::clone(self), Arc::clone(plan), Arc::clone(pictures));
                let row = next;
                drawn.spawn(async move {
                    let drawing = Arc::clone(&service.drawing);
                    let work = move |_: &_| plan.files(&drawing.renderer, &*pictures, row);
                    (row, service.drawing.renderer.run(work).await)
                });
                next += 1;
            }
            let Some(done) = drawn.join_next().await else { break };
            let (row, files) = done.map_err(|fault| Error::Internal(fault.into()))?;
            waiting.insert(row, files??);
            while let Some(files) = waiting.remove(&written) {
                if sender.send(files).await.is_err() {
                    break;
                }
                written += 1;
                self.update(id, |local| local.record.job.done = written);
            }
        }
        drop(sender);
        pictures.check_loaded()?;
        writer.await.map_err(|fault| Error::Internal(fault.into()))?
    }

    fn update(&self, id: &JobId, change: impl FnOnce(&mut LocalMerge)) {
        if let Some(local) = self.jobs().get_mut(id) {
            change(local);
        }
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<JobId, LocalMerge>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
