//! How many slides a source is worth, and which ideas get them.
//!
//! A short source is told whole. A long one is folded: prose is summed up, sections under one heading become points of
//! one slide, and what carries least goes to the notes of its neighbour.

use super::super::outline::{Outline, Point};
use super::super::read::{Section, Text};
use super::super::text::{length, shortened, word_count};
use super::ideas::{Seed, seeds};
use super::{Choice, Craft, Idea, Part, parts, prose};

/// Most code points that folding moves into the notes of one slide.
const MOST_NOTES: usize = 6_000;

/// The ideas of a whole source, in order, at most `room` of them.
pub(super) fn plan(sections: &[Section], craft: Craft<'_>, room: usize) -> Vec<Idea> {
    let all: Vec<Seed> = sections.iter().enumerate().flat_map(|(at, section)| seeds(at, section, craft)).collect();
    let words: usize = all.iter().map(Seed::word_count).sum();
    let wanted: usize = all.iter().map(wants).sum();
    let usual = usual(words);
    let most = usual.max(wanted.min((usual * 2).max(12))).min(room);
    let mut ideas = if wanted <= most {
        grown(&all, 1.0, craft)
    } else if all.len() <= most {
        #[expect(clippy::cast_precision_loss, reason = "counts of slides are small")]
        let share = (most as f32 - all.iter().filter(|seed| matches!(seed, Seed::Ready(_))).count() as f32)
            / (wanted as f32).max(1.0);
        grown(&all, share.clamp(0.0, 1.0), craft)
    } else {
        folded(all, sections, most, craft)
    };
    ideas.truncate(room);
    ideas
}

/// How many slides so many words are usually told on.
fn usual(words: usize) -> usize {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small and positive"
    )]
    let slides = (2.6 * (words as f32 / 100.0).powf(0.42)).round() as usize;
    slides.clamp(3, 30)
}

fn wants(seed: &Seed) -> usize {
    match seed {
        Seed::Ready(_) => 1,
        Seed::Prose { texts, .. } => {
            let words = seed.word_count();
            let full = |text: &&Text| {
                text.speaker.is_empty()
                    && text.sentences.iter().map(|sentence| word_count(sentence)).sum::<usize>() >= 12
            };
            let paragraphs = texts.iter().filter(full).count();
            let by_length = ((words + 35) / 70).min(paragraphs.max(words / 110));
            let least = if texts.iter().any(|text| !text.speaker.is_empty()) { words / 60 } else { words / 110 };
            if words <= 450 { paragraphs.max(least).clamp(1, 8) } else { by_length.clamp(1, 8) }
        }
    }
}

fn grown(seeds: &[Seed], share: f32, craft: Craft<'_>) -> Vec<Idea> {
    let mut made: Vec<Idea> = Vec::new();
    for seed in seeds {
        match seed {
            Seed::Ready(idea) => made.push(idea.clone()),
            Seed::Prose { section, texts } => {
                #[expect(
                    clippy::cast_precision_loss,
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "small and positive"
                )]
                let slides = ((wants(seed) as f32 * share).round() as usize).max(1);
                made.extend(prose::ideas(*section, texts, slides, craft));
            }
        }
    }
    made
}

/// A stretch of the source that gets a share of the slides.
struct Stretch {
    heading: Option<usize>,
    sections: Vec<usize>,
    seeds: Vec<Seed>,
}

fn folded(all: Vec<Seed>, sections: &[Section], most: usize, craft: Craft<'_>) -> Vec<Idea> {
    let mut stretches = stretches(all, sections, &parts(sections));
    while stretches.len() > most {
        stretches = joined(stretches, most);
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of words are far below")]
    let size =
        |stretch: &Stretch| (stretch.seeds.iter().map(Seed::word_count).sum::<usize>() as f32).max(1.0).powf(0.6);
    let total: f32 = stretches.iter().map(size).sum();
    let spare = most - stretches.len();
    let mut made = Vec::new();
    for stretch in &stretches {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "small and positive"
        )]
        let share = 1 + (spare as f32 * size(stretch) / total).round() as usize;
        made.extend(summed(stretch, sections, share, craft));
    }
    made.truncate(most + most / 4);
    made
}

fn stretches(all: Vec<Seed>, sections: &[Section], parts: &[Part]) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for seed in all {
        let section = seed.section();
        let first = parts.iter().find(|part| part.holds(section)).map(|part| part.first);
        match found.last_mut().filter(|last| last.heading == first) {
            Some(last) => last.seeds.push(seed),
            None => found.push(Stretch { heading: first, sections: Vec::new(), seeds: vec![seed] }),
        }
        if let Some(last) = found.last_mut()
            && last.sections.last() != Some(&section)
            && sections.get(section).is_some_and(|section| !section.heading.is_empty())
        {
            last.sections.push(section);
        }
    }
    found
}

