//! Patterns that make filled shapes distinguishable without colour.
//!
//! A hatch is a repeating tile of marks, rotated around the upper left corner of the filled frame. Exporters with
//! pattern fills use the tile; the others use the path of all marks over the frame. Both look the same.

use crate::{Path, PathSegment, Point, Px, Rect};

/// A pattern of marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hatch {
    /// Diagonal stripes that rise to the right.
    Rising,
    /// Dots.
    Dots,
    /// Vertical stripes.
    Upright,
    /// Diagonal stripes that fall to the right.
    Falling,
    /// Horizontal stripes.
    Level,
    /// Rising and falling stripes.
    Crossed,
    /// Vertical and horizontal stripes.
    Grid,
}

impl Hatch {
    /// All patterns; the first ones differ most from each other.
    pub const ALL: [Hatch; 7] =
        [Hatch::Rising, Hatch::Dots, Hatch::Upright, Hatch::Falling, Hatch::Level, Hatch::Crossed, Hatch::Grid];
    /// Width and height of a tile.
    pub const PITCH: Px = Px(16.0);
    /// Thickness of a stripe.
    const THICKNESS: f32 = 4.0;
    /// Distance from the centre of a dot to its tips.
    const REACH: f32 = 4.5;

    /// Clockwise rotation of the tiles in degrees, around the upper left corner of the filled frame.
    pub fn turn(self) -> f32 {
        match self {
            Hatch::Rising => -45.0,
            Hatch::Falling | Hatch::Crossed => 45.0,
            Hatch::Dots | Hatch::Upright | Hatch::Level | Hatch::Grid => 0.0,
        }
    }

    /// The marks of one tile.
    pub fn tile(self) -> Path {
        self.marks((0, 1), (0, 1))
    }

    /// The marks that cover a frame, in page coordinates. They extend beyond the frame, so the caller must clip them.
    pub fn over(self, frame: Rect) -> Path {
        let (sine, cosine) = self.turn().to_radians().sin_cos();
        let corners = [(0.0, 0.0), (frame.width.0, 0.0), (0.0, frame.height.0), (frame.width.0, frame.height.0)];
        let across = corners.map(|(x, y)| x * cosine + y * sine);
        let down = corners.map(|(x, y)| y * cosine - x * sine);
        let mut path = self.marks(tiles(across), tiles(down));
        let rotated = |Point { x: Px(x), y: Px(y) }: Point| Point {
            x: frame.x + Px(x * cosine - y * sine),
            y: frame.y + Px(x * sine + y * cosine),
        };
        for segment in &mut path.segments {
            if let PathSegment::Move(to) | PathSegment::Line(to) = segment {
                *to = rotated(*to);
            }
        }
        path
    }

    /// The marks of the tiles in a range of columns and a range of rows.
    fn marks(self, columns: (i32, i32), rows: (i32, i32)) -> Path {
        let edge = |tile: i32| f32::from(i16::try_from(tile).unwrap_or(i16::MAX)) * Hatch::PITCH.0;
        let middle = |tile: i32| edge(tile) + Hatch::PITCH.0 / 2.0;
        let half = Hatch::THICKNESS / 2.0;
        let mut path = Path::default();
        let mut add = |[a, b, c, d]: [(f32, f32); 4]| {
            let drawn = std::mem::take(&mut path);
            path = drawn.to(a.0, a.1).line(b.0, b.1).line(c.0, c.1).line(d.0, d.1).close();
        };
        let (left, right, top, bottom) = (edge(columns.0), edge(columns.1), edge(rows.0), edge(rows.1));
        if self != Hatch::Upright && self != Hatch::Dots {
            for y in (rows.0..rows.1).map(middle) {
                add([(left, y - half), (right, y - half), (right, y + half), (left, y + half)]);
            }
        }
        if matches!(self, Hatch::Upright | Hatch::Grid | Hatch::Crossed) {
            for x in (columns.0..columns.1).map(middle) {
                add([(x - half, top), (x + half, top), (x + half, bottom), (x - half, bottom)]);
            }
        }
        if self == Hatch::Dots {
            for y in (rows.0..rows.1).map(middle) {
                for x in (columns.0..columns.1).map(middle) {
                    let reach = Hatch::REACH;
                    add([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]);
                }
            }
        }
        path
    }
}

/// The range of tiles that cover some positions along an axis: the first, and the one after the last.
fn tiles(positions: [f32; 4]) -> (i32, i32) {
    let tile = |position: f32| position / Hatch::PITCH.0;
    let (low, high) = positions.into_iter().fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at), high.max(at)));
    #[expect(clippy::cast_possible_truncation, reason = "a page has a few hundred tiles")]
    let bounds = (tile(low).floor() as i32, tile(high).ceil() as i32);
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(path: &Path) -> Vec<Point> {
        let point = |segment: &PathSegment| match segment {
            PathSegment::Move(to) | PathSegment::Line(to) => Some(*to),
            _ => None,
        };
        path.segments.iter().filter_map(point).collect()
    }

    #[test]
    fn no_two_patterns_are_alike() {
        let looks = Hatch::ALL.map(|hatch| format!("{:?} {}", hatch.tile(), hatch.turn()));
        for (index, look) in looks.iter().enumerate() {
            assert!(!looks[..index].contains(look), "{:?}", Hatch::ALL[index]);
        }
    }

    #[test]
    fn marks_cover_the_frame_and_little_more() {
        let frame = Rect::new(300.0, 200.0, 250.0, 90.0);
        for hatch in Hatch::ALL {
            let points = points(&hatch.over(frame));
            let smallest = |of: fn(&Point) -> f32| points.iter().map(of).fold(f32::MAX, f32::min);
            let largest = |of: fn(&Point) -> f32| points.iter().map(of).fold(f32::MIN, f32::max);
            let across = (smallest(|point| point.x.0), largest(|point| point.x.0));
            let down = (smallest(|point| point.y.0), largest(|point| point.y.0));
            assert!(across.0 <= 316.0 && across.1 >= 534.0, "{hatch:?} {across:?}");
            assert!(down.0 <= 216.0 && down.1 >= 274.0, "{hatch:?} {down:?}");
            assert!(across.0 > 0.0 && across.1 < 900.0 && down.0 > -100.0 && down.1 < 600.0, "{hatch:?}");
        }
    }

    #[test]
    fn rising_stripes_rise() {
        let [a, b] = points(&Hatch::Rising.over(Rect::new(0.0, 0.0, 32.0, 32.0)))[..2] else { panic!("a stripe") };
        assert!(b.x > a.x && b.y < a.y, "{a:?} {b:?}");
    }
}
