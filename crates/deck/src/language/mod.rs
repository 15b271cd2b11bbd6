//! Languages: which texts of a deck differ by language, and how a language is shown, read, kept and made the main one.
//!
//! The slides hold the main language and the structure; every other language is texts laid over it. Nothing here adds,
//! drops or moves a slide or an entry of a list. A slide whose type is not known has no declared texts, so whatever
//! leads to one of its texts counts as translatable: its translations outlive the type.

mod carry;
mod main_language;
mod path;
mod place;
mod progress;
mod projection;
mod read;
mod tidy;

pub use self::carry::carried;
pub(crate) use self::carry::sources;
pub use self::path::texts;
pub(crate) use self::path::{declared, resolves, translatable_at};
pub use self::place::TextPlace;
pub use self::progress::Progress;
pub use self::read::{WrongTranslation, content_by_lang};
pub(crate) use self::tidy::tidy_overlay;

pub(crate) fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}
