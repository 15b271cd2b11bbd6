//! Chart: bars, lines, areas, slices, points or steps drawn from CSV text.
//!
//! Values, the leading element and build steps come from [`deck::drawn_chart`]. Data that cannot be drawn as asked is
//! reported and drawn as the nearest kind; data without any number is reported and shown as a table.

mod axis;
mod columns;
mod combo;
mod line;
mod native;
mod numerals;
mod parts;
mod plot;
mod rows;
mod scatter;
mod stacks;
mod tones;
mod waterfall;

use deck::voice::ChartBars;
use deck::{ChartData, ChartKind, Figure, Highlight, HighlightTexts, csv_rows, drawn_chart};
use scene::{
    Align, AltText, Chart, ChartLabels, ChartPaint, ChartSeries, Color, Hatch, Node, NodeKind, NodeRole, PaletteRole,
    Px, Rect, Stroke, VerticalAlign,
};
use serde_json::Value;

use self::native::NativeLook;
use self::numerals::Numerals;
use self::tones::Tones;
use super::table::{TableContent, TableRowContent, TableStyle, draw_table_content};
use crate::diagram::plate;
use crate::finding::FindingKind;
use crate::formula::in_words;
use crate::head::{PageOptions, Takeaway};
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::text::{BlockOptions, TextBlock};

/// Padding of a plate under a chart.
const PLATE_PADDING: f32 = 40.0;
/// Maximum number of categories beside a rail.
const BESIDE_RAIL: usize = 8;
/// Size of axis ticks and axis titles, and the height of their line.
const TICK: (f32, f32) = (28.0, 36.0);
/// Size at which texts are measured.
const MEASURED: f32 = 100.0;
/// Maximum length of the alternative text in bytes.
const MAX_ALT_LENGTH: usize = 600;

/// A stand-in for the frame of a bar: native charts scale gradients to each bar.
const NATIVE_FRAME: Rect = Rect { x: Px(0.0), y: Px(0.0), width: Px(100.0), height: Px(100.0) };
/// Space between the parts of a native stack.
const STACK_GAP: f32 = 4.0;

/// When values are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ShowValues {
    /// Values as long as they fit, otherwise an axis.
    Auto,
    /// All values.
    Yes,
    /// An axis, and only the values that matter most.
    No,
}

/// What the labels of slices show.
#[derive(Clone, Copy)]
pub(super) struct SliceLabels {
    /// Whether they show the value.
    pub(super) values: bool,
    /// Whether they show the percentage.
    pub(super) shares: bool,
}

/// A chart to be drawn.
struct ChartContext<'d> {
    data: &'d ChartData,
    /// Names of the series; may be empty.
    names: Vec<String>,
    highlight: Option<Highlight>,
    numerals: Numerals,
    tones: Tones,
    show_values: ShowValues,
    slice_labels: SliceLabels,
    native: NativeLook,
}

/// What native charts need to know besides the data.
#[derive(Clone, Copy)]
struct NativeForm {
    kind: scene::ChartKind,
    /// Width of a bar as a fraction of its category's width.
    bar: f32,
    /// Fill colour of the area under a line.
    area: Option<Color>,
    /// Whether all values are labelled.
    values: bool,
    /// Whether the value axis is shown.
    axis: bool,
    /// Lowest value of the axis, if it is not zero.
    low: Option<f64>,
}

