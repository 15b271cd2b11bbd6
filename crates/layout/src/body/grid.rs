//! Tables: columns measured by their cells, rows as high as their highest one.

use deck::{Align as Wanted, Inline, plain_run};
use scene::{Align, Alt, Borders, Cell, Color, Kind, Node, Px, Rect, Role, Row, Stroke, Table};

use crate::finding::FindingKind;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::text::{Block, Setting, Typesetter};

/// Padding of a cell, across and down.
const PADDING: (Px, Px) = (Px(20.0), Px(12.0));
/// The least width of a column.
const LEAST_COLUMN: Px = Px(140.0);

/// A table, shaped and waiting for its width.
pub(super) struct Grid {
    /// The header first.
    rows: Vec<Vec<Block>>,
    columns: usize,
}

impl Grid {
    /// Shapes the cells of a Markdown table, a little smaller than the text around it.
    pub(super) fn new(
        sheet: &mut Sheet<'_>,
        pen: &Pen,
        align: &[Wanted],
        head: &[Vec<Inline>],
        rows: &[Vec<Vec<Inline>>],
    ) -> Grid {
        let pen = pen.clone().size(pen.style.size.0 * 0.84).leading(1.3);
        let is_figures: Vec<bool> = (0..align.len())
            .map(|column| !rows.is_empty() && rows.iter().all(|row| row.get(column).is_none_or(|cell| is_figure(cell))))
            .collect();
        let end = match sheet.start() {
            Align::Right => Align::Left,
            _ => Align::Right,
        };
        let cell = |sheet: &mut Sheet<'_>, pen: &Pen, column: usize, words: &[Inline]| {
            let figures = is_figures.get(column).copied().unwrap_or(false);
            let align = match align.get(column) {
                Some(Wanted::Left) => Align::Left,
                Some(Wanted::Center) => Align::Center,
                Some(Wanted::Right) => Align::Right,
                _ if figures => end,
                _ => sheet.start(),
            };
            let mut paragraph = pen.clone().align(align).inlines(words);
            if figures {
                for run in &mut paragraph.runs {
                    run.style = sheet.look.figures(run.style);
                }
            }
            Block::new(sheet.set, vec![paragraph])
        };
        let header = pen.clone().stressed();
        let all = std::iter::once((&header, head)).chain(rows.iter().map(|row| (&pen, row.as_slice())));
        let rows = all
            .map(|(pen, row)| {
                let cells = row.iter().enumerate();
                cells.map(|(column, words)| cell(sheet, pen, column, words)).collect()
            })
            .collect();
        Grid { rows, columns: align.len() }
    }

    /// How high it is at a width.
    pub(super) fn height(&mut self, set: &mut Typesetter, width: Px, scale: f32) -> Px {
        let columns = self.column_widths(set, width, scale);
        self.row_heights(set, &columns, scale).into_iter().sum()
    }

    fn column_widths(&mut self, set: &mut Typesetter, width: Px, scale: f32) -> Vec<Px> {
        let natural: Vec<Px> = (0..self.columns)
            .map(|column| {
                let cells = self.rows.iter_mut().filter_map(|row| row.get_mut(column));
                let widest = cells.map(|cell| cell.natural_width(set, scale)).fold(Px::ZERO, Px::max);
                (widest + PADDING.0 * 2.0 + Px(1.0)).max(LEAST_COLUMN)
            })
            .collect();
        shares(&natural, width)
    }

    fn row_heights(&mut self, set: &mut Typesetter, columns: &[Px], scale: f32) -> Vec<Px> {
        let height = |row: &mut Vec<Block>| {
            let cells = row.iter_mut().zip(columns);
            let highest = cells.map(|(cell, width)| cell.height(set, setting(*width, scale)));
            highest.fold(Px(32.0), Px::max) + PADDING.1 * 2.0
        };
        self.rows.iter_mut().map(height).collect()
    }

    /// Draws it with hairlines.
    pub(super) fn draw(&mut self, sheet: &mut Sheet<'_>, field: &str, frame: Rect, scale: f32) {
        let columns = self.column_widths(sheet.set, frame.width, scale);
        let heights = self.row_heights(sheet.set, &columns, scale);
        let mirrored = sheet.direction.is_right_to_left();
        let mut rows = Vec::with_capacity(self.rows.len());
        let mut y = Px::ZERO;
        let last = self.rows.len().saturating_sub(1);
        for (index, (row, height)) in self.rows.iter_mut().zip(heights).enumerate() {
            let mut x = Px::ZERO;
            let mut cells = Vec::with_capacity(row.len());
            for (block, width) in row.iter_mut().zip(&columns) {
                let left = if mirrored { frame.width - x - *width } else { x };
                let text = block.text(sheet.set, setting(*width, scale), height, usize::MAX);
                if text.cut {
                    sheet.find(field, FindingKind::Overflow);
                }
                sheet.find_missing(&text, field);
                let own = text.height();
                let line = |color: Color, width: f32| Stroke { color, width: Px(width), dash: None, round: false };
                let below = match index {
                    0 => Some(line(sheet.surface.mark, 2.0)),
                    index if index == last => None,
                    _ => Some(line(sheet.surface.line, 1.0)),
                };
                cells.push(Cell {
                    frame: Rect { x: left, y, width: *width, height },
                    text_frame: Rect {
                        x: left + PADDING.0,
                        y: y + (height - own) / 2.0,
                        width: *width - PADDING.0 * 2.0,
                        height: own,
                    },
                    text,
                    fill: None,
                    borders: Borders { bottom: below, ..Borders::default() },
                    step: None,
                });
                x += *width;
            }
            rows.push(Row { height, cells, step: None });
            y += height;
        }
        let table = Table { columns, rows, header_rows: 1, header_columns: 0 };
        sheet.nodes.push(Node {
            frame,
            kind: Kind::Table(table),
            role: Role::Content,
            origin: Some(sheet.origin(field)),
            step: None,
            alt: Alt::Own,
        });
    }
}

