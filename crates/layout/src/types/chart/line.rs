//! Lines and areas over the categories, named at their ends.

mod ends;

use deck::voice::{ChartGrid, ChartPoint, ChartSecond};
use deck::{ChartKind, Figure, Highlight};
use scene::{
    Align, ChartLine, ChartMark, Color, Fill, Gradient, GradientStop, LabelPlace, Node, NodeKind, Path, Point, Px,
    Rect, Shape, ShapeForm, Stroke, VerticalAlign,
};

use self::ends::{EndLabel, Ends};
use super::axis::Axis;
use super::native::{NativeLabel, hairline};
use super::plot::{
    KEY_LINE, NameRow, Scale, Slots, draw_axis, draw_key, draw_names, draw_zero, line_stroke, thinned_names, tick_room,
};
use super::{
    ChartContext, NativeForm, ShowValues, TICK, baseline, put, put_at, text_width, tick_pen, value_pen, widest,
};
use crate::diagram::{drawn, number, stroked};
use crate::sheet::Sheet;

/// Distance of the first point from the axis.
const INSET: f32 = 14.0;
/// Space between names and base line.
const BELOW: f32 = 20.0;
/// Diameter of a point with a value and of the others, and the width of the outline of a hollow one.
const DISC: (f32, f32, f32) = (28.0, 20.0, 6.0);
/// Sizes of values along a line, and at its first point.
const VALUES: (f32, f32) = (40.0, 48.0);
/// Maximum number of points that all have a value.
const FEW: usize = 8;
/// Maximum number of points that all have a mark.
const SOME: usize = 12;
/// Width of the other lines as a share of that of the leading line.
const OTHERS: f32 = 0.6;
/// Dash of a bridge over a gap.
const BRIDGE: (Px, Px) = (Px(4.0), Px(10.0));
/// Dash of a dashed series.
const DASH: (Px, Px) = (Px(26.0), Px(14.0));
/// The minimum opacity of an area that the author asked for.
const AREA: f32 = 0.2;

/// A plot of points over categories.
struct Lines<'c, 'd> {
    context: &'c ChartContext<'d>,
    /// The x of the first category.
    first: f32,
    /// Distance between categories.
    pitch: f32,
    scale: Scale,
    /// Bottom of the plot.
    bottom: f32,
}

/// A figure in the plot: its x, its y and the figure.
type Spot<'f> = (f32, f32, &'f Figure);

