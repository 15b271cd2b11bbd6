//! Everything around a plot: axes, their titles, the legend, and the position of the plot.

use scene::{ChartKind, ChartRange, FontRole, NumberFormat, PaletteRole, Px, Rect, Stroke};

use super::labels::share;
use super::{AXES, ChartWriter, SECOND_AXES, numbers, write_value};
use crate::pptx::geometry;
use crate::pptx::text::write_run_properties;
use crate::pptx::xml::Xml;

/// Which axis is written, and its range of values if the page has one.
struct Axis {
    range: Option<ChartRange>,
    is_value: bool,
    is_hidden: bool,
}

impl ChartWriter<'_> {
    /// Writes the position of the plot as on the page, or leaves it to the office program.
    pub(super) fn plot_layout(&self, xml: &mut Xml) {
        match &self.chart.look {
            Some(look) => self.layout(xml, look.plot, true),
            None => xml.empty("c:layout", &[]),
        }
    }

    /// Writes the position of the plot or the legend as shares of the frame of the chart.
    fn layout(&self, xml: &mut Xml, frame: Rect, is_plot: bool) {
        let chart_frame = self.frame;
        xml.open("c:layout", &[]);
        xml.open("c:manualLayout", &[]);
        if is_plot {
            write_value(xml, "c:layoutTarget", &"inner");
        }
        write_value(xml, "c:xMode", &"edge");
        write_value(xml, "c:yMode", &"edge");
        // Programs ignore a frame that starts outside of the chart.
        write_value(xml, "c:x", &share(((frame.x - chart_frame.x) / chart_frame.width).max(0.0)));
        write_value(xml, "c:y", &share(((frame.y - chart_frame.y) / chart_frame.height).max(0.0)));
        write_value(xml, "c:w", &share(frame.width / chart_frame.width));
        write_value(xml, "c:h", &share(frame.height / chart_frame.height));
        xml.close();
        xml.close();
    }

    /// Writes the axes, and those of a line with a scale of its own.
    pub(super) fn axes(&self, xml: &mut Xml) {
        let range = self.chart.look.as_ref().map(|look| look.range);
        let is_hidden = match &self.chart.look {
            Some(look) => look.ticks.is_none(),
            None => self.chart.labels.hides_axis,
        };
        self.axis_pair(xml, AXES, range, is_hidden, false);
        if let Some(second) = self.second_range() {
            self.axis_pair(xml, SECOND_AXES, Some(second), true, true);
        }
    }

    /// The range of values of a line with a scale of its own in a combined chart; `None` without one.
    pub(super) fn second_range(&self) -> Option<ChartRange> {
        self.chart.look.as_ref().filter(|_| self.chart.kind == ChartKind::Combo).and_then(|look| look.second)
    }

    /// Writes a category axis and a value axis.
    fn axis_pair(
        &self,
        xml: &mut Xml,
        ids: (u32, u32),
        range: Option<ChartRange>,
        hides_values: bool,
        hides_names: bool,
    ) {
        let is_horizontal = self.chart.kind.is_horizontal();
        // Categories follow the direction of the page; horizontal bars are ordered from top to bottom.
        let is_mirrored = self.chart.direction.is_right_to_left();
        let (category_order, side) = if is_mirrored { ("maxMin", "r") } else { ("minMax", "l") };
        let look = self.chart.look.as_deref();
        xml.open("c:catAx", &[]);
        write_value(xml, "c:axId", &ids.0);
        let (order, position) = if is_horizontal { ("maxMin", side) } else { (category_order, "b") };
        let axis = Axis { range: None, is_value: false, is_hidden: hides_names };
        self.open_axis(xml, &axis, order, position);
        write_value(xml, "c:majorTickMark", &"none");
        write_value(xml, "c:minorTickMark", &"none");
        write_value(xml, "c:tickLblPos", &"low");
        xml.open("c:spPr", &[]);
        let zero = Stroke { color: PaletteRole::Muted.into(), width: Px(2.0), dash: None, round: false };
        geometry::write_line(self.scheme, xml, "a:ln", look.map_or(Some(&zero), |look| look.zero.as_ref()));
        xml.close();
        let names = look.and_then(|look| look.names);
        match names {
            Some((style, stride)) => self.styled_names(xml, style, stride == 1),
            None => self.default_text_properties(xml),
        }
        write_value(xml, "c:crossAx", &ids.1);
        write_value(xml, "c:crosses", &"autoZero");
        write_value(xml, "c:auto", &0);
        write_value(xml, "c:lblAlgn", &"ctr");
        write_value(xml, "c:lblOffset", &100);
        if let Some((_, stride)) = names {
            write_value(xml, "c:tickLblSkip", &stride);
            write_value(xml, "c:tickMarkSkip", &stride);
        }
        write_value(xml, "c:noMultiLvlLbl", &1);
        xml.close();
        xml.open("c:valAx", &[]);
        write_value(xml, "c:axId", &ids.1);
        let (order, position) = if is_horizontal { (category_order, "b") } else { ("minMax", side) };
        // LibreOffice ignores the scale of a deleted axis, so a second axis is not deleted: only its labels and line
        // are hidden.
        let axis = Axis { range, is_value: true, is_hidden: hides_values && !hides_names };
        self.open_axis(xml, &axis, order, position);
        write_value(xml, "c:majorTickMark", &"none");
        write_value(xml, "c:minorTickMark", &"none");
        write_value(xml, "c:tickLblPos", &if hides_names { "none" } else { "nextTo" });
        xml.open("c:spPr", &[]);
        geometry::write_line(self.scheme, xml, "a:ln", None);
        xml.close();
        self.tick_text(xml);
        write_value(xml, "c:crossAx", &ids.0);
        write_value(xml, "c:crosses", &if is_horizontal || hides_names { "max" } else { "autoZero" });
        let is_at_points = look.is_some()
            && self.chart.categories.len() > 1
            && matches!(self.chart.kind, ChartKind::Line | ChartKind::Area | ChartKind::StackedArea);
        write_value(xml, "c:crossBetween", &if is_at_points { "midCat" } else { "between" });
        self.major_unit(xml, range);
        xml.close();
    }

    /// Writes the distance between ticks.
    fn major_unit(&self, xml: &mut Xml, range: Option<ChartRange>) {
        if let Some(range) = range.filter(|range| range.step > 0.0) {
            write_value(xml, "c:majorUnit", &(if self.is_full() { range.step / 100.0 } else { range.step }));
        }
    }

    /// Writes the axes of a scatter chart, which both have values.
    pub(super) fn scatter_axes(&self, xml: &mut Xml) {
        let (order, side) = if self.chart.direction.is_right_to_left() { ("maxMin", "r") } else { ("minMax", "l") };
        let look = self.chart.look.as_deref();
        for is_value in [false, true] {
            let range = look.and_then(|look| if is_value { Some(look.range) } else { look.across });
            let ids = if is_value { (AXES.1, AXES.0) } else { AXES };
            xml.open("c:valAx", &[]);
            write_value(xml, "c:axId", &ids.0);
            let axis = Axis { range, is_value, is_hidden: false };
            let (order, position) = if is_value { ("minMax", side) } else { (order, "b") };
            self.open_axis(xml, &axis, order, position);
            write_value(xml, "c:majorTickMark", &"none");
            write_value(xml, "c:minorTickMark", &"none");
            write_value(xml, "c:tickLblPos", &"low");
            xml.open("c:spPr", &[]);
            let line = Stroke { color: PaletteRole::Muted.into(), width: Px(2.0), dash: None, round: false };
            let line = look.map_or(Some(line), |look| look.zero);
            geometry::write_line(self.scheme, xml, "a:ln", line.as_ref().filter(|_| !is_value));
            xml.close();
            self.tick_text(xml);
            write_value(xml, "c:crossAx", &ids.1);
            write_value(xml, "c:crosses", &"autoZero");
            write_value(xml, "c:crossBetween", &"midCat");
            self.major_unit(xml, range);
            xml.close();
        }
    }

    /// Writes the text style of the ticks.
    fn tick_text(&self, xml: &mut Xml) {
        match self.chart.look.as_ref().and_then(|look| look.ticks.as_ref()) {
            Some((style, _)) => self.styled_names(xml, *style, true),
            None => self.default_text_properties(xml),
        }
    }

    /// Writes what axes of values and of categories have in common, up to the number format.
    fn open_axis(&self, xml: &mut Xml, axis: &Axis, orientation: &str, side: &str) {
        let Axis { is_value, is_hidden, range, .. } = axis;
        let look = self.chart.look.as_deref();
        xml.open("c:scaling", &[]);
        write_value(xml, "c:orientation", &orientation);
        match range {
            // On an axis of shares, office programs expect fractions of 1 instead of percent.
            Some(range) if self.is_full() => {
                write_value(xml, "c:max", &(range.high / 100.0));
                write_value(xml, "c:min", &(range.low / 100.0));
            }
            Some(range) if range.high > range.low => {
                write_value(xml, "c:max", &range.high);
                write_value(xml, "c:min", &range.low);
            }
            _ if *is_value => self.start_at_zero(xml),
            _ => {}
        }
        xml.close();
        write_value(xml, "c:delete", &i32::from(*is_hidden));
        write_value(xml, "c:axPos", &side);
        let hairline = Stroke { color: PaletteRole::Line.into(), width: Px(1.0), dash: None, round: false };
        let grid = match look {
            _ if *is_hidden || *range == look.and_then(|look| look.second) && range.is_some() => None,
            None => is_value.then_some(hairline),
            Some(look) if *is_value => look.grid,
            Some(look) => look.category_grid,
        };
        if let Some(grid) = &grid {
            xml.open("c:majorGridlines", &[]);
            xml.open("c:spPr", &[]);
            geometry::write_line(self.scheme, xml, "a:ln", Some(grid));
            xml.close();
            xml.close();
        }
        let title = if *is_value { self.chart.unit.trim() } else { self.chart.category_title.trim() };
        // Each number already has a percent sign. If the chart has a look, its titles are separate shapes.
        if !matches!(title, "" | "%") && look.is_none() {
            self.axis_title(xml, title);
        }
        let ticks = look.and_then(|look| look.ticks.as_ref());
        let format = match (ticks, range) {
            (_, None) if !is_value => "General".to_owned(),
            (None, _) => self.number_format.clone(),
            (Some(_), _) if self.is_full() => "0%".to_owned(),
            (Some((_, format)), _) if *is_value => self.code(&self.tick_format(format)),
            (Some(_), range) => self.code(&NumberFormat { decimals: decimals(*range), ..NumberFormat::default() }),
        };
        xml.empty("c:numFmt", &[("formatCode", &format), ("sourceLinked", &0)]);
    }

    /// The number format of ticks beside a plot, with a space towards the plot, which is wider if points can be on the
    /// edge of the plot.
    fn tick_format(&self, format: &NumberFormat) -> NumberFormat {
        let space = match self.chart.kind {
            _ if self.chart.kind.is_horizontal() => "",
            ChartKind::Line | ChartKind::Area | ChartKind::StackedArea => "\u{2003}",
            _ => "\u{2002}",
        };
        let is_mirrored = self.chart.direction.is_right_to_left();
        let NumberFormat { before, after, .. } = format;
        if is_mirrored {
            NumberFormat { before: format!("{space}{before}"), ..format.clone() }
        } else {
            NumberFormat { after: format!("{after}{space}"), ..format.clone() }
        }
    }

    /// Whether the values of a category are drawn as shares of their sum.
    fn is_full(&self) -> bool {
        matches!(self.chart.kind, ChartKind::FullColumns | ChartKind::FullBars)
    }

    /// Writes the low end of the axis if the page gives one. Otherwise makes the axis begin or end at zero, unless
    /// values have both signs: by default, office programs omit zero when the values are similar.
    fn start_at_zero(&self, xml: &mut Xml) {
        if let Some(low) = self.chart.labels.low {
            write_value(xml, "c:min", &low);
        } else if numbers(self.chart).all(|number| number >= 0.0) {
            write_value(xml, "c:min", &0);
        } else if numbers(self.chart).all(|number| number <= 0.0) {
            write_value(xml, "c:max", &0);
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
        write_run_properties(self.scheme, xml, "a:defRPr", self.text_style.0, false, look);
        xml.close();
        xml.open("a:r", &[]);
        write_run_properties(self.scheme, xml, "a:rPr", self.text_style.0, false, look);
        xml.text("a:t", &[], title);
        (0..4).for_each(|_| xml.close());
        write_value(xml, "c:overlay", &0);
        xml.close();
    }

    /// Writes the legend if the page has one.
    pub(super) fn legend(&self, xml: &mut Xml) {
        let is_whole = matches!(self.chart.kind, ChartKind::Ring | ChartKind::Pie);
        let (key, position) = match &self.chart.look {
            Some(look) => match look.key {
                Some(key) => (Some(key), "t"),
                None => return,
            },
            None if self.chart.labels.names => (None, if is_whole { "r" } else { "b" }),
            None => return,
        };
        xml.open("c:legend", &[]);
        write_value(xml, "c:legendPos", &position);
        // Series without a name of their own are not in the legend.
        for index in self.chart.series.len()..self.drawn_series() {
            xml.open("c:legendEntry", &[]);
            write_value(xml, "c:idx", &index);
            write_value(xml, "c:delete", &1);
            xml.close();
        }
        if let Some((frame, _)) = key {
            self.layout(xml, frame, false);
        }
        write_value(xml, "c:overlay", &0);
        match key {
            Some((_, style)) => self.styled_names(xml, style, true),
            None => self.default_text_properties(xml),
        }
        xml.close();
    }

    /// The number of series that are drawn: those of the data, the totals, and the area under a line.
    fn drawn_series(&self) -> usize {
        let Some(look) = &self.chart.look else { return self.chart.series.len() };
        self.chart.series.len() + usize::from(look.totals.is_some()) + usize::from(self.filled_line().is_some())
    }

    pub(super) fn default_text_properties(&self, xml: &mut Xml) {
        self.text_properties(xml, self.text_style.1, false);
    }
}

/// The number of decimals of the ticks of an axis.
fn decimals(range: Option<ChartRange>) -> usize {
    let step = range.map_or(1.0, |range| range.step);
    (0..6)
        .find(|decimals| (step * 10_f64.powi(*decimals)).fract().abs() < 1e-6)
        .map_or(0, |decimals| usize::try_from(decimals).unwrap_or_default())
}
