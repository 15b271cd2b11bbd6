//! Slide types: one file each, and the table that finds it.
//!
//! A type draws what its fields hold onto a [`Sheet`]. Backdrop, background picture and ornament are there already;
//! FOOT follows where the type does not switch it off.

mod content;
mod plain;
mod title;

use crate::sheet::Sheet;

/// How a type is drawn.
pub(crate) struct Drawing {
    /// Draws the content.
    pub(crate) draw: fn(&mut Sheet<'_>),
    /// Whether FOOT is drawn.
    pub(crate) foot: bool,
    /// The backdrop of a slide that names none.
    pub(crate) ground: &'static str,
}

/// How the type with a key is drawn.
pub(crate) fn drawing(key: &str) -> Drawing {
    let (draw, foot, ground): (fn(&mut Sheet<'_>), bool, &'static str) = match key {
        "title-slide" => (title::draw, false, "base"),
        "content-slide" => (content::draw, true, "base"),
        _ => (plain::draw, true, "base"),
    };
    Drawing { draw, foot, ground }
}
