//! Table layout: column widths follow from the cells, row heights from the tallest cell.
//!
//! Used by tables in a Markdown body and by table slides. The caller chooses fills and borders of cells.

use scene::{CellBorders, Color, Paragraph, Px, Rect, Stroke, Table, TableCell, TableRow};

use crate::diagram::number;
use crate::finding::FindingKind;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock, Typesetter};

/// The maximum length of a unit or currency beside a number, in letters.
const MAX_UNIT: usize = 4;
/// Minimum width of a column.
const MIN_COLUMN: Px = Px(140.0);

/// The metrics of a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TableMetrics {
    /// Horizontal and vertical padding of a cell.
    pub(crate) padding: (Px, Px),
    /// Minimum height of a row.
    pub(crate) min_row_height: Px,
    /// Weight of the first column when columns share a width; the others have 1.
    pub(crate) first_column_weight: f32,
    /// Whether the first and the last column are flush with the edges of the table.
    pub(crate) is_flush: bool,
}

impl TableMetrics {
    /// Padding of a cell at its start and end side.
    fn sides(self, column: usize, columns: usize) -> (Px, Px) {
        let across = |is_edge: bool| if self.is_flush && is_edge { Px::ZERO } else { self.padding.0 };
        (across(column == 0), across(column + 1 == columns))
    }
}

/// The shaped cells of a table.
pub(crate) struct TableGrid {
    /// The rows, the header first.
    rows: Vec<Vec<TextBlock>>,
    columns: usize,
    /// Which columns contain figures; these get one common width if the table then still fits.
    figures: Vec<bool>,
}

impl TableGrid {
    /// Shapes the cells of all rows.
    pub(crate) fn new(typesetter: &mut Typesetter, rows: Vec<Vec<Paragraph>>) -> TableGrid {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut shaped =
            |row: Vec<Paragraph>| row.into_iter().map(|cell| TextBlock::new(typesetter, vec![cell])).collect();
        TableGrid { rows: rows.into_iter().map(&mut shaped).collect(), columns, figures: Vec::new() }
    }

    /// The same table with its columns of figures marked.
    #[must_use]
    pub(crate) fn with_figures(self, figures: Vec<bool>) -> TableGrid {
        TableGrid { figures, ..self }
    }

    /// Whether any word of a cell is broken at a width.
    pub(crate) fn breaks_words(
        &mut self,
        typesetter: &mut Typesetter,
        width: Px,
        scale: f32,
        metrics: TableMetrics,
    ) -> bool {
        let columns = self.column_widths(typesetter, width, scale, metrics);
        let count = self.columns;
        self.rows.iter_mut().any(|row| {
            let mut cells = row.iter_mut().zip(&columns).enumerate();
            cells.any(|(column, (cell, width))| {
                cell.breaks_words(typesetter, options(*width, scale, metrics.sides(column, count)))
            })
        })
    }

    /// Height that each row needs.
    pub(crate) fn needed_heights(
        &mut self,
        typesetter: &mut Typesetter,
        width: Px,
        scale: f32,
        metrics: TableMetrics,
    ) -> Vec<Px> {
        let columns = self.column_widths(typesetter, width, scale, metrics);
        self.row_heights(typesetter, &columns, scale, TableMetrics { min_row_height: Px::ZERO, ..metrics })
    }

    /// Height of the table at a width.
    pub(crate) fn height(&mut self, typesetter: &mut Typesetter, width: Px, scale: f32, metrics: TableMetrics) -> Px {
        let columns = self.column_widths(typesetter, width, scale, metrics);
        self.row_heights(typesetter, &columns, scale, metrics).into_iter().sum()
    }

    /// Number of rows that fit into a height.
    pub(crate) fn fitting_rows(
        &mut self,
        typesetter: &mut Typesetter,
        width: Px,
        scale: f32,
        metrics: TableMetrics,
        room: Px,
    ) -> usize {
        let columns = self.column_widths(typesetter, width, scale, metrics);
        let mut bottom = Px::ZERO;
        let mut fits = |height: &Px| {
            bottom += *height;
            bottom <= room + Px(0.5)
        };
        self.row_heights(typesetter, &columns, scale, metrics).iter().take_while(|height| fits(height)).count()
    }

