//! Finds dates, figures and quotations in sentences. Results are always substrings of the text.

pub(crate) mod dates;
pub(crate) mod figures;
pub(crate) mod quotes;
pub(crate) mod series;

/// A word of a text without the punctuation around it, and its byte range.
#[derive(Debug)]
pub(crate) struct Token<'a> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) text: &'a str,
    /// The word in lower case.
    pub(crate) lower: String,
    /// Whether only white space separates it from the word before.
    pub(crate) is_joined: bool,
}

/// The words of a text, separated by white space.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let base = text.as_ptr() as usize;
    let is_kept = |c: char| c.is_alphanumeric() || "%€$£¥+−".contains(c);
    let mut ended_without_mark = false;
    text.split_whitespace()
        .filter_map(|word| {
            let from_start = word.trim_start_matches(|c: char| !is_kept(c) && c != '-');
            let text = from_start.trim_end_matches(|c: char| !is_kept(c));
            let is_joined = ended_without_mark && from_start.len() == word.len();
            ended_without_mark = text.len() == from_start.len() && !text.is_empty();
            let start = text.as_ptr() as usize - base;
            let token = Token { start, end: start + text.len(), text, lower: text.to_lowercase(), is_joined };
            (!text.is_empty()).then_some(token)
        })
        .collect()
}
