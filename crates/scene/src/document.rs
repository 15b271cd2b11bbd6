//! The document: its pages, and the palette, fonts and properties they share.

use std::fmt;
use std::sync::Arc;

use crate::{Direction, Page, Palette};

/// Pages in order, with everything an exporter needs except the bytes of pictures.
#[derive(Debug, Clone)]
pub struct Document {
    /// Title of the deck.
    pub title: String,
    /// Language of the deck, a BCP 47 tag.
    pub language: String,
    /// Text direction of the deck.
    pub direction: Direction,
    /// Metadata that exporters write into the file.
    pub properties: DocumentProperties,
    /// The colour of each palette role.
    pub palette: Palette,
    /// The font family of each font role.
    pub fonts: FontNames,
    /// The font faces that glyph runs refer to by [`FontId`]. A document uses only some of them.
    pub faces: Arc<[FontFace]>,
    /// Whether build steps are shown one by one while presenting. Static outputs show everything at once.
    pub is_stepped: bool,
    /// How a page without a transition of its own follows another while presenting.
    pub transition: Transition,
    /// The pages, in order.
    pub pages: Vec<Arc<Page>>,
}

impl Document {
    /// The face with this id, or `None` when the id is out of range.
    pub fn face(&self, font: FontId) -> Option<&FontFace> {
        self.faces.get(font.0 as usize)
    }

    /// The transition to a page: its own, or that of the document when it has none.
    pub fn transition_into(&self, page: &Page) -> Transition {
        page.transition.unwrap_or(self.transition)
    }

    /// The document as text for snapshot tests: title, language and the outline of each page.
    pub fn outline(&self) -> String {
        let head = format!("document \"{}\" {}\n", self.title, self.language);
        head + &self.pages.iter().map(|page| page.outline()).collect::<String>()
    }
}

/// How a page follows another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Transition {
    /// At once.
    #[default]
    None,
    /// It fades in.
    Fade,
    /// It slides over the other.
    Slide,
    /// It pushes the other out.
    Push,
    /// Both turn like a cube.
    Cube,
    /// Parts that both pages share move to their new position; the rest fades.
    Morph,
}

/// Metadata of an exported file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentProperties {
    /// Description of the deck.
    pub description: String,
    /// Name of the author.
    pub author: String,
    /// Creation time in RFC 3339; empty if it is not to be written.
    pub created: String,
    /// Time of the last change in RFC 3339; empty if it is not to be written.
    pub modified: String,
    /// The stored deck that the document was laid out from; `None` for a deck that is not stored.
    pub origin: Option<DocumentOrigin>,
}

/// The deck and revision that a document was laid out from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentOrigin {
    /// Id of the deck.
    pub deck: String,
    /// Its revision.
    pub revision: u64,
}

/// What a font is used for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum FontRole {
    /// Titles.
    Heading,
    /// Everything else.
    #[default]
    Body,
    /// Code, and large numbers if the theme sets them so.
    Mono,
}

/// A font family and its substitute in office programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontName {
    /// Name of the family.
    pub family: String,
    /// The family that office programs use where this one is not installed.
    pub office: String,
}

/// The font families of a document by role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontNames {
    /// Titles.
    pub heading: FontName,
    /// Everything else.
    pub body: FontName,
    /// Code.
    pub mono: FontName,
}

impl FontNames {
    /// The family of a font role.
    pub fn role(&self, role: FontRole) -> &FontName {
        match role {
            FontRole::Heading => &self.heading,
            FontRole::Body => &self.body,
            FontRole::Mono => &self.mono,
        }
    }
}

/// A font face, as an index into [`Document::faces`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FontId(pub u32);

/// The bytes of a font file, shared.
pub type FontBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A font face: one family at one weight and slant.
#[derive(Clone)]
pub struct FontFace {
    /// Name of the family.
    pub family: String,
    /// Weight, 100 to 900.
    pub weight: u16,
    /// Whether the face is italic.
    pub italic: bool,
    /// The font file.
    pub bytes: FontBytes,
    /// Index of the font in the file, for font collections.
    pub index: u32,
    /// Further facts about a font that an organization uploaded; `None` for a bundled font.
    pub own: Option<OwnFont>,
}

/// A font that an organization uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnFont {
    /// The hash of its file, which addresses contain.
    pub hash: Arc<str>,
    /// Whether its licence allows it in documents that other people edit.
    pub editable: bool,
}

impl fmt::Debug for FontFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FontFace { family, weight, italic, .. } = self;
        write!(f, "Face({family} {weight}{})", if *italic { " italic" } else { "" })
    }
}
