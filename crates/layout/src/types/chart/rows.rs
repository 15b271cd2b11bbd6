//! Horizontal bars of one series or groups of several, with names at their left.

use deck::Highlight;
use scene::{Align, ChartKind, LabelPlace, Px, Rect, Stroke, VerticalAlign};

use super::axis::Axis;
use super::columns::bar_paint;
use super::native::{NativeLabel, hairline};
use super::plot::{FreeEnd, KEY_LINE, Scale, draw_axis_titles, draw_bar, draw_key, draw_missing};
use super::{
    ChartContext, NativeForm, ShowValues, TICK, name_pen, put, put_at, text_height, text_width, tick_pen, value_pen,
    widest, width_share,
};
use crate::diagram::{number, show_at};
use crate::fit::largest;
use crate::sheet::Sheet;

/// Maximum number of rows; more categories are drawn as columns.
pub(super) const MAX_ROWS: usize = 24;
/// Maximum number of rows in one column.
const ONE_COLUMN: usize = 12;
/// Maximum number of rows that count as few.
const FEW: usize = 6;
/// Sizes of names with few rows.
const FEW_NAMES: [f32; 6] = [52.0, 48.0, 44.0, 40.0, 36.0, 32.0];
/// Sizes of values with few rows.
const FEW_VALUES: [f32; 7] = [72.0, 64.0, 56.0, 48.0, 44.0, 40.0, 36.0];
/// Sizes of names with more rows.
const MORE_NAMES: [f32; 4] = [44.0, 40.0, 36.0, 32.0];
/// Sizes of values with more rows.
const MORE_VALUES: [f32; 5] = [56.0, 48.0, 44.0, 40.0, 36.0];
/// Maximum width of names as a share of the area.
const NAMES: f32 = 0.4;
/// Maximum width of names as a share of their column if there are two.
const NAMES_OF_TWO: f32 = 0.5;
/// Space between names and bars, and between a bar and its value.
const GAPS: (f32, f32) = (28.0, 16.0);
/// Width of each of two columns, as a share of the area; the rest is the space between them.
const TWO: f32 = 832.0 / 1728.0;
/// Thickness of the zero line.
const ZERO: f32 = 4.0;

/// The bars of one column of rows.
struct Rows<'c, 'd> {
    context: &'c ChartContext<'d>,
    /// Size of the names.
    names: f32,
    /// Size of the values; 0 if none are printed.
    values: f32,
    /// Width of the names.
    column: f32,
    /// Width of the widest value, with the space before it.
    value_width: f32,
    /// Distance between rows.
    pitch: f32,
    /// Thickness of a bar.
    bar: f32,
    /// Thickness of the bars of a row together.
    group: f32,
    /// The axis, if only some values are printed.
    axis: Option<Axis>,
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
    let columns = if count > ONE_COLUMN { 2 } else { 1 };
    let per_column = count.div_ceil(columns);
    let width = if columns == 2 { inner.width.0 * TWO } else { inner.width.0 };
    let has_axis = context.show_values == ShowValues::No && columns == 1;
    if has_axis {
        inner.height -= Px(TICK.1 + 10.0);
    }
    let pitch = inner.height.0 / number(per_column);
    let mut rows = measure(sheet, context, width, pitch);
    rows.axis = has_axis.then(|| Axis::over(&context.values()));
    let groups = (0..columns).map(|column| (column, column * per_column..count.min((column + 1) * per_column)));
    for (column, range) in groups {
        let x = inner.x.0 + if column == 0 { 0.0 } else { inner.width.0 - width };
        rows.draw(sheet, Rect::new(x, inner.y.0, width, inner.height.0), range);
    }
    if columns == 2 {
        rows.fit_native_column(sheet, inner);
    }
    let values = rows.values > 0.0 && !has_axis;
    NativeForm { bar: rows.group / pitch, values, axis: !values, ..NativeForm::of(ChartKind::Bars) }
}

