//! Recognises structures in running text: enumerations, steps, timelines, series, key figures, contrasts. Functions
//! return `None` for text without their structure.

use super::super::find::series::years_and_figures;
use super::super::find::{dates, figures};
use super::super::headline::{headline, headline_or_phrase};
use super::super::language::{Language, phrases};
use super::super::outline::{OutlinePoint, SlideOutline};
use super::super::read::{List, ListEntry, Paragraph};
use super::super::text::{
    capitalised, comparison_key, length, slide_sentence, without_final_mark, without_sentence, word_count,
};
use super::super::write::chart_kind;
use super::{AuthorContext, SlideIdea, SlideOption, lists};

/// The idea of a paragraph that is an enumeration or a sequence of steps.
pub(super) fn enumeration_or_steps(paragraph: &Paragraph, context: AuthorContext<'_>) -> Option<SlideIdea> {
    if let Some((lead, items)) = enumeration(paragraph, context.language) {
        let list = List {
            lead,
            items: items.into_iter().map(|text| ListEntry { text, ..ListEntry::default() }).collect(),
            ..List::default()
        };
        let mut ideas = lists::ideas(&list, "", context);
        if ideas.len() == 1 {
            return Some(ideas.remove(0));
        }
    }
    steps(paragraph, context)
}

/// The lead and the items of "Next steps: approve the survey in March, choose a builder in June, and start in
/// September."
fn enumeration(paragraph: &Paragraph, language: &Language) -> Option<(String, Vec<String>)> {
    let [sentence] = paragraph.sentences.as_slice() else { return None };
    let (lead, rest) = if paragraph.label.is_empty() {
        sentence.split_once(": ")?
    } else {
        (paragraph.label.as_str(), sentence.as_str())
    };
    let separator = if rest.matches(';').count() >= 2 { "; " } else { ", " };
    let mut items: Vec<String> = without_final_mark(rest).split(separator).map(|item| item.trim().to_owned()).collect();
    let and = format!(" {} ", language.table.and);
    let last = items.pop()?;
    let strip = |item: &str| item.strip_prefix(and.trim_start()).unwrap_or(item).to_owned();
    match last
        .split_once(&and)
        .filter(|(left, _)| !items.is_empty() && word_count(left) <= 8 && !last.starts_with(and.trim_start()))
    {
        Some((left, right)) => items.extend([left.to_owned(), right.to_owned()]),
        None => items.push(strip(&last)),
    }
    // "speed, cost and, above all, safety" has a remark between its items.
    let is_joint = |item: &String| item == language.table.and || item.ends_with(and.trim_end());
    let has_remark = !language.table.and.is_empty() && items.iter().any(is_joint);
    let are_plain = !has_remark && items.iter().all(|item| (1..=14).contains(&word_count(item)) && length(item) <= 80);
    (items.len() >= 3 && items.len() <= 8 && are_plain && length(lead) <= 60)
        .then(|| (lead.to_owned(), items.iter().map(|item| capitalised(item)).collect()))
}

/// The idea of a paragraph with three to seven steps: sentences that start with "first", "then", "finally".
fn steps(paragraph: &Paragraph, context: AuthorContext<'_>) -> Option<SlideIdea> {
    let step = |sentence: &String| {
        let lower = sentence.to_lowercase();
        phrases(context.language.table.sequence_words)
            .filter(|phrase| {
                lower.starts_with(phrase)
                    && lower[phrase.len()..].starts_with([',', ' '])
                    && lower.len() == sentence.len()
            })
            .max_by_key(|phrase| phrase.len())
            .map(|phrase| {
                // In Dutch and German the verb follows the first word, so the sentence needs that word.
                let rest = &sentence[phrase.len()..];
                let needs_first_word = matches!(context.language.table.tag, "de" | "nl") && !rest.starts_with(',');
                capitalised(if needs_first_word { sentence } else { rest.trim_start_matches([',', ' ']) })
            })
    };
    let first = paragraph.sentences.iter().position(|sentence| step(sentence).is_some())?;
    let found: Vec<String> = paragraph.sentences[first..].iter().filter_map(step).collect();
    if !(3..=7).contains(&found.len()) || found.len() < paragraph.sentences.len() - first || first > 1 {
        return None;
    }
    let outline = SlideOutline {
        points: found.into_iter().map(|step| OutlinePoint::new("", step)).collect(),
        ordered: true,
        ..SlideOutline::default()
    };
    let title = (first == 1)
        .then(|| without_final_mark(&paragraph.sentences[0]).to_owned())
        .filter(|title| length(title) <= 80);
    Some(SlideIdea {
        title: title.or_else(|| Some(paragraph.label.clone()).filter(|label| !label.is_empty())),
        options: SlideOption::each(&["process-slide", "list-slide", "content-slide"], &outline),
        pieces: paragraph.pieces(),
        weight: 0.1,
        ..SlideIdea::default()
    })
}

