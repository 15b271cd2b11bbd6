//! A PostgreSQL server: a pool of connections, and a transaction for each write.
//!
//! A statement on a lost connection fails with `Unavailable`; the pool opens another connection. The changes of other
//! nodes are read on a connection of their own, so that this never waits for the statements of requests.

use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPool, PgPoolOptions};
use tokio::time::{Instant, timeout};

use super::connection::postgres_rows;
use super::job::Job;
use super::transaction::append_change;
use super::{Connection, Row, SqlValue, Transaction, params, schema};
use crate::StoreError;
use crate::error::Result;
use crate::feed::{ChangeFeed, SELECT_NEWER, SELECT_RANGE};
use crate::records::milliseconds;

/// Maximum number of connections of one node, besides the one that reads changes.
const CONNECTIONS: u32 = 12;
/// How long to wait for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long reading the changes of other nodes may take.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(5);
/// How long cached credentials are valid after the changes of other nodes were last read.
const CREDENTIAL_TIME: Duration = Duration::from_secs(1);
/// Maximum number of attempts of a write that PostgreSQL aborts because of a deadlock.
const MAX_ATTEMPTS: u32 = 8;
/// Advisory lock from the insertion of a change to its commit, so that the numbers of changes rise in the order in
/// which they become visible. An arbitrary number.
const CHANGE_LOCK: i64 = 0x6c65_6374_6572_6e03;

const LOCK: &str = "SELECT pg_advisory_xact_lock($1)";
const NOTIFY: &str = "SELECT pg_notify('lectern', '')";
const CHANNEL: &str = "lectern";

/// Opens connections to a server. The timeout of a pool does not name the reason, so one connection is opened to get
/// it.
async fn connect(options: PgConnectOptions) -> Result<PgPool> {
    let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(CONNECT_TIMEOUT);
    match pool.connect_with(options.clone()).await {
        Err(sqlx::Error::PoolTimedOut) => match timeout(CONNECT_TIMEOUT, options.connect()).await {
            Ok(Err(reason)) => Err(reason.into()),
            Ok(Ok(_)) | Err(_) => Err(sqlx::Error::PoolTimedOut.into()),
        },
        pool => Ok(pool?),
    }
}

/// A PostgreSQL server.
#[derive(Debug)]
pub(crate) struct Postgres {
    pool: PgPool,
    feed: Arc<ChangeFeed>,
    listener: tokio::sync::Mutex<Option<PgListener>>,
    /// Opens the connection that reads changes.
    options: PgConnectOptions,
    /// The connection that reads changes; none until it is opened, and after a failure. Locked while they are read, so
    /// that no change is published twice.
    change_reader: tokio::sync::Mutex<Option<PgConnection>>,
    opened: Instant,
    /// The start of the last successful read of changes, in milliseconds since this was opened. Everything that was
    /// committed before is applied.
    caught_up_at: AtomicU64,
}

impl Postgres {
    /// Connects to a server and migrates its database. Fails when the server cannot be reached, with `TooNew` when a
    /// newer release migrated the database.
    pub(crate) async fn open(url: &str, feed: Arc<ChangeFeed>) -> Result<Self> {
        let options = PgConnectOptions::from_str(url)?
            .application_name("lectern")
            .statement_cache_capacity(200)
            .disable_statement_logging();
        let pool = connect(options.clone()).await?;
        schema::migrate_postgres(&mut *pool.acquire().await?).await?;
        let opened = Instant::now();
        let (_, last) = change_range(&mut *pool.acquire().await?).await?;
        feed.start_after(last);
        Ok(Self {
            pool,
            feed,
            listener: tokio::sync::Mutex::new(None),
            options,
            change_reader: tokio::sync::Mutex::new(None),
            opened,
            caught_up_at: AtomicU64::new(0),
        })
    }

    /// Runs a statement that reads, and returns its rows.
    pub(crate) async fn rows(&self, sql: &'static str, params: Vec<SqlValue>) -> Result<Vec<Row>> {
        let mut connection = Connection::Postgres(self.pool.acquire().await?);
        connection.rows(sql, params).await
    }

    /// A connection that reads the state of this moment, until [`Connection::end_snapshot`].
    pub(crate) async fn snapshot(&self) -> Result<Connection> {
        let mut connection = Connection::Postgres(self.pool.acquire().await?);
        connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", Vec::new()).await?;
        Ok(connection)
    }

    /// Runs a write in a transaction of its own, and sends its caller the result. It is completed even when the caller
    /// stops waiting.
    pub(crate) async fn write(&self, mut job: Box<dyn Job>) -> Result<()> {
        let (pool, feed) = (self.pool.clone(), Arc::clone(&self.feed));
        let done = crate::tasks::spawn(async move {
            let mut attempts = 1;
            let failure = loop {
                match write_once(&pool, &feed, &mut *job).await {
                    Err(error) if is_deadlock(&error) && attempts < MAX_ATTEMPTS => attempts += 1,
                    Err(error) if is_deadlock(&error) => break Some(StoreError::Unavailable(error.to_string())),
                    result => break result.err(),
                }
            };
            job.finish(failure);
        });
        done.await.map_err(|error| anyhow::anyhow!("a write panicked: {error}").into())
    }

