//! One database file: a few connections that read, one that writes.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::sync::{mpsc, oneshot};

use super::job::{Act, Work};
use super::writer::{Beside, Order, Writer};
use super::{Cell, Connection, Row, schema};
use crate::StoreError;
use crate::error::Result;
use crate::feed::{EXTENT, Feed, NEWER, Tick};
use crate::files::{Log, Mirror};

/// Connections that read at the same time.
const READERS: u32 = 3;
/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(15);
/// Writes that wait for their turn before callers wait to hand theirs in.
const QUEUE: usize = 1024;
/// Pages of the log after which it is worked into the database: about 16 MiB.
const CHECKPOINT: &str = "4000";

/// A database file.
#[derive(Debug)]
pub(crate) struct Sqlite {
    readers: SqlitePool,
    orders: mpsc::Sender<Order>,
    feed: Arc<Feed>,
    news: News,
}

/// What tells whether another process wrote.
#[derive(Debug)]
enum News {
    /// The database is shared.
    Tick(Arc<Tick>),
    /// The database is a private copy of files.
    Log(Arc<Log>),
}

/// How surely a commit reaches the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Safety {
    /// It is there before the write is answered.
    Durable,
    /// Whenever: the database can be made again.
    Disposable,
}

impl Sqlite {
    /// Opens the database of a data folder, made when it is missing.
    pub(crate) async fn open(folder: &Path, feed: Arc<Feed>) -> Result<Self> {
        crate::files::make_folder(folder)?;
        let path = folder.join("lectern.db");
        let mut connection = connect(&path, Safety::Durable).await?;
        schema::migrate_sqlite(&mut connection).await?;
        let tick = Arc::new(Tick::open(&folder.join("changes.tick"))?);
        let pool = readers(&path).await?;
        let beside = Beside::Tick(Arc::clone(&tick));
        let writer = Writer::new(connection, Arc::clone(&feed), beside).await?;
        let sqlite = Self::start(pool, writer, feed, News::Tick(tick));
        let (_, last) = sqlite.extent().await?;
        sqlite.feed.begin(last);
        Ok(sqlite)
    }

    /// Opens the files of a data folder, with a private database to ask.
    pub(crate) async fn open_files(folder: &Path, feed: Arc<Feed>) -> Result<Self> {
        let mirror = Mirror::open(folder).await?;
        let (path, log) = (mirror.database(), mirror.log());
        let mut connection = connect(&path, Safety::Disposable).await?;
        schema::migrate_sqlite(&mut connection).await?;
        let pool = readers(&path).await?;
        let writer = Writer::new(connection, Arc::clone(&feed), Beside::Files(mirror)).await?;
        Ok(Self::start(pool, writer, feed, News::Log(log)))
    }

    fn start(readers: SqlitePool, writer: Writer, feed: Arc<Feed>, news: News) -> Self {
        let (orders, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(writer.work(waiting));
        Self { readers, orders, feed, news }
    }

    /// Whether the files are the truth, and the database a copy.
    pub(crate) fn is_copy(&self) -> bool {
        matches!(self.news, News::Log(_))
    }

    /// The rows that a statement answers.
    pub(crate) async fn rows(&self, sql: &'static str, cells: Vec<Cell>) -> Result<Vec<Row>> {
        let mut connection = Connection::SqliteReader(self.readers.acquire().await?);
        connection.rows(sql, cells).await
    }

    /// A connection that sees everything as it is now, until it is given back with [`Connection::let_go`].
    pub(crate) async fn snapshot(&self) -> Result<Connection> {
        let mut connection = Connection::SqliteReader(self.readers.acquire().await?);
        connection.run("BEGIN", Vec::new()).await?;
        Ok(connection)
    }

    /// Puts a write in line behind those before it. It is answered once it is on the disk.
    pub(crate) async fn hand_in<A, T>(&self, given: A, act: Act<A, T>) -> Result<oneshot::Receiver<Result<T>>>
    where
        A: Send + Sync + 'static,
        T: Send + 'static,
    {
        let (work, answer) = Work::new(given, act);
        self.orders.send(Order::Write(Box::new(work))).await.map_err(|_| StoreError::closed())?;
        Ok(answer)
    }

    /// Whether another process changed something since this one looked.
    pub(crate) fn is_behind(&self) -> bool {
        match &self.news {
            News::Tick(tick) => tick.is_behind(),
            News::Log(log) => log.is_behind(),
        }
    }

    /// Acts on what other processes changed.
    pub(crate) async fn catch_up(&self) -> Result<()> {
        let tick = match &self.news {
            News::Tick(tick) => tick,
            News::Log(_) => return self.catch_up_with_files().await,
        };
        let _alone = self.feed.reading.lock().await;
        let growth = tick.behind()?;
        let seen = self.feed.seen();
        let rows = self.rows(NEWER, vec![seen.into()]).await?;
        if !rows.is_empty() && self.extent().await?.0 > seen + 1 {
            // Too far behind: some changes are no longer listed.
            self.feed.missed();
        }
        self.feed.catch_up(rows)?;
        tick.account(growth);
        Ok(())
    }

    async fn catch_up_with_files(&self) -> Result<()> {
        let (asked, done) = oneshot::channel();
        self.orders.send(Order::CatchUp(asked)).await.map_err(|_| StoreError::closed())?;
        done.await.map_err(|_| StoreError::closed())?
    }

    /// Finishes the writes under way and closes.
    pub(crate) async fn close(&self) {
        let (told, closed) = oneshot::channel();
        if self.orders.send(Order::Close(told)).await.is_ok() {
            let _ = closed.await;
        }
        self.readers.close().await;
    }

    /// The first and the last change listed.
    async fn extent(&self) -> Result<(i64, i64)> {
        let mut rows = self.rows(EXTENT, Vec::new()).await?;
        let row = rows.first_mut().ok_or(StoreError::Missing)?;
        Ok((row.int()?, row.int()?))
    }
}

/// The connection that writes.
pub(crate) async fn connect(path: &Path, safety: Safety) -> Result<SqliteConnection> {
    let options = options(path).create_if_missing(true).synchronous(match safety {
        Safety::Durable => SqliteSynchronous::Full,
        Safety::Disposable => SqliteSynchronous::Off,
    });
    // Turning the log on takes the file alone for a moment and does not wait for others who do the same.
    let mut left = 100;
    loop {
        let opened = options
            .clone()
            .journal_mode(SqliteJournalMode::Wal)
            .pragma("wal_autocheckpoint", CHECKPOINT)
            .connect()
            .await
            .map_err(StoreError::from);
        match opened {
            Err(StoreError::Unavailable(_)) if left > 0 => {
                left -= 1;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            opened => return opened,
        }
    }
}

/// The connections that read.
pub(crate) async fn readers(path: &Path) -> Result<SqlitePool> {
    let pool = SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(PATIENCE)
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
        .busy_timeout(PATIENCE)
        .foreign_keys(true)
        .statement_cache_capacity(200)
        .disable_statement_logging()
}
