//! Table: rows and columns of short cells, with an optional header row and a caption.

use scene::{Alt, Borders, Color, Kind, Node, PaletteRole, Paragraph, Px, Rect, Role, Table};

use crate::diagram::plate;
use crate::finding::FindingKind;
use crate::fit::fitted;
use crate::frame::{BODY_BOTTOM, FULL_WIDTH, MARGIN};
use crate::grid::{Form, Grid, figure_columns, figure_side, rule};
use crate::sheet::{Sheet, said};
use crate::surface::{Ground, Surface};
use crate::text::{Block, Setting};

/// Sizes of the cells.
const STEPS: [f32; 5] = [28.0, 26.0, 24.0, 22.0, 20.0];
/// Room between the plate of a soft table and its cells, across and down.
const INSET: (f32, f32) = (20.0, 12.0);
/// The line that says how many rows are not shown.
const MORE: f32 = 48.0;

/// What a table looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Hairlines only.
    Plain,
    /// A filled plate with a strong header and first column.
    Panel,
    /// A light plate with a tinted header and a faint first column.
    Soft,
}

/// A row that is shown.
pub(super) struct Shown {
    /// Its cells.
    pub(super) cells: Vec<String>,
    /// What its fields are named by, such as `rows.2`; nothing where cells have no field of their own.
    pub(super) field: Option<String>,
    /// The build step that shows it.
    pub(super) step: Option<usize>,
}

/// What is drawn as a table.
pub(super) struct Plan<'p> {
    pub(super) rows: Vec<Shown>,
    pub(super) columns: usize,
    pub(super) has_header: bool,
    /// Whether the upper left cell belongs to the header rather than to the first column.
    pub(super) corner_is_header: bool,
    pub(super) by_cell: bool,
    pub(super) style: Style,
    /// The field of the whole.
    pub(super) field: &'p str,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.head();
    let caption = caption(sheet);
    let below = caption.as_ref().map_or(Px::ZERO, |text| text.height() + Px(20.0));
    let plan = plan(sheet);
    let bottom = draw_plan(sheet, &plan, top, Px(BODY_BOTTOM.0) - below);
    if let Some(text) = caption {
        let above = if plan.rows.is_empty() { 0.0 } else { 20.0 };
        let frame = sheet.rect(MARGIN, bottom.0 + above, FULL_WIDTH, text.height().0);
        sheet.push_text(frame, text, Role::Caption, Some("caption"));
    }
}

fn caption(sheet: &mut Sheet<'_>) -> Option<scene::Text> {
    let words = sheet.said("caption");
    let pen = sheet.body().size(24.0).leading(1.35).color(sheet.surface.muted);
    (!words.is_empty()).then(|| {
        let mut block = Block::new(sheet.set, vec![pen.plain(words)]);
        block.text(sheet.set, Setting::width(Px(FULL_WIDTH)), Px(f32::MAX), 3)
    })
}

