//! Parts of a whole: a pie or a doughnut with labels beside it.

use std::f32::consts::{PI, TAU};

use deck::{ChartKind, Figure, Highlight};
use scene::{
    Align, ChartPaint, ChartRange, ChartSeries, Color, Hatch, LabelPlace, LabelText, NumberFormat, Path, Px, Rect,
    Stroke, VerticalAlign,
};

use super::native::{NativeLabel, part};
use super::plot::spread;
use super::{ChartContext, NativeForm, SliceLabels, name_pen, put, put_at, text_height, text_width, value_pen};
use crate::diagram::{Ellipse, drawn, lined, show_at};
use crate::fit::largest;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::surface::text_color_on;

/// Maximum number of slices; with more, all but the leading and largest ones are merged into one.
const MAX_PARTS: usize = 6;
/// Sizes of shares and names by the number of slices: up to three, up to five, more.
const SIZES: [(f32, f32); 3] = [(144.0, 64.0), (88.0, 52.0), (64.0, 44.0)];
/// Factors of these sizes that are tried until the labels fit.
const SMALLER: [f32; 4] = [1.0, 0.8, 0.64, 0.56];
/// The minimum share of a slice that has its label on the ring in a native doughnut.
const ON_RING: f32 = 0.08;
/// Line height of a share.
const VALUE_LINE: f32 = 1.1;
/// Space between slices.
const BETWEEN: f32 = 10.0;
/// Radius of the hole as a share of the outer radius.
const HOLE: f32 = 0.6;
/// Distance of labels from the rim, and the thickness of leaders.
const LABEL: (f32, f32) = (72.0, 3.0);
/// Sizes of the share in the hole.
const IN_HOLE: [f32; 5] = [160.0, 144.0, 120.0, 104.0, 88.0];
/// Sizes of the name in the hole.
const HOLE_NAMES: [f32; 4] = [48.0, 44.0, 40.0, 36.0];

/// A slice of the disc.
struct Slice {
    name: String,
    /// The share, the value or both.
    label: String,
    color: Color,
    leads: bool,
    step: usize,
    value: f64,
    /// The angles between which the slice lies, clockwise from the top, in radians.
    from: f32,
    until: f32,
    /// Index of the slice, for patterns.
    place: usize,
    /// The number format of the value.
    format: NumberFormat,
}

impl Slice {
    /// The angle of the slice's label in radians: its middle, or a quarter turn if it is the whole.
    fn middle(&self) -> f32 {
        if self.until - self.from > TAU * 0.9999 { PI / 2.0 } else { f32::midpoint(self.from, self.until) }
    }
}

pub(super) fn draw(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect) -> NativeForm {
    let is_ring = context.data.kind == ChartKind::Doughnut;
    let slices = slices(sheet, context);
    let hole = if is_ring { slices.iter().position(|slice| slice.leads) } else { None };
    let outer: Vec<usize> = (0..slices.len()).filter(|index| Some(*index) != hole).collect();
    let is_right = |slice: &Slice| slice.middle() < PI;
    let right_count = outer.iter().filter(|index| is_right(&slices[**index])).count();
    let radius = area.height.0 / 2.0 - 4.0;
    // If all labels are on one side, the disc moves to the other.
    let x = match right_count {
        0 => area.center().x.0 + area.width.0 / 9.0,
        all if all == outer.len() => area.center().x.0 - area.width.0 / 9.0,
        _ => area.center().x.0,
    };
    let y = area.center().y.0;
    let disc = Ellipse::circle(x, y, radius);
    for slice in &slices {
        draw_slice(sheet, context, slice, disc, is_ring);
    }
    let base = match slices.len() {
        0..=3 => SIZES[0],
        4 | 5 => SIZES[1],
        _ => SIZES[2],
    };
    let scale =
        largest(&SMALLER, |scale| labels_fit(sheet, &slices, &outer, (base.0 * scale, base.1 * scale), (disc, area)));
    let scale = scale.unwrap_or(SMALLER[3]);
    let sizes = (base.0 * scale, (base.1 * scale).max(32.0));
    for is_left in [false, true] {
        let side: Vec<&Slice> =
            outer.iter().map(|index| &slices[*index]).filter(|slice| is_right(slice) != is_left).collect();
        draw_side(sheet, context, side, (is_left, slices.len()), sizes, (disc, area));
    }
    if let Some(lead) = hole {
        draw_hole(sheet, context, &slices[lead], (disc, slices.len()));
    }
    let frame = Rect::new(disc.x - disc.across, disc.y - disc.across, disc.across * 2.0, disc.across * 2.0);
    context.set_native_range(sheet, frame, ChartRange::default());
    let gap = Stroke { color: context.tones.ground.into(), width: Px(BETWEEN), dash: None, round: false };
    let stroke = (slices.len() > 1).then_some(gap);
    let paint = |slice: &Slice| {
        let (fill, _) = context.tones.paint(sheet, slice.color, slice.place);
        ChartPaint { fill, stroke }
    };
    let mut paints: Vec<ChartPaint> = slices.iter().map(paint).collect();
    if sheet.direction.is_right_to_left() {
        paints.reverse();
    }
    context.native.edit().paints = vec![paints];
    NativeForm::of(if is_ring { scene::ChartKind::Ring } else { scene::ChartKind::Pie })
}

