//! Text: its words, and the lines they were set in.
//!
//! The words say what was written and how it is meant: paragraphs, lists, runs of a style. The lines say where every
//! glyph stands. An output takes the half it can use, and both speak of the same text: a glyph names the run it
//! belongs to and the bytes of the paragraph it stands for.

use std::ops::Range;
use std::sync::Arc;

#[cfg(doc)]
use crate::Origin;
use crate::{Color, Direction, FontId, FontRole, Px, Rect, Shape, Target};

/// A text: words and lines.
#[derive(Debug, Clone, Default)]
pub struct Text {
    /// What was written, whole even when the lines are cut.
    pub paragraphs: Vec<Paragraph>,
    /// What is painted.
    pub lines: Vec<Line>,
    /// Where the lines stand in the frame when it is higher than they are.
    pub anchor: Anchor,
    /// Whether words are missing from the lines because there was no room.
    pub cut: bool,
}

/// Where lines stand in a frame higher than they are. The lines are already placed; this is for outputs that place
/// them again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Anchor {
    /// At its upper edge.
    #[default]
    Top,
    /// In its middle.
    Middle,
    /// At its lower edge.
    Bottom,
}

/// A paragraph as it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Paragraph {
    /// Its words. A line end is a break the author asked for.
    pub text: String,
    /// The styles of its words: in order, without gaps, over the whole text.
    pub runs: Vec<Run>,
    /// What it is.
    pub kind: ParagraphKind,
    /// How many lists or quotes it stands in; 0 outside.
    pub level: u8,
    /// What stands before it.
    pub marker: Option<Marker>,
    /// How far its lines stand from the start edge.
    pub indent: Px,
    /// How its lines are aligned.
    pub align: Align,
    /// From baseline to baseline.
    pub line_height: Px,
    /// Room between it and the paragraph above.
    pub space_before: Px,
    /// Its language, a BCP 47 tag.
    pub language: Arc<str>,
    /// The way it runs.
    pub direction: Direction,
    /// The build step that shows it; nothing when it shows with its node.
    pub step: Option<usize>,
    /// Which part of its field's text says it, where the field holds more; counted as [`Origin::part`] is.
    pub source: Option<Range<usize>>,
}

/// What a paragraph is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ParagraphKind {
    /// Running text.
    #[default]
    Plain,
    /// A heading inside a text, 1 the largest.
    Heading(u8),
    /// An item of a list; without a marker, more of the item before.
    Item,
    /// A quotation.
    Quote,
}

/// What stands before an item of a list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Marker {
    /// Its form.
    pub sign: Sign,
    /// Its colour.
    pub color: Color,
    /// How far before the words its column begins.
    pub hang: Px,
}

/// The form of a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// A dot.
    Bullet,
    /// The number of the item.
    Number(u64),
    /// A box, ticked when the task is done.
    Task(bool),
}

/// How lines are aligned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Align {
    /// To the left.
    #[default]
    Left,
    /// In the middle.
    Center,
    /// To the right.
    Right,
}

/// Words of one style.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The bytes of the paragraph.
    pub range: Range<usize>,
    /// How they look.
    pub style: RunStyle,
    /// Where they lead.
    pub link: Option<Target>,
}

/// How words look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunStyle {
    /// The font.
    pub font: FontRole,
    /// 100 to 900.
    pub weight: u16,
    /// Whether they are slanted.
    pub italic: bool,
    /// The size.
    pub size: Px,
    /// The colour.
    pub color: Color,
    /// Room added after each letter.
    pub letter_spacing: Px,
    /// Whether they are underlined.
    pub underline: bool,
    /// Whether they are struck through.
    pub strike: bool,
    /// Whether they are code.
    pub code: bool,
    /// Whether they are stressed: bold in running text.
    pub strong: bool,
    /// Whether all figures are equally wide.
    pub tabular: bool,
    /// The colour of the plate behind them.
    pub plate: Option<Color>,
}

