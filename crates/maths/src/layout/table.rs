//! Matrices, cases and aligned equations.

use read_fonts::tables::math::MathConstant as Constant;

use super::{MathBox, NULL_DELIMITER, Rule, STRUT, Setter, Style};
use crate::tree::{Align, Class, Level, Row, Table, TableKind};

/// Thickness of the lines of a table in ems.
const LINE: f32 = 0.04;

/// The measures of a table in ems.
struct Measures {
    /// Minimum height and depth of a row.
    strut: (f32, f32),
    /// Distance of the baselines of two rows. If that leaves less than `min_gap` between them, the space between them
    /// is `gap`.
    baselines: f32,
    min_gap: f32,
    gap: f32,
    /// Space between two columns, and at both sides of the table.
    column_gap: f32,
    margin: f32,
    /// Style of the cells.
    level: Level,
}

impl Setter<'_> {
    /// Rows and columns, centred on the axis.
    pub(super) fn table(&mut self, table: &Table, style: Style) -> MathBox {
        let size = self.size(style);
        let measures = measures(table.kind, style, self);
        let inner = Style { level: measures.level, cramped: false, fence: None };
        let columns = table.width();
        let cells: Vec<Vec<MathBox>> = table
            .rows
            .iter()
            .map(|row| row.iter().enumerate().map(|(column, cell)| self.cell(table, column, cell, inner)).collect())
            .collect();
        let width_of =
            |column: usize| cells.iter().filter_map(|row| row.get(column)).map(|cell| cell.width).fold(0.0, f32::max);
        let mut lefts = Vec::with_capacity(columns);
        let edge = if table.column_lines.is_empty() { measures.margin } else { 0.5 };
        let mut x = edge;
        for column in 0..columns {
            if column > 0 {
                x += match table.kind {
                    // There is no gap between the two sides of an equation, but there is one between equations.
                    TableKind::Aligned if column % 2 == 1 => 0.0,
                    _ => measures.column_gap,
                };
            }
            lefts.push((x, width_of(column)));
            x += width_of(column);
        }
        let width = x + edge;
        let mut out = MathBox::space(width);
        let mut y = 0.0;
        let mut tops = Vec::with_capacity(cells.len() + 1);
        let mut last_descent = None;
        for row in cells {
            let ascent = row.iter().map(|cell| cell.ascent).fold(measures.strut.0, f32::max);
            let descent = row.iter().map(|cell| cell.descent).fold(measures.strut.1, f32::max);
            let gap = last_descent.map_or(0.0, |last_descent: f32| {
                let gap = measures.baselines - last_descent - ascent;
                // A tolerance for rounding: it must not change the gap of rows of the minimum height.
                if gap < measures.min_gap - 0.001 { measures.gap } else { gap }
            });
            y += gap;
            tops.push(y - gap / 2.0);
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
            last_descent = Some(descent);
        }
        tops.push(y);
        let thickness = LINE * size;
        for row in &table.row_lines {
            if let Some(top) = tops.get(*row) {
                out.rules.push(Rule { x: 0.0, y: top - thickness / 2.0, width, height: thickness });
            }
        }
        for column in &table.column_lines {
            let x = match lefts.get(*column) {
                Some((x, _)) if *column > 0 => x - measures.column_gap / 2.0,
                Some(_) => 0.0,
                None => width - thickness,
            };
            out.rules.push(Rule { x, y: tops[0], width: thickness, height: tops[tops.len() - 1] - tops[0] });
        }
        // The box extends from the top of the first row at y = 0 to the bottom of the last row.
        out.ascent = 0.0;
        out.descent = y;
        let built = out.centered(self.axis(style));
        self.with_brace(built, table, style)
    }

    /// A cell. The right side of an equation begins with the space before its relation.
    fn cell(&mut self, table: &Table, column: usize, cell: &Row, style: Style) -> MathBox {
        let before = (table.kind == TableKind::Aligned && column % 2 == 1).then_some(Class::Ordinary);
        let mut out = MathBox::default();
        self.add_row(cell, style, before, &mut out);
        out
    }

    fn with_brace(&mut self, body: MathBox, table: &Table, style: Style) -> MathBox {
        let TableKind::Cases { left } = table.kind else { return body };
        let letter = if left { '{' } else { '}' };
        let height = self.fence_height(&body, style);
        let brace = self.delimiter(letter, height, table.leaf, style);
        let none = MathBox::space(NULL_DELIMITER * self.size(style));
        let mut out = MathBox::default();
        for part in if left { [brace, body, none] } else { [none, body, brace] } {
            out.append(part);
        }
        out.italic = 0.0;
        out
    }
}

/// The measures of a kind of table, as in LaTeX and its package amsmath.
fn measures(kind: TableKind, style: Style, setter: &Setter<'_>) -> Measures {
    let level = style.level.max(Level::Text);
    let touching =
        Measures { strut: STRUT, baselines: 0.0, min_gap: 0.0, gap: 0.0, column_gap: 1.0, margin: 0.0, level };
    match kind {
        TableKind::Matrix => touching,
        TableKind::Cases { .. } => Measures { strut: (STRUT.0 * 1.2, STRUT.1 * 1.2), ..touching },
        TableKind::Aligned | TableKind::Gathered => {
            Measures { baselines: 1.5, min_gap: 0.3, gap: 0.4, level: Level::Display, ..touching }
        }
        TableKind::Small => Measures {
            strut: (0.0, 0.0),
            baselines: 0.6,
            min_gap: 0.15,
            gap: 0.15,
            column_gap: 5.0 / 18.0,
            margin: 3.0 / 18.0,
            level: Level::Script,
        },
        TableKind::Stack => {
            let small = setter.size(Style { level: style.level, ..style });
            let length = |constant| setter.font.length(constant) * small;
            let gap = 3.0 * length(Constant::FractionRuleThickness);
            let baselines = length(Constant::StackTopShiftUp) + length(Constant::StackBottomShiftDown);
            Measures {
                strut: (0.0, 0.0),
                baselines,
                min_gap: gap,
                gap,
                column_gap: 0.5,
                margin: 0.0,
                level: style.level,
            }
        }
    }
}