/// The names, values and colours of the slices for a native chart, and the colours of their labels.
pub(super) fn native(sheet: &Sheet<'_>, context: &ChartContext<'_>) -> (Vec<String>, ChartSeries, Vec<Option<Color>>) {
    let mut slices = slices(sheet, context);
    // Native slices always run clockwise.
    if sheet.direction.is_right_to_left() {
        slices.reverse();
    }
    let palette = &sheet.look.palette;
    let is_ring = context.data.kind == ChartKind::Doughnut;
    let label = |slice: &Slice| match is_ring {
        true if slice.until - slice.from < TAU * ON_RING => None,
        true => Some(text_color_on(palette, palette.rgb(slice.color))),
        false => Some(context.tones.text),
    };
    let hatch = |slice: &Slice| Some(Hatch::ALL[(slice.place % (Hatch::ALL.len() + 1)).checked_sub(1)?]);
    let labels = slices.iter().map(label).collect();
    let series = ChartSeries {
        name: context.names[0].clone(),
        values: slices.iter().map(|slice| Some(slice.value)).collect(),
        colors: slices.iter().map(|slice| slice.color).collect(),
        hatches: if sheet.look.voice.chart.pattern { slices.iter().map(hatch).collect() } else { Vec::new() },
    };
    (slices.into_iter().map(|slice| slice.name).collect(), series, labels)
}

