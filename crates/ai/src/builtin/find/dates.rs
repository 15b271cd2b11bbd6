//! Finds dates in texts: years, months, days, quarters, weeks, times of day.

use super::super::language::Language;
use super::super::text::{capitalised, length, without_final_mark, word_count};
use super::{Token, tokens};

/// Maximum length of a date on a timeline, in code points.
const MAX_DATE: usize = 30;

/// Minutes from midnight to noon.
const NOON: u32 = 12 * 60;

/// The names of the seasons, with the month in which each begins.
const SEASONS: &[(&str, u32)] = &[
    ("spring", 3),
    ("summer", 6),
    ("autumn", 9),
    ("winter", 12),
    ("lente", 3),
    ("voorjaar", 3),
    ("zomer", 6),
    ("herfst", 9),
    ("najaar", 9),
    ("frühjahr", 3),
    ("frühling", 3),
    ("sommer", 6),
    ("herbst", 9),
    ("printemps", 3),
    ("été", 6),
    ("automne", 9),
    ("hiver", 12),
    ("primavera", 3),
    ("verano", 6),
    ("otoño", 9),
    ("invierno", 12),
];

/// A date and what happens then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DatedEvent {
    pub(crate) date: String,
    pub(crate) event: String,
}

/// The byte range of a date in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DateSpan {
    /// Start of the words that belong to the date, such as "in" and "since".
    front: usize,
    start: usize,
    end: usize,
}

/// The first date of a sentence or list entry, with the rest of the text as its event. `None` without a date or an
/// event.
pub(crate) fn dated_event(text: &str, language: &Language) -> Option<DatedEvent> {
    let span = first_date(text, language)?;
    let date = text[span.start..span.end].trim_matches([',', ' ']).to_owned();
    let (before, after) = (text[..span.front].trim(), text[span.end..].trim());
    let after = after.trim_start_matches([',', ':', '.', ')', '–', '—', '-', ' ']);
    // In Dutch and German the verb follows the date: without the date the sentence would read as a question.
    let is_followed_by_verb = matches!(language.table.tag, "de" | "nl")
        && text[span.end..].starts_with(' ')
        && after.starts_with(char::is_lowercase)
        && span.start > span.front;
    let event = if word_count(before) == 0 && is_followed_by_verb {
        text.to_owned()
    } else if word_count(before) == 0 {
        after.to_owned()
    } else if word_count(after) == 0 {
        before.trim_end_matches(['(', ',', '–', '-', ' ']).to_owned()
    } else {
        text.to_owned()
    };
    let event = capitalised(without_final_mark(&event));
    (word_count(&event) >= 1 && length(&date) <= MAX_DATE).then_some(DatedEvent { date, event })
}

/// Whether a text is a date and nothing else.
pub(crate) fn is_date(text: &str, language: &Language) -> bool {
    first_date(text, language).is_some_and(|span| text.len() - (span.end - span.front) <= 2)
}

/// Whether a text contains a date.
pub(crate) fn has_date(text: &str, language: &Language) -> bool {
    first_date(text, language).is_some()
}

/// The first date in a text.
fn first_date(text: &str, language: &Language) -> Option<DateSpan> {
    let all = tokens(text);
    let (at, count) = (0..all.len()).find_map(|at| Some((at, date_length_at(&all, at, text, language)?)))?;
    let (start, mut end) = (all[at].start, all[at + count - 1].end);
    // A range such as "2019–2021" is one date.
    if let Some(next) = all.get(at + count)
        && let between = text[end..next.start].trim()
        && matches!(between, "-" | "–" | "—")
        && let Some(more) = date_length_at(&all, at + count, text, language)
    {
        end = all[at + count + more - 1].end;
    }
    // The full stop of "p.m." belongs to the time.
    if text[start..end].strip_suffix(".m").is_some() && text[end..].starts_with('.') {
        end += 1;
    }
    let mut front = start;
    for before in all[..at].iter().rev() {
        if !language.is_date_preposition(&before.lower) {
            break;
        }
        front = before.start;
    }
    Some(DateSpan { front, start, end })
}

