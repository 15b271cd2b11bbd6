//! Pages to PNG: one page at any width, or all of them in a zip.
//!
//! Painting is vello_cpu's. Encoding takes most of the time, so the level is chosen here, and pages of a zip are made
//! on all cores, in order, a few at a time.

mod archive;
mod canvas;
mod encode;

use scene::{CANVAS, Document};

pub use self::archive::zip;
pub(crate) use self::canvas::shadow;
use self::canvas::{Painter, Raster};
use crate::{Error, PictureCache, Pictures, paint};

/// The width of the pages of a zip.
const WIDTH: u16 = 1920;

/// One page, numbered from 1, as PNG of any width from 16 to 4096; for previews and thumbnails. Nothing where there
/// is no such page.
pub fn page(
    document: &Document,
    number: usize,
    width: u16,
    pictures: &dyn Pictures,
    cache: &PictureCache,
) -> Result<Option<Vec<u8>>, Error> {
    if number == 0 || number > document.pages.len() {
        return Ok(None);
    }
    let mut painter = Painter::new(width.clamp(16, 4096));
    drawn(&mut painter, document, number - 1, pictures, cache).map(Some)
}

/// A page painted and encoded.
fn drawn(
    painter: &mut Painter,
    document: &Document,
    index: usize,
    pictures: &dyn Pictures,
    cache: &PictureCache,
) -> Result<Vec<u8>, Error> {
    let mut raster = Raster::new(painter, document, pictures, cache);
    paint::page(document, &document.pages[index], &mut raster);
    encode::png(painter.pixels())
}

/// The height of a page of a width.
fn height(width: u16) -> u16 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "smaller than the width")]
    let height = (f32::from(width) * (CANVAS.height / CANVAS.width)).round() as u16;
    height.max(1)
}