/// The slices in order: all, or five (the leading one and the largest) and the rest merged into a last one.
fn slices(sheet: &Sheet<'_>, context: &ChartContext<'_>) -> Vec<Slice> {
    let figures = &context.data.series[0].figures;
    let mut entries: Vec<(usize, f64)> = figures
        .iter()
        .enumerate()
        .filter_map(|(index, figure)| Some((index, figure.as_ref()?.value)))
        .filter(|(_, value)| *value > 0.0)
        .collect();
    let total: f64 = entries.iter().map(|(_, value)| value).sum();
    // The merged slices: their number, their sum and the index of the last one.
    let mut joined = (0, 0.0, 0);
    if entries.len() > MAX_PARTS {
        let mut ranked = entries.clone();
        let leads = |index: usize| context.is_lead_category(index);
        ranked.sort_by(|one, other| leads(other.0).cmp(&leads(one.0)).then(other.1.total_cmp(&one.1)));
        let kept: Vec<usize> = ranked.iter().take(MAX_PARTS - 1).map(|(index, _)| *index).collect();
        let rest: Vec<(usize, f64)> = entries.iter().copied().filter(|(index, _)| !kept.contains(index)).collect();
        entries.retain(|(index, _)| kept.contains(index));
        joined = (rest.len(), rest.iter().map(|(_, value)| value).sum(), rest.last().map_or(0, |(index, _)| *index));
    }
    let SliceLabels { values: has_value, shares: has_share } = context.slice_labels;
    let label = |value: f64, own: Option<String>| {
        let value_label = own.unwrap_or_else(|| context.numerals.value(value));
        let percent = context.numerals.percent(value / total);
        match (has_value, has_share) {
            (false, false) => String::new(),
            (true, false) => value_label,
            (false, true) => percent,
            (true, true) => format!("{percent} ({value_label})"),
        }
    };
    let mut slices = Vec::new();
    let mut from = 0.0;
    let format = |figure: Option<&Figure>| match figure {
        Some(figure) => context.numerals.format_of(figure),
        None => context.numerals.format(context.numerals.decimals),
    };
    let mut add =
        |name: String, value: f64, label: String, (color, format): (Color, NumberFormat), leads: bool, step: usize| {
            #[expect(clippy::cast_possible_truncation, reason = "a part of a turn")]
            let until = from + (value / total) as f32 * TAU;
            slices.push(Slice { name, label, color, leads, step, value, from, until, place: slices.len(), format });
            from = until;
        };
    for (index, value) in entries {
        let figure = figures[index].as_ref();
        let color = match context.highlight {
            None => context.tones.series(sheet, index),
            Some(_) => context.color_of(index),
        };
        let own = figure.map(|figure| context.numerals.label(figure));
        let leads = context.highlight == Some(Highlight::Category(index));
        let step = figure.map_or(1, |figure| figure.step);
        add(context.data.categories[index].clone(), value, label(value, own), (color, format(figure)), leads, step);
    }
    if joined.0 > 0 {
        let name = sheet.builtin_text("others").replace("{n}", &joined.0.to_string());
        let step = figures[joined.2].as_ref().map_or(1, |figure| figure.step);
        add(name, joined.1, label(joined.1, None), (context.tones.quiet, format(None)), false, step);
    }
    slices
}

fn draw_slice(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, slice: &Slice, disc: Ellipse, is_ring: bool) {
    let start = sheet.nodes.len();
    let hole = Ellipse::circle(disc.x, disc.y, if is_ring { disc.across * HOLE } else { 0.0 });
    let (fill, _) = context.tones.paint(sheet, slice.color, slice.place);
    let is_whole = slice.until - slice.from > TAU * 0.9999;
    // A line in the colour of the page separates neighbours.
    let gap = Stroke { color: context.tones.ground.into(), width: Px(BETWEEN), dash: None, round: true };
    let node = drawn(sheet, path(disc, hole, slice.from, slice.until), Some(fill), (!is_whole).then_some(gap));
    sheet.nodes.push(node);
    show_at(sheet, start, slice.step);
}

/// The path of a slice between two angles; a full ring is two circles.
fn path(outer: Ellipse, inner: Ellipse, from: f32, until: f32) -> Path {
    let [outer_start, inner_end, inner_start] = [outer.at(from), inner.at(until), inner.at(from)];
    if until - from > TAU * 0.9999 {
        let path = outer.arc(Path::default().to(outer_start.0, outer_start.1), from, until).close();
        let mut path = inner.arc(path.to(inner_start.0, inner_start.1), from, until).close();
        path.even_odd = true;
        return path;
    }
    let path = outer.arc(Path::default().to(outer_start.0, outer_start.1), from, until).line(inner_end.0, inner_end.1);
    if inner.across < 1.0 { path.close() } else { inner.arc(path, until, from).close() }
}

/// Width available for labels at one side of the disc.
fn room(disc: Ellipse, area: Rect, is_left: bool) -> f32 {
    let beside = if is_left { disc.x - area.x.0 } else { area.right().0 - disc.x };
    beside - disc.across - LABEL.0
}

/// Height of a label in a width: the share, and the name on up to two lines.
fn label_height(sheet: &mut Sheet<'_>, slice: &Slice, (share, name): (f32, f32), width: f32) -> f32 {
    let share = if slice.label.is_empty() { 0.0 } else { share * VALUE_LINE };
    let pen = name_pen(sheet, name, slice.leads);
    share + text_height(sheet, &pen, &slice.name, width).min(name * 1.15 * 2.0) + 12.0
}

