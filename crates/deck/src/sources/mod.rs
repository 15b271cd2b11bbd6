//! Data sources of a deck: tables that other systems push, and the bindings of texts to them.
//!
//! A source is stored in the setting `data` under its name, so that it is part of every portable form of the deck.
//! Bindings are texts such as `{{sales.total | number}}`; [`Deck::with_values`] replaces them before layout. Fetches
//! nothing and reads no clock.

mod binding;
mod format;
mod table;
mod values;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

pub use self::format::is_month_name;
pub use self::table::{Table, TableError, TableLimits};
pub use self::values::{BindingContext, BindingFinding, Record, RepeatedList, WithValues};
use crate::{Content, Deck};

/// Maximum number of sources of a deck.
pub const MAX_SOURCES: usize = 10;
/// Maximum number of columns of a source.
pub const MAX_SOURCE_COLUMNS: usize = 50;
/// Maximum length of the name of a source, in characters.
const MAX_SOURCE_NAME: usize = 40;
/// Largest value of `stale_after_hours`: ten years.
pub const MAX_STALE_HOURS: u64 = 87_600;

/// The key of the sources in the settings of a deck.
pub(crate) const SETTING: &str = "data";

/// A data source of a deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// The table as CSV, with the names of its columns in the first row.
    pub csv: String,
    /// When it was pushed, in RFC 3339; empty when that is unknown.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub pushed_at: String,
    /// After how many hours it counts as stale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stale_after_hours: Option<u64>,
}

/// Why a source was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The name breaks the rule for names.
    #[error("`{0}` is no name of a data source: a lower-case letter, then letters, digits, `_` or `-`, 40 at most")]
    Name(String),
    /// The table cannot be read.
    #[error("{0}")]
    Table(#[from] TableError),
    /// The deck has as many sources as it may have.
    #[error("a deck has at most {MAX_SOURCES} data sources")]
    TooMany,
    /// `stale_after_hours` is out of range.
    #[error("`staleAfterHours` is a whole number from 1 to {MAX_STALE_HOURS}")]
    StaleAfter,
}

/// Whether a text can be the name of a source: `[a-z][a-z0-9_-]*`, at most 40 characters.
pub fn is_source_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_' || byte == b'-';
    name.len() <= MAX_SOURCE_NAME
        && name.bytes().next().is_some_and(|first| first.is_ascii_lowercase())
        && name.bytes().all(is_part)
}

impl Source {
    /// The table of the source; empty when it cannot be read, which [`Settings`](crate::Settings) prevents.
    pub fn table(&self) -> Table {
        Table::from_csv(&self.csv, TableLimits::SOURCE).unwrap_or_default()
    }

    /// Reads a source as the settings of a deck have it.
    pub(crate) fn read(value: &Value) -> Option<Self> {
        let csv = value.get("csv")?.as_str()?;
        let pushed_at = match value.get("pushedAt") {
            None => "",
            Some(time) => time.as_str().filter(|time| time.len() <= 40)?,
        };
        let stale_after_hours = match value.get("staleAfterHours") {
            None => None,
            Some(hours) => Some(hours.as_u64().filter(|hours| (1..=MAX_STALE_HOURS).contains(hours))?),
        };
        Some(Self { csv: csv.to_owned(), pushed_at: pushed_at.to_owned(), stale_after_hours })
    }
}

/// Whether a value is a source that the settings of a deck may have under a name.
pub(crate) fn is_source(name: &str, value: &Value) -> bool {
    let is_table = |source: Source| Table::from_csv(&source.csv, TableLimits::SOURCE).is_ok();
    is_source_name(name) && Source::read(value).is_some_and(is_table)
}

impl Deck {
    /// The data sources of the deck by name.
    pub fn sources(&self) -> BTreeMap<&str, Source> {
        let stored = self.stored_sources().into_iter().flatten();
        stored
            .filter(|(name, _)| is_source_name(name))
            .filter_map(|(name, value)| Some((name.as_str(), Source::read(value)?)))
            .collect()
    }

    /// One data source of the deck.
    pub fn source(&self, name: &str) -> Option<Source> {
        Source::read(self.stored_sources()?.get(name)?)
    }

    /// Whether the deck has data sources.
    pub fn has_sources(&self) -> bool {
        self.stored_sources().is_some_and(|sources| !sources.is_empty())
    }

    /// Stores a data source under a name, in place of the one that has it.
    ///
    /// # Errors
    /// Fails when the name, the table or a limit is wrong. Then the deck is unchanged.
    pub fn set_source(&mut self, name: &str, source: &Source) -> Result<(), SourceError> {
        if !is_source_name(name) {
            return Err(SourceError::Name(name.to_owned()));
        }
        Table::from_csv(&source.csv, TableLimits::SOURCE)?;
        if source.stale_after_hours.is_some_and(|hours| !(1..=MAX_STALE_HOURS).contains(&hours)) {
            return Err(SourceError::StaleAfter);
        }
        self.merge_sources(json!({ name: source })).map_err(|()| SourceError::TooMany)
    }

    /// Removes a data source. Returns whether there was one.
    pub fn remove_source(&mut self, name: &str) -> bool {
        self.source(name).is_some() && self.merge_sources(json!({ name: null })).is_ok()
    }

    /// The state of the data in one line, such as `Data: sales (2026-11-17T16:00:00Z)`; empty without sources.
    pub fn sources_line(&self) -> String {
        let sources = self.sources();
        if sources.is_empty() {
            return String::new();
        }
        let state = |(name, source): (&&str, &Source)| match source.pushed_at.as_str() {
            "" => (*name).to_owned(),
            time => format!("{name} ({time})"),
        };
        format!("Data: {}", sources.iter().map(state).collect::<Vec<_>>().join(", "))
    }

    fn merge_sources(&mut self, sources: Value) -> Result<(), ()> {
        let given: Content = std::iter::once((SETTING.to_owned(), sources)).collect();
        self.settings.merge(&given).map_err(|_| ())
    }

    fn stored_sources(&self) -> Option<&Content> {
        self.settings.explicit().get(SETTING)?.as_object()
    }
}
