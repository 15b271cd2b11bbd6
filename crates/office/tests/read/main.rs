//! Reading PowerPoint files: what the model says of them, and which are refused. Every file is put together in its test.

mod changed;
mod charts;
mod comments;
mod diagrams;
mod frames;
mod hostile;
mod kinds;
mod package;
mod pictures;
mod slides;
mod tables;
mod templates;
mod text;
