//! Matrices, cases and aligned equations.

use super::{Built, Rule, Setter, Style};
use crate::tree::{Align, Class, Level, Row, Table, TableKind};

/// Thickness of the lines of a table.
const LINE: f32 = 0.05;

/// The measures of a table in ems.
struct Measures {
    /// Least height and depth of a row.
    strut: (f32, f32),
    /// Space between two rows.
    row_gap: f32,
    /// Space between two columns.
    column_gap: f32,
    /// Style of the cells.
    level: Level,
}

impl Setter<'_> {
    /// Rows and columns, centred on the axis.
    pub(super) fn table(&mut self, table: &Table, style: Style) -> Built {
        let size = self.size(style);
        let measures = measures(table.kind, style.level);
        let inner = Style { level: measures.level, cramped: false, fence: None };
        let cell_size = self.size(inner);
        let columns = table.width();
        let cells: Vec<Vec<Built>> = table
            .rows
            .iter()
            .map(|row| row.iter().enumerate().map(|(column, cell)| self.cell(table, column, cell, inner)).collect())
            .collect();
        let width_of =
            |column: usize| cells.iter().filter_map(|row| row.get(column)).map(|cell| cell.width).fold(0.0, f32::max);
        let mut lefts = Vec::with_capacity(columns);
        let edge = if table.column_lines.is_empty() { 0.0 } else { 0.5 * cell_size };
        let mut x = edge;
        for column in 0..columns {
            if column > 0 {
                x += match table.kind {
                    // The sides of an equation touch; equations side by side do not.
                    TableKind::Aligned if column % 2 == 1 => 0.0,
                    _ => measures.column_gap * cell_size,
                };
            }
            lefts.push((x, width_of(column)));
            x += width_of(column);
        }
        let width = x + edge;
        let mut out = Built::space(width);
        let mut y = 0.0;
        let mut tops = Vec::with_capacity(cells.len() + 1);
        let mut first_ascent = None;
        for (index, row) in cells.into_iter().enumerate() {
            let ascent = row.iter().map(|cell| cell.ascent).fold(measures.strut.0 * cell_size, f32::max);
            let descent = row.iter().map(|cell| cell.descent).fold(measures.strut.1 * cell_size, f32::max);
            if index > 0 {
                y += measures.row_gap * cell_size;
            }
            tops.push(y - measures.row_gap * cell_size / 2.0);
            first_ascent.get_or_insert(ascent);
            y += ascent;
            for (column, cell) in row.into_iter().enumerate() {
                let (left, column_width) = lefts[column];
                let x = left
                    + match table.align(column) {
                        Align::Left => 0.0,
                        Align::Center => (column_width - cell.width) / 2.0,
                        Align::Right => column_width - cell.width,
                    };
                out.place(cell, x, y);
            }
            y += descent;
        }
        tops.push(y + measures.row_gap * cell_size / 2.0);
        let thickness = LINE * size;
        for row in &table.row_lines {
            if let Some(top) = tops.get(*row) {
                out.rules.push(Rule { x: 0.0, y: top - thickness / 2.0, width, height: thickness });
            }
        }
        for column in &table.column_lines {
            let x = match lefts.get(*column) {
                Some((x, _)) if *column > 0 => x - measures.column_gap * cell_size / 2.0,
                Some(_) => 0.0,
                None => width - thickness,
            };
            out.rules.push(Rule { x, y: tops[0], width: thickness, height: tops[tops.len() - 1] - tops[0] });
        }
        // The box reaches from the first row's top at y = 0 to the last row's bottom.
        out.ascent = 0.0;
        out.descent = y;
        let built = out.centered(self.axis(style));
        self.with_brace(built, table, style)
    }

    /// A cell. The right side of an equation begins with the space of its relation.
    fn cell(&mut self, table: &Table, column: usize, cell: &Row, style: Style) -> Built {
        let before = (table.kind == TableKind::Aligned && column % 2 == 1).then_some(Class::Ordinary);
        let mut out = Built::default();
        self.add_row(cell, style, before, &mut out);
        out
    }

    fn with_brace(&mut self, body: Built, table: &Table, style: Style) -> Built {
        let TableKind::Cases { left } = table.kind else { return body };
        let size = self.size(style);
        let letter = if left { '{' } else { '}' };
        let Some(glyph) = self.font.glyph(letter) else { return body };
        let height = body.height() / size;
        let brace = self
            .stretched(glyph, super::stretch::Axis::Vertical, height, size, Some(table.leaf))
            .centered(self.axis(style));
        let gap = Built::space(0.15 * size);
        let mut out = Built::default();
        for part in if left { [brace, gap, body] } else { [body, gap, brace] } {
            out.append(part);
        }
        out.italic = 0.0;
        out
    }
}

fn measures(kind: TableKind, level: Level) -> Measures {
    let text = level.max(Level::Text);
    match kind {
        TableKind::Matrix => Measures { strut: (0.84, 0.36), row_gap: 0.05, column_gap: 1.0, level: text },
        TableKind::Small => Measures { strut: (0.7, 0.2), row_gap: 0.1, column_gap: 0.5, level: Level::Script },
        TableKind::Cases { .. } => Measures { strut: (0.9, 0.45), row_gap: 0.05, column_gap: 1.0, level: text },
        TableKind::Aligned => Measures { strut: (0.84, 0.36), row_gap: 0.3, column_gap: 2.0, level: Level::Display },
        TableKind::Gathered => Measures { strut: (0.84, 0.36), row_gap: 0.3, column_gap: 1.0, level: Level::Display },
        TableKind::Stack => Measures { strut: (0.7, 0.2), row_gap: 0.15, column_gap: 0.5, level },
    }
}
