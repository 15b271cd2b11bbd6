//! What charts with a value axis share: scale, axis, base line, key, and names under a plot.

use deck::voice::{ChartGrid, ChartJoin};
use scene::{Align, Color, Fill, Node, NodeKind, Path, Px, Rect, Shape, ShapeForm, Stroke, VerticalAlign};

use super::axis::Axis;
use super::native::hairline;
use super::numerals::Numerals;
use super::tones::Paint;
use super::{ChartContext, TICK, name_pen, put, text_height, text_width, tick_pen, value_pen, widest};
use crate::diagram::{drawn, number, rounded, stroked};
use crate::fit::largest;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

/// Thickness of the zero line, and of the base line of a voice with a heavy one.
const ZERO: (f32, f32) = (4.0, 8.0);
/// Strides that are tried, in order: every how many categories a name is printed.
const STRIDES: [usize; 11] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 24];
/// Space between names on one line.
const BETWEEN_NAMES: f32 = 30.0;
/// Size of a swatch in a key, and of the names beside it.
const KEY: (f32, f32) = (30.0, 40.0);
/// Height of a key.
pub(super) const KEY_LINE: f32 = 64.0;

/// Values between two positions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    pub(super) low: f64,
    pub(super) high: f64,
    /// Position of the lowest and of the highest value.
    pub(super) from: f32,
    pub(super) to: f32,
}

impl Scale {
    /// The scale of some values and zero.
    pub(super) fn over(values: &[f64], from: f32, to: f32) -> Scale {
        let low = values.iter().copied().fold(0.0, f64::min);
        let high = values.iter().copied().fold(0.0, f64::max);
        let high = if high > low { high } else { low + 1.0 };
        Scale { low, high, from, to }
    }

    /// The value at a position.
    pub(super) fn value_at(&self, position: f32) -> f64 {
        // The ends are exact, so that a tick there is drawn.
        if (position - self.from).abs() < 0.05 {
            return self.low;
        }
        if (position - self.to).abs() < 0.05 {
            return self.high;
        }
        let share = f64::from((position - self.from) / (self.to - self.from));
        self.low + (self.high - self.low) * share
    }

    /// The position of a value.
    pub(super) fn at(&self, value: f64) -> f32 {
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
        let share = ((value - self.low) / (self.high - self.low)) as f32;
        self.from + (self.to - self.from) * share
    }
}

/// The positions of the categories of a plot: the middles of equal slots.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slots {
    pub(super) x: f32,
    pub(super) width: f32,
}

impl Slots {
    /// The middle of the slot of a category.
    pub(super) fn middle(self, index: usize) -> f32 {
        self.x + self.width * (number(index) + 0.5)
    }
}

/// Draws the titles of the axes, one above the plot and one at the right end below it. Returns the area between them.
pub(super) fn draw_axis_titles(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect) -> Rect {
    let start = sheet.nodes.len();
    let pen = tick_pen(sheet).stressed();
    let mut inner = area;
    if !sheet.text("yLabel").is_empty() {
        let line = Rect { height: Px(TICK.1), ..area };
        let words = sheet.text("yLabel");
        put(sheet, Some("yLabel"), &pen, words, line, (Align::Left, VerticalAlign::Top));
        inner.y += Px(TICK.1 + 8.0);
        inner.height -= Px(TICK.1 + 8.0);
    }
    if !sheet.text("xLabel").is_empty() {
        let line = Rect { y: area.bottom() - Px(TICK.1), height: Px(TICK.1), ..area };
        let words = sheet.text("xLabel");
        put(sheet, Some("xLabel"), &pen, words, line, (Align::Right, VerticalAlign::Bottom));
        inner.height -= Px(TICK.1);
    }
    context.mark_beside_native(sheet, start);
    inner
}

/// Width of the tick labels at the left of a value axis.
pub(super) fn tick_room(sheet: &mut Sheet<'_>, numerals: &Numerals, axis: &Axis) -> f32 {
    let pen = tick_pen(sheet);
    let ticks = axis.ticks(numerals);
    widest(sheet, &pen, ticks.iter().map(|(_, words)| words.as_str())) + 16.0
}

