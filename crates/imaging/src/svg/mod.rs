//! SVG pictures: sanitising and drawing.
//!
//! Elements, attributes and addresses are compared with allow-lists. Whatever is not on a list is left out of the
//! sanitised copy and counts as active content. Outside addresses, system fonts and nested entities are never resolved.

mod address;
mod cost;
mod css;
mod draw;
mod names;
mod sanitise;
mod source;
mod work;

use crate::{Error, Pixels};

pub(crate) use self::draw::Drawing;
pub(crate) use self::sanitise::sanitised_text;

/// The maximum size of an SVG, in bytes, which is the limit of an upload.
const MAX_BYTES: usize = 20 * 1024 * 1024;

/// Whether the bytes are XML, or the start of it, whose first element is called `svg`.
pub(crate) fn is_svg(bytes: &[u8]) -> bool {
    source::is_svg(bytes)
}

/// Whether the picture has active content, so that only its sanitised copy may be served. A picture that cannot be
/// parsed is active too: a browser may run the part before the error.
pub fn is_active(bytes: &[u8]) -> bool {
    sanitised_text(bytes).map_or(true, |copy| copy.active)
}

/// Returns a well-formed copy without active content: no scripts, events, outside addresses, foreign content, entities
/// or comments. Sanitising the copy again changes nothing. Fails when the picture cannot be parsed or is too complex.
pub fn sanitised(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    sanitised_text(bytes).map(|copy| copy.text.into_bytes())
}

/// Returns the sanitised copy of a picture. Fails when the picture cannot be parsed, or a renderer based on usvg could
/// not draw it in limited time and memory.
pub fn drawable(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let drawing = Drawing::new(sanitised_text(bytes)?, &[])?;
    drawing.check_usual_size()?;
    Ok(drawing.into_text().into_bytes())
}

/// The parsed tree of the sanitised copy, for renderers that draw the shapes themselves, with text in `fonts` (the
/// bytes of font files). Fails as [`drawable`] does.
pub fn tree(bytes: &[u8], fonts: &[&[u8]]) -> Result<resvg::usvg::Tree, Error> {
    let drawing = Drawing::new(sanitised_text(bytes)?, fonts)?;
    drawing.check_usual_size()?;
    Ok(drawing.into_tree())
}

/// Draws the picture with `max_side` pixels on its longer side, or at its own size. Text is drawn with `fonts` (the
/// bytes of font files) and is missing without them. Fails when the picture cannot be parsed, or drawing it would take
/// too long or too much memory.
pub fn drawn(bytes: &[u8], max_side: Option<u32>, fonts: &[&[u8]]) -> Result<Pixels, Error> {
    Drawing::new(sanitised_text(bytes)?, fonts)?.pixels(max_side)
}
