//! Ideas of a section, in reading order.

use super::super::find::{dates, figures, quotes};
use super::super::headline::headline;
use super::super::language::{Language, phrases};
use super::super::outline::{Code, Outline, Point, Shot};
use super::super::read::{Item, List, Section, Side, Text, Unit};
use super::super::text::{bare, capitalised, length, tightened, without_stop, word_count, words};
use super::{Choice, Craft, Idea, lists, tables};

/// What a section gives: ideas that are ready, and prose that is still to be divided.
#[derive(Debug, Clone)]
pub(super) enum Seed {
    Ready(Idea),
    Prose { section: usize, texts: Vec<Text> },
}

impl Seed {
    pub(super) fn section(&self) -> usize {
        match self {
            Seed::Ready(idea) => idea.section,
            Seed::Prose { section, .. } => *section,
        }
    }

    pub(super) fn word_count(&self) -> usize {
        match self {
            Seed::Ready(idea) => idea.pieces.iter().map(|piece| word_count(piece)).sum(),
            Seed::Prose { texts, .. } => {
                texts.iter().flat_map(|text| &text.sentences).map(|sentence| word_count(sentence)).sum()
            }
        }
    }

    pub(super) fn pieces(&self) -> Vec<String> {
        match self {
            Seed::Ready(idea) => idea.pieces.clone(),
            Seed::Prose { texts, .. } => texts.iter().flat_map(|text| Unit::Text(text.clone()).pieces()).collect(),
        }
    }
}

/// The seeds of one section.
pub(super) fn seeds(at: usize, section: &Section, craft: Craft<'_>) -> Vec<Seed> {
    let mut seeds = Vec::new();
    let mut prose: Vec<Text> = Vec::new();
    let units = &section.units;
    let mut next = 0;
    while next < units.len() {
        let unit = &units[next];
        next += 1;
        let made: Vec<Idea> = match unit {
            Unit::Text(text) => {
                let Some(idea) = told(text, craft) else {
                    prose.push(text.clone());
                    continue;
                };
                vec![idea]
            }
            Unit::List(list) => lists::ideas(list, &section.heading, craft),
            Unit::Table(table) => tables::ideas(table, caption(&mut prose)),
            Unit::Quote { text, by } => vec![quote(text, by)],
            Unit::Code { language, text } => vec![code(language, text, caption(&mut prose))],
            Unit::Picture(first) => {
                let mut shots = vec![first.clone()];
                while let Some(Unit::Picture(more)) = units.get(next) {
                    shots.push(more.clone());
                    next += 1;
                }
                let beside = prose.pop().or_else(|| match units.get(next) {
                    Some(Unit::Text(text)) => {
                        next += 1;
                        Some(text.clone())
                    }
                    _ => None,
                });
                vec![pictures(&shots, beside, craft)]
            }
            Unit::Answer { .. } => {
                let mut answers = vec![unit.clone()];
                while let Some(more @ Unit::Answer { .. }) = units.get(next) {
                    answers.push(more.clone());
                    next += 1;
                }
                lists::answers(&answers, craft)
            }
            Unit::Sides(sides) => vec![side_by_side(sides)],
        };
        flush(at, &mut prose, craft, &mut seeds);
        seeds.extend(
            made.into_iter()
                .map(|idea| Seed::Ready(Idea { section: at, weight: weight(&idea, craft) + idea.weight, ..idea })),
        );
    }
    flush(at, &mut prose, craft, &mut seeds);
    seeds
}

fn weight(idea: &Idea, craft: Craft<'_>) -> f32 {
    let mut weights: Vec<f32> =
        idea.pieces.iter().take(40).map(|piece| craft.subject.weight(piece, 1, craft.language)).collect();
    weights.sort_by(|a, b| b.total_cmp(a));
    0.3 + weights.iter().take(3).sum::<f32>() / 3.0
}

/// A short line just before a table or a block of code is its caption.
fn caption(prose: &mut Vec<Text>) -> String {
    let is_caption = prose
        .last()
        .is_some_and(|text| text.sentences.len() == 1 && length(&text.sentences[0]) <= 140 && text.label.is_empty());
    if is_caption {
        prose.pop().map(|text| text.sentences.join(" ")).unwrap_or_default().trim_end_matches(':').to_owned()
    } else {
        String::new()
    }
}