/// Draws ticks and hairlines at the left of a plot, and the base line.
pub(super) fn draw_axis(
    sheet: &mut Sheet<'_>,
    context: &ChartContext<'_>,
    numerals: &Numerals,
    (plot, left): (Rect, f32),
    axis: &Axis,
) {
    let pen = tick_pen(sheet);
    let grid = sheet.look.voice.chart.grid;
    let has_lines = matches!(grid, ChartGrid::Hairlines | ChartGrid::Full);
    let base = axis.raised_base();
    {
        let mut look = context.native.edit();
        look.ticks = Some((pen.style, numerals.format(axis.decimals())));
        look.grid = has_lines.then(|| hairline(sheet));
    }
    for (index, (share, words)) in axis.ticks(numerals).into_iter().enumerate() {
        let y = plot.bottom().0 - plot.height.0 * share;
        if has_lines {
            let line = sheet.rect(plot.x.0, y - 0.75, plot.width.0, 1.5);
            sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
        }
        // The first tick of an axis that does not start at zero is emphasized.
        let is_raised_base = index == 0 && base.is_some();
        let pen = if is_raised_base { pen.clone().stressed().color(sheet.surface.text) } else { pen.clone() };
        let frame = Rect::new(left, y - TICK.1 / 2.0, plot.x.0 - 16.0 - left, TICK.1);
        put(sheet, None, &pen, &words, frame, (Align::Right, VerticalAlign::Middle));
    }
    if base.is_some() {
        let start = sheet.nodes.len();
        draw_break(sheet, plot);
        context.mark_beside_native(sheet, start);
    } else {
        draw_zero(sheet, context, (plot.x.0, plot.width.0), plot.bottom().0 - plot.height.0 * axis.share(0.0));
    }
}

/// Draws the base of an axis that does not start at zero: a thin line with a break.
fn draw_break(sheet: &mut Sheet<'_>, plot: Rect) {
    let (x, y) = (plot.x.0, plot.bottom().0);
    let stroke = Stroke { color: sheet.surface.muted, width: Px(3.0), dash: None, round: false };
    let path = Path::default()
        .to(x, y)
        .line(x + 14.0, y)
        .line(x + 22.0, y - 14.0)
        .line(x + 34.0, y + 14.0)
        .line(x + 42.0, y)
        .line(plot.right().0, y);
    let node = stroked(sheet, path, stroke);
    sheet.nodes.push(node);
}

/// Draws the zero line.
pub(super) fn draw_zero(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, (x, width): (f32, f32), y: f32) {
    let is_heavy = sheet.look.voice.chart.grid == ChartGrid::Baseline;
    let thick = if is_heavy { ZERO.1 } else { ZERO.0 };
    let stroke = Stroke { color: sheet.surface.text, width: Px(thick), dash: None, round: false };
    context.native.edit().zero = Some(stroke);
    let line = sheet.rect(x, y - thick / 2.0, width, thick);
    sheet.nodes.push(Sheet::shape(line, sheet.surface.text, Px::ZERO));
}

/// The side of a bar that is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FreeEnd {
    Top,
    Right,
    Bottom,
    Left,
    None,
}

/// Draws a bar with its free end rounded as the voice defines.
pub(super) fn draw_bar(sheet: &mut Sheet<'_>, frame: Rect, end: FreeEnd, (fill, stroke): Paint) {
    let shorter_side = frame.width.0.min(frame.height.0);
    let radius = sheet.look.voice.chart.bar_radius.min(frame.width.0 / 2.0).min(frame.height.0);
    let radius = if matches!(end, FreeEnd::Left | FreeEnd::Right) { radius.min(shorter_side / 2.0) } else { radius };
    let radius = radius.max(0.0);
    let radii = match end {
        FreeEnd::Top => [radius, radius, 0.0, 0.0],
        FreeEnd::Bottom => [0.0, 0.0, radius, radius],
        FreeEnd::Right => [0.0, radius, radius, 0.0],
        FreeEnd::Left => [radius, 0.0, 0.0, radius],
        FreeEnd::None => [0.0; 4],
    };
    // The line stays inside the bar.
    let frame = match stroke {
        Some(stroke) if shorter_side > stroke.width.0 * 2.0 => frame.inset(stroke.width / 2.0),
        _ => frame,
    };
    let node = drawn(sheet, rounded(frame, radii), Some(fill), stroke);
    sheet.nodes.push(node);
}

