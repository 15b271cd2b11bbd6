//! Usage of keys: counted in memory and in a journal, written to storage every few seconds.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::DAY;
use super::usage_journal::{self, UsageJournal};
use crate::StoreError;
use crate::error::Result;
use crate::ids::KeyId;
use crate::records::{Time, Usage};
use crate::store::Store;

/// A kind of usage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UsageKind {
    Request,
    Ai,
    Export,
}

/// Usage that is not in storage yet.
#[derive(Debug, Default)]
pub(super) struct PendingUsage {
    days: HashMap<(KeyId, i64), Usage>,
    last_used: HashMap<KeyId, Time>,
}

/// Counts the usage of keys.
#[derive(Debug)]
pub(super) struct UsageCounter {
    store: Store,
    state: Mutex<CounterState>,
    /// Locked while usage moves to storage and while it is summed, so that none is counted twice or missed.
    moving: tokio::sync::Mutex<()>,
}

#[derive(Debug)]
struct CounterState {
    journal: UsageJournal,
    pending: PendingUsage,
    /// Closed journals whose usage is not in storage yet.
    closed: Vec<(UsageJournal, PendingUsage)>,
    /// Names of removed journals, which storage can delete.
    removed: Vec<String>,
    /// When keys were last used, as far as this process knows.
    last_used: HashMap<KeyId, Time>,
}

impl UsageKind {
    pub(super) fn letter(self) -> char {
        match self {
            Self::Request => 'r',
            Self::Ai => 'a',
            Self::Export => 'e',
        }
    }

    /// The count of this kind.
    pub(super) fn count_in(self, usage: &Usage) -> u64 {
        match self {
            Self::Request => usage.requests,
            Self::Ai => usage.ai,
            Self::Export => usage.exports,
        }
    }

    pub(super) fn named(letter: &str) -> Option<Self> {
        match letter {
            "r" => Some(Self::Request),
            "a" => Some(Self::Ai),
            "e" => Some(Self::Export),
            _ => None,
        }
    }
}

impl PendingUsage {
    pub(super) fn add(&mut self, key: &KeyId, day: i64, kind: UsageKind, at: Time) {
        let usage = self.days.entry((key.to_owned(), day)).or_insert(Usage { day, ..Usage::default() });
        match kind {
            UsageKind::Request => usage.requests += 1,
            UsageKind::Ai => usage.ai += 1,
            UsageKind::Export => usage.exports += 1,
        }
        let last_used = self.last_used.entry(key.to_owned()).or_insert(at);
        *last_used = at.max(*last_used);
    }

    /// The records for storage, sorted, so that nodes that write at the same time do not deadlock.
    fn usage(&self) -> Vec<(KeyId, Usage, Time)> {
        let last_used = |key: &KeyId| self.last_used.get(key).copied().unwrap_or_default();
        let records = self.days.iter().map(|((key, _), usage)| (key.clone(), *usage, last_used(key)));
        let mut records: Vec<_> = records.collect();
        records.sort_by(|(key, usage, _), (other, other_usage, _)| (key, usage.day).cmp(&(other, other_usage.day)));
        records
    }
}

impl UsageCounter {
    /// Starts counting. Writes the usage in journals of dead processes to storage; when that fails, a later flush
    /// writes it. Fails when the folder of journals cannot be used.
    pub(super) async fn open(folder: &Path, store: Store) -> Result<Self> {
        let counter = Self {
            store,
            state: Mutex::new(CounterState {
                journal: UsageJournal::create(folder)?,
                pending: PendingUsage::default(),
                closed: usage_journal::leftovers(folder)?,
                removed: Vec::new(),
                last_used: HashMap::new(),
            }),
            moving: tokio::sync::Mutex::new(()),
        };
        if let Err(error) = counter.flush().await {
            tracing::warn!("usage of keys from before the start is not written to storage yet: {error:#}");
        }
        Ok(counter)
    }

