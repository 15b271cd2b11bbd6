//! Facts about the whole document: its body text, its words, its bookmarks.

use std::collections::{HashMap, HashSet};

use super::{Line, PageItem};
use crate::text::comparison_key;

/// Facts about the whole document.
pub(super) struct Facts {
    /// The font size of most text, in points.
    pub(super) body: f32,
    /// Whether most text is monospaced, so that monospaced type does not mark code.
    pub(super) is_mono: bool,
    /// Whether so much text is bold that bold type does not mark headings.
    pub(super) is_bold: bool,
    /// Levels of bookmarks by the keys of their texts.
    pub(super) bookmarks: HashMap<String, u8>,
    /// Words that occur anywhere but at the end of a line, in lower case.
    pub(super) words: HashSet<String>,
    /// The distance between the baselines of a paragraph, as a multiple of the font size.
    pub(super) pitch: f32,
}

impl Facts {
    /// The facts about the lines of all pages.
    pub(super) fn of(pages: &[Vec<PageItem>], bookmarks: &[(String, u8)]) -> Self {
        let mut sizes: HashMap<i32, usize> = HashMap::new();
        let (mut total, mut mono, mut bold) = (0, 0, 0);
        let mut words = HashSet::new();
        let mut pitches: HashMap<i32, usize> = HashMap::new();
        for items in pages {
            let mut previous: Option<&Line> = None;
            for item in items {
                let PageItem::Line(line) = item else { continue };
                let letters: usize = line.words.iter().map(|word| word.text.chars().count()).sum();
                total += letters;
                mono += if line.is_mono { letters } else { 0 };
                bold += if line.is_bold { letters } else { 0 };
                *sizes.entry((line.size * 2.0).round() as i32).or_insert(0) += letters;
                let count = line.words.len();
                for word in line.words.iter().take(count.saturating_sub(1)) {
                    words.insert(clean_word(&word.text));
                }
                if let Some(previous) = previous
                    && (line.size - previous.size).abs() < 0.3
                {
                    let pitch = (line.base - previous.base) / line.size.max(1.0);
                    if (0.9..2.5).contains(&pitch) {
                        *pitches.entry((pitch * 20.0).round() as i32).or_insert(0) += letters;
                    }
                }
                previous = Some(line);
            }
        }
        // Of two sizes that are equally frequent the larger one counts: the smaller may be that of notes or tables.
        let most_frequent = |counts: &HashMap<i32, usize>| {
            counts.iter().max_by_key(|(key, count)| (**count, **key)).map(|(key, _)| *key)
        };
        Self {
            body: most_frequent(&sizes).map_or(10.0, |size| size as f32 / 2.0),
            pitch: most_frequent(&pitches).map_or(1.2, |pitch| pitch as f32 / 20.0),
            is_mono: mono * 10 > total * 6,
            is_bold: bold * 10 > total * 4,
            bookmarks: bookmarks.iter().map(|(text, level)| (comparison_key(text), *level)).collect(),
            words,
        }
    }
}

/// A word in lower case, without marks around it.
fn clean_word(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// A text and the line after it as one text. A word that was hyphenated at the end of the text is joined.
pub(super) fn joined(mut text: String, line: &str, facts: &Facts) -> String {
    let line = line.trim();
    let is_cut = text.ends_with(['-', '\u{ad}', '‐']) && text.chars().rev().nth(1).is_some_and(char::is_alphabetic);
    // In "GNU/-" before "Linux" the slash allowed the line break, and the hyphen only marks it.
    if text.ends_with("/-") {
        text.pop();
        text.push_str(line);
        return text;
    }
    if !is_cut {
        let has_no_spaces = is_ideograph(text.chars().last()) && is_ideograph(line.chars().next());
        if !text.is_empty() && !has_no_spaces {
            text.push(' ');
        }
        text.push_str(line);
        return text;
    }
    let start = text.rsplit(' ').next().unwrap_or_default().to_owned();
    let next = line.split(' ').next().unwrap_or_default();
    let whole = clean_word(&format!("{start}{next}"));
    let keeps_hyphen = facts.words.contains(&whole) || !next.chars().next().is_some_and(char::is_lowercase);
    if !keeps_hyphen || text.ends_with('\u{ad}') {
        text.pop();
    }
    text.push_str(line);
    text
}

/// Whether a letter belongs to a script without spaces.
fn is_ideograph(c: Option<char>) -> bool {
    c.is_some_and(|c| matches!(c, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}'))
}
