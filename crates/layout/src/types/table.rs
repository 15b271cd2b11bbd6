//! Table: rows and columns of short cells, with an optional header row and a caption.

use scene::{AltText, CellBorders, Color, Node, NodeKind, NodeRole, PaletteRole, Paragraph, Px, Rect, Table};

use crate::diagram::plate;
use crate::finding::FindingKind;
use crate::fit::fitted;
use crate::frame::{BODY_BOTTOM, FULL_WIDTH, MARGIN};
use crate::grid::{TableGrid, TableMetrics, figure_columns, rule};
use crate::sheet::{Sheet, text_of};
use crate::surface::{Ground, Surface};
use crate::text::{BlockOptions, TextBlock};

/// Font sizes of the cells.
const STEPS: [f32; 5] = [28.0, 26.0, 24.0, 22.0, 20.0];
/// Space between the plate of a soft table and its cells, horizontally and vertically.
const INSET: (f32, f32) = (20.0, 12.0);
/// Height of the line that tells how many rows are not shown.
const MORE: f32 = 48.0;

/// The style of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableStyle {
    /// Hairlines only.
    Plain,
    /// A filled plate with a strong header and first column.
    Panel,
    /// A light plate with a tinted header and a faint first column.
    Soft,
}

/// A row of a table.
pub(super) struct TableRowContent {
    /// Its cells.
    pub(super) cells: Vec<String>,
    /// Path of the row's fields, such as `rows.2`; `None` when cells have no fields of their own.
    pub(super) field: Option<String>,
    /// The build step that shows it.
    pub(super) step: Option<usize>,
}

/// The content and style of a table.
pub(super) struct TableContent<'p> {
    pub(super) rows: Vec<TableRowContent>,
    pub(super) columns: usize,
    pub(super) has_header: bool,
    /// Whether the upper left cell belongs to the header rather than to the first column.
    pub(super) corner_is_header: bool,
    pub(super) by_cell: bool,
    pub(super) style: TableStyle,
    /// The field of the whole table.
    pub(super) field: &'p str,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head();
    let caption = caption(sheet);
    let below = caption.as_ref().map_or(Px::ZERO, |text| text.height() + Px(20.0));
    let content = content(sheet);
    let bottom = draw_table_content(sheet, &content, top, Px(BODY_BOTTOM.0) - below);
    if let Some(text) = caption {
        let above = if content.rows.is_empty() { 0.0 } else { 20.0 };
        let frame = sheet.rect(MARGIN, bottom.0 + above, FULL_WIDTH, text.height().0);
        sheet.push_text(frame, text, NodeRole::Caption, Some("caption"));
    }
}

fn caption(sheet: &mut Sheet<'_>) -> Option<scene::Text> {
    let words = sheet.text("caption");
    let pen = sheet.body().size(24.0).leading(1.35).color(sheet.surface.muted);
    (!words.is_empty()).then(|| {
        let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(words)]);
        block.text(sheet.typesetter, BlockOptions::width(Px(FULL_WIDTH)), Px(f32::MAX), 3)
    })
}

