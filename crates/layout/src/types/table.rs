//! Table: rows and columns of short cells, with an optional header row and a caption.
//!
//! The table is one native node. Shapes that a cell cannot have, such as a round plate behind a row, are drawn behind
//! the table.

use scene::{AltText, Node, NodeKind, NodeRole, Px, Table};

use super::table_look::{self, TableLook};
use crate::diagram::number;
use crate::finding::FindingKind;
use crate::fit::{Chosen, Composition, Step, StepLimits, choose};
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::grid::{TableGrid, TableMetrics, figure_columns};
use crate::head::{BodyArea, PageOptions};
use crate::sheet::{Sheet, text_of};
use crate::text::{BlockOptions, TextBlock};

/// Text sizes of small tables.
const FEW: [Step; 5] = [Step::one(56.0), Step::one(52.0), Step::one(48.0), Step::one(44.0), Step::one(40.0)];
/// Text sizes of tables of medium size.
const SOME: [Step; 4] = [Step::one(48.0), Step::one(44.0), Step::one(40.0), Step::one(36.0)];
/// Text sizes of large tables.
const MANY: [Step; 4] = [Step::one(34.0), Step::one(32.0), Step::one(30.0), Step::one(28.0)];
/// The minimum size of cells before the last resort.
const FLOOR: f32 = 28.0;
/// Size at which cells are shaped.
pub(super) const SHAPED: f32 = 56.0;
/// The maximum number of columns beside a rail.
const MAX_BESIDE_RAIL: usize = 5;
/// Height of the text line with the number of rows that are not shown.
const MORE: f32 = 48.0;
/// The number of pixels by which a dense table starts higher than other content.
const RAISED: f32 = 16.0;

/// The style of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableStyle {
    /// As defined by the voice.
    Plain,
    /// A plate with a strong header and first column.
    Panel,
    /// A light plate with a tinted header.
    Soft,
}

/// A row of a table.
pub(super) struct TableRowContent {
    /// The cells of the row.
    pub(super) cells: Vec<String>,
    /// Path of the row's fields, such as `rows.2`; `None` when cells have no fields of their own.
    pub(super) field: Option<String>,
    /// The build step that shows the row.
    pub(super) step: Option<usize>,
}

/// The content and style of a table.
pub(super) struct TableContent<'p> {
    pub(super) rows: Vec<TableRowContent>,
    pub(super) columns: usize,
    pub(super) has_header: bool,
    /// Whether the upper left cell belongs to the header rather than to the first column.
    pub(super) corner_is_header: bool,
    /// Whether each cell is a build step of its own; otherwise each row is one.
    pub(super) by_cell: bool,
    pub(super) style: TableStyle,
    /// The field of the whole table.
    pub(super) field: &'p str,
}

/// How dense a table is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Density {
    Few,
    Some,
    Many,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let content = content(sheet);
    let look = TableLook::of(sheet, content.style);
    let body = sheet.open_page(PageOptions {
        support: "",
        closing: "caption",
        folds_rail: content.columns > MAX_BESIDE_RAIL,
        has_rule: look.has_top_rule(),
        ..PageOptions::default()
    });
    draw_in(sheet, &content, &body);
    sheet.close_page(body);
}

