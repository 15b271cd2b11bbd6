//! Tables: columns measured by their cells, rows as high as their highest one.
//!
//! Tables of a Markdown body and table slides share it. Which cell is filled or lined is told by whoever draws.

use scene::{Align, Borders, Cell, Color, Paragraph, Px, Rect, Row, Stroke, Table};

use crate::diagram::number;
use crate::finding::FindingKind;
use crate::sheet::Sheet;
use crate::text::{Block, Setting, Typesetter};

/// The least width of a column.
const LEAST_COLUMN: Px = Px(140.0);

/// The measures of a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    /// Padding of a cell, across and down.
    pub(crate) padding: (Px, Px),
    /// The least height of a row.
    pub(crate) least_row: Px,
    /// How much more than its share the first column may take.
    pub(crate) lead: f32,
}

/// A table, shaped and waiting for its width.
pub(crate) struct Grid {
    /// The header first.
    rows: Vec<Vec<Block>>,
    columns: usize,
}

impl Grid {
    /// Shapes cells, row by row.
    pub(crate) fn new(set: &mut Typesetter, rows: Vec<Vec<Paragraph>>) -> Grid {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut shaped = |row: Vec<Paragraph>| row.into_iter().map(|cell| Block::new(set, vec![cell])).collect();
        Grid { rows: rows.into_iter().map(&mut shaped).collect(), columns }
    }

    /// How high it is at a width.
    pub(crate) fn height(&mut self, set: &mut Typesetter, width: Px, scale: f32, form: Form) -> Px {
        let columns = self.column_widths(set, width, scale, form);
        self.row_heights(set, &columns, scale, form).into_iter().sum()
    }

    /// How many of its rows fit into a height.
    pub(crate) fn fitting(&mut self, set: &mut Typesetter, width: Px, scale: f32, form: Form, room: Px) -> usize {
        let columns = self.column_widths(set, width, scale, form);
        let mut bottom = Px::ZERO;
        let mut fits = |height: &Px| {
            bottom += *height;
            bottom <= room + Px(0.5)
        };
        self.row_heights(set, &columns, scale, form).iter().take_while(|height| fits(height)).count()
    }

    fn column_widths(&mut self, set: &mut Typesetter, width: Px, scale: f32, form: Form) -> Vec<Px> {
        let natural: Vec<Px> = (0..self.columns)
            .map(|column| {
                let cells = self.rows.iter_mut().filter_map(|row| row.get_mut(column));
                let widest = cells.map(|cell| cell.natural_width(set, scale)).fold(Px::ZERO, Px::max);
                (widest + form.padding.0 * 2.0 + Px(1.0)).max(LEAST_COLUMN)
            })
            .collect();
        whole(&shares(&natural, width, form.lead))
    }

    fn row_heights(&mut self, set: &mut Typesetter, columns: &[Px], scale: f32, form: Form) -> Vec<Px> {
        let height = |row: &mut Vec<Block>| {
            let cells = row.iter_mut().zip(columns);
            let highest = cells.map(|(cell, width)| cell.height(set, setting(*width, scale, form)));
            (highest.fold(Px::ZERO, Px::max) + form.padding.1 * 2.0).max(form.least_row)
        };
        self.rows.iter_mut().map(height).collect()
    }

    /// Its first rows at a width, no higher than the room for them. `field` names the field of a cell and `finish`
    /// how it is filled and lined, both by row and column.
    pub(crate) fn table(
        &mut self,
        sheet: &mut Sheet<'_>,
        (size, most): (Rect, usize),
        scale: f32,
        form: Form,
        field: impl Fn(usize, usize) -> String,
        finish: impl Fn(usize, usize) -> (Option<Color>, Borders),
    ) -> Table {
        let columns = self.column_widths(sheet.set, size.width, scale, form);
        let heights = self.row_heights(sheet.set, &columns, scale, form);
        let mirrored = sheet.direction.is_right_to_left();
        let mut rows = Vec::with_capacity(self.rows.len());
        let mut y = Px::ZERO;
        for (index, (row, height)) in self.rows.iter_mut().zip(heights).enumerate().take(most) {
            // A row that must be cut needs room for a line at least.
            let room = size.height - y;
            if height > room + Px(0.5) && room < form.least_row {
                break;
            }
            let height = height.min(room);
            let mut x = Px::ZERO;
            let mut cells = Vec::with_capacity(row.len());
            for (column, (block, width)) in row.iter_mut().zip(&columns).enumerate() {
                let left = if mirrored { size.width - x - *width } else { x };
                let inner = height - form.padding.1 * 2.0;
                let text = block.text(sheet.set, setting(*width, scale, form), inner, usize::MAX);
                let field = field(index, column);
                if text.cut {
                    sheet.find(&field, FindingKind::Overflow);
                }
                sheet.find_missing(&text, &field);
                let own = text.height();
                let (fill, borders) = finish(index, column);
                cells.push(Cell {
                    frame: Rect { x: left, y, width: *width, height },
                    text_frame: Rect {
                        x: left + form.padding.0,
                        y: y + (height - own) / 2.0,
                        width: *width - form.padding.0 * 2.0,
                        height: own,
                    },
                    text,
                    fill,
                    borders,
                    step: None,
                });
                x += *width;
            }
            rows.push(Row { height, cells, step: None });
            y += height;
        }
        Table { columns, rows, header_rows: 0, header_columns: 0 }
    }
}

