//! Edits decks: converts slides, follows instructions, merges, and says what could be better.
//!
//! Answers are proposals. Nothing is changed here, and no text is lost: what a slide gives up goes to its notes.

mod analyze;
mod compress;
mod convert;
mod iterate;
mod shorten;
mod split;
mod target;
mod type_words;

use deck::{Deck, Registry, Slide};

use super::language::Language;
use super::outline::{Outline, outline};
use super::rank::Subject;

/// What a slide says.
fn read(registry: &Registry, slide: &Slide) -> Outline {
    outline(registry, registry.by_key(&slide.key), &slide.content)
}

/// What a whole deck speaks of.
fn subject(registry: &Registry, deck: &Deck, language: &Language) -> Subject {
    let mut subject = Subject::default();
    subject.take(&deck.title, 2.0, language);
    for slide in &deck.slides {
        for piece in read(registry, slide).pieces() {
            subject.take(&piece, 1.0, language);
        }
    }
    subject
}

/// The name of a slide, maybe empty.
fn title(registry: &Registry, slide: &Slide) -> String {
    registry.title_of(slide).trim().to_owned()
}

/// Whether a slide opens or closes the deck or a section.
fn is_frame(registry: &Registry, slide: &Slide) -> bool {
    matches!(slide.key.as_str(), "title-slide" | "chapter-title-slide")
        || registry.catalogue().closing_types.contains(&slide.key)
}
