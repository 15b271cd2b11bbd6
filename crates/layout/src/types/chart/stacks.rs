//! Stacked bars: parts that add up to a total or to 100 percent, as columns or rows.

use deck::Highlight;
use scene::{Align, LabelPlace, LabelText, NumberFormat, Px, Rect, VerticalAlign};

use super::axis::Axis;
use super::native::NativeLabel;
use super::plot::{
    FreeEnd, KEY_LINE, NameRow, Scale, Slots, draw_axis, draw_axis_titles, draw_bar, draw_key, draw_names, draw_zero,
    names_in_slots, spread, thinned_names, tick_room,
};
use super::rows::name_column;
use super::{
    ChartContext, NativeForm, ShowValues, name_pen, put, put_at, text_height, text_width, value_pen, widest,
    width_share,
};
use crate::diagram::{number, show_at};
use crate::fit::largest;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::surface::text_color_on;

/// Maximum number of columns with values.
const SOME: usize = 12;
/// Maximum number of rows of shares.
const MAX_SHARE_ROWS: usize = 8;
/// Sizes of totals.
const TOTALS: [f32; 5] = [56.0, 48.0, 44.0, 40.0, 36.0];
/// Sizes of the values of parts.
const PARTS: [f32; 3] = [44.0, 40.0, 36.0];
/// Sizes of shares in rows.
const SHARES: [f32; 5] = [56.0, 48.0, 44.0, 40.0, 36.0];
/// Sizes of names under columns and beside rows.
const NAMES: [f32; 6] = [48.0, 44.0, 40.0, 36.0, 32.0, 28.0];
/// Size of the names of series.
const SERIES: f32 = 44.0;
/// Space between parts.
const BETWEEN: f32 = 5.0;
/// Minimum height of a part with a value, as a multiple of the value's font size.
const PART_ROOM: f32 = 1.15;
/// Width of a bar as a share of its slot.
const BAR: f32 = 0.72;

/// Draws a stack of values for each category.
pub(super) fn draw(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect) -> NativeForm {
    let slot = area.width.0 / number(context.count());
    let is_rows = match sheet.text("orientation") {
        "rows" => true,
        "columns" => false,
        _ => context.count() <= SOME && names_in_slots(sheet, context, slot, &[36.0, 32.0, 28.0]).is_none(),
    };
    if is_rows { draw_rows(sheet, context, area, false) } else { draw_columns(sheet, context, area, false) }
}

/// Draws a stack of equal length for each category.
pub(super) fn draw_shares(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect) -> NativeForm {
    let is_rows = match sheet.text("orientation") {
        "rows" => true,
        "columns" => false,
        _ => context.count() <= MAX_SHARE_ROWS,
    };
    if is_rows { draw_rows(sheet, context, area, true) } else { draw_columns(sheet, context, area, true) }
}

/// A part of a stack.
struct StackPart {
    series: usize,
    /// Where the part starts and ends, as values on the axis.
    from: f64,
    to: f64,
    /// The text on the part.
    label: String,
    step: usize,
    category: usize,
    value: f64,
}

/// The parts of a category from the base up, with negative ones from zero down.
fn parts_of(context: &ChartContext<'_>, category: usize, is_share: bool) -> Vec<StackPart> {
    let order = context.stack_order();
    let order = if is_share { (0..context.data.series.len()).collect() } else { order };
    let figures: Vec<_> =
        order.into_iter().filter_map(|series| Some((series, context.figure(series, category)?))).collect();
    let total: f64 = figures.iter().map(|(_, figure)| figure.value.abs()).sum();
    let rounded = whole_shares(&figures.iter().map(|(_, figure)| figure.value.abs() / total).collect::<Vec<_>>());
    let (mut up, mut down) = (0.0, 0.0);
    let mut parts = Vec::new();
    for ((series, figure), share) in figures.into_iter().zip(rounded) {
        let value = if is_share { figure.value.abs() / total * 100.0 } else { figure.value };
        let start = if value < 0.0 { &mut down } else { &mut up };
        let from = *start;
        *start += value;
        let label = if is_share {
            share.to_string()
        } else {
            context.numerals.bare().text(figure.value, context.numerals.decimals)
        };
        if value != 0.0 && value.is_finite() {
            let (step, value, to) = (figure.step, figure.value, from + value);
            parts.push(StackPart { series, from, to, label, step, category, value });
        }
    }
    parts
}

