//! Headlines from the source's own words.
//!
//! A headline is a short sentence, a clause that stands alone, or a key phrase. It is never a sentence broken off in
//! the middle, and never made up.

use super::language::Language;
use super::rank::Subject;
use super::text::{capitalised, first_word, is_balanced, length, tightened, without_stop, word_count, words};

/// Most code points of a headline that is made here; a heading of the source may be longer.
pub(crate) const LONGEST: usize = 64;

/// A headline, and the sentence that it says whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Headline {
    pub(crate) text: String,
    /// The sentence it takes up completely, which then need not be repeated.
    pub(crate) sentence: Option<usize>,
}

/// A headline for some sentences, the weightiest first choice.
pub(crate) fn headline(sentences: &[String], subject: &Subject, language: &Language) -> Option<Headline> {
    let whole = sentences.iter().take(2).position(|sentence| stands_as_a_headline(sentence, language));
    if let Some(at) = whole {
        return Some(Headline { text: headed(&sentences[at], language), sentence: Some(at) });
    }
    let mut order: Vec<usize> = (0..sentences.len()).collect();
    let weights: Vec<f32> =
        sentences.iter().enumerate().map(|(at, sentence)| subject.weight(sentence, at, language)).collect();
    order.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]).then(a.cmp(b)));
    if let Some(&at) = order.iter().take(3).find(|at| stands_as_a_headline(&sentences[**at], language)) {
        return Some(Headline { text: headed(&sentences[at], language), sentence: Some(at) });
    }
    let clause = order.iter().take(3).find_map(|at| clause(&sentences[*at], language));
    let text = clause.or_else(|| key_phrase(&sentences.join(". "), subject, language))?;
    Some(Headline { text, sentence: None })
}

/// Whether a whole sentence is short and clear enough to head a slide.
pub(crate) fn stands_as_a_headline(sentence: &str, language: &Language) -> bool {
    let text = headed(sentence, language);
    let first = first_word(&text);
    (2..=11).contains(&word_count(&text))
        && length(&text) <= LONGEST
        && length(&text) >= 8
        && is_balanced(&text)
        && !text.ends_with(['!', '”', '"', '»'])
        && !text.contains([':', ';', '“', '„', '«', '"'])
        && !language.points_back(&first)
        && !language.opens_a_clause(&first)
}

fn headed(sentence: &str, language: &Language) -> String {
    let text = tightened(sentence, language);
    without_stop(&text).to_owned()
}

/// A clause of a sentence that stands alone: neither its front ("In the first year") nor its tail.
fn clause(sentence: &str, language: &Language) -> Option<String> {
    let sentence = tightened(sentence, language);
    let sentence = without_stop(&sentence);
    let parts: Vec<&str> =
        sentence.split([',', ';', '–', '—']).flat_map(|part| part.split(": ")).map(str::trim).collect();
    if parts.len() < 2 || sentence.contains("://") || sentence.contains(['"', '“', '„', '«']) {
        return None;
    }
    let starts_clause = |part: &str| {
        let first = first_word(part);
        !language.points_back(&first) && !language.opens_a_clause(&first) && !language.is_loose(&first)
    };
    // A row of things ("ropes, lamps, charts") has no clause in it.
    let is_row = parts.len() > 3 && parts.iter().filter(|part| word_count(part) < 4).count() > 1;
    let good = |part: &&&str| {
        word_count(part) >= 4
            && length(part) <= LONGEST
            && starts_clause(part)
            && is_balanced(part)
            && !ends_open(part, language)
    };
    if is_row { None } else { parts.iter().take(1).find(good).map(|part| capitalised(part)) }
}

/// Whether a phrase ends with a word that asks for more.
pub(crate) fn ends_open(text: &str, language: &Language) -> bool {
    words(text).last().is_some_and(|word| {
        let word = word.to_lowercase();
        language.is_stop(&word) || language.opens_a_clause(&word)
    })
}

