//! Recognises probable dates, figures and names among short texts.

use super::text::length;

const MONTHS: [&str; 54] = [
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
    "mär",
    "mrz",
    "mai",
    "okt",
    "dez",
    "janv",
    "févr",
    "mars",
    "avr",
    "juin",
    "juil",
    "août",
    "sept",
    "déc",
    "ene",
    "abr",
    "ago",
    "dic",
    "mrt",
    "mei",
    "maa",
    "spring",
    "summer",
    "autumn",
    "winter",
    "fall",
    "frühjahr",
    "sommer",
    "herbst",
    "printemps",
    "été",
    "najaar",
    "voorjaar",
    "zomer",
    "herfst",
    "primavera",
    "verano",
    "otoño",
    "invierno",
    "hiver",
    "automne",
    "frühling",
];

const UNITS: [&str; 32] = [
    "week", "weeks", "woche", "wochen", "kw", "semaine", "semana", "day", "days", "tag", "jour", "día", "dag", "month",
    "monat", "mois", "mes", "maand", "year", "jahr", "quarter", "quartal", "today", "heute", "now", "mon", "tue",
    "wed", "thu", "fri", "sat", "sun",
];

/// Maximum length of a date, in characters.
const MAX_DATE_CHARS: usize = 30;
/// Maximum length of a date, in bytes.
const MAX_DATE_BYTES: usize = MAX_DATE_CHARS * 4;

/// Whether a text is a date, a time, or a span of these.
pub(super) fn is_date(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.len() > MAX_DATE_BYTES || length(text) > MAX_DATE_CHARS {
        return false;
    }
    let text = text.to_lowercase();
    let mut is_certain = false;
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, '–' | '—' | '-' | '/' | ',')) {
        let bare = word.trim_end_matches(['.', ':']);
        let digits = bare.chars().filter(char::is_ascii_digit).count();
        let is_year = digits == 4 && bare.len() == 4 && (bare.starts_with('1') || bare.starts_with("20"));
        let is_time = bare.contains(':') && digits >= 3 && bare.chars().all(|c| c.is_ascii_digit() || c == ':');
        let is_dotted =
            bare.split('.').count() >= 2 && digits >= 2 && bare.chars().all(|c| c.is_ascii_digit() || c == '.');
        let is_quarter = matches!(bare, "q1" | "q2" | "q3" | "q4" | "h1" | "h2" | "t1" | "t2" | "t3" | "t4");
        let is_month = MONTHS.iter().any(|month| bare.starts_with(month))
            && bare.chars().all(char::is_alphabetic)
            && length(bare) <= 10;
        let is_unit = UNITS.contains(&bare);
        let is_number = digits > 0 && digits == bare.len() && digits <= 2;
        let is_short_year = bare
            .strip_prefix(['\'', '’'])
            .is_some_and(|year| year.len() == 2 && year.bytes().all(|b| b.is_ascii_digit()));
        let is_filler = matches!(
            bare,
            "" | "to" | "bis" | "de" | "of" | "am" | "pm" | "uhr" | "h" | "ab" | "from" | "since" | "th" | "st"
        );
        is_certain |=
            is_year || is_time || is_quarter || is_month || is_short_year || (is_dotted && digits >= 3) || is_unit;
        if !(is_year
            || is_time
            || is_dotted
            || is_quarter
            || is_month
            || is_unit
            || is_number
            || is_short_year
            || is_filler)
        {
            return false;
        }
    }
    is_certain
}

/// The date that a line begins with, and the words after it. `None` if the line does not begin with a date.
pub(super) fn leading_date(line: &str) -> Option<(String, String)> {
    let split_at_sign = |sign: &str| {
        let (date, words) = line.split_once(sign)?;
        (is_date(date) && !words.trim().is_empty()).then(|| (date.trim().to_owned(), words.trim().to_owned()))
    };
    [": ", " – ", " — ", " - ", "\t", " | "].iter().find_map(|sign| split_at_sign(sign)).or_else(|| {
        let spaces = line.match_indices(' ').map(|(index, _)| index).take_while(|index| *index <= MAX_DATE_BYTES);
        let spaces: Vec<usize> = spaces.collect();
        let end = spaces.into_iter().rev().find(|end| is_date(&line[..*end]))?;
        Some((line[..end].trim().trim_end_matches([':', '–', '-']).trim().to_owned(), line[end..].trim().to_owned()))
    })
}