/// Shares in whole percent that add up to 100.
fn whole_shares(shares: &[f64]) -> Vec<u32> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
    let mut whole: Vec<u32> = shares.iter().map(|share| (share * 100.0).floor() as u32).collect();
    let fraction = |index: &usize| (shares[*index] * 100.0).fract();
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by(|one, other| fraction(other).total_cmp(&fraction(one)));
    let missing = 100_u32.saturating_sub(whole.iter().sum());
    for index in order.into_iter().take(usize::try_from(missing).unwrap_or_default()) {
        whole[index] += 1;
    }
    whole
}

/// The sum of the values of a category.
fn total(context: &ChartContext<'_>, category: usize) -> f64 {
    (0..context.data.series.len())
        .filter_map(|series| context.figure(series, category))
        .map(|figure| figure.value)
        .sum()
}

/// The upper and lower ends of all stacks.
fn stack_ends(context: &ChartContext<'_>, is_share: bool) -> Vec<f64> {
    let parts = (0..context.count()).flat_map(|category| parts_of(context, category, is_share));
    parts.flat_map(|part| [part.from, part.to]).collect()
}

fn draw_columns(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect, is_share: bool) -> NativeForm {
    let inner = draw_axis_titles(sheet, context, area);
    let count = context.count();
    let pen = name_pen(sheet, SERIES, true);
    let names_width = widest(sheet, &pen, context.names.iter().map(String::as_str)) + 28.0;
    let has_key = names_width > inner.width.0 / 4.0 || sheet.text("showLegend") == "no" && names_width < 30.0;
    let mut inner = inner;
    if has_key {
        draw_stack_key(sheet, context, inner, is_share);
        inner.y += Px(KEY_LINE);
        inner.height -= Px(KEY_LINE);
    }
    let width = inner.width.0 - if has_key { 0.0 } else { names_width };
    let values = stack_ends(context, is_share);
    let axis = if is_share { Axis::of_shares() } else { Axis::over(&values) };
    let numerals = if is_share { context.numerals.shares() } else { context.numerals.clone() };
    let totals: Vec<String> = (0..count).map(|category| context.numerals.value(total(context, category))).collect();
    let pen = value_pen(sheet, 36.0, context.tones.text);
    let share = width_share(sheet, pen, totals.iter().map(String::as_str));
    let slot = width / number(count);
    let has_axis = count > SOME || context.show_values == ShowValues::No || is_share && count > MAX_SHARE_ROWS;
    let size = largest(&TOTALS, |size| share * size <= slot - 12.0).filter(|_| !has_axis && !is_share);
    let has_axis = has_axis || size.is_none() && !is_share;
    let ticks = if has_axis { tick_room(sheet, &numerals, &axis) } else { 0.0 };
    let slots = Slots { x: inner.x.0 + ticks, width: (width - ticks) / number(count) };
    let row = name_row(sheet, context, slots.width);
    let above = size.map_or(16.0, |size| size * 1.1 + 8.0);
    let below = if values.iter().any(|value| *value < 0.0) { 12.0 } else { 0.0 };
    let names_top = inner.bottom().0 - row.height;
    let (top, bottom) = (inner.y.0 + above, names_top - 20.0 - below);
    let plot = Rect::new(slots.x, top, width - ticks, bottom - top);
    let scale = if has_axis {
        draw_axis(sheet, context, &numerals, (plot, inner.x.0), &axis);
        axis.scale(bottom, top)
    } else {
        Scale::over(&values, bottom, top)
    };
    let bar = (slots.width * BAR.max(sheet.look.voice.chart.bar_width)).min(380.0);
    let part_size = if has_axis { None } else { part_size(sheet, context, (bar, &scale), is_share) };
    let mut last_parts = Vec::new();
    for (category, total) in totals.iter().enumerate().take(count) {
        let parts = parts_of(context, category, is_share);
        let left = slots.middle(category) - bar / 2.0;
        let highest = parts.iter().map(|part| part.to.max(part.from)).fold(0.0, f64::max);
        for part in &parts {
            let [from, to] = [part.from, part.to].map(|value| scale.at(value));
            // The space between parts is at their far end, so that the first rests on the zero line.
            let gap = if part.to < part.from { 0.0 } else { BETWEEN };
            let frame = Rect::new(left, from.min(to) + gap, bar, ((from - to).abs() - BETWEEN).max(1.0));
            draw_part(sheet, context, part, frame, part_size);
            if category + 1 == count {
                last_parts.push((part.series, frame.center().y.0));
            }
        }
        if let Some(size) = size {
            let leads = context.is_lead_category(category);
            let color = if leads { context.tones.accent } else { context.tones.text };
            let pen = value_pen(sheet, size, context.tones.readable(sheet, color, size));
            let start = sheet.nodes.len();
            let y = scale.at(highest) - 6.0 - size * 0.55;
            put_at(sheet, &pen, total, (slots.middle(category), y), Align::Center);
            add_native_total(sheet, context, category, &pen);
            show_at(sheet, start, context.data.parts());
        }
    }
    // The outline of native parts would cover the zero line.
    let start = sheet.nodes.len();
    draw_zero(sheet, context, (plot.x.0, plot.width.0), scale.at(0.0));
    context.native.edit().zero = None;
    context.mark_beside_native(sheet, start);
    draw_names(sheet, context, row, (slots, names_top), inner);
    if !has_key {
        let start = sheet.nodes.len();
        draw_series_names(sheet, context, last_parts, plot);
        context.mark_beside_native(sheet, start);
    }
    // In the native chart, the totals are inside the plot.
    let plot_top = if size.is_some() { inner.y.0 } else { top };
    let frame = Rect::new(plot.x.0, plot_top, plot.width.0, bottom - plot_top);
    context.set_native_plot(sheet, frame, &scale, has_axis.then_some(&axis));
    context.native.edit().order = if is_share { Vec::new() } else { context.stack_order() };
    let kind = if is_share { scene::ChartKind::FullColumns } else { scene::ChartKind::StackedColumns };
    NativeForm { bar: bar / slots.width, values: !has_axis, axis: has_axis, ..NativeForm::of(kind) }
}

