//! Charts that stay charts: their figures in a workbook, their colours and labels as the scene drew them.

use scene::{Chart, ChartKind, Color, FontRole, Hatch, Kind, Labels, Node, PaletteRole, Px, RunStyle, Series, Stroke};

use super::file::File;
use super::form;
use super::package::{Relationships, kind};
use super::scheme::Scheme;
use super::text::plain_run;
use super::units::whole;
use super::workbook::{SHEET, workbook};
use super::xml::Xml;
use crate::Error;

const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml";

/// The numbers by which the two axes know each other.
const AXES: (u32, u32) = (111_111_111, 222_222_222);

/// Writes the parts of a chart and answers the path of the first.
pub(super) fn write(file: &mut File<'_>, chart: &Chart) -> Result<String, Error> {
    file.charts += 1;
    let path = format!("ppt/charts/chart{}.xml", file.charts);
    let book = format!("ppt/embeddings/workbook{}.xlsx", file.charts);
    let plan = Plan::new(&file.scheme, chart);
    file.package.packed(&book, &workbook(chart, &plan.names)?)?;
    let mut relationships = Relationships::default();
    let id = relationships.part(kind::PACKAGE, book);
    let xml = plan.part(&id);
    file.package.xml(&path, CONTENT_TYPE, xml)?;
    file.package.relationships(&path, relationships)?;
    Ok(path)
}

/// What is known of a chart before it is written.
struct Plan<'c> {
    scheme: &'c Scheme,
    chart: &'c Chart,
    /// A name for each series, never empty.
    names: Vec<String>,
    /// How its words look: as the first of those the scene drew.
    words: (Px, Color),
    /// How office programs write its figures.
    format: String,
}