/// The table of the slide. A blank row is left out but keeps its build step, so that steps match the deck.
fn content(sheet: &Sheet<'_>) -> TableContent<'static> {
    let columns = sheet.text("colCount").parse().unwrap_or(3).clamp(1, 10);
    let has_header = sheet.text("headerRow") != "off";
    let by_cell = sheet.text("animateByCell") == "on";
    let headers = usize::from(has_header);
    let row_content = |(index, row): (usize, &deck::Content)| {
        let cells: Vec<String> = (1..=columns).map(|column| text_of(row, &format!("c{column}")).to_owned()).collect();
        let place = (index + 1).checked_sub(headers).filter(|place| *place > 0);
        let step = place.map(|place| if by_cell { (place - 1) * columns + 1 } else { place });
        cells.iter().any(|cell| !cell.is_empty()).then(|| TableRowContent {
            cells,
            field: Some(format!("rows.{index}")),
            step,
        })
    };
    let rows: Vec<TableRowContent> = sheet.entries("rows").into_iter().enumerate().filter_map(row_content).collect();
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

impl TableContent<'_> {
    /// Whether the last row is a sum: its first word is one of the words for a sum in the deck's language.
    pub(super) fn has_sum(&self, sheet: &Sheet<'_>) -> bool {
        let is_body = self.rows.len() > 1 + usize::from(self.has_header);
        let first = self.rows.last().and_then(|row| row.cells.first()).map_or("", String::as_str);
        let word = first.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
        let mut words = sheet.builtin_text("sumWords").split(',').map(|word| word.trim().to_lowercase());
        is_body && !word.is_empty() && words.any(|sum| sum == word)
    }
}

/// Draws a table over the whole width between `top` and `bottom`, and returns its lower end.
pub(super) fn draw_table_content(sheet: &mut Sheet<'_>, content: &TableContent<'_>, top: Px, bottom: Px) -> Px {
    let mut body = sheet.page_without_head();
    (body.x, body.width, body.top, body.bottom) = (MARGIN, FULL_WIDTH, top.0, bottom.0);
    draw_in(sheet, content, &body)
}

/// Draws a table in BODY and returns its lower end.
fn draw_in(sheet: &mut Sheet<'_>, content: &TableContent<'_>, body: &BodyArea) -> Px {
    if content.rows.is_empty() {
        return Px(body.top);
    }
    let look = TableLook::of(sheet, content.style);
    // The frame around a table is at the edges of BODY.
    let frame_width = look.frame_width(sheet);
    let mut body = body.clone();
    (body.x, body.width) = (body.x + frame_width / 2.0, body.width - frame_width);
    let body = &body;
    let figures = figure_columns(content.columns, &body_cells(content));
    let has_sum = content.has_sum(sheet);
    let cells = table_look::cells(sheet, content, look, &figures, has_sum);
    let mut grid = TableGrid::new(sheet.typesetter, cells).with_figures(figures);
    let chosen = choose_density(sheet, &mut grid, content, body, look);
    let (size, metrics) = (chosen.step.title, metrics(chosen.step.title, look));
    let scale = size / SHAPED;
    let (top, max_row_height) = frame_of(body, content.rows.len(), chosen.arrangement);
    let width = Px(body.width);
    let room = body.bottom - top;
    let needed = grid.needed_heights(sheet.typesetter, width, scale, metrics);
    let is_whole = needed.iter().copied().sum::<Px>() <= Px(room + 0.5);
    let metrics = TableMetrics { min_row_height: Px(raised_height(&needed, room, max_row_height)), ..metrics };
    let (room, max_rows) = if is_whole {
        (room, content.rows.len())
    } else {
        let room = room - MORE;
        // At least one row below the header is shown, even if truncated.
        let min_rows = (1 + usize::from(content.has_header)).min(content.rows.len());
        (room, grid.fitting_rows(sheet.typesetter, width, scale, metrics, Px(room)).max(min_rows))
    };
    let mut frame = sheet.rect(body.x, top, body.width, room);
    let cell_style = table_look::cell_style(sheet, content, look, has_sum);
    let field = |row: usize, column: usize| match &content.rows[row].field {
        Some(field) => format!("{field}.c{}", column + 1),
        None => content.field.to_owned(),
    };
    let mut table = grid.table(sheet, (frame, max_rows), scale, metrics, field, cell_style);
    frame.height = table.rows.iter().map(|row| row.height).sum();
    // A small table is placed in the optical middle.
    if frame.height.0 < room * 0.6 {
        frame.y += Px((room - frame.height.0) * 0.4);
    }
    let shown = table.rows.len();
    set_steps(&mut table, content);
    table_look::draw_behind(sheet, content, look, has_sum && shown == content.rows.len(), frame, &table);
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Table(table),
        role: NodeRole::Content,
        origin: Some(sheet.origin(content.field)),
        step: None,
        alt: AltText::Own,
    });
    let mut end = frame.bottom();
    if shown < content.rows.len() {
        draw_more(sheet, content, shown, (body, end));
        end += Px(MORE);
    }
    end
}

fn body_cells<'c>(content: &'c TableContent<'_>) -> Vec<Vec<&'c str>> {
    let rows = content.rows.iter().skip(usize::from(content.has_header));
    rows.map(|row| row.cells.iter().map(String::as_str).collect()).collect()
}

