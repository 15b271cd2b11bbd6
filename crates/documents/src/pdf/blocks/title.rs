//! Finds the title of a document.

use std::ops::Range;

use super::facts::{Facts, joined};
use super::{Line, PageItem};
use crate::furniture::is_contents_heading;
use crate::plain::section_number;
use crate::text::{cannot_end_title, collapsed, comparison_key, is_connector, is_kind_of_document};

/// The title, and the range of the items that show it.
pub(super) struct Title {
    pub(super) text: String,
    pub(super) page: usize,
    pub(super) items: Range<usize>,
}

/// Finds the title: the lines that show the declared title, else the largest type on the first page.
pub(super) fn title(pages: &[Vec<PageItem>], declared: Option<&str>, facts: &Facts) -> Option<Title> {
    if let Some(declared) = declared {
        let key = comparison_key(declared);
        for (page, items) in pages.iter().enumerate().take(3) {
            for start in 0..items.len().min(40) {
                let mut text = String::new();
                for (end, item) in items.iter().enumerate().skip(start).take(5) {
                    let PageItem::Line(line) = item else { break };
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(&line.text());
                    let shown_key = comparison_key(&text);
                    if shown_key == key && key.chars().count() >= 3 {
                        let (text, items) = with_kind(collapsed(&text), items, start..end + 1, facts);
                        return Some(Title { text, page, items });
                    }
                    if !key.starts_with(&shown_key) {
                        break;
                    }
                }
            }
        }
    }
    let first = pages.iter().position(|items| items.iter().any(|item| matches!(item, PageItem::Line(_))))?;
    let items = &pages[first];
    let largest = items
        .iter()
        .filter_map(|item| match item {
            PageItem::Line(line) if is_candidate(line) => Some(line.size),
            _ => None,
        })
        .fold(0.0, f32::max);
    let is_large = largest >= facts.body * 1.18;
    let mut start = items.iter().position(|item| match item {
        PageItem::Line(line) if is_large => is_candidate(line) && line.size > largest - 0.6,
        // Without large type the title is the first short bold line.
        PageItem::Line(line) => {
            is_candidate(line) && line.is_bold && !facts.is_bold && line.text().chars().count() < 120
        }
        PageItem::Block(_) => false,
    })?;
    if !is_large && start > 3 {
        return None;
    }
    let PageItem::Line(first_line) = &items[start] else { return None };
    let mut text = first_line.text();
    let mut end = start + 1;
    let mut last = first_line;
    while let Some(PageItem::Line(line)) = items.get(end) {
        let is_same = (line.size - last.size).abs() < 0.6 && line.is_bold == last.is_bold;
        if !is_same || line.base - last.base > last.size * 2.2 || line.base < last.base || end - start >= 4 {
            break;
        }
        text = joined(text, &line.text(), facts);
        last = line;
        end += 1;
    }
    // The title may continue in another size: "Practical use of", "SPECIAL COMMANDS", "in".
    let is_part = |line: &Line| line.size >= facts.body * 1.1 && line.text().chars().any(char::is_alphabetic);
    while let Some(PageItem::Line(line)) = start.checked_sub(1).and_then(|before| items.get(before))
        && is_part(line)
        && line.text().split_whitespace().next_back().is_some_and(cannot_end_title)
    {
        text = joined(line.text(), &text, facts);
        start -= 1;
    }
    while let Some(PageItem::Line(line)) = items.get(end)
        && is_part(line)
        && end - start < 6
        && (line.text().split_whitespace().next().is_some_and(is_connector)
            || text.split_whitespace().next_back().is_some_and(cannot_end_title))
    {
        text = joined(text, &line.text(), facts);
        end += 1;
    }
    let (mut text, range) = with_kind(collapsed(&text), items, start..end, facts);
    // On a folded card, the lines of several columns may be read as one. The declared title says which part is meant.
    if let Some(declared) = declared.filter(|declared| declared.split_whitespace().count() > 1) {
        let (shown_key, key) = (comparison_key(&text), comparison_key(declared));
        if shown_key.contains(&key) && !shown_key.starts_with(&key) {
            text = collapsed(declared);
        }
    }
    // In a paper without a title, the largest type is that of its first numbered heading.
    let is_heading = section_number(&text).is_some() && !facts.bookmarks.is_empty();
    if text.chars().count() > 250 || is_heading {
        return None;
    }
    // A declared title of several words is better than a single word on the page.
    let words = |text: &str| text.split_whitespace().count();
    if words(&text) < 2 && declared.is_some_and(|declared| words(declared) > 2) {
        return None;
    }
    Some(Title { text, page: first, items: range })
}

/// Whether a line may be a title.
fn is_candidate(line: &Line) -> bool {
    let text = line.text();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3 && letters * 2 >= text.chars().count() && !is_contents_heading(&text)
}

/// A title together with the name or the kind of the document that stands above or below it in another size, such as
/// "DICOMscope" and "User Manual". Returns the range of items that it extends to.
fn with_kind(text: String, items: &[PageItem], range: Range<usize>, facts: &Facts) -> (String, Range<usize>) {
    let is_name = |line: &Line| line.size >= facts.body && is_candidate(line) && line.text().chars().count() <= 80;
    let name_at = |at: usize| match items.get(at) {
        Some(PageItem::Line(line)) if is_name(line) => Some(collapsed(&line.text())),
        _ => None,
    };
    let (before, after) = (range.start.checked_sub(1).and_then(name_at), name_at(range.end));
    if is_kind_of_document(&text) {
        return match before {
            Some(name) => (format!("{name}: {text}"), range.start - 1..range.end),
            None => (text, range),
        };
    }
    if let Some(kind) = before.filter(|text| is_kind_of_document(text)) {
        return (format!("{text}: {kind}"), range.start - 1..range.end);
    }
    match after.filter(|text| is_kind_of_document(text)) {
        Some(kind) => (format!("{text}: {kind}"), range.start..range.end + 1),
        None => (text, range),
    }
}
