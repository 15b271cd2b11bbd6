//! Charts, with their figures, so that an output can write a real chart.

use crate::{Color, Direction, Hatch, Node};

/// A chart: its figures, and how it is drawn.
#[derive(Debug, Clone)]
pub struct Chart {
    /// Its form.
    pub kind: ChartKind,
    /// What stands along its axis, or the names of its slices.
    pub categories: Vec<String>,
    /// Its rows of figures.
    pub series: Vec<Series>,
    /// What the figures count, maybe empty.
    pub unit: String,
    /// What the categories are, maybe empty: the title of their axis.
    pub along: String,
    /// Which way its categories run.
    pub direction: Direction,
    /// What is written at its figures and beside it.
    pub labels: Labels,
    /// What fills the ground between its line and zero, where that is filled.
    pub area: Option<Color>,
    /// The share of the room of its category that a bar fills; 0 where there are no bars.
    pub bar: f32,
    /// The nodes that draw it.
    pub drawn: Vec<Node>,
}

/// What is written at the figures of a chart and beside it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Labels {
    /// Whether every figure is.
    pub values: bool,
    /// Whether the last figure of every series is.
    pub last: bool,
    /// Whether the share of every slice is.
    pub shares: bool,
    /// Whether the names of series or slices are.
    pub names: bool,
    /// What stands before and after the digits of every figure, such as a currency or a percent sign.
    pub around: (String, String),
    /// Whether thousands stand apart.
    pub grouped: bool,
    /// The colour of the label on each slice; nothing for a slice that cannot hold one.
    pub on_slices: Vec<Option<Color>>,
}

/// The form of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartKind {
    /// Upright bars.
    Columns,
    /// Lying bars.
    Bars,
    /// Lines through points.
    Line,
    /// A ring of slices.
    Ring,
}

/// A row of figures.
#[derive(Debug, Clone)]
pub struct Series {
    /// Its name, maybe empty.
    pub name: String,
    /// A figure for each category; nothing where it is missing.
    pub values: Vec<Option<f64>>,
    /// Its colour, or one for each figure where every figure has its own.
    pub colors: Vec<Color>,
    /// What tells its forms apart besides their colours, in the same order; empty where colours do it alone. A line
    /// with a hatch is dashed, and its points are squares.
    pub hatches: Vec<Option<Hatch>>,
}
