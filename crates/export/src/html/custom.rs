//! Custom HTML: what an author wrote, made safe for a page.
//!
//! Elements and attributes pass an allow-list after a real parse. Styles are parsed, filtered and limited to their slide.
//! Whatever is not known to be safe is dropped; nothing is repaired into something else.

pub(super) mod elements;
pub(super) mod style;
