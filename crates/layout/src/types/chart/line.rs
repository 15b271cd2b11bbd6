//! Lines: one or two series through points, labelled at their ends.

use deck::{ChartData, Figure};
use scene::{Align, ChartKind, Color, Node, NodeKind, Path, Px, Rect, Shape, Stroke, VerticalAlign};

use super::axis::Axis;
use super::bars::{draw_upright_axis, upright_plot_of};
use super::numerals::Numerals;
use super::{AXIS_LINE, BELOW, ChartStyle, color, figures, hatch, name_pen, put, series_name, wide, widest};
use crate::diagram::{filled, number, show_at, stroked};
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

/// Thickness of a line.
const STROKE: f32 = 5.0;
/// Dash and gap of the second line in themes that use patterns.
const DASH: (Px, Px) = (Px(20.0), Px(14.0));
/// Width of a point, and the maximum number of values for which points are drawn.
const POINT: (f32, usize) = (14.0, 40);
/// Opacity of the area below a single line.
const AREA: f32 = 0.12;
/// Distance of the first and last point from the edges of the plot.
const INSET: f32 = 28.0;
/// Maximum width of the labels at the ends, and the space between line and label.
const END: (f32, f32) = (360.0, 40.0);
/// The height of a line of such a label, and the most lines of one.
const END_LINE: f32 = 32.0;
const END_LINES: usize = 3;
/// Maximum width of a name below the plot.
const NAME: f32 = 260.0;

/// A value and its position.
type Spot<'f> = (f32, f32, &'f Figure);

pub(super) fn draw(sheet: &mut Sheet<'_>, data: &ChartData, area: Rect) -> ChartStyle {
    let axis = Axis::over(&figures(data).collect::<Vec<_>>());
    let numerals = Numerals::of(&sheet.language, data);
    let ticks = axis.ticks(&numerals);
    let ends = ends(sheet, data, &numerals);
    let pen = end_pen(sheet);
    let end = widest(sheet, &pen, ends.iter().map(String::as_str));
    let end = if end > 0.0 { end.min(END.0) + END.1 } else { 0.0 };
    let plot = upright_plot_of(sheet, area, &ticks, (0.0, AXIS_LINE));
    let plot = Rect { width: plot.width - Px(end), ..plot };
    let zero = axis.share(0.0);
    draw_upright_axis(sheet, area, plot, &ticks, zero);
    let steps = number(data.categories.len().saturating_sub(1).max(1));
    let x = |index: usize| plot.x.0 + INSET + (plot.width.0 - INSET * 2.0) * number(index) / steps;
    let y = |value: f64| plot.bottom().0 - plot.height.0 * axis.share(value);
    draw_names(sheet, data, area, plot, &x);

    // With two lines, filled areas would hide each other.
    let fill = (data.series.len() == 1).then(|| color(0).at(AREA));
    let mut labels = Vec::new();
    for (index, series) in data.series.iter().enumerate() {
        // Splits the values at gaps.
        let mut stretches: Vec<Vec<Spot<'_>>> = vec![Vec::new()];
        for (place, figure) in series.figures.iter().enumerate() {
            match (figure, stretches.last_mut()) {
                (Some(figure), Some(open)) => open.push((x(place), y(figure.value), figure)),
                _ => stretches.push(Vec::new()),
            }
        }
        for stretch in stretches.iter().filter(|stretch| !stretch.is_empty()) {
            if let Some(fill) = fill {
                draw_area(sheet, stretch, y(0.0), fill, data.parts());
            }
            draw_stretch(sheet, stretch, index, data.categories.len() <= POINT.1);
        }
        if let Some((_, y, figure)) = stretches.iter().flatten().next_back() {
            labels.push((*y, index, ends[index].clone(), figure.step));
        }
    }
    draw_ends(sheet, labels, plot, end);
    ChartStyle { area: fill, ..ChartStyle::of(ChartKind::Line) }
}

/// The pen for the labels at the line ends.
fn end_pen(sheet: &Sheet<'_>) -> Pen {
    sheet.body().size(26.0).leading(END_LINE / 26.0).stressed()
}

/// The label at the end of each line: its name, or its last value.
fn ends(sheet: &Sheet<'_>, data: &ChartData, numerals: &Numerals) -> Vec<String> {
    let has_names = sheet.text("showLegend") != "no";
    let end = |index: usize| {
        let name = series_name(sheet, data, index);
        let last = data.series[index].figures.iter().flatten().next_back();
        let last = last.map(|figure| numerals.label(figure)).unwrap_or_default();
        if has_names && !name.is_empty() { format!("{name} {last}") } else { last }
    };
    (0..data.series.len()).map(end).collect()
}

