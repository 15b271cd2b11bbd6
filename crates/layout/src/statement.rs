//! Statements: short texts in very large type on title slides, section openers, quotes and closings.
//!
//! A statement is measured at the first of some attempts that fits, then placed by the caller.

use scene::{Align, FontRole, NodeRole, Rect, Text};

use crate::fit::{LineQuality, first_fitting};
use crate::glyph_outline::{above_capitals, widest_line};
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

/// A single word on the last line is an orphan if it fills less than this share of the widest line.
const ORPHAN_SHARE: f32 = 0.4;
/// Orphans are avoided only in texts of up to this number of lines; in longer ones, a larger size is better.
const MAX_LINES: usize = 8;

/// A size at which a statement is tried, and the limits there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempt {
    pub(crate) size: f32,
    /// Maximum number of lines.
    pub(crate) lines: usize,
    pub(crate) width: f32,
    /// Maximum height.
    pub(crate) room: f32,
}

impl Attempt {
    /// Attempts at some sizes in one box.
    pub(crate) fn in_box(sizes: &[f32], width: f32, room: f32) -> Vec<Attempt> {
        sizes.iter().map(|size| Attempt { size: *size, lines: usize::MAX, width, room }).collect()
    }

    /// Attempts at sizes with a maximum number of lines each, at one width.
    pub(crate) fn in_lines(sizes: &[(f32, usize)], width: f32) -> Vec<Attempt> {
        sizes.iter().map(|(size, lines)| Attempt { size: *size, lines: *lines, width, room: f32::MAX }).collect()
    }
}

/// A measured statement.
pub(crate) struct Statement {
    pub(crate) text: Text,
    pub(crate) size: f32,
    pub(crate) width: f32,
}

impl Statement {
    pub(crate) fn height(&self) -> f32 {
        self.text.height().0
    }

    pub(crate) fn lines(&self) -> usize {
        self.text.lines.len()
    }

    /// Width of the widest line.
    pub(crate) fn widest(&self) -> f32 {
        widest_line(&self.text).0
    }

    /// Distance from the top to the upper edge of the capitals.
    pub(crate) fn above_capitals(&self, sheet: &Sheet<'_>) -> f32 {
        above_capitals(sheet.typesetter.faces(), &self.text)
    }

    /// Distance from the top to the first baseline.
    pub(crate) fn baseline(&self) -> f32 {
        self.text.lines.first().map_or(0.0, |line| line.baseline.0)
    }

    /// Adds the statement at a position of a left-to-right page and returns its frame.
    pub(crate) fn put(self, sheet: &mut Sheet<'_>, x: f32, y: f32, role: NodeRole, field: Option<&str>) -> Rect {
        let frame = sheet.rect(x, y, self.width, self.height());
        sheet.push_text(frame, self.text, role, field);
        frame
    }
}

/// Whether a text has at least two but few lines and the last one is one short word.
fn ends_in_orphan(text: &Text) -> bool {
    let (Some(last), Some(paragraph)) = (text.lines.last(), text.paragraphs.last()) else { return false };
    let words = paragraph.text.get(last.range.clone()).unwrap_or_default().trim();
    let is_one_word = !words.contains(char::is_whitespace);
    (2..=MAX_LINES).contains(&text.lines.len()) && is_one_word && last.width < widest_line(text) * ORPHAN_SHARE
}

/// The height of an optional statement with the space above it.
pub(crate) fn height_below(statement: Option<&Statement>, above: f32) -> f32 {
    statement.map_or(0.0, |statement| statement.height() + above)
}

impl Sheet<'_> {
    /// The pen of statements: the heading face. Its letter spacing is set when the statement is measured.
    pub(crate) fn statement_pen(&self, leading: f32, align: Align) -> Pen {
        self.heading().leading(leading).align(align)
    }

    /// Measures a text at the first attempt that fits. Returns `None` when it is empty. Titles have the letter spacing
    /// of the voice.
    pub(crate) fn statement(&mut self, pen: Pen, words: &str, attempts: &[Attempt]) -> Option<Statement> {
        let first = attempts.first().filter(|_| !words.is_empty())?.size;
        let is_heading = pen.style.font == FontRole::Heading;
        let tracking = if is_heading { self.look.voice.head.tracking } else { 0.0 };
        let pen = pen.size(first).spaced(tracking);
        let mut block = TextBlock::balanced(self.typesetter, pen.plain(words));
        let options_at =
            |attempt: Attempt| BlockOptions { width: scene::Px(attempt.width), scale: attempt.size / first, gap: 1.0 };
        let chosen = first_fitting(
            attempts,
            |attempt| attempt.size,
            |attempt, quality| {
                let options = options_at(attempt);
                let fits = block.lines(self.typesetter, options) <= attempt.lines
                    && block.height(self.typesetter, options).0 <= attempt.room + 0.5
                    && (quality == LineQuality::Any || !block.breaks_words(self.typesetter, options));
                let is_good = quality != LineQuality::Good || {
                    let text = block.text(self.typesetter, options, scene::Px(f32::MAX), attempt.lines);
                    !ends_in_orphan(&text)
                };
                fits && is_good
            },
        );
        let text = block.text(self.typesetter, options_at(chosen), scene::Px(chosen.room), chosen.lines);
        Some(Statement { text, size: chosen.size, width: chosen.width })
    }

    /// A statement as wide as its text on one line, for figures and numerals.
    pub(crate) fn one_line(&mut self, pen: Pen, words: &str, size: f32) -> Statement {
        let mut block = TextBlock::new(self.typesetter, vec![pen.size(size).plain(words)]);
        let width = block.natural_width(self.typesetter, 1.0) + scene::Px(2.0);
        let text = block.text(self.typesetter, BlockOptions::width(width), scene::Px(f32::MAX), 1);
        Statement { text, size, width: width.0 }
    }

    /// The alignment of a block by a field such as `titleBlockAlign` or `quoteAlign`.
    pub(crate) fn block_align(&self, is_centred: bool) -> Align {
        if is_centred { Align::Center } else { self.start_align() }
    }
}
