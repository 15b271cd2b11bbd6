//! Reads tables.

use super::error::ReadError;
use super::scope::Scope;
use super::text;
use super::units::{exact, length, rounded};
use super::xml::Element;
use crate::model::{Cell, Table};

/// Reads a `tbl`.
pub(super) fn read(scope: &mut Scope<'_, '_>, table: &Element<'_>) -> Result<Table, ReadError> {
    let has_header = table.child("tblPr").and_then(|properties| properties.flag("firstRow")).unwrap_or(false);
    let style = scope.slides.default_style.clone();
    let limit = scope.tally.limits().cells;
    let mut count = 0;
    let mut columns: usize = 0;
    let mut rows = Vec::new();
    for row in table.children_named("tr") {
        let mut cells = Vec::new();
        for cell in row.children_named("tc") {
            count += 1;
            if count > limit {
                return Err(ReadError::too_many(scope.part, "cells in one table", limit));
            }
            scope.tally.add_pieces(1)?;
            let is_covered = ["hMerge", "vMerge"].iter().any(|merge| cell.flag(merge).unwrap_or(false));
            let paragraphs = match cell.child("txBody") {
                Some(body) if !is_covered => text::paragraphs(scope, body, &style)?,
                _ => Vec::new(),
            };
            let span = |name: &str| cell.number::<u32>(name).unwrap_or(1).clamp(1, 1000);
            let spans = if is_covered { (1, 1) } else { (span("rowSpan"), span("gridSpan")) };
            cells.push(Cell { paragraphs, spans });
        }
        columns = columns.max(cells.len());
        rows.push(cells);
        // The conversion fills up shorter rows, so the cells that it adds count too.
        let filled = columns.saturating_mul(rows.len());
        if filled > limit {
            return Err(ReadError::too_many(scope.part, "cells in one table", limit));
        }
    }
    scope.tally.add_pieces(columns.saturating_mul(rows.len()).saturating_sub(count))?;
    Ok(Table { has_header, rows })
}

/// The width of all columns together, for tables whose frame has no width.
pub(super) fn width(table: &Element<'_>) -> i64 {
    let columns = table.child("tblGrid").iter().flat_map(|grid| grid.children_named("gridCol")).collect::<Vec<_>>();
    rounded(columns.into_iter().filter_map(|column| length(column, "w")).map(exact).sum())
}
