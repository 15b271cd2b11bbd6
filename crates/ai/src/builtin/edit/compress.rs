//! Makes a deck shorter: merges neighbouring slides on one subject and removes repeated and empty slides.

use std::collections::HashSet;

use deck::{Deck, DeckRole, Slide};

use super::super::BuiltinAuthor;
use super::super::language::{self, Language};
use super::super::outline::{OutlinePoint, SlideOutline};
use super::super::text::{comparison_key, length};
use super::super::write::markdown;
use super::remarks::CompressionText;
use super::{outline, title, word_stems};
use crate::slide_types::is_frame;
use crate::{Compression, Intensity, Merge, Removal};

/// What is known about a slide when slides are compared.
struct SlideSummary {
    outline: SlideOutline,
    /// Stems of the words on the slide.
    stems: HashSet<String>,
    /// Number of code points on the slide.
    size: usize,
    /// Whether the slide opens or closes the deck or a section.
    is_frame: bool,
    opens_section: bool,
    title: String,
}

impl BuiltinAuthor<'_> {
    /// The slides that can be merged or removed. Title and closing slides always stay. A deck of fewer than three
    /// slides is not compressed.
    pub fn compress(&self, deck: &Deck, intensity: Intensity) -> Compression {
        let language = language::of(&deck.lang);
        let count = deck.slides.len();
        if count < 3 {
            let summary = CompressionText::FewSlides { n: count }.into();
            return Compression { merges: Vec::new(), removals: Vec::new(), summary };
        }
        let slides: Vec<SlideSummary> = deck.slides.iter().map(|slide| self.summary(slide, language)).collect();
        let removals = removals(deck, &slides, intensity);
        let removed: HashSet<usize> = removals.iter().map(|removal| removal.slide_index).collect();
        let merges = self.merges(deck, &slides, &removed, intensity, language);
        let saved: usize = merges.iter().map(|merge| merge.slide_indexes.len() - 1).sum::<usize>() + removals.len();
        let summary = if saved == 0 {
            CompressionText::NothingToMerge
        } else {
            let (merged, removed) = (merges.len(), removals.len());
            CompressionText::Compressed { all: count, n: count - saved, merged, removed }
        };
        Compression { merges, removals, summary: summary.into() }
    }

    /// The merge of some neighbouring slides. `None` when they are not neighbours, or when one is a title, section or
    /// closing slide or a table.
    pub(crate) fn merged_slides(&self, deck: &Deck, group: &[usize]) -> Option<Merge> {
        let language = language::of(&deck.lang);
        let are_neighbours = group.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        if group.len() < 2 || !are_neighbours || group.last().is_none_or(|last| *last >= deck.slides.len()) {
            return None;
        }
        let slides: Vec<SlideSummary> = deck.slides.iter().map(|slide| self.summary(slide, language)).collect();
        if group.iter().any(|at| slides[*at].is_frame || slides[*at].outline.table.is_some()) {
            return None;
        }
        self.merged(deck, &slides, group, language)
    }

    fn summary(&self, slide: &Slide, language: &Language) -> SlideSummary {
        let outline = outline(self.registry, slide);
        SlideSummary {
            stems: word_stems(&outline, language),
            size: outline.pieces().iter().map(|piece| length(piece)).sum(),
            is_frame: is_frame(self.registry, &slide.key),
            opens_section: self.registry.role_of(slide) == Some(DeckRole::Section),
            title: title(self.registry, slide),
            outline,
        }
    }

    /// The merges of neighbouring slides that are not removed: as many slides as the intensity allows, if they are
    /// related and short.
    fn merges(
        &self,
        deck: &Deck,
        slides: &[SlideSummary],
        removed: &HashSet<usize>,
        intensity: Intensity,
        language: &Language,
    ) -> Vec<Merge> {
        let (max_slides, max_size) = match intensity {
            Intensity::Moderate => (2, 420),
            Intensity::Aggressive => (3, 800),
        };
        let mut merges = Vec::new();
        let mut at = 0;
        while at < slides.len() {
            let mut group = vec![at];
            while group.len() < max_slides {
                let (last, next) = (group[group.len() - 1], group[group.len() - 1] + 1);
                let Some(candidate) = slides.get(next).filter(|_| !removed.contains(&next) && !removed.contains(&at))
                else {
                    break;
                };
                let size: usize = group.iter().map(|at| slides[*at].size).sum::<usize>() + candidate.size;
                let similarity = similarity(&slides[last].stems, &candidate.stems);
                let fits = size <= max_size
                    || intensity == Intensity::Aggressive && size <= max_size + 300 && similarity > 0.2;
                let is_related = similarity > 0.12
                    || candidate.size < 160 && slides[last].size < 160
                    || intensity == Intensity::Aggressive;
                if !(fits && is_related && is_mergeable(&slides[last]) && is_mergeable(candidate)) {
                    break;
                }
                group.push(next);
            }
            if group.len() > 1
                && let Some(merge) = self.merged(deck, slides, &group, language)
            {
                at += group.len();
                merges.push(merge);
                continue;
            }
            at += 1;
        }
        merges
    }

    /// The merge of a group: one list of all points where the slides have the same type, else a block for each slide.
    fn merged(&self, deck: &Deck, slides: &[SlideSummary], group: &[usize], language: &Language) -> Option<Merge> {
        let first = &deck.slides[group[0]];
        let have_same_type = group.iter().all(|at| {
            deck.slides[*at].key == first.key
                && !slides[*at].outline.points.is_empty()
                && slides[*at].outline.paragraphs.is_empty()
        });
        let entries: usize = group.iter().map(|at| slides[*at].outline.points.len()).sum();
        let mut titles: Vec<&str> = Vec::new();
        for at in group {
            if !slides[*at].title.is_empty()
                && !titles.iter().any(|known| comparison_key(known) == comparison_key(&slides[*at].title))
            {
                titles.push(&slides[*at].title);
            }
        }
        let max_entries = self.registry.by_key(&first.key)?.fields.iter().find_map(|field| match &field.kind {
            deck::Kind::Items { max, .. } => Some(max.unwrap_or(8)),
            _ => None,
        });
        let mut outline = SlideOutline {
            title: joined_title(&titles, language),
            slide_options: slides[group[0]].outline.slide_options.clone(),
            ordered: slides[group[0]].outline.ordered,
            ..SlideOutline::default()
        };
        let key = if have_same_type && max_entries.is_some_and(|max| entries <= max.min(8)) {
            outline.points = group.iter().flat_map(|at| slides[*at].outline.points.clone()).collect();
            first.key.clone()
        } else {
            outline.points = group.iter().map(|at| block(&slides[*at])).collect();
            let is_long = outline.points.iter().any(|point| length(&point.text) > 480);
            let pictures: Vec<_> = group.iter().flat_map(|at| slides[*at].outline.pictures.clone()).collect();
            outline.links = group.iter().flat_map(|at| slides[*at].outline.links.clone()).collect();
            let key = if !pictures.is_empty() && pictures.len() <= 3 {
                "image-text-slide"
            } else if is_long {
                "content-slide"
            } else {
                "text-blocks-slide"
            };
            outline.pictures = pictures;
            if key != "text-blocks-slide" {
                outline.paragraphs =
                    outline.points.drain(..).map(|point| format!("### {}\n\n{}", point.title, point.text)).collect();
            }
            key.to_owned()
        };
        let pieces: Vec<String> = group.iter().flat_map(|at| slides[*at].outline.pieces()).collect();
        let notes: Vec<&str> =
            group.iter().map(|at| deck.slides[*at].notes.trim()).filter(|notes| !notes.is_empty()).collect();
        let merged = self.slide(&deck.lang, language, &key, &outline, &pieces, &notes.join("\n\n"));
        let merged_title =
            self.registry.by_key(&merged.key).map_or("", |slide_type| slide_type.title_of(&merged.content)).to_owned();
        let numbers: Vec<String> = group.iter().map(|at| (at + 1).to_string()).collect();
        let numbers = numbers.join(" and ");
        let reason = if have_same_type {
            CompressionText::SameEntries { numbers }
        } else {
            CompressionText::ShortSlides { numbers }
        };
        Some(Merge { slide_indexes: group.to_vec(), reason: reason.into(), merged_title, merged })
    }
}

