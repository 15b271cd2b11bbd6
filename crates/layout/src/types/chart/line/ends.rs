//! The names and last values of series at the right of a plot.

use deck::ChartKind;
use deck::voice::ChartLabel;
use scene::{Align, Color, Fill, LabelPlace, LabelText, Node, NodeKind, Px, Rect, Shape, ShapeForm, Stroke};

use crate::diagram::show_at;
use crate::sheet::Sheet;
use crate::surface::text_color_on;
use crate::types::chart::native::{NativeLabel, part};
use crate::types::chart::plot::spread;
use crate::types::chart::{ChartContext, baseline, name_pen, put_at, text_width, value_pen};

/// Maximum width of labels with names, as a share of the whole width.
const MAX_SHARE: f32 = 1.0 / 3.0;
/// Space between plot and labels, and between name and value.
const GAPS: (f32, f32) = (28.0, 14.0);
/// Size of the last value of a single series.
const ALONE: f32 = 88.0;
/// Size of values in the label form `ChartLabel::Figure`.
const FIGURE: f32 = 104.0;
/// Padding of a label on a fill.
const PADDING: (f32, f32) = (20.0, 8.0);

/// Additional space between the last point and its label in a native chart.
const NATIVE_GAP: f32 = 12.0;

/// The label of a series. `y` is where the line of the series ends, `step` the build step at which the label appears.
#[derive(Debug, Clone, Copy)]
pub(super) struct EndLabel {
    pub(super) series: usize,
    pub(super) y: f32,
    pub(super) step: usize,
}

/// How the ends of series are labelled.
pub(super) struct Ends {
    /// Whether series are named at their ends.
    pub(super) are_named: bool,
    /// Width of the labels, including the space before them.
    pub(super) width: f32,
    size: f32,
    value_size: f32,
    form: ChartLabel,
}

impl Ends {
    /// Measures the labels of all series for an area of a width.
    pub(super) fn measure(sheet: &mut Sheet<'_>, context: &ChartContext<'_>, width: f32) -> Ends {
        let count = context.data.series.len();
        let voice = sheet.look.voice.chart.label;
        let size = match count {
            1 | 2 => 48.0,
            3 | 4 => 44.0,
            _ => 36.0,
        };
        let form = if count == 1 && voice != ChartLabel::Figure { ChartLabel::End } else { voice };
        let (size, value_size) = match form {
            _ if count == 1 => (size, ALONE),
            ChartLabel::Figure if count <= 3 => (40.0, FIGURE),
            ChartLabel::Block | ChartLabel::Pill | ChartLabel::Box => (40.0_f32.min(size), 40.0_f32.min(size)),
            _ => (size, size),
        };
        let mut ends = Ends { are_named: count > 1, width: 0.0, size, value_size, form };
        ends.width = ends.widest(sheet, context);
        if ends.width > width * MAX_SHARE && ends.are_named {
            ends.are_named = false;
            ends.width = ends.widest(sheet, context);
        }
        ends
    }

    fn widest(&self, sheet: &mut Sheet<'_>, context: &ChartContext<'_>) -> f32 {
        let widths = (0..context.data.series.len()).map(|series| {
            let (name, value) = self.texts(context, series);
            self.width_of(sheet, &name, &value)
        });
        widths.fold(0.0, f32::max) + GAPS.0
    }

    fn width_of(&self, sheet: &mut Sheet<'_>, name: &str, value: &str) -> f32 {
        let names = name_pen(sheet, self.size, true);
        let values = value_pen(sheet, self.value_size, sheet.surface.text);
        let between = if name.is_empty() || value.is_empty() { 0.0 } else { GAPS.1 };
        let name = if name.is_empty() { 0.0 } else { text_width(sheet, &names, name) };
        name + text_width(sheet, &values, value) + between + self.padding().0 * 2.0 + 4.0
    }

    fn padding(&self) -> (f32, f32) {
        match self.form {
            ChartLabel::Block | ChartLabel::Pill | ChartLabel::Box => PADDING,
            _ => (0.0, 0.0),
        }
    }

    fn texts(&self, context: &ChartContext<'_>, series: usize) -> (String, String) {
        let last = context.data.series[series].figures.iter().flatten().next_back();
        let value = last.map(|figure| context.numerals.label(figure)).unwrap_or_default();
        let name = if self.are_named { context.names[series].clone() } else { String::new() };
        (name, value)
    }

