//! The rows of a chart's CSV text, and the faults of single cells.

use super::number::{DecimalMark, Number, number};
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

    /// How many cells follow the label, up to the last that is not empty.
    pub(super) fn columns(&self) -> usize {
        self.cells.iter().skip(1).rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1)
    }

    /// Whether the third cell marks a total of a waterfall chart.
    pub(super) fn is_total(&self) -> bool {
        self.cell(2).eq_ignore_ascii_case("total")
    }

    /// The number in a column, counted from 0; none for a gap.
    pub(super) fn number(&self, column: usize, kind: ChartKind) -> Result<Option<Number>, ChartFault> {
        let cell = self.cell(column);
        let (row, column) = (self.number, column + 1);
        match number(cell) {
            None if cell.is_empty() && !kind.refuses_gaps() => Ok(None),
            None if cell.is_empty() => Err(ChartFault::Missing { row, column, label: shortened(self.cell(0)) }),
            None => Err(ChartFault::NotANumber { row, column, value: shortened(cell) }),
            Some(number) if kind.refuses_negative() && number.value(DecimalMark::Point) < 0.0 => {
                Err(ChartFault::Negative { row, column, value: shortened(cell), kind })
            }
            Some(number) => Ok(Some(number)),
        }
    }

    /// The fault of a cell after the columns of numbers that the chart reads.
    pub(super) fn surplus(&self, kind: ChartKind, columns: usize) -> Option<ChartFault> {
        let read = if kind == ChartKind::Waterfall && self.is_total() { 3 } else { columns + 1 };
        let (column, cell) = self.cells.iter().enumerate().skip(read).find(|(_, cell)| !cell.is_empty())?;
        Some(ChartFault::Surplus { row: self.number, column: column + 1, value: shortened(cell), kind })
    }
}

/// A cell, shortened for a message.
fn shortened(cell: &str) -> String {
    match cell.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &cell[..end]),
        None => cell.to_owned(),
    }
}
