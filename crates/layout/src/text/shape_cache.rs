//! A cache of shaped paragraphs.
//!
//! While an author types, only one paragraph of a page changes, and footers repeat on every page. The key contains only
//! what affects glyphs, so neither colours nor links. The cache is bounded by the bytes of text in it.

use std::collections::HashMap;
use std::mem;

use scene::{Direction, FontRole, Run};

use super::shaper::Shaped;

/// Maximum bytes of text in each half of the cache.
const MAX_TEXT_BYTES: usize = 32 << 10;

/// Everything about a paragraph that affects its glyphs.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct ShapeKey {
    /// Index of the typesetter's configuration: font families and language.
    configuration: usize,
    text: Box<str>,
    runs: Box<[RunKey]>,
    is_right_to_left: bool,
    wrap: bool,
}

/// Everything about a run that affects its glyphs. Lengths are compared by their bits.
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
    formula_width: u32,
}

impl ShapeKey {
    pub(super) fn new(configuration: usize, text: &str, runs: &[Run], direction: Direction, wrap: bool) -> ShapeKey {
        let run_key = |run: &Run| RunKey {
            end: run.range.end,
            font: run.style.font,
            weight: run.style.weight,
            size: run.style.size.0.to_bits(),
            letter_spacing: run.style.letter_spacing.0.to_bits(),
            italic: run.style.italic,
            code: run.style.code,
            tabular: run.style.tabular,
            formula_width: run.drawn_formula().map_or(0, |formula| formula.layout.width.to_bits()),
        };
        ShapeKey {
            configuration,
            text: text.into(),
            runs: runs.iter().map(run_key).collect(),
            is_right_to_left: direction.is_right_to_left(),
            wrap,
        }
    }
}

/// Shaped paragraphs in two halves. Entries that are not used while the newer half fills up are evicted.
#[derive(Default)]
pub(super) struct ShapeCache {
    newer: HashMap<ShapeKey, Shaped>,
    older: HashMap<ShapeKey, Shaped>,
    /// Bytes of text in the newer half.
    text_bytes: usize,
}

impl ShapeCache {
    pub(super) fn get(&mut self, key: &ShapeKey) -> Option<Shaped> {
        if let Some(shaped) = self.newer.get(key) {
            return Some(shaped.clone());
        }
        let (key, shaped) = self.older.remove_entry(key)?;
        self.put(key, shaped.clone());
        Some(shaped)
    }

    pub(super) fn put(&mut self, key: ShapeKey, shaped: Shaped) {
        let size = key.text.len() + 1;
        if size > MAX_TEXT_BYTES {
            return;
        }
        if self.text_bytes + size > MAX_TEXT_BYTES {
            self.older = mem::take(&mut self.newer);
            self.text_bytes = 0;
        }
        self.text_bytes += size;
        self.newer.insert(key, shaped);
    }

    pub(super) fn clear(&mut self) {
        *self = ShapeCache::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> ShapeKey {
        ShapeKey::new(0, text, &[], Direction::LeftToRight, true)
    }

    #[test]
    fn used_entries_stay_and_unused_ones_are_evicted() {
        let mut cache = ShapeCache::default();
        cache.put(key("used"), Shaped::default());
        cache.put(key("not used"), Shaped::default());
        for round in 0..3 {
            cache.put(key(&"x".repeat(MAX_TEXT_BYTES - 100 - round)), Shaped::default());
            assert!(cache.get(&key("used")).is_some());
        }
        assert!(cache.get(&key("not used")).is_none());
    }

    #[test]
    fn a_very_long_text_evicts_nothing() {
        let mut cache = ShapeCache::default();
        cache.put(key("used"), Shaped::default());
        cache.put(key(&"x".repeat(MAX_TEXT_BYTES)), Shaped::default());
        assert!(cache.get(&key("used")).is_some());
        assert_eq!(cache.newer.len(), 1);
    }
}
