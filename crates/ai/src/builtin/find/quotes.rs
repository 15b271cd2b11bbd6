//! Finds quotations and their speakers.

use super::super::language::{Language, phrases, starts_with_phrase};
use super::super::text::{first_word, length, word_count};
use super::tokens;

/// A quotation with its speaker or source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quotation {
    pub(crate) text: String,
    pub(crate) attribution: String,
}

/// A block quote as its text and its attribution, which may be empty.
pub(crate) fn split_attribution(text: &str) -> Quotation {
    let text = text.trim();
    let quotation =
        |text: &str, attribution: &str| Quotation { text: unquoted(text), attribution: attribution.to_owned() };
    if let Some((quote, last)) = text.rsplit_once('\n')
        && let Some(attribution) = attribution_line(last.trim())
    {
        return quotation(quote, attribution);
    }
    for mark in [" — ", " – ", " -- "] {
        if let Some((quote, attribution)) = text.rsplit_once(mark)
            && word_count(attribution) <= 10
            && quote.trim_end().ends_with(['.', '"', '”', '»', '!', '?', '“'])
        {
            return quotation(quote, attribution.trim());
        }
    }
    quotation(text, "")
}

/// The attribution in a line that starts with a dash.
fn attribution_line(line: &str) -> Option<&str> {
    ["—", "–", "--", "- ", "~"].iter().find_map(|mark| line.strip_prefix(mark)).map(str::trim)
}

/// A text in one line without the quotation marks around it.
fn unquoted(text: &str) -> String {
    const MARKS: [char; 6] = ['"', '“', '”', '„', '«', '»'];
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.trim_end_matches(',');
    let bare = text.trim_matches(MARKS).trim();
    let Some(at) = bare.find(MARKS) else { return bare.trim_end_matches(',').to_owned() };
    // A quotation inside another keeps its marks; in '"Build," he said, "for the tide."' all marks stay.
    let is_inside = bare[..at].ends_with(' ') && !bare[at..].starts_with('»');
    let inner = text.strip_prefix(MARKS).and_then(|text| text.strip_suffix(MARKS)).filter(|_| is_inside);
    inner.map_or(text, str::trim).to_owned()
}

/// The first quotation in a text, if the text names its speaker before or after it.
pub(crate) fn attributed_quotation(text: &str, language: &Language) -> Option<Quotation> {
    let (quote, before, after) = first_quotation(text)?;
    if word_count(&quote) < 6 || length(&quote) > 300 {
        return None;
    }
    let attribution = speaker_after(after, language).or_else(|| speaker_before(before, language))?;
    Some(Quotation { text: quote.trim_end_matches(',').to_owned(), attribution })
}

/// The first quotation in a text, with the text before and after it.
fn first_quotation(text: &str) -> Option<(String, &str, &str)> {
    let quotation = |(open, close): (char, char)| {
        let start = text.find(open)?;
        let inner = start + open.len_utf8();
        let end = inner + text[inner..].find(close)?;
        Some((start, inner, end, end + close.len_utf8()))
    };
    let pairs = [('“', '”'), ('„', '“'), ('«', '»'), ('»', '«'), ('"', '"')];
    let (start, inner, end, after) = pairs.into_iter().filter_map(quotation).min_by_key(|(start, ..)| *start)?;
    Some((text[inner..end].trim().to_owned(), &text[..start], &text[after..]))
}

/// The speaker in `, said Anna Bell, head of operations.`
fn speaker_after(after: &str, language: &Language) -> Option<String> {
    let all = tokens(after);
    let verb = all.iter().take(4).position(|token| language.is_speech_verb(&token.lower))?;
    name_before_verb(after, &all[..verb], language).or_else(|| {
        let after_verb = &all[verb + 1..];
        // In "he said. The archive …" another sentence follows.
        let is_same_sentence =
            after_verb.first().is_some_and(|next| after[all[verb].end..next.start].trim().is_empty());
        is_same_sentence.then(|| name_at_start(after, after_verb, language)).flatten()
    })
}

