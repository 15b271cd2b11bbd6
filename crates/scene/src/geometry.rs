//! Lengths, points and rectangles on the page.
//!
//! Every length is a [`Px`]: a pixel of a canvas of 1920 by 1080. Each exporter converts it to its own unit.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// The size of every page.
pub const CANVAS: Size = Size { width: Px(1920.0), height: Px(1080.0) };

/// A length in pixels of the canvas.
#[derive(Debug, Clone, Copy, Default, PartialEq, PartialOrd)]
pub struct Px(pub f32);

/// Creates a length in pixels of the canvas.
pub const fn px(value: f32) -> Px {
    Px(value)
}

impl Px {
    /// Zero.
    pub const ZERO: Px = Px(0.0);

    /// The larger of two lengths.
    #[must_use]
    pub fn max(self, other: Px) -> Px {
        Px(self.0.max(other.0))
    }

    /// The smaller of two lengths.
    #[must_use]
    pub fn min(self, other: Px) -> Px {
        Px(self.0.min(other.0))
    }

    /// The length rounded to the nearest whole pixel.
    #[must_use]
    pub fn round(self) -> Px {
        Px(self.0.round())
    }
}

impl fmt::Display for Px {
    /// Writes the length rounded to whole pixels, as outlines show it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.0.round();
        // Avoids `-0`.
        write!(f, "{}", if whole == 0.0 { 0.0 } else { whole })
    }
}

impl Add for Px {
    type Output = Px;
    fn add(self, other: Px) -> Px {
        Px(self.0 + other.0)
    }
}

impl Sub for Px {
    type Output = Px;
    fn sub(self, other: Px) -> Px {
        Px(self.0 - other.0)
    }
}

impl AddAssign for Px {
    fn add_assign(&mut self, other: Px) {
        self.0 += other.0;
    }
}

impl SubAssign for Px {
    fn sub_assign(&mut self, other: Px) {
        self.0 -= other.0;
    }
}

impl Neg for Px {
    type Output = Px;
    fn neg(self) -> Px {
        Px(-self.0)
    }
}

impl Mul<f32> for Px {
    type Output = Px;
    fn mul(self, factor: f32) -> Px {
        Px(self.0 * factor)
    }
}

impl Div<f32> for Px {
    type Output = Px;
    fn div(self, divisor: f32) -> Px {
        Px(self.0 / divisor)
    }
}

impl Div for Px {
    type Output = f32;
    fn div(self, other: Px) -> f32 {
        self.0 / other.0
    }
}

impl Sum for Px {
    fn sum<I: Iterator<Item = Px>>(lengths: I) -> Px {
        Px(lengths.map(|length| length.0).sum())
    }
}

/// A point on the page.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Point {
    /// Distance from the left edge.
    pub x: Px,
    /// Distance from the top edge.
    pub y: Px,
}

impl Point {
    /// The point turned by degrees, clockwise, about another one.
    #[must_use]
    pub fn turned(&self, degrees: f32, about: Point) -> Point {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (x, y) = (self.x - about.x, self.y - about.y);
        Point { x: about.x + x * cos - y * sin, y: about.y + x * sin + y * cos }
    }
}

/// A width and a height.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Size {
    /// Horizontal extent.
    pub width: Px,
    /// Vertical extent.
    pub height: Px,
}

/// A rectangle on the page.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: Px,
    /// Top edge.
    pub y: Px,
    /// Horizontal extent.
    pub width: Px,
    /// Vertical extent.
    pub height: Px,
}

impl Rect {
    /// The whole page.
    pub const CANVAS: Rect = Rect::new(0.0, 0.0, CANVAS.width.0, CANVAS.height.0);

    /// Creates a rectangle from its left and top edge, width and height.
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Rect {
        Rect { x: Px(x), y: Px(y), width: Px(width), height: Px(height) }
    }

    /// The right edge.
    pub fn right(&self) -> Px {
        self.x + self.width
    }

    /// The bottom edge.
    pub fn bottom(&self) -> Px {
        self.y + self.height
    }

    /// The centre point.
    pub fn center(&self) -> Point {
        Point { x: self.x + self.width / 2.0, y: self.y + self.height / 2.0 }
    }