fn name_row(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, slot: f32) -> NameRow {
    let fitting = if context.count() > SOME { None } else { names_in_slots(sheet, context, slot, &NAMES[1..]) };
    fitting.unwrap_or_else(|| thinned_names(sheet, context, slot, 28.0))
}

/// The size of the values of parts: the largest at which as many fit as at the smallest.
fn part_size(
    sheet: &mut Sheet<'_>,
    context: &ChartContext<'_>,
    (bar, scale): (f32, &Scale),
    is_share: bool,
) -> Option<f32> {
    let parts: Vec<StackPart> =
        (0..context.count()).flat_map(|category| parts_of(context, category, is_share)).collect();
    let pen = value_pen(sheet, 36.0, context.tones.text);
    let room = |part: &StackPart| (scale.at(part.from) - scale.at(part.to)).abs() - BETWEEN;
    let share = width_share(sheet, pen, parts.iter().map(|part| part.label.as_str()));
    let count = |size: f32| parts.iter().filter(|part| room(part) >= size * PART_ROOM).count();
    let fits = |size: f32| share * size <= bar - 12.0;
    let smallest = PARTS[PARTS.len() - 1];
    largest(&PARTS, |size| fits(size) && count(size) == count(smallest))
        .or_else(|| fits(smallest).then_some(smallest))
        .filter(|_| count(smallest) > 0)
}

/// Draws a part with its value, if that fits.
fn draw_part(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, part: &StackPart, frame: Rect, size: Option<f32>) {
    let start = sheet.nodes.len();
    let color = context.series_color(sheet, part.series);
    let place = context.stack_order().iter().position(|series| *series == part.series).unwrap_or(0);
    let paint = context.tones.paint(sheet, color, place);
    draw_bar(sheet, frame, FreeEnd::None, paint);
    let pen = value_pen(sheet, 36.0, context.tones.text);
    let share = text_width(sheet, &pen, &part.label) / 36.0;
    let fits = |size: &f32| share * size <= frame.width.0 - 12.0 && frame.height.0 >= size * PART_ROOM - 0.5;
    if let Some(size) = size.filter(fits) {
        let below = sheet.look.palette.rgb(color);
        let pen = value_pen(sheet, size, text_color_on(&sheet.look.palette, below));
        draw_box_behind_value(sheet, place, color, frame, share * size, size);
        put_at(sheet, &pen, &part.label, (frame.center().x.0, frame.center().y.0), Align::Center);
        add_native_part(sheet, context, part, (LabelPlace::Middle, &pen, &part.label));
    }
    show_at(sheet, start, part.step);
}

/// Draws the key. The key of a native chart would list the totals too, so the key of stacks with totals is drawn beside
/// the native chart.
fn draw_stack_key(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect, is_share: bool) {
    let order: Vec<usize> = (0..context.data.series.len()).collect();
    let start = sheet.nodes.len();
    draw_key(sheet, context, area, &order);
    if !is_share {
        context.native.edit().key = None;
        context.mark_beside_native(sheet, start);
    }
}

