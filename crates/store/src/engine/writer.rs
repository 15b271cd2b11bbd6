//! The task that writes to a database file.
//!
//! It runs all queued writes in one transaction, commits them together with one flush to the disk, and then replies to
//! all of them. Most writes that fail do so before they change a row. When one fails later, the transaction is rolled
//! back and the other writes of its group run again. This is rare, and therefore cheaper than a savepoint per write.

use std::sync::Arc;

use sqlx::Connection as _;
use sqlx::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::job::Job;
use super::transaction::append_change;
use super::{Connection, DeckReplacement, Transaction};
use crate::StoreError;
use crate::error::Result;
use crate::feed::{ChangeFeed, CommitSignal, WriteEffect};
use crate::files::Mirror;

/// Maximum number of writes in a group.
const MAX_GROUP: usize = 256;

const BEGIN: &str = "BEGIN IMMEDIATE";
const COMMIT: &str = "COMMIT";
const ROLLBACK: &str = "ROLLBACK";

/// A command to the task.
pub(crate) enum WriterCommand {
    /// Run a write.
    Write(Box<dyn Job>),
    /// Apply what other processes wrote to the files, then reply.
    CatchUp(oneshot::Sender<Result<()>>),
    /// Finish, close and reply.
    Close(oneshot::Sender<()>),
}

/// The state of the task.
#[derive(Debug)]
pub(crate) struct Writer {
    transaction: Transaction,
    feed: Arc<ChangeFeed>,
    sharing: SharedStorage,
}

/// What the processes of a data folder share, and so how other processes notice a commit.
#[derive(Debug)]
pub(crate) enum SharedStorage {
    /// The database. A commit is signalled by a file that grows.
    Database(Arc<CommitSignal>),
    /// JSON files. The database is a private copy of them.
    Files(Mirror),
}

/// The writes of one transaction.
#[derive(Default)]
struct WriteGroup {
    jobs: Vec<GroupedJob>,
    /// Number of their row in the table of changes.
    seq: Option<i64>,
}

/// A write of a group.
struct GroupedJob {
    job: Box<dyn Job>,
    succeeded: bool,
    effects: Vec<WriteEffect>,
    replacements: Vec<DeckReplacement>,
}

/// The error of each write of a group that was not committed.
fn not_committed(reason: &StoreError) -> StoreError {
    match reason {
        StoreError::Full => StoreError::Full,
        reason => StoreError::Unavailable(reason.to_string()),
    }
}

impl Writer {
    /// A writer on a connection of its own. A private copy is filled from its files.
    pub(crate) async fn new(
        connection: SqliteConnection,
        feed: Arc<ChangeFeed>,
        sharing: SharedStorage,
    ) -> Result<Self> {
        let mut writer = Self { transaction: Transaction::new(Connection::SqliteWriter(connection)), feed, sharing };
        if matches!(writer.sharing, SharedStorage::Files(_)) {
            Mirror::record_touched_rows(&mut writer.transaction).await?;
            writer.catch_up().await?;
        }
        Ok(writer)
    }

    /// Runs until it receives `Close`, or until all senders are dropped.
    pub(crate) async fn run(mut self, mut commands: mpsc::Receiver<WriterCommand>) {
        let mut closing = None;
        while closing.is_none() {
            let Some(command) = commands.recv().await else { break };
            closing = self.handle(command, &mut commands).await;
        }
        if let Connection::SqliteWriter(connection) = self.transaction.connection
            && let Err(error) = connection.close().await
        {
            tracing::warn!("the database could not be closed: {error}");
        }
        if let SharedStorage::Files(mirror) = self.sharing {
            mirror.close();
        }
        if let Some(reply) = closing {
            let _ = reply.send(());
        }
    }

    /// Handles a command, and the writes that are queued behind it. Returns the reply of a `Close`.
    async fn handle(
        &mut self,
        command: WriterCommand,
        commands: &mut mpsc::Receiver<WriterCommand>,
    ) -> Option<oneshot::Sender<()>> {
        let first = match command {
            WriterCommand::Write(job) => job,
            WriterCommand::CatchUp(reply) => {
                let _ = reply.send(self.catch_up().await);
                return None;
            }
            WriterCommand::Close(reply) => return Some(reply),
        };
        let mut group = WriteGroup::default();
        let mut closing = None;
        let committed = match self.lock_files().await {
            Ok(()) => {
                let committed = self.commit(first, commands, &mut group, &mut closing).await;
                self.unlock_files();
                committed
            }
            Err(error) => {
                group.add(first);
                Err(error)
            }
        };
        let failure = match committed {
            Ok(()) => {
                self.publish(&mut group);
                None
            }
            Err(error) => {
                let _ = self.transaction.run(ROLLBACK, Vec::new()).await;
                tracing::error!("{} write(s) were not committed: {error:#}", group.jobs.len());
                Some(error)
            }
        };
        for grouped in group.jobs {
            grouped.job.finish(failure.as_ref().map(not_committed));
        }
        closing
    }

