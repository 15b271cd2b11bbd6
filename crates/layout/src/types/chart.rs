//! Chart: bars, lines or a ring drawn from CSV text in the colours of the theme.
//!
//! Figures come from [`deck::chart_data`], steps included. What it cannot read is shown as a table.

mod axis;
mod bars;
mod line;
mod numerals;
mod ring;

use deck::{ChartData, ChartKind, chart_data, csv_rows};
use scene::{Align, Alt, Anchor, Chart, Color, Fill, Hatch, Kind, Labels, Node, PaletteRole, Px, Rect, Role, Series};
use serde_json::Value;

use self::numerals::Numerals;
use super::table::{Plan, Shown, Style, draw_plan};
use crate::diagram::{between, plate};
use crate::frame::{FULL_WIDTH, MARGIN, PLATE_PADDING};
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::text::{Block, Setting};

/// Size of axis text.
const AXIS_TEXT: f32 = 24.0;
/// The height of a line of axis text.
const AXIS_LINE: f32 = 32.0;
/// Room between a plot and the names below it: clear of the lowest tick.
const BELOW: f32 = 18.0;
/// How much of a colour is left when it comes the second time, and the time after that.
const LATER: [f32; 2] = [0.6, 0.35];
/// The most words that a chart says to people who cannot see it.
const LONGEST_ALT: usize = 600;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    between(sheet, |sheet, top, bottom| {
        let csv = sheet.slide.content.get("data").and_then(Value::as_str).unwrap_or_default();
        let kind = ChartKind::named(sheet.said("chartType")).unwrap_or(ChartKind::Bar);
        match chart_data(kind, csv) {
            Ok(data) if is_drawable(&data) => draw_chart(sheet, &data, top, bottom),
            _ => draw_table(sheet, csv, top, bottom),
        }
    });
}

/// Whether there is anything to draw: a ring of nothing has no slices.
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
        Shown { cells: row.into_iter().map(|cell| cell.trim().to_owned()).collect(), field: None, step: None }
    };
    let plan = Plan {
        rows: rows.into_iter().map(shown).collect(),
        columns,
        has_header: false,
        corner_is_header: false,
        by_cell: false,
        style: Style::Plain,
        field: "data",
    };
    draw_plan(sheet, &plan, top, bottom);
}

/// What a chart looks like, as far as its drawing decides it.
struct Form {
    kind: scene::ChartKind,
    /// The share of its room that a bar fills.
    bar: f32,
    /// What fills the ground under a line.
    area: Option<Color>,
    /// The colours of the labels on slices.
    on_slices: Vec<Option<Color>>,
}

