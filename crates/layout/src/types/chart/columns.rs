//! Vertical bars of one series or groups of several, with values or an axis.

use deck::Figure;
use deck::voice::ChartBars;
use scene::{Align, ChartKind, Fill, LabelPlace, LabelText, Px, Rect, VerticalAlign};

use super::axis::Axis;
use super::native::{NativeLabel, part};
use super::plot::{
    FreeEnd, KEY_LINE, NameRow, Scale, Slots, draw_axis, draw_axis_titles, draw_bar, draw_key, draw_missing,
    draw_names, draw_zero, names_in_slots, thinned_names, tick_room,
};
use super::tones::Paint;
use super::{ChartContext, NativeForm, ShowValues, name_pen, put, put_at, text_width, value_pen, width_share};
use crate::diagram::{number, show_at};
use crate::fit::largest;
use crate::sheet::Sheet;
use crate::surface::text_color_on;

/// Sizes of values.
const VALUES: [f32; 10] = [120.0, 104.0, 88.0, 72.0, 64.0, 56.0, 48.0, 44.0, 40.0, 36.0];
/// Sizes of values below the floor, for an author who wants all of them.
const SMALL_VALUES: [f32; 3] = [32.0, 28.0, 24.0];
/// Sizes of names of few categories.
const FEW_NAMES: [f32; 6] = [56.0, 52.0, 48.0, 44.0, 40.0, 36.0];
/// Sizes of names of some categories.
const SOME_NAMES: [f32; 5] = [44.0, 40.0, 36.0, 32.0, 28.0];
/// Maximum number of categories that count as few.
const FEW: usize = 5;
/// Maximum number of categories that count as some.
const SOME: usize = 12;
/// Maximum width of a single bar.
const MAX_BAR: f32 = 380.0;
/// Width of a group as a share of its slot, and the gap between its bars.
const GROUP: (f32, f32) = (0.8, 6.0);
/// Minimum width of a bar as a share of its slot, with many categories.
const MANY_SHARE: f32 = 0.7;
/// Space between a bar and its value, and between the base and the names.
const GAPS: (f32, f32) = (6.0, 20.0);
/// Sizes of the values and names of the most important bars.
const CHOSEN: (f32, f32) = (48.0, 36.0);
/// Size of the values of one series among several.
const ONE_SERIES: [f32; 3] = [44.0, 40.0, 36.0];

/// Whether the names of categories fit under columns; if not, rows are better.
pub(super) fn names_fit(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect) -> bool {
    let slot = area.width.0 / number(context.count());
    if context.count() > SOME {
        // Of names with digits, such as dates, only every fourth may be shown; of others, at least every second.
        let with_digits = context.data.categories.iter().filter(|name| name.contains(|c: char| c.is_ascii_digit()));
        let max_stride = if with_digits.count() * 2 > context.count() { 4 } else { 2 };
        return context.count() > super::rows::MAX_ROWS
            || thinned_names(sheet, context, slot, 28.0).stride <= max_stride;
    }
    names_in_slots(sheet, context, slot, &[36.0]).is_some()
        || context.count() > FEW
            && names_in_slots(sheet, context, slot, &[32.0, 28.0]).is_some_and(|row| row.height < 40.0)
}

/// Which values are printed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Printed {
    /// All, at a size.
    All(f32),
    /// Those of the leading series, by its index, at a size.
    Series(usize, f32),
    /// The most important ones, beside an axis.
    Chosen,
}

struct Columns<'c, 'd> {
    context: &'c ChartContext<'d>,
    slots: Slots,
    bar: f32,
    group: f32,
    scale: Scale,
    printed: Printed,
    /// Whether values are inside their bars.
    is_inside: bool,
}

