//! The facts about a picture that layout needs: its size and the luminance of its areas.

use image::metadata::Orientation;
use image::{DynamicImage, RgbaImage};

use crate::decode::{Decoded, check_jpeg_limits, decoded, has_too_many_scans, is_sideways, size};
use crate::encode::over_white;
use crate::error::guarded;
use crate::jpeg_blocks::{BLOCK, Blocks, Frame, jpeg_blocks};
use crate::{Error, PictureKind, svg};

/// Columns of the luminance grid.
pub const GRID_COLUMNS: u32 = 16;

/// Rows of the luminance grid.
pub const GRID_ROWS: u32 = 9;

/// The minimum side in pixels of a JPEG whose luminance is computed from its blocks: four blocks for each cell of the
/// grid.
const MIN_BLOCKS_SIDE: u32 = GRID_COLUMNS * 4 * BLOCK;

/// The minimum longer side in pixels to which a picture may be scaled down while decoding: enough for each cell of the
/// grid.
const SAMPLED_SIDE: u32 = 256;

/// Facts about a picture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// Width of the upright picture in pixels; 0 when it is unknown.
    pub width: u32,
    /// Height of the upright picture in pixels; 0 when it is unknown.
    pub height: u32,
    /// The mean luminance of each cell of a grid of [`GRID_COLUMNS`] x [`GRID_ROWS`], row by row, from 0 for black to
    /// 255 for white: Rec. 709 weights on sRGB values, the picture on white. Empty when the picture cannot be drawn.
    pub luminance: Vec<u8>,
    /// Whether the exports to PDF, PNG and PPTX can contain it.
    pub drawable: bool,
    /// Whether it is an SVG of which only the sanitised copy may be served.
    pub active: bool,
}

/// The facts about a picture. When it cannot be decoded, the facts are those of its header.
pub fn facts(bytes: &[u8], kind: PictureKind) -> Facts {
    if kind == PictureKind::Svg {
        return svg_facts(bytes);
    }
    let (width, height) = size(bytes, kind).unwrap_or_default();
    let measured = if kind == PictureKind::Jpeg { jpeg_grid(bytes) } else { None };
    let luminance = measured.or_else(|| decoded(bytes, kind, Some(SAMPLED_SIDE)).ok().map(|picture| grid(&picture)));
    let luminance = luminance.unwrap_or_default();
    Facts { width, height, drawable: !luminance.is_empty(), luminance, active: false }
}

fn svg_facts(bytes: &[u8]) -> Facts {
    let Ok(sanitised) = svg::sanitised_text(bytes) else {
        return Facts { active: true, ..Facts::default() };
    };
    let active = sanitised.active;
    let Ok(drawing) = svg::Drawing::new(sanitised, &[]) else {
        return Facts { active, ..Facts::default() };
    };
    let (width, height) = drawing.size();
    let luminance = drawing
        .check_usual_size()
        .and_then(|()| drawing.pixels(Some(SAMPLED_SIDE)))
        .ok()
        .and_then(|pixels| RgbaImage::from_raw(pixels.width(), pixels.height(), pixels.into_rgba()))
        .map(|image| grid(&Decoded { image: image.into(), orientation: Orientation::NoTransforms }))
        .unwrap_or_default();
    Facts { width, height, drawable: !luminance.is_empty(), luminance, active }
}

/// The mean luminance of each cell of the upright picture. The cells are rotated to match the stored picture: rotating
/// the picture would copy it.
fn grid(picture: &Decoded) -> Vec<u8> {
    let deep;
    let (samples, channels) = match &picture.image {
        DynamicImage::ImageLuma8(image) => (image.as_raw(), 1),
        DynamicImage::ImageLumaA8(image) => (image.as_raw(), 2),
        DynamicImage::ImageRgb8(image) => (image.as_raw(), 3),
        DynamicImage::ImageRgba8(image) => (image.as_raw(), 4),
        other => {
            deep = other.to_rgba8();
            (deep.as_raw(), 4)
        }
    };
    let stored = (picture.image.width(), picture.image.height());
    let upright = if is_sideways(picture.orientation) { (stored.1, stored.0) } else { stored };
    let mut means = Vec::with_capacity((GRID_COLUMNS * GRID_ROWS) as usize);
    for row in 0..GRID_ROWS {
        for column in 0..GRID_COLUMNS {
            let across = span(column, GRID_COLUMNS, upright.0);
            let down = span(row, GRID_ROWS, upright.1);
            let (across, down) = in_stored_picture(across, down, stored, picture.orientation);
            let (mut sum, mut count) = (0u64, 0u64);
            for y in down.0..down.1 {
                let start = y as usize * stored.0 as usize;
                let line = (start + across.0 as usize) * channels..(start + across.1 as usize) * channels;
                sum += samples[line].chunks_exact(channels).map(luminance).sum::<u64>();
                count += u64::from(across.1 - across.0);
            }
            means.push(u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX));
        }
    }
    means
}

