//! The order in which people read the shapes of a slide.
//!
//! A slide is cut into rows where no shape crosses the cut, each row into columns, and so on. Shapes of a group stay
//! together.

use crate::model::Frame;

/// Maximum depth of cuts into rows and columns. Shapes can be placed so that each cut separates only one from the
/// others, so without a limit the depth could be their number.
const MAX_CUTS: usize = 50;

/// Shapes that are read as one: a shape, or the shapes of a group.
struct Unit {
    frame: Frame,
    members: Vec<usize>,
}

/// The indices of shapes in reading order, given the frame and the group of each.
pub(super) fn reading_order(shapes: &[(Frame, Option<u32>)], is_right_to_left: bool) -> Vec<usize> {
    let mut units: Vec<(Option<u32>, Unit)> = Vec::new();
    for (index, (frame, group)) in shapes.iter().enumerate() {
        match units.iter_mut().find(|(known, _)| group.is_some() && known == group) {
            Some((_, unit)) => {
                unit.frame = union(unit.frame, *frame);
                unit.members.push(index);
            }
            None => units.push((*group, Unit { frame: *frame, members: vec![index] })),
        }
    }
    let mut order = Vec::with_capacity(shapes.len());
    for unit in sorted(units.into_iter().map(|(_, unit)| unit).collect(), is_right_to_left, 0) {
        if unit.members.len() == 1 {
            order.extend(unit.members);
        } else {
            let inner = unit.members.iter().map(|index| Unit { frame: shapes[*index].0, members: vec![*index] });
            order.extend(sorted(inner.collect(), is_right_to_left, 0).into_iter().flat_map(|unit| unit.members));
        }
    }
    order
}

/// The smallest frame around two frames.
pub(super) fn union(one: Frame, other: Frame) -> Frame {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let right = (one.x + one.width).max(other.x + other.width);
    let bottom = (one.y + one.height).max(other.y + other.height);
    Frame { x, y, width: right - x, height: bottom - y }
}

/// Units in reading order; `cuts` is the number of cuts that led to them.
fn sorted(mut units: Vec<Unit>, is_right_to_left: bool, cuts: usize) -> Vec<Unit> {
    if units.len() < 2 {
        return units;
    }
    if cuts < MAX_CUTS {
        let mut rows = bands(units, |frame| (frame.y, frame.height));
        if rows.len() > 1 {
            return rows.into_iter().flat_map(|row| sorted(row, is_right_to_left, cuts + 1)).collect();
        }
        let mut columns = bands(rows.remove(0), |frame| (frame.x, frame.width));
        if columns.len() > 1 {
            if is_right_to_left {
                columns.reverse();
            }
            return columns.into_iter().flat_map(|column| sorted(column, is_right_to_left, cuts + 1)).collect();
        }
        units = columns.remove(0);
    }
    units.sort_by_key(|unit| {
        let x = if is_right_to_left { -(unit.frame.x + unit.frame.width) } else { unit.frame.x };
        (unit.frame.y, x)
    });
    units
}

/// Groups units into bands that can be cut apart. Units of neighbouring bands may overlap by a seventh of the smaller
/// one.
fn bands(mut units: Vec<Unit>, extent: impl Fn(&Frame) -> (i64, i64)) -> Vec<Vec<Unit>> {
    units.sort_by_key(|unit| extent(&unit.frame));
    let mut bands: Vec<(i64, i64, Vec<Unit>)> = Vec::new();
    for unit in units {
        let (start, length) = extent(&unit.frame);
        match bands.last_mut() {
            Some((end, shortest, band)) if start < *end - length.min(*shortest) / 7 => {
                *end = (*end).max(start + length);
                *shortest = (*shortest).min(length);
                band.push(unit);
            }
            _ => bands.push((start + length, length, vec![unit])),
        }
    }
    bands.into_iter().map(|(_, _, band)| band).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters for shapes, drawn on a grid: the order in which they are read.
    fn check(rows: &[&str], is_right_to_left: bool) -> String {
        let at = |index: usize| i64::try_from(index).expect("a small number") * 100;
        let mut letters: Vec<(char, Frame)> = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, letter) in row.chars().enumerate().filter(|(_, letter)| *letter != ' ') {
                let cell = Frame { x: at(x), y: at(y), width: 100, height: 100 };
                match letters.iter_mut().find(|(known, _)| *known == letter) {
                    Some((_, frame)) => *frame = union(*frame, cell),
                    None => letters.push((letter, cell)),
                }
            }
        }
        letters.sort_by_key(|(letter, _)| std::cmp::Reverse(*letter));
        let shapes: Vec<(Frame, Option<u32>)> = letters
            .iter()
            .map(|(letter, frame)| (*frame, letter.is_uppercase().then(|| u32::from(*letter) / 2)))
            .collect();
        reading_order(&shapes, is_right_to_left).into_iter().map(|index| letters[index].0).collect()
    }

    #[test]
    fn rows_are_read_before_columns() {
        assert_eq!(check(&["aaaa", "b  c", "d  e"], false), "abcde");
    }

    #[test]
    fn columns_that_no_row_crosses_are_read_one_after_the_other() {
        assert_eq!(check(&["aaaa", "bb d", "bb e", "c  e", "c  f"], false), "abcdef");
    }

    #[test]
    fn rows_are_read_from_the_right_in_right_to_left_scripts() {
        assert_eq!(check(&["aaaa", "b  c", "d  e"], true), "acbed");
    }

    #[test]
    fn shapes_that_are_cut_apart_one_by_one_are_all_read() {
        const COUNT: i64 = 10_000;
        // In turn a row above and a column to the left of all that follow.
        let shape = |index: i64| {
            let (start, length) = (index / 2, COUNT - index / 2);
            let (width, height) = if index % 2 == 0 { (length, 1) } else { (1, length - 1) };
            (Frame { x: start, y: start + index % 2, width, height }, None)
        };
        let shapes: Vec<(Frame, Option<u32>)> = (0..COUNT).map(shape).collect();
        let mut order = reading_order(&shapes, false);
        assert_eq!(order[..4], [0, 1, 2, 3]);
        order.sort_unstable();
        assert!(order.into_iter().eq(0..shapes.len()));
    }

    #[test]
    fn shapes_of_a_group_stay_together() {
        // D and E are one group, H and I another, side by side: each is read from top to bottom.
        assert_eq!(check(&["D H", "   ", "E I"], false), "DEHI");
    }
}