pub(super) fn draw(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect) -> NativeForm {
    let series = context.data.series.len();
    let mut inner = draw_axis_titles(sheet, context, area);
    if series > 1 {
        let all: Vec<usize> = (0..series).collect();
        draw_key(sheet, context, inner, &all);
        inner.y += Px(KEY_LINE);
        inner.height -= Px(KEY_LINE);
    }
    let count = context.count();
    let slots = Slots { x: inner.x.0, width: inner.width.0 / number(count) };
    let (bar, _) = bar_width(sheet, context, slots.width);
    let printed = choose_printed(sheet, context, slots.width, bar);
    let axis = Axis::over(&context.values());
    let ticks = if printed == Printed::Chosen { tick_room(sheet, &context.numerals, &axis) } else { 0.0 };
    let slots = Slots { x: inner.x.0 + ticks, width: (inner.width.0 - ticks) / number(count) };
    let (bar, group) = bar_width(sheet, context, slots.width);

    let row = name_row(sheet, context, slots.width);
    let (above, below) = match printed {
        Printed::All(size) | Printed::Series(_, size) => (size * 1.1 + GAPS.0, size * 1.1 + GAPS.0),
        Printed::Chosen => (CHOSEN.0 * 1.2, CHOSEN.0 * 1.2),
    };
    let has_negative = context.values().iter().any(|value| *value < 0.0);
    let has_positive = context.values().iter().any(|value| *value > 0.0);
    let top = inner.y.0 + if has_positive { above } else { 8.0 };
    let names_top = inner.bottom().0 - row.height;
    let bottom = names_top - GAPS.1 - if has_negative { below } else { 0.0 };
    let plot = Rect::new(slots.x, top, slots.width * number(count), bottom - top);
    let scale = if printed == Printed::Chosen {
        draw_axis(sheet, context, &context.numerals, (plot, inner.x.0), &axis);
        axis.scale(bottom, top)
    } else {
        Scale::over(&context.values(), bottom, top)
    };
    let mut columns = Columns { context, slots, bar, group, scale, printed, is_inside: false };
    columns.move_values_inside(sheet, inner.y.0 + 8.0);
    let columns = columns;
    let scale = columns.scale;
    for category in 0..count {
        for index in 0..series {
            columns.draw_column(sheet, index, category);
        }
    }
    draw_zero(sheet, context, (plot.x.0, plot.width.0), scale.at(0.0));
    draw_names(sheet, context, row, (slots, names_top), inner);
    if printed == Printed::Chosen {
        columns.draw_chosen(sheet, plot);
    }
    // Values below bars are between the plot and its names.
    let native_axis = (printed == Printed::Chosen).then_some(&axis);
    let frame_bottom = if has_negative && native_axis.is_none() { names_top - GAPS.1 } else { scale.from };
    let frame = Rect::new(plot.x.0, scale.to, plot.width.0, frame_bottom - scale.to);
    context.set_native_plot(sheet, frame, &scale, native_axis);
    context.native.edit().between = GROUP.1 / bar;
    NativeForm {
        bar: group / slots.width,
        values: matches!(printed, Printed::All(_)),
        axis: printed == Printed::Chosen,
        ..NativeForm::of(ChartKind::Columns)
    }
}

/// Width of a bar, and of the bars of a category together.
fn bar_width(sheet: &Sheet<'_>, context: &ChartContext<'_>, slot: f32) -> (f32, f32) {
    let series = number(context.data.series.len());
    if series > 1.5 {
        let group = slot * GROUP.0;
        return (((group - GROUP.1 * (series - 1.0)) / series).max(2.0), group);
    }
    let share = sheet.look.voice.chart.bar_width;
    let share = if context.count() > SOME { share.max(MANY_SHARE) } else { share };
    let bar = (slot * share).min(MAX_BAR);
    (bar, bar)
}

fn name_row(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, slot: f32) -> NameRow {
    let sizes: &[f32] = if context.count() <= FEW { &FEW_NAMES } else { &SOME_NAMES };
    let fitting = if context.count() > SOME { None } else { names_in_slots(sheet, context, slot, sizes) };
    fitting.unwrap_or_else(|| {
        let size = if context.count() > SOME { 32.0 } else { 28.0 };
        thinned_names(sheet, context, slot, size)
    })
}

