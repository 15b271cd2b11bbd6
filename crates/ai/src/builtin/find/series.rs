//! Finds series of figures over years in running text: "4 tons in 2021, 5 tons in 2022 and 7 tons in 2023".

use super::super::language::Language;
use super::super::read::DataTable;
use super::figures::figure_at;
use super::tokens;

/// Minimum number of years of a series.
const MIN_YEARS: usize = 3;
/// Maximum number of words between a figure and its year.
const MAX_DISTANCE: usize = 7;

/// The years and figures of a text as a table of two columns, sorted by year. `None` unless at least three different
/// years each have one figure, all with the same unit.
pub(crate) fn years_and_figures(text: &str, language: &Language) -> Option<DataTable> {
    let all = tokens(text);
    let is_year = |word: &str| {
        word.len() == 4
            && (word.starts_with("19") || word.starts_with("20"))
            && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let years: Vec<(usize, &str)> =
        all.iter().enumerate().filter(|(_, token)| is_year(token.text)).map(|(at, token)| (at, token.text)).collect();
    if years.len() < MIN_YEARS {
        return None;
    }
    let mut figures = Vec::new();
    let mut at = 0;
    while at < all.len() {
        match figure_at(&all, at, language).filter(|_| !is_year(all[at].text)) {
            Some(found) => {
                let words = found.words;
                figures.push((at, found));
                at += words;
            }
            None => at += 1,
        }
    }
    if years.len() != figures.len() {
        return None;
    }
    let unit = &figures.first()?.1.unit;
    let mut rows: Vec<(&str, String)> = Vec::new();
    for ((year_at, year), (figure_at, figure)) in years.iter().zip(&figures) {
        if figure.unit != *unit
            || year_at.abs_diff(*figure_at) > MAX_DISTANCE
            || rows.iter().any(|(known, _)| known == year)
        {
            return None;
        }
        rows.push((*year, figure.value.clone()));
    }
    rows.sort_by_key(|(year, _)| *year);
    let rows = rows.into_iter().map(|(year, value)| vec![year.to_owned(), value]).collect();
    Some(DataTable { has_header: false, rows })
}

#[cfg(test)]
mod tests {
    use super::super::super::language::of;
    use super::*;

    fn check(tag: &str, text: &str) -> String {
        years_and_figures(text, of(tag)).map_or_else(
            || "-".to_owned(),
            |table| table.rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join(", "),
        )
    }

    #[test]
    fn a_figure_for_each_year_is_a_series() {
        assert_eq!(
            check("en", "The orchard gave 11 tonnes in 2023, 14 tonnes in 2024 and 18 tonnes in 2025."),
            "2023 11, 2024 14, 2025 18"
        );
        assert_eq!(
            check("de", "2021 waren es 40 Prozent, 2023 waren es 52 Prozent, 2022 waren es 45 Prozent."),
            "2021 40, 2022 45, 2023 52"
        );
        assert_eq!(check("en", "It cost 3 million euro in 2021 and opened in 2023, with 40 staff in 2024."), "-");
        assert_eq!(check("en", "It rose from 11 tonnes in 2023 to 18 tonnes in 2025."), "-");
    }
}
