//! The store: the interface to everything that is persisted.
//!
//! Each subject has a file of its own. Reads use caches where possible; a write returns once it is durable.

mod accounts;
mod audit;
mod batches;
pub(crate) mod body;
mod catalogue;
mod comments;
mod deck_migration;
mod decks;
mod drafts;
mod filing;
pub(crate) mod flags;
mod fonts;
mod groups;
mod identities;
mod keys;
mod lists;
mod live;
mod media;
mod oauth;
mod organization_list;
mod organizations;
mod passkeys;
mod provisioning;
mod publications;
pub(crate) mod readers;
mod rehearsals;
mod session_counts;
mod sessions;
mod share_links;
mod sharing;
mod slide_library;
mod starters;
mod statistics;
mod trash;
mod uploads;
mod versions;
mod view_counts;
mod webhooks;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use deck::SlideId;
use futures_util::future::BoxFuture;
use tokio::sync::{broadcast, oneshot};

use crate::StoreError;
use crate::cache::Caches;
use crate::engine::postgres::Postgres;
use crate::engine::sqlite::Sqlite;
use crate::engine::{Connection, Job, Row, SqlValue, WriteFn, WriteJob};
use crate::error::Result;
use crate::feed::ChangeFeed;
use crate::records::{Change, Time, WebhookEvent};

pub use self::decks::PendingWrite;
pub use self::media::OldMedia;
pub use self::statistics::StoreStatistics;

/// How often a process checks for changes of others.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Number of checks after which the table of changes is read without a signal, in case a process died between its
/// commit and the signal.
const FULL_CHECK_INTERVAL: u32 = 8;

/// The kind of storage, and where it is.
#[derive(Debug, Clone)]
pub enum Backend {
    /// A database file in the data folder.
    Sqlite {
        /// The data folder.
        folder: PathBuf,
    },
    /// JSON files in the data folder, without sharing and comments.
    File {
        /// The data folder.
        folder: PathBuf,
    },
    /// A PostgreSQL server.
    Postgres {
        /// Its address.
        url: String,
    },
}

impl Backend {
    /// The same kind of storage in another data folder. A PostgreSQL server is the same.
    pub(crate) fn in_folder(&self, folder: PathBuf) -> Self {
        match self {
            Self::Sqlite { .. } => Self::Sqlite { folder },
            Self::File { .. } => Self::File { folder },
            Self::Postgres { url } => Self::Postgres { url: url.clone() },
        }
    }
}

/// The store. Cheap to clone.
///
/// Every function that returns a `Result` fails with `Unavailable`, `Full` or `Internal` when the storage does. The
/// documentation of a function names only the errors that it has besides these.
#[derive(Debug, Clone)]
pub struct Store {
    inner: Arc<StoreInner>,
}

#[derive(Debug)]
struct StoreInner {
    engine: Engine,
    feed: Arc<ChangeFeed>,
    /// Number of writes so far.
    writes: AtomicU64,
    /// The task that checks for changes, aborted when the store is closed.
    poll_task: std::sync::Mutex<Option<tokio::task::AbortHandle>>,
}

#[derive(Debug)]
enum Engine {
    Sqlite(Sqlite),
    Postgres(Box<Postgres>),
}

/// Who changed a deck, when, which slide, and the event for webhooks.
#[derive(Debug, Clone, Default)]
pub struct ChangeContext {
    /// E-mail of the account that changed it; none when no account did.
    pub by: Option<String>,
    /// When.
    pub at: Time,
    /// The slide that changed; none for the whole deck.
    pub slide: Option<SlideId>,
    /// The event that webhooks receive about it. Stored in the same transaction.
    pub event: Option<WebhookEvent>,
}

