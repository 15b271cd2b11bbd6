//! Hyphenates words that are longer than their line.

use deck::primary_language;
use hypher::{Lang, hyphenate};
use scene::Run;

/// Invisible inside a line, shown as a hyphen at its end.
pub(super) const SOFT_HYPHEN: char = '\u{AD}';

/// The minimum number of letters that may follow a hyphen.
const MIN_LETTERS_AFTER: usize = 3;

/// A text with soft hyphens inserted.
pub(super) struct Hyphenated {
    /// The text.
    pub(super) text: String,
    /// The runs, with ranges of the new text.
    pub(super) runs: Vec<Run>,
    /// Byte position of each soft hyphen in the new text.
    pub(super) added: Vec<usize>,
}

/// The text with soft hyphens in the words at the given byte positions. Returns `None` when no word can be hyphenated.
pub(super) fn hyphenated(text: &str, runs: &[Run], language: &str, positions: &[usize]) -> Option<Hyphenated> {
    let code: [u8; 2] = primary_language(language).as_bytes().try_into().ok()?;
    let language = Lang::from_iso(code.map(|byte| byte.to_ascii_lowercase()))?;
    let mut cuts: Vec<usize> = Vec::new();
    for position in positions {
        let start = text[..*position].rfind(char::is_whitespace).map_or(0, |at| after_character(text, at));
        let end = text[*position..].find(char::is_whitespace).map_or(text.len(), |at| position + at);
        if cuts.last().is_some_and(|last| *last >= start) || is_code(runs, start) {
            continue;
        }
        add_cuts(&text[start..end], start, language, &mut cuts);
    }
    if cuts.is_empty() {
        return None;
    }
    let mut hyphenated = String::with_capacity(text.len() + cuts.len() * SOFT_HYPHEN.len_utf8());
    let mut added = Vec::with_capacity(cuts.len());
    let mut from = 0;
    for cut in &cuts {
        hyphenated.push_str(&text[from..*cut]);
        added.push(hyphenated.len());
        hyphenated.push(SOFT_HYPHEN);
        from = *cut;
    }
    hyphenated.push_str(&text[from..]);
    let moved = |at: usize| at + cuts.iter().filter(|cut| **cut < at).count() * SOFT_HYPHEN.len_utf8();
    let runs =
        runs.iter().map(|run| Run { range: moved(run.range.start)..moved(run.range.end), ..run.clone() }).collect();
    Some(Hyphenated { text: hyphenated, runs, added })
}

/// Adds the positions between the syllables of a word. Addresses and identifiers are not hyphenated.
fn add_cuts(word: &str, start: usize, language: Lang, cuts: &mut Vec<usize>) {
    if word.contains(['/', '@', '\\', '_', SOFT_HYPHEN]) || word.contains(|letter: char| letter.is_ascii_digit()) {
        return;
    }
    let mut from = 0;
    for part in word.split_inclusive(|letter: char| !letter.is_alphabetic()) {
        let letters = part.trim_end_matches(|letter: char| !letter.is_alphabetic());
        let mut at = start + from;
        let syllables: Vec<&str> = hyphenate(letters, language).collect();
        let mut letters_after = letters.chars().count();
        for syllable in syllables.split_last().map_or(&[][..], |(_, before)| before) {
            at += syllable.len();
            letters_after -= syllable.chars().count();
            if letters_after >= MIN_LETTERS_AFTER {
                cuts.push(at);
            }
        }
        from += part.len();
    }
}

fn is_code(runs: &[Run], at: usize) -> bool {
    runs.iter().any(|run| run.range.contains(&at) && run.style.code)
}

/// The byte after the character at `at`.
fn after_character(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(0, char::len_utf8)
}
