//! Markdown, parsed once to blocks.
//!
//! Owns the reading of every `markdown` field: layout draws the blocks, builds count their parts, and search and
//! notes take their plain text. Raw HTML is text and is never interpreted; addresses that could run a script or
//! leave the allowed places never become links or pictures. A tree of blocks is shallow whatever the text: at most
//! three lists, eight quotes and eight spans inside one another. It never fails and never draws.

mod builder;
mod pieces;
mod plain;
mod shallow;
mod targets;

use std::borrow::Cow;
use std::ops::Range;

pub use pieces::{Marker, Piece, parts, pieces};
pub use plain::{plain, plain_run};

/// A block of text, in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading of level 1 to 6.
    Heading {
        /// 1 is the largest.
        level: u8,
        /// Its words.
        text: Vec<Inline>,
    },
    /// Running text, raw HTML included.
    Paragraph(Vec<Inline>),
    /// A list. Lists stand at most three deep; what was deeper has joined the third.
    List {
        /// The number of the first item; none for bullets.
        start: Option<u64>,
        /// Its items, blank ones included because they count in a numbered list.
        items: Vec<ListItem>,
    },
    /// A block quote.
    Quote(Vec<Block>),
    /// A code block, its lines as written.
    Code {
        /// The first word after the fence, else empty.
        language: String,
        /// The lines, without the last line end.
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
    /// A picture that stands alone in its paragraph.
    Picture(Picture),
    /// A line across the text.
    Rule,
}

/// An item of a list. Its text is a paragraph, whether blank lines separate the items or not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListItem {
    /// What it holds: text, further blocks, nested lists.
    pub blocks: Vec<Block>,
    /// For a task, whether it is done.
    pub checked: Option<bool>,
}

/// A run of text inside a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Words. Two of these never stand side by side.
    Text(String),
    /// Bold.
    Strong(Vec<Inline>),
    /// Italic.
    Emphasis(Vec<Inline>),
    /// Struck through.
    Strike(Vec<Inline>),
    /// Code, as written.
    Code(String),
    /// A link to a slide (`#slide:<id>`, `#<number>`), to a page of the web, to a mailbox or to a path of this site.
    Link {
        /// The address.
        to: String,
        /// What is shown.
        text: Vec<Inline>,
    },
    /// A picture between words.
    Picture(Picture),
    /// A line break the author asked for.
    Break,
}

/// A picture named in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// Where it is: `/uploads/…`, `assets/…` or `https://…`.
    pub source: String,
    /// What it shows, for people who cannot see it.
    pub alt: String,
    /// Its title, else empty.
    pub title: String,
}

/// How a table column is aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// As its contents ask.
    Natural,
    /// To the left.
    Left,
    /// In the middle.
    Center,
    /// To the right.
    Right,
}

/// The blocks of a Markdown text: CommonMark with tables, strikethrough and task lists.
///
/// - A soft line break reads as a space. A paragraph of one picture is a [`Block::Picture`].
/// - A link or picture whose address is not allowed leaves its text.
/// - What is nested too deeply is lifted to the deepest level that is kept; its text stays.
/// - Empty quotes, headings, paragraphs and code blocks are left out.
///
/// Takes time and room in proportion to the text.
pub fn blocks(text: &str) -> Vec<Block> {
    located(text).0
}

/// The same, and where each of their [`pieces`] was written: the bytes of the text that say it, without the marks of a
/// heading or a list in front. Nowhere for a text that had to be cut before it was read.
pub fn located(text: &str) -> (Vec<Block>, Vec<Range<usize>>) {
    match shallow::shallow(text) {
        Cow::Borrowed(text) => builder::blocks(text),
        Cow::Owned(cut) => (builder::blocks(&cut).0, Vec::new()),
    }
}

impl Block {
    /// Whether it shows nothing: only white space, or nothing at all.
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
        Inline::Picture(_) => false,
        Inline::Break => true,
    })
}

#[cfg(test)]
mod tests;
