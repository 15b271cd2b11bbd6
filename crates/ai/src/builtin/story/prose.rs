//! Running text: the sentences that matter, as points under a headline.

use super::super::headline::{Headline, headline, key_phrase};
use super::super::language::{Language, phrases};
use super::super::outline::{Outline, Point};
use super::super::read::{Text, Unit};
use super::super::text::{first_word, halves, length, shortened, tightened, without_stop, word_count};
use super::{Choice, Craft, Idea};

/// Most code points of running text on one slide made here.
const MOST: usize = 420;

/// A run of paragraphs on `slides` slides, cut between paragraphs.
pub(super) fn ideas(section: usize, texts: &[Text], slides: usize, craft: Craft<'_>) -> Vec<Idea> {
    let groups = groups(texts, slides);
    groups.iter().map(|group| Idea { section, ..idea(group, craft) }).filter(|idea| !idea.options.is_empty()).collect()
}

/// Paragraphs in neighbouring groups of about equal length; one long paragraph is cut between sentences.
fn groups(texts: &[Text], slides: usize) -> Vec<Vec<Text>> {
    let mut pieces: Vec<Text> = Vec::new();
    let words = |text: &Text| text.sentences.iter().map(|sentence| word_count(sentence)).sum::<usize>();
    let total: usize = texts.iter().map(words).sum();
    let share = total.div_ceil(slides.max(1)).max(1);
    for text in texts {
        let size = words(text);
        if size > share * 3 / 2 && text.sentences.len() >= 4 {
            let parts = size.div_ceil(share).min(text.sentences.len() / 2);
            for chunk in text.sentences.chunks(text.sentences.len().div_ceil(parts)) {
                pieces.push(Text { sentences: chunk.to_vec(), ..text.clone() });
            }
        } else {
            pieces.push(text.clone());
        }
    }
    // A line or two never stand alone: they go with what is before them.
    let mut bundles: Vec<Vec<Text>> = Vec::new();
    for text in pieces {
        let thin = words(&text) < 16 && text.label.is_empty() && text.speaker.is_empty();
        match bundles
            .last_mut()
            .filter(|last| thin || last.iter().map(words).sum::<usize>() < 16 && last[0].label.is_empty())
        {
            Some(last) => last.push(text),
            None => bundles.push(vec![text]),
        }
    }
    if bundles.len() <= slides {
        return bundles;
    }
    let mut groups: Vec<Vec<Text>> = Vec::new();
    let (mut done, mut open): (usize, Vec<Text>) = (0, Vec::new());
    for bundle in bundles {
        let size: usize = bundle.iter().map(words).sum();
        let full = (2 * done + size) * slides >= 2 * total * (groups.len() + 1);
        if full && !open.is_empty() && groups.len() + 1 < slides {
            groups.push(std::mem::take(&mut open));
        }
        done += size;
        open.extend(bundle);
    }
    if !open.is_empty() {
        groups.push(open);
    }
    groups
}

fn idea(texts: &[Text], craft: Craft<'_>) -> Idea {
    let language = craft.language;
    let spoken = texts.iter().any(|text| !text.speaker.is_empty());
    let told: Vec<Text> = if spoken {
        texts.iter().map(|text| without_chatter(text, language)).filter(|text| !text.sentences.is_empty()).collect()
    } else {
        texts.to_vec()
    };
    let pieces: Vec<String> = told.iter().flat_map(|text| Unit::Text(text.clone()).pieces()).collect();
    let all: Vec<String> = told.iter().flat_map(|text| text.sentences.clone()).collect();
    if all.is_empty() {
        return Idea { pieces, ..Idea::default() };
    }
    let label = told.iter().map(|text| text.label.clone()).find(|label| !label.is_empty()).filter(|_| told.len() == 1);
    let named = label.is_some();
    let cards = told.len() >= 3 && !spoken;
    let spare = if spoken || cards { headline(&all, craft.subject, language).map(|found| found.text) } else { None };
    let found = match label {
        Some(text) => Some(Headline { text, sentence: None }),
        None if spoken || cards => key_phrase(&all.join(". "), craft.subject, language)
            .map(|text| Headline { text, sentence: None })
            .or_else(|| headline(&all, craft.subject, language)),
        None => headline(&all, craft.subject, language),
    };
    let used = found.as_ref().and_then(|found| found.sentence);
    let options = if spoken { voices(&told, craft) } else { ways(&told, &all, used, craft) };
    let headed = if spoken || used.is_none() { Vec::new() } else { ways(&told, &all, None, craft) };
    let weight =
        all.iter().enumerate().map(|(at, sentence)| craft.subject.weight(sentence, at, language)).fold(0.0, f32::max);
    Idea { title: found.map(|found| found.text), spare, named, headed, options, pieces, weight, ..Idea::default() }
}

