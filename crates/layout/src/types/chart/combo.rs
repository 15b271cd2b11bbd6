//! Bars and a line over the same categories, on one scale or in two storeys.

use deck::Highlight;
use scene::{
    Align, ChartKind, ChartLine, ChartMark, ChartRange, Color, Fill, LabelPlace, LabelText, Node, NodeKind, Path, Px,
    Rect, Shape, ShapeForm, Stroke,
};

use super::axis::Axis;
use super::native::{NativeLabel, part};
use super::numerals::Numerals;
use super::plot::{
    FreeEnd, NameRow, Scale, Slots, draw_axis, draw_axis_titles, draw_bar, draw_names, draw_zero, line_stroke,
    names_in_slots, solid, spread, thinned_names, tick_room,
};
use super::{ChartContext, NativeForm, name_pen, native_paint, put_at, value_pen, widest, width_share};
use crate::diagram::{number, show_at, stroked};
use crate::fit::largest;
use crate::sheet::Sheet;
use crate::surface::text_color_on;

/// Maximum number of categories with a value on each bar.
const MAX_WITH_VALUES: usize = 12;
/// Sizes of values.
const VALUES: [f32; 3] = [44.0, 40.0, 36.0];
/// Sizes of the names of categories.
const NAMES: [f32; 5] = [44.0, 40.0, 36.0, 32.0, 28.0];
/// Size of the names of series.
const SERIES: f32 = 44.0;
/// Maximum ratio between the largest values of bars and line on one scale.
const ONE_SCALE: f64 = 5.0;
/// Width of the bars of a category together, as a share of their slot.
const BAR: f32 = 0.68;
/// Space between the bars of a category.
const BETWEEN: f32 = 6.0;
/// Maximum number of points at which each has a mark.
const MARKED: usize = 24;
/// Height of the upper storey as a share of the plot.
const UPPER: f32 = 0.4;
/// Diameter of points, and the width of the line around them.
const DISC: (f32, f32) = (24.0, 6.0);
/// Width of the border in the colour of the ground at each side of the line.
const CASING: f32 = 5.0;

struct Combo<'c, 'd> {
    context: &'c ChartContext<'d>,
    slots: Slots,
    bar: f32,
    /// Index of the series drawn as a line: the last one.
    line: usize,
    bar_color: Color,
    line_color: Color,
    /// The formats of bars and line, which differ where their units do.
    bar_numerals: Numerals,
    line_numerals: Numerals,
    /// Size of the values of bars; `None` if an axis is drawn instead.
    values: Option<f32>,
}