/// A line of a table.
pub(crate) fn rule(color: Color, width: f32) -> Stroke {
    Stroke { color, width: Px(width), dash: None, round: false }
}

/// How each column is aligned: columns that hold nothing but figures to the end, their header with them.
pub(crate) fn figure_columns(columns: usize, rows: &[Vec<&str>]) -> Vec<bool> {
    let is_figures = |column: usize| {
        let mut cells = rows.iter().map(|row| row.get(column).copied().unwrap_or_default().trim()).peekable();
        cells.clone().any(|cell| !cell.is_empty()) && cells.all(is_figure)
    };
    (0..columns).map(is_figures).collect()
}

/// The side that figures are aligned to.
pub(crate) fn figure_side(sheet: &Sheet<'_>) -> Align {
    match sheet.start() {
        Align::Right => Align::Left,
        _ => Align::Right,
    }
}

fn setting(width: Px, scale: f32, form: Form) -> Setting {
    Setting { width: width - form.padding.0 * 2.0, scale, gap: 1.0 }
}

/// Widths that fill a table: what is left over makes the narrow ones equal, what is too much is taken from the widest.
/// The first column may keep more than the others.
fn shares(natural: &[Px], width: Px, lead: f32) -> Vec<Px> {
    let wanted: Px = natural.iter().copied().sum();
    if wanted <= width {
        let level = level(natural, width);
        return natural.iter().map(|column| column.max(level)).collect();
    }
    let weight = |index: usize| if index == 0 { lead } else { 1.0 };
    // Columns narrower than their share keep their width; the others share what is left.
    let mut kept = vec![false; natural.len()];
    loop {
        let taken: Px = natural.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(column, _)| *column).sum();
        let open: f32 = kept.iter().enumerate().filter(|(_, kept)| !**kept).map(|(index, _)| weight(index)).sum();
        let even = (width - taken).max(Px(1.0)) / open.max(1.0);
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

/// The width to which narrow columns are widened so that all fill a table that has room for them.
fn level(natural: &[Px], width: Px) -> Px {
    let mut widest_first = natural.to_vec();
    widest_first.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut left = width;
    let mut level = Px::ZERO;
    for (place, column) in widest_first.iter().enumerate() {
        level = left / number(widest_first.len() - place);
        if *column <= level {
            break;
        }
        left -= *column;
    }
    level
}

/// Widths that end on whole pixels, so that fills side by side leave no seam.
fn whole(widths: &[Px]) -> Vec<Px> {
    let mut exact = Px::ZERO;
    let mut edge = Px::ZERO;
    let mut rounded = |width: &Px| {
        exact += *width;
        let width = exact.round() - edge;
        edge += width;
        width
    };
    widths.iter().map(&mut rounded).collect()
}

/// Whether a cell is empty or a figure: digits with signs, units and separators.
fn is_figure(text: &str) -> bool {
    let sign = |letter: char| letter.is_ascii_digit() || "+-−–.,' %€$£¥\u{A0}\u{202F}".contains(letter);
    text.is_empty() || (text.contains(|letter: char| letter.is_ascii_digit()) && text.chars().all(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(natural: &[f32], width: f32, lead: f32) -> Vec<f32> {
        let natural: Vec<Px> = natural.iter().map(|width| Px(*width)).collect();
        shares(&natural, Px(width), lead).iter().map(|width| width.0.round()).collect()
    }

    #[test]
    fn columns_fill_the_table_and_wide_ones_give_way() {
        assert_eq!(check(&[100.0, 300.0], 800.0, 1.0), [400.0, 400.0]);
        assert_eq!(check(&[100.0, 500.0, 140.0], 800.0, 1.0), [150.0, 500.0, 150.0]);
        assert_eq!(check(&[200.0, 900.0, 300.0], 900.0, 1.0), [200.0, 400.0, 300.0]);
        assert_eq!(check(&[900.0, 900.0], 1000.0, 1.0), [500.0, 500.0]);
    }

    #[test]
    fn the_first_column_may_take_more_than_its_share() {
        assert_eq!(check(&[900.0, 900.0], 1200.0, 1.4), [700.0, 500.0]);
        assert_eq!(check(&[600.0, 900.0], 1200.0, 1.4), [600.0, 600.0]);
    }

    #[test]
    fn columns_of_figures_are_told_from_words() {
        let rows = [vec!["North", "2.4", "", "3 of 4"], vec!["12", "−1 %", "", "4"]];
        assert_eq!(figure_columns(4, &rows), [false, true, false, false]);
    }
}
