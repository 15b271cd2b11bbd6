//! Finds figures and what they count or measure.

use super::super::language::Language;
use super::super::text::{capitalised, first_word, length, without_final_mark, word_count};
use super::{Token, dates, tokens};

/// A figure as it is shown on a slide of key figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Metric {
    pub(crate) value: String,
    pub(crate) unit: String,
    pub(crate) label: String,
    pub(crate) note: String,
}

/// The first figure of a sentence with a unit, and the words that label it. `None` without such a figure or label.
pub(crate) fn metric(sentence: &str, language: &Language) -> Option<Metric> {
    let all = tokens(sentence);
    if let Some(metric) = change(sentence, &all, language) {
        return Some(metric);
    }
    let (mut at, mut found) = first_figure(&all, 0, language)?;
    let start = all[at].start;
    // In "fell from 11 days to 4 days" the second figure is the new one.
    let follows = |at: usize, words: &[&str]| at > 0 && words.contains(&all[at - 1].lower.as_str());
    if follows(at, &["from", "van", "von", "de", "del"])
        && let Some((second_at, second)) = first_figure(&all, at + found.words, language)
        && follows(second_at, &["to", "naar", "auf", "à", "a"])
    {
        (at, found) = (second_at, second);
    }
    let (start, found) = range(&all, at, &found, language).unwrap_or((start, found));
    let last = &all[at + found.words - 1];
    let (before, after) = (sentence[..start].trim(), sentence[last.end..].trim());
    let whole = without_final_mark(sentence);
    if !found.unit.is_empty() && !is_measure(&found.unit, language) {
        // The noun after the figure is its label, not a unit. In "We turned away 120 ships last year" the words after
        // it belong to the verb, not to the label.
        let addition = label_after(after, language)
            .filter(|words| word_count(before) <= 2 && length(words) <= 24 && !words.starts_with(char::is_uppercase))
            // Words that do not follow the noun directly would make another phrase with it.
            .filter(|words| after.starts_with(words.as_str()));
        let label = addition.map_or(found.unit.clone(), |words| format!("{} {words}", found.unit));
        let note =
            if length(whole) <= 100 && length(whole) > length(&label) + 14 { whole.to_owned() } else { String::new() };
        return Some(Metric { value: found.value, unit: String::new(), label: capitalised(&label), note });
    }
    let label = label_after(after, language)
        .filter(|_| word_count(before) <= 2)
        .or_else(|| label_before(before, language))
        .or_else(|| label_after(after, language))?;
    let label = capitalised(&label);
    let repeated = length(&label) + 14 >= length(whole);
    let note = if repeated || length(whole) > 100 { String::new() } else { whole.to_owned() };
    Some(Metric { value: found.value, unit: found.unit, label, note })
}