fn labels(context: &ChartContext<'_>, series: usize) -> Vec<String> {
    context.data.series[series].figures.iter().flatten().map(|figure| context.numerals.label(figure)).collect()
}

fn choose_printed(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, slot: f32, bar: f32) -> Printed {
    let series = context.data.series.len();
    if context.show_values == ShowValues::No {
        return Printed::Chosen;
    }
    let room = if series > 1 { bar + GROUP.1 - 8.0 } else { slot - 12.0 };
    let pen = value_pen(sheet, 36.0, context.tones.text);
    let all: Vec<String> = (0..series).flat_map(|index| labels(context, index)).collect();
    let share = width_share(sheet, pen.clone(), all.iter().map(String::as_str));
    let max_size = match context.count() {
        _ if series > 1 => 64.0,
        0..=3 => 120.0,
        4 | 5 => 88.0,
        6..=SOME => 64.0,
        _ if context.show_values == ShowValues::Auto => 0.0,
        _ => 44.0,
    };
    let sizes: Vec<f32> = VALUES.into_iter().filter(|size| *size <= max_size).collect();
    if let Some(size) = largest(&sizes, |size| share * size <= room) {
        return Printed::All(size);
    }
    if context.show_values == ShowValues::Yes
        && let Some(size) = largest(&SMALL_VALUES, |size| share * size <= room)
    {
        return Printed::All(size);
    }
    if series > 1
        && let Some(deck::Highlight::Series(lead)) = context.highlight
    {
        let lead_labels = labels(context, lead);
        let share = width_share(sheet, pen, lead_labels.iter().map(String::as_str));
        if let Some(size) = largest(&ONE_SERIES, |size| share * size <= (bar * 1.7).min(slot - 12.0)) {
            return Printed::Series(lead, size);
        }
    }
    Printed::Chosen
}

impl Columns<'_, '_> {
    /// In voices with values inside bars, moves all values there, at a size that fits the lowest bar.
    fn move_values_inside(&mut self, sheet: &mut Sheet<'_>, top: f32) {
        let context = self.context;
        let Printed::All(size_above) = self.printed else { return };
        let has_negative = context.values().iter().any(|value| *value < 0.0);
        if sheet.look.voice.chart.bars != ChartBars::Max || context.data.series.len() > 1 || has_negative {
            return;
        }
        let scale = Scale { to: top, ..self.scale };
        let lowest_bar =
            context.values().into_iter().map(|value| scale.from - scale.at(value)).fold(f32::MAX, f32::min);
        let pen = value_pen(sheet, 36.0, context.tones.text);
        let share = width_share(sheet, pen, labels(context, 0).iter().map(String::as_str));
        let sizes: Vec<f32> = VALUES.into_iter().filter(|size| *size <= size_above).collect();
        let fits = |size: f32| size * 1.1 + 20.0 <= lowest_bar && share * size <= self.bar - 28.0;
        if let Some(size) = largest(&sizes, fits).filter(|size| *size >= size_above * 0.5) {
            (self.scale, self.printed, self.is_inside) = (scale, Printed::All(size), true);
        }
    }

    fn frame(&self, series: usize, category: usize, figure: &Figure) -> Rect {
        let left = self.slots.middle(category) - self.group / 2.0 + (self.bar + GROUP.1) * number(series);
        let [zero, end] = [0.0, figure.value].map(|value| self.scale.at(value));
        Rect::new(left, zero.min(end), self.bar, (zero - end).abs().max(1.0))
    }

    fn paint(&self, sheet: &Sheet<'_>, series: usize, category: usize, frame: Rect) -> Paint {
        let context = self.context;
        if context.data.series.len() > 1 {
            let color = context.series_color(sheet, series);
            return context.tones.paint(sheet, color, series);
        }
        bar_paint(sheet, context, category, frame)
    }

