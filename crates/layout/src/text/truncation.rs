//! Truncates a text after a whole line, with an ellipsis.

use scene::{Px, Run};

use super::block::{BlockOptions, ShapedParagraph, TextBlock};
use super::shaper::Typesetter;

/// The lines of a paragraph that are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct VisibleLines {
    pub(super) lines: usize,
    /// Whether the last shown line ends in an ellipsis.
    pub(super) elided: bool,
}

impl VisibleLines {
    pub(super) const NONE: VisibleLines = VisibleLines { lines: 0, elided: false };
}

/// The number of lines of each paragraph that fit into a height. Paragraphs at the end that show nothing are left out.
/// A block always shows at least one line.
pub(super) fn visible_lines(
    block: &mut TextBlock,
    typesetter: &mut Typesetter,
    options: BlockOptions,
    height: Px,
    max_lines: usize,
) -> Vec<VisibleLines> {
    let mut visible: Vec<VisibleLines> = Vec::with_capacity(block.items.len());
    let mut top = Px::ZERO;
    let mut remaining_lines = max_lines.max(1);
    for (index, item) in block.items.iter_mut().enumerate() {
        if index > 0 {
            top += item.space_above(options);
        }
        let needed = item.break_lines(typesetter, options);
        let line_height = item.line_height(options);
        // The tolerance avoids losing a line to rounding.
        let fitting = ((height - top + Px(0.5)) / line_height).max(0.0).floor();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number from 0 on; an overflow saturates"
        )]
        let fitting = (fitting as usize).min(remaining_lines);
        let lines = needed.min(fitting);
        if lines == needed {
            visible.push(VisibleLines { lines, elided: false });
        } else if lines > 0 || index == 0 {
            visible.push(VisibleLines { lines: lines.max(1), elided: needed > lines.max(1) });
            break;
        } else {
            if let Some(last) = visible.last_mut() {
                last.elided = true;
            }
            break;
        }
        remaining_lines -= lines;
        top += line_height * super::block::as_f32(lines);
    }
    visible
}

/// A paragraph shortened so that it fits a number of lines with an ellipsis. The remaining text keeps its byte
/// positions.
pub(super) fn elided(
    item: &mut ShapedParagraph,
    typesetter: &mut Typesetter,
    options: BlockOptions,
    lines: usize,
) -> ShapedParagraph {
    item.fill_lines(typesetter, options);
    let text = item.paragraph.text.clone();
    // Inserted soft hyphens make the shaped text longer, so this position is never too early.
    let mut end = item.visible_end(options, lines).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    loop {
        let kept = text[..end].trim_end_matches(|letter: char| letter.is_whitespace() || ",;:–-".contains(letter));
        let mut short = shortened(item, typesetter, kept);
        if kept.is_empty() || short.break_lines(typesetter, options) <= lines {
            return short;
        }
        end = previous_break(kept);
    }
}

fn shortened(item: &ShapedParagraph, typesetter: &mut Typesetter, kept: &str) -> ShapedParagraph {
    let mut paragraph = item.paragraph.clone();
    paragraph.text = format!("{kept}…");
    let mut runs: Vec<Run> = paragraph.runs.iter().filter(|run| run.range.start < kept.len()).cloned().collect();
    if runs.is_empty() {
        runs.extend(paragraph.runs.first().cloned());
    }
    if let Some(last) = runs.last_mut() {
        last.range.end = paragraph.text.len();
    }
    paragraph.runs = runs;
    let mut short = ShapedParagraph::new(typesetter, paragraph, true);
    short.author_bytes = kept.len();
    short
}

/// The position before the last word, or before the last letter when that word is long.
fn previous_break(text: &str) -> usize {
    let last_word = text.rfind(char::is_whitespace).filter(|at| text.len() - at < 24);
    let last_letter = text.char_indices().next_back().map_or(0, |(at, _)| at);
    last_word.unwrap_or(last_letter)
}