/// The new figure of a change without a unit: 95 in "The number of thefts fell from 310 to 95".
fn change(sentence: &str, all: &[Token<'_>], language: &Language) -> Option<Metric> {
    const VERBS: &str = "grew rose fell dropped increased decreased went climbed daalde steeg groeide ging stieg sank \
        fiel wuchs passé passée passa baissé augmenté subió bajó pasó creció cayó";
    let is_verb = |word: &str| VERBS.split_whitespace().any(|known| known == word);
    let is_year = |text: &str| text.len() == 4 && (text.starts_with("19") || text.starts_with("20"));
    let is_count = |token: &Token<'_>| is_number(token.text) && !is_year(token.text);
    let at = all.windows(5).position(|part| {
        is_verb(&part[0].lower)
            && matches!(part[1].lower.as_str(), "from" | "van" | "von" | "de")
            && is_count(&part[2])
            && matches!(part[3].lower.as_str(), "to" | "naar" | "auf" | "à" | "a")
            && is_count(&part[4])
    })?;
    let last = &all[at + 4];
    // A number with a unit is a separate figure.
    if figure_at(all, at + 4, language).is_some_and(|found| !found.unit.is_empty()) {
        return None;
    }
    let label = label_before(sentence[..all[at + 1].start].trim(), language)?;
    let whole = without_final_mark(sentence);
    let note = if length(whole) <= 100 { whole.to_owned() } else { String::new() };
    Some(Metric { value: last.text.to_owned(), unit: String::new(), label: capitalised(&label), note })
}

/// The start of the words of a range, and the range as a figure: `$50K–$75K` for "between $50K and $75K". `found` is
/// the figure at the token `at`: the first of the two, or the second if only that one has a unit. `None` when the
/// figure is not part of a range.
fn range(all: &[Token<'_>], at: usize, found: &Figure, language: &Language) -> Option<(usize, Figure)> {
    let is_between = |token: &Token<'_>| matches!(token.lower.as_str(), "between" | "tussen" | "zwischen" | "entre");
    let is_and = |token: &Token<'_>| matches!(token.lower.as_str(), "and" | "en" | "und" | "et" | "y");
    let joined = |first: &str, last: &str| format!("{first}–{last}");
    if at >= 3 && is_and(&all[at - 1]) && is_number(all[at - 2].text) && is_between(&all[at - 3]) {
        let value = joined(all[at - 2].text, &found.value);
        return Some((all[at - 3].start, Figure { value, unit: found.unit.clone(), words: found.words }));
    }
    let start = all.get(at.checked_sub(1)?).filter(|token| is_between(token))?;
    all.get(at + found.words).filter(|token| is_and(token))?;
    let second = figure_at(all, at + found.words + 1, language)?;
    let value = joined(&found.value, &second.value);
    let unit = if second.unit.is_empty() { found.unit.clone() } else { second.unit };
    Some((start.start, Figure { value, unit, words: found.words + 1 + second.words }))
}

/// The first figure at or after an index, with its index.
fn first_figure(all: &[Token<'_>], from: usize, language: &Language) -> Option<(usize, Figure)> {
    (from..all.len()).find_map(|at| Some((at, figure_at(all, at, language)?)))
}

/// Whether a unit measures (time, money, weight, length, shares) rather than names what is counted.
fn is_measure(unit: &str, language: &Language) -> bool {
    const MEASURES: &str = "bytes byte bits pixels inches octets píxeles pixel zoll sekunden seconden secondes \
        segundos days day hours hour minutes minute seconds weeks months years euro euros dollars pounds degrees \
        points kilometres metres tonnes tons litres dagen dag uur uren minuten weken maanden jaar kilometer meter ton \
        liter punten graden tage tagen tag stunden stunde wochen monate monaten jahre jahren tonnen punkte grad jours \
        jour heures heure semaines mois ans années kilomètres mètres litres degrés días día horas hora minutos semanas \
        meses años kilómetros metros toneladas litros puntos grados dólares";
    let lower = unit.to_lowercase();
    let first = lower.split(' ').next().unwrap_or_default();
    length(&lower) <= 3
        || MEASURES.split_whitespace().any(|known| known == lower)
        || language.is_percent(first)
        || language.is_magnitude(first)
        || matches!(first, "per" | "pour" | "por")
}

/// A figure with a given label, such as `Homes connected: 1,240`. `None` when the value does not start with a figure.
pub(crate) fn labelled_metric(label: &str, value: &str, language: &Language) -> Option<Metric> {
    let all = tokens(value);
    let first = all.first()?;
    let found = figure_at(&all, 0, language).or_else(|| plain_number(first))?;
    let rest = all.get(found.words).map_or("", |next| &value[next.start..]);
    let rest = without_final_mark(rest);
    (found.words == all.len() || word_count(rest) <= 8 && length(rest) <= 100).then(|| Metric {
        value: found.value,
        unit: found.unit,
        label: label.to_owned(),
        note: capitalised(rest),
    })
}

/// Whether a text is a number that has nothing beside it but a sign, `%` or a currency.
pub(crate) fn is_number(cell: &str) -> bool {
    let number = cell.trim().trim_matches(['%', '€', '$', '£', ' ', '+', '-', '−']);
    let mut groups = number.split(['.', ',', ' ', '\u{a0}', '\u{202f}']);
    let is_group = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    // Between the first group and the last, which may be decimals, every group is of thousands and has three digits:
    // "1.4.2" is a version, and "6,8,9" is a list of three numbers.
    let Some(first) = groups.next().filter(|first| is_group(first)) else { return false };
    let other_groups: Vec<&str> = groups.collect();
    let thousands = &other_groups[..other_groups.len().saturating_sub(1)];
    other_groups.iter().all(|group| is_group(group))
        && (other_groups.len() < 2 || first.len() <= 3)
        && thousands.iter().all(|group| group.len() == 3)
}

/// Whether the number after a word is part of a name or a reference, not a figure: "section 4.2", "port 80".
fn is_naming_word(word: &str) -> bool {
    const NAMES: &str = "section sections chapter page pages figure table version release appendix rfc port code step \
        line lines number no. nr. bug id abschnitt kapitel seite seiten abbildung tabelle ausgabe hoofdstuk paragraaf \
        pagina afbeelding figuur tabel versie poort chapitre annexe sección capítulo página versión puerto";
    NAMES.split_whitespace().any(|name| name == word)
}

/// A number with a unit after it: `1.5 ms` gives `1.5` and `ms`, `12` gives `12` and nothing. `None` for other texts.
pub(crate) fn number_and_unit(cell: &str) -> Option<(&str, &str)> {
    let cell = cell.trim();
    let at = cell.rfind(|c: char| c.is_ascii_digit() || c == '%')? + 1;
    let (number, unit) = (&cell[..at], cell[at..].trim_start());
    let is_unit = length(unit) <= 6 && unit.chars().all(|c| c.is_alphabetic() || matches!(c, '/' | '°' | 'µ'));
    (is_number(number) && is_unit).then_some((number, unit))
}

/// A figure in a sentence.
pub(super) struct Figure {
    pub(super) value: String,
    pub(super) unit: String,
    /// Number of tokens of the value and the unit.
    pub(super) words: usize,
}

/// A token that is a bare number or a percentage.
fn plain_number(token: &Token<'_>) -> Option<Figure> {
    is_number(token.text).then(|| {
        let percent = token.text.strip_suffix('%');
        Figure {
            value: percent.unwrap_or(token.text).to_owned(),
            unit: if percent.is_some() { "%".to_owned() } else { String::new() },
            words: 1,
        }
    })
}

/// The figure that starts at an index. A number without a unit counts only when it is money or large.
pub(super) fn figure_at(all: &[Token<'_>], at: usize, language: &Language) -> Option<Figure> {
    // In "310 000 euros" groups of three digits separated by spaces are one number.
    let groups = further_groups(all, at);
    if groups > 0 {
        let value = all[at..=at + groups].iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
        let next = all.get(at + groups + 1).filter(|next| {
            length(next.text) <= 12
                && (language.is_unit(&next.lower)
                    || matches!(next.text, "%" | "€" | "$" | "£")
                    || is_countable(next, language))
        });
        let unit = next.map_or("", |next| next.text).to_owned();
        return Some(Figure { value, unit, words: groups + 1 + usize::from(next.is_some()) });
    }
    let token = &all[at];
    let start = token.text.trim_start_matches(['+', '-', '−', '€', '$', '£', '¥']);
    if !start.starts_with(|c: char| c.is_ascii_digit()) || length(token.text) > 16 {
        return None;
    }
    if at > 0 && is_naming_word(&all[at - 1].lower) {
        return None;
    }
    let money = token.text.contains(['€', '$', '£', '¥']);
    let next = all.get(at + 1);
    if let Some(value) = token.text.strip_suffix('%') {
        return Some(Figure { value: value.to_owned(), unit: "%".to_owned(), words: 1 });
    }
    if !is_number(token.text) {
        // A number with its unit attached: "40km", "3.2m".
        let digits = start.trim_end_matches(char::is_alphabetic);
        let unit = &start[digits.len()..];
        let known = is_number(digits)
            && (language.is_unit(&unit.to_lowercase()) || language.is_magnitude(&unit.to_lowercase()));
        // "$8K" stays one word.
        if known && unit.len() == 1 && money {
            return Some(Figure { value: token.text.to_owned(), unit: String::new(), words: 1 });
        }
        let value = &token.text[..token.text.len() - unit.len()];
        return (known && !unit.is_empty()).then(|| Figure {
            value: value.to_owned(),
            unit: unit.to_owned(),
            words: 1,
        });
    }
    let Some(next) = next else {
        return money.then(|| Figure { value: token.text.to_owned(), unit: String::new(), words: 1 });
    };
    let figure_of = |words: usize| Figure {
        value: token.text.to_owned(),
        unit: all[at + 1..at + words].iter().map(|token| token.text).collect::<Vec<_>>().join(" "),
        words,
    };
    if matches!(next.text, "%" | "€" | "$" | "£") || language.is_percent(&next.lower) {
        return Some(figure_of(2));
    }
    if matches!(next.lower.as_str(), "per" | "pour" | "por")
        && all.get(at + 2).is_some_and(|word| word.lower == "cent" || word.lower == "ciento")
    {
        return Some(figure_of(3));
    }
    if next.lower == "pour" || next.lower == "por" {
        return None;
    }
    if language.is_magnitude(&next.lower) {
        let currency = all.get(at + 2).filter(|word| {
            matches!(word.text, "€" | "$" | "£") || language.is_unit(&word.lower) && length(word.text) <= 7
        });
        let words = if currency.is_some() && length(next.text) <= 5 { 3 } else { 2 };
        return Some(figure_of(words)).filter(|found| length(&found.unit) <= 12);
    }
    // "In 2024 visitors paid more" begins with a year, "In 2000 homes" most likely with a number of homes.
    let follows_date_word = at == 1 && language.is_date_preposition(&all[0].lower);
    let is_year = follows_date_word && is_exact_year(token.text) && !is_measure(&next.lower, language);
    if language.is_unit(&next.lower) && length(next.text) <= 12 && !is_year {
        return Some(figure_of(2));
    }
    let is_large = token.text.bytes().filter(u8::is_ascii_digit).count() >= 3
        && !(token.text.len() == 4 && (token.text.starts_with("19") || token.text.starts_with("20")));
    // "Motorola 68000" is a name.
    let is_name = at > 1
        && language.table.tag != "de"
        && all[at - 1].text.starts_with(char::is_uppercase)
        && !language.is_stop_word(&all[at - 1].lower);
    if is_large && !is_name && is_countable(next, language) {
        return Some(figure_of(2));
    }
    money.then(|| figure_of(1))
}

/// Whether a text is a year of the last or this century, but no round number.
fn is_exact_year(text: &str) -> bool {
    text.len() == 4
        && (text.starts_with("19") || text.starts_with("20"))
        && !text.ends_with("00")
        && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The number of tokens after the one at an index that continue its number: two in "€1 310 000", one in "12 345,67 €".
fn further_groups(all: &[Token<'_>], at: usize) -> usize {
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let first = all[at].text.trim_start_matches(['+', '-', '−', '€', '$', '£', '¥']);
    if first.len() > 3 || !are_digits(first) {
        return 0;
    }
    let is_group = |token: &Token<'_>| token.is_joined && token.text.len() == 3 && are_digits(token.text);
    let whole = all[at + 1..].iter().take_while(|token| is_group(token)).count();
    // The last group may have decimals, or the sign of a currency directly after it.
    let is_last = |token: &Token<'_>| {
        let number = token.text.trim_end_matches(['€', '$', '£']);
        let (group, decimals) = number.split_once([',', '.']).unwrap_or((number, ""));
        let has_decimals = are_digits(decimals) && decimals.len() <= 2;
        let has_sign = decimals.is_empty() && number.len() < token.text.len();
        token.is_joined && group.len() == 3 && are_digits(group) && (has_decimals || has_sign)
    };
    whole + usize::from(all.get(at + 1 + whole).is_some_and(is_last))
}

/// Whether a word can name what a large number counts.
fn is_countable(token: &Token<'_>, language: &Language) -> bool {
    (3..=12).contains(&length(token.text))
        && token.text.chars().all(char::is_alphabetic)
        && (language.table.tag == "de" || !token.text.starts_with(char::is_uppercase))
        && !language.is_stop_word(&token.lower)
}

/// The parts of a text between some marks. A mark between two digits belongs to a number.
fn clauses<'a>(text: &'a str, marks: &[char]) -> Vec<&'a str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, mark) in text.match_indices(marks) {
        let after = at + mark.len();
        let is_in_number = text[..at].ends_with(|c: char| c.is_ascii_digit())
            && text[after..].starts_with(|c: char| c.is_ascii_digit());
        if !is_in_number {
            parts.push(&text[start..at]);
            start = after;
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The words after a figure as its label: "customers renew" in "42% of customers renew".
fn label_after(after: &str, language: &Language) -> Option<String> {
    let clause = clauses(after, &[',', ';', '.', '–', '—', '(']).into_iter().next().unwrap_or_default().trim();
    let mut label = clause;
    while matches!(
        first_word(label).as_str(),
        "of" | "van"
            | "der"
            | "des"
            | "de"
            | "del"
            | "la"
            | "el"
            | "les"
            | "los"
            | "las"
            | "the"
            | "all"
            | "alle"
            | "aller"
    ) {
        let rest = label.split_once(' ').map_or("", |(_, rest)| rest);
        if rest.is_empty() {
            break;
        }
        label = rest;
    }
    // "46% are families with children": the verb is not part of the label.
    if is_copula(&first_word(label))
        && let Some((_, rest)) = label.split_once(' ').filter(|(_, rest)| word_count(rest) >= 2)
    {
        label = rest;
    }
    let fits = (1..=8).contains(&word_count(label))
        && length(label) <= 48
        && !super::super::headline::ends_incomplete(label, language);
    let first = first_word(label);
    let is_rate = matches!(first.as_str(), "per" | "pro" | "par" | "por" | "a" | "je");
    (fits && !is_rate && !dates::is_date(label, language) && !language.is_clause_opener(&first))
        .then(|| label.to_owned())
}

/// Whether a word joins a figure to what it counts.
fn is_copula(word: &str) -> bool {
    const WORDS: &str = "are were is was sind waren zijn sont étaient son eran";
    WORDS.split_whitespace().any(|known| known == word)
}

/// The words before a figure as its label: "Revenue grew" in "Revenue grew to 4 million".
fn label_before(before: &str, language: &Language) -> Option<String> {
    // In "supporters gave monthly, amounting to" the last clause has no subject.
    let is_participle = |part: &str| language.table.tag == "en-GB" && first_word(part).ends_with("ing");
    let clauses = clauses(before, &[',', ';', '–', '—', ':']);
    let clause = clauses.iter().rev().find(|part| word_count(part) > 0 && !is_participle(part))?.trim();
    // In "Lucy reported that ticket income is" only the reported clause counts.
    let clause = [" that ", " dat ", " dass ", " que "]
        .iter()
        .find_map(|word| Some(clause.split_once(word)?.1))
        .unwrap_or(clause);
    let mut words: Vec<&str> = clause.split_whitespace().collect();
    let is_article = |word: &&str| {
        matches!(
            word.to_lowercase().as_str(),
            "the"
                | "a"
                | "an"
                | "de"
                | "het"
                | "een"
                | "der"
                | "die"
                | "das"
                | "le"
                | "la"
                | "les"
                | "el"
                | "los"
                | "las"
        )
    };
    if words.len() > 1 && words.first().is_some_and(is_article) {
        words.remove(0);
    }
    while words.last().is_some_and(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        word.is_empty()
            || language.is_stop_word(&word)
            || language.is_clause_opener(&word)
            || language.table.tag.is_empty() && length(&word) <= 2
            || is_approximation(&word)
            || word.starts_with(|c: char| c.is_ascii_digit())
    }) {
        words.pop();
    }
    let label = words.join(" ");
    let first = first_word(&label);
    // "last" in "should last 2 months" is no label.
    let is_verb = words.len() == 1 && label.starts_with(char::is_lowercase) || language.is_finite_verb(&first);
    let fits = (1..=7).contains(&words.len()) && length(&label) <= 44 && !is_verb;
    (fits && !language.refers_back(&label) && !language.is_clause_opener(&first)).then_some(label)
}

/// Whether a word marks a number as approximate.
fn is_approximation(word: &str) -> bool {
    matches!(
        word,
        "nearly"
            | "almost"
            | "average"
            | "gemiddeld"
            | "durchschnitt"
            | "durchschnittlich"
            | "moyenne"
            | "promedio"
            | "roughly"
            | "around"
            | "exactly"
            | "just"
            | "bijna"
            | "ruim"
            | "knapp"
            | "fast"
            | "etwa"
            | "rund"
            | "près"
            | "presque"
            | "environ"
            | "casi"
            | "unos"
            | "unas"
            | "cerca"
            | "least"
            | "excess"
            | "ca"
            | "zo'n"
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::language::of;
    use super::*;

    fn check(tag: &str, texts: &[&str]) -> String {
        let line = |text: &&str| match metric(text, of(tag)) {
            Some(Metric { value, unit, label, note }) => format!("{value}|{unit}|{label}|{note}"),
            None => "-".to_owned(),
        };
        texts.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn versions_lists_and_numbers_of_places_are_no_figures() {
        for text in ["1,240", "1.240.000,5", "12", "0.5", "310 000", "+4 %"] {
            assert!(is_number(text), "{text}");
        }
        for text in ["4.2.2", "6,8,9", "192.168.1.1", "1234.567.890", ".5", "x"] {
            assert!(!is_number(text), "{text}");
        }
        assert_eq!(number_and_unit("9.3 ns"), Some(("9.3", "ns")));
        assert_eq!(number_and_unit("4 kg of iron"), None);
        assert_eq!(check("en", &["The gate listens on port 480 today.", "See section 120 ships."]), "-\n-");
    }

    #[test]
    fn numbers_in_groups_of_three_digits_are_read_whole() {
        let value = |tag: &str, text: &str| {
            metric(text, of(tag)).map_or_else(|| "-".to_owned(), |found| format!("{}|{}", found.value, found.unit))
        };
        assert_eq!(value("fr", "Le chiffre d'affaires atteint 12 345,67 € en juin."), "12 345,67|€");
        assert_eq!(value("fr", "Le nouveau quai coûte 1 310 000€ à la ville."), "1 310 000€|");
        assert_eq!(value("en", "The new quay costs the city €310 000 in total."), "€310 000|");
        assert_eq!(value("de", "Der Neubau kostet die Stadt 310 000 Euro."), "310 000|Euro");
    }

    #[test]
    fn numbers_with_a_mark_between_them_are_two() {
        let first = |text: &str| figure_at(&tokens(text), 0, of("en")).map(|found| found.value);
        assert_eq!(first("$5, 300 ships paid it"), Some("$5".to_owned()));
        assert_eq!(first("$5 300 is the price"), Some("$5 300".to_owned()));
        assert_eq!(first("12 (345 in May)"), None);
    }

    #[test]
    fn a_label_has_no_verb_at_its_edge() {
        insta::assert_snapshot!(
            check("en", &[
                "Supermarket coffee is on average 5 months old.",
                "On Sundays, 46% are families with children.",
            ]),
            @"
        5|months|Supermarket coffee|Supermarket coffee is on average 5 months old
        46|%|Families with children|On Sundays, 46% are families with children
        "
        );
    }

    #[test]
    fn a_number_in_a_label_stays_whole() {
        assert_eq!(check("en", &["42% of the 1,240 homes have a meter."]), "42|%|1,240 homes have a meter|");
    }

    #[test]
    fn units_are_found_in_languages_without_word_lists() {
        assert_eq!(check("it", &["La centrale produce 40 MW."]), "40|MW|Centrale produce|");
    }

    #[test]
    fn a_year_before_a_noun_is_no_figure_and_per_cent_is_one_unit() {
        let value = |text: &str| {
            metric(text, of("en")).map_or_else(|| "-".to_owned(), |found| format!("{}|{}", found.value, found.unit))
        };
        assert_eq!(value("In 2024 visitors stayed longer."), "-");
        assert_eq!(value("In 2000 homes the meter failed."), "2000|");
        assert_eq!(value("12 per cent of customers renew within a year."), "12|per cent");
    }

    #[test]
    fn figures_come_with_their_unit_and_label() {
        insta::assert_snapshot!(
            check("en", &[
                "42% of customers renew within a year.",
                "Revenue grew to €4.2 million in the first half.",
                "The pilot ran for 12 weeks.",
                "The port turned away 120 ships last year.",
                "Some 120 ships waiting outside.",
                "The number of thefts fell from 310 to 95 in a year.",
                "A number of donors gave monthly, amounting to €500 for the port.",
                "The port received gifts in excess of €50,000.",
                "The projects last 4 months.",
                "It runs on Motorola 68000 Alpha boards.",
                "The association saves $8K each month.",
                "The board is prepared to spend between $50K and $75K on repairs.",
                "Repairs take between 20 and 40 days in winter.",
                "We met in 2019.",
                "Section 3.2 explains it.",
            ]),
            @"
        42|%|Customers renew within a year|
        €4.2|million|Revenue grew|Revenue grew to €4.2 million in the first half
        12|weeks|Pilot ran|The pilot ran for 12 weeks
        120||Ships|The port turned away 120 ships last year
        120||Ships waiting outside|
        95||Number of thefts fell|The number of thefts fell from 310 to 95 in a year
        €500||Number of donors gave monthly|A number of donors gave monthly, amounting to €500 for the port
        €50,000||Port received gifts|The port received gifts in excess of €50,000
        4|months|Projects last|
        -
        $8K||Association saves|The association saves $8K each month
        $50K–$75K||Board is prepared to spend|The board is prepared to spend between $50K and $75K on repairs
        20–40|days|Repairs|Repairs take between 20 and 40 days in winter
        -
        -
        "
        );
        insta::assert_snapshot!(check("de", &["Der Umsatz stieg um 12 Prozent auf 4,2 Mio. Euro."]), @"12|Prozent|Umsatz stieg|Der Umsatz stieg um 12 Prozent auf 4,2 Mio. Euro");
    }
}