/// Whether a text is a figure: a number with a sign, a currency or a short unit.
pub(super) fn is_figure(text: &str) -> bool {
    let text = text.trim();
    let has_start = text.starts_with(|c: char| c.is_ascii_digit() || "+-−±~≈<>≤≥$€£¥#×".contains(c));
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let words = text.split_whitespace().count();
    // A number with only a dot, colon or bracket after it is the number of an entry.
    let is_entry_number = text.ends_with(['.', ')', ':'])
        && text.trim_end_matches(['.', ')', ':']).ends_with(|c: char| c.is_ascii_digit());
    has_start && digits > 0 && letters <= 10 && length(text) <= 16 && words <= 3 && !is_entry_number
}

/// The number of a figure, and the unit after it.
pub(super) fn value_and_unit(text: &str) -> (String, String) {
    let text = text.trim();
    let Some(first) = text.find(|c: char| c.is_ascii_digit()) else { return (text.to_owned(), String::new()) };
    let mut end = first;
    for (offset, c) in text[first..].char_indices() {
        let index = first + offset;
        let next_is_digit = text[index + c.len_utf8()..].starts_with(|next: char| next.is_ascii_digit());
        if c.is_ascii_digit() || (".,' \u{a0}\u{202f}".contains(c) && next_is_digit) {
            end = index + c.len_utf8();
        } else {
            break;
        }
    }
    let (value, unit) = text.split_at(end);
    let unit = unit.trim();
    let is_unit =
        length(unit) <= 12 && !unit.contains(|c: char| c.is_ascii_digit()) && !unit.starts_with(['/', ':', '-', '–']);
    if is_unit { (value.trim().to_owned(), unit.to_owned()) } else { (text.to_owned(), String::new()) }
}

/// Whether a text may be the name of a person: two to four words with capitals.
pub(super) fn is_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_capital = |word: &&&str| word.starts_with(char::is_uppercase);
    let has_sign = text.contains(|c: char| c.is_ascii_digit() || ":;!?%/".contains(c));
    (2..=4).contains(&words.len()) && words.iter().filter(is_capital).count() >= 2 && !has_sign && length(text) <= 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_distinguished_from_other_texts() {
        for date in [
            "2024",
            "Q1 2024",
            "Jan 2024",
            "März 2025",
            "2019–2021",
            "12.03.2024",
            "2024-03-01",
            "09:30",
            "Week 3",
            "H1",
            "Mai",
            "'24",
            "10:00 – 10:30",
        ] {
            assert!(is_date(date), "{date}");
        }
        for other in ["1", "45", "12%", "Marketing plan", "Step 2", "", "3.4", "2024 was a good year", "Title", "3,200"]
        {
            assert!(!is_date(other), "{other}");
        }
        assert_eq!(leading_date("2019: founded"), Some(("2019".to_owned(), "founded".to_owned())));
        assert_eq!(
            leading_date("09:00 Welcome and coffee"),
            Some(("09:00".to_owned(), "Welcome and coffee".to_owned()))
        );
        assert_eq!(leading_date("Costs: 12"), None);
    }

    #[test]
    fn a_date_is_searched_only_at_the_start_of_a_long_line() {
        assert_eq!(leading_date(&"word ".repeat(1_000_000)), None);
        let (date, rest) = leading_date(&format!("12 March 2026 {}", "word ".repeat(1_000_000))).expect("a date");
        assert_eq!((date.as_str(), rest.len()), ("12 March 2026", 5_000_000 - 1));
    }

    #[test]
    fn figures_are_distinguished_from_other_texts() {
        for figure in ["45%", "€1.2bn", "+12 %", "3x", "24/7", "1,200", "$3.4 million", "~80%", "12 km", "4,8 Mio."] {
            assert!(is_figure(figure), "{figure}");
        }
        for other in ["Step 1", "1.", "12 reasons to change your mind", "", "Revenue"] {
            assert!(!is_figure(other), "{other}");
        }
        assert_eq!(value_and_unit("€1.2bn"), ("€1.2".to_owned(), "bn".to_owned()));
        assert_eq!(value_and_unit("1 200 km"), ("1 200".to_owned(), "km".to_owned()));
        assert_eq!(value_and_unit("1 in 5"), ("1 in 5".to_owned(), String::new()));
        assert_eq!(value_and_unit("1/81"), ("1/81".to_owned(), String::new()));
    }
}
