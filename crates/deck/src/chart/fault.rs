//! Faults in the data of a chart, with their row and column.

use super::{ChartKind, MAX_CATEGORIES};

/// A fault in the data of a chart. Rows and columns count from 1; header and blank rows are counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChartFault {
    /// A cell that is not a number.
    #[error("row {row}, column {column}: `{value}` is not a number")]
    NotANumber {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The cell, shortened.
        value: String,
    },
    /// A slice, point or step without a number.
    #[error("row {row}, column {column}: a number is missing after `{label}`")]
    Missing {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The label of the row, shortened.
        label: String,
    },
    /// A negative number in a chart that cannot show it.
    #[error("row {row}, column {column}: `{value}` is negative, which a {kind} chart cannot show")]
    Negative {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The cell, shortened.
        value: String,
        /// Kind of the chart.
        kind: ChartKind,
    },
    /// A cell after the last column that the chart reads, most often the decimals of a number without quotes.
    #[error(
        "row {row}, column {column}: `{value}` is past the last column of a {kind} chart; a number with a comma needs quotes or another delimiter"
    )]
    Surplus {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The cell, shortened.
        value: String,
        /// Kind of the chart.
        kind: ChartKind,
    },
    /// Too few numbers to draw a chart.
    #[error("a {kind} chart needs at least two rows with a number, not `{found}`")]
    TooFew {
        /// Kind of the chart.
        kind: ChartKind,
        /// How many numbers there are, in the longest series.
        found: usize,
    },
    /// Too few series for the kind.
    #[error("a {kind} chart needs at least two columns of numbers")]
    TooFewSeries {
        /// Kind of the chart.
        kind: ChartKind,
    },
    /// Too many rows.
    #[error("{found} rows, at most {MAX_CATEGORIES}")]
    TooMany {
        /// How many rows there are.
        found: usize,
    },
}

impl ChartFault {
    /// The kind that shows the data instead, if another kind can.
    pub(super) fn nearest_kind(&self) -> Option<ChartKind> {
        match self {
            ChartFault::Negative { kind, .. } => Some(kind.nearest()),
            ChartFault::TooFewSeries { kind: ChartKind::AreaStacked } => Some(ChartKind::Area),
            ChartFault::TooFewSeries { .. } => Some(ChartKind::Bar),
            _ => None,
        }
    }
}
