//! The use cases: who may do what to which deck, and what happens then.
//!
//! Knows neither HTTP nor MCP nor a terminal.

mod deck_file;

pub use self::deck_file::{DeckFile, FileError, Report};
