//! Turns lists, and questions with their answers, into slide ideas.

use super::super::find::{dates, figures};
use super::super::headline::{MAX_HEADLINE, cleaned_heading, ends_incomplete, is_cut_off, is_spaceless, key_phrase};
use super::super::language::Language;
use super::super::outline::{OutlinePoint, SlideOutline};
use super::super::read::{DataTable, List, ListEntry, SectionElement};
use super::super::text::{
    capitalised, first_word, length, sentences, shortened, slide_sentence, split_in_two, without_final_mark,
    word_count, words,
};
use super::super::write::chart_kind;
use super::prose::is_reference;
use super::{AuthorContext, SlideIdea, SlideOption};

/// Maximum number of entries of one slide; a longer list gets several slides.
const MAX_ENTRIES: usize = 6;
/// Maximum number of names with their meanings on one slide.
const MAX_DEFINITIONS: usize = 8;

/// The ideas of a list: one, or up to three for a long list. Entries that end in the middle of a phrase go to the
/// notes.
pub(super) fn ideas(list: &List, heading: &str, context: AuthorContext<'_>) -> Vec<SlideIdea> {
    let whole = whole_entries(list, context.language);
    let mut ideas = ideas_of_whole(&whole, heading, context);
    if let Some(last) = ideas.last_mut() {
        let cut = list.items.iter().filter(|item| !whole.items.contains(item)).map(ListEntry::full_text);
        last.pieces.extend(cut.filter(|text| text.contains(char::is_alphanumeric)));
    }
    ideas
}

/// The ideas of a list of whole entries.
fn ideas_of_whole(list: &List, heading: &str, context: AuthorContext<'_>) -> Vec<SlideIdea> {
    let name = if list.lead.is_empty() { heading.to_lowercase() } else { list.lead.to_lowercase() };
    let lead = without_final_mark(&list.lead).to_owned();
    if let Some(mut outline) = chart(list, context.language) {
        let title = Some(lead.clone())
            .filter(|lead| (1..=12).contains(&word_count(lead)) && !context.language.refers_back(lead));
        if title.is_none() && length(&lead) <= 110 {
            outline.subheading = lead;
        }
        let options = SlideOption::each(&["chart-slide", "table-slide"], &outline);
        return vec![SlideIdea { title, options, pieces: list.pieces(), weight: 0.3, ..SlideIdea::default() }];
    }
    let max_entries = if is_people(list, &name, context.language) {
        12
    } else if parameters(list, context.language).or_else(|| definitions(list, context.language)).is_some() {
        MAX_DEFINITIONS
    } else {
        MAX_ENTRIES
    };
    let count = list.items.len();
    let slides = count.div_ceil(max_entries).clamp(1, 3);
    let per_slide = count.div_ceil(slides).clamp(1, max_entries);
    let mut ideas: Vec<SlideIdea> = Vec::new();
    for (at, items) in list.items.chunks(per_slide).enumerate() {
        if at >= slides {
            if let Some(last) = ideas.last_mut() {
                last.pieces.extend(items.iter().map(ListEntry::full_text));
            }
            continue;
        }
        let part = List {
            items: items.to_vec(),
            lead: if at == 0 { list.lead.clone() } else { String::new() },
            ..list.clone()
        };
        let mut idea = idea(&part, &name, at > 0, context);
        idea.title = Some(lead.clone()).filter(|lead| at == 0 && is_title(lead, context.language));
        if at == 0
            && idea.title.is_none()
            && (1..=110).contains(&length(&lead))
            && (word_count(&lead) > 1 || is_spaceless(&lead))
            && !ends_incomplete(&lead, context.language)
        {
            // On a table slide the supporting line is below the table, so it cannot introduce it.
            for option in idea.options.iter_mut().filter(|option| option.key != "table-slide") {
                option.outline.subheading = format!("{lead}:");
            }
        }
        ideas.push(idea);
    }
    ideas
}

/// A list without the entries that end in the middle of a phrase, if any is left.
fn whole_entries(list: &List, language: &Language) -> List {
    let is_cut = |item: &&ListEntry| {
        let last = item.text.rsplit(' ').next().unwrap_or_default();
        item.inner.is_empty()
            && word_count(&item.text) > 2
            && (last == language.table.and || is_cut_off(&item.text, language))
    };
    let says_something = |item: &&ListEntry| item.full_text().contains(char::is_alphanumeric);
    let whole: Vec<ListEntry> =
        list.items.iter().filter(says_something).filter(|item| !is_cut(item)).cloned().collect();
    if whole.is_empty() { list.clone() } else { List { items: whole, ..list.clone() } }
}

