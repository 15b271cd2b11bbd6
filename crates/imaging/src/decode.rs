//! Bytes to pixels, within limits.
//!
//! PNG, GIF and WebP are read by `image`; JPEG by a decoder that can stop at a half, a quarter or an eighth of the
//! size, and by `image` where that one refuses. SVG is handed to `svg`.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};

use crate::error::guarded;
use crate::pixels::{fitting, shrunk};
use crate::{Error, MAX_MEMORY, MAX_PIXELS, PictureKind, Pixels, avif, svg};

/// Most pixels of a JPEG that only the tolerant decoder takes: its memory is not ours to measure.
const MAX_TOLERATED_PIXELS: u64 = MAX_PIXELS / 2;

/// Most scans of a JPEG. Each one walks the whole picture again; encoders write about ten.
const MAX_SCANS: usize = 100;

/// The picture upright, as pixels. With `max_side` its longer side has at most so many: a photograph shrinks to it,
/// an SVG is drawn at it.
pub fn rgba(bytes: &[u8], kind: PictureKind, max_side: Option<u32>) -> Result<Pixels, Error> {
    if kind == PictureKind::Svg {
        return svg::drawn(bytes, max_side, &[]);
    }
    let Decoded { image, orientation } = decoded(bytes, kind, max_side)?;
    let image = image.into_rgba8();
    let (width, height) = image.dimensions();
    let mut pixels = Pixels::new(width, height, image.into_raw()).ok_or_else(|| Error::broken("it has no pixels"))?;
    if let Some(side) = max_side {
        let (width, height) = fitting(width, height, side);
        if (width, height) != (pixels.width(), pixels.height()) {
            pixels = shrunk(pixels, width, height)?;
        }
    }
    if orientation == Orientation::NoTransforms {
        return Ok(pixels);
    }
    let (width, height) = (pixels.width(), pixels.height());
    let image =
        RgbaImage::from_raw(width, height, pixels.into_rgba()).ok_or_else(|| Error::broken("it has no pixels"))?;
    let mut image = DynamicImage::from(image);
    image.apply_orientation(orientation);
    let image = image.into_rgba8();
    let (width, height) = image.dimensions();
    Pixels::new(width, height, image.into_raw()).ok_or_else(|| Error::broken("it has no pixels"))
}

/// A picture as its file holds it, and how to turn it upright.
pub(crate) struct Decoded {
    pub(crate) image: DynamicImage,
    pub(crate) orientation: Orientation,
}

/// The picture decoded, not yet turned. A JPEG may come smaller, its longer side still at least `enough`.
pub(crate) fn decoded(bytes: &[u8], kind: PictureKind, enough: Option<u32>) -> Result<Decoded, Error> {
    guarded(|| match kind {
        PictureKind::Svg | PictureKind::Avif => Err(Error::Undecodable(kind.mime())),
        PictureKind::Jpeg => match scaled_jpeg(bytes, enough) {
            Err(Error::Broken(_)) => whole(bytes, ImageFormat::Jpeg, MAX_TOLERATED_PIXELS),
            answer => answer,
        },
        PictureKind::Png => whole(bytes, ImageFormat::Png, MAX_PIXELS),
        PictureKind::Gif => whole(bytes, ImageFormat::Gif, MAX_PIXELS),
        PictureKind::Webp => whole(bytes, ImageFormat::WebP, MAX_PIXELS),
    })
}

/// What the first bytes of a picture tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Pixels across, upright.
    pub width: u32,
    /// Pixels down, upright.
    pub height: u32,
    /// Whether every program shows it alike: stored upright, in grey or red, green and blue.
    pub plain: bool,
}

