//! Keeps the nesting of a text within reach of the parser.
//!
//! The parser compares each line with every quote and list that is open, so a text that opens a hundred thousand of
//! them costs the square of its length. What opens them stands at the start of a line: that start is cut here at a
//! fixed length. It is the only module that changes the text before it is read.

use std::borrow::Cow;

/// How many bytes of quote marks, list marks and indentation a line may start with. Far past what a slide can show,
/// so that only hostile lines are cut.
const REACH: usize = 128;

/// The text with no line opening more quotes and lists than the parser should follow. The words stay.
pub(super) fn shallow(text: &str) -> Cow<'_, str> {
    let lines = || text.split_inclusive(['\n', '\r']);
    if lines().map(start).all(|(kept, end)| kept == end) {
        return Cow::Borrowed(text);
    }
    let mut cut = String::with_capacity(text.len());
    for line in lines() {
        let (kept, end) = start(line);
        cut.push_str(&line[..kept]);
        cut.push_str(&line[end..]);
    }
    Cow::Owned(cut)
}

/// Where the start of a line is cut, and where its words begin.
fn start(line: &str) -> (usize, usize) {
    let (mut kept, mut end) = (0, 0);
    while let Some(length) = mark(&line.as_bytes()[end..]) {
        end += length;
        if end <= REACH {
            kept = end;
        }
    }
    (kept, end)
}

/// The length of the indentation, quote mark or list mark that comes first.
fn mark(rest: &[u8]) -> Option<usize> {
    match rest {
        [b' ' | b'\t' | b'>', ..] => Some(1),
        [b'-' | b'+' | b'*', b' ' | b'\t', ..] => Some(2),
        _ => {
            let digits = rest.iter().take(9).take_while(|byte| byte.is_ascii_digit()).count();
            let closed = digits > 0 && matches!(rest[digits..], [b'.' | b')', b' ' | b'\t', ..]);
            closed.then_some(digits + 2)
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
    fn the_start_of_a_line_is_cut_and_its_words_stay() {
        check(&format!("a\n{}b\nc", ">".repeat(1000)), &format!("a\n{}b\nc", ">".repeat(REACH)));
        check(&format!("{}- b\r\nc", "- ".repeat(1000)), &format!("{}b\r\nc", "- ".repeat(REACH / 2)));
        check(&format!("{}b", "10) ".repeat(1000)), &format!("{}b", "10) ".repeat(REACH / 4)));
        check(&format!("{}é", " ".repeat(1000)), &format!("{}é", " ".repeat(REACH)));
    }
}
