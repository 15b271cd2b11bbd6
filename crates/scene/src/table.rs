//! Tables, with the words of every cell, so that an output can write a real table.

use crate::{Color, Px, Rect, Stroke, Text};

/// A table.
#[derive(Debug, Clone)]
pub struct Table {
    /// Width of each column, in reading order: the first is on the right where the document runs right to left.
    pub columns: Vec<Px>,
    /// The rows from above.
    pub rows: Vec<Row>,
    /// How many rows at the top are headers.
    pub header_rows: usize,
    /// How many columns at the start are headers.
    pub header_columns: usize,
}

/// A row of a table.
#[derive(Debug, Clone)]
pub struct Row {
    /// How high.
    pub height: Px,
    /// A cell for each column.
    pub cells: Vec<Cell>,
    /// The build step that shows it.
    pub step: Option<usize>,
}

/// A cell of a table.
#[derive(Debug, Clone)]
pub struct Cell {
    /// Its box, from the upper left corner of the table.
    pub frame: Rect,
    /// The box of its text, from the upper left corner of the table.
    pub text_frame: Rect,
    /// Its words and lines, placed from the corner of `text_frame`.
    pub text: Text,
    /// What fills it.
    pub fill: Option<Color>,
    /// What lines it.
    pub borders: Borders,
    /// The build step that shows it, where cells come one by one.
    pub step: Option<usize>,
}

/// The lines around a cell.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Borders {
    /// Above.
    pub top: Option<Stroke>,
    /// Below.
    pub bottom: Option<Stroke>,
    /// On the left.
    pub left: Option<Stroke>,
    /// On the right.
    pub right: Option<Stroke>,
}
