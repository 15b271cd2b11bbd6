//! The deck: a flat list of slides with the texts of the main language, and translations into others.

mod field;
mod morph_names;
mod settings;
mod slide;
mod tag;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::field::{WrongDeckField, read_description, read_language, read_theme, read_title};
pub use self::morph_names::MorphNames;
pub(crate) use self::morph_names::is_position;
pub use self::settings::{AutoAdvance, Pace, RevealStyle, Settings, Transition, WrongSetting};
pub use self::slide::{LibraryLink, Slide, SlideId, Visibility, duration};
pub use self::tag::{is_right_to_left, is_tag, primary_language, same_tag};

/// Schema version that this release writes.
pub const SCHEMA_VERSION: u32 = 15;
/// Main language of a deck that names none.
pub const DEFAULT_LANG: &str = "en-GB";
/// Theme of a deck that names none.
pub const DEFAULT_THEME: &str = "default";
/// Maximum length of a deck title, in code points.
pub const MAX_TITLE: usize = 500;
/// Maximum length of a deck description, in code points.
pub const MAX_DESCRIPTION: usize = 600;
/// Maximum length of a slide's notes, in code points.
pub const MAX_NOTES: usize = 20_000;

/// The content of a deck. Id, owner, times and revision belong to storage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Deck {
    /// Title of the deck.
    pub title: String,
    /// Description, may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Id of the theme. A deck may name a theme that does not exist.
    pub theme: String,
    /// Tag of the main language: the language of the texts in `slides`.
    pub lang: String,
    /// Settings for presenting the deck.
    #[serde(default, skip_serializing_if = "Settings::is_default")]
    pub settings: Settings,
    /// Translations by language tag.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub translations: BTreeMap<String, Translation>,
    /// The slides in order.
    pub slides: Vec<Slide>,
}

/// Texts of a deck in another language. A text that is absent or blank falls back to the main language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Translation {
    /// Title of the deck.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Description of the deck.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Texts of the slides, by slide id.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub slides: BTreeMap<SlideId, Overlay>,
}

/// Texts of one slide in another language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SlideTexts"))]
#[serde(default)]
pub struct Overlay {
    /// Text by path, such as `items.2.title`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub content: BTreeMap<String, String>,
    /// Speaker notes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

impl Overlay {
    /// Whether there is no text at all.
    pub fn is_empty(&self) -> bool {
        self.content.is_empty() && self.notes.is_empty()
    }
}

impl Translation {
    /// Whether there is neither a text nor an entry for a slide.
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && self.description.is_empty() && self.slides.is_empty()
    }
}

impl Deck {
    /// A deck without slides.
    pub fn new(title: impl Into<String>, lang: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            description: String::new(),
            theme: DEFAULT_THEME.to_owned(),
            lang: lang.into(),
            settings: Settings::default(),
            translations: BTreeMap::new(),
            slides: Vec::new(),
        }
    }

    /// Position of a slide by its id.
    pub fn position(&self, id: &SlideId) -> Option<usize> {
        self.slides.iter().position(|slide| slide.id == *id)
    }

    /// All languages of the deck, the main one first.
    pub fn languages(&self) -> Vec<&str> {
        let others = self.translations.keys().map(String::as_str).filter(|tag| !same_tag(tag, &self.lang));
        std::iter::once(self.lang.as_str()).chain(others).collect()
    }
}