/// The name in `, Anna Bell said on Monday.`, from the tokens before the verb.
fn name_before_verb(after: &str, all: &[super::Token<'_>], language: &Language) -> Option<String> {
    let (first, last) = (all.first()?, all.last()?);
    let is_name = |token: &super::Token<'_>| {
        token.text.starts_with(char::is_uppercase)
            && !language.is_stop_word(&token.lower)
            && !language.refers_back(token.text)
    };
    // German capitalises every noun, so there a name is recognised only after the verb.
    let are_names = language.table.tag != "de" && all.iter().all(is_name);
    let name = &after[first.start..last.end];
    let is_plain = name.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '.' | '’'));
    // "Meanwhile Anna Bell said" begins another sentence.
    let lower = name.to_lowercase();
    let begins_sentence = language.is_weekday(&first.lower)
        || phrases(language.table.lead_ins).any(|phrase| starts_with_phrase(&lower, phrase));
    (are_names && is_plain && !begins_sentence).then(|| name.to_owned())
}

/// The speaker in `Anna Bell said: "…"` or `Anna Bell: "…"`.
fn speaker_before(before: &str, language: &Language) -> Option<String> {
    let clause = before.rsplit(['.', '!', '?']).next().unwrap_or(before);
    let all = tokens(clause);
    let verb = all.iter().rposition(|token| language.is_speech_verb(&token.lower)).unwrap_or(all.len());
    let capital = |text: &str| text.starts_with(char::is_uppercase);
    let last = all[..verb].iter().rposition(|token| capital(token.text))?;
    let mut first = last;
    for (at, token) in all[..last].iter().enumerate().rev() {
        if capital(token.text) {
            first = at;
        } else if !is_name_particle(&token.lower) {
            break;
        }
    }
    let name = &clause[all[first].start..all[last].end];
    // "Anna Bell, head of operations, said"
    if let Some(said) = all.get(verb)
        && let Some(job) = clause[all[last].end..said.start].trim().strip_prefix(',')
        && let Some(job) = job.strip_suffix(',').map(str::trim)
        && (1..=6).contains(&word_count(job))
        && length(name) <= 60
    {
        return Some(format!("{name}, {job}"));
    }
    (verb - last <= 2
        && length(name) <= 60
        && (last > first || verb < all.len())
        && !language.is_stop_word(&name.to_lowercase()))
    .then(|| name.to_owned())
}

/// Whether a word in lower case joins the parts of a name, as in "Jan van den Berg".
fn is_name_particle(lower: &str) -> bool {
    matches!(
        lower,
        "da" | "de" | "del" | "den" | "der" | "di" | "du" | "la" | "le" | "ten" | "ter" | "van" | "von" | "zu"
    )
}

