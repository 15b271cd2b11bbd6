//! The one task that writes to a database file.
//!
//! It takes the writes that wait, does them in one transaction, commits them together with one flush to the disk, and
//! then answers them all. Most writes that fail do so before they change anything. When one fails later, the transaction
//! is undone and the others of its group are done again: rarer than a savepoint for each, and so cheaper.

use std::sync::Arc;

use sqlx::Connection as _;
use sqlx::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::job::Job;
use super::transaction::list;
use super::{Connection, Put, Transaction};
use crate::error::Result;
use crate::feed::{Feed, Tick, Touch};
use crate::files::Mirror;

/// Most writes of a group.
const GROUP: usize = 256;

const BEGIN: &str = "BEGIN IMMEDIATE";
const COMMIT: &str = "COMMIT";
const ROLLBACK: &str = "ROLLBACK";

/// What the task is asked to do.
pub(crate) enum Order {
    /// A write.
    Write(Box<dyn Job>),
    /// To take over what other processes wrote to the files.
    CatchUp(oneshot::Sender<Result<()>>),
    /// To finish and tell.
    Close(oneshot::Sender<()>),
}

/// The task.
#[derive(Debug)]
pub(crate) struct Writer {
    transaction: Transaction,
    feed: Arc<Feed>,
    beside: Beside,
}

/// How other processes hear of a commit.
#[derive(Debug)]
pub(crate) enum Beside {
    /// They share the database and see that a file grew.
    Tick(Arc<Tick>),
    /// They share files that the database is a private copy of.
    Files(Mirror),
}

/// Writes of one transaction.
#[derive(Default)]
struct Group {
    jobs: Vec<Grouped>,
    /// The change that they are listed as for other processes.
    listed: Option<i64>,
}

/// A write of a group.
struct Grouped {
    job: Box<dyn Job>,
    succeeded: bool,
    touches: Vec<Touch>,
    puts: Vec<Put>,
}

impl Writer {
    /// A writer on a connection of its own. A private copy is filled from its files.
    pub(crate) async fn new(connection: SqliteConnection, feed: Arc<Feed>, beside: Beside) -> Result<Self> {
        let mut writer = Self { transaction: Transaction::new(Connection::SqliteWriter(connection)), feed, beside };
        if matches!(writer.beside, Beside::Files(_)) {
            Mirror::watch(&mut writer.transaction).await?;
            writer.catch_up().await?;
        }
        Ok(writer)
    }

    /// Works until it is told to close, or until nobody is left who could ask.
    pub(crate) async fn work(mut self, mut orders: mpsc::Receiver<Order>) {
        let mut told = None;
        while told.is_none() {
            let Some(order) = orders.recv().await else { break };
            told = self.take(order, &mut orders).await;
        }
        if let Connection::SqliteWriter(connection) = self.transaction.connection
            && let Err(error) = connection.close().await
        {
            tracing::warn!("closing the database: {error}");
        }
        if let Beside::Files(mirror) = self.beside {
            mirror.close();
        }
        if let Some(told) = told {
            let _ = told.send(());
        }
    }