/// Adds the label of a part to the native chart: its value if the page prints the value, otherwise the printed text.
fn add_native_part(
    sheet: &Sheet<'_>,
    context: &ChartContext<'_>,
    part: &StackPart,
    (place, pen, label): (LabelPlace, &Pen, &str),
) {
    let after = if label.ends_with('%') { "%" } else { "" };
    let bare = context.numerals.bare();
    let format = NumberFormat { after: after.to_owned(), ..bare.format(context.numerals.decimals) };
    let mut native = NativeLabel::value((part.series, part.category), place, pen, format);
    if label.trim_end_matches('%') != bare.text(part.value, context.numerals.decimals) {
        native.parts[0].text = LabelText::Words(label.to_owned());
    }
    let is_hatched =
        sheet.look.voice.chart.pattern && (part.series > 0 || context.stack_order().first() != Some(&part.series));
    native.plate = is_hatched.then(|| super::plot::solid(context.series_color(sheet, part.series)));
    context.add_native_label(sheet, native);
}

/// Adds the total of a category to the native chart.
fn add_native_total(sheet: &Sheet<'_>, context: &ChartContext<'_>, category: usize, pen: &Pen) {
    let format = context.numerals.format(context.numerals.decimals);
    let native = NativeLabel::value((context.data.series.len(), category), LabelPlace::Base, pen, format);
    context.add_native_label(sheet, native);
    let name = sheet.builtin_text("sumWords").split(',').next().unwrap_or_default().trim().to_owned();
    let mut look = context.native.edit();
    look.totals.get_or_insert((name, Vec::new())).1.push(total(context, category));
}

/// Draws a box behind a value on a pattern, which would make it hard to read.
fn draw_box_behind_value(sheet: &mut Sheet<'_>, place: usize, color: scene::Color, frame: Rect, width: f32, size: f32) {
    if !sheet.look.voice.chart.pattern || place == 0 {
        return;
    }
    let center = frame.center();
    let back = sheet.rect(center.x.0 - width / 2.0 - 10.0, center.y.0 - size * 0.55, width + 20.0, size * 1.1);
    sheet.nodes.push(Sheet::shape(back, color, Px(6.0)));
}

/// Draws the names of series level with the parts of the last column.
fn draw_series_names(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, mut parts: Vec<(usize, f32)>, plot: Rect) {
    parts.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut places: Vec<(f32, f32)> = parts.iter().map(|(_, y)| (*y, SERIES * 1.15)).collect();
    spread(&mut places, plot.y.0 - SERIES, plot.bottom().0);
    for ((series, _), (y, _)) in parts.into_iter().zip(places) {
        let color = if context.is_lead_series(series) { context.tones.accent } else { context.tones.text };
        let pen = name_pen(sheet, SERIES, true).color(context.tones.readable(sheet, color, SERIES));
        if !context.names[series].is_empty() {
            put_at(sheet, &pen, &context.names[series], (plot.right().0 + 24.0, y), Align::Left);
        }
    }
}