/// The table of the slide. A blank row is left out but keeps its build step, so that steps match the deck.
fn content(sheet: &Sheet<'_>) -> TableContent<'static> {
    let columns = sheet.text("colCount").parse().unwrap_or(3).clamp(1, 10);
    let has_header = sheet.text("headerRow") != "off";
    let by_cell = sheet.text("animateByCell") == "on";
    let headers = usize::from(has_header);
    let shown = |(index, row): (usize, &deck::Content)| {
        let cells: Vec<String> = (1..=columns).map(|column| text_of(row, &format!("c{column}")).to_owned()).collect();
        let place = (index + 1).checked_sub(headers).filter(|place| *place > 0);
        let step = place.map(|place| if by_cell { (place - 1) * columns + 1 } else { place });
        cells.iter().any(|cell| !cell.is_empty()).then(|| TableRowContent {
            cells,
            field: Some(format!("rows.{index}")),
            step,
        })
    };
    let rows: Vec<TableRowContent> = sheet.entries("rows").into_iter().enumerate().filter_map(shown).collect();
    // A blank header row is left out like any other, so the table has no header then.
    let has_header = has_header && rows.first().is_some_and(|row| row.step.is_none());
    TableContent {
        rows,
        columns,
        has_header,
        corner_is_header: sheet.text("cornerCell") == "header",
        by_cell,
        style: match sheet.text("tableStyle") {
            "panel" => TableStyle::Panel,
            "soft" => TableStyle::Soft,
            _ => TableStyle::Plain,
        },
        field: "rows",
    }
}

/// Draws a table between two heights and returns where it ends.
pub(super) fn draw_table_content(sheet: &mut Sheet<'_>, content: &TableContent<'_>, top: Px, bottom: Px) -> Px {
    if content.rows.is_empty() {
        return top;
    }
    let page = sheet.surface;
    if content.style != TableStyle::Plain {
        sheet.surface = Ground::Surface.surface(sheet.look);
    }
    let inset = if content.style == TableStyle::Soft { INSET } else { (0.0, 0.0) };
    let mut frame = sheet.rect(MARGIN + inset.0, top.0 + inset.1, FULL_WIDTH - inset.0 * 2.0, 0.0);
    let room = bottom - top - Px(inset.1 * 2.0);
    let cells = cells(sheet, content);
    let mut grid = TableGrid::new(sheet.typesetter, cells);
    let size = fitted(&STEPS, room, |fitted| {
        grid.height(sheet.typesetter, frame.width, fitted.step / STEPS[0], metrics(fitted.step))
    })
    .step;
    let (scale, metrics) = (size / STEPS[0], metrics(size));
    let (room, most) = if grid.height(sheet.typesetter, frame.width, scale, metrics) <= room + Px(0.5) {
        (room, content.rows.len())
    } else {
        let room = room - Px(MORE);
        // At least one row below the header is shown, even if truncated.
        let least = (1 + usize::from(content.has_header)).min(content.rows.len());
        (room, grid.fitting_rows(sheet.typesetter, frame.width, scale, metrics, room).max(least))
    };
    let surface = sheet.surface;
    let finish = |row: usize, column: usize| finish(surface, content, row, column);
    let field = |row: usize, column: usize| match &content.rows[row].field {
        Some(field) => format!("{field}.c{}", column + 1),
        None => content.field.to_owned(),
    };
    frame.height = room;
    let mut table = grid.table(sheet, (frame, most), scale, metrics, field, finish);
    frame.height = table.rows.iter().map(|row| row.height).sum();
    let shown = table.rows.len();
    set_steps(&mut table, content);
    push(sheet, content, frame, table, inset);
    let mut end = frame.bottom() + Px(inset.1);
    sheet.surface = page;
    if shown < content.rows.len() {
        draw_more(sheet, content, shown, end);
        end += Px(MORE);
    }
    end
}

/// The metrics of a table at a font size.
fn metrics(size: f32) -> TableMetrics {
    let down = if size > 24.0 { 14.0 } else { 10.0 };
    TableMetrics { padding: (Px(20.0), Px(down)), least_row: Px(48.0), lead: 1.4 }
}

/// The part of a table that a cell belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CellPart {
    Header,
    FirstColumn,
    Rest,
}

fn part(content: &TableContent<'_>, row: usize, column: usize) -> CellPart {
    match (row == 0 && content.has_header, column == 0) {
        (true, true) if !content.corner_is_header => CellPart::FirstColumn,
        (true, _) => CellPart::Header,
        (false, true) => CellPart::FirstColumn,
        (false, false) => CellPart::Rest,
    }
}

