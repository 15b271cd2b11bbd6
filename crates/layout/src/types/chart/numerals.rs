//! Number formatting of a chart: as in the data, otherwise as usual in the language.

use deck::{ChartData, Figure, primary_language};

use super::axis::Axis;
use super::figures;

/// The number format of a chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Numerals {
    decimal: char,
    group: &'static str,
    before: String,
    after: String,
    /// Whether four-digit numbers are grouped too, because longer ones occur.
    pub(super) grouped: bool,
}

/// Languages that write a decimal point.
const POINT: [&str; 12] = ["en", "ja", "zh", "ko", "th", "he", "hi", "ga", "mt", "ms", "tl", "ar"];
/// Languages with a decimal comma that group digits by points.
const GROUPING_POINT: [&str; 10] = ["de", "nl", "es", "it", "pt", "da", "id", "tr", "el", "ro"];

impl Numerals {
    /// The format of a language, with the unit that all values share.
    pub(super) fn of(language: &str, data: &ChartData) -> Numerals {
        let mut texts =
            data.series.iter().flat_map(|series| series.figures.iter().flatten()).map(|figure| figure.text.trim());
        let first = texts.next().unwrap_or_default();
        let (before, after) = unit(first);
        let shared = texts.clone().all(|text| unit(text) == (before, after));
        let language = primary_language(language).to_ascii_lowercase();
        let decimal = if POINT.contains(&language.as_str()) { '.' } else { ',' };
        let group = match decimal {
            '.' => ",",
            _ if GROUPING_POINT.contains(&language.as_str()) => ".",
            _ => "\u{A0}",
        };
        let own = |unit: &str| if shared { unit.to_owned() } else { String::new() };
        let grouped = Axis::over(&figures(data).collect::<Vec<_>>()).reach() >= 10_000.0;
        Numerals { decimal, group, before: own(before), after: own(after), grouped }
    }

    /// Minimum number of digits for grouping.
    fn fewest(&self) -> usize {
        if self.grouped { 4 } else { 5 }
    }

    /// Prefix and suffix of every value.
    pub(super) fn around(self) -> (String, String) {
        (self.before, self.after)
    }

    /// Formats a number with a number of decimals.
    pub(super) fn text(&self, value: f64, decimals: usize) -> String {
        if value.abs() >= 1e15 {
            return format!("{value:e}");
        }
        let plain = format!("{:.decimals$}", value.abs());
        let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
        let mut grouped = String::new();
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) && whole.len() >= self.fewest() {
                grouped.push_str(self.group);
            }
            grouped.push(digit);
        }
        let is_zero = plain.chars().all(|digit| !digit.is_ascii_digit() || digit == '0');
        let sign = if value < 0.0 && !is_zero { "−" } else { "" };
        let Numerals { before, after, decimal, .. } = self;
        if part.is_empty() {
            format!("{sign}{before}{grouped}{after}")
        } else {
            format!("{sign}{before}{grouped}{decimal}{part}{after}")
        }
    }

    /// A value as the author wrote it, with a minus sign instead of a hyphen. A long number without separators or unit is
    /// grouped like the tick labels.
    pub(super) fn label(&self, figure: &Figure) -> String {
        let text = figure.text.trim();
        let bare = text.trim_start_matches(['-', '−']);
        let is_bare = (self.fewest()..=15).contains(&bare.len()) && bare.bytes().all(|digit| digit.is_ascii_digit());
        match text.strip_prefix('-') {
            _ if is_bare => self.text(figure.value, 0),
            Some(rest) => format!("−{rest}"),
            None => text.to_owned(),
        }
    }

    /// Formats a fraction as a percentage.
    pub(super) fn percent(&self, share: f64) -> String {
        let percent = share * 100.0;
        // 0.95 and above would round to `1.0`.
        let decimals = usize::from(percent > 0.0 && percent < 0.95);
        let bare = Numerals { before: String::new(), after: String::new(), ..self.clone() };
        let gap = if self.decimal == ',' { "\u{A0}" } else { "" };
        format!("{}{gap}%", bare.text(percent, decimals))
    }
}

/// Prefix and suffix around the digits of a number, without its sign.
fn unit(text: &str) -> (&str, &str) {
    let is_sign = |letter: char| matches!(letter, '+' | '-' | '−') || letter.is_whitespace();
    let text = text.trim_start_matches(is_sign);
    let start = text.find(|letter: char| letter.is_ascii_digit()).unwrap_or(0);
    let end = text.rfind(|letter: char| letter.is_ascii_digit()).map_or(text.len(), |at| at + 1);
    (text[..start].trim_matches(is_sign), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::{ChartKind, chart_data};

    fn check(language: &str, csv: &str, value: f64, decimals: usize) -> String {
        let data = chart_data(ChartKind::Bar, csv).expect("a chart");
        Numerals::of(language, &data).text(value, decimals)
    }

    #[test]
    fn numbers_follow_their_language_and_their_unit() {
        assert_eq!(check("en-GB", "a,1\nb,2", 12500.0, 0), "12,500");
        assert_eq!(check("de", "a,1\nb,2", -12500.5, 1), "−12.500,5");
        assert_eq!(check("fr", "a,1\nb,2", 12500.0, 0), "12\u{A0}500");
        assert_eq!(check("en", "a,€1\nb,€2", 2500.0, 0), "€2500");
        assert_eq!(check("en", "a;-1 %\nb;2 %", -5.0, 0), "−5 %");
        assert_eq!(check("en", "a;1 %\nb;2", 5.0, 0), "5");
        assert_eq!(check("en", "a,1\nb,2", -0.0, 0), "0");
    }

    #[test]
    fn figures_stay_as_written_but_for_hyphens_and_long_rows_of_digits() {
        let data = chart_data(ChartKind::Bar, "a;-5\nb;98765432100\nc;-12345\nd;1.234,5\ne;2026").expect("a chart");
        let numerals = Numerals::of("nl", &data);
        let labels: Vec<String> =
            data.series[0].figures.iter().flatten().map(|figure| numerals.label(figure)).collect();
        assert_eq!(labels, ["−5", "98.765.432.100", "−12.345", "1.234,5", "2.026"]);
    }

    #[test]
    fn shares_are_whole_unless_they_are_tiny() {
        let data = chart_data(ChartKind::Bar, "a,1\nb,2").expect("a chart");
        assert_eq!(Numerals::of("en", &data).percent(0.336), "34%");
        assert_eq!(Numerals::of("en", &data).percent(0.0096), "1%");
        assert_eq!(Numerals::of("de", &data).percent(0.004), "0,4\u{A0}%");
    }
}