/// The rows of the slide. A blank one is left out and keeps its step, so that steps stay those of the deck.
fn plan(sheet: &Sheet<'_>) -> Plan<'static> {
    let columns = sheet.said("colCount").parse().unwrap_or(3).clamp(1, 10);
    let has_header = sheet.said("headerRow") != "off";
    let by_cell = sheet.said("animateByCell") == "on";
    let headers = usize::from(has_header);
    let shown = |(index, row): (usize, &deck::Content)| {
        let cells: Vec<String> = (1..=columns).map(|column| said(row, &format!("c{column}")).to_owned()).collect();
        let place = (index + 1).checked_sub(headers).filter(|place| *place > 0);
        let step = place.map(|place| if by_cell { (place - 1) * columns + 1 } else { place });
        cells.iter().any(|cell| !cell.is_empty()).then(|| Shown { cells, field: Some(format!("rows.{index}")), step })
    };
    let rows: Vec<Shown> = sheet.entries("rows").into_iter().enumerate().filter_map(shown).collect();
    // A header that is blank is left out like any other row, and then there is none.
    let has_header = has_header && rows.first().is_some_and(|row| row.step.is_none());
    Plan {
        rows,
        columns,
        has_header,
        corner_is_header: sheet.said("cornerCell") == "header",
        by_cell,
        style: match sheet.said("tableStyle") {
            "panel" => Style::Panel,
            "soft" => Style::Soft,
            _ => Style::Plain,
        },
        field: "rows",
    }
}

/// Draws a table between two heights and answers where it ends.
pub(super) fn draw_plan(sheet: &mut Sheet<'_>, plan: &Plan<'_>, top: Px, bottom: Px) -> Px {
    if plan.rows.is_empty() {
        return top;
    }
    let page = sheet.surface;
    if plan.style != Style::Plain {
        sheet.surface = Ground::Surface.surface(sheet.look);
    }
    let inset = if plan.style == Style::Soft { INSET } else { (0.0, 0.0) };
    let mut frame = sheet.rect(MARGIN + inset.0, top.0 + inset.1, FULL_WIDTH - inset.0 * 2.0, 0.0);
    let room = bottom - top - Px(inset.1 * 2.0);
    let cells = cells(sheet, plan);
    let mut grid = Grid::new(sheet.set, cells);
    let size =
        fitted(&STEPS, room, |fitted| grid.height(sheet.set, frame.width, fitted.step / STEPS[0], form(fitted.step)))
            .step;
    let (scale, form) = (size / STEPS[0], form(size));
    let (room, most) = if grid.height(sheet.set, frame.width, scale, form) <= room + Px(0.5) {
        (room, plan.rows.len())
    } else {
        let room = room - Px(MORE);
        // One row below the header is shown even when it must be cut.
        let least = (1 + usize::from(plan.has_header)).min(plan.rows.len());
        (room, grid.fitting(sheet.set, frame.width, scale, form, room).max(least))
    };
    let surface = sheet.surface;
    let finish = |row: usize, column: usize| finish(surface, plan, row, column);
    let field = |row: usize, column: usize| match &plan.rows[row].field {
        Some(field) => format!("{field}.c{}", column + 1),
        None => plan.field.to_owned(),
    };
    frame.height = room;
    let mut table = grid.table(sheet, (frame, most), scale, form, field, finish);
    frame.height = table.rows.iter().map(|row| row.height).sum();
    let shown = table.rows.len();
    set_steps(&mut table, plan);
    push(sheet, plan, frame, table, inset);
    let mut end = frame.bottom() + Px(inset.1);
    sheet.surface = page;
    if shown < plan.rows.len() {
        draw_more(sheet, plan, shown, end);
        end += Px(MORE);
    }
    end
}

/// The measures of a table at a size.
fn form(size: f32) -> Form {
    let down = if size > 24.0 { 14.0 } else { 10.0 };
    Form { padding: (Px(20.0), Px(down)), least_row: Px(48.0), lead: 1.4 }
}

/// What a cell belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Header,
    FirstColumn,
    Rest,
}

fn part(plan: &Plan<'_>, row: usize, column: usize) -> Part {
    match (row == 0 && plan.has_header, column == 0) {
        (true, true) if !plan.corner_is_header => Part::FirstColumn,
        (true, _) => Part::Header,
        (false, true) => Part::FirstColumn,
        (false, false) => Part::Rest,
    }
}

/// The words of every cell, with the colour, weight and alignment of its part.
fn cells(sheet: &Sheet<'_>, plan: &Plan<'_>) -> Vec<Vec<Paragraph>> {
    let body = plan.rows.iter().skip(usize::from(plan.has_header));
    let body: Vec<Vec<&str>> = body.map(|row| row.cells.iter().map(String::as_str).collect()).collect();
    let figures = figure_columns(plan.columns, &body);
    let pen = sheet.body().size(STEPS[0]).leading(1.3);
    let end = figure_side(sheet);
    let cell = |row: usize, column: usize, words: &String| {
        let part = part(plan, row, column);
        let is_header = row == 0 && plan.has_header;
        let mut pen = pen.clone();
        if is_header || (part == Part::FirstColumn && plan.style == Style::Panel) {
            pen = pen.stressed();
        }
        if part != Part::Rest && plan.style == Style::Panel {
            pen = pen.color(PaletteRole::OnAccent.into());
        }
        let is_figures = figures.get(column) == Some(&true);
        if is_figures {
            pen = pen.align(end);
        }
        let mut paragraph = pen.plain(words);
        // Figures may stand in another face; the words above them stay in that of the other headers.
        if is_figures && !is_header {
            paragraph.runs.iter_mut().for_each(|run| run.style = sheet.look.figures(run.style));
        }
        paragraph
    };
    let row = |(row, shown): (usize, &Shown)| {
        shown.cells.iter().enumerate().map(|(column, words)| cell(row, column, words)).collect()
    };
    plan.rows.iter().enumerate().map(row).collect()
}

