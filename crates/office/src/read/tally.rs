//! Counts the content of a presentation while it is read, to enforce limits and to find its main language.

use std::collections::HashMap;

use super::Limits;
use super::error::ReadError;

/// The counts so far, and their limits.
#[derive(Debug)]
pub(super) struct Tally<'a> {
    limits: &'a Limits,
    pieces: usize,
    text: usize,
    languages: HashMap<String, usize>,
}

/// Maximum number of languages that are counted; the text of a presentation is in one or two.
const MAX_LANGUAGES: usize = 100;

impl<'a> Tally<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self { limits, pieces: 0, text: 0, languages: HashMap::new() }
    }

    pub(super) fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Counts shapes, paragraphs, runs, cells or points. Fails when there are too many.
    pub(super) fn add_pieces(&mut self, count: usize) -> Result<(), ReadError> {
        let limit = self.limits.pieces;
        self.pieces = self.pieces.saturating_add(count);
        if self.pieces > limit { Err(too_many("shapes, paragraphs, cells and figures", limit)) } else { Ok(()) }
    }

    /// Counts text that becomes part of the presentation. Fails when there is too much.
    pub(super) fn add_text(&mut self, text: &str) -> Result<(), ReadError> {
        let limit = self.limits.text;
        self.text = self.text.saturating_add(text.len());
        if self.text > limit { Err(too_many("bytes of text", limit)) } else { Ok(()) }
    }

    /// Counts text that is marked with a language.
    pub(super) fn add_language(&mut self, language: &str, text: &str) {
        let language = language.trim();
        if language.is_empty() || language.len() > 35 {
            return;
        }
        let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
        if let Some(count) = self.languages.get_mut(language) {
            *count += letters;
        } else if letters > 0 && self.languages.len() < MAX_LANGUAGES {
            self.languages.insert(language.to_owned(), letters);
        }
    }

    /// The language that most text is marked with.
    pub(super) fn language(self) -> Option<String> {
        // Of equally frequent languages the first by name, so that a file always has the same result.
        let main = self.languages.into_iter().max_by(|one, other| one.1.cmp(&other.1).then(other.0.cmp(&one.0)));
        main.map(|(language, _)| language)
    }
}

fn too_many(what: &'static str, limit: usize) -> ReadError {
    ReadError::TooMany { place: "the file".to_owned(), what, limit }
}
