//! Text in two forms: paragraphs with styled runs, and lines of positioned glyphs.
//!
//! Paragraphs contain the author's text and its structure: lists, headings, runs of a style. Lines contain the position
//! of every glyph. An exporter uses the form that its format supports. Both describe the same text: a glyph refers to
//! its run and to the bytes of the paragraph that it represents.

use std::ops::Range;
use std::sync::Arc;

#[cfg(doc)]
use crate::Origin;
use crate::{Color, Direction, FontId, FontRole, Formula, LinkTarget, Px, Rect, RunFormula, Shape};

/// A text as paragraphs and as lines of glyphs.
#[derive(Debug, Clone, Default)]
pub struct Text {
    /// The whole text, even when the lines are truncated.
    pub paragraphs: Vec<Paragraph>,
    /// The lines to paint.
    pub lines: Vec<Line>,
    /// Vertical alignment in the frame.
    pub anchor: VerticalAlign,
    /// Whether the lines are truncated because the text did not fit.
    pub truncated: bool,
}

/// Vertical alignment of lines in a frame that is taller than they are. The positions of lines already include it; it
/// is for exporters to formats that lay out the text again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum VerticalAlign {
    /// At the top edge.
    #[default]
    Top,
    /// In the middle.
    Middle,
    /// At the bottom edge.
    Bottom,
}

/// A paragraph as the author wrote it.
#[derive(Debug, Clone, PartialEq)]
pub struct Paragraph {
    /// The text. A newline is a line break that the author wrote.
    pub text: String,
    /// The styled runs: in order, without gaps, covering the whole text.
    pub runs: Vec<Run>,
    /// The kind of the paragraph.
    pub kind: ParagraphKind,
    /// Nesting depth in lists or quotes; 0 outside.
    pub level: u8,
    /// The list marker before the first line.
    pub marker: Option<Marker>,
    /// Indent of the lines from the start edge.
    pub indent: Px,
    /// Horizontal alignment of the lines.
    pub align: Align,
    /// Distance from baseline to baseline.
    pub line_height: Px,
    /// Space between this paragraph and the one above.
    pub space_before: Px,
    /// Language, a BCP 47 tag.
    pub language: Arc<str>,
    /// Text direction.
    pub direction: Direction,
    /// The build step that shows the paragraph; `None` when it shows with its node.
    pub step: Option<usize>,
    /// The range of the field's text that this paragraph came from, if the field has more text. Counted like
    /// [`Origin::part`].
    pub source: Option<Range<usize>>,
}

/// The kind of a paragraph.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ParagraphKind {
    /// Running text.
    #[default]
    Plain,
    /// A heading inside a text, by level; 1 is the largest.
    Heading(u8),
    /// A list item. Without a marker it continues the item above.
    Item,
    /// A quotation.
    Quote,
}

/// The marker of a list item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Marker {
    /// What the marker shows.
    pub sign: MarkerSign,
    /// Shape of a bullet; has no effect on numbers and checkboxes.
    pub form: BulletForm,
    /// Colour of the marker.
    pub color: Color,
    /// Width of the marker column before the text.
    pub hang: Px,
}

/// The shape of a bullet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BulletForm {
    /// A disc.
    #[default]
    Disc,
    /// A dash.
    Dash,
    /// The upper half of a disc.
    HalfDisc,
    /// A ring.
    Ring,
    /// A small square.
    Square,
    /// A triangle.
    Triangle,
    /// A cross.
    Cross,
    /// A large square.
    Box,
}

/// What a list marker shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkerSign {
    /// A bullet.
    Bullet,
    /// The number of the item.
    Number(u64),
    /// A checkbox, ticked when the task is done.
    Task(bool),
}

/// Horizontal alignment of lines.
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

/// A part of a paragraph in one style.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The bytes of the paragraph's text.
    pub range: Range<usize>,
    /// The style.
    pub style: RunStyle,
    /// The link destination, if the run is a link.
    pub link: Option<LinkTarget>,
    /// The formula, if the run is one. The text of the run is then the formula as one line.
    pub formula: Option<RunFormula>,
}

impl Run {
    /// A run of plain text.
    pub fn new(range: Range<usize>, style: RunStyle) -> Run {
        Run { range, style, link: None, formula: None }
    }

    /// The formula that is drawn in place of the text.
    pub fn drawn_formula(&self) -> Option<&Formula> {
        match &self.formula {
            Some(RunFormula::Drawn(formula)) => Some(formula),
            Some(RunFormula::Fault(_)) | None => None,
        }
    }
}

/// The style of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunStyle {
    /// The font role.
    pub font: FontRole,
    /// Weight, 100 to 900.
    pub weight: u16,
    /// Whether the run is italic.
    pub italic: bool,
    /// Font size.
    pub size: Px,
    /// Text colour.
    pub color: Color,
    /// Space added after each letter.
    pub letter_spacing: Px,
    /// Whether the run is underlined.
    pub underline: bool,
    /// Whether the run is struck through.
    pub strike: bool,
    /// Whether the run is inline code or part of a code block.
    pub code: bool,
    /// Whether the run is strong emphasis: bold in running text.
    pub strong: bool,
    /// Whether digits have equal widths (tabular figures).
    pub tabular: bool,
    /// Colour of the rounded background behind the run.
    pub plate: Option<Color>,
}

