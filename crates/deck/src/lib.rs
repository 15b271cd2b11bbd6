//! The deck.
