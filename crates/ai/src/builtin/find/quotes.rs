//! Quotations and who said them.

use super::super::language::Language;
use super::super::text::{length, word_count};
use super::tokens;

/// A quotation with its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spoken {
    pub(crate) quote: String,
    pub(crate) by: String,
}

/// A block quote parted from the line that names its source.
pub(crate) fn with_attribution(text: &str) -> (String, String) {
    let text = text.trim();
    let lead = |line: &str| {
        ["—", "–", "--", "- ", "~"].iter().find_map(|mark| line.strip_prefix(mark).map(|rest| rest.trim().to_owned()))
    };
    if let Some((quote, last)) = text.rsplit_once('\n')
        && let Some(by) = lead(last.trim())
    {
        return (unquoted(quote), by);
    }
    for mark in [" — ", " – ", " -- "] {
        if let Some((quote, by)) = text.rsplit_once(mark)
            && word_count(by) <= 10
            && quote.trim_end().ends_with(['.', '"', '”', '»', '!', '?', '“'])
        {
            return (unquoted(quote), by.trim().to_owned());
        }
    }
    (unquoted(text), String::new())
}

fn unquoted(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = text.trim_matches(['"', '“', '”', '„', '«', '»', ' ']);
    bare.trim_end_matches(',').to_owned()
}

/// A quotation inside running text whose speaker the text names beside it.
pub(crate) fn spoken(text: &str, language: &Language) -> Option<Spoken> {
    let (quote, before, after) = quoted(text)?;
    if word_count(&quote) < 6 || length(&quote) > 300 {
        return None;
    }
    let by = speaker_after(after, language).or_else(|| speaker_before(before, language))?;
    Some(Spoken { quote: quote.trim_end_matches(',').to_owned(), by })
}

fn quoted(text: &str) -> Option<(String, &str, &str)> {
    for (open, close) in [('“', '”'), ('„', '“'), ('«', '»'), ('"', '"')] {
        if let Some(start) = text.find(open) {
            let inner = start + open.len_utf8();
            if let Some(end) = text[inner..].find(close) {
                let (quote, after) = (&text[inner..inner + end], &text[inner + end + close.len_utf8()..]);
                return Some((quote.trim().to_owned(), &text[..start], after));
            }
        }
    }
    None
}

/// `, said Anna Bell, head of operations.`
fn speaker_after(after: &str, language: &Language) -> Option<String> {
    let all = tokens(after);
    let verb = all.iter().take(4).position(|token| language.is_said(&token.lower))?;
    let name = name_from(after, &all[verb + 1..], language)?;
    Some(name)
}

/// `Anna Bell said: "…"`, `Anna Bell: "…"`.
fn speaker_before(before: &str, language: &Language) -> Option<String> {
    let clause = before.rsplit(['.', '!', '?']).next().unwrap_or(before);
    let all = tokens(clause);
    let verb = all.iter().rposition(|token| language.is_said(&token.lower)).unwrap_or(all.len());
    let capital = |text: &str| text.starts_with(char::is_uppercase);
    let last = all[..verb].iter().rposition(|token| capital(token.text))?;
    let mut first = last;
    while first > 0
        && (capital(all[first - 1].text)
            || matches!(all[first - 1].lower.as_str(), "de" | "van" | "der" | "von" | "del" | "la"))
    {
        first -= 1;
    }
    let name = &clause[all[first].start..all[last].end];
    (verb - last <= 2
        && length(name) <= 60
        && (last > first || verb < all.len())
        && !language.is_stop(&name.to_lowercase()))
    .then(|| name.to_owned())
}

/// A name, and the office after its comma.
fn name_from(text: &str, all: &[super::Token<'_>], language: &Language) -> Option<String> {
    let capital = |text: &str| text.starts_with(char::is_uppercase);
    let first = all.first().filter(|token| capital(token.text))?;
    let inner = |lower: &str| matches!(lower, "de" | "van" | "der" | "von" | "den" | "del" | "la" | "le");
    let mut last = first;
    for (at, token) in all.iter().enumerate().skip(1) {
        let joined = text[last.end..token.start].chars().all(char::is_whitespace);
        if !joined
            || !(capital(token.text) || inner(&token.lower) && all.get(at + 1).is_some_and(|next| capital(next.text)))
        {
            break;
        }
        last = token;
    }
    let name = &text[first.start..last.end];
    let rest =
        text[last.end..].strip_prefix(',').map(|rest| rest.split(['.', ',', ';']).next().unwrap_or_default().trim());
    match rest {
        Some(office)
            if (1..=6).contains(&word_count(office))
                && (!office.starts_with(char::is_uppercase) || language.table.tag == "de") =>
        {
            Some(format!("{name}, {office}"))
        }
        _ => Some(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::language::of;
    use super::*;

    fn check(tag: &str, text: &str) -> String {
        spoken(text, of(tag)).map_or_else(|| "-".to_owned(), |found| format!("{} | {}", found.quote, found.by))
    }

    #[test]
    fn speakers_are_found_on_both_sides_of_a_quotation() {
        insta::assert_snapshot!(
            [
                check("en", "\"We used to patch the same street nine times,\" said Anna Bell, head of operations."),
                check("en", "Anna Bell said: “We used to patch the same street nine times.”"),
                check("de", "„Wir haben dieselbe Straße neunmal geflickt“, sagte Anna Bell, Leiterin des Betriebs."),
                check("fr", "« Nous avons réparé neuf fois la même rue », explique Anna Bell."),
                check("en", "The so-called \"smart meter\" failed."),
            ].join("\n"),
            @"
        We used to patch the same street nine times | Anna Bell, head of operations
        We used to patch the same street nine times. | Anna Bell
        Wir haben dieselbe Straße neunmal geflickt | Anna Bell, Leiterin des Betriebs
        Nous avons réparé neuf fois la même rue | Anna Bell
        -
        "
        );
    }

    #[test]
    fn a_block_quote_gives_up_its_source() {
        assert_eq!(
            with_attribution("Build for the tide.\n— Ada Quay, pilot"),
            ("Build for the tide.".to_owned(), "Ada Quay, pilot".to_owned())
        );
    }
}