pub(super) fn draw(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect) -> NativeForm {
    let inner = draw_axis_titles(sheet, context, area);
    let line = context.data.series.len() - 1;
    let is_one_scale = has_one_scale(context, line);
    let labels = names(context, line, is_one_scale);
    let (bar_numerals, line_numerals) = if is_one_scale {
        (context.numerals.clone(), context.numerals.clone())
    } else {
        let numerals_of = |series: std::ops::Range<usize>| {
            let series = context.data.series[series].iter();
            context.numerals.for_figures(series.flat_map(|series| series.figures.iter().flatten()))
        };
        (numerals_of(0..line), numerals_of(line..line + 1))
    };
    let pen = name_pen(sheet, SERIES, true);
    let width = widest(sheet, &pen, labels.iter().map(|(_, name)| name.as_str())) + 28.0;
    let width = inner.width.0 - width;
    let slot = width / number(context.count());
    let values = value_size(sheet, context, (&bar_numerals, line), (slot, is_one_scale));
    let axis = Axis::over(&context.values());
    let has_axis = is_one_scale && values.is_none();
    let ticks = if has_axis { tick_room(sheet, &context.numerals, &axis) } else { 0.0 };
    let slots = Slots { x: inner.x.0 + ticks, width: (width - ticks) / number(context.count()) };
    let row: NameRow = if context.count() <= MAX_WITH_VALUES {
        names_in_slots(sheet, context, slots.width, &NAMES)
            .unwrap_or_else(|| thinned_names(sheet, context, slots.width, 28.0))
    } else {
        thinned_names(sheet, context, slots.width, 28.0)
    };
    let names_top = inner.bottom().0 - row.height;
    let bottom = names_top - 16.0;
    let line_leads = matches!(context.highlight, Some(Highlight::Series(lead)) if lead == line);
    let (bar_color, line_color) = match (is_one_scale, line_leads) {
        (true, false) => (context.tones.accent, context.tones.text),
        _ => (context.tones.quiet, context.tones.accent),
    };
    let bar = slots.width * BAR;
    context.native.edit().lines = vec![ChartLine::default(); line + 1];
    let combo = Combo { context, slots, bar, line, bar_color, line_color, bar_numerals, line_numerals, values };
    let plot = Rect::new(slots.x, inner.y.0, width - ticks, bottom - inner.y.0);
    let ends = if has_axis {
        let plot = Rect { y: plot.y + Px(24.0), height: plot.height - Px(24.0), ..plot };
        draw_axis(sheet, context, &context.numerals, (plot, inner.x.0), &axis);
        let scale = axis.scale(plot.bottom().0, plot.y.0);
        context.set_native_plot(sheet, plot, &scale, Some(&axis));
        combo.draw_on_one_scale(sheet, plot, scale)
    } else if is_one_scale {
        let scale = Scale::over(&context.values(), plot.bottom().0, plot.y.0 + 24.0);
        let frame = Rect { y: plot.y + Px(24.0), height: plot.height - Px(24.0), ..plot };
        context.set_native_plot(sheet, frame, &scale, None);
        combo.draw_on_one_scale(sheet, plot, scale)
    } else {
        combo.draw_in_storeys(sheet, plot)
    };
    draw_names(sheet, context, row, (slots, names_top), inner);
    combo.draw_series_names(sheet, &labels, ends, (plot, is_one_scale));
    {
        let mut look = context.native.edit();
        let count = number(line);
        look.between = BETWEEN / bar_width(bar, count);
        look.paints = (0..line).map(|series| vec![native_paint(solid(combo.color(sheet, series)))]).collect();
    }
    let values = values.is_some();
    NativeForm { bar: bar / slots.width, values, axis: has_axis, ..NativeForm::of(ChartKind::Combo) }
}

/// The width of each bar when the bars of a category share a width.
fn bar_width(all: f32, count: f32) -> f32 {
    (all - BETWEEN * (count - 1.0)) / count
}

/// The largest size at which the values of all bars fit; `None` if they fit at none or there are too many.
fn value_size(
    sheet: &mut Sheet<'_>,
    context: &ChartContext<'_>,
    (numerals, line): (&Numerals, usize),
    (slot, is_inside): (f32, bool),
) -> Option<f32> {
    let count = number(line);
    let own = bar_width(slot * BAR, count);
    let figures = (0..line).flat_map(|series| context.data.series[series].figures.iter().flatten());
    let labels: Vec<String> = figures.map(|figure| numerals.label(figure)).collect();
    let pen = value_pen(sheet, 36.0, context.tones.text);
    let share = width_share(sheet, pen, labels.iter().map(String::as_str));
    let room = if is_inside { own - 8.0 } else { slot / count - 8.0 };
    largest(&VALUES, |size| share * size <= room).filter(|_| context.count() <= MAX_WITH_VALUES)
}

/// Whether bars and line have the same unit and values of similar magnitude.
fn has_one_scale(context: &ChartContext<'_>, line: usize) -> bool {
    let unit = |series: usize| {
        let first = context.data.series[series].figures.iter().flatten().next()?;
        let is_unit = |letter: &char| !letter.is_ascii_digit() && !"+-−., ".contains(*letter);
        Some(first.text.chars().filter(is_unit).collect::<String>())
    };
    let largest_value = |series: usize| {
        context.data.series[series].figures.iter().flatten().map(|figure| figure.value.abs()).fold(0.0, f64::max)
    };
    (0..line).all(|series| unit(series) == unit(line))
        && (0..line).all(|series| {
            let (one, other) = (largest_value(series), largest_value(line));
            one.max(other) <= one.min(other) * ONE_SCALE
        })
}

