//! Points by two numbers, named where a name has room.

use scene::{
    Align, ChartLine, ChartMark, ChartRange, LabelPlace, LabelText, Node, NodeKind, NumberFormat, Px, Rect, Shape,
    Stroke, VerticalAlign,
};

use super::axis::Axis;
use super::native::{NativeLabel, hairline, part};
use super::plot::{Scale, draw_zero};
use super::{ChartContext, NativeForm, TICK, name_pen, put, put_at, text_width, tick_pen, widest};
use crate::diagram::show_at;
use crate::sheet::Sheet;

/// Diameters of a point and of the leading one, and the width of the rim around them.
const DISC: (f32, f32, f32) = (30.0, 48.0, 3.0);
/// Sizes of the names of points and of the leading one.
const NAMES: (f32, f32) = (36.0, 44.0);
/// Size and line height of the axis titles.
const TITLE: (f32, f32) = (36.0, 46.0);
/// Maximum number of points at which all are named.
const FEW: usize = 12;
/// Maximum number of points at which the extremes are named.
const SOME: usize = 40;
/// The positions of names, in the order in which they are tried.
const PLACES: [LabelPlace; 4] = [LabelPlace::Right, LabelPlace::Left, LabelPlace::Above, LabelPlace::Below];
/// Space between a point and its name.
const GAP: f32 = 8.0;

pub(super) fn draw(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect) -> NativeForm {
    let values = |series: usize| -> Vec<f64> {
        context.data.series[series].figures.iter().flatten().map(|figure| figure.value).collect()
    };
    let (across, up) = (Axis::over(&values(0)), Axis::over(&values(1)));
    let plain = context.numerals.bare();
    let pen = tick_pen(sheet);
    let titles = name_pen(sheet, TITLE.0, true);
    let title_with_field = |field: &str, series: usize| {
        let own = sheet.text(field);
        let name = context.data.series[series].name.as_deref().unwrap_or_default();
        if own.is_empty() { (None, name.to_owned()) } else { (Some(field.to_owned()), own.to_owned()) }
    };
    let (x_title, y_title) = (title_with_field("xLabel", 0), title_with_field("yLabel", 1));
    let up_ticks = up.ticks(&plain);
    let left = widest(sheet, &pen, up_ticks.iter().map(|(_, words)| words.as_str())) + 16.0;
    let top = area.y.0 + if y_title.1.is_empty() { 20.0 } else { TITLE.1 + 20.0 };
    let below = TICK.1 + 10.0 + if x_title.1.is_empty() { 0.0 } else { TITLE.1 };
    let plot = Rect::new(area.x.0 + left, top, area.width.0 - left - 24.0, area.bottom().0 - below - top);

    let start = sheet.nodes.len();
    let line = Rect { height: Px(TITLE.1), ..area };
    let field = y_title.0.as_deref().or(Some("data"));
    put(sheet, field, &titles, &y_title.1, line, (Align::Left, VerticalAlign::Top));
    let line = Rect { y: area.bottom() - Px(TITLE.1), height: Px(TITLE.1), width: area.width - Px(24.0), ..area };
    let field = x_title.0.as_deref().or(Some("data"));
    put(sheet, field, &titles, &x_title.1, line, (Align::Right, VerticalAlign::Bottom));
    context.mark_beside_native(sheet, start);
    for (share, words) in up_ticks {
        let y = plot.bottom().0 - plot.height.0 * share;
        let hair = sheet.rect(plot.x.0, y - 0.75, plot.width.0, 1.5);
        sheet.nodes.push(Sheet::shape(hair, sheet.surface.line, Px::ZERO));
        let frame = Rect::new(area.x.0, y - TICK.1 / 2.0, left - 16.0, TICK.1);
        put(sheet, None, &pen, &words, frame, (Align::Right, VerticalAlign::Middle));
    }
    for (share, words) in across.ticks(&plain) {
        let x = plot.x.0 + plot.width.0 * share;
        put_tick(sheet, &words, (x, plot.bottom().0 + 10.0));
    }
    let scales = (across.scale(plot.x.0, plot.right().0), up.scale(plot.bottom().0, plot.y.0));
    draw_zero(sheet, context, (plot.x.0, plot.width.0), scales.1.at(0.0));
    context.set_native_plot(sheet, plot, &scales.1, Some(&up));
    {
        let mut look = context.native.edit();
        look.across = Some(ChartRange { low: scales.0.low, high: scales.0.high, step: across.step() });
        look.ticks = Some((pen.style, plain.format(up.decimals())));
        look.grid = Some(hairline(sheet));
        look.lines = vec![ChartLine::default()];
    }
    draw_points(sheet, context, scales, Rect { width: area.right() - plot.x, ..plot });
    NativeForm::of(scene::ChartKind::Scatter)
}

