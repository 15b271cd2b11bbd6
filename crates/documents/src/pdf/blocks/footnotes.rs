//! Footnotes at the foot of a page, and their marks in its text.

use std::collections::HashMap;

use super::facts::joined;
use super::{Builder, Line, PageItem};
use crate::model::{Block, Content};
use crate::text::{collapsed, is_superscript};

impl Builder<'_> {
    /// The index of the first item of the footnotes of a page; the number of items if there are none.
    pub(super) fn footnotes_start(&self, items: &[PageItem], height: f32) -> usize {
        let mut start = items.len();
        for (at, item) in items.iter().enumerate().rev() {
            let PageItem::Line(line) = item else { break };
            if line.size > self.facts.body * 0.93 || line.base < height * 0.4 {
                break;
            }
            if note_mark(line).is_some() {
                start = at;
            }
        }
        start
    }

    /// Adds a line at the foot of a page: as a footnote if it begins with a mark, else to the footnote before it.
    pub(super) fn add_footnote_line(&mut self, line: &Line) {
        let text = collapsed(&line.text());
        if let Some(mark) = note_mark(line) {
            let rest = text.trim_start_matches(|c: char| is_superscript(c)).trim_start();
            let rest = rest.strip_prefix(mark.as_str()).unwrap_or(rest);
            let rest = rest.trim_start_matches(['.', ')', ' ']).to_owned();
            self.push(Content::Footnote { mark, text: rest });
            return;
        }
        let facts = self.facts;
        if let Some(Block { content: Content::Footnote { text: existing, .. }, .. }) = self.blocks.last_mut() {
            *existing = joined(std::mem::take(existing), &text, facts);
        } else {
            self.push(Content::Footnote { mark: String::new(), text });
        }
    }
}

/// The mark that a footnote begins with.
fn note_mark(line: &Line) -> Option<String> {
    let text = line.text();
    let raised: String = text.chars().take_while(|c| is_superscript(*c)).collect();
    if !raised.is_empty() {
        let digits = raised.chars().map(|c| match c {
            '¹' => '1',
            '²' => '2',
            '³' => '3',
            '⁰' => '0',
            c => char::from_digit(c as u32 - '⁴' as u32 + 4, 10).unwrap_or('0'),
        });
        return Some(digits.collect());
    }
    let first = text.split(' ').next()?;
    if matches!(first.chars().next(), Some('*' | '†' | '‡' | '§')) {
        return Some(first.chars().take(1).collect());
    }
    let digits = first.trim_end_matches(['.', ')']);
    let is_number = !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|c| c.is_ascii_digit());
    // A number is a mark if it is in smaller type, ends with a full stop or a bracket, or is followed by several words.
    let is_small = line.words.first().is_some_and(|word| word.size < line.size * 0.9);
    (is_number && (is_small || first.len() > digits.len() || line.words.len() > 3)).then(|| digits.to_owned())
}

/// Removes the references to footnotes from the text of their pages.
pub(super) fn remove_marks(blocks: &mut [Block]) {
    let mut marks: HashMap<usize, Vec<String>> = HashMap::new();
    for block in blocks.iter() {
        if let Content::Footnote { mark, .. } = &block.content
            && let Some(raised) = crate::text::as_superscript(mark).filter(|raised| !raised.is_empty())
        {
            marks.entry(block.page).or_default().push(raised);
        }
    }
    for block in blocks {
        let Some(page_marks) = marks.get(&block.page) else { continue };
        let clean = |text: &mut String| {
            if text.chars().any(is_superscript) {
                for mark in page_marks {
                    if let Some(at) = text.find(mark.as_str()) {
                        text.replace_range(at..at + mark.len(), "");
                    }
                }
            }
        };
        match &mut block.content {
            Content::Paragraph(text) | Content::Heading { text, .. } => clean(text),
            Content::List(list) => list.items.iter_mut().for_each(|item| clean(&mut item.text)),
            _ => {}
        }
    }
}