fn labels_fit(
    sheet: &mut Sheet<'_>,
    slices: &[Slice],
    outer: &[usize],
    (share, name): (f32, f32),
    (disc, area): (Ellipse, Rect),
) -> bool {
    let mut heights = [0.0, 0.0];
    outer.iter().all(|index| {
        let slice = &slices[*index];
        let is_left = slice.middle() >= PI;
        let own = room(disc, area, is_left);
        heights[usize::from(is_left)] += label_height(sheet, slice, (share, name), own);
        let values = value_pen(sheet, share, sheet.surface.text);
        let names = name_pen(sheet, name, slice.leads);
        let longest = slice.name.split_whitespace().map(|word| text_width(sheet, &names, word)).fold(0.0, f32::max);
        let width = text_width(sheet, &values, &slice.label).max(longest);
        width <= own && heights[usize::from(is_left)] <= area.height.0
    })
}

/// Draws the labels of one side, pushed apart, with leaders.
fn draw_side(
    sheet: &mut Sheet<'_>,
    context: &ChartContext<'_>,
    mut slices: Vec<&Slice>,
    (is_left, count): (bool, usize),
    sizes: (f32, f32),
    (disc, area): (Ellipse, Rect),
) {
    let middle = |slice: &Slice| disc.at(slice.middle());
    slices.sort_by(|one, other| middle(one).1.total_cmp(&middle(other).1));
    let own = room(disc, area, is_left);
    let mut places: Vec<(f32, f32)> =
        slices.iter().map(|slice| (middle(slice).1, label_height(sheet, slice, sizes, own))).collect();
    spread(&mut places, area.y.0, area.bottom().0);
    let x = if is_left { disc.x - disc.across - LABEL.0 } else { disc.x + disc.across + LABEL.0 };
    let align = if is_left { Align::Right } else { Align::Left };
    for (slice, (y, height)) in slices.into_iter().zip(places) {
        let start = sheet.nodes.len();
        let color = if slice.leads || context.highlight.is_none() { slice.color } else { context.tones.text };
        let share = if slice.label.is_empty() { 0.0 } else { sizes.0 * VALUE_LINE };
        let top = y - (height - 12.0) / 2.0;
        let values = value_pen(sheet, sizes.0, context.tones.readable(sheet, color, sizes.0));
        if !slice.label.is_empty() {
            put_at(sheet, &values, &slice.label, (x, top + share * 0.5), align);
        }
        let color = if slice.leads { color } else { context.tones.text };
        let names = name_pen(sheet, sizes.1, slice.leads).color(context.tones.readable(sheet, color, sizes.1));
        let left = if is_left { x - own } else { x };
        let frame = Rect::new(left, top + share, own, height - 12.0 - share);
        put(sheet, Some("data"), &names, &slice.name, frame, (align, VerticalAlign::Top));
        let rim = disc.at(slice.middle());
        let knee = if is_left { x + 12.0 } else { x - 12.0 };
        let elbow = if is_left { x + 30.0 } else { x - 30.0 };
        let level = top + share * 0.62 + if share > 0.0 { 0.0 } else { sizes.1 * 0.575 };
        let line_color = if slice.leads { slice.color } else { context.tones.quiet };
        let path = Path::default().to(knee, level).line(elbow, level).line(rim.0, rim.1);
        let node = lined(sheet, path, line_color, LABEL.1);
        let leader = sheet.nodes.len();
        sheet.nodes.push(node);
        context.mark_beside_native(sheet, leader);
        let width = text_width(sheet, &names, &slice.name).min(own).max(text_width(sheet, &values, &slice.label));
        let middle = (if is_left { x - width / 2.0 } else { x + width / 2.0 }, y - 6.0);
        add_native_label(sheet, context, slice, (&values, &names), (disc, middle, align), (own, count));
        show_at(sheet, start, slice.step);
    }
}

