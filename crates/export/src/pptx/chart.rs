//! Native charts: their numbers in a workbook, their colours and labels as in the scene.

use scene::{
    Chart, ChartKind, ChartLabels, ChartSeries, Color, FontRole, Hatch, Node, NodeKind, PaletteRole, Px, RunStyle,
    Stroke,
};

use super::file::FileContext;
use super::geometry;
use super::package::{Relationships, relationship};
use super::scheme::Scheme;
use super::text::plain_run;
use super::units::whole;
use super::workbook::{SHEET, column_name, workbook};
use super::xml::Xml;
use crate::Error;

const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml";

/// The ids of the category axis and the value axis.
const AXES: (u32, u32) = (111_111_111, 222_222_222);

/// Writes the chart part and its workbook. Returns the path of the chart part.
pub(super) fn write(file: &mut FileContext<'_>, chart: &Chart) -> Result<String, Error> {
    file.charts += 1;
    let path = format!("ppt/charts/chart{}.xml", file.charts);
    let workbook_path = format!("ppt/embeddings/workbook{}.xlsx", file.charts);
    let writer = ChartWriter::new(&file.scheme, chart);
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
    /// A name for each series, never empty.
    names: Vec<String>,
    /// Size and colour of its text: those of the first text in the scene.
    text_style: (Px, Color),
    /// The number format of its values.
    number_format: String,
}