/// Whether the line before a list can be the title of its slide: it is complete and points to nothing.
fn is_title(lead: &str, language: &Language) -> bool {
    const POINTERS: &str = "following below these this folgende folgenden folgendes diese volgende onderstaande deze \
        suivant suivante suivants suivantes ces siguiente siguientes estos estas";
    let first = first_word(lead);
    let last = words(lead).last().map(str::to_lowercase).unwrap_or_default();
    (2..=12).contains(&word_count(lead))
        && length(lead) <= 90
        && !ends_incomplete(lead, language)
        && !language.is_finite_verb(&last)
        && !language.is_clause_opener(&first)
        && !language.refers_back(lead)
        && !words(lead).any(|word| POINTERS.split_whitespace().any(|pointer| pointer == word.to_lowercase()))
}

/// The idea of one slide of a list. `is_continued` is true for all slides but the first.
fn idea(list: &List, name: &str, is_continued: bool, context: AuthorContext<'_>) -> SlideIdea {
    let language = context.language;
    let points: Vec<OutlinePoint> = list.items.iter().map(|item| point(item, language)).collect();
    let points = with_first_sentences(points, language);
    let base = SlideOutline {
        points,
        ordered: list.ordered && !is_continued,
        links: list.links.clone(),
        ..SlideOutline::default()
    };
    let mut options = Vec::new();
    let count = list.items.len();
    if is_people(list, name, language) {
        options.push(SlideOption::new(
            "team-cards-slide",
            &SlideOutline { points: list.items.iter().map(person).collect(), ..base.clone() },
        ));
    }
    let mut pieces = list.pieces();
    if let Some(events) = events(list, language) {
        pieces = events
            .iter()
            .map(|event| format!("{} {} {}", event.date_or_value, event.title, event.text).trim_end().to_owned())
            .collect();
        let outline = SlideOutline { points: events, ordered: true, ..base.clone() };
        options.extend(SlideOption::each(&["timeline-slide", "list-slide"], &outline));
    }
    if let Some(metrics) = metrics(list, language) {
        pieces = metrics
            .iter()
            .map(|metric| format!("{} {} {} {}", metric.date_or_value, metric.unit, metric.title, metric.text))
            .collect();
        options.push(SlideOption::new("kpi-metrics-slide", &SlideOutline { points: metrics, ..base.clone() }));
    }
    let table = language.table;
    for (key, headings) in [
        ("cycle-slide", table.cycle_headings),
        ("pyramid-slide", table.pyramid_headings),
        ("funnel-slide", table.funnel_headings),
    ] {
        if (3..=6).contains(&count) && !name.is_empty() && Language::contains_any_phrase(headings, name) {
            options.push(SlideOption::new(key, &base));
        }
    }
    if list.ordered && !is_continued && (3..=7).contains(&count) {
        options.push(SlideOption::new("process-slide", &base));
    }
    if let Some(table) = parameters(list, language).or_else(|| definitions(list, language)) {
        options.push(SlideOption::new("table-slide", &SlideOutline { table: Some(table), ..base.clone() }));
    }
    let titled = base.points.iter().filter(|point| !point.title.is_empty() && !point.text.is_empty()).count();
    let longest = base.points.iter().map(|point| length(&point.line())).max().unwrap_or(0);
    let keys: &[&'static str] = if count < 2 {
        &["content-slide"]
    } else if titled * 2 >= count && (2..=5).contains(&count) && longest <= 260 {
        &["icon-card-grid-slide", "list-slide", "text-blocks-slide", "content-slide"]
    } else if titled * 2 >= count {
        &["list-slide", "text-blocks-slide", "content-slide"]
    } else if longest <= 90 {
        &["list-slide", "content-slide", "text-blocks-slide"]
    } else {
        &["content-slide", "list-slide", "text-blocks-slide"]
    };
    options.extend(SlideOption::each(keys, &base));
    // Dates, figures and steps are worth a slide of their own.
    let is_specific = options.first().is_some_and(|option| {
        matches!(
            option.key,
            "timeline-slide" | "kpi-metrics-slide" | "process-slide" | "team-cards-slide" | "table-slide"
        )
    });
    SlideIdea { options, pieces, weight: if is_specific { 0.6 } else { 0.25 }, ..SlideIdea::default() }
}