/// Turns a run of paragraphs into seeds: a timeline or key figures where the run is made of them, prose otherwise.
fn flush(section: usize, prose: &mut Vec<Text>, craft: Craft<'_>, seeds: &mut Vec<Seed>) {
    if prose.is_empty() {
        return;
    }
    let mut texts = std::mem::take(prose);
    let spoken = texts.iter().any(|text| !text.speaker.is_empty());
    let quotes: Vec<Idea> = texts.iter_mut().filter_map(|text| said(text, craft.language)).take(2).collect();
    texts.retain(|text| !text.sentences.is_empty());
    let ready = |idea: Idea, more: f32| Seed::Ready(Idea { section, weight: weight(&idea, craft) + more, ..idea });
    let short = !spoken && texts.len() <= 6;
    let all_dated = texts.iter().all(|text| {
        dated(std::slice::from_ref(text), craft).is_some()
            || text.sentences.iter().all(|sentence| dates::has_date(sentence, craft.language))
    });
    if let Some(idea) =
        short.then(|| dated(&texts, craft).filter(|_| all_dated).or_else(|| contrasted(&texts, craft))).flatten()
    {
        seeds.push(ready(idea, 0.0));
    } else if let Some((idea, rest)) = (short && texts.len() == 1).then(|| counted(&texts, craft)).flatten() {
        seeds.push(ready(idea, 0.2));
        if !rest.is_empty() {
            seeds.push(Seed::Prose { section, texts: rest });
        }
    } else {
        let mut open: Vec<Text> = Vec::new();
        for text in texts {
            let one = std::slice::from_ref(&text);
            let special = if spoken {
                None
            } else {
                dated(one, craft)
                    .or_else(|| counted(one, craft).filter(|(_, rest)| rest.is_empty()).map(|(idea, _)| idea))
            };
            match special {
                Some(idea) => {
                    if !open.is_empty() {
                        seeds.push(Seed::Prose { section, texts: std::mem::take(&mut open) });
                    }
                    seeds.push(ready(idea, 0.1));
                }
                None => open.push(text),
            }
        }
        if !open.is_empty() {
            seeds.push(Seed::Prose { section, texts: open });
        }
    }
    seeds.extend(quotes.into_iter().map(|idea| Seed::Ready(Idea { section, weight: 0.75, ..idea })));
}

/// A paragraph of a form of its own: a row of things, or steps in order.
fn told(text: &Text, craft: Craft<'_>) -> Option<Idea> {
    if let Some((lead, items)) = row(text, craft.language) {
        let list = List {
            lead,
            items: items.into_iter().map(|text| Item { text, ..Item::default() }).collect(),
            ..List::default()
        };
        let mut made = lists::ideas(&list, "", craft);
        if made.len() == 1 {
            return Some(made.remove(0));
        }
    }
    steps(text, craft)
}

/// "Next steps: approve the survey in March, choose a builder in June, and start in September."
fn row(text: &Text, language: &Language) -> Option<(String, Vec<String>)> {
    let [sentence] = text.sentences.as_slice() else { return None };
    let (lead, rest) =
        if text.label.is_empty() { sentence.split_once(": ")? } else { (text.label.as_str(), sentence.as_str()) };
    let mark = if rest.matches(';').count() >= 2 { "; " } else { ", " };
    let mut items: Vec<String> = without_stop(rest).split(mark).map(|item| item.trim().to_owned()).collect();
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
    let even = items.iter().all(|item| (1..=14).contains(&word_count(item)) && length(item) <= 80);
    (items.len() >= 3 && items.len() <= 8 && even && length(lead) <= 60)
        .then(|| (lead.to_owned(), items.iter().map(|item| capitalised(item)).collect()))
}

