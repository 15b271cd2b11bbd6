//! A Markdown body: measures its blocks, fits them to columns and draws them.
//!
//! Consecutive text blocks become one node, so that they can be edited together; code, tables, pictures and quotes get
//! nodes of their own. A column ends between blocks, never inside a list item. Each block has the build step that
//! [`deck::body_pieces`] assigns.

mod blocks;
mod column;
mod tables;

use std::ops::Range;

use deck::{Block, located_blocks};
use scene::{Align, Px, Rect};

use crate::fit::{FittedSize, fitted};
use crate::sheet::Sheet;
use blocks::BodyBlock;

/// A shaped Markdown body that can be measured and drawn.
pub(crate) struct Body {
    blocks: Vec<BodyBlock>,
    field: String,
    /// Font size at which the blocks were shaped.
    base: f32,
}

impl Body {
    /// Shapes the Markdown of a field at the font size `base`.
    pub(crate) fn new(sheet: &mut Sheet<'_>, field: &str, markdown: &str, base: f32) -> Body {
        let align = sheet.start_align();
        Body::aligned(sheet, field, markdown, base, align)
    }

    /// Like [`Body::new`], with an alignment for paragraphs outside lists.
    pub(crate) fn aligned(sheet: &mut Sheet<'_>, field: &str, markdown: &str, base: f32, align: Align) -> Body {
        let (blocks, sources) = located_blocks(markdown);
        let blocks = blocks::shaped(sheet, field, (&blocks, &in_utf16_units(markdown, &sources)), base, align);
        Body { blocks, field: field.to_owned(), base }
    }

    /// Shapes already parsed blocks of a field at the font size `base`.
    pub(crate) fn of(sheet: &mut Sheet<'_>, field: &str, blocks: &[Block], base: f32) -> Body {
        let blocks = blocks::shaped(sheet, field, (blocks, &[]), base, sheet.start_align());
        Body { blocks, field: field.to_owned(), base }
    }

    /// The same body with another line height of its paragraphs and lists, as a factor of the font size.
    #[must_use]
    pub(crate) fn leading(mut self, leading: f32) -> Body {
        for block in &mut self.blocks {
            if let blocks::BodyBlockKind::Words(words) = &mut block.kind {
                words.set_leading(leading);
            }
        }
        self
    }

    /// Whether there is nothing to draw.
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Height of the body in one column.
    pub(crate) fn height(&mut self, sheet: &mut Sheet<'_>, width: Px, fitted: FittedSize) -> Px {
        let measures = self.measures(sheet, width, fitted);
        column::heights(&measures, &[]).into_iter().sum()
    }

    /// The size at which the body fits its columns, which must be equally wide and high.
    pub(crate) fn fitted(&mut self, sheet: &mut Sheet<'_>, columns: &[Rect], steps: &[f32]) -> FittedSize {
        let Some(frame) = columns.first().copied() else {
            return FittedSize { step: self.base, gap: 1.0 };
        };
        fitted(steps, frame.height, |fitted| {
            let measures = self.measures(sheet, frame.width, fitted);
            let breaks = column::breaks(&measures, columns.len(), frame.height);
            column::heights(&measures, &breaks).into_iter().fold(Px::ZERO, Px::max)
        })
    }

    /// Draws the body into its columns and returns the bottom of the lowest one.
    pub(crate) fn draw(mut self, sheet: &mut Sheet<'_>, columns: &[Rect], fitted: FittedSize) -> Px {
        let Some(frame) = columns.first().copied() else {
            return Px::ZERO;
        };
        let measures = self.measures(sheet, frame.width, fitted);
        let breaks = column::breaks(&measures, columns.len(), frame.height);
        let mut bottom = frame.y;
        let mut blocks = self.blocks.into_iter();
        let mut from = 0;
        for (index, column) in columns.iter().enumerate() {
            let until = breaks.get(index).copied().unwrap_or(measures.len());
            let in_column = blocks.by_ref().take(until - from).collect();
            from = until;
            let scale = fitted.step / self.base;
            let drawn = column::draw(sheet, &self.field, in_column, *column, scale, fitted.gap);
            bottom = bottom.max(drawn);
        }
        bottom
    }

    fn measures(&mut self, sheet: &mut Sheet<'_>, width: Px, fitted: FittedSize) -> Vec<column::BlockMeasure> {
        let scale = fitted.step / self.base;
        let measure = |block: &mut BodyBlock| column::BlockMeasure {
            height: block.height(sheet.typesetter, width, scale, fitted.gap),
            gap: block.gap * scale * fitted.gap,
            keeps_with_next: block.keeps_with_next,
            continues_item: block.continues_item,
        };
        self.blocks.iter_mut().map(measure).collect()
    }
}

/// Converts byte ranges of a text to ranges of UTF-16 code units. The ranges must be in order.
fn in_utf16_units(text: &str, ranges: &[Range<usize>]) -> Vec<Range<usize>> {
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
    fn ranges_count_utf16_code_units() {
        assert_eq!(in_utf16_units("é😀 a\n\n- bc", &[0..8, 12..14]), [0..5, 9..11]);
    }
}