impl<'c> Plan<'c> {
    fn new(scheme: &'c Scheme, chart: &'c Chart) -> Plan<'c> {
        let mut drawn = Vec::new();
        chart.drawn.iter().for_each(|node| texts(node, &mut drawn));
        // The words beside the plot are the model, not those on the slices.
        let beside = drawn.iter().find(|(text, _)| chart.categories.iter().any(|name| text.contains(name.as_str())));
        let words = beside
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
        Plan { scheme, chart, words, format: number_format(chart), names }
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
            ChartKind::Columns | ChartKind::Bars => self.bars(&mut xml),
            ChartKind::Line => self.lines(&mut xml),
            ChartKind::Ring => self.ring(&mut xml),
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
        form::line(self.scheme, &mut xml, "a:ln", None);
        xml.close();
        self.text(&mut xml);
        xml.open("c:externalData", &[("r:id", &workbook)]);
        value(&mut xml, "c:autoUpdate", &0);
        xml.close();
        xml.close();
        xml
    }

    fn bars(&self, xml: &mut Xml) {
        let direction = if self.chart.kind == ChartKind::Bars { "bar" } else { "col" };
        xml.open("c:barChart", &[]);
        value(xml, "c:barDir", &direction);
        value(xml, "c:grouping", &"clustered");
        value(xml, "c:varyColors", &0);
        for (index, series) in self.chart.series.iter().enumerate() {
            self.series_head(xml, index, index);
            let first = series.colors.first().copied().unwrap_or_else(|| color_of(index));
            self.fill(xml, first, hatch_of(series, 0));
            value(xml, "c:invertIfNegative", &0);
            self.points(xml, series, true);
            self.labels(xml, series, "outEnd");
            self.figures(xml, index, series);
            xml.close();
        }
        value(xml, "c:gapWidth", &self.gap());
        if self.chart.series.len() > 1 {
            value(xml, "c:overlap", &-8);
        }
        value(xml, "c:axId", &AXES.0);
        value(xml, "c:axId", &AXES.1);
        xml.close();
        self.axes(xml);
    }

    /// The room between two bars in percent of a bar.
    fn gap(&self) -> i32 {
        whole(f64::from(1.0 / self.chart.bar - 1.0) * 100.0).clamp(0, 500)
    }

    fn lines(&self, xml: &mut Xml) {
        xml.open("c:lineChart", &[]);
        value(xml, "c:grouping", &"standard");
        value(xml, "c:varyColors", &0);
        for (index, series) in self.chart.series.iter().enumerate() {
            let color = series.colors.first().copied().unwrap_or_else(|| color_of(index));
            self.series_head(xml, index, index);
            xml.open("c:spPr", &[]);
            let hatch = hatch_of(series, 0);
            let dash = hatch.map(|_| (Px(20.0), Px(14.0)));
            let stroke = Stroke { color, width: Px(5.0), dash, round: true };
            form::line(self.scheme, xml, "a:ln", Some(&stroke));
            xml.close();
            xml.open("c:marker", &[]);
            value(xml, "c:symbol", &if hatch.is_some() { "square" } else { "circle" });
            value(xml, "c:size", &7);
            self.fill(xml, color, None);
            xml.close();
            self.labels(xml, series, if self.chart.direction.is_right_to_left() { "l" } else { "r" });
            self.figures(xml, index, series);
            value(xml, "c:smooth", &0);
            xml.close();
        }
        value(xml, "c:marker", &1);
        value(xml, "c:axId", &AXES.0);
        value(xml, "c:axId", &AXES.1);
        xml.close();
        self.area(xml);
        self.axes(xml);
    }

    /// The ground under a line: the same figures once more. Where one is missing, office programs would let it fall to
    /// zero, and it is left out.
    fn area(&self, xml: &mut Xml) {
        let (Some(color), [series]) = (self.chart.area, &self.chart.series[..]) else { return };
        if series.values.iter().any(Option::is_none) {
            return;
        }
        xml.open("c:areaChart", &[]);
        value(xml, "c:grouping", &"standard");
        value(xml, "c:varyColors", &0);
        self.series_head(xml, 0, 1);
        self.fill(xml, color, None);
        self.figures(xml, 0, series);
        xml.close();
        value(xml, "c:axId", &AXES.0);
        value(xml, "c:axId", &AXES.1);
        xml.close();
    }

    fn ring(&self, xml: &mut Xml) {
        xml.open("c:doughnutChart", &[]);
        value(xml, "c:varyColors", &1);
        for (index, series) in self.chart.series.iter().enumerate() {
            self.series_head(xml, index, index);
            self.points(xml, series, false);
            self.slice_labels(xml, series);
            self.figures(xml, index, series);
            xml.close();
        }
        value(xml, "c:firstSliceAng", &0);
        value(xml, "c:holeSize", &58);
        xml.close();
    }

    /// Opens a series at a place among all that are drawn.
    fn series_head(&self, xml: &mut Xml, index: usize, place: usize) {
        xml.open("c:ser", &[]);
        value(xml, "c:idx", &place);
        value(xml, "c:order", &place);
        xml.open("c:tx", &[]);
        xml.open("c:strRef", &[]);
        xml.words("c:f", &[], &format!("{SHEET}!${}$1", column(index + 1)));
        xml.open("c:strCache", &[]);
        value(xml, "c:ptCount", &1);
        xml.open("c:pt", &[("idx", &0)]);
        xml.words("c:v", &[], &self.names[index]);
        for _ in 0..4 {
            xml.close();
        }
    }

    fn fill(&self, xml: &mut Xml, color: Color, hatch: Option<Hatch>) {
        xml.open("c:spPr", &[]);
        self.ink(xml, color, hatch);
        form::line(self.scheme, xml, "a:ln", None);
        xml.close();
    }

    fn ink(&self, xml: &mut Xml, color: Color, hatch: Option<Hatch>) {
        match hatch {
            Some(hatch) => self.scheme.hatched(xml, hatch, PaletteRole::Surface.into(), color),
            None => self.scheme.solid(xml, color),
        }
    }

    /// The figures that have a colour of their own; every slice of a ring has one, and a gap to the next.
    fn points(&self, xml: &mut Xml, series: &Series, is_bar: bool) {
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
                self.ink(xml, color, hatch_of(series, index));
                let gap = Stroke { color: PaletteRole::Base.into(), width: Px(4.0), dash: None, round: false };
                form::line(self.scheme, xml, "a:ln", Some(&gap));
                xml.close();
            }
            xml.close();
        }
    }

    /// Labels at the figures of bars or a line, at a place beside them: all, the last or none.
    fn labels(&self, xml: &mut Xml, series: &Series, place: &str) {
        let Labels { values, last, .. } = self.chart.labels;
        xml.open("c:dLbls", &[]);
        // Those of two lines may lie on one another: office programs do not move them apart.
        let is_alone = self.chart.series.len() == 1;
        if let Some(last) = series.values.iter().rposition(Option::is_some).filter(|_| last && !values && is_alone) {
            xml.open("c:dLbl", &[]);
            value(xml, "c:idx", &last);
            self.label(xml, &self.format, PaletteRole::Text.into(), None);
            says(xml, place, true, false);
            xml.close();
        }
        self.label(xml, &self.format, PaletteRole::Text.into(), None);
        says(xml, if values { place } else { "" }, values, false);
        xml.close();
    }

    /// Labels on the slices that can hold one.
    fn slice_labels(&self, xml: &mut Xml, series: &Series) {
        let Labels { values, shares, on_slices, .. } = &self.chart.labels;
        let format = if *shares && !values { "0%" } else { &self.format };
        xml.open("c:dLbls", &[]);
        for index in 0..series.values.len() {
            xml.open("c:dLbl", &[]);
            value(xml, "c:idx", &index);
            if let Some(color) = on_slices.get(index).copied().flatten() {
                // Words on marks are hard to read.
                let plate = hatch_of(series, index).and(series.colors.get(index)).copied();
                self.label(xml, format, color, plate);
                says(xml, "", *values, *shares);
            } else {
                value(xml, "c:delete", &1);
            }
            xml.close();
        }
        self.label(xml, format, PaletteRole::Base.into(), None);
        says(xml, "", *values, *shares);
        xml.close();
    }

    /// How labels look: the format of their figures, their colour and maybe a plate below them.
    fn label(&self, xml: &mut Xml, format: &str, color: Color, plate: Option<Color>) {
        xml.empty("c:numFmt", &[("formatCode", &format), ("sourceLinked", &0)]);
        xml.open("c:spPr", &[]);
        match plate {
            Some(plate) => self.scheme.solid(xml, plate),
            None => xml.empty("a:noFill", &[]),
        }
        form::line(self.scheme, xml, "a:ln", None);
        xml.close();
        self.text_in(xml, color, true);
    }

    fn figures(&self, xml: &mut Xml, index: usize, series: &Series) {
        let last = self.chart.categories.len() + 1;
        xml.open("c:cat", &[]);
        xml.open("c:strRef", &[]);
        xml.words("c:f", &[], &format!("{SHEET}!$A$2:$A${last}"));
        xml.open("c:strCache", &[]);
        value(xml, "c:ptCount", &self.chart.categories.len());
        for (place, category) in self.chart.categories.iter().enumerate() {
            xml.open("c:pt", &[("idx", &place)]);
            xml.words("c:v", &[], category);
            xml.close();
        }
        for _ in 0..3 {
            xml.close();
        }
        let letter = column(index + 1);
        xml.open("c:val", &[]);
        xml.open("c:numRef", &[]);
        xml.words("c:f", &[], &format!("{SHEET}!${letter}$2:${letter}${last}"));
        xml.open("c:numCache", &[]);
        xml.words("c:formatCode", &[], "General");
        value(xml, "c:ptCount", &self.chart.categories.len());
        for (place, figure) in series.values.iter().enumerate().take(self.chart.categories.len()) {
            if let Some(figure) = figure.filter(|figure| figure.is_finite()) {
                xml.open("c:pt", &[("idx", &place)]);
                xml.value("c:v", &figure);
                xml.close();
            }
        }
        for _ in 0..3 {
            xml.close();
        }
    }

    fn axes(&self, xml: &mut Xml) {
        let lying = self.chart.kind == ChartKind::Bars;
        // Categories run as the page does, and lying bars read from above.
        let mirrored = self.chart.direction.is_right_to_left();
        let (along, side) = if mirrored { ("maxMin", "r") } else { ("minMax", "l") };
        let zero = Stroke { color: PaletteRole::Muted.into(), width: Px(2.0), dash: None, round: false };
        xml.open("c:catAx", &[]);
        value(xml, "c:axId", &AXES.0);
        let (order, place) = if lying { ("maxMin", side) } else { (along, "b") };
        self.axis_head(xml, order, place, false);
        value(xml, "c:majorTickMark", &"none");
        value(xml, "c:minorTickMark", &"none");
        value(xml, "c:tickLblPos", &"low");
        xml.open("c:spPr", &[]);
        form::line(self.scheme, xml, "a:ln", Some(&zero));
        xml.close();
        self.text(xml);
        value(xml, "c:crossAx", &AXES.1);
        value(xml, "c:crosses", &"autoZero");
        value(xml, "c:auto", &0);
        value(xml, "c:lblAlgn", &"ctr");
        value(xml, "c:lblOffset", &100);
        value(xml, "c:noMultiLvlLbl", &1);
        xml.close();
        xml.open("c:valAx", &[]);
        value(xml, "c:axId", &AXES.1);
        let (order, place) = if lying { (along, "b") } else { ("minMax", side) };
        self.axis_head(xml, order, place, true);
        value(xml, "c:majorTickMark", &"none");
        value(xml, "c:minorTickMark", &"none");
        value(xml, "c:tickLblPos", &"nextTo");
        xml.open("c:spPr", &[]);
        form::line(self.scheme, xml, "a:ln", None);
        xml.close();
        self.text(xml);
        value(xml, "c:crossAx", &AXES.0);
        value(xml, "c:crosses", &if lying { "max" } else { "autoZero" });
        value(xml, "c:crossBetween", &"between");
        xml.close();
    }

    fn axis_head(&self, xml: &mut Xml, orientation: &str, side: &str, is_value: bool) {
        xml.open("c:scaling", &[]);
        value(xml, "c:orientation", &orientation);
        if is_value {
            self.zero(xml);
        }
        xml.close();
        value(xml, "c:delete", &0);
        value(xml, "c:axPos", &side);
        if is_value {
            let grid = Stroke { color: PaletteRole::Line.into(), width: Px(1.0), dash: None, round: false };
            xml.open("c:majorGridlines", &[]);
            xml.open("c:spPr", &[]);
            form::line(self.scheme, xml, "a:ln", Some(&grid));
            xml.close();
            xml.close();
        }
        let title = if is_value { self.chart.unit.trim() } else { self.chart.along.trim() };
        // A percent sign stands beside each figure.
        if !matches!(title, "" | "%") {
            self.axis_title(xml, title);
        }
        let format = if is_value { self.format.as_str() } else { "General" };
        xml.empty("c:numFmt", &[("formatCode", &format), ("sourceLinked", &0)]);
    }

    /// Keeps zero on the axis, where bars begin: left alone, office programs leave it out where figures are alike.
    fn zero(&self, xml: &mut Xml) {
        let is_above = |figure: f64| figure >= 0.0;
        let is_below = |figure: f64| figure <= 0.0;
        if figures(self.chart).all(is_above) {
            value(xml, "c:min", &0);
        } else if figures(self.chart).all(is_below) {
            value(xml, "c:max", &0);
        }
    }

    fn axis_title(&self, xml: &mut Xml, words: &str) {
        xml.open("c:title", &[]);
        xml.open("c:tx", &[]);
        xml.open("c:rich", &[]);
        xml.empty("a:bodyPr", &[]);
        xml.empty("a:lstStyle", &[]);
        xml.open("a:p", &[]);
        let look = (self.words.1, FontRole::Body);
        xml.open("a:pPr", &[]);
        plain_run(self.scheme, xml, "a:defRPr", self.words.0, false, look);
        xml.close();
        xml.open("a:r", &[]);
        plain_run(self.scheme, xml, "a:rPr", self.words.0, false, look);
        xml.words("a:t", &[], words);
        (0..4).for_each(|_| xml.close());
        value(xml, "c:overlay", &0);
        xml.close();
    }

    fn legend(&self, xml: &mut Xml) {
        xml.open("c:legend", &[]);
        value(xml, "c:legendPos", &if self.chart.kind == ChartKind::Ring { "r" } else { "b" });
        value(xml, "c:overlay", &0);
        self.text(xml);
        xml.close();
    }

    fn text(&self, xml: &mut Xml) {
        self.text_in(xml, self.words.1, false);
    }

    fn text_in(&self, xml: &mut Xml, color: Color, bold: bool) {
        xml.open("c:txPr", &[]);
        xml.empty("a:bodyPr", &[]);
        xml.empty("a:lstStyle", &[]);
        xml.open("a:p", &[]);
        xml.open("a:pPr", &[]);
        plain_run(self.scheme, xml, "a:defRPr", self.words.0, bold, (color, FontRole::Body));
        xml.close();
        xml.empty("a:endParaRPr", &[("lang", &"en-US")]);
        xml.close();
        xml.close();
    }
}

