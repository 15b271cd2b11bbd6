//! The languages of a deck: which texts are translatable, and how translations are read, shown, kept in step with the
//! slides and exchanged with the main language.
//!
//! The slides contain the structure and the texts of the main language; a translation contains only texts, by path.
//! Nothing here adds, removes or moves a slide or a list entry. Every text of a slide of an unknown type counts as
//! translatable, so that translations survive the removal of a type.

mod carry;
mod location;
mod main_language;
mod path;
mod progress;
mod projection;
mod read;
mod tidy;

pub use self::carry::carried;
pub(crate) use self::carry::{carried_names, old_positions};
pub use self::location::TextLocation;
pub use self::path::translatable_texts;
pub(crate) use self::path::{declared_fields, resolves, translatable_at};
pub use self::progress::TranslationProgress;
pub use self::read::{WrongTranslation, content_by_lang};
pub(crate) use self::tidy::tidy_overlay;

pub(crate) fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}
