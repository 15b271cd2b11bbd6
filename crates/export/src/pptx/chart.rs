//! Native charts: their numbers in a workbook, their colours and labels as in the scene.

mod axes;
mod labels;
mod lines;

use std::sync::LazyLock;

use scene::{
    Chart, ChartKind, ChartLook, ChartPaint, ChartSeries, Color, Fill, Hatch, Node, NodeKind, PaletteRole, Px, Rect,
    RunStyle, Stroke,
};

use self::labels::quoted;
use super::file::FileContext;
use super::geometry;
use super::package::{Relationships, relationship};
use super::scheme::Scheme;
use super::units::whole;
use super::workbook::{SHEET, column_name, workbook};
use super::xml::Xml;
use crate::Error;

const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml";

/// The ids of the category axis and the value axis.
const AXES: (u32, u32) = (111_111_111, 222_222_222);
/// The ids of the category axis and the value axis of a line that has a scale of its own.
const SECOND_AXES: (u32, u32) = (333_333_333, 444_444_444);
/// The series number of the labels of a waterfall in the scene.
const WATERFALL_LABELS: usize = 4;
/// The width and height in pixels for which gradients of a chart are written, since its bars have no size here.
const GRADIENT: (f32, f32) = (100.0, 100.0);

/// The empty look, for charts whose look on the page is unknown.
static NO_LOOK: LazyLock<ChartLook> = LazyLock::new(ChartLook::default);

/// Writes the part of a chart in a frame, and its workbook. Returns the path of the chart part.
pub(super) fn write(file: &mut FileContext<'_>, chart: &Chart, frame: Rect) -> Result<String, Error> {
    file.charts += 1;
    let path = format!("ppt/charts/chart{}.xml", file.charts);
    let workbook_path = format!("ppt/embeddings/workbook{}.xlsx", file.charts);
    let writer = ChartWriter::new(&file.scheme, chart, frame);
    file.package.packed(&workbook_path, &workbook(chart, &writer.names)?)?;
    let mut relationships = Relationships::default();
    let id = relationships.part(relationship::PACKAGE, workbook_path);
    let xml = writer.part(&id);
    file.package.xml(&path, CONTENT_TYPE, xml)?;
    file.package.relationships(&path, relationships)?;
    Ok(path)
}

/// Writes one chart.
struct ChartWriter<'c> {
    scheme: &'c Scheme,
    chart: &'c Chart,
    frame: Rect,
    /// A name for each series and for the totals, never empty.
    names: Vec<String>,
    /// Size and colour of its text: those of the first text in the scene.
    text_style: (Px, Color),
    /// The number format of its values.
    number_format: String,
}

