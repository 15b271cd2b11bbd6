//! Units of the format, converted from pixels of the canvas.

use std::fmt;

use scene::{Px, Rect};

/// A length in English metric units. A pixel of the canvas has 6350 of them, so 1920 pixels are 13 1/3 inches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Emu(pub(super) i64);

impl From<Px> for Emu {
    #[expect(clippy::cast_possible_truncation, reason = "no page is so large that the cast saturates")]
    fn from(length: Px) -> Emu {
        Emu((f64::from(length.0) * 6350.0).round() as i64)
    }
}

impl fmt::Display for Emu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A rectangle in EMU. Its edges are rounded and not its lengths, so adjacent boxes stay adjacent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EmuRect {
    pub(super) x: Emu,
    pub(super) y: Emu,
    pub(super) width: Emu,
    pub(super) height: Emu,
}

impl From<Rect> for EmuRect {
    fn from(frame: Rect) -> EmuRect {
        let (x, y) = (Emu::from(frame.x), Emu::from(frame.y));
        let (right, bottom) = (Emu::from(frame.right()), Emu::from(frame.bottom()));
        EmuRect { x, y, width: Emu((right.0 - x.0).max(0)), height: Emu((bottom.0 - y.0).max(0)) }
    }
}

/// A length in hundredths of a point. A pixel of the canvas is half a point.
pub(super) fn hundredths(length: Px) -> i32 {
    whole(f64::from(length.0) * 50.0)
}

/// A font size in hundredths of a point, in the range of the format.
pub(super) fn font_size(size: Px) -> i32 {
    hundredths(size).clamp(100, 400_000)
}

/// A fraction in thousandths of a percent.
pub(super) fn thousandths(share: f32) -> i32 {
    whole(f64::from(share) * 100_000.0)
}

/// An angle in 60,000ths of a degree, from 0 to less than a full turn.
pub(super) fn angle(radians: f32) -> i32 {
    whole(f64::from(radians).to_degrees().rem_euclid(360.0) * 60_000.0).rem_euclid(360 * 60_000)
}

/// The nearest whole number, limited to the range of `i32`.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
pub(super) fn whole(value: f64) -> i32 {
    value.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canvas_is_a_wide_slide_and_adjacent_boxes_stay_adjacent() {
        let page = EmuRect::from(Rect::CANVAS);
        assert_eq!((page.width, page.height), (Emu(12_192_000), Emu(6_858_000)));
        let left = EmuRect::from(Rect::new(10.3, 0.0, 33.3, 10.0));
        let right = EmuRect::from(Rect::new(43.6, 0.0, 33.3, 10.0));
        assert_eq!(left.x.0 + left.width.0, right.x.0);
        assert_eq!((hundredths(Px(34.0)), thousandths(0.125)), (1700, 12_500));
        assert_eq!([0.4, 34.0, 1e6].map(|size| font_size(Px(size))), [100, 1700, 400_000]);
        assert_eq!(angle(-std::f32::consts::FRAC_PI_2), 270 * 60_000);
    }
}
