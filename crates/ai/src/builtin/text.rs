//! Words, sentences and clauses of plain text.
//!
//! Text is cut only at the end of a sentence or before a clause that can be left out. No word is ever added.

use super::language::{Language, phrases};

/// The words of a text: letters and digits, with punctuation inside a word (`don't`, `3.5`, `co-op`).
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '.' | ',' | '‑' | '_');
    text.split(move |c: char| !is_inside(c))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
}

/// The number of words in a text. Two characters of a script without spaces count as one word.
pub(crate) fn word_count(text: &str) -> usize {
    let count = |word: &str| (word.chars().filter(|c| is_spaceless_letter(*c)).count() / 2).max(1);
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).map(count).sum()
}

/// Whether a character belongs to a script without spaces between words: Chinese, Japanese, Thai.
pub(crate) fn is_spaceless_letter(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{e00}'..='\u{e7f}')
}

/// The number of code points in a text.
pub(crate) fn length(text: &str) -> usize {
    text.chars().count()
}

/// A crude stem, the same for most forms of a word in all supported languages: its first six letters in lower case.
pub(crate) fn stem(word: &str) -> String {
    word.chars().take(6).flat_map(char::to_lowercase).collect()
}

/// The first word in lower case; empty where there is none.
pub(crate) fn first_word(text: &str) -> String {
    words(text).next().unwrap_or_default().to_lowercase()
}

/// A text with a capital first letter. A first word with a later capital (`iPhone`), an identifier (`max_length`) or an
/// address stays as it is.
pub(crate) fn capitalised(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let mut letters = text.chars();
    match letters.next() {
        Some(letter)
            if letter.is_lowercase()
                && !first.chars().skip(1).any(char::is_uppercase)
                && !first.contains(['_', '=', '/', '('])
                && !first.trim_end_matches('.').contains('.') =>
        {
            letter.to_uppercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

/// A text without its final full stop, comma, colon or semicolon. Ellipses and abbreviations keep theirs.
pub(crate) fn without_final_mark(text: &str) -> &str {
    let text = text.trim();
    let trimmed = text.trim_end_matches(['.', ';', ':', ',', ' ', '。']);
    if text.ends_with("...")
        || trimmed.ends_with(|c: char| c.is_uppercase()) && text.ends_with('.') && trimmed.contains('.')
    {
        return text;
    }
    if let Some(last_word) = trimmed.rsplit(' ').next()
        && last_word.contains('.')
        && last_word.contains(char::is_alphabetic)
        // "version XYZ-3.8." and "ends with .deb." are not abbreviations.
        && !last_word.contains(|c: char| c.is_ascii_digit())
        && !last_word.starts_with('.')
        && last_word.chars().filter(|c| c.is_alphabetic()).count() <= 3
        && text.ends_with('.')
    {
        return text;
    }
    trimmed
}

/// The sentences of running text.
pub(crate) fn sentences(text: &str, language: &Language) -> Vec<String> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut quoted_until = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        if at >= quoted_until {
            quoted_until = quotation_end(text, at, c);
        }
        if !matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '؟' | '।' | '\n') {
            continue;
        }
        let mut end = at + c.len_utf8();
        while let Some((next, closing)) = characters.peek().copied() {
            if !matches!(closing, '"' | '”' | '»' | '’' | '\'' | ')' | ']' | '.' | '!' | '?' | '“') {
                break;
            }
            end = next + closing.len_utf8();
            characters.next();
        }
        if end < quoted_until {
            continue;
        }
        if c == '\n' || matches!(c, '。' | '！' | '？') || is_sentence_end(text, start, at, end, c, language) {
            push_sentence(&mut found, &text[start..end]);
            start = end;
        }
    }
    push_sentence(&mut found, &text[start..]);
    found
}

/// The byte position after the quotation that a mark opens, if it has at most 300 bytes; 0 for other characters and for
/// longer quotations.
fn quotation_end(text: &str, at: usize, mark: char) -> usize {
    const MAX_BYTES: usize = 300;
    let close = match mark {
        '"' => '"',
        '“' => '”',
        '„' => '“',
        '«' => '»',
        _ => return 0,
    };
    let inner = at + mark.len_utf8();
    let line = text[inner..].split('\n').next().unwrap_or_default();
    line.find(close).filter(|length| *length <= MAX_BYTES).map_or(0, |length| inner + length + close.len_utf8())
}

/// Adds a sentence. Marks without words are appended to the sentence before.
fn push_sentence(sentences: &mut Vec<String>, sentence: &str) {
    let sentence = sentence.trim();
    if sentence.contains(char::is_alphanumeric) {
        sentences.push(sentence.split_whitespace().collect::<Vec<_>>().join(" "));
    } else if let Some(last) = sentences.last_mut() {
        last.push_str(sentence);
    }
}

