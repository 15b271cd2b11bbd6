//! The change feed: the effects of each write, applied to caches and published to subscribers in every process.
//!
//! A write appends its effects to the table `changes` in its own transaction. Its process applies them before the write
//! returns. Other processes on the same folder see that the file `changes.tick` grew, which they check before they
//! return a cached value. Nodes on a PostgreSQL server are notified, and poll four times a second in addition; a node
//! that could not read the table for a second does not use the credentials in its caches.

mod commit_signal;

use std::collections::HashSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::{broadcast, watch};

pub(crate) use self::commit_signal::CommitSignal;
use crate::cache::{CacheKey, Caches};
use crate::engine::{DeckReplacement, Row};
use crate::error::Result;
use crate::records::Change;

/// Number of changes by which a slow subscriber may lag before it misses some.
const BACKLOG: usize = 4096;
/// Number of changes that stay in the table.
pub(crate) const MAX_CHANGES: i64 = 10_000;
/// Number of changes after which the table is pruned.
pub(crate) const PRUNE_INTERVAL: i64 = 1000;

pub(crate) const INSERT: &str = "INSERT INTO changes (origin, touches) VALUES ($1, $2) RETURNING seq";
pub(crate) const PRUNE: &str = "DELETE FROM changes WHERE seq <= $1";
pub(crate) const SELECT_NEWER: &str = "SELECT seq, origin, touches FROM changes WHERE seq > $1 ORDER BY seq";
pub(crate) const SELECT_RANGE: &str = "SELECT COALESCE(MIN(seq), 0), COALESCE(MAX(seq), 0) FROM changes";

/// An effect of a write on caches and subscribers. The names of its fields in JSON are part of the stored form.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct WriteEffect {
    /// The change to publish, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) change: Option<Change>,
    /// Cached values that are outdated.
    #[serde(rename = "drops")]
    pub(crate) evictions: Vec<CacheKey>,
    /// Whether a delivery to a webhook may be due now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) deliveries: bool,
}

impl WriteEffect {
    /// The effect of a change of accounts.
    pub(crate) fn accounts(evictions: Vec<CacheKey>) -> Self {
        Self { change: Some(Change::Accounts), evictions, ..Self::default() }
    }

    /// The effect of a delivery that may be due.
    pub(crate) fn deliveries() -> Self {
        Self { deliveries: true, ..Self::default() }
    }
}

/// Applies changes to the caches of this process and publishes them to its subscribers.
#[derive(Debug)]
pub(crate) struct ChangeFeed {
    /// Id of this process among those that share the storage.
    pub(crate) origin: String,
    pub(crate) caches: Caches,
    subscribers: broadcast::Sender<Arc<Change>>,
    /// Notifies of deliveries that may be due.
    deliveries: watch::Sender<()>,
    /// The last change of the table that was applied.
    seen: AtomicI64,
    /// Changes of this process whose commit was not confirmed. When they appear in the table, they are applied like
    /// changes of another process.
    unconfirmed: Mutex<HashSet<i64>>,
    /// Locked while the table of a database file is read, so that no change is published twice.
    pub(crate) reading: tokio::sync::Mutex<()>,
}

impl ChangeFeed {
    /// A feed that has seen no change.
    pub(crate) fn new() -> Self {
        Self {
            origin: random_name(),
            caches: Caches::new(),
            subscribers: broadcast::channel(BACKLOG).0,
            deliveries: watch::Sender::default(),
            seen: AtomicI64::new(0),
            unconfirmed: Mutex::new(HashSet::new()),
            reading: tokio::sync::Mutex::new(()),
        }
    }

    /// Every change from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Arc<Change>> {
        self.subscribers.subscribe()
    }

    /// Notifies whenever a write may have made a delivery to a webhook due. A delivery whose time comes is not
    /// notified.
    pub(crate) fn deliveries(&self) -> watch::Receiver<()> {
        self.deliveries.subscribe()
    }

    /// Applies a committed write of this process to the caches.
    pub(crate) fn apply(&self, effects: &[WriteEffect], replacements: Vec<DeckReplacement>) {
        self.caches.apply(effects, replacements);
    }

    /// Publishes changes to the subscribers of this process.
    pub(crate) fn publish(&self, effects: Vec<WriteEffect>) {
        if effects.iter().any(|effect| effect.deliveries) {
            self.deliveries.send_replace(());
        }
        for change in effects.into_iter().filter_map(|effect| effect.change) {
            // Sending fails when there is no subscriber, which is not an error.
            let _ = self.subscribers.send(Arc::new(change));
        }
    }

    /// Clears the caches and publishes `Missed`, when changes of other processes can no longer be read.
    pub(crate) fn publish_missed(&self) {
        self.caches.clear();
        self.deliveries.send_replace(());
        let _ = self.subscribers.send(Arc::new(Change::Missed));
    }

    /// Starts after the changes that are in the table already.
    pub(crate) fn start_after(&self, last: i64) {
        self.seen.store(last, Ordering::SeqCst);
    }

    /// The last change of the table that was applied.
    pub(crate) fn seen(&self) -> i64 {
        self.seen.load(Ordering::SeqCst)
    }

    /// Marks a change of this process as seen, when it directly follows the last change that was seen.
    pub(crate) fn skip_own(&self, seq: i64) {
        let _ = self.seen.compare_exchange(seq - 1, seq, Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Marks a change of this process whose commit was not confirmed.
    pub(crate) fn mark_unconfirmed(&self, seq: i64) {
        self.unconfirmed.lock().unwrap_or_else(PoisonError::into_inner).insert(seq);
    }

    /// Applies and publishes rows of the table (`seq`, `origin`, `touches`), except those of this process.
    pub(crate) fn catch_up(&self, rows: Vec<Row>) -> Result<()> {
        for mut row in rows {
            let (seq, origin) = (row.int()?, row.text()?);
            let is_unconfirmed = self.unconfirmed.lock().unwrap_or_else(PoisonError::into_inner).remove(&seq);
            if origin != self.origin || is_unconfirmed {
                let effects: Vec<WriteEffect> = row.json()?;
                self.caches.evict(&effects);
                self.publish(effects);
            }
            self.seen.fetch_max(seq, Ordering::SeqCst);
        }
        Ok(())
    }
}

/// A random name that no other process has. It is generated from the random seeds of the standard library's hash maps.
pub(crate) fn random_name() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    let (first, second) = (RandomState::new().hash_one(0), RandomState::new().hash_one(std::process::id()));
    format!("{first:016x}{second:016x}")
}
