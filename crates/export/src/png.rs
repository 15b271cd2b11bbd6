//! Pages to PNG: one page at any width, or all of them in a zip.
//!
//! `vello_cpu` rasterises. Encoding takes most of the time, so it uses a fast level, and all cores work on the pages of
//! a zip. Only a few pages are in memory at a time.

mod archive;
mod canvas;
mod encode;
mod sheet;

use imaging::PngLevel;
use scene::{CANVAS, Document, Node, Px, Rect};

pub use self::archive::zip;
use self::canvas::Raster;
pub(crate) use self::canvas::{Painter, shadow};
use self::encode::Effort;
pub use self::sheet::sheets;
use crate::{Error, ExportInput, PictureCache, PictureSource, paint};

/// Returns one page, numbered from 1, as PNG for previews and thumbnails. The width is limited to the range from 16 to
/// 4096 pixels. Returns `None` when there is no such page. Fails when the page cannot be encoded.
pub fn page(
    document: &Document,
    number: usize,
    width: u16,
    pictures: &dyn PictureSource,
    cache: &PictureCache,
) -> Result<Option<Vec<u8>>, Error> {
    if number == 0 || number > document.pages.len() {
        return Ok(None);
    }
    let mut painter = Painter::new(width.clamp(16, 4096));
    encoded_page(&mut painter, document, number - 1, pictures, cache, Effort::Fast).map(Some)
}

/// Returns every page as PNG of a width in pixels, which is limited as in [`page`]. Fails when `on_page` stops it or a
/// page cannot be encoded.
pub fn pages(input: ExportInput<'_>, width: u16, cache: &PictureCache) -> Result<Vec<Vec<u8>>, Error> {
    let mut painter = Painter::new(width.clamp(16, 4096));
    let mut pages = Vec::with_capacity(input.document.pages.len());
    for index in 0..input.document.pages.len() {
        pages.push(encoded_page(&mut painter, input.document, index, input.pictures, cache, Effort::Small)?);
        input.report(index + 1)?;
    }
    Ok(pages)
}

/// A page, painted and encoded.
fn encoded_page(
    painter: &mut Painter,
    document: &Document,
    index: usize,
    pictures: &dyn PictureSource,
    cache: &PictureCache,
    effort: Effort,
) -> Result<Vec<u8>, Error> {
    let mut raster = Raster::new(painter, document, pictures, cache);
    paint::page(document, &document.pages[index], &mut raster);
    encode::png(painter.pixels(), effort)
}

/// The opaque pixels of a page after a number of build steps, four bytes for each pixel. Without a number, everything
/// is shown.
pub(crate) fn pixels<'a>(
    painter: &'a mut Painter,
    input: &ExportInput<'_>,
    (index, step): (usize, Option<usize>),
    cache: &PictureCache,
) -> &'a [u8] {
    let (document, page) = (input.document, &input.document.pages[index]);
    let mut raster = Raster::new(painter, document, input.pictures, cache);
    match step {
        Some(step) => paint::page_at_step(document, page, step, &mut raster),
        None => paint::page(document, page, &mut raster),
    }
    painter.pixels().data_as_u8_slice()
}

/// Some nodes as PNG, `scale` times as large as their frame on the canvas.
pub(crate) fn part(
    document: &Document,
    (nodes, frame, scale): (&[Node], Rect, f32),
    pictures: &dyn PictureSource,
    cache: &PictureCache,
) -> Result<Vec<u8>, Error> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
    let side = |length: Px| (length.0 * scale).round().max(1.0) as u16;
    let mut painter = Painter::sized(side(frame.width), side(frame.height));
    let mut raster = Raster::of_part(&mut painter, (frame, scale), document, pictures, cache);
    paint::nodes(document, nodes, &mut raster);
    let pixels = painter.transparent_pixels();
    let png = pixels.map(|pixels| imaging::encode_png(&pixels, PngLevel::Balanced)).transpose();
    Ok(png.map_err(|fault| Error::Failed(format!("a drawing was not encoded: {fault}")))?.unwrap_or_default())
}

/// The height of a page of this width.
pub(crate) fn height(width: u16) -> u16 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "smaller than the width")]
    let height = (f32::from(width) * (CANVAS.height / CANVAS.width)).round() as u16;
    height.max(1)
}
