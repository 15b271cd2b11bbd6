//! Doughnut charts with a legend.

use std::f32::consts::TAU;

use deck::{ChartData, Figure};
use scene::{Align, ChartKind, Color, Node, NodeKind, Path, Px, Rect, Shape, ShapeForm, Stroke, VerticalAlign};

use super::numerals::Numerals;
use super::{ChartStyle, figures, fill, hatch, put, slice_color, slice_labels, wide, widest};
use crate::diagram::{Ellipse, number, painted, show_at};
use crate::finding::FindingKind;
use crate::sheet::Sheet;
use crate::surface::text_color_on;

/// The middle of the ring beside a legend, and without one.
const MIDDLE: (f32, f32) = (620.0, 960.0);
/// Maximum outer radius, and the inner radius as a fraction of it.
const RADIUS: (f32, f32) = (300.0, 0.56);
/// Left edge of the legend.
const LEGEND: f32 = 1120.0;
/// Minimum fraction of a slice with a label.
const LABELLED: f64 = 0.08;
/// Font sizes of the legend, each with the height of a row it needs.
const SIZES: [(f32, f32); 3] = [(28.0, 48.0), (24.0, 38.0), (20.0, 28.0)];
/// Maximum height of a row of the legend.
const MOST_ROW: f32 = 64.0;

struct Ring<'d> {
    data: &'d ChartData,
    numerals: Numerals,
    total: f64,
    /// Whether the labels of slices show the value and the percentage.
    says: (bool, bool),
}

pub(super) fn draw(sheet: &mut Sheet<'_>, data: &ChartData, area: Rect) -> ChartStyle {
    let says = slice_labels(sheet);
    let ring = Ring { data, numerals: Numerals::of(&sheet.language, data), total: figures(data).sum(), says };
    let has_legend = sheet.text("showLegend") != "no";
    let middle = if has_legend { MIDDLE.0 } else { MIDDLE.1 };
    let on_slices = ring.draw_slices(sheet, area, middle);
    if has_legend {
        // If any slice is too small for its percentage, the legend shows all percentages.
        let is_labelled = ring.slices().all(|(index, _, _)| on_slices[index].is_some());
        ring.draw_legend(sheet, area, says.1 && !is_labelled);
    }
    ChartStyle { on_slices, ..ChartStyle::of(ChartKind::Ring) }
}

