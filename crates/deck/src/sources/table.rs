//! Tables from CSV and JSON: named columns and rows of texts.

use serde_json::Value;

use super::MAX_SOURCE_COLUMNS;
use crate::{Content, csv_rows};

/// A table with named columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns, each only once.
    pub columns: Vec<String>,
    /// The rows. Each has a cell, which may be empty, for every column.
    pub rows: Vec<Vec<String>>,
}

/// How large a table may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableLimits {
    /// Maximum size of its text, in bytes.
    pub bytes: usize,
    /// Maximum number of rows.
    pub rows: usize,
}

impl TableLimits {
    /// Limits of a source of a deck.
    pub const SOURCE: Self = Self { bytes: 256 << 10, rows: 2000 };
    /// Limits of a table of which each row becomes a deck.
    pub const MERGE: Self = Self { bytes: 4 << 20, rows: 10_000 };
}

/// Why a table cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// There is no header row.
    #[error("the data has no column: expected a first row with the names of the columns")]
    Empty,
    /// A column with cells has no name.
    #[error("column {0} has no name in the first row")]
    Unnamed(usize),
    /// Two columns have the same name.
    #[error("two columns are named `{0}`")]
    Twice(String),
    /// A row is longer than the header.
    #[error("row {row} has {found} cells, the first row has {columns}")]
    TooLong {
        /// Number of the row from 1; header and blank rows are counted.
        row: usize,
        /// How many cells it has.
        found: usize,
        /// How many columns there are.
        columns: usize,
    },
    /// More bytes, rows or columns than allowed.
    #[error("the data has {found} {what}, at most {most} are accepted")]
    TooLarge {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many are allowed.
        most: usize,
    },
    /// JSON that is not a table.
    #[error("expected a JSON object or a list of objects{0}")]
    NotATable(String),
    /// The text is not JSON.
    #[error("the data is not valid JSON: {0}")]
    NotJson(String),
}

impl Table {
    /// Reads CSV with the names of the columns in its first row. Blank rows are skipped, cells are trimmed.
    ///
    /// # Errors
    /// Fails when the header is missing or ambiguous, a row is too long, or the table is too large.
    pub fn from_csv(csv: &str, limits: TableLimits) -> Result<Self, TableError> {
        within("bytes", csv.len(), limits.bytes)?;
        let mut rows = csv_rows(csv).into_iter().enumerate().map(|(index, cells)| {
            let mut cells: Vec<String> = cells.iter().map(|cell| cell.trim().to_owned()).collect();
            while cells.last().is_some_and(String::is_empty) {
                cells.pop();
            }
            (index + 1, cells)
        });
        let (_, columns) = rows.by_ref().find(|(_, cells)| !cells.is_empty()).ok_or(TableError::Empty)?;
        check_columns(&columns)?;
        let mut table = Self { columns, rows: Vec::new() };
        for (row, mut cells) in rows.filter(|(_, cells)| !cells.is_empty()) {
            let (found, columns) = (cells.len(), table.columns.len());
            if found > columns {
                return Err(TableError::TooLong { row, found, columns });
            }
            cells.resize(columns, String::new());
            table.rows.push(cells);
        }
        within("rows", table.rows.len(), limits.rows)?;
        Ok(table)
    }

    /// Reads JSON: an object is one row, a list of objects is a row each. The values of nested objects are columns such
    /// as `address.city`.
    ///
    /// # Errors
    /// Fails when the text is not JSON, contains anything else, or the table is too large.
    pub fn from_json(json: &[u8], limits: TableLimits) -> Result<Self, TableError> {
        within("bytes", json.len(), limits.bytes)?;
        let given: Value = serde_json::from_slice(json).map_err(|fault| TableError::NotJson(fault.to_string()))?;
        let objects = match given {
            Value::Object(object) => vec![Value::Object(object)],
            Value::Array(objects) => objects,
            _ => return Err(TableError::NotATable(String::new())),
        };
        within("rows", objects.len(), limits.rows)?;
        let mut table = Self::default();
        for (index, object) in objects.iter().enumerate() {
            let Value::Object(object) = object else {
                return Err(TableError::NotATable(format!("; row {} is not an object", index + 1)));
            };
            let mut cells = vec![String::new(); table.columns.len()];
            table.add_cells("", object, &mut cells, index + 1)?;
            table.rows.push(cells);
        }
        check_columns(&table.columns)?;
        let columns = table.columns.len();
        for cells in &mut table.rows {
            cells.resize(columns, String::new());
        }
        Ok(table)
    }

