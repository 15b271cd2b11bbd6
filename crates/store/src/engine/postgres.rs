//! A PostgreSQL server: a pool of connections, a transaction for each write.
//!
//! A lost connection is answered as `Unavailable`; the pool opens others by itself.

use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPool, PgPoolOptions};
use tokio::time::timeout;

use super::job::Act;
use super::transaction::list;
use super::{Cell, Connection, Row, Transaction, cells, schema};
use crate::StoreError;
use crate::error::Result;
use crate::feed::{EXTENT, Feed, NEWER};

/// Most connections of one node, and one more that listens.
const CONNECTIONS: u32 = 12;
/// How long to wait for a connection.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a write is tried that fell to another one, each of which waited for what the other held.
const TRIES: u32 = 8;
/// Held from the listing of a change to its commit, so that changes are listed in the order in which they become
/// visible. An arbitrary number.
const LISTING: i64 = 0x6c65_6374_6572_6e03;

const HOLD: &str = "SELECT pg_advisory_xact_lock($1)";
const CALL: &str = "SELECT pg_notify('lectern', '')";
const CHANNEL: &str = "lectern";

/// Connections to a server. A pool that waited in vain says no more than that, so the server is asked once for the reason.
async fn connected(options: PgConnectOptions) -> Result<PgPool> {
    let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
    match pool.connect_with(options.clone()).await {
        Err(sqlx::Error::PoolTimedOut) => match timeout(PATIENCE, options.connect()).await {
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
    feed: Arc<Feed>,
    listener: tokio::sync::Mutex<Option<PgListener>>,
}

impl Postgres {
    /// Connects to a server by its address.
    pub(crate) async fn open(url: &str, feed: Arc<Feed>) -> Result<Self> {
        let options = PgConnectOptions::from_str(url)?
            .application_name("lectern")
            .statement_cache_capacity(200)
            .disable_statement_logging();
        let pool = connected(options).await?;
        schema::migrate_postgres(&mut *pool.acquire().await?).await?;
        let postgres = Self { pool, feed, listener: tokio::sync::Mutex::new(None) };
        let (_, last) = postgres.extent().await?;
        postgres.feed.begin(last);
        Ok(postgres)
    }

    /// The rows that a statement answers.
    pub(crate) async fn rows(&self, sql: &'static str, cells: Vec<Cell>) -> Result<Vec<Row>> {
        let mut connection = Connection::Postgres(self.pool.acquire().await?);
        connection.rows(sql, cells).await
    }

    /// A connection that sees everything as it is now, until it is given back with [`Connection::let_go`].
    pub(crate) async fn snapshot(&self) -> Result<Connection> {
        let mut connection = Connection::Postgres(self.pool.acquire().await?);
        connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", Vec::new()).await?;
        Ok(connection)
    }

    /// Does a write in a transaction of its own, to its end even when the caller goes away.
    pub(crate) async fn write<A, T>(&self, given: A, act: Act<A, T>) -> Result<T>
    where
        A: Send + Sync + 'static,
        T: Send + 'static,
    {
        let (pool, feed) = (self.pool.clone(), Arc::clone(&self.feed));
        let done = tokio::spawn(async move {
            for _ in 1..TRIES {
                match write_once(&pool, &feed, &given, act).await {
                    Err(error) if is_clash(&error) => {}
                    answer => return answer,
                }
            }
            match write_once(&pool, &feed, &given, act).await {
                Err(error) if is_clash(&error) => Err(StoreError::Unavailable(error.to_string())),
                answer => answer,
            }
        });
        done.await.map_err(|error| anyhow::anyhow!("a write broke off: {error}"))?
    }

    /// Waits until another node tells of a change, or for so long.
    pub(crate) async fn wait_for_news(&self, longest: Duration) {
        let waiting = async {
            let mut kept = self.listener.lock().await;
            if kept.is_none()
                && let Ok(mut listener) = PgListener::connect_with(&self.pool).await
                && listener.listen(CHANNEL).await.is_ok()
            {
                *kept = Some(listener);
            }
            let heard = match kept.as_mut() {
                Some(listener) => listener.recv().await.is_ok(),
                None => false,
            };
            if !heard {
                *kept = None;
                tokio::time::sleep(longest).await;
            }
        };
        let _ = tokio::time::timeout(longest, waiting).await;
    }

    /// Acts on what other nodes changed.
    pub(crate) async fn catch_up(&self) -> Result<()> {
        let _alone = self.feed.reading.lock().await;
        let seen = self.feed.seen();
        let rows = self.rows(NEWER, cells![seen]).await?;
        if !rows.is_empty() && self.extent().await?.0 > seen + 1 {
            // Too far behind: some changes are no longer listed.
            self.feed.missed();
        }
        self.feed.catch_up(rows)
    }

    /// Closes all connections, once they are done.
    pub(crate) async fn close(&self) {
        *self.listener.lock().await = None;
        self.pool.close().await;
    }

    /// The first and the last change listed.
    async fn extent(&self) -> Result<(i64, i64)> {
        let mut rows = self.rows(EXTENT, Vec::new()).await?;
        let row = rows.first_mut().ok_or(StoreError::Missing)?;
        Ok((row.int()?, row.int()?))
    }
}

async fn write_once<A, T>(pool: &PgPool, feed: &Feed, given: &A, act: Act<A, T>) -> Result<T>
where
    A: Send + Sync + 'static,
    T: Send + 'static,
{
    let mut transaction = Transaction::new(Connection::Postgres(pool.acquire().await?));
    transaction.run("BEGIN", Vec::new()).await?;
    let answer = match act(&mut transaction, given).await {
        Ok(answer) => answer,
        Err(error) => {
            roll_back(transaction).await;
            return Err(error);
        }
    };
    let seq = match tell(&mut transaction, feed).await {
        Ok(seq) => seq,
        Err(error) => {
            roll_back(transaction).await;
            return Err(error);
        }
    };
    let (touches, puts) = (std::mem::take(&mut transaction.touches), std::mem::take(&mut transaction.puts));
    if let Err(error) = transaction.run("COMMIT", Vec::new()).await {
        // Nobody knows whether it took place: what it touched is read again, now and when it turns up in the list.
        seq.inspect(|seq| feed.disown(*seq));
        feed.caches.drop_touched(&touches);
        roll_back(transaction).await;
        return Err(error);
    }
    feed.apply(&touches, puts);
    if let Some(seq) = seq {
        feed.skip_own(seq);
    }
    feed.tell(touches);
    Ok(answer)
}

/// Lists what a write touched, and calls the other nodes.
async fn tell(transaction: &mut Transaction, feed: &Feed) -> Result<Option<i64>> {
    if transaction.touches.is_empty() {
        return Ok(None);
    }
    transaction.run(HOLD, cells![LISTING]).await?;
    let touches = std::mem::take(&mut transaction.touches);
    let seq = list(transaction, feed, &touches).await?;
    transaction.touches = touches;
    transaction.run(CALL, Vec::new()).await?;
    Ok(seq)
}

async fn roll_back(mut transaction: Transaction) {
    if transaction.run("ROLLBACK", Vec::new()).await.is_err()
        && let Connection::Postgres(connection) = &mut transaction.connection
    {
        connection.close_on_drop();
    }
}

/// Whether two writes waited for each other and PostgreSQL ended this one.
fn is_clash(error: &StoreError) -> bool {
    let StoreError::Internal(error) = error else {
        return false;
    };
    let Some(sqlx::Error::Database(fault)) = error.downcast_ref::<sqlx::Error>() else {
        return false;
    };
    fault.code().is_some_and(|code| code == "40P01" || code == "40001")
}