/// Three sentences or more that say first, then, finally.
fn steps(text: &Text, craft: Craft<'_>) -> Option<Idea> {
    let marked = |sentence: &String| {
        let lower = sentence.to_lowercase();
        phrases(craft.language.table.sequence)
            .filter(|phrase| {
                lower.starts_with(phrase)
                    && lower[phrase.len()..].starts_with([',', ' '])
                    && lower.len() == sentence.len()
            })
            .max_by_key(|phrase| phrase.len())
            .map(|phrase| {
                // Dutch and German put the verb next: there the sentence needs its first word.
                let rest = &sentence[phrase.len()..];
                let whole = matches!(craft.language.table.tag, "de" | "nl") && !rest.starts_with(',');
                capitalised(if whole { sentence } else { rest.trim_start_matches([',', ' ']) })
            })
    };
    let first = text.sentences.iter().position(|sentence| marked(sentence).is_some())?;
    let found: Vec<String> = text.sentences[first..].iter().filter_map(marked).collect();
    if !(3..=7).contains(&found.len()) || found.len() < text.sentences.len() - first || first > 1 {
        return None;
    }
    let outline = Outline {
        points: found.into_iter().map(|step| Point::new("", step)).collect(),
        ordered: true,
        ..Outline::default()
    };
    let title = (first == 1).then(|| without_stop(&text.sentences[0]).to_owned()).filter(|title| length(title) <= 80);
    let keys = ["process-slide", "list-slide", "content-slide"];
    Some(Idea {
        title: title.or_else(|| Some(text.label.clone()).filter(|label| !label.is_empty())),
        named: !text.label.is_empty(),
        options: keys.iter().map(|key| Choice::new(key, &outline)).collect(),
        pieces: Unit::Text(text.clone()).pieces(),
        weight: 0.1,
        ..Idea::default()
    })
}

/// Paragraphs most of whose sentences begin with a date.
fn dated(texts: &[Text], craft: Craft<'_>) -> Option<Idea> {
    let all: Vec<&String> = texts.iter().flat_map(|text| &text.sentences).collect();
    let stops: Vec<Option<dates::Stop>> = all.iter().map(|sentence| dates::stop(sentence, craft.language)).collect();
    let dated = stops.iter().flatten().count();
    let mut seen: Vec<&str> = stops.iter().flatten().map(|stop| stop.date.as_str()).collect();
    seen.sort_unstable();
    seen.dedup();
    if dated < 3 || dated * 10 < all.len() * 6 || seen.len() < 3 || dated > 10 {
        return None;
    }
    let points: Vec<Point> = stops
        .into_iter()
        .flatten()
        .map(|stop| Point { mark: stop.date, ..lists::event(&stop.event, craft.language) })
        .collect();
    let outline = Outline { points, ordered: true, ..Outline::default() };
    let title = texts.iter().map(|text| text.label.clone()).find(|label| !label.is_empty()).or_else(|| {
        let plain: Vec<String> = all
            .iter()
            .filter(|sentence| !dates::has_date(sentence, craft.language))
            .map(|sentence| (*sentence).clone())
            .collect();
        headline(&plain, craft.subject, craft.language).map(|found| found.text)
    });
    let pieces = texts.iter().flat_map(|text| Unit::Text(text.clone()).pieces()).collect();
    let options = ["timeline-slide", "list-slide", "content-slide"].map(|key| Choice::new(key, &outline)).to_vec();
    Some(Idea { title, options, pieces, ..Idea::default() })
}

