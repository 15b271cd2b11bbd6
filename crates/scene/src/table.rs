//! Tables with the text of every cell, so that exporters can write a native table.

use crate::{Color, Px, Rect, Stroke, Text};

/// A table.
#[derive(Debug, Clone)]
pub struct Table {
    /// Width of each column in reading order: in a right-to-left document the first column is on the right.
    pub columns: Vec<Px>,
    /// The rows from top to bottom.
    pub rows: Vec<TableRow>,
    /// How many rows at the top are headers.
    pub header_rows: usize,
    /// How many columns at the start are headers.
    pub header_columns: usize,
}

/// A row of a table.
#[derive(Debug, Clone)]
pub struct TableRow {
    /// Height of the row.
    pub height: Px,
    /// A cell for each column.
    pub cells: Vec<TableCell>,
    /// The build step that shows the row, if any.
    pub step: Option<usize>,
}

/// A cell of a table.
#[derive(Debug, Clone)]
pub struct TableCell {
    /// The cell, relative to the upper left corner of the table.
    pub frame: Rect,
    /// The area of the text, relative to the upper left corner of the table.
    pub text_frame: Rect,
    /// The text, relative to the upper left corner of `text_frame`.
    pub text: Text,
    /// The background colour.
    pub fill: Option<Color>,
    /// The border lines.
    pub borders: CellBorders,
    /// The build step that shows the cell, when cells appear one by one.
    pub step: Option<usize>,
}

/// The border lines of a cell.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CellBorders {
    /// Top border.
    pub top: Option<Stroke>,
    /// Bottom border.
    pub bottom: Option<Stroke>,
    /// Left border.
    pub left: Option<Stroke>,
    /// Right border.
    pub right: Option<Stroke>,
}