    /// The rectangle shrunk by a margin on each side. Width and height do not fall below zero.
    #[must_use]
    pub fn inset(&self, margin: Px) -> Rect {
        Rect {
            x: self.x + margin,
            y: self.y + margin,
            width: (self.width - margin * 2.0).max(Px::ZERO),
            height: (self.height - margin * 2.0).max(Px::ZERO),
        }
    }

    /// The rectangle moved by an offset.
    #[must_use]
    pub fn moved(&self, x: Px, y: Px) -> Rect {
        Rect { x: self.x + x, y: self.y + y, ..*self }
    }

    /// The bounds of the rectangle turned by degrees, clockwise, about a point.
    #[must_use]
    pub fn turned(&self, degrees: f32, about: Point) -> Rect {
        let center = self.center().turned(degrees, about);
        let (sin, cos) = degrees.to_radians().sin_cos();
        let width = self.width * cos.abs() + self.height * sin.abs();
        let height = self.width * sin.abs() + self.height * cos.abs();
        Rect { x: center.x - width / 2.0, y: center.y - height / 2.0, width, height }
    }

    /// Whether two rectangles overlap by more than half a pixel.
    pub fn overlaps(&self, other: &Rect) -> bool {
        let slack = Px(0.5);
        self.x + slack < other.right()
            && other.x + slack < self.right()
            && self.y + slack < other.bottom()
            && other.y + slack < self.bottom()
    }

    /// The area that two rectangles share; `None` when they do not overlap.
    pub fn intersection(&self, other: &Rect) -> Option<Rect> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (right, bottom) = (self.right().min(other.right()), self.bottom().min(other.bottom()));
        (right > x && bottom > y).then(|| Rect { x, y, width: right - x, height: bottom - y })
    }

    /// The smallest rectangle that contains two others.
    #[must_use]
    pub fn union(&self, other: &Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Rect { x, y, width: right - x, height: bottom - y }
    }

    /// Whether another rectangle lies inside this one, with a tolerance of half a pixel.
    pub fn contains(&self, other: &Rect) -> bool {
        let slack = Px(0.5);
        other.x >= self.x - slack
            && other.y >= self.y - slack
            && other.right() <= self.right() + slack
            && other.bottom() <= self.bottom() + slack
    }
}

impl fmt::Display for Rect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{} {}x{}", self.x, self.y, self.width, self.height)
    }
}

/// Text direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Direction {
    /// As in Latin script.
    #[default]
    LeftToRight,
    /// As in Arabic and Hebrew script.
    RightToLeft,
}

impl Direction {
    /// Whether the direction is right to left.
    pub fn is_right_to_left(self) -> bool {
        self == Direction::RightToLeft
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_that_share_an_edge_do_not_overlap() {
        let left = Rect::new(0.0, 0.0, 100.0, 100.0);
        assert!(!left.overlaps(&Rect::new(100.0, 0.0, 50.0, 50.0)));
        assert!(!left.overlaps(&Rect::new(0.0, 99.7, 50.0, 50.0)));
        assert!(left.overlaps(&Rect::new(90.0, 90.0, 50.0, 50.0)));
    }

    #[test]
    fn a_union_reaches_around_both_rectangles() {
        let union = Rect::new(10.0, 20.0, 30.0, 40.0).union(&Rect::new(0.0, 50.0, 20.0, 60.0));
        assert_eq!(union, Rect::new(0.0, 20.0, 40.0, 90.0));
    }

    #[test]
    fn an_inset_never_makes_a_size_negative() {
        assert_eq!(Rect::new(0.0, 0.0, 30.0, 100.0).inset(px(20.0)), Rect::new(20.0, 20.0, 0.0, 60.0));
    }

    #[test]
    fn a_rectangle_turned_by_a_quarter_swaps_its_sides() {
        let turned = Rect::new(0.0, 0.0, 200.0, 100.0).turned(90.0, Point { x: px(100.0), y: px(50.0) });
        assert_eq!(turned.to_string(), "50,-50 100x200");
        let moved = Point { x: px(200.0), y: px(50.0) }.turned(90.0, Point { x: px(100.0), y: px(50.0) });
        assert!((moved.x.0 - 100.0).abs() < 0.01 && (moved.y.0 - 150.0).abs() < 0.01);
    }

    #[test]
    fn lengths_are_written_as_whole_pixels() {
        assert_eq!(Rect::new(-0.2, 1.5, 10.49, 3.0).to_string(), "0,2 10x3");
    }
}
