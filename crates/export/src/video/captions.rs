//! Captions from the speaker notes: their sentences, distributed over the time of each page, in at most two short
//! lines.

use std::fmt::Write as _;

use scene::Document;

use super::timeline::{PageTime, Timeline};
use super::words::is_wide;

/// Maximum number of columns of a line. A wide character, as in Chinese, takes two.
const COLUMNS: usize = 42;
/// Maximum number of lines of a caption.
const LINES: usize = 2;
/// Maximum number of columns of a sentence that shares its caption with the next sentence.
const SHORT: usize = 20;

/// A caption with its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cue {
    /// Milliseconds from the start of the video.
    pub start: u64,
    /// Milliseconds from the start of the video, after `start`.
    pub end: u64,
    /// The lines, one or two.
    pub lines: Vec<String>,
}

impl Cue {
    /// Its lines as one text.
    pub(super) fn text(&self) -> String {
        self.lines.join("\n")
    }
}

/// The notes of the pages as captions, in the order of their times. A page without notes has no captions. A page that
/// is shown several times has them only while it is shown longest.
pub fn cues(document: &Document, timeline: &Timeline) -> Vec<Cue> {
    let pages = timeline.pages();
    let mut longest: Vec<Option<PageTime>> = vec![None; document.pages.len()];
    for time in &pages {
        let longest_yet = &mut longest[time.page];
        if longest_yet.is_none_or(|known| known.end - known.start < time.end - time.start) {
            *longest_yet = Some(*time);
        }
    }
    let is_longest = |time: &&PageTime| longest[time.page] == Some(**time);
    pages.iter().filter(is_longest).flat_map(|time| cues_of(&document.pages[time.page].notes, *time)).collect()
}

/// Captions as a WebVTT file.
pub fn webvtt(cues: &[Cue]) -> String {
    let mut out = String::from("WEBVTT\n");
    for cue in cues {
        let text = cue.text().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = write!(out, "\n{} --> {}\n{text}\n", timestamp(cue.start), timestamp(cue.end));
    }
    out
}

/// A time in the notation of WebVTT.
fn timestamp(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    format!("{:02}:{:02}:{:02}.{:03}", seconds / 3600, seconds / 60 % 60, seconds % 60, milliseconds % 1000)
}

/// The captions of one page. The duration of each is in proportion to the length of its text.
fn cues_of(notes: &str, time: PageTime) -> Vec<Cue> {
    let texts: Vec<Vec<String>> = sentences(notes).iter().flat_map(|sentence| captions_of_sentence(sentence)).collect();
    let length = |lines: &Vec<String>| lines.iter().map(|line| columns(line)).sum::<usize>() as u64;
    let total = texts.iter().map(length).sum::<u64>().max(1);
    let mut spoken = 0;
    let time_after = |spoken: u64| time.start + (time.end - time.start) * spoken / total;
    let mut cues = Vec::new();
    for lines in texts {
        let start = time_after(spoken);
        spoken += length(&lines);
        if time_after(spoken) > start {
            cues.push(Cue { start, end: time_after(spoken), lines });
        }
    }
    cues
}

/// The sentences of notes. Very short sentences are joined with the next.
fn sentences(notes: &str) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    for line in notes.lines() {
        let mut is_same_line = false;
        for sentence in split_sentences(line) {
            match sentences.last_mut() {
                Some(last) if is_same_line && columns(last) <= SHORT => {
                    last.push(' ');
                    last.push_str(&sentence);
                }
                _ => sentences.push(sentence),
            }
            is_same_line = true;
        }
    }
    sentences
}

/// Splits a line into sentences.
fn split_sentences(line: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut remaining = line.trim();
    while !remaining.is_empty() {
        let end = end_of_sentence(remaining).unwrap_or(remaining.len());
        let (sentence, after) = remaining.split_at(end);
        sentences.push(sentence.split_whitespace().collect::<Vec<_>>().join(" "));
        remaining = after.trim_start();
    }
    sentences
}