/// The moment of a date: year, month, day and minute, each 0 if the date does not have it. A period such as "Week 12"
/// is ordered by its number. With `is_month_first`, dates with slashes are read as in "12/31/2024". `None` when it
/// cannot be compared.
fn moment(date: &str, language: &Language, is_month_first: bool) -> Option<Moment> {
    let mut found = Moment::default();
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    for token in tokens(date) {
        let lower = token.lower.as_str();
        if is_numeric_date(lower) {
            let parts: Vec<u32> = lower.split(['-', '/', '.']).filter_map(|part| part.parse().ok()).collect();
            let [a, b, c] = parts.as_slice() else { return None };
            let is_short_year = lower.rsplit(['-', '/', '.']).next().is_some_and(|year| year.len() == 2);
            let year = match *c {
                year @ 0..70 if is_short_year => 2000 + year,
                year if is_short_year => 1900 + year,
                year => year,
            };
            (found.year, found.month, found.day) = if *a > 31 {
                (*a, *b, *c)
            } else if is_month_first && lower.contains('/') {
                (year, *a, *b)
            } else {
                (year, *b, *a)
            };
        } else if language.table.tag == "en-GB" && matches!(lower, "pm" | "p.m") {
            found.minute = found.minute % NOON + NOON;
        } else if language.table.tag == "en-GB" && matches!(lower, "am" | "a.m") {
            found.minute %= NOON;
        } else if is_time(lower) {
            let (hours, minutes) = lower.split_once([':', 'h'])?;
            found.minute = hours.parse::<u32>().ok()? * 60 + minutes.get(..2)?.parse::<u32>().unwrap_or(0);
        } else if let Some(month) = language.month_number(lower) {
            found.month = month;
        } else if is_quarter(token.text) {
            found.month = token.text[1..].parse::<u32>().ok()? * 3 - 2;
        } else if let Some((_, first_month)) = SEASONS.iter().find(|(season, _)| *season == lower) {
            found.month = *first_month;
        } else if let Some(year) = lower.get(..4).filter(|year| is_digits(year)) {
            if found.year == 0 {
                found.year = year.parse().ok()?;
            }
        } else if is_day(lower) || is_day_range(lower) {
            let number: u32 = lower.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
            if found.day == 0 {
                found.day = number;
            }
        } else if is_digits(lower) {
            found.day = lower.parse().ok()?;
        }
    }
    (found != Moment::default()).then_some(found)
}

/// Whether a date has its month before its day, which only a day above 12 shows: "12/31/2024".
fn has_month_first(date: &str) -> bool {
    tokens(date).iter().filter(|token| is_numeric_date(&token.lower)).any(|token| {
        let mut parts = token.lower.split('/').map_while(|part| part.parse::<u32>().ok());
        parts.next().is_some_and(|month| month <= 12) && parts.next().is_some_and(|day| (13..=31).contains(&day))
    })
}

/// When something happens. Moments are compared from the year to the minute.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment {
    pub(crate) year: u32,
    month: u32,
    day: u32,
    minute: u32,
}

/// Sorts entries by their dates. A date without a year has the year of the entry before it; the order stays when the
/// first date has none. `None` when a date cannot be compared with the others.
pub(crate) fn in_order<T>(entries: Vec<T>, date: impl Fn(&T) -> String, language: &Language) -> Option<Vec<T>> {
    let is_month_first = entries.iter().any(|entry| has_month_first(&date(entry)));
    let when = |entry: &T| moment(&date(entry), language, is_month_first);
    let mut moments: Vec<Moment> = entries.iter().map(when).collect::<Option<_>>()?;
    if moments.first().is_none_or(|moment| moment.year == 0) {
        return Some(entries);
    }
    let mut year = 0;
    for moment in &mut moments {
        if moment.year == 0 {
            moment.year = year;
        }
        year = moment.year;
    }
    let mut dated: Vec<(Moment, T)> = moments.into_iter().zip(entries).collect();
    dated.sort_by_key(|(moment, _)| *moment);
    Some(dated.into_iter().map(|(_, entry)| entry).collect())
}

