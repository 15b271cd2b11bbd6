//! The one interface to everything that lasts.
//!
//! Each subject has a file of its own. Reads come from memory where they can; a write is answered once it is safe.

mod accounts;
mod audit;
mod batches;
pub(crate) mod body;
mod catalogue;
mod comments;
mod decks;
mod figures;
mod flags;
mod identities;
mod keys;
mod lists;
mod live;
mod migration;
mod organization_list;
mod organizations;
pub(crate) mod readers;
mod sessions;
mod share_links;
mod sharing;
mod trash;
mod uploads;
mod versions;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{broadcast, oneshot};

use crate::StoreError;
use crate::cache::Caches;
use crate::engine::postgres::Postgres;
use crate::engine::sqlite::Sqlite;
use crate::engine::{Act, Cell, Connection, Row};
use crate::error::Result;
use crate::feed::Feed;
use crate::records::{Change, Time};

pub use self::decks::HandedIn;
pub use self::figures::Figures;

/// How often a process looks for changes by others.
const LOOK: Duration = Duration::from_millis(250);
/// Every so many looks it asks storage itself, in case a process died between its commit and telling of it.
const THOROUGH: u32 = 8;

/// Where things are kept.
#[derive(Debug, Clone)]
pub enum Backend {
    /// One database file in the data folder.
    Sqlite {
        /// The data folder.
        folder: PathBuf,
    },
    /// JSON files in the data folder; no sharing, no comments.
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
    /// The same backend in another data folder; a server stays where it is.
    pub(crate) fn in_folder(&self, folder: PathBuf) -> Self {
        match self {
            Self::Sqlite { .. } => Self::Sqlite { folder },
            Self::File { .. } => Self::File { folder },
            Self::Postgres { url } => Self::Postgres { url: url.clone() },
        }
    }
}

/// Storage, cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    inside: Arc<Inside>,
}

#[derive(Debug)]
struct Inside {
    engine: Engine,
    feed: Arc<Feed>,
    /// Writes that were handed in.
    writes: AtomicU64,
    /// Kept to end the task that looks for changes.
    looking: std::sync::Mutex<Option<tokio::task::AbortHandle>>,
}

#[derive(Debug)]
enum Engine {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

/// Who changed a deck, when, and which slide it was about.
#[derive(Debug, Clone, Default)]
pub struct Changed {
    /// E-mail, empty when nobody in particular.
    pub by: String,
    /// When.
    pub at: Time,
    /// Slide id, empty for the whole deck.
    pub slide: String,
}

impl Store {
    /// Opens storage and applies pending migrations.
    pub async fn open(backend: Backend) -> Result<Self> {
        let feed = Arc::new(Feed::new());
        let engine = match backend {
            Backend::Sqlite { folder } => Engine::Sqlite(Sqlite::open(&folder, Arc::clone(&feed)).await?),
            Backend::Postgres { url } => Engine::Postgres(Postgres::open(&url, Arc::clone(&feed)).await?),
            Backend::File { folder } => Engine::Sqlite(Sqlite::open_files(&folder, Arc::clone(&feed)).await?),
        };
        let inside = Arc::new(Inside { engine, feed, writes: AtomicU64::new(0), looking: std::sync::Mutex::new(None) });
        let looking = tokio::spawn(look(Arc::downgrade(&inside))).abort_handle();
        if let Ok(mut kept) = inside.looking.lock() {
            *kept = Some(looking);
        }
        Ok(Self { inside })
    }

    /// Whether sharing and comments are there: every backend but `file`.
    pub fn is_database(&self) -> bool {
        match &self.inside.engine {
            Engine::Sqlite(sqlite) => !sqlite.is_copy(),
            Engine::Postgres(_) => true,
        }
    }

    /// Whether storage answers.
    pub async fn healthy(&self) -> bool {
        let asked = self.inside.rows("SELECT 1", Vec::new());
        matches!(tokio::time::timeout(Duration::from_secs(2), asked).await, Ok(Ok(_)))
    }

    /// Finishes what is under way and closes.
    pub async fn close(&self) {
        if let Ok(looking) = self.inside.looking.lock()
            && let Some(looking) = looking.as_ref()
        {
            looking.abort();
        }
        match &self.inside.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(postgres) => postgres.close().await,
        }
    }

