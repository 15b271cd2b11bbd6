//! Cells without order: comparisons, quadrants, cards and blocks.

use serde_json::{Value, json};

use super::cells::{Cell, Grid, grid, is_entry};
use super::markdown;
use super::outcome::Outcome;
use super::process::place_cell;
use super::text::words;
use super::view::SortedSlide;

const COMPARISON: &str = "comparison-slide";
const MATRIX: &str = "matrix-slide";
const CARDS: &str = "icon-card-grid-slide";
const BLOCKS: &str = "text-blocks-slide";

/// The heading of a cell, and the text below it as Markdown. `None` if the cell begins with an entry of a list.
fn parts(view: &SortedSlide<'_>, cell: &Cell<'_, '_>) -> Option<(String, String)> {
    let paragraphs = cell.paragraphs();
    let (first, others) = paragraphs.split_first()?;
    if is_entry(first) {
        return None;
    }
    Some((words(first).trim().to_owned(), markdown::joined(&markdown::blocks(others, view.scope))))
}

/// The parts of all cells. `None` if a cell begins with an entry of a list.
fn all_parts(view: &SortedSlide<'_>, grid: &Grid<'_, '_>) -> Option<Vec<(String, String)>> {
    grid.cells.iter().map(|cell| parts(view, cell)).collect()
}

/// The parts of all cells, if they fit into `title` and `body` of the entries of a list.
fn fitting_parts(
    view: &SortedSlide<'_>,
    grid: &Grid<'_, '_>,
    slide_type: &str,
    list: &str,
) -> Option<Vec<(String, String)>> {
    let fits = |key: &str, text: &str| view.scope.fits(slide_type, &format!("{list}.{key}"), text);
    let parts = all_parts(view, grid)?;
    parts.iter().all(|(heading, body)| fits("title", heading) && fits("body", body)).then_some(parts)
}

/// A slide with an entry of a list for each cell.
fn slide_with_list(
    view: &SortedSlide<'_>,
    grid: &Grid<'_, '_>,
    slide_type: &'static str,
    list: &str,
    parts: Vec<(String, String)>,
) -> Outcome {
    let mut outcome = Outcome::headed(view, slide_type);
    let entries: Vec<Value> = parts.into_iter().map(|(title, body)| json!({ "title": title, "body": body })).collect();
    outcome.first().set(list, entries);
    finish(view, grid, &mut outcome, |index| format!("{list}[{index}]"));
    outcome
}

/// Converts two columns with a heading each into a comparison. `None` for other slides.
pub(super) fn comparison(view: &SortedSlide<'_>) -> Option<Outcome> {
    let mut grid = grid(view)?;
    if grid.cells.len() != 2 || grid.rows.len() != 1 || !grid.has_no_pictures() {
        return None;
    }
    let parts = all_parts(view, &grid)?;
    let fits = |(heading, body): &(String, String)| {
        view.scope.fits(COMPARISON, "leftTitle", heading)
            && !body.is_empty()
            && view.scope.fits(COMPARISON, "leftBody", body)
    };
    let verdict = grid.below.filter(|below| view.scope.fits(COMPARISON, "verdict", &below.line()));
    if verdict.is_some() {
        grid.below = None;
    }
    if !parts.iter().all(fits) || !grid.lines_fit(view, COMPARISON) {
        return None;
    }
    let mut outcome = Outcome::headed(view, COMPARISON);
    for (((heading, body), cell), side) in parts.into_iter().zip(&grid.cells).zip(["left", "right"]) {
        outcome.first().set(&format!("{side}Title"), heading);
        outcome.first().set(&format!("{side}Body"), body);
        for (item, number) in cell.items.iter().zip(0..) {
            outcome
                .place(item, format!("{side}{}", if number == 0 && cell.items.len() > 1 { "Title" } else { "Body" }));
        }
    }
    grid.place_lines(view, &mut outcome);
    if let Some(verdict) = verdict {
        outcome.put_line(view, verdict, "verdict");
    }
    Some(outcome)
}

/// Converts four cells in two rows into a matrix. `None` for other slides.
pub(super) fn matrix(view: &SortedSlide<'_>) -> Option<Outcome> {
    let grid = grid(view)?;
    if grid.rows != [2, 2] || grid.is_sequence || !grid.has_no_pictures() || !grid.lines_fit(view, MATRIX) {
        return None;
    }
    let parts = fitting_parts(view, &grid, MATRIX, "cells")?;
    let have_text = parts.iter().all(|(_, body)| !body.is_empty());
    have_text.then(|| slide_with_list(view, &grid, MATRIX, "cells", parts))
}

/// Converts a few cells with a heading and a text or icon each into cards. `None` for other slides.
pub(super) fn cards(view: &SortedSlide<'_>) -> Option<Outcome> {
    view.title.as_ref()?;
    let grid = grid(view)?;
    let has_icons = grid.cells.iter().all(|cell| cell.pictures().all(|picture| view.share(picture.frame()) <= 3));
    let is_expected_count = (3..=view.scope.max_entries(CARDS, "items")).contains(&grid.cells.len())
        || (grid.cells.len() == 2 && !grid.has_no_pictures());
    if !is_expected_count || !has_icons || !grid.lines_fit(view, CARDS) {
        return None;
    }
    let parts = fitting_parts(view, &grid, CARDS, "items")?;
    let have_text =
        parts.iter().filter(|(_, body)| !body.is_empty()).count() * 2 > parts.len() || !grid.has_no_pictures();
    have_text.then(|| slide_with_list(view, &grid, CARDS, "items", parts))
}

/// Converts rows of cells with few words each into blocks. `None` for other slides.
pub(super) fn blocks(view: &SortedSlide<'_>) -> Option<Outcome> {
    view.title.as_ref()?;
    let grid = grid(view)?;
    let is_expected_count = grid.cells.len() > 2 && grid.rows.len() <= view.scope.max_entries(BLOCKS, "rows");
    let max_row_length = view.scope.max_entries(BLOCKS, "rows.blocks");
    if !is_expected_count
        || !grid.has_no_pictures()
        || grid.rows.iter().any(|length| *length > max_row_length)
        || !grid.lines_fit(view, BLOCKS)
    {
        return None;
    }
    let parts = fitting_parts(view, &grid, BLOCKS, "rows.blocks")?;
    let mut outcome = Outcome::headed(view, BLOCKS);
    let block = |(title, body): (String, String)| {
        if body.is_empty() { json!({ "title": title }) } else { json!({ "title": title, "body": body }) }
    };
    let mut blocks = parts.into_iter().map(block);
    let mut rows: Vec<Value> = Vec::new();
    let mut paths: Vec<String> = Vec::new();
    for (row, length) in grid.rows.iter().enumerate() {
        paths.extend((0..*length).map(|index| format!("rows[{row}].blocks[{index}]")));
        rows.push(json!({ "blocks": blocks.by_ref().take(*length).collect::<Vec<_>>() }));
    }
    outcome.first().set("rows", rows);
    finish(view, &grid, &mut outcome, |index| paths[index].clone());
    Some(outcome)
}

/// Records the field of each cell, and puts the lines above and below the cells into their fields.
fn finish(view: &SortedSlide<'_>, grid: &Grid<'_, '_>, outcome: &mut Outcome, path: impl Fn(usize) -> String) {
    for (index, cell) in grid.cells.iter().enumerate() {
        place_cell(view, outcome, cell, &path(index), ["title", "body"]);
    }
    grid.place_lines(view, outcome);
}
