//! Says what could be better, slide by slide and for the deck.

use std::collections::HashSet;

use deck::{Concern, Deck};

use super::super::Author;
use super::super::find::{dates, figures};
use super::super::headline::headline;
use super::super::language::{self, Language};
use super::super::outline::Outline;
use super::super::rank::Subject;
use super::super::text::{bare, length, sentences, stem, word_count, words};
use super::{is_frame, read, subject, title};
use crate::{Category, Proposal, Suggestion};

impl Author<'_> {
    /// What could be better in a deck, the most telling first for each slide. Changes nothing.
    pub fn analyze(&self, deck: &Deck) -> Vec<Suggestion> {
        if deck.slides.is_empty() {
            return Vec::new();
        }
        let language = language::of(&deck.lang);
        let subject = subject(self.registry, deck, language);
        let outlines: Vec<Outline> = deck.slides.iter().map(|slide| read(self.registry, slide)).collect();
        let mut found =
            Finder { found: Vec::new(), author: self, deck, outlines: &outlines, language, subject: &subject };
        found.structure();
        found.consistency();
        for at in 0..deck.slides.len() {
            found.slide(at);
        }
        found.repeats();
        found.advice();
        found.found
    }
}

struct Finder<'a> {
    found: Vec<Suggestion>,
    author: &'a Author<'a>,
    deck: &'a Deck,
    outlines: &'a [Outline],
    language: &'static Language,
    subject: &'a Subject,
}

