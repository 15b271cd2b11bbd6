//! Custom HTML of an author, made safe for a page.
//!
//! HTML and styles are parsed. Only elements, attributes and declarations on allow-lists are written, and styles are
//! limited to their slide. Everything else is dropped; nothing is repaired.

pub(super) mod elements;
pub(super) mod style;
