//! Words, sentences and clauses of plain text.
//!
//! Cuts text only where it may be cut: at the end of a sentence, or before a clause that can be left out. It never
//! adds a word.

use super::language::{Language, phrases};

/// The words of a text: letters and digits with the marks that hold them together (`don't`, `3.5`, `co-op`).
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '.' | ',' | '‑' | '_');
    text.split(move |c: char| !inside(c))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
}

/// How many words a text has.
pub(crate) fn word_count(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

/// How many code points a text has.
pub(crate) fn length(text: &str) -> usize {
    text.chars().count()
}

/// A crude stem that joins the forms of a word in all our languages: its first six letters, in lower case.
pub(crate) fn stem(word: &str) -> String {
    word.chars().take(6).flat_map(char::to_lowercase).collect()
}

/// The first word in lower case, an elided article taken off (`l'équipe` begins with `équipe`).
pub(crate) fn first_word(text: &str) -> String {
    words(text).next().unwrap_or_default().to_lowercase()
}

/// A text with a capital first letter. Words that are spelled with a later capital (`iPhone`) and addresses stay.
pub(crate) fn capitalised(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let mut letters = text.chars();
    match letters.next() {
        Some(letter)
            if letter.is_lowercase() && !first.chars().skip(1).any(char::is_uppercase) && !first.contains("://") =>
        {
            letter.to_uppercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

/// A text without the mark that ends it; a question keeps its own.
pub(crate) fn without_stop(text: &str) -> &str {
    let text = text.trim();
    let bare = text.trim_end_matches(['.', ';', ':', ',', ' ', '。']);
    if text.ends_with("...") || bare.ends_with(|c: char| c.is_uppercase()) && text.ends_with('.') && bare.contains('.')
    {
        return text;
    }
    if let Some(short) = bare.rsplit(' ').next()
        && short.contains('.')
        && short.chars().filter(|c| c.is_alphabetic()).count() <= 3
        && text.ends_with('.')
    {
        return text;
    }
    bare
}

/// The sentences of running text.
pub(crate) fn sentences(text: &str, language: &Language) -> Vec<String> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        if !matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '\n') {
            continue;
        }
        let mut end = at + c.len_utf8();
        while let Some((next, closing)) = rest.peek().copied() {
            if !matches!(closing, '"' | '”' | '»' | '’' | '\'' | ')' | ']' | '.' | '!' | '?' | '“') {
                break;
            }
            end = next + closing.len_utf8();
            rest.next();
        }
        if c == '\n' || matches!(c, '。' | '！' | '？') || ends_here(text, start, at, end, c, language) {
            push(&mut found, &text[start..end]);
            start = end;
        }
    }
    push(&mut found, &text[start..]);
    found
}

fn push(found: &mut Vec<String>, sentence: &str) {
    let sentence = sentence.trim();
    if sentence.contains(char::is_alphanumeric) {
        found.push(sentence.split_whitespace().collect::<Vec<_>>().join(" "));
    } else if let Some(last) = found.last_mut() {
        last.push_str(sentence);
    }
}

/// Whether a sentence ends at this mark: white space follows, then a capital, and no abbreviation stands before it.
fn ends_here(text: &str, start: usize, at: usize, end: usize, mark: char, language: &Language) -> bool {
    let after = &text[end..];
    if !after.is_empty() && !after.starts_with(char::is_whitespace) {
        return false;
    }
    let next = after.trim_start().chars().next();
    if next.is_some_and(char::is_lowercase) {
        return false;
    }
    if mark != '.' {
        return true;
    }
    let before = &text[start..at];
    let word = before.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '“')).next().unwrap_or_default();
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    // "am 3. Mai", "the 2. Bundesliga": a number may be an ordinal where a capital follows anyway.
    let is_ordinal = !word.is_empty()
        && word.len() <= 2
        && word.chars().all(|c| c.is_ascii_digit())
        && language.table.tag == "de"
        && next.is_some_and(char::is_alphabetic);
    !(is_initial || is_ordinal || language.is_abbreviation(&word.to_lowercase())) || next.is_none()
}

/// A sentence without the connectors at its front and without remarks in brackets, as it stands on a slide.
pub(crate) fn tightened(sentence: &str, language: &Language) -> String {
    let mut text = sentence.trim();
    for _ in 0..2 {
        let lower = text.to_lowercase();
        let found = phrases(language.table.lead_in).find(|phrase| {
            lower.starts_with(phrase)
                && lower[phrase.len()..].starts_with([',', ' '])
                && (lower[phrase.len()..].starts_with(',') || !phrase.contains(' ') && is_bare_connector(phrase))
        });
        match found {
            // Lower case may change the length of a few letters; then nothing is cut.
            Some(phrase) if lower.len() == text.len() => text = text[phrase.len()..].trim_start_matches([',', ' ']),
            _ => break,
        }
    }
    let text = without_brackets(text);
    capitalised(&text)
}

/// Connectors that may go even without a comma after them.
fn is_bare_connector(phrase: &str) -> bool {
    matches!(phrase, "and" | "but" | "en" | "maar" | "und" | "aber" | "et" | "mais" | "y" | "pero")
}

