//! Pixels to PNG bytes.

use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use vello_cpu::Pixmap;

use crate::Error;

/// How much time the encoder spends on compression.
#[derive(Debug, Clone, Copy)]
pub(super) enum Effort {
    /// Little: larger files.
    Fast,
    /// More: smaller files, for pictures that are sent inside a message.
    Small,
}

/// The pixels as PNG without alpha channel, because pages are opaque.
pub(super) fn png(pixmap: &Pixmap, effort: Effort) -> Result<Vec<u8>, Error> {
    let (width, height) = (u32::from(pixmap.width()), u32::from(pixmap.height()));
    let mut rgb = Vec::with_capacity(width as usize * height as usize * 3);
    for pixel in pixmap.data_as_u8_slice().chunks_exact(4) {
        rgb.extend_from_slice(&pixel[..3]);
    }
    let mut bytes = Vec::with_capacity(1 << 18);
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    match effort {
        Effort::Fast => {
            // The filter turns flat areas into runs of zeroes, which compress fast.
            encoder.set_compression(Compression::Fast);
            encoder.set_filter(Filter::Up);
        }
        Effort::Small => {
            encoder.set_compression(Compression::Balanced);
            encoder.set_filter(Filter::Adaptive);
        }
    }
    let mut writer = encoder.write_header().map_err(encode_error)?;
    writer.write_image_data(&rgb).map_err(encode_error)?;
    writer.finish().map_err(encode_error)?;
    Ok(bytes)
}

fn encode_error(fault: impl std::fmt::Display) -> Error {
    Error::Failed(format!("a page was not encoded: {fault}"))
}