impl NativeForm {
    fn of(kind: scene::ChartKind) -> NativeForm {
        NativeForm { kind, bar: 0.0, area: None, values: false, axis: true, low: None }
    }
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let csv = sheet.slide.content.get("data").and_then(Value::as_str).unwrap_or_default();
    let kind = ChartKind::named(sheet.text("chartType")).unwrap_or(ChartKind::Bar);
    let (data, fault) = drawn_chart(kind, csv);
    if let Some(fault) = fault {
        sheet.report("data", FindingKind::ChartFault(fault.to_string()));
    }
    let names = data.as_ref().map(|data| series_names(sheet, data)).unwrap_or_default();
    let texts = HighlightTexts {
        highlight: sheet.text("highlight"),
        takeaway: sheet.text("subheading"),
        title: sheet.text("title"),
    };
    let highlight = data.as_ref().and_then(|data| data.highlight(&names, texts));
    let takeaway = match (&data, highlight) {
        (Some(data), Some(highlight)) if is_negative(data, highlight) => Takeaway::Negative,
        (_, Some(_)) => Takeaway::Highlight,
        _ => Takeaway::Plain,
    };
    let folds_rail = data.as_ref().is_none_or(|data| data.categories.len() > BESIDE_RAIL || data.kind.is_whole());
    let body = sheet.open_page(PageOptions {
        closing: "bottomSubheading",
        folds_rail,
        has_smaller_title: true,
        takeaway: Some(takeaway),
        ..PageOptions::default()
    });
    let area = Rect::new(body.x, body.top, body.width, body.height());
    match &data {
        Some(data) => draw_chart(sheet, data, names, (highlight, slice_labels(sheet)), area),
        None => draw_table(sheet, csv, area.y, area.bottom()),
    }
    sheet.close_page(body);
}

fn is_negative(data: &ChartData, highlight: Highlight) -> bool {
    let Highlight::Category(index) = highlight else { return false };
    data.series.len() == 1 && data.series[0].figures[index].as_ref().is_some_and(|figure| figure.value < 0.0)
}

fn draw_table(sheet: &mut Sheet<'_>, csv: &str, top: Px, bottom: Px) {
    let rows: Vec<Vec<String>> =
        csv_rows(csv).into_iter().filter(|row| row.iter().any(|cell| !cell.trim().is_empty())).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0).clamp(1, 10);
    let row_content = |mut row: Vec<String>| {
        row.resize(columns, String::new());
        TableRowContent { cells: row.into_iter().map(|cell| cell.trim().to_owned()).collect(), field: None, step: None }
    };
    let content = TableContent {
        rows: rows.into_iter().map(row_content).collect(),
        columns,
        has_header: false,
        corner_is_header: false,
        by_cell: false,
        style: TableStyle::Plain,
        field: "data",
    };
    draw_table_content(sheet, &content, top, bottom);
}

pub(super) fn draw_chart(
    sheet: &mut Sheet<'_>,
    data: &ChartData,
    names: Vec<String>,
    (highlight, slice_labels): (Option<Highlight>, SliceLabels),
    mut area: Rect,
) {
    let page = sheet.surface;
    let is_plain = data.series.len() == 1 || highlight.is_some();
    let needs_plate = match page.ground {
        Ground::Base | Ground::Tint | Ground::Surface => false,
        Ground::Deep | Ground::Custom(_) => !is_plain,
        _ => true,
    };
    if needs_plate {
        sheet.surface = Ground::Surface.surface(sheet.look);
        let radius = sheet.look.radius * 0.75;
        let frame = sheet.rect(area.x.0, area.y.0, area.width.0, area.height.0);
        sheet.nodes.push(plate(frame, PaletteRole::Surface.into(), None, radius));
        area = area.inset(Px(PLATE_PADDING));
    }
    let show_values = match sheet.text("showValues") {
        "yes" => ShowValues::Yes,
        "no" => ShowValues::No,
        _ => ShowValues::Auto,
    };
    let numerals = Numerals::of(&sheet.language, data);
    let tones = Tones::of(sheet);
    let start = sheet.nodes.len();
    let native = NativeLook::new(start);
    let mut context = ChartContext { data, names, highlight, numerals, tones, show_values, slice_labels, native };
    let form = match data.kind {
        ChartKind::Bar | ChartKind::BarHorizontal | ChartKind::BarGrouped => {
            context.lead_with_largest(sheet);
            let is_rows = match (data.kind, sheet.text("orientation")) {
                (ChartKind::BarHorizontal, _) | (_, "rows") => true,
                (_, "columns") => false,
                _ => !columns::names_fit(sheet, &context, area),
            };
            if is_rows && data.categories.len() <= rows::MAX_ROWS {
                rows::draw(sheet, &context, area)
            } else {
                columns::draw(sheet, &context, area)
            }
        }
        ChartKind::BarStacked => stacks::draw(sheet, &context, area),
        ChartKind::BarStacked100 => stacks::draw_shares(sheet, &context, area),
        ChartKind::Line | ChartKind::Area => line::draw(sheet, &context, area),
        ChartKind::AreaStacked => line::draw_stacked(sheet, &context, area),
        ChartKind::Combo => combo::draw(sheet, &context, area),
        ChartKind::Scatter => scatter::draw(sheet, &context, area),
        ChartKind::Waterfall => waterfall::draw(sheet, &context, area),
        ChartKind::Pie | ChartKind::Doughnut => parts::draw(sheet, &context, area),
    };
    let nodes = sheet.nodes.split_off(start);
    let chart = native_chart(sheet, &context, form, nodes);
    let frame = sheet.rect(area.x.0, area.y.0, area.width.0, area.height.0);
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Chart(chart),
        role: NodeRole::Content,
        origin: Some(sheet.origin("data")),
        step: None,
        alt: AltText::Text(alt_text(&context)),
    });
    sheet.surface = page;
}

