//! Decides how many slides a source gets and which ideas become slides.
//!
//! A short source is shown in full. A long one is condensed: prose is summarised, the sections under one heading become
//! points of an overview slide, and the least important ideas go to the notes of another slide.

use super::super::outline::{OutlinePoint, SlideOutline};
use super::super::rank::heaviest_first;
use super::super::read::{Paragraph, Section};
use super::super::text::{length, shortened, word_count};
use super::ideas::{SectionContent, pieces_weight, section_contents};
use super::{AuthorContext, Chapter, SlideIdea, SlideOption, chapters, is_visual, prose};

/// Maximum number of code points that condensing moves into the notes of one slide.
const MAX_NOTES: usize = 6_000;

/// Maximum number of contents of a short source. It is shown in full if they have [`MIN_MEAN_WORDS`] on average.
const MAX_SHORT_CONTENTS: usize = 12;
/// Minimum mean number of words of the contents of a short source that is shown in full.
const MIN_MEAN_WORDS: usize = 14;

/// The slide ideas of a source, in order, at most `max`.
pub(super) fn slide_ideas(sections: &[Section], context: AuthorContext<'_>, max: usize) -> Vec<SlideIdea> {
    let contents: Vec<SectionContent> =
        sections.iter().enumerate().flat_map(|(at, section)| section_contents(at, section, context)).collect();
    let words: usize = contents.iter().map(SectionContent::word_count).sum();
    let wanted: usize = contents.iter().map(wanted_slides).sum();
    let usual = usual_slides(words);
    // A short source with many sections gets a slide for each, and is not condensed if its slides have a few words
    // each.
    let by_words = words.min(250) / 24 + words.clamp(250, 600).saturating_sub(250) / 140;
    let by_contents = if words / MIN_MEAN_WORDS >= contents.len() { contents.len().min(MAX_SHORT_CONTENTS) } else { 0 };
    let budget = usual.max(wanted.min(by_words.max(by_contents).max(4))).min(max);
    let ideas = if wanted <= budget {
        ideas_of(&contents, 1.0, context)
    } else if contents.len() <= budget {
        #[expect(clippy::cast_precision_loss, reason = "counts of slides are small")]
        let share = (budget as f32
            - contents.iter().filter(|content| matches!(content, SectionContent::Idea(_))).count() as f32)
            / (wanted as f32).max(1.0);
        ideas_of(&contents, share.clamp(0.0, 1.0), context)
    } else {
        condensed(contents, sections, budget, context)
    };
    at_most(ideas, max)
}