/// The idea of paragraphs in which most sentences have a date.
pub(super) fn timeline(paragraphs: &[Paragraph], context: AuthorContext<'_>) -> Option<SlideIdea> {
    let all: Vec<&String> = paragraphs.iter().flat_map(|paragraph| &paragraph.sentences).collect();
    let events: Vec<dates::DatedEvent> =
        all.iter().filter_map(|sentence| dates::dated_event(sentence, context.language)).collect();
    let mut distinct_dates: Vec<&str> = events.iter().map(|event| event.date.as_str()).collect();
    distinct_dates.sort_unstable();
    distinct_dates.dedup();
    if !(3..=10).contains(&events.len()) || events.len() * 10 < all.len() * 6 || distinct_dates.len() < 3 {
        return None;
    }
    let points: Vec<OutlinePoint> = events
        .into_iter()
        .map(|event| OutlinePoint { date_or_value: event.date, ..lists::event_point(&event.event, context.language) })
        .collect();
    let points = dates::in_order(points, |point| point.date_or_value.clone(), context.language)?;
    let outline = SlideOutline { points, ordered: true, ..SlideOutline::default() };
    let title =
        paragraphs.iter().map(|paragraph| paragraph.label.clone()).find(|label| !label.is_empty()).or_else(|| {
            let plain: Vec<String> = all
                .iter()
                .filter(|sentence| !dates::has_date(sentence, context.language))
                .map(|sentence| (*sentence).clone())
                .collect();
            headline(&plain, "", context.terms, context.language).map(|found| found.text)
        });
    let pieces = paragraphs.iter().flat_map(Paragraph::pieces).collect();
    let options = SlideOption::each(&["timeline-slide", "list-slide", "content-slide"], &outline);
    Some(SlideIdea { title, options, pieces, ..SlideIdea::default() })
}

/// The idea of a paragraph with a series of figures over years: a chart.
pub(super) fn series(paragraph: &Paragraph, heading: &str, context: AuthorContext<'_>) -> Option<SlideIdea> {
    let table = paragraph
        .sentences
        .iter()
        .find_map(|sentence| years_and_figures(sentence, context.language))
        .or_else(|| years_and_figures(&paragraph.sentences.join(" "), context.language))?;
    let kind = chart_kind(&table)?;
    let outline = SlideOutline { chart: Some(kind), table: Some(table), ..SlideOutline::default() };
    Some(SlideIdea {
        title: headline(&paragraph.sentences, heading, context.terms, context.language).map(|found| found.text),
        options: SlideOption::each(&["chart-slide", "table-slide"], &outline),
        pieces: paragraph.pieces(),
        weight: 1.0,
        ..SlideIdea::default()
    })
}

/// The idea of paragraphs in which many sentences have a figure, and the other sentences as prose if they are many.
pub(super) fn key_figures(
    paragraphs: &[Paragraph],
    heading: &str,
    context: AuthorContext<'_>,
) -> Option<(SlideIdea, Vec<Paragraph>)> {
    let all: Vec<&String> = paragraphs.iter().flat_map(|paragraph| &paragraph.sentences).collect();
    let found: Vec<(usize, figures::Metric)> = all
        .iter()
        .enumerate()
        .filter_map(|(at, sentence)| Some((at, figures::metric(sentence, context.language)?)))
        .collect();
    let mut labels: Vec<String> = found.iter().map(|(_, metric)| metric.label.to_lowercase()).collect();
    labels.sort_unstable();
    labels.dedup();
    let mut values: Vec<String> = found.iter().map(|(_, metric)| format!("{} {}", metric.value, metric.unit)).collect();
    values.sort_unstable();
    values.dedup();
    if values.len() < found.len() {
        return None;
    }
    let enough = found.len() >= 3 || found.len() == 2 && all.len() <= 4;
    if !enough || found.len() * 10 < all.len() * 4 || labels.len() < found.len() || found.len() > 6 {
        return None;
    }
    let mut best: Vec<&(usize, figures::Metric)> = found.iter().collect();
    if best.len() > 4 {
        let weight = |at: usize| context.terms.weight(all[at], 1, context.language);
        best.sort_by(|a, b| weight(b.0).total_cmp(&weight(a.0)));
        best.truncate(4);
        best.sort_by_key(|(at, _)| *at);
    }
    let points: Vec<OutlinePoint> = best.iter().map(|(_, metric)| lists::metric_point(metric)).collect();
    let used: Vec<usize> = best.iter().map(|(at, _)| *at).collect();
    let others: Vec<String> =
        all.iter().enumerate().filter(|(at, _)| !used.contains(at)).map(|(_, sentence)| (*sentence).clone()).collect();
    let mut outline = SlideOutline { points, ..SlideOutline::default() };
    let sentences: Vec<String> = used.iter().map(|at| all[*at].clone()).collect();
    let mut bullets = SlideOutline {
        points: sentences
            .iter()
            .map(|sentence| OutlinePoint::new("", slide_sentence(sentence, context.language)))
            .collect(),
        ..SlideOutline::default()
    };
    let title = paragraphs.iter().map(|paragraph| paragraph.label.clone()).find(|label| !label.is_empty());
    let all: Vec<String> = all.into_iter().cloned().collect();
    let title = title.or_else(|| {
        let claim = headline(&all, heading, context.terms, context.language).map(|found| found.text);
        claim.filter(|_| word_count(heading) < 2)
    });
    let title_key = title.as_deref().map(comparison_key).unwrap_or_default();
    let is_title = |text: &str| !title_key.is_empty() && comparison_key(text) == title_key;
    for point in &mut outline.points {
        if is_title(&point.text) {
            point.text.clear();
        }
    }
    if bullets.points.len() > 2 {
        bullets.points.retain(|point| !is_title(&point.text));
    }
    let words_of_others: usize = others.iter().map(|sentence| word_count(sentence)).sum();
    let (pieces, rest) = if words_of_others >= 60 {
        let rest = Paragraph { sentences: others, ..Paragraph::default() };
        (sentences, vec![rest])
    } else {
        (paragraphs.iter().flat_map(Paragraph::pieces).collect(), Vec::new())
    };
    let options = vec![
        SlideOption::new("kpi-metrics-slide", &outline),
        SlideOption::new("list-slide", &bullets),
        SlideOption::new("content-slide", &bullets),
    ];
    Some((SlideIdea { title, options, pieces, ..SlideIdea::default() }, rest))
}