impl Form {
    fn of(kind: scene::ChartKind) -> Form {
        Form { kind, bar: 0.0, area: None, on_slices: Vec::new() }
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
    let drawn = sheet.nodes.split_off(start);
    let chart = Chart {
        kind: form.kind,
        categories: data.categories.clone(),
        series: (0..data.series.len()).map(|index| series(sheet, data, index)).collect(),
        unit: sheet.said("yLabel").to_owned(),
        along: sheet.said("xLabel").to_owned(),
        direction: sheet.direction,
        labels: Labels { on_slices: form.on_slices, ..labels(sheet, data) },
        area: form.area,
        bar: form.bar,
        drawn,
    };
    sheet.nodes.push(Node {
        frame: area,
        kind: Kind::Chart(chart),
        role: Role::Content,
        origin: Some(sheet.origin("data")),
        step: None,
        alt: Alt::Text(spoken(sheet, data)),
    });
    sheet.surface = page;
}

/// What is written at the figures and beside them, but for the slices themselves.
fn labels(sheet: &Sheet<'_>, data: &ChartData) -> Labels {
    let (values, shares) = match data.kind {
        ChartKind::Bar => (sheet.said("showValues") == "yes", false),
        ChartKind::Line => (false, false),
        ChartKind::Pie => slice_labels(sheet),
    };
    let several = data.kind == ChartKind::Pie || data.series.len() > 1;
    let names = several && sheet.said("showLegend") != "no";
    let numerals = Numerals::of(&sheet.language, data);
    let (last, grouped) = (data.kind == ChartKind::Line, numerals.grouped);
    Labels { values, last, shares, names, around: numerals.around(), grouped, on_slices: Vec::new() }
}

/// What the labels of slices say: value, share.
fn slice_labels(sheet: &Sheet<'_>) -> (bool, bool) {
    match sheet.said("pieLabelMode") {
        "none" => (false, false),
        "value" => (true, false),
        "both" => (true, true),
        _ => (false, true),
    }
}

/// The name of a series: the author's own, else its heading.
fn series_name(sheet: &Sheet<'_>, data: &ChartData, index: usize) -> String {
    let own = match (data.kind, index) {
        (ChartKind::Line, 0) => sheet.said("series1Label"),
        (ChartKind::Line, _) => sheet.said("series2Label"),
        _ => "",
    };
    let heading = data.series[index].name.as_deref().unwrap_or_default();
    if own.is_empty() { heading } else { own }.to_owned()
}

fn series(sheet: &Sheet<'_>, data: &ChartData, index: usize) -> Series {
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
    Series { name: series_name(sheet, data, index), values, colors, hatches }
}

/// What tells a series or a slice apart besides its colour, in themes that do not trust colours alone. The first is
/// plain.
fn hatch(sheet: &Sheet<'_>, index: usize) -> Option<Hatch> {
    let place = (index % (Hatch::ALL.len() + 1)).checked_sub(1)?;
    sheet.look.is_patterned.then(|| Hatch::ALL[place])
}

/// What fills a slice.
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

/// The colour of a slice. Where a theme has no more of its own they come again, nearer to the colour of text.
fn slice_color(sheet: &Sheet<'_>, index: usize) -> Color {
    let palette = &sheet.look.palette;
    let (round, index) = (index / palette.chart.len().max(1), index % palette.chart.len().max(1));
    match round {
        0 => color(index),
        round => palette.rgb(color(index)).over(palette.rgb(sheet.surface.text), LATER[(round - 1) % 2]).into(),
    }
}

/// The figures in words.
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
            let said = format!("{category} {};", figure.text);
            length += said.len();
            if length > LONGEST_ALT {
                words.push("…".to_owned());
                return words.join(" ");
            }
            words.push(said);
        }
    }
    words.join(" ").trim_end_matches(';').to_owned()
}

/// A side of the page as for text that runs left to right, turned round where it does not.
fn side(sheet: &Sheet<'_>, align: Align) -> Align {
    match align {
        Align::Left if sheet.direction.is_right_to_left() => Align::Right,
        Align::Right if sheet.direction.is_right_to_left() => Align::Left,
        same => same,
    }
}

/// The pen of words along an axis: its title and the names of categories.
fn name_pen(sheet: &Sheet<'_>) -> Pen {
    sheet.body().size(AXIS_TEXT).leading(AXIS_LINE / AXIS_TEXT).color(sheet.surface.muted)
}

/// The pen of the figures along an axis.
fn tick_pen(sheet: &Sheet<'_>) -> Pen {
    let mut pen = name_pen(sheet);
    pen.style = sheet.look.figures(pen.style);
    pen
}

/// How wide words are on one line.
fn wide(sheet: &mut Sheet<'_>, pen: &Pen, words: &str) -> f32 {
    Block::new(sheet.set, vec![pen.plain(words)]).natural_width(sheet.set, 1.0).0 + 1.0
}

/// How wide the longest of some words is.
fn widest<'w>(sheet: &mut Sheet<'_>, pen: &Pen, words: impl Iterator<Item = &'w str>) -> f32 {
    words.map(|words| wide(sheet, pen, words)).fold(0.0, f32::max)
}

/// Puts words into a box of the page, as for a deck that runs left to right.
fn put(
    sheet: &mut Sheet<'_>,
    field: Option<&str>,
    pen: &Pen,
    words: &str,
    frame: Rect,
    (align, anchor): (Align, Anchor),
) {
    if words.is_empty() {
        return;
    }
    let pen = pen.clone().align(side(sheet, align));
    let mut block = Block::new(sheet.set, vec![pen.plain(words)]);
    let mut text = block.text(sheet.set, Setting::width(frame.width), frame.height, usize::MAX);
    text.anchor = anchor;
    let height = text.height();
    let y = match anchor {
        Anchor::Top => frame.y,
        Anchor::Middle => frame.y + (frame.height - height) / 2.0,
        Anchor::Bottom => frame.bottom() - height,
    };
    let frame = sheet.rect(frame.x.0, y.0, frame.width.0, height.0);
    sheet.push_text(frame, text, Role::Label, field);
}
