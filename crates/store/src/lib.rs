//! Where decks, accounts, assets and shared state are kept.
//!
//! Decides no rights.
