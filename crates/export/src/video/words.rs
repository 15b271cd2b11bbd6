//! Counts the words of texts and pages, for callers that compute how long a slide is shown.

use scene::{Document, NodeRole, Page, Picture, Point, Rect, Shadow, Stroke};

use crate::paint::{self, Canvas, Glyphs, Ink, Outline, PagePart, Paint};

/// The number of words of a text. Two characters of a script without spaces between words count as a word.
pub fn word_count(text: &str) -> usize {
    let dense = text.chars().filter(|sign| is_wide(*sign)).count();
    let spaced = text.split(|sign: char| sign.is_whitespace() || is_wide(sign));
    dense.div_ceil(2) + spaced.filter(|word| word.chars().any(char::is_alphanumeric)).count()
}

/// The number of words of the content of a page, without its footer.
pub fn shown_words(document: &Document, page: &Page) -> usize {
    let mut counter = WordCounter::default();
    paint::page(document, page, &mut counter);
    counter.words
}

/// Whether a character takes two columns, as those of Chinese, Japanese and Korean do.
pub(super) fn is_wide(sign: char) -> bool {
    matches!(sign, '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..)
}

/// A canvas that counts words.
#[derive(Default)]
struct WordCounter {
    words: usize,
    /// For each open part, whether it is outside the content.
    is_outside: Vec<bool>,
}

impl Canvas for WordCounter {
    fn open(&mut self, part: PagePart<'_>) {
        let is_outside = self.is_outside.last() == Some(&true);
        match part {
            PagePart::Node(node) => self.is_outside.push(
                is_outside
                    || matches!(
                        node.role,
                        NodeRole::Footer | NodeRole::PageNumber | NodeRole::Backdrop | NodeRole::Logo
                    ),
            ),
            PagePart::Paragraph(paragraph) => {
                if !is_outside {
                    self.words += word_count(&paragraph.text);
                }
                self.is_outside.push(is_outside);
            }
            _ => self.is_outside.push(is_outside),
        }
    }

    fn close(&mut self) {
        self.is_outside.pop();
    }

    fn fill(&mut self, _: &Outline, _: &Paint) {}
    fn stroke(&mut self, _: &Outline, _: Stroke, _: Ink) {}
    fn shadow(&mut self, _: &Outline, _: Shadow, _: Ink) {}
    fn glyphs(&mut self, _: &Glyphs<'_>) {}
    fn picture(&mut self, _: &Picture, _: Rect) -> bool {
        true
    }
    fn push_turn(&mut self, _: f32, _: Point) {}
    fn pop_turn(&mut self) {}
    fn push_clip(&mut self, _: &Outline) {}
    fn pop_clip(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_with_and_without_spaces() {
        assert_eq!(word_count("  The quay \u{2013} full since 2021. "), 5);
        assert_eq!(word_count("\u{6e2f}\u{53e3}\u{8a08}\u{753b}"), 2);
        assert_eq!(word_count(""), 0);
    }
}
