//! Statistics of storage, for monitoring.

use std::sync::atomic::Ordering;

use super::Store;
use crate::error::Result;

const COUNTS: &str = "SELECT COUNT(*), COUNT(trashed_at) FROM decks";

/// Statistics of storage.
#[derive(Debug, Clone)]
pub struct StoreStatistics {
    /// Number of decks that are not in the trash.
    pub decks: u64,
    /// Number of decks in the trash.
    pub trashed: u64,
    /// Number of writes by this process.
    pub writes: u64,
    /// For each cache its name, hits and misses.
    pub caches: Vec<(&'static str, u64, u64)>,
}

impl Store {
    /// The current statistics.
    pub async fn statistics(&self) -> Result<StoreStatistics> {
        let row = self.row(COUNTS, Vec::new()).await?;
        let (all, trashed) = match row {
            Some(mut row) => (row.count::<u64>()?, row.count::<u64>()?),
            None => (0, 0),
        };
        let writes = self.inner.writes.load(Ordering::Relaxed);
        let caches = self.inner.feed.caches.hits_and_misses();
        Ok(StoreStatistics { decks: all.saturating_sub(trashed), trashed, writes, caches })
    }
}
