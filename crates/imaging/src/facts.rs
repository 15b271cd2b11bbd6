//! The facts about a picture that layout needs: its size and where it is light.

use image::metadata::Orientation;
use image::{DynamicImage, RgbaImage};

use crate::decode::{Decoded, decoded, is_sideways, size};
use crate::encode::over_white;
use crate::{PictureKind, svg};

/// Columns of the luminance grid.
pub const GRID_COLUMNS: u32 = 16;

/// Rows of the luminance grid.
pub const GRID_ROWS: u32 = 9;

/// The side at which a picture is decoded: enough pixels for each cell of the grid.
const SAMPLED_SIDE: u32 = 256;

/// Facts about a picture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// Width of the upright picture in pixels; 0 when it is unknown.
    pub width: u32,
    /// Height of the upright picture in pixels; 0 when it is unknown.
    pub height: u32,
    /// The mean luminance of each cell of a grid of [`GRID_COLUMNS`] x [`GRID_ROWS`], row by row, from 0 for black to 255 for
    /// white: Rec. 709 weights on sRGB values, the picture on white. Empty when the picture cannot be drawn.
    pub luminance: Vec<u8>,
    /// Whether PDF, PNG and PPTX can show it.
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
    let luminance = decoded(bytes, kind, Some(SAMPLED_SIDE)).map(|picture| grid(&picture)).unwrap_or_default();
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

/// The mean luminance of each cell of the upright picture. The cells are rotated to the stored picture, not the picture to
/// the cells, which would copy it.
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
}