fn choose_density(
    sheet: &mut Sheet<'_>,
    grid: &mut TableGrid,
    content: &TableContent<'_>,
    body: &BodyArea,
    look: TableLook,
) -> Chosen<Density> {
    let (rows, columns) = (content.rows.len(), content.columns);
    let compositions = [
        Composition::new(Density::Few, &FEW).when(rows <= 5 && columns <= 5),
        Composition::new(Density::Some, &SOME).when(rows <= 9 && columns <= 7),
        Composition::new(Density::Many, &MANY),
    ];
    let limits = StepLimits { floor: FLOOR, title: f32::MAX };
    choose(limits, &compositions, None, |density, step, _| {
        let (size, width) = (step.title, Px(body.width));
        let (scale, metrics) = (size / SHAPED, metrics(size, look));
        let (top, _) = frame_of(body, rows, density);
        let height: Px = grid.needed_heights(sheet.typesetter, width, scale, metrics).into_iter().sum();
        height.0 <= body.bottom - top + 0.5 && !grid.breaks_words(sheet.typesetter, width, scale, metrics)
    })
}

/// Top of a table, and the maximum height to which its rows are raised.
fn frame_of(body: &BodyArea, rows: usize, density: Density) -> (f32, f32) {
    let share = body.height() / number(rows.max(1));
    match density {
        Density::Few => (body.top, share.min(176.0)),
        Density::Some => (body.top, share.min(104.0)),
        Density::Many => (if body.has_head { body.top - RAISED } else { body.top }, 64.0),
    }
}

/// The metrics of a table at a font size.
fn metrics(size: f32, look: TableLook) -> TableMetrics {
    let (across, down) = match size {
        40.0.. => (32.0, 18.0),
        34.0.. => (24.0, 12.0),
        28.0.. => (18.0, 7.0),
        _ => (16.0, 4.0),
    };
    // Rows that are plates have a gap between them.
    let down = if look.has_row_plates() { down + 4.0 } else { down };
    TableMetrics {
        padding: (Px(across), Px(down)),
        min_row_height: Px(size * 1.2),
        first_column_weight: 1.4,
        is_flush: look.is_flush(),
    }
}

/// The height to which low rows are raised: as high as all rows together still fit `room`, at most `max_height`.
fn raised_height(needed: &[Px], room: f32, max_height: f32) -> f32 {
    let total = |level: f32| needed.iter().map(|height| height.0.max(level)).sum::<f32>();
    let (mut low, mut high) = (0.0_f32, max_height);
    if total(high) <= room {
        return high;
    }
    for _ in 0..20 {
        let middle = f32::midpoint(low, high);
        if total(middle) <= room {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Sets the build steps of rows or cells.
fn set_steps(table: &mut Table, content: &TableContent<'_>) {
    table.header_rows = usize::from(content.has_header);
    table.header_columns = usize::from(content.columns > 1);
    for (row, row_content) in table.rows.iter_mut().zip(&content.rows) {
        match row_content.step {
            Some(first) if content.by_cell => {
                for (column, cell) in row.cells.iter_mut().enumerate() {
                    cell.step = Some(first + column);
                }
            }
            step => row.step = step,
        }
    }
}

/// Draws a line of text that says how many rows are not shown.
fn draw_more(sheet: &mut Sheet<'_>, content: &TableContent<'_>, shown: usize, (body, top): (&BodyArea, Px)) {
    sheet.report(content.field, FindingKind::Overflow);
    let more = sheet.counted_text(("moreRow", "moreRows"), content.rows.len() - shown);
    let pen = sheet.body().size(24.0).leading(1.4).color(sheet.surface.muted);
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(&more)]);
    let text = block.text(sheet.typesetter, BlockOptions::width(Px(body.width)), Px(f32::MAX), 1);
    let frame = sheet.rect(body.x, top.0 + 12.0, body.width, text.height().0);
    sheet.push_text(frame, text, NodeRole::Label, None);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_rows_are_raised_until_the_table_is_full() {
        let needed = [Px(60.0), Px(60.0), Px(180.0)];
        assert!((raised_height(&needed, 1000.0, 176.0) - 176.0).abs() < 0.1);
        assert!((raised_height(&needed, 400.0, 176.0) - 110.0).abs() < 0.1);
    }
}