/// The names of the series by index. If `is_one_scale`, the name of the line is followed by its last value, the only
/// one printed.
fn names(context: &ChartContext<'_>, line: usize, is_one_scale: bool) -> Vec<(usize, String)> {
    let last = context.data.series[line].figures.iter().flatten().next_back();
    let last = last.filter(|_| is_one_scale).map(|figure| context.numerals.label(figure)).unwrap_or_default();
    let mut names: Vec<(usize, String)> = (0..line).map(|series| (series, context.names[series].clone())).collect();
    names.push((line, format!("{} {last}", context.names[line]).trim().to_owned()));
    names
}

impl Combo<'_, '_> {
    fn color(&self, sheet: &Sheet<'_>, series: usize) -> Color {
        if series == 0 { self.bar_color } else { self.context.tones.beside(sheet, series - 1) }
    }

    /// Draws the bars on a scale. Values are at the foot of the bars or above them.
    fn draw_bars(&self, sheet: &mut Sheet<'_>, scale: &Scale, is_inside: bool) {
        let context = self.context;
        let count = number(self.line);
        let own = bar_width(self.bar, count);
        let peak = if self.values.is_none() && !is_inside { context.largest(0) } else { None };
        for series in 0..self.line {
            let color = self.color(sheet, series);
            for category in 0..context.count() {
                let Some(figure) = context.figure(series, category) else { continue };
                let start = sheet.nodes.len();
                let [zero, end] = [0.0, figure.value].map(|value| scale.at(value));
                let left = self.slots.middle(category) - self.bar / 2.0 + (own + BETWEEN) * number(series);
                let frame = Rect::new(left, zero.min(end), own, (zero - end).abs().max(1.0));
                let free = if figure.value < 0.0 { FreeEnd::Bottom } else { FreeEnd::Top };
                draw_bar(sheet, frame, free, solid(color));
                let is_chosen =
                    series == 0 && peak.is_some_and(|peak| [0, context.count() - 1, peak].contains(&category));
                if let Some(size) = self.values.or(is_chosen.then_some(VALUES[2])) {
                    let label = self.bar_numerals.label(figure);
                    let fits = is_inside && frame.height.0 > size * 1.5;
                    let color = if fits {
                        text_color_on(&sheet.look.palette, sheet.look.palette.rgb(color))
                    } else {
                        context.tones.text
                    };
                    let y = if fits { zero - size * 0.75 } else { end - size * 0.62 };
                    if fits || !is_inside {
                        let pen = value_pen(sheet, size, color);
                        put_at(sheet, &pen, &label, (frame.center().x.0, y), Align::Center);
                        let place = if fits { LabelPlace::Base } else { LabelPlace::Outside };
                        let format = self.bar_numerals.format_of(figure);
                        context.add_native_label(sheet, NativeLabel::value((series, category), place, &pen, format));
                    }
                }
                show_at(sheet, start, figure.step);
            }
        }
    }