/// Draws what is around the plot: key, titles, axis, grid and names of categories. Returns the frame of the plot, the x
/// of the first category and the distance between categories.
fn open_plot(
    sheet: &mut Sheet<'_>,
    context: &ChartContext<'_>,
    area: Rect,
    axis: &Axis,
    ends: &Ends,
) -> (Rect, f32, f32) {
    let mut inner = area;
    if !ends.are_named && context.data.series.len() > 1 {
        let all: Vec<usize> = (0..context.data.series.len()).collect();
        draw_key(sheet, context, inner, &all);
        inner.y += Px(KEY_LINE);
        inner.height -= Px(KEY_LINE);
    }
    let titles = sheet.nodes.len();
    let pen = tick_pen(sheet).stressed();
    let words = sheet.text("yLabel");
    if !words.is_empty() {
        let line = Rect { height: Px(TICK.1), ..inner };
        put(sheet, Some("yLabel"), &pen, words, line, (Align::Left, VerticalAlign::Top));
        context.mark_beside_native(sheet, titles);
    }
    let above = if words.is_empty() { 20.0 } else { TICK.1 + 24.0 };
    // The value over the highest point stays below the title of the axis.
    let largest = context.values().into_iter().fold(0.0, f64::max);
    let spare = (1.0 - axis.share(largest)) * (area.height.0 - 160.0).max(0.0);
    let above = above.max(if words.is_empty() { 0.0 } else { TICK.1 } + 72.0 - spare);
    let ticks = tick_room(sheet, &context.numerals, axis);
    let width = inner.width.0 - ticks - ends.width;
    let steps = number(context.count().saturating_sub(1).max(1));
    let pitch = (width - INSET * 2.0) / steps;
    let row = name_row(sheet, context, pitch);
    let names_top = inner.bottom().0 - row.height;
    let words = sheet.text("xLabel");
    let mut bottom = names_top - BELOW;
    let mut names_y = names_top;
    if !words.is_empty() {
        let title_width = text_width(sheet, &pen, words);
        let last_name = context.data.categories.last().map_or(0.0, |name| text_width(sheet, &pen, name));
        let is_beside = title_width + last_name / 2.0 + 24.0 < ends.width;
        let title_width = (title_width + 4.0).min(area.width.0);
        let line = Rect::new(area.right().0 - title_width, inner.bottom().0 - TICK.1, title_width, TICK.1);
        if !is_beside {
            names_y -= TICK.1;
            bottom -= TICK.1;
        }
        let start = sheet.nodes.len();
        put(sheet, Some("xLabel"), &pen, words, line, (Align::Right, VerticalAlign::Bottom));
        context.mark_beside_native(sheet, start);
    }
    let top = inner.y.0 + above;
    let plot = Rect::new(inner.x.0 + ticks, top, width, bottom - top);
    draw_axis(sheet, context, &context.numerals, (plot, inner.x.0), axis);
    // A single point is in the middle.
    let first = if context.count() == 1 { plot.center().x.0 } else { plot.x.0 + INSET };
    let frame = Rect { x: Px(first), width: Px(pitch * steps), ..plot };
    let frame = if context.count() == 1 { plot } else { frame };
    context.set_native_plot(sheet, frame, &axis.scale(plot.bottom().0, plot.y.0), Some(axis));
    context.native.edit().lines.resize(context.data.series.len(), ChartLine::default());
    if sheet.look.voice.chart.grid == ChartGrid::Full {
        context.native.edit().category_grid = Some(hairline(sheet));
        for category in (0..context.count()).step_by(row.stride) {
            let line = sheet.rect(first + pitch * number(category) - 0.75, plot.y.0, 1.5, plot.height.0);
            sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
        }
    }
    let slots = Slots { x: first - pitch / 2.0, width: pitch };
    let names_area = Rect::new(inner.x.0, names_y, inner.width.0, row.height);
    draw_names(sheet, context, NameRow { stride: row.stride, ..row }, (slots, names_y), names_area);
    (plot, first, pitch)
}

fn name_row(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, pitch: f32) -> NameRow {
    let sizes: &[f32] = match context.count() {
        0..=FEW => &[36.0, 32.0, 28.0],
        9..=SOME => &[32.0, 28.0],
        _ => &[28.0],
    };
    let rows = sizes.iter().map(|size| thinned_names(sheet, context, pitch, *size));
    let rows: Vec<NameRow> = rows.collect();
    let chosen = rows.iter().find(|row| row.stride == 1).or(rows.last()).copied();
    // Names on one line are centred at their points, whatever their width.
    let row = chosen.unwrap_or(NameRow { size: 28.0, stride: 1, height: 34.0 });
    NameRow { stride: row.stride.max(1), ..row }
}

pub(super) fn draw(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect) -> NativeForm {
    let is_area = context.data.kind == ChartKind::Area;
    let axis = if is_area { Axis::over(&context.values()) } else { Axis::of_line(&context.values()) };
    let ends = Ends::measure(sheet, context, area.width.0);
    let (plot, first, pitch) = open_plot(sheet, context, area, &axis, &ends);
    let lines = Lines { context, first, pitch, scale: axis.scale(plot.bottom().0, plot.y.0), bottom: plot.bottom().0 };
    let lead = match context.highlight {
        Some(Highlight::Series(lead)) => Some(lead),
        _ if context.data.series.len() == 1 => Some(0),
        _ => None,
    };
    let opacity = sheet.look.voice.chart.area;
    let opacity = if is_area { opacity.max(AREA) } else { opacity };
    let filled = lead.filter(|_| opacity > 0.0);
    if let Some(series) = filled {
        lines.draw_area(sheet, series, opacity, is_area);
        if is_area {
            draw_zero(sheet, context, (plot.x.0, plot.width.0), lines.scale.at(axis.raised_base().unwrap_or(0.0)));
        }
    }
    // The leading line is drawn over the others.
    let mut order: Vec<usize> = (0..context.data.series.len()).rev().filter(|series| Some(*series) != lead).collect();
    order.extend(lead);
    for series in order {
        lines.draw_series(sheet, series, lead);
    }
    if let Some(lead) = lead {
        lines.draw_values(sheet, lead);
    }
    let labels = (0..context.data.series.len()).filter_map(|series| {
        let figure = context.data.series[series].figures.iter().flatten().next_back()?;
        Some(EndLabel { series, y: lines.scale.at(figure.value), step: figure.step })
    });
    let until = if context.count() == 1 { Px(first) - plot.x } else { plot.width };
    ends.draw(sheet, context, labels.collect(), Rect { width: until, ..plot });
    let kind = if is_area { scene::ChartKind::Area } else { scene::ChartKind::Line };
    let area = filled.filter(|_| context.data.series.len() == 1).map(|_| context.tones.accent.at(opacity));
    NativeForm { area, low: axis.raised_base(), ..NativeForm::of(kind) }
}

