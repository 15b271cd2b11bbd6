//! Figures about storage, for whoever watches over it.

use std::sync::atomic::Ordering;

use super::Store;
use crate::error::Result;

const COUNTS: &str = "SELECT COUNT(*), COUNT(trashed_at) FROM decks";

/// What storage holds and does.
#[derive(Debug, Clone)]
pub struct Figures {
    /// Decks that are not in the trash.
    pub decks: u64,
    /// Decks in the trash.
    pub trashed: u64,
    /// Writes by this process.
    pub writes: u64,
    /// How often a kind of value was in memory when it was asked for, and how often not.
    pub memory: Vec<(&'static str, u64, u64)>,
}

impl Store {
    /// Figures as of now.
    pub async fn figures(&self) -> Result<Figures> {
        let row = self.row(COUNTS, Vec::new()).await?;
        let (all, trashed) = match row {
            Some(mut row) => (row.count::<u64>()?, row.count::<u64>()?),
            None => (0, 0),
        };
        let writes = self.inside.writes.load(Ordering::Relaxed);
        let memory = self.inside.feed.caches.hits_and_misses();
        Ok(Figures { decks: all.saturating_sub(trashed), trashed, writes, memory })
    }
}
