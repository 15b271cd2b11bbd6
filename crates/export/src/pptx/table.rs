//! Writes tables with editable cells.

use scene::{CellBorders, Direction, Px, Stroke, Table, TableCell, TableRow};

use super::geometry;
use super::links::Links;
use super::scheme::Scheme;
use super::text::{TextBody, TextMode, baseline_shift};
use super::units::Emu;
use super::xml::Xml;

/// The table style "No Style, No Grid": every cell has its own fill and borders.
const NO_STYLE: &str = "{2D5ABB26-0587-4C30-8999-92F81FD0307C}";

/// Writes a table. Its formulas become equations with `with_equations`, otherwise text.
pub(super) fn write(
    scheme: &Scheme,
    (links, with_equations): (&mut Links<'_>, bool),
    xml: &mut Xml,
    table: &Table,
    direction: Direction,
) {
    xml.open("a:tbl", &[]);
    let (first_row, first_column) = (i32::from(table.header_rows > 0), i32::from(table.header_columns > 0));
    let right_to_left = i32::from(direction.is_right_to_left());
    xml.open("a:tblPr", &[("rtl", &right_to_left), ("firstRow", &first_row), ("firstCol", &first_column)]);
    xml.text("a:tableStyleId", &[], NO_STYLE);
    xml.close();
    xml.open("a:tblGrid", &[]);
    for column in &table.columns {
        xml.empty("a:gridCol", &[("w", &Emu::from(*column))]);
    }
    xml.close();
    for row in &table.rows {
        write_row(scheme, (links, with_equations), xml, row, table.columns.len());
    }
    xml.close();
}

fn write_row(
    scheme: &Scheme,
    (links, with_equations): (&mut Links<'_>, bool),
    xml: &mut Xml,
    row: &TableRow,
    columns: usize,
) {
    xml.open("a:tr", &[("h", &Emu::from(row.height))]);
    for cell in row.cells.iter().take(columns) {
        write_cell(scheme, (links, with_equations), xml, cell);
    }
    // The format requires a cell for each column.
    for _ in row.cells.len()..columns {
        xml.open("a:tc", &[]);
        xml.open("a:txBody", &[]);
        for element in ["a:bodyPr", "a:lstStyle", "a:p"] {
            xml.empty(element, &[]);
        }
        xml.close();
        xml.empty("a:tcPr", &[]);
        xml.close();
    }
    xml.close();
}

fn write_cell(scheme: &Scheme, (links, with_equations): (&mut Links<'_>, bool), xml: &mut Xml, cell: &TableCell) {
    xml.open("a:tc", &[]);
    xml.open("a:txBody", &[]);
    xml.empty("a:bodyPr", &[]);
    xml.empty("a:lstStyle", &[]);
    TextBody::new(&cell.text, TextMode::Cell).write_paragraphs(scheme, links, with_equations, xml);
    xml.close();
    let (outer, inner) = (cell.frame, cell.text_frame);
    let margin = |length: Px| Emu::from(length.max(Px::ZERO));
    let (above, below) = (inner.y - outer.y, outer.bottom() - inner.bottom());
    // Text in the middle of its row is anchored there, so that it stays in the middle when the row grows.
    let anchor = match cell.text.anchor {
        scene::VerticalAlign::Top if (above - below).0.abs() < 1.0 => "ctr",
        scene::VerticalAlign::Top => "t",
        scene::VerticalAlign::Middle => "ctr",
        scene::VerticalAlign::Bottom => "b",
    };
    let (above, below) =
        if anchor == "ctr" { (above.min(below).min(Px(14.0)), above.min(below).min(Px(14.0))) } else { (above, below) };
    let shift = baseline_shift(&cell.text);
    xml.open(
        "a:tcPr",
        &[
            ("marL", &margin(inner.x - outer.x)),
            ("marR", &margin(outer.right() - inner.right())),
            ("marT", &margin(above + shift)),
            ("marB", &margin(below - shift)),
            ("anchor", &anchor),
        ],
    );
    write_borders(scheme, xml, cell.borders);
    match cell.fill {
        Some(color) => scheme.write_solid_fill(xml, color),
        None => xml.empty("a:noFill", &[]),
    }
    xml.close();
    xml.close();
}

fn write_borders(scheme: &Scheme, xml: &mut Xml, borders: CellBorders) {
    let sides: [(&'static str, Option<Stroke>); 4] =
        [("a:lnL", borders.left), ("a:lnR", borders.right), ("a:lnT", borders.top), ("a:lnB", borders.bottom)];
    for (element, stroke) in sides {
        geometry::write_line(scheme, xml, element, stroke.as_ref());
    }
}