/// The number of tokens of the date that starts at an index; `None` when no date starts there.
fn date_length_at(all: &[Token<'_>], at: usize, text: &str, language: &Language) -> Option<usize> {
    let token = &all[at];
    let next = |ahead: usize| all.get(at + ahead);
    if is_numeric_date(&token.lower) {
        return Some(1);
    }
    if is_time(&token.lower) {
        return Some(1 + usize::from(next(1).is_some_and(|next| is_clock_word(&next.lower, language))));
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
    if SEASONS.iter().any(|(season, _)| *season == token.lower) && next(1).is_some_and(|next| is_year(&next.lower)) {
        return Some(2);
    }
    if language.is_weekday(&token.lower) && is_spelled_as_name(token, language) {
        let more = next(1)
            .and_then(|_| date_length_at(all, at + 1, text, language))
            .filter(|_| days_at(all, at + 1, text) > 0);
        return Some(1 + more.unwrap_or(0));
    }
    let days = days_at(all, at, text);
    if days > 0 {
        let skip = usize::from(next(days).is_some_and(|next| next.lower == "de"));
        let is_single = is_day(&token.lower) && days == 1;
        // In "2–3 may be replaced" the word is no month.
        let is_month =
            |next: &Token<'_>| language.is_month(&next.lower) && (is_single || is_spelled_as_name(next, language));
        if next(days + skip).is_some_and(is_month) {
            return Some(days + 1 + skip + year_after(all, at + days + 1 + skip));
        }
    }
    if language.is_month(&token.lower) && is_spelled_as_name(token, language) {
        let is_days = |next: &Token<'_>| is_day(&next.lower) || is_day_range(&next.lower);
        let day = next(1).is_some_and(|next| is_days(next) && next.start - token.end <= 2);
        let taken = 1 + usize::from(day);
        let year = year_after(all, at + taken);
        let is_short = !language.is_full_month(&token.lower);
        let follows_date_word = at == 0 || language.is_date_preposition(&all[at - 1].lower);
        let is_ambiguous = matches!(token.lower.as_str(), "may" | "march" | "mars" | "august");
        return (day || year > 0 || (!is_short || is_ambiguous) && (follows_date_word || !is_ambiguous))
            .then_some(taken + year);
    }
    let is_amount = || {
        next(1).is_some_and(|unit| {
            language.is_unit(&unit.lower) || language.is_magnitude(&unit.lower) || unit.text.starts_with(['%', '€'])
        })
    };
    let follows_date_word =
        at == 0 || language.is_date_preposition(&all[at - 1].lower) || text[..token.start].ends_with('(');
    let closes = text[token.end..].starts_with([',', ':', '.', ')', ';']) || token.end == text.len();
    let is_old =
        token.lower.len() == 4 && token.lower.starts_with('1') && token.lower.bytes().all(|byte| byte.is_ascii_digit());
    let is_date = is_year(&token.lower) && (follows_date_word || closes) || is_old && follows_date_word && at > 0;
    (is_date && !is_amount()).then_some(1)
}

/// The number of tokens of a day or a range of days at an index: 1 for "12" and "12–14", 2 for "12 – 14", else 0.
fn days_at(all: &[Token<'_>], at: usize, text: &str) -> usize {
    let Some(token) = all.get(at) else { return 0 };
    if !is_day(&token.lower) {
        return usize::from(is_day_range(&token.lower));
    }
    let is_range = all.get(at + 1).is_some_and(|last| {
        let between = text[token.end..last.start].trim_start_matches('.').trim();
        matches!(between, "-" | "–" | "—") && is_day(&last.lower)
    });
    1 + usize::from(is_range)
}

/// Whether a word after a time belongs to it: "2:00 pm", "14:00 Uhr".
fn is_clock_word(word: &str, language: &Language) -> bool {
    match language.table.tag {
        "en-GB" => matches!(word, "am" | "pm" | "a.m" | "p.m"),
        "de" => word == "uhr",
        "nl" => word == "uur",
        _ => false,
    }
}

/// The number of tokens of a year at an index: 1 for "2024", 2 for "de 2024", else 0.
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

/// Whether a month or weekday is capitalised as its language requires. English and German require a capital.
fn is_spelled_as_name(token: &Token<'_>, language: &Language) -> bool {
    token.text.starts_with(char::is_uppercase) || !matches!(language.table.tag, "en-GB" | "de")
}

/// Whether a text is a year, such as `2024`, or a span of years, such as `2023–24`.
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

/// Whether a text is a day of a month, such as `3`, `3.` or `3rd`.
fn is_day(text: &str) -> bool {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let ending = &text[digits.len()..];
    matches!(ending, "" | "." | "st" | "nd" | "rd" | "th" | "er" | "º")
        && digits.parse::<u8>().is_ok_and(|day| (1..=31).contains(&day))
}

/// Whether a word is a range of days, such as "12–14" and "12.–14.".
fn is_day_range(text: &str) -> bool {
    text.split_once(['–', '-', '—']).is_some_and(|(first, last)| is_day(first) && is_day(last))
}

/// Whether a text is a quarter of a year, such as `Q3`.
fn is_quarter(text: &str) -> bool {
    let mut letters = text.chars();
    matches!(letters.next(), Some('Q' | 'T')) && matches!(letters.next(), Some('1'..='4')) && letters.next().is_none()
}

/// Whether a text is a date in numbers, such as `2024-05-01` or `1.5.24`.
fn is_numeric_date(text: &str) -> bool {
    ['-', '/', '.'].into_iter().any(|mark| {
        let parts: Vec<&str> = text.split(mark).collect();
        parts.len() == 3
            && parts.iter().all(|part| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))
            && (parts[0].len() == 4 || parts[2].len() == 4 || parts[2].len() == 2)
            && parts[1].len() <= 2
    })
}

/// Whether a text is a time of day, such as `9:30` or `9:30-10:15`.
fn is_time(text: &str) -> bool {
    let Some((hours, minutes)) = text.split_once([':', 'h']) else { return false };
    let is_minute = |text: &str| text.len() == 2 && text.parse::<u8>().is_ok_and(|minute| minute < 60);
    let is_hour = |text: &str| (1..=2).contains(&text.len()) && text.parse::<u8>().is_ok_and(|hour| hour < 24);
    // In a span such as "9:30-10:15" the minutes of the start come first.
    is_hour(hours) && minutes.split(['-', '–']).next().is_some_and(is_minute)
}

#[cfg(test)]
mod tests {
    use super::super::super::language::of;
    use super::*;

    fn check(tag: &str, texts: &[&str]) -> String {
        let line = |text: &&str| match dated_event(text, of(tag)) {
            Some(DatedEvent { date, event }) => format!("{date} | {event}"),
            None => "-".to_owned(),
        };
        texts.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn dates_are_found_and_separated_from_the_event() {
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
    fn entries_are_sorted_by_their_dates() {
        let sorted = |dates: &[&'static str]| in_order(dates.to_vec(), |date| (*date).to_owned(), of("en"));
        assert_eq!(sorted(&["2019", "2027", "2023"]), Some(vec!["2019", "2023", "2027"]));
        assert_eq!(sorted(&["May 2024", "June", "2 January 2024"]), Some(vec!["2 January 2024", "May 2024", "June"]));
        assert_eq!(sorted(&["November", "January"]), Some(vec!["November", "January"]));
        assert_eq!(sorted(&["October", "January", "2029"]), Some(vec!["October", "January", "2029"]));
        assert_eq!(sorted(&["2021-03-01", "Q1 2021"]), Some(vec!["Q1 2021", "2021-03-01"]));
        assert_eq!(sorted(&["2021", "later"]), None);
    }

    #[test]
    fn days_months_and_halves_of_a_day_are_compared_as_they_are_written() {
        let sorted = |dates: &[&'static str]| in_order(dates.to_vec(), |date| (*date).to_owned(), of("en"));
        assert_eq!(sorted(&["2/3/2024", "1/15/2024"]), Some(vec!["1/15/2024", "2/3/2024"]));
        assert_eq!(sorted(&["2/3/2024", "1/4/2024"]), Some(vec!["2/3/2024", "1/4/2024"]));
        assert_eq!(sorted(&["2023", "3.5.24", "1.2.99"]), Some(vec!["1.2.99", "2023", "3.5.24"]));
        assert_eq!(
            sorted(&["2024-05-01 2:00 pm", "2024-05-01 9:30 am"]),
            Some(vec!["2024-05-01 9:30 am", "2024-05-01 2:00 pm"])
        );
    }

    #[test]
    fn ranges_of_days_are_dates() {
        insta::assert_snapshot!(
            check("en", &[
                "12–14 March: trade fair",
                "12 – 14 March 2024: trade fair",
                "March 12-14, 2024 – trade fair",
                "Trade fair on 12–14 March",
                "Of these, 2–3 may be replaced.",
                "We sold 12–14 tickets.",
            ]),
            @"
        12–14 March | Trade fair
        12 – 14 March 2024 | Trade fair
        March 12-14, 2024 | Trade fair
        12–14 March | Trade fair
        -
        -
        "
        );
        insta::assert_snapshot!(check("de", &["12.–14. März 2024: Messe", "Am 12.–14. Mai tagt der Rat"]), @"
        12.–14. März 2024 | Messe
        12.–14. Mai | Am 12.–14. Mai tagt der Rat
        ");
        insta::assert_snapshot!(check("nl", &["12–14 maart 2024: beurs", "Op 12-14 mei is de beurs"]), @"
        12–14 maart 2024 | Beurs
        12-14 mei | Op 12-14 mei is de beurs
        ");
        insta::assert_snapshot!(check("fr", &["12–14 mars 2024 : le salon", "Le salon a lieu du 12-14 mai"]), @"
        12–14 mars 2024 | Le salon
        12-14 mai | Le salon a lieu
        ");
        let sorted = |dates: &[&'static str]| in_order(dates.to_vec(), |date| (*date).to_owned(), of("en"));
        assert_eq!(sorted(&["12–14 March 2024", "3 – 5 March"]), Some(vec!["3 – 5 March", "12–14 March 2024"]));
        assert_eq!(sorted(&["13 March 2024", "12.–14. March"]), Some(vec!["12.–14. March", "13 March 2024"]));
    }

    #[test]
    fn words_after_a_time_belong_to_it() {
        let english = ["2:00 PM Keynote", "9:30 a.m. Doors open"];
        assert_eq!(check("en", &english), "2:00 PM | Keynote\n9:30 a.m. | Doors open");
        let german = ["14:00 Uhr Beginn", "Um 14:00 Uhr beginnt die Sitzung", "14:00 am Hafen"];
        assert_eq!(
            check("de", &german),
            "14:00 Uhr | Beginn\n14:00 Uhr | Um 14:00 Uhr beginnt die Sitzung\n14:00 | Am Hafen"
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