/// Marks a missing value with a dotted line at the base and, if `size` is at least 1, a dash of that size above it.
pub(super) fn draw_missing(
    sheet: &mut Sheet<'_>,
    context: &ChartContext<'_>,
    (x, width): (f32, f32),
    y: f32,
    size: f32,
) {
    let start = sheet.nodes.len();
    let stroke = Stroke { color: context.tones.quiet, width: Px(6.0), dash: Some((Px(6.0), Px(10.0))), round: false };
    let node = stroked(sheet, Path::default().to(x, y - 5.0).line(x + width, y - 5.0), stroke);
    sheet.nodes.push(node);
    if size < 1.0 {
        context.mark_beside_native(sheet, start);
        return;
    }
    let pen = value_pen(sheet, size, context.tones.muted);
    let frame = Rect::new(x, y - 12.0 - size * 1.35, width, size * 1.35);
    put(sheet, None, &pen, "–", frame, (Align::Center, VerticalAlign::Bottom));
    context.mark_beside_native(sheet, start);
}

/// The stroke of a line, with the corners of the voice.
pub(super) fn line_stroke(sheet: &Sheet<'_>, color: Color, width: f32, dash: Option<(Px, Px)>) -> Stroke {
    Stroke { color, width: Px(width), dash, round: sheet.look.voice.chart.join == ChartJoin::Round }
}

/// The smallest stride at which names fit side by side in slots.
pub(super) fn stride(widest: f32, slot: f32) -> usize {
    let fits = |stride: &usize| widest + BETWEEN_NAMES <= slot * number(*stride);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
    let least = ((widest + BETWEEN_NAMES) / slot.max(0.1)).ceil().max(1.0) as usize;
    STRIDES.into_iter().find(fits).unwrap_or(least)
}

/// How the names under a plot are set.
#[derive(Debug, Clone, Copy)]
pub(super) struct NameRow {
    pub(super) size: f32,
    pub(super) stride: usize,
    pub(super) height: f32,
}

/// The largest of some sizes at which all names fit on two lines of a slot; `None` if there is none.
pub(super) fn names_in_slots(
    sheet: &mut Sheet<'_>,
    context: &ChartContext<'_>,
    slot: f32,
    sizes: &[f32],
) -> Option<NameRow> {
    let room = slot - 16.0;
    let mut height: f32 = 0.0;
    let size = largest(sizes, |size| {
        height = 0.0;
        context.data.categories.iter().enumerate().all(|(index, name)| {
            let pen = name_pen(sheet, size, context.is_lead_category(index));
            let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(name)]);
            let options = BlockOptions::width(Px(room));
            height = height.max(block.height(sheet.typesetter, options).0);
            block.lines(sheet.typesetter, options) <= 2 && !block.breaks_words(sheet.typesetter, options)
        })
    })?;
    Some(NameRow { size, stride: 1, height })
}

/// The names at a size on one line each, of which every `stride`-th is drawn so that they fit.
pub(super) fn thinned_names(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, slot: f32, size: f32) -> NameRow {
    let pen = name_pen(sheet, size, false);
    let widest = widest(sheet, &pen, context.data.categories.iter().map(String::as_str));
    let height = text_height(sheet, &pen, "0", f32::MAX / 4.0);
    NameRow { size, stride: stride(widest, slot), height }
}

