//! Finds the sentences of a source that the texts of a slide come from.
//!
//! Works on finished slides, so it serves the built-in author, models, and slides that somebody arranged alike. A text
//! without a sentence that has most of its words has no source.

use std::collections::{HashMap, HashSet};

use deck::{Content, Registry};
use serde_json::Value;

use crate::builtin::{Language, is_option_key, language_of, sentences, stem, words};
use crate::slide_types::is_frame;
use crate::{DeckSource, SlideDraft};

/// Maximum number of sources of one slide.
const MAX_SOURCES: usize = 6;
/// Maximum length of a source, in characters.
const MAX_SENTENCE: usize = 300;
/// Maximum number of sentences that are compared with one text.
const MAX_COMPARED: usize = 400;

/// A sentence of a source, with its page and section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceSentence {
    /// The page of the document, from 1; 0 for sources without pages.
    pub page: usize,
    /// The heading above it; empty where there is none.
    pub section: String,
    /// The sentence, list entry or row of a table.
    pub text: String,
}

/// The sentences of a source, ready to be searched.
#[derive(Debug)]
pub struct SourceIndex {
    language: &'static Language,
    sentences: Vec<IndexedSentence>,
    /// The sentences that have a word, by its stem.
    by_word: HashMap<String, Vec<usize>>,
}

#[derive(Debug)]
struct IndexedSentence {
    source: SourceSentence,
    /// The meaningful words of the sentence.
    words: HashSet<String>,
}

impl SourceIndex {
    /// Splits a source into sentences.
    pub fn new(source: &DeckSource) -> Self {
        let tag = source.language.clone().unwrap_or_else(|| crate::detected_language(&source.text));
        let mut index = Self { language: language_of(&tag), sentences: Vec::new(), by_word: HashMap::new() };
        let (mut section, mut paragraph, mut page) = (String::new(), String::new(), 0);
        let (mut at, mut next_page) = (0, 0);
        for line in source.text.split_inclusive('\n') {
            let text = line.trim();
            let is_new_page = source.pages.get(next_page).is_some_and(|(start, _)| *start <= at);
            let is_block = text.is_empty() || text.starts_with(['#', '|', '-', '*', '>', '!']) || is_numbered(text);
            if is_block || is_new_page {
                index.add_paragraph(&std::mem::take(&mut paragraph), &section, page);
            }
            while let Some((_, number)) = source.pages.get(next_page).filter(|(start, _)| *start <= at) {
                page = *number;
                next_page += 1;
            }
            at += line.len();
            if let Some(heading) = text.strip_prefix('#') {
                section = plain(heading.trim_start_matches('#'));
            } else if text.starts_with('|') {
                index.add_sentence(
                    &text.split('|').map(plain).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" · "),
                    &section,
                    page,
                );
            } else if !text.starts_with("![") {
                paragraph.push_str(text.trim_start_matches(['-', '*', '>', ' ']));
                paragraph.push(' ');
            }
        }
        index.add_paragraph(&paragraph, &section, page);
        index
    }

    /// Adds the sentences of a paragraph.
    fn add_paragraph(&mut self, paragraph: &str, section: &str, page: usize) {
        for sentence in sentences(&plain(paragraph), self.language) {
            self.add_sentence(&sentence, section, page);
        }
    }

    /// Adds a sentence, unless all of its words are stop words.
    fn add_sentence(&mut self, text: &str, section: &str, page: usize) {
        let words = self.meaningful_words(text);
        if words.is_empty() {
            return;
        }
        for word in &words {
            self.by_word.entry(word.clone()).or_default().push(self.sentences.len());
        }
        let source =
            SourceSentence { page, section: section.to_owned(), text: deck::shortened(text.trim(), MAX_SENTENCE) };
        self.sentences.push(IndexedSentence { source, words });
    }

    /// The stems of the words that are not stop words; figures are not cut to a stem.
    fn meaningful_words(&self, text: &str) -> HashSet<String> {
        words(text)
            .map(str::to_lowercase)
            .filter(|word| !self.language.is_stop_word(word))
            .map(|word| if word.starts_with(|c: char| c.is_ascii_digit()) { word } else { stem(&word) })
            .collect()
    }

    /// The sources of a slide, in the order of the source.
    pub fn sources_of(&self, registry: &Registry, slide: &SlideDraft) -> Vec<SourceSentence> {
        if is_frame(registry, &slide.key) {
            return Vec::new();
        }
        let texts = texts_of(&slide.content);
        self.sources(texts.iter().map(String::as_str))
    }

    /// The sources of some texts, in the order of the source.
    pub fn sources<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Vec<SourceSentence> {
        let mut found: Vec<usize> = Vec::new();
        for text in texts.flat_map(str::lines) {
            if let Some(at) = self.source_of(text, &found)
                && !found.contains(&at)
                && found.len() < MAX_SOURCES
            {
                found.push(at);
            }
        }
        found.sort_unstable();
        found.into_iter().map(|at| self.sentences[at].source.clone()).collect()
    }

    /// The index of the sentence that has most of the words of a text, and all of its figures. A sentence in `found` is
    /// preferred. `None` when no sentence has 60% of the words.
    fn source_of(&self, text: &str, found: &[usize]) -> Option<usize> {
        let words = self.meaningful_words(text);
        let figures: Vec<&String> = words.iter().filter(|word| word.contains(|c: char| c.is_ascii_digit())).collect();
        if words.len() < 2 && figures.is_empty() {
            return None;
        }
        // The rarest words occur in the fewest sentences, so these are compared first.
        let mut lists: Vec<&Vec<usize>> = words.iter().filter_map(|word| self.by_word.get(word)).collect();
        lists.sort_by_key(|list| (list.len(), list.first().copied()));
        let mut seen = HashSet::new();
        let candidates = lists.into_iter().flatten().copied().filter(|at| seen.insert(*at)).take(MAX_COMPARED);
        let best = candidates
            .filter(|at| figures.iter().all(|figure| self.sentences[*at].words.contains(*figure)))
            .map(|at| (words.iter().filter(|word| self.sentences[at].words.contains(*word)).count(), at))
            .max_by_key(|(shared, at)| (*shared, found.contains(at), std::cmp::Reverse(*at)))?;
        (best.0 * 10 >= words.len() * 6).then_some(best.1)
    }

    /// The sources of a slide as lines of its notes, in the language of the source: `Source, page 4: “…”`. The figures
    /// in `unknown`, which the source does not have, get a line of their own.
    pub fn notes_of(&self, sources: &[SourceSentence], unknown: &[&str]) -> Vec<String> {
        let wording = &self.language.table.wording;
        let line = |source: &SourceSentence| {
            let location = match (source.page, source.section.as_str()) {
                (0, "") => String::new(),
                (0, section) => format!(", {section}"),
                (page, _) => format!(", {} {page}", wording.page),
            };
            format!("{}{location}: “{}”", wording.source, source.text)
        };
        let unknown = (!unknown.is_empty()).then(|| format!("{}: {}", wording.not_in_source, unknown.join(", ")));
        sources.iter().map(line).chain(unknown).collect()
    }
}