/// Running text without remarks in brackets, as long as something is left.
fn without_brackets(text: &str) -> String {
    if length(text) < 90 || !text.contains('(') {
        return text.to_owned();
    }
    let (mut kept, mut depth) = (String::with_capacity(text.len()), 0_usize);
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    if depth > 0 {
        return text.to_owned();
    }
    let mut tidy = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    for mark in [" ,", " .", " ;", " :"] {
        tidy = tidy.replace(mark, &mark[1..]);
    }
    tidy
}

/// The sentence in at most `max` code points, cut only before a clause that may be left out. Nothing when there is no
/// such place.
pub(crate) fn shortened(sentence: &str, max: usize, language: &Language) -> Option<String> {
    let sentence = tightened(sentence, language);
    if length(&sentence) <= max {
        return Some(sentence);
    }
    let mut best = None;
    for (at, mark) in sentence.match_indices([',', ';', '–', '—']) {
        let kept = sentence[..at].trim_end();
        if length(kept) > max {
            break;
        }
        let next = first_word(&sentence[at + mark.len()..]);
        let may_go = mark == ";" || language.is_loose(&next);
        if may_go && word_count(kept) >= 4 && is_balanced(kept) && !language.opens_a_clause(&first_word(kept)) {
            best = Some(kept.to_owned());
        }
    }
    best
}

/// Whether brackets and quotation marks are closed.
pub(crate) fn is_balanced(text: &str) -> bool {
    let count = |c: char| text.chars().filter(|other| *other == c).count();
    count('(') == count(')') && count('"') % 2 == 0 && count('“') <= count('”') && count('«') == count('»')
}

/// A sentence in two parts at its first good joint: what is said, and the rest of it.
pub(crate) fn halves(sentence: &str, language: &Language, max: usize) -> Option<(String, String)> {
    let sentence = without_stop(sentence);
    let mut joints: Vec<(usize, usize)> =
        sentence.match_indices([',', ';', ':', '–', '—']).map(|(at, mark)| (at, at + mark.len())).collect();
    joints.extend(sentence.match_indices(" - ").map(|(at, mark)| (at, at + mark.len())));
    joints.sort_unstable();
    for (at, after) in joints {
        let (left, right) = (sentence[..at].trim(), sentence[after..].trim());
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if digit(left.chars().next_back()) && digit(sentence[after..].chars().next()) {
            continue;
        }
        let stands = word_count(left) >= 3 && !language.opens_a_clause(&first_word(left));
        // After a comma only a clause of its own may stand alone, and that is what "and" announces.
        let mut next = words(right).map(str::to_lowercase);
        let joined = sentence[at..after].trim() != ","
            || next.next().is_some_and(|word| word == language.table.and)
                && next.next().is_some_and(|word| language.is_stop(&word));
        let address = sentence[at..after].trim() == ":" && sentence[after..].starts_with("//");
        if stands
            && joined
            && !address
            && !right.starts_with(|c: char| c.is_ascii_digit())
            && length(left) <= max
            && word_count(right) >= if sentence[at..after].trim() == "," { 4 } else { 2 }
            && is_balanced(left)
        {
            let right = tightened(right, language);
            return Some((left.to_owned(), right));
        }
    }
    None
}

/// Letters and digits in lower case and nothing else: what two texts are compared by.
pub(crate) fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::super::language::of;
    use super::*;

    fn check(tag: &str, text: &str) -> String {
        sentences(text, of(tag)).join("\n")
    }

    #[test]
    fn sentences_end_at_marks_and_not_at_abbreviations_numbers_or_initials() {
        insta::assert_snapshot!(
            check("en", "Dr. Bell grew sales by 3.5 percent, e.g. in Lyon. Was it luck? \"No,\" she said. J. P. Moor agreed… and left."),
            @r#"
        Dr. Bell grew sales by 3.5 percent, e.g. in Lyon.
        Was it luck?
        "No," she said.
        J. P. Moor agreed… and left.
        "#
        );
        insta::assert_snapshot!(check("de", "Am 3. Mai beginnt der Bau. Er kostet ca. 4 Mio. Euro."), @"
        Am 3. Mai beginnt der Bau.
        Er kostet ca. 4 Mio. Euro.
        ");
        insta::assert_snapshot!(check("ja", "港は満杯です。船は待っています。"), @"
        港は満杯です。
        船は待っています。
        ");
    }

    #[test]
    fn a_sentence_is_shortened_only_where_the_rest_still_holds() {
        let short = |text| shortened(text, 60, of("en"));
        assert_eq!(
            short("However, the pumps run at night, because power is cheaper then and the network is quiet."),
            Some("The pumps run at night".to_owned())
        );
        assert_eq!(
            short("Sales grew by a fifth in the spring, but only in the two shops that had been rebuilt."),
            None
        );
    }

    #[test]
    fn numbers_are_not_cut_at_their_marks() {
        assert_eq!(halves("The works cost 1,200 euro a metre", of("en"), 60), None);
    }
}
