//! Lines, areas and points.

use scene::{ChartKind, ChartLine, ChartMark, ChartPaint, ChartSeries, Fill, Px, Stroke};

use super::{AXES, ChartWriter, color_of, hatch_of, write_value};
use crate::pptx::geometry;
use crate::pptx::units::whole;
use crate::pptx::xml::Xml;

impl ChartWriter<'_> {
    /// Writes points whose coordinates are the first two series.
    pub(super) fn scatter(&self, xml: &mut Xml) {
        let [x, y, ..] = &self.chart.series[..] else { return self.lines(xml) };
        xml.open("c:scatterChart", &[]);
        write_value(xml, "c:scatterStyle", &"lineMarker");
        write_value(xml, "c:varyColors", &0);
        self.open_series(xml, 1, 0);
        xml.open("c:spPr", &[]);
        geometry::write_line(self.scheme, xml, "a:ln", None);
        xml.close();
        if let Some(line) = self.look().lines.first() {
            self.marks(xml, line, y);
            self.page_labels(xml, 1, y);
        } else {
            let fill = y.colors.first().copied().unwrap_or_else(|| color_of(0));
            self.mark(xml, Some(&ChartMark { is_square: false, side: Px(24.0), fill, stroke: None }));
        }
        self.numbers(xml, "c:xVal", 0, x);
        self.numbers(xml, "c:yVal", 1, y);
        write_value(xml, "c:smooth", &0);
        xml.close();
        write_value(xml, "c:axId", &AXES.0);
        write_value(xml, "c:axId", &AXES.1);
        xml.close();
        self.scatter_axes(xml);
    }

    /// Writes filled areas, stacked or each from the base.
    pub(super) fn areas(&self, xml: &mut Xml) {
        let is_stacked = self.chart.kind == ChartKind::StackedArea;
        xml.open("c:areaChart", &[]);
        write_value(xml, "c:grouping", &if is_stacked { "stacked" } else { "standard" });
        write_value(xml, "c:varyColors", &0);
        for (position, index) in self.order().into_iter().enumerate() {
            let series = &self.chart.series[index];
            self.open_series(xml, index, position);
            match self.chart.area.filter(|_| !is_stacked) {
                Some(color) => self.fill(xml, color),
                None => self.paint(xml, &self.paints(index)[0]),
            }
            self.values(xml, index, series);
            xml.close();
        }
        write_value(xml, "c:axId", &AXES.0);
        write_value(xml, "c:axId", &AXES.1);
        xml.close();
        self.axes(xml);
    }

    /// Writes lines, with the filled area under one of them if there is one.
    pub(super) fn lines(&self, xml: &mut Xml) {
        xml.open("c:lineChart", &[]);
        write_value(xml, "c:grouping", &"standard");
        write_value(xml, "c:varyColors", &0);
        for index in 0..self.chart.series.len() {
            self.line_series(xml, index);
        }
        write_value(xml, "c:marker", &1);
        write_value(xml, "c:axId", &AXES.0);
        write_value(xml, "c:axId", &AXES.1);
        xml.close();
        self.area(xml);
        self.axes(xml);
    }

    /// Writes a series as a line.
    pub(super) fn line_series(&self, xml: &mut Xml, index: usize) {
        let series = &self.chart.series[index];
        self.open_series(xml, index, index);
        match self.look().lines.get(index) {
            Some(line) => {
                self.line_stroke(xml, line);
                self.marks(xml, line, series);
                self.page_labels(xml, index, series);
            }
            None => self.plain_line(xml, index, series),
        }
        self.values(xml, index, series);
        write_value(xml, "c:smooth", &0);
        xml.close();
    }

    fn line_stroke(&self, xml: &mut Xml, line: &ChartLine) {
        xml.open("c:spPr", &[]);
        geometry::write_line(self.scheme, xml, "a:ln", line.stroke.as_ref());
        xml.close();
    }

    /// Writes the default look of a line, for a chart whose look on the page is unknown.
    fn plain_line(&self, xml: &mut Xml, index: usize, series: &ChartSeries) {
        let color = series.colors.first().copied().unwrap_or_else(|| color_of(index));
        let is_hatched = hatch_of(series, 0).is_some();
        let dash = is_hatched.then_some((Px(20.0), Px(14.0)));
        let stroke = Stroke { color, width: Px(5.0), dash, round: true };
        self.line_stroke(xml, &ChartLine { stroke: Some(stroke), marks: Vec::new() });
        self.mark(xml, Some(&ChartMark { is_square: is_hatched, side: Px(14.0), fill: color, stroke: None }));
        self.labels(xml, series, if self.chart.direction.is_right_to_left() { "l" } else { "r" }, None);
    }

    /// Writes the marks of points: the most frequent one for the series, and the others for their points.
    fn marks(&self, xml: &mut Xml, line: &ChartLine, series: &ChartSeries) {
        // A mark covers the marks that were drawn before it.
        let mark_of = |point: usize| line.marks.iter().rev().find(|(index, _)| *index == point).map(|(_, mark)| mark);
        let points: Vec<(usize, Option<&ChartMark>)> = (0..series.values.len())
            .filter(|point| series.values[*point].is_some())
            .map(|point| (point, mark_of(point)))
            .collect();
        let frequency = |mark: Option<&ChartMark>| points.iter().filter(|(_, other)| *other == mark).count();
        let most_frequent = points.iter().rev().map(|(_, mark)| *mark).max_by_key(|mark| frequency(*mark)).flatten();
        self.mark(xml, most_frequent);
        for (point, mark) in points.into_iter().filter(|(_, mark)| *mark != most_frequent) {
            xml.open("c:dPt", &[]);
            write_value(xml, "c:idx", &point);
            self.mark(xml, mark);
            write_value(xml, "c:bubble3D", &0);
            // Without it, programs draw the line to this point in a colour of their own.
            self.line_stroke(xml, line);
            xml.close();
        }
    }

    fn mark(&self, xml: &mut Xml, mark: Option<&ChartMark>) {
        xml.open("c:marker", &[]);
        match mark {
            Some(mark) => {
                write_value(xml, "c:symbol", &if mark.is_square { "square" } else { "circle" });
                // The size is in points. Two pixels are a point.
                write_value(xml, "c:size", &whole(f64::from(mark.side.0) / 2.0).clamp(2, 72));
                self.paint(xml, &ChartPaint { fill: Fill::Solid(mark.fill), stroke: mark.stroke });
            }
            None => write_value(xml, "c:symbol", &"none"),
        }
        xml.close();
    }

    /// The index of the series with a filled area under its line, and the fill. `None` also when a value is missing,
    /// because office programs would draw it as zero.
    pub(super) fn filled_line(&self) -> Option<(usize, Fill)> {
        let (index, fill) = match (&self.look().area, self.chart.area) {
            (Some((index, fill)), _) => (*index, fill.clone()),
            (None, Some(color)) if self.chart.look.is_none() && self.chart.series.len() == 1 => (0, Fill::Solid(color)),
            _ => return None,
        };
        self.chart.series[index].values.iter().all(Option::is_some).then_some((index, fill))
    }

    /// Writes the filled area under a line: the same values once more.
    fn area(&self, xml: &mut Xml) {
        let Some((index, fill)) = self.filled_line() else { return };
        let series = &self.chart.series[index];
        xml.open("c:areaChart", &[]);
        write_value(xml, "c:grouping", &"standard");
        write_value(xml, "c:varyColors", &0);
        self.open_series(xml, index, self.chart.series.len());
        self.paint(xml, &ChartPaint { fill, stroke: None });
        self.values(xml, index, series);
        xml.close();
        write_value(xml, "c:axId", &AXES.0);
        write_value(xml, "c:axId", &AXES.1);
        xml.close();
    }
}
