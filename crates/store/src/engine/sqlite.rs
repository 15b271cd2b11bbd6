//! A database file: a few connections that read, and one that writes.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::sync::{mpsc, oneshot};

use super::job::Job;
use super::writer::{SharedStorage, Writer, WriterCommand};
use super::{Connection, Row, SqlValue, schema};
use crate::StoreError;
use crate::error::Result;
use crate::feed::{ChangeFeed, CommitSignal, SELECT_NEWER, SELECT_RANGE};
use crate::files::{Log, Mirror};

/// Number of connections that read.
const READERS: u32 = 3;
/// How long to wait for a write of another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum number of queued writes. While the queue is full, callers wait before their write is queued.
const QUEUE: usize = 1024;
/// Number of pages of the write-ahead log after which it is copied into the database: about 16 MiB.
const CHECKPOINT_PAGES: &str = "4000";

/// A database file.
#[derive(Debug)]
pub(crate) struct Sqlite {
    readers: SqlitePool,
    commands: mpsc::Sender<WriterCommand>,
    feed: Arc<ChangeFeed>,
    changes: ChangeSource,
}

/// How this process notices writes of others.
#[derive(Debug)]
enum ChangeSource {
    /// By the signal of a shared database.
    Signal(Arc<CommitSignal>),
    /// By the log of shared files, of which the database is a private copy.
    Log(Arc<Log>),
}

/// When a commit reaches the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Durability {
    /// Before the write returns.
    Durable,
    /// At any time, since the database can be rebuilt.
    Disposable,
}

impl Sqlite {
    /// Opens the database of a data folder. Creates it when it is missing.
    pub(crate) async fn open(folder: &Path, feed: Arc<ChangeFeed>) -> Result<Self> {
        crate::files::make_folder(folder)?;
        let path = folder.join("lectern.db");
        let mut connection = connect(&path, Durability::Durable).await?;
        schema::migrate_sqlite(&mut connection).await?;
        let signal = Arc::new(CommitSignal::open(&folder.join("changes.tick"))?);
        let pool = readers(&path).await?;
        let sharing = SharedStorage::Database(Arc::clone(&signal));
        let writer = Writer::new(connection, Arc::clone(&feed), sharing).await?;
        let sqlite = Self::start(pool, writer, feed, ChangeSource::Signal(signal));
        let (_, last) = sqlite.change_range().await?;
        sqlite.feed.start_after(last);
        Ok(sqlite)
    }

    /// Opens the JSON files of a data folder, with a private database for queries.
    pub(crate) async fn open_files(folder: &Path, feed: Arc<ChangeFeed>) -> Result<Self> {
        let mirror = Mirror::open(folder).await?;
        let (path, log) = (mirror.database(), mirror.log());
        let mut connection = connect(&path, Durability::Disposable).await?;
        schema::migrate_sqlite(&mut connection).await?;
        let pool = readers(&path).await?;
        let writer = Writer::new(connection, Arc::clone(&feed), SharedStorage::Files(mirror)).await?;
        Ok(Self::start(pool, writer, feed, ChangeSource::Log(log)))
    }

    fn start(readers: SqlitePool, writer: Writer, feed: Arc<ChangeFeed>, changes: ChangeSource) -> Self {
        let (commands, queue) = mpsc::channel(QUEUE);
        crate::tasks::spawn(writer.run(queue));
        Self { readers, commands, feed, changes }
    }

    /// Whether the database is a private copy of files.
    pub(crate) fn is_copy(&self) -> bool {
        matches!(self.changes, ChangeSource::Log(_))
    }

    /// Runs a statement that reads, and returns its rows.
    pub(crate) async fn rows(&self, sql: &'static str, params: Vec<SqlValue>) -> Result<Vec<Row>> {
        let mut connection = Connection::SqliteReader(self.readers.acquire().await?);
        connection.rows(sql, params).await
    }

    /// A connection that reads the state of this moment, until [`Connection::end_snapshot`].
    pub(crate) async fn snapshot(&self) -> Result<Connection> {
        let mut connection = Connection::SqliteReader(self.readers.acquire().await?);
        connection.run("BEGIN", Vec::new()).await?;
        Ok(connection)
    }

    /// Queues a write. Its caller gets the result once it is on the disk. Fails when the store is closed.
    pub(crate) async fn enqueue(&self, job: Box<dyn Job>) -> Result<()> {
        self.commands.send(WriterCommand::Write(job)).await.map_err(|_| StoreError::closed())
    }

    /// Whether another process wrote since this process caught up.
    pub(crate) fn is_behind(&self) -> bool {
        match &self.changes {
            ChangeSource::Signal(signal) => signal.is_behind(),
            ChangeSource::Log(log) => log.is_behind(),
        }
    }

    /// Applies and publishes the changes of other processes.
    pub(crate) async fn catch_up(&self) -> Result<()> {
        let signal = match &self.changes {
            ChangeSource::Signal(signal) => signal,
            ChangeSource::Log(_) => return self.catch_up_with_files().await,
        };
        let _lock = self.feed.reading.lock().await;
        let growth = signal.unseen_growth()?;
        let seen = self.feed.seen();
        let rows = self.rows(SELECT_NEWER, vec![seen.into()]).await?;
        if !rows.is_empty() && self.change_range().await?.0 > seen + 1 {
            // Some changes were pruned from the table before they were read.
            self.feed.publish_missed();
        }
        self.feed.catch_up(rows)?;
        signal.mark_seen(growth);
        Ok(())
    }

    async fn catch_up_with_files(&self) -> Result<()> {
        let (reply, done) = oneshot::channel();
        self.commands.send(WriterCommand::CatchUp(reply)).await.map_err(|_| StoreError::closed())?;
        done.await.map_err(|_| StoreError::closed())?
    }

    /// Finishes the queued writes and closes all connections.
    pub(crate) async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.commands.send(WriterCommand::Close(reply)).await.is_ok() {
            let _ = closed.await;
        }
        self.readers.close().await;
    }

    /// The numbers of the first and the last change in the table.
    async fn change_range(&self) -> Result<(i64, i64)> {
        let mut rows = self.rows(SELECT_RANGE, Vec::new()).await?;
        let row = rows.first_mut().ok_or(StoreError::Missing)?;
        Ok((row.int()?, row.int()?))
    }
}

/// Opens the connection that writes.
pub(crate) async fn connect(path: &Path, durability: Durability) -> Result<SqliteConnection> {
    let options = options(path).create_if_missing(true).synchronous(match durability {
        Durability::Durable => SqliteSynchronous::Full,
        Durability::Disposable => SqliteSynchronous::Off,
    });
    // Switching to the write-ahead log needs an exclusive lock for a moment, and does not wait for other processes.
    let mut retries = 100;
    loop {
        let opened = options
            .clone()
            .journal_mode(SqliteJournalMode::Wal)
            .pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
            .connect()
            .await
            .map_err(StoreError::from);
        match opened {
            Err(StoreError::Unavailable(_)) if retries > 0 => {
                retries -= 1;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            opened => return opened,
        }
    }
}

/// Opens the connections that read.
pub(crate) async fn readers(path: &Path) -> Result<SqlitePool> {
    let pool = SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(BUSY_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_with(options(path).pragma("query_only", "1"))
        .await?;
    Ok(pool)
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .statement_cache_capacity(200)
        .disable_statement_logging()
}