/// The name at the start of some tokens, with the job title after its comma.
fn name_at_start(text: &str, all: &[super::Token<'_>], language: &Language) -> Option<String> {
    let capital = |text: &str| text.starts_with(char::is_uppercase);
    // "says director Anna Bell"
    let job = all.first().filter(|token| !capital(token.text) && !language.is_stop_word(&token.lower));
    if let Some(job) = job
        && all.get(1).is_some_and(|next| capital(next.text) && text[job.end..next.start].trim().is_empty())
    {
        return name_at_start(text, &all[1..], language).map(|name| format!("{name}, {}", job.text));
    }
    let first = all.first().filter(|token| capital(token.text) && !language.is_weekday(&token.lower))?;
    let mut last = first;
    for (at, token) in all.iter().enumerate().skip(1) {
        let joined = text[last.end..token.start].chars().all(char::is_whitespace);
        if !joined
            || !(capital(token.text)
                || is_name_particle(&token.lower) && all.get(at + 1).is_some_and(|next| capital(next.text)))
        {
            break;
        }
        last = token;
    }
    let name = &text[first.start..last.end];
    let rest =
        text[last.end..].strip_prefix(',').map(|rest| rest.split(['.', ',', ';']).next().unwrap_or_default().trim());
    match rest {
        // In "said Anna Bell, and left" the words after the comma are no job.
        Some(job)
            if (1..=6).contains(&word_count(job))
                && first_word(job) != language.table.and
                && (!job.starts_with(char::is_uppercase) || language.table.tag == "de") =>
        {
            Some(format!("{name}, {job}"))
        }
        _ => Some(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::language::of;
    use super::*;

    fn check(tag: &str, text: &str) -> String {
        attributed_quotation(text, of(tag))
            .map_or_else(|| "-".to_owned(), |found| format!("{} | {}", found.text, found.attribution))
    }

    #[test]
    fn speakers_are_found_on_both_sides_of_a_quotation() {
        insta::assert_snapshot!(
            [
                check("en", "\"We used to patch the same street nine times,\" said Anna Bell, head of operations."),
                check("en", "Anna Bell said: “We used to patch the same street nine times.”"),
                check("en", "Jan van den Berg said: “We used to patch the same street nine times.”"),
                check("en", "Ms Anna Bell, head of operations, said: \"We patch it. Then we patch it again.\""),
                check("de", "„Wir haben dieselbe Straße neunmal geflickt“, sagte Anna Bell, Leiterin des Betriebs."),
                check("nl", "“Kinderen die zelf kiezen, lezen ook echt verder”, zegt directeur Marja de Wit."),
                check("fr", "« Nous avons réparé neuf fois la même rue », explique Anna Bell."),
                check("en", "The so-called \"smart meter\" failed."),
                check("en", "Asked by Tom Hill, “we patch the same street nine times,” Anna Bell said on Monday."),
                check("en", "“We patch the same street nine times a year,” she said Monday."),
                check("en", "“We patch the same street nine times a year,” he said. The archive is free to use."),
                check("en", "“We patch the same street nine times a year,” said Anna Bell, and left."),
                check("de", "»Wir bauen.« Das ist der Plan der Stadt für den Hafen. »Und zwar bald«, sagte Tom Hill."),
                check("de", "»Wir haben dieselbe Straße neunmal geflickt«, sagte Anna Bell."),
                check("en", "“We patch the same street nine times a year.” Meanwhile Anna Bell said little."),
            ].join("\n"),
            @"
        We used to patch the same street nine times | Anna Bell, head of operations
        We used to patch the same street nine times. | Anna Bell
        We used to patch the same street nine times. | Jan van den Berg
        We patch it. Then we patch it again. | Ms Anna Bell, head of operations
        Wir haben dieselbe Straße neunmal geflickt | Anna Bell, Leiterin des Betriebs
        Kinderen die zelf kiezen, lezen ook echt verder | Marja de Wit, directeur
        Nous avons réparé neuf fois la même rue | Anna Bell
        -
        we patch the same street nine times | Anna Bell
        -
        -
        We patch the same street nine times a year | Anna Bell
        -
        Wir haben dieselbe Straße neunmal geflickt | Anna Bell
        -
        "
        );
    }

    #[test]
    fn a_block_quote_is_separated_from_its_attribution() {
        assert_eq!(
            split_attribution("Build for the tide.\n— Ada Quay, pilot"),
            Quotation { text: "Build for the tide.".to_owned(), attribution: "Ada Quay, pilot".to_owned() }
        );
        for (quote, text) in [
            ("“Build for the tide.”", "Build for the tide."),
            ("He said \"never\"", "He said \"never\""),
            ("“Build,” he said, “for the tide.”", "“Build,” he said, “for the tide.”"),
            ("“She said „never“ to me.”", "She said „never“ to me."),
        ] {
            assert_eq!(split_attribution(quote).text, text);
        }
    }
}
