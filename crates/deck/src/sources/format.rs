//! Writes numbers and dates as readers of a language expect them.

use crate::chart::plain_number;
use crate::primary_language;

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format<'a> {
    /// With separators, and this many decimals; without a number, with all decimals of the value.
    Number(Option<usize>),
    /// A share such as 0.12 as `12%`.
    Percent(Option<usize>),
    /// With the sign of a currency, and two decimals when not given.
    Currency(&'a str, Option<usize>),
    /// A date in words.
    Date,
    /// A date in digits.
    ShortDate,
}

/// The formats, for messages.
pub(super) const FORMATS: &str = "number, number:1, percent, percent:1, currency:EUR, currency:EUR:0, date, date:short";

/// Maximum number of decimals.
const MAX_DECIMALS: usize = 6;
/// A space at which no line breaks.
const SPACE: &str = "\u{a0}";

const ENGLISH: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DUTCH: [&str; 12] = [
    "januari",
    "februari",
    "maart",
    "april",
    "mei",
    "juni",
    "juli",
    "augustus",
    "september",
    "oktober",
    "november",
    "december",
];
const GERMAN: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];
const FRENCH: [&str; 12] = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
];
const SPANISH: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];
const ITALIAN: [&str; 12] = [
    "gennaio",
    "febbraio",
    "marzo",
    "aprile",
    "maggio",
    "giugno",
    "luglio",
    "agosto",
    "settembre",
    "ottobre",
    "novembre",
    "dicembre",
];

/// Whether a word is the name of a month in one of the languages in which dates are written, in upper or lower case.
pub fn is_month_name(word: &str) -> bool {
    let word = word.to_lowercase();
    [ENGLISH, DUTCH, GERMAN, FRENCH, SPANISH, ITALIAN].iter().flatten().any(|month| month.to_lowercase() == word)
}

impl<'a> Format<'a> {
    /// Reads a format such as `number:1`.
    ///
    /// # Errors
    /// Fails when there is no such format; the error is the text.
    pub(super) fn read(text: &'a str) -> Result<Self, &'a str> {
        let mut words = text.split(':').map(str::trim);
        let name = words.next().unwrap_or_default();
        let first = words.next();
        let second = words.next();
        if words.next().is_some() {
            return Err(text);
        }
        let decimals = |word: Option<&str>| match word {
            None => Ok(None),
            Some(word) => match word.parse() {
                Ok(decimals) if decimals <= MAX_DECIMALS => Ok(Some(decimals)),
                _ => Err(text),
            },
        };
        let is_code = |code: &&str| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
        match (name, first, second) {
            ("number", digits, None) => Ok(Self::Number(decimals(digits)?)),
            ("percent", digits, None) => Ok(Self::Percent(decimals(digits)?)),
            ("currency", Some(code), digits) if is_code(&code) => Ok(Self::Currency(code, decimals(digits)?)),
            ("date", None, None) => Ok(Self::Date),
            ("date", Some("short"), None) => Ok(Self::ShortDate),
            _ => Err(text),
        }
    }

    /// The value as text in a language.
    ///
    /// # Errors
    /// Fails when the value is not a number or a date as the format requires; the error names what is expected.
    pub(super) fn written(self, value: &str, lang: &str) -> Result<String, &'static str> {
        let number = || plain_number(value).ok_or("a number");
        let style = NumberStyle::of(lang);
        match self {
            Self::Number(decimals) => Ok(style.number(number()?, decimals)),
            Self::Percent(decimals) => {
                // A value with a percent sign is in percent already.
                let share = number()? * if value.trim_end().ends_with('%') { 1.0 } else { 100.0 };
                let figure = style.number(rounded(share), decimals);
                Ok(format!("{figure}{}%", if style.spaced_percent { SPACE } else { "" }))
            }
            Self::Currency(code, decimals) => {
                let amount = number()?;
                let figure = style.number(amount.abs(), Some(decimals.unwrap_or(2)));
                let is_zero = !figure.contains(|digit: char| matches!(digit, '1'..='9'));
                Ok(style.amount(code, &figure, amount < 0.0 && !is_zero))
            }
            Self::Date => date(value).map(|date| style.long_date(date)).ok_or("a date such as 2026-11-17"),
            Self::ShortDate => date(value).map(|date| style.short_date(date)).ok_or("a date such as 2026-11-17"),
        }
    }
}

