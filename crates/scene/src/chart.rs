//! Charts with their values, so that exporters can write a native chart.

use crate::{Color, Direction, Hatch, Node};

/// A chart: its values, and the nodes that draw it.
#[derive(Debug, Clone)]
pub struct Chart {
    /// The type of chart.
    pub kind: ChartKind,
    /// The category names along the axis, or the names of the slices.
    pub categories: Vec<String>,
    /// The data series.
    pub series: Vec<ChartSeries>,
    /// Title of the value axis; may be empty.
    pub unit: String,
    /// Title of the category axis; may be empty.
    pub category_title: String,
    /// The direction in which the categories are laid out.
    pub direction: Direction,
    /// Which labels and legends are shown.
    pub labels: ChartLabels,
    /// Fill colour between a line and zero, if that area is filled.
    pub area: Option<Color>,
    /// Width of a bar as a fraction of its category's width; 0 for charts without bars.
    pub bar: f32,
    /// The nodes that draw the chart.
    pub nodes: Vec<Node>,
}

/// Which labels and legends a chart shows, and how values are formatted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChartLabels {
    /// Whether every value is labelled.
    pub values: bool,
    /// Whether the last value of every series is labelled.
    pub last: bool,
    /// Whether the percentage of every slice is labelled.
    pub shares: bool,
    /// Whether the names of series or slices are shown.
    pub names: bool,
    /// Prefix and suffix of every value, such as a currency or percent sign.
    pub affixes: (String, String),
    /// Whether thousands are separated.
    pub grouped: bool,
    /// Colour of the label on each slice; `None` for a slice too small for a label.
    pub on_slices: Vec<Option<Color>>,
    /// Whether the value axis is hidden, because all values are labelled.
    pub hides_axis: bool,
    /// Lowest value of the axis, if it does not start at zero.
    pub low: Option<f64>,
}

/// The type of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartKind {
    /// Vertical bars.
    Columns,
    /// Horizontal bars.
    Bars,
    /// Vertical bars of parts on top of each other.
    StackedColumns,
    /// Horizontal bars of parts behind each other.
    StackedBars,
    /// Vertical bars of parts that add up to 100 percent.
    FullColumns,
    /// Horizontal bars of parts that add up to 100 percent.
    FullBars,
    /// Lines through points.
    Line,
    /// Filled areas under lines.
    Area,
    /// Areas on top of each other.
    StackedArea,
    /// Vertical bars, and the last series as a line.
    Combo,
    /// Points by two series: x and y.
    Scatter,
    /// Rises and falls. Three series: the changes, where each step rests, and its height.
    Waterfall,
    /// A pie.
    Pie,
    /// A doughnut.
    Ring,
}

impl ChartKind {
    /// Whether bars are horizontal.
    pub fn is_horizontal(self) -> bool {
        matches!(self, ChartKind::Bars | ChartKind::StackedBars | ChartKind::FullBars)
    }
}

/// A data series.
#[derive(Debug, Clone)]
pub struct ChartSeries {
    /// Name of the series; may be empty.
    pub name: String,
    /// A value for each category; `None` where it is missing.
    pub values: Vec<Option<f64>>,
    /// The colour of the series, or one colour for each value.
    pub colors: Vec<Color>,
    /// Patterns on the colours, in the same order; empty when the theme uses colours alone. A line with a pattern is
    /// dashed and has square points.
    pub hatches: Vec<Option<Hatch>>,
}
