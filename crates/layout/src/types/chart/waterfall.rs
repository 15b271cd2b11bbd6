//! Rises and falls from one total to the next.

use scene::{Align, ChartKind, ChartSeries, Color, LabelPlace, LabelText, NumberFormat, PaletteRole, Px, Rect};

use super::native::NativeLabel;
use super::plot::{
    FreeEnd, NameRow, Scale, Slots, draw_axis_titles, draw_bar, draw_zero, names_in_slots, solid, thinned_names,
};
use super::{ChartContext, NativeForm, name_pen, put, put_at, value_pen, width_share};
use crate::diagram::{number, show_at};
use crate::fit::largest;
use crate::sheet::Sheet;

/// Sizes of values for few steps.
const FEW_VALUES: [f32; 7] = [72.0, 64.0, 56.0, 48.0, 44.0, 40.0, 36.0];
/// Sizes of values for more steps.
const MORE_VALUES: [f32; 5] = [56.0, 48.0, 44.0, 40.0, 36.0];
/// Sizes of values where larger ones do not fit.
const LAST_VALUES: [f32; 3] = [32.0, 28.0, 24.0];
/// Sizes of names.
const NAMES: [f32; 5] = [44.0, 40.0, 36.0, 32.0, 28.0];
/// Maximum number of steps that count as few.
const FEW: usize = 6;
/// Width of a step as a share of its slot.
const BAR: f32 = 0.72;
/// Index of the series of a native chart that has the labels.
const LABELS: usize = 4;
/// Thickness of the lines between steps.
const LINK: f32 = 3.0;

/// Whether a step is a total.
fn is_total(context: &ChartContext<'_>, index: usize) -> bool {
    context.data.totals.get(index).copied().unwrap_or(false)
}

/// The values at which each step starts and ends.
fn steps(context: &ChartContext<'_>) -> Vec<(f64, f64)> {
    let mut level = 0.0;
    let steps = (0..context.count()).map(|index| {
        let value = context.figure(0, index).map_or(0.0, |figure| figure.value);
        let is_total = is_total(context, index);
        let from = if is_total { 0.0 } else { level };
        level = from + value;
        (from, level)
    });
    steps.collect()
}

/// The colour of a step: totals are dark, rises have the accent and falls the second accent.
fn color(context: &ChartContext<'_>, index: usize) -> Color {
    let is_total = is_total(context, index);
    let value = context.figure(0, index).map_or(0.0, |figure| figure.value);
    match (is_total, value < 0.0) {
        (true, _) => context.tones.text,
        (false, true) => context.tones.fall,
        (false, false) => context.tones.accent,
    }
}

pub(super) fn draw(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect) -> NativeForm {
    let inner = draw_axis_titles(sheet, context, area);
    let count = context.count();
    let slots = Slots { x: inner.x.0, width: inner.width.0 / number(count) };
    let labels: Vec<String> = (0..count).map(|index| label(context, index)).collect();
    let pen = value_pen(sheet, 36.0, context.tones.text);
    let share = width_share(sheet, pen, labels.iter().map(String::as_str));
    let sizes: &[f32] = if count <= FEW { &FEW_VALUES } else { &MORE_VALUES };
    let fits = |size: f32| share * size <= slots.width - 8.0;
    let size = largest(sizes, fits).or_else(|| largest(&LAST_VALUES, fits));
    let row: NameRow = names_in_slots(sheet, context, slots.width, &NAMES)
        .unwrap_or_else(|| thinned_names(sheet, context, slots.width, 28.0));
    let names_top = inner.bottom().0 - row.height;
    let above = size.map_or(8.0, |size| size * 1.1 + 8.0);
    let levels = steps(context);
    let bounds: Vec<f64> = levels.iter().flat_map(|(from, to)| [*from, *to]).collect();
    let below = if bounds.iter().any(|value| *value < 0.0) { above } else { 0.0 };
    let (top, bottom) = (inner.y.0 + above, names_top - 16.0 - below);
    let scale = Scale::over(&bounds, bottom, top);
    let bar = (slots.width * BAR).min(300.0);
    for (index, (from, to)) in levels.iter().enumerate() {
        let start = sheet.nodes.len();
        let [start_y, end_y] = [*from, *to].map(|value| scale.at(value));
        let left = slots.middle(index) - bar / 2.0;
        let frame = Rect::new(left, start_y.min(end_y), bar, (start_y - end_y).abs().max(4.0));
        draw_bar(sheet, frame, FreeEnd::None, solid(color(context, index)));
        if index + 1 < count {
            let link = sheet.rect(left + bar, end_y - LINK / 2.0, slots.width - bar, LINK);
            let start = sheet.nodes.len();
            sheet.nodes.push(Sheet::shape(link, context.tones.quiet, Px::ZERO));
            context.mark_beside_native(sheet, start);
        }
        if let Some(size) = size {
            let color = color(context, index);
            let color = if color == context.tones.quiet { context.tones.text } else { color };
            let pen = value_pen(sheet, size, context.tones.readable(sheet, color, size));
            let is_below = *to < 0.0 && *from <= 0.0;
            let y = if is_below { frame.bottom().0 + 6.0 + size * 0.55 } else { frame.y.0 - 6.0 - size * 0.55 };
            put_at(sheet, &pen, &labels[index], (slots.middle(index), y), Align::Center);
            let mut native = NativeLabel::value((LABELS, index), LabelPlace::Base, &pen, native_format(context, index));
            // The height of a step that crosses zero is in two parts.
            if is_below || from.min(*to) < 0.0 {
                native.parts[0].text = LabelText::Words(labels[index].clone());
            }
            context.add_native_label(sheet, native);
        }
        let step = context.figure(0, index).map_or(1, |figure| figure.step);
        show_at(sheet, start, step);
    }
    draw_zero(sheet, context, (inner.x.0, inner.width.0), scale.at(0.0));
    draw_step_names(sheet, context, row, (slots, names_top));
    // The values are inside the plot.
    let frame = Rect::new(inner.x.0, inner.y.0, inner.width.0, names_top - 16.0 - inner.y.0);
    context.set_native_plot(sheet, frame, &scale, None);
    context.native.edit().names = Some((name_pen(sheet, row.size, false).style, row.stride));
    NativeForm { bar: bar / slots.width, values: true, axis: false, ..NativeForm::of(ChartKind::Waterfall) }
}