/// The value rounded to nine decimals, which removes the noise of binary fractions, such as 7.000000000000001.
fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// How a language writes numbers and dates.
struct NumberStyle {
    decimal: char,
    group: &'static str,
    spaced_percent: bool,
    currency: CurrencyPlace,
    /// Names of the months and the words between day, month and year; none for a language that is not known.
    months: Option<(&'static [&'static str; 12], &'static str)>,
    /// A date in digits: `d`, `m` and `y` with the signs between them.
    short: &'static str,
}

enum CurrencyPlace {
    Before,
    BeforeWithSpace,
    After,
}

impl NumberStyle {
    /// The style of a language.
    fn of(lang: &str) -> Self {
        use CurrencyPlace::{After, Before, BeforeWithSpace};
        let tag = lang.to_ascii_lowercase();
        let style = |decimal, group, spaced_percent, currency, months, short| Self {
            decimal,
            group,
            spaced_percent,
            currency,
            months,
            short,
        };
        match primary_language(&tag) {
            "en" if tag == "en-us" => style('.', ",", false, Before, Some((&ENGLISH, "m d, y")), "m/d/y"),
            "en" => style('.', ",", false, Before, Some((&ENGLISH, "d m y")), "d/m/y"),
            "nl" => style(',', ".", false, BeforeWithSpace, Some((&DUTCH, "d m y")), "d-m-y"),
            "de" if tag == "de-ch" => style('.', "’", false, BeforeWithSpace, Some((&GERMAN, "d. m y")), "d.m.y"),
            "de" => style(',', ".", true, After, Some((&GERMAN, "d. m y")), "d.m.y"),
            "fr" => style(',', SPACE, true, After, Some((&FRENCH, "d m y")), "d/m/y"),
            "es" => style(',', ".", true, After, Some((&SPANISH, "d de m de y")), "d/m/y"),
            "it" => style(',', ".", false, After, Some((&ITALIAN, "d m y")), "d/m/y"),
            "pt" => style(',', ".", false, After, None, "d/m/y"),
            "da" | "tr" | "id" | "el" | "ro" => style(',', ".", false, After, None, "y-m-d"),
            "sv" | "nb" | "nn" | "no" | "fi" | "pl" | "cs" | "sk" | "uk" | "ru" | "bg" | "hu" => {
                style(',', SPACE, true, After, None, "y-m-d")
            }
            _ => style('.', ",", false, Before, None, "y-m-d"),
        }
    }

    /// A number with separators. Without `decimals`, it has all decimals of the value.
    fn number(&self, value: f64, decimals: Option<usize>) -> String {
        let plain = match decimals {
            Some(decimals) => format!("{:.decimals$}", value.abs()),
            None => format!("{}", rounded(value.abs())),
        };
        let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
        let is_zero = plain.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        let mut written = if value < 0.0 && !is_zero { "\u{2212}".to_owned() } else { String::new() };
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) {
                written.push_str(self.group);
            }
            written.push(digit);
        }
        if !fraction.is_empty() {
            written.push(self.decimal);
            written.push_str(fraction);
        }
        written
    }

    /// An amount with the sign of its currency. `figure` is the absolute amount as text.
    fn amount(&self, code: &str, figure: &str, is_negative: bool) -> String {
        let sign = match code {
            "EUR" => "€",
            "USD" => "$",
            "GBP" => "£",
            "JPY" => "¥",
            code => code,
        };
        let minus = if is_negative { "\u{2212}" } else { "" };
        match self.currency {
            CurrencyPlace::Before if sign != code => format!("{minus}{sign}{figure}"),
            CurrencyPlace::Before => format!("{minus}{sign}{SPACE}{figure}"),
            CurrencyPlace::BeforeWithSpace => format!("{sign}{SPACE}{minus}{figure}"),
            CurrencyPlace::After => format!("{minus}{figure}{SPACE}{sign}"),
        }
    }

    fn long_date(&self, date: Date) -> String {
        let Some((months, pattern)) = self.months else { return self.short_date(date) };
        filled(pattern, |part| match part {
            'd' => Some(date.day.to_string()),
            'm' => Some(months[date.month - 1].to_owned()),
            'y' => Some(date.year.to_string()),
            _ => None,
        })
    }

    fn short_date(&self, date: Date) -> String {
        filled(self.short, |part| match part {
            'd' => Some(format!("{:02}", date.day)),
            'm' => Some(format!("{:02}", date.month)),
            'y' => Some(date.year.to_string()),
            _ => None,
        })
    }
}

