//! Limits the nesting of a text before it is parsed.
//!
//! The parser compares each line with every open quote and list, so a text that opens a hundred thousand of them takes
//! quadratic time. They are opened by marks at the start of a line, so the start of each line is cut to a fixed length.

use std::borrow::Cow;

/// Maximum number of bytes of quote marks, list marks and indentation at the start of a line. Far more than a slide can
/// show, so only hostile lines are cut.
const MAX_MARKS: usize = 128;

/// The text with the marks at the start of each line cut to [`MAX_MARKS`] bytes.
pub(super) fn shallow(text: &str) -> Cow<'_, str> {
    let lines = || text.split_inclusive(['\n', '\r']);
    if lines().map(mark_ends).all(|(kept, end)| kept == end) {
        return Cow::Borrowed(text);
    }
    let mut cut = String::with_capacity(text.len());
    for line in lines() {
        let (kept, end) = mark_ends(line);
        cut.push_str(&line[..kept]);
        cut.push_str(&line[end..]);
    }
    Cow::Owned(cut)
}

/// Where the marks at the start of a line are cut, and where they end.
fn mark_ends(line: &str) -> (usize, usize) {
    let (mut kept, mut end) = (0, 0);
    while let Some(length) = mark_length(&line.as_bytes()[end..]) {
        end += length;
        if end <= MAX_MARKS {
            kept = end;
        }
    }
    (kept, end)
}

/// Length of the space, quote mark or list mark at the start.
fn mark_length(rest: &[u8]) -> Option<usize> {
    match rest {
        [b' ' | b'\t' | b'>', ..] => Some(1),
        [b'-' | b'+' | b'*', b' ' | b'\t', ..] => Some(2),
        _ => {
            let digits = rest.iter().take(9).take_while(|byte| byte.is_ascii_digit()).count();
            let is_marker = digits > 0 && matches!(rest[digits..], [b'.' | b')', b' ' | b'\t', ..]);
            is_marker.then_some(digits + 2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(shallow(text), expected);
    }

    #[test]
    fn ordinary_lines_are_left_alone() {
        let text = "> - 1. a\n\n        code\n* * *\n+++\n1234567890. b\né";
        check(text, text);
        assert!(matches!(shallow(text), Cow::Borrowed(_)));
    }

    #[test]
    fn only_the_marks_at_the_start_of_a_line_are_cut() {
        check(&format!("a\n{}b\nc", ">".repeat(1000)), &format!("a\n{}b\nc", ">".repeat(MAX_MARKS)));
        check(&format!("{}- b\r\nc", "- ".repeat(1000)), &format!("{}b\r\nc", "- ".repeat(MAX_MARKS / 2)));
        check(&format!("{}b", "10) ".repeat(1000)), &format!("{}b", "10) ".repeat(MAX_MARKS / 4)));
        check(&format!("{}é", " ".repeat(1000)), &format!("{}é", " ".repeat(MAX_MARKS)));
    }
}