/// The paragraphs of all cells, styled by the part they belong to.
fn cells(sheet: &Sheet<'_>, content: &TableContent<'_>) -> Vec<Vec<Paragraph>> {
    let body = content.rows.iter().skip(usize::from(content.has_header));
    let body: Vec<Vec<&str>> = body.map(|row| row.cells.iter().map(String::as_str).collect()).collect();
    let figures = figure_columns(content.columns, &body);
    let pen = sheet.body().size(STEPS[0]).leading(1.3);
    let end = sheet.end_align();
    let cell = |row: usize, column: usize, words: &String| {
        let part = part(content, row, column);
        let is_header = row == 0 && content.has_header;
        let mut pen = pen.clone();
        if is_header || (part == CellPart::FirstColumn && content.style == TableStyle::Panel) {
            pen = pen.stressed();
        }
        if part != CellPart::Rest && content.style == TableStyle::Panel {
            pen = pen.color(PaletteRole::OnAccent.into());
        }
        let is_figures = figures.get(column) == Some(&true);
        if is_figures {
            pen = pen.align(end);
        }
        let mut paragraph = pen.plain(words);
        // Numbers may use another font; their header uses that of the other headers.
        if is_figures && !is_header {
            paragraph.runs.iter_mut().for_each(|run| run.style = sheet.look.figures(run.style));
        }
        paragraph
    };
    let row = |(row, shown): (usize, &TableRowContent)| {
        shown.cells.iter().enumerate().map(|(column, words)| cell(row, column, words)).collect()
    };
    content.rows.iter().enumerate().map(row).collect()
}

/// Fill and borders of a cell.
fn finish(surface: Surface, content: &TableContent<'_>, row: usize, column: usize) -> (Option<Color>, CellBorders) {
    let is_header = row == 0 && content.has_header;
    let part = part(content, row, column);
    let accent = Color::from(PaletteRole::Accent);
    let fill = match (content.style, part) {
        (TableStyle::Plain, _) | (TableStyle::Soft, CellPart::Rest) => None,
        (TableStyle::Panel, CellPart::Rest) => Some(PaletteRole::Surface.into()),
        (TableStyle::Panel, _) => Some(accent),
        (TableStyle::Soft, CellPart::Header) => Some(accent.at(0.14)),
        (TableStyle::Soft, CellPart::FirstColumn) => Some(accent.at(0.06)),
    };
    let bottom = match (content.style, part) {
        (TableStyle::Panel, CellPart::Header | CellPart::FirstColumn) => {
            rule(Color::from(PaletteRole::OnAccent).at(0.28), 1.0)
        }
        (TableStyle::Plain, _) if is_header => rule(surface.mark, 2.0),
        _ => rule(surface.line, 1.0),
    };
    (fill, CellBorders { bottom: Some(bottom), ..CellBorders::default() })
}

/// Sets the build steps of rows or cells, and removes the bottom border of the last row on a plate.
fn set_steps(table: &mut Table, content: &TableContent<'_>) {
    table.header_rows = usize::from(content.has_header);
    table.header_columns = usize::from(content.style != TableStyle::Plain);
    for (row, shown) in table.rows.iter_mut().zip(&content.rows) {
        match shown.step {
            Some(first) if content.by_cell => {
                for (column, cell) in row.cells.iter_mut().enumerate() {
                    cell.step = Some(first + column);
                }
            }
            step => row.step = step,
        }
    }
    if content.style != TableStyle::Plain
        && let Some(last) = table.rows.last_mut()
    {
        last.cells.iter_mut().for_each(|cell| cell.borders.bottom = None);
    }
}

fn push(sheet: &mut Sheet<'_>, content: &TableContent<'_>, frame: Rect, table: Table, inset: (f32, f32)) {
    if content.style == TableStyle::Soft {
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
        kind: NodeKind::Table(table),
        role: NodeRole::Content,
        origin: Some(sheet.origin(content.field)),
        step: None,
        alt: AltText::Own,
    });
}

/// Draws a line with how many rows are not shown.
fn draw_more(sheet: &mut Sheet<'_>, content: &TableContent<'_>, shown: usize, top: Px) {
    sheet.report(content.field, FindingKind::Overflow);
    let more = sheet.counted_text(("moreRow", "moreRows"), content.rows.len() - shown);
    let pen = sheet.body().size(20.0).leading(1.4).color(sheet.surface.muted);
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(&more)]);
    let text = block.text(sheet.typesetter, BlockOptions::width(Px(FULL_WIDTH)), Px(f32::MAX), 1);
    let frame = sheet.rect(MARGIN, top.0 + 14.0, FULL_WIDTH, text.height().0);
    sheet.push_text(frame, text, NodeRole::Label, None);
}
