//! Jobs that make a file: their records, progress and files, on one node or many.
//!
//! A job runs in the process that started it, and only its owner sees it. When there are other nodes, its record is in
//! the state that nodes share and its file is in the asset store, so every node can return them. Every node can also
//! stop the job, unless its kind cannot be stopped. The file is deleted some time after the job ends. The callers of
//! this module define the work of a job.

use std::collections::HashMap;
use std::fmt::Debug;
use std::fs::File;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use store::{DeckId, JobId, Time, UserId};
use tokio::task::AbortHandle;
use tokio::time::sleep;

use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::job_files::{JobFile, JobFiles};
use crate::rights::Readable;
use crate::running_marks::RunningMarks;
use crate::secret::new_id;

/// Milliseconds that a file can be fetched after its job ended.
const RETENTION: Time = 30 * 60 * 1000;
/// How often the progress of a job is shared.
const SHARE_INTERVAL: Duration = Duration::from_secs(1);

/// What is the same for all jobs of one kind.
#[derive(Debug)]
pub(crate) struct FileJobKind {
    /// A job, as messages name it: "video".
    pub(crate) name: &'static str,
    /// What a job makes, as messages name it: "the decks".
    pub(crate) product: &'static str,
    /// The message when a person has as many running jobs as allowed.
    pub(crate) busy: &'static str,
    /// The shared records of jobs, by id.
    pub(crate) records: &'static str,
    /// The shared marks of jobs that are running.
    pub(crate) running: RunningMarks,
    /// The shared ids of jobs that their owner removed at another node; `None` where jobs cannot be removed.
    pub(crate) removed: Option<&'static str>,
    /// Maximum number of running jobs of one person.
    pub(crate) max_running: usize,
    /// Maximum number of ended jobs of one person whose files are stored.
    pub(crate) max_ended: usize,
}

/// The state of a job that makes a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileJobState {
    /// The job runs, or waits for other jobs.
    Running,
    /// The file can be fetched.
    Done,
    /// Nothing can be fetched, for this reason.
    Failed(String),
}

/// A job that makes a file, as its owner sees it, with the details of its kind.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FileJob<Details> {
    /// Its id.
    pub id: JobId,
    /// Its state.
    pub state: FileJobState,
    /// How many slides or decks are finished.
    pub done: usize,
    /// How many slides or decks it makes.
    pub total: usize,
    /// What else its owner sees.
    pub details: Details,
}

/// A job, as nodes share it.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct JobRecord<Details> {
    job: FileJob<Details>,
    owner: UserId,
    deck: DeckId,
    /// The title of the deck.
    title: String,
    /// The hash of the file in the asset store.
    stored: Option<String>,
}

/// A job of this process.
#[derive(Debug)]
struct LocalJob<Details> {
    record: JobRecord<Details>,
    file: Option<Arc<File>>,
    ended_at: Option<Time>,
    progress: Arc<JobProgress>,
    task: Option<AbortHandle>,
}

/// How far the work of a job is, and whether it has to stop.
#[derive(Debug, Default)]
pub(crate) struct JobProgress {
    pub(crate) done: AtomicUsize,
    pub(crate) total: AtomicUsize,
    is_stopped: AtomicBool,
}

/// What the work of a job made.
#[derive(Debug)]
pub(crate) struct MadeFile<Details> {
    file: File,
    /// The hash of the copy that other nodes read.
    stored: Option<String>,
    details: Details,
}

/// The jobs of one kind.
#[derive(Debug)]
pub(crate) struct FileJobs<Details> {
    kind: FileJobKind,
    files: Arc<JobFiles>,
    jobs: Mutex<HashMap<JobId, LocalJob<Details>>>,
}

/// A guard for a job whose work is running. When it is dropped before the job has ended, since the work panicked, it
/// marks the job as failed. Otherwise the owner could not start another job until the process is restarted.
struct RunningJob<'a, Details> {
    jobs: &'a FileJobs<Details>,
    id: &'a JobId,
}

impl<Details> Drop for RunningJob<'_, Details> {
    fn drop(&mut self) {
        let mut jobs = self.jobs.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(local) = jobs.get_mut(self.id)
            && local.ended_at.is_none()
        {
            local.ended_at = Some(self.jobs.files.clock.now());
            local.record.job.state = self.jobs.kind.internal_failure();
        }
    }
}

impl FileJobKind {
    /// The state of a job that failed because of an internal error.
    fn internal_failure(&self) -> FileJobState {
        FileJobState::Failed(format!("{} could not be made", self.product))
    }
}

