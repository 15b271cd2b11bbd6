//! Headlines made from words of the source.
//!
//! A headline is a claim: a short sentence or a clause that stands alone. A sentence is never cut in the middle.

use std::collections::HashMap;

use super::language::Language;
use super::rank::TermFrequencies;
use super::text::{
    capitalised, comparison_key, first_word, is_balanced, is_spaceless_letter, length, slide_sentence, stem,
    without_final_mark, word_count, words,
};

/// Maximum length of a headline, in code points. A heading of the source may be longer.
pub(crate) const MAX_HEADLINE: usize = 64;

/// A headline for a slide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Headline {
    pub(crate) text: String,
    /// Index of the sentence that is the headline, so the slide need not repeat it.
    pub(crate) sentence: Option<usize>,
}

/// Minimum and maximum number of words of a claim.
const CLAIM_WORDS: std::ops::RangeInclusive<usize> = 4..=12;
/// Maximum length of a claim, in code points.
const MAX_CLAIM: usize = 84;

/// A headline for some sentences: the claim of the best sentence that has one. `None` when no sentence makes a claim.
/// Words of `topic`, the heading above the sentences, count for a sentence.
pub(crate) fn headline(
    sentences: &[String],
    topic: &str,
    terms: &TermFrequencies,
    language: &Language,
) -> Option<Headline> {
    let topic: Vec<String> = words(topic)
        .map(str::to_lowercase)
        .filter(|word| !language.is_stop_word(word))
        .map(|word| stem(&word))
        .collect();
    let mut best: Option<(f32, Headline)> = None;
    for (at, sentence) in sentences.iter().enumerate().take(60) {
        let Some(text) = claim(sentence, language) else { continue };
        let is_whole = comparison_key(&text) == comparison_key(&slide_sentence(sentence, language));
        let is_about = words(&text).any(|word| topic.contains(&stem(word)));
        let weight = terms.weight(&text, at, language)
            + if is_about { 0.3 } else { 0.0 }
            + if is_whole { 0.25 } else { 0.0 }
            + if at == 0 { 0.15 } else { 0.0 }
            - if refers_elsewhere(&text) || continues(&text) { 0.6 } else { 0.0 };
        if best.as_ref().is_none_or(|(highest, _)| weight > *highest + 1e-6) {
            let replaces_sentence = is_whole || sentences.len() > 3 && has_most_words(&text, sentence);
            best = Some((weight, Headline { text, sentence: replaces_sentence.then_some(at) }));
        }
    }
    best.map(|(_, found)| found)
}

/// Whether a claim refers to something that another sentence names: "Videos of this conference are available online",
/// "Another reason is cost".
fn refers_elsewhere(claim: &str) -> bool {
    const WORDS: &str = "this these those another above below following such here dies diese dieser dieses diesem \
        diesen weitere weiterer weiteres hier deze dit dat ce cet cette ces autre autres ici este esta estos estas \
        otro otra aquí";
    words(claim).any(|word| WORDS.split_whitespace().any(|known| known == word.to_lowercase()))
}

/// Whether a claim continues the previous sentence: "Finally, the gates were painted", "Weiterhin fehlt Geld".
fn continues(claim: &str) -> bool {
    const WORDS: &str = "finally furthermore moreover additionally similarly likewise lastly then initially originally \
        secondly thirdly meanwhile again weiterhin schließlich außerdem zudem ferner ebenso zusätzlich zunächst \
        ursprünglich zuletzt daneben dazu dafür danach anschließend daarnaast bovendien verder tenslotte eerst \
        vervolgens daarna tevens enfin ensuite puis également finalement finalmente además luego después primero";
    let first = first_word(claim);
    WORDS.split_whitespace().any(|known| known == first)
}