/// The ways to show some paragraphs, without the sentence that already stands in the headline.
fn ways(told: &[Text], all: &[String], used: Option<usize>, craft: Craft<'_>) -> Vec<Choice> {
    let links = told.iter().flat_map(|text| text.links.clone()).take(3).collect::<Vec<_>>();
    let mut options = Vec::new();
    if told.len() >= 3
        && let Some(points) = paragraph_points(told, craft)
    {
        let outline = Outline { points, links: links.clone(), ..Outline::default() };
        options
            .extend(["icon-card-grid-slide", "list-slide", "text-blocks-slide"].map(|key| Choice::new(key, &outline)));
    }
    let rest: Vec<String> =
        all.iter().enumerate().filter(|(at, _)| Some(*at) != used).map(|(_, sentence)| sentence.clone()).collect();
    let (paragraphs, points) = bullets(if rest.is_empty() { all } else { &rest }, 4, MOST, craft);
    let plain = Outline { paragraphs, points, links: links.clone(), ..Outline::default() };
    let listed = sentence_points(&rest, craft).map(|points| Outline { points, links, ..Outline::default() });
    let listed = listed.or_else(|| two_clauses(&rest, craft).map(|points| Outline { points, ..Outline::default() }));
    let even = listed.as_ref().is_some_and(|outline| outline.points.len() >= 3);
    let list =
        listed.iter().flat_map(|outline| ["list-slide", "text-blocks-slide"].map(|key| Choice::new(key, outline)));
    if even && options.is_empty() && rest.len() <= 5 {
        options.extend(list);
        options.push(Choice::new("content-slide", &plain));
    } else {
        let at = options.len().min(1);
        options.insert(at, Choice::new("content-slide", &plain));
        options.extend(list);
    }
    options
}

/// A point for each of three to five paragraphs: its headline and its best other sentence.
fn paragraph_points(texts: &[Text], craft: Craft<'_>) -> Option<Vec<Point>> {
    let weight = |text: &Text| {
        text.sentences
            .iter()
            .enumerate()
            .map(|(at, sentence)| craft.subject.weight(sentence, at, craft.language))
            .fold(0.0, f32::max)
    };
    let mut order: Vec<usize> = (0..texts.len()).collect();
    let weights: Vec<f32> = texts.iter().map(weight).collect();
    order.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]).then(a.cmp(b)));
    order.truncate(if texts.len() > 6 { 4 } else { 5 });
    order.sort_unstable();
    let mut points: Vec<Point> = Vec::new();
    for at in order {
        let text = &texts[at];
        let found = if text.label.is_empty() {
            headline(&text.sentences, craft.subject, craft.language)
        } else {
            Some(Headline { text: text.label.clone(), sentence: None })
        };
        let Some(found) = found else { continue };
        if points.iter().any(|point| point.title == found.text) {
            continue;
        }
        let rest: Vec<String> = text
            .sentences
            .iter()
            .enumerate()
            .filter(|(at, _)| Some(*at) != found.sentence)
            .map(|(_, sentence)| sentence.clone())
            .collect();
        let best = best(&rest, 1, 118, craft).into_iter().next();
        let said = best.unwrap_or_default();
        if said.is_empty() && found.sentence.is_none() {
            continue;
        }
        points.push(Point::new(found.text, said));
    }
    (points.len() >= 3).then_some(points)
}

/// Points from sentences, when each is short or parts well in two.
fn sentence_points(sentences: &[String], craft: Craft<'_>) -> Option<Vec<Point>> {
    if !(2..=8).contains(&sentences.len()) {
        return None;
    }
    let picked = best(sentences, 5, 200, craft);
    let point = |sentence: &String| {
        let text = without_stop(sentence);
        if length(text) <= 80 {
            return Some(Point::new(text, ""));
        }
        let (head, rest) = halves(text, craft.language, 72)?;
        (length(&rest) <= 118).then(|| Point::new(head, rest))
    };
    let points: Vec<Point> = picked.iter().map(point).collect::<Option<_>>()?;
    (points.len() >= 2).then_some(points)
}

/// A lone sentence of two clauses as two points.
fn two_clauses(sentences: &[String], craft: Craft<'_>) -> Option<Vec<Point>> {
    let [only] = sentences else { return None };
    let (left, right) = halves(only, craft.language, 78)?;
    (length(&right) <= 78).then(|| vec![Point::new(left, ""), Point::new(right, "")])
}

