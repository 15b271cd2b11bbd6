//! What an author answers when it is asked to better a deck: changes and remarks, never a changed deck.
//!
//! The same for every author, so that whoever applies them need not know who wrote them.

use crate::SlideDraft;

/// What becomes of a deck when an instruction is followed.
#[derive(Debug, Clone, PartialEq)]
pub struct Iteration {
    /// The slide that was named, from 0; none for the whole deck.
    pub target: Option<usize>,
    /// What is done, in a sentence. Says so when nothing is.
    pub summary: String,
    /// The changes, in the order of the slides as they are now.
    pub modifications: Vec<Modification>,
}

/// The change of one slide.
#[derive(Debug, Clone, PartialEq)]
pub struct Modification {
    /// Position of the slide, from 0, before any change.
    pub slide_index: usize,
    /// What happens to it.
    pub action: Action,
    /// Why, in a few words.
    pub reasoning: String,
    /// What stands in its place: one slide, two for a split, none for a removal. Notes begin with those of the slide.
    pub slides: Vec<SlideDraft>,
}

/// What happens to a slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Another content, maybe another type; the id is kept.
    Replace,
    /// The slide goes.
    Remove,
    /// Two slides; the first keeps the id.
    Split,
}

impl Action {
    /// The word in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Replace => "replace",
            Self::Remove => "remove",
            Self::Split => "split",
        }
    }
}

/// How far compressing goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intensity {
    /// Pairs of short slides that are near each other in subject.
    Moderate,
    /// Up to three neighbours, and section openers with a single slide.
    Aggressive,
}

impl Intensity {
    /// The intensity of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "moderate" => Some(Self::Moderate),
            "aggressive" => Some(Self::Aggressive),
            _ => None,
        }
    }
}

/// What compressing a deck would do. No slide is named twice.
#[derive(Debug, Clone, PartialEq)]
pub struct Compression {
    /// Slides that become one.
    pub merges: Vec<Merge>,
    /// Slides that go.
    pub removals: Vec<Removal>,
    /// What is gained, in a sentence.
    pub summary: String,
}

/// Neighbouring slides that become one.
#[derive(Debug, Clone, PartialEq)]
pub struct Merge {
    /// Their positions, from 0, one after the other.
    pub slide_indexes: Vec<usize>,
    /// Why they belong together.
    pub reason: String,
    /// Title of the slide they become.
    pub merged_title: String,
    /// The slide they become, with all their text and notes.
    pub merged: SlideDraft,
}

/// A slide that goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// Its position, from 0.
    pub slide_index: usize,
    /// Why nothing is lost.
    pub reason: String,
}

/// One thing to better.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The slide, from 0; none for the whole deck.
    pub slide_index: Option<usize>,
    /// What kind of thing it is.
    pub category: Category,
    /// What to do, in a sentence or two.
    pub body: String,
    /// A slide that would do it.
    pub proposed: Option<Proposal>,
}

/// A slide that a suggestion proposes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Registry key of its type.
    pub key: String,
    /// Its title.
    pub title: String,
}

/// Kinds of suggestions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// Wording that is hard to follow.
    Language,
    /// Another type would show it better.
    SlideType,
    /// Too much or too little on a slide, or a picture that not everybody can see.
    VisualBalance,
    /// The run of the deck.
    Structure,
    /// How it speaks.
    Tone,
    /// Spelling, case and punctuation.
    Spelling,
    /// Too many words.
    Brevity,
    /// Something is missing or does not add up.
    Logic,
    /// The same again.
    Repetition,
}

impl Category {
    /// Every kind.
    pub const ALL: [Self; 9] = [
        Self::Language,
        Self::SlideType,
        Self::VisualBalance,
        Self::Structure,
        Self::Tone,
        Self::Spelling,
        Self::Brevity,
        Self::Logic,
        Self::Repetition,
    ];

    /// The word in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Language => "language",
            Self::SlideType => "slide-type",
            Self::VisualBalance => "visual-balance",
            Self::Structure => "structure",
            Self::Tone => "tone",
            Self::Spelling => "spelling",
            Self::Brevity => "brevity",
            Self::Logic => "logic",
            Self::Repetition => "repetition",
        }
    }
}

/// Why an instruction is not followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Translating needs a language model.
    #[error("the built-in author does not translate: name a vendor with a language model, or add the language by hand")]
    Translation,
    /// It names a slide that is not there.
    #[error("slide {named} does not exist: the deck has slides 1 to {slides}")]
    Beyond {
        /// The number that was named, from 1.
        named: usize,
        /// How many slides there are.
        slides: usize,
    },
}
