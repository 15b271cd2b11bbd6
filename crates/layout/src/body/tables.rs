//! Tables in a Markdown body.

use deck::{Align as MarkdownAlign, Inline, plain_inlines};
use scene::{Align, AltText, CellBorders, Node, NodeKind, NodeRole, Px, Rect};

use crate::grid::{TableGrid, TableMetrics, figure_columns, rule};
use crate::pen::Pen;
use crate::sheet::Sheet;

/// The metrics of a table in a text.
pub(super) const METRICS: TableMetrics =
    TableMetrics { padding: (Px(24.0), Px(14.0)), min_row_height: Px(64.0), first_column_weight: 1.0, is_flush: true };

/// Shapes the cells of a Markdown table, a little smaller than the text around it.
pub(super) fn grid(
    sheet: &mut Sheet<'_>,
    pen: &Pen,
    align: &[MarkdownAlign],
    head: &[Vec<Inline>],
    rows: &[Vec<Vec<Inline>>],
) -> TableGrid {
    let pen = pen.clone().size(pen.style.size.0 * 0.84).leading(1.2);
    let words: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|cell| plain_inlines(cell)).collect()).collect();
    let words: Vec<Vec<&str>> = words.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    let figures = figure_columns(align.len(), &words);
    let (start, end) = (sheet.start_align(), sheet.end_align());
    let cell = |pen: &Pen, column: usize, words: &[Inline]| {
        let is_figures = figures.get(column) == Some(&true);
        let align = match align.get(column) {
            Some(MarkdownAlign::Left) => Align::Left,
            Some(MarkdownAlign::Center) => Align::Center,
            Some(MarkdownAlign::Right) => Align::Right,
            _ if is_figures => end,
            _ => start,
        };
        let mut paragraph = pen.clone().align(align).inlines(words);
        if is_figures {
            for run in &mut paragraph.runs {
                run.style = sheet.look.figures(run.style);
            }
        }
        paragraph
    };
    let header = pen.clone().stressed();
    let all = std::iter::once((&header, head)).chain(rows.iter().map(|row| (&pen, row.as_slice())));
    let cells = all
        .map(|(pen, row)| row.iter().enumerate().map(|(column, words)| cell(pen, column, words)).collect())
        .collect();
    TableGrid::new(sheet.typesetter, cells).with_figures(figures)
}

/// Draws a table with hairlines between its rows.
pub(super) fn draw(sheet: &mut Sheet<'_>, grid: &mut TableGrid, field: &str, frame: Rect, scale: f32) {
    let (mark, line) = (sheet.surface.mark, sheet.surface.line);
    let cell_style = |row: usize, _: usize| {
        let below = if row == 0 { rule(mark, 3.0) } else { rule(line, 2.0) };
        (None, CellBorders { bottom: Some(below), ..CellBorders::default() })
    };
    let whole = (Rect { height: Px(f32::MAX), ..frame }, usize::MAX);
    let mut table = grid.table(sheet, whole, scale, METRICS, |_, _| field.to_owned(), cell_style);
    table.header_rows = 1;
    if table.rows.len() > 1
        && let Some(last) = table.rows.last_mut()
    {
        last.cells.iter_mut().for_each(|cell| cell.borders.bottom = None);
    }
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Table(table),
        role: NodeRole::Content,
        origin: Some(sheet.origin(field)),
        step: None,
        alt: AltText::Own,
    });
}