/// A paint of the page as the paint of a native chart.
fn native_paint((fill, stroke): tones::Paint) -> ChartPaint {
    ChartPaint { fill, stroke }
}

/// The paints of the bars and areas of a native chart, by series. Empty for chart kinds that set paints elsewhere or
/// have neither bars nor areas.
fn native_paints(sheet: &Sheet<'_>, context: &ChartContext<'_>) -> Vec<Vec<ChartPaint>> {
    let data = context.data;
    let count = data.series.len();
    let separated = |paint: tones::Paint| {
        // A line in the colour of the page separates the parts of a stack.
        let gap = Stroke { color: context.tones.ground.into(), width: Px(STACK_GAP), dash: None, round: false };
        let (fill, stroke) = paint;
        native_paint((fill, stroke.or(Some(gap))))
    };
    let color = |series: usize| context.series_color(sheet, series);
    match data.kind {
        ChartKind::Bar | ChartKind::BarHorizontal | ChartKind::BarGrouped if count == 1 => {
            let paint = |category: usize| native_paint(columns::bar_paint(sheet, context, category, NATIVE_FRAME));
            let paints: Vec<ChartPaint> = (0..context.count()).map(paint).collect();
            let is_uniform = paints.iter().all(|paint| *paint == paints[0]);
            vec![if is_uniform { paints.into_iter().take(1).collect() } else { paints }]
        }
        ChartKind::Bar | ChartKind::BarHorizontal | ChartKind::BarGrouped => {
            (0..count).map(|series| vec![native_paint(context.tones.paint(sheet, color(series), series))]).collect()
        }
        ChartKind::BarStacked | ChartKind::AreaStacked => {
            let order = context.stack_order();
            let paint = |series: usize| {
                let place = order.iter().position(|other| *other == series).unwrap_or(0);
                let (fill, edge) = context.tones.paint(sheet, color(series), place);
                // Areas have an edge on the page only.
                separated((fill, edge.filter(|_| data.kind == ChartKind::BarStacked)))
            };
            (0..count).map(|series| vec![paint(series)]).collect()
        }
        ChartKind::BarStacked100 => {
            (0..count).map(|series| vec![separated(context.tones.paint(sheet, color(series), series))]).collect()
        }
        _ => Vec::new(),
    }
}