/// The mean luminance of each cell of a JPEG, computed from its blocks. `None` for a small picture, and when the blocks
/// cannot be read without decoding.
fn jpeg_grid(bytes: &[u8]) -> Option<Vec<u8>> {
    let is_wanted = |frame: Frame| {
        let is_large = frame.width.min(frame.height) >= MIN_BLOCKS_SIDE;
        is_large && check_jpeg_limits(frame.width, frame.height, frame.channels as u64, frame.is_progressive).is_ok()
    };
    if has_too_many_scans(bytes) {
        return None;
    }
    let blocks = guarded(|| jpeg_blocks(bytes, is_wanted).ok_or_else(|| Error::broken("it has no blocks")));
    blocks.ok().map(|blocks| blocks_grid(&blocks))
}

/// The mean luminance of each cell of the upright picture. The weight of a block is the number of its pixels that are
/// in the cell.
fn blocks_grid(blocks: &Blocks) -> Vec<u8> {
    let luminances: Vec<u64> = blocks.samples.chunks_exact(blocks.channels).map(luminance).collect();
    let stored = (blocks.width, blocks.height);
    let upright = if is_sideways(blocks.orientation) { (stored.1, stored.0) } else { stored };
    let covered = |block: u32, (start, end): (u32, u32)| end.min((block + 1) * BLOCK) - start.max(block * BLOCK);
    let touched = |(start, end): (u32, u32)| start / BLOCK..end.div_ceil(BLOCK);
    let mut means = Vec::with_capacity((GRID_COLUMNS * GRID_ROWS) as usize);
    for row in 0..GRID_ROWS {
        for column in 0..GRID_COLUMNS {
            let (across, down) = (span(column, GRID_COLUMNS, upright.0), span(row, GRID_ROWS, upright.1));
            let (across, down) = in_stored_picture(across, down, stored, blocks.orientation);
            let (mut sum, mut count) = (0_u64, 0_u64);
            for y in touched(down) {
                for x in touched(across) {
                    let pixels = u64::from(covered(x, across)) * u64::from(covered(y, down));
                    sum += luminances[(y * blocks.columns + x) as usize] * pixels;
                    count += pixels;
                }
            }
            means.push(u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX));
        }
    }
    means
}

/// The range of pixels of a cell along one side: at least one pixel.
fn span(cell: u32, cells: u32, length: u32) -> (u32, u32) {
    let edge = |cell: u32| u32::try_from(u64::from(cell) * u64::from(length) / u64::from(cells)).unwrap_or(length);
    let start = edge(cell).min(length - 1);
    (start, edge(cell + 1).max(start + 1))
}

/// A rectangle of the upright picture in coordinates of the stored one.
fn in_stored_picture(
    x: (u32, u32),
    y: (u32, u32),
    stored: (u32, u32),
    orientation: Orientation,
) -> ((u32, u32), (u32, u32)) {
    let from_right = |(start, end): (u32, u32)| (stored.0 - end, stored.0 - start);
    let from_bottom = |(start, end): (u32, u32)| (stored.1 - end, stored.1 - start);
    match orientation {
        Orientation::NoTransforms => (x, y),
        Orientation::FlipHorizontal => (from_right(x), y),
        Orientation::Rotate180 => (from_right(x), from_bottom(y)),
        Orientation::FlipVertical => (x, from_bottom(y)),
        Orientation::Rotate90FlipH => (y, x),
        Orientation::Rotate90 => (y, from_bottom(x)),
        Orientation::Rotate270FlipH => (from_right(y), from_bottom(x)),
        Orientation::Rotate270 => (from_right(y), x),
    }
}