fn setting(width: Px, scale: f32) -> Setting {
    Setting { width: width - PADDING.0 * 2.0, scale, gap: 1.0 }
}

/// Widths that fill a table: what is left over goes to all in proportion, what is too much is taken from the widest.
fn shares(natural: &[Px], width: Px) -> Vec<Px> {
    let wanted: Px = natural.iter().copied().sum();
    if wanted <= width {
        return natural.iter().map(|column| *column * (width / wanted)).collect();
    }
    // Columns narrower than an even share keep their width; the others share what is left.
    let mut kept = vec![false; natural.len()];
    loop {
        let taken: Px = natural.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(column, _)| *column).sum();
        let open: Vec<Px> = natural.iter().zip(&kept).filter(|(_, kept)| !**kept).map(|(column, _)| *column).collect();
        let open_count: Px = open.iter().map(|_| Px(1.0)).sum();
        let even = (width - taken).max(Px(1.0)) / open_count.0.max(1.0);
        let narrow = natural.iter().zip(&kept).position(|(column, kept)| !kept && *column <= even);
        if let Some(index) = narrow {
            kept[index] = true;
        } else {
            let share = |(column, kept): (&Px, &bool)| if *kept { *column } else { even };
            return natural.iter().zip(&kept).map(share).collect();
        }
    }
}

/// Whether a cell is empty or a figure: digits with signs, units and separators.
fn is_figure(cell: &[Inline]) -> bool {
    let text = plain_run(cell);
    let text = text.trim();
    let sign = |letter: char| letter.is_ascii_digit() || "+-−–.,' %€$£¥\u{A0}\u{202F}".contains(letter);
    text.is_empty() || (text.contains(|letter: char| letter.is_ascii_digit()) && text.chars().all(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(natural: &[f32], width: f32) -> Vec<f32> {
        let natural: Vec<Px> = natural.iter().map(|width| Px(*width)).collect();
        shares(&natural, Px(width)).iter().map(|width| width.0.round()).collect()
    }

    #[test]
    fn columns_fill_the_table_and_wide_ones_give_way() {
        assert_eq!(check(&[100.0, 300.0], 800.0), [200.0, 600.0]);
        assert_eq!(check(&[200.0, 900.0, 300.0], 900.0), [200.0, 400.0, 300.0]);
        assert_eq!(check(&[900.0, 900.0], 1000.0), [500.0, 500.0]);
    }
}