/// A sentence without a first word that joins it to the previous sentence: "Wir haben gewonnen" for "Schließlich haben
/// wir gewonnen". `None` without such a word, and in Dutch and German where the subject, which then follows the verb,
/// is not a pronoun.
fn standing_alone(sentence: &str, language: &Language) -> Option<String> {
    if !continues(sentence) {
        return None;
    }
    let (_, rest) = sentence.split_once(' ')?;
    let subjects: &[&str] = match language.table.tag {
        "de" => &["wir", "ich", "man"],
        "nl" => &["we", "wij", "ik", "men"],
        _ => return Some(capitalised(rest)),
    };
    let mut parts = rest.splitn(3, ' ');
    let (verb, subject, rest) = (parts.next()?, parts.next()?, parts.next()?);
    subjects.contains(&subject).then(|| format!("{} {verb} {rest}", capitalised(subject)))
}

/// Whether a claim has at least 45% of the words of its sentence, and all of its figures.
fn has_most_words(claim: &str, sentence: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    digits(claim) == digits(sentence) && word_count(claim) * 20 >= word_count(sentence) * 9
}

/// A headline for some lines that need not be sentences: a claim, else a short line, else a key phrase. `None`
/// when they have none of these.
pub(crate) fn headline_or_phrase(lines: &[String], terms: &TermFrequencies, language: &Language) -> Option<Headline> {
    let short = || {
        let at = lines.iter().take(3).position(|line| can_be_headline(line, language))?;
        let text = slide_sentence(&lines[at], language);
        Some(Headline { text: without_final_mark(&text).to_owned(), sentence: Some(at) })
    };
    let phrase = || key_phrase(&lines.join(". "), terms, language).map(|text| Headline { text, sentence: None });
    headline(lines, "", terms, language).or_else(short).or_else(phrase)
}

/// The claim of a sentence in four to twelve words: the whole sentence, or its main clause. `None` when it has none
/// that stands alone.
pub(crate) fn claim(sentence: &str, language: &Language) -> Option<String> {
    let text = slide_sentence(sentence, language);
    let text = standing_alone(&text, language).unwrap_or(text);
    let is_sentence = text.trim_end().ends_with(['.', '。', '।', '؟', '！']);
    let text = without_final_mark(&text);
    if text.contains(['{', '}', '=', '\\', '<', '>', '|', '"', '“', '„', '«', '…'])
        || text.contains("://")
        || has_cut_word(text)
        || text.contains(": ")
        || text.ends_with(['?', '!', ')', ':'])
        || !text.starts_with(|c: char| c.is_uppercase() || c.is_numeric() || c.is_alphabetic() && !c.is_lowercase())
    {
        return None;
    }
    if is_sentence && is_claim(text, language) {
        return Some(text.to_owned());
    }
    let main = without_introduction(text, language);
    if let Some(main) = main.filter(|main| is_sentence && is_claim(main, language) && has_verb(main, language)) {
        return Some(capitalised(main));
    }
    let start = main.unwrap_or(text);
    main_clause(start, language).map(capitalised)
}

/// Whether a capital follows a word that was cut at the end of a line: "under re- References".
pub(crate) fn has_cut_word(text: &str) -> bool {
    text.match_indices("- ").any(|(at, mark)| {
        text[..at].ends_with(char::is_lowercase) && text[at + mark.len()..].starts_with(char::is_uppercase)
    })
}

/// Whether a text has the length of a claim and stands alone.
fn is_claim(text: &str, language: &Language) -> bool {
    let first = first_word(text);
    let count = word_count(text);
    // Scripts without spaces have no words to count.
    let fits =
        CLAIM_WORDS.contains(&count) && !is_spaceless(text) || is_spaceless(text) && (8..=40).contains(&length(text));
    fits && length(text) <= MAX_CLAIM
        && is_balanced(text)
        && !text.contains(';')
        && !language.refers_back(text)
        && !language.is_clause_opener(&first)
        && !is_contrast(&first)
        && !has_open_subject(text, language)
}

/// Whether a word contrasts a sentence with the previous one.
pub(crate) fn is_contrast(word: &str) -> bool {
    const WORDS: &str = "but however yet nevertheless nonetheless instead otherwise also thus therefore hence besides \
        maar echter toch daarom dus ook aber jedoch dennoch trotzdem deshalb daher auch mais cependant pourtant donc \
        aussi toutefois pero sin embargo aunque también";
    WORDS.split_whitespace().any(|known| known == word)
}

