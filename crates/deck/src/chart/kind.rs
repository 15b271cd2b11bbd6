//! The kinds of charts.

use std::fmt;

use super::MAX_SERIES;

/// How a chart is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartKind {
    /// A bar for each category.
    Bar,
    /// A horizontal bar for each category.
    BarHorizontal,
    /// A group of bars for each category, one for each series.
    BarGrouped,
    /// A bar of parts for each category, one part for each series.
    BarStacked,
    /// A bar of parts for each category, as above; all bars have the same length.
    BarStacked100,
    /// Lines over the categories.
    Line,
    /// A line with a filled area below it.
    Area,
    /// Areas on top of each other.
    AreaStacked,
    /// Bars, and the last series as a line.
    Combo,
    /// A point for each row, by two numbers.
    Scatter,
    /// Rises and falls from one total to the next.
    Waterfall,
    /// A slice for each category.
    Pie,
    /// A slice of a ring for each category.
    Doughnut,
}

impl ChartKind {
    /// All kinds, in the order of the field `chartType`.
    pub const ALL: [ChartKind; 13] = [
        ChartKind::Bar,
        ChartKind::Line,
        ChartKind::Pie,
        ChartKind::BarHorizontal,
        ChartKind::BarGrouped,
        ChartKind::BarStacked,
        ChartKind::BarStacked100,
        ChartKind::Area,
        ChartKind::AreaStacked,
        ChartKind::Combo,
        ChartKind::Scatter,
        ChartKind::Waterfall,
        ChartKind::Doughnut,
    ];

    /// The kind with this name in the field `chartType`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Name of the kind in the field `chartType`.
    pub fn name(self) -> &'static str {
        match self {
            ChartKind::Bar => "bar",
            ChartKind::BarHorizontal => "bar-horizontal",
            ChartKind::BarGrouped => "bar-grouped",
            ChartKind::BarStacked => "bar-stacked",
            ChartKind::BarStacked100 => "bar-stacked-100",
            ChartKind::Line => "line",
            ChartKind::Area => "area",
            ChartKind::AreaStacked => "area-stacked",
            ChartKind::Combo => "combo",
            ChartKind::Scatter => "scatter",
            ChartKind::Waterfall => "waterfall",
            ChartKind::Pie => "pie",
            ChartKind::Doughnut => "doughnut",
        }
    }

    /// Whether the parts of a whole are shown, which has neither gaps nor negative numbers.
    pub fn is_whole(self) -> bool {
        matches!(self, ChartKind::Pie | ChartKind::Doughnut)
    }

    /// Whether negative numbers cannot be shown.
    pub(super) fn refuses_negative(self) -> bool {
        self.is_whole() || matches!(self, ChartKind::BarStacked100 | ChartKind::AreaStacked)
    }

    /// Whether every row needs its number.
    pub(super) fn refuses_gaps(self) -> bool {
        self.is_whole() || matches!(self, ChartKind::Scatter | ChartKind::Waterfall)
    }

    /// Maximum number of series that the kind can show.
    pub(super) fn max_series(self) -> usize {
        match self {
            ChartKind::Pie | ChartKind::Doughnut | ChartKind::Waterfall => 1,
            ChartKind::Scatter => 2,
            _ => MAX_SERIES,
        }
    }

    /// The minimum number of series that the kind makes sense for.
    pub(super) fn min_series(self) -> usize {
        match self {
            ChartKind::BarStacked
            | ChartKind::BarStacked100
            | ChartKind::AreaStacked
            | ChartKind::Combo
            | ChartKind::Scatter => 2,
            _ => 1,
        }
    }

    /// The most similar kind that draws data which this kind refuses or has too few series for.
    pub(super) fn nearest(self) -> ChartKind {
        match self {
            ChartKind::AreaStacked => ChartKind::Line,
            ChartKind::Area | ChartKind::Line => self,
            ChartKind::BarStacked100 => ChartKind::BarStacked,
            _ => ChartKind::Bar,
        }
    }
}

impl fmt::Display for ChartKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
