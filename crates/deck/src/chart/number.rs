//! Parses numbers as people write them: with points and commas, spaces, signs and units.

/// The decimal mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DecimalMark {
    Point,
    Comma,
}

/// A number whose decimal mark may still be ambiguous.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number {
    negative: bool,
    /// Digits, points and commas.
    digits: String,
    /// The decimal mark, unless it is ambiguous.
    pub(super) mark: Option<DecimalMark>,
}

/// Maximum number of digits of a number, so that every number is finite.
const MAX_DIGITS: usize = 300;

/// Maximum length of a unit, in letters.
const MAX_UNIT: usize = 3;

/// The number in a cell; none if the cell contains anything else.
///
/// - White space is ignored. A sign (`+`, `-`, `−`) and a currency sign may come first, in either order.
/// - One currency sign or `%`, or a unit of up to three letters or `°`, may follow. Units do not change the value: `50
///   %` is 50 and `4.5m` is 4.5.
/// - With both points and commas, the last one is the decimal mark and the other separates thousands. A mark that
///   occurs twice separates thousands. A single mark is decimal, except before exactly three digits (`1.234`), where it
///   is ambiguous.
pub(super) fn number(cell: &str) -> Option<Number> {
    let compact: String = cell.chars().filter(|c| !c.is_whitespace()).collect();
    let mut digits = compact.as_str();
    let (mut negative, mut has_unit) = (None, false);
    loop {
        let mut rest = digits.chars();
        match rest.next()? {
            '+' if negative.is_none() => negative = Some(false),
            '-' | '\u{2212}' if negative.is_none() => negative = Some(true),
            sign if !has_unit && is_currency(sign) => has_unit = true,
            _ => break,
        }
        digits = rest.as_str();
    }
    if !has_unit {
        digits = digits.strip_suffix(|c| c == '%' || is_currency(c)).unwrap_or(digits);
    }
    let bare = digits.trim_end_matches(|c: char| c.is_alphabetic() || c == '°');
    if digits[bare.len()..].chars().count() <= MAX_UNIT {
        digits = bare;
    }
    let mark = mark(digits)?;
    Some(Number { negative: negative == Some(true), digits: digits.to_owned(), mark })
}

impl Number {
    /// Value of the number. `default_mark` is the decimal mark of an ambiguous number.
    pub(super) fn value(&self, default_mark: DecimalMark) -> f64 {
        let decimal = match self.mark.unwrap_or(default_mark) {
            DecimalMark::Point => '.',
            DecimalMark::Comma => ',',
        };
        let kept = self.digits.chars().filter(|c| c.is_ascii_digit() || *c == decimal);
        let plain: String = kept.map(|c| if c == decimal { '.' } else { c }).collect();
        let value: f64 = plain.parse().expect("digits with at most one point");
        if self.negative { -value } else { value }
    }
}

/// The decimal mark of a number: `None` if the text is not a number, `Some(None)` if the mark is ambiguous.
#[expect(clippy::option_option, reason = "no number, an ambiguous mark and a certain mark are three cases")]
fn mark(digits: &str) -> Option<Option<DecimalMark>> {
    let is_mark = |c: char| matches!(c, '.' | ',');
    if digits.len() > MAX_DIGITS || !digits.chars().all(|c| c.is_ascii_digit() || is_mark(c)) {
        return None;
    }
    let Some(at) = digits.rfind(is_mark) else {
        return (!digits.is_empty()).then_some(None);
    };
    let (whole, fraction) = (&digits[..at], &digits[at + 1..]);
    let (last, other) = if digits[at..].starts_with('.') { ('.', ',') } else { (',', '.') };
    let decimal_mark = |mark| if mark == '.' { DecimalMark::Point } else { DecimalMark::Comma };
    if whole.contains(last) {
        return is_grouped(digits, last).then_some(Some(decimal_mark(other)));
    }
    if whole.contains(other) {
        return (!fraction.is_empty() && is_grouped(whole, other)).then_some(Some(decimal_mark(last)));
    }
    let is_ambiguous = fraction.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0');
    (!fraction.is_empty()).then_some((!is_ambiguous).then_some(decimal_mark(last)))
}