/// A line. Everything in it is placed from the upper left corner of the node's frame.
#[derive(Debug, Clone)]
pub struct Line {
    /// Which paragraph it belongs to.
    pub paragraph: usize,
    /// The bytes of that paragraph that it shows, white space at its end included.
    pub range: Range<usize>,
    /// Its upper edge.
    pub top: Px,
    /// Its height.
    pub height: Px,
    /// Where the letters stand.
    pub baseline: Px,
    /// Where its words begin, on the left.
    pub x: Px,
    /// How wide its words are.
    pub width: Px,
    /// What is painted below its glyphs: the marker of an item, plates behind code.
    pub marks: Vec<Mark>,
    /// Its glyphs from left to right.
    pub runs: Vec<GlyphRun>,
}

/// What a line has besides its words.
#[derive(Debug, Clone)]
pub enum Mark {
    /// A form.
    Shape(Rect, Shape),
    /// The number of an item. Its glyphs stand for no bytes of the paragraph.
    Glyphs(GlyphRun),
}

/// Glyphs of one face, size and colour.
#[derive(Debug, Clone, PartialEq)]
pub struct GlyphRun {
    /// Which run of the paragraph it shows; no run's index for a marker.
    pub run: usize,
    /// The face.
    pub font: FontId,
    /// What the face lacks and must be given.
    pub synthesis: Synthesis,
    /// The size.
    pub size: Px,
    /// The colour.
    pub color: Color,
    /// Where the first glyph begins, on the left.
    pub x: Px,
    /// Whether its words run right to left.
    pub right_to_left: bool,
    /// The glyphs from left to right.
    pub glyphs: Vec<Glyph>,
    /// The lines under and through it.
    pub decorations: Vec<Decoration>,
}

impl GlyphRun {
    /// How wide it is.
    pub fn advance(&self) -> Px {
        Px(self.glyphs.iter().map(|glyph| glyph.advance).sum())
    }
}

/// A glyph, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// Its number in the face; 0 is the box of a missing one.
    pub id: u32,
    /// How far the next one is; 0 for white space at the end of a line.
    pub advance: f32,
    /// How far it is moved to the right.
    pub x: f32,
    /// How far it is moved down.
    pub y: f32,
    /// The first byte of the paragraph that its cluster stands for.
    pub from: u32,
    /// The byte after the last. Equal to `from` for a hyphen or an ellipsis that layout added.
    pub to: u32,
}

/// What a face lacks and must be given.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Synthesis {
    /// Thicker strokes.
    pub bold: bool,
    /// Degrees to lean to the right.
    pub slant: f32,
    /// Settings of a variable font.
    pub axes: Vec<([u8; 4], f32)>,
}

/// A line under or through a run of glyphs, as long as the run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decoration {
    /// Which.
    pub kind: DecorationKind,
    /// Its middle, from the baseline down.
    pub y: Px,
    /// How thick.
    pub thickness: Px,
}

/// Which line decorates glyphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecorationKind {
    /// Under them.
    Underline,
    /// Through them.
    Strike,
}

/// Lines of code. Each is a paragraph of `text` and is never broken.
#[derive(Debug, Clone)]
pub struct Code {
    /// The lines, a run for each colour.
    pub text: Text,
    /// The language it is written in, maybe empty.
    pub language: String,
    /// The number of its first line, where lines are numbered.
    pub first_line: Option<u32>,
    /// The lines that are marked, from 0.
    pub marked: Vec<usize>,
}

impl Text {
    /// How high the lines are together.
    pub fn height(&self) -> Px {
        self.lines.last().map_or(Px::ZERO, |line| line.top + line.height)
    }

    /// The size of its first words.
    pub fn size(&self) -> Option<Px> {
        Some(self.paragraphs.first()?.runs.first()?.style.size)
    }

    /// Everything that was written, a line for each paragraph.
    pub fn words(&self) -> String {
        let paragraphs: Vec<&str> = self.paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect();
        paragraphs.join("\n")
    }
}
