//! Bounds the attributes of tags before a page is parsed.
//!
//! The parser compares each attribute with all others of its tag, so the time that a tag takes grows with the square of
//! their number.

use std::borrow::Cow;

use crate::ReadError;

/// Maximum number of attributes of a tag.
const MAX_ATTRIBUTES: usize = 500;
/// How many times as many bytes as a page has may be looked at. Quotation marks let tags overlap.
const MAX_PASSES: usize = 50;

/// A page whose tags end after their 500th attribute.
///
/// Every `<` before a letter counts as the start of a tag, wherever it is: what a script or a comment is depends on the
/// whole page. A `>` that is added to one of them changes no text.
///
/// # Errors
/// Fails when many tags without an end overlap.
pub(super) fn with_bounded_tags(html: &str) -> Result<Cow<'_, str>, ReadError> {
    let bytes = html.as_bytes();
    let mut left = bytes.len().saturating_mul(MAX_PASSES);
    let mut ends: Vec<usize> = Vec::new();
    for (at, _) in html.match_indices('<') {
        let name = if bytes.get(at + 1) == Some(&b'/') { at + 2 } else { at + 1 };
        if !bytes.get(name).is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        let (length, is_too_long) = scan(&bytes[name..]);
        left = left.checked_sub(length).ok_or_else(|| ReadError::damaged(&"its tags have no end"))?;
        if is_too_long {
            ends.push(name + length);
        }
    }
    if ends.is_empty() {
        return Ok(Cow::Borrowed(html));
    }
    ends.sort_unstable();
    ends.dedup();
    let mut bounded = String::with_capacity(html.len() + ends.len());
    let mut start = 0;
    for end in ends {
        bounded.push_str(&html[start..end]);
        bounded.push('>');
        start = end;
    }
    bounded.push_str(&html[start..]);
    Ok(Cow::Owned(bounded))
}

/// Where the tokenizer of HTML is in a tag.
#[derive(Clone, Copy)]
enum State {
    TagName,
    BeforeName,
    Name,
    AfterName,
    BeforeValue,
    Value,
    Quoted(u8),
}

/// How many bytes a tag takes from its name on, and whether an attribute follows them that is one too many.
fn scan(tag: &[u8]) -> (usize, bool) {
    let mut state = State::TagName;
    let mut attributes = 0;
    for (at, byte) in tag.iter().enumerate() {
        let is_space = matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ');
        if let State::Quoted(quote) = state {
            if *byte == quote {
                state = State::BeforeName;
            }
            continue;
        }
        if *byte == b'>' {
            return (at, false);
        }
        let begins_attribute = match state {
            State::BeforeName => !is_space && *byte != b'/',
            State::AfterName => !is_space && !matches!(byte, b'/' | b'='),
            _ => false,
        };
        if begins_attribute {
            if attributes == MAX_ATTRIBUTES {
                return (at, true);
            }
            attributes += 1;
        }
        state = match (state, *byte) {
            (State::BeforeName | State::AfterName, _) if begins_attribute => State::Name,
            (State::Name | State::AfterName, b'=') => State::BeforeValue,
            (State::TagName | State::Name | State::AfterName, b'/') => State::BeforeName,
            (State::Name, _) if is_space => State::AfterName,
            (State::TagName | State::Value, _) if is_space => State::BeforeName,
            (State::BeforeValue, b'"' | b'\'') => State::Quoted(*byte),
            (State::BeforeValue, _) if !is_space => State::Value,
            (state, _) => state,
        };
    }
    (tag.len(), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_ends_after_its_last_attribute() {
        let names: Vec<String> = (0..=MAX_ATTRIBUTES).map(|at| format!("a{at}")).collect();
        let most = names[..MAX_ATTRIBUTES].join(" ");
        assert_eq!(with_bounded_tags(&format!("<p {most}>é")), Ok(format!("<p {most}>é").into()));
        assert_eq!(with_bounded_tags(&format!("<p {most} é>b")), Ok(format!("<p {most} >é>b").into()));
        for separator in ["=1 ", "=\"b c > d\" ", "='\"'", "/", " = \n'' ", "/=x "] {
            let page = format!("<p {}>", names.join(separator));
            assert!(matches!(with_bounded_tags(&page), Ok(Cow::Owned(_))), "{separator:?}");
        }
    }

    #[test]
    fn quoted_values_are_no_attributes() {
        let words = "word ".repeat(MAX_ATTRIBUTES + 1);
        for page in [format!("<p title=\"{words}\">"), format!("<p title = '{words}'>"), format!("a < b {words}")] {
            assert!(matches!(with_bounded_tags(&page), Ok(Cow::Borrowed(_))));
        }
        let page = format!("<p =\"{words}\">");
        assert!(matches!(with_bounded_tags(&page), Ok(Cow::Owned(_))), "the name of this attribute is `=\"word`");
    }

    #[test]
    fn tags_without_an_end_are_refused() {
        assert!(with_bounded_tags(&"<a b=\"".repeat(20_001)).is_err());
    }
}
