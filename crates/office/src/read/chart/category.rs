//! Reads the names of the categories of a chart: texts, levels of texts, numbers and dates.

use jiff::SignedDuration;
use jiff::civil::Date;

use super::points::{Points, number};
use crate::number_format::signs;
use crate::read::error::ReadError;
use crate::read::xml::Element;

/// Reads the names of the categories (`cat`).
pub(super) fn names(
    source: &Element<'_>,
    points: &mut Points<'_>,
    has_1904_dates: bool,
) -> Result<Vec<String>, ReadError> {
    if let Some(levels) = source.descendant("multiLvlStrCache") {
        return joined_levels(levels, points);
    }
    let format = source.descendant("formatCode").map(|format| format.text.as_ref()).unwrap_or_default();
    let texts = points.texts(source)?.into_iter();
    Ok(texts.map(|text| text.map_or_else(String::new, |text| category_text(text, format, has_1904_dates))).collect())
}

/// Reads the names of categories with several levels, such as `North / Lund`. The name of an outer level applies until
/// the next name of that level.
pub(super) fn joined_levels(cache: &Element<'_>, points: &mut Points<'_>) -> Result<Vec<String>, ReadError> {
    let mut names: Vec<String> = Vec::new();
    let mut length = 0;
    // The innermost level comes first and has a name for each category.
    for level in cache.children_named("lvl") {
        let texts = points.list(level)?;
        if names.is_empty() {
            names = texts.iter().map(|text| text.unwrap_or_default().to_owned()).collect();
            continue;
        }
        let mut outer = "";
        let mut texts = texts.into_iter();
        for name in &mut names {
            outer = texts.next().flatten().unwrap_or(outer);
            if !outer.is_empty() {
                // The file has an outer name once, but it is repeated for each category.
                length += outer.len();
                points.check_text(length)?;
                *name = format!("{outer} / {name}");
            }
        }
    }
    Ok(names)
}

/// A category as text. A file stores a date as a day number, and only the number format shows that it is a date.
pub(super) fn category_text(text: &str, format: &str, has_1904_dates: bool) -> String {
    let date = number(text).and_then(|day| date(day, format, has_1904_dates));
    date.unwrap_or_else(|| text.to_owned())
}

/// A day number as a date with the precision of a number format. `None` if it is not the format of a date.
fn date(day: f64, format: &str, has_1904_dates: bool) -> Option<String> {
    let format = signs(format);
    let has = |letter: char| format.contains(letter);
    // `m` and `mm` alone may be minutes; `mmm` is the name of a month.
    let is_date = has('y') || has('d') || format.contains("mmm");
    if !is_date || has('h') && !has('d') {
        return None;
    }
    let (year, month, day) = calendar(day, has_1904_dates)?;
    Some(match (has('d'), has('m'), has('y')) {
        (false, false, _) => format!("{year:04}"),
        (false, true, _) => format!("{year:04}-{month:02}"),
        _ => format!("{year:04}-{month:02}-{day:02}"),
    })
}

/// Year, month and day of a day number. Day 1 is 1 January 1900. As in all spreadsheets, 1900 counts as a leap year.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
fn calendar(day: f64, has_1904_dates: bool) -> Option<(i64, i64, i64)> {
    /// 31 December 9999.
    const LAST: f64 = 2_958_465.0;
    if !(0.0..=LAST).contains(&day) {
        return None;
    }
    let day = day as i64;
    // Days since 1 January 1970.
    let days = match (has_1904_dates, day) {
        (true, day) => day - 24_107,
        (false, day @ ..60) => day - 25_568,
        (false, day) => day - 25_569,
    };
    let date = Date::constant(1970, 1, 1).checked_add(SignedDuration::from_hours(days * 24)).ok()?;
    Some((date.year().into(), date.month().into(), date.day().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_with_the_precision_of_their_format() {
        for (text, format, expected) in [
            ("45292", "yyyy-mm-dd", "2024-01-01"),
            ("45351", "m/d/yyyy", "2024-02-29"),
            ("45292", "[$-409]mmm\\-yy;@", "2024-01"),
            ("45292", "yyyy", "2024"),
            ("45292", "mmm", "2024-01"),
            ("45292", "mmmm", "2024-01"),
            ("45292.75", "dd.mm.yyyy hh:mm", "2024-01-01"),
            ("1", "d/m/yy", "1900-01-01"),
            ("61", "d/m/yy", "1900-03-01"),
            ("2958465", "yyyy-mm-dd", "9999-12-31"),
            ("2958466", "yyyy-mm-dd", "2958466"),
            ("-1", "yyyy", "-1"),
            ("2024", "General", "2024"),
            ("0.5", "hh:mm", "0.5"),
            ("7", "0\" days\"", "7"),
            ("Harbour", "yyyy", "Harbour"),
        ] {
            assert_eq!(category_text(text, format, false), expected, "{text} {format}");
        }
        assert_eq!(category_text("43830", "yyyy-mm-dd", true), "2024-01-01");
    }
}