/// Chooses the sizes of names, values and bars.
fn measure<'c, 'd>(sheet: &mut Sheet<'_>, context: &'c ChartContext<'d>, width: f32, pitch: f32) -> Rows<'c, 'd> {
    let series = number(context.data.series.len());
    let share = sheet.look.voice.chart.bar_width.max(0.5);
    let group = pitch * if series > 1.5 { 0.8 } else { (share + 0.18).min(0.9) };
    let bar = ((group - 4.0 * (series - 1.0)) / series).max(2.0);
    let (name_sizes, value_sizes): (&[f32], &[f32]) =
        if context.count() <= FEW { (&FEW_NAMES, &FEW_VALUES) } else { (&MORE_NAMES, &MORE_VALUES) };
    let max_width = width * if context.count() > ONE_COLUMN { NAMES_OF_TWO } else { NAMES };
    let names_fit = |sheet: &mut Sheet<'_>, size: f32| {
        context.data.categories.iter().enumerate().all(|(index, name)| {
            let pen = name_pen(sheet, size, context.is_lead_category(index));
            let height = text_height(sheet, &pen, name, max_width);
            height <= size * 1.15 * 2.1 && height <= pitch
        })
    };
    let names = largest(name_sizes, |size| names_fit(sheet, size)).unwrap_or(28.0_f32.min(pitch / 1.15));
    let column = context.data.categories.iter().enumerate().map(|(index, name)| {
        let pen = name_pen(sheet, names, context.is_lead_category(index));
        text_width(sheet, &pen, name)
    });
    let column = column.fold(0.0, f32::max).min(max_width) + 2.0;
    // Values may be a little higher than their bars.
    let values = largest(value_sizes, |size| size <= bar * 1.05).unwrap_or_else(|| (bar * 1.05).clamp(24.0, 36.0));
    let values = if bar < 20.0 { 0.0 } else { values };
    let pen = value_pen(sheet, 36.0, context.tones.text);
    let labels: Vec<String> = context.data.figures().map(|figure| context.numerals.label(figure)).collect();
    let value_width = width_share(sheet, pen, labels.iter().map(String::as_str)) * values + GAPS.1;
    Rows { context, names, values, column, value_width, pitch, bar, group, axis: None }
}

impl Rows<'_, '_> {
    /// Draws a range of categories in an area.
    fn draw(&self, sheet: &mut Sheet<'_>, area: Rect, range: std::ops::Range<usize>) {
        let context = self.context;
        let all = context.values();
        let is_negative = all.iter().any(|value| *value < 0.0);
        let is_positive = all.iter().any(|value| *value > 0.0);
        let left = area.x.0 + self.column + GAPS.0 + if is_negative { self.value_width } else { 0.0 };
        let right = area.right().0 - if is_positive { self.value_width } else { 8.0 };
        let scale = match &self.axis {
            Some(axis) => axis.scale(left, right),
            None => Scale::over(&all, left, right),
        };
        let zero = scale.at(0.0);
        // Values beside negative bars are between the plot and its names.
        let start = if is_negative && self.axis.is_none() { area.x.0 + self.column + GAPS.1 } else { left };
        let frame = Rect::new(start, area.y.0, right - start, self.pitch * number(range.len()));
        context.set_native_rows(sheet, frame, &scale, self.axis.as_ref());
        if let Some(axis) = &self.axis {
            self.draw_axis(sheet, axis, &scale, area);
        }
        for (row, category) in range.clone().enumerate() {
            let middle = area.y.0 + self.pitch * (number(row) + 0.5);
            let leads = context.is_lead_category(category);
            let pen = name_pen(sheet, self.names, leads);
            let frame = Rect::new(area.x.0, middle - self.pitch / 2.0, self.column, self.pitch);
            let name = &context.data.categories[category];
            put(sheet, Some("data"), &pen, name, frame, (Align::Left, VerticalAlign::Middle));
            for series in 0..context.data.series.len() {
                let top = middle - self.group / 2.0 + (self.bar + 4.0) * number(series);
                self.draw_row(sheet, (series, category), &scale, top);
            }
        }
        let height = self.pitch * number(range.len());
        {
            let mut look = context.native.edit();
            look.between = 4.0 / self.bar;
            look.names = Some((name_pen(sheet, self.names, false).style, 1));
            look.zero = Some(Stroke { color: context.tones.text, width: Px(ZERO), dash: None, round: false });
        }
        let line = sheet.rect(zero - ZERO / 2.0, area.y.0, ZERO, height);
        sheet.nodes.push(Sheet::shape(line, context.tones.text, Px::ZERO));
    }

