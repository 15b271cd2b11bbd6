//! Decodes pictures within limits.
//!
//! The crate `image` decodes PNG, GIF and WebP. The crate `jpeg_decoder` decodes JPEG, at a half, a quarter or an
//! eighth of the size when that is enough; `image` decodes the JPEG files that `jpeg_decoder` cannot. The module `svg`
//! draws SVG.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};

use crate::error::guarded;
use crate::pixels::{fitting, shrunk};
use crate::{Error, MAX_MEMORY, MAX_PIXELS, PictureKind, Pixels, avif, svg};

/// The maximum number of pixels of a JPEG that only `image` can decode. It is lower, because the memory that `image`
/// uses is not known.
const MAX_FALLBACK_PIXELS: u64 = MAX_PIXELS / 2;

/// The maximum number of scans of a JPEG. Each scan covers the whole picture again; encoders write about ten.
const MAX_SCANS: usize = 100;

/// The pixels of the upright picture. With `max_side`, a raster picture is scaled down until its longer side has at
/// most `max_side` pixels, and an SVG is drawn with exactly that many. Fails for AVIF, for broken pictures and beyond
/// the limits.
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

/// A decoded picture as it is stored, and how to turn it upright.
pub(crate) struct Decoded {
    pub(crate) image: DynamicImage,
    pub(crate) orientation: Orientation,
}

/// The decoded picture, not yet upright. A JPEG may be scaled down, with a longer side of at least `min_side`.
pub(crate) fn decoded(bytes: &[u8], kind: PictureKind, min_side: Option<u32>) -> Result<Decoded, Error> {
    guarded(|| match kind {
        PictureKind::Svg | PictureKind::Avif => Err(Error::Undecodable(kind.mime())),
        PictureKind::Jpeg => match scaled_jpeg(bytes, min_side) {
            Err(Error::Broken(_)) => decoded_by_image(bytes, ImageFormat::Jpeg, MAX_FALLBACK_PIXELS),
            result => result,
        },
        PictureKind::Png => decoded_by_image(bytes, ImageFormat::Png, MAX_PIXELS),
        PictureKind::Gif => decoded_by_image(bytes, ImageFormat::Gif, MAX_PIXELS),
        PictureKind::Webp => decoded_by_image(bytes, ImageFormat::WebP, MAX_PIXELS),
    })
}

/// The header of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Width of the upright picture in pixels.
    pub width: u32,
    /// Height of the upright picture in pixels.
    pub height: u32,
    /// Whether every program shows the picture in the same way: it is stored upright, not in CMYK, and not AVIF.
    pub plain: bool,
}

/// The header of a picture, without decoding it. `None` when the header is broken, and for SVG.
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

/// Width and height of the upright picture, from its header.
pub(crate) fn size(bytes: &[u8], kind: PictureKind) -> Option<(u32, u32)> {
    header(bytes, kind).map(|header| (header.width, header.height))
}

/// Whether turning the picture upright swaps width and height.
pub(crate) fn is_sideways(orientation: Orientation) -> bool {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH)
}

/// A picture decoded by the crate `image`. Fails for broken pictures and beyond the limits.
fn decoded_by_image(bytes: &[u8], format: ImageFormat, max_pixels: u64) -> Result<Decoded, Error> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(from_image_error)?;
    let (width, height) = decoder.dimensions();
    check_limits(width, height, max_pixels, decoder.total_bytes())?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder).map_err(from_image_error)?;
    Ok(Decoded { image, orientation })
}

/// A JPEG decoded by `jpeg_decoder`, at a smaller size whose longer side has at least `min_side` pixels.
fn scaled_jpeg(bytes: &[u8], min_side: Option<u32>) -> Result<Decoded, Error> {
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
        // `image` decodes these rare colour formats.
        PixelFormat::L16 | PixelFormat::CMYK32 => {
            return Err(Error::broken("its colour format is not decoded at a smaller size"));
        }
    };
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    check_jpeg_limits(width, height, channels, info.coding_process == CodingProcess::DctProgressive)?;
    if let Some(side) = min_side {
        let (width, height) = fitting(width, height, side);
        let clamped = |length| u16::try_from(length).unwrap_or(u16::MAX);
        decoder.scale(clamped(width), clamped(height)).map_err(Error::broken)?;
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

/// Whether a JPEG has too many scans: counts the bytes of their markers. Coded data does not contain them, since in it
/// `0xff` is followed by a zero or a restart marker. Metadata may, but seldom.
pub(crate) fn has_too_many_scans(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xd8]) && bytes.windows(2).filter(|pair| *pair == [0xff, 0xda]).count() > MAX_SCANS
}

/// Fails when a JPEG exceeds the limits of pixels or bytes. Until the last scan of a progressive picture, the decoder
/// keeps all coefficients, two bytes for each byte of the pixels.
pub(crate) fn check_jpeg_limits(width: u32, height: u32, channels: u64, is_progressive: bool) -> Result<(), Error> {
    let bytes_per_pixel = if is_progressive { 3 * channels } else { channels };
    check_limits(width, height, MAX_PIXELS, u64::from(width) * u64::from(height) * bytes_per_pixel)
}

/// Fails when a picture exceeds the limits of pixels or bytes.
fn check_limits(width: u32, height: u32, max_pixels: u64, bytes: u64) -> Result<(), Error> {
    if width == 0 || height == 0 {
        return Err(Error::broken("it has no pixels"));
    }
    if u64::from(width) * u64::from(height) > max_pixels || bytes > MAX_MEMORY {
        return Err(Error::TooLarge(format!("{width} x {height} pixels")));
    }
    Ok(())
}

fn from_image_error(error: image::ImageError) -> Error {
    match error {
        image::ImageError::Limits(limit) => Error::TooLarge(limit.to_string()),
        other => Error::broken(other),
    }
}