impl<'c> ChartWriter<'c> {
    fn new(scheme: &'c Scheme, chart: &'c Chart, frame: Rect) -> ChartWriter<'c> {
        let mut drawn = Vec::new();
        chart.nodes.iter().for_each(|node| add_texts(node, &mut drawn));
        // Prefer the style of a category label to that of a label on a slice.
        let category_label =
            drawn.iter().find(|(text, _)| chart.categories.iter().any(|name| text.contains(name.as_str())));
        let text_style = category_label
            .or(drawn.first())
            .map_or((Px(24.0), PaletteRole::Muted.into()), |(_, style)| (style.size, style.color));
        let mut names: Vec<String> = (1..)
            .zip(&chart.series)
            .map(|(index, series)| match (series.name.trim(), chart.unit.trim(), chart.series.len()) {
                ("", "", _) => format!("Series {index}"),
                ("", unit, 1) => unit.to_owned(),
                ("", _, _) => format!("Series {index}"),
                (name, _, _) => name.to_owned(),
            })
            .collect();
        names.extend(chart.look.iter().filter_map(|look| look.totals.as_ref()).map(|(name, _)| name.clone()));
        ChartWriter { scheme, chart, frame, text_style, number_format: number_format(chart), names }
    }

    /// The look of the chart, or an empty one.
    fn look(&self) -> &ChartLook {
        self.chart.look.as_deref().unwrap_or(&NO_LOOK)
    }

    /// The XML of the part.
    fn part(&self, workbook: &str) -> Xml {
        let mut xml = Xml::part();
        xml.open(
            "c:chartSpace",
            &[
                ("xmlns:c", &"http://schemas.openxmlformats.org/drawingml/2006/chart"),
                ("xmlns:a", &"http://schemas.openxmlformats.org/drawingml/2006/main"),
                ("xmlns:r", &"http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
            ],
        );
        write_value(&mut xml, "c:date1904", &0);
        write_value(&mut xml, "c:roundedCorners", &0);
        xml.open("c:chart", &[]);
        write_value(&mut xml, "c:autoTitleDeleted", &1);
        xml.open("c:plotArea", &[]);
        self.plot_layout(&mut xml);
        match self.chart.kind {
            ChartKind::Line => self.lines(&mut xml),
            // A line with its area is easier to read than the area alone.
            ChartKind::Area if self.chart.series.len() == 1 || self.chart.look.is_some() => self.lines(&mut xml),
            ChartKind::Area | ChartKind::StackedArea => self.areas(&mut xml),
            ChartKind::Ring | ChartKind::Pie => self.slices(&mut xml),
            ChartKind::Combo => self.combo(&mut xml),
            ChartKind::Scatter => self.scatter(&mut xml),
            ChartKind::Waterfall => self.waterfall(&mut xml),
            ChartKind::Columns
            | ChartKind::Bars
            | ChartKind::StackedColumns
            | ChartKind::StackedBars
            | ChartKind::FullColumns
            | ChartKind::FullBars => self.bars(&mut xml),
        }
        xml.close();
        self.legend(&mut xml);
        write_value(&mut xml, "c:plotVisOnly", &1);
        write_value(&mut xml, "c:dispBlanksAs", &"gap");
        xml.close();
        xml.open("c:spPr", &[]);
        xml.empty("a:noFill", &[]);
        geometry::write_line(self.scheme, &mut xml, "a:ln", None);
        xml.close();
        self.default_text_properties(&mut xml);
        xml.open("c:externalData", &[("r:id", &workbook)]);
        write_value(&mut xml, "c:autoUpdate", &0);
        xml.close();
        xml.close();
        xml
    }

    /// Writes columns or bars.
    fn bars(&self, xml: &mut Xml) {
        let position = if self.grouping() == "clustered" { "outEnd" } else { "ctr" };
        self.open_bars(xml);
        for (position_in_stack, index) in self.order().into_iter().enumerate() {
            self.bar_series(xml, (index, position_in_stack), position);
        }
        self.totals(xml);
        self.close_bars(xml);
        self.axes(xml);
    }

    /// The indices of the series in the order in which they are drawn.
    fn order(&self) -> Vec<usize> {
        let count = self.chart.series.len();
        match &self.look().order {
            order if order.len() == count => order.clone(),
            _ => (0..count).collect(),
        }
    }

    /// Writes the totals of stacks: a series without a fill at the end of each stack, with a label at its base.
    fn totals(&self, xml: &mut Xml) {
        let Some((_, totals)) = &self.look().totals else { return };
        let index = self.chart.series.len();
        let values = totals.iter().copied().map(Some).collect();
        let series = ChartSeries { name: String::new(), values, colors: Vec::new(), hatches: Vec::new() };
        self.unfilled_series(xml, (index, index), &series, index);
    }

    /// Writes a series without a fill that only carries labels: those that the page has for the series `labels`.
    fn unfilled_series(&self, xml: &mut Xml, (index, position): (usize, usize), series: &ChartSeries, labels: usize) {
        self.open_series(xml, index, position);
        xml.open("c:spPr", &[]);
        xml.empty("a:noFill", &[]);
        geometry::write_line(self.scheme, xml, "a:ln", None);
        xml.close();
        write_value(xml, "c:invertIfNegative", &0);
        self.page_labels(xml, labels, series);
        self.values(xml, index, series);
        xml.close();
    }

    /// How the bars of several series are arranged, as the value of `c:grouping`.
    fn grouping(&self) -> &'static str {
        match self.chart.kind {
            ChartKind::StackedColumns | ChartKind::StackedBars | ChartKind::Waterfall => "stacked",
            ChartKind::FullColumns | ChartKind::FullBars => "percentStacked",
            _ => "clustered",
        }
    }

    fn open_bars(&self, xml: &mut Xml) {
        let direction = if self.chart.kind.is_horizontal() { "bar" } else { "col" };
        xml.open("c:barChart", &[]);
        write_value(xml, "c:barDir", &direction);
        write_value(xml, "c:grouping", &self.grouping());
        write_value(xml, "c:varyColors", &0);
    }

    /// Writes a series as bars.
    fn bar_series(&self, xml: &mut Xml, (index, order): (usize, usize), position: &str) {
        let series = &self.chart.series[index];
        self.open_series(xml, index, order);
        let paints = self.paints(index);
        self.paint(xml, &paints[0]);
        write_value(xml, "c:invertIfNegative", &0);
        self.points(xml, &paints, series.values.len(), true);
        if self.chart.look.is_some() {
            self.page_labels(xml, index, series);
        } else {
            let on_bar =
                (position != "outEnd").then(|| series.colors.first().copied().unwrap_or_else(|| color_of(index)));
            self.labels(xml, series, position, on_bar);
        }
        self.values(xml, index, series);
        xml.close();
    }

    /// The paint of a series, or of each of its values; never empty.
    fn paints(&self, index: usize) -> Vec<ChartPaint> {
        if let Some(paints) = self.look().paints.get(index).filter(|paints| !paints.is_empty()) {
            return paints.clone();
        }
        let series = &self.chart.series[index];
        let paint = |point: usize, color: Color| {
            let fill = match hatch_of(series, point) {
                Some(hatch) => Fill::Hatched { hatch, marks: PaletteRole::Surface.into(), ground: color },
                None => Fill::Solid(color),
            };
            ChartPaint { fill, stroke: None }
        };
        let is_whole = matches!(self.chart.kind, ChartKind::Ring | ChartKind::Pie);
        match series.colors.len() {
            0 | 1 if !is_whole => vec![paint(0, series.colors.first().copied().unwrap_or_else(|| color_of(index)))],
            _ => {
                let color = |point: usize| series.colors.get(point).copied().unwrap_or_else(|| color_of(point));
                (0..series.values.len().max(1)).map(|point| paint(point, color(point))).collect()
            }
        }
    }

    fn close_bars(&self, xml: &mut Xml) {
        let bars = self.bars_in_group();
        write_value(xml, "c:gapWidth", &self.category_gap(bars));
        if self.grouping() != "clustered" {
            write_value(xml, "c:overlap", &100);
        } else if bars > 1.0 {
            write_value(xml, "c:overlap", &-whole(f64::from(self.bar_spacing()) * 100.0).clamp(0, 100));
        }
        write_value(xml, "c:axId", &AXES.0);
        write_value(xml, "c:axId", &AXES.1);
        xml.close();
    }

    /// Writes the series as bars and the last one as a line, on the same axes or with its own scale.
    fn combo(&self, xml: &mut Xml) {
        let last = self.chart.series.len().saturating_sub(1);
        self.open_bars(xml);
        for index in 0..last {
            self.bar_series(xml, (index, index), "inBase");
        }
        self.close_bars(xml);
        xml.open("c:lineChart", &[]);
        write_value(xml, "c:grouping", &"standard");
        write_value(xml, "c:varyColors", &0);
        self.line_series(xml, last);
        write_value(xml, "c:marker", &1);
        let ids = if self.second_range().is_some() { SECOND_AXES } else { AXES };
        write_value(xml, "c:axId", &ids.0);
        write_value(xml, "c:axId", &ids.1);
        xml.close();
        self.axes(xml);
    }

    /// Writes rises and falls as stacked columns over a series without a fill. The changes themselves are only in the
    /// workbook. The heights are written a second time without a fill, on top of each step, to carry its label.
    fn waterfall(&self, xml: &mut Xml) {
        let [_, bases, heights, falls @ ..] = &self.chart.series[..] else { return self.bars(xml) };
        self.open_bars(xml);
        self.unfilled_series(xml, (1, 0), bases, 1);
        for index in 2..3 + falls.len().min(1) {
            let series = &self.chart.series[index];
            let paints = self.paints(index);
            self.open_series(xml, index, index - 1);
            self.paint(xml, &paints[0]);
            write_value(xml, "c:invertIfNegative", &0);
            self.points(xml, &paints, series.values.len(), true);
            self.values(xml, index, series);
            xml.close();
        }
        self.unfilled_series(xml, (2, self.chart.series.len()), heights, WATERFALL_LABELS);
        self.close_bars(xml);
        self.axes(xml);
    }

    /// The width of the bars of a category with the space between them, as a multiple of the width of a bar.
    fn bars_in_group(&self) -> f32 {
        let series = self.chart.series.len() - usize::from(self.chart.kind == ChartKind::Combo);
        if self.grouping() != "clustered" || series < 2 {
            return 1.0;
        }
        let count = f32::from(u8::try_from(series).unwrap_or(u8::MAX));
        count + (count - 1.0) * self.bar_spacing()
    }

    /// The space between the bars of a category as a fraction of a bar.
    fn bar_spacing(&self) -> f32 {
        self.chart.look.as_ref().map_or(0.08, |look| look.between)
    }

    /// The space between two categories in percent of the width of a bar, 0 to 500. `bars` is the width of a category
    /// in bars.
    fn category_gap(&self, bars: f32) -> i32 {
        whole(f64::from((1.0 / self.chart.bar - 1.0) * bars) * 100.0).clamp(0, 500)
    }

    /// Writes a ring or pie.
    fn slices(&self, xml: &mut Xml) {
        let is_ring = self.chart.kind == ChartKind::Ring;
        xml.open(if is_ring { "c:doughnutChart" } else { "c:pieChart" }, &[]);
        write_value(xml, "c:varyColors", &1);
        for (index, series) in self.chart.series.iter().enumerate() {
            self.open_series(xml, index, index);
            self.points(xml, &self.paints(index), series.values.len(), false);
            if self.chart.look.is_some() {
                self.page_labels(xml, index, series);
            } else {
                self.slice_labels(xml, series);
            }
            self.values(xml, index, series);
            xml.close();
        }
        write_value(xml, "c:firstSliceAng", &0);
        if is_ring {
            write_value(xml, "c:holeSize", &60);
        }
        xml.close();
    }

    /// Opens the series `index` of the chart at a position among all drawn series.
    fn open_series(&self, xml: &mut Xml, index: usize, position: usize) {
        xml.open("c:ser", &[]);
        write_value(xml, "c:idx", &position);
        write_value(xml, "c:order", &position);
        xml.open("c:tx", &[]);
        xml.open("c:strRef", &[]);
        xml.text("c:f", &[], &format!("{SHEET}!${}$1", column_name(index + 1)));
        xml.open("c:strCache", &[]);
        write_value(xml, "c:ptCount", &1);
        xml.open("c:pt", &[("idx", &0)]);
        xml.text("c:v", &[], &self.names[index]);
        for _ in 0..4 {
            xml.close();
        }
    }

    /// Writes the fill and stroke of a series or point.
    fn paint(&self, xml: &mut Xml, paint: &ChartPaint) {
        xml.open("c:spPr", &[]);
        self.scheme.write_fill(xml, Some(&paint.fill), GRADIENT);
        geometry::write_line(self.scheme, xml, "a:ln", paint.stroke.as_ref());
        xml.close();
    }

    fn fill(&self, xml: &mut Xml, color: Color) {
        self.paint(xml, &ChartPaint { fill: Fill::Solid(color), stroke: None });
    }

    /// Writes the points that have a paint of their own. Every slice has its own paint, and a gap to the next slice.
    fn points(&self, xml: &mut Xml, paints: &[ChartPaint], count: usize, is_bar: bool) {
        if is_bar && paints.len() < 2 {
            return;
        }
        for (index, paint) in paints.iter().enumerate().take(count) {
            xml.open("c:dPt", &[]);
            write_value(xml, "c:idx", &index);
            if is_bar {
                write_value(xml, "c:invertIfNegative", &0);
            }
            write_value(xml, "c:bubble3D", &0);
            if is_bar || self.chart.look.is_some() {
                self.paint(xml, paint);
            } else {
                let gap = Stroke { color: PaletteRole::Base.into(), width: Px(4.0), dash: None, round: false };
                self.paint(xml, &ChartPaint { stroke: Some(gap), ..paint.clone() });
            }
            xml.close();
        }
    }

    /// Writes the categories and values of a series.
    fn values(&self, xml: &mut Xml, index: usize, series: &ChartSeries) {
        let last = self.chart.categories.len() + 1;
        xml.open("c:cat", &[]);
        xml.open("c:strRef", &[]);
        xml.text("c:f", &[], &format!("{SHEET}!$A$2:$A${last}"));
        xml.open("c:strCache", &[]);
        write_value(xml, "c:ptCount", &self.chart.categories.len());
        for (index, category) in self.chart.categories.iter().enumerate() {
            xml.open("c:pt", &[("idx", &index)]);
            xml.text("c:v", &[], category);
            xml.close();
        }
        for _ in 0..3 {
            xml.close();
        }
        self.numbers(xml, "c:val", index, series);
    }

    /// Writes the numbers of a series and a reference to their cells in the workbook.
    fn numbers(&self, xml: &mut Xml, element: &'static str, index: usize, series: &ChartSeries) {
        let last = self.chart.categories.len() + 1;
        let letter = column_name(index + 1);
        xml.open(element, &[]);
        xml.open("c:numRef", &[]);
        xml.text("c:f", &[], &format!("{SHEET}!${letter}$2:${letter}${last}"));
        xml.open("c:numCache", &[]);
        xml.text("c:formatCode", &[], "General");
        write_value(xml, "c:ptCount", &self.chart.categories.len());
        for (index, number) in series.values.iter().enumerate().take(self.chart.categories.len()) {
            if let Some(number) = number.filter(|number| number.is_finite()) {
                xml.open("c:pt", &[("idx", &index)]);
                xml.value("c:v", &number);
                xml.close();
            }
        }
        for _ in 0..3 {
            xml.close();
        }
    }
}

