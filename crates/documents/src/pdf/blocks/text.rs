//! Joins lines to paragraphs, list items and code.

use super::captions::is_caption;
use super::facts::joined;
use super::{Builder, Line};
use crate::model::{Content, List, ListItem};
use crate::plain::marker;
use crate::text::ends_sentence;

/// The paragraph, list item or code that further lines may continue.
pub(super) struct OpenBlock {
    /// The index of the block.
    pub(super) block: usize,
    /// The last line that was added.
    pub(super) last: Line,
    /// The page of the last line.
    pub(super) page: usize,
    /// Left edge of the first line, for lists.
    pub(super) left: f32,
    pub(super) is_item: bool,
}

impl Builder<'_> {
    /// Adds a line of code to the open code, or begins one.
    pub(super) fn add_code_line(&mut self, line: &Line) {
        let indent = ((line.left - line.column.0) / (line.size * 0.6).max(1.0)).round().clamp(0.0, 40.0) as usize;
        let text = format!("{}{}", " ".repeat(indent), line.text());
        if let Some(OpenBlock { block, last, page, .. }) = &self.open
            && *block + 1 == self.blocks.len()
            && *page == self.page
            && line.base - last.base < line.size * 3.0
            && let Content::Code { text: before, .. } = &mut self.blocks[*block].content
        {
            before.push('\n');
            before.push_str(&text);
        } else {
            self.push(Content::Code { language: None, text });
        }
        self.open_block(line, line.left, false);
    }

    /// Leaves the last block open for further lines. `last` is its last line so far.
    pub(super) fn open_block(&mut self, last: &Line, left: f32, is_item: bool) {
        self.open =
            Some(OpenBlock { block: self.blocks.len() - 1, last: last.clone(), page: self.page, left, is_item });
    }

    /// Adds a line to the paragraph or list item that is open, or begins one.
    pub(super) fn add_text_line(&mut self, line: &Line, text: &str) {
        let mark = marker(text);
        if let Some(open) = &self.open
            && mark.is_none()
            && self.continues(open, line, text)
        {
            let block = open.block;
            let add = |existing: &mut String| *existing = joined(std::mem::take(existing), text, self.facts);
            match &mut self.blocks[block].content {
                Content::Paragraph(paragraph) => add(paragraph),
                Content::List(list) => {
                    if let Some(item) = list.items.last_mut() {
                        add(&mut item.text);
                    }
                }
                _ => {}
            }
            if let Some(open) = &mut self.open {
                open.last = line.clone();
                open.page = self.page;
            }
            return;
        }
        if let Some((is_ordered, rest)) = mark {
            self.add_item(line, is_ordered, rest);
            return;
        }
        self.push(Content::Paragraph(text.to_owned()));
        self.open_block(line, line.left, false);
    }

    /// Adds the first line of an item to the open list, or begins a list. `text` is the line without its mark.
    fn add_item(&mut self, line: &Line, is_ordered: bool, text: &str) {
        let item = ListItem { level: 0, text: text.to_owned(), ..ListItem::default() };
        let open = self.open.as_ref().filter(|open| open.is_item && open.block < self.blocks.len());
        let before = open.map(|open| (open.block, open.left));
        if let Some((block, left)) = before
            && let Content::List(list) = &mut self.blocks[block].content
        {
            let level = list.items.last().map_or(0, |last| last.level);
            let level = if line.left > left + 6.0 && line.left < left + 120.0 {
                level.saturating_add(1).min(5)
            } else if line.left < left - 6.0 && line.left > left - 120.0 {
                level.saturating_sub(1)
            } else {
                level
            };
            if level > 0 || list.is_ordered == is_ordered {
                list.items.push(ListItem { level, ..item });
                self.open =
                    Some(OpenBlock { block, last: line.clone(), page: self.page, left: line.left, is_item: true });
                return;
            }
        }
        self.push(Content::List(List { is_ordered, items: vec![item] }));
        self.open_block(line, line.left, true);
    }

    /// Whether a line continues the open paragraph or list item.
    fn continues(&self, open: &OpenBlock, line: &Line, text: &str) -> bool {
        let before = match &self.blocks[open.block].content {
            Content::Paragraph(text) => text.as_str(),
            Content::List(list) => list.items.last().map_or("", |item| item.text.as_str()),
            _ => return false,
        };
        let last = &open.last;
        if (line.size - last.size).abs() > last.size.max(1.0) * 0.12
            || line.is_mono != last.is_mono && !self.facts.is_mono
        {
            return false;
        }
        let is_cut = before.ends_with(['-', '\u{ad}', '‐']) && text.chars().next().is_some_and(char::is_lowercase);
        let is_new_place = open.page != self.page || line.column != last.column || line.base < last.base;
        if is_new_place {
            // The text may continue in the next column or on the next page.
            let starts_small = text.chars().next().is_some_and(|c| c.is_lowercase() || c == '(');
            let was_full = last.right > last.column.1 - (last.column.1 - last.column.0) * 0.12;
            return is_cut
                || !ends_sentence(before) && (starts_small || was_full && !open.is_item) && !is_caption(text);
        }
        // Another block, such as a heading or table, was added in between.
        if open.block + 1 != self.blocks.len()
            && !matches!(self.blocks.last().map(|block| &block.content), Some(Content::Picture(_)))
        {
            return false;
        }
        let pitch = (line.base - last.base) / line.size.max(1.0);
        if pitch > (self.facts.pitch * 1.28).max(1.35) {
            return false;
        }
        if is_cut {
            return true;
        }
        if is_caption(text) {
            return false;
        }
        if open.is_item {
            return line.left > open.left + 2.0 || !ends_sentence(before) && line.left > open.left - 2.0;
        }
        if line.is_bold != last.is_bold && ends_sentence(before) {
            return false;
        }
        let width = (last.column.1 - last.column.0).max(1.0);
        let is_indented = line.left > last.left + line.size * 0.8 && line.left < last.left + line.size * 5.0;
        let was_short = last.right < last.column.1 - width * 0.2;
        let first_word = line.words.first().map_or(0.0, |word| word.right - word.left);
        // The first word of the line would have had room on the line before.
        let had_room = last.right + first_word + line.size * 0.5 < last.column.1 - width * 0.03;
        let starts_large = text.chars().next().is_some_and(|c| !c.is_lowercase());
        !(is_indented && starts_large && ends_sentence(before)
            || was_short
                && starts_large
                && had_room
                && (ends_sentence(before) || width > 150.0 && last.right < last.column.1 - width * 0.4))
    }
}