/// A slide as one block: its title and all of its text.
fn block(slide: &SlideSummary) -> OutlinePoint {
    let outline =
        SlideOutline { title: String::new(), pictures: Vec::new(), links: Vec::new(), ..slide.outline.clone() };
    let subheading = outline.subheading.clone();
    let body = markdown(&outline, 2_000);
    let text = [subheading, body].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    OutlinePoint::new(slide.title.clone(), text)
}

/// The titles joined by commas and "and", or only the first title when that is longer than 80 code points.
fn joined_title(titles: &[&str], language: &Language) -> String {
    let and = language.table.and;
    let joined = match titles {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first, second] => format!("{first} {and} {second}"),
        [rest @ .., last] => format!("{} {and} {last}", rest.join(", ")),
    };
    if length(&joined) <= 80 { joined } else { titles.first().map_or(String::new(), |first| (*first).to_owned()) }
}

/// Whether a slide can be merged: it has text of at most 700 code points and at most two pictures, and is no title,
/// section or closing slide, table, code or quote.
fn is_mergeable(slide: &SlideSummary) -> bool {
    !slide.is_frame
        && slide.outline.table.is_none()
        && slide.outline.code.is_none()
        && slide.outline.attribution.is_empty()
        && slide.size > 0
        && slide.size <= 700
        && slide.outline.pictures.len() <= 2
}

