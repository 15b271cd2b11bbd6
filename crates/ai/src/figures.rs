//! Finds figures on slides that do not occur in the source, and so may be invented by a model.

use std::collections::HashSet;

use serde_json::Value;

use crate::DeckDraft;

/// A figure on a slide that the source does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownFigure {
    /// Index of the slide, from 0.
    pub slide: usize,
    /// The figure as it is written on the slide.
    pub figure: String,
}

/// The figures on the slides of a draft that are not in the texts of its source. A figure has at least two digits,
/// since single digits count points and steps. Signs that group digits do not matter.
pub fn unknown_figures(texts: &[&str], draft: &DeckDraft) -> Vec<UnknownFigure> {
    let known: HashSet<String> = texts.iter().flat_map(|text| figures(text)).map(|figure| digits(&figure)).collect();
    let mut unknown = Vec::new();
    for (slide, drafted) in draft.slides.iter().enumerate() {
        let mut found = Vec::new();
        for value in drafted.content.values() {
            collect(value, &mut found);
        }
        let mut seen = HashSet::new();
        let new = found.into_iter().filter(|figure| !known.contains(&digits(figure)) && seen.insert(digits(figure)));
        unknown.extend(new.map(|figure| UnknownFigure { slide, figure }));
    }
    unknown
}

/// Adds the figures in a value of a slide to `found`.
fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        // The digits of an address or a colour are not figures.
        Value::String(text) if text.starts_with("https://") || text.starts_with('/') || text.starts_with('#') => {}
        Value::String(text) => found.extend(figures(text)),
        Value::Number(number) => found.extend(figures(&number.to_string())),
        Value::Array(entries) => entries.iter().for_each(|entry| collect(entry, found)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, found)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// The figures of a text: runs of digits with signs that group them, two digits at least.
fn figures(text: &str) -> Vec<String> {
    let mut figures = Vec::new();
    let mut figure = String::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let groups_digits = matches!(c, '.' | ',' | '\u{a0}' | '\u{202f}' | '’')
            && !figure.is_empty()
            && characters.peek().is_some_and(char::is_ascii_digit);
        if c.is_ascii_digit() || groups_digits {
            figure.push(c);
        } else if !figure.is_empty() {
            figures.push(std::mem::take(&mut figure));
        }
    }
    figures.push(figure);
    figures.retain(|figure| digits(figure).len() > 1);
    figures
}

/// The digits of a figure without the signs that group them, and without zeros after a decimal sign.
fn digits(figure: &str) -> String {
    let sign = figure.rfind(['.', ',']).filter(|at| figure[at + 1..].bytes().all(|digit| digit == b'0'));
    // Three digits after a sign are a group, not decimals: "1,000".
    let decimal_sign = sign.filter(|at| figure.len() - at != 4);
    let whole = decimal_sign.map_or(figure, |at| &figure[..at]);
    whole.chars().filter(char::is_ascii_digit).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::SlideDraft;

    #[test]
    fn a_figure_that_the_source_does_not_have_is_found() {
        let check = |source: &str, content: Value| {
            let content = content.as_object().expect("an object").clone();
            let slide = SlideDraft { key: "content-slide".to_owned(), content, notes: String::new() };
            let draft = DeckDraft { title: String::new(), language: "en-GB".to_owned(), slides: vec![slide] };
            unknown_figures(&[source], &draft).into_iter().map(|found| found.figure).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            check("It costs 1,200 euro in 2026.", json!({ "title": "1\u{a0}200 is 1200 or 1.200, in 2026" })),
            ""
        );
        assert_eq!(check("It costs 1,200 euro.", json!({ "items": [{ "title": "It costs 1,300" }] })), "1,300");
        assert_eq!(check("A share of 40%.", json!({ "value": 40.0, "body": "3 steps, 41%, and 41% again" })), "41");
        assert_eq!(check("Nothing.", json!({ "image": "/uploads/quay-2024.png", "color": "#112233" })), "");
    }
}
