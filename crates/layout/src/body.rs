//! A Markdown body: measures its blocks, fits them to columns and draws them.
//!
//! Consecutive text blocks become one node, so that they can be edited together; code, tables, pictures and quotes get
//! nodes of their own. A column ends between blocks, never inside a list item. Each block has the build step that
//! [`deck::body_pieces`] assigns.

mod blocks;
mod bullets;
mod column;
mod tables;

use std::ops::Range;

use deck::voice::TextBullets;
use deck::{Block, located_blocks};
use scene::{Align, NodeRole, Px, Rect};

use crate::fit::{FittedSize, fitted};
use crate::sheet::Sheet;
use crate::text::BlockOptions;
use blocks::{BodyBlock, BodyBlockKind};

/// The typography of a body.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BodyStyle {
    /// Font size at which the blocks are shaped.
    pub(crate) base: f32,
    /// Alignment of paragraphs outside lists.
    pub(crate) align: Align,
    /// Line height as a factor of the font size.
    pub(crate) leading: f32,
    /// Whether the first paragraph is in the heading face; the voice decides.
    pub(crate) has_lead: bool,
    /// What is drawn around list items.
    pub(crate) bullets: TextBullets,
}

impl BodyStyle {
    /// Running text of one size without any decoration.
    pub(crate) fn plain(sheet: &Sheet<'_>, base: f32) -> BodyStyle {
        BodyStyle { base, align: sheet.start_align(), leading: 1.28, has_lead: false, bullets: TextBullets::Plain }
    }
}

/// The parsed Markdown of a field.
pub(crate) struct BodySource {
    pub(crate) field: String,
    pub(crate) blocks: Vec<Block>,
    /// The range of each piece in the field's text, if known.
    ranges: Vec<Range<usize>>,
}

impl BodySource {
    /// Parses the Markdown of a field.
    pub(crate) fn markdown(field: &str, markdown: &str) -> BodySource {
        let (blocks, ranges) = located_blocks(markdown);
        BodySource { field: field.to_owned(), blocks, ranges: in_utf16_units(markdown, &ranges) }
    }

    /// The range of the first block in the field's text, if known.
    pub(crate) fn first_range(&self) -> Option<Range<usize>> {
        self.ranges.first().cloned()
    }

    /// Blocks that were parsed elsewhere.
    pub(crate) fn blocks(field: &str, blocks: Vec<Block>) -> BodySource {
        BodySource { field: field.to_owned(), blocks, ranges: Vec::new() }
    }
}

/// A shaped Markdown body that can be measured and drawn.
pub(crate) struct Body {
    blocks: Vec<BodyBlock>,
    field: String,
    style: BodyStyle,
}

impl Body {
    /// Shapes the Markdown of a field at the font size `base`.
    pub(crate) fn new(sheet: &mut Sheet<'_>, field: &str, markdown: &str, base: f32) -> Body {
        let style = BodyStyle::plain(sheet, base);
        Body::styled(sheet, &BodySource::markdown(field, markdown), style)
    }

    /// Like [`Body::new`], with an alignment for paragraphs outside lists.
    pub(crate) fn aligned(sheet: &mut Sheet<'_>, field: &str, markdown: &str, base: f32, align: Align) -> Body {
        let style = BodyStyle { align, ..BodyStyle::plain(sheet, base) };
        Body::styled(sheet, &BodySource::markdown(field, markdown), style)
    }

    /// Shapes a parsed body in a style.
    pub(crate) fn styled(sheet: &mut Sheet<'_>, source: &BodySource, style: BodyStyle) -> Body {
        let BodySource { field, blocks, ranges } = source;
        let blocks = blocks::shaped(sheet, field, (blocks, ranges), style);
        Body { blocks, field: field.clone(), style }
    }

    /// The same body with another line height in its paragraphs and lists, as a factor of the font size.
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

    /// Number of blocks: paragraphs, headings, list items and others.
    pub(crate) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Height of the body in one column.
    pub(crate) fn height(&mut self, sheet: &mut Sheet<'_>, width: Px, fitted: FittedSize) -> Px {
        let measures = self.measures(sheet, width, fitted);
        column::heights(&measures, &[]).into_iter().sum()
    }

    /// Height of the tallest column when the body is split into columns of equal width; zero without columns.
    pub(crate) fn column_height(&mut self, sheet: &mut Sheet<'_>, columns: &[Rect], fitted: FittedSize) -> Px {
        let Some(frame) = columns.first() else { return Px::ZERO };
        let measures = self.measures(sheet, frame.width, fitted);
        let breaks = column::breaks(&measures, columns.len(), frame.height);
        column::heights(&measures, &breaks).into_iter().fold(Px::ZERO, Px::max)
    }

