//! Dates as people write them: years, months, days, quarters, weeks, times of day.

use super::super::language::Language;
use super::super::text::{capitalised, length, without_stop, word_count};
use super::{Token, tokens};

/// Most code points of a date on a timeline.
const LONGEST: usize = 30;

const SEASONS: &[&str] = &[
    "spring",
    "summer",
    "autumn",
    "winter",
    "lente",
    "voorjaar",
    "zomer",
    "herfst",
    "najaar",
    "frühjahr",
    "frühling",
    "sommer",
    "herbst",
    "printemps",
    "été",
    "automne",
    "hiver",
    "primavera",
    "verano",
    "otoño",
    "invierno",
];

/// A date and what happens then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) date: String,
    pub(crate) event: String,
}

/// Where a date stands, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    /// With the preposition that belongs to it.
    front: usize,
    start: usize,
    end: usize,
}

/// The date of a sentence or item and what it says of it.
pub(crate) fn stop(text: &str, language: &Language) -> Option<Stop> {
    let span = first(text, language)?;
    let date = text[span.start..span.end].trim_matches([',', ' ']).to_owned();
    let (before, after) = (text[..span.front].trim(), text[span.end..].trim());
    let after = after.trim_start_matches([',', ':', '.', ')', '–', '—', '-', ' ']);
    // Dutch and German put the verb after the date: without the date the sentence would read as a question.
    let verb_next = matches!(language.table.tag, "de" | "nl")
        && text[span.end..].starts_with(' ')
        && after.starts_with(char::is_lowercase)
        && span.start > span.front;
    let event = if word_count(before) == 0 && verb_next {
        text.to_owned()
    } else if word_count(before) == 0 {
        after.to_owned()
    } else if word_count(after) == 0 {
        before.trim_end_matches(['(', ',', '–', '-', ' ']).to_owned()
    } else {
        text.to_owned()
    };
    let event = capitalised(without_stop(&event));
    (word_count(&event) >= 1 && length(&date) <= LONGEST).then_some(Stop { date, event })
}

/// Whether a text is a date and nothing else.
pub(crate) fn is_date(text: &str, language: &Language) -> bool {
    first(text, language).is_some_and(|span| {
        let rest = text.len() - (span.end - span.front);
        rest <= 2
    })
}

/// Whether a text has a date in it.
pub(crate) fn has_date(text: &str, language: &Language) -> bool {
    first(text, language).is_some()
}

fn first(text: &str, language: &Language) -> Option<Span> {
    let all = tokens(text);
    let (at, count) = (0..all.len()).find_map(|at| Some((at, length_at(&all, at, text, language)?)))?;
    let (start, mut end) = (all[at].start, all[at + count - 1].end);
    // A span of years or days is one date.
    if let Some(next) = all.get(at + count)
        && let between = text[end..next.start].trim()
        && matches!(between, "-" | "–" | "—")
        && let Some(more) = length_at(&all, at + count, text, language)
    {
        end = all[at + count + more - 1].end;
    }
    let mut front = start;
    for before in all[..at].iter().rev() {
        if !language.goes_with_a_date(&before.lower) {
            break;
        }
        front = before.start;
    }
    Some(Span { front, start, end })
}

/// How many words a date at this place takes.
fn length_at(all: &[Token<'_>], at: usize, text: &str, language: &Language) -> Option<usize> {
    let token = &all[at];
    let next = |ahead: usize| all.get(at + ahead);
    if is_numeric_date(&token.lower) || is_time(&token.lower) {
        return Some(1);
    }
    if is_quarter(token.text) {
        return Some(if next(1).is_some_and(|next| is_year(&next.lower)) { 2 } else { 1 });
    }
    if language.is_period(&token.lower)
        && token.text.starts_with(char::is_uppercase)
        && next(1).is_some_and(|next| next.lower.parse::<u16>().is_ok())
    {
        return Some(2);
    }
    if SEASONS.contains(&token.lower.as_str()) && next(1).is_some_and(|next| is_year(&next.lower)) {
        return Some(2);
    }
    if language.is_weekday(&token.lower) && spelled(token, language) {
        let more = next(1).and_then(|_| length_at(all, at + 1, text, language)).filter(|_| is_day(&all[at + 1].lower));
        return Some(1 + more.unwrap_or(0));
    }
    if is_day(&token.lower) {
        let skip = usize::from(next(1).is_some_and(|next| next.lower == "de"));
        if next(1 + skip).is_some_and(|next| language.is_month(&next.lower)) {
            return Some(2 + skip + year_after(all, at + 2 + skip));
        }
    }
    if language.is_month(&token.lower) && spelled(token, language) {
        let day = next(1).is_some_and(|next| is_day(&next.lower) && next.start - token.end <= 2);
        let taken = 1 + usize::from(day);
        let year = year_after(all, at + taken);
        let is_short = !language.is_full_month(&token.lower);
        let is_led = at == 0 || language.goes_with_a_date(&all[at - 1].lower);
        let is_may = matches!(token.lower.as_str(), "may" | "march" | "mars" | "august");
        return (day || year > 0 || (!is_short || is_may) && (is_led || !is_may)).then_some(taken + year);
    }
    let is_sum = |near: Option<&Token<'_>>| {
        near.is_some_and(|near| {
            language.is_unit(&near.lower) || language.is_magnitude(&near.lower) || near.text.starts_with(['%', '€'])
        })
    };
    let led = at == 0 || language.goes_with_a_date(&all[at - 1].lower) || text[..token.start].ends_with('(');
    let closes = text[token.end..].starts_with([',', ':', '.', ')', ';']) || token.end == text.len();
    let is_old =
        token.lower.len() == 4 && token.lower.starts_with('1') && token.lower.bytes().all(|byte| byte.is_ascii_digit());
    let named = is_year(&token.lower) && (led || closes) || is_old && led && at > 0;
    (named && !is_sum(next(1))).then_some(1)
}

