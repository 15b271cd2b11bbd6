//! Recognises tables of contents.

use super::{Line, PageItem};
use crate::furniture::is_contents_entry;

/// Whether a page is a table of contents: most of its lines end with a page number.
pub(super) fn is_contents_page(items: &[PageItem]) -> bool {
    let lines: Vec<&Line> = items
        .iter()
        .filter_map(|item| match item {
            PageItem::Line(line) => Some(line),
            PageItem::Block(_) => None,
        })
        .collect();
    let is_entry = |line: &&&Line| {
        let text = line.text();
        if is_contents_entry(&text) {
            return true;
        }
        let cells = line.cells();
        let is_number = |text: &str| {
            !text.is_empty()
                && text.len() <= 4
                && (text.bytes().all(|c| c.is_ascii_digit()) || text.bytes().all(|c| matches!(c, b'i' | b'v' | b'x')))
        };
        cells.len() >= 2
            && cells.len() <= 3
            && cells.last().is_some_and(|(_, right, text)| is_number(text) && *right > line.column.1 - 12.0)
            && cells[0].2.chars().any(char::is_alphabetic)
    };
    let entries: Vec<&Line> = lines.iter().filter(is_entry).copied().collect();
    let numbers: Vec<u32> = entries
        .iter()
        .filter_map(|line| line.text().rsplit([' ', '.']).next().and_then(|last| last.parse().ok()))
        .collect();
    let rising = numbers.windows(2).filter(|pair| pair[0] <= pair[1]).count();
    entries.len() >= 5 && entries.len() * 10 >= lines.len() * 5 && (rising + 1) * 10 >= numbers.len() * 8
}