    /// Fits all rows of two columns into the one column of a native chart.
    fn fit_native_column(&self, sheet: &Sheet<'_>, area: Rect) {
        let context = self.context;
        let pitch = area.height.0 / number(context.count());
        let max_size = Px((pitch * 0.75).min(28.0));
        let share = max_size.0 / self.names.max(1.0);
        let left = area.x.0 + self.column * share.min(1.0) + GAPS.0;
        let frame = Rect::new(left, area.y.0, area.right().0 - left - self.value_width, area.height.0);
        let scale = Scale::over(&context.values(), frame.x.0, frame.right().0);
        context.set_native_rows(sheet, frame, &scale, None);
        let mut look = context.native.edit();
        let parts = look.labels.iter_mut().flat_map(|label| &mut label.parts);
        parts.for_each(|part| part.style.size = part.style.size.min(max_size));
        if let Some((style, _)) = &mut look.names {
            style.size = style.size.min(max_size);
        }
    }

    /// Draws hairlines through the rows, with ticks below them.
    fn draw_axis(&self, sheet: &mut Sheet<'_>, axis: &Axis, scale: &Scale, area: Rect) {
        let pen = tick_pen(sheet);
        {
            let mut look = self.context.native.edit();
            look.ticks = Some((pen.style, self.context.numerals.format(axis.decimals())));
            look.grid = Some(hairline(sheet));
        }
        for (share, words) in axis.ticks(&self.context.numerals) {
            let x = scale.from + (scale.to - scale.from) * share;
            let hair = sheet.rect(x - 0.75, area.y.0, 1.5, area.height.0);
            sheet.nodes.push(Sheet::shape(hair, sheet.surface.line, Px::ZERO));
            let width = text_width(sheet, &pen, &words) + 4.0;
            let frame = Rect::new(x - width / 2.0, area.bottom().0 + 10.0, width, TICK.1);
            put(sheet, None, &pen, &words, frame, (Align::Center, VerticalAlign::Top));
        }
    }

    /// Whether the value of a bar is printed: always without an axis, otherwise only if it is one of the most
    /// important.
    fn has_value_label(&self, series: usize, category: usize) -> bool {
        let context = self.context;
        let lead = match context.highlight {
            Some(Highlight::Series(lead)) => lead,
            _ => 0,
        };
        let chosen = [context.largest(lead), context.smallest(lead)];
        self.axis.is_none() || context.is_lead_category(category) || series == lead && chosen.contains(&Some(category))
    }

    fn draw_row(&self, sheet: &mut Sheet<'_>, (series, category): (usize, usize), scale: &Scale, top: f32) {
        let context = self.context;
        let zero = scale.at(0.0);
        let middle = top + self.bar / 2.0;
        let Some(figure) = context.figure(series, category) else {
            draw_missing(sheet, context, (zero, 96.0), middle + 5.0, 0.0);
            let pen = value_pen(sheet, self.values.max(28.0), context.tones.muted);
            let start = sheet.nodes.len();
            put_at(sheet, &pen, "–", (zero + 96.0 + GAPS.1, middle), Align::Left);
            context.mark_beside_native(sheet, start);
            return;
        };
        let start = sheet.nodes.len();
        let end = scale.at(figure.value);
        let frame = Rect::new(zero.min(end), top, (zero - end).abs().max(1.0), self.bar);
        let free = if figure.value < 0.0 { FreeEnd::Left } else { FreeEnd::Right };
        let is_single = context.data.series.len() == 1;
        let paint = if is_single {
            bar_paint(sheet, context, category, frame)
        } else {
            let color = context.series_color(sheet, series);
            context.tones.paint(sheet, color, series)
        };
        draw_bar(sheet, frame, free, paint);
        if self.values > 0.0 && self.has_value_label(series, category) {
            let leads = context.is_lead_category(category) || context.highlight == Some(Highlight::Series(series));
            let color = match (leads, figure.value < 0.0) {
                (false, _) => context.tones.text,
                (true, true) => context.tones.negative,
                (true, false) => context.tones.accent,
            };
            let pen = value_pen(sheet, self.values, context.tones.readable(sheet, color, self.values));
            let label = context.numerals.label(figure);
            if figure.value < 0.0 {
                put_at(sheet, &pen, &label, (end - GAPS.1, middle), Align::Right);
            } else {
                put_at(sheet, &pen, &label, (end + GAPS.1, middle), Align::Left);
            }
            let format = context.numerals.format_of(figure);
            let native = NativeLabel::value((series, category), LabelPlace::Outside, &pen, format);
            context.add_native_label(sheet, native);
        }
        show_at(sheet, start, figure.step);
    }
}

/// Width of the widest name at a size, for charts with names at their left.
pub(super) fn name_column(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, size: f32) -> f32 {
    let pen = name_pen(sheet, size, true);
    widest(sheet, &pen, context.data.categories.iter().map(String::as_str))
}