/// At most `max` ideas. The text of each surplus idea goes to the notes of the idea before it: first the ideas that are
/// not chosen, then the chosen ones, by ascending weight.
fn at_most(mut ideas: Vec<SlideIdea>, max: usize) -> Vec<SlideIdea> {
    while ideas.len() > max {
        let rank = |idea: &SlideIdea| (idea.is_chosen, idea.weight);
        let lightest = ideas.iter().enumerate().skip(1).min_by(|(_, a), (_, b)| {
            let (a, b) = (rank(a), rank(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        let Some((at, _)) = lightest else { break };
        let dropped = ideas.remove(at);
        let before = &mut ideas[at - 1].pieces;
        if before.iter().map(|piece| length(piece)).sum::<usize>() < MAX_NOTES {
            before.extend(dropped.pieces);
        }
    }
    ideas
}

/// The usual number of slides for a number of words: one for each 130, at least two.
fn usual_slides(words: usize) -> usize {
    words.div_ceil(130).max(2)
}

/// The number of slides that show a content well.
fn wanted_slides(content: &SectionContent) -> usize {
    match content {
        SectionContent::Idea(_) => 1,
        SectionContent::Prose { paragraphs, .. } => {
            let words = content.word_count();
            let is_full = |paragraph: &&Paragraph| {
                paragraph.sentences.iter().map(|sentence| word_count(sentence)).sum::<usize>() >= 12
            };
            let full_paragraphs = paragraphs.iter().filter(is_full).count();
            if words <= 450 {
                words.div_ceil(75).min(full_paragraphs.max(words / 110)).max(1)
            } else {
                words.div_ceil(120)
            }
        }
    }
}

/// The ideas of some contents. Prose gets a `share` of the slides that show it well, at least one.
fn ideas_of(contents: &[SectionContent], share: f32, context: AuthorContext<'_>) -> Vec<SlideIdea> {
    let mut ideas: Vec<SlideIdea> = Vec::new();
    for content in contents {
        match content {
            SectionContent::Idea(idea) => ideas.push(idea.clone()),
            SectionContent::Prose { section, heading, paragraphs, is_chosen } => {
                #[expect(
                    clippy::cast_precision_loss,
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "small and positive"
                )]
                let slides = ((wanted_slides(content) as f32 * share).round() as usize).max(1);
                let more = prose::ideas(*section, heading, paragraphs, slides, context);
                ideas.extend(more.into_iter().map(|idea| SlideIdea { is_chosen: *is_chosen, ..idea }));
            }
        }
    }
    ideas
}

/// Consecutive contents of a source that get a share of the slides.
struct SourceSpan {
    /// Index of the section with the heading of the chapter; `None` outside chapters.
    heading: Option<usize>,
    /// Indexes of the sections that have a heading.
    sections: Vec<usize>,
    contents: Vec<SectionContent>,
}

/// The ideas of a source that is too long, on about `budget` slides. Each chapter gets a share by its length.
fn condensed(
    contents: Vec<SectionContent>,
    sections: &[Section],
    budget: usize,
    context: AuthorContext<'_>,
) -> Vec<SlideIdea> {
    let chapters = chapters(sections);
    let visuals = chosen_visuals(&contents, &chapters, budget);
    let between = texts_between(&contents, &visuals, context);
    let texts = budget - visuals.len();
    let mut contents = contents;
    for at in visuals.iter().chain(&between) {
        contents[*at].choose();
    }
    let mut spans = spans(contents, sections, &chapters);
    while spans.len() > texts {
        spans = joined_spans(spans, texts);
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of words are far below")]
    let size = |span: &SourceSpan| {
        (span.contents.iter().map(SectionContent::word_count).sum::<usize>() as f32).max(1.0).powf(0.6)
    };
    let total: f32 = spans.iter().map(size).sum();
    let spare = texts - spans.len();
    let mut ideas = Vec::new();
    for span in &spans {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "small and positive"
        )]
        let share = 1 + (spare as f32 * size(span) / total).round() as usize;
        ideas.extend(condensed_span(span, sections, share, context));
    }
    at_most(ideas, budget + budget / 8)
}

/// Indexes of the pictures, charts, tables and key figures that a condensed source shows, in reading order.
///
/// They take up to three fifths of the slides, or two thirds where they have most of the words of the source. The
/// heaviest ones are chosen first, spread over the chapters. Three of the same type in a row are chosen only if there
/// is text between them.
fn chosen_visuals(contents: &[SectionContent], chapters: &[Chapter], budget: usize) -> Vec<usize> {
    let mut candidates: Vec<(usize, usize, f32)> = contents
        .iter()
        .enumerate()
        .filter_map(|(at, content)| {
            let idea = content.visual()?;
            let chapter = chapters.iter().position(|chapter| chapter.contains(idea.section));
            Some((at, chapter.unwrap_or(usize::MAX), idea.weight))
        })
        .collect();
    let words = |content: &SectionContent| content.word_count();
    let all: usize = contents.iter().map(words).sum();
    let of_visuals: usize = contents.iter().filter(|content| content.visual().is_some()).map(words).sum();
    let max_visuals = if of_visuals * 2 > all { budget * 2 / 3 } else { budget * 3 / 5 };
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < max_visuals {
        let heaviest = candidates.iter().enumerate().max_by(|(_, a), (_, b)| a.2.total_cmp(&b.2).then(b.0.cmp(&a.0)));
        let Some((index, _)) = heaviest else { break };
        let (at, chapter, _) = candidates.swap_remove(index);
        let position = chosen.partition_point(|other| *other < at);
        chosen.insert(position, at);
        let cannot_be_separated = |three: &[usize]| {
            need_same_type(contents, three) && !(three[0]..three[2]).any(|between| contents[between].visual().is_none())
        };
        if chosen.windows(3).any(cannot_be_separated) {
            chosen.remove(position);
            continue;
        }
        let header = |at: usize| contents[at].visual().and_then(table_header);
        let chosen_header = header(at);
        for other in &mut candidates {
            if other.1 == chapter {
                other.2 -= 0.4;
            }
            // A few of many tables with the same columns are enough.
            if chosen_header.is_some() && header(other.0) == chosen_header {
                other.2 -= 0.3;
            }
        }
    }
    chosen
}

/// The names of the columns of an idea that is a table.
fn table_header(idea: &SlideIdea) -> Option<&Vec<String>> {
    let table = idea.options.first()?.outline.table.as_ref()?;
    table.rows.first().filter(|_| table.has_header)
}

/// Whether three contents can only be shown as slides of the same type.
fn need_same_type(contents: &[SectionContent], three: &[usize]) -> bool {
    let only_key = |at: usize| {
        let mut keys = contents[at].visual()?.options.iter().map(|option| option.key).filter(|key| is_visual(key));
        let first = keys.next()?;
        keys.all(|key| key == first).then_some(first)
    };
    let first = only_key(three[0]);
    first.is_some() && first == only_key(three[1]) && first == only_key(three[2])
}

/// Indexes of the texts that prevent three visuals of one type in a row: for each such three, the heaviest text before
/// the third one, else the heaviest before the second.
fn texts_between(contents: &[SectionContent], visuals: &[usize], context: AuthorContext<'_>) -> Vec<usize> {
    let mut between: Vec<usize> = Vec::new();
    for three in visuals.windows(3).filter(|three| need_same_type(contents, three)) {
        if between.last().is_some_and(|last| *last > three[0]) {
            continue;
        }
        let is_text = |at: &usize| contents[*at].visual().is_none();
        let heaviest = |from: usize, to: usize| {
            let weighed = (from..to).filter(is_text).map(|at| (pieces_weight(&contents[at].pieces(), context), at));
            weighed.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, at)| at)
        };
        between.extend(heaviest(three[1], three[2]).or_else(|| heaviest(three[0], three[1])));
    }
    between
}