    fn draw_line(&self, sheet: &mut Sheet<'_>, scale: &Scale, has_values: bool) {
        let context = self.context;
        let spots: Vec<(usize, f32, f32)> = (0..context.count())
            .filter_map(|category| {
                let figure = context.figure(self.line, category)?;
                Some((category, self.slots.middle(category), scale.at(figure.value)))
            })
            .collect();
        let start = sheet.nodes.len();
        let mut rest = spots.iter();
        if let Some((_, x, y)) = rest.next() {
            let path = rest.fold(Path::default().to(*x, *y), |path, (_, x, y)| path.line(*x, *y));
            let width = sheet.look.voice.chart.line;
            let ground: Color = context.tones.ground.into();
            let casing = Stroke { color: ground, width: Px(width + CASING * 2.0), dash: None, round: true };
            let node = stroked(sheet, path.clone(), casing);
            sheet.nodes.push(node);
            let stroke = line_stroke(sheet, self.line_color, width, None);
            context.native.edit().lines[self.line].stroke = Some(stroke);
            let node = stroked(sheet, path, stroke);
            sheet.nodes.push(node);
        }
        let figures = context.data.series[self.line].figures.iter().flatten();
        let labels: Vec<String> = figures.map(|figure| self.line_numerals.label(figure)).collect();
        let pen = value_pen(sheet, 36.0, context.tones.text);
        let share = width_share(sheet, pen, labels.iter().map(String::as_str));
        let all = largest(&VALUES, |size| share * size <= self.slots.width - 8.0)
            .filter(|_| context.count() <= MAX_WITH_VALUES);
        let chosen = [Some(0), Some(context.count() - 1), context.largest(self.line)];
        let is_marked = context.count() <= MARKED;
        for (category, x, y) in spots {
            let size = if all.is_none() && chosen.contains(&Some(category)) { Some(VALUES[2]) } else { all };
            let size = size.filter(|_| has_values);
            if !is_marked && size.is_none() {
                continue;
            }
            let outer = DISC.0 + CASING;
            let back = sheet.rect(x - outer / 2.0 - 2.0, y - outer / 2.0 - 2.0, outer + 4.0, outer + 4.0);
            sheet.nodes.push(Node::decoration(back, NodeKind::Shape(Shape::disc(context.tones.ground))));
            let side = DISC.0 - DISC.1 / 2.0;
            let frame = sheet.rect(x - side / 2.0, y - side / 2.0, side, side);
            let stroke = Stroke { color: self.line_color, width: Px(DISC.1), dash: None, round: false };
            let ground: Color = context.tones.ground.into();
            let mark = ChartMark { is_square: false, side: Px(side), fill: ground, stroke: Some(stroke) };
            context.native.edit().lines[self.line].marks.push((category, mark));
            let fill = Some(Fill::Solid(ground));
            let shape = Shape { form: ShapeForm::Ellipse, fill, stroke: Some(stroke), shadow: None };
            sheet.nodes.push(Node::decoration(frame, NodeKind::Shape(shape)));
            if let (Some(size), Some(figure)) = (size, context.figure(self.line, category)) {
                let pen = value_pen(sheet, size, context.tones.readable(sheet, self.line_color, size));
                let label = self.line_numerals.label(figure);
                put_at(sheet, &pen, &label, (x, y - DISC.0 / 2.0 - 6.0 - size * 0.55), Align::Center);
                let format = self.line_numerals.format_of(figure);
                let native = NativeLabel::value((self.line, category), LabelPlace::Above, &pen, format);
                context.add_native_label(sheet, native);
            }
        }
        show_at(sheet, start, context.data.parts());
    }

    fn bar_values(&self) -> Vec<f64> {
        let figures = (0..self.line).flat_map(|series| self.context.data.series[series].figures.iter().flatten());
        figures.map(|figure| figure.value).collect()
    }

    fn line_values(&self) -> Vec<f64> {
        self.context.data.series[self.line].figures.iter().flatten().map(|figure| figure.value).collect()
    }

    /// Draws bars and line on one scale. Returns the y of the name of each series.
    fn draw_on_one_scale(&self, sheet: &mut Sheet<'_>, plot: Rect, scale: Scale) -> Vec<f32> {
        self.draw_bars(sheet, &scale, true);
        draw_zero(sheet, self.context, (plot.x.0, plot.width.0), scale.at(0.0));
        self.draw_line(sheet, &scale, false);
        self.ends(&scale, (&scale, 0.0))
    }

    /// The y of the name of each series: for bars the middle of their last bar, for the line its last point, or the
    /// value `empty` when it has no points.
    fn ends(&self, bars: &Scale, (line, empty): (&Scale, f64)) -> Vec<f32> {
        let last = |series: usize| self.context.data.series[series].figures.iter().flatten().next_back();
        let mut ends: Vec<f32> =
            (0..self.line).map(|series| bars.at(last(series).map_or(0.0, |figure| figure.value / 2.0))).collect();
        ends.push(line.at(last(self.line).map_or(empty, |figure| figure.value)));
        ends
    }