/// Whether the subject of a sentence is in another one: "Two were repaired", "None of them could pay".
fn has_open_subject(text: &str, language: &Language) -> bool {
    const PRONOUNS: &str = "it they them he she these those zij hen hij deze die er sie ihnen ihn ihm diese es ils \
        elles ceux celles eux ellos ellas estos estas";
    const QUANTITIES: &str = "most many some several all half others another none each few beide meeste sommige alle \
        viele einige mehrere plusieurs certains tous varios algunos todos muchos other";
    let lower: Vec<String> = words(text).take(4).map(str::to_lowercase).collect();
    let is_quantity = |word: &str| {
        NUMBER_WORDS.contains(&word)
            || QUANTITIES.split_whitespace().any(|known| known == word)
            || word.parse::<u32>().is_ok()
    };
    let has_bare_quantity = lower.first().is_some_and(|first| is_quantity(first))
        && lower.get(1).is_some_and(|second| language.is_finite_verb(second));
    // "We do this mainly by ...": what is done is in another sentence.
    let points_back = lower.iter().enumerate().skip(1).take(2).any(|(at, word)| {
        let next = lower.get(at + 1).map_or("", String::as_str);
        matches!(word.as_str(), "this" | "that" | "dies" | "dit" | "dat" | "cela" | "esto" | "eso")
            && (next.is_empty() || next.ends_with("ly") || language.is_stop_word(next))
    });
    let has_pronoun = lower.iter().skip(1).take(2).any(|word| PRONOUNS.split_whitespace().any(|known| known == word));
    has_bare_quantity || has_pronoun || points_back
}

/// Whether a text is in a script without spaces between words.
pub(crate) fn is_spaceless(text: &str) -> bool {
    text.chars().filter(|c| is_spaceless_letter(*c)).count() * 2 > length(text)
}

/// A sentence without the phrase before its first comma, if that begins with a preposition or conjunction. `None` in
/// languages whose verb moves to the front after such a phrase.
fn without_introduction<'a>(text: &'a str, language: &Language) -> Option<&'a str> {
    if matches!(language.table.tag, "nl" | "de") || !language.is_clause_opener(&first_word(text)) {
        return None;
    }
    // A condition or a contrast changes what the rest says.
    let first = first_word(text);
    if ["if", "unless", "although", "though", "when", "si", "quand", "cuando", "aunque", "sauf"]
        .contains(&first.as_str())
    {
        return None;
    }
    let (introduction, rest) = text.split_once(", ")?;
    let rest = rest.trim_start();
    (word_count(introduction) <= 9 && !language.is_clause_opener(&first_word(rest)) && word_count(rest) >= 4)
        .then_some(rest)
}

/// The clause at the start of a sentence, if what follows it can be left out.
fn main_clause<'a>(text: &'a str, language: &Language) -> Option<&'a str> {
    let mut cuts: Vec<(usize, usize)> =
        text.match_indices([',', ';', '–', '—', '(']).map(|(at, mark)| (at, at + mark.len())).collect();
    for word in language.table.optional_clause_openers.split(' ').filter(|word| word.len() > 4) {
        cuts.extend(text.match_indices(&format!(" {word} ")).map(|(at, _)| (at, at + 1)));
    }
    cuts.sort_unstable();
    for (at, after) in cuts {
        // "1,240" and "3–5" are numbers.
        if text[..at].ends_with(|c: char| c.is_ascii_digit()) && text[after..].starts_with(|c: char| c.is_ascii_digit())
        {
            continue;
        }
        let left = text[..at].trim_end_matches([' ', ',']);
        // Between two dashes: "Practices have to change, and—at the very least—people need a choice".
        if left.matches(['–', '—']).count() % 2 == 1 {
            continue;
        }
        if word_count(left) > *CLAIM_WORDS.end() || length(left) > MAX_CLAIM {
            break;
        }
        let next = text[after..].trim_start();
        let next_part = next.split([',', ';', '–', '—']).next().unwrap_or_default();
        let opener = first_word(next);
        // A clause between two commas may lack its verb: "new functions, which the cases, that we cover, extend".
        let last_part = left.rsplit_once(", ").map_or("", |(_, part)| part);
        if is_relative(&first_word(last_part)) || needs_continuation(&opener, next_part, language) {
            continue;
        }
        // What follows must be a clause of its own, not the next item of an enumeration.
        let is_clause = matches!(&text[at..after], ";" | "(")
            || language.is_optional_clause_opener(&opener)
            || has_verb(next_part, language) && word_count(next_part) >= 4;
        // Without a contrast, a condition or a second claim, the first clause would be misleading.
        let is_contrast = [
            "but", "unless", "except", "maar", "tenzij", "aber", "sondern", "mais", "sauf", "pero", "salvo", "if",
            "wenn", "als", "si",
        ]
        .contains(&opener.as_str())
            || opener == language.table.and;
        if is_clause
            && !is_contrast
            && is_claim(left, language)
            && !ends_incomplete(left, language)
            && has_verb(left, language)
        {
            return Some(left);
        }
    }
    None
}