/// The entries as a table of names and what they mean, in a sentence each. `None` unless most entries have a short
/// name, and there are many or the names are those of a program, such as `max_length`.
fn definitions(list: &List, language: &Language) -> Option<DataTable> {
    let is_code = |name: &str| {
        name.contains(['_', '(', '=', '/', '.', '<', '⟨', '$', '\\', '[', '%', '@', '#'])
            || name.starts_with(['-', '\'', '‘'])
            || name.starts_with(char::is_lowercase)
    };
    if list.ordered {
        return None;
    }
    let row = |item: &ListEntry| {
        let meaning = sentences(&item.text, language).into_iter().next()?;
        let meaning = shortened(&meaning, 150, language)?;
        let is_pair = (1..=6).contains(&word_count(&item.head).max(1))
            && (1..=40).contains(&length(&item.head))
            && !meaning.ends_with(':')
            && !is_reference(&meaning)
            && !is_cut_off(&meaning, language);
        is_pair.then(|| vec![item.head.clone(), capitalised(without_final_mark(&meaning))])
    };
    let rows: Vec<Vec<String>> = list.items.iter().filter_map(row).collect();
    let names = rows.iter().filter(|row| is_code(&row[0])).count();
    let are_enough = rows.len() >= 5 || rows.len() >= 3 && names * 2 >= rows.len();
    (are_enough && rows.len() * 3 >= list.items.len() * 2).then_some(DataTable { has_header: false, rows })
}

/// The parameters of a function as a table of names, types and meanings, from entries such as "timeout {number} How
/// long to wait". `None` unless most entries, and at least three of them, have this form.
fn parameters(list: &List, language: &Language) -> Option<DataTable> {
    const MAX_PARAMETERS: usize = 10;
    let row = |line: &String| {
        let (name, rest) = line.split_once(" {")?;
        let (kind, meaning) = rest.split_once('}')?;
        let meaning = sentences(meaning.trim(), language).into_iter().next()?;
        let meaning = shortened(&meaning, 130, language)?;
        let is_whole = !meaning.ends_with(':') && !is_reference(&meaning) && !is_cut_off(&meaning, language);
        let is_parameter = (1..=40).contains(&length(name)) && !name.contains(' ') && length(kind) <= 40;
        (is_parameter && is_whole)
            .then(|| vec![name.to_owned(), kind.to_owned(), capitalised(without_final_mark(&meaning))])
    };
    let lines: Vec<String> =
        list.items.iter().flat_map(|item| std::iter::once(item.text.clone()).chain(item.inner.clone())).collect();
    let mut rows: Vec<Vec<String>> = lines.iter().filter_map(row).collect();
    let are_most = rows.len() >= 3 && rows.len() * 2 > lines.len();
    rows.truncate(MAX_PARAMETERS);
    are_most.then_some(DataTable { has_header: false, rows })
}

/// Points that are too long together, each with its first sentence only. The notes have the rest.
fn with_first_sentences(points: Vec<OutlinePoint>, language: &Language) -> Vec<OutlinePoint> {
    const MAX_TEXT: usize = 600;
    let total: usize = points.iter().map(|point| length(&point.line())).sum();
    if points.len() < 3 || total <= MAX_TEXT {
        return points;
    }
    let first_sentence = |point: OutlinePoint| match sentences(&point.text, language).as_slice() {
        [first, _, ..] if word_count(first) >= 2 || !point.title.is_empty() => {
            OutlinePoint { text: without_final_mark(first).to_owned(), ..point }
        }
        _ => point,
    };
    points.into_iter().map(first_sentence).collect()
}

/// A list entry as a point.
fn point(item: &ListEntry, language: &Language) -> OutlinePoint {
    let inner = item.inner.iter().map(|line| without_final_mark(line)).collect::<Vec<_>>().join("; ");
    let text = without_final_mark(&item.text).to_owned();
    let text = if inner.is_empty() {
        text
    } else if text.is_empty() {
        inner.clone()
    } else {
        format!("{text}: {inner}")
    };
    let keeps_mark = item.text.trim().ends_with(['!', '?']);
    let text = if keeps_mark && inner.is_empty() { item.text.trim().to_owned() } else { text };
    if item.head.is_empty() {
        if inner.is_empty() {
            return OutlinePoint::new("", slide_sentence(&text, language));
        }
        // The first of several sentences becomes the title, the others stand before the inner entries.
        let is_one = sentences(&item.text, language).len() < 2;
        return OutlinePoint::new(if is_one { without_final_mark(&item.text) } else { item.text.trim() }, inner);
    }
    OutlinePoint::new(capitalised(&item.head), capitalised(&text))
}