/// Whether a sentence ends at a mark: white space and no small letter follow, and no abbreviation precedes it.
fn is_sentence_end(text: &str, start: usize, at: usize, end: usize, mark: char, language: &Language) -> bool {
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
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    // "Art. 21 Abs. 2": the number belongs to the word.
    let is_numbered = next.is_some_and(|c| c.is_ascii_digit())
        && [
            "art", "abs", "ziff", "kap", "abb", "tab", "nr", "no", "fig", "sec", "ch", "vol", "para", "cap", "núm",
            "hfst",
        ]
        .contains(&word.to_lowercase().as_str());
    // German "am 3. Mai": the number is an ordinal, although a capital follows.
    let is_ordinal = !word.is_empty()
        && word.len() <= 2
        && word.chars().all(|c| c.is_ascii_digit())
        && language.table.tag == "de"
        && next.is_some_and(char::is_alphabetic)
        && !language.is_stop_word(&first_word(after));
    let lower = word.to_lowercase();
    // An abbreviation ends a sentence when the next word begins one: "ropes, etc. The shop". "No." is an abbreviation
    // only before digits.
    let ends_sentence = ["etc", "usw", "enz", "inc", "ltd", "co", "jr", "sr", "a.m", "p.m"].contains(&lower.as_str())
        && language.is_stop_word(&first_word(after))
        || lower == "no" && next.is_some_and(char::is_alphabetic);
    let is_abbreviation = language.is_abbreviation(&lower) && !ends_sentence;
    !(is_initial || is_numbered || is_ordinal || is_abbreviation) || next.is_none()
}

/// A sentence as it is written on a slide: without connectors at its front and remarks in brackets.
pub(crate) fn slide_sentence(sentence: &str, language: &Language) -> String {
    let mut text = sentence.trim();
    for _ in 0..2 {
        let lower = text.to_lowercase();
        let found = phrases(language.table.lead_ins).find(|phrase| {
            lower.starts_with(phrase)
                && lower[phrase.len()..].starts_with([',', ' '])
                && (lower[phrase.len()..].starts_with(',') || !phrase.contains(' ') && is_bare_connector(phrase))
        });
        match found {
            // Lower case changes the length of a few letters. Then byte positions differ, so nothing is cut.
            Some(phrase) if lower.len() == text.len() => text = text[phrase.len()..].trim_start_matches([',', ' ']),
            _ => break,
        }
    }
    capitalised(&without_brackets(text))
}

/// Whether a connector can be cut even without a comma after it.
fn is_bare_connector(phrase: &str) -> bool {
    matches!(phrase, "and" | "but" | "en" | "maar" | "und" | "aber" | "et" | "mais" | "y" | "pero")
}