    /// Whether any word of the text is broken at a width and font size.
    pub(crate) fn breaks_words(&mut self, sheet: &mut Sheet<'_>, width: Px, size: f32) -> bool {
        let scale = size / self.style.base;
        self.blocks.iter_mut().any(|block| {
            let options = BlockOptions { width: block.inner_width(width, scale), scale, gap: 1.0 };
            match &mut block.kind {
                BodyBlockKind::Words(words) => words.breaks_words(sheet.typesetter, options),
                _ => false,
            }
        })
    }

    /// Number of lines of the first block at a width and font size.
    pub(crate) fn first_block_lines(&mut self, sheet: &mut Sheet<'_>, width: Px, size: f32) -> usize {
        let options = BlockOptions { width, scale: size / self.style.base, gap: 1.0 };
        match self.blocks.first_mut().map(|block| &mut block.kind) {
            Some(BodyBlockKind::Words(words)) => words.lines(sheet.typesetter, options),
            _ => 0,
        }
    }

    /// The first step at which the body fits its columns, which must be equally wide and high. If none fits, the
    /// smallest one with the tightest gaps.
    pub(crate) fn fitted(&mut self, sheet: &mut Sheet<'_>, columns: &[Rect], steps: &[f32]) -> FittedSize {
        let Some(frame) = columns.first().copied() else {
            return FittedSize { step: self.style.base, gap: 1.0 };
        };
        fitted(steps, frame.height, |fitted| self.column_height(sheet, columns, fitted))
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
        let scaled = column::BodyScale { scale: fitted.step / self.style.base, gap: fitted.gap, style: self.style };
        for (index, column) in columns.iter().enumerate() {
            let until = breaks.get(index).copied().unwrap_or(measures.len());
            let in_column = blocks.by_ref().take(until - from).collect();
            from = until;
            let drawn = column::draw(sheet, &self.field, in_column, *column, scaled);
            bottom = bottom.max(drawn);
        }
        bottom
    }

    /// Number of items if the body is one list without nesting; otherwise `None`.
    pub(crate) fn items(&self) -> Option<usize> {
        let is_item = |block: &BodyBlock| block.starts_item && matches!(block.kind, BodyBlockKind::Words(_));
        (!self.is_empty() && self.blocks.iter().all(is_item)).then_some(self.blocks.len())
    }

    /// Height of each item of a list without nesting.
    pub(crate) fn item_heights(&mut self, sheet: &mut Sheet<'_>, width: Px, size: f32) -> Vec<Px> {
        let fitted = FittedSize { step: size, gap: 1.0 };
        self.measures(sheet, width, fitted).into_iter().map(|measure| measure.height).collect()
    }

    /// Draws a list without nesting as one text whose items start at given heights, the first at the top of the frame.
    pub(crate) fn draw_items(self, sheet: &mut Sheet<'_>, frame: Rect, tops: &[Px], size: f32) {
        let scale = size / self.style.base;
        let options = BlockOptions { width: frame.width, scale, gap: 1.0 };
        let mut text_block: Option<crate::text::TextBlock> = None;
        let mut end = Px::ZERO;
        for (block, top) in self.blocks.into_iter().zip(tops) {
            let BodyBlockKind::Words(mut words) = block.kind else { continue };
            words.set_space_before((*top - end).max(Px::ZERO) / scale);
            end = *top + words.height(sheet.typesetter, options);
            match &mut text_block {
                Some(text_block) => text_block.append(words),
                None => text_block = Some(words),
            }
        }
        if let Some(mut words) = text_block {
            let text = words.text(sheet.typesetter, options, frame.height, usize::MAX);
            let frame = Rect { height: text.height(), ..frame };
            sheet.push_text(frame, text, NodeRole::Body, Some(&self.field));
        }
    }

    fn measures(&mut self, sheet: &mut Sheet<'_>, width: Px, fitted: FittedSize) -> Vec<column::BlockMeasure> {
        let scale = fitted.step / self.style.base;
        let measure = |block: &mut BodyBlock| column::BlockMeasure {
            height: block.height(sheet.typesetter, width, scale, fitted.gap),
            gap: block.gap * scale * fitted.gap,
            keeps_with_next: block.keeps_with_next,
            continues_item: block.continues_item,
            is_nested: block.in_list && !block.starts_item,
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
