//! Number formatting of a chart: units and decimals as in the data, separators as usual in the language.

use deck::{ChartData, Figure, primary_language};

use scene::NumberFormat;

use super::axis::Axis;

/// The number format of a chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Numerals {
    decimal: char,
    group: &'static str,
    before: String,
    after: String,
    /// Whether four-digit numbers are grouped too, because longer ones occur.
    pub(super) grouped: bool,
    /// Decimals of every value.
    pub(super) decimals: usize,
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
        let grouped =
            Axis::over(&data.figures().map(|figure| figure.value).collect::<Vec<_>>()).largest_absolute() >= 10_000.0;
        let decimals = data.figures().map(decimals).max().unwrap_or(0);
        Numerals { decimal, group, before: own(before), after: own(after), grouped, decimals }
    }

    /// Minimum number of digits of a number whose digits are grouped.
    fn min_grouped_digits(&self) -> usize {
        if self.grouped { 4 } else { 5 }
    }

    /// The prefix and suffix that every value has.
    pub(super) fn into_affixes(self) -> (String, String) {
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
            if index > 0 && (whole.len() - index).is_multiple_of(3) && whole.len() >= self.min_grouped_digits() {
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

    /// Formats a value with its unit and the number of decimals that all values of the chart have.
    pub(super) fn label(&self, figure: &Figure) -> String {
        let (before, after) = unit(&figure.text);
        let own = Numerals { before: before.to_owned(), after: after.to_owned(), ..self.clone() };
        own.text(figure.value, self.decimals)
    }

    /// The number format, in a native chart, that [`Numerals::label`] uses for a value.
    pub(super) fn format_of(&self, figure: &Figure) -> NumberFormat {
        let (before, after) = unit(&figure.text);
        NumberFormat { before: before.to_owned(), after: after.to_owned(), ..self.format(self.decimals) }
    }

    /// The number format, in a native chart, of values that are not in the data.
    pub(super) fn format(&self, decimals: usize) -> NumberFormat {
        let Numerals { before, after, grouped, .. } = self.clone();
        NumberFormat { before, after, decimals, grouped, signed: false }
    }

    /// Formats a value that is not in the data, such as a sum.
    pub(super) fn value(&self, value: f64) -> String {
        self.text(value, self.decimals)
    }

    /// Formats a value like [`Numerals::label`], with a plus sign if it is positive.
    pub(super) fn signed(&self, figure: &Figure) -> String {
        let label = self.label(figure);
        if figure.value > 0.0 { format!("+{label}") } else { label }
    }

    /// The same format with the decimals of some values only.
    pub(super) fn for_figures<'f>(&self, figures: impl Iterator<Item = &'f Figure>) -> Numerals {
        Numerals { decimals: figures.map(decimals).max().unwrap_or(0), ..self.clone() }
    }

    /// The format of percentages on an axis.
    pub(super) fn shares(&self) -> Numerals {
        let gap = if self.decimal == ',' { "\u{A0}" } else { "" };
        Numerals { before: String::new(), after: format!("{gap}%"), ..self.clone() }
    }

    /// The same format without a unit.
    pub(super) fn bare(&self) -> Numerals {
        Numerals { before: String::new(), after: String::new(), ..self.clone() }
    }

    /// Formats a fraction as a percentage.
    pub(super) fn percent(&self, share: f64) -> String {
        let percent = share * 100.0;
        // From 0.95 on, one decimal would give `1.0` instead of `1`.
        let decimals = usize::from(percent > 0.0 && percent < 0.95);
        let gap = if self.decimal == ',' { "\u{A0}" } else { "" };
        format!("{}{gap}%", self.bare().text(percent, decimals))
    }
}

/// The number of decimals of a figure: as written if one or two, otherwise as many as its value needs, at most four.
fn decimals(figure: &Figure) -> usize {
    let text = figure.text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let written = text.rfind(['.', ',']).map_or(0, |mark| text.len() - mark - 1);
    if (1..=2).contains(&written) {
        return written;
    }
    let is_exact = |decimals: &usize| {
        let scaled = figure.value * 10_f64.powi(i32::try_from(*decimals).unwrap_or_default());
        (scaled - scaled.round()).abs() < 1e-6 * scaled.abs().max(1.0)
    };
    (0..4).find(is_exact).unwrap_or(4)
}

/// Prefix and suffix around the digits of a number, without its sign.
fn unit(text: &str) -> (&str, &str) {
    let is_sign = |letter: char| matches!(letter, '+' | '-' | '−') || letter.is_whitespace();
    let text = text.trim_start_matches(is_sign);
    // A number may begin with its decimal mark.
    let start = text.find(|letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',')).unwrap_or(0);
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
        assert_eq!(check("en", "a,.5\nb,.25", 0.5, 2), "0.50");
        assert_eq!(check("de", "a;-,5 %\nb;,25 %", -0.5, 1), "−0,5 %");
    }

    #[test]
    fn values_share_their_decimals() {
        let data = chart_data(ChartKind::Bar, "a;-5\nb;98765432100\nc;-12345\nd;1.234,5\ne;2026").expect("a chart");
        let numerals = Numerals::of("nl", &data);
        let labels: Vec<String> =
            data.series[0].figures.iter().flatten().map(|figure| numerals.label(figure)).collect();
        assert_eq!(labels, ["−5,0", "98.765.432.100,0", "−12.345,0", "1.234,5", "2.026,0"]);
    }

    #[test]
    fn shares_are_whole_unless_they_are_tiny() {
        let data = chart_data(ChartKind::Bar, "a,1\nb,2").expect("a chart");
        assert_eq!(Numerals::of("en", &data).percent(0.336), "34%");
        assert_eq!(Numerals::of("en", &data).percent(0.0096), "1%");
        assert_eq!(Numerals::of("de", &data).percent(0.004), "0,4\u{A0}%");
    }
}