    /// Adds one to the usage of a key.
    pub(super) fn add(&self, key: &KeyId, kind: UsageKind, now: Time) -> Result<()> {
        let day = now.div_euclid(DAY);
        let mut state = self.state();
        match state.journal.add(key, day, kind, now) {
            // Requests are served while the disk is full. Usage that is only in memory is lost when the process is
            // killed.
            Err(StoreError::Full) => {}
            added => added?,
        }
        state.pending.add(key, day, kind, now);
        Ok(())
    }

    /// Adds one to the usage of a key, unless it has reached the limit of the day. Returns whether it was added.
    pub(super) async fn take(&self, key: &KeyId, kind: UsageKind, limit: Option<u64>, now: Time) -> Result<bool> {
        if let Some(limit) = limit {
            let _lock = self.moving.lock().await;
            let today = now.div_euclid(DAY);
            let days = self.summed(key, today).await?;
            let usage = days.iter().find(|usage| usage.day == today).copied().unwrap_or_default();
            if kind.count_in(&usage) >= limit {
                return Ok(false);
            }
            self.add(key, kind, now)?;
            return Ok(true);
        }
        self.add(key, kind, now)?;
        Ok(true)
    }

    /// When a key was last used, as far as this process knows.
    pub(super) fn last_used(&self, key: &KeyId) -> Option<Time> {
        let state = self.state();
        let pending = state.pending.last_used.get(key);
        pending.or_else(|| state.last_used.get(key)).copied()
    }

    /// Usage of a key per day from `since` on, newest first.
    pub(super) async fn usage(&self, key: &KeyId, since: i64) -> Result<Vec<Usage>> {
        let _lock = self.moving.lock().await;
        self.summed(key, since).await
    }

    /// Usage in storage and memory per day from `since` on, newest first. To be called with `moving` locked.
    async fn summed(&self, key: &KeyId, since: i64) -> Result<Vec<Usage>> {
        let mut days = self.store.usage(key, since).await?;
        let state = self.state();
        let closed = state.closed.iter().map(|(_, pending)| pending);
        for pending in closed.chain([&state.pending]) {
            let of_key = pending.days.iter().filter(|((id, day), _)| id == key && *day >= since);
            for (_, more) in of_key {
                match days.iter_mut().find(|usage| usage.day == more.day) {
                    Some(usage) => {
                        usage.requests += more.requests;
                        usage.ai += more.ai;
                        usage.exports += more.exports;
                    }
                    None => days.push(*more),
                }
            }
        }
        days.sort_by_key(|usage| std::cmp::Reverse(usage.day));
        Ok(days)
    }

    /// Writes usage to storage and removes its journals.
    pub(super) async fn flush(&self) -> Result<()> {
        let _lock = self.moving.lock().await;
        self.close_journal()?;
        while let Some(name) = self.first_closed() {
            let (removed, usage) = self.next_records();
            self.store.add_usage_once(&name, &removed, usage).await?;
            let mut state = self.state();
            state.removed.retain(|name| !removed.contains(name));
            let (journal, _) = state.closed.remove(0);
            journal.remove()?;
            state.removed.push(name);
        }
        Ok(())
    }

    fn close_journal(&self) -> Result<()> {
        let mut state = self.state();
        if !state.pending.days.is_empty() {
            let journal = state.journal.rotate()?;
            let pending = std::mem::take(&mut state.pending);
            // Storage has the last use of other keys.
            state.last_used.clone_from(&pending.last_used);
            state.closed.push((journal, pending));
        }
        Ok(())
    }

    /// The name of the oldest closed journal.
    fn first_closed(&self) -> Option<String> {
        self.state().closed.first().map(|(journal, _)| journal.name())
    }

    /// Names that storage can delete, and the usage in the oldest closed journal.
    fn next_records(&self) -> (Vec<String>, Vec<(KeyId, Usage, Time)>) {
        let state = self.state();
        let usage = state.closed.first().map(|(_, pending)| pending.usage());
        (state.removed.clone(), usage.unwrap_or_default())
    }

    fn state(&self) -> MutexGuard<'_, CounterState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
