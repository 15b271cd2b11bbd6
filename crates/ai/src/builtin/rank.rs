//! How much a sentence matters.
//!
//! Counts what the source speaks of most, and weighs each sentence by that, by its place, its length, its figures and
//! the words that announce something. The same source always gives the same weights.

use std::collections::HashMap;

use super::headline::phrases_of;
use super::language::Language;
use super::text::{first_word, stem, word_count, words};

/// What a source speaks of: its content words and how often they occur.
#[derive(Debug, Default)]
pub(crate) struct Subject {
    counts: HashMap<String, f32>,
    /// How often each phrase of one to three words occurs, in lower case.
    phrases: HashMap<String, u32>,
    highest: f32,
}

impl Subject {
    /// Takes in a text; words of headings count more often.
    pub(crate) fn take(&mut self, text: &str, times: f32, language: &Language) {
        for phrase in phrases_of(text, language) {
            *self.phrases.entry(phrase.to_lowercase()).or_default() += 1;
        }
        for word in words(text) {
            let lower = word.to_lowercase();
            if lower.chars().count() > 2
                && !language.is_stop(&lower)
                && !lower.starts_with(|c: char| c.is_ascii_digit())
            {
                let count = self.counts.entry(stem(&lower)).or_default();
                *count += times;
                self.highest = self.highest.max(*count);
            }
        }
    }

    /// How much a phrase recurs: nothing for one that occurs once, more for longer and more frequent ones.
    pub(crate) fn recurrence(&self, phrase: &str, language: &Language) -> f32 {
        let count = self.phrases.get(&phrase.to_lowercase()).copied().unwrap_or_default();
        let size = phrase.split(' ').count();
        // A single word says little unless it is a noun, which only German shows.
        let is_noun = phrase.starts_with(char::is_uppercase) || language.table.tag != "de";
        if count < 2 || (size == 1 && (count < 3 || phrase.chars().count() < 5 || !is_noun)) {
            return 0.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "counts of phrases")]
        let often = (count as f32).sqrt();
        let share: f32 = words(phrase).map(|word| self.share(word)).sum::<f32>() / if size == 3 { 2.5 } else { 2.0 };
        often * [0.0, 0.45, 1.0, 1.1][size.min(3)] + share
    }

    /// How much the source speaks of a word, from 0 to 1.
    pub(crate) fn share(&self, word: &str) -> f32 {
        let count = self.counts.get(&stem(word)).copied().unwrap_or_default();
        if self.highest > 0.0 { (count / self.highest).sqrt() } else { 0.0 }
    }

    /// The weight of a sentence at a place of its paragraph.
    pub(crate) fn weight(&self, sentence: &str, place: usize, language: &Language) -> f32 {
        let (mut sum, mut count, mut cues, mut figures) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
        for word in words(sentence) {
            let lower = word.to_lowercase();
            if lower.starts_with(|c: char| c.is_ascii_digit()) {
                figures += 1.0;
            } else if !language.is_stop(&lower) {
                sum += self.share(&lower);
                count += 1.0;
            }
            if language.is_cue(&lower) {
                cues += 1.0;
            }
        }
        let density = if count > 0.0 { sum / count.max(4.0) } else { 0.0 };
        let position = match place {
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
        let back = if language.points_back(&first_word(sentence)) { -0.25 } else { 0.0 };
        let question = if sentence.ends_with('?') { -0.1 } else { 0.0 };
        density + position + length + back + question + (cues * 0.12).min(0.36) + (figures * 0.1).min(0.2)
    }
}

#[cfg(test)]
mod tests {
    use super::super::language::of;
    use super::*;

    #[test]
    fn a_sentence_on_the_subject_outweighs_an_aside() {
        let english = of("en");
        let mut subject = Subject::default();
        let on = "The new quay takes ten ships and costs forty million.";
        let aside = "It was raining that day.";
        subject.take(&format!("The quay is full. Ships wait for the quay. {on} {aside}"), 1.0, english);
        assert!(subject.weight(on, 1, english) > subject.weight(aside, 1, english) + 0.3);
    }
}