    /// Draws the labels beside a plot, moved apart where lines end close together.
    pub(super) fn draw(
        &self,
        sheet: &mut Sheet<'_>,
        context: &ChartContext<'_>,
        mut labels: Vec<EndLabel>,
        plot: Rect,
    ) {
        labels.sort_by(|one, other| one.y.total_cmp(&other.y));
        let height = (self.size * 1.15).max(self.value_size * 1.1) + 1.0 + self.padding().1 * 2.0;
        let height = if self.padding().1 > 0.0 { height + 10.0 } else { height };
        let mut places: Vec<(f32, f32)> = labels.iter().map(|label| (label.y, height)).collect();
        spread(&mut places, plot.y.0 - height / 2.0, plot.bottom().0 + 4.0);
        for (label, (y, _)) in labels.into_iter().zip(places) {
            let start = sheet.nodes.len();
            self.draw_label(sheet, context, label, (plot.right().0 + GAPS.0, y));
            show_at(sheet, start, label.step);
        }
    }

    fn draw_label(&self, sheet: &mut Sheet<'_>, context: &ChartContext<'_>, label: EndLabel, (x, y): (f32, f32)) {
        let series = label.series;
        let (name, value) = self.texts(context, series);
        let leads = context.highlight.is_none() || context.is_lead_series(series) || context.data.series.len() == 1;
        let is_stack = context.data.kind == ChartKind::AreaStacked;
        let fill = if leads || is_stack { context.series_color(sheet, series) } else { context.tones.second_quiet };
        let is_filled = matches!(self.form, ChartLabel::Block | ChartLabel::Pill);
        let color: Color = match self.form {
            _ if is_filled => text_color_on(&sheet.look.palette, sheet.look.palette.rgb(fill)),
            ChartLabel::Box => context.tones.text,
            _ if is_stack && !context.is_lead_series(series) => context.tones.text,
            _ if leads => context.tones.readable(sheet, fill, self.size),
            _ => context.tones.muted,
        };
        let width = self.width_of(sheet, &name, &value);
        let mut plate = None;
        if self.padding().0 > 0.0 {
            let height = self.size * 1.12 + PADDING.1 * 2.0;
            let frame = sheet.rect(x, y - height / 2.0, width, height);
            let radius = if self.form == ChartLabel::Pill { height / 2.0 } else { 0.0 };
            let (fill, stroke) = if is_filled {
                (fill, None)
            } else {
                let stroke = Stroke { color: fill, width: Px(4.0), dash: None, round: false };
                (context.tones.ground.into(), Some(stroke))
            };
            plate = Some((Fill::Solid(fill), stroke));
            let form = ShapeForm::Rect { radius: Px(radius) };
            let shape = Shape { form, fill: Some(Fill::Solid(fill)), stroke, shadow: None };
            sheet.nodes.push(Node::decoration(frame, NodeKind::Shape(shape)));
        }
        let names = name_pen(sheet, self.size, true).color(color);
        let values = value_pen(sheet, self.value_size, color);
        let last = context.data.series[series].figures.iter().rposition(Option::is_some);
        if let Some((category, figure)) = last.and_then(|last| Some((last, context.figure(series, last)?)))
            && !is_stack
        {
            let mut parts = vec![part(LabelText::Value, &values)];
            if !name.is_empty() {
                let place = usize::from(self.form == ChartLabel::Figure);
                parts.insert(place, part(LabelText::Series, &names));
            }
            let label = NativeLabel {
                series,
                category,
                place: LabelPlace::Right,
                shift: (if plate.is_some() { GAPS.0 } else { NATIVE_GAP }, y - label.y),
                parts,
                align: Align::Left,
                plate,
                format: context.numerals.format_of(figure),
            };
            context.add_native_label(sheet, label);
        }
        let left = x + self.padding().0;
        let (first, second) = match self.form {
            ChartLabel::Figure => ((&values, &value), (&names, &name)),
            _ => ((&names, &name), (&values, &value)),
        };
        let mut x = left;
        if !first.1.is_empty() {
            x = put_at(sheet, first.0, first.1, (x, y), Align::Left).right().0 + GAPS.1 - 2.0;
        }
        if !second.1.is_empty() {
            let y = y + baseline(sheet, first.0, first.1) - baseline(sheet, second.0, second.1);
            put_at(sheet, second.0, second.1, (x, y), Align::Left);
        }
    }
}
