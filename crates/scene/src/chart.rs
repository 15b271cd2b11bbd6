//! Charts with their values, so that exporters can write a native chart.

use std::ops::Range;

use crate::{Align, Color, Direction, Fill, Hatch, Node, Px, Rect, RunStyle, Stroke};

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
    /// How the page draws the chart; `None` leaves the look of a native chart to the office program.
    pub look: Option<Box<ChartLook>>,
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
    /// Horizontal bars of parts end to end.
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
    /// Points whose coordinates are two series: x and y.
    Scatter,
    /// Rises and falls. Three series: the changes, the lower end of each step, and its height. A fourth series has the
    /// part below zero of the steps that cross zero.
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

/// How the page draws a chart, so that a native chart can look the same.
///
/// Frames and lengths are in pixels of the page. A label whose series index is after the last series of the data
/// belongs to the series without a fill that carries totals or the labels of steps.
#[derive(Debug, Clone, Default)]
pub struct ChartLook {
    /// The frame between the ends of the axes; for a pie, that of its disc.
    pub plot: Rect,
    /// The values between the ends of the value axis.
    pub range: ChartRange,
    /// The values along the x axis of a scatter chart.
    pub across: Option<ChartRange>,
    /// The values at the ends of the second axis, if the line of a combined chart has a scale of its own.
    pub second: Option<ChartRange>,
    /// The order in which series are stacked; empty for the order of the data.
    pub order: Vec<usize>,
    /// Space between the bars of one category as a fraction of a bar.
    pub between: f32,
    /// The paint of each series, or of each of its values. Without any, the colours of the series are used.
    pub paints: Vec<Vec<ChartPaint>>,
    /// The line of each series in charts of lines and points.
    pub lines: Vec<ChartLine>,
    /// The index of a series and the fill between its line and its base.
    pub area: Option<(usize, Fill)>,
    /// The labels of values.
    pub labels: Vec<PointLabel>,
    /// The name of the totals and the total of each category; `None` if totals are not shown.
    pub totals: Option<(String, Vec<f64>)>,
    /// Style of category names, and which of them are shown: 1 for all, 2 for every second, and so on. `None` if there
    /// are none.
    pub names: Option<(RunStyle, usize)>,
    /// Style and format of the numbers along the value axis; `None` if it is not drawn.
    pub ticks: Option<(RunStyle, NumberFormat)>,
    /// The line at zero.
    pub zero: Option<Stroke>,
    /// Lines at the ticks of the value axis.
    pub grid: Option<Stroke>,
    /// Lines at the categories.
    pub category_grid: Option<Stroke>,
    /// Frame and text style of the legend.
    pub key: Option<(Rect, RunStyle)>,
    /// The nodes that a native chart cannot draw itself: ranges of their indices in [`Chart::nodes`].
    pub beside: Vec<Range<usize>>,
}

/// The values between the ends of an axis.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ChartRange {
    /// Value at the start of the axis.
    pub low: f64,
    /// Value at the end of the axis.
    pub high: f64,
    /// Distance between ticks; 0 for an axis without them.
    pub step: f64,
}

/// Fill and outline of a bar, area or slice.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartPaint {
    /// The fill.
    pub fill: Fill,
    /// The outline.
    pub stroke: Option<Stroke>,
}

/// The line of a series, and the marks of its points.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChartLine {
    /// The line; `None` for points alone.
    pub stroke: Option<Stroke>,
    /// The mark of each point that has one, by its index.
    pub marks: Vec<(usize, ChartMark)>,
}

/// The mark of a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartMark {
    /// Whether the mark is a square; otherwise it is round.
    pub is_square: bool,
    /// Width and height.
    pub side: Px,
    /// The fill.
    pub fill: Color,
    /// The outline.
    pub stroke: Option<Stroke>,
}

/// The label of a value.
#[derive(Debug, Clone, PartialEq)]
pub struct PointLabel {
    /// Index of the series.
    pub series: usize,
    /// Index of the category.
    pub category: usize,
    /// The texts in order.
    pub parts: Vec<LabelPart>,
    /// Alignment of the lines.
    pub align: Align,
    /// Position beside or on the mark of the value.
    pub place: LabelPlace,
    /// Distance from that position, to the right and down.
    pub shift: (Px, Px),
    /// Fill and outline behind the label.
    pub plate: Option<ChartPaint>,
    /// How its value is written.
    pub format: NumberFormat,
}

impl PointLabel {
    /// The shift of a label at its default position.
    pub const UNSHIFTED: (Px, Px) = (Px::ZERO, Px::ZERO);
}

/// A text of a label.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelPart {
    /// Its content.
    pub text: LabelText,
    /// Its style.
    pub style: RunStyle,
    /// Whether it starts a new line.
    pub on_new_line: bool,
}

/// The content of a label text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelText {
    /// The value.
    Value,
    /// The share of the whole in percent.
    Share,
    /// The name of the category.
    Category,
    /// The name of the series.
    Series,
    /// Fixed words.
    Words(String),
}

/// The position of a label.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LabelPlace {
    /// In the middle of the bar or on the ring.
    #[default]
    Middle,
    /// In the bar at its base.
    Base,
    /// In the bar at its free end.
    End,
    /// Beyond the free end of the bar or the rim of the slice.
    Outside,
    /// Over the point.
    Above,
    /// Under the point.
    Below,
    /// Left of the point.
    Left,
    /// Right of the point.
    Right,
}

/// How a number is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NumberFormat {
    /// Text before the digits.
    pub before: String,
    /// Text after the digits.
    pub after: String,
    /// Number of decimals.
    pub decimals: usize,
    /// Whether thousands are separated.
    pub grouped: bool,
    /// Whether positive numbers have a plus sign.
    pub signed: bool,
}