fn value(xml: &mut Xml, element: &str, value: &dyn std::fmt::Display) {
    xml.empty(element, &[("val", value)]);
}

/// Ends labels: where they stand, for charts that have a choice, and whether they say the value and the share.
fn says(xml: &mut Xml, place: &str, values: bool, shares: bool) {
    if !place.is_empty() {
        value(xml, "c:dLblPos", &place);
    }
    value(xml, "c:showLegendKey", &0);
    value(xml, "c:showVal", &i32::from(values));
    value(xml, "c:showCatName", &0);
    value(xml, "c:showSerName", &0);
    value(xml, "c:showPercent", &i32::from(shares));
    value(xml, "c:showBubbleSize", &0);
    if values && shares {
        xml.words("c:separator", &[], "\n");
    }
}

/// The pattern of a figure; none where colours do alone.
fn hatch_of(series: &Series, index: usize) -> Option<Hatch> {
    series.hatches.get(index).copied().flatten()
}

fn color_of(index: usize) -> Color {
    PaletteRole::Chart(u8::try_from(index % 250).unwrap_or_default()).into()
}

/// The letter of a column from 0.
fn column(index: usize) -> String {
    let letter = |index: usize| char::from(b'A' + u8::try_from(index % 26).unwrap_or_default());
    if index < 26 { letter(index).to_string() } else { format!("{}{}", letter(index / 26 - 1), letter(index)) }
}