impl<'c> ChartWriter<'c> {
    fn new(scheme: &'c Scheme, chart: &'c Chart) -> ChartWriter<'c> {
        let mut drawn = Vec::new();
        chart.nodes.iter().for_each(|node| add_texts(node, &mut drawn));
        // The style of a category label, not of a label on a slice.
        let category_label =
            drawn.iter().find(|(text, _)| chart.categories.iter().any(|name| text.contains(name.as_str())));
        let text_style = category_label
            .or(drawn.first())
            .map_or((Px(24.0), PaletteRole::Muted.into()), |(_, style)| (style.size, style.color));
        let names: Vec<String> = (1..)
            .zip(&chart.series)
            .map(|(index, series)| match (series.name.trim(), chart.unit.trim(), chart.series.len()) {
                ("", "", _) => format!("Series {index}"),
                ("", unit, 1) => unit.to_owned(),
                ("", _, _) => format!("Series {index}"),
                (name, _, _) => name.to_owned(),
            })
            .collect();
        ChartWriter { scheme, chart, text_style, number_format: number_format(chart), names }
    }

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
        value(&mut xml, "c:date1904", &0);
        value(&mut xml, "c:roundedCorners", &0);
        xml.open("c:chart", &[]);
        value(&mut xml, "c:autoTitleDeleted", &1);
        xml.open("c:plotArea", &[]);
        xml.empty("c:layout", &[]);
        match self.chart.kind {
            ChartKind::Line => self.lines(&mut xml),
            // A line with its area is easier to read than the area alone.
            ChartKind::Area if self.chart.series.len() == 1 => self.lines(&mut xml),
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
        if self.chart.labels.names {
            self.legend(&mut xml);
        }
        value(&mut xml, "c:plotVisOnly", &1);
        value(&mut xml, "c:dispBlanksAs", &"gap");
        xml.close();
        xml.open("c:spPr", &[]);
        xml.empty("a:noFill", &[]);
        geometry::line(self.scheme, &mut xml, "a:ln", None);
        xml.close();
        self.default_text_properties(&mut xml);
        xml.open("c:externalData", &[("r:id", &workbook)]);
        value(&mut xml, "c:autoUpdate", &0);
        xml.close();
        xml.close();
        xml
    }

    fn bars(&self, xml: &mut Xml) {
        let series = 0..self.chart.series.len();
        let position = if self.grouping() == "clustered" { "outEnd" } else { "ctr" };
        self.open_bars(xml);
        for index in series {
            self.bar_series(xml, index, position);
        }
        self.close_bars(xml);
        self.axes(xml);
    }

    /// How the bars of several series stand to each other.
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
        value(xml, "c:barDir", &direction);
        value(xml, "c:grouping", &self.grouping());
        value(xml, "c:varyColors", &0);
    }

    fn bar_series(&self, xml: &mut Xml, index: usize, position: &str) {
        let series = &self.chart.series[index];
        self.open_series(xml, index, index);
        let first = series.colors.first().copied().unwrap_or_else(|| color_of(index));
        self.fill(xml, first, hatch_of(series, 0));
        value(xml, "c:invertIfNegative", &0);
        self.points(xml, series, true);
        let on_bar = (position != "outEnd").then_some(first);
        self.labels(xml, series, position, on_bar);
        self.values(xml, index, series);
        xml.close();
    }

    fn close_bars(&self, xml: &mut Xml) {
        value(xml, "c:gapWidth", &self.gap());
        if self.grouping() != "clustered" {
            value(xml, "c:overlap", &100);
        } else if self.chart.series.len() > 1 && self.chart.kind != ChartKind::Combo {
            value(xml, "c:overlap", &-8);
        }
        value(xml, "c:axId", &AXES.0);
        value(xml, "c:axId", &AXES.1);
        xml.close();
    }

    /// Bars, and the last series as a line on the same axes.
    fn combo(&self, xml: &mut Xml) {
        let last = self.chart.series.len().saturating_sub(1);
        self.open_bars(xml);
        for index in 0..last {
            self.bar_series(xml, index, "inBase");
        }
        self.close_bars(xml);
        xml.open("c:lineChart", &[]);
        value(xml, "c:grouping", &"standard");
        value(xml, "c:varyColors", &0);
        self.line_series(xml, last);
        value(xml, "c:marker", &1);
        value(xml, "c:axId", &AXES.0);
        value(xml, "c:axId", &AXES.1);
        xml.close();
        self.axes(xml);
    }

    /// Rises and falls as stacked columns over a series without a fill. The changes themselves are in the workbook.
    fn waterfall(&self, xml: &mut Xml) {
        let [changes, rests, heights] = &self.chart.series[..] else { return self.bars(xml) };
        self.open_bars(xml);
        self.open_series(xml, 1, 1);
        xml.open("c:spPr", &[]);
        xml.empty("a:noFill", &[]);
        geometry::line(self.scheme, xml, "a:ln", None);
        xml.close();
        value(xml, "c:invertIfNegative", &0);
        self.values(xml, 1, rests);
        xml.close();
        self.open_series(xml, 2, 2);
        self.fill(xml, heights.colors.first().copied().unwrap_or_else(|| color_of(0)), None);
        value(xml, "c:invertIfNegative", &0);
        self.points(xml, heights, true);
        xml.open("c:dLbls", &[]);
        for (index, change) in changes.values.iter().enumerate() {
            let is_total =
                rests.values.get(index).copied().flatten() == Some(0.0) && heights.values.get(index) == Some(change);
            let sign = match change {
                Some(_) if is_total => "",
                Some(change) if *change > 0.0 => "\"+\"",
                Some(_) => "\"\u{2212}\"",
                None => "",
            };
            xml.open("c:dLbl", &[]);
            value(xml, "c:idx", &index);
            self.label(
                xml,
                &format!("{sign}{}", self.number_format),
                PaletteRole::Text.into(),
                Some(PaletteRole::Base.into()),
            );
            label_content(xml, "inEnd", true, false);
            xml.close();
        }
        self.label(xml, &self.number_format, PaletteRole::Text.into(), Some(PaletteRole::Base.into()));
        label_content(xml, "inEnd", true, false);
        xml.close();
        self.values(xml, 2, heights);
        xml.close();
        self.close_bars(xml);
        self.axes(xml);
    }

    /// Points by the first two series.
    fn scatter(&self, xml: &mut Xml) {
        let [across, up, ..] = &self.chart.series[..] else { return self.lines(xml) };
        let color = up.colors.first().copied().unwrap_or_else(|| color_of(0));
        xml.open("c:scatterChart", &[]);
        value(xml, "c:scatterStyle", &"lineMarker");
        value(xml, "c:varyColors", &0);
        self.open_series(xml, 1, 0);
        xml.open("c:spPr", &[]);
        geometry::line(self.scheme, xml, "a:ln", None);
        xml.close();
        xml.open("c:marker", &[]);
        value(xml, "c:symbol", &"circle");
        value(xml, "c:size", &12);
        self.fill(xml, color, None);
        xml.close();
        self.numbers(xml, "c:xVal", 0, across);
        self.numbers(xml, "c:yVal", 1, up);
        value(xml, "c:smooth", &0);
        xml.close();
        value(xml, "c:axId", &AXES.0);
        value(xml, "c:axId", &AXES.1);
        xml.close();
        self.scatter_axes(xml);
    }

    fn scatter_axes(&self, xml: &mut Xml) {
        let (order, side) = if self.chart.direction.is_right_to_left() { ("maxMin", "r") } else { ("minMax", "l") };
        for (id, other, position, is_value) in [(AXES.0, AXES.1, "b", false), (AXES.1, AXES.0, side, true)] {
            xml.open("c:valAx", &[]);
            value(xml, "c:axId", &id);
            self.open_axis(xml, if is_value { "minMax" } else { order }, position, is_value);
            value(xml, "c:majorTickMark", &"none");
            value(xml, "c:minorTickMark", &"none");
            value(xml, "c:tickLblPos", &"nextTo");
            xml.open("c:spPr", &[]);
            let line = Stroke { color: PaletteRole::Muted.into(), width: Px(2.0), dash: None, round: false };
            geometry::line(self.scheme, xml, "a:ln", (!is_value).then_some(&line));
            xml.close();
            self.default_text_properties(xml);
            value(xml, "c:crossAx", &other);
            value(xml, "c:crosses", &"autoZero");
            value(xml, "c:crossBetween", &"midCat");
            xml.close();
        }
    }

    /// Filled areas, on top of each other or from the base.
    fn areas(&self, xml: &mut Xml) {
        let is_stacked = self.chart.kind == ChartKind::StackedArea;
        xml.open("c:areaChart", &[]);
        value(xml, "c:grouping", &if is_stacked { "stacked" } else { "standard" });
        value(xml, "c:varyColors", &0);
        for (index, series) in self.chart.series.iter().enumerate() {
            let color = series.colors.first().copied().unwrap_or_else(|| color_of(index));
            self.open_series(xml, index, index);
            let color = if is_stacked { color } else { self.chart.area.unwrap_or(color) };
            self.fill(xml, color, hatch_of(series, 0));
            self.values(xml, index, series);
            xml.close();
        }
        value(xml, "c:axId", &AXES.0);
        value(xml, "c:axId", &AXES.1);
        xml.close();
        self.axes(xml);
    }

    /// The space between two bars in percent of a bar.
    fn gap(&self) -> i32 {
        whole(f64::from(1.0 / self.chart.bar - 1.0) * 100.0).clamp(0, 500)
    }

    fn lines(&self, xml: &mut Xml) {
        xml.open("c:lineChart", &[]);
        value(xml, "c:grouping", &"standard");
        value(xml, "c:varyColors", &0);
        for index in 0..self.chart.series.len() {
            self.line_series(xml, index);
        }
        value(xml, "c:marker", &1);
        value(xml, "c:axId", &AXES.0);
        value(xml, "c:axId", &AXES.1);
        xml.close();
        self.area(xml);
        self.axes(xml);
    }

    fn line_series(&self, xml: &mut Xml, index: usize) {
        let series = &self.chart.series[index];
        let color = series.colors.first().copied().unwrap_or_else(|| color_of(index));
        self.open_series(xml, index, index);
        xml.open("c:spPr", &[]);
        let hatch = hatch_of(series, 0);
        let dash = hatch.map(|_| (Px(20.0), Px(14.0)));
        let stroke = Stroke { color, width: Px(5.0), dash, round: true };
        geometry::line(self.scheme, xml, "a:ln", Some(&stroke));
        xml.close();
        xml.open("c:marker", &[]);
        value(xml, "c:symbol", &if hatch.is_some() { "square" } else { "circle" });
        value(xml, "c:size", &7);
        self.fill(xml, color, None);
        xml.close();
        self.labels(xml, series, if self.chart.direction.is_right_to_left() { "l" } else { "r" }, None);
        self.values(xml, index, series);
        value(xml, "c:smooth", &0);
        xml.close();
    }

    /// Writes the filled area under a line: the same values once more. It is left out when a value is missing, which office
    /// programs would draw as zero.
    fn area(&self, xml: &mut Xml) {
        let (Some(color), [series]) = (self.chart.area, &self.chart.series[..]) else { return };
        if series.values.iter().any(Option::is_none) {
            return;
        }
        xml.open("c:areaChart", &[]);
        value(xml, "c:grouping", &"standard");
        value(xml, "c:varyColors", &0);
        self.open_series(xml, 0, 1);
        self.fill(xml, color, None);
        self.values(xml, 0, series);
        xml.close();
        value(xml, "c:axId", &AXES.0);
        value(xml, "c:axId", &AXES.1);
        xml.close();
    }

    fn slices(&self, xml: &mut Xml) {
        let is_ring = self.chart.kind == ChartKind::Ring;
        xml.open(if is_ring { "c:doughnutChart" } else { "c:pieChart" }, &[]);
        value(xml, "c:varyColors", &1);
        for (index, series) in self.chart.series.iter().enumerate() {
            self.open_series(xml, index, index);
            self.points(xml, series, false);
            self.slice_labels(xml, series);
            self.values(xml, index, series);
            xml.close();
        }
        value(xml, "c:firstSliceAng", &0);
        if is_ring {
            value(xml, "c:holeSize", &60);
        }
        xml.close();
    }

    /// Opens a series of the chart at a position among all drawn series.
    fn open_series(&self, xml: &mut Xml, index: usize, position: usize) {
        xml.open("c:ser", &[]);
        value(xml, "c:idx", &position);
        value(xml, "c:order", &position);
        xml.open("c:tx", &[]);
        xml.open("c:strRef", &[]);
        xml.text("c:f", &[], &format!("{SHEET}!${}$1", column_name(index + 1)));
        xml.open("c:strCache", &[]);
        value(xml, "c:ptCount", &1);
        xml.open("c:pt", &[("idx", &0)]);
        xml.text("c:v", &[], &self.names[index]);
        for _ in 0..4 {
            xml.close();
        }
    }

    fn fill(&self, xml: &mut Xml, color: Color, hatch: Option<Hatch>) {
        xml.open("c:spPr", &[]);
        self.color(xml, color, hatch);
        geometry::line(self.scheme, xml, "a:ln", None);
        xml.close();
    }

    fn color(&self, xml: &mut Xml, color: Color, hatch: Option<Hatch>) {
        match hatch {
            Some(hatch) => self.scheme.hatched(xml, hatch, PaletteRole::Surface.into(), color),
            None => self.scheme.solid(xml, color),
        }
    }

    /// Writes the points that have a colour of their own. Every slice of a ring has one, and a gap to the next slice.
    fn points(&self, xml: &mut Xml, series: &ChartSeries, is_bar: bool) {
        if is_bar && series.colors.len() < 2 {
            return;
        }
        for index in 0..series.values.len() {
            let color = series.colors.get(index).copied().unwrap_or_else(|| color_of(index));
            xml.open("c:dPt", &[]);
            value(xml, "c:idx", &index);
            if is_bar {
                value(xml, "c:invertIfNegative", &0);
            }
            value(xml, "c:bubble3D", &0);
            if is_bar {
                self.fill(xml, color, hatch_of(series, index));
            } else {
                xml.open("c:spPr", &[]);
                self.color(xml, color, hatch_of(series, index));
                let gap = Stroke { color: PaletteRole::Base.into(), width: Px(4.0), dash: None, round: false };
                geometry::line(self.scheme, xml, "a:ln", Some(&gap));
                xml.close();
            }
            xml.close();
        }
    }

    /// Writes the value labels of bars or a line at a position beside them: for all values, the last one or none.
    fn labels(&self, xml: &mut Xml, series: &ChartSeries, position: &str, on_bar: Option<Color>) {
        let ChartLabels { values, last, .. } = self.chart.labels;
        xml.open("c:dLbls", &[]);
        // Labels of two lines could overlap: office programs do not move them apart.
        let is_alone = self.chart.series.len() == 1;
        if let Some(last) = series.values.iter().rposition(Option::is_some).filter(|_| last && !values && is_alone) {
            xml.open("c:dLbl", &[]);
            value(xml, "c:idx", &last);
            self.label(xml, &self.number_format, PaletteRole::Text.into(), None);
            label_content(xml, position, true, false);
            xml.close();
        }
        // A label on a bar needs a fill of its own to be readable on any colour.
        let plate = on_bar.map(|_| PaletteRole::Base.into());
        self.label(xml, &self.number_format, PaletteRole::Text.into(), plate);
        label_content(xml, if values { position } else { "" }, values, false);
        xml.close();
    }

    /// Writes the labels of the slices that are large enough for one.
    fn slice_labels(&self, xml: &mut Xml, series: &ChartSeries) {
        let ChartLabels { values, shares, on_slices, .. } = &self.chart.labels;
        let format = if *shares && !values { "0%" } else { &self.number_format };
        xml.open("c:dLbls", &[]);
        for index in 0..series.values.len() {
            xml.open("c:dLbl", &[]);
            value(xml, "c:idx", &index);
            if let Some(color) = on_slices.get(index).copied().flatten() {
                // Text on a pattern is hard to read.
                let plate = hatch_of(series, index).and(series.colors.get(index)).copied();
                self.label(xml, format, color, plate.filter(|_| self.chart.kind == ChartKind::Ring));
                self.slice_label_content(xml);
            } else {
                value(xml, "c:delete", &1);
            }
            xml.close();
        }
        self.label(xml, format, PaletteRole::Text.into(), None);
        self.slice_label_content(xml);
        xml.close();
    }

    /// Writes what the labels of slices show: beside a pie also the names, on a ring only numbers.
    fn slice_label_content(&self, xml: &mut Xml) {
        let ChartLabels { values, shares, .. } = self.chart.labels;
        if self.chart.kind == ChartKind::Ring {
            return label_content(xml, "", values, shares);
        }
        value(xml, "c:dLblPos", &"outEnd");
        value(xml, "c:showLegendKey", &0);
        value(xml, "c:showVal", &i32::from(values));
        value(xml, "c:showCatName", &1);
        value(xml, "c:showSerName", &0);
        value(xml, "c:showPercent", &i32::from(shares));
        value(xml, "c:showBubbleSize", &0);
        xml.text("c:separator", &[], "\n");
    }

    /// Writes the style of labels: number format, text colour and an optional plate behind them.
    fn label(&self, xml: &mut Xml, format: &str, color: Color, plate: Option<Color>) {
        xml.empty("c:numFmt", &[("formatCode", &format), ("sourceLinked", &0)]);
        xml.open("c:spPr", &[]);
        match plate {
            Some(plate) => self.scheme.solid(xml, plate),
            None => xml.empty("a:noFill", &[]),
        }
        geometry::line(self.scheme, xml, "a:ln", None);
        xml.close();
        self.text_properties(xml, color, true);
    }

    fn values(&self, xml: &mut Xml, index: usize, series: &ChartSeries) {
        let last = self.chart.categories.len() + 1;
        xml.open("c:cat", &[]);
        xml.open("c:strRef", &[]);
        xml.text("c:f", &[], &format!("{SHEET}!$A$2:$A${last}"));
        xml.open("c:strCache", &[]);
        value(xml, "c:ptCount", &self.chart.categories.len());
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

    /// Writes the numbers of a series, with their place in the workbook.
    fn numbers(&self, xml: &mut Xml, element: &'static str, index: usize, series: &ChartSeries) {
        let last = self.chart.categories.len() + 1;
        let letter = column_name(index + 1);
        xml.open(element, &[]);
        xml.open("c:numRef", &[]);
        xml.text("c:f", &[], &format!("{SHEET}!${letter}$2:${letter}${last}"));
        xml.open("c:numCache", &[]);
        xml.text("c:formatCode", &[], "General");
        value(xml, "c:ptCount", &self.chart.categories.len());
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

    fn axes(&self, xml: &mut Xml) {
        let is_horizontal = self.chart.kind.is_horizontal();
        // Categories follow the direction of the page; horizontal bars are ordered from top to bottom.
        let is_mirrored = self.chart.direction.is_right_to_left();
        let (along, side) = if is_mirrored { ("maxMin", "r") } else { ("minMax", "l") };
        let zero = Stroke { color: PaletteRole::Muted.into(), width: Px(2.0), dash: None, round: false };
        xml.open("c:catAx", &[]);
        value(xml, "c:axId", &AXES.0);
        let (order, position) = if is_horizontal { ("maxMin", side) } else { (along, "b") };
        self.open_axis(xml, order, position, false);
        value(xml, "c:majorTickMark", &"none");
        value(xml, "c:minorTickMark", &"none");
        value(xml, "c:tickLblPos", &"low");
        xml.open("c:spPr", &[]);
        geometry::line(self.scheme, xml, "a:ln", Some(&zero));
        xml.close();
        self.default_text_properties(xml);
        value(xml, "c:crossAx", &AXES.1);
        value(xml, "c:crosses", &"autoZero");
        value(xml, "c:auto", &0);
        value(xml, "c:lblAlgn", &"ctr");
        value(xml, "c:lblOffset", &100);
        value(xml, "c:noMultiLvlLbl", &1);
        xml.close();
        xml.open("c:valAx", &[]);
        value(xml, "c:axId", &AXES.1);
        let (order, position) = if is_horizontal { (along, "b") } else { ("minMax", side) };
        self.open_axis(xml, order, position, true);
        value(xml, "c:majorTickMark", &"none");
        value(xml, "c:minorTickMark", &"none");
        value(xml, "c:tickLblPos", &"nextTo");
        xml.open("c:spPr", &[]);
        geometry::line(self.scheme, xml, "a:ln", None);
        xml.close();
        self.default_text_properties(xml);
        value(xml, "c:crossAx", &AXES.0);
        value(xml, "c:crosses", &if is_horizontal { "max" } else { "autoZero" });
        value(xml, "c:crossBetween", &"between");
        xml.close();
    }

    fn open_axis(&self, xml: &mut Xml, orientation: &str, side: &str, is_value: bool) {
        xml.open("c:scaling", &[]);
        value(xml, "c:orientation", &orientation);
        if is_value {
            self.start_at_zero(xml);
        }
        xml.close();
        let is_hidden = is_value && self.chart.labels.hides_axis;
        value(xml, "c:delete", &i32::from(is_hidden));
        value(xml, "c:axPos", &side);
        if is_value && !is_hidden {
            let grid = Stroke { color: PaletteRole::Line.into(), width: Px(1.0), dash: None, round: false };
            xml.open("c:majorGridlines", &[]);
            xml.open("c:spPr", &[]);
            geometry::line(self.scheme, xml, "a:ln", Some(&grid));
            xml.close();
            xml.close();
        }
        let title = if is_value { self.chart.unit.trim() } else { self.chart.category_title.trim() };
        // A percent sign is next to each number already.
        if !matches!(title, "" | "%") {
            self.axis_title(xml, title);
        }
        let format = if is_value { self.number_format.as_str() } else { "General" };
        xml.empty("c:numFmt", &[("formatCode", &format), ("sourceLinked", &0)]);
    }

    /// Makes the axis start at zero, where bars begin. By default office programs omit zero when the values are similar.
    fn start_at_zero(&self, xml: &mut Xml) {
        if let Some(low) = self.chart.labels.low {
            value(xml, "c:min", &low);
        } else if numbers(self.chart).all(|number| number >= 0.0) {
            value(xml, "c:min", &0);
        } else if numbers(self.chart).all(|number| number <= 0.0) {
            value(xml, "c:max", &0);
        }
    }

    fn axis_title(&self, xml: &mut Xml, title: &str) {
        xml.open("c:title", &[]);
        xml.open("c:tx", &[]);
        xml.open("c:rich", &[]);
        xml.empty("a:bodyPr", &[]);
        xml.empty("a:lstStyle", &[]);
        xml.open("a:p", &[]);
        let look = (self.text_style.1, FontRole::Body);
        xml.open("a:pPr", &[]);
        plain_run(self.scheme, xml, "a:defRPr", self.text_style.0, false, look);
        xml.close();
        xml.open("a:r", &[]);
        plain_run(self.scheme, xml, "a:rPr", self.text_style.0, false, look);
        xml.text("a:t", &[], title);
        (0..4).for_each(|_| xml.close());
        value(xml, "c:overlay", &0);
        xml.close();
    }

    fn legend(&self, xml: &mut Xml) {
        xml.open("c:legend", &[]);
        value(xml, "c:legendPos", &if matches!(self.chart.kind, ChartKind::Ring | ChartKind::Pie) { "r" } else { "b" });
        value(xml, "c:overlay", &0);
        self.default_text_properties(xml);
        xml.close();
    }

    fn default_text_properties(&self, xml: &mut Xml) {
        self.text_properties(xml, self.text_style.1, false);
    }

    fn text_properties(&self, xml: &mut Xml, color: Color, bold: bool) {
        xml.open("c:txPr", &[]);
        xml.empty("a:bodyPr", &[]);
        xml.empty("a:lstStyle", &[]);
        xml.open("a:p", &[]);
        xml.open("a:pPr", &[]);
        plain_run(self.scheme, xml, "a:defRPr", self.text_style.0, bold, (color, FontRole::Body));
        xml.close();
        xml.empty("a:endParaRPr", &[("lang", &"en-US")]);
        xml.close();
        xml.close();
    }
}

fn value(xml: &mut Xml, element: &str, value: &dyn std::fmt::Display) {
    xml.empty(element, &[("val", value)]);
}

/// Writes what labels show, and their position for charts that have a choice.
fn label_content(xml: &mut Xml, position: &str, values: bool, shares: bool) {
    if !position.is_empty() {
        value(xml, "c:dLblPos", &position);
    }
    value(xml, "c:showLegendKey", &0);
    value(xml, "c:showVal", &i32::from(values));
    value(xml, "c:showCatName", &0);
    value(xml, "c:showSerName", &0);
    value(xml, "c:showPercent", &i32::from(shares));
    value(xml, "c:showBubbleSize", &0);
    if values && shares {
        xml.text("c:separator", &[], "\n");
    }
}

/// The hatch of a point, if it has one.
fn hatch_of(series: &ChartSeries, index: usize) -> Option<Hatch> {
    series.hatches.get(index).copied().flatten()
}

fn color_of(index: usize) -> Color {
    PaletteRole::Chart(u8::try_from(index % 250).unwrap_or_default()).into()
}

/// Adds the texts of a node, each with the style of its start.
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

fn numbers(chart: &Chart) -> impl Iterator<Item = f64> {
    chart.series.iter().flat_map(|series| series.values.iter().flatten()).copied().filter(|number| number.is_finite())
}

/// The number format of the values: with the text before and after the digits, grouped when they are long.
fn number_format(chart: &Chart) -> String {
    let (before, after) = &chart.labels.affixes;
    let after = if after.is_empty() && chart.unit.trim() == "%" { "%" } else { after };
    let quoted = |text: &str| match text.replace('"', "") {
        text if text.is_empty() => text,
        text => format!("\"{text}\""),
    };
    let digits = if !chart.labels.grouped {
        "General"
    } else if numbers(chart).all(|number| number.fract() == 0.0) {
        "#,##0"
    } else {
        "#,##0.00"
    };
    format!("{}{digits}{}", quoted(before), quoted(after))
}
