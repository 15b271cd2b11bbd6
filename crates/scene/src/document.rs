//! The document: its pages, and what they share.

use std::fmt;
use std::sync::Arc;

use crate::{Direction, Page, Palette};

/// Pages in order, with everything an output needs besides pictures.
#[derive(Debug, Clone)]
pub struct Document {
    /// Title of the deck.
    pub title: String,
    /// Its language, a BCP 47 tag.
    pub language: String,
    /// The way its text runs.
    pub direction: Direction,
    /// What file properties say.
    pub properties: Properties,
    /// The colours behind the roles.
    pub palette: Palette,
    /// The families behind the font roles.
    pub fonts: FontNames,
    /// The faces that glyph runs name by [`FontId`]. Most are not used by a given document.
    pub faces: Arc<[Face]>,
    /// Whether the parts of its pages appear one by one for whoever goes through them. Where nobody does they are all
    /// there.
    pub is_stepped: bool,
    /// The pages.
    pub pages: Vec<Arc<Page>>,
}

impl Document {
    /// The face of a glyph run.
    pub fn face(&self, font: FontId) -> Option<&Face> {
        self.faces.get(font.0 as usize)
    }

    /// The document as text, for snapshots: its head and its pages.
    pub fn outline(&self) -> String {
        let head = format!("document \"{}\" {}\n", self.title, self.language);
        head + &self.pages.iter().map(|page| page.outline()).collect::<String>()
    }
}

/// What the properties of a file say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Properties {
    /// What the deck is about.
    pub description: String,
    /// Who made it.
    pub author: String,
    /// When it was made, in RFC 3339; empty when not to be told.
    pub created: String,
    /// When it was last changed, in RFC 3339; empty when not to be told.
    pub modified: String,
}

/// What a font is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum FontRole {
    /// Titles.
    Heading,
    /// Everything else.
    #[default]
    Body,
    /// Code, and figures where the theme says so.
    Mono,
}

/// A family and what an office program takes where it is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontName {
    /// The family.
    pub family: String,
    /// Its substitute.
    pub office: String,
}

/// The families of a document.
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
    /// The family of a role.
    pub fn role(&self, role: FontRole) -> &FontName {
        match role {
            FontRole::Heading => &self.heading,
            FontRole::Body => &self.body,
            FontRole::Mono => &self.mono,
        }
    }
}

/// A face of the document, by its place in [`Document::faces`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FontId(pub u32);

/// The bytes of a font file, shared.
pub type FontBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A face: one font in one file.
#[derive(Clone)]
pub struct Face {
    /// The family.
    pub family: String,
    /// 100 to 900.
    pub weight: u16,
    /// Whether it is slanted.
    pub italic: bool,
    /// The file.
    pub bytes: FontBytes,
    /// Which font of a collection.
    pub index: u32,
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Face { family, weight, italic, .. } = self;
        write!(f, "Face({family} {weight}{})", if *italic { " italic" } else { "" })
    }
}
