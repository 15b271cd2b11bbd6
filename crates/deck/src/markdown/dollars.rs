//! Formulas between dollars.
//!
//! A dollar opens a formula when no space follows it, and the next dollar closes it when no space precedes and no digit
//! follows it, as in Pandoc; so `$5 and $10` are prices. `$$` at both sides puts a formula on lines of its own. `\$` is
//! a dollar. Markdown is parsed elsewhere; this module reads text without marks, such as labels.

use std::borrow::Cow;

/// A formula as the author wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormulaText {
    /// LaTeX notation, without dollars.
    pub source: String,
    /// Whether the formula stands on lines of its own.
    pub display: bool,
}

impl FormulaText {
    /// The formula with its dollars.
    pub fn written(&self) -> String {
        let dollars = if self.display { "$$" } else { "$" };
        format!("{dollars}{}{dollars}", self.source)
    }

    /// The formula as one line of text, such as `a² + b²`; with its dollars when it is not understood.
    pub fn plain(&self) -> String {
        let formula = maths::Formula::parse(&self.source, maths::MathMode::Inline);
        formula.map_or_else(|_| self.written(), |formula| formula.text().to_owned())
    }

    /// Whether the notation is understood, so that the formula can be drawn.
    pub fn is_known(&self) -> bool {
        maths::Formula::parse(&self.source, maths::MathMode::Inline).is_ok()
    }
}

/// A part of a text without marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextPart<'t> {
    /// Words.
    Words(Cow<'t, str>),
    /// A formula.
    Formula(FormulaText),
}

/// Splits a text without marks at its formulas.
pub fn text_parts(text: &str) -> Vec<TextPart<'_>> {
    if !text.contains('$') {
        return vec![TextPart::Words(Cow::Borrowed(text))];
    }
    let mut parts = Vec::new();
    let mut words = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (before, from) = rest.split_at(at);
        if let Some(before) = before.strip_suffix('\\') {
            words.push_str(before);
            words.push('$');
            rest = &from[1..];
            continue;
        }
        words.push_str(before);
        if let Some((formula, length)) = formula(from) {
            if !words.is_empty() {
                parts.push(TextPart::Words(Cow::Owned(std::mem::take(&mut words))));
            }
            parts.push(TextPart::Formula(formula));
            rest = &from[length..];
        } else {
            words.push('$');
            rest = &from[1..];
        }
    }
    words.push_str(rest);
    if !words.is_empty() {
        parts.push(TextPart::Words(Cow::Owned(words)));
    }
    parts
}

/// Splits the words of Markdown at formulas that it leaves as text because a brace in them is not closed, or never
/// opened. As formulas they are reported to the author. `None` when there is no such formula.
///
/// `literal` has the positions of the dollars that were escaped, in ascending order. No formula begins or ends with one
/// of them, or has one inside.
pub(super) fn broken_formulas<'t>(words: &'t str, literal: &[usize]) -> Option<Vec<TextPart<'t>>> {
    let mut parts = Vec::new();
    // The end of the last part, and the position from which the next dollar is searched.
    let (mut start, mut from) = (0, 0);
    while let Some(at) = words[from..].find('$').map(|at| at + from) {
        let next_literal = literal.get(literal.partition_point(|literal| *literal < at));
        match formula(&words[at..next_literal.copied().unwrap_or(words.len())]) {
            Some((formula, length)) if is_broken(&formula.source) => {
                if at > start {
                    parts.push(TextPart::Words(Cow::Borrowed(&words[start..at])));
                }
                parts.push(TextPart::Formula(formula));
                start = at + length;
                from = start;
            }
            _ => from = at + 1,
        }
    }
    if parts.is_empty() {
        return None;
    }
    if start < words.len() {
        parts.push(TextPart::Words(Cow::Borrowed(&words[start..])));
    }
    Some(parts)
}

/// Whether a text is notation for a formula whose braces do not match.
fn is_broken(source: &str) -> bool {
    let has_command =
        source.split('\\').skip(1).any(|rest| rest.starts_with(|letter: char| letter.is_ascii_alphabetic()));
    let has_script = source.contains("^{") || source.contains("_{");
    let mut depth = 0_i32;
    let closes_first = source.chars().any(|letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        depth < 0
    });
    (has_command || has_script) && (closes_first || depth != 0)
}

/// The formula at the start of a text, and its length with the dollars; none when the text begins with no formula.
fn formula(text: &str) -> Option<(FormulaText, usize)> {
    let display = text.starts_with("$$");
    let dollars = if display { "$$" } else { "$" };
    let content = text.strip_prefix(dollars)?;
    let end = closing(content, dollars)?;
    let source = &content[..end];
    let after = &content[end + dollars.len()..];
    let is_tight = !source.starts_with(char::is_whitespace) && !source.ends_with(char::is_whitespace);
    let is_price = after.starts_with(|letter: char| letter.is_ascii_digit());
    let is_formula = !source.trim().is_empty() && (display || (is_tight && !is_price));
    let length = end + dollars.len() * 2;
    is_formula.then(|| (FormulaText { source: source.to_owned(), display }, length))
}

/// Where the next dollars without a backslash before them begin.
fn closing(content: &str, dollars: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + content[from..].find(dollars)?;
        if !content[..at].ends_with('\\') {
            return Some(at);
        }
        from = at + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let written = |part: TextPart<'_>| match part {
            TextPart::Words(words) => words.into_owned(),
            TextPart::Formula(formula) => format!("formula {}", formula.written()),
        };
        let parts: Vec<String> = text_parts(text).into_iter().map(written).collect();
        assert_eq!(parts, expected, "`{text}`");
    }

    #[test]
    fn prices_stay_prices() {
        for text in [
            "$5 and $10",
            "US$20 to $30",
            "from $5-$10",
            "$5",
            "costs 5$ or 10$ a month",
            "$1,000 / $2,000",
            "$ 5 $",
            "A$AP",
            "$$",
            "$$$",
            "$5 to 10 $",
            "$20,000 and US$30,000",
        ] {
            check(text, &[text]);
        }
        check(r"\$5 and 6\$", &["$5 and 6$"]);
    }

    #[test]
    fn formulas_are_between_dollars() {
        check("$x$", &["formula $x$"]);
        check("area $\\pi r^2$.", &["area ", "formula $\\pi r^2$", "."]);
        check("$a$ and $b$", &["formula $a$", " and ", "formula $b$"]);
        check("$$x = 1$$", &["formula $$x = 1$$"]);
        check(r"$5 \text{ \$}$", &[r"formula $5 \text{ \$}$"]);
        check("costs $5, so $x = 5$", &["costs $5, so ", "formula $x = 5$"]);
    }

    #[test]
    fn a_formula_has_plain_text() {
        let plain = |source: &str| FormulaText { source: source.to_owned(), display: false }.plain();
        assert_eq!(plain("a^2"), "a²");
        assert_eq!(plain(r"\foo"), r"$\foo$");
    }
}
