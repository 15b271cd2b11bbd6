//! Lists, and questions with their answers.

use super::super::find::{dates, figures};
use super::super::headline::{LONGEST, cleaned, key_phrase};
use super::super::language::Language;
use super::super::outline::{Grid, Outline, Point};
use super::super::read::{Item, List, Unit};
use super::super::text::{capitalised, halves, length, tightened, without_stop, word_count};
use super::super::write::series;
use super::{Choice, Craft, Idea};

/// Most entries of one slide; a longer list is told on several.
const MOST: usize = 6;

/// The ideas of a list: one, or several when it is long.
pub(super) fn ideas(list: &List, heading: &str, craft: Craft<'_>) -> Vec<Idea> {
    let name = if list.lead.is_empty() { heading.to_lowercase() } else { list.lead.to_lowercase() };
    let lead = without_stop(&list.lead).to_owned();
    if let Some(outline) = chart(list, craft.language) {
        let options = vec![Choice::new("chart-slide", &outline), Choice::new("table-slide", &outline)];
        let title = Some(lead).filter(|lead| !lead.is_empty());
        return vec![Idea {
            title,
            options,
            pieces: Unit::List(list.clone()).pieces(),
            weight: 0.3,
            ..Idea::default()
        }];
    }
    let most = if is_people(list, &name, craft.language) { 12 } else { MOST };
    let count = list.items.len();
    let slides = count.div_ceil(most).clamp(1, 3);
    let per_slide = count.div_ceil(slides).clamp(1, most);
    let mut made: Vec<Idea> = Vec::new();
    for (at, items) in list.items.chunks(per_slide).enumerate() {
        if at >= slides {
            if let Some(last) = made.last_mut() {
                last.pieces.extend(items.iter().map(Item::whole));
            }
            continue;
        }
        let part = List {
            items: items.to_vec(),
            lead: if at == 0 { list.lead.clone() } else { String::new() },
            ..list.clone()
        };
        let mut idea = idea(&part, &name, at > 0, craft);
        idea.title =
            if at == 0 { Some(lead.clone()).filter(|lead| !lead.is_empty() && length(lead) <= 90) } else { None };
        idea.named = idea.title.is_some();
        made.push(idea);
    }
    made
}

fn idea(list: &List, name: &str, goes_on: bool, craft: Craft<'_>) -> Idea {
    let language = craft.language;
    let points: Vec<Point> = list.items.iter().map(|item| point(item, language)).collect();
    let base = Outline { points, ordered: list.ordered && !goes_on, links: list.links.clone(), ..Outline::default() };
    let mut options = Vec::new();
    let count = list.items.len();
    if is_people(list, name, language) {
        options.push(Choice::new(
            "team-cards-slide",
            &Outline { points: list.items.iter().map(person).collect(), ..base.clone() },
        ));
    }
    let mut pieces = Unit::List(list.clone()).pieces();
    if let Some(stops) = stops(list, language) {
        pieces = stops
            .iter()
            .map(|stop| format!("{} {} {}", stop.mark, stop.title, stop.text).trim_end().to_owned())
            .collect();
        let outline = Outline { points: stops, ordered: true, ..base.clone() };
        options.extend(["timeline-slide", "list-slide"].map(|key| Choice::new(key, &outline)));
    }
    if let Some(metrics) = metrics(list, language) {
        pieces = metrics
            .iter()
            .map(|metric| format!("{} {} {} {}", metric.mark, metric.unit, metric.title, metric.text))
            .collect();
        options.push(Choice::new("kpi-metrics-slide", &Outline { points: metrics, ..base.clone() }));
    }
    let tables = language.table;
    for (key, words) in
        [("cycle-slide", tables.cycle), ("pyramid-slide", tables.levels), ("funnel-slide", tables.funnel)]
    {
        if (3..=6).contains(&count) && !name.is_empty() && Language::names(words, name) {
            options.push(Choice::new(key, &base));
        }
    }
    if list.ordered && !goes_on && (3..=7).contains(&count) {
        options.push(Choice::new("process-slide", &base));
    }
    let headed = base.points.iter().filter(|point| !point.title.is_empty() && !point.text.is_empty()).count();
    let longest = base.points.iter().map(|point| length(&point.line())).max().unwrap_or(0);
    let keys: &[&'static str] = if count < 2 {
        &["content-slide"]
    } else if headed * 2 >= count && (2..=5).contains(&count) && longest <= 260 {
        &["icon-card-grid-slide", "list-slide", "text-blocks-slide", "content-slide"]
    } else if headed * 2 >= count {
        &["list-slide", "text-blocks-slide", "content-slide"]
    } else if longest <= 90 {
        &["list-slide", "content-slide", "text-blocks-slide"]
    } else {
        &["content-slide", "list-slide", "text-blocks-slide"]
    };
    options.extend(keys.iter().map(|key| Choice::new(key, &base)));
    Idea { options, pieces, ..Idea::default() }
}

