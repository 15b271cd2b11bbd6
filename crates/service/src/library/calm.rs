//! Where a picture is empty enough for text, from its coarse grid of brightness.

/// Columns and rows of the grid.
const COLUMNS: usize = 16;
const ROWS: usize = 9;
/// The largest mean difference in brightness between neighbouring cells of a calm area; brightness is from 0 to 255.
const MAX_DIFFERENCE: u32 = 6;
/// The mean brightness, from 0 to 255, from which an area is light.
const LIGHT: u32 = 128;

/// The areas, with their first and last column and row.
const AREAS: [(&str, [usize; 4]); 7] = [
    ("left third", [0, 5, 0, 8]),
    ("right third", [10, 15, 0, 8]),
    ("top third", [0, 15, 0, 2]),
    ("bottom third", [0, 15, 6, 8]),
    ("left half", [0, 7, 0, 8]),
    ("right half", [8, 15, 0, 8]),
    ("middle", [4, 11, 2, 6]),
];

/// An area of a picture with little in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CalmArea {
    /// Where it is, such as `left third`.
    pub name: &'static str,
    /// Whether it is light, so that dark text can be read on it.
    pub is_light: bool,
}

/// The calm areas of a picture.
pub(super) fn calm_areas(luminance: &[u8]) -> Vec<CalmArea> {
    if luminance.len() != COLUMNS * ROWS {
        return Vec::new();
    }
    let cell = |column: usize, row: usize| u32::from(luminance[row * COLUMNS + column]);
    let area = |(name, [left, right, top, bottom]): (&'static str, [usize; 4])| {
        let (mut differences, mut pairs, mut sum, mut cells) = (0, 0, 0, 0);
        for row in top..=bottom {
            for column in left..=right {
                sum += cell(column, row);
                cells += 1;
                let below = (row < bottom).then(|| cell(column, row + 1));
                let beside = (column < right).then(|| cell(column + 1, row));
                for other in below.into_iter().chain(beside) {
                    differences += cell(column, row).abs_diff(other);
                    pairs += 1;
                }
            }
        }
        (differences <= MAX_DIFFERENCE * pairs).then_some(CalmArea { name, is_light: sum >= LIGHT * cells })
    };
    AREAS.into_iter().filter_map(area).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(cell: impl Fn(usize, usize) -> u8) -> String {
        let grid: Vec<u8> = (0..ROWS * COLUMNS).map(|at| cell(at % COLUMNS, at / COLUMNS)).collect();
        let areas = calm_areas(&grid).into_iter();
        areas
            .map(|area| format!("{} {}", area.name, if area.is_light { "light" } else { "dark" }))
            .collect::<Vec<_>>()
            .join(", ")
    }

    #[test]
    fn an_area_without_changes_is_calm_and_a_busy_one_is_not() {
        let busy = |column: usize, row: usize| if (column + row).is_multiple_of(2) { 40 } else { 200 };
        assert_eq!(names(busy), "");
        assert_eq!(
            names(|column, row| if column < 8 { 20 } else { busy(column, row) }),
            "left third dark, left half dark"
        );
        assert_eq!(names(|column, row| if row < 3 { 230 } else { busy(column, row) }), "top third light");
        assert_eq!(
            names(|column, _| u8::try_from(column * 5).unwrap()).split(", ").count(),
            AREAS.len(),
            "a soft gradient"
        );
        assert_eq!(calm_areas(&[]), Vec::new());
    }
}