/// Paragraphs many of whose sentences turn on a figure. What has none stays prose.
fn counted(texts: &[Text], craft: Craft<'_>) -> Option<(Idea, Vec<Text>)> {
    let all: Vec<&String> = texts.iter().flat_map(|text| &text.sentences).collect();
    let found: Vec<(usize, figures::Metric)> = all
        .iter()
        .enumerate()
        .filter_map(|(at, sentence)| Some((at, figures::metric(sentence, craft.language)?)))
        .collect();
    let mut labels: Vec<String> = found.iter().map(|(_, metric)| metric.label.to_lowercase()).collect();
    labels.sort_unstable();
    labels.dedup();
    let enough = found.len() >= 3 || found.len() == 2 && all.len() <= 4;
    if !enough || found.len() * 10 < all.len() * 4 || labels.len() < found.len() || found.len() > 6 {
        return None;
    }
    let mut best: Vec<&(usize, figures::Metric)> = found.iter().collect();
    if best.len() > 4 {
        best.sort_by(|a, b| {
            craft.subject.weight(all[b.0], 1, craft.language).total_cmp(&craft.subject.weight(
                all[a.0],
                1,
                craft.language,
            ))
        });
        best.truncate(4);
        best.sort_by_key(|(at, _)| *at);
    }
    let points: Vec<Point> = best.iter().map(|(_, metric)| lists::measure(metric)).collect();
    let used: Vec<usize> = best.iter().map(|(at, _)| *at).collect();
    let plain: Vec<String> =
        all.iter().enumerate().filter(|(at, _)| !used.contains(at)).map(|(_, sentence)| (*sentence).clone()).collect();
    let outline = Outline { points, ..Outline::default() };
    let sentences: Vec<String> = used.iter().map(|at| all[*at].clone()).collect();
    let bullets = Outline {
        points: sentences.iter().map(|sentence| Point::new("", tightened(sentence, craft.language))).collect(),
        ..Outline::default()
    };
    let title = texts.iter().map(|text| text.label.clone()).find(|label| !label.is_empty());
    let title = title.or_else(|| headline(&plain, craft.subject, craft.language).map(|found| found.text));
    let rest_words: usize = plain.iter().map(|sentence| word_count(sentence)).sum();
    let (pieces, rest) = if rest_words >= 60 {
        let rest = Text { sentences: plain, ..Text::default() };
        (sentences, vec![rest])
    } else {
        (texts.iter().flat_map(|text| Unit::Text(text.clone()).pieces()).collect(), Vec::new())
    };
    let options = vec![
        Choice::new("kpi-metrics-slide", &outline),
        Choice::new("list-slide", &bullets),
        Choice::new("content-slide", &bullets),
    ];
    Some((Idea { title, options, pieces, ..Idea::default() }, rest))
}

/// Two paragraphs of which the second says "on the other hand".
fn contrasted(texts: &[Text], craft: Craft<'_>) -> Option<Idea> {
    let [left, right] = texts else { return None };
    let start = right.sentences.first()?.to_lowercase();
    let turns = phrases(craft.language.table.contrast).any(|phrase| start.find(phrase).is_some_and(|at| at <= 40));
    if !turns {
        return None;
    }
    let side = |text: &Text| {
        let found = headline(&text.sentences, craft.subject, craft.language)?;
        let rest = text.sentences.iter().enumerate().filter(|(at, _)| Some(*at) != found.sentence);
        let lines: Vec<String> =
            rest.map(|(_, sentence)| format!("- {}", without_stop(&tightened(sentence, craft.language)))).collect();
        Some(Point::new(found.text, lines.join("\n")))
    };
    let outline = Outline { points: vec![side(left)?, side(right)?], ..Outline::default() };
    let pieces = texts.iter().flat_map(|text| Unit::Text(text.clone()).pieces()).collect();
    let options = ["comparison-slide", "text-blocks-slide"].map(|key| Choice::new(key, &outline)).to_vec();
    Some(Idea { options, pieces, ..Idea::default() })
}

/// Takes a quotation with its speaker out of running text.
fn said(text: &mut Text, language: &Language) -> Option<Idea> {
    let found = quotes::spoken(&text.sentences.join(" "), language)?;
    let quote_words = bare(&found.quote);
    let mut whole = String::new();
    let (mut first, mut end) = (None, 0);
    for (at, sentence) in text.sentences.iter().enumerate() {
        let is_part = bare(sentence).contains(&quote_words)
            || (!whole.is_empty() || sentence.contains(['"', '“', '„', '«']))
                && !bare(&whole).contains(&quote_words)
                && quote_words.contains(&bare(sentence).chars().take(12).collect::<String>());
        if is_part || (first.is_some() && !bare(&whole).contains(&quote_words)) {
            first.get_or_insert(at);
            whole.push_str(sentence);
            end = at + 1;
        }
    }
    let first = first.filter(|_| bare(&whole).contains(&quote_words))?;
    let said: Vec<String> = text.sentences.drain(first..end).collect();
    let mut idea = quote(&found.quote, &found.by);
    // What is said beside the quotation and its speaker goes to the notes, a bare "said" does not.
    let shown: Vec<String> = words(&found.quote).chain(words(&found.by)).map(bare).collect();
    let said = said.join(" ");
    let beside =
        words(&said).filter(|word| !shown.contains(&bare(word)) && !language.is_stop(&word.to_lowercase())).count();
    idea.pieces = if beside > 2 { vec![said] } else { Vec::new() };
    Some(idea)
}

