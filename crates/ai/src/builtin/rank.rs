//! Weighs sentences by importance.
//!
//! A sentence's weight depends on how frequent its words are in the source, on its position and length, and on figures,
//! names and cue words in it. The same source always gives the same weights.

use std::collections::HashMap;

use super::headline::candidate_phrases;
use super::language::Language;
use super::text::{stem, word_count, words};

/// How often content words and phrases occur in a source.
#[derive(Debug, Default)]
pub(crate) struct TermFrequencies {
    /// Counts by word stem.
    counts: HashMap<String, f32>,
    /// Counts of phrases of one to three words, in lower case.
    phrases: HashMap<String, u32>,
    /// The highest count of a word.
    highest: f32,
}

impl TermFrequencies {
    /// Counts the words and phrases of a text. Each word counts `factor` times; headings have a higher factor.
    pub(crate) fn add(&mut self, text: &str, factor: f32, language: &Language) {
        for phrase in candidate_phrases(text, language) {
            *self.phrases.entry(phrase.to_lowercase()).or_default() += 1;
        }
        for word in words(text) {
            let lower = word.to_lowercase();
            if lower.chars().count() > 2
                && !language.is_stop_word(&lower)
                && !lower.starts_with(|c: char| c.is_ascii_digit())
            {
                let count = self.counts.entry(stem(&lower)).or_default();
                *count += factor;
                self.highest = self.highest.max(*count);
            }
        }
    }

    /// How often a phrase in lower case occurs.
    pub(crate) fn phrase_count(&self, phrase: &str) -> u32 {
        self.phrases.get(phrase).copied().unwrap_or_default()
    }

    /// Score of a phrase: 0 for a phrase that occurs once, higher for longer and more frequent phrases.
    pub(crate) fn phrase_score(&self, phrase: &str, language: &Language) -> f32 {
        let count = self.phrase_count(&phrase.to_lowercase());
        let size = phrase.split(' ').count();
        // A single word counts only when it is a noun. Only German nouns can be recognised: by their capital.
        let is_noun = phrase.starts_with(char::is_uppercase) || language.table.tag != "de";
        if count < 2 || (size == 1 && (count < 3 || phrase.chars().count() < 5 || !is_noun)) {
            return 0.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "counts of phrases")]
        let frequency = (count as f32).sqrt();
        let share: f32 =
            words(phrase).map(|word| self.relative_frequency(word)).sum::<f32>() / if size == 3 { 2.5 } else { 2.0 };
        frequency * [0.0, 0.45, 1.0, 1.1][size.min(3)] + share
    }

    /// Frequency of a word relative to the most frequent one, from 0 to 1.
    pub(crate) fn relative_frequency(&self, word: &str) -> f32 {
        let count = self.counts.get(&stem(word)).copied().unwrap_or_default();
        if self.highest > 0.0 { (count / self.highest).sqrt() } else { 0.0 }
    }

    /// Weight of a sentence; `index` is its position in its paragraph.
    pub(crate) fn weight(&self, sentence: &str, index: usize, language: &Language) -> f32 {
        let (mut sum, mut count, mut cues, mut figures, mut names) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
        for (at, word) in words(sentence).enumerate() {
            let lower = word.to_lowercase();
            // In German all nouns have a capital.
            if at > 0 && word.starts_with(char::is_uppercase) && language.table.tag != "de" {
                names += 1.0;
            }
            if lower.starts_with(|c: char| c.is_ascii_digit()) {
                figures += 1.0;
            } else if !language.is_stop_word(&lower) {
                sum += self.relative_frequency(&lower);
                count += 1.0;
            }
            if language.is_cue_word(&lower) {
                cues += 1.0;
            }
        }
        let density = if count > 0.0 { sum / count.max(4.0) } else { 0.0 };
        let position = match index {
            0 => 0.35,
            1 => 0.12,
            _ => 0.0,
        };
        let length = match word_count(sentence) {
            0..=3 => -0.5,
            4..=6 => -0.05,
            7..=24 => 0.1,
            25..=35 => -0.1,
            _ => -0.35,
        };
        let back_reference = if language.refers_back(sentence) { -0.25 } else { 0.0 };
        let question = if sentence.ends_with('?') { -0.1 } else { 0.0 };
        let announcement = if speaks_of_document(sentence) { -0.5 } else { 0.0 };
        density
            + announcement
            + position
            + length
            + back_reference
            + question
            + (cues * 0.12).min(0.36)
            + (figures * 0.2).min(0.4)
            + (names * 0.08).min(0.24)
    }

    /// Weight of each sentence of a paragraph.
    pub(crate) fn weights(&self, sentences: &[String], language: &Language) -> Vec<f32> {
        sentences.iter().enumerate().map(|(index, sentence)| self.weight(sentence, index, language)).collect()
    }
}

/// Whether a sentence begins with the document itself: "In this chapter we look at gates", "Dieser Artikel ist ein
/// Auszug". Such a sentence announces the content of other sentences.
fn speaks_of_document(sentence: &str) -> bool {
    const IN: &str = "in dans en im";
    const THIS: &str = "this dit deze diesem dieser dieses ce cet cette este esta";
    const DOCUMENTS: &str = "article chapter section paper post guide report document tutorial book manual page \
        artikel hoofdstuk paragraaf rapport handleiding gids boek pagina kapitel abschnitt beitrag bericht dokument \
        handbuch buch seite chapitre guide manuel livre artículo capítulo sección documento guía informe manual libro \
        página";
    let is_among = |list: &str, word: &str| list.split_whitespace().any(|known| known == word);
    let start: Vec<String> = words(sentence).take(3).map(str::to_lowercase).collect();
    let after = match start.as_slice() {
        [first, rest @ ..] if is_among(IN, first) => rest,
        all => all,
    };
    matches!(after, [this, document, ..] if is_among(THIS, this) && is_among(DOCUMENTS, document))
}

/// Indexes sorted by descending weight; equal weights keep their order.
pub(crate) fn heaviest_first(weights: &[f32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
    order
}

#[cfg(test)]
mod tests {
    use super::super::language::of;
    use super::*;

    #[test]
    fn a_sentence_that_announces_others_weighs_less() {
        assert!(speaks_of_document("In diesem Artikel wollen wir einen Überblick geben."));
        assert!(speaks_of_document("This chapter describes the gates."));
        assert!(!speaks_of_document("In this harbour ten ships wait."));
        assert!(!speaks_of_document("The chapter of Lund has ten members."));
    }

    #[test]
    fn a_sentence_with_frequent_words_outweighs_an_aside() {
        let english = of("en");
        let mut terms = TermFrequencies::default();
        let on_subject = "The new quay takes ten ships and costs forty million.";
        let aside = "It was raining that day.";
        terms.add(&format!("The quay is full. Ships wait for the quay. {on_subject} {aside}"), 1.0, english);
        assert!(terms.weight(on_subject, 1, english) > terms.weight(aside, 1, english) + 0.3);
    }
}
