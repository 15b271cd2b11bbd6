//! Bounds the attributes of tags before a page is parsed.
//!
//! The parser compares each attribute with all others of its tag, so the time for a tag grows with the square of their
//! number.

use std::borrow::Cow;

/// Maximum number of attributes of a tag.
const MAX_ATTRIBUTES: usize = 500;

/// Returns a page whose tags end after their 500th attribute.
///
/// Every `<` before a letter counts as the start of a tag, also in scripts and comments, whose extent is known only
/// after parsing the whole page. A `>` that is added to a script or a comment changes no text.
pub(super) fn with_bounded_tags(html: &str) -> Cow<'_, str> {
    let bytes = html.as_bytes();
    let mut ends: Vec<usize> = Vec::new();
    // Possible tags may overlap. Each entry is the maximum number of attributes of the open tags in that state.
    let mut open: [Option<usize>; State::ALL.len()] = [None; State::ALL.len()];
    for (at, byte) in bytes.iter().enumerate() {
        if byte.is_ascii_alphabetic() && (bytes[..at].ends_with(b"<") || bytes[..at].ends_with(b"</")) {
            let count = &mut open[State::TagName as usize];
            *count = (*count).max(Some(0));
        }
        if open.iter().all(Option::is_none) {
            continue;
        }
        let is_too_long = State::ALL
            .iter()
            .any(|state| state.begins_attribute(*byte) && open[*state as usize] == Some(MAX_ATTRIBUTES));
        if is_too_long {
            ends.push(at);
        }
        let mut next = [None; State::ALL.len()];
        for state in State::ALL {
            // A `>` is added before this byte, which ends all tags but those in a quoted value.
            let stays_open = !is_too_long || matches!(state, State::DoubleQuoted | State::SingleQuoted);
            if let Some(count) = open[state as usize].filter(|_| stays_open)
                && let Some(after) = state.after(*byte)
            {
                let next_count: &mut Option<usize> = &mut next[after as usize];
                *next_count = (*next_count).max(Some(count + usize::from(state.begins_attribute(*byte))));
            }
        }
        open = next;
    }
    if ends.is_empty() {
        return Cow::Borrowed(html);
    }
    let mut bounded = String::with_capacity(html.len() + ends.len());
    let mut start = 0;
    for end in ends {
        bounded.push_str(&html[start..end]);
        bounded.push('>');
        start = end;
    }
    bounded.push_str(&html[start..]);
    Cow::Owned(bounded)
}

/// A state of the HTML tokenizer within a tag.
#[derive(Clone, Copy)]
enum State {
    TagName,
    BeforeName,
    Name,
    AfterName,
    BeforeValue,
    Value,
    DoubleQuoted,
    SingleQuoted,
}

impl State {
    const ALL: [Self; 8] = [
        Self::TagName,
        Self::BeforeName,
        Self::Name,
        Self::AfterName,
        Self::BeforeValue,
        Self::Value,
        Self::DoubleQuoted,
        Self::SingleQuoted,
    ];

    /// Whether a byte is the first one of an attribute.
    fn begins_attribute(self, byte: u8) -> bool {
        match self {
            Self::BeforeName => !is_space(byte) && !matches!(byte, b'/' | b'>'),
            Self::AfterName => !is_space(byte) && !matches!(byte, b'/' | b'>' | b'='),
            _ => false,
        }
    }

    /// The state after a byte; `None` when the tag ends with it.
    fn after(self, byte: u8) -> Option<Self> {
        Some(match (self, byte) {
            (Self::DoubleQuoted, b'"') | (Self::SingleQuoted, b'\'') => Self::BeforeName,
            (Self::DoubleQuoted | Self::SingleQuoted, _) => self,
            (_, b'>') => return None,
            (Self::BeforeName | Self::AfterName, _) if self.begins_attribute(byte) => Self::Name,
            (Self::Name | Self::AfterName, b'=') => Self::BeforeValue,
            (Self::TagName | Self::Name | Self::AfterName, b'/') => Self::BeforeName,
            (Self::Name, _) if is_space(byte) => Self::AfterName,
            (Self::TagName | Self::Value, _) if is_space(byte) => Self::BeforeName,
            (Self::BeforeValue, b'"') => Self::DoubleQuoted,
            (Self::BeforeValue, b'\'') => Self::SingleQuoted,
            (Self::BeforeValue, _) if !is_space(byte) => Self::Value,
            _ => self,
        })
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_ends_after_its_last_attribute() {
        let names: Vec<String> = (0..=MAX_ATTRIBUTES).map(|at| format!("a{at}")).collect();
        let allowed = names[..MAX_ATTRIBUTES].join(" ");
        assert_eq!(with_bounded_tags(&format!("<p {allowed}>é")), format!("<p {allowed}>é"));
        assert_eq!(with_bounded_tags(&format!("<p {allowed} é>b")), format!("<p {allowed} >é>b"));
        for separator in ["=1 ", "=\"b c > d\" ", "='\"'", "/", " = \n'' ", "/=x "] {
            let page = format!("<p {}>", names.join(separator));
            assert!(matches!(with_bounded_tags(&page), Cow::Owned(_)), "{separator:?}");
        }
    }

    #[test]
    fn quoted_values_are_no_attributes() {
        let words = "word ".repeat(MAX_ATTRIBUTES + 1);
        for page in [format!("<p title=\"{words}\">"), format!("<p title = '{words}'>"), format!("a < b {words}")] {
            assert!(matches!(with_bounded_tags(&page), Cow::Borrowed(_)), "{page}");
        }
        let page = format!("<p =\"{words}\">");
        assert!(matches!(with_bounded_tags(&page), Cow::Owned(_)), "the name of this attribute is `=\"word`");
    }

    #[test]
    fn a_tag_inside_a_value_of_another_is_bounded_too() {
        let names: Vec<String> = (0..=MAX_ATTRIBUTES).map(|at| format!("a{at}")).collect();
        let page = format!("<!-- <a title=\"--><p {}>", names.join(" "));
        assert!(matches!(with_bounded_tags(&page), Cow::Owned(_)));
    }
}
