//! Faults in the data of a chart, with their row and column.

use super::ChartKind;

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
    /// A bar or slice without a number.
    #[error("row {row}, column {column}: a number is missing after `{label}`")]
    Missing {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The label of the row, shortened.
        label: String,
    },
    /// A negative number in a pie chart.
    #[error("row {row}, column {column}: `{value}` is negative, which a pie chart cannot show")]
    Negative {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The cell, shortened.
        value: String,
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
        /// How many numbers there are; for a line chart, in its longer series.
        found: usize,
    },
}
