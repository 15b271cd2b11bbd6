//! Live sessions with a clock that stands still until it is told otherwise.

mod hall;
mod interactions;
mod sessions;
mod streams;
