//! Key figures: large numbers with a label each.

use serde_json::{Value, json};

use super::cells::{Cell, grid, is_entry, is_step_number, step_number};
use super::likely::{is_date, is_figure, value_and_unit};
use super::outcome::Outcome;
use super::text::{length, words};
use super::view::{SlideItem, SortedSlide};
use crate::model::Paragraph;

const METRICS: &str = "kpi-metrics-slide";

/// Converts a slide with a few figures, each with a label above or below it.
pub(super) fn recognise(view: &SortedSlide<'_>) -> Option<Outcome> {
    if let Some(grid) = grid(view)
        && grid.has_no_pictures()
        && grid.lines_fit(view, METRICS)
        && grid.cells.len() <= view.scope.max_entries(METRICS, "metrics")
        && !is_numbered(&grid.cells)
    {
        let metrics: Vec<Value> = grid.cells.iter().map(|cell| metric(view, cell)).collect::<Option<_>>()?;
        let are_years = grid.cells.iter().all(|cell| cell.lines().iter().any(|line| is_date(line)));
        if are_years {
            return None;
        }
        let mut outcome = Outcome::headed(view, METRICS);
        outcome.first().set("metrics", metrics);
        for (index, cell) in grid.cells.iter().enumerate() {
            for item in &cell.items {
                let key = if is_figure(item.lines().first().map_or("", String::as_str)) { "value" } else { "label" };
                outcome.place(item, format!("metrics[{index}].{key}"));
            }
        }
        grid.place_lines(view, &mut outcome);
        return Some(outcome);
    }
    single(view)
}

/// Whether the figures of the cells are only their numbers: 1, 2, 3.
fn is_numbered(cells: &[Cell<'_, '_>]) -> bool {
    let counts = |(cell, number): (&Cell<'_, '_>, usize)| {
        cell.lines().first().is_some_and(|line| is_step_number(line) && step_number(line) == Some(number))
    };
    cells.len() > 2 && cells.iter().zip(1..).all(counts)
}

/// Converts a slide with a single figure in very large letters.
fn single(view: &SortedSlide<'_>) -> Option<Outcome> {
    let items: Vec<&SlideItem<'_>> = view.items.iter().collect();
    let is_large = |item: &&SlideItem<'_>| {
        is_figure(&item.lines().first().cloned().unwrap_or_default()) && item.size() >= Some(4000)
    };
    if items.len() > 2 || !items.iter().all(|item| item.is_text()) || !items.iter().any(is_large) {
        return None;
    }
    let cell = Cell { frame: items.first()?.frame(), items: items.clone() };
    let metric = metric(view, &cell)?;
    let mut outcome = Outcome::headed(view, METRICS);
    outcome.first().set("metrics", vec![metric]);
    for item in items {
        outcome.place(item, "metrics[0].value");
    }
    Some(outcome)
}

/// The figure of a cell with its label and a note. `None` if the cell has no figure, or they do not fit their fields.
fn metric(view: &SortedSlide<'_>, cell: &Cell<'_, '_>) -> Option<Value> {
    let mut paragraphs = cell.paragraphs();
    let is_main_figure = |paragraph: &Paragraph| {
        is_figure(&words(paragraph)) && !is_entry(paragraph) && paragraph.size.is_none_or(|size| size >= 2400)
    };
    let index = paragraphs.iter().take(2).position(is_main_figure)?;
    let figure = paragraphs.remove(index);
    let largest = paragraphs.iter().filter_map(|paragraph| paragraph.size).max();
    if figure.size.is_some() && largest > figure.size {
        return None;
    }
    let mut lines = paragraphs.iter().map(|paragraph| words(paragraph).trim().to_owned());
    let label = lines.next().unwrap_or_default();
    let note = lines.collect::<Vec<_>>().join(" ");
    let (value, unit) = value_and_unit(&words(&figure));
    let fits = view.scope.fits(METRICS, "metrics.label", &label) && view.scope.fits(METRICS, "metrics.note", &note);
    let mut metric = json!({ "value": value });
    for (key, text) in [("unit", unit), ("label", label), ("note", note)] {
        if length(&text) > 0 {
            metric[key] = json!(text);
        }
    }
    fits.then_some(metric)
}