/// Draws areas on top of each other.
pub(super) fn draw_stacked(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, area: Rect) -> NativeForm {
    let order = context.stack_order();
    let count = context.count();
    let mut sums = vec![vec![0.0; count]];
    for series in &order {
        let below = &sums[sums.len() - 1];
        let value = |category: usize| context.figure(*series, category).map_or(0.0, |figure| figure.value.max(0.0));
        let next: Vec<f64> = (0..count).map(|category| below[category] + value(category)).collect();
        sums.push(next);
    }
    let axis = Axis::over(&sums[order.len()]);
    let ends = Ends::measure(sheet, context, area.width.0);
    let (plot, first, pitch) = open_plot(sheet, context, area, &axis, &ends);
    let scale = axis.scale(plot.bottom().0, plot.y.0);
    let x = |category: usize| first + pitch * number(category);
    let mut labels = Vec::new();
    for (place, series) in order.iter().enumerate() {
        let color = context.series_color(sheet, *series);
        let (fill, _) = context.tones.paint(sheet, color, place);
        let top = (0..count).map(|category| (x(category), scale.at(sums[place + 1][category])));
        let base = (0..count).rev().map(|category| (x(category), scale.at(sums[place][category])));
        let mut corners = top.chain(base);
        let Some(start) = corners.next() else { continue };
        let path = corners.fold(Path::default().to(start.0, start.1), |path, (x, y)| path.line(x, y)).close();
        let edge = Stroke { color: context.tones.ground.into(), width: Px(5.0), dash: None, round: true };
        let node = drawn(sheet, path, Some(fill), Some(edge));
        let step = context.data.series[*series].figures.iter().flatten().map(|figure| figure.step).next();
        sheet.nodes.push(Node { step, ..node });
        let y = f32::midpoint(scale.at(sums[place][count - 1]), scale.at(sums[place + 1][count - 1]));
        labels.push(EndLabel { series: *series, y, step: step.unwrap_or(1) });
    }
    // The outline of native areas would cover the edge and the zero line.
    let start = sheet.nodes.len();
    let mut edge = (0..count).map(|category| (x(category), scale.at(sums[order.len()][category])));
    if let Some(start) = edge.next() {
        let path = edge.fold(Path::default().to(start.0, start.1), |path, (x, y)| path.line(x, y));
        let stroke = Stroke { color: context.tones.quiet, width: Px(4.0), dash: None, round: true };
        let node = stroked(sheet, path, stroke);
        sheet.nodes.push(Node { step: Some(context.data.parts()), ..node });
    }
    draw_zero(sheet, context, (plot.x.0, plot.width.0), scale.at(0.0));
    context.native.edit().zero = None;
    context.mark_beside_native(sheet, start);
    let start = sheet.nodes.len();
    ends.draw(sheet, context, labels, plot);
    context.mark_beside_native(sheet, start);
    context.native.edit().order = order;
    NativeForm::of(scene::ChartKind::StackedArea)
}