/// Whether a word begins a relative clause or another clause that depends on the words before it.
fn is_relative(word: &str) -> bool {
    const WORDS: &str = "which who whose that where welche welcher welches welchen die der das den dem deren dessen wo \
        was dass ob dat wat waar waarbij waardoor qui que qu dont où lequel laquelle cual cuales donde quien cuyo cuya";
    WORDS.split_whitespace().any(|known| known == word)
}

/// Whether the clause before a comma is incomplete without the clause after it, as before "that ..." or "to ...".
/// `opener` is the first word of the clause after the comma.
fn needs_continuation(opener: &str, clause: &str, language: &Language) -> bool {
    let is_object = matches!(opener, "dass" | "ob" | "daß" | "dat" | "zu" | "te" | "om");
    let has_infinitive = match language.table.tag {
        "de" => words(clause).any(|word| {
            word == "zu" || length(word) > 7 && word.ends_with("en") && word.find("zu").is_some_and(|at| at > 1)
        }),
        "nl" => words(clause).any(|word| word == "te"),
        _ => false,
    };
    is_object || has_infinitive
}

/// Whether a text has a verb with a subject, as far as word lists and endings show it.
pub(crate) fn has_verb(text: &str, language: &Language) -> bool {
    const OBJECT_STARTS: &str = "the a an its their all any no each this that these it them only not";
    let endings: &[&str] = match language.table.tag {
        "en-GB" => &["ed"],
        "de" => &["te", "ten", "iert", "elt", "ert"],
        "es" => &["ó", "aron", "ieron", "aba", "aban", "ará"],
        "fr" => &["ait", "aient", "èrent", "era", "eront"],
        _ => &[],
    };
    let all: Vec<&str> =
        text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
    all.iter().enumerate().skip(1).any(|(at, word)| {
        let lower = word.to_lowercase();
        // "The tool reads the file": a word with an s before an object.
        let is_third_person = || {
            let next = all.get(at + 1).map(|next| next.to_lowercase()).unwrap_or_default();
            language.table.tag == "en-GB"
                && lower.ends_with('s')
                && !lower.ends_with("ss")
                && OBJECT_STARTS.split(' ').any(|start| start == next)
        };
        let is_long = length(word) > 3 && word.starts_with(char::is_lowercase);
        language.is_finite_verb(&lower)
            || is_long && (endings.iter().any(|ending| lower.ends_with(ending)) || is_third_person())
    })
}

/// Whether a sentence is short and clear enough to be a headline.
pub(crate) fn can_be_headline(sentence: &str, language: &Language) -> bool {
    let text = slide_sentence(sentence, language);
    let text = without_final_mark(&text);
    let first = first_word(text);
    (2..=11).contains(&word_count(text))
        && length(text) <= MAX_HEADLINE
        && length(text) >= 8
        && is_balanced(text)
        && !text.ends_with(['!', '”', '"', '»'])
        && !text.contains([':', ';', '“', '„', '«', '"'])
        && !language.refers_back(text)
        && !language.is_clause_opener(&first)
        && !is_contrast(&first)
}

