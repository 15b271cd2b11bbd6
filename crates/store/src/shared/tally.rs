//! What keys did: counted in memory and in a journal, written to storage every few seconds.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::DAY;
use super::journal::{self, Journal};
use crate::StoreError;
use crate::error::Result;
use crate::ids::KeyId;
use crate::records::{Time, Usage};
use crate::store::Store;

/// What a key did once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Did {
    Request,
    Ai,
    Export,
}

/// Counts that are not in storage yet.
#[derive(Debug, Default)]
pub(super) struct Pending {
    days: HashMap<(KeyId, i64), Usage>,
    used: HashMap<KeyId, Time>,
}

/// What keys did.
#[derive(Debug)]
pub(super) struct Tally {
    store: Store,
    counting: Mutex<Counting>,
    /// Held while counts move to storage and while they are added up, so that none is seen twice or not at all.
    moving: tokio::sync::Mutex<()>,
}

#[derive(Debug)]
struct Counting {
    journal: Journal,
    pending: Pending,
    /// Journals that were closed and whose counts are not in storage yet.
    waiting: Vec<(Journal, Pending)>,
    /// Names of journals that are gone, which storage need not remember any more.
    gone: Vec<String>,
    /// When keys were used last, as far as this process knows.
    used: HashMap<KeyId, Time>,
}

impl Did {
    pub(super) fn letter(self) -> char {
        match self {
            Self::Request => 'r',
            Self::Ai => 'a',
            Self::Export => 'e',
        }
    }

    /// How often it was done.
    pub(super) fn of(self, usage: &Usage) -> u64 {
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

impl Pending {
    pub(super) fn add(&mut self, key: &KeyId, day: i64, did: Did, at: Time) {
        let usage = self.days.entry((key.to_owned(), day)).or_insert(Usage { day, ..Usage::default() });
        match did {
            Did::Request => usage.requests += 1,
            Did::Ai => usage.ai += 1,
            Did::Export => usage.exports += 1,
        }
        let used = self.used.entry(key.to_owned()).or_insert(at);
        *used = at.max(*used);
    }

    /// As storage takes it, in an order of its own, so that nodes that do the same do not wait for each other.
    fn usage(&self) -> Vec<(KeyId, Usage, Time)> {
        let used = |key: &KeyId| self.used.get(key).copied().unwrap_or_default();
        let mut all: Vec<_> = self.days.iter().map(|((key, _), usage)| (key.clone(), *usage, used(key))).collect();
        all.sort_by(|(one, day, _), (other, day_too, _)| (one, day.day).cmp(&(other, day_too.day)));
        all
    }
}

impl Tally {
    /// Begins to count. What dead processes left is written to storage first.
    pub(super) async fn open(folder: &Path, store: Store) -> Result<Self> {
        let tally = Self {
            store,
            counting: Mutex::new(Counting {
                journal: Journal::begin(folder)?,
                pending: Pending::default(),
                waiting: journal::left_over(folder)?,
                gone: Vec::new(),
                used: HashMap::new(),
            }),
            moving: tokio::sync::Mutex::new(()),
        };
        if let Err(error) = tally.flush().await {
            tracing::warn!("what keys did before waits to be written: {error:#}");
        }
        Ok(tally)
    }

    /// Counts something.
    pub(super) fn add(&self, key: &KeyId, did: Did, now: Time) -> Result<()> {
        let day = now.div_euclid(DAY);
        let mut counting = self.counting();
        match counting.journal.add(key, day, did, now) {
            // Reading goes on without room for notes. What is only counted in memory is lost should the process be killed.
            Err(StoreError::Full) => {}
            added => added?,
        }
        counting.pending.add(key, day, did, now);
        Ok(())
    }

    /// Counts something, unless it happened as often as it may today; answers whether it did. One at a time.
    pub(super) async fn take(&self, key: &KeyId, did: Did, limit: Option<u64>, now: Time) -> Result<bool> {
        if let Some(limit) = limit {
            let _alone = self.moving.lock().await;
            let today = now.div_euclid(DAY);
            let days = self.summed(key, today).await?;
            let usage = days.iter().find(|usage| usage.day == today).copied().unwrap_or_default();
            if did.of(&usage) >= limit {
                return Ok(false);
            }
            self.add(key, did, now)?;
            return Ok(true);
        }
        self.add(key, did, now)?;
        Ok(true)
    }

    /// When a key was used last, as far as this process knows.
    pub(super) fn last_used(&self, key: &KeyId) -> Option<Time> {
        let counting = self.counting();
        let pending = counting.pending.used.get(key);
        pending.or_else(|| counting.used.get(key)).copied()
    }

    /// Days from `since` on, newest first.
    pub(super) async fn usage(&self, key: &KeyId, since: i64) -> Result<Vec<Usage>> {
        let _still = self.moving.lock().await;
        self.summed(key, since).await
    }

    /// Days from `since` on, newest first, added up while nothing moves.
    async fn summed(&self, key: &KeyId, since: i64) -> Result<Vec<Usage>> {
        let mut days = self.store.usage(key, since).await?;
        let counting = self.counting();
        let waiting = counting.waiting.iter().map(|(_, pending)| pending);
        for pending in waiting.chain([&counting.pending]) {
            let of_key = pending.days.iter().filter(|((of, day), _)| of == key && *day >= since);
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

    /// Moves counts to storage.
    pub(super) async fn flush(&self) -> Result<()> {
        let _alone = self.moving.lock().await;
        self.close_journal()?;
        while let Some(name) = self.first_waiting() {
            let (gone, usage) = self.to_store();
            self.store.add_usage_once(&name, &gone, usage).await?;
            let mut counting = self.counting();
            counting.gone.retain(|name| !gone.contains(name));
            let (journal, _) = counting.waiting.remove(0);
            journal.remove()?;
            counting.gone.push(name);
        }
        Ok(())
    }

    fn close_journal(&self) -> Result<()> {
        let mut counting = self.counting();
        if !counting.pending.days.is_empty() {
            let journal = counting.journal.turn()?;
            let pending = std::mem::take(&mut counting.pending);
            // Of keys that were not used for long, storage knows.
            counting.used.clone_from(&pending.used);
            counting.waiting.push((journal, pending));
        }
        Ok(())
    }

    /// The name of the journal that waits longest.
    fn first_waiting(&self) -> Option<String> {
        self.counting().waiting.first().map(|(journal, _)| journal.name())
    }

    /// Names that storage may forget, and the counts of the journal that waits longest.
    fn to_store(&self) -> (Vec<String>, Vec<(KeyId, Usage, Time)>) {
        let counting = self.counting();
        let usage = counting.waiting.first().map(|(_, pending)| pending.usage());
        (counting.gone.clone(), usage.unwrap_or_default())
    }

    fn counting(&self) -> MutexGuard<'_, Counting> {
        self.counting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
