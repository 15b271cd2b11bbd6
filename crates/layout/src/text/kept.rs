//! Paragraphs that were shaped lately.
//!
//! While somebody types, all paragraphs of a page but one are as they were; a footer is the same on every page. Only
//! what decides about glyphs tells paragraphs apart: colours and links do not. Bounded by the text that it holds.

use std::collections::HashMap;
use std::mem;

use scene::{Direction, FontRole, Run};

use super::shaper::Shaped;

/// Bytes of text that are kept at most, twice: what was used lately, and what was used before that.
const MOST_TEXT: usize = 32 << 10;

/// A paragraph as the shaper sees it.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Wanted {
    /// Number of the families and the language that the typesetter is tuned to.
    tuning: usize,
    text: Box<str>,
    runs: Box<[RunKey]>,
    is_right_to_left: bool,
    wrap: bool,
}

/// What decides about the glyphs of a run. Lengths are exact, hence their bits.
#[derive(PartialEq, Eq, Hash)]
struct RunKey {
    end: usize,
    font: FontRole,
    weight: u16,
    size: u32,
    letter_spacing: u32,
    italic: bool,
    code: bool,
    tabular: bool,
}

impl Wanted {
    pub(super) fn new(tuning: usize, text: &str, runs: &[Run], direction: Direction, wrap: bool) -> Wanted {
        let key = |run: &Run| RunKey {
            end: run.range.end,
            font: run.style.font,
            weight: run.style.weight,
            size: run.style.size.0.to_bits(),
            letter_spacing: run.style.letter_spacing.0.to_bits(),
            italic: run.style.italic,
            code: run.style.code,
            tabular: run.style.tabular,
        };
        Wanted {
            tuning,
            text: text.into(),
            runs: runs.iter().map(key).collect(),
            is_right_to_left: direction.is_right_to_left(),
            wrap,
        }
    }
}

/// Shaped paragraphs. What is not asked for while the newer half fills up is forgotten.
#[derive(Default)]
pub(super) struct Kept {
    newer: HashMap<Wanted, Shaped>,
    older: HashMap<Wanted, Shaped>,
    /// Bytes of text in the newer half.
    text: usize,
}

impl Kept {
    pub(super) fn get(&mut self, wanted: &Wanted) -> Option<Shaped> {
        if let Some(shaped) = self.newer.get(wanted) {
            return Some(shaped.clone());
        }
        let (wanted, shaped) = self.older.remove_entry(wanted)?;
        self.put(wanted, shaped.clone());
        Some(shaped)
    }

    pub(super) fn put(&mut self, wanted: Wanted, shaped: Shaped) {
        let size = wanted.text.len() + 1;
        if size > MOST_TEXT {
            return;
        }
        if self.text + size > MOST_TEXT {
            self.older = mem::take(&mut self.newer);
            self.text = 0;
        }
        self.text += size;
        self.newer.insert(wanted, shaped);
    }

    pub(super) fn clear(&mut self) {
        *self = Kept::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(text: &str) -> Wanted {
        Wanted::new(0, text, &[], Direction::LeftToRight, true)
    }

    #[test]
    fn what_is_used_stays_and_what_is_not_goes() {
        let mut kept = Kept::default();
        kept.put(wanted("used"), Shaped::default());
        kept.put(wanted("not used"), Shaped::default());
        for round in 0..3 {
            kept.put(wanted(&"x".repeat(MOST_TEXT - 100 - round)), Shaped::default());
            assert!(kept.get(&wanted("used")).is_some());
        }
        assert!(kept.get(&wanted("not used")).is_none());
    }

    #[test]
    fn a_very_long_text_pushes_nothing_out() {
        let mut kept = Kept::default();
        kept.put(wanted("used"), Shaped::default());
        kept.put(wanted(&"x".repeat(MOST_TEXT)), Shaped::default());
        assert!(kept.get(&wanted("used")).is_some());
        assert_eq!(kept.newer.len(), 1);
    }
}
