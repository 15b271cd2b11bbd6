//! What an author is given and what it gives back.

use deck::Content;

/// What a deck is to be made of.
#[derive(Debug, Clone, Default)]
pub struct Source {
    /// Notes, a report, minutes, a mail, a transcript, data: plain text or Markdown.
    pub text: String,
    /// Title of the deck; found in the text when absent.
    pub title: Option<String>,
    /// Tag of the language; detected when absent.
    pub language: Option<String>,
    /// Who speaks, for the title slide.
    pub speaker: Option<String>,
}

impl Source {
    /// A source that is nothing but a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// A deck before it has ids, an owner or a theme.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// Title of the deck.
    pub title: String,
    /// Tag of its language.
    pub language: String,
    /// Its slides in order. Each passes strict validation.
    pub slides: Vec<SlideDraft>,
}

/// A slide before it has an id.
#[derive(Debug, Clone, PartialEq)]
pub struct SlideDraft {
    /// Registry key of its type.
    pub key: String,
    /// What it shows.
    pub content: Content,
    /// What the speaker has at hand: all that did not fit on the slide.
    pub notes: String,
}
