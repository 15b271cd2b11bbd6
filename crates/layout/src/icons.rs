//! The icons of `icon` fields: the Lucide set, packed in `assets/icons/lucide.txt`.
//!
//! The file is compiled into the binary and indexed at first use. `scripts/pack-icons` creates it and documents its
//! format.

use std::sync::OnceLock;

use scene::Path;

/// The side of the grid that icons are drawn on.
pub(crate) const GRID: f32 = 24.0;
/// The width of the lines of icons on that grid.
pub(crate) const STROKE: f32 = 2.0;

const PACKED: &str = include_str!("../../../assets/icons/lucide.txt");

/// The names of all icons in alphabetical order, without former names.
pub fn icon_names() -> impl Iterator<Item = &'static str> {
    index().iter().filter(|(_, drawing)| !drawing.starts_with('=')).map(|(name, _)| *name)
}

/// The path of an icon on a grid of 24 by 24, to be stroked 2 wide with round ends and joins. Former names work too.
/// Returns `None` when there is no such icon.
pub fn icon_path(name: &str) -> Option<Path> {
    parse_path(icon_drawing(name)?)
}

/// The path of an icon as the `d` attribute of an SVG path on a grid of 2400 by 2400, to be stroked 200 wide with round
/// ends and joins. Returns `None` when there is no such icon.
pub fn icon_drawing(name: &str) -> Option<&'static str> {
    let drawing = drawing(name)?;
    drawing.strip_prefix('=').map_or(Some(drawing), self::drawing)
}

/// Every name with its path data, sorted by name. A former name has `=` and the current name as data.
fn index() -> &'static [(&'static str, &'static str)] {
    static INDEX: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    // The first line names the source of the icons.
    INDEX.get_or_init(|| PACKED.lines().skip(1).filter_map(|line| line.split_once(' ')).collect())
}

fn drawing(name: &str) -> Option<&'static str> {
    let at = index().binary_search_by_key(&name, |(name, _)| *name).ok()?;
    Some(index()[at].1)
}

fn parse_path(drawing: &str) -> Option<Path> {
    let mut path = Path::default();
    let (mut current, mut start) = ((0.0, 0.0), (0.0, 0.0));
    let mut rest = drawing;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|sign: char| sign.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
        let mut numbers = Numbers(&rest[1..end]);
        rest = &rest[end..];
        match command {
            'M' => {
                start = numbers.point((0.0, 0.0))?;
                current = start;
                path = path.to(current.0, current.1);
            }
            'l' => {
                current = numbers.point(current)?;
                path = path.line(current.0, current.1);
            }
            'c' => {
                let (first, second, end) = (numbers.point(current)?, numbers.point(current)?, numbers.point(current)?);
                path = path.curve(first, second, end);
                current = end;
            }
            _ => {
                current = start;
                path = path.close();
            }
        }
    }
    Some(path)
}

/// Parses numbers in hundredths, separated by a space or a minus sign.
struct Numbers<'a>(&'a str);

impl Numbers<'_> {
    fn point(&mut self, from: (f32, f32)) -> Option<(f32, f32)> {
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
    use scene::{PathSegment, Point, Px};

    use super::*;

    #[test]
    fn every_name_has_a_drawing_on_the_grid() {
        let mut count = 0;
        for (name, _) in index() {
            let path = icon_path(name).unwrap_or_else(|| panic!("{name} has no drawing"));
            assert!(matches!(path.segments.first(), Some(PathSegment::Move(_))), "{name}");
            let on_grid = |point: &Point| (-1.0..=25.0).contains(&point.x.0) && (-1.0..=25.0).contains(&point.y.0);
            let ends = path.segments.iter().filter_map(|segment| match segment {
                PathSegment::Move(end) | PathSegment::Line(end) | PathSegment::Curve(_, _, end) => Some(end),
                PathSegment::Close => None,
            });
            assert!(ends.into_iter().all(on_grid), "{name} leaves the grid");
            count += 1;
        }
        assert_eq!((count, icon_names().count()), (2176, 1908));
    }

    #[test]
    fn names_are_sorted_for_binary_search() {
        assert!(index().is_sorted_by(|one, other| one.0 < other.0));
        assert!(icon_path("tree-pine").is_some() && icon_path("no-such-icon").is_none() && icon_path("").is_none());
    }

    #[test]
    fn a_former_name_gives_the_current_icon() {
        assert_eq!(icon_path("home"), icon_path("house"));
        assert!(!icon_names().any(|name| name == "home"));
    }

    #[test]
    fn numbers_need_no_separator_before_a_minus_sign() {
        let read = parse_path("M1400 1200l400-400c-100 0-200-50 0 1z").expect("a drawing");
        let point = |x: f32, y: f32| Point { x: Px(x), y: Px(y) };
        assert_eq!(
            read.segments,
            [
                PathSegment::Move(point(14.0, 12.0)),
                PathSegment::Line(point(18.0, 8.0)),
                PathSegment::Curve(point(17.0, 8.0), point(16.0, 7.5), point(18.0, 8.01)),
                PathSegment::Close,
            ]
        );
    }
}