    fn draw_column(&self, sheet: &mut Sheet<'_>, series: usize, category: usize) {
        let context = self.context;
        let zero = self.scale.at(0.0);
        let Some(figure) = context.figure(series, category) else {
            let size = match self.printed {
                Printed::All(size) | Printed::Series(_, size) => size,
                Printed::Chosen => 28.0,
            };
            let left = self.slots.middle(category) - self.group / 2.0 + (self.bar + GROUP.1) * number(series);
            draw_missing(sheet, context, (left, self.bar), zero, size);
            return;
        };
        let start = sheet.nodes.len();
        let frame = self.frame(series, category, figure);
        let end = if figure.value < 0.0 { FreeEnd::Bottom } else { FreeEnd::Top };
        let paint = self.paint(sheet, series, category, frame);
        draw_bar(sheet, frame, end, paint);
        match self.printed {
            Printed::All(size) => self.draw_value(sheet, series, category, (figure, frame, size)),
            Printed::Series(lead, size) if lead == series => {
                self.draw_value(sheet, series, category, (figure, frame, size));
            }
            _ => {}
        }
        show_at(sheet, start, figure.step);
    }

    fn draw_value(
        &self,
        sheet: &mut Sheet<'_>,
        series: usize,
        category: usize,
        (figure, bar, size): (&Figure, Rect, f32),
    ) {
        let context = self.context;
        let label = context.numerals.label(figure);
        let line = size * 1.1;
        let mut pen = value_pen(sheet, size, context.tones.text);
        let width = text_width(sheet, &pen, &label);
        if self.is_inside {
            let ground = sheet.look.palette.rgb(bar_color(sheet, context, category));
            pen = pen.color(text_color_on(&sheet.look.palette, ground));
            let y = if figure.value < 0.0 { bar.bottom().0 - line - 10.0 } else { bar.y.0 + 10.0 };
            let frame = Rect::new(bar.x.0 + 14.0, y, bar.width.0 - 20.0, line);
            put(sheet, Some("data"), &pen, &label, frame, (Align::Left, VerticalAlign::Top));
            let shift = (frame.x.0 + width / 2.0 - bar.center().x.0, 0.0);
            let format = context.numerals.format_of(figure);
            let native = NativeLabel::value((series, category), LabelPlace::End, &pen, format);
            context.add_native_label(sheet, native.shifted(shift));
            return;
        }
        let is_leading = context.is_lead_category(category) || context.is_lead_series(series);
        if is_leading {
            let color = if figure.value < 0.0 { context.tones.negative } else { context.tones.accent };
            pen = pen.color(context.tones.readable(sheet, color, size));
        }
        let y = if figure.value < 0.0 { bar.bottom().0 + GAPS.0 } else { bar.y.0 - GAPS.0 - line };
        let middle = bar.center().x.0;
        let width = width + 4.0;
        let frame = Rect::new(middle - width / 2.0, y, width, line);
        put(sheet, Some("data"), &pen, &label, frame, (Align::Center, VerticalAlign::Middle));
        let format = context.numerals.format_of(figure);
        let native = NativeLabel::value((series, category), LabelPlace::Outside, &pen, format);
        context.add_native_label(sheet, native);
    }