impl JobProgress {
    /// Whether the job was removed, so that its work has to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

impl<Details> JobRecord<Details> {
    fn is_of(&self, deck: &Readable) -> bool {
        self.owner == deck.caller().user.id && self.deck == *deck.id()
    }
}

impl<Details: Clone> LocalJob<Details> {
    /// The record with the progress.
    fn record(&self) -> JobRecord<Details> {
        let mut record = self.record.clone();
        record.job.done = self.progress.done.load(Ordering::Relaxed);
        record.job.total = self.progress.total.load(Ordering::Relaxed);
        record
    }
}

impl<Details> Drop for LocalJob<Details> {
    /// A job that is removed stops.
    fn drop(&mut self) {
        self.progress.is_stopped.store(true, Ordering::Relaxed);
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

impl<Details: Clone + Debug + Serialize + DeserializeOwned + Send + Sync> FileJobs<Details> {
    pub(crate) fn new(kind: FileJobKind, files: Arc<JobFiles>) -> Self {
        Self { kind, files, jobs: Mutex::default() }
    }

    /// Checks that a caller may start a job, and removes the caller's oldest ended jobs.
    ///
    /// # Errors
    /// Fails when the caller has the maximum number of running jobs.
    pub(crate) async fn check_may_start(&self, caller: &Caller) -> Result<()> {
        self.remove_expired();
        let elsewhere = self.kind.running.jobs_of(&self.files.shared, &caller.user.id, self.files.clock.now()).await;
        let mut jobs = self.jobs();
        let elsewhere = elsewhere.iter().filter(|id| !jobs.contains_key(*id)).count();
        if elsewhere + running(&jobs, &caller.user.id) >= self.kind.max_running {
            return Err(self.busy());
        }
        let ended = jobs.iter().filter(|(_, local)| local.record.owner == caller.user.id);
        let mut ended: Vec<(Time, JobId)> =
            ended.filter_map(|(id, local)| Some((local.ended_at?, id.clone()))).collect();
        ended.sort();
        for (_, oldest) in ended.iter().rev().skip(self.kind.max_ended - 1) {
            jobs.remove(oldest);
        }
        Ok(())
    }

    /// Adds a running job, and shares it. Its work reports to the progress.
    ///
    /// # Errors
    /// Fails when the owner of the job has reached the maximum number of running jobs meanwhile.
    pub(crate) async fn insert(
        &self,
        deck: &Readable,
        total: usize,
        details: Details,
    ) -> Result<(FileJob<Details>, Arc<JobProgress>)> {
        let job = FileJob { id: new_id(), state: FileJobState::Running, done: 0, total, details };
        let record = JobRecord {
            job: job.clone(),
            owner: deck.caller().user.id.clone(),
            deck: deck.id().clone(),
            title: deck.deck().deck.title.clone(),
            stored: None,
        };
        let progress = Arc::new(JobProgress { total: AtomicUsize::new(total), ..JobProgress::default() });
        let local = LocalJob { record, file: None, ended_at: None, progress: Arc::clone(&progress), task: None };
        {
            let mut jobs = self.jobs();
            if running(&jobs, &local.record.owner) >= self.kind.max_running {
                return Err(self.busy());
            }
            jobs.insert(job.id.clone(), local);
        }
        self.share(&job.id).await;
        Ok((job, progress))
    }

    /// Sets the task of a job, which is aborted when the job is removed.
    pub(crate) fn set_task(&self, id: &JobId, task: AbortHandle) {
        self.update(id, |local| local.task = Some(task));
    }

    /// Stores a finished file where other nodes can read it, if there are any.
    ///
    /// # Errors
    /// Fails when the shared state or the asset store does not respond.
    pub(crate) async fn publish(&self, file: File, details: Details) -> Result<MadeFile<Details>> {
        let (file, stored) = self.files.shared_copy(file, RETENTION).await?;
        Ok(MadeFile { file, stored, details })
    }

    /// Does the work of a job, shares its progress meanwhile, and its result at the end. Returns early when the job was
    /// removed. The job fails when its work panics.
    pub(crate) async fn run(&self, id: &JobId, work: impl Future<Output = Result<MadeFile<Details>>>) {
        let _running = RunningJob { jobs: self, id };
        let made = {
            let mut work = pin!(work);
            loop {
                tokio::select! {
                    made = &mut work => break made,
                    () = sleep(SHARE_INTERVAL) => {
                        if self.remove_if_requested(id).await {
                            return;
                        }
                        self.share(id).await;
                    }
                }
            }
        };
        if self.remove_if_requested(id).await {
            return;
        }
        let now = self.files.clock.now();
        self.update(id, |local| {
            local.ended_at = Some(now);
            local.record.job.state = match made {
                Ok(MadeFile { file, stored, details }) => {
                    (local.file, local.record.stored) = (Some(Arc::new(file)), stored);
                    local.record.job.details = details;
                    FileJobState::Done
                }
                Err(Error::Internal(fault)) => {
                    tracing::error!(error = format!("{fault:#}"), "a {} failed", self.kind.name);
                    self.kind.internal_failure()
                }
                Err(fault) => FileJobState::Failed(fault.to_string()),
            };
        });
        self.share(id).await;
    }

    /// A job of the caller.
    ///
    /// # Errors
    /// Fails when there is no such job of this deck, or its file was deleted.
    pub(crate) async fn job(&self, deck: &Readable, id: &JobId) -> Result<FileJob<Details>> {
        Ok(self.record(deck, id).await?.job)
    }

    /// The title of the deck and the details of a finished job.
    ///
    /// # Errors
    /// Fails when there is no such job, or it is not finished.
    pub(crate) async fn finished(&self, deck: &Readable, id: &JobId) -> Result<(String, Details)> {
        let record = self.record(deck, id).await?;
        if record.job.state != FileJobState::Done {
            return Err(self.not_done());
        }
        Ok((record.title, record.job.details))
    }

    /// The title of the deck and the file of a finished job.
    ///
    /// # Errors
    /// Fails when there is no such job, or it is not finished.
    pub(crate) async fn file(&self, deck: &Readable, id: &JobId) -> Result<(String, JobFile)> {
        self.remove_if_requested(id).await;
        if let Some((title, file)) = self.with_local(deck, id, |local| (local.record.title.clone(), local.file.clone()))
        {
            return Ok((title, JobFile::local(&*file.ok_or_else(|| self.not_done())?)?));
        }
        let JobRecord { title, stored, .. } = self.remote(deck, id).await?;
        let stored = stored.ok_or_else(|| self.not_done())?;
        Ok((title, self.files.stored(&stored).await?.ok_or_else(|| self.missing())?))
    }

    /// Stops a job, or deletes its file. A job of another node stops within seconds, and is hidden at once.
    ///
    /// # Errors
    /// Fails when there is no such job of this deck.
    pub(crate) async fn remove(&self, deck: &Readable, id: &JobId) -> Result<()> {
        if self.with_local(deck, id, |_| ()).is_some() {
            self.jobs().remove(id);
            return self.unshare(id).await;
        }
        self.remote(deck, id).await?;
        if let Some(removed) = self.kind.removed {
            self.files.shared.put_text(removed, id, "", RETENTION, self.files.clock.now()).await?;
        }
        self.files.shared.remove_text(self.kind.records, id).await?;
        Ok(())
    }

    /// Removes the jobs that ended longer ago than the retention period, with their files.
    pub(crate) fn remove_expired(&self) {
        let now = self.files.clock.now();
        self.jobs().retain(|_, local| local.ended_at.is_none_or(|ended| now - ended < RETENTION));
    }

    async fn record(&self, deck: &Readable, id: &JobId) -> Result<JobRecord<Details>> {
        self.remove_if_requested(id).await;
        match self.with_local(deck, id, LocalJob::record) {
            Some(record) => Ok(record),
            None => self.remote(deck, id).await,
        }
    }

    /// What `read` returns for a job of this node; `None` when it has no such job of the caller on the deck.
    fn with_local<T>(&self, deck: &Readable, id: &JobId, read: impl FnOnce(&LocalJob<Details>) -> T) -> Option<T> {
        self.remove_expired();
        self.jobs().get(id).filter(|local| local.record.is_of(deck)).map(read)
    }

    /// A job of the caller on another node.
    async fn remote(&self, deck: &Readable, id: &JobId) -> Result<JobRecord<Details>> {
        if !self.files.shared.has_other_nodes() {
            return Err(self.missing());
        }
        let now = self.files.clock.now();
        let has_node = self.kind.running.contains(&self.files.shared, id, now).await?;
        let text = self.files.shared.text(self.kind.records, id, now).await?.ok_or_else(|| self.missing())?;
        let mut record: JobRecord<Details> =
            serde_json::from_str(&text).map_err(|fault| Error::Internal(fault.into()))?;
        if record.job.state == FileJobState::Running && !has_node {
            let product = self.kind.product;
            let lost = format!("the server that made {product} was stopped; start again");
            record.job.state = FileJobState::Failed(lost);
        }
        Some(record).filter(|record| record.is_of(deck)).ok_or_else(|| self.missing())
    }

    /// Shares a job of this node with the others. What cannot be shared now is shared with the next attempt.
    async fn share(&self, id: &JobId) {
        let record = self.jobs().get(id).map(LocalJob::record);
        let Some(record) = record.filter(|_| self.files.shared.has_other_nodes()) else { return };
        let now = self.files.clock.now();
        let is_running = record.job.state == FileJobState::Running;
        let shared = async {
            // The mark is set before the record, so that a running job is never seen without one.
            if is_running {
                self.kind.running.renew(&self.files.shared, id, &record.owner, now).await?;
            }
            let text = serde_json::to_string(&record).map_err(|fault| Error::Internal(fault.into()))?;
            self.files.shared.put_text(self.kind.records, id, &text, RETENTION, now).await?;
            if !is_running {
                self.kind.running.remove(&self.files.shared, id).await?;
            }
            Result::Ok(())
        };
        if let Err(fault) = shared.await {
            tracing::warn!("other nodes do not see a {} yet: {fault:#}", self.kind.name);
        }
    }

    /// Removes a job of this node from the state that nodes share. The copy of its file in the asset store is deleted
    /// when the retention period is over.
    async fn unshare(&self, id: &JobId) -> Result<()> {
        if self.files.shared.has_other_nodes() {
            self.files.shared.remove_text(self.kind.records, id).await?;
            if let Some(removed) = self.kind.removed {
                self.files.shared.remove_text(removed, id).await?;
            }
            self.kind.running.remove(&self.files.shared, id).await?;
        }
        Ok(())
    }

    /// Removes a job of this node that its owner removed through another node, and ends its task. Returns whether there
    /// was such a request.
    async fn remove_if_requested(&self, id: &JobId) -> bool {
        let Some(removed) = self.kind.removed.filter(|_| self.files.shared.has_other_nodes()) else { return false };
        let is_local = self.jobs().contains_key(id);
        let is_removed = is_local
            && self.files.shared.text(removed, id, self.files.clock.now()).await.is_ok_and(|request| request.is_some());
        if is_removed {
            if let Err(fault) = self.unshare(id).await {
                tracing::warn!("other nodes still see a {} that was removed: {fault:#}", self.kind.name);
            }
            self.jobs().remove(id);
        }
        is_removed
    }

    fn update(&self, id: &JobId, change: impl FnOnce(&mut LocalJob<Details>)) {
        if let Some(local) = self.jobs().get_mut(id) {
            change(local);
        }
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<JobId, LocalJob<Details>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn busy(&self) -> Error {
        Error::Conflict(self.kind.busy.to_owned())
    }

    fn missing(&self) -> Error {
        Error::NotFound(self.kind.name)
    }

    fn not_done(&self) -> Error {
        Error::Conflict(format!("the {} is not done", self.kind.name))
    }
}

/// How many jobs of a person are running in this process.
fn running<Details>(jobs: &HashMap<JobId, LocalJob<Details>>, owner: &UserId) -> usize {
    jobs.values().filter(|local| local.record.owner == *owner && local.ended_at.is_none()).count()
}

#[cfg(test)]
mod tests {
    use store::{AssetLocation, Assets, Backend, Shared, Store};
    use tempfile::TempDir;

    use super::*;
    use crate::clock::Clock;

    async fn jobs_in(folder: &TempDir) -> FileJobs<()> {
        let path = folder.path();
        let store = Store::open(Backend::Sqlite { folder: path.to_owned() }).await.expect("storage");
        let shared = Shared::open(path, store.clone(), None).await.expect("shared state");
        let assets = Assets::open(AssetLocation::Folder(path.join("assets"))).await.expect("an asset store");
        let files = JobFiles { store, shared, assets, clock: Clock::fixed(9) };
        FileJobs::new(
            FileJobKind {
                name: "chart",
                product: "the chart",
                busy: "a chart is being made",
                records: "charts",
                running: RunningMarks::new("charts at work"),
                removed: None,
                max_running: 1,
                max_ended: 1,
            },
            Arc::new(files),
        )
    }

    #[tokio::test]
    async fn a_job_whose_work_panics_has_failed() {
        let folder = TempDir::new().expect("a folder");
        let jobs = Arc::new(jobs_in(&folder).await);
        let (id, owner) = (JobId::from("one".to_owned()), UserId::from("ann".to_owned()));
        let job = FileJob { id: id.clone(), state: FileJobState::Running, done: 0, total: 1, details: () };
        let record = JobRecord {
            job,
            owner: owner.clone(),
            deck: "deck".to_owned().into(),
            title: "Tide".to_owned(),
            stored: None,
        };
        let local = LocalJob { record, file: None, ended_at: None, progress: Arc::default(), task: None };
        jobs.jobs().insert(id.clone(), local);
        assert_eq!(running(&jobs.jobs(), &owner), 1);

        let task = store::spawn({
            let (jobs, id) = (Arc::clone(&jobs), id.clone());
            async move { jobs.run(&id, async { panic!("the work fails") }).await }
        });
        assert!(task.await.is_err(), "it panicked");
        assert_eq!(running(&jobs.jobs(), &owner), 0, "the owner can start another one");
        let state = jobs.jobs().get(&id).map(|local| local.record.job.state.clone());
        assert_eq!(state, Some(FileJobState::Failed("the chart could not be made".to_owned())));
    }
}
