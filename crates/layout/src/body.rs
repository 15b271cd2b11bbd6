//! A Markdown body: its blocks measured, fitted to columns and drawn.
//!
//! Text that follows on text is one node, so that it can be edited as one; code, tables, pictures and quotes stand on
//! their own. A column ends between blocks, never inside a list item. Each part carries the build step that
//! [`deck::pieces`] gives it.

mod column;
mod entry;
mod tables;

use std::ops::Range;

use deck::{Block, located};
use scene::{Align, Px, Rect};

use crate::fit::{Fitted, fitted};
use crate::sheet::Sheet;
use entry::Entry;

/// A Markdown body, shaped and waiting for its columns.
pub(crate) struct Body {
    entries: Vec<Entry>,
    field: String,
    /// The size that the entries were shaped at.
    base: f32,
}

impl Body {
    /// Shapes the Markdown of a field at its first step.
    pub(crate) fn new(sheet: &mut Sheet<'_>, field: &str, markdown: &str, base: f32) -> Body {
        let align = sheet.start();
        Body::aligned(sheet, field, markdown, base, align)
    }

    /// Shapes the Markdown of a field at its first step, its paragraphs aligned. Lists and blocks stay where they are.
    pub(crate) fn aligned(sheet: &mut Sheet<'_>, field: &str, markdown: &str, base: f32, align: Align) -> Body {
        let (blocks, sources) = located(markdown);
        let entries = entry::entries(sheet, field, (&blocks, &in_units(markdown, &sources)), base, align);
        Body { entries, field: field.to_owned(), base }
    }

    /// Shapes the blocks of a field at its first step.
    pub(crate) fn of(sheet: &mut Sheet<'_>, field: &str, blocks: &[Block], base: f32) -> Body {
        let entries = entry::entries(sheet, field, (blocks, &[]), base, sheet.start());
        Body { entries, field: field.to_owned(), base }
    }

    /// Whether there is nothing to draw.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How high it is in one column.
    pub(crate) fn height(&mut self, sheet: &mut Sheet<'_>, width: Px, fitted: Fitted) -> Px {
        let measures = self.measures(sheet, width, fitted);
        column::heights(&measures, &[]).into_iter().sum()
    }

    /// The step at which the body fits its columns, which are equally wide and high.
    pub(crate) fn fitted(&mut self, sheet: &mut Sheet<'_>, columns: &[Rect], steps: &[f32]) -> Fitted {
        let Some(frame) = columns.first().copied() else {
            return Fitted { step: self.base, gap: 1.0 };
        };
        fitted(steps, frame.height, |fitted| {
            let measures = self.measures(sheet, frame.width, fitted);
            let breaks = column::breaks(&measures, columns.len(), frame.height);
            column::heights(&measures, &breaks).into_iter().fold(Px::ZERO, Px::max)
        })
    }

    /// Draws the body into its columns and answers where the lowest one ends.
    pub(crate) fn draw(mut self, sheet: &mut Sheet<'_>, columns: &[Rect], fitted: Fitted) -> Px {
        let Some(frame) = columns.first().copied() else {
            return Px::ZERO;
        };
        let measures = self.measures(sheet, frame.width, fitted);
        let breaks = column::breaks(&measures, columns.len(), frame.height);
        let mut bottom = frame.y;
        let mut entries = self.entries.into_iter();
        let mut from = 0;
        for (index, column) in columns.iter().enumerate() {
            let until = breaks.get(index).copied().unwrap_or(measures.len());
            let part = entries.by_ref().take(until - from).collect();
            from = until;
            let scale = fitted.step / self.base;
            let drawn = column::draw(sheet, &self.field, part, *column, scale, fitted.gap);
            bottom = bottom.max(drawn);
        }
        bottom
    }

    fn measures(&mut self, sheet: &mut Sheet<'_>, width: Px, fitted: Fitted) -> Vec<column::Measure> {
        let scale = fitted.step / self.base;
        let measure = |entry: &mut Entry| column::Measure {
            height: entry.height(sheet.set, width, scale, fitted.gap),
            gap: entry.gap * scale * fitted.gap,
            keeps: entry.keeps,
            joins: entry.joins,
        };
        self.entries.iter_mut().map(measure).collect()
    }
}

/// Bytes of a text in UTF-16 code units. The ranges are in order.
fn in_units(text: &str, ranges: &[Range<usize>]) -> Vec<Range<usize>> {
    let (mut byte, mut unit) = (0, 0);
    let mut at = |to: usize| {
        unit += text[byte..to].encode_utf16().count();
        byte = to;
        unit
    };
    ranges.iter().map(|range| at(range.start)..at(range.end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_editors_count() {
        assert_eq!(in_units("é😀 a\n\n- bc", &[0..8, 12..14]), [0..5, 9..11]);
    }
}