    /// Draws the values of the most important bars, each with its name.
    fn draw_chosen(&self, sheet: &mut Sheet<'_>, plot: Rect) {
        let context = self.context;
        let series = match context.highlight {
            Some(deck::Highlight::Series(lead)) => lead,
            _ if context.data.series.len() > 1 => return,
            _ => 0,
        };
        let lead = match context.highlight {
            Some(deck::Highlight::Category(lead)) => Some(lead),
            _ => None,
        };
        let mut taken: Vec<Rect> = Vec::new();
        for category in [lead, context.largest(series), context.smallest(series)].into_iter().flatten() {
            let Some(figure) = context.figure(series, category) else { continue };
            let names = name_pen(sheet, CHOSEN.1, false).color(context.tones.muted);
            let color = context.tones.readable(sheet, context.tones.accent, CHOSEN.0);
            let color = if context.is_lead_category(category) || lead.is_none() { color } else { context.tones.text };
            let values = value_pen(sheet, CHOSEN.0, color);
            let label = context.numerals.label(figure);
            let name = &context.data.categories[category];
            let has_name = context.count() > SOME;
            let name_width = if has_name { text_width(sheet, &names, name) + 12.0 } else { 0.0 };
            let width = name_width + text_width(sheet, &values, &label);
            let bar = self.frame(series, category, figure);
            let middle = bar.center().x.0;
            let left = (middle - width / 2.0).clamp(plot.x.0, (plot.right().0 - width).max(plot.x.0));
            let height = CHOSEN.0 * 1.1;
            let bars = (0..context.data.series.len())
                .flat_map(|series| (0..context.count()).map(move |other| (series, other)))
                .filter_map(|(series, other)| Some(self.frame(series, other, context.figure(series, other)?)))
                .filter(|bar| bar.right().0 > left && bar.x.0 < left + width);
            let zero = self.scale.at(0.0);
            let top = if figure.value < 0.0 {
                bars.map(|bar| bar.bottom().0).fold(zero, f32::max) + 4.0
            } else {
                bars.map(|bar| bar.y.0).fold(zero, f32::min) - height - 4.0
            };
            let frame = Rect::new(left, top, width, height);
            let is_free = |other: &Rect| {
                frame.right().0 + 8.0 < other.x.0
                    || frame.x.0 > other.right().0 + 8.0
                    || frame.bottom().0 < other.y.0
                    || frame.y.0 > other.bottom().0
            };
            if !taken.iter().all(is_free) {
                continue;
            }
            let start = sheet.nodes.len();
            let backing = sheet.rect(frame.x.0 - 6.0, frame.y.0, frame.width.0 + 12.0, frame.height.0);
            sheet.nodes.push(Sheet::shape(backing, context.tones.ground.into(), Px::ZERO));
            if has_name {
                put_at(sheet, &names, name, (left, frame.center().y.0), Align::Left);
            }
            put_at(sheet, &values, &label, (left + name_width, frame.center().y.0), Align::Left);
            show_at(sheet, start, figure.step);
            let native_y = if figure.value < 0.0 { bar.bottom().0 + height / 2.0 } else { bar.y.0 - height / 2.0 };
            let mut parts = vec![part(LabelText::Value, &values)];
            if has_name {
                parts.insert(0, part(LabelText::Category, &names));
            }
            let label = NativeLabel {
                series,
                category,
                place: LabelPlace::Outside,
                shift: (frame.center().x.0 - middle, frame.center().y.0 - native_y),
                parts,
                align: Align::Center,
                plate: Some((Fill::Solid(context.tones.ground.into()), None)),
                format: context.numerals.format_of(figure),
            };
            context.add_native_label(sheet, label);
            taken.push(frame);
        }
    }
}

/// The colour of a bar in a chart of one series, as defined by the voice.
pub(super) fn bar_color(sheet: &Sheet<'_>, context: &ChartContext<'_>, category: usize) -> scene::Color {
    match sheet.look.voice.chart.bars {
        ChartBars::Max if !context.is_lead_category(category) => context.tones.text,
        // Without a highlight, the largest has the second accent.
        ChartBars::Fade if context.highlight.is_none() && context.largest(0) == Some(category) => context.tones.second,
        _ => context.color_of(category),
    }
}

/// The paint of a bar in a chart of one series, as defined by the voice.
pub(super) fn bar_paint(sheet: &Sheet<'_>, context: &ChartContext<'_>, category: usize, frame: Rect) -> Paint {
    let color = bar_color(sheet, context, category);
    context.tones.bar(sheet, color, context.is_lead_category(category), frame)
}
