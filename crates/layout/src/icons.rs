//! The drawings that `icon` fields name: the Lucide set, packed in `assets/icons/lucide.txt`.
//!
//! The file is compiled in and indexed at first use; a drawing is read when it is asked for. `scripts/pack-icons`
//! makes the file and says how it is written.

use std::sync::OnceLock;

use scene::Path;

/// The side of the grid that icons are drawn on.
pub(crate) const GRID: f32 = 24.0;
/// The width of their lines on that grid.
pub(crate) const STROKE: f32 = 2.0;

const PACKED: &str = include_str!("../../../assets/icons/lucide.txt");

/// The names of all icons in the order of the alphabet, without former names.
pub fn icon_names() -> impl Iterator<Item = &'static str> {
    index().iter().filter(|(_, drawing)| !drawing.starts_with('=')).map(|(name, _)| *name)
}

/// The lines of an icon on a grid of 24 by 24, to be drawn 2 wide with round ends and corners. Former names are
/// known, too.
pub fn icon_path(name: &str) -> Option<Path> {
    path(icon_drawing(name)?)
}

/// The lines of an icon as the `d` of an SVG path on a grid of 2400 by 2400, to be drawn 200 wide with round ends and
/// corners.
pub fn icon_drawing(name: &str) -> Option<&'static str> {
    let drawing = drawing(name)?;
    drawing.strip_prefix('=').map_or(Some(drawing), self::drawing)
}

/// Every name with its drawing, sorted by name.
fn index() -> &'static [(&'static str, &'static str)] {
    static INDEX: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    // The first line says where the drawings came from.
    INDEX.get_or_init(|| PACKED.lines().skip(1).filter_map(|line| line.split_once(' ')).collect())
}

fn drawing(name: &str) -> Option<&'static str> {
    let at = index().binary_search_by_key(&name, |(name, _)| *name).ok()?;
    Some(index()[at].1)
}

fn path(drawing: &str) -> Option<Path> {
    let mut path = Path::default();
    let (mut pen, mut start) = ((0.0, 0.0), (0.0, 0.0));
    let mut rest = drawing;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|sign: char| sign.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
        let mut numbers = Numbers(&rest[1..end]);
        rest = &rest[end..];
        match command {
            'M' => {
                start = numbers.place((0.0, 0.0))?;
                pen = start;
                path = path.to(pen.0, pen.1);
            }
            'l' => {
                pen = numbers.place(pen)?;
                path = path.line(pen.0, pen.1);
            }
            'c' => {
                let (first, second, end) = (numbers.place(pen)?, numbers.place(pen)?, numbers.place(pen)?);
                path = path.curve(first, second, end);
                pen = end;
            }
            _ => {
                pen = start;
                path = path.close();
            }
        }
    }
    Some(path)
}

/// Numbers in hundredths, told apart by a space or a sign.
struct Numbers<'a>(&'a str);

impl Numbers<'_> {
    fn place(&mut self, from: (f32, f32)) -> Option<(f32, f32)> {
        Some((from.0 + self.number()?, from.1 + self.number()?))
    }

    fn number(&mut self) -> Option<f32> {
        let text = self.0.trim_start();
        let end = text[1.min(text.len())..].find([' ', '-']).map_or(text.len(), |at| at + 1);
        let (number, rest) = text.split_at(end);
        self.0 = rest;
        Some(f32::from(number.parse::<i16>().ok()?) / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use scene::{Point, Px, Segment};

    use super::*;

    #[test]
    fn every_name_has_a_drawing_on_the_grid() {
        let mut count = 0;
        for (name, _) in index() {
            let path = icon_path(name).unwrap_or_else(|| panic!("{name} has no drawing"));
            assert!(matches!(path.segments.first(), Some(Segment::Move(_))), "{name}");
            let on_grid = |point: &Point| (-1.0..=25.0).contains(&point.x.0) && (-1.0..=25.0).contains(&point.y.0);
            let ends = path.segments.iter().filter_map(|segment| match segment {
                Segment::Move(end) | Segment::Line(end) | Segment::Curve(_, _, end) => Some(end),
                Segment::Close => None,
            });
            assert!(ends.into_iter().all(on_grid), "{name} leaves the grid");
            count += 1;
        }
        assert_eq!((count, icon_names().count()), (2176, 1908));
    }

    #[test]
    fn names_are_sorted_so_that_they_are_found() {
        assert!(index().is_sorted_by(|one, other| one.0 < other.0));
        assert!(icon_path("tree-pine").is_some() && icon_path("no-such-icon").is_none() && icon_path("").is_none());
    }

    #[test]
    fn a_former_name_draws_the_present_icon() {
        assert_eq!(icon_path("home"), icon_path("house"));
        assert!(!icon_names().any(|name| name == "home"));
    }

    #[test]
    fn numbers_stand_close_together() {
        let read = path("M1400 1200l400-400c-100 0-200-50 0 1z").expect("a drawing");
        let point = |x: f32, y: f32| Point { x: Px(x), y: Px(y) };
        assert_eq!(
            read.segments,
            [
                Segment::Move(point(14.0, 12.0)),
                Segment::Line(point(18.0, 8.0)),
                Segment::Curve(point(17.0, 8.0), point(16.0, 7.5), point(18.0, 8.01)),
                Segment::Close,
            ]
        );
    }
}
