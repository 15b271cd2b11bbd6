//! A theme whose declaration has been read and checked.

use colors::Rgb;

use super::font::{Fonts, OfficeFonts, OwnFace};
use super::gradient::Gradient;
use super::voice::Voice;
use crate::Content;

/// A theme: colours, fonts and voice of a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    /// Id that decks store.
    pub id: String,
    /// Name for people.
    pub label: String,
    /// What it is good for, empty for a custom theme.
    pub mood: String,
    /// The brand colours.
    pub brand_colors: Vec<Rgb>,
    /// Whether its ornament is offered as backdrop pictures.
    pub has_background_images: bool,
    /// Registry key of the type that opens a deck.
    pub default_title_type: String,
    /// The named colours.
    pub palette: Palette,
    /// Colours of chart series, in order.
    pub chart: Vec<Rgb>,
    /// Colours of code.
    pub syntax: Syntax,
    /// Faces by role.
    pub fonts: Fonts,
    /// The faces of its families that the organization uploaded.
    pub own_faces: Vec<OwnFace>,
    /// What an office program shows where a family is not installed.
    pub office_fonts: OfficeFonts,
    /// The backdrop `gradient`.
    pub gradient: Gradient,
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
    /// The declared colours of charts; none where those of the default theme are used.
    pub chart: Vec<Rgb>,
    /// The declared voice, if there is one.
    pub voice: Option<Content>,
    /// The hash of the PowerPoint template that it was made from, if there is one.
    pub template: Option<String>,
}

impl Backdrop {
    /// The words in declarations and slides.
    pub const WORDS: &'static [&'static str] = &["base", "tint", "deep", "accent", "gradient"];

    /// The word used in declarations and slides.
    pub fn word(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Tint => "tint",
            Self::Deep => "deep",
            Self::Accent => "accent",
            Self::Gradient => "gradient",
        }
    }

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