    /// Every change from now on, by whatever process shares this storage, within 250 ms.
    pub fn changes(&self) -> broadcast::Receiver<Arc<Change>> {
        self.inside.feed.watch()
    }

    /// Hears of everything that other processes have written until now, which is otherwise heard of within 250 ms.
    pub async fn catch_up(&self) -> Result<()> {
        match &self.inside.engine {
            Engine::Sqlite(sqlite) => sqlite.catch_up().await,
            Engine::Postgres(postgres) => postgres.catch_up().await,
        }
    }

    /// The values in memory, once changes by other processes were acted upon.
    async fn caches(&self) -> Result<&Caches> {
        self.inside.freshen().await?;
        Ok(&self.inside.feed.caches)
    }

    /// The rows that a statement answers.
    async fn rows(&self, sql: &'static str, cells: Vec<Cell>) -> Result<Vec<Row>> {
        self.inside.rows(sql, cells).await
    }

    /// The first row that a statement answers.
    async fn row(&self, sql: &'static str, cells: Vec<Cell>) -> Result<Option<Row>> {
        Ok(self.rows(sql, cells).await?.into_iter().next())
    }

    /// A connection that sees everything as it is now.
    pub(crate) async fn snapshot(&self) -> Result<Connection> {
        self.inside.freshen().await?;
        match &self.inside.engine {
            Engine::Sqlite(sqlite) => sqlite.snapshot().await,
            Engine::Postgres(postgres) => postgres.snapshot().await,
        }
    }

    /// Does a write in a transaction of its own and answers once it is safe. It is done to its end even when the
    /// caller goes away.
    pub(crate) async fn write<A, T>(&self, given: A, act: Act<A, T>) -> Result<T>
    where
        A: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.hand_in(given, act).await?.come().await
    }

    /// Hands in a write, to be done after those before it. A PostgreSQL server does writes in no order, so there it is
    /// done at once.
    async fn hand_in<A, T>(&self, given: A, act: Act<A, T>) -> Result<Coming<T>>
    where
        A: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.inside.writes.fetch_add(1, Ordering::Relaxed);
        match &self.inside.engine {
            Engine::Sqlite(sqlite) => Ok(Coming::Later(sqlite.hand_in(given, act).await?)),
            Engine::Postgres(postgres) => Ok(Coming::Now(postgres.write(given, act).await)),
        }
    }
}

/// The answer of a write that was handed in.
#[derive(Debug)]
enum Coming<T> {
    Now(Result<T>),
    Later(oneshot::Receiver<Result<T>>),
}

impl<T> Coming<T> {
    async fn come(self) -> Result<T> {
        match self {
            Self::Now(answer) => answer,
            Self::Later(answer) => answer.await.map_err(|_| StoreError::closed())?,
        }
    }
}

impl Engine {
    fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

impl Inside {
    async fn rows(&self, sql: &'static str, cells: Vec<Cell>) -> Result<Vec<Row>> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.rows(sql, cells).await,
            Engine::Postgres(postgres) => postgres.rows(sql, cells).await,
        }
    }

    async fn freshen(&self) -> Result<()> {
        match &self.engine {
            Engine::Sqlite(sqlite) if sqlite.is_behind() => sqlite.catch_up().await,
            Engine::Sqlite(_) | Engine::Postgres(_) => Ok(()),
        }
    }
}

/// Looks for changes by other processes, so that an idle process hears of them too.
async fn look(inside: std::sync::Weak<Inside>) {
    let mut looks = 0_u32;
    loop {
        let Some(held) = inside.upgrade() else { return };
        if let Engine::Postgres(postgres) = &held.engine {
            postgres.wait_for_news(LOOK).await;
        } else {
            drop(held);
            tokio::time::sleep(LOOK).await;
        }
        let Some(inside) = inside.upgrade() else { return };
        looks = looks.wrapping_add(1);
        let caught_up = match &inside.engine {
            Engine::Sqlite(sqlite) if sqlite.is_behind() || looks.is_multiple_of(THOROUGH) => sqlite.catch_up().await,
            Engine::Sqlite(_) => Ok(()),
            Engine::Postgres(postgres) => postgres.catch_up().await,
        };
        if let Err(error) = caught_up {
            tracing::warn!("looking for changes by other processes: {error:#}");
        }
    }
}