/// Whether a mark separates groups of three digits, or of two before the last three as in India.
fn is_grouped(digits: &str, mark: char) -> bool {
    let mut groups = digits.split(mark).map(str::len);
    let ends = (1..=3).contains(&groups.next().unwrap_or(0)) && groups.next_back() == Some(3);
    ends && groups.all(|length| length == 2 || length == 3)
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '\u{a2}'..='\u{a5}' | '\u{20a0}'..='\u{20cf}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each cell with its value, and with both values where the decimal mark is ambiguous.
    fn check(cells: &[&str]) -> String {
        let line = |cell: &&str| match number(cell) {
            None => format!("{cell:?} is no number"),
            Some(number) => match (number.value(DecimalMark::Point), number.value(DecimalMark::Comma)) {
                (value, same) if value.to_bits() == same.to_bits() => format!("{cell:?} is {value}"),
                (point, comma) => format!("{cell:?} is {point} or {comma}"),
            },
        };
        cells.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn decimal_marks_are_distinguished_from_thousands_separators() {
        insta::assert_snapshot!(
            check(&["7", "007", "1.234,56", "1,234.56", "12,5", "12.5", ".5", ",5", "0.125", "0,125", "1234,567"]),
            @r#"
            "7" is 7
            "007" is 7
            "1.234,56" is 1234.56
            "1,234.56" is 1234.56
            "12,5" is 12.5
            "12.5" is 12.5
            ".5" is 0.5
            ",5" is 0.5
            "0.125" is 0.125
            "0,125" is 0.125
            "1234,567" is 1234.567
            "#
        );
        insta::assert_snapshot!(check(&["1.234.567", "1,234,567", "12,34,567.5", "1.234.567,891"]), @r#"
        "1.234.567" is 1234567
        "1,234,567" is 1234567
        "12,34,567.5" is 1234567.5
        "1.234.567,891" is 1234567.891
        "#);
    }

    #[test]
    fn a_single_mark_before_three_digits_is_ambiguous() {
        insta::assert_snapshot!(check(&["1.234", "12,345", "123.456"]), @r#"
        "1.234" is 1.234 or 1234
        "12,345" is 12345 or 12.345
        "123.456" is 123.456 or 123456
        "#);
    }

    #[test]
    fn spaces_signs_and_units_are_accepted() {
        insta::assert_snapshot!(
            check(&[
                " 1 234,5 ", "1\u{a0}234", "1\u{202f}234\u{2009}567", "+5", "-5", "\u{2212} 5", "50 %", "€ 12,50",
                "-$3", "£-3", "12 €", "4.5m", "€ 3 mln", "21 °C",
            ]),
            @r#"
            " 1 234,5 " is 1234.5
            "1\u{a0}234" is 1234
            "1\u{202f}234\u{2009}567" is 1234567
            "+5" is 5
            "-5" is -5
            "− 5" is -5
            "50 %" is 50
            "€ 12,50" is 12.5
            "-$3" is -3
            "£-3" is -3
            "12 €" is 12
            "4.5m" is 4.5
            "€ 3 mln" is 3
            "21 °C" is 21
            "#
        );
    }

    #[test]
    fn anything_else_is_no_number() {
        insta::assert_snapshot!(
            check(&[
                "", " ", "-", "%", "€", ".", "1.", "1,", "--1", "1-", "1e5", "0x1", "NaN", "inf", "12 tons", "1.2.3",
                "1,23.4", "1,234.567.8", "1.234,", "€1€", "€1%", "1%%", "٣", "½", "(5)",
            ]),
            @r#"
            "" is no number
            " " is no number
            "-" is no number
            "%" is no number
            "€" is no number
            "." is no number
            "1." is no number
            "1," is no number
            "--1" is no number
            "1-" is no number
            "1e5" is no number
            "0x1" is no number
            "NaN" is no number
            "inf" is no number
            "12 tons" is no number
            "1.2.3" is no number
            "1,23.4" is no number
            "1,234.567.8" is no number
            "1.234," is no number
            "€1€" is no number
            "€1%" is no number
            "1%%" is no number
            "٣" is no number
            "½" is no number
            "(5)" is no number
            "#
        );
        assert_eq!(number(&"9".repeat(301)), None);
        assert!(number(&"9".repeat(300)).is_some_and(|number| number.value(DecimalMark::Point).is_finite()));
    }
}
