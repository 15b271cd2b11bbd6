//! Documents of many formats, read into one tree: headings, paragraphs, lists, tables, pictures.
//!
//! [`read`] takes the bytes of a PDF, Word, OpenDocument, PowerPoint, HTML, EPUB, Markdown or text file and returns a
//! [`Document`]. What is not content (running heads, page numbers, contents pages, navigation) is part of the tree and
//! marked as [`Furniture`]. Pictures stay in the file until [`picture`] reads one.
//!
//! Files may be hostile: bytes are counted while they are unpacked, and everything that a file can have many of is
//! bounded. Pure: no clock, file, network or random source; no address in a document is opened.

mod archive;
mod docx;
mod epub;
mod error;
mod furniture;
mod html;
mod kind;
mod markdown;
mod model;
mod odt;
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "points of a page, codes of fonts and counts of words: all are small, or bounded where they are read"
)]
mod pdf;
mod plain;
mod pptx;
mod text;
mod write;
mod xml;

pub use error::ReadError;
pub use model::{Block, Content, Document, Furniture, List, ListItem, Notation, Picture, Table};

use kind::FileKind;
use model::Source;

/// Limits for reading a document. The defaults are those of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file.
    pub file: usize,
    /// Pages of a PDF, slides of a presentation.
    pub pages: usize,
    /// Bytes of all parts and streams together, unpacked.
    pub unpacked: u64,
    /// Bytes of one part or stream, unpacked.
    pub part: u64,
    /// Tags of XML or HTML, and operators of pages.
    pub steps: usize,
    /// Bytes of text of the document.
    pub text: usize,
    /// Blocks of the document, list items and cells included.
    pub blocks: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file: 50 << 20,
            pages: 500,
            unpacked: 512 << 20,
            part: 64 << 20,
            steps: 20_000_000,
            text: 16 << 20,
            blocks: 200_000,
        }
    }
}

/// Reads a document. `name` is the name of the file or its media type; it is used only where the bytes allow several
/// formats, such as Markdown and plain text, and where the file does not contain its title.
///
/// # Errors
/// Fails when the format is not supported, or the file is protected, damaged, too large, or has no text.
pub fn read(bytes: &[u8], name: &str, limits: &Limits) -> Result<Document, ReadError> {
    if bytes.len() > limits.file {
        return Err(ReadError::TooLarge { limit: limits.file as u64 });
    }
    let mut document = match kind::of(bytes, name, limits)? {
        FileKind::Pdf => pdf::read(bytes, limits)?,
        FileKind::Word => docx::read(bytes, limits)?,
        FileKind::OpenDocument => odt::read(bytes, limits)?,
        FileKind::PowerPoint => pptx::read(bytes, limits)?,
        FileKind::Epub => epub::read(bytes, limits)?,
        FileKind::Html => html::read(bytes, limits)?,
        FileKind::Markdown => markdown::read(&text::decoded(bytes), limits)?,
        FileKind::Plain => plain::read(&text::decoded(bytes), limits)?,
    };
    model::check_size(&document, limits)?;
    for block in &mut document.blocks {
        if let Content::Picture(picture) = &mut block.content {
            picture.alt = picture.alt.take().filter(|alt| !text::is_file_name(alt));
        }
    }
    text::western_quotes(&mut document);
    furniture::mark(&mut document, name);
    document.title = document.title.map(|title| text::unnumbered(&title).to_owned());
    if !document.blocks.iter().any(|block| block.content.has_text()) {
        return Err(ReadError::Empty);
    }
    Ok(document)
}

/// Reads the bytes of a picture of a document, which is a PNG, JPEG, GIF, WebP or SVG file.
///
/// # Errors
/// Fails when the picture has no bytes in the file, is of another format, or cannot be unpacked within the limits.
pub fn picture(bytes: &[u8], picture: &Picture, limits: &Limits) -> Result<Vec<u8>, ReadError> {
    match &picture.source {
        Source::Nowhere => Err(ReadError::Missing { part: "the picture".to_owned() }),
        Source::Part(name) => archive::Archive::open(bytes, limits)?.bytes(name),
        Source::Object(number) => pdf::picture(bytes, *number, limits),
        Source::Inline(bytes) => Ok(bytes.clone()),
    }
}
