//! Encodes pixels as PNG and JPEG.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use crate::{Error, Pixels};

/// The compression level of a PNG.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PngLevel {
    /// For thumbnails and previews, which are made on demand.
    Fast,
    /// For exports.
    Balanced,
    /// For files that are made once and read often.
    Small,
}

/// Returns the picture as PNG, without an alpha channel when it is opaque. Fails only when the encoder does.
pub fn encode_png(pixels: &Pixels, level: PngLevel) -> Result<Vec<u8>, Error> {
    let compression = match level {
        PngLevel::Fast => CompressionType::Fast,
        PngLevel::Balanced => CompressionType::Default,
        PngLevel::Small => CompressionType::Best,
    };
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, compression, FilterType::Adaptive);
    let (width, height) = (pixels.width(), pixels.height());
    if pixels.is_opaque() {
        encoder.write_image(&on_white(pixels), width, height, ExtendedColorType::Rgb8)
    } else {
        encoder.write_image(pixels.rgba(), width, height, ExtendedColorType::Rgba8)
    }
    .map_err(Error::broken)?;
    Ok(bytes)
}

/// Returns the picture as JPEG, with transparent pixels over white. `quality` is from 1 to 100. Fails when a side is
/// longer than 65,535 pixels.
pub fn encode_jpeg(pixels: &Pixels, quality: u8) -> Result<Vec<u8>, Error> {
    let side = u32::from(u16::MAX);
    if pixels.width() > side || pixels.height() > side {
        return Err(Error::TooLarge(format!("a JPEG has at most {side} pixels a side")));
    }
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality.clamp(1, 100))
        .encode(&on_white(pixels), pixels.width(), pixels.height(), ExtendedColorType::Rgb8)
        .map_err(Error::broken)?;
    Ok(bytes)
}

/// The red, green and blue bytes of the pixels, blended with white where they are transparent.
fn on_white(pixels: &Pixels) -> Vec<u8> {
    let mut rgb = Vec::with_capacity(pixels.rgba().len() / 4 * 3);
    for pixel in pixels.rgba().chunks_exact(4) {
        rgb.extend(pixel[..3].iter().map(|&channel| over_white(channel, pixel[3])));
    }
    rgb
}

/// A channel blended with white.
pub(crate) fn over_white(channel: u8, alpha: u8) -> u8 {
    let (channel, alpha) = (u32::from(channel), u32::from(alpha));
    u8::try_from((channel * alpha + 255 * (255 - alpha) + 127) / 255).unwrap_or(u8::MAX)
}
