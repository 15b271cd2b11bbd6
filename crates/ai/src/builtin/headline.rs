//! Headlines made from words of the source.
//!
//! A headline is a short sentence, a clause that stands alone, or a key phrase. A sentence is never cut in the middle.

use super::language::Language;
use super::rank::{TermFrequencies, heaviest_first};
use super::text::{
    capitalised, first_word, is_balanced, length, slide_sentence, without_final_mark, word_count, words,
};

/// Most code points of a headline. A heading of the source may be longer.
pub(crate) const MAX_HEADLINE: usize = 64;

/// A headline for a slide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Headline {
    pub(crate) text: String,
    /// Index of the sentence that is the headline, so the slide need not repeat it.
    pub(crate) sentence: Option<usize>,
}

/// A headline for a paragraph: one of its first two sentences, else a heavy sentence, else a clause, else a key phrase.
pub(crate) fn headline(sentences: &[String], terms: &TermFrequencies, language: &Language) -> Option<Headline> {
    let is_headline = |at: &usize| can_be_headline(&sentences[*at], language);
    let whole = |at: usize| Headline { text: as_headline(&sentences[at], language), sentence: Some(at) };
    if let Some(at) = (0..sentences.len().min(2)).find(is_headline) {
        return Some(whole(at));
    }
    let order = heaviest_first(&terms.weights(sentences, language));
    if let Some(at) = order.iter().copied().take(3).find(is_headline) {
        return Some(whole(at));
    }
    let clause = order.iter().take(3).find_map(|at| standalone_clause(&sentences[*at], language));
    let text = clause.or_else(|| key_phrase(&sentences.join(". "), terms, language))?;
    Some(Headline { text, sentence: None })
}

/// Whether a sentence is short and clear enough to be a headline.
pub(crate) fn can_be_headline(sentence: &str, language: &Language) -> bool {
    let text = as_headline(sentence, language);
    let first = first_word(&text);
    (2..=11).contains(&word_count(&text))
        && length(&text) <= MAX_HEADLINE
        && length(&text) >= 8
        && is_balanced(&text)
        && !text.ends_with(['!', '”', '"', '»'])
        && !text.contains([':', ';', '“', '„', '«', '"'])
        && !language.is_back_reference(&first)
        && !language.is_clause_opener(&first)
}

/// A sentence as a headline.
fn as_headline(sentence: &str, language: &Language) -> String {
    let text = slide_sentence(sentence, language);
    without_final_mark(&text).to_owned()
}

/// The first clause of a sentence, if it stands alone, unlike "In the first year".
fn standalone_clause(sentence: &str, language: &Language) -> Option<String> {
    let sentence = slide_sentence(sentence, language);
    let sentence = without_final_mark(&sentence);
    let parts: Vec<&str> =
        sentence.split([',', ';', '–', '—']).flat_map(|part| part.split(": ")).map(str::trim).collect();
    if parts.len() < 2 || sentence.contains("://") || sentence.contains(['"', '“', '„', '«']) {
        return None;
    }
    let starts_main_clause = |part: &str| {
        let first = first_word(part);
        !language.is_back_reference(&first)
            && !language.is_clause_opener(&first)
            && !language.is_optional_clause_opener(&first)
    };
    // An enumeration ("ropes, lamps, charts") contains no clause.
    let is_enumeration = parts.len() > 3 && parts.iter().filter(|part| word_count(part) < 4).count() > 1;
    let is_headline = |part: &&&str| {
        word_count(part) >= 4
            && length(part) <= MAX_HEADLINE
            && starts_main_clause(part)
            && is_balanced(part)
            && !ends_incomplete(part, language)
    };
    if is_enumeration { None } else { parts.iter().take(1).find(is_headline).map(|part| capitalised(part)) }
}

/// Whether a phrase ends with a word that needs a continuation, such as "of".
pub(crate) fn ends_incomplete(text: &str, language: &Language) -> bool {
    words(text).last().is_some_and(|word| {
        let word = word.to_lowercase();
        language.is_stop_word(&word) || language.is_clause_opener(&word)
    })
}

/// The subject of a text in one to three words: the phrase that is most frequent in the source. `None` when no phrase
/// occurs more than once.
pub(crate) fn key_phrase(text: &str, terms: &TermFrequencies, language: &Language) -> Option<String> {
    let mut best: Option<(f32, String)> = None;
    for phrase in candidate_phrases(text, language) {
        let score = terms.phrase_score(&phrase, language);
        if score > 0.0 && length(&phrase) <= MAX_HEADLINE && best.as_ref().is_none_or(|(most, _)| score > *most + 1e-6)
        {
            best = Some((score, phrase));
        }
    }
    best.map(|(_, phrase)| capitalised(&phrase))
}