impl Store {
    /// Opens storage and applies pending migrations. Fails with `TooNew` when a newer release wrote the storage, with
    /// `Unavailable` when the storage cannot be reached.
    pub fn open(backend: Backend) -> BoxFuture<'static, Result<Self>> {
        Box::pin(Self::open_unboxed(backend))
    }

    async fn open_unboxed(backend: Backend) -> Result<Self> {
        let feed = Arc::new(ChangeFeed::new());
        let engine = match backend {
            Backend::Sqlite { folder } => Engine::Sqlite(Sqlite::open(&folder, Arc::clone(&feed)).await?),
            Backend::Postgres { url } => Engine::Postgres(Box::new(Postgres::open(&url, Arc::clone(&feed)).await?)),
            Backend::File { folder } => Engine::Sqlite(Sqlite::open_files(&folder, Arc::clone(&feed)).await?),
        };
        let inner =
            Arc::new(StoreInner { engine, feed, writes: AtomicU64::new(0), poll_task: std::sync::Mutex::new(None) });
        let task = crate::tasks::spawn(poll_changes(Arc::downgrade(&inner))).abort_handle();
        if let Ok(mut poll_task) = inner.poll_task.lock() {
            *poll_task = Some(task);
        }
        Ok(Self { inner })
    }

    /// Whether storage supports sharing and comments: all but `file` storage.
    pub fn is_database(&self) -> bool {
        match &self.inner.engine {
            Engine::Sqlite(sqlite) => !sqlite.is_copy(),
            Engine::Postgres(_) => true,
        }
    }

    /// Whether storage responds within two seconds.
    pub async fn is_reachable(&self) -> bool {
        let response = self.inner.rows("SELECT 1", Vec::new());
        matches!(tokio::time::timeout(Duration::from_secs(2), response).await, Ok(Ok(_)))
    }

    /// Finishes the queued writes and closes.
    pub async fn close(&self) {
        if let Ok(poll_task) = self.inner.poll_task.lock()
            && let Some(task) = poll_task.as_ref()
        {
            task.abort();
        }
        match &self.inner.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(postgres) => postgres.close().await,
        }
    }

    /// Subscribes to all changes from now on, by any process on this storage. Changes of other processes arrive within
    /// 250 ms.
    pub fn changes(&self) -> broadcast::Receiver<Arc<Change>> {
        self.inner.feed.subscribe()
    }

    /// Applies and publishes everything that other processes have written until now, without waiting for the next poll.
    pub async fn catch_up(&self) -> Result<()> {
        self.inner.catch_up().await
    }

    /// The caches, after changes of other processes were applied.
    async fn caches(&self) -> Result<&Caches> {
        self.inner.refresh().await?;
        Ok(&self.inner.feed.caches)
    }

    /// Whether cached credentials are valid. On PostgreSQL they are not while changes of other nodes cannot be read,
    /// since these may have revoked them.
    fn has_current_credentials(&self) -> bool {
        match &self.inner.engine {
            Engine::Sqlite(_) => true,
            Engine::Postgres(postgres) => postgres.has_current_credentials(),
        }
    }

    /// Runs a statement that reads, and returns its rows.
    fn rows(&self, sql: &'static str, params: Vec<SqlValue>) -> BoxFuture<'_, Result<Vec<Row>>> {
        self.inner.rows(sql, params)
    }

    /// Runs a statement that reads, and returns its first row.
    async fn row(&self, sql: &'static str, params: Vec<SqlValue>) -> Result<Option<Row>> {
        Ok(self.rows(sql, params).await?.into_iter().next())
    }

    /// A connection that reads the state of this moment.
    pub(crate) fn snapshot(&self) -> BoxFuture<'_, Result<Connection>> {
        Box::pin(async move {
            self.inner.refresh().await?;
            match &self.inner.engine {
                Engine::Sqlite(sqlite) => sqlite.snapshot().await,
                Engine::Postgres(postgres) => postgres.snapshot().await,
            }
        })
    }

    /// Runs a write in a transaction and returns once it is durable. It is completed even when the caller stops
    /// waiting.
    pub(crate) fn write<A, T>(&self, input: A, run: WriteFn<A, T>) -> BoxFuture<'_, Result<T>>
    where
        A: Send + Sync + 'static,
        T: Send + 'static,
    {
        let (job, result) = WriteJob::new(input, run);
        Box::pin(self.write_job(Box::new(job), result))
    }

    /// Queues a write and waits for its result. It is generic over the result only, because it is compiled once for
    /// each type, and there are more than a hundred writes.
    async fn write_job<T>(&self, job: Box<dyn Job>, result: oneshot::Receiver<Result<T>>) -> Result<T> {
        self.run(job).await?;
        WriteResult(result).wait().await
    }

    /// Appends a write to the queue. Its result is received from the returned value.
    async fn enqueue<A, T>(&self, input: A, run: WriteFn<A, T>) -> Result<WriteResult<T>>
    where
        A: Send + Sync + 'static,
        T: Send + 'static,
    {
        let (job, result) = WriteJob::new(input, run);
        self.run(Box::new(job)).await?;
        Ok(WriteResult(result))
    }

    /// Appends a write to the queue of SQLite. On PostgreSQL, where writes are not queued, it runs at once.
    fn run(&self, job: Box<dyn Job>) -> BoxFuture<'_, Result<()>> {
        self.inner.writes.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move {
            match &self.inner.engine {
                Engine::Sqlite(sqlite) => sqlite.enqueue(job).await,
                Engine::Postgres(postgres) => postgres.write(job).await,
            }
        })
    }
}

