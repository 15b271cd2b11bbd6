//! Custom HTML: what an author wrote, made harmless.
//!
//! Elements pass an allow-list after a real parse, and rules are written anew from tokens and held to their slide. What
//! is not known to be harmless is left out; nothing is repaired into something else.

pub(super) mod html;
pub(super) mod style;