impl Lines<'_, '_> {
    /// A figure of a category in the plot.
    fn spot<'f>(&self, category: usize, figure: &'f Figure) -> Spot<'f> {
        (self.first + self.pitch * number(category), self.scale.at(figure.value), figure)
    }

    /// The values of a series as runs without gaps.
    fn stretches(&self, series: usize) -> Vec<Vec<Spot<'_>>> {
        let mut stretches: Vec<Vec<Spot<'_>>> = vec![Vec::new()];
        for (category, figure) in self.context.data.series[series].figures.iter().enumerate() {
            match (figure, stretches.last_mut()) {
                (Some(figure), Some(open)) => open.push(self.spot(category, figure)),
                _ => stretches.push(Vec::new()),
            }
        }
        stretches.retain(|stretch| !stretch.is_empty());
        stretches
    }

    fn draw_area(&self, sheet: &mut Sheet<'_>, series: usize, opacity: f32, is_flat: bool) {
        let color = self.context.series_color(sheet, series);
        for stretch in self.stretches(series).iter().filter(|stretch| stretch.len() > 1) {
            let zero = self.scale.at(self.scale.low.max(0.0));
            let (first, last) = (stretch[0].0, stretch[stretch.len() - 1].0);
            let path = stretch.iter().fold(Path::default().to(first, zero), |path, (x, y, _)| path.line(*x, *y));
            let path = path.line(last, zero).close();
            let mut node = drawn(sheet, path, Some(Fill::Solid(color.at(opacity))), None);
            // Native gradients ignore their opacity in some programs, so the fill is the middle of the gradient.
            self.context.native.edit().area = Some((series, Fill::Solid(color.at(opacity))));
            if !is_flat && let NodeKind::Shape(shape) = &mut node.kind {
                let to = Point { x: Px::ZERO, y: node.frame.height };
                let stop = |at: f32, alpha: f32| GradientStop { at, color: color.at(alpha) };
                let stops = vec![stop(0.0, (opacity * 2.2).min(0.5)), stop(1.0, opacity * 0.1)];
                let from = Point { x: Px::ZERO, y: Px::ZERO };
                shape.fill = Some(Fill::Gradient(Gradient::Linear { from, to, stops }));
            }
            // One shape, so that no seams show; it appears with the last point.
            sheet.nodes.push(Node { step: Some(self.context.data.parts()), ..node });
        }
    }

    /// The stroke of a series. `lead` is the index of the leading series.
    fn stroke(&self, sheet: &Sheet<'_>, series: usize, lead: Option<usize>) -> Stroke {
        let voice = &sheet.look.voice.chart;
        let color = match (lead, self.context.highlight) {
            // The lines other than the leading one must remain visible, so they have no pale tones.
            (Some(lead), Some(Highlight::Series(_))) if lead != series => self.quiet_line(series, lead),
            _ => self.context.series_color(sheet, series),
        };
        let (share, dash) = match voice.second {
            _ if is_first(series, lead) => (1.0, None),
            ChartSecond::Solid if lead.is_none() => (0.75, None),
            ChartSecond::Solid | ChartSecond::Thin => (OTHERS, None),
            ChartSecond::Dashed => (0.8, Some(DASH)),
        };
        line_stroke(sheet, color, (voice.line * share).max(3.0), dash)
    }

    fn quiet_line(&self, series: usize, lead: usize) -> Color {
        let place = if series > lead { series - 1 } else { series };
        if place.is_multiple_of(2) { self.context.tones.quiet } else { self.context.tones.second_quiet }
    }

    /// Draws the line of a series. Each segment appears with the point it leads to.
    fn draw_series(&self, sheet: &mut Sheet<'_>, series: usize, lead: Option<usize>) {
        let stroke = self.stroke(sheet, series, lead);
        self.context.native.edit().lines[series].stroke = Some(stroke);
        let stretches = self.stretches(series);
        for pair in stretches.windows(2) {
            if let ([.., from], [to, ..]) = (&pair[0][..], &pair[1][..]) {
                let bridge = Stroke { width: Px(4.0), dash: Some(BRIDGE), ..stroke };
                let node = stroked(sheet, Path::default().to(from.0, from.1).line(to.0, to.1), bridge);
                sheet.nodes.push(Node { step: Some(to.2.step), ..node });
            }
        }
        for stretch in &stretches {
            let mut from = 0;
            while from + 1 < stretch.len() {
                let step = stretch[from + 1].2.step;
                let mut until = from + 1;
                while until + 1 < stretch.len() && stretch[until + 1].2.step == step {
                    until += 1;
                }
                let (x, y, _) = stretch[from];
                let path = stretch[from + 1..=until].iter();
                let path = path.fold(Path::default().to(x, y), |path, (x, y, _)| path.line(*x, *y));
                let node = stroked(sheet, path, stroke);
                sheet.nodes.push(Node { step: Some(step), ..node });
                from = until;
            }
        }
        let point = sheet.look.voice.chart.point;
        let marks_all = !matches!(point, ChartPoint::None | ChartPoint::End) && self.context.count() <= SOME;
        for stretch in &stretches {
            for spot in stretch {
                // A single point has no line, so its mark is always drawn.
                if marks_all || stretch.len() == 1 {
                    let side = DISC.1.max(stroke.width.0 * 1.6);
                    self.mark(sheet, (spot, side), (series, stroke.color), point == ChartPoint::Disc);
                }
            }
        }
        let last = stretches.last().and_then(|stretch| stretch.last());
        if let Some(spot) = last.filter(|_| is_first(series, lead) && point != ChartPoint::None) {
            self.mark(sheet, (spot, DISC.0), (series, stroke.color), true);
        }
    }

    /// Draws the mark of a point.
    fn mark(
        &self,
        sheet: &mut Sheet<'_>,
        (spot, side): (&Spot<'_>, f32),
        (series, color): (usize, Color),
        is_solid: bool,
    ) {
        let mark = draw_mark(sheet, self.context, (spot, side), (series, color), is_solid);
        let found = |category: &usize| (self.first + self.pitch * number(*category) - spot.0).abs() < 0.5;
        if let Some(category) = (0..self.context.count()).find(found) {
            self.context.native.edit().lines[series].marks.push((category, mark));
        }
    }

    /// The categories of a series whose value is printed.
    fn labelled_categories(&self, sheet: &mut Sheet<'_>, series: usize) -> Vec<usize> {
        let context = self.context;
        let figures = &context.data.series[series].figures;
        let last = figures.iter().rposition(Option::is_some);
        let is_value = |category: &usize| figures[*category].is_some() && Some(*category) != last;
        let labels: Vec<String> = figures.iter().flatten().map(|figure| context.numerals.label(figure)).collect();
        let pen = value_pen(sheet, VALUES.1, context.tones.text);
        let width = widest(sheet, &pen, labels.iter().map(String::as_str)) + 16.0;
        let all = match context.show_values {
            _ if width > self.pitch => false,
            ShowValues::Yes => context.count() <= SOME * 2,
            ShowValues::Auto => context.count() <= FEW,
            ShowValues::No => false,
        };
        if all {
            return (0..context.count()).filter(is_value).collect();
        }
        let lead = match context.highlight {
            Some(Highlight::Category(lead)) => Some(lead),
            _ => None,
        };
        let first = figures.iter().position(Option::is_some);
        let mut chosen: Vec<usize> = [lead, first, context.largest(series)].into_iter().flatten().collect();
        chosen.sort_unstable();
        chosen.dedup();
        // A peak directly beside another value has no room for its own.
        let x_of = |category: &usize| number(*category) * self.pitch;
        let mut shown: Vec<usize> = Vec::new();
        for category in chosen.into_iter().filter(is_value) {
            if shown.last().is_none_or(|before| x_of(&category) - x_of(before) > width) {
                shown.push(category);
            }
        }
        shown
    }

    fn draw_values(&self, sheet: &mut Sheet<'_>, series: usize) {
        let context = self.context;
        let figures = &context.data.series[series].figures;
        let color = context.series_color(sheet, series);
        let has_marks = sheet.look.voice.chart.point != ChartPoint::None;
        let y_of = |category: usize| figures.get(category)?.as_ref().map(|figure| self.scale.at(figure.value));
        for category in self.labelled_categories(sheet, series) {
            let Some(figure) = context.figure(series, category) else { continue };
            let spot = self.spot(category, figure);
            if has_marks {
                self.mark(sheet, (&spot, DISC.0), (series, color), false);
            }
            let before = category.checked_sub(1).and_then(y_of);
            let after = y_of(category + 1);
            let starts = before.is_none();
            let rises = after.is_some_and(|after| after < spot.1 - 4.0);
            let falls = before.is_some_and(|before| before < spot.1 - 4.0);
            // A value is below its point at the bottom of a valley, and where a line starts to rise.
            let is_below = rises && (starts || falls);
            let size = if starts { VALUES.1.min(44.0) } else { VALUES.0 };
            let pen = value_pen(sheet, size, context.tones.readable(sheet, color, size));
            let label = context.numerals.label(figure);
            let width = text_width(sheet, &pen, &label);
            let left = if starts { DISC.0 / 2.0 } else { width / 2.0 };
            let right = width - left;
            let reach = DISC.0 / 2.0 + 6.0 + size * 0.55;
            let place = |is_below: bool| {
                // A steep line may reach the sides of its label.
                let beside = |neighbour: Option<f32>, distance: f32| {
                    let climb =
                        neighbour.map_or(0.0, |neighbour| (neighbour - spot.1) * (distance / self.pitch).min(1.0));
                    if is_below { climb } else { -climb }
                };
                let climb = beside(before, left).max(beside(after, right)) - DISC.0 / 2.0;
                let reach = reach + climb.max(0.0);
                let y = if is_below { spot.1 + reach } else { spot.1 - reach };
                Rect::new(spot.0 - left, y - size * 0.55, width, size * 1.1)
            };
            let is_free = |side: &bool| {
                let place = place(*side);
                place.bottom().0 < self.bottom && !self.is_crossed(series, place)
            };
            let is_below = is_below && place(true).bottom().0 < self.bottom;
            let is_below = [is_below, !is_below].into_iter().find(is_free).unwrap_or(is_below);
            let place = place(is_below);
            let start = sheet.nodes.len();
            let y = place.y.0 + place.height.0 / 2.0;
            // Lines of the grid and of other series are interrupted behind the value.
            let top = y + baseline(sheet, &pen, &label) - size * 0.76;
            let patch = sheet.rect(place.x.0 - 4.0, top, place.width.0 + 8.0, size * 0.8);
            sheet.nodes.push(Sheet::shape(patch, context.tones.ground.into(), Px::ZERO));
            if starts {
                put_at(sheet, &pen, &label, (spot.0 - DISC.0 / 2.0, y), Align::Left);
            } else {
                put_at(sheet, &pen, &label, (spot.0, y), Align::Center);
            }
            crate::diagram::show_at(sheet, start, figure.step);
            let shift = (width / 2.0 - left, y - spot.1 - if is_below { reach } else { -reach });
            let place = if is_below { LabelPlace::Below } else { LabelPlace::Above };
            let format = context.numerals.format_of(figure);
            let native = NativeLabel::value((series, category), place, &pen, format);
            context.add_native_label(sheet, native.shifted(shift));
        }
    }

    /// Whether the line of another series crosses a rectangle.
    fn is_crossed(&self, series: usize, place: Rect) -> bool {
        let others = self.context.data.series.iter().enumerate().filter(|(other, _)| *other != series);
        others.flat_map(|(_, other)| other.figures.windows(2).enumerate()).any(|(category, pair)| {
            let [Some(from), Some(to)] = pair else { return false };
            let (from, to) = (self.spot(category, from), self.spot(category + 1, to));
            let at = |x: f32| from.1 + (to.1 - from.1) * ((x - from.0) / (to.0 - from.0)).clamp(0.0, 1.0);
            let is_beside = to.0 < place.x.0 || from.0 > place.right().0;
            let (left, right) = (at(place.x.0), at(place.right().0));
            !is_beside && left.min(right) < place.bottom().0 && left.max(right) > place.y.0
        })
    }
}