/// Whether a list holds names of people under a suitable heading.
fn is_people(list: &List, name: &str, language: &Language) -> bool {
    let is_person = |item: &ListEntry| {
        let name = if item.head.is_empty() { &item.text } else { &item.head };
        let words: Vec<&str> = name.split([',', '(']).next().unwrap_or_default().split_whitespace().collect();
        let is_particle = |word: &&str| {
            matches!(
                *word,
                "de" | "van"
                    | "der"
                    | "den"
                    | "von"
                    | "del"
                    | "la"
                    | "di"
                    | "el"
                    | "al"
                    | "ter"
                    | "da"
                    | "dos"
                    | "le"
                    | "du"
            )
        };
        (1..=4).contains(&words.len())
            && words.iter().all(|word| word.starts_with(char::is_uppercase) || is_particle(word))
            && (item.head.is_empty() || length(&item.text) <= 60)
    };
    (2..=12).contains(&list.items.len())
        && !name.is_empty()
        && Language::contains_any_phrase(language.table.people_headings, name)
        && list.items.iter().all(is_person)
}

/// The name and job title of `Anna Bell, site lead` or `Anna Bell (site lead)`.
fn person(item: &ListEntry) -> OutlinePoint {
    if !item.head.is_empty() {
        return OutlinePoint::new(item.head.clone(), item.text.clone());
    }
    let text = without_final_mark(&item.text);
    match text.split_once(['(', ',']) {
        Some((name, job)) => {
            // In "Anna Bell, site lead (acting)" the brackets belong to the job title.
            let job = if job.contains('(') { job } else { job.trim_end_matches(')') };
            OutlinePoint::new(name.trim(), job.trim())
        }
        None => OutlinePoint::new(text, ""),
    }
}

/// The entries as events of a timeline. `None` unless each has a date.
fn events(list: &List, language: &Language) -> Option<Vec<OutlinePoint>> {
    let event = |item: &ListEntry| {
        if !item.head.is_empty() && dates::is_date(&item.head, language) {
            return Some(OutlinePoint { date_or_value: item.head.clone(), ..event_point(&item.text, language) });
        }
        let found = dates::dated_event(&item.full_text(), language)?;
        // A date in the middle of an entry does not make it an event.
        (found.event != without_final_mark(&item.full_text()) && length(&found.event) <= 180)
            .then(|| OutlinePoint { date_or_value: found.date, ..event_point(&found.event, language) })
    };
    let all: Vec<OutlinePoint> = list.items.iter().map(event).collect::<Option<_>>()?;
    let mut distinct_dates: Vec<&str> = all.iter().map(|point| point.date_or_value.as_str()).collect();
    distinct_dates.sort_unstable();
    distinct_dates.dedup();
    let is_timeline = all.len() >= 2 && distinct_dates.len() * 2 > all.len();
    if !is_timeline {
        return None;
    }
    dates::in_order(all, |point| point.date_or_value.clone(), language)
}

/// An event as a point, with a short title where the text can be split.
pub(super) fn event_point(text: &str, language: &Language) -> OutlinePoint {
    let text = capitalised(without_final_mark(text));
    if length(&text) <= 60 {
        return OutlinePoint::new(text, "");
    }
    match split_in_two(&text, language, 60) {
        Some((title, rest)) => OutlinePoint::new(title, capitalised(&rest)),
        None => OutlinePoint::new("", text),
    }
}

/// A figure as a point.
pub(super) fn metric_point(metric: &figures::Metric) -> OutlinePoint {
    OutlinePoint {
        date_or_value: metric.value.clone(),
        unit: metric.unit.clone(),
        ..OutlinePoint::new(metric.label.clone(), metric.note.clone())
    }
}

/// The entries as two to four key figures. `None` unless each has a figure.
fn metrics(list: &List, language: &Language) -> Option<Vec<OutlinePoint>> {
    if !(2..=4).contains(&list.items.len()) {
        return None;
    }
    let metric = |item: &ListEntry| {
        let found = if item.head.is_empty() {
            figures::metric(&item.text, language)
        } else {
            figures::labelled_metric(&item.head, &item.text, language)
        };
        found.filter(|found| length(&found.label) <= 48 && item.inner.is_empty()).map(|found| metric_point(&found))
    };
    let all: Vec<OutlinePoint> = list.items.iter().map(metric).collect::<Option<_>>()?;
    // Figures with equal labels cannot be told apart: "474 packages, 848 packages, 974 packages".
    let mut labels: Vec<&str> = all.iter().map(|point| point.title.as_str()).collect();
    labels.sort_unstable();
    labels.dedup();
    (labels.len() == all.len()).then_some(all)
}