/// Contents grouped by chapter.
fn spans(contents: Vec<SectionContent>, sections: &[Section], chapters: &[Chapter]) -> Vec<SourceSpan> {
    let mut spans: Vec<SourceSpan> = Vec::new();
    for content in contents {
        let section = content.section();
        let first = chapters.iter().find(|chapter| chapter.contains(section)).map(|chapter| chapter.first);
        match spans.last_mut().filter(|last| last.heading == first) {
            Some(last) => last.contents.push(content),
            None => spans.push(SourceSpan { heading: first, sections: Vec::new(), contents: vec![content] }),
        }
        if let Some(last) = spans.last_mut()
            && last.sections.last() != Some(&section)
            && sections.get(section).is_some_and(|section| !section.heading.is_empty())
        {
            last.sections.push(section);
        }
    }
    spans
}

/// Joins neighbouring spans so that about `count` remain.
fn joined_spans(spans: Vec<SourceSpan>, count: usize) -> Vec<SourceSpan> {
    let group_size = spans.len().div_ceil(count).max(2);
    let mut joined: Vec<SourceSpan> = Vec::new();
    for (at, span) in spans.into_iter().enumerate() {
        match joined.last_mut().filter(|_| at % group_size != 0) {
            Some(last) => {
                last.sections.extend(span.sections);
                last.contents.extend(span.contents);
                last.heading = None;
            }
            None => joined.push(span),
        }
    }
    joined
}

/// The ideas of a span on about `share` slides: an overview of its sections, then the contents with the highest weight.
/// The other contents go to the notes of the first slide.
fn condensed_span(span: &SourceSpan, sections: &[Section], share: usize, context: AuthorContext<'_>) -> Vec<SlideIdea> {
    let under: Vec<usize> = span.sections.iter().copied().filter(|section| Some(*section) != span.heading).collect();
    let shown = span.contents.iter().filter(|content| content.is_chosen() && content.visual().is_some()).count();
    if span.contents.len() <= share + shown {
        return ideas_of(&span.contents, 0.0, context);
    }
    let overview = (under.len() >= 3).then(|| overview(span, &under, sections, context)).flatten();
    let texts = span.contents.iter().filter(|content| content.is_chosen() && content.visual().is_none()).count();
    let count = share.saturating_sub(usize::from(overview.is_some()) + texts);
    let weight = |content: &SectionContent| match content {
        SectionContent::Idea(idea) => idea.weight,
        SectionContent::Prose { .. } => 0.4 + pieces_weight(&content.pieces(), context),
    };
    let weights: Vec<f32> = span.contents.iter().map(weight).collect();
    let is_other = |at: &usize| !span.contents[*at].is_chosen() && span.contents[*at].visual().is_none();
    let others = heaviest_first(&weights).into_iter().filter(is_other);
    let mut chosen: Vec<usize> = others.take(count).collect();
    chosen.extend((0..span.contents.len()).filter(|at| span.contents[*at].is_chosen()));
    let mut ideas: Vec<SlideIdea> = overview.into_iter().collect();
    let mut notes: Vec<String> = Vec::new();
    for (at, content) in span.contents.iter().enumerate() {
        if chosen.contains(&at) {
            ideas.extend(ideas_of(std::slice::from_ref(content), 0.0, context));
        } else {
            notes.extend(content.pieces());
        }
    }
    if let Some(first) = ideas.first_mut() {
        let mut size = 0;
        first.pieces.extend(notes.into_iter().take_while(|piece| {
            size += length(piece);
            size <= MAX_NOTES
        }));
    }
    ideas
}

