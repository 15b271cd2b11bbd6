//! Merges: jobs that make a deck for each row of a table, into one ZIP.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use deck::{Table, TableLimits};
use serde::{Deserialize, Serialize};
use store::JobId;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::Drawing;
use crate::drawing::{MergeFormat, MergePlan, MergedFile, PictureFiles};
use crate::error::{Error, Result};
use crate::file_jobs::{FileJob, FileJobKind, FileJobs, JobProgress};
use crate::job_files::JobFile;
use crate::limits::{Limit, Limits};
use crate::rights::Readable;
use crate::running_marks::RunningMarks;

/// Maximum number of decks of one job.
pub const MAX_MERGED: usize = 1000;
/// The maximum number of decks of a job that are drawn at once.
const MAX_AT_ONCE: usize = 4;

pub(crate) const KIND: FileJobKind = FileJobKind {
    name: "merge",
    product: "the decks",
    busy: "2 merges are running already",
    records: "merge jobs",
    running: RunningMarks::new("merges at work"),
    removed: None,
    max_running: 2,
    max_ended: 5,
};

/// Jobs that make many decks from one.
///
/// Uses drawing for pages and files, limits for exports, and the jobs that make files.
#[derive(Debug)]
pub struct Merges {
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) jobs: FileJobs<MergeDetails>,
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
    /// The pattern of the file names.
    pub name: Option<String>,
    /// The language of the decks.
    pub lang: Option<String>,
}

/// What the owner of a merge sees in addition to its progress.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MergeDetails {
    /// Bindings that have no value in the first deck.
    pub remarks: Vec<String>,
}

/// A merge as its owner sees it.
pub type MergeJob = FileJob<MergeDetails>;

impl Merges {
    /// Starts a job.
    ///
    /// # Errors
    /// Fails when the rows cannot be read, the pattern names no column, there are too many jobs, or a daily limit is
    /// used up.
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
        self.jobs.check_may_start(deck.caller()).await?;
        self.limits.count_daily(deck.caller(), Limit::Exports).await?;
        let details = MergeDetails { remarks: plan.remarks() };
        let (job, progress) = self.jobs.insert(deck, plan.count(), details).await?;
        let (merges, id, details) = (Arc::clone(self), job.id.clone(), job.details.clone());
        let task = store::spawn(async move {
            let work = async {
                let file = merges.archive(&progress, &Arc::new(plan), &Arc::new(pictures)).await?;
                merges.jobs.publish(file, details).await
            };
            merges.jobs.run(&id, work).await;
        });
        self.jobs.set_task(&job.id, task.abort_handle());
        Ok(job)
    }

    /// A job of the caller.
    ///
    /// # Errors
    /// Fails when there is no such job of this deck, or its file was deleted.
    pub async fn job(&self, deck: &Readable, id: &JobId) -> Result<MergeJob> {
        self.jobs.job(deck, id).await
    }

    /// The title of the deck and the ZIP of a finished job.
    ///
    /// # Errors
    /// Fails when there is no such job, or it is not finished.
    pub async fn file(&self, deck: &Readable, id: &JobId) -> Result<(String, JobFile)> {
        self.jobs.file(deck, id).await
    }

    /// Draws the decks, a few at a time, and writes them into a ZIP in the order of the rows.
    async fn archive(
        self: &Arc<Self>,
        progress: &JobProgress,
        plan: &Arc<MergePlan>,
        pictures: &Arc<PictureFiles>,
    ) -> Result<File> {
        let (sender, mut receiver) = mpsc::channel::<Vec<MergedFile>>(MAX_AT_ONCE);
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
            while next < plan.count() && next < written + 2 * MAX_AT_ONCE && drawn.len() < MAX_AT_ONCE {
                let (service, plan, pictures) = (Arc::clone(self), Arc::clone(plan), Arc::clone(pictures));
                let row = next;
                drawn.spawn(async move {
                    let drawing = Arc::clone(&service.drawing);
                    let work = move |_: &_| plan.files(&drawing.renderer, &*pictures, row);
                    (row, service.drawing.renderer.run(work).await)
                });
                next += 1;
            }
            let Some(joined) = drawn.join_next().await else { break };
            let (row, files) = joined.map_err(|fault| Error::Internal(fault.into()))?;
            waiting.insert(row, files??);
            while let Some(files) = waiting.remove(&written) {
                if sender.send(files).await.is_err() {
                    break;
                }
                written += 1;
                progress.done.store(written, Ordering::Relaxed);
            }
        }
        drop(sender);
        pictures.check_loaded()?;
        writer.await.map_err(|fault| Error::Internal(fault.into()))?
    }
}
