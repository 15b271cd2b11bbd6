//! Slides to pages, shown as outlines.

mod common;
mod content;
mod extremes;
mod title;