/// Draws names under a plot, centred at their categories.
pub(super) fn draw_names(
    sheet: &mut Sheet<'_>,
    context: &ChartContext<'_>,
    row: NameRow,
    (slots, y): (Slots, f32),
    area: Rect,
) {
    {
        let pen = name_pen(sheet, row.size, false);
        let pen = if row.stride > 1 || row.size < 36.0 { pen.color(context.tones.muted) } else { pen };
        context.native.edit().names = Some((pen.style, row.stride));
    }
    let mut end = f32::MIN;
    for (index, name) in context.data.categories.iter().enumerate() {
        if index % row.stride > 0 {
            continue;
        }
        let leads = context.is_lead_category(index);
        let pen = name_pen(sheet, row.size, leads);
        let pen = if row.stride > 1 || row.size < 36.0 && !leads { pen.color(context.tones.muted) } else { pen };
        let natural = text_width(sheet, &pen, name) + 4.0;
        let width = if row.stride == 1 { natural.min((slots.width - 16.0).max(1.0)) } else { natural };
        let width = width.min(area.width.0);
        let left = slots.middle(index) - width / 2.0;
        let left = left.clamp(area.x.0 - 8.0, (area.right().0 + 8.0 - width).max(area.x.0 - 8.0));
        // A name that was moved away from the edge may have no room before the next.
        if left < end {
            continue;
        }
        end = left + width + 8.0;
        put(
            sheet,
            Some("data"),
            &pen,
            name,
            Rect::new(left, y, width, row.height + 4.0),
            (Align::Center, VerticalAlign::Top),
        );
    }
}

/// Draws the key of some series on one line, in order.
pub(super) fn draw_key(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect, series: &[usize]) {
    let named: Vec<usize> = series.iter().copied().filter(|index| !context.names[*index].is_empty()).collect();
    let pen = name_pen(sheet, KEY.1, true);
    let widths: Vec<f32> = named.iter().map(|index| text_width(sheet, &pen, &context.names[*index])).collect();
    let gaps = (KEY.0 + 12.0 + 40.0) * number(named.len());
    let all: f32 = widths.iter().sum();
    let scale = ((area.width.0 - gaps) / all.max(1.0)).min(1.0);
    let size = (KEY.1 * scale).max(24.0);
    if !named.is_empty() {
        let frame = sheet.rect(area.x.0, area.y.0 - 8.0, area.width.0.min(all * scale + gaps), KEY.1 * 1.35);
        context.native.edit().key = Some((frame, name_pen(sheet, size, true).style));
    }
    let mut x = area.x.0;
    for (index, width) in named.into_iter().zip(widths) {
        let color = context.series_color(sheet, index);
        let (fill, stroke) = context.tones.paint(sheet, color, index);
        let y = area.y.0 - 8.0;
        let square = sheet.rect(x, y + (KEY.1 * 1.15 - KEY.0) / 2.0, KEY.0, KEY.0);
        let shape = Shape { form: ShapeForm::Rect { radius: Px(5.0) }, fill: Some(fill), stroke, shadow: None };
        sheet.nodes.push(Node::decoration(square, NodeKind::Shape(shape)));
        let color = if context.is_lead_series(index) { context.tones.accent } else { context.tones.text };
        let color = context.tones.readable(sheet, color, size);
        let pen = name_pen(sheet, size, true).color(color);
        let width = width * size / KEY.1 + 4.0;
        let frame = Rect::new(x + KEY.0 + 12.0, y, width, KEY.1 * 1.35);
        put(sheet, Some("data"), &pen, &context.names[index], frame, (Align::Left, VerticalAlign::Top));
        x = frame.right().0 + 40.0;
    }
}

/// Moves labels apart so that they do not overlap, in order and between two limits. Each place is a middle and a
/// height. Labels that have no room together are moved beyond the lower limit.
pub(super) fn spread(places: &mut [(f32, f32)], low: f32, high: f32) {
    let mut floor = low;
    for (middle, height) in places.iter_mut() {
        *middle = middle.max(floor + *height / 2.0);
        floor = *middle + *height / 2.0;
    }
    let mut ceiling = high;
    for (middle, height) in places.iter_mut().rev() {
        *middle = middle.min(ceiling - *height / 2.0);
        ceiling = *middle - *height / 2.0;
    }
}

/// A solid fill without a line.
pub(super) fn solid(color: Color) -> Paint {
    (Fill::Solid(color), None)
}