    /// Waits until another node notifies of a change, at most for a timeout.
    pub(crate) async fn wait_for_change(&self, timeout: Duration) {
        let waiting = async {
            let mut slot = self.listener.lock().await;
            if slot.is_none()
                && let Ok(mut listener) = PgListener::connect_with(&self.pool).await
                && listener.listen(CHANNEL).await.is_ok()
            {
                *slot = Some(listener);
            }
            let is_notified = match slot.as_mut() {
                Some(listener) => listener.recv().await.is_ok(),
                None => false,
            };
            if !is_notified {
                *slot = None;
                tokio::time::sleep(timeout).await;
            }
        };
        let _ = tokio::time::timeout(timeout, waiting).await;
    }

    /// Applies and publishes the changes of other nodes.
    pub(crate) async fn catch_up(&self) -> Result<()> {
        let mut slot = self.change_reader.lock().await;
        let (start, seen) = (self.opened.elapsed(), self.feed.seen());
        // A connection whose statement failed or was cancelled is not used again.
        let reader = slot.take();
        let read = async {
            let mut reader = match reader {
                Some(reader) => reader,
                None => self.options.connect().await?,
            };
            let rows = postgres_rows(&mut reader, SELECT_NEWER, params![seen]).await?;
            // Some changes may have been pruned from the table before they were read.
            let is_pruned = !rows.is_empty() && change_range(&mut reader).await?.0 > seen + 1;
            Ok::<_, StoreError>((reader, rows, is_pruned))
        };
        let too_slow = |_| StoreError::Unavailable("reading changes took too long".to_owned());
        let (reader, rows, is_pruned) = timeout(CATCH_UP_TIMEOUT, read).await.map_err(too_slow)??;
        *slot = Some(reader);
        if is_pruned {
            self.feed.publish_missed();
        }
        self.feed.catch_up(rows)?;
        self.caught_up_at.store(milliseconds(start), Ordering::Release);
        Ok(())
    }

    /// Whether cached credentials are valid: the changes of other nodes, which may have revoked them, were read a
    /// moment ago.
    pub(crate) fn has_current_credentials(&self) -> bool {
        let caught_up_at = Duration::from_millis(self.caught_up_at.load(Ordering::Acquire));
        self.opened.elapsed().saturating_sub(caught_up_at) <= CREDENTIAL_TIME
    }

    /// Closes all connections, once their statements are finished.
    pub(crate) async fn close(&self) {
        *self.listener.lock().await = None;
        *self.change_reader.lock().await = None;
        self.pool.close().await;
    }
}

/// The numbers of the first and the last change in the table.
async fn change_range(connection: &mut PgConnection) -> Result<(i64, i64)> {
    let mut rows = postgres_rows(connection, SELECT_RANGE, Vec::new()).await?;
    let row = rows.first_mut().ok_or(StoreError::Missing)?;
    Ok((row.int()?, row.int()?))
}

/// Runs a write in one transaction. Fails when the write or its commit fails.
async fn write_once(pool: &PgPool, feed: &ChangeFeed, job: &mut dyn Job) -> Result<()> {
    let mut transaction = Transaction::new(Connection::Postgres(pool.acquire().await?));
    transaction.run("BEGIN", Vec::new()).await?;
    if !job.perform(&mut transaction).await {
        roll_back(transaction).await;
        return Err(job.take_error().unwrap_or_else(StoreError::closed));
    }
    let seq = match append_and_notify(&mut transaction, feed).await {
        Ok(seq) => seq,
        Err(error) => {
            roll_back(transaction).await;
            return Err(error);
        }
    };
    let effects = std::mem::take(&mut transaction.effects);
    let replacements = std::mem::take(&mut transaction.replacements);
    if let Err(error) = transaction.run("COMMIT", Vec::new()).await {
        // The commit may have succeeded: the records are read again, now and when the change appears in the table.
        seq.inspect(|seq| feed.mark_unconfirmed(*seq));
        feed.caches.evict(&effects);
        roll_back(transaction).await;
        return Err(error);
    }
    feed.apply(&effects, replacements);
    if let Some(seq) = seq {
        feed.skip_own(seq);
    }
    feed.publish(effects);
    Ok(())
}

/// Appends the effects of a write to the table of changes, and notifies the other nodes.
async fn append_and_notify(transaction: &mut Transaction, feed: &ChangeFeed) -> Result<Option<i64>> {
    if transaction.effects.is_empty() {
        return Ok(None);
    }
    transaction.run(LOCK, params![CHANGE_LOCK]).await?;
    let effects = std::mem::take(&mut transaction.effects);
    let seq = append_change(transaction, feed, &effects).await?;
    transaction.effects = effects;
    transaction.run(NOTIFY, Vec::new()).await?;
    Ok(seq)
}

async fn roll_back(mut transaction: Transaction) {
    if transaction.run("ROLLBACK", Vec::new()).await.is_err()
        && let Connection::Postgres(connection) = &mut transaction.connection
    {
        connection.close_on_drop();
    }
}

/// Whether PostgreSQL ended a write because of a deadlock or a serialization failure.
fn is_deadlock(error: &StoreError) -> bool {
    let StoreError::Internal(error) = error else {
        return false;
    };
    let Some(sqlx::Error::Database(fault)) = error.downcast_ref::<sqlx::Error>() else {
        return false;
    };
    fault.code().is_some_and(|code| code == "40P01" || code == "40001")
}