fn draw_rows(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect, is_share: bool) -> NativeForm {
    let mut inner = draw_axis_titles(sheet, context, area);
    let count = context.count();
    let has_names = context.names.iter().any(|name| !name.is_empty());
    let head = if has_names { KEY_LINE } else { 0.0 };
    let key = inner;
    inner.y += Px(head);
    inner.height -= Px(head);
    let pitch = inner.height.0 / number(count);
    let bar = (pitch * 0.88).min(pitch - 8.0);
    let max_width = inner.width.0 * 0.4;
    let size = largest(&NAMES, |size| {
        size <= pitch / 1.2
            && context.data.categories.iter().all(|name| {
                let pen = name_pen(sheet, size, false);
                text_height(sheet, &pen, name, max_width) <= (size * 2.4).min(pitch)
            })
    });
    let size = size.unwrap_or(28.0);
    let column = name_column(sheet, context, size).min(max_width);
    let totals: Vec<String> = (0..count).map(|category| context.numerals.value(total(context, category))).collect();
    let value_size = largest(&SHARES, |size| size <= bar * 0.8).unwrap_or(28.0);
    let end = if is_share {
        0.0
    } else {
        let pen = value_pen(sheet, value_size, context.tones.text);
        widest(sheet, &pen, totals.iter().map(String::as_str)) + 20.0
    };
    let left = inner.x.0 + column + 28.0;
    let scale = Scale::over(&stack_ends(context, is_share), left, inner.right().0 - end);
    let first = parts_of(context, 0, is_share);
    let start = sheet.nodes.len();
    let is_over = is_share && has_names && names_over_parts(sheet, context, &first, (&scale, key.y.0 + 24.0));
    context.mark_beside_native(sheet, start);
    if has_names && !is_over {
        draw_stack_key(sheet, context, key, is_share);
    }
    for (category, total) in totals.iter().enumerate().take(count) {
        let middle = inner.y.0 + pitch * (number(category) + 0.5);
        let pen = name_pen(sheet, size, context.is_lead_category(category));
        let frame = Rect::new(inner.x.0, middle - pitch / 2.0, column + 4.0, pitch);
        put(sheet, Some("data"), &pen, &context.data.categories[category], frame, (Align::Left, VerticalAlign::Middle));
        let parts = parts_of(context, category, is_share);
        for part in &parts {
            let [from, to] = [part.from, part.to].map(|value| scale.at(value));
            let frame = Rect::new(from.min(to), middle - bar / 2.0, ((from - to).abs() - BETWEEN).max(1.0), bar);
            draw_row_part(sheet, context, part, frame, (value_size, category, is_share));
        }
        if !is_share {
            let highest = parts.iter().map(|part| part.to.max(part.from)).fold(0.0, f64::max);
            let pen = value_pen(sheet, value_size, context.tones.text);
            put_at(sheet, &pen, total, (scale.at(highest) + 14.0, middle), Align::Left);
            add_native_total(sheet, context, category, &pen);
        }
    }
    let frame = Rect::new(left, inner.y.0, inner.right().0 - left, pitch * number(count));
    context.set_native_rows(sheet, frame, &scale, None);
    {
        let mut look = context.native.edit();
        look.names = Some((name_pen(sheet, size, false).style, 1));
        look.order = if is_share { Vec::new() } else { context.stack_order() };
    }
    let kind = if is_share { scene::ChartKind::FullBars } else { scene::ChartKind::StackedBars };
    NativeForm { bar: bar / pitch, values: true, axis: false, ..NativeForm::of(kind) }
}

fn draw_row_part(
    sheet: &mut Sheet<'_>,
    context: &ChartContext<'_>,
    part: &StackPart,
    frame: Rect,
    (size, category, is_share): (f32, usize, bool),
) {
    let start = sheet.nodes.len();
    let color = context.series_color(sheet, part.series);
    let paint = context.tones.paint(sheet, color, part.series);
    draw_bar(sheet, frame, FreeEnd::None, paint);
    let has_sign = is_share && (category == 0 || context.is_lead_series(part.series));
    let label = if has_sign { format!("{}%", part.label) } else { part.label.clone() };
    let below = sheet.look.palette.rgb(color);
    let pen = value_pen(sheet, size, text_color_on(&sheet.look.palette, below));
    let width = text_width(sheet, &pen, &label);
    if width + 28.0 <= frame.width.0 {
        if sheet.look.voice.chart.pattern && part.series > 0 {
            let back = sheet.rect(frame.x.0 + 8.0, frame.center().y.0 - size * 0.55, width + 16.0, size * 1.1);
            sheet.nodes.push(Sheet::shape(back, color, Px(6.0)));
        }
        put_at(sheet, &pen, &label, (frame.x.0 + 16.0, frame.center().y.0), Align::Left);
        add_native_part(sheet, context, part, (LabelPlace::Base, &pen, &label));
    }
    show_at(sheet, start, part.step);
}

/// Draws the names of series over the parts of the first row. Returns false if one does not fit.
fn names_over_parts(
    sheet: &mut Sheet<'_>,
    context: &ChartContext<'_>,
    parts: &[StackPart],
    (scale, y): (&Scale, f32),
) -> bool {
    let size = 40.0;
    let pen = name_pen(sheet, size, true);
    let fits = parts.len() == context.data.series.len()
        && parts.iter().all(|part| {
            text_width(sheet, &pen, &context.names[part.series]) + 12.0 <= scale.at(part.to) - scale.at(part.from)
        });
    if !fits {
        return false;
    }
    for part in parts {
        let leads = context.highlight == Some(Highlight::Series(part.series));
        let color = if leads { context.tones.accent } else { context.tones.text };
        let pen = name_pen(sheet, size, true).color(context.tones.readable(sheet, color, size));
        put_at(sheet, &pen, &context.names[part.series], (scale.at(part.from), y), Align::Left);
    }
    true
}
