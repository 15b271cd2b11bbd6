//! Recognises headings by their size and weight, their numbers and the bookmarks, and gives them levels.

use std::collections::HashMap;

use super::captions::is_caption;
use super::facts::joined;
use super::{Builder, Line};
use crate::model::{Block, Content};
use crate::plain::{marker, section_number};
use crate::text::{collapsed, comparison_key};

/// A heading that has no level yet.
pub(super) struct Heading {
    /// The index of its block.
    block: usize,
    /// Its size in half points, and whether it is bold.
    style: (i32, bool),
    /// The level that a bookmark or the number of the heading gives.
    known_level: Option<u8>,
}

impl Builder<'_> {
    pub(super) fn is_larger(&self, line: &Line) -> bool {
        line.size >= self.facts.body * 1.13
    }

    /// Reads a heading at the start of the lines. Returns its number of lines; `None` if there is no heading.
    pub(super) fn read_heading(&mut self, lines: &[&Line], first: &str) -> Option<usize> {
        let line = lines[0];
        let is_larger = self.is_larger(line);
        let is_bold = line.is_bold && !self.facts.is_bold && line.size >= self.facts.body * 0.9;
        let is_same = |one: &Line, other: &Line| {
            (one.size - other.size).abs() < 0.6
                && one.is_bold == other.is_bold
                && other.base > one.base
                && other.base - one.base < one.size * 1.75
                && one.column == other.column
        };
        // Consecutive lines of the same style are one heading.
        let mut count = 1;
        let mut text = first.to_owned();
        while (is_larger || is_bold) && count < 4 && count < lines.len() && is_same(lines[count - 1], lines[count]) {
            let next = collapsed(&lines[count].text());
            if section_number(&next).is_some() || marker(&next).is_some() && section_number(&text).is_none() {
                break;
            }
            text = joined(text, &next, self.facts);
            count += 1;
        }
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let length = text.chars().count();
        if letters < 2 || length > 180 || letters * 3 < length {
            return None;
        }
        let bookmark = self.facts.bookmarks.get(&comparison_key(&text)).copied();
        let number = section_number(&text);
        let depth =
            number.filter(|(_, rest)| rest.chars().next().is_some_and(|c| !c.is_lowercase())).map(|(depth, _)| depth);
        let after = lines.get(count);
        let gap_after = after.map_or(9.0, |after| (after.base - lines[count - 1].base) / after.size.max(1.0));
        let before = self.open.as_ref().filter(|open| open.page == self.page);
        let gap_before = before.map_or(9.0, |open| (line.base - open.last.base) / line.size.max(1.0));
        let is_apart = !(0.0..self.facts.pitch * 1.12).contains(&gap_before);
        let ends_with_mark = text.ends_with(['.', ',', ';']) && !text.ends_with("...");
        let continues = after.is_some_and(|after| is_same(lines[count - 1], after));
        let capitals = text.chars().filter(|c| c.is_uppercase()).count();
        let is_capitals = letters >= 4 && capitals == letters && length <= 80;
        let is_marked = marker(&text).is_some() && depth.is_none();
        let is_heading = if line.is_mono && !self.facts.is_mono && bookmark.is_none() {
            false
        } else if bookmark.is_some() {
            is_larger || is_bold || is_apart || is_capitals
        } else if is_caption(&text) || is_marked {
            false
        } else if is_larger {
            !(continues || ends_with_mark && length > 80)
        } else if is_bold {
            (is_apart || depth.is_some()) && !ends_with_mark && !continues && length <= 120 && !text.ends_with(':')
        } else if depth.is_some() && (line.is_italic || is_capitals) {
            is_apart && !ends_with_mark && length <= 100
        } else {
            is_capitals
                && is_apart
                && gap_after > self.facts.pitch * 1.05
                && !ends_with_mark
                && text.split(' ').count() <= 10
                && line.size >= self.facts.body * 0.95
                && letters * 10 >= length * 7
                && line.cells().len() == 1
        };
        if !is_heading {
            return None;
        }
        self.open = None;
        self.headings.push(Heading {
            block: self.blocks.len(),
            style: ((line.size * 2.0).round() as i32, line.is_bold),
            known_level: bookmark.or(depth),
        });
        self.push(Content::Heading { level: 1, text });
        Some(count)
    }

    /// Gives headings their levels: by bookmarks and numbers where there are some, else by the rank of their style.
    pub(super) fn level_headings(&mut self) {
        let mut levels: HashMap<(i32, bool), HashMap<u8, usize>> = HashMap::new();
        for heading in &self.headings {
            if let Some(level) = heading.known_level {
                *levels.entry(heading.style).or_default().entry(level).or_insert(0) += 1;
            }
        }
        let mut styles: Vec<(i32, bool)> = self.headings.iter().map(|heading| heading.style).collect();
        styles.sort_by_key(|style| std::cmp::Reverse(*style));
        styles.dedup();
        let mut ranks: Vec<(i32, bool, u8)> = Vec::new();
        for (size, is_bold) in styles {
            let rank = match ranks.last() {
                None => 1,
                Some((last, bold, rank)) if last - size <= 1 && *bold == is_bold => *rank,
                Some((.., rank)) => rank + 1,
            };
            ranks.push((size, is_bold, rank.min(6)));
        }
        let are_levels_known = self.headings.iter().filter(|heading| heading.known_level.is_some()).count() >= 2;
        for heading in &self.headings {
            let usual = levels
                .get(&heading.style)
                .and_then(|counts| counts.iter().max_by_key(|(level, count)| (**count, std::cmp::Reverse(**level))))
                .map(|(level, _)| *level);
            let rank =
                ranks.iter().find(|(size, bold, _)| (*size, *bold) == heading.style).map_or(1, |(.., rank)| *rank);
            let chosen = if are_levels_known { heading.known_level.or(usual).unwrap_or(rank) } else { rank };
            if let Some(Block { content: Content::Heading { level, .. }, .. }) = self.blocks.get_mut(heading.block) {
                *level = chosen.clamp(1, 9);
            }
        }
    }
}