/// The result of a write, which may still be queued.
#[derive(Debug)]
struct WriteResult<T>(oneshot::Receiver<Result<T>>);

impl<T> WriteResult<T> {
    async fn wait(self) -> Result<T> {
        self.0.await.map_err(|_| StoreError::closed())?
    }
}

impl Engine {
    fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

impl StoreInner {
    fn rows(&self, sql: &'static str, params: Vec<SqlValue>) -> BoxFuture<'_, Result<Vec<Row>>> {
        Box::pin(async move {
            match &self.engine {
                Engine::Sqlite(sqlite) => sqlite.rows(sql, params).await,
                Engine::Postgres(postgres) => postgres.rows(sql, params).await,
            }
        })
    }

    /// Applies changes of other processes, if there are any. Does nothing on PostgreSQL, where nodes poll.
    async fn refresh(&self) -> Result<()> {
        match &self.engine {
            Engine::Sqlite(sqlite) if sqlite.is_behind() => self.catch_up().await,
            Engine::Sqlite(_) | Engine::Postgres(_) => Ok(()),
        }
    }

    fn catch_up(&self) -> BoxFuture<'_, Result<()>> {
        Box::pin(async move {
            match &self.engine {
                Engine::Sqlite(sqlite) => sqlite.catch_up().await,
                Engine::Postgres(postgres) => postgres.catch_up().await,
            }
        })
    }
}

/// Polls for changes of other processes, so that an idle process publishes them too.
async fn poll_changes(inner: std::sync::Weak<StoreInner>) {
    let mut polls = 0_u32;
    loop {
        let Some(store) = inner.upgrade() else { return };
        if let Engine::Postgres(postgres) = &store.engine {
            postgres.wait_for_change(POLL_INTERVAL).await;
        } else {
            drop(store);
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        let Some(inner) = inner.upgrade() else { return };
        polls = polls.wrapping_add(1);
        let caught_up = match &inner.engine {
            Engine::Sqlite(sqlite) if sqlite.is_behind() || polls.is_multiple_of(FULL_CHECK_INTERVAL) => {
                sqlite.catch_up().await
            }
            Engine::Sqlite(_) => Ok(()),
            Engine::Postgres(postgres) => postgres.catch_up().await,
        };
        if let Err(error) = caught_up {
            tracing::warn!("changes of other processes cannot be read: {error:#}");
        }
    }
}