impl Ring<'_> {
    fn slices(&self) -> impl Iterator<Item = (usize, &str, &Figure)> {
        let named = self.data.categories.iter().zip(&self.data.series[0].figures).enumerate();
        named.filter_map(|(index, (name, figure))| Some((index, name.as_str(), figure.as_ref()?)))
    }

    fn share(&self, figure: &Figure) -> f64 {
        figure.value / self.total
    }

    /// Draws the slices with their labels and returns the label colours; `None` for a slice without a label.
    fn draw_slices(&self, sheet: &mut Sheet<'_>, area: Rect, middle: f32) -> Vec<Option<Color>> {
        let radius = RADIUS.0.min(area.height.0 / 2.0);
        let y = area.center().y.0;
        let outer = Ellipse::circle(middle, y, radius);
        let inner = Ellipse::circle(middle, y, radius * RADIUS.1);
        let between = Ellipse::circle(middle, y, radius * f32::midpoint(1.0, RADIUS.1));
        let page = sheet.surface.ground.rgb(sheet.look);
        let mut labels = vec![None; self.data.categories.len()];
        let mut from = 0.0;
        for (index, _, figure) in self.slices() {
            let share = self.share(figure);
            #[expect(clippy::cast_possible_truncation, reason = "a part of a turn")]
            let until = from + share as f32 * TAU;
            if share <= 0.0 {
                continue;
            }
            let start = sheet.nodes.len();
            let mut node = painted(sheet, slice(outer, inner, from, until), fill(sheet, index));
            if share < 0.9999
                && let NodeKind::Shape(shape) = &mut node.kind
            {
                // A line in the page colour separates neighbours even if their colours are similar.
                shape.stroke = Some(Stroke { color: page.into(), width: Px(3.0), dash: None, round: true });
            }
            sheet.nodes.push(node);
            let middle = between.at(f32::midpoint(from, until));
            labels[index] = self.draw_label(sheet, figure, index, middle, radius * (1.0 - RADIUS.1));
            show_at(sheet, start, figure.step);
            from = until;
        }
        labels
    }

    /// Draws the label of a slice and returns its colour; `None` when there is no label or it does not fit.
    fn draw_label(
        &self,
        sheet: &mut Sheet<'_>,
        figure: &Figure,
        index: usize,
        at: (f32, f32),
        thickness: f32,
    ) -> Option<Color> {
        let share = self.share(figure);
        let words = match self.says {
            (false, false) => return None,
            (true, false) => self.numerals.label(figure),
            (false, true) => self.numerals.percent(share),
            (true, true) => format!("{}\n{}", self.numerals.label(figure), self.numerals.percent(share)),
        };
        let color = slice_color(sheet, index);
        let text_color = text_color_on(&sheet.look.palette, sheet.look.palette.rgb(color));
        let mut pen = sheet.body().size(24.0).leading(1.2).stressed().color(text_color);
        pen.style = sheet.look.figures(pen.style);
        let wide = widest(sheet, &pen, words.lines());
        let high = 24.0 * 1.2 * number(words.lines().count());
        if share <= LABELLED || wide > thickness - 12.0 {
            return None;
        }
        let frame = Rect::new(at.0 - wide / 2.0, at.1 - high / 2.0, wide, high);
        if hatch(sheet, index).is_some() {
            // Text on a pattern is hard to read, so it gets a background in the slice's colour.
            let plate = frame.inset(Px(-8.0));
            let plate = sheet.rect(plate.x.0, plate.y.0, plate.width.0, plate.height.0);
            sheet.nodes.push(Sheet::shape(plate, color, Px(8.0)));
        }
        put(sheet, Some("data"), &pen, &words, frame, (Align::Center, VerticalAlign::Middle));
        Some(text_color)
    }

    /// The legend text of a value: the value, optionally with its percentage.
    fn legend_text(&self, figure: &Figure, has_share: bool) -> String {
        let label = self.numerals.label(figure);
        if has_share { format!("{label} ({})", self.numerals.percent(self.share(figure))) } else { label }
    }

    fn draw_legend(&self, sheet: &mut Sheet<'_>, area: Rect, has_shares: bool) {
        let count = self.data.categories.len();
        let pitch = (area.height.0 / number(count)).min(MOST_ROW);
        let fitting = SIZES.into_iter().find(|(_, row)| *row <= pitch);
        let (size, row) = fitting.map_or(SIZES[2], |(size, _)| (size, pitch));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few dozen")]
        let room = (area.height.0 / row).floor() as usize;
        let shown = if fitting.is_some() { count } else { room.saturating_sub(1) };
        let names = sheet.body().size(size).leading(1.3);
        let mut values = names.clone().stressed();
        values.style = sheet.look.figures(values.style);
        let rows: Vec<(usize, &str, String, usize)> = self
            .slices()
            .take(shown)
            .map(|(index, name, figure)| (index, name, self.legend_text(figure, has_shares), figure.step))
            .collect();
        let swatch = size * 0.8;
        let left = LEGEND + swatch + 16.0;
        let all = area.right().0 - left;
        let value_width = widest(sheet, &values, rows.iter().map(|(_, _, value, _)| value.as_str())).min(all / 2.0);
        let name_width = widest(sheet, &names, rows.iter().map(|(_, name, _, _)| *name)).min(all - value_width - 32.0);
        let lines = if fitting.is_some() { count } else { room };
        let top = area.center().y.0 - row * number(lines) / 2.0;
        for (place, (index, name, value, step)) in rows.iter().enumerate() {
            let start = sheet.nodes.len();
            let y = top + row * number(place);
            let square = sheet.rect(LEGEND, y + (row - swatch) / 2.0, swatch, swatch);
            let form = ShapeForm::Rect { radius: Px(5.0) };
            let shape = Shape { form, fill: Some(fill(sheet, *index)), stroke: None, shadow: None };
            sheet.nodes.push(Node::decoration(square, NodeKind::Shape(shape)));
            let line = size * 1.3;
            let frame = Rect::new(left, y + (row - line) / 2.0, name_width, line);
            put(sheet, Some("data"), &names, name, frame, (Align::Left, VerticalAlign::Middle));
            let frame = Rect::new(left + name_width + 32.0, frame.y.0, value_width, line);
            put(sheet, Some("data"), &values, value, frame, (Align::Right, VerticalAlign::Middle));
            show_at(sheet, start, *step);
        }
        if shown < count {
            sheet.report("data", FindingKind::Overflow);
            let more = sheet.counted_text(("moreRow", "moreRows"), count - shown);
            let pen = names.color(sheet.surface.muted);
            let wide = wide(sheet, &pen, &more).min(all);
            let frame = Rect::new(left, top + row * number(shown), wide, row);
            put(sheet, None, &pen, &more, frame, (Align::Left, VerticalAlign::Middle));
        }
    }
}

/// The path of a slice between two angles; a full ring is two circles.
fn slice(outer: Ellipse, inner: Ellipse, from: f32, until: f32) -> Path {
    let [a, c, d] = [outer.at(from), inner.at(until), inner.at(from)];
    if until - from > TAU * 0.9999 {
        let path = outer.arc(Path::default().to(a.0, a.1), from, until).close();
        let mut path = inner.arc(path.to(d.0, d.1), from, until).close();
        path.even_odd = true;
        return path;
    }
    let path = outer.arc(Path::default().to(a.0, a.1), from, until);
    inner.arc(path.line(c.0, c.1), until, from).close()
}