/// Writes an empty element with a value as its `val` attribute.
fn write_value(xml: &mut Xml, element: &str, value: &dyn std::fmt::Display) {
    xml.empty(element, &[("val", value)]);
}

/// The hatch of a point, if it has one.
fn hatch_of(series: &ChartSeries, index: usize) -> Option<Hatch> {
    series.hatches.get(index).copied().flatten()
}

/// The default colour of a series or point.
fn color_of(index: usize) -> Color {
    PaletteRole::Chart(u8::try_from(index % 250).unwrap_or_default()).into()
}

/// Adds the texts of a node, each with the style of its first run.
fn add_texts(node: &Node, found: &mut Vec<(String, RunStyle)>) {
    match &node.kind {
        NodeKind::Text(text) => {
            let style = text.paragraphs.first().and_then(|paragraph| paragraph.runs.first()).map(|run| run.style);
            found.extend(style.map(|style| (text.words(), style)));
        }
        NodeKind::Group(group) => group.nodes.iter().for_each(|node| add_texts(node, found)),
        _ => {}
    }
}

/// All finite values of a chart.
fn numbers(chart: &Chart) -> impl Iterator<Item = f64> {
    chart.series.iter().flat_map(|series| series.values.iter().flatten()).copied().filter(|number| number.is_finite())
}

/// The number format of the values: with the text before and after the digits, and with thousands separators if values
/// are long.
fn number_format(chart: &Chart) -> String {
    let (before, after) = &chart.labels.affixes;
    let after = if after.is_empty() && chart.unit.trim() == "%" { "%" } else { after };
    let digits = if !chart.labels.grouped {
        "General"
    } else if numbers(chart).all(|number| number.fract() == 0.0) {
        "#,##0"
    } else {
        "#,##0.00"
    };
    format!("{}{digits}{}", quoted(before), quoted(after))
}