impl RunStyle {
    /// Upright text without decoration or extra space.
    pub fn plain(font: FontRole, weight: u16, size: Px, color: impl Into<Color>) -> RunStyle {
        RunStyle {
            font,
            weight,
            italic: false,
            size,
            color: color.into(),
            letter_spacing: Px::ZERO,
            underline: false,
            strike: false,
            code: false,
            strong: false,
            tabular: false,
            plate: None,
        }
    }
}

/// A line of glyphs. All positions are relative to the upper left corner of the node's frame.
#[derive(Debug, Clone)]
pub struct Line {
    /// Index of the paragraph.
    pub paragraph: usize,
    /// The bytes of the paragraph on this line, trailing white space included.
    pub range: Range<usize>,
    /// Top edge of the line.
    pub top: Px,
    /// Height of the line.
    pub height: Px,
    /// Position of the baseline.
    pub baseline: Px,
    /// Left edge of the text.
    pub x: Px,
    /// Width of the text.
    pub width: Px,
    /// Painted below the glyphs: list markers, backgrounds of inline code and bars of formulas.
    pub marks: Vec<LineMark>,
    /// The glyph runs from left to right.
    pub runs: Vec<GlyphRun>,
}

/// Something painted on a line besides its text.
#[derive(Debug, Clone)]
pub enum LineMark {
    /// A shape in a frame.
    Shape(Rect, Shape),
    /// The number of a list item. Its glyphs represent no bytes of the paragraph.
    Glyphs(GlyphRun),
}

/// Glyphs in one face, size and colour.
#[derive(Debug, Clone, PartialEq)]
pub struct GlyphRun {
    /// Index of the run in the paragraph; `usize::MAX` for a list marker.
    pub run: usize,
    /// The font face.
    pub font: FontId,
    /// Styling that the painter must simulate because the face lacks it.
    pub synthesis: Synthesis,
    /// Font size.
    pub size: Px,
    /// Text colour.
    pub color: Color,
    /// Left edge of the first glyph.
    pub x: Px,
    /// Whether the text of the run is right to left.
    pub right_to_left: bool,
    /// The glyphs from left to right.
    pub glyphs: Vec<Glyph>,
    /// Underline and strikethrough.
    pub decorations: Vec<Decoration>,
}

impl GlyphRun {
    /// Width of the run.
    pub fn advance(&self) -> Px {
        Px(self.glyphs.iter().map(|glyph| glyph.advance).sum())
    }
}

/// A glyph with its metrics in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// Glyph id in the face; 0 is the box for a missing glyph.
    pub id: u32,
    /// Distance to the next glyph; 0 for white space at the end of a line.
    pub advance: f32,
    /// Horizontal offset, to the right.
    pub x: f32,
    /// Vertical offset, downwards.
    pub y: f32,
    /// First byte of the paragraph that the glyph's cluster represents.
    pub from: u32,
    /// Byte after the last one. Equal to `from` for a hyphen or an ellipsis that layout added.
    pub to: u32,
}

/// Styling that the painter must simulate because the face lacks it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Synthesis {
    /// Whether strokes are thickened.
    pub bold: bool,
    /// Slant to the right in degrees; 0 for none.
    pub slant: f32,
    /// Axis settings of a variable font: tag and value.
    pub axes: Vec<([u8; 4], f32)>,
}

/// A line under or through a run of glyphs, as long as the run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decoration {
    /// Which line.
    pub kind: DecorationKind,
    /// Distance of its middle below the baseline.
    pub y: Px,
    /// Thickness of the line.
    pub thickness: Px,
}

/// The kind of line that decorates glyphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecorationKind {
    /// Under the glyphs.
    Underline,
    /// Through the glyphs.
    Strike,
}

/// A block of source code. Each line is a paragraph of `text` and is never wrapped.
#[derive(Debug, Clone)]
pub struct CodeBlock {
    /// The lines, with a run for each colour.
    pub text: Text,
    /// The programming language; empty when unknown.
    pub language: String,
    /// Number of the first line; `None` when lines are not numbered.
    pub first_line: Option<u32>,
    /// Indices of the highlighted lines, from 0.
    pub marked: Vec<usize>,
    /// The lines that are not dimmed at each build step, by their indices from 0. After the last of these steps, no
    /// line is dimmed; outputs without motion dim none.
    pub steps: Vec<Vec<usize>>,
}

impl Text {
    /// Total height of the lines.
    pub fn height(&self) -> Px {
        self.lines.last().map_or(Px::ZERO, |line| line.top + line.height)
    }

    /// Font size of the first run.
    pub fn size(&self) -> Option<Px> {
        Some(self.paragraphs.first()?.runs.first()?.style.size)
    }

    /// Sets one colour for all runs.
    pub fn set_color(&mut self, color: Color) {
        for run in self.paragraphs.iter_mut().flat_map(|paragraph| &mut paragraph.runs) {
            run.style.color = color;
        }
        for run in self.lines.iter_mut().flat_map(|line| &mut line.runs) {
            run.color = color;
        }
    }

    /// The whole text, one line per paragraph.
    pub fn words(&self) -> String {
        let paragraphs: Vec<&str> = self.paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect();
        paragraphs.join("\n")
    }
}
