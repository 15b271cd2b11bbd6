//! All integration tests of the crate in one program, which is linked once.

mod deck;
mod edit;
mod evaluation;
#[path = "vendors/main.rs"]
mod vendors;
