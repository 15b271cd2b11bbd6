//! What an author returns when it edits a deck: proposed changes and suggestions, never a changed deck.
//!
//! The built-in author and the models return the same types, so the code that applies the changes does not depend on
//! the author.

use deck::Remark;

use crate::SlideDraft;

/// The changes that an instruction asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Iteration {
    /// Index of the slide that the instruction names, from 0; `None` for the whole deck.
    pub target: Option<usize>,
    /// One sentence on what changes, or why nothing does.
    pub summary: Remark,
    /// Whether the instruction was followed, even if there was nothing to change. `false` when it was not understood or
    /// asks for something impossible.
    pub followed: bool,
    /// The changes, sorted by slide index.
    pub modifications: Vec<Modification>,
    /// A change of the deck itself.
    pub deck_edit: Option<DeckEdit>,
}

/// A change of a deck that concerns no single slide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeckEdit {
    /// A new title.
    Title(String),
    /// A theme, by its id or label as the instruction names it.
    Theme(String),
}

/// The change of one slide.
#[derive(Debug, Clone, PartialEq)]
pub struct Modification {
    /// Index of the slide, from 0, before any change; for an insertion, the index before which the slides go.
    pub slide_index: usize,
    /// What happens to the slide.
    pub action: SlideAction,
    /// The reason, in a few words.
    pub reasoning: Remark,
    /// The slides that replace it: one for a replacement, two or more for a split; for an insertion, the new slides;
    /// else none.
    pub slides: Vec<SlideDraft>,
}

/// What happens to a slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlideAction {
    /// The slide gets new content and maybe a new type; it keeps its id.
    Replace,
    /// The slide is removed.
    Remove,
    /// The slide becomes several slides; the first keeps the id.
    Split,
    /// New slides are inserted.
    Insert,
    /// The slide is moved.
    Move {
        /// Its index after all changes.
        to: usize,
    },
    /// The slide is skipped while presenting.
    Hide,
    /// The slide is no longer skipped while presenting.
    Show,
}

/// How strongly a deck is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intensity {
    /// Merges pairs of neighbouring short slides on one subject.
    Moderate,
    /// Merges up to three neighbouring slides, and removes section openers with a single slide.
    Aggressive,
}

impl Intensity {
    /// The intensity with a name; `None` for an unknown name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "moderate" => Some(Self::Moderate),
            "aggressive" => Some(Self::Aggressive),
            _ => None,
        }
    }
}

/// How a deck can be compressed. No slide occurs twice.
#[derive(Debug, Clone, PartialEq)]
pub struct Compression {
    /// Groups of slides that become one slide each.
    pub merges: Vec<Merge>,
    /// Slides to remove.
    pub removals: Vec<Removal>,
    /// One sentence on the result.
    pub summary: Remark,
}

/// Neighbouring slides that become one slide.
#[derive(Debug, Clone, PartialEq)]
pub struct Merge {
    /// Indexes of the slides, from 0, consecutive.
    pub slide_indexes: Vec<usize>,
    /// Why they belong together.
    pub reason: Remark,
    /// Title of the merged slide.
    pub merged_title: String,
    /// The merged slide, with all text and notes of the originals.
    pub merged: SlideDraft,
}

/// A slide to remove.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// Index of the slide, from 0.
    pub slide_index: usize,
    /// Why the deck loses nothing.
    pub reason: Remark,
}

/// One possible improvement of a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// Index of the slide, from 0; `None` for the whole deck.
    pub slide_index: Option<usize>,
    /// The kind of improvement.
    pub category: SuggestionCategory,
    /// What to do, in one or two sentences.
    pub body: Remark,
    /// The slide to replace it with, where the suggestion names one.
    pub proposed: Option<ProposedSlide>,
}

/// The type and title of a slide that a suggestion proposes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedSlide {
    /// Registry key of the slide type.
    pub key: String,
    /// Title of the slide.
    pub title: String,
}

/// Kinds of suggestions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuggestionCategory {
    /// Wording that is hard to follow.
    Language,
    /// Another slide type would show the content better.
    SlideType,
    /// Too much or too little on a slide, or a picture without alternative text.
    VisualBalance,
    /// The structure of the deck.
    Structure,
    /// The tone of the wording.
    Tone,
    /// Spelling, case and punctuation.
    Spelling,
    /// Too many words.
    Brevity,
    /// Something is missing or inconsistent.
    Logic,
    /// A slide repeats another one.
    Repetition,
}

impl SuggestionCategory {
    /// All categories.
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

    /// The name in responses.
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

/// Why an instruction or an outline cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The instruction asks the built-in author for a translation, which needs a language model.
    #[error("the built-in author does not translate: name a vendor with a language model, or add the language by hand")]
    Translation,
    /// The instruction names a slide that does not exist.
    #[error("slide {number} does not exist: the deck has slides 1 to {slides}")]
    NoSuchSlide {
        /// The slide number in the instruction, from 1.
        number: usize,
        /// The number of slides in the deck.
        slides: usize,
    },
    /// An outline names a slide that the outline of this source does not have.
    #[error("outline: there is no slide `{id}` in the outline of this source; make the outline again")]
    NotInOutline {
        /// The id of the slide.
        id: String,
    },
    /// An outline names a slide twice.
    #[error("outline: the slide `{id}` is used twice")]
    TwiceInOutline {
        /// The id of the slide.
        id: String,
    },
    /// An outline asks for a type that does not exist or that authors may not use.
    #[error("outline: there is no slide type `{name}` that an author can use")]
    UnknownType {
        /// The name of the type.
        name: String,
    },
    /// An entry of an outline names no slide.
    #[error("outline[{index}]: expected `id` or `ids`, the slides of the outline that it is made of")]
    NoIdInOutline {
        /// The index of the entry, from 0.
        index: usize,
    },
    /// An outline has no slide.
    #[error("outline: at least one slide is needed")]
    EmptyOutline,
}