    /// Runs a write and the writes that are queued behind it, and commits them in one transaction.
    async fn commit(
        &mut self,
        first: Box<dyn Job>,
        commands: &mut mpsc::Receiver<WriterCommand>,
        group: &mut WriteGroup,
        closing: &mut Option<oneshot::Sender<()>>,
    ) -> Result<()> {
        let mut next = Some(first);
        let begun = self.transaction.run(BEGIN, Vec::new()).await;
        while let Some(job) = next {
            let grouped = group.add(job);
            if begun.is_ok() && !self.perform(grouped).await {
                self.rerun(group).await?;
            }
            if group.jobs.len() == MAX_GROUP {
                // The rest of the queue is left to the next group.
                break;
            }
            next = match commands.try_recv() {
                Ok(WriterCommand::Write(job)) => Some(job),
                Ok(WriterCommand::CatchUp(reply)) => {
                    // The group began by applying what other processes wrote.
                    let _ = reply.send(Ok(()));
                    None
                }
                Ok(WriterCommand::Close(reply)) => {
                    *closing = Some(reply);
                    None
                }
                Err(_) => None,
            };
        }
        begun?;
        let effects: Vec<WriteEffect> = group.jobs.iter().flat_map(|grouped| grouped.effects.iter().cloned()).collect();
        match &mut self.sharing {
            SharedStorage::Database(_) => {
                group.seq = append_change(&mut self.transaction, &self.feed, &effects).await?;
            }
            SharedStorage::Files(mirror) => mirror.write(&mut self.transaction, &self.feed, effects).await?,
        }
        self.transaction.run(COMMIT, Vec::new()).await?;
        if let SharedStorage::Files(mirror) = &mut self.sharing {
            mirror.mark_committed();
        }
        Ok(())
    }

    /// Runs one write. Returns whether the transaction can continue: false when the write failed after it changed a
    /// row.
    async fn perform(&mut self, grouped: &mut GroupedJob) -> bool {
        self.transaction.wrote = false;
        grouped.succeeded = grouped.job.perform(&mut self.transaction).await;
        grouped.effects = std::mem::take(&mut self.transaction.effects);
        grouped.replacements = std::mem::take(&mut self.transaction.replacements);
        if !grouped.succeeded {
            grouped.effects.clear();
            grouped.replacements.clear();
        }
        grouped.succeeded || !self.transaction.wrote
    }

    /// Rolls the transaction back and runs its writes again, except those that failed.
    async fn rerun(&mut self, group: &mut WriteGroup) -> Result<()> {
        loop {
            // The rollback fails when a full disk has ended the transaction already.
            let _ = self.transaction.run(ROLLBACK, Vec::new()).await;
            self.transaction.run(BEGIN, Vec::new()).await?;
            let mut can_continue = true;
            for grouped in group.jobs.iter_mut().filter(|grouped| grouped.succeeded) {
                can_continue = self.perform(grouped).await;
                if !can_continue {
                    break;
                }
            }
            if can_continue {
                return Ok(());
            }
        }
    }

    /// Locks the shared files, if any, and applies what other processes wrote to them.
    async fn lock_files(&mut self) -> Result<()> {
        match &mut self.sharing {
            SharedStorage::Files(mirror) => mirror.lock(&mut self.transaction, &self.feed).await,
            SharedStorage::Database(_) => Ok(()),
        }
    }

    fn unlock_files(&self) {
        if let SharedStorage::Files(mirror) = &self.sharing {
            mirror.unlock();
        }
    }

    async fn catch_up(&mut self) -> Result<()> {
        self.lock_files().await?;
        self.unlock_files();
        Ok(())
    }

    /// Publishes a committed group to this process, and signals it to the others.
    fn publish(&self, group: &mut WriteGroup) {
        for grouped in &mut group.jobs {
            self.feed.apply(&grouped.effects, std::mem::take(&mut grouped.replacements));
        }
        if let Some(seq) = group.seq {
            if let SharedStorage::Database(signal) = &self.sharing
                && let Err(error) = signal.send()
            {
                tracing::error!("a commit is not signalled to other processes: {error:#}");
            }
            self.feed.skip_own(seq);
        }
        for grouped in &mut group.jobs {
            self.feed.publish(std::mem::take(&mut grouped.effects));
        }
    }
}

impl WriteGroup {
    fn add(&mut self, job: Box<dyn Job>) -> &mut GroupedJob {
        self.jobs.push(GroupedJob { job, succeeded: false, effects: Vec::new(), replacements: Vec::new() });
        self.jobs.last_mut().expect("it was just added")
    }
}