/// Neighbouring stretches put together so that about `most` are left.
fn joined(stretches: Vec<Stretch>, most: usize) -> Vec<Stretch> {
    let per = stretches.len().div_ceil(most).max(2);
    let mut made: Vec<Stretch> = Vec::new();
    for (at, stretch) in stretches.into_iter().enumerate() {
        match made.last_mut().filter(|_| at % per != 0) {
            Some(last) => {
                last.sections.extend(stretch.sections);
                last.seeds.extend(stretch.seeds);
                last.heading = None;
            }
            None => made.push(stretch),
        }
    }
    made
}

/// The ideas of one stretch on at most `share` slides: an overview of its sections, then what weighs most.
fn summed(stretch: &Stretch, sections: &[Section], share: usize, craft: Craft<'_>) -> Vec<Idea> {
    let under: Vec<usize> =
        stretch.sections.iter().copied().filter(|section| Some(*section) != stretch.heading).collect();
    if stretch.seeds.len() <= share {
        return grown(&stretch.seeds, 0.0, craft);
    }
    let overview = (under.len() >= 3).then(|| overview(stretch, &under, sections, craft)).flatten();
    let mut left = share.saturating_sub(usize::from(overview.is_some()));
    let mut order: Vec<usize> = (0..stretch.seeds.len()).collect();
    let weight = |seed: &Seed| match seed {
        Seed::Ready(idea) => idea.weight,
        #[expect(clippy::cast_precision_loss, reason = "small")]
        Seed::Prose { texts, .. } => 0.45 + (texts.len() as f32).min(6.0) * 0.03,
    };
    order.sort_by(|a, b| weight(&stretch.seeds[*b]).total_cmp(&weight(&stretch.seeds[*a])).then(a.cmp(b)));
    let mut kept: Vec<usize> = Vec::new();
    for at in order {
        if left == 0 {
            break;
        }
        kept.push(at);
        left -= 1;
    }
    kept.sort_unstable();
    let mut made: Vec<Idea> = overview.into_iter().collect();
    let mut notes: Vec<String> = Vec::new();
    for (at, seed) in stretch.seeds.iter().enumerate() {
        if kept.contains(&at) {
            made.extend(grown(std::slice::from_ref(seed), 0.0, craft));
        } else {
            notes.extend(seed.pieces());
        }
    }
    if let Some(first) = made.first_mut() {
        let mut size = 0;
        first.pieces.extend(notes.into_iter().take_while(|piece| {
            size += length(piece);
            size <= MOST_NOTES
        }));
    }
    made
}

/// One slide on several sections: each heading with its best sentence.
fn overview(stretch: &Stretch, under: &[usize], sections: &[Section], craft: Craft<'_>) -> Option<Idea> {
    let mut points: Vec<(f32, usize, Point)> = Vec::new();
    for &at in under {
        let pieces: Vec<String> =
            stretch.seeds.iter().filter(|seed| seed.section() == at).flat_map(Seed::pieces).take(60).collect();
        let best = pieces
            .iter()
            .enumerate()
            .filter(|(_, piece)| word_count(piece) >= 4 && !piece.starts_with(|c: char| c.is_ascii_digit()))
            .filter_map(|(place, piece)| {
                Some((
                    craft.subject.weight(piece, place, craft.language) + if piece.ends_with('.') { 0.3 } else { 0.0 },
                    shortened(piece, 118, craft.language)?,
                ))
            })
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let heading = &sections[at].heading;
        if points.iter().any(|(_, _, point)| point.title == *heading) || length(heading) > 80 {
            continue;
        }
        let (weight, text) = best.unwrap_or((0.0, String::new()));
        points.push((weight, at, Point::new(heading.clone(), text)));
    }
    points.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    points.truncate(6);
    points.sort_by_key(|(_, at, _)| *at);
    let points: Vec<Point> = points.into_iter().map(|(_, _, point)| point).collect();
    if points.len() < 2 {
        return None;
    }
    let few = points.len() <= 5;
    let outline = Outline { points, ..Outline::default() };
    let keys: &[&'static str] = if few {
        &["icon-card-grid-slide", "list-slide", "text-blocks-slide"]
    } else {
        &["list-slide", "text-blocks-slide", "icon-card-grid-slide"]
    };
    Some(Idea {
        section: stretch.heading.unwrap_or(under[0]),
        options: keys.iter().map(|key| Choice::new(key, &outline)).collect(),
        pieces: outline.points.iter().flat_map(|point| [point.title.clone(), point.text.clone()]).collect(),
        weight: 1.0,
        ..Idea::default()
    })
}