/// The chart with its values, for exporters that write native charts.
fn native_chart(sheet: &Sheet<'_>, context: &ChartContext<'_>, form: NativeForm, nodes: Vec<Node>) -> Chart {
    let data = context.data;
    let SliceLabels { values, shares } =
        if data.kind.is_whole() { context.slice_labels } else { SliceLabels { values: form.values, shares: false } };
    let has_names = match data.kind {
        ChartKind::Doughnut => true,
        ChartKind::Pie | ChartKind::Scatter | ChartKind::Waterfall => false,
        _ => data.series.len() > 1,
    };
    let (categories, series, on_slices) = match data.kind {
        ChartKind::Pie | ChartKind::Doughnut => {
            let (names, series, labels) = parts::native(sheet, context);
            (names, vec![series], labels)
        }
        ChartKind::Waterfall => (data.categories.clone(), waterfall::series(context), Vec::new()),
        _ => {
            let series = (0..data.series.len()).map(|index| native_series(sheet, context, index));
            (data.categories.clone(), series.collect(), Vec::new())
        }
    };
    let mut look = context.native.take();
    if look.paints.is_empty() {
        look.paints = native_paints(sheet, context);
    }
    let labels = ChartLabels {
        values,
        last: matches!(data.kind, ChartKind::Line | ChartKind::Area),
        shares,
        names: has_names && sheet.text("showLegend") != "no",
        affixes: context.numerals.clone().into_affixes(),
        grouped: context.numerals.grouped,
        on_slices,
        hides_axis: !form.axis,
        low: form.low,
    };
    // Native charts have no formulas.
    let series = series.into_iter().map(|series| ChartSeries { name: in_words(&series.name), ..series });
    Chart {
        kind: form.kind,
        categories: categories.iter().map(|name| in_words(name)).collect(),
        series: series.collect(),
        unit: in_words(sheet.text("yLabel")),
        category_title: in_words(sheet.text("xLabel")),
        direction: sheet.direction,
        labels,
        area: form.area,
        bar: form.bar,
        look: Some(Box::new(look)),
        nodes,
    }
}

fn native_series(sheet: &Sheet<'_>, context: &ChartContext<'_>, index: usize) -> ChartSeries {
    let data = context.data;
    let figures = &data.series[index].figures;
    let is_single = data.series.len() == 1 && matches!(data.kind, ChartKind::Bar | ChartKind::BarHorizontal);
    let colors: Vec<Color> = if is_single {
        (0..figures.len()).map(|category| context.color_of(category)).collect()
    } else {
        vec![context.series_color(sheet, index)]
    };
    let is_uniform = colors.iter().all(|color| *color == colors[0]);
    let colors = if is_uniform { colors.into_iter().take(1).collect() } else { colors };
    let hatch = (index % (Hatch::ALL.len() + 1)).checked_sub(1).map(|place| Hatch::ALL[place]);
    let hatches = if sheet.look.voice.chart.pattern && !is_single { vec![hatch] } else { Vec::new() };
    let values = figures.iter().map(|figure| figure.as_ref().map(|figure| figure.value)).collect();
    ChartSeries { name: context.names[index].clone(), values, colors, hatches }
}

