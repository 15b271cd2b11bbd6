//! SVG pictures: what in them is active, a copy without it, and their drawing.
//!
//! Elements, attributes and addresses are kept by allow-list; whatever is not on a list counts as active and is left
//! out of the copy. Nothing here resolves an outside address, a system font or a nested entity.

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
pub(crate) use self::sanitise::copied;

/// Most bytes of an SVG: the cap of an upload.
const MAX_BYTES: usize = 20 * 1024 * 1024;

/// Whether the bytes are XML whose first element is called `svg`.
pub(crate) fn is_svg(bytes: &[u8]) -> bool {
    source::is_svg(bytes)
}

/// Whether the picture holds anything active, so that only its sanitised copy may be served. What cannot be read is
/// active too: a browser may run the part before the fault.
pub fn is_active(bytes: &[u8]) -> bool {
    copied(bytes).map_or(true, |copy| copy.active)
}

/// A well-formed copy with nothing active in it: no scripts, events, outside addresses, foreign content, entities or
/// comments. Sanitising the copy changes nothing.
pub fn sanitised(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    copied(bytes).map(|copy| copy.text.into_bytes())
}

/// The sanitised copy of a picture that any painter built on usvg can draw in bounded time and memory.
pub fn drawable(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let drawing = Drawing::new(copied(bytes)?, &[])?;
    drawing.judge()?;
    Ok(drawing.into_text().into_bytes())
}

/// The sanitised picture parsed, for painters that draw its forms themselves: within the same bounds, text set in
/// `fonts`.
pub fn tree(bytes: &[u8], fonts: &[&[u8]]) -> Result<resvg::usvg::Tree, Error> {
    let drawing = Drawing::new(copied(bytes)?, fonts)?;
    drawing.judge()?;
    Ok(drawing.into_tree())
}

/// The picture drawn with its longer side at `max_side`, else at its own size. Text is set in `fonts` (the bytes of
/// font files) and is missing without them.
pub fn drawn(bytes: &[u8], max_side: Option<u32>, fonts: &[&[u8]]) -> Result<Pixels, Error> {
    Drawing::new(copied(bytes)?, fonts)?.pixels(max_side)
}