/// A text without the signs of Markdown.
fn plain(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut characters = text.trim().chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => result.extend(characters.next()),
            '*' | '`' => {}
            c => result.push(c),
        }
    }
    result.trim().to_owned()
}

/// Whether a line is an entry of a numbered list.
fn is_numbered(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && line.len() - rest.len() <= 3 && rest.starts_with(". ")
}

/// The texts of a slide, without options and addresses.
fn texts_of(content: &Content) -> Vec<String> {
    fn collect(value: &Value, texts: &mut Vec<String>) {
        match value {
            Value::String(text) if text.starts_with("https://") || text.starts_with('/') || text.starts_with('#') => {}
            Value::String(text) => texts.push(text.clone()),
            Value::Array(entries) => entries.iter().for_each(|entry| collect(entry, texts)),
            // The value, unit and label of a figure, and the cells of a row, are one text.
            Value::Object(fields) => {
                let mut parts = Vec::new();
                fields.iter().filter(|(key, _)| !is_option_key(key)).for_each(|(_, field)| collect(field, &mut parts));
                texts.push(parts.join(" "));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut texts = Vec::new();
    content.iter().filter(|(key, _)| !is_option_key(key)).for_each(|(_, value)| collect(value, &mut texts));
    texts
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn source() -> DeckSource {
        let text = "## Harbour\n\nThe harbour turned away 120 ships in 2024. Pilots were missing.\n\n\
            ## Plan\n\nA second quay takes ten ships at once, says Anna Bell.\n\n| Part | Million |\n| --- | --- |\n| Wall | 21 |\n";
        DeckSource { pages: vec![(0, 3), (text.find("## Plan").expect("a plan"), 4)], ..DeckSource::new(text) }
    }

    fn check(content: &Value) -> Vec<String> {
        let index = SourceIndex::new(&source());
        let content = content.as_object().expect("an object").clone();
        let slide = SlideDraft { key: "content-slide".to_owned(), content, notes: String::new() };
        index.notes_of(&index.sources_of(Registry::core(), &slide), &[])
    }

    #[test]
    fn each_text_has_the_sentence_that_it_comes_from() {
        assert_eq!(
            check(
                &json!({ "title": "A second quay takes ten ships", "metrics": [{ "value": "120", "label": "Ships" }] })
            ),
            [
                "Source, page 3: “The harbour turned away 120 ships in 2024.”",
                "Source, page 4: “A second quay takes ten ships at once, says Anna Bell.”"
            ]
        );
        assert_eq!(check(&json!({ "rows": [{ "c1": "Wall", "c2": "21" }] })), ["Source, page 4: “Wall · 21”"]);
    }

    #[test]
    fn what_the_source_does_not_say_has_no_source() {
        assert_eq!(
            check(&json!({ "title": "The harbour turned away 130 ships", "body": "Nobody knows why." })),
            [""; 0]
        );
    }
}