/// The sections that an overview names, each with the sections of `under` that belong to it. They are the sections of
/// the highest level below the heading of the chapter, even if they have no content of their own. When these are fewer
/// than three, they are the sections of `under` themselves.
fn highest_sections(heading: Option<usize>, under: &[usize], sections: &[Section]) -> Vec<(usize, Vec<usize>)> {
    let first = heading.map_or(under[0], |heading| heading + 1);
    let spanned = sections.get(first..=under[under.len() - 1]).unwrap_or_default();
    let level = spanned.iter().map(|section| section.level).min();
    let mut highest: Vec<(usize, Vec<usize>)> = Vec::new();
    for &at in under {
        let top = (first..=at).rev().find(|above| Some(sections[*above].level) == level).unwrap_or(at);
        match highest.last_mut().filter(|(last, _)| *last == top) {
            Some((_, members)) => members.push(at),
            None => highest.push((top, vec![at])),
        }
    }
    if highest.len() >= 3 { highest } else { under.iter().map(|at| (*at, vec![*at])).collect() }
}

/// An overview slide of several sections: each heading with its best sentence. `None` with fewer than two headings.
fn overview(span: &SourceSpan, under: &[usize], sections: &[Section], context: AuthorContext<'_>) -> Option<SlideIdea> {
    let mut points: Vec<(f32, usize, OutlinePoint)> = Vec::new();
    for (at, members) in highest_sections(span.heading, under, sections) {
        let pieces: Vec<String> = span
            .contents
            .iter()
            .filter(|content| members.contains(&content.section()))
            .flat_map(SectionContent::pieces)
            .take(60)
            .collect();
        let best = pieces
            .iter()
            .enumerate()
            .filter(|(_, piece)| {
                word_count(piece) >= 4
                    && !piece.ends_with(':')
                    && prose::is_slide_sentence(piece)
                    && !piece.starts_with(|c: char| c.is_ascii_digit())
                    && !context.language.refers_back(piece)
                    && !piece.contains("following")
            })
            .filter_map(|(index, piece)| {
                Some((
                    context.terms.weight(piece, index, context.language) + if piece.ends_with('.') { 0.3 } else { 0.0 },
                    shortened(piece, 118, context.language).filter(|text| !text.ends_with(':'))?,
                ))
            })
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let heading = &sections[at].heading;
        if points.iter().any(|(_, _, point)| point.title == *heading) || length(heading) > 80 {
            continue;
        }
        let Some((weight, text)) = best else { continue };
        points.push((weight, at, OutlinePoint::new(heading.clone(), text)));
    }
    points.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    points.truncate(6);
    points.sort_by_key(|(_, at, _)| *at);
    let points: Vec<OutlinePoint> = points.into_iter().map(|(_, _, point)| point).collect();
    if points.len() < 2 {
        return None;
    }
    let are_few = points.len() <= 5;
    let outline = SlideOutline { points, ..SlideOutline::default() };
    let keys: &[&'static str] = if are_few {
        &["icon-card-grid-slide", "list-slide", "text-blocks-slide"]
    } else {
        &["list-slide", "text-blocks-slide", "icon-card-grid-slide"]
    };
    Some(SlideIdea {
        section: span.heading.unwrap_or(under[0]),
        options: SlideOption::each(keys, &outline),
        pieces: outline.points.iter().flat_map(|point| [point.title.clone(), point.text.clone()]).collect(),
        weight: 1.0,
        ..SlideIdea::default()
    })
}