/// What a text is about in a word or a few: a phrase that the source uses more than once, else such a word.
pub(crate) fn key_phrase(text: &str, subject: &Subject, language: &Language) -> Option<String> {
    let mut best: Option<(f32, String)> = None;
    for phrase in phrases_of(text, language) {
        let score = subject.recurrence(&phrase, language);
        if score > 0.0 && length(&phrase) <= LONGEST && best.as_ref().is_none_or(|(most, _)| score > *most + 1e-6) {
            best = Some((score, phrase));
        }
    }
    best.map(|(_, phrase)| capitalised(&phrase))
}

/// Numbers in words say nothing of a subject.
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

/// Every phrase of one to three words that begins and ends with a word of meaning.
pub(crate) fn phrases_of<'a>(text: &'a str, language: &'a Language) -> impl Iterator<Item = String> + 'a {
    let segments =
        text.split(['.', ',', ';', ':', '!', '?', '(', ')', '"', '“', '”', '„', '«', '»', '–', '—', '\n', '/', '|']);
    segments.flat_map(move |segment| {
        let all: Vec<&str> =
            segment.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
        let means = |word: &str| {
            let lower = word.to_lowercase();
            length(word) > 2
                && !NUMBER_WORDS.contains(&lower.as_str())
                && !language.is_stop(&lower)
                && !word.contains(|c: char| c.is_ascii_digit())
        };
        let mut found = Vec::new();
        for start in 0..all.len() {
            for size in 1..=3.min(all.len() - start) {
                let (first, last) = (all[start], all[start + size - 1]);
                let inner = size < 3 || means(all[start + 1]) || language.joins(&all[start + 1].to_lowercase());
                if means(first) && means(last) && inner {
                    found.push(all[start..start + size].join(" "));
                }
            }
        }
        found
    })
}

/// A heading as it stands on a slide: without its number, its colon or shouting.
pub(crate) fn cleaned(heading: &str) -> String {
    let text = heading.trim().trim_matches(['*', '_', '#', '=', '-', ' ']).trim();
    let unnumbered = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | '§'));
    let numbered = unnumbered.len() < text.len()
        && unnumbered.starts_with(' ')
        && text.split(' ').next().is_some_and(|number| number.contains(['.', ')']) || number.len() < 3)
        && unnumbered.trim_start().starts_with(|c: char| c.is_uppercase() || !c.is_alphabetic());
    let text = if numbered { unnumbered.trim_start_matches(['.', ')', ' ']) } else { text };
    let text = text.trim_end_matches([':', ' ', '.', '-', '–']);
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let shouts = letters > 5 && text.contains(' ') && !text.chars().any(char::is_lowercase);
    let text = if shouts { text.to_lowercase() } else { text.split_whitespace().collect::<Vec<_>>().join(" ") };
    capitalised(&text)
}

#[cfg(test)]
mod tests {
    use super::super::language::of;
    use super::super::text::sentences;
    use super::*;

    fn check(text: &str) -> String {
        let english = of("en");
        let mut subject = Subject::default();
        subject.take(text, 1.0, english);
        headline(&sentences(text, english), &subject, english).map_or_else(|| "none".to_owned(), |found| found.text)
    }

    #[test]
    fn a_short_first_sentence_is_the_headline() {
        assert_eq!(
            check("The harbour is full. Traffic grew by a third and ships wait two days for a berth."),
            "The harbour is full"
        );
    }

    #[test]
    fn a_clause_that_stands_alone_may_head_a_slide() {
        assert_eq!(
            check(
                "The survey found leaks in every district, although the pipes in the north had been renewed only ten years ago."
            ),
            "The survey found leaks in every district"
        );
    }

    #[test]
    fn a_key_phrase_heads_what_has_no_clause() {
        assert_eq!(
            check(
                "It turned out that the pumping station near the old harbour had been running without any of the maintenance that a pumping station needs."
            ),
            "Pumping station"
        );
    }

    #[test]
    fn headings_lose_numbers_colons_and_shouting() {
        for (heading, text) in [
            ("2.3 Results so far:", "Results so far"),
            ("1) Scope", "Scope"),
            ("NEXT STEPS", "Next steps"),
            ("2024 in review", "2024 in review"),
            ("NASA", "NASA"),
        ] {
            assert_eq!(cleaned(heading), text);
        }
    }
}