/// The luminance of a pixel of one to four channels, on white, from 0 to 255.
fn luminance(pixel: &[u8]) -> u64 {
    let weighted = |red: u8, green: u8, blue: u8| {
        (u64::from(red) * 2126 + u64::from(green) * 7152 + u64::from(blue) * 722 + 5000) / 10000
    };
    match *pixel {
        [grey] => u64::from(grey),
        [grey, alpha] => u64::from(over_white(grey, alpha)),
        [red, green, blue] => weighted(red, green, blue),
        [red, green, blue, alpha] => {
            weighted(over_white(red, alpha), over_white(green, alpha), over_white(blue, alpha))
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_of_a_rotated_picture_is_that_of_the_upright_one() {
        let image = image::GrayImage::from_fn(37, 23, |x, y| image::Luma([u8::try_from(x * 5 + y * 3).unwrap_or(0)]));
        for tag in 1..=8 {
            let orientation = Orientation::from_exif(tag).expect("a tag of the standard");
            let mut upright = DynamicImage::from(image.clone());
            upright.apply_orientation(orientation);
            let expected = grid(&Decoded { image: upright, orientation: Orientation::NoTransforms });
            assert_eq!(grid(&Decoded { image: image.clone().into(), orientation }), expected, "{orientation:?}");
        }
    }

    /// Photographs of 649 x 523 pixels with soft and hard edges, and whether their luminance can be computed from their
    /// blocks.
    const PHOTOGRAPHS: [(&str, &[u8], bool); 8] = [
        ("4:2:0 with restarts", include_bytes!("../tests/photographs/baseline-420.jpg"), true),
        ("4:2:2", include_bytes!("../tests/photographs/baseline-422.jpg"), true),
        ("grey", include_bytes!("../tests/photographs/baseline-grey.jpg"), true),
        ("RGB", include_bytes!("../tests/photographs/baseline-rgb.jpg"), true),
        ("progressive, 4:2:0", include_bytes!("../tests/photographs/progressive-420.jpg"), true),
        ("progressive, 4:4:4", include_bytes!("../tests/photographs/progressive-444.jpg"), true),
        ("progressive, grey", include_bytes!("../tests/photographs/progressive-grey.jpg"), true),
        ("CMYK", include_bytes!("../tests/photographs/cmyk.jpg"), false),
    ];

    /// The JPEG with an orientation in its EXIF segment.
    fn oriented(jpeg: &[u8], tag: u8) -> Vec<u8> {
        let mut exif = b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
        exif.extend([tag, 0, 0, 0, 0, 0, 0]);
        [&jpeg[..2], &exif, &jpeg[2..]].concat()
    }

    #[test]
    fn blocks_are_as_light_as_all_pixels() {
        for (name, jpeg, has_blocks) in PHOTOGRAPHS {
            for tag in 1..=8 {
                let jpeg = oriented(jpeg, tag);
                let picture = decoded(&jpeg, PictureKind::Jpeg, None).expect("a picture");
                let expected = grid(&picture);
                let measured = jpeg_grid(&jpeg);
                assert_eq!(measured.is_some(), has_blocks, "{name}");
                let facts = facts(&jpeg, PictureKind::Jpeg);
                assert!(facts.drawable, "{name}");
                if let Some(measured) = measured {
                    assert_eq!(facts.luminance, measured, "{name}");
                }
                for (cell, (light, expected)) in facts.luminance.iter().zip(&expected).enumerate() {
                    assert!(
                        light.abs_diff(*expected) <= 2,
                        "{name}, orientation {tag}, cell {cell}: {light}, not {expected}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_photograph_without_its_end_is_decoded() {
        for (name, jpeg, _) in PHOTOGRAPHS {
            for length in [jpeg.len() / 2, jpeg.len() - 100, jpeg.len() - 2] {
                assert_eq!(jpeg_grid(&jpeg[..length]), None, "{name}, {length} bytes");
            }
        }
    }

    #[test]
    fn a_small_photograph_is_decoded() {
        let pixels = crate::Pixels::new(600, 200, vec![90; 600 * 200 * 4]).expect("pixels");
        let jpeg = crate::encode_jpeg(&pixels, 80).expect("encoded");
        assert_eq!(jpeg_grid(&jpeg), None);
        assert_eq!(facts(&jpeg, PictureKind::Jpeg).luminance.len(), 144);
    }

    proptest::proptest! {
        #[test]
        fn no_photograph_with_wrong_bytes_panics(
            photograph in 0..PHOTOGRAPHS.len(),
            wrong in proptest::collection::vec((proptest::prelude::any::<usize>(), proptest::prelude::any::<u8>()), 1..8),
        ) {
            let mut jpeg = PHOTOGRAPHS[photograph].1.to_vec();
            for (at, byte) in wrong {
                let at = at % jpeg.len();
                jpeg[at] = byte;
            }
            if let Some(blocks) = jpeg_blocks(&jpeg, |frame| frame.width.min(frame.height) < 2_000) {
                assert_eq!(blocks_grid(&blocks).len(), 144);
            }
        }
    }
}