/// Whether the line of a series is the strongest: the leading one, or the first one if none leads.
fn is_first(series: usize, lead: Option<usize>) -> bool {
    series == lead.unwrap_or(0)
}

/// Draws the mark of a point as the voice defines: solid, or hollow in the colour of the ground.
fn draw_mark(
    sheet: &mut Sheet<'_>,
    context: &ChartContext<'_>,
    (spot, side): (&Spot<'_>, f32),
    (series, color): (usize, Color),
    is_solid: bool,
) -> ChartMark {
    let is_square = match sheet.look.voice.chart.point {
        ChartPoint::Square => true,
        ChartPoint::Shapes => series % 2 == 1,
        _ => false,
    };
    let is_solid = is_solid || sheet.look.voice.chart.point == ChartPoint::Shapes && series.is_multiple_of(2);
    let form = if is_square { ShapeForm::Rect { radius: Px::ZERO } } else { ShapeForm::Ellipse };
    let stroke = Stroke { color, width: Px(DISC.2), dash: None, round: false };
    let fill = if is_solid { color } else { context.tones.ground.into() };
    let stroke = (!is_solid).then_some(stroke);
    let shape = Shape { form, fill: Some(Fill::Solid(fill)), stroke, shadow: None };
    let side = if is_solid { side } else { side - DISC.2 };
    let frame = sheet.rect(spot.0 - side / 2.0, spot.1 - side / 2.0, side, side);
    let node = Node::decoration(frame, NodeKind::Shape(shape));
    sheet.nodes.push(Node { step: Some(spot.2.step), ..node });
    ChartMark { is_square, side: Px(side), fill, stroke }
}
