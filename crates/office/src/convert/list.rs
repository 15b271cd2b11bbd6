//! Lists of short points.

use serde_json::{Value, json};

use super::outcome::Outcome;
use super::text::{length, words};
use super::view::{SlideItem, SortedSlide};
use super::words::is_agenda as is_agenda_title;
use crate::model::{Bullet, Paragraph};

const LIST: &str = "list-slide";

/// Converts a slide with a title and one list of at least two short points. `None` for other slides, and for points
/// with styles other than whole points in bold.
pub(super) fn recognise(view: &SortedSlide<'_>) -> Option<Outcome> {
    let [item] = &view.items[..] else { return None };
    view.title.as_ref()?;
    let points = points(view, item)?;
    let mut outcome = Outcome::headed(view, LIST);
    let is_numbered = item.paragraphs.iter().any(|paragraph| paragraph.bullet == Bullet::Number);
    let is_agenda = is_agenda_title(&view.title_line());
    outcome.first().set("variant", if is_numbered || is_agenda { "numbers" } else { "bullets" });
    outcome.first().set("items", points);
    outcome.place(item, "items");
    Some(outcome)
}

/// The points of a list, each with at most one line of detail. `None` when a list slide cannot show the list unchanged.
fn points(view: &SortedSlide<'_>, item: &SlideItem<'_>) -> Option<Vec<Value>> {
    let mut points: Vec<(String, String)> = Vec::new();
    let paragraphs: Vec<&Paragraph> =
        item.paragraphs.iter().filter(|paragraph| !words(paragraph).trim().is_empty()).collect();
    let lowest = paragraphs.iter().map(|paragraph| paragraph.level).min()?;
    for paragraph in paragraphs {
        let is_styled = paragraph.runs.iter().any(|run| {
            let has_style = run.is_bold || run.is_italic || run.is_struck || run.is_code || run.link.is_some();
            has_style && !run.text.trim().is_empty()
        });
        let is_bold_throughout = paragraph.runs.iter().all(|run| run.is_bold || run.text.trim().is_empty());
        let text = words(paragraph);
        let text = text.trim();
        // The slide type always numbers its items from 1.
        let has_other_start = paragraph.start.is_some();
        if paragraph.bullet == Bullet::None
            || has_other_start
            || text.contains('\n')
            || (is_styled && !is_bold_throughout)
        {
            return None;
        }
        match (paragraph.level == lowest, points.last_mut()) {
            (true, _) => points.push((text.to_owned(), String::new())),
            (false, Some((_, detail))) if detail.is_empty() => text.clone_into(detail),
            (false, _) => return None,
        }
    }
    let fits = |(title, text): &(String, String)| {
        length(title) <= view.scope.max_length(LIST, "items.title")
            && length(text) <= view.scope.max_length(LIST, "items.text")
    };
    let is_accepted = (2..=view.scope.max_entries(LIST, "items")).contains(&points.len()) && points.iter().all(fits);
    let entry = |(title, text): (String, String)| {
        if text.is_empty() { json!({ "title": title }) } else { json!({ "title": title, "text": text }) }
    };
    is_accepted.then(|| points.into_iter().map(entry).collect())
}