/// How many words a year after a date takes: "2024", or "de 2024".
fn year_after(all: &[Token<'_>], at: usize) -> usize {
    let year = |at: usize| all.get(at).is_some_and(|token| is_year(&token.lower));
    if year(at) {
        1
    } else if all.get(at).is_some_and(|token| token.lower == "de" || token.lower == "del") && year(at + 1) {
        2
    } else {
        0
    }
}

/// English and German write months and weekdays with a capital.
fn spelled(token: &Token<'_>, language: &Language) -> bool {
    token.text.starts_with(char::is_uppercase) || !matches!(language.table.tag, "en-GB" | "de")
}

fn is_year(text: &str) -> bool {
    text.len() == 4
        && (text.starts_with("19") || text.starts_with("20"))
        && text.bytes().all(|byte| byte.is_ascii_digit())
        || text.split(['–', '-', '/']).count() == 2
            && text.is_char_boundary(4)
            && text.len() >= 7
            && is_year(&text[..4])
            && text.chars().skip(5).all(|c| c.is_ascii_digit())
}

fn is_day(text: &str) -> bool {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let tail = &text[digits.len()..];
    matches!(tail, "" | "." | "st" | "nd" | "rd" | "th" | "er" | "º")
        && digits.parse::<u8>().is_ok_and(|day| (1..=31).contains(&day))
}

fn is_quarter(text: &str) -> bool {
    let mut letters = text.chars();
    matches!(letters.next(), Some('Q' | 'T')) && matches!(letters.next(), Some('1'..='4')) && letters.next().is_none()
}

fn is_numeric_date(text: &str) -> bool {
    ['-', '/', '.'].into_iter().any(|mark| {
        let parts: Vec<&str> = text.split(mark).collect();
        parts.len() == 3
            && parts.iter().all(|part| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))
            && (parts[0].len() == 4 || parts[2].len() == 4 || parts[2].len() == 2)
            && parts[1].len() <= 2
    })
}

fn is_time(text: &str) -> bool {
    let Some((hours, minutes)) = text.split_once([':', 'h']) else { return false };
    let number = |text: &str, below: u8| text.len() == 2 && text.parse::<u8>().is_ok_and(|number| number < below);
    let whole = |text: &str| (1..=2).contains(&text.len()) && text.parse::<u8>().is_ok_and(|number| number < 24);
    whole(hours) && (number(minutes, 60) || minutes.split(['-', '–']).next().is_some_and(|first| number(first, 60)))
}

#[cfg(test)]
mod tests {
    use super::super::super::language::of;
    use super::*;

    fn check(tag: &str, texts: &[&str]) -> String {
        let line = |text: &&str| match stop(text, of(tag)) {
            Some(Stop { date, event }) => format!("{date} | {event}"),
            None => "-".to_owned(),
        };
        texts.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn dates_are_found_and_taken_off_the_event() {
        insta::assert_snapshot!(
            check("en", &[
                "In 2019 the company opened a shop in Lyon.",
                "Approve the survey in March",
                "12 March 2024: first ship",
                "March 12, 2024 – first ship",
                "Q3 2025: roll-out",
                "Week 12: training",
                "09:30 Doors open",
                "2024-05-01 Start of works",
                "Between 2015 and 2018 nothing happened.",
                "The team may march on.",
                "We sold 2000 tickets.",
            ]),
            @"
        2019 | The company opened a shop in Lyon
        March | Approve the survey
        12 March 2024 | First ship
        March 12, 2024 | First ship
        Q3 2025 | Roll-out
        Week 12 | Training
        09:30 | Doors open
        2024-05-01 | Start of works
        -
        -
        -
        "
        );
    }

    #[test]
    fn dates_of_other_languages_are_found() {
        insta::assert_snapshot!(check("nl", &["Op 3 mei 2024 start de bouw", "In maart volgt het besluit"]), @"
        3 mei 2024 | Op 3 mei 2024 start de bouw
        maart | In maart volgt het besluit
        ");
        insta::assert_snapshot!(check("de", &["Am 3. Mai 2024 beginnt der Bau", "Im März folgt der Beschluss"]), @"
        3. Mai 2024 | Am 3. Mai 2024 beginnt der Bau
        März | Im März folgt der Beschluss
        ");
        insta::assert_snapshot!(check("fr", &["Le 1er mars 2024, les travaux commencent", "Les travaux finissent en juin"]), @"
        1er mars 2024 | Les travaux commencent
        juin | Les travaux finissent
        ");
        insta::assert_snapshot!(check("es", &["El 3 de mayo de 2024 empieza la obra"]), @"3 de mayo de 2024 | Empieza la obra");
    }
}