    async fn take(&mut self, order: Order, orders: &mut mpsc::Receiver<Order>) -> Option<oneshot::Sender<()>> {
        let first = match order {
            Order::Write(job) => job,
            Order::CatchUp(asked) => {
                let _ = asked.send(self.catch_up().await);
                return None;
            }
            Order::Close(told) => return Some(told),
        };
        let mut group = Group::default();
        let mut told = None;
        let committed = match self.enter().await {
            Ok(()) => {
                let committed = self.commit(first, orders, &mut group, &mut told).await;
                self.leave();
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
            grouped.job.finish(failure.as_ref());
        }
        told
    }

    /// Does a write and those that wait behind it, in one transaction.
    async fn commit(
        &mut self,
        first: Box<dyn Job>,
        orders: &mut mpsc::Receiver<Order>,
        group: &mut Group,
        told: &mut Option<oneshot::Sender<()>>,
    ) -> Result<()> {
        let mut next = Some(first);
        let begun = self.transaction.run(BEGIN, Vec::new()).await;
        while let Some(job) = next {
            let grouped = group.add(job);
            if begun.is_ok() && !self.perform(grouped).await {
                self.do_again(group).await?;
            }
            if group.jobs.len() == GROUP {
                // What waits is taken up by the next group.
                break;
            }
            next = match orders.try_recv() {
                Ok(Order::Write(job)) => Some(job),
                Ok(Order::CatchUp(asked)) => {
                    // The group began by catching up.
                    let _ = asked.send(Ok(()));
                    None
                }
                Ok(Order::Close(asked)) => {
                    *told = Some(asked);
                    None
                }
                Err(_) => None,
            };
        }
        begun?;
        let touches: Vec<Touch> = group.jobs.iter().flat_map(|grouped| grouped.touches.iter().cloned()).collect();
        match &mut self.beside {
            Beside::Tick(_) => group.listed = list(&mut self.transaction, &self.feed, &touches).await?,
            Beside::Files(mirror) => mirror.write(&mut self.transaction, &self.feed, touches).await?,
        }
        self.transaction.run(COMMIT, Vec::new()).await?;
        if let Beside::Files(mirror) = &mut self.beside {
            mirror.committed();
        }
        Ok(())
    }

    /// Does one write and answers whether the transaction can go on: not when it changed something before it failed.
    async fn perform(&mut self, grouped: &mut Grouped) -> bool {
        self.transaction.wrote = false;
        grouped.succeeded = grouped.job.perform(&mut self.transaction).await;
        grouped.touches = std::mem::take(&mut self.transaction.touches);
        grouped.puts = std::mem::take(&mut self.transaction.puts);
        if !grouped.succeeded {
            grouped.touches.clear();
            grouped.puts.clear();
        }
        grouped.succeeded || !self.transaction.wrote
    }

    /// Undoes the transaction and does its writes again, but for those that failed.
    async fn do_again(&mut self, group: &mut Group) -> Result<()> {
        loop {
            // A full disk may have undone it already, and then there is nothing to undo.
            let _ = self.transaction.run(ROLLBACK, Vec::new()).await;
            self.transaction.run(BEGIN, Vec::new()).await?;
            let mut going_on = true;
            for grouped in group.jobs.iter_mut().filter(|grouped| grouped.succeeded) {
                going_on = self.perform(grouped).await;
                if !going_on {
                    break;
                }
            }
            if going_on {
                return Ok(());
            }
        }
    }

    /// Has the files alone, up to date, where there are any.
    async fn enter(&mut self) -> Result<()> {
        match &mut self.beside {
            Beside::Files(mirror) => mirror.enter(&mut self.transaction, &self.feed).await,
            Beside::Tick(_) => Ok(()),
        }
    }

    fn leave(&self) {
        if let Beside::Files(mirror) = &self.beside {
            mirror.leave();
        }
    }

    async fn catch_up(&mut self) -> Result<()> {
        self.enter().await?;
        self.leave();
        Ok(())
    }

    /// Tells this process and the others what was committed.
    fn publish(&self, group: &mut Group) {
        for grouped in &mut group.jobs {
            self.feed.apply(&grouped.touches, std::mem::take(&mut grouped.puts));
        }
        if let Some(seq) = group.listed {
            if let Beside::Tick(tick) = &self.beside
                && let Err(error) = tick.strike()
            {
                tracing::error!("other processes are not told of a change: {error:#}");
            }
            self.feed.skip_own(seq);
        }
        for grouped in &mut group.jobs {
            self.feed.tell(std::mem::take(&mut grouped.touches));
        }
    }
}

impl Group {
    fn add(&mut self, job: Box<dyn Job>) -> &mut Grouped {
        self.jobs.push(Grouped { job, succeeded: false, touches: Vec::new(), puts: Vec::new() });
        self.jobs.last_mut().expect("it was just put in")
    }
}