/// How a cell is filled and lined.
fn finish(surface: Surface, plan: &Plan<'_>, row: usize, column: usize) -> (Option<Color>, Borders) {
    let is_header = row == 0 && plan.has_header;
    let part = part(plan, row, column);
    let accent = Color::from(PaletteRole::Accent);
    let fill = match (plan.style, part) {
        (Style::Plain, _) | (Style::Soft, Part::Rest) => None,
        (Style::Panel, Part::Rest) => Some(PaletteRole::Surface.into()),
        (Style::Panel, _) => Some(accent),
        (Style::Soft, Part::Header) => Some(accent.at(0.14)),
        (Style::Soft, Part::FirstColumn) => Some(accent.at(0.06)),
    };
    let bottom = match (plan.style, part) {
        (Style::Panel, Part::Header | Part::FirstColumn) => rule(Color::from(PaletteRole::OnAccent).at(0.28), 1.0),
        (Style::Plain, _) if is_header => rule(surface.mark, 2.0),
        _ => rule(surface.line, 1.0),
    };
    (fill, Borders { bottom: Some(bottom), ..Borders::default() })
}

/// Gives rows or cells their build steps, and the last row of a plate no line below.
fn set_steps(table: &mut Table, plan: &Plan<'_>) {
    table.header_rows = usize::from(plan.has_header);
    table.header_columns = usize::from(plan.style != Style::Plain);
    for (row, shown) in table.rows.iter_mut().zip(&plan.rows) {
        match shown.step {
            Some(first) if plan.by_cell => {
                for (column, cell) in row.cells.iter_mut().enumerate() {
                    cell.step = Some(first + column);
                }
            }
            step => row.step = step,
        }
    }
    if plan.style != Style::Plain
        && let Some(last) = table.rows.last_mut()
    {
        last.cells.iter_mut().for_each(|cell| cell.borders.bottom = None);
    }
}

fn push(sheet: &mut Sheet<'_>, plan: &Plan<'_>, frame: Rect, table: Table, inset: (f32, f32)) {
    if plan.style == Style::Soft {
        let around = Rect {
            x: frame.x - Px(inset.0),
            y: frame.y - Px(inset.1),
            width: frame.width + Px(inset.0 * 2.0),
            height: frame.height + Px(inset.1 * 2.0),
        };
        let line = sheet.surface.line;
        let radius = sheet.look.radius;
        sheet.nodes.push(plate(around, PaletteRole::Surface.into(), Some((line, sheet.look.edge)), radius));
    }
    sheet.nodes.push(Node {
        frame,
        kind: Kind::Table(table),
        role: Role::Content,
        origin: Some(sheet.origin(plan.field)),
        step: None,
        alt: Alt::Own,
    });
}

/// Says how many rows are not shown.
fn draw_more(sheet: &mut Sheet<'_>, plan: &Plan<'_>, shown: usize, top: Px) {
    sheet.find(plan.field, FindingKind::Overflow);
    let more = sheet.counted(("moreRow", "moreRows"), plan.rows.len() - shown);
    let pen = sheet.body().size(20.0).leading(1.4).color(sheet.surface.muted);
    let mut block = Block::new(sheet.set, vec![pen.plain(&more)]);
    let text = block.text(sheet.set, Setting::width(Px(FULL_WIDTH)), Px(f32::MAX), 1);
    let frame = sheet.rect(MARGIN, top.0 + 14.0, FULL_WIDTH, text.height().0);
    sheet.push_text(frame, text, Role::Label, None);
}