/// The entries as a chart. `None` unless they are a series of labels and numbers.
fn chart(list: &List, language: &Language) -> Option<SlideOutline> {
    if list.items.len() < 3 || list.items.iter().any(|item| item.head.is_empty() || !item.inner.is_empty()) {
        return None;
    }
    let rows: Vec<Vec<String>> = list
        .items
        .iter()
        .map(|item| vec![item.head.clone(), item.text.trim_end_matches('.').trim().to_owned()])
        .collect();
    let table = DataTable { has_header: false, rows };
    let are_all_dates = list.items.iter().all(|item| dates::is_date(&item.head, language));
    let kind = chart_kind(&table)
        .filter(|_| are_all_dates || list.items.len() >= 4 || list.items.iter().all(|item| item.text.contains('%')))?;
    Some(SlideOutline { chart: Some(kind), table: Some(table), ..SlideOutline::default() })
}

/// The first sentences of an answer, at least one, as a short text.
fn short_answer(answer: &[String]) -> String {
    let mut text = answer.first().cloned().unwrap_or_default();
    for sentence in answer.iter().skip(1) {
        if word_count(&text) >= 8 || length(&text) + length(sentence) >= 118 {
            break;
        }
        text = format!("{text} {sentence}");
    }
    text
}

/// The ideas of questions with their answers, up to six on a slide.
pub(super) fn answers(elements: &[SectionElement], context: AuthorContext<'_>) -> Vec<SlideIdea> {
    let pairs: Vec<(&String, &Vec<String>)> = elements
        .iter()
        .filter_map(|element| match element {
            SectionElement::QuestionAndAnswer { question, answer } => Some((question, answer)),
            _ => None,
        })
        .collect();
    let slides = pairs.len().div_ceil(6).max(1);
    let per_slide = pairs.len().div_ceil(slides).max(1);
    pairs
        .chunks(per_slide)
        .map(|chunk| {
            let pieces: Vec<String> = chunk
                .iter()
                .flat_map(|(question, answer)| std::iter::once(*question).chain(answer.iter()))
                .cloned()
                .collect();
            if let [(question, answer)] = chunk {
                let (paragraphs, points) = super::prose::bullets(answer, Some(0), 5, 560, context);
                let outline = SlideOutline { paragraphs, points, ..SlideOutline::default() };
                return SlideIdea {
                    title: Some((*question).clone()).filter(|title| length(title) <= 120),
                    options: vec![SlideOption::new("content-slide", &outline)],
                    pieces,
                    ..SlideIdea::default()
                };
            }
            let points =
                chunk.iter().map(|(question, answer)| OutlinePoint::new((*question).clone(), short_answer(answer)));
            let outline = SlideOutline { points: points.collect(), ..SlideOutline::default() };
            let phrase = key_phrase(
                &chunk.iter().map(|(question, _)| question.as_str()).collect::<Vec<_>>().join(". "),
                context.terms,
                context.language,
            );
            let title = phrase
                .map(|phrase| cleaned_heading(&phrase))
                .filter(|phrase| length(phrase) <= MAX_HEADLINE && word_count(phrase) > 1);
            let options = SlideOption::each(
                &["text-blocks-slide", "icon-card-grid-slide", "list-slide", "content-slide"],
                &outline,
            );
            SlideIdea { title: title.filter(|_| slides > 1), options, pieces, ..SlideIdea::default() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::language::of;
    use super::super::super::rank::TermFrequencies;
    use super::*;

    fn entry(text: &str) -> ListEntry {
        ListEntry { text: text.to_owned(), ..ListEntry::default() }
    }

    #[test]
    fn an_entry_that_seems_cut_off_goes_to_the_notes() {
        let list = List {
            items: vec![entry("Das Tor bleibt offen"), entry("Alle Lotsen machen mit"), entry("Der Kai wird breiter")],
            ..List::default()
        };
        let terms = TermFrequencies::default();
        let ideas = ideas(&list, "Plan", AuthorContext { language: of("de"), terms: &terms });
        assert!(ideas.iter().flat_map(|idea| &idea.pieces).any(|piece| piece == "Alle Lotsen machen mit"));
    }

    #[test]
    fn the_brackets_of_a_job_title_stay_whole() {
        let check = |text: &str| {
            let person = person(&entry(text));
            format!("{}: {}", person.title, person.text)
        };
        assert_eq!(check("Anna Bell (site lead)"), "Anna Bell: site lead");
        assert_eq!(check("Anna Bell, site lead (acting)"), "Anna Bell: site lead (acting)");
    }
}