/// Draws the label of the leading slice in the hole.
fn draw_hole(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, slice: &Slice, (disc, count): (Ellipse, usize)) {
    let start = sheet.nodes.len();
    let width = disc.across * HOLE * 1.7;
    let color = context.tones.readable(sheet, slice.color, 88.0);
    let size = largest(&IN_HOLE, |size| {
        let pen = value_pen(sheet, size, color);
        text_width(sheet, &pen, &slice.label) <= width
    });
    let size = size.unwrap_or(64.0);
    let name_size = largest(&HOLE_NAMES, |size| {
        let pen = name_pen(sheet, size, true);
        text_width(sheet, &pen, &slice.name) <= width * 0.86
    });
    let name_size = name_size.unwrap_or(32.0);
    let has_label = !slice.label.is_empty();
    let height = if has_label { size * VALUE_LINE } else { 0.0 } + name_size * 1.15;
    let top = disc.y - height / 2.0;
    if has_label {
        let pen = value_pen(sheet, size, color);
        put_at(sheet, &pen, &slice.label, (disc.x, top + size * VALUE_LINE / 2.0), Align::Center);
    }
    let pen = name_pen(sheet, name_size, true);
    let y = top + height - name_size * 0.575;
    let width = text_width(sheet, &pen, &slice.name).min(width);
    let frame = Rect::new(disc.x - width / 2.0, y - name_size * 0.7, width + 2.0, name_size * 1.4);
    put(sheet, Some("data"), &pen, &slice.name, frame, (Align::Center, VerticalAlign::Middle));
    show_at(sheet, start, slice.step);
    let values = value_pen(sheet, size, color);
    let middle = (disc.x, disc.y);
    add_native_label(sheet, context, slice, (&values, &pen), (disc, middle, Align::Center), (f32::MAX, count));
}

/// The name of a slice for a native chart, or its lines where the page breaks it.
fn lines_of_name(sheet: &mut Sheet<'_>, slice: &Slice, pen: &Pen, room: f32) -> Vec<LabelText> {
    if text_width(sheet, pen, &slice.name) <= room {
        return vec![LabelText::Category];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in slice.name.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(sheet, pen, &format!("{line} {word}")) <= room => *line = format!("{line} {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.into_iter().map(LabelText::Words).collect()
}

/// Adds the label of a slice to the native chart, shifted from its native position to its middle on the page.
fn add_native_label(
    sheet: &mut Sheet<'_>,
    context: &ChartContext<'_>,
    slice: &Slice,
    (values, names): (&Pen, &Pen),
    (disc, middle, align): (Ellipse, (f32, f32), Align),
    (room, count): (f32, usize),
) {
    let is_ring = context.data.kind == ChartKind::Doughnut;
    let angle = f32::midpoint(slice.from, slice.until);
    let native_middle = if is_ring {
        Ellipse::circle(disc.x, disc.y, disc.across * f32::midpoint(1.0, HOLE)).at(angle)
    } else {
        Ellipse::circle(disc.x, disc.y, disc.across * 0.5).at(angle)
    };
    let SliceLabels { values: has_value, shares: has_share } = context.slice_labels;
    let share = context.numerals.shares();
    let is_tiny = has_share && !has_value && slice.label.contains(['.', ',']);
    let format = if has_value { slice.format.clone() } else { share.format(usize::from(is_tiny)) };
    let mut parts = match (has_value, has_share) {
        (false, false) => Vec::new(),
        (true, false) => vec![part(LabelText::Value, values)],
        (false, true) => vec![part(LabelText::Share, values)],
        // A label has only one number format, so the share is fixed text here.
        (true, true) => vec![part(LabelText::Words(slice.label.clone()), values)],
    };
    let lines = lines_of_name(sheet, slice, names, room);
    for line in lines {
        let on_new_line = !parts.is_empty();
        parts.push(scene::LabelPart { on_new_line, ..part(line, names) });
    }
    let label = NativeLabel {
        series: 0,
        category: if sheet.direction.is_right_to_left() { count - 1 - slice.place } else { slice.place },
        place: LabelPlace::Middle,
        shift: (middle.0 - native_middle.0, middle.1 - native_middle.1),
        parts,
        align,
        plate: None,
        format,
    };
    context.add_native_label(sheet, label);
}