fn put_tick(sheet: &mut Sheet<'_>, words: &str, (x, y): (f32, f32)) {
    let pen = tick_pen(sheet);
    let width = text_width(sheet, &pen, words) + 4.0;
    let frame = Rect::new(x - width / 2.0, y, width, TICK.1);
    put(sheet, None, &pen, words, frame, (Align::Center, VerticalAlign::Top));
}

fn draw_points(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, (across, up): (Scale, Scale), plot: Rect) {
    let points: Vec<(usize, f32, f32, usize)> = (0..context.count())
        .filter_map(|index| {
            let (x, y) = (context.figure(0, index)?, context.figure(1, index)?);
            Some((index, across.at(x.value), up.at(y.value), x.step))
        })
        .collect();
    let side = |index: usize| if context.is_lead_category(index) { DISC.1 } else { DISC.0 };
    let mut taken: Vec<Rect> = points
        .iter()
        .map(|(index, x, y, _)| Rect::new(x - side(*index) / 2.0, y - side(*index) / 2.0, side(*index), side(*index)))
        .collect();
    let named = named(context, &points);
    let mut order = points.clone();
    // The highlighted point is drawn over the others and named first.
    order.sort_by_key(|(index, ..)| context.is_lead_category(*index));
    for (index, x, y, step) in &order {
        let leads = context.is_lead_category(*index) || context.highlight.is_none();
        let color = if leads { context.tones.accent } else { context.tones.quiet };
        let side = side(*index);
        let frame = sheet.rect(x - side / 2.0, y - side / 2.0, side, side);
        let shape = Shape::disc(color).lined(context.tones.ground, Px(DISC.2));
        let stroke = Stroke { color: context.tones.ground.into(), width: Px(DISC.2), dash: None, round: false };
        let mark = ChartMark { is_square: false, side: Px(side - DISC.2), fill: color, stroke: Some(stroke) };
        context.native.edit().lines[0].marks.push((*index, mark));
        let node = Node::decoration(frame, NodeKind::Shape(shape));
        sheet.nodes.push(Node { step: Some(*step), ..node });
    }
    for (index, x, y, step) in order.iter().rev().filter(|(index, ..)| named.contains(index)) {
        let leads = context.is_lead_category(*index);
        let size = if leads { NAMES.1 } else { NAMES.0 };
        let color = if leads { context.tones.accent } else { context.tones.text };
        let pen = name_pen(sheet, size, leads).color(context.tones.readable(sheet, color, size));
        let name = &context.data.categories[*index];
        let (width, height) = (text_width(sheet, &pen, name) + 2.0, size * 1.15);
        let reach = side(*index) / 2.0 + GAP;
        let places = [
            (x + reach, y - height / 2.0),
            (x - reach - width, y - height / 2.0),
            (x - width / 2.0, y - reach - height),
            (x - width / 2.0, y + reach),
        ];
        let frames = places.map(|(x, y)| Rect::new(x, y, width, height));
        let is_free = |frame: &&Rect| {
            let inside = frame.x >= plot.x && frame.right() <= plot.right() && frame.bottom() <= plot.bottom();
            inside && taken.iter().all(|other| !overlap(frame, other))
        };
        if let Some(place) = frames.iter().position(|frame| is_free(&frame)) {
            let frame = frames[place];
            let start = sheet.nodes.len();
            put_at(sheet, &pen, name, (frame.x.0, frame.center().y.0), Align::Left);
            show_at(sheet, start, *step);
            let label = NativeLabel {
                series: 1,
                category: *index,
                place: PLACES[place],
                shift: (0.0, 0.0),
                parts: vec![part(LabelText::Words(name.clone()), &pen)],
                align: Align::Left,
                plate: None,
                format: NumberFormat::default(),
            };
            context.add_native_label(sheet, label);
            taken.push(frame);
        }
    }
}

fn overlap(one: &Rect, other: &Rect) -> bool {
    one.x < other.right() && other.x < one.right() && one.y < other.bottom() && other.y < one.bottom()
}

/// The points that are named: with few points all, with some the leading one and the extremes, with many only the
/// leading one.
fn named(context: &ChartContext<'_>, points: &[(usize, f32, f32, usize)]) -> Vec<usize> {
    let lead = points.iter().map(|(index, ..)| *index).filter(|index| context.is_lead_category(*index));
    if points.len() <= FEW {
        return points.iter().map(|(index, ..)| *index).collect();
    }
    let mut named: Vec<usize> = lead.collect();
    if points.len() <= SOME {
        let by_x = || points.iter().map(|point| (point.1, point.0));
        let by_y = || points.iter().map(|point| (point.2, point.0));
        let order = |one: &(f32, usize), other: &(f32, usize)| one.0.total_cmp(&other.0);
        let extremes = [by_x().min_by(order), by_x().max_by(order), by_y().min_by(order), by_y().max_by(order)];
        named.extend(extremes.into_iter().flatten().map(|(_, index)| index));
    }
    named
}
