//! Text to slides, slides to better slides.
//!
//! Today one author lives here: [`builtin`], which works offline and by rules. It reads and returns values: it never
//! touches storage, clock or network. Whether a slide fits its page is a function handed in.

pub mod builtin;
mod draft;

pub use self::draft::{Draft, SlideDraft, Source};