    /// Draws the line over the bars, each on a scale of its own. Returns the y of the name of each series.
    fn draw_in_storeys(&self, sheet: &mut Sheet<'_>, plot: Rect) -> Vec<f32> {
        let upper = plot.height.0 * UPPER;
        let room = VALUES[0] * 1.2 + DISC.0 / 2.0;
        let values = self.line_values();
        let least = values.iter().copied().fold(f64::MAX, f64::min);
        let most = values.iter().copied().fold(f64::MIN, f64::max);
        let least = if most > least { least } else { least - 1.0 };
        let line = Scale { low: least, high: most, from: plot.y.0 + upper - 28.0, to: plot.y.0 + room };
        let hair = sheet.rect(plot.x.0, plot.y.0 + upper, plot.width.0, 2.0);
        let start = sheet.nodes.len();
        sheet.nodes.push(Sheet::shape(hair, sheet.surface.line, Px::ZERO));
        self.context.mark_beside_native(sheet, start);
        let bars = Scale::over(&self.bar_values(), plot.bottom().0, plot.y.0 + upper + room);
        // One plot with two scales, chosen so that the line is above the bars.
        self.context.set_native_plot(sheet, plot, &bars, None);
        let second = ChartRange { low: line.value_at(plot.bottom().0), high: line.value_at(plot.y.0), step: 0.0 };
        self.context.native.edit().second = Some(second);
        self.draw_bars(sheet, &bars, false);
        draw_zero(sheet, self.context, (plot.x.0, plot.width.0), bars.at(0.0));
        self.draw_line(sheet, &line, true);
        self.ends(&bars, (&line, least))
    }

    fn draw_series_names(
        &self,
        sheet: &mut Sheet<'_>,
        labels: &[(usize, String)],
        ends: Vec<f32>,
        (plot, is_one_scale): (Rect, bool),
    ) {
        let mut places: Vec<(usize, (f32, f32))> =
            ends.into_iter().enumerate().map(|(index, y)| (index, (y, SERIES * 1.2))).collect();
        places.sort_by(|one, other| one.1.0.total_cmp(&other.1.0));
        let mut middles: Vec<(f32, f32)> = places.iter().map(|(_, place)| *place).collect();
        spread(&mut middles, plot.y.0, plot.bottom().0);
        for ((index, (end, _)), (y, _)) in places.into_iter().zip(middles) {
            let (series, name) = &labels[index];
            let color = if *series == self.line { self.line_color } else { self.color(sheet, *series) };
            let quiet = color == self.context.tones.quiet;
            let color = if quiet { self.context.tones.muted } else { color };
            let pen = name_pen(sheet, SERIES, true).color(self.context.tones.readable(sheet, color, SERIES));
            if !name.is_empty() {
                let start = sheet.nodes.len();
                put_at(sheet, &pen, name, (plot.right().0 + 20.0, y), Align::Left);
                let last = self.context.data.series[*series].figures.iter().rposition(Option::is_some);
                match last.and_then(|last| Some((last, self.context.figure(*series, last)?))) {
                    // The name of a line together with its last value is the label of its last point.
                    Some((category, figure)) if *series == self.line && is_one_scale => {
                        let format = self.line_numerals.format_of(figure);
                        let label = NativeLabel::value((*series, category), LabelPlace::Right, &pen, format);
                        let parts = vec![part(LabelText::Series, &pen), part(LabelText::Value, &pen)];
                        let across = plot.right().0 - self.slots.middle(category) - DISC.0 / 2.0;
                        let label = NativeLabel { parts, align: Align::Left, ..label }.shifted((across, y - end));
                        self.context.add_native_label(sheet, label);
                    }
                    _ => self.context.mark_beside_native(sheet, start),
                }
            }
        }
    }
}