fn point(item: &Item, language: &Language) -> Point {
    let inner = item.inner.iter().map(|line| without_stop(line)).collect::<Vec<_>>().join("; ");
    let text = without_stop(&item.text).to_owned();
    let text = if inner.is_empty() {
        text
    } else if text.is_empty() {
        inner.clone()
    } else {
        format!("{text}: {inner}")
    };
    let keeps_stop = item.text.trim().ends_with(['!', '?']);
    let text = if keeps_stop && inner.is_empty() { item.text.trim().to_owned() } else { text };
    if item.head.is_empty() {
        if inner.is_empty() {
            return Point::new("", tightened(&text, language));
        }
        return Point::new(without_stop(&item.text), inner);
    }
    Point::new(capitalised(&item.head), capitalised(&text))
}

fn is_people(list: &List, name: &str, language: &Language) -> bool {
    let named = |item: &Item| {
        let name = if item.head.is_empty() { &item.text } else { &item.head };
        let words: Vec<&str> = name.split([',', '(']).next().unwrap_or_default().split_whitespace().collect();
        let particle = |word: &&str| {
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
            && words.iter().all(|word| word.starts_with(char::is_uppercase) || particle(word))
            && (item.head.is_empty() || length(&item.text) <= 60)
    };
    (2..=12).contains(&list.items.len())
        && !name.is_empty()
        && Language::names(language.table.people, name)
        && list.items.iter().all(named)
}

/// Name and office of `Anna Bell, site lead` or `Anna Bell (site lead)`.
fn person(item: &Item) -> Point {
    if !item.head.is_empty() {
        return Point::new(item.head.clone(), item.text.clone());
    }
    let text = without_stop(&item.text);
    match text.split_once(['(', ',']) {
        Some((name, office)) => Point::new(name.trim(), office.trim_end_matches(')').trim()),
        None => Point::new(text, ""),
    }
}

/// The items as stops of a timeline, when every one has a date.
fn stops(list: &List, language: &Language) -> Option<Vec<Point>> {
    let stop = |item: &Item| {
        if !item.head.is_empty() && dates::is_date(&item.head, language) {
            return Some(Point { mark: item.head.clone(), ..event(&item.text, language) });
        }
        let found = dates::stop(&item.whole(), language)?;
        // A date somewhere inside a long item does not make it an event.
        (found.event != without_stop(&item.whole()) && length(&found.event) <= 180)
            .then(|| Point { mark: found.date, ..event(&found.event, language) })
    };
    let all: Vec<Point> = list.items.iter().map(stop).collect::<Option<_>>()?;
    let mut marks: Vec<&str> = all.iter().map(|point| point.mark.as_str()).collect();
    marks.sort_unstable();
    marks.dedup();
    (all.len() >= 2 && marks.len() * 2 > all.len()).then_some(all)
}

/// An event in a few words, and what else is said of it.
pub(super) fn event(text: &str, language: &Language) -> Point {
    let text = capitalised(without_stop(text));
    if length(&text) <= 60 {
        return Point::new(text, "");
    }
    match halves(&text, language, 60) {
        Some((title, rest)) => Point::new(title, capitalised(&rest)),
        None => Point::new("", text),
    }
}

/// A figure as a point.
pub(super) fn measure(metric: &figures::Metric) -> Point {
    Point {
        mark: metric.value.clone(),
        unit: metric.unit.clone(),
        ..Point::new(metric.label.clone(), metric.note.clone())
    }
}

fn metrics(list: &List, language: &Language) -> Option<Vec<Point>> {
    if !(2..=4).contains(&list.items.len()) {
        return None;
    }
    let metric = |item: &Item| {
        let found = if item.head.is_empty() {
            figures::metric(&item.text, language)
        } else {
            figures::named(&item.head, &item.text, language)
        };
        found.filter(|found| length(&found.label) <= 48 && item.inner.is_empty()).map(|found| measure(&found))
    };
    list.items.iter().map(metric).collect()
}

/// A series of label and number.
fn chart(list: &List, language: &Language) -> Option<Outline> {
    if list.items.len() < 3 || list.items.iter().any(|item| item.head.is_empty() || !item.inner.is_empty()) {
        return None;
    }
    let rows: Vec<Vec<String>> = list
        .items
        .iter()
        .map(|item| vec![item.head.clone(), item.text.trim_end_matches('.').trim().to_owned()])
        .collect();
    let grid = Grid { head: false, rows };
    let all_dates = list.items.iter().all(|item| dates::is_date(&item.head, language));
    let drawn = series(&grid)
        .filter(|_| all_dates || list.items.len() >= 4 || list.items.iter().all(|item| item.text.contains('%')))?;
    Some(Outline { chart: Some(drawn), table: Some(grid), ..Outline::default() })
}

/// The first sentences of an answer that fit on a slide, always one.
fn opening(answer: &[String]) -> String {
    let mut text = answer.first().cloned().unwrap_or_default();
    for sentence in answer.iter().skip(1) {
        if word_count(&text) >= 8 || length(&text) + length(sentence) >= 118 {
            break;
        }
        text = format!("{text} {sentence}");
    }
    text
}

/// Questions with their answers, up to four on a slide.
pub(super) fn answers(units: &[Unit], craft: Craft<'_>) -> Vec<Idea> {
    let pairs: Vec<(&String, &Vec<String>)> = units
        .iter()
        .filter_map(|unit| match unit {
            Unit::Answer { question, answer } => Some((question, answer)),
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
                let (paragraphs, points) = super::prose::bullets(answer, 4, 520, craft);
                let outline = Outline { paragraphs, points, ..Outline::default() };
                return Idea {
                    title: Some((*question).clone()).filter(|title| length(title) <= 120),
                    options: vec![Choice::new("content-slide", &outline)],
                    pieces,
                    ..Idea::default()
                };
            }
            let points = chunk.iter().map(|(question, answer)| Point::new((*question).clone(), opening(answer)));
            let outline = Outline { points: points.collect(), ..Outline::default() };
            let phrase = key_phrase(
                &chunk.iter().map(|(question, _)| question.as_str()).collect::<Vec<_>>().join(". "),
                craft.subject,
                craft.language,
            );
            let title = phrase
                .map(|phrase| cleaned(&phrase))
                .filter(|phrase| length(phrase) <= LONGEST && word_count(phrase) > 1);
            let options = ["text-blocks-slide", "icon-card-grid-slide", "list-slide", "content-slide"]
                .map(|key| Choice::new(key, &outline))
                .to_vec();
            let questions = craft.language.table.wording.questions.to_owned();
            Idea { title: title.filter(|_| slides > 1).or(Some(questions)), options, pieces, ..Idea::default() }
        })
        .collect()
}
