//! Edits decks: converts slides, follows instructions, merges slides and suggests improvements.
//!
//! Returns proposed changes and never changes a deck. No text is lost: what is removed from a slide goes to its notes.

mod analyze;
mod compress;
mod convert;
mod iterate;
mod parts;
mod remarks;
mod request;
mod shorten;
mod split;
mod type_words;

use std::collections::HashSet;

use deck::{Deck, Registry, Slide};

pub use self::remarks::remark_codes;
use super::language::Language;
use super::outline::{SlideOutline, outline_of};
use super::rank::TermFrequencies;
use super::text::{stem, words};

/// The outline of a slide.
fn outline(registry: &Registry, slide: &Slide) -> SlideOutline {
    outline_of(registry, registry.by_key(&slide.key), &slide.content)
}

/// Word counts of a deck. Words of its title count twice.
fn term_frequencies(registry: &Registry, deck: &Deck, language: &Language) -> TermFrequencies {
    let mut terms = TermFrequencies::default();
    terms.add(&deck.title, 2.0, language);
    for slide in &deck.slides {
        for piece in outline(registry, slide).pieces() {
            terms.add(&piece, 1.0, language);
        }
    }
    terms
}

/// The stems of all words in an outline without stop words.
fn word_stems(outline: &SlideOutline, language: &Language) -> HashSet<String> {
    let mut stems = HashSet::new();
    for piece in outline.pieces() {
        let lower = words(&piece).map(str::to_lowercase);
        stems.extend(lower.filter(|word| !language.is_stop_word(word)).map(|word| stem(&word)));
    }
    stems
}

/// The title of a slide; may be empty.
fn title(registry: &Registry, slide: &Slide) -> String {
    registry.title_of(slide).trim().to_owned()
}