impl ChartContext<'_> {
    fn count(&self) -> usize {
        self.data.categories.len()
    }

    fn is_lead_category(&self, category: usize) -> bool {
        self.highlight == Some(Highlight::Category(category))
    }

    fn is_lead_series(&self, series: usize) -> bool {
        self.highlight == Some(Highlight::Series(series))
    }

    fn figure(&self, series: usize, category: usize) -> Option<&Figure> {
        self.data.series[series].figures[category].as_ref()
    }

    fn values(&self) -> Vec<f64> {
        self.data.figures().map(|figure| figure.value).collect()
    }

    /// Highlights the largest bar in voices that always have a leading bar.
    fn lead_with_largest(&mut self, sheet: &Sheet<'_>) {
        let always_leads =
            matches!(sheet.look.voice.chart.bars, ChartBars::Max | ChartBars::Outline | ChartBars::Hatch);
        if always_leads && self.highlight.is_none() && self.data.series.len() == 1 {
            let size = |index: usize| self.figure(0, index).map_or(0.0, |figure| figure.value.abs());
            let extremes = [self.largest(0), self.smallest(0)].into_iter().flatten();
            // Among negative values the lowest is the largest bar.
            self.highlight = extremes
                .reduce(|one, other| if size(other) > size(one) { other } else { one })
                .map(Highlight::Category);
        }
    }

    /// The category with the largest value of a series; the first of equal ones.
    fn largest(&self, series: usize) -> Option<usize> {
        let values = self.data.series[series].figures.iter().enumerate();
        let values = values.filter_map(|(index, figure)| Some((index, figure.as_ref()?.value)));
        values
            .fold(None, |largest: Option<(usize, f64)>, next| match largest {
                Some(largest) if largest.1 >= next.1 => Some(largest),
                _ => Some(next),
            })
            .map(|(index, _)| index)
    }

    /// The category with the smallest value of a series; the first of equal ones.
    fn smallest(&self, series: usize) -> Option<usize> {
        let values = self.data.series[series].figures.iter().enumerate();
        let values = values.filter_map(|(index, figure)| Some((index, figure.as_ref()?.value)));
        values
            .fold(None, |smallest: Option<(usize, f64)>, next| match smallest {
                Some(smallest) if smallest.1 <= next.1 => Some(smallest),
                _ => Some(next),
            })
            .map(|(index, _)| index)
    }

    /// The colour of a bar, slice or point of a single series.
    fn color_of(&self, category: usize) -> Color {
        let is_negative = self.figure(0, category).is_some_and(|figure| figure.value < 0.0);
        match self.highlight {
            Some(Highlight::Category(lead)) if lead != category => self.tones.quiet,
            _ if is_negative => self.tones.negative,
            _ => self.tones.accent,
        }
    }

    /// The colour of a series among several.
    fn series_color(&self, sheet: &Sheet<'_>, series: usize) -> Color {
        let count = self.data.series.len();
        if matches!(self.data.kind, ChartKind::BarStacked | ChartKind::AreaStacked) {
            let place = self.stack_order().iter().position(|index| *index == series).unwrap_or(0);
            return self.tones.part(sheet, place, count);
        }
        match self.highlight {
            Some(Highlight::Series(lead)) if lead == series => self.tones.accent,
            Some(Highlight::Series(lead)) => self.tones.beside(sheet, if series > lead { series - 1 } else { series }),
            _ if count == 1 => self.tones.accent,
            _ => self.tones.series(sheet, series),
        }
    }

    /// The series of a stack from the base up: the leading one, then the others in order.
    fn stack_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.data.series.len()).collect();
        if let Some(Highlight::Series(lead)) = self.highlight {
            order.retain(|series| *series != lead);
            order.insert(0, lead);
        }
        order
    }
}

/// What the labels of slices show, according to the slide's options.
fn slice_labels(sheet: &Sheet<'_>) -> SliceLabels {
    match sheet.text("pieLabelMode") {
        "none" => SliceLabels { values: false, shares: false },
        "value" => SliceLabels { values: true, shares: false },
        "both" => SliceLabels { values: true, shares: true },
        _ => SliceLabels { values: false, shares: true },
    }
}

/// The names of the series: from the slide's fields, or from the column headings.
fn series_names(sheet: &Sheet<'_>, data: &ChartData) -> Vec<String> {
    let names = data.series.iter().enumerate().map(|(index, series)| {
        let label = match (data.kind, index) {
            (ChartKind::Scatter, _) => "",
            (_, 0) => sheet.text("series1Label"),
            (_, 1) => sheet.text("series2Label"),
            _ => "",
        };
        let heading = series.name.as_deref().unwrap_or_default();
        if label.is_empty() { heading } else { label }.to_owned()
    });
    names.collect()
}

/// The alternative text: a list of the values.
fn alt_text(context: &ChartContext<'_>) -> String {
    let mut words = Vec::new();
    let mut length = 0;
    for (series, name) in context.data.series.iter().zip(&context.names) {
        if !name.is_empty() {
            words.push(format!("{}:", in_words(name)));
        }
        for (category, figure) in context.data.categories.iter().zip(&series.figures) {
            let Some(figure) = figure else { continue };
            let entry = format!("{} {};", in_words(category), figure.text);
            length += entry.len();
            if length > MAX_ALT_LENGTH {
                words.push("…".to_owned());
                return words.join(" ");
            }
            words.push(entry);
        }
    }
    words.join(" ").trim_end_matches(';').to_owned()
}

/// An alignment given for a left-to-right deck, mirrored in a right-to-left deck.
fn mirrored(sheet: &Sheet<'_>, align: Align) -> Align {
    match align {
        Align::Left if sheet.direction.is_right_to_left() => Align::Right,
        Align::Right if sheet.direction.is_right_to_left() => Align::Left,
        same => same,
    }
}

