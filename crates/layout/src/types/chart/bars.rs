//! Bar charts: vertical for a few short names, horizontal for many or long ones.

use deck::{ChartData, Figure};
use scene::{Align, ChartKind, Px, Rect, VerticalAlign};

use super::axis::Axis;
use super::numerals::Numerals;
use super::{AXIS_LINE, BELOW, ChartStyle, color, figures, name_pen, put, tick_pen, wide, widest};
use crate::diagram::{filled, number, rounded, show_at};
use crate::finding::FindingKind;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

/// Maximum number of vertical bars.
const MOST_UPRIGHT: usize = 8;
/// The gap between two bars, as a fraction of a bar.
const GAP: f32 = 0.4;
/// Maximum width of a vertical and of a horizontal bar.
const MOST_WIDE: (f32, f32) = (200.0, 72.0);
/// Corner radius at the free end of a bar.
const RADIUS: f32 = 6.0;
/// Height of a value.
const VALUE_LINE: f32 = 34.0;
/// Maximum fraction of the width for the names of horizontal bars.
const NAMES: f32 = 0.32;

pub(super) fn draw(sheet: &mut Sheet<'_>, data: &ChartData, area: Rect) -> ChartStyle {
    let axis = Axis::over(&figures(data).collect::<Vec<_>>());
    let numerals = Numerals::of(&sheet.language, data);
    let ticks = axis.ticks(&numerals);
    let has_values = sheet.text("showValues") == "yes";
    let chart = Bars { data, axis, numerals, ticks, has_values };
    if let Some(plot) = chart.upright_plot(sheet, area) {
        ChartStyle { bar: chart.draw_upright(sheet, area, plot), ..ChartStyle::of(ChartKind::Columns) }
    } else {
        ChartStyle { bar: chart.draw_lying(sheet, area), ..ChartStyle::of(ChartKind::Bars) }
    }
}

struct Bars<'d> {
    data: &'d ChartData,
    axis: Axis,
    numerals: Numerals,
    ticks: Vec<(f32, String)>,
    has_values: bool,
}

/// The pen for values.
fn value_pen(sheet: &Sheet<'_>, size: f32) -> Pen {
    let mut pen = sheet.body().size(size).leading(1.3).stressed();
    pen.style = sheet.look.figures(pen.style);
    pen
}

/// Draws the title of an axis on a line.
pub(super) fn draw_title(sheet: &mut Sheet<'_>, field: &str, line: Rect, align: Align) {
    let pen = name_pen(sheet);
    let words = sheet.text(field);
    put(sheet, Some(field), &pen, words, line, (align, VerticalAlign::Top));
}

/// The plot area of a vertical chart, inside the space for ticks, titles and names.
pub(super) fn upright_plot_of(
    sheet: &mut Sheet<'_>,
    area: Rect,
    ticks: &[(f32, String)],
    (above, below): (f32, f32),
) -> Rect {
    let pen = tick_pen(sheet);
    let left = widest(sheet, &pen, ticks.iter().map(|(_, words)| words.as_str())) + 16.0;
    let title = |field: &str| if sheet.text(field).is_empty() { 0.0 } else { AXIS_LINE + 16.0 };
    // Half a line of the topmost tick label extends above the plot.
    let top = title("yLabel").max(above) + AXIS_LINE / 2.0;
    let bottom = title("xLabel") + below + BELOW;
    Rect::new(area.x.0 + left, area.y.0 + top, area.width.0 - left, area.height.0 - top - bottom)
}

/// Draws the grid, the ticks and the axis titles of a vertical chart.
pub(super) fn draw_upright_axis(sheet: &mut Sheet<'_>, area: Rect, plot: Rect, ticks: &[(f32, String)], zero: f32) {
    draw_title(sheet, "yLabel", Rect { height: Px(AXIS_LINE), ..area }, Align::Left);
    let pen = tick_pen(sheet);
    for (share, words) in ticks {
        let y = plot.bottom().0 - plot.height.0 * share;
        let is_zero = (share - zero).abs() < 0.001;
        let color = if is_zero { sheet.surface.muted } else { sheet.surface.line };
        let line =
            sheet.rect(plot.x.0, y - if is_zero { 1.0 } else { 0.5 }, plot.width.0, if is_zero { 2.0 } else { 1.0 });
        sheet.nodes.push(Sheet::shape(line, color, Px::ZERO));
        let frame = Rect::new(area.x.0, y - AXIS_LINE / 2.0, plot.x.0 - 16.0 - area.x.0, AXIS_LINE);
        put(sheet, None, &pen, words, frame, (Align::Right, VerticalAlign::Middle));
    }
    let line = Rect { y: area.bottom() - Px(AXIS_LINE), height: Px(AXIS_LINE), x: plot.x, width: plot.width };
    draw_title(sheet, "xLabel", line, Align::Center);
}

