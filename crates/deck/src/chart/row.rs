//! The rows of a chart's CSV text, and the faults of single cells.

use super::number::{Mark, Number, number};
use super::{ChartFault, ChartKind, csv_rows};

/// A row that is not blank, its cells trimmed.
pub(super) struct Row {
    /// Number of the row from 1, with blank rows counted.
    number: usize,
    cells: Vec<String>,
}

pub(super) fn rows(csv: &str) -> impl Iterator<Item = Row> {
    let rows = csv_rows(csv).into_iter().enumerate().map(|(index, cells)| Row {
        number: index + 1,
        cells: cells.iter().map(|cell| cell.trim().to_owned()).collect(),
    });
    rows.filter(|row| row.cells.iter().any(|cell| !cell.is_empty()))
}

impl Row {
    /// The cell in a column, counted from 0; empty if the row is shorter.
    pub(super) fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }

    /// The number in a column, counted from 0; none for a gap in a line chart.
    pub(super) fn number(&self, column: usize, kind: ChartKind) -> Result<Option<Number>, ChartFault> {
        let cell = self.cell(column);
        let (row, column) = (self.number, column + 1);
        match number(cell) {
            None if cell.is_empty() && kind == ChartKind::Line => Ok(None),
            None if cell.is_empty() => Err(ChartFault::Missing { row, column, label: shortened(self.cell(0)) }),
            None => Err(ChartFault::NotANumber { row, column, value: shortened(cell) }),
            Some(number) if kind == ChartKind::Pie && number.value(Mark::Point) < 0.0 => {
                Err(ChartFault::Negative { row, column, value: shortened(cell) })
            }
            Some(number) => Ok(Some(number)),
        }
    }

    /// Fails if a cell after the columns that the chart reads is not empty.
    pub(super) fn check_surplus(&self, kind: ChartKind) -> Result<(), ChartFault> {
        let mut past = self.cells.iter().enumerate().skip(kind.series() + 1);
        match past.find(|(_, cell)| !cell.is_empty()) {
            None => Ok(()),
            Some((column, cell)) => {
                Err(ChartFault::Surplus { row: self.number, column: column + 1, value: shortened(cell), kind })
            }
        }
    }
}

/// A cell, shortened for a message.
fn shortened(cell: &str) -> String {
    match cell.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &cell[..end]),
        None => cell.to_owned(),
    }
}
