//! A theme whose declaration has been read and checked.

use colors::Rgb;

use super::font::{Fonts, OfficeFonts};
use super::gradient::Gradient;
use super::voice::Voice;
use crate::Content;

/// A theme: colours, fonts and ornament of a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    /// Id that decks store.
    pub id: String,
    /// Name for people.
    pub label: String,
    /// What it is good for, empty for a custom theme.
    pub mood: String,
    /// What sets it apart, empty for a custom theme.
    pub look: String,
    /// The brand colours.
    pub brand_colors: Vec<Rgb>,
    /// Whether its ornament is offered as backdrop pictures.
    pub has_background_images: bool,
    /// Registry key of the type that opens a deck.
    pub default_title_type: String,
    /// Position of the title block on a title slide.
    pub title_layout: TitleLayout,
    /// Corner radius of plates, in pixels.
    pub radius: u16,
    /// The named colours.
    pub palette: Palette,
    /// Colours of chart series, in order.
    pub chart: Vec<Rgb>,
    /// Colours of code.
    pub syntax: Syntax,
    /// Faces by role.
    pub fonts: Fonts,
    /// What an office program shows where a family is not installed.
    pub office_fonts: OfficeFonts,
    /// The backdrop `gradient`.
    pub gradient: Gradient,
    /// The drawing on chosen slides.
    pub ornament: Ornament,
    /// How slides are drawn.
    pub voice: Voice,
    /// What slides may not change.
    pub locks: ThemeLocks,
    /// The declared values of a custom theme; `None` for a system theme.
    pub custom: Option<CustomTheme>,
}

/// Makes the palette and its keys from one table: field, key in declarations, what it is for.
macro_rules! palette {
    ($($field:ident $key:literal $what:literal)*) => {
        /// The colours of a theme by name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Palette {
            $(#[doc = $what] pub $field: Rgb,)*
        }

        impl Palette {
            /// The keys of a palette in declarations.
            pub const KEYS: &[&str] = &[$($key),*];

            /// A palette of the colours that `color` returns for each key.
            pub(super) fn collect<E>(mut color: impl FnMut(&str) -> Result<Rgb, E>) -> Result<Self, E> {
                Ok(Self { $($field: color($key)?,)* })
            }

            /// The colours in the order of their keys.
            pub fn colors(&self) -> impl Iterator<Item = Rgb> {
                [$(self.$field),*].into_iter()
            }
        }
    };
}

palette! {
    base "base" "Plain page."
    tint "tint" "Lightly coloured page."
    deep "deep" "Dark page."
    surface "surface" "Plates on a page."
    line "line" "Hairlines."
    text "text" "Text on base, tint and surface."
    muted "muted" "Lesser text on base, tint and surface."
    on_deep "onDeep" "Text on deep and on the gradient."
    muted_on_deep "mutedOnDeep" "Lesser text on deep."
    accent "accent" "The accent, also a page."
    on_accent "onAccent" "Text on accent."
    accent_on_deep "accentOnDeep" "The accent as it is used on deep."
    accent2 "accent2" "The second accent."
}

impl Palette {
    /// A colour by its key in declarations.
    pub fn get(&self, key: &str) -> Option<Rgb> {
        let mut named = Self::KEYS.iter().zip(self.colors());
        named.find(|(known, _)| **known == key).map(|(_, color)| color)
    }
}

/// Colours of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Syntax {
    /// Everything else.
    pub plain: Rgb,
    /// Keywords.
    pub keyword: Rgb,
    /// Strings.
    pub string: Rgb,
    /// Comments.
    pub comment: Rgb,
    /// Functions and types.
    pub name: Rgb,
    /// Constants and literals other than strings.
    pub number: Rgb,
}

/// Position of the title block on a title slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TitleLayout {
    /// At the top.
    Top,
    /// In the middle.
    Center,
    /// At the bottom.
    Bottom,
}

/// The drawing between backdrop and content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ornament {
    /// Which drawing.
    pub name: OrnamentName,
    /// Registry keys of the types that carry it.
    pub types: Vec<String>,
    /// Backdrops that carry it.
    pub backdrops: Vec<Backdrop>,
    /// Whether it may lie behind text.
    pub over_text: bool,
}

/// The drawings that layout knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrnamentName {
    /// Three filled sine curves at the foot.
    Waves,
    /// A thin frame.
    Frame,
    /// Arch and circle cut from paper.
    CutOuts,
    /// Arcs and stars.
    Orbits,
    /// One block or band of accent.
    Block,
    /// Pieces of paper along the edges.
    Paper,
    /// A drafting grid with a dimension line.
    Drafting,
    /// A bar on the left edge.
    Bar,
}

/// The backdrops that every theme defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backdrop {
    /// Plain page.
    Base,
    /// Lightly coloured page.
    Tint,
    /// Dark page.
    Deep,
    /// Page in the accent.
    Accent,
    /// The gradient of the theme.
    Gradient,
}

/// Slide values that a theme overrides. The stored values stay.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ThemeLocks {
    /// The theme decides the backdrop.
    pub background: bool,
    /// The theme decides the logo.
    pub logo: bool,
}

/// The values that an organization declared for its theme.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CustomTheme {
    /// Short name; decks may store it instead of the id.
    pub slug: Option<String>,
    /// Its logo.
    pub logo_url: Option<String>,
    /// The declared colours.
    pub colors: Content,
    /// The declared fonts.
    pub fonts: Content,
    /// The declared voice, if there is one.
    pub voice: Option<Content>,
}

impl TitleLayout {
    /// Parses the word used in declarations.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "top" => Some(Self::Top),
            "center" => Some(Self::Center),
            "bottom" => Some(Self::Bottom),
            _ => None,
        }
    }
}

impl OrnamentName {
    /// The words in declarations.
    pub const WORDS: &'static [&'static str] =
        &["waves", "frame", "cut-outs", "orbits", "block", "paper", "drafting", "bar"];

    /// Parses the word used in declarations.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "waves" => Some(Self::Waves),
            "frame" => Some(Self::Frame),
            "cut-outs" => Some(Self::CutOuts),
            "orbits" => Some(Self::Orbits),
            "block" => Some(Self::Block),
            "paper" => Some(Self::Paper),
            "drafting" => Some(Self::Drafting),
            "bar" => Some(Self::Bar),
            _ => None,
        }
    }
}

impl Backdrop {
    /// Parses the word used in declarations and slides.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "base" => Some(Self::Base),
            "tint" => Some(Self::Tint),
            "deep" => Some(Self::Deep),
            "accent" => Some(Self::Accent),
            "gradient" => Some(Self::Gradient),
            _ => None,
        }
    }
}
