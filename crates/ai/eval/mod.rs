//! The evaluation of the built-in author, used by the example that prints it and by the test of its requirements.

pub(crate) mod documents;
pub(crate) mod measure;
mod pages;
pub(crate) mod speed;
pub(crate) mod summary;
mod texts;
