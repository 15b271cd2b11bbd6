//! Words of an entry, shaped and waiting for a place: what cards, bands and plates hold.
//!
//! Entries of one list are measured first and drawn afterwards, so that all of them take one size.

use scene::{Align, Anchor, Px, Rect, Role};

use crate::diagram::number;
use crate::finding::FindingKind;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::text::{Block, Setting};

/// The text of one field.
pub(crate) struct Words {
    block: Block,
    field: String,
    role: Role,
    /// The most lines it may take.
    most: usize,
}

impl Words {
    /// Shapes a text; nothing when it is unset.
    pub(crate) fn new(sheet: &mut Sheet<'_>, field: String, role: Role, pen: &Pen, text: &str) -> Option<Words> {
        if text.is_empty() {
            return None;
        }
        let paragraph = pen.plain(text);
        // A word left alone on the last line shows most where lines are centred.
        let block = match pen.align {
            Align::Center => Block::balanced(sheet.set, paragraph),
            Align::Left | Align::Right => Block::new(sheet.set, vec![paragraph]),
        };
        Some(Words { block, field, role, most: usize::MAX })
    }

    /// The same text on no more than some lines.
    #[must_use]
    pub(crate) fn at_most(self, most: usize) -> Words {
        Words { most, ..self }
    }

    /// How high it is at a width.
    pub(crate) fn height(&mut self, sheet: &mut Sheet<'_>, width: Px, scale: f32) -> Px {
        let lines = self.block.lines(sheet.set, setting(width, scale)).min(self.most);
        self.line(scale) * number(lines)
    }

    /// How wide it is on one line.
    pub(crate) fn natural_width(&mut self, sheet: &mut Sheet<'_>, scale: f32) -> Px {
        // Glyphs are placed on whole units of the face: a pixel more keeps the last word on its line.
        self.block.natural_width(sheet.set, scale) + Px(1.0)
    }

    /// How high one of its lines is.
    pub(crate) fn line(&self, scale: f32) -> Px {
        self.block.first_line(setting(Px::ZERO, scale))
    }

    /// Draws it in a frame and answers how high it is. What does not fit is cut and noted.
    pub(crate) fn put(mut self, sheet: &mut Sheet<'_>, frame: Rect, scale: f32, anchor: Anchor) -> Px {
        if frame.height + Px(0.5) < self.line(scale) {
            sheet.find(&self.field, FindingKind::Overflow);
            return Px::ZERO;
        }
        let mut text = self.block.text(sheet.set, setting(frame.width, scale), frame.height, self.most);
        text.anchor = anchor;
        let height = text.height();
        let frame = Rect { y: anchored(frame, height, anchor), height, ..frame };
        sheet.push_text(frame, text, self.role, Some(&self.field));
        height
    }
}

/// Texts below one another.
#[derive(Default)]
pub(crate) struct Stack {
    /// Each with the room above it at full size.
    texts: Vec<(Px, Words)>,
}

impl Stack {
    /// Adds a text below the others, if there is one.
    #[must_use]
    pub(crate) fn with(mut self, above: f32, words: Option<Words>) -> Stack {
        if let Some(words) = words {
            let above = if self.texts.is_empty() { Px::ZERO } else { Px(above) };
            self.texts.push((above, words));
        }
        self
    }

    /// Whether it holds nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// How high it is at a width.
    pub(crate) fn height(&mut self, sheet: &mut Sheet<'_>, width: Px, scale: f32) -> Px {
        self.texts.iter_mut().map(|(above, words)| *above * scale + words.height(sheet, width, scale)).sum()
    }

    /// How high its first line is.
    pub(crate) fn first_line(&self, scale: f32) -> Px {
        self.texts.first().map_or(Px::ZERO, |(_, words)| words.line(scale))
    }

    /// Draws it in a frame. What does not fit is cut from below and noted.
    pub(crate) fn put(mut self, sheet: &mut Sheet<'_>, frame: Rect, scale: f32, anchor: Anchor) {
        let height = self.height(sheet, frame.width, scale).min(frame.height);
        let mut y = anchored(frame, height, anchor);
        for (above, words) in self.texts {
            y += above * scale;
            let room = Rect { y, height: frame.bottom() - y, ..frame };
            y += words.put(sheet, room, scale, Anchor::Top);
        }
    }
}

fn anchored(frame: Rect, height: Px, anchor: Anchor) -> Px {
    let spare = (frame.height - height).max(Px::ZERO);
    match anchor {
        Anchor::Top => frame.y,
        Anchor::Middle => frame.y + spare / 2.0,
        Anchor::Bottom => frame.y + spare,
    }
}

fn setting(width: Px, scale: f32) -> Setting {
    Setting { width, scale, gap: 1.0 }
}