/// A pattern with the result of `part` for each single letter; longer words stay.
fn filled(pattern: &str, part: impl Fn(char) -> Option<String>) -> String {
    let is_single = |index: usize| {
        let letter =
            |at: Option<usize>| at.and_then(|at| pattern.as_bytes().get(at)).is_some_and(u8::is_ascii_alphabetic);
        !letter(index.checked_sub(1)) && !letter(Some(index + 1))
    };
    let written = pattern.char_indices().map(|(index, letter)| {
        Some(letter).filter(|_| is_single(index)).and_then(&part).unwrap_or_else(|| letter.to_string())
    });
    written.collect()
}

#[derive(Clone, Copy)]
struct Date {
    year: u16,
    month: usize,
    day: u8,
}

/// The date at the start of an ISO 8601 text.
fn date(value: &str) -> Option<Date> {
    let value = value.trim();
    let digits = value.get(..10)?;
    if !value[10..].is_empty() && !value[10..].starts_with(['T', ' ']) {
        return None;
    }
    let mut parts = digits.split('-');
    let (year, month, day) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let is_leap = |year: u16| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        1..=12 => 31,
        _ => return None,
    };
    (1..=days).contains(&day).then_some(Date { year, month, day })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(format: &str, value: &str) -> String {
        let one = |lang| match Format::read(format) {
            Ok(format) => format.written(value, lang).unwrap_or_else(|expected| format!("not {expected}")),
            Err(format) => format!("no format `{format}`"),
        };
        ["en-GB", "nl", "de", "fr"].map(one).join(" | ").replace('\u{a0}', "_")
    }

    #[test]
    fn numbers_and_amounts_are_written_by_language() {
        assert_eq!(check("number", "1234567.5"), "1,234,567.5 | 1.234.567,5 | 1.234.567,5 | 1_234_567,5");
        assert_eq!(check("number:1", "-0.04"), "0.0 | 0,0 | 0,0 | 0,0");
        assert_eq!(check("number:0", "-999.6"), "−1,000 | −1.000 | −1.000 | −1_000");
        assert_eq!(check("percent", "0.07"), "7% | 7% | 7_% | 7_%");
        assert_eq!(check("percent:1", "12,5 %"), "12.5% | 12,5% | 12,5_% | 12,5_%");
        assert_eq!(check("currency:EUR", "1234.5"), "€1,234.50 | €_1.234,50 | 1.234,50_€ | 1_234,50_€");
        assert_eq!(check("currency:CHF:0", "-1234.5"), "−CHF_1,234 | CHF_−1.234 | −1.234_CHF | −1_234_CHF");
        assert_eq!(check("currency:EUR", "-0.001"), "€0.00 | €_0,00 | 0,00_€ | 0,00_€");
        assert_eq!(check("number", "n/a"), ["not a number"; 4].join(" | "));
    }

    #[test]
    fn dates_are_written_by_language() {
        assert_eq!(check("date", "2026-03-01"), "1 March 2026 | 1 maart 2026 | 1. März 2026 | 1 mars 2026");
        assert_eq!(check("date:short", "2026-03-01T09:00Z"), "01/03/2026 | 01-03-2026 | 01.03.2026 | 01/03/2026");
        assert_eq!(check("date", "2026-02-29"), ["not a date such as 2026-11-17"; 4].join(" | "));
        let one = |lang| Format::Date.written("2028-02-29", lang).expect("a leap day");
        assert_eq!([one("en-US"), one("es"), one("ja")], ["February 29, 2028", "29 de febrero de 2028", "2028-02-29"]);
    }

    #[test]
    fn other_formats_do_not_exist() {
        for format in ["", "numbers", "number:7", "number:x", "currency", "currency:euro", "date:long", "percent:1:2"] {
            assert_eq!(Format::read(format), Err(format));
        }
    }
}
