//! Fewer slides: neighbours that belong together become one, repeats and empty slides go.

use std::collections::HashSet;

use deck::{Deck, Slide};

use super::super::Author;
use super::super::language::{self, Language};
use super::super::outline::{Outline, Point};
use super::super::text::{bare, length, stem, words};
use super::super::write::markdown;
use super::{is_frame, read, title};
use crate::{Compression, Intensity, Merge, Removal};

struct Read {
    outline: Outline,
    words: HashSet<String>,
    size: usize,
    frame: bool,
    title: String,
}

impl Author<'_> {
    /// What can be merged and removed. Title and closing slides always stay; a deck of fewer than three slides is left
    /// as it is.
    pub fn compress(&self, deck: &Deck, intensity: Intensity) -> Compression {
        let language = language::of(&deck.lang);
        let count = deck.slides.len();
        if count < 3 {
            let summary = format!("Nothing to compress in {count} slides.");
            return Compression { merges: Vec::new(), removals: Vec::new(), summary };
        }
        let slides: Vec<Read> = deck.slides.iter().map(|slide| self.judged(slide, language)).collect();
        let removals = removals(deck, &slides, intensity);
        let gone: HashSet<usize> = removals.iter().map(|removal| removal.slide_index).collect();
        let merges = self.merges(deck, &slides, &gone, intensity, language);
        let saved: usize = merges.iter().map(|merge| merge.slide_indexes.len() - 1).sum::<usize>() + removals.len();
        let summary = if saved == 0 {
            "Nothing to merge or remove: every slide has a subject of its own.".to_owned()
        } else {
            format!("{count} slides become {}: {} merged, {} removed.", count - saved, merges.len(), removals.len())
        };
        Compression { merges, removals, summary }
    }

    /// Neighbouring slides as one, by whoever's choice; nothing where one of them frames the deck or cannot be joined.
    pub(crate) fn joined(&self, deck: &Deck, group: &[usize]) -> Option<Merge> {
        let language = language::of(&deck.lang);
        let neighbours = group.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        if group.len() < 2 || !neighbours || group.last().is_none_or(|last| *last >= deck.slides.len()) {
            return None;
        }
        let slides: Vec<Read> = deck.slides.iter().map(|slide| self.judged(slide, language)).collect();
        if group.iter().any(|at| slides[*at].frame || slides[*at].outline.table.is_some()) {
            return None;
        }
        self.merged(deck, &slides, group, language)
    }

    fn judged(&self, slide: &Slide, language: &Language) -> Read {
        let outline = read(self.registry, slide);
        let pieces = outline.pieces();
        let stems = pieces.iter().flat_map(|piece| words(piece).map(str::to_lowercase).collect::<Vec<_>>());
        let stems: HashSet<String> = stems.filter(|word| !language.is_stop(word)).map(|word| stem(&word)).collect();
        let size = pieces.iter().map(|piece| length(piece)).sum();
        Read { outline, words: stems, size, frame: is_frame(self.registry, slide), title: title(self.registry, slide) }
    }

    fn merges(
        &self,
        deck: &Deck,
        slides: &[Read],
        gone: &HashSet<usize>,
        intensity: Intensity,
        language: &Language,
    ) -> Vec<Merge> {
        let (most, room) = match intensity {
            Intensity::Moderate => (2, 420),
            Intensity::Aggressive => (3, 800),
        };
        let mut merges = Vec::new();
        let mut at = 0;
        while at < slides.len() {
            let mut group = vec![at];
            while group.len() < most {
                let (last, next) = (group[group.len() - 1], group[group.len() - 1] + 1);
                let Some(candidate) = slides.get(next).filter(|_| !gone.contains(&next) && !gone.contains(&at)) else {
                    break;
                };
                let size: usize = group.iter().map(|at| slides[*at].size).sum::<usize>() + candidate.size;
                let near = likeness(&slides[last].words, &candidate.words);
                let fits = size <= room || intensity == Intensity::Aggressive && size <= room + 300 && near > 0.2;
                let same = near > 0.12
                    || candidate.size < 160 && slides[last].size < 160
                    || intensity == Intensity::Aggressive;
                if !(fits && same && mergeable(&slides[last]) && mergeable(candidate)) {
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

    /// The slides of a group as one: entries joined where they have the same type, else a block for each slide.
    fn merged(&self, deck: &Deck, slides: &[Read], group: &[usize], language: &Language) -> Option<Merge> {
        let first = &deck.slides[group[0]];
        let alike = group.iter().all(|at| {
            deck.slides[*at].key == first.key
                && !slides[*at].outline.points.is_empty()
                && slides[*at].outline.paragraphs.is_empty()
        });
        let entries: usize = group.iter().map(|at| slides[*at].outline.points.len()).sum();
        let mut titles: Vec<&str> = Vec::new();
        for at in group {
            if !slides[*at].title.is_empty() && !titles.iter().any(|known| bare(known) == bare(&slides[*at].title)) {
                titles.push(&slides[*at].title);
            }
        }
        let joined = joined_title(&titles, language);
        let most = self.registry.by_key(&first.key)?.fields.iter().find_map(|field| match &field.kind {
            deck::Kind::Items { max, .. } => Some(max.unwrap_or(8)),
            _ => None,
        });
        let mut outline = Outline {
            title: joined,
            kept: slides[group[0]].outline.kept.clone(),
            ordered: slides[group[0]].outline.ordered,
            ..Outline::default()
        };
        let key = if alike && most.is_some_and(|most| entries <= most.min(8)) {
            outline.points = group.iter().flat_map(|at| slides[*at].outline.points.clone()).collect();
            first.key.clone()
        } else {
            outline.points = group.iter().map(|at| block(&slides[*at])).collect();
            let rich = outline.points.iter().any(|point| length(&point.text) > 480);
            let pictures: Vec<_> = group.iter().flat_map(|at| slides[*at].outline.pictures.clone()).collect();
            outline.links = group.iter().flat_map(|at| slides[*at].outline.links.clone()).collect();
            let key = if !pictures.is_empty() && pictures.len() <= 3 {
                "image-text-slide"
            } else if rich {
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
            self.registry.by_key(&merged.key).map_or("", |known| known.title_of(&merged.content)).to_owned();
        let numbers: Vec<String> = group.iter().map(|at| (at + 1).to_string()).collect();
        let reason = if alike { "the same kind of entries on one subject" } else { "short slides on one subject" };
        Some(Merge {
            slide_indexes: group.to_vec(),
            reason: format!("Slides {} are {reason}", numbers.join(" and ")),
            merged_title,
            merged,
        })
    }
}

/// A slide as one block: its title, and all it says.
fn block(slide: &Read) -> Point {
    let outline = Outline { title: String::new(), pictures: Vec::new(), links: Vec::new(), ..slide.outline.clone() };
    let subheading = outline.subheading.clone();
    let body = markdown(&outline, 2_000);
    let text = [subheading, body].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    Point::new(slide.title.clone(), text)
}

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

/// Slides that run live, play or count, and those that frame the deck, are never merged.
fn mergeable(slide: &Read) -> bool {
    !slide.frame
        && slide.outline.table.is_none()
        && slide.outline.code.is_none()
        && slide.outline.attribution.is_empty()
        && slide.size > 0
        && slide.size <= 700
        && slide.outline.pictures.len() <= 2
}

fn likeness(a: &HashSet<String>, b: &HashSet<String>) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "the words of two slides")]
    let share = |part: usize, whole: usize| part as f32 / whole.max(1) as f32;
    share(a.intersection(b).count(), a.union(b).count())
}

fn removals(deck: &Deck, slides: &[Read], intensity: Intensity) -> Vec<Removal> {
    let mut found: Vec<Removal> = Vec::new();
    for (at, slide) in slides.iter().enumerate() {
        let live = deck.slides[at].key == "countdown-slide";
        if deck.slides[at].key == "chapter-title-slide" {
            let until = slides[at + 1..].iter().take_while(|next| !next.frame).count();
            if until == 0 || until == 1 && intensity == Intensity::Aggressive {
                let reason = if until == 0 {
                    "a section opener with no slides after it"
                } else {
                    "a section opener for a single slide"
                };
                found.push(Removal { slide_index: at, reason: reason.to_owned() });
            }
            continue;
        }
        if slide.frame || live {
            continue;
        }
        if slide.outline.is_empty() && deck.slides[at].notes.trim().is_empty() {
            found.push(Removal { slide_index: at, reason: "the slide is empty".to_owned() });
            continue;
        }
        let same = (0..at).find(|other| {
            !slides[*other].frame
                && slides[*other].words.len() >= 4
                && likeness(&slides[*other].words, &slide.words) >= 0.9
                && deck.slides[at].notes.trim().is_empty()
                && bare(&slides[*other].title) == bare(&slide.title)
        });
        if let Some(other) = same {
            found.push(Removal { slide_index: at, reason: format!("it repeats slide {}", other + 1) });
        }
    }
    found
}