/// Draws category names under their points, as many as fit.
fn draw_names(sheet: &mut Sheet<'_>, data: &ChartData, area: Rect, plot: Rect, x: &dyn Fn(usize) -> f32) {
    let pen = name_pen(sheet);
    let longest = widest(sheet, &pen, data.categories.iter().map(String::as_str)).min(NAME);
    let apart = if data.categories.len() > 1 { x(1) - x(0) } else { plot.width.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
    let stride = ((longest + 24.0) / apart).ceil().max(1.0) as usize;
    let mut right = f32::MIN;
    for (index, name) in data.categories.iter().enumerate().step_by(stride) {
        let wide = wide(sheet, &pen, name).min(NAME);
        let left = (x(index) - wide / 2.0).clamp(area.x.0, (area.right().0 - wide).max(area.x.0));
        if left < right + 12.0 {
            continue;
        }
        right = left + wide;
        let frame = Rect::new(left, plot.bottom().0 + BELOW, wide, AXIS_LINE);
        put(sheet, Some("data"), &pen, name, frame, (Align::Center, VerticalAlign::Top));
    }
}

fn draw_area(sheet: &mut Sheet<'_>, stretch: &[Spot<'_>], zero: f32, fill: Color, last_step: usize) {
    let (Some((first, _, _)), Some((last, _, _))) = (stretch.first(), stretch.last()) else { return };
    if stretch.len() < 2 {
        return;
    }
    let path = stretch.iter().fold(Path::default().to(*first, zero), |path, (x, y, _)| path.line(*x, *y));
    let node = filled(sheet, path.line(*last, zero).close(), fill);
    // One shape, so that no seams show; it appears with the last point.
    sheet.nodes.push(Node { step: Some(last_step), ..node });
}

/// Draws the line of consecutive values. Each segment appears with the point it leads to.
fn draw_stretch(sheet: &mut Sheet<'_>, stretch: &[Spot<'_>], series: usize, has_points: bool) {
    let color = color(series);
    let mut from = 0;
    while from + 1 < stretch.len() {
        let step = stretch[from + 1].2.step;
        let mut until = from + 1;
        while until + 1 < stretch.len() && stretch[until + 1].2.step == step {
            until += 1;
        }
        let (x, y, _) = stretch[from];
        let path = stretch[from + 1..=until].iter().fold(Path::default().to(x, y), |path, (x, y, _)| path.line(*x, *y));
        let dash = hatch(sheet, series).map(|_| DASH);
        let node = stroked(sheet, path, Stroke { color, width: Px(STROKE), dash, round: true });
        sheet.nodes.push(Node { step: Some(step), ..node });
        from = until;
    }
    // A single point has no line, so its disc is always drawn.
    if has_points || stretch.len() == 1 {
        for (x, y, figure) in stretch {
            let frame = sheet.rect(x - POINT.0 / 2.0, y - POINT.0 / 2.0, POINT.0, POINT.0);
            let node = Node::decoration(frame, NodeKind::Shape(point(sheet, series)));
            sheet.nodes.push(Node { step: Some(figure.step), ..node });
        }
    }
}

/// The shape of a point: a disc, or a square for a dashed line.
fn point(sheet: &Sheet<'_>, series: usize) -> Shape {
    match hatch(sheet, series) {
        Some(_) => Shape::filled(color(series), Px(2.0)),
        None => Shape::disc(color(series)),
    }
}

/// Draws the labels at the ends of the lines, moved apart where lines end close together.
fn draw_ends(sheet: &mut Sheet<'_>, mut labels: Vec<(f32, usize, String, usize)>, plot: Rect, room: f32) {
    let pen = end_pen(sheet);
    // Labels need a name only if there are two lines.
    let has_swatches = labels.len() > 1;
    let lead = if has_swatches { 24.0 } else { 12.0 };
    let width = room - lead;
    // Some scripts need a larger line height.
    let (mut row, mut rows) = (END_LINE, 1);
    for (_, _, words, _) in &labels {
        let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(words)]);
        let options = BlockOptions::width(Px(width));
        row = row.max(block.first_line(options).0);
        rows = rows.max(block.lines(sheet.typesetter, options));
    }
    let line = row * number(rows.min(END_LINES)) + 8.0;
    // A label of several lines must not leave the plot's height.
    let reach = (line - row - 8.0) / 2.0;
    for label in &mut labels {
        label.0 = label.0.clamp(plot.y.0 + reach, plot.bottom().0 - reach);
    }
    labels.sort_by(|one, other| one.0.total_cmp(&other.0));
    if let [one, other] = labels.as_mut_slice()
        && other.0 - one.0 < line
    {
        let middle = f32::midpoint(one.0, other.0).clamp(plot.y.0 + line / 2.0, plot.bottom().0 - line / 2.0);
        (one.0, other.0) = (middle - line / 2.0, middle + line / 2.0);
    }
    let x = plot.right().0;
    for (y, series, words, step) in labels {
        let start = sheet.nodes.len();
        if has_swatches {
            let swatch = sheet.rect(x - 4.0, y - 8.0, 16.0, 16.0);
            sheet.nodes.push(Node::decoration(swatch, NodeKind::Shape(point(sheet, series))));
        }
        let frame = Rect::new(x + lead, y - line / 2.0, width, line);
        put(sheet, Some("data"), &pen, &words, frame, (Align::Left, VerticalAlign::Middle));
        show_at(sheet, start, step);
    }
}