/// Whether a text ends where an example or explanation was to follow: "in three ways, i.e."
pub(crate) fn ends_before_example(text: &str) -> bool {
    const ENDS: &[&str] =
        &[" i.e.", " e.g.", " d. h.", " d.h.", " z. b.", " z.b.", " d.w.z.", " bijv.", " c.-à-d.", " p. ej."];
    let lower = text.to_lowercase();
    let lower = lower.trim_end_matches([',', ':', ' ']);
    ENDS.iter().any(|end| lower.ends_with(end))
}

/// Whether a text ends with a word that needs a continuation. In English a relative clause may end with a preposition:
/// "the port which it connects to".
pub(crate) fn is_cut_off(text: &str, language: &Language) -> bool {
    const OPEN: &[(&str, &str)] = &[
        ("en", "and or of the to with a an by for from in on at is are if which that as"),
        ("de", "und oder der die das den dem des ein eine einen zu mit von für im dass"),
        ("nl", "en of de het een van voor met naar te dat"),
        ("fr", "et ou le la les des du de un une pour avec à que"),
        ("es", "y o el la los las de del un una para con que"),
    ];
    const RELATIVES: &[&str] = &["which", "what", "that", "who", "whom", "whose", "where", "how"];
    let primary = deck::primary_language(language.table.tag);
    let Some((_, open)) = OPEN.iter().find(|(tag, _)| *tag == primary) else { return false };
    let text = text.trim_end_matches(['.', ',', ';', ':', ' ', '…']);
    let last = text.rsplit(' ').next().unwrap_or_default();
    let is_open = word_count(text) > 2 && open.split(' ').any(|word| word == last);
    is_open
        && !(primary == "en" && {
            let all: Vec<&str> = words(text).collect();
            all[..all.len().saturating_sub(1)].iter().any(|word| RELATIVES.contains(word))
        })
}

/// Whether a phrase ends with a word that needs a continuation, such as "of".
pub(crate) fn ends_incomplete(text: &str, language: &Language) -> bool {
    words(text).last().is_some_and(|word| {
        let word = word.to_lowercase();
        // Without word lists, a very short last word is taken for a preposition.
        let is_unknown = language.table.tag.is_empty() && length(&word) <= 2 && word.chars().all(char::is_alphabetic);
        language.is_stop_word(&word) || language.is_clause_opener(&word) || is_unknown && !is_spaceless(&word)
    })
}

/// The subject of a text in one to three words: the phrase that is most frequent in the source. `None` when no phrase
/// occurs more than once.
pub(crate) fn key_phrase(text: &str, terms: &TermFrequencies, language: &Language) -> Option<String> {
    best_phrase(candidate_phrases(text, language), terms, language)
}

/// The phrase with the highest score, if any has one and fits a headline.
fn best_phrase(phrases: impl Iterator<Item = String>, terms: &TermFrequencies, language: &Language) -> Option<String> {
    let mut best: Option<(f32, String)> = None;
    for phrase in phrases {
        let score = terms.phrase_score(&phrase, language);
        if score > 0.0
            && length(&phrase) <= MAX_HEADLINE
            && best.as_ref().is_none_or(|(highest, _)| score > *highest + 1e-6)
        {
            best = Some((score, phrase));
        }
    }
    best.map(|(_, phrase)| capitalised(&phrase))
}

