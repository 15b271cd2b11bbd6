//! The input of an author and the drafts it returns.

use deck::Content;
use serde::{Deserialize, Serialize};

/// The text that a deck is made from, with its properties as far as the caller knows them.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct DeckSource {
    /// Notes, a report, minutes, a mail, a transcript, data: plain text or Markdown.
    pub text: String,
    /// Title of the deck; taken from the text when absent.
    pub title: Option<String>,
    /// Language tag; detected when absent.
    pub language: Option<String>,
    /// Name of the speaker, for the title slide.
    pub speaker: Option<String>,
    /// The maximum number of slides of the deck; as the text needs when absent. The built-in author follows it.
    pub slides: Option<usize>,
    /// For each page of the document, the byte offset in the text where it begins, and its number from 1, in order;
    /// empty for formats without pages.
    pub pages: Vec<(usize, usize)>,
    /// The pictures that the text shows as `![alt](picture:N)`, where N is the index in this list.
    pub pictures: Vec<SourcePicture>,
}

impl DeckSource {
    /// A source with a text and nothing else.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// The characters before the index of a picture in the text of a source.
const PICTURE: &str = "](picture:";

impl DeckSource {
    /// The text with the addresses of its pictures; pictures without one are left out.
    pub(crate) fn text_with_pictures(&self) -> String {
        let mut text = String::with_capacity(self.text.len());
        for line in self.text.split_inclusive('\n') {
            let Some(at) = line.find(PICTURE).filter(|_| line.starts_with("![")) else {
                text.push_str(line);
                continue;
            };
            let number = line[at + PICTURE.len()..].split(')').next().and_then(|number| number.parse::<usize>().ok());
            let picture = number.and_then(|number| self.pictures.get(number)).filter(|picture| !picture.url.is_empty());
            if let Some(picture) = picture {
                text.push_str(&line[..at]);
                text.extend(["](", &picture.url, ")\n"]);
            }
        }
        text
    }
}

/// A picture of a document, ready to be shown on a slide.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcePicture {
    /// Its address, in the form that a slide field accepts.
    pub url: String,
    /// Its alternative text; empty when the document has none.
    pub alt: String,
    /// Its caption, above or below it; empty when the document has none.
    pub caption: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// A deck before it has ids, an owner or a theme.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckDraft {
    /// Title of the deck.
    pub title: String,
    /// Language tag.
    pub language: String,
    /// The slides in order. Each passes strict validation.
    pub slides: Vec<SlideDraft>,
}

/// A slide before it has an id.
#[derive(Debug, Clone, PartialEq)]
pub struct SlideDraft {
    /// Registry key of the slide type.
    pub key: String,
    /// The fields of the slide.
    pub content: Content,
    /// Speaker notes, including all text that did not fit on the slide.
    pub notes: String,
}
