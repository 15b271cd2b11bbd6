//! Why an edit was not applied.

use serde_json::Value;

use crate::{ConversionError, SaveError, SlideId, StructureError, WrongDeckField, WrongSetting, WrongTranslation};

/// Why an edit was not applied: a conflict with somebody else's change, or a refusal.
#[derive(Debug, Clone, PartialEq)]
pub enum EditError {
    /// The current value is not the value that the edit replaces, and cannot be merged with the new value.
    Changed {
        /// The current value.
        present: Value,
    },
    /// The slide does not exist, or no longer.
    SlideGone,
    /// The edit breaks a rule.
    Refused(EditRefusal),
}

/// The rule that an edit breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditRefusal {
    /// The deck would have more slides than allowed.
    #[error("the deck would have {count} slides, {most} at most are accepted")]
    TooManySlides {
        /// How many it would have.
        count: usize,
        /// How many are allowed.
        most: usize,
    },
    /// A slide is not accepted.
    #[error(transparent)]
    Slide(#[from] SaveError),
    /// The slide cannot become the given type.
    #[error(transparent)]
    Conversion(#[from] ConversionError),
    /// The structure of the deck would break.
    #[error(transparent)]
    Structure(#[from] StructureError),
    /// A setting has the wrong kind.
    #[error(transparent)]
    Setting(#[from] WrongSetting),
    /// A translation has the wrong shape.
    #[error(transparent)]
    Translation(#[from] WrongTranslation),
    /// A field of the deck has the wrong value.
    #[error(transparent)]
    Field(#[from] WrongDeckField),
    /// The deck has no translation into the language.
    #[error("the deck has no translation into `{0}`")]
    NoLanguage(String),
    /// The path leads to nothing that can be translated.
    #[error("`{path}` of slide `{slide}` is not a text that is translated")]
    NoText {
        /// Id of the slide.
        slide: SlideId,
        /// Path in its content.
        path: String,
    },
    /// A part of the edit itself is wrong.
    #[error("{0}")]
    Invalid(String),
}

impl<E: Into<EditRefusal>> From<E> for EditError {
    fn from(refusal: E) -> Self {
        Self::Refused(refusal.into())
    }
}

/// The refusal of an edit with a part that is wrong.
pub(super) fn invalid<T>(details: impl Into<String>) -> Result<T, EditError> {
    Err(EditRefusal::Invalid(details.into()).into())
}
