//! Live sessions, with a clock that the test sets.

mod hall;
mod interactions;
mod presenters;
mod sessions;
mod streams;
