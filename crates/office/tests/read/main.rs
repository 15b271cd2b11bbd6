//! Reading PowerPoint files: the resulting model, and files that are refused. Every test builds its own file.

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