/// The index after the first sentence of a text, or `None` if the whole text is one sentence.
fn end_of_sentence(text: &str) -> Option<usize> {
    const CLOSING: [char; 6] = ['"', '\'', ')', '\u{201d}', '\u{2019}', '\u{bb}'];
    let mut has_end_sign = false;
    for (at, sign) in text.char_indices() {
        match sign {
            '.' | '!' | '?' | '\u{2026}' | '\u{61f}' => has_end_sign = true,
            '\u{3002}' | '\u{ff01}' | '\u{ff1f}' => return Some(at + sign.len_utf8()),
            _ if has_end_sign && sign.is_whitespace() => return Some(at),
            _ if CLOSING.contains(&sign) => {}
            _ => has_end_sign = false,
        }
    }
    None
}

/// Divides a sentence into captions of one or two lines of similar length.
fn captions_of_sentence(sentence: &str) -> Vec<Vec<String>> {
    let count = break_into_lines(sentence, COLUMNS).len();
    let narrowest = (1..=COLUMNS).find(|width| break_into_lines(sentence, *width).len() == count).unwrap_or(COLUMNS);
    break_into_lines(sentence, narrowest).chunks(LINES).map(<[String]>::to_vec).collect()
}

/// A text broken into lines of at most `width` columns. A wider word is divided.
fn break_into_lines(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => {
                lines.push(String::new());
                for sign in word.chars() {
                    let line = lines.last_mut().expect("a line was added");
                    let mut encoded = [0; 4];
                    let sign = sign.encode_utf8(&mut encoded);
                    if columns(line) + columns(sign) > width && !line.is_empty() {
                        lines.push(sign.to_owned());
                    } else {
                        line.push_str(sign);
                    }
                }
            }
        }
    }
    lines
}

/// The number of columns of a text.
fn columns(text: &str) -> usize {
    text.chars().map(|sign| if is_wide(sign) { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vtt(notes: &str, start: u64, end: u64) -> String {
        webvtt(&cues_of(notes, PageTime { page: 0, start, end }))
    }

    #[test]
    fn sentences_share_the_time_of_their_page_by_their_length() {
        let notes = "The quay has been full since 2021. Ask: who waited last week & why?\n\nBoth locks are due.";
        insta::assert_snapshot!(vtt(notes, 3_600_000, 3_610_000), @r"
        WEBVTT

        01:00:00.000 --> 01:00:04.000
        The quay has been full since 2021.

        01:00:04.000 --> 01:00:07.764
        Ask: who waited last week &amp; why?

        01:00:07.764 --> 01:00:10.000
        Both locks are due.
        ");
    }

    #[test]
    fn a_long_sentence_has_lines_of_about_the_same_length() {
        let notes = "Pause. When the last lock was built in 1932 nobody thought of ships of this size, and yet it \
                     worked for nearly ninety years without a single day of closure.";
        insta::assert_snapshot!(vtt(notes, 0, 15_000), @r"
        WEBVTT

        00:00:00.000 --> 00:00:07.254
        Pause. When the last lock was built in
        1932 nobody thought of ships of this

        00:00:07.254 --> 00:00:15.000
        size, and yet it worked for nearly ninety
        years without a single day of closure.
        ");
    }

    #[test]
    fn notes_without_words_have_no_captions() {
        assert_eq!(vtt(" \n\n ", 0, 1000), "WEBVTT\n");
    }

    proptest! {
        #[test]
        fn captions_fit_and_follow_one_another(notes in "[a-zé.!? \\n\u{6e2f}<&-]{0,400}", length in 1u64..20_000) {
            let cues = cues_of(&notes, PageTime { page: 0, start: 500, end: 500 + length });
            let mut previous_end = 500;
            for cue in &cues {
                prop_assert!(cue.start >= previous_end && cue.end > cue.start && cue.end <= 500 + length);
                prop_assert!((1..=LINES).contains(&cue.lines.len()));
                prop_assert!(cue.lines.iter().all(|line| !line.is_empty() && columns(line) <= COLUMNS));
                previous_end = cue.end;
            }
        }
    }
}