/// What the first bytes of a picture tell; nothing when they are broken. An SVG has no header.
pub fn header(bytes: &[u8], kind: PictureKind) -> Option<Header> {
    let format = match kind {
        PictureKind::Png => ImageFormat::Png,
        PictureKind::Jpeg => ImageFormat::Jpeg,
        PictureKind::Gif => ImageFormat::Gif,
        PictureKind::Webp => ImageFormat::WebP,
        PictureKind::Avif => {
            let (width, height) = avif::size(bytes)?;
            return Some(Header { width, height, plain: false });
        }
        PictureKind::Svg => return None,
    };
    guarded(|| {
        let mut decoder = ImageReader::with_format(Cursor::new(bytes), format).into_decoder().map_err(Error::broken)?;
        let (width, height) = decoder.dimensions();
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let plain =
            orientation == Orientation::NoTransforms && decoder.original_color_type() != ExtendedColorType::Cmyk8;
        let (width, height) = if is_sideways(orientation) { (height, width) } else { (width, height) };
        Ok(Header { width, height, plain })
    })
    .ok()
}

/// Width and height of the picture upright, from its first bytes.
pub(crate) fn size(bytes: &[u8], kind: PictureKind) -> Option<(u32, u32)> {
    header(bytes, kind).map(|header| (header.width, header.height))
}

/// Whether width and height change places when the picture is turned upright.
pub(crate) fn is_sideways(orientation: Orientation) -> bool {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH)
}

fn whole(bytes: &[u8], format: ImageFormat, most: u64) -> Result<Decoded, Error> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(fault)?;
    let (width, height) = decoder.dimensions();
    within(width, height, most, decoder.total_bytes())?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder).map_err(fault)?;
    Ok(Decoded { image, orientation })
}

fn scaled_jpeg(bytes: &[u8], enough: Option<u32>) -> Result<Decoded, Error> {
    use jpeg_decoder::{CodingProcess, Decoder, PixelFormat};

    if has_too_many_scans(bytes) {
        return Err(Error::TooComplex("it has too many scans"));
    }
    let mut decoder = Decoder::new(bytes);
    decoder.read_info().map_err(Error::broken)?;
    let info = decoder.info().ok_or_else(|| Error::broken("it has no header"))?;
    let channels = match info.pixel_format {
        PixelFormat::L8 => 1,
        PixelFormat::RGB24 => 3,
        // Rare colours are the tolerant decoder's.
        PixelFormat::L16 | PixelFormat::CMYK32 => return Err(Error::broken("its colours are not scaled")),
    };
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    // A progressive picture keeps every coefficient, two bytes each, until its last scan.
    let a_pixel = if info.coding_process == CodingProcess::DctProgressive { 3 * channels } else { channels };
    within(width, height, MAX_PIXELS, u64::from(width) * u64::from(height) * a_pixel)?;
    if let Some(side) = enough {
        let (width, height) = fitting(width, height, side);
        let side = |length| u16::try_from(length).unwrap_or(u16::MAX);
        decoder.scale(side(width), side(height)).map_err(Error::broken)?;
    }
    let samples = decoder.decode().map_err(Error::broken)?;
    let info = decoder.info().ok_or_else(|| Error::broken("it has no header"))?;
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    let image = if channels == 1 {
        image::GrayImage::from_raw(width, height, samples).map(DynamicImage::from)
    } else {
        image::RgbImage::from_raw(width, height, samples).map(DynamicImage::from)
    };
    Ok(Decoded {
        image: image.ok_or_else(|| Error::broken("it has too few samples"))?,
        orientation: decoder.exif_data().and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms),
    })
}

/// Whether decoding a JPEG would walk it too often. In coded samples every `0xff` is followed by a zero or a restart,
/// so the pair counted here is a marker.
pub(crate) fn has_too_many_scans(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xd8]) && bytes.windows(2).filter(|pair| *pair == [0xff, 0xda]).count() > MAX_SCANS
}

/// Refuses what would take more pixels or memory than we give.
fn within(width: u32, height: u32, most: u64, bytes: u64) -> Result<(), Error> {
    if width == 0 || height == 0 {
        return Err(Error::broken("it has no pixels"));
    }
    if u64::from(width) * u64::from(height) > most || bytes > MAX_MEMORY {
        return Err(Error::TooLarge(format!("{width} x {height} pixels")));
    }
    Ok(())
}

fn fault(fault: image::ImageError) -> Error {
    match fault {
        image::ImageError::Limits(limit) => Error::TooLarge(limit.to_string()),
        other => Error::broken(other),
    }
}
