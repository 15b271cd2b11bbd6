//! All integration tests of the crate in one program, which is linked once.

mod advice;
mod catalogue;
mod content;
mod describe;
#[path = "edits/main.rs"]
mod edits;
mod envelope;
mod fix;
#[path = "language/main.rs"]
mod language;
mod migrate;
mod names;
#[path = "package/main.rs"]
mod package;
mod random;
mod reads_as;
mod rules;
mod schema;
mod slides;
mod sources;
mod theme;
mod theme_refused;
