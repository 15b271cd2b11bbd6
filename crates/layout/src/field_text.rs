//! Shaped texts of fields, for cards, bands and plates.
//!
//! All entries of a list are measured before any is drawn, so that they get the same font size.

use scene::{Align, FontRole, NodeRole, Paragraph, Px, Rect, VerticalAlign};

use crate::diagram::number;
use crate::finding::FindingKind;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

/// The shaped text of one field.
pub(crate) struct FieldText {
    block: TextBlock,
    field: String,
    role: NodeRole,
    /// Maximum number of lines.
    max_lines: usize,
    /// Font size at which it was shaped.
    size: f32,
}

impl FieldText {
    /// Shapes a text. Returns `None` when it is empty.
    pub(crate) fn new(
        sheet: &mut Sheet<'_>,
        field: String,
        role: NodeRole,
        pen: &Pen,
        text: &str,
    ) -> Option<FieldText> {
        if text.is_empty() {
            return None;
        }
        let paragraph = pen.plain(text);
        // A single word on the last line of a short or centred text stands out.
        let is_balanced = pen.align == Align::Center || pen.style.font == FontRole::Heading;
        let block = if is_balanced {
            TextBlock::balanced(sheet.typesetter, paragraph)
        } else {
            TextBlock::new(sheet.typesetter, vec![paragraph])
        };
        Some(FieldText { block, field, role, max_lines: usize::MAX, size: pen.style.size.0 })
    }

    /// Shapes a paragraph that is not empty.
    pub(crate) fn of_paragraph(
        sheet: &mut Sheet<'_>,
        field: String,
        role: NodeRole,
        paragraph: Paragraph,
    ) -> FieldText {
        let size = paragraph.runs.first().map_or(0.0, |run| run.style.size.0);
        FieldText { block: TextBlock::new(sheet.typesetter, vec![paragraph]), field, role, max_lines: usize::MAX, size }
    }

    /// Shapes a paragraph that is not empty, with lines of about equal length.
    pub(crate) fn of_balanced(sheet: &mut Sheet<'_>, field: String, role: NodeRole, paragraph: Paragraph) -> FieldText {
        let size = paragraph.runs.first().map_or(0.0, |run| run.style.size.0);
        FieldText { block: TextBlock::balanced(sheet.typesetter, paragraph), field, role, max_lines: usize::MAX, size }
    }

    /// The same text with a maximum number of lines.
    #[must_use]
    pub(crate) fn at_most(self, max_lines: usize) -> FieldText {
        FieldText { max_lines, ..self }
    }

    /// The same text, broken into lines of about equal length.
    #[must_use]
    pub(crate) fn with_even_lines(self) -> FieldText {
        FieldText { block: self.block.with_even_lines(), ..self }
    }

    /// The factor between a font size and the one at which the text was shaped.
    pub(crate) fn scale(&self, size: f32) -> f32 {
        size / self.size
    }

    /// Whether the text fits its number of lines at a width and font size without breaking a word.
    pub(crate) fn fits(&mut self, sheet: &mut Sheet<'_>, width: f32, size: f32) -> bool {
        let options = options(Px(width), self.scale(size));
        self.block.lines(sheet.typesetter, options) <= self.max_lines
            && !self.block.breaks_words(sheet.typesetter, options)
    }

    /// Height at a width and font size.
    pub(crate) fn height_at(&mut self, sheet: &mut Sheet<'_>, width: f32, size: f32) -> f32 {
        let scale = self.scale(size);
        self.height(sheet, Px(width), scale).0
    }

    /// Number of lines at a width and font size.
    pub(crate) fn lines_at(&mut self, sheet: &mut Sheet<'_>, width: f32, size: f32) -> usize {
        let options = options(Px(width), self.scale(size));
        self.block.lines(sheet.typesetter, options)
    }

    /// Width on one line at a font size.
    pub(crate) fn width_at(&mut self, sheet: &mut Sheet<'_>, size: f32) -> f32 {
        let scale = self.scale(size);
        self.natural_width(sheet, scale).0
    }

    /// Draws the text in a frame at a font size and returns its height.
    pub(crate) fn put_at(self, sheet: &mut Sheet<'_>, frame: Rect, size: f32, anchor: VerticalAlign) -> f32 {
        let scale = self.scale(size);
        self.put(sheet, frame, scale, anchor).0
    }

    /// Height at a width and scale.
    pub(crate) fn height(&mut self, sheet: &mut Sheet<'_>, width: Px, scale: f32) -> Px {
        let lines = self.block.lines(sheet.typesetter, options(width, scale)).min(self.max_lines);
        self.line(scale) * number(lines)
    }

    /// Width on one line.
    pub(crate) fn natural_width(&mut self, sheet: &mut Sheet<'_>, scale: f32) -> Px {
        // The extra pixel absorbs rounding, so that the last word stays on the line.
        self.block.natural_width(sheet.typesetter, scale) + Px(1.0)
    }

    /// Height of one line.
    pub(crate) fn line(&self, scale: f32) -> Px {
        self.block.first_line_height(options(Px::ZERO, scale))
    }

    /// Draws the text in a frame and returns its height. Text that does not fit is truncated and reported.
    pub(crate) fn put(mut self, sheet: &mut Sheet<'_>, frame: Rect, scale: f32, anchor: VerticalAlign) -> Px {
        if frame.height + Px(0.5) < self.line(scale) {
            sheet.report(&self.field, FindingKind::Overflow);
            return Px::ZERO;
        }
        let mut text = self.block.text(sheet.typesetter, options(frame.width, scale), frame.height, self.max_lines);
        text.anchor = anchor;
        let height = text.height();
        let frame = Rect { y: anchored(frame, height, anchor), height, ..frame };
        sheet.push_text(frame, text, self.role, Some(&self.field));
        height
    }
}

fn anchored(frame: Rect, height: Px, anchor: VerticalAlign) -> Px {
    let spare = (frame.height - height).max(Px::ZERO);
    match anchor {
        VerticalAlign::Top => frame.y,
        VerticalAlign::Middle => frame.y + spare / 2.0,
        VerticalAlign::Bottom => frame.y + spare,
    }
}

fn options(width: Px, scale: f32) -> BlockOptions {
    BlockOptions { width, scale, gap: 1.0 }
}
