//! A write in progress: its connection, and its effects.

use std::sync::Arc;

use super::{Connection, Row, SqlValue, params};
use crate::StoreError;
use crate::error::Result;
use crate::feed::{self, ChangeFeed, WriteEffect};
use crate::records::{Change, StoredDeck};

const LOCK: &str = "SELECT pg_advisory_xact_lock($1)";
/// Advisory lock for writes that depend on which accounts and memberships exist, on how many records there are, or on
/// which names are free. An arbitrary number.
const ACCOUNTS_LOCK: i64 = 0x6c65_6374_6572_6e02;

/// The transaction of a write. The engine commits it or rolls it back.
#[derive(Debug)]
pub(crate) struct Transaction {
    pub(super) connection: Connection,
    pub(super) effects: Vec<WriteEffect>,
    pub(super) replacements: Vec<DeckReplacement>,
    /// Whether a statement changed rows.
    pub(super) wrote: bool,
}

/// A deck that replaces its former revision in the cache, once the write is committed.
#[derive(Debug)]
pub(crate) struct DeckReplacement {
    /// The revision that it replaces.
    pub(crate) after: u64,
    /// The deck. Its grants are replaced by those of the cached deck.
    pub(crate) deck: Arc<StoredDeck>,
    /// Its weight in the cache.
    pub(crate) weight: usize,
}

impl Transaction {
    pub(super) fn new(connection: Connection) -> Self {
        Self { connection, effects: Vec::new(), replacements: Vec::new(), wrote: false }
    }

    /// Runs a statement and returns the number of rows that it changed.
    pub(crate) async fn run(&mut self, sql: &'static str, params: Vec<SqlValue>) -> Result<u64> {
        let changed = self.connection.run(sql, params).await?;
        self.wrote |= changed > 0;
        Ok(changed)
    }

    /// Runs a statement and returns its rows.
    pub(crate) async fn rows(&mut self, sql: &'static str, params: Vec<SqlValue>) -> Result<Vec<Row>> {
        let rows = self.connection.rows(sql, params).await?;
        self.wrote |= !rows.is_empty() && !sql.starts_with("SELECT");
        Ok(rows)
    }

    /// Runs a statement and returns its first row.
    pub(crate) async fn row(&mut self, sql: &'static str, params: Vec<SqlValue>) -> Result<Option<Row>> {
        Ok(self.rows(sql, params).await?.into_iter().next())
    }

    /// The connection, for statements that only read.
    pub(crate) fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    /// Waits until no other transaction that called this is in progress. Does nothing on SQLite, which has one writer.
    pub(crate) async fn lock_accounts(&mut self) -> Result<()> {
        if self.connection.is_postgres() {
            self.connection.run(LOCK, params![ACCOUNTS_LOCK]).await?;
        }
        Ok(())
    }

    /// Adds an effect on caches and subscribers.
    pub(crate) fn add_effect(&mut self, effect: WriteEffect) {
        match self.effects.last_mut() {
            // A write publishes one change of accounts, however many rows it changes.
            Some(last) if last.change == Some(Change::Accounts) && effect.change == last.change => {
                last.evictions.extend(effect.evictions);
            }
            _ => self.effects.push(effect),
        }
    }

    /// Adds a deck that replaces its former revision in the cache.
    pub(crate) fn add_replacement(&mut self, replacement: DeckReplacement) {
        self.replacements.push(replacement);
    }
}

/// Appends effects to the table of changes and returns the number of the row; none when there are no effects.
pub(super) async fn append_change(
    transaction: &mut Transaction,
    feed: &ChangeFeed,
    effects: &[WriteEffect],
) -> Result<Option<i64>> {
    if effects.is_empty() {
        return Ok(None);
    }
    let row = params![&feed.origin, serde_json::to_string(effects)?];
    let row = transaction.row(feed::INSERT, row).await?;
    let seq = row.ok_or(StoreError::Missing)?.int()?;
    if seq % feed::PRUNE_INTERVAL == 0 {
        transaction.run(feed::PRUNE, params![seq - feed::MAX_CHANGES]).await?;
    }
    Ok(Some(seq))
}