fn quote(text: &str, by: &str) -> Idea {
    let outline = Outline { paragraphs: vec![text.to_owned()], attribution: by.to_owned(), ..Outline::default() };
    let key = if length(text) <= 320 { "quote-slide" } else { "content-slide" };
    let pieces = [text, by].into_iter().filter(|piece| !piece.is_empty()).map(str::to_owned).collect();
    Idea {
        options: vec![Choice::new(key, &outline), Choice::new("content-slide", &outline)],
        pieces,
        weight: 0.2,
        ..Idea::default()
    }
}

fn code(language: &str, text: &str, caption: String) -> Idea {
    const MOST_LINES: usize = 20;
    let lines: Vec<&str> = text.lines().collect();
    let mut kept = lines.len();
    if kept > MOST_LINES {
        // A blank line is the best place to stop.
        kept = lines[..MOST_LINES]
            .iter()
            .rposition(|line| line.trim().is_empty())
            .filter(|at| *at >= MOST_LINES / 2)
            .unwrap_or(MOST_LINES);
    }
    let shown = lines[..kept].join("\n").trim_end().to_owned();
    let title = Some(without_stop(&caption).to_owned())
        .filter(|caption| !caption.is_empty() && length(caption) <= super::super::headline::LONGEST);
    let outline = Outline {
        code: Some(Code { language: language.to_owned(), text: shown }),
        closing: if title.is_some() { String::new() } else { caption.clone() },
        ..Outline::default()
    };
    let mut pieces = vec![text.to_owned()];
    pieces.extend(Some(caption).filter(|caption| !caption.is_empty()));
    Idea {
        title,
        options: vec![Choice::new("code-slide", &outline), Choice::new("content-slide", &outline)],
        pieces,
        weight: 0.4,
        ..Idea::default()
    }
}

fn pictures(shots: &[deck::Picture], beside: Option<Text>, craft: Craft<'_>) -> Idea {
    let pictures: Vec<Shot> = shots
        .iter()
        .map(|picture| Shot {
            source: picture.source.clone(),
            alt: picture.alt.clone(),
            caption: picture.title.clone(),
        })
        .collect();
    let text = beside.unwrap_or_default();
    let found = headline(&text.sentences, craft.subject, craft.language);
    let used = found.as_ref().and_then(|found| found.sentence);
    let rest: Vec<String> = text
        .sentences
        .iter()
        .enumerate()
        .filter(|(at, _)| Some(*at) != used)
        .map(|(_, sentence)| sentence.clone())
        .collect();
    let title = found
        .map(|found| found.text)
        .or_else(|| shots.iter().map(|shot| shot.alt.clone()).find(|alt| !alt.is_empty() && length(alt) <= 80));
    let body = super::prose::bullets(&rest, 4, 420, craft);
    let outline =
        Outline { pictures, paragraphs: body.0, points: body.1, links: text.links.clone(), ..Outline::default() };
    let mut options = Vec::new();
    if shots.len() > 1 && rest.len() <= 1 {
        options.push(Choice::new("gallery-slide", &outline));
    }
    if rest.is_empty() && shots.len() == 1 {
        options.push(Choice::new("image-slide", &outline));
    }
    options.push(Choice::new("image-text-slide", &outline));
    options.push(Choice::new("image-slide", &outline));
    let mut pieces = text.sentences.clone();
    pieces.extend(shots.iter().map(|shot| shot.alt.clone()).filter(|alt| !alt.is_empty()));
    Idea { title, options, pieces, weight: 0.5, ..Idea::default() }
}

fn side_by_side(sides: &[Side]) -> Idea {
    let body = |side: &Side| {
        side.points.iter().map(|point| format!("- {}", capitalised(without_stop(point)))).collect::<Vec<_>>().join("\n")
    };
    let points: Vec<Point> = sides.iter().map(|side| Point::new(side.name.clone(), body(side))).collect();
    let outline = Outline { points, ..Outline::default() };
    let keys: &[&'static str] = if sides.len() == 4 {
        &["matrix-slide", "text-blocks-slide"]
    } else {
        &["comparison-slide", "text-blocks-slide", "content-slide"]
    };
    let pieces = sides.iter().flat_map(|side| std::iter::once(&side.name).chain(&side.points)).cloned().collect();
    Idea {
        options: keys.iter().map(|key| Choice::new(key, &outline)).collect(),
        pieces,
        weight: 0.3,
        ..Idea::default()
    }
}
