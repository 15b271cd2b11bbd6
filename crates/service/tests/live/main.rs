//! Live sessions with a clock that stands still until it is told otherwise.

#[path = "../common/mod.rs"]
mod common;
mod hall;
mod interactions;
mod sessions;
mod streams;
