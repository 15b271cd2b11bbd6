//! Lists of terms and what they mean: a term in another typeface, or on a line of its own, and its text indented after
//! it.

use super::lines::Line;
use crate::model::{List, ListItem};
use crate::text::{collapsed, ends_sentence};

/// Minimum number of terms of a list.
const MIN_TERMS: usize = 3;
/// Maximum length of a term, in characters.
const MAX_TERM: usize = 80;
/// Maximum number of lines of the text of a term.
const MAX_LINES: usize = 30;

/// A term and its text.
struct TermEntry {
    term: String,
    text: String,
    /// Number of lines of the term and its text.
    lines: usize,
    /// Whether it cannot be an indented paragraph: its term is in another typeface, or two lines are indented alike.
    is_certain: bool,
}

/// The list of terms that lines begin with, and the number of its lines. `body` is the size of most text, `pitch` the
/// usual distance of lines as a multiple of their size. `join` adds a line to a text.
pub(super) fn definitions(
    lines: &[&Line],
    body: f32,
    pitch: f32,
    join: impl Fn(String, &str) -> String,
) -> Option<(List, usize)> {
    let first = lines.first()?;
    let mut entries: Vec<TermEntry> = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let is_aligned = (line.left - first.left).abs() < 2.0 && line.column == first.column;
        let is_near = at == 0 || {
            let gap = (line.base - lines[at - 1].base) / line.size.max(1.0);
            (0.5..=pitch * 2.4).contains(&gap)
        };
        let is_usual = line.size <= body * 1.08 && line.size >= body * 0.75;
        if !is_aligned || !is_near || !is_usual {
            break;
        }
        let Some(entry) = entry(&lines[at..], pitch, &join) else { break };
        at += entry.lines;
        entries.push(entry);
    }
    let certain = entries.iter().filter(|entry| entry.is_certain).count();
    if entries.len() < MIN_TERMS || certain * 3 < entries.len() * 2 {
        return None;
    }
    let item = |entry: TermEntry| ListItem { term: Some(entry.term), text: entry.text, ..ListItem::default() };
    Some((List { is_ordered: false, items: entries.into_iter().map(item).collect() }, at))
}

/// The entry that lines begin with.
fn entry(lines: &[&Line], pitch: f32, join: &impl Fn(String, &str) -> String) -> Option<TermEntry> {
    let first = lines[0];
    let indent = first.size * 0.8;
    let is_text = |line: &Line| line.left > first.left + indent && line.left < first.left + first.size * 14.0;
    let lead = lead(first);
    let (term, start) = if lead > 0 && lead < first.words.len() {
        (words(first, 0, lead), 0)
    } else if first.is_bold && !first.is_mono {
        // A line in bold type is a heading.
        return None;
    } else {
        // Up to three terms may share a text.
        let count =
            1 + lines[1..].iter().take(2).take_while(|line| first.is_mono && line.is_mono && !is_text(line)).count();
        (lines[..count].iter().map(|line| line.text()).collect::<Vec<_>>().join(", "), count)
    };
    let term = collapsed(&term);
    let is_term = (1..=MAX_TERM).contains(&term.chars().count())
        && term.chars().any(char::is_alphanumeric)
        && term.matches('(').count() == term.matches(')').count()
        && !(ends_sentence(&term) && start > 0)
        && !term.ends_with([',', ';']);
    if !is_term {
        return None;
    }
    let mut text = if start == 0 { words(first, lead, first.words.len()) } else { String::new() };
    let mut end = start.max(1);
    let mut left: Option<f32> = None;
    let mut alike = 0;
    while let Some(line) = lines.get(end).filter(|_| end < MAX_LINES) {
        let gap = (line.base - lines[end - 1].base) / line.size.max(1.0);
        let is_further = left.is_none_or(|left| line.left > left - 2.0);
        let is_near = (0.5..=pitch * if end == 1 { 1.9 } else { 2.1 }).contains(&gap);
        if !is_text(line) || !is_further || !is_near || line.column != first.column {
            break;
        }
        alike += usize::from(left.is_some_and(|left| (line.left - left).abs() < 2.0));
        left = Some(left.unwrap_or(line.left));
        text = join(text, &line.text());
        end += 1;
    }
    let text = collapsed(&text);
    // Cells of a table are not running text.
    let cells = if start == 0 { 2 } else { 1 };
    let is_table = first.cells().len() > cells || lines[1..end].iter().any(|line| line.cells().len() > 1);
    if is_table {
        return None;
    }
    // A paragraph may begin with words in another typeface, too. The text of a term has a wider gap before it, or
    // continues in indented lines.
    let is_apart = || {
        let gap = first.words[lead].left - first.words[lead - 1].right;
        gap > first.size * if first.words[lead - 1].is_mono { 0.75 } else { 0.42 }
    };
    if start == 0 && end == 1 && !is_apart() {
        return None;
    }
    if text.chars().filter(|c| c.is_alphabetic()).count() < 3 {
        return None;
    }
    Some(TermEntry { is_certain: start == 0 && lead > 0 || first.is_mono || alike > 0, term, text, lines: end })
}

/// How many words at the start of a line are in bold or fixed type, if the words after them are not.
fn lead(line: &Line) -> usize {
    let bold = line.words.iter().take_while(|word| word.is_bold).count();
    let mono = line.words.iter().take_while(|word| word.is_mono).count();
    bold.max(mono)
}

/// The text of a range of words of a line.
fn words(line: &Line, from: usize, to: usize) -> String {
    Line { words: line.words[from..to].to_vec(), ..line.clone() }.text()
}
