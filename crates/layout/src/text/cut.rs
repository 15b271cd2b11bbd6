//! Cuts a text at a whole line, with an ellipsis.

use scene::{Px, Run};

use super::block::{Block, Item, Setting};
use super::shaper::Typesetter;

/// How many lines of a paragraph are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) lines: usize,
    /// Whether the last of them ends in an ellipsis.
    pub(super) elided: bool,
}

impl Room {
    pub(super) const NONE: Room = Room { lines: 0, elided: false };
}

/// The lines of each paragraph that fit; paragraphs that show nothing are left out at the end. A block always shows
/// one line.
pub(super) fn rooms(block: &mut Block, set: &mut Typesetter, setting: Setting, height: Px, most: usize) -> Vec<Room> {
    let mut rooms: Vec<Room> = Vec::with_capacity(block.items.len());
    let mut top = Px::ZERO;
    let mut left = most.max(1);
    for (index, item) in block.items.iter_mut().enumerate() {
        if index > 0 {
            top += item.space(setting);
        }
        let wanted = item.break_lines(set, setting);
        let line_height = item.line_height(setting);
        // Rounding must not cost a line.
        let share = ((height - top + Px(0.5)) / line_height).max(0.0).floor();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number from 0; too many lines are as good as infinitely many"
        )]
        let fitting = (share as usize).min(left);
        let lines = wanted.min(fitting);
        if lines == wanted {
            rooms.push(Room { lines, elided: false });
        } else if lines > 0 || index == 0 {
            rooms.push(Room { lines: lines.max(1), elided: wanted > lines.max(1) });
            break;
        } else {
            if let Some(last) = rooms.last_mut() {
                last.elided = true;
            }
            break;
        }
        left -= lines;
        top += line_height * super::block::count(lines);
    }
    rooms
}

/// A paragraph shortened so that it and an ellipsis fill a number of lines. Every byte it shows stands where it
/// stood.
pub(super) fn elided(item: &mut Item, set: &mut Typesetter, setting: Setting, lines: usize) -> Item {
    item.fill_lines(set, setting);
    let text = item.paragraph.text.clone();
    // Soft hyphens that were put in make the shaped text longer, so this is never too early.
    let mut end = item.reach(setting, lines).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    loop {
        let kept = text[..end].trim_end_matches(|letter: char| letter.is_whitespace() || ",;:–-".contains(letter));
        let mut short = shortened(item, set, kept);
        if kept.is_empty() || short.break_lines(set, setting) <= lines {
            return short;
        }
        end = earlier(kept);
    }
}

fn shortened(item: &Item, set: &mut Typesetter, kept: &str) -> Item {
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
    let mut short = Item::new(set, paragraph, true);
    short.own = kept.len();
    short
}

/// The end of the word before the last one, else of the letter before.
fn earlier(text: &str) -> usize {
    let last_word = text.rfind(char::is_whitespace).filter(|at| text.len() - at < 24);
    let last_letter = text.char_indices().next_back().map_or(0, |(at, _)| at);
    last_word.unwrap_or(last_letter)
}
