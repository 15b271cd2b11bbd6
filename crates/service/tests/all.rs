//! All integration tests of the crate in one program, which is linked once.

mod accounts;
mod agent_sessions;
mod audit;
#[path = "author/main.rs"]
mod author;
mod common;
mod decks;
mod design;
#[path = "edits/main.rs"]
mod edits;
mod limits;
mod links;
#[path = "live/main.rs"]
mod live;
mod maintenance;
mod oauth;
mod passkeys;
mod sign_on;
