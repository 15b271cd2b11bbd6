//! A write under way: its connection, and what it touches.

use std::sync::Arc;

use super::{Cell, Connection, Row, cells};
use crate::StoreError;
use crate::error::Result;
use crate::feed::{Feed, KEPT, LIST, PRUNE, SHORTEN, Touch};
use crate::records::{Change, StoredDeck};

const ALONE: &str = "SELECT pg_advisory_xact_lock($1)";
/// Held while the first account is made. An arbitrary number.
const FIRST: i64 = 0x6c65_6374_6572_6e02;

/// What a write does its work with. Commits and rolls back are the engine's business.
#[derive(Debug)]
pub(crate) struct Transaction {
    pub(super) connection: Connection,
    pub(super) touches: Vec<Touch>,
    pub(super) puts: Vec<Put>,
    /// Whether anything was changed.
    pub(super) wrote: bool,
}

/// A deck that takes the place of the one before it in memory, once the write is committed.
#[derive(Debug)]
pub(crate) struct Put {
    /// The revision that it follows.
    pub(crate) after: u64,
    /// The deck. Its grants are those of the deck in memory that it follows.
    pub(crate) deck: Arc<StoredDeck>,
    /// What it weighs there.
    pub(crate) weight: usize,
}

impl Transaction {
    pub(super) fn new(connection: Connection) -> Self {
        Self { connection, touches: Vec::new(), puts: Vec::new(), wrote: false }
    }

    /// Runs a statement and answers how many rows it changed.
    pub(crate) async fn run(&mut self, sql: &'static str, cells: Vec<Cell>) -> Result<u64> {
        let changed = self.connection.run(sql, cells).await?;
        self.wrote |= changed > 0;
        Ok(changed)
    }

    /// Runs a statement and answers its rows.
    pub(crate) async fn rows(&mut self, sql: &'static str, cells: Vec<Cell>) -> Result<Vec<Row>> {
        let rows = self.connection.rows(sql, cells).await?;
        self.wrote |= !rows.is_empty() && !sql.starts_with("SELECT");
        Ok(rows)
    }

    /// Runs a statement and answers its first row.
    pub(crate) async fn row(&mut self, sql: &'static str, cells: Vec<Cell>) -> Result<Option<Row>> {
        Ok(self.rows(sql, cells).await?.into_iter().next())
    }

    /// What its statements run on, for those who only read.
    pub(crate) fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    /// Waits until no other write of this kind is under way. Only PostgreSQL has to be told.
    pub(crate) async fn alone(&mut self) -> Result<()> {
        if self.connection.is_postgres() {
            self.connection.run(ALONE, vec![Cell::from(FIRST)]).await?;
        }
        Ok(())
    }

    /// Notes what the write touches, for caches and for whoever watches.
    pub(crate) fn touch(&mut self, touch: Touch) {
        match self.touches.last_mut() {
            // One write is one change of accounts, however many rows it takes.
            Some(last) if last.change == Some(Change::Accounts) && touch.change == last.change => {
                last.drops.extend(touch.drops);
            }
            _ => self.touches.push(touch),
        }
    }

    /// Offers a deck to memory.
    pub(crate) fn put(&mut self, put: Put) {
        self.puts.push(put);
    }
}

/// Lists what was touched, for other processes; answers the number of the entry.
pub(super) async fn list(transaction: &mut Transaction, feed: &Feed, touches: &[Touch]) -> Result<Option<i64>> {
    if touches.is_empty() {
        return Ok(None);
    }
    let entry = cells![&feed.origin, serde_json::to_string(touches)?];
    let row = transaction.row(LIST, entry).await?;
    let seq = row.ok_or(StoreError::Missing)?.int()?;
    if seq % PRUNE == 0 {
        transaction.run(SHORTEN, cells![seq - KEPT]).await?;
    }
    Ok(Some(seq))
}