/// The idea of the figures with a unit in the prose of a section, if there are at least three whose sentences are
/// short. Their sentences stay in the prose as well.
pub(super) fn section_figures(
    paragraphs: &[Paragraph],
    heading: &str,
    context: AuthorContext<'_>,
) -> Option<SlideIdea> {
    let all = paragraphs.iter().flat_map(|paragraph| &paragraph.sentences);
    let mut found: Vec<(&String, figures::Metric)> = Vec::new();
    for sentence in all.filter(|sentence| length(sentence) <= 160) {
        let metric = figures::metric(sentence, context.language)
            .filter(|metric| !metric.unit.is_empty() && word_count(&metric.label) >= 2 && !metric.note.is_empty());
        if let Some(metric) = metric
            && !found.iter().any(|(_, known)| known.label == metric.label || known.value == metric.value)
        {
            found.push((sentence, metric));
        }
    }
    if found.len() < 3 {
        return None;
    }
    found.truncate(4);
    let points: Vec<OutlinePoint> = found.iter().map(|(_, metric)| lists::metric_point(metric)).collect();
    let pieces: Vec<String> = found.iter().map(|(sentence, _)| (*sentence).clone()).collect();
    let title = headline(&pieces, heading, context.terms, context.language).map(|found| found.text);
    let outline = SlideOutline { points, ..SlideOutline::default() };
    Some(SlideIdea {
        title,
        options: vec![SlideOption::new("kpi-metrics-slide", &outline)],
        pieces,
        ..SlideIdea::default()
    })
}

/// The idea of two paragraphs, the second of which starts with a phrase such as "on the other hand".
pub(super) fn contrast(paragraphs: &[Paragraph], context: AuthorContext<'_>) -> Option<SlideIdea> {
    let [left, right] = paragraphs else { return None };
    let start = right.sentences.first()?.to_lowercase();
    let is_contrast =
        phrases(context.language.table.contrast_phrases).any(|phrase| start.find(phrase).is_some_and(|at| at <= 40));
    if !is_contrast {
        return None;
    }
    let side = |paragraph: &Paragraph| {
        let found = headline_or_phrase(&paragraph.sentences, context.terms, context.language)?;
        let rest = without_sentence(&paragraph.sentences, found.sentence);
        let lines: Vec<String> = rest
            .iter()
            .map(|sentence| format!("- {}", without_final_mark(&slide_sentence(sentence, context.language))))
            .collect();
        Some(OutlinePoint::new(found.text, lines.join("\n")))
    };
    let outline = SlideOutline { points: vec![side(left)?, side(right)?], ..SlideOutline::default() };
    let pieces = paragraphs.iter().flat_map(Paragraph::pieces).collect();
    let options = SlideOption::each(&["comparison-slide", "text-blocks-slide"], &outline);
    Some(SlideIdea { options, pieces, ..SlideIdea::default() })
}

#[cfg(test)]
mod tests {
    use super::super::super::language::of;
    use super::*;

    #[test]
    fn an_enumeration_has_items_and_no_remarks() {
        let items = |text: &str| {
            let paragraph = Paragraph { sentences: vec![text.to_owned()], ..Paragraph::default() };
            enumeration(&paragraph, of("en")).map(|(_, items)| items.join("; "))
        };
        assert_eq!(
            items("We want three things: speed, low cost, and safety."),
            Some("Speed; Low cost; Safety".to_owned())
        );
        assert_eq!(items("We want three things: speed, cost and, above all, safety."), None);
    }
}
