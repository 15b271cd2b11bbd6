//! A row that a statement answered.

use serde::Serialize;
use serde::de::{DeserializeOwned, IntoDeserializer};
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use crate::error::Result;

/// A row, read from left to right: each call answers the next column.
#[derive(Debug)]
pub(crate) struct Row {
    source: Source,
    next: usize,
}

#[derive(Debug)]
enum Source {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl From<SqliteRow> for Row {
    fn from(row: SqliteRow) -> Self {
        Self { source: Source::Sqlite(row), next: 0 }
    }
}

impl From<PgRow> for Row {
    fn from(row: PgRow) -> Self {
        Self { source: Source::Postgres(row), next: 0 }
    }
}

impl Row {
    /// A number that may be absent.
    pub(crate) fn maybe_int(&mut self) -> Result<Option<i64>> {
        let at = self.step();
        Ok(match &self.source {
            Source::Sqlite(row) => row.try_get_unchecked(at)?,
            Source::Postgres(row) => row.try_get_unchecked(at)?,
        })
    }

    /// A text that may be absent.
    pub(crate) fn maybe_text(&mut self) -> Result<Option<String>> {
        let at = self.step();
        Ok(match &self.source {
            Source::Sqlite(row) => row.try_get_unchecked(at)?,
            Source::Postgres(row) => row.try_get_unchecked(at)?,
        })
    }

    /// A number.
    pub(crate) fn int(&mut self) -> Result<i64> {
        let at = self.next;
        Ok(self.maybe_int()?.ok_or_else(|| anyhow::anyhow!("column {at} is empty"))?)
    }

    /// A number that is never negative, of whatever width.
    pub(crate) fn count<T: TryFrom<i64>>(&mut self) -> Result<T> {
        let value = self.int()?;
        Ok(T::try_from(value).map_err(|_| anyhow::anyhow!("the stored number {value} is out of range"))?)
    }

    /// A text.
    pub(crate) fn text(&mut self) -> Result<String> {
        let at = self.next;
        Ok(self.maybe_text()?.ok_or_else(|| anyhow::anyhow!("column {at} is empty"))?)
    }

    /// An id.
    pub(crate) fn id<T: From<String>>(&mut self) -> Result<T> {
        Ok(T::from(self.text()?))
    }

    /// An id that may be absent.
    pub(crate) fn maybe_id<T: From<String>>(&mut self) -> Result<Option<T>> {
        Ok(self.maybe_text()?.map(T::from))
    }

    /// A truth value.
    pub(crate) fn flag(&mut self) -> Result<bool> {
        Ok(self.int()? != 0)
    }

    /// One of the names of an enum.
    pub(crate) fn word<T: DeserializeOwned>(&mut self) -> Result<T> {
        let text = self.text()?;
        named(&text)
    }

    /// One of the names of an enum, if there is any.
    pub(crate) fn maybe_word<T: DeserializeOwned>(&mut self) -> Result<Option<T>> {
        self.maybe_text()?.map(|text| named(&text)).transpose()
    }

    /// A value kept as JSON.
    pub(crate) fn json<T: DeserializeOwned>(&mut self) -> Result<T> {
        Ok(serde_json::from_str(&self.text()?)?)
    }

    fn step(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }
}

fn named<T: DeserializeOwned>(text: &str) -> Result<T> {
    let read: std::result::Result<T, serde::de::value::Error> = T::deserialize(text.into_deserializer());
    Ok(read.map_err(|error| anyhow::anyhow!("stored `{text}`: {error}"))?)
}

/// The name of an enum's variant, as it is kept.
pub(crate) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        other => unreachable!("the enums that are kept are written as names, not as {other:?}"),
    }
}