/// The texts of a node and how they begin.
fn texts(node: &Node, found: &mut Vec<(String, RunStyle)>) {
    match &node.kind {
        Kind::Text(text) => {
            let style = text.paragraphs.first().and_then(|paragraph| paragraph.runs.first()).map(|run| run.style);
            found.extend(style.map(|style| (text.words(), style)));
        }
        Kind::Group(group) => group.nodes.iter().for_each(|node| texts(node, found)),
        _ => {}
    }
}

fn figures(chart: &Chart) -> impl Iterator<Item = f64> {
    chart.series.iter().flat_map(|series| series.values.iter().flatten()).copied().filter(|figure| figure.is_finite())
}

/// The format of figures: with what stands around their digits, and grouped where they are long.
fn number_format(chart: &Chart) -> String {
    let (before, after) = &chart.labels.around;
    let after = if after.is_empty() && chart.unit.trim() == "%" { "%" } else { after };
    let quoted = |words: &str| match words.replace('"', "") {
        words if words.is_empty() => words,
        words => format!("\"{words}\""),
    };
    let digits = if !chart.labels.grouped {
        "General"
    } else if figures(chart).all(|figure| figure.fract() == 0.0) {
        "#,##0"
    } else {
        "#,##0.00"
    };
    format!("{}{digits}{}", quoted(before), quoted(after))
}
