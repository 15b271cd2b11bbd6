//! Returns the words of paragraphs, without their styles.

use crate::model::{Paragraph, Text};

/// The text of a paragraph; `\n` is a line break.
pub(super) fn words(paragraph: &Paragraph) -> String {
    paragraph.runs.iter().map(|run| cleaned(&run.text)).collect()
}

/// A text without control characters other than line breaks. Tabs become spaces.
pub(super) fn cleaned(text: &str) -> String {
    let without_tab = |c: char| if c == '\t' { ' ' } else { c };
    text.chars().map(without_tab).filter(|c| *c == '\n' || !c.is_control()).collect()
}

/// The lines of paragraphs, trimmed, without blank ones.
pub(super) fn lines(paragraphs: &[Paragraph]) -> Vec<String> {
    let lines = paragraphs.iter().map(words).collect::<Vec<_>>().join("\n");
    lines.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// The paragraphs as one line.
pub(super) fn line(paragraphs: &[Paragraph]) -> String {
    lines(paragraphs).join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether paragraphs have no words.
pub(super) fn is_blank(paragraphs: &[Paragraph]) -> bool {
    paragraphs.iter().flat_map(|paragraph| &paragraph.runs).all(|run| run.text.trim().is_empty())
}

/// How many characters a text has.
pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

/// The largest size of paragraphs with words, in hundredths of a point.
pub(super) fn largest_size(text: &Text) -> Option<u32> {
    let has_words = |paragraph: &&Paragraph| !words(paragraph).trim().is_empty();
    text.paragraphs.iter().filter(has_words).filter_map(|paragraph| paragraph.size).max()
}

/// Whether most characters of the paragraphs are in a monospaced font.
pub(super) fn is_code(paragraphs: &[Paragraph]) -> bool {
    let runs = || paragraphs.iter().flat_map(|paragraph| &paragraph.runs);
    let count = |is_code: bool| -> usize {
        runs()
            .filter(|run| run.is_code == is_code)
            .map(|run| run.text.split_whitespace().map(length).sum::<usize>())
            .sum()
    };
    count(true) > 4 * count(false) && count(true) > 0
}