/// A long text without remarks in brackets. A short text, or one with unbalanced brackets, stays as it is.
fn without_brackets(text: &str) -> String {
    if length(text) < 90 || !text.contains('(') {
        return text.to_owned();
    }
    let (mut kept, mut depth) = (String::with_capacity(text.len()), 0_usize);
    // Brackets inside a word are part of it: "KG(13.65)PF".
    let mut open_in_word = 0_usize;
    for c in text.chars() {
        match c {
            '(' if depth == 0 && kept.ends_with(char::is_alphanumeric) => {
                open_in_word += 1;
                kept.push(c);
            }
            ')' if depth == 0 && open_in_word > 0 => {
                open_in_word -= 1;
                kept.push(c);
            }
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
    // Removing brackets leaves a space before the next punctuation mark. A space before ".deb" stays.
    for mark in [",", ".", ";", ":"] {
        tidy = tidy.replace(&format!(" {mark} "), &format!("{mark} "));
        if let Some(before) = tidy.strip_suffix(&format!(" {mark}")) {
            tidy = format!("{before}{mark}");
        }
    }
    tidy
}

/// A sentence of at most `max` code points, cut only before a clause that can be left out. `None` when it cannot be cut
/// that short.
pub(crate) fn shortened(sentence: &str, max: usize, language: &Language) -> Option<String> {
    let sentence = slide_sentence(sentence, language);
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
        // In "both small, medium, and large" the clause is the last item of an enumeration.
        let last_item = kept.rsplit_once([',', ';']).map_or("", |(_, item)| item);
        let is_enumeration = next == language.table.and && (1..=3).contains(&word_count(last_item));
        let is_optional = mark == ";" || language.is_optional_clause_opener(&next) && !is_enumeration;
        if is_optional && word_count(kept) >= 4 && is_balanced(kept) && !language.is_clause_opener(&first_word(kept)) {
            best = Some(kept.to_owned());
        }
    }
    best
}

/// Whether all brackets and quotation marks are closed.
pub(crate) fn is_balanced(text: &str) -> bool {
    let count = |c: char| text.chars().filter(|other| *other == c).count();
    count('(') == count(')') && count('"') % 2 == 0 && count('“') <= count('”') && count('«') == count('»')
}

/// A sentence split at the first punctuation mark where both parts can stand alone, the first with at most `max` code
/// points. `None` when there is no such mark.
pub(crate) fn split_in_two(sentence: &str, language: &Language, max: usize) -> Option<(String, String)> {
    let sentence = without_final_mark(sentence);
    let mut marks: Vec<(usize, usize)> =
        sentence.match_indices([',', ';', ':', '–', '—']).map(|(at, mark)| (at, at + mark.len())).collect();
    marks.extend(sentence.match_indices(" - ").map(|(at, mark)| (at, at + mark.len())));
    marks.sort_unstable();
    for (at, after) in marks {
        let (left, right) = (sentence[..at].trim(), sentence[after..].trim());
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if is_digit(left.chars().next_back()) && is_digit(sentence[after..].chars().next()) {
            continue;
        }
        let left_stands_alone = word_count(left) >= 3 && !language.is_clause_opener(&first_word(left));
        // After a comma the right part stands alone only when it is a main clause, such as "and it is cheap".
        let mut next = words(right).map(str::to_lowercase);
        let right_stands_alone = sentence[at..after].trim() != ","
            || next.next().is_some_and(|word| word == language.table.and)
                && next.next().is_some_and(|word| language.is_stop_word(&word));
        let is_address = sentence[at..after].trim() == ":" && sentence[after..].starts_with("//");
        if left_stands_alone
            && right_stands_alone
            && !is_address
            && !right.starts_with(|c: char| c.is_ascii_digit())
            && length(left) <= max
            && word_count(right) >= if sentence[at..after].trim() == "," { 4 } else { 2 }
            && is_balanced(left)
        {
            return Some((left.to_owned(), slide_sentence(right, language)));
        }
    }
    None
}

/// The letters and digits of a text in lower case, for comparing texts.
pub(crate) fn comparison_key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Sentences without the one at an index.
pub(crate) fn without_sentence(sentences: &[String], index: Option<usize>) -> Vec<String> {
    let others = sentences.iter().enumerate().filter(|(at, _)| Some(*at) != index);
    others.map(|(_, sentence)| sentence.clone()).collect()
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
        insta::assert_snapshot!(check("en", "Bell said: \"We patch it. Then again.\" It costs 5\" of pipe. Nobody pays."), @r#"
        Bell said: "We patch it. Then again."
        It costs 5" of pipe.
        Nobody pays.
        "#);
        insta::assert_snapshot!(check("de", "Am 3. Mai beginnt der Bau. Er kostet ca. 4 Mio. Euro."), @"
        Am 3. Mai beginnt der Bau.
        Er kostet ca. 4 Mio. Euro.
        ");
        insta::assert_snapshot!(check("de", "Der Verein heißt Hafen e. V. Nord. Es gilt Art. 21 Abs. 2 DSGVO. Wir nutzen sog. Lotsen dieser Art. Das hilft."), @"
        Der Verein heißt Hafen e. V. Nord.
        Es gilt Art. 21 Abs. 2 DSGVO.
        Wir nutzen sog. Lotsen dieser Art.
        Das hilft.
        ");
        insta::assert_snapshot!(check("en", "Quay Ltd. owns it. We sell ropes, lamps, etc. The shop opens at 9 a.m. It is small. Is it full? No. We wait for pier No. 5."), @"
        Quay Ltd. owns it.
        We sell ropes, lamps, etc.
        The shop opens at 9 a.m.
        It is small.
        Is it full?
        No.
        We wait for pier No. 5.
        ");
        insta::assert_snapshot!(check("de", "Wir führen Seile, Lampen usw. Der Laden ist klein."), @"
        Wir führen Seile, Lampen usw.
        Der Laden ist klein.
        ");
        insta::assert_snapshot!(check("ja", "港は満杯です。船は待っています。"), @"
        港は満杯です。
        船は待っています。
        ");
    }

    #[test]
    fn a_sentence_is_shortened_only_before_an_optional_clause() {
        let short = |text| shortened(text, 60, of("en"));
        assert_eq!(
            short("However, the pumps run at night, because power is cheaper then and the network is quiet."),
            Some("The pumps run at night".to_owned())
        );
        assert_eq!(short("Most of the organizations in the study allow both small, medium, and large projects."), None);
        assert_eq!(
            short("Sales grew by a fifth in the spring, but only in the two shops that had been rebuilt."),
            None
        );
    }

    #[test]
    fn remarks_in_brackets_are_left_out_but_not_brackets_inside_a_word() {
        let text = "The sequence PRSLKKG(13.65)PFIDL is valid (as the manual says), and its value is a shift of the mass of G.";
        let short = "The sequence PRSLKKG(13.65)PFIDL is valid, and its value is a shift of the mass of G.";
        assert_eq!(slide_sentence(text, of("en")), short);
    }

    #[test]
    fn numbers_are_not_split_at_their_commas() {
        assert_eq!(split_in_two("The works cost 1,200 euro a metre", of("en"), 60), None);
    }
}