/// What people said, each with the name of who said it.
fn voices(texts: &[Text], craft: Craft<'_>) -> Vec<Choice> {
    let mut all: Vec<(f32, usize, &Text, String)> = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        for (place, sentence) in text.sentences.iter().enumerate() {
            if let Some(short) =
                shortened(sentence, 170, craft.language).filter(|short| word_count(short) >= 5 && !short.ends_with('?'))
            {
                all.push((craft.subject.weight(sentence, place.min(1), craft.language), at, text, short));
            }
        }
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut taken: Vec<(usize, &Text, String)> = Vec::new();
    for (_, at, text, short) in all {
        if taken.len() < 4 && taken.iter().filter(|(other, _, _)| *other == at).count() == 0 {
            taken.push((at, text, short));
        }
    }
    taken.sort_by_key(|(at, _, _)| *at);
    let points: Vec<Point> =
        taken.iter().map(|(_, text, short)| Point::new(text.speaker.clone(), short.clone())).collect();
    let outline = Outline { points: points.clone(), ..Outline::default() };
    let mut options = Vec::new();
    let one_voice = points.iter().all(|point| point.title == points[0].title);
    if points.len() >= 2 && !one_voice {
        options.extend(
            ["content-slide", "icon-card-grid-slide", "text-blocks-slide"].map(|key| Choice::new(key, &outline)),
        );
    } else if let Some(point) = points.first().filter(|point| points.len() == 1 && length(&point.text) >= 40) {
        let quote =
            Outline { paragraphs: vec![point.text.clone()], attribution: point.title.clone(), ..Outline::default() };
        options.extend([Choice::new("quote-slide", &quote), Choice::new("content-slide", &outline)]);
    } else if !points.is_empty() {
        let plain = Outline {
            points: points.iter().map(|point| Point::new("", point.text.clone())).collect(),
            attribution: points[0].title.clone(),
            ..Outline::default()
        };
        options.extend([Choice::new("content-slide", &plain), Choice::new("text-blocks-slide", &outline)]);
    }
    options
}

/// A speech without its small talk.
fn without_chatter(text: &Text, language: &Language) -> Text {
    let filler = |word: &str| language.table.fillers.split(' ').any(|filler| filler == word);
    let sentences = text
        .sentences
        .iter()
        .map(|sentence| {
            let mut rest = sentence.as_str();
            let greets = |text: &str| {
                phrases(language.table.greetings).any(|word| text.to_lowercase().starts_with(word) && word.len() > 3)
            };
            while filler(&first_word(rest)) || greets(rest) {
                let cut = if greets(rest) {
                    rest.split_once(',').filter(|(before, _)| word_count(before) <= 5)
                } else {
                    rest.split_once([' ', ','])
                };
                let Some((_, after)) = cut else { return String::new() };
                rest = after.trim_start_matches([' ', ',', '.', '…']);
            }
            super::super::text::capitalised(rest)
        })
        .filter(|sentence| word_count(sentence) >= 5)
        .collect();
    Text { sentences, ..text.clone() }
}

/// The best sentences as bullets, or as a paragraph when there is but one or two.
pub(super) fn bullets(sentences: &[String], count: usize, room: usize, craft: Craft<'_>) -> (Vec<String>, Vec<Point>) {
    let picked = best(sentences, count, 200, craft);
    let mut kept: Vec<String> = Vec::new();
    let mut size = 0;
    for sentence in picked {
        size += length(&sentence);
        if !kept.is_empty() && size > room {
            break;
        }
        kept.push(sentence);
    }
    match kept.len() {
        0 => (sentences.first().map(|first| tightened(first, craft.language)).into_iter().collect(), Vec::new()),
        1 => (kept, Vec::new()),
        _ => (Vec::new(), kept.iter().map(|sentence| Point::new("", without_stop(sentence))).collect()),
    }
}

/// Up to `count` sentences of the greatest weight, in reading order, each within `room` code points. A sentence that
/// points back is taken only right after the one before it.
fn best(sentences: &[String], count: usize, room: usize, craft: Craft<'_>) -> Vec<String> {
    let fitted: Vec<Option<String>> =
        sentences.iter().map(|sentence| shortened(sentence, room, craft.language)).collect();
    let mut order: Vec<usize> = (0..sentences.len()).filter(|at| fitted[*at].is_some()).collect();
    let weights: Vec<f32> =
        sentences.iter().enumerate().map(|(at, sentence)| craft.subject.weight(sentence, at, craft.language)).collect();
    order.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]).then(a.cmp(b)));
    let mut taken: Vec<usize> = Vec::new();
    for at in order {
        let leans = craft.language.points_back(&first_word(&sentences[at]));
        if taken.len() < count && !(leans && at > 0 && sentences.len() > count && !taken.contains(&(at - 1))) {
            taken.push(at);
        }
    }
    taken.sort_unstable();
    taken.into_iter().filter_map(|at| fitted[at].clone()).collect()
}
