//! A row of a result.

use serde::Serialize;
use serde::de::{DeserializeOwned, IntoDeserializer};
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use crate::error::Result;

/// A row, read from left to right: each call returns the next column.
#[derive(Debug)]
pub(crate) struct Row {
    driver_row: DriverRow,
    /// Index of the next column.
    next: usize,
}

/// A row as one of the drivers returns it.
#[derive(Debug)]
enum DriverRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl From<SqliteRow> for Row {
    fn from(row: SqliteRow) -> Self {
        Self { driver_row: DriverRow::Sqlite(row), next: 0 }
    }
}

impl From<PgRow> for Row {
    fn from(row: PgRow) -> Self {
        Self { driver_row: DriverRow::Postgres(row), next: 0 }
    }
}

impl Row {
    /// The next column as a number; none for NULL.
    pub(crate) fn maybe_int(&mut self) -> Result<Option<i64>> {
        let column = self.advance();
        Ok(match &self.driver_row {
            DriverRow::Sqlite(row) => row.try_get_unchecked(column)?,
            DriverRow::Postgres(row) => row.try_get_unchecked(column)?,
        })
    }

    /// The next column as text; none for NULL.
    pub(crate) fn maybe_text(&mut self) -> Result<Option<String>> {
        let column = self.advance();
        Ok(match &self.driver_row {
            DriverRow::Sqlite(row) => row.try_get_unchecked(column)?,
            DriverRow::Postgres(row) => row.try_get_unchecked(column)?,
        })
    }

    /// The next column as a number. Fails for NULL.
    pub(crate) fn int(&mut self) -> Result<i64> {
        let column = self.next;
        Ok(self.maybe_int()?.ok_or_else(|| anyhow::anyhow!("column {column} is NULL"))?)
    }

    /// The next column as a number of another type. Fails when it is out of range.
    pub(crate) fn count<T: TryFrom<i64>>(&mut self) -> Result<T> {
        let value = self.int()?;
        Ok(T::try_from(value).map_err(|_| anyhow::anyhow!("the stored number {value} is out of range"))?)
    }

    /// The next column as text. Fails for NULL.
    pub(crate) fn text(&mut self) -> Result<String> {
        let column = self.next;
        Ok(self.maybe_text()?.ok_or_else(|| anyhow::anyhow!("column {column} is NULL"))?)
    }

    /// The next column as text; none for an empty text.
    pub(crate) fn text_unless_empty(&mut self) -> Result<Option<String>> {
        Ok(Some(self.text()?).filter(|text| !text.is_empty()))
    }

    /// The next column as an id. Fails for NULL.
    pub(crate) fn id<T: From<String>>(&mut self) -> Result<T> {
        Ok(T::from(self.text()?))
    }

    /// The next column as an id; none for NULL.
    pub(crate) fn maybe_id<T: From<String>>(&mut self) -> Result<Option<T>> {
        Ok(self.maybe_text()?.map(T::from))
    }

    /// The next column as a boolean.
    pub(crate) fn flag(&mut self) -> Result<bool> {
        Ok(self.int()? != 0)
    }

    /// The next column as the variant of an enum. Fails when the name is unknown.
    pub(crate) fn variant<T: DeserializeOwned>(&mut self) -> Result<T> {
        let text = self.text()?;
        variant_named(&text)
    }

    /// The next column as the variant of an enum; none for NULL.
    pub(crate) fn maybe_variant<T: DeserializeOwned>(&mut self) -> Result<Option<T>> {
        self.maybe_text()?.map(|text| variant_named(&text)).transpose()
    }

    /// The next column, decoded from JSON.
    pub(crate) fn json<T: DeserializeOwned>(&mut self) -> Result<T> {
        Ok(serde_json::from_str(&self.text()?)?)
    }

    fn advance(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }
}

fn variant_named<T: DeserializeOwned>(text: &str) -> Result<T> {
    let read: std::result::Result<T, serde::de::value::Error> = T::deserialize(text.into_deserializer());
    Ok(read.map_err(|error| anyhow::anyhow!("stored `{text}`: {error}"))?)
}

/// The name of an enum's variant, as it is stored.
pub(crate) fn variant_name(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        other => unreachable!("stored enums serialize as names, not as {other:?}"),
    }
}
