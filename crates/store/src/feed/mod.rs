//! The sequence of changes: what each write touched, told to caches and to whoever watches, in every process.
//!
//! A write puts what it touched into the table `changes` in its own transaction. Its own process acts on it before the
//! write is answered. Others on the same folder see that the file `changes.tick` grew, which each of them looks at
//! before it answers from memory; nodes on a PostgreSQL server are notified, and look four times a second besides.

mod tick;

use std::collections::HashSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

pub(crate) use self::tick::Tick;
use crate::cache::{Caches, Held};
use crate::engine::{Put, Row};
use crate::error::Result;
use crate::records::Change;

/// Changes that a slow watcher may lag behind before it misses some.
const BACKLOG: usize = 4096;
/// Changes that the table keeps.
pub(crate) const KEPT: i64 = 10_000;
/// After so many changes the table is shortened.
pub(crate) const PRUNE: i64 = 1000;

pub(crate) const LIST: &str = "INSERT INTO changes (origin, touches) VALUES ($1, $2) RETURNING seq";
pub(crate) const SHORTEN: &str = "DELETE FROM changes WHERE seq <= $1";
pub(crate) const NEWER: &str = "SELECT seq, origin, touches FROM changes WHERE seq > $1 ORDER BY seq";
pub(crate) const EXTENT: &str = "SELECT COALESCE(MIN(seq), 0), COALESCE(MAX(seq), 0) FROM changes";

/// What one write touched.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Touch {
    /// What is told to watchers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) change: Option<Change>,
    /// What is no longer true in memory.
    pub(crate) drops: Vec<Held>,
}

impl Touch {
    /// A change of accounts, and what it makes untrue.
    pub(crate) fn accounts(drops: Vec<Held>) -> Self {
        Self { change: Some(Change::Accounts), drops }
    }
}

/// Tells changes to the caches and watchers of this process.
#[derive(Debug)]
pub(crate) struct Feed {
    /// This process, among those that share the storage.
    pub(crate) origin: String,
    pub(crate) caches: Caches,
    watchers: broadcast::Sender<Arc<Change>>,
    /// The last change of the table that was acted upon.
    seen: AtomicI64,
    /// Own changes whose commit was not confirmed: should they turn up, they count as another's.
    disowned: Mutex<HashSet<i64>>,
    /// One reader of the table at a time, so that nothing is told twice.
    pub(crate) reading: tokio::sync::Mutex<()>,
}

impl Feed {
    /// A feed that has seen nothing.
    pub(crate) fn new() -> Self {
        Self {
            origin: new_name(),
            caches: Caches::new(),
            watchers: broadcast::channel(BACKLOG).0,
            seen: AtomicI64::new(0),
            disowned: Mutex::new(HashSet::new()),
            reading: tokio::sync::Mutex::new(()),
        }
    }

    /// Every change from now on.
    pub(crate) fn watch(&self) -> broadcast::Receiver<Arc<Change>> {
        self.watchers.subscribe()
    }

    /// Acts on a write of this process, once it is committed.
    pub(crate) fn apply(&self, touches: &[Touch], puts: Vec<Put>) {
        self.caches.apply(touches, puts);
    }

    /// Tells the watchers of this process.
    pub(crate) fn tell(&self, touches: Vec<Touch>) {
        for change in touches.into_iter().filter_map(|touch| touch.change) {
            // Nobody watching is no fault.
            let _ = self.watchers.send(Arc::new(change));
        }
    }

    /// Makes up for changes that nobody can tell any more: nothing in memory is true, and watchers look at everything.
    pub(crate) fn missed(&self) {
        self.caches.clear();
        let _ = self.watchers.send(Arc::new(Change::Missed));
    }

    /// Begins after the changes that are there already.
    pub(crate) fn begin(&self, last: i64) {
        self.seen.store(last, Ordering::SeqCst);
    }

    /// The last change of the table that was acted upon.
    pub(crate) fn seen(&self) -> i64 {
        self.seen.load(Ordering::SeqCst)
    }

    /// An own change that follows those seen without a gap need not be read again.
    pub(crate) fn skip_own(&self, seq: i64) {
        let _ = self.seen.compare_exchange(seq - 1, seq, Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Forgets that a change is of this process.
    pub(crate) fn disown(&self, seq: i64) {
        self.disowned.lock().unwrap_or_else(PoisonError::into_inner).insert(seq);
    }

    /// Acts on rows of the table (`seq`, `origin`, `touches`), those of other processes among them.
    pub(crate) fn catch_up(&self, rows: Vec<Row>) -> Result<()> {
        for mut row in rows {
            let (seq, origin) = (row.int()?, row.text()?);
            let disowned = self.disowned.lock().unwrap_or_else(PoisonError::into_inner).remove(&seq);
            if origin != self.origin || disowned {
                let touches: Vec<Touch> = row.json()?;
                self.caches.drop_touched(&touches);
                self.tell(touches);
            }
            self.seen.fetch_max(seq, Ordering::SeqCst);
        }
        Ok(())
    }
}

/// A name that nobody else has: random, as the maps of the standard library are.
pub(crate) fn new_name() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    let (one, other) = (RandomState::new().hash_one(0), RandomState::new().hash_one(std::process::id()));
    format!("{one:016x}{other:016x}")
}
