//! What can be wrong with the data of a chart.
//!
//! The wording of every fault, with its place in the text; finding them is not done here.

use super::ChartKind;

/// What is wrong with the data of a chart. Rows and columns count from 1, header and blank rows included.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChartFault {
    /// A cell that should hold a number holds something else.
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
    /// A slice less than nothing.
    #[error("row {row}, column {column}: `{value}` is negative, which a pie chart cannot show")]
    Negative {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The cell, shortened.
        value: String,
    },
    /// A cell past the last column that the chart reads, most often the decimals of a number without quotes.
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
        /// How the chart is drawn.
        kind: ChartKind,
    },
    /// Too little to draw.
    #[error("a {kind} chart needs at least two rows with a number, not `{found}`")]
    TooFew {
        /// How the chart is drawn.
        kind: ChartKind,
        /// How many there are; for a line, in its longer series.
        found: usize,
    },
}