impl Bars<'_> {
    /// The value of each bar, with its index and name.
    fn figures(&self) -> impl Iterator<Item = (usize, &str, &Figure)> {
        let named = self.data.categories.iter().zip(&self.data.series[0].figures).enumerate();
        named.filter_map(|(index, (name, figure))| Some((index, name.as_str(), figure.as_ref()?)))
    }

    /// The value label of each bar.
    fn labels(&self) -> Vec<String> {
        self.figures().map(|(_, _, figure)| self.numerals.label(figure)).collect()
    }

    fn count(&self) -> f32 {
        number(self.data.categories.len())
    }

    /// The plot area of vertical bars; `None` when their names or values do not fit.
    fn upright_plot(&self, sheet: &mut Sheet<'_>, area: Rect) -> Option<Rect> {
        if self.data.categories.len() > MOST_UPRIGHT {
            return None;
        }
        let above = if self.has_values { VALUE_LINE } else { 0.0 };
        let plot = upright_plot_of(sheet, area, &self.ticks, (above, AXIS_LINE));
        let room = plot.width.0 / self.count() - 16.0;
        let pen = name_pen(sheet);
        let mut lines = 1;
        for name in &self.data.categories {
            let longest = widest(sheet, &pen, name.split_whitespace());
            let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(name)]);
            let own = block.lines(sheet.typesetter, BlockOptions::width(Px(room)));
            if longest > room || own > 2 {
                return None;
            }
            lines = lines.max(own);
        }
        if self.has_values {
            let pen = value_pen(sheet, 26.0);
            if widest(sheet, &pen, self.labels().iter().map(String::as_str)) > room + 8.0 {
                return None;
            }
        }
        let below = AXIS_LINE * number(lines);
        let deep = if self.has_values && figures(self.data).any(|value| value < 0.0) { VALUE_LINE } else { 0.0 };
        Some(upright_plot_of(sheet, area, &self.ticks, (above, below + deep)))
    }

    /// Draws vertical bars and returns their width as a fraction of a category's width.
    fn draw_upright(&self, sheet: &mut Sheet<'_>, area: Rect, plot: Rect) -> f32 {
        let zero = self.axis.share(0.0);
        draw_upright_axis(sheet, area, plot, &self.ticks, zero);
        let slot = plot.width.0 / self.count();
        let bar = (slot / (1.0 + GAP)).min(MOST_WIDE.0);
        let names = name_pen(sheet).color(sheet.surface.text);
        let has_title = !sheet.text("xLabel").is_empty();
        let below = area.bottom().0 - if has_title { AXIS_LINE + 16.0 } else { 0.0 };
        let values = value_pen(sheet, 26.0);
        let deep = if self.has_values && figures(self.data).any(|value| value < 0.0) { VALUE_LINE } else { 0.0 };
        for (index, name, figure) in self.figures() {
            let middle = plot.x.0 + slot * (number(index) + 0.5);
            let [from, to] = [zero, self.axis.share(figure.value)].map(|share| plot.bottom().0 - plot.height.0 * share);
            let frame = Rect::new(middle - bar / 2.0, from.min(to), bar, (from - to).abs().max(1.0));
            let start = sheet.nodes.len();
            let radii = if figure.value < 0.0 { [0.0, 0.0, RADIUS, RADIUS] } else { [RADIUS, RADIUS, 0.0, 0.0] };
            let node = filled(sheet, rounded(frame, radii), color(0));
            sheet.nodes.push(node);
            if self.has_values {
                let y = if figure.value < 0.0 { frame.bottom().0 + 2.0 } else { frame.y.0 - VALUE_LINE - 2.0 };
                let place = Rect::new(middle - slot / 2.0, y, slot, VALUE_LINE);
                let label = self.numerals.label(figure);
                put(sheet, Some("data"), &values, &label, place, (Align::Center, VerticalAlign::Middle));
            }
            show_at(sheet, start, figure.step);
            let top = plot.bottom().0 + BELOW + deep;
            let place = Rect::new(middle - slot / 2.0 + 8.0, top, slot - 16.0, below - top);
            put(sheet, Some("data"), &names, name, place, (Align::Center, VerticalAlign::Top));
        }
        bar / slot
    }

    /// Draws horizontal bars and returns their width as a fraction of a category's width.
    fn draw_lying(&self, sheet: &mut Sheet<'_>, area: Rect) -> f32 {
        let above = if sheet.text("xLabel").is_empty() { 0.0 } else { AXIS_LINE + 16.0 };
        let below = AXIS_LINE + BELOW + if sheet.text("yLabel").is_empty() { 0.0 } else { AXIS_LINE + 8.0 };
        let pitch = (area.height.0 - above - below) / self.count();
        // Where bars are close together, names are smaller, and some are left out.
        let size = if pitch >= 31.0 { 24.0 } else { 20.0 };
        let line = size * 1.3;
        let stride = (line / pitch).ceil().max(1.0);
        let names = name_pen(sheet).color(sheet.surface.text).size(size).leading(1.3);
        let most = area.width.0 * NAMES;
        let column = widest(sheet, &names, self.data.categories.iter().map(String::as_str)).min(most);
        let values = value_pen(sheet, if pitch >= 36.0 { 26.0 } else { 20.0 });
        let has_values = self.has_values && pitch >= 26.0;
        let labels = self.labels();
        let value = if has_values { widest(sheet, &values, labels.iter().map(String::as_str)) + 12.0 } else { 24.0 };
        let is_negative = figures(self.data).any(|value| value < 0.0);
        let left = area.x.0 + column + 20.0 + if is_negative && has_values { value } else { 0.0 };
        let plot = Rect::new(left, area.y.0 + above, area.right().0 - value - left, area.height.0 - above - below);
        draw_title(sheet, "xLabel", Rect { height: Px(AXIS_LINE), ..area }, Align::Left);
        self.draw_lying_axis(sheet, area, plot);
        if stride > 1.5 {
            sheet.report("data", FindingKind::Overflow);
        }
        let bar = (pitch / (1.0 + GAP)).min(MOST_WIDE.1);
        let zero = self.axis.share(0.0);
        for (index, name, figure) in self.figures() {
            let middle = plot.y.0 + pitch * (number(index) + 0.5);
            if number(index) % stride < 0.5 {
                // Names wrap only if two lines fit.
                let room = if pitch >= line * 2.0 + 8.0 { line * 2.0 } else { line };
                let place = Rect::new(area.x.0, middle - room / 2.0, column, room);
                put(sheet, Some("data"), &names, name, place, (Align::Right, VerticalAlign::Middle));
            }
            let [from, to] = [zero, self.axis.share(figure.value)].map(|share| plot.x.0 + plot.width.0 * share);
            let frame = Rect::new(from.min(to), middle - bar / 2.0, (from - to).abs().max(1.0), bar);
            let start = sheet.nodes.len();
            let radii = if figure.value < 0.0 { [RADIUS, 0.0, 0.0, RADIUS] } else { [0.0, RADIUS, RADIUS, 0.0] };
            let node = filled(sheet, rounded(frame, radii), color(0));
            sheet.nodes.push(node);
            if has_values {
                let label = self.numerals.label(figure);
                let wide = wide(sheet, &values, &label);
                let (x, align) = if figure.value < 0.0 {
                    (frame.x.0 - 10.0 - wide, Align::Right)
                } else {
                    (frame.right().0 + 10.0, Align::Left)
                };
                let place = Rect::new(x, middle - pitch.min(VALUE_LINE) / 2.0, wide, pitch.min(VALUE_LINE));
                put(sheet, Some("data"), &values, &label, place, (align, VerticalAlign::Middle));
            }
            show_at(sheet, start, figure.step);
        }
        bar / pitch
    }

    fn draw_lying_axis(&self, sheet: &mut Sheet<'_>, area: Rect, plot: Rect) {
        let pen = tick_pen(sheet);
        let zero = self.axis.share(0.0);
        let widest = widest(sheet, &pen, self.ticks.iter().map(|(_, words)| words.as_str()));
        let apart = plot.width.0 / number(self.ticks.len().saturating_sub(1).max(1));
        let stride = ((widest + 16.0) / apart).ceil().max(1.0);
        for (index, (share, words)) in self.ticks.iter().enumerate() {
            let x = plot.x.0 + plot.width.0 * share;
            let is_zero = (share - zero).abs() < 0.001;
            let color = if is_zero { sheet.surface.muted } else { sheet.surface.line };
            let thick = if is_zero { 2.0 } else { 1.0 };
            let line = sheet.rect(x - thick / 2.0, plot.y.0, thick, plot.height.0);
            sheet.nodes.push(Sheet::shape(line, color, Px::ZERO));
            if number(index) % stride < 0.5 {
                let wide = wide(sheet, &pen, words);
                let left = (x - wide / 2.0).clamp(area.x.0, (area.right().0 - wide).max(area.x.0));
                let frame = Rect::new(left, plot.bottom().0 + BELOW, wide, AXIS_LINE);
                put(sheet, None, &pen, words, frame, (Align::Center, VerticalAlign::Top));
            }
        }
        let line = Rect { y: area.bottom() - Px(AXIS_LINE), height: Px(AXIS_LINE), x: plot.x, width: plot.width };
        draw_title(sheet, "yLabel", line, Align::Center);
    }
}
