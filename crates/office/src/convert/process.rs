//! Steps in order: processes, cycles, funnels and pyramids.

use serde_json::{Value, json};

use super::cells::{Cell, Grid, grid, is_step_number};
use super::outcome::Outcome;
use super::text::length;
use super::view::{SlideItem, SortedSlide};
use crate::report::Fate;

const PROCESS: &str = "process-slide";
const FUNNEL: &str = "funnel-slide";
const PYRAMID: &str = "pyramid-slide";

/// Converts cells that arrows or numbers put in order, or a row of shapes with a few words each, into a process. `None`
/// for other slides.
pub(super) fn recognise(view: &SortedSlide<'_>) -> Option<Outcome> {
    let grid = grid(view)?;
    let is_row =
        grid.rows.len() == 1 && grid.cells.iter().all(|cell| cell.lines().len() == 1) && grid.has_no_pictures();
    let is_drawn = grid.cells.iter().flat_map(|cell| &cell.items).all(|item| item.is_drawn());
    if !(grid.is_sequence || (is_row && is_drawn))
        || !(3..=view.scope.max_entries(PROCESS, "items")).contains(&grid.cells.len())
    {
        return None;
    }
    let mut outcome = steps(view, &grid, PROCESS, ["items", "title", "text"])?;
    if grid.rows.len() == grid.cells.len() {
        outcome.first().set("direction", "vertical");
    }
    Some(outcome)
}

/// Converts shapes below one another into a funnel if each is narrower than the one above, or into a pyramid if each is
/// wider. `None` for other slides.
pub(super) fn bands(view: &SortedSlide<'_>) -> Option<Outcome> {
    let mut items: Vec<_> = view.items.iter().collect();
    items.sort_by_key(|item| item.frame().y);
    if !(3..=6).contains(&items.len()) || !items.iter().all(|item| item.is_drawn()) {
        return None;
    }
    let middle = |item: &SlideItem<'_>| item.frame().x + item.frame().width / 2;
    let tolerance = view.scope.size.0 / 25;
    let is_centred = items.windows(2).all(|pair| (middle(pair[0]) - middle(pair[1])).abs() < tolerance);
    let is_stacked =
        items.windows(2).all(|pair| pair[1].frame().y >= pair[0].frame().y + pair[0].frame().height * 3 / 4);
    let narrows = items.windows(2).all(|pair| pair[1].frame().width * 20 < pair[0].frame().width * 19);
    let widens = items.windows(2).all(|pair| pair[0].frame().width * 20 < pair[1].frame().width * 19);
    if !is_centred || !is_stacked || !(narrows || widens) {
        return None;
    }
    let cells: Vec<Cell<'_, '_>> = items.iter().map(|item| Cell { frame: item.frame(), items: vec![*item] }).collect();
    let rows = vec![1; cells.len()];
    let grid = Grid { cells, rows, above: None, below: None, is_sequence: true };
    let (slide_type, list) = if narrows { (FUNNEL, "items") } else { (PYRAMID, "levels") };
    steps(view, &grid, slide_type, [list, "label", "text"])
}

/// Converts the cells of a grid into entries with a title and a text. `None` if one does not fit.
pub(super) fn steps(
    view: &SortedSlide<'_>,
    grid: &Grid<'_, '_>,
    slide_type: &'static str,
    [list, title_key, text_key]: [&str; 3],
) -> Option<Outcome> {
    view.title.as_ref()?;
    if !grid.lines_fit(view, slide_type) {
        return None;
    }
    let mut outcome = Outcome::headed(view, slide_type);
    let mut entries: Vec<Value> = Vec::new();
    for (index, cell) in grid.cells.iter().enumerate() {
        let mut lines = cell.lines();
        if lines.len() > 1 && is_step_number(&lines[0]) {
            lines.remove(0);
        }
        let (title, details) = lines.split_first()?;
        let text = details.join(" ");
        let fits = view.scope.fits(slide_type, &format!("{list}.{title_key}"), title)
            && view.scope.fits(slide_type, &format!("{list}.{text_key}"), &text);
        if !fits || cell.pictures().any(|picture| view.share(picture.frame()) > 3) {
            return None;
        }
        let mut entry = json!({ title_key: title });
        if length(&text) > 0 {
            entry[text_key] = json!(text);
        }
        entries.push(entry);
        place_cell(view, &mut outcome, cell, &format!("{list}[{index}]"), [title_key, text_key]);
    }
    outcome.first().set(list, entries);
    grid.place_lines(view, &mut outcome);
    Some(outcome)
}

/// Records the fields that the parts of a cell were put into.
pub(super) fn place_cell(
    view: &SortedSlide<'_>,
    outcome: &mut Outcome,
    cell: &Cell<'_, '_>,
    path: &str,
    keys: [&str; 2],
) {
    let mut key = keys[0];
    for item in &cell.items {
        if item.picture().is_some() {
            if view.share(item.frame()) <= 3 {
                outcome.fates.insert(item.index, Fate::Dropped("an icon beside its text".to_owned()));
            }
        } else if is_step_number(&item.line()) {
            outcome.fates.insert(item.index, Fate::Dropped("the number of a step".to_owned()));
        } else {
            outcome.place(item, format!("{path}.{key}"));
            key = keys[1];
        }
    }
}
