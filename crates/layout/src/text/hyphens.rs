//! Where a word longer than its line may be divided.

use deck::primary;
use hypher::{Lang, hyphenate};
use scene::{Run, RunStyle};

/// Invisible where a line goes on, a hyphen where it ends.
pub(super) const SOFT: char = '\u{AD}';

/// The fewest letters that stand alone after a hyphen.
const FEWEST: usize = 3;

/// A text with soft hyphens put in.
pub(super) struct Divided {
    /// The text.
    pub(super) text: String,
    /// Its runs.
    pub(super) runs: Vec<Run>,
    /// Where in the new text each soft hyphen was put, in bytes.
    pub(super) added: Vec<usize>,
}

/// The text with soft hyphens in the words that hold one of these places; nothing when no word can be divided.
pub(super) fn divided(text: &str, runs: &[Run], language: &str, places: &[usize]) -> Option<Divided> {
    let code: [u8; 2] = primary(language).as_bytes().try_into().ok()?;
    let language = Lang::from_iso(code.map(|byte| byte.to_ascii_lowercase()))?;
    let mut cuts: Vec<usize> = Vec::new();
    for place in places {
        let start = text[..*place].rfind(char::is_whitespace).map_or(0, |at| next(text, at));
        let end = text[*place..].find(char::is_whitespace).map_or(text.len(), |at| place + at);
        if cuts.last().is_some_and(|last| *last >= start) || is_code(runs, start) {
            continue;
        }
        add_cuts(&text[start..end], start, language, &mut cuts);
    }
    if cuts.is_empty() {
        return None;
    }
    let mut divided = String::with_capacity(text.len() + cuts.len() * SOFT.len_utf8());
    let mut added = Vec::with_capacity(cuts.len());
    let mut from = 0;
    for cut in &cuts {
        divided.push_str(&text[from..*cut]);
        added.push(divided.len());
        divided.push(SOFT);
        from = *cut;
    }
    divided.push_str(&text[from..]);
    let moved = |at: usize| at + cuts.iter().filter(|cut| **cut < at).count() * SOFT.len_utf8();
    let runs =
        runs.iter().map(|run| Run { range: moved(run.range.start)..moved(run.range.end), ..run.clone() }).collect();
    Some(Divided { text: divided, runs, added })
}

/// The syllables of each stretch of letters in a word. Addresses and identifiers have none.
fn add_cuts(word: &str, start: usize, language: Lang, cuts: &mut Vec<usize>) {
    if word.contains(['/', '@', '\\', '_', SOFT]) || word.contains(|letter: char| letter.is_ascii_digit()) {
        return;
    }
    let mut from = 0;
    for part in word.split_inclusive(|letter: char| !letter.is_alphabetic()) {
        let letters = part.trim_end_matches(|letter: char| !letter.is_alphabetic());
        let mut at = start + from;
        let syllables: Vec<&str> = hyphenate(letters, language).collect();
        let mut left = letters.chars().count();
        for syllable in syllables.split_last().map_or(&[][..], |(_, before)| before) {
            at += syllable.len();
            left -= syllable.chars().count();
            if left >= FEWEST {
                cuts.push(at);
            }
        }
        from += part.len();
    }
}

fn is_code(runs: &[Run], at: usize) -> bool {
    let style = |style: RunStyle| style.code;
    runs.iter().any(|run| run.range.contains(&at) && style(run.style))
}

fn next(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(0, char::len_utf8)
}
