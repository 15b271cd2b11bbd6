//! Timelines: dates with what happened then, in cells or in the lines of a text.

use serde_json::{Value, json};

use super::cells::grid;
use super::likely::{is_date, leading_date};
use super::outcome::Outcome;
use super::text::length;
use super::view::SortedSlide;
use crate::report::Fate;

const TIMELINE: &str = "timeline-slide";

/// Converts cells with a date each into a timeline. `None` for other slides.
pub(super) fn in_cells(view: &SortedSlide<'_>) -> Option<Outcome> {
    let grid = grid(view)?;
    if !grid.lines_fit(view, TIMELINE) || grid.cells.len() < 3 {
        return None;
    }
    let mut entries = Vec::new();
    for cell in &grid.cells {
        let mut lines = cell.lines();
        let date = if let Some(index) = lines.iter().position(|line| is_date(line)) {
            lines.remove(index)
        } else {
            let (date, words) = leading_date(lines.first()?)?;
            lines[0] = words;
            date
        };
        entries.push((date, lines));
    }
    let items = stops(view, entries)?;
    let mut outcome = Outcome::headed(view, TIMELINE);
    outcome.first().set("items", items);
    for (index, cell) in grid.cells.iter().enumerate() {
        for item in &cell.items {
            if item.is_text() {
                let key = if is_date(&item.line()) { "date" } else { "title" };
                outcome.place(item, format!("items[{index}].{key}"));
            } else if view.share(item.frame()) < 2 {
                outcome.fates.insert(item.index, Fate::Dropped("a small picture beside a date".to_owned()));
            }
        }
    }
    grid.place_lines(view, &mut outcome);
    Some(outcome)
}

/// Converts a text whose lines all begin with a date into a timeline. `None` for other slides.
pub(super) fn in_lines(view: &SortedSlide<'_>) -> Option<Outcome> {
    let [item] = &view.items[..] else { return None };
    let lines = item.lines();
    let has_links = item.paragraphs.iter().flat_map(|paragraph| &paragraph.runs).any(|run| run.link.is_some());
    if !item.is_text() || lines.len() < 3 || has_links {
        return None;
    }
    let entries: Option<Vec<(String, Vec<String>)>> =
        lines.iter().map(|line| leading_date(line).map(|(date, words)| (date, vec![words]))).collect();
    let items = stops(view, entries?)?;
    let mut outcome = Outcome::headed(view, TIMELINE);
    outcome.first().set("items", items);
    outcome.place(item, "items");
    Some(outcome)
}

/// The entries as stops of a timeline. `None` if there are too many or one does not fit.
fn stops(view: &SortedSlide<'_>, entries: Vec<(String, Vec<String>)>) -> Option<Vec<Value>> {
    if entries.len() > view.scope.max_entries(TIMELINE, "items") {
        return None;
    }
    let stop = |(date, lines): (String, Vec<String>)| {
        let (title, text) = lines.split_first()?;
        let text = text.join(" ");
        let fits = view.scope.fits(TIMELINE, "items.date", &date)
            && view.scope.fits(TIMELINE, "items.title", title)
            && view.scope.fits(TIMELINE, "items.text", &text);
        let mut stop = json!({ "date": date, "title": title });
        if length(&text) > 0 {
            stop["text"] = json!(text);
        }
        fits.then_some(stop)
    };
    entries.into_iter().map(stop).collect()
}
