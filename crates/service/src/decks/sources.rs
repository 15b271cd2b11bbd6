//! Data sources of a deck: list, read, push, remove. A push is an edit of the deck.

use std::collections::BTreeSet;

use deck::{Deck, Source, Table, TableLimits};
use store::Time;

use super::{Change, IfMatch};
use crate::Decks;
use crate::clock::{iso, time_of};
use crate::error::{Error, Result};
use crate::rights::{Readable, Writable};

/// Milliseconds of an hour.
const HOUR: Time = 3_600_000;

/// A data source of a deck.
#[derive(Debug, Clone)]
pub struct SourceView {
    /// Its name.
    pub name: String,
    /// Names of its columns.
    pub columns: Vec<String>,
    /// How many rows it has.
    pub row_count: usize,
    /// Whether it is older than its limit.
    pub is_stale: bool,
    /// The source as it is stored.
    pub source: Source,
}

/// A table that is pushed.
#[derive(Debug)]
pub enum PushedTable<'a> {
    /// CSV with the names of the columns in the first row.
    Csv(&'a str),
    /// A JSON object, or a list of objects.
    Json(&'a [u8]),
}

impl PushedTable<'_> {
    /// The table as CSV: as it was pushed, or written from JSON.
    fn csv(&self) -> Result<String> {
        let invalid = |fault: deck::TableError| Error::invalid(fault.to_string());
        match self {
            Self::Csv(csv) => {
                Table::from_csv(csv, TableLimits::SOURCE).map_err(invalid)?;
                Ok((*csv).to_owned())
            }
            Self::Json(json) => Ok(Table::from_json(json, TableLimits::SOURCE).map_err(invalid)?.to_csv()),
        }
    }
}

impl Decks {
    /// The data sources of a deck, by name.
    pub fn sources(&self, deck: &Readable) -> Vec<SourceView> {
        let sources = deck.deck().deck.sources().into_iter();
        sources.map(|(name, source)| self.source_view(name, source)).collect()
    }

    /// One data source of a deck.
    ///
    /// # Errors
    /// Fails when the deck has no such source.
    pub fn source(&self, deck: &Readable, name: &str) -> Result<SourceView> {
        let source = deck.deck().deck.source(name).ok_or(Error::NotFound("data source"))?;
        Ok(self.source_view(name, source))
    }

    /// Stores a table as a data source of a deck. Returns the source and the revision of the deck. Without
    /// `stale_after_hours` the source keeps its limit.
    ///
    /// # Errors
    /// Fails when the name or the table is wrong, or the deck has another revision than expected; then nothing is
    /// written.
    pub async fn push_source(
        &self,
        deck: &Writable,
        if_match: IfMatch,
        name: &str,
        table: PushedTable<'_>,
        stale_after_hours: Option<u64>,
    ) -> Result<(SourceView, u64)> {
        let csv = table.csv()?;
        let pushed_at = iso(self.clock.now());
        let (written, source) = self
            .change(deck.caller(), deck.id(), |stored| {
                if_match.check(stored)?;
                let before = stored.deck.source(name).and_then(|source| source.stale_after_hours);
                let stale_after_hours = stale_after_hours.or(before);
                let source = Source { csv: csv.clone(), pushed_at: pushed_at.clone(), stale_after_hours };
                let mut deck = stored.deck.clone();
                deck.set_source(name, &source).map_err(|fault| Error::invalid(fault.to_string()))?;
                Ok(Change::new(deck, None, source))
            })
            .await?;
        Ok((self.source_view(name, source), written.head.revision))
    }

    /// Removes a data source of a deck and returns the revision of the deck. Bindings to it stay as they are.
    ///
    /// # Errors
    /// Fails when the deck has no such source, or another revision than expected.
    pub async fn remove_source(&self, deck: &Writable, if_match: IfMatch, name: &str) -> Result<u64> {
        let (written, ()) = self
            .change(deck.caller(), deck.id(), |stored| {
                if_match.check(stored)?;
                let mut deck = stored.deck.clone();
                if !deck.remove_source(name) {
                    return Err(Error::NotFound("data source"));
                }
                Ok(Change::new(deck, None, ()))
            })
            .await?;
        Ok(written.head.revision)
    }

    fn source_view(&self, name: &str, source: Source) -> SourceView {
        let Table { columns, rows } = source.table();
        let is_stale = is_stale(&source, self.clock.now());
        SourceView { name: name.to_owned(), columns, row_count: rows.len(), is_stale, source }
    }
}

/// The names of the sources of a deck that are older than their limit.
pub(crate) fn stale_sources(deck: &Deck, now: Time) -> BTreeSet<String> {
    let stale = deck.sources().into_iter().filter(|(_, source)| is_stale(source, now));
    stale.map(|(name, _)| name.to_owned()).collect()
}

fn is_stale(source: &Source, now: Time) -> bool {
    let Some(hours) = source.stale_after_hours else { return false };
    let hours = Time::try_from(hours).unwrap_or(Time::MAX / HOUR);
    time_of(&source.pushed_at).is_none_or(|pushed| now - pushed > hours * HOUR)
}