/// The pen for values: the heading font with its default figures, because values are not in columns of digits.
fn value_pen(sheet: &Sheet<'_>, size: f32, color: Color) -> Pen {
    sheet.heading().size(size).leading(1.1).color(color)
}

/// The pen for names of categories and series.
fn name_pen(sheet: &Sheet<'_>, size: f32, is_leading: bool) -> Pen {
    let pen = sheet.body().size(size).leading(1.15);
    if is_leading { pen.stressed() } else { pen }
}

/// The pen for numbers along an axis.
fn tick_pen(sheet: &Sheet<'_>) -> Pen {
    sheet.body().size(TICK.0).leading(TICK.1 / TICK.0).color(sheet.surface.muted)
}

/// Width of a text on one line.
fn text_width(sheet: &mut Sheet<'_>, pen: &Pen, words: &str) -> f32 {
    TextBlock::new(sheet.typesetter, vec![pen.plain(words)]).natural_width(sheet.typesetter, 1.0).0 + 1.0
}

/// Width of the widest of some texts.
fn widest<'w>(sheet: &mut Sheet<'_>, pen: &Pen, words: impl Iterator<Item = &'w str>) -> f32 {
    words.map(|words| text_width(sheet, pen, words)).fold(0.0, f32::max)
}

/// Width of the widest of some texts, divided by the font size.
fn width_share<'w>(sheet: &mut Sheet<'_>, pen: Pen, words: impl Iterator<Item = &'w str>) -> f32 {
    widest(sheet, &pen.size(MEASURED), words) / MEASURED
}

/// Height of a text in a width.
fn text_height(sheet: &mut Sheet<'_>, pen: &Pen, words: &str, width: f32) -> f32 {
    TextBlock::new(sheet.typesetter, vec![pen.plain(words)]).height(sheet.typesetter, BlockOptions::width(Px(width))).0
}

/// Adds a text of a field in a frame that is given for a left-to-right deck.
fn put(
    sheet: &mut Sheet<'_>,
    field: Option<&str>,
    pen: &Pen,
    words: &str,
    frame: Rect,
    (align, anchor): (Align, VerticalAlign),
) {
    if words.is_empty() {
        return;
    }
    let pen = pen.clone().align(mirrored(sheet, align));
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(words)]);
    let options = BlockOptions::width(frame.width);
    // One line is always shown; some scripts need a larger line height.
    let room = frame.height.max(block.first_line_height(options)) + Px(1.0);
    let mut text = block.text(sheet.typesetter, options, room, usize::MAX);
    text.anchor = anchor;
    let height = text.height();
    let y = match anchor {
        VerticalAlign::Top => frame.y,
        VerticalAlign::Middle => frame.y + (frame.height - height) / 2.0,
        VerticalAlign::Bottom => frame.bottom() - height,
    };
    let frame = sheet.rect(frame.x.0, y.0, frame.width.0, height.0);
    sheet.push_text(frame, text, NodeRole::Label, field);
}

/// Adds a text on one line at a point: its left edge, middle or right edge, and its middle height.
fn put_at(sheet: &mut Sheet<'_>, pen: &Pen, words: &str, (x, y): (f32, f32), align: Align) -> Rect {
    let width = text_width(sheet, pen, words) + 2.0;
    let height = pen.style.size.0 * pen.leading.max(1.35);
    let left = match align {
        Align::Center => x - width / 2.0,
        Align::Right => x - width,
        Align::Left => x,
    };
    let frame = Rect::new(left, y - height / 2.0, width, height);
    put(sheet, Some("data"), pen, words, frame, (align, VerticalAlign::Middle));
    frame
}

/// Distance from the middle of a text on one line down to its baseline.
fn baseline(sheet: &mut Sheet<'_>, pen: &Pen, words: &str) -> f32 {
    let text = sheet.one_line(pen.clone(), words, pen.style.size.0);
    text.baseline() - text.height() / 2.0
}