    /// Adds the values of an object to the cells of a row, and a column for each new key.
    fn add_cells(
        &mut self,
        under: &str,
        object: &Content,
        cells: &mut Vec<String>,
        row: usize,
    ) -> Result<(), TableError> {
        for (key, value) in object {
            let name = format!("{under}{}", key.trim());
            let cell = match value {
                Value::Object(inner) => {
                    self.add_cells(&format!("{name}."), inner, cells, row)?;
                    continue;
                }
                Value::Array(_) => {
                    return Err(TableError::NotATable(format!("; row {row} has a list in `{name}`")));
                }
                Value::Null => String::new(),
                Value::String(text) => text.trim().to_owned(),
                other => other.to_string(),
            };
            let column = self.columns.iter().position(|column| *column == name).unwrap_or_else(|| {
                self.columns.push(name);
                self.columns.len() - 1
            });
            within("columns", self.columns.len(), MAX_SOURCE_COLUMNS)?;
            cells.resize(self.columns.len(), String::new());
            cells[column] = cell;
        }
        Ok(())
    }

    /// The table as CSV with commas.
    pub fn to_csv(&self) -> String {
        let line = |cells: &[String]| cells.iter().map(|cell| csv_cell(cell)).collect::<Vec<_>>().join(",") + "\n";
        std::iter::once(&self.columns).chain(&self.rows).map(|cells| line(cells)).collect()
    }

    /// The position of a column by its name; the case matters only where two names differ by nothing else.
    pub fn column(&self, name: &str) -> Option<usize> {
        let exact = self.columns.iter().position(|column| column == name);
        exact.or_else(|| self.columns.iter().position(|column| column.to_lowercase() == name.to_lowercase()))
    }
}

/// A cell of CSV, in quotes where it needs them.
pub(super) fn csv_cell(cell: &str) -> String {
    let is_plain = !cell.contains([',', ';', '\t', '"', '\n', '\r']) && cell.trim() == cell;
    if is_plain { cell.to_owned() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
}

fn check_columns(columns: &[String]) -> Result<(), TableError> {
    if columns.is_empty() {
        return Err(TableError::Empty);
    }
    within("columns", columns.len(), MAX_SOURCE_COLUMNS)?;
    for (index, name) in columns.iter().enumerate() {
        if name.is_empty() {
            return Err(TableError::Unnamed(index + 1));
        }
        if columns[..index].contains(name) {
            return Err(TableError::Twice(name.clone()));
        }
    }
    Ok(())
}

fn within(what: &'static str, found: usize, most: usize) -> Result<(), TableError> {
    if found > most { Err(TableError::TooLarge { what, found, most }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: TableLimits = TableLimits { bytes: 200, rows: 3 };

    fn check(table: Result<Table, TableError>) -> String {
        table.map_or_else(|fault| fault.to_string(), |table| table.to_csv())
    }

    #[test]
    fn csv_has_named_columns_and_even_rows() {
        let csv = |text: &str| check(Table::from_csv(text, SMALL));
        assert_eq!(csv("Region; Total ;;\nNorth;\"1,5\"\n\nSouth\n"), "Region,Total\nNorth,\"1,5\"\nSouth,\n");
        assert_eq!(csv(" \n"), "the data has no column: expected a first row with the names of the columns");
        assert_eq!(csv("a,,c\n1,2,3"), "column 2 has no name in the first row");
        assert_eq!(csv("a,a\n1,2"), "two columns are named `a`");
        assert_eq!(csv("a,b\n\n1,2,3"), "row 3 has 3 cells, the first row has 2");
        assert_eq!(csv("a\n1\n2\n3\n4"), "the data has 4 rows, at most 3 are accepted");
    }

    #[test]
    fn json_is_one_row_or_a_row_for_each_object() {
        let json = |text: &str| check(Table::from_json(text.as_bytes(), SMALL));
        assert_eq!(
            json(r#"{"total": 12.5, "on": true, "who": {"name": "Ada"}}"#),
            "total,on,who.name\n12.5,true,Ada\n"
        );
        assert_eq!(json(r#"[{"a": 1}, {"b": "x,y", "a": null}]"#), "a,b\n1,\n,\"x,y\"\n");
        assert_eq!(json("[]"), "the data has no column: expected a first row with the names of the columns");
        assert_eq!(json("[1]"), "expected a JSON object or a list of objects; row 1 is not an object");
        assert_eq!(json(r#"{"a": []}"#), "expected a JSON object or a list of objects; row 1 has a list in `a`");
        assert!(json("{").starts_with("the data is not valid JSON: "));
    }

    #[test]
    fn csv_that_was_written_reads_the_same() {
        let table = Table {
            columns: vec!["a".to_owned(), "b; c".to_owned()],
            rows: vec![vec!["say \"x\"\tto".to_owned(), "two\nlines".to_owned()], vec!["1".to_owned(), String::new()]],
        };
        assert_eq!(Table::from_csv(&table.to_csv(), SMALL), Ok(table));
    }
}