/// The phrase that occurs more often in a text than in all of the rest of the source, with the highest score. It
/// distinguishes the slide from others under the same heading.
pub(crate) fn distinctive_phrase(text: &str, terms: &TermFrequencies, language: &Language) -> Option<String> {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for phrase in candidate_phrases(text, language) {
        *counts.entry(phrase.to_lowercase()).or_default() += 1;
    }
    let is_own = |phrase: &String| {
        let lower = phrase.to_lowercase();
        counts.get(&lower).is_some_and(|count| count * 2 > terms.phrase_count(&lower))
    };
    best_phrase(candidate_phrases(text, language).filter(is_own), terms, language)
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

/// A heading without words such as "Chapter 3." at its start.
fn without_chapter_number(heading: &str) -> &str {
    const NAMES: &str = "chapter section appendix part kapitel abschnitt anhang hoofdstuk paragraaf bijlage chapitre \
        annexe capítulo anexo";
    let mut parts = heading.splitn(3, ' ');
    let (Some(name), Some(number), Some(rest)) = (parts.next(), parts.next(), parts.next()) else { return heading };
    let is_name = NAMES.split_whitespace().any(|known| known == name.to_lowercase());
    let is_number = number.ends_with(['.', ':']) && number.len() <= 6;
    if is_name && is_number && !rest.trim().is_empty() { rest.trim() } else { heading }
}

/// A heading of the source as it is written on a slide: without number, final colon and all-capitals spelling.
pub(crate) fn cleaned_heading(heading: &str) -> String {
    let text = heading.trim().trim_matches(['*', '_', '#', '=', '-', '•', ' ']).trim();
    let text = without_chapter_number(text);
    // An appendix has a letter, a part a Roman number.
    let is_letter = |mark: &str| mark.len() == 1 && mark.starts_with(char::is_uppercase);
    let is_roman = |mark: &str| !mark.is_empty() && mark.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    let is_letter_with_numbers = |mark: &str| {
        mark.split_once('.').is_some_and(|(letter, numbers)| {
            is_letter(letter) && numbers.chars().all(|c| c.is_ascii_digit() || c == '.') && !numbers.is_empty()
        })
    };
    let text = match [". ", " – ", " — ", " - "].iter().find_map(|separator| text.split_once(separator)) {
        Some((mark, rest))
            if (is_letter(mark) || is_roman(mark) || is_letter_with_numbers(mark)) && length(rest) > 3 =>
        {
            rest.trim_start()
        }
        _ => text,
    };
    let unnumbered = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | '§'));
    let unnumbered = if unnumbered.starts_with(": ") { &unnumbered[1..] } else { unnumbered };
    let is_numbered = unnumbered.len() < text.len()
        && unnumbered.starts_with(' ')
        && text.split(' ').next().is_some_and(|number| number.contains(['.', ')']) || number.len() < 3)
        && (unnumbered.trim_start().starts_with(|c: char| c.is_uppercase() || !c.is_alphabetic())
            || text.split(' ').next().is_some_and(|number| number.matches('.').count() > 1));
    // In a PDF file the gap after a number may be too small to be seen: "1How to print".
    let mut letters = unnumbered.chars();
    let ends_in_dot = text[..text.len() - unnumbered.len()].ends_with('.');
    let is_glued = unnumbered.len() < text.len()
        && letters.next().is_some_and(char::is_uppercase)
        && (letters.take(2).filter(|c| c.is_lowercase()).count() == 2 || ends_in_dot)
        && unnumbered.contains(' ');
    let text = if is_numbered || is_glued { unnumbered.trim_start_matches(['.', ')', ' ']) } else { text };
    let text = text.trim_start_matches([':', '–', '—', ' ']);
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
        check_in("en", text)
    }

    fn check_in(tag: &str, text: &str) -> String {
        let language = of(tag);
        let mut terms = TermFrequencies::default();
        terms.add(text, 1.0, language);
        headline(&sentences(text, language), "", &terms, language).map_or_else(|| "none".to_owned(), |found| found.text)
    }

    #[test]
    fn a_clause_that_needs_the_next_one_is_no_headline() {
        for text in [
            "Wir haben neue Funktionen eingebaut, welche die Fälle, die wir im letzten Jahr noch nicht abdecken \
                konnten, erweitern.",
            "Im Herbst haben wir den Generator so angepasst, dass die Schreiben auch eine Aufforderung an das \
                Unternehmen enthalten.",
            "Wir haben im Herbst angefangen, unsere Inhalte auch in weiteren Formen als Artikeln zugänglich zu machen.",
        ] {
            assert_eq!(check_in("de", text), "none");
        }
        assert_eq!(
            check(
                "We do this mainly through being open. The port was born of the needs of a few captains, so it needs \
                    trust."
            ),
            "The port was born of the needs of a few captains"
        );
    }

    #[test]
    fn a_headline_does_not_end_inside_a_number() {
        let text = "The harbour board paid 1,240 euros for pipes that were broken and needed a repair.";
        assert_eq!(check(text), "none");
        let text =
            "Die Stadt zahlte im Jahr 4,2 Millionen Euro mehr für den Kai als sie vor drei Jahren geplant hatte.";
        assert_eq!(check_in("de", text), "none");
    }

    #[test]
    fn a_headline_does_not_continue_another_sentence() {
        assert_eq!(
            check_in("de", "Schließlich haben wir zum ersten Mal beim Hafenfest teilgenommen."),
            "Wir haben zum ersten Mal beim Hafenfest teilgenommen"
        );
        assert_eq!(check_in("nl", "Daarnaast hebben we drie kades hersteld."), "We hebben drie kades hersteld");
        assert_eq!(
            check_in("de", "Das zweite Jahr des Vereins liegt hinter uns."),
            "Das zweite Jahr des Vereins liegt hinter uns"
        );
        assert_eq!(check_in("de", "Das ist für den Verein sehr wichtig."), "none");
        assert_eq!(
            check("Finally the gates of the port were painted. The port paid for new gates."),
            "The gates of the port were painted"
        );
        assert_eq!(check("Moreover, ships wait outside the port."), "Ships wait outside the port");
        assert_eq!(check("Second harbours are rare in Europe."), "Second harbours are rare in Europe");
    }

    #[test]
    fn a_sentence_is_not_repeated_when_the_headline_has_most_of_its_words() {
        let replaced_sentence = |text: &str| {
            let english = of("en");
            headline(&sentences(text, english), "", &TermFrequencies::default(), english)
                .and_then(|found| found.sentence)
        };
        let rest = "Gulls cry. Boats come and go. Fish is sold here. Nets dry.";
        assert_eq!(
            replaced_sentence(&format!("Meeting in person is very important, because all of us said so now. {rest}")),
            Some(0)
        );
        assert_eq!(
            replaced_sentence(&format!(
                "Meeting in person is very important, because 41 of us have said so since May. {rest}"
            )),
            None
        );
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
                "The survey found leaks in every district, although the pipes in the north had been renewed only ten \
                    years ago."
            ),
            "The survey found leaks in every district"
        );
    }

    #[test]
    fn a_claim_that_needs_no_other_sentence_is_preferred() {
        assert_eq!(
            check("Videos of this conference are available online. The release had two new ports in the north."),
            "The release had two new ports in the north"
        );
        assert_eq!(
            check("Practices have to be changed soon, and—at the very least—people need to be given a choice in this."),
            "none"
        );
    }

    #[test]
    fn a_sentence_without_a_short_claim_gives_none() {
        for text in [
            "It turned out that the pumping station near the old harbour had been running without any of the \
                maintenance that a pumping station needs.",
            "The kit contains ropes of three lengths, lamps for the deck and the cabin, charts, buoys and flags of all \
                nations.",
            "If the gate is closed, boats wait.",
            "Figure 2.",
        ] {
            assert_eq!(check(text), "none");
        }
    }

    #[test]
    fn headings_lose_numbers_colons_and_all_capitals() {
        for (heading, text) in [
            ("2.3 Results so far:", "Results so far"),
            ("1) Scope", "Scope"),
            ("2.1 : Scope", "Scope"),
            ("2.1: Scope", "Scope"),
            ("A.3. How it ends", "How it ends"),
            ("1How to print", "How to print"),
            ("2.SVG of the gate", "SVG of the gate"),
            ("2.5D pictures", "2.5D pictures"),
            ("3D printing", "3D printing"),
            ("8.1.3 aptitude", "Aptitude"),
            ("3.5 million users", "3.5 million users"),
            ("B. Default keys", "Default keys"),
            ("IV – Useful links", "Useful links"),
            ("On load •", "On load"),
            ("Chapter 3. The root", "The root"),
            ("NEXT STEPS", "Next steps"),
            ("2024 in review", "2024 in review"),
            ("NASA", "NASA"),
        ] {
            assert_eq!(cleaned_heading(heading), text);
        }
    }
}