/// Numbers in words, which never name a subject.
const NUMBER_WORDS: &[&str] = &[
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "first",
    "second",
    "third",
    "twee",
    "drie",
    "vier",
    "vijf",
    "zes",
    "zeven",
    "acht",
    "negen",
    "tien",
    "eerste",
    "tweede",
    "derde",
    "zwei",
    "drei",
    "fünf",
    "sechs",
    "sieben",
    "neun",
    "zehn",
    "erste",
    "ersten",
    "zweite",
    "zweiten",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "sept",
    "huit",
    "neuf",
    "dix",
    "premier",
    "première",
    "deuxième",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "primer",
    "primera",
    "segundo",
    "segunda",
];

/// All phrases of one to three words that begin and end with a meaningful word.
pub(crate) fn candidate_phrases<'a>(text: &'a str, language: &'a Language) -> impl Iterator<Item = String> + 'a {
    let segments =
        text.split(['.', ',', ';', ':', '!', '?', '(', ')', '"', '“', '”', '„', '«', '»', '–', '—', '\n', '/', '|']);
    segments.flat_map(move |segment| {
        let segment_words: Vec<&str> =
            segment.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
        let is_meaningful = |word: &str| {
            let lower = word.to_lowercase();
            length(word) > 2
                && !NUMBER_WORDS.contains(&lower.as_str())
                && !language.is_stop_word(&lower)
                && !word.contains(|c: char| c.is_ascii_digit())
        };
        let mut found = Vec::new();
        for start in 0..segment_words.len() {
            for size in 1..=3.min(segment_words.len() - start) {
                let (first, last) = (segment_words[start], segment_words[start + size - 1]);
                let can_join = |word: &str| is_meaningful(word) || language.is_phrase_joiner(&word.to_lowercase());
                if is_meaningful(first) && is_meaningful(last) && (size < 3 || can_join(segment_words[start + 1])) {
                    found.push(segment_words[start..start + size].join(" "));
                }
            }
        }
        found
    })
}

/// A heading of the source as it is written on a slide: without number, final colon and all-capitals spelling.
pub(crate) fn cleaned_heading(heading: &str) -> String {
    let text = heading.trim().trim_matches(['*', '_', '#', '=', '-', ' ']).trim();
    let unnumbered = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | '§'));
    let is_numbered = unnumbered.len() < text.len()
        && unnumbered.starts_with(' ')
        && text.split(' ').next().is_some_and(|number| number.contains(['.', ')']) || number.len() < 3)
        && unnumbered.trim_start().starts_with(|c: char| c.is_uppercase() || !c.is_alphabetic());
    let text = if is_numbered { unnumbered.trim_start_matches(['.', ')', ' ']) } else { text };
    let text = text.trim_end_matches([':', ' ', '.', '-', '–']);
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let is_all_capitals = letters > 5 && text.contains(' ') && !text.chars().any(char::is_lowercase);
    let text =
        if is_all_capitals { text.to_lowercase() } else { text.split_whitespace().collect::<Vec<_>>().join(" ") };
    capitalised(&text)
}

#[cfg(test)]
mod tests {
    use super::super::language::of;
    use super::super::text::sentences;
    use super::*;

    fn check(text: &str) -> String {
        let english = of("en");
        let mut terms = TermFrequencies::default();
        terms.add(text, 1.0, english);
        headline(&sentences(text, english), &terms, english).map_or_else(|| "none".to_owned(), |found| found.text)
    }

    #[test]
    fn a_short_first_sentence_is_the_headline() {
        assert_eq!(
            check("The harbour is full. Traffic grew by a third and ships wait two days for a berth."),
            "The harbour is full"
        );
    }

    #[test]
    fn a_clause_that_stands_alone_can_be_the_headline() {
        assert_eq!(
            check(
                "The survey found leaks in every district, although the pipes in the north had been renewed only ten years ago."
            ),
            "The survey found leaks in every district"
        );
    }

    #[test]
    fn a_key_phrase_is_the_headline_when_there_is_no_clause() {
        assert_eq!(
            check(
                "It turned out that the pumping station near the old harbour had been running without any of the maintenance that a pumping station needs."
            ),
            "Pumping station"
        );
    }

    #[test]
    fn headings_lose_numbers_colons_and_all_capitals() {
        for (heading, text) in [
            ("2.3 Results so far:", "Results so far"),
            ("1) Scope", "Scope"),
            ("NEXT STEPS", "Next steps"),
            ("2024 in review", "2024 in review"),
            ("NASA", "NASA"),
        ] {
            assert_eq!(cleaned_heading(heading), text);
        }
    }
}