fn label(context: &ChartContext<'_>, index: usize) -> String {
    let is_total = is_total(context, index);
    let figure = context.figure(0, index);
    figure.map_or(String::new(), |figure| {
        if is_total { context.numerals.label(figure) } else { context.numerals.signed(figure) }
    })
}

/// The number format that writes the height of a step as its change.
fn native_format(context: &ChartContext<'_>, index: usize) -> NumberFormat {
    let is_total = is_total(context, index);
    let Some(figure) = context.figure(0, index) else { return NumberFormat::default() };
    let format = context.numerals.format_of(figure);
    let sign = match figure.value {
        _ if is_total && figure.value >= 0.0 => "",
        value if value > 0.0 => "+",
        value if value < 0.0 => "−",
        _ => "",
    };
    NumberFormat { before: format!("{sign}{}", format.before), ..format }
}

/// Draws the names, those of totals stronger.
fn draw_step_names(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, row: NameRow, (slots, y): (Slots, f32)) {
    for (index, name) in context.data.categories.iter().enumerate().step_by(row.stride) {
        let is_total = is_total(context, index);
        let pen = name_pen(sheet, row.size, is_total || context.is_lead_category(index));
        let width = slots.width * number(row.stride) - 12.0;
        let frame = Rect::new(slots.middle(index) - width / 2.0, y, width, row.height + 4.0);
        put(sheet, Some("data"), &pen, name, frame, (Align::Center, scene::VerticalAlign::Top));
    }
}

/// The series of a native chart: the changes, the value at which each step rests, its height, and, if any step crosses
/// zero, the height below zero.
pub(super) fn series(context: &ChartContext<'_>) -> Vec<ChartSeries> {
    let levels = steps(context);
    let chart_series = |name: &str, values: Vec<Option<f64>>, colors: Vec<Color>| ChartSeries {
        name: name.to_owned(),
        values,
        colors,
        hatches: Vec::new(),
    };
    let changes = context.data.series[0].figures.iter().map(|figure| figure.as_ref().map(|figure| figure.value));
    // A step above zero rests on its lower end and one below zero hangs from its upper end. One that crosses zero rises
    // and falls from there.
    let crosses = |from: f64, to: f64| from.min(to) < 0.0 && from.max(to) > 0.0;
    let rests = levels.iter().map(|(from, to)| match (from.min(*to), from.max(*to)) {
        _ if crosses(*from, *to) => Some(0.0),
        (low, _) if low >= 0.0 => Some(low),
        (_, high) => Some(high),
    });
    let heights = levels.iter().map(|(from, to)| match (from.min(*to), from.max(*to)) {
        (_, high) if crosses(*from, *to) => Some(high),
        (low, high) if low >= 0.0 => Some(high - low),
        (low, high) => Some(low - high),
    });
    let falls: Vec<Option<f64>> = levels.iter().map(|(from, to)| crosses(*from, *to).then(|| from.min(*to))).collect();
    let colors: Vec<Color> = (0..context.count()).map(|index| color(context, index)).collect();
    let mut series = vec![
        chart_series(&context.names[0], changes.collect(), colors.clone()),
        chart_series("", rests.collect(), vec![PaletteRole::Base.into()]),
        chart_series(&context.names[0], heights.collect(), colors.clone()),
    ];
    if falls.iter().any(Option::is_some) {
        series.push(chart_series("", falls, colors));
    }
    series
}