/// The share of words that two slides have in common, from 0 to 1.
fn similarity(a: &HashSet<String>, b: &HashSet<String>) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "the words of two slides")]
    let share = |part: usize, whole: usize| part as f32 / whole.max(1) as f32;
    share(a.intersection(b).count(), a.union(b).count())
}

/// Section openers without slides, empty slides and repeated slides; for [`Intensity::Aggressive`] also section openers
/// with a single slide.
fn removals(deck: &Deck, slides: &[SlideSummary], intensity: Intensity) -> Vec<Removal> {
    let mut removals: Vec<Removal> = Vec::new();
    for (at, slide) in slides.iter().enumerate() {
        if slide.opens_section {
            let section_size = slides[at + 1..].iter().take_while(|next| !next.is_frame).count();
            if section_size == 0 || section_size == 1 && intensity == Intensity::Aggressive {
                let reason = if section_size == 0 {
                    CompressionText::OpenerWithoutSlides
                } else {
                    CompressionText::OpenerOfOneSlide
                };
                removals.push(Removal { slide_index: at, reason: reason.into() });
            }
            continue;
        }
        if slide.is_frame || deck.slides[at].key == "countdown-slide" {
            continue;
        }
        if slide.outline.is_empty() && deck.slides[at].notes.trim().is_empty() {
            removals.push(Removal { slide_index: at, reason: CompressionText::EmptySlide.into() });
            continue;
        }
        let original = (0..at).find(|other| {
            !slides[*other].is_frame
                && slides[*other].stems.len() >= 4
                && similarity(&slides[*other].stems, &slide.stems) >= 0.9
                && deck.slides[at].notes.trim().is_empty()
                && comparison_key(&slides[*other].title) == comparison_key(&slide.title)
        });
        if let Some(other) = original {
            let reason = CompressionText::RepeatedSlide { number: other + 1 };
            removals.push(Removal { slide_index: at, reason: reason.into() });
        }
    }
    removals
}
