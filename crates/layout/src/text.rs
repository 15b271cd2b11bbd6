//! Sets words in lines.
//!
//! The only folder that knows the shaper. Words come in as paragraphs of the scene at the size of their first step;
//! they are shaped once, and every smaller step only breaks the lines anew, because all measures of text grow and
//! shrink together. Lines are broken at the width given, long words by the rules of their language. It changes no
//! size by itself and knows no box but the one it is given.

mod block;
mod cut;
mod hyphens;
mod kept;
mod library;
mod lines;
mod markers;
mod shaper;

pub(crate) use block::{Block, Setting};
pub(crate) use library::Library;
pub use shaper::Typesetter;

#[cfg(test)]
mod tests;
