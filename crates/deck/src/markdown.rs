//! Parses Markdown to blocks.
//!
//! Every `markdown` field is read here: layout draws the blocks, build steps count them, search and notes use their
//! plain text. Raw HTML is treated as text. Addresses that are not on the allow-list become neither links nor pictures.
//! Nesting is limited: at most three lists, eight quotes and eight spans inside one another. Parsing never fails.

mod builder;
mod dollars;
mod pieces;
mod plain;
mod shallow;
mod targets;

use std::borrow::Cow;
use std::ops::Range;

pub use dollars::{FormulaText, TextPart, text_parts};
pub use pieces::{BodyPiece, Marker, body_pieces, body_steps};
pub use plain::{plain_inlines, plain_text};

/// A block of text, in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading of level 1 to 6.
    Heading {
        /// 1 is the largest.
        level: u8,
        /// Text of the heading.
        text: Vec<Inline>,
    },
    /// Running text, raw HTML included.
    Paragraph(Vec<Inline>),
    /// A list, nested at most three deep. Items of deeper lists are in the third.
    List {
        /// The number of the first item; none for bullets.
        start: Option<u64>,
        /// Its items, including blank ones, which count in a numbered list.
        items: Vec<ListItem>,
    },
    /// A block quote.
    Quote(Vec<Block>),
    /// A code block.
    Code {
        /// The first word after the opening fence, or empty.
        language: String,
        /// The line numbers in braces after the language, such as `1-3|5`, or empty.
        lines: String,
        /// The code as written, without the last line end.
        text: String,
    },
    /// A table. Every row has as many cells as `align`.
    Table {
        /// The alignment of each column.
        align: Vec<Align>,
        /// The cells of the header.
        head: Vec<Vec<Inline>>,
        /// The rows below it.
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// A picture that is alone in its paragraph.
    Picture(Picture),
    /// A horizontal rule.
    Rule,
}

/// An item of a list. Its text is a paragraph, whether blank lines separate the items or not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListItem {
    /// Text, further blocks and nested lists.
    pub blocks: Vec<Block>,
    /// Whether the task is done, for an item of a task list.
    pub checked: Option<bool>,
}

/// A run of text inside a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Plain text. Two of these never follow one another.
    Text(String),
    /// Bold.
    Strong(Vec<Inline>),
    /// Italic.
    Emphasis(Vec<Inline>),
    /// Struck through.
    Strike(Vec<Inline>),
    /// Inline code, as written.
    Code(String),
    /// A link to a slide (`#slide:<id>`, `#<number>`), a web page, a mail address or a path on this site.
    Link {
        /// The address.
        to: String,
        /// Text of the link.
        text: Vec<Inline>,
    },
    /// A picture within text.
    Picture(Picture),
    /// A formula in LaTeX notation.
    Formula(FormulaText),
    /// A hard line break.
    Break,
}

/// A picture in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// Address: `/uploads/…`, `assets/…` or `https://…`.
    pub source: String,
    /// Alternative text.
    pub alt: String,
    /// Title, or empty.
    pub title: String,
}

/// How a table column is aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// By the direction of its text.
    Natural,
    /// To the left.
    Left,
    /// In the middle.
    Center,
    /// To the right.
    Right,
}

/// Returns the blocks of a Markdown text: CommonMark with tables, strikethrough, task lists
/// and formulas between dollars.
///
/// - A dollar is read as Pandoc reads it, so that prices stay text. A formula between two dollars at each side is a
///   paragraph of its own, except in a heading or table.
/// - A soft line break becomes a space. A paragraph of one picture becomes a [`Block::Picture`].
/// - A link or picture whose address is not allowed becomes its text.
/// - Blocks that are nested too deeply move up to the deepest allowed level.
/// - Empty quotes, headings, paragraphs and code blocks are left out.
///
/// Time and memory are linear in the length of the text.
pub fn blocks(text: &str) -> Vec<Block> {
    located_blocks(text).0
}

/// Returns the blocks of a Markdown text, and for each of their [`body_pieces`] its byte range in the text, without the
/// marks of a heading or list item. There are no ranges for a text that had to be cut before parsing.
pub fn located_blocks(text: &str) -> (Vec<Block>, Vec<Range<usize>>) {
    match shallow::shallow(text) {
        Cow::Borrowed(text) => builder::blocks(text),
        Cow::Owned(cut) => (builder::blocks(&cut).0, Vec::new()),
    }
}

impl Block {
    /// Whether the block contains nothing but white space.
    pub fn is_blank(&self) -> bool {
        match self {
            Block::Heading { text, .. } | Block::Paragraph(text) => is_blank(text),
            Block::List { items, .. } => items.iter().flat_map(|item| &item.blocks).all(Block::is_blank),
            Block::Quote(blocks) => blocks.iter().all(Block::is_blank),
            Block::Code { text, .. } => text.trim().is_empty(),
            Block::Table { head, rows, .. } => head.iter().chain(rows.iter().flatten()).all(|cell| is_blank(cell)),
            Block::Picture(_) | Block::Rule => false,
        }
    }
}

fn is_blank(run: &[Inline]) -> bool {
    run.iter().all(|inline| match inline {
        Inline::Text(text) | Inline::Code(text) => text.trim().is_empty(),
        Inline::Strong(run) | Inline::Emphasis(run) | Inline::Strike(run) | Inline::Link { text: run, .. } => {
            is_blank(run)
        }
        Inline::Picture(_) | Inline::Formula(_) => false,
        Inline::Break => true,
    })
}

#[cfg(test)]
mod tests;