    fn column_widths(&mut self, typesetter: &mut Typesetter, width: Px, scale: f32, metrics: TableMetrics) -> Vec<Px> {
        let count = self.columns;
        let mut natural: Vec<Px> = (0..count)
            .map(|column| {
                let cells = self.rows.iter_mut().filter_map(|row| row.get_mut(column));
                let widest = cells.map(|cell| cell.natural_width(typesetter, scale)).fold(Px::ZERO, Px::max);
                let (start, end) = metrics.sides(column, count);
                (widest + start + end + Px(1.0)).max(MIN_COLUMN.min(width / number(count)))
            })
            .collect();
        self.level_figures(&mut natural, width);
        rounded(&column_shares(&natural, width, metrics.first_column_weight))
    }

    /// Gives all columns of figures the width of the widest, if the table then still fits.
    fn level_figures(&self, natural: &mut [Px], width: Px) {
        let is_figures = |column: usize| self.figures.get(column) == Some(&true);
        let widths = natural.iter().enumerate().filter(|(column, _)| is_figures(*column));
        let widest = widths.map(|(_, width)| *width).fold(Px::ZERO, Px::max);
        let level = |(column, width): (usize, &Px)| if is_figures(column) { widest } else { *width };
        let levelled: Vec<Px> = natural.iter().enumerate().map(level).collect();
        if levelled.iter().copied().sum::<Px>() <= width {
            natural.copy_from_slice(&levelled);
        }
    }

    fn row_heights(
        &mut self,
        typesetter: &mut Typesetter,
        columns: &[Px],
        scale: f32,
        metrics: TableMetrics,
    ) -> Vec<Px> {
        let height = |row: &mut Vec<TextBlock>| {
            let cells = row.iter_mut().zip(columns).enumerate();
            let highest = cells.map(|(column, (cell, width))| {
                cell.height(typesetter, options(*width, scale, metrics.sides(column, columns.len())))
            });
            (highest.fold(Px::ZERO, Px::max) + metrics.padding.1 * 2.0).max(metrics.min_row_height)
        };
        self.rows.iter_mut().map(height).collect()
    }

    /// Lays out the first `max_rows` rows within a width and height. `field` returns the field of a
    /// cell and `cell_style` its fill and borders, both by row and column.
    pub(crate) fn table(
        &mut self,
        sheet: &mut Sheet<'_>,
        (size, max_rows): (Rect, usize),
        scale: f32,
        metrics: TableMetrics,
        field: impl Fn(usize, usize) -> String,
        cell_style: impl Fn(usize, usize) -> (Option<Color>, CellBorders),
    ) -> Table {
        let columns = self.column_widths(sheet.typesetter, size.width, scale, metrics);
        let heights = self.row_heights(sheet.typesetter, &columns, scale, metrics);
        let is_right_to_left = sheet.direction.is_right_to_left();
        let mut rows = Vec::with_capacity(self.rows.len());
        let mut y = Px::ZERO;
        for (index, (row, height)) in self.rows.iter_mut().zip(heights).enumerate().take(max_rows) {
            // A truncated row needs room for at least one line.
            let room = size.height - y;
            if height > room + Px(0.5) && room < metrics.min_row_height {
                break;
            }
            let height = height.min(room);
            let mut x = Px::ZERO;
            let mut cells = Vec::with_capacity(row.len());
            for (column, (block, width)) in row.iter_mut().zip(&columns).enumerate() {
                let left = if is_right_to_left { size.width - x - *width } else { x };
                let inner = height - metrics.padding.1 * 2.0;
                let (start, end) = metrics.sides(column, columns.len());
                let options = options(*width, scale, (start, end));
                let text = block.text(sheet.typesetter, options, inner + Px(0.5), usize::MAX);
                let field = field(index, column);
                if text.truncated {
                    sheet.report(&field, FindingKind::Overflow);
                }
                sheet.report_missing_glyphs(&text, &field);
                let own = text.height();
                let (fill, borders) = cell_style(index, column);
                cells.push(TableCell {
                    frame: Rect { x: left, y, width: *width, height },
                    text_frame: Rect {
                        x: left + if is_right_to_left { end } else { start },
                        y: y + (height - own) / 2.0,
                        width: *width - start - end,
                        height: own,
                    },
                    text,
                    fill,
                    borders,
                    step: None,
                });
                x += *width;
            }
            rows.push(TableRow { height, cells, step: None });
            y += height;
        }
        Table { columns, rows, header_rows: 0, header_columns: 0 }
    }
}

/// The stroke of a border line of a table.
pub(crate) fn rule(color: Color, width: f32) -> Stroke {
    Stroke { color, width: Px(width), dash: None, round: false }
}

