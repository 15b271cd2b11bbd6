//! Pixels in memory, and resizing them.

use fast_image_resize as fir;

use crate::{Error, MAX_PIXELS};

/// A picture in memory: rows of pixels of four bytes, red, green, blue and alpha, not premultiplied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl Pixels {
    /// A picture of `width * height` pixels of four bytes. `None` when `rgba` has another length or a side is zero.
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Option<Self> {
        let bytes = u64::from(width) * u64::from(height) * 4;
        (bytes > 0 && rgba.len() as u64 == bytes).then_some(Self { width, height, rgba })
    }

    /// Pixels in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The bytes, row by row.
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// The bytes, without a copy.
    pub fn into_rgba(self) -> Vec<u8> {
        self.rgba
    }

    /// Whether no pixel is transparent.
    pub fn is_opaque(&self) -> bool {
        self.rgba.chunks_exact(4).all(|pixel| pixel[3] == 255)
    }
}

/// Returns the picture at another size, each side at least one pixel. Fails when it would exceed the limit of pixels.
pub fn resized(pixels: &Pixels, width: u32, height: u32) -> Result<Pixels, Error> {
    let (width, height) = (width.max(1), height.max(1));
    if (width, height) == (pixels.width, pixels.height) {
        return Ok(pixels.clone());
    }
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Error::TooLarge(format!("{width} x {height} pixels were requested")));
    }
    let source = fir::images::ImageRef::new(pixels.width, pixels.height, &pixels.rgba, fir::PixelType::U8x4)
        .map_err(Error::broken)?;
    let mut target = fir::images::Image::new(width, height, fir::PixelType::U8x4);
    let options = fir::ResizeOptions::new().use_alpha(!pixels.is_opaque());
    fir::Resizer::new().resize(&source, &mut target, &options).map_err(Error::broken)?;
    Ok(Pixels { width, height, rgba: target.into_vec() })
}

/// Like [`resized`] for pixels that are not needed afterwards: they are premultiplied in place, so that a huge picture
/// is in memory only once.
pub(crate) fn shrunk(pixels: Pixels, width: u32, height: u32) -> Result<Pixels, Error> {
    if pixels.is_opaque() {
        return resized(&pixels, width, height);
    }
    let kind = fir::PixelType::U8x4;
    let mut source =
        fir::images::Image::from_vec_u8(pixels.width, pixels.height, pixels.rgba, kind).map_err(Error::broken)?;
    let mut target = fir::images::Image::new(width, height, kind);
    let alpha = fir::MulDiv::new();
    alpha.multiply_alpha_inplace(&mut source).map_err(Error::broken)?;
    let options = fir::ResizeOptions::new().use_alpha(false);
    fir::Resizer::new().resize(&source, &mut target, &options).map_err(Error::broken)?;
    alpha.divide_alpha_inplace(&mut target).map_err(Error::broken)?;
    Ok(Pixels { width, height, rgba: target.into_vec() })
}

/// The size of a picture that is scaled down to fit a square of `side`. It never grows, and no side is zero.
pub(crate) fn fitting(width: u32, height: u32, side: u32) -> (u32, u32) {
    let longer = width.max(height);
    if longer <= side {
        return (width, height);
    }
    let scaled = |length: u32| {
        let rounded = (u64::from(length) * u64::from(side) + u64::from(longer) / 2) / u64::from(longer);
        u32::try_from(rounded).unwrap_or(side).max(1)
    };
    (scaled(width), scaled(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_have_four_bytes_each() {
        assert!(Pixels::new(2, 1, vec![0; 8]).is_some());
        assert!(Pixels::new(2, 1, vec![0; 7]).is_none());
        assert!(Pixels::new(0, 1, vec![]).is_none());
    }

    #[test]
    fn transparent_pixels_add_no_colour_when_resized() {
        let pixels = Pixels::new(2, 1, vec![255, 0, 0, 255, 0, 255, 0, 0]).expect("two pixels");
        let one = resized(&pixels, 1, 1).expect("resized");
        assert_eq!(one.rgba()[..2], [255, 0]);
        assert_eq!(shrunk(pixels, 1, 1), Ok(one));
    }

    #[test]
    fn a_picture_fits_its_square() {
        assert_eq!(fitting(4000, 3000, 1000), (1000, 750));
        assert_eq!(fitting(10, 20, 1000), (10, 20));
        assert_eq!(fitting(100_000, 1, 100), (100, 1));
        assert_eq!(fitting(7, 7, 0), (1, 1));
    }
}