impl Finder<'_> {
    fn say(&mut self, slide_index: Option<usize>, category: Category, body: String, proposed: Option<(&str, String)>) {
        let proposed = proposed.map(|(key, title)| Proposal { key: key.to_owned(), title: deck::cut(&title, 120) });
        self.found.push(Suggestion { slide_index, category, body, proposed });
    }

    fn name(&self, at: usize) -> String {
        title(self.author.registry, &self.deck.slides[at])
    }

    /// Opening, closing, sections.
    fn structure(&mut self) {
        let slides = &self.deck.slides;
        let wording = self.language.table.wording;
        if slides[0].key != "title-slide" {
            let title = if self.deck.title.trim().is_empty() { self.name(0) } else { self.deck.title.clone() };
            self.say(
                None,
                Category::Structure,
                "The deck has no title slide: open with its subject, the speaker and the date.".to_owned(),
                Some(("title-slide", title)),
            );
        }
        let closing = &self.author.registry.catalogue().closing_types;
        let ends = slides.last().is_some_and(|last| closing.contains(&last.key));
        if slides.len() >= 3 && !ends {
            self.say(
                None,
                Category::Structure,
                "The deck stops without a closing slide: end with thanks and a way to get in touch.".to_owned(),
                Some(("end-slide", wording.thanks.to_owned())),
            );
        }
        let openers = slides.iter().filter(|slide| slide.key == "chapter-title-slide").count();
        let bearing = slides.iter().filter(|slide| !is_frame(self.author.registry, slide)).count();
        if bearing >= 12 && openers == 0 {
            self.say(
                None,
                Category::Structure,
                format!("{bearing} slides run on without a section opener: divide them into three to five sections."),
                None,
            );
        }
        let row = slides.windows(2).position(|pair| pair.iter().all(|slide| slide.key == "chapter-title-slide"));
        if let Some(at) = row {
            self.say(
                Some(at),
                Category::Structure,
                "Two section openers stand in a row: the first section has no slides.".to_owned(),
                None,
            );
        }
    }

    /// Titles that differ in case or punctuation.
    fn consistency(&mut self) {
        let slides = &self.deck.slides;
        let titles: Vec<(usize, String)> = (0..slides.len())
            .filter(|at| !is_frame(self.author.registry, &slides[*at]))
            .map(|at| (at, self.name(at)))
            .filter(|(_, title)| !title.is_empty())
            .collect();
        let stopped: Vec<usize> = titles
            .iter()
            .filter(|(_, title)| title.ends_with('.') && !title.ends_with("..."))
            .map(|(at, _)| *at)
            .collect();
        if !stopped.is_empty() && stopped.len() * 2 < titles.len() {
            let list = numbers(&stopped);
            self.say(
                None,
                Category::Spelling,
                format!("Headlines end without a full stop, except on slide {list}: leave it out there too."),
                None,
            );
        }
        if self.language.table.tag != "de" {
            let capitals = |title: &str| {
                let words: Vec<&str> = words(title).skip(1).filter(|word| length(word) > 3).collect();
                words.len() >= 2 && words.iter().all(|word| word.starts_with(char::is_uppercase))
            };
            let odd: Vec<usize> = titles.iter().filter(|(_, title)| capitals(title)).map(|(at, _)| *at).collect();
            if !odd.is_empty() && odd.len() * 2 < titles.len() && titles.len() >= 3 {
                let list = numbers(&odd);
                self.say(None, Category::Spelling, format!("Headlines are written like sentences, but slide {list} has Capitals On Every Word: choose one way."), None);
            }
        }
        let low: Vec<usize> =
            titles.iter().filter(|(_, title)| title.starts_with(char::is_lowercase)).map(|(at, _)| *at).collect();
        if !low.is_empty() && low.len() * 2 < titles.len() {
            let list = numbers(&low);
            self.say(
                None,
                Category::Spelling,
                format!("The headline of slide {list} begins with a small letter, unlike the others."),
                None,
            );
        }
        let loud: usize = self.outlines.iter().flat_map(Outline::pieces).map(|piece| piece.matches('!').count()).sum();
        if loud >= 4 && loud * 2 >= slides.len() {
            self.say(
                None,
                Category::Tone,
                format!("{loud} exclamation marks make the deck loud: keep one at most."),
                None,
            );
        }
    }

    /// What one slide holds.
    fn slide(&mut self, at: usize) {
        let slide = &self.deck.slides[at];
        if is_frame(self.author.registry, slide) {
            return;
        }
        let outline = &self.outlines[at];
        let name = self.name(at);
        self.headline(at, &name);
        let pieces = outline.pieces();
        let size: usize = pieces.iter().map(|piece| length(piece)).sum();
        let count = outline.points.len();
        let all: Vec<String> = outline
            .paragraphs
            .iter()
            .chain(outline.points.iter().map(|point| &point.text))
            .flat_map(|text| sentences(&deck::plain(&deck::blocks(text)), self.language))
            .collect();
        if size > 900 && outline.table.is_none() && outline.code.is_none() {
            let second =
                headline(&all[all.len() / 2..], self.subject, self.language).map_or(name.clone(), |found| found.text);
            self.say(
                Some(at),
                Category::VisualBalance,
                format!("The slide holds {size} characters: split it, or move detail to the notes."),
                Some((&slide.key.clone(), second)),
            );
        } else if count > 7 {
            self.say(
                Some(at),
                Category::VisualBalance,
                format!("{count} entries are more than a room takes in: keep five, or split the slide."),
                None,
            );
        }
        let can_be_thin = matches!(slide.key.as_str(), "content-slide" | "list-slide" | "text-blocks-slide");
        if can_be_thin && size < 60 && outline.pictures.is_empty() && outline.table.is_none() {
            self.say(
                Some(at),
                Category::VisualBalance,
                "The slide says very little: add a fact, or merge it with its neighbour.".to_owned(),
                None,
            );
        }
        self.better_type(at, &name, &all);
        self.reading(at, &all);
        if slide.notes.trim().is_empty() && size > 500 {
            self.say(
                Some(at),
                Category::Brevity,
                "All of the talk stands on the slide and none in the notes: keep the points, speak the rest."
                    .to_owned(),
                None,
            );
        }
    }

    fn headline(&mut self, at: usize, name: &str) {
        if length(name) > 80 {
            let short = headline(&sentences(name, self.language), self.subject, self.language)
                .map(|found| found.text)
                .filter(|short| length(short) + 10 < length(name));
            let key = self.deck.slides[at].key.clone();
            self.say(
                Some(at),
                Category::Brevity,
                format!("The headline has {} characters: one line of up to 60 reads best.", length(name)),
                short.map(|short| (key.as_str(), short)),
            );
        } else if name.is_empty() && self.deck.slides[at].key != "quote-slide" && !self.outlines[at].is_empty() {
            let lines: Vec<String> = self.outlines[at].pieces();
            let found = headline(&lines, self.subject, self.language).map(|found| found.text);
            let key = self.deck.slides[at].key.clone();
            self.say(
                Some(at),
                Category::Structure,
                "The slide has no headline: say in a few words what it shows.".to_owned(),
                found.map(|found| (key.as_str(), found)),
            );
        }
    }

    /// Text that another type would show better.
    fn better_type(&mut self, at: usize, name: &str, all: &[String]) {
        let slide = &self.deck.slides[at];
        if !matches!(slide.key.as_str(), "content-slide" | "list-slide") {
            return;
        }
        let lines: Vec<String> = self.outlines[at]
            .points
            .iter()
            .map(super::super::outline::Point::line)
            .chain(all.iter().cloned())
            .collect();
        let mut seen = HashSet::new();
        let lines: Vec<String> = lines.into_iter().filter(|line| seen.insert(bare(line))).collect();
        let dated = lines.iter().filter(|line| dates::has_date(line, self.language)).count();
        let counted = lines.iter().filter(|line| figures::metric(line, self.language).is_some()).count();
        if dated >= 3 && dated * 3 >= lines.len() * 2 {
            self.say(
                Some(at),
                Category::SlideType,
                format!("{dated} dates in a row read better along a timeline."),
                Some(("timeline-slide", name.to_owned())),
            );
        } else if counted >= 2 && counted * 3 >= lines.len() * 2 && lines.len() <= 4 {
            self.say(
                Some(at),
                Category::SlideType,
                format!("{counted} figures carry this slide: show them large."),
                Some(("kpi-metrics-slide", name.to_owned())),
            );
        } else if slide.key == "content-slide"
            && self.outlines[at].points.len() >= 3
            && self.outlines[at].paragraphs.is_empty()
            && lines.iter().all(|line| length(line) <= 90)
        {
            self.say(
                Some(at),
                Category::SlideType,
                "Nothing but short points: a list gives them an even rhythm.".to_owned(),
                Some(("list-slide", name.to_owned())),
            );
        }
    }

    /// Sentences that are hard to follow.
    fn reading(&mut self, at: usize, all: &[String]) {
        if let Some(longest) =
            all.iter().max_by_key(|sentence| word_count(sentence)).filter(|longest| word_count(longest) > 28)
        {
            let start = deck::cut(longest, 50);
            self.say(
                Some(at),
                Category::Language,
                format!(
                    "\"{start}\" is a sentence of {} words: nobody reads that from a screen. Aim for fifteen.",
                    word_count(longest)
                ),
                None,
            );
            return;
        }
        let text: Vec<&str> = all.iter().flat_map(|sentence| words(sentence)).collect();
        let long = text.iter().filter(|word| length(word) > 12).count();
        let limit = if matches!(self.language.table.tag, "de" | "nl") { 4 } else { 6 };
        if text.len() >= 30 && long * limit > text.len() {
            self.say(
                Some(at),
                Category::Language,
                format!(
                    "{long} of {} words have more than twelve letters: plainer words are faster to read.",
                    text.len()
                ),
                None,
            );
        }
    }

    /// Titles and texts that come twice.
    fn repeats(&mut self) {
        let sets: Vec<HashSet<String>> = self
            .outlines
            .iter()
            .map(|outline| {
                outline
                    .pieces()
                    .iter()
                    .flat_map(|piece| {
                        words(piece)
                            .map(str::to_lowercase)
                            .filter(|word| !self.language.is_stop(word))
                            .map(|word| stem(&word))
                            .collect::<Vec<_>>()
                    })
                    .collect()
            })
            .collect();
        for at in 1..self.deck.slides.len() {
            if is_frame(self.author.registry, &self.deck.slides[at]) {
                continue;
            }
            let name = bare(&self.name(at));
            let bearing: Vec<usize> =
                (0..at).filter(|other| !is_frame(self.author.registry, &self.deck.slides[*other])).collect();
            if let Some(other) = bearing.iter().find(|other| !name.is_empty() && bare(&self.name(**other)) == name) {
                self.say(
                    Some(at),
                    Category::Repetition,
                    format!("The headline is that of slide {}: say what is new here.", other + 1),
                    None,
                );
                continue;
            }
            let like = bearing.iter().find(|other| {
                let (a, b) = (&sets[**other], &sets[at]);
                b.len() >= 6 && a.intersection(b).count() * 10 >= a.union(b).count() * 7
            });
            if let Some(other) = like {
                self.say(
                    Some(at),
                    Category::Repetition,
                    format!("The slide says much the same as slide {}: merge the two.", other + 1),
                    None,
                );
            }
        }
        let row = self.deck.slides.windows(3).position(|three| three.iter().all(|slide| slide.key == three[0].key));
        if let Some(at) = row {
            let label = self
                .author
                .registry
                .by_key(&self.deck.slides[at].key)
                .map_or("", |known| known.label.as_str())
                .to_lowercase();
            self.say(
                Some(at + 2),
                Category::Repetition,
                format!("The third {label} slide in a row: show one of them in another way."),
                None,
            );
        }
    }

    /// What the catalogue's advice says and nothing above has said.
    fn advice(&mut self) {
        for warning in deck::warnings(self.author.registry, self.deck) {
            let category = match warning.concern {
                Concern::Rules | Concern::Unfinished => Category::Logic,
                Concern::Access | Concern::Density => Category::VisualBalance,
                Concern::Readability => Category::Brevity,
                Concern::Variety => Category::SlideType,
                Concern::Repetition => continue,
            };
            let said =
                self.found.iter().any(|known| known.slide_index == Some(warning.slide) && known.category == category);
            if !said || matches!(warning.concern, Concern::Access | Concern::Rules | Concern::Unfinished) {
                let text = sentence(&warning.text);
                let index = Some(warning.slide).filter(|_| warning.concern != Concern::Variety);
                self.say(index, category, text, None);
            }
        }
    }
}

fn sentence(text: &str) -> String {
    format!("{}.", super::super::text::capitalised(text.trim_end_matches('.')))
}

fn numbers(slides: &[usize]) -> String {
    slides.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join(", ")
}