/// For each column, whether it contains nothing but numbers. Such columns are aligned to the end side, including their
/// header.
pub(crate) fn figure_columns(columns: usize, rows: &[Vec<&str>]) -> Vec<bool> {
    let is_figures = |column: usize| {
        let mut cells = rows.iter().map(|row| row.get(column).copied().unwrap_or_default().trim()).peekable();
        cells.clone().any(|cell| !cell.is_empty()) && cells.all(is_figure)
    };
    (0..columns).map(is_figures).collect()
}

fn options(width: Px, scale: f32, (start, end): (Px, Px)) -> BlockOptions {
    BlockOptions { width: width - start - end, scale, gap: 1.0 }
}

/// Column widths that fill a table. Spare width is shared in proportion; missing width is taken from the widest. The
/// first column may keep more than the others.
fn column_shares(natural: &[Px], width: Px, first_weight: f32) -> Vec<Px> {
    let wanted: Px = natural.iter().copied().sum();
    if wanted <= width {
        let share = width / wanted.max(Px(1.0));
        return natural.iter().map(|column| *column * share).collect();
    }
    let weight = |index: usize| if index == 0 { first_weight } else { 1.0 };
    // Columns narrower than their share keep their width; the others share the rest.
    let mut kept = vec![false; natural.len()];
    loop {
        let taken: Px = natural.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(column, _)| *column).sum();
        let open_weight: f32 =
            kept.iter().enumerate().filter(|(_, kept)| !**kept).map(|(index, _)| weight(index)).sum();
        let even = (width - taken).max(Px(1.0)) / open_weight.max(1.0);
        let share = |index: usize| even * weight(index);
        let narrow = (0..natural.len()).find(|index| !kept[*index] && natural[*index] <= share(*index));
        if let Some(index) = narrow {
            kept[index] = true;
        } else {
            let width = |index: usize| if kept[index] { natural[index] } else { share(index) };
            return (0..natural.len()).map(width).collect();
        }
    }
}

/// Widths rounded so that all column edges lie on whole pixels and fills side by side leave no seam.
fn rounded(widths: &[Px]) -> Vec<Px> {
    let mut exact = Px::ZERO;
    let mut edge = Px::ZERO;
    let mut to_whole_pixels = |width: &Px| {
        exact += *width;
        let width = exact.round() - edge;
        edge += width;
        width
    };
    widths.iter().map(&mut to_whole_pixels).collect()
}

/// Whether a cell is empty or a number: digits with signs and separators, and a currency or short unit before or after.
fn is_figure(text: &str) -> bool {
    let is_sign = |letter: char| "+-−–.,' %€$£¥±~<>≤≥≈\u{A0}\u{202F}".contains(letter);
    let is_digit = |letter: char| letter.is_ascii_digit();
    if text.is_empty() || matches!(text, "-" | "–" | "—" | "−") {
        return true;
    }
    let (Some(first), Some(last)) = (text.find(is_digit), text.rfind(is_digit)) else { return false };
    let is_unit = |part: &str| {
        let letters = part.chars().filter(|letter| !is_sign(*letter));
        letters.clone().count() <= MAX_UNIT
            && letters.clone().all(|letter| letter.is_alphabetic() || "/²³°".contains(letter))
    };
    text[first..=last].chars().all(|letter| is_digit(letter) || is_sign(letter))
        && is_unit(&text[..first])
        && is_unit(&text[last + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(natural: &[f32], width: f32, first_weight: f32) -> Vec<f32> {
        let natural: Vec<Px> = natural.iter().map(|width| Px(*width)).collect();
        column_shares(&natural, Px(width), first_weight).iter().map(|width| width.0.round()).collect()
    }

    #[test]
    fn columns_fill_the_table_and_wide_columns_shrink() {
        assert_eq!(check(&[100.0, 300.0], 800.0, 1.0), [200.0, 600.0]);
        assert_eq!(check(&[100.0, 500.0, 200.0], 1600.0, 1.0), [200.0, 1000.0, 400.0]);
        assert_eq!(check(&[200.0, 900.0, 300.0], 900.0, 1.0), [200.0, 400.0, 300.0]);
        assert_eq!(check(&[900.0, 900.0], 1000.0, 1.0), [500.0, 500.0]);
    }

    #[test]
    fn the_first_column_may_take_more_than_its_share() {
        assert_eq!(check(&[900.0, 900.0], 1200.0, 1.4), [700.0, 500.0]);
        assert_eq!(check(&[600.0, 900.0], 1200.0, 1.4), [600.0, 600.0]);
    }

    #[test]
    fn columns_of_numbers_are_recognised() {
        let rows = [vec!["North", "2.4", "", "3 of 4"], vec!["12", "−1 %", "", "4"]];
        assert_eq!(figure_columns(4, &rows), [false, true, false, false]);
    }
}
