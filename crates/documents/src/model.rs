//! The document tree.

use crate::{Limits, ReadError};

/// A document of any format.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Document {
    /// The title.
    pub title: Option<String>,
    /// The authors, as far as the file declares them.
    pub authors: Vec<String>,
    /// The language tag that the file declares.
    pub language: Option<String>,
    /// Pages of a PDF, slides of a presentation; 0 for formats without pages.
    pub pages: usize,
    /// The content in reading order. A heading opens a section, which ends before the next heading of its level or a
    /// higher one.
    pub blocks: Vec<Block>,
}

/// A piece of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Its content.
    pub content: Content,
    /// Why it does not belong to the content; `None` if it does.
    pub furniture: Option<Furniture>,
    /// The page it begins on, from 1; 0 for formats without pages.
    pub page: usize,
}

/// The content of a block.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A heading.
    Heading {
        /// 1 for the highest.
        level: u8,
        /// Its text.
        text: String,
    },
    /// A paragraph.
    Paragraph(String),
    /// A list.
    List(List),
    /// A table.
    Table(Table),
    /// A picture.
    Picture(Picture),
    /// A quotation that the document sets apart.
    Quote {
        /// What was said.
        text: String,
        /// Who said it.
        attribution: Option<String>,
    },
    /// Source code or other text whose line breaks matter.
    Code {
        /// The programming language, where declared.
        language: Option<String>,
        /// The lines.
        text: String,
    },
    /// A formula that stands on lines of its own.
    Formula {
        /// Its text.
        text: String,
        /// The notation of the text.
        notation: Notation,
    },
    /// A footnote.
    Footnote {
        /// The number or sign that refers to it.
        mark: String,
        /// Its text.
        text: String,
    },
}

/// The notation of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// LaTeX, without dollars.
    Latex,
    /// Plain characters in reading order, for formulas whose structure is unknown.
    Signs,
}

/// A list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct List {
    /// Whether its items are numbered.
    pub is_ordered: bool,
    /// Its items.
    pub items: Vec<ListItem>,
}

/// An item of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListItem {
    /// How deep it is indented, from 0.
    pub level: u8,
    /// The term that its text explains, in a list of terms.
    pub term: Option<String>,
    /// Its text.
    pub text: String,
}

/// A table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// The text above or below it.
    pub caption: Option<String>,
    /// Whether its first row has the names of the columns.
    pub has_header: bool,
    /// Its cells by row; all rows have the same number of cells.
    pub rows: Vec<Vec<String>>,
}

/// A picture.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Picture {
    /// The text above or below it.
    pub caption: Option<String>,
    /// Its alternative text.
    pub alt: Option<String>,
    /// Width and height in pixels, where the file declares them.
    pub size: Option<(u32, u32)>,
    /// Where its bytes are.
    pub(crate) source: Source,
}

impl Picture {
    /// Whether [`picture`](crate::picture) may return the bytes of the picture. Drawings of lines and pictures outside
    /// the file have none.
    pub fn has_bytes(&self) -> bool {
        self.source != Source::Nowhere
    }
}

/// Where the bytes of a picture are.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Source {
    /// Not in the file.
    #[default]
    Nowhere,
    /// A part of the archive.
    Part(String),
    /// An object of a PDF.
    Object(u32),
    /// In the text itself, as a `data:` address.
    Inline(Vec<u8>),
}

/// Why a block is not content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Furniture {
    /// The title of the document, which [`Document::title`] has already.
    Title,
    /// A line at the top of pages.
    RunningHead,
    /// A line at the foot of pages.
    RunningFoot,
    /// A page number.
    PageNumber,
    /// A table of contents, a list of figures, an index.
    Contents,
    /// Publisher, copyright, licence.
    Imprint,
    /// The list of works that the document refers to.
    References,
    /// Links within a site and the like: menus, breadcrumbs, cookie notices.
    Navigation,
    /// A request to click, share or subscribe.
    CallToAction,
    /// A picture of the cover, such as a logo.
    Cover,
    /// Characters that are not text: symbols drawn with letters of a font, such as musical notes; single signs of
    /// formulas; labels of drawings.
    Signs,
}

impl Block {
    /// A block of content in a format without pages.
    pub(crate) fn new(content: Content) -> Self {
        Self { content, furniture: None, page: 0 }
    }
}

impl From<Content> for Block {
    fn from(content: Content) -> Self {
        Self::new(content)
    }
}

impl Content {
    /// All texts of the content, in order.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::Heading { text, .. }
            | Self::Paragraph(text)
            | Self::Code { text, .. }
            | Self::Formula { text, .. } => vec![text],
            Self::List(list) => list
                .items
                .iter()
                .flat_map(|item| item.term.as_deref().into_iter().chain([item.text.as_str()]))
                .collect(),
            Self::Table(table) => table.caption.iter().chain(table.rows.iter().flatten()).map(String::as_str).collect(),
            Self::Picture(picture) => picture.caption.iter().chain(&picture.alt).map(String::as_str).collect(),
            Self::Quote { text, attribution } => std::iter::once(text).chain(attribution).map(String::as_str).collect(),
            Self::Footnote { mark, text } => vec![mark, text],
        }
    }

    /// References for changing the texts of the content. The texts of pictures and the marks of footnotes are left out.
    pub(crate) fn texts_mut(&mut self) -> Vec<&mut String> {
        match self {
            Self::Heading { text, .. }
            | Self::Paragraph(text)
            | Self::Code { text, .. }
            | Self::Formula { text, .. }
            | Self::Footnote { text, .. } => vec![text],
            Self::List(list) => {
                list.items.iter_mut().flat_map(|item| item.term.as_mut().into_iter().chain([&mut item.text])).collect()
            }
            Self::Table(table) => table.caption.iter_mut().chain(table.rows.iter_mut().flatten()).collect(),
            Self::Picture(_) => Vec::new(),
            Self::Quote { text, attribution } => std::iter::once(text).chain(attribution).collect(),
        }
    }

    /// Whether the content has text. The caption and the alternative text of a picture do not count.
    pub(crate) fn has_text(&self) -> bool {
        !matches!(self, Self::Picture(_)) && self.texts().iter().any(|text| !text.trim().is_empty())
    }
}

/// Fails when a document has more than the limits allow.
pub(crate) fn check_size(document: &Document, limits: &Limits) -> Result<(), ReadError> {
    let (mut bytes, mut blocks) = (0, 0);
    for block in &document.blocks {
        let texts = block.content.texts();
        blocks += texts.len().max(1);
        bytes += texts.iter().map(|text| text.len()).sum::<usize>();
    }
    if bytes > limits.text {
        return Err(ReadError::TooMany { what: "bytes of text", limit: limits.text });
    }
    if blocks > limits.blocks {
        return Err(ReadError::TooMany { what: "paragraphs, list items and cells", limit: limits.blocks });
    }
    Ok(())
}
