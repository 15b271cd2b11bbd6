//! Breaks text into lines of glyphs.
//!
//! The only folder that uses the shaper (`parley`). A [`TextBlock`] consists of paragraphs that are shaped once, at
//! their largest size. Smaller sizes only break the lines again, because all text metrics scale together. Long words
//! are hyphenated by the rules of their language. This folder never chooses a font size; `fit` does.

mod block;
mod formulas;
mod hyphens;
mod library;
mod lines;
mod markers;
mod shape_cache;
mod shaper;
mod truncation;

pub(crate) use block::{BlockOptions, TextBlock};
pub(crate) use library::FontLibrary;
pub use shaper::Typesetter;

#[cfg(test)]
mod tests;
