//! Chart: bars, lines or a ring drawn from CSV text in the colours of the theme.
//!
//! Values and build steps come from [`deck::chart_data`]. Data that it rejects is drawn as a table.

mod axis;
mod bars;
mod line;
mod numerals;
mod ring;

use deck::{ChartData, ChartKind, chart_data, csv_rows};
use scene::{
    Align, AltText, Chart, ChartLabels, ChartSeries, Color, Fill, Hatch, Node, NodeKind, NodeRole, PaletteRole, Px,
    Rect, VerticalAlign,
};
use serde_json::Value;

use self::numerals::Numerals;
use super::table::{TableContent, TableRowContent, TableStyle, draw_table_content};
use crate::diagram::{draw_between, plate};
use crate::frame::{FULL_WIDTH, MARGIN, PLATE_PADDING};
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::text::{BlockOptions, TextBlock};

/// Size of axis text.
const AXIS_TEXT: f32 = 24.0;
/// The height of a line of axis text.
const AXIS_LINE: f32 = 32.0;
/// Space between a plot and the names below it: clear of the lowest tick.
const BELOW: f32 = 18.0;
/// Opacity of a chart colour over the text colour when it is reused for the second and third time.
const LATER: [f32; 2] = [0.6, 0.35];
/// Maximum length of the alternative text in bytes.
const LONGEST_ALT: usize = 600;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    draw_between(sheet, |sheet, top, bottom| {
        let csv = sheet.slide.content.get("data").and_then(Value::as_str).unwrap_or_default();
        let kind = ChartKind::named(sheet.text("chartType")).unwrap_or(ChartKind::Bar);
        match chart_data(kind, csv) {
            Ok(data) if is_drawable(&data) => draw_chart(sheet, &data, top, bottom),
            _ => draw_table(sheet, csv, top, bottom),
        }
    });
}

/// Whether there is anything to draw: a ring needs a positive value.
fn is_drawable(data: &ChartData) -> bool {
    data.kind != ChartKind::Pie || figures(data).any(|value| value > 0.0)
}

fn figures(data: &ChartData) -> impl Iterator<Item = f64> {
    data.series.iter().flat_map(|series| series.figures.iter().flatten()).map(|figure| figure.value)
}

fn draw_table(sheet: &mut Sheet<'_>, csv: &str, top: Px, bottom: Px) {
    let rows: Vec<Vec<String>> =
        csv_rows(csv).into_iter().filter(|row| row.iter().any(|cell| !cell.trim().is_empty())).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0).clamp(1, 10);
    let shown = |mut row: Vec<String>| {
        row.resize(columns, String::new());
        TableRowContent { cells: row.into_iter().map(|cell| cell.trim().to_owned()).collect(), field: None, step: None }
    };
    let content = TableContent {
        rows: rows.into_iter().map(shown).collect(),
        columns,
        has_header: false,
        corner_is_header: false,
        by_cell: false,
        style: TableStyle::Plain,
        field: "data",
    };
    draw_table_content(sheet, &content, top, bottom);
}

/// Properties of a chart that are decided while drawing it.
struct ChartStyle {
    kind: scene::ChartKind,
    /// Width of a bar as a fraction of its category's width.
    bar: f32,
    /// Fill colour of the area under a line.
    area: Option<Color>,
    /// The colours of the labels on slices.
    on_slices: Vec<Option<Color>>,
}

impl ChartStyle {
    fn of(kind: scene::ChartKind) -> ChartStyle {
        ChartStyle { kind, bar: 0.0, area: None, on_slices: Vec::new() }
    }
}

fn draw_chart(sheet: &mut Sheet<'_>, data: &ChartData, top: Px, bottom: Px) {
    let page = sheet.surface;
    let mut area = Rect { y: top, height: bottom - top, ..Rect::new(MARGIN, 0.0, FULL_WIDTH, 0.0) };
    if !matches!(page.ground, Ground::Base | Ground::Tint | Ground::Surface) {
        sheet.surface = Ground::Surface.surface(sheet.look);
        let radius = sheet.look.radius;
        sheet.nodes.push(plate(area, PaletteRole::Surface.into(), None, radius));
        area = area.inset(Px(PLATE_PADDING));
    }
    let start = sheet.nodes.len();
    let form = match data.kind {
        ChartKind::Bar => bars::draw(sheet, data, area),
        ChartKind::Line => line::draw(sheet, data, area),
        ChartKind::Pie => ring::draw(sheet, data, area),
    };
    let nodes = sheet.nodes.split_off(start);
    let chart = Chart {
        kind: form.kind,
        categories: data.categories.clone(),
        series: (0..data.series.len()).map(|index| series(sheet, data, index)).collect(),
        unit: sheet.text("yLabel").to_owned(),
        category_title: sheet.text("xLabel").to_owned(),
        direction: sheet.direction,
        labels: ChartLabels { on_slices: form.on_slices, ..labels(sheet, data) },
        area: form.area,
        bar: form.bar,
        nodes,
    };
    sheet.nodes.push(Node {
        frame: area,
        kind: NodeKind::Chart(chart),
        role: NodeRole::Content,
        origin: Some(sheet.origin("data")),
        step: None,
        alt: AltText::Text(spoken(sheet, data)),
    });
    sheet.surface = page;
}

