//! All integration tests of the crate in one program, which is linked once.

mod deck;
mod edit;
mod evaluation;
mod requests;
#[path = "vendors/main.rs"]
mod vendors;