/// Which labels and legends are shown, except for the label colours on slices.
fn labels(sheet: &Sheet<'_>, data: &ChartData) -> ChartLabels {
    let (values, shares) = match data.kind {
        ChartKind::Bar => (sheet.text("showValues") == "yes", false),
        ChartKind::Line => (false, false),
        ChartKind::Pie => slice_labels(sheet),
    };
    let several = data.kind == ChartKind::Pie || data.series.len() > 1;
    let names = several && sheet.text("showLegend") != "no";
    let numerals = Numerals::of(&sheet.language, data);
    let (last, grouped) = (data.kind == ChartKind::Line, numerals.grouped);
    ChartLabels { values, last, shares, names, affixes: numerals.around(), grouped, on_slices: Vec::new() }
}

/// Whether the labels of slices show the value and the percentage.
fn slice_labels(sheet: &Sheet<'_>) -> (bool, bool) {
    match sheet.text("pieLabelMode") {
        "none" => (false, false),
        "value" => (true, false),
        "both" => (true, true),
        _ => (false, true),
    }
}

/// The name of a series: from the slide's field, or from the column heading.
fn series_name(sheet: &Sheet<'_>, data: &ChartData, index: usize) -> String {
    let own = match (data.kind, index) {
        (ChartKind::Line, 0) => sheet.text("series1Label"),
        (ChartKind::Line, _) => sheet.text("series2Label"),
        _ => "",
    };
    let heading = data.series[index].name.as_deref().unwrap_or_default();
    if own.is_empty() { heading } else { own }.to_owned()
}

fn series(sheet: &Sheet<'_>, data: &ChartData, index: usize) -> ChartSeries {
    let colors = match data.kind {
        ChartKind::Pie => (0..data.categories.len()).map(|slice| slice_color(sheet, slice)).collect(),
        _ => vec![color(index)],
    };
    let hatches = match data.kind {
        _ if !sheet.look.is_patterned => Vec::new(),
        ChartKind::Pie => (0..data.categories.len()).map(|slice| hatch(sheet, slice)).collect(),
        _ => vec![hatch(sheet, index)],
    };
    let values = data.series[index].figures.iter().map(|figure| figure.as_ref().map(|figure| figure.value)).collect();
    ChartSeries { name: series_name(sheet, data, index), values, colors, hatches }
}

/// The pattern of a series or slice, in themes that use patterns in addition to colours. The first one has none.
fn hatch(sheet: &Sheet<'_>, index: usize) -> Option<Hatch> {
    let place = (index % (Hatch::ALL.len() + 1)).checked_sub(1)?;
    sheet.look.is_patterned.then(|| Hatch::ALL[place])
}

/// The fill of a slice.
fn fill(sheet: &Sheet<'_>, index: usize) -> Fill {
    let ground = slice_color(sheet, index);
    match hatch(sheet, index) {
        Some(hatch) => Fill::Hatched { hatch, marks: PaletteRole::Surface.into(), ground },
        None => Fill::Solid(ground),
    }
}

/// The colour of a series.
fn color(index: usize) -> Color {
    PaletteRole::Chart(u8::try_from(index % 240).unwrap_or_default()).into()
}

/// The colour of a slice. When the theme's chart colours are used up, they repeat, mixed with the text colour.
fn slice_color(sheet: &Sheet<'_>, index: usize) -> Color {
    let palette = &sheet.look.palette;
    let (round, index) = (index / palette.chart.len().max(1), index % palette.chart.len().max(1));
    match round {
        0 => color(index),
        round => palette.rgb(color(index)).over(palette.rgb(sheet.surface.text), LATER[(round - 1) % 2]).into(),
    }
}

/// The values as alternative text.
fn spoken(sheet: &Sheet<'_>, data: &ChartData) -> String {
    let mut words = Vec::new();
    let mut length = 0;
    for (index, series) in data.series.iter().enumerate() {
        let name = series_name(sheet, data, index);
        if !name.is_empty() {
            words.push(format!("{name}:"));
        }
        for (category, figure) in data.categories.iter().zip(&series.figures) {
            let Some(figure) = figure else { continue };
            let entry = format!("{category} {};", figure.text);
            length += entry.len();
            if length > LONGEST_ALT {
                words.push("…".to_owned());
                return words.join(" ");
            }
            words.push(entry);
        }
    }
    words.join(" ").trim_end_matches(';').to_owned()
}

/// An alignment given for a left-to-right deck, mirrored in a right-to-left deck.
fn side(sheet: &Sheet<'_>, align: Align) -> Align {
    match align {
        Align::Left if sheet.direction.is_right_to_left() => Align::Right,
        Align::Right if sheet.direction.is_right_to_left() => Align::Left,
        same => same,
    }
}

/// The pen for axis titles and category names.
fn name_pen(sheet: &Sheet<'_>) -> Pen {
    sheet.body().size(AXIS_TEXT).leading(AXIS_LINE / AXIS_TEXT).color(sheet.surface.muted)
}

/// The pen for numbers along an axis.
fn tick_pen(sheet: &Sheet<'_>) -> Pen {
    let mut pen = name_pen(sheet);
    pen.style = sheet.look.figures(pen.style);
    pen
}

/// Width of a text on one line.
fn wide(sheet: &mut Sheet<'_>, pen: &Pen, words: &str) -> f32 {
    TextBlock::new(sheet.typesetter, vec![pen.plain(words)]).natural_width(sheet.typesetter, 1.0).0 + 1.0
}

/// Width of the longest of some texts.
fn widest<'w>(sheet: &mut Sheet<'_>, pen: &Pen, words: impl Iterator<Item = &'w str>) -> f32 {
    words.map(|words| wide(sheet, pen, words)).fold(0.0, f32::max)
}

/// Adds a text in a frame that is given for a left-to-right deck.
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
    let pen = pen.clone().align(side(sheet, align));
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(words)]);
    let mut text = block.text(sheet.typesetter, BlockOptions::width(frame.width), frame.height, usize::MAX);
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
