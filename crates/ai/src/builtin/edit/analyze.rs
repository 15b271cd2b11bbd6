//! Suggests improvements for each slide and for the deck.

use std::collections::HashSet;

use deck::{Concern, Deck, DeckRole, NamedThing, Remark, Slide};

use super::super::BuiltinAuthor;
use super::super::find::{dates, figures};
use super::super::headline::headline_or_phrase;
use super::super::language::{self, Language};
use super::super::outline::{OutlinePoint, SlideOutline};
use super::super::rank::TermFrequencies;
use super::super::text::{comparison_key, length, sentences, word_count, words};
use super::remarks::Advice;
use super::{outline, term_frequencies, title, word_stems};
use crate::slide_types::is_frame;
use crate::{ProposedSlide, Suggestion, SuggestionCategory};

impl BuiltinAuthor<'_> {
    /// Suggestions for improving a deck: on the deck as a whole, on each slide, and on repetitions.
    pub fn analyze(&self, deck: &Deck) -> Vec<Suggestion> {
        if deck.slides.is_empty() {
            return Vec::new();
        }
        let language = language::of(&deck.lang);
        let terms = term_frequencies(self.registry, deck, language);
        let outlines: Vec<SlideOutline> = deck.slides.iter().map(|slide| outline(self.registry, slide)).collect();
        let mut analysis =
            Analysis { suggestions: Vec::new(), author: self, deck, outlines: &outlines, language, terms: &terms };
        analysis.check_structure();
        analysis.check_consistency();
        for at in 0..deck.slides.len() {
            analysis.check_slide(at);
        }
        analysis.check_repetition();
        analysis.add_warnings();
        analysis.suggestions
    }
}

/// Collects the suggestions for a deck.
struct Analysis<'a> {
    suggestions: Vec<Suggestion>,
    author: &'a BuiltinAuthor<'a>,
    deck: &'a Deck,
    outlines: &'a [SlideOutline],
    language: &'static Language,
    terms: &'a TermFrequencies,
}

impl Analysis<'_> {
    /// Adds a suggestion. `proposed` is the type and the title of a slide to replace the slide with.
    fn suggest(
        &mut self,
        slide_index: Option<usize>,
        category: SuggestionCategory,
        body: impl Into<Remark>,
        proposed: Option<(&str, String)>,
    ) {
        let proposed =
            proposed.map(|(key, title)| ProposedSlide { key: key.to_owned(), title: deck::shortened(&title, 120) });
        self.suggestions.push(Suggestion { slide_index, category, body: body.into(), proposed });
    }

    /// The headline of a slide. Empty for a slide whose label is its quotation, since a quotation is no headline.
    fn headline(&self, at: usize) -> String {
        let slide = &self.deck.slides[at];
        let label = self.author.registry.by_key(&slide.key).and_then(|slide_type| slide_type.label_field.as_deref());
        if label == Some("quote") { String::new() } else { title(self.author.registry, slide) }
    }

    /// Checks title slide, closing slide and section openers.
    fn check_structure(&mut self) {
        let (registry, slides) = (self.author.registry, &self.deck.slides);
        let opens_section = |slide: &Slide| registry.role_of(slide) == Some(DeckRole::Section);
        let wording = self.language.table.wording;
        if registry.role_of(&slides[0]) != Some(DeckRole::Title) {
            let title = if self.deck.title.trim().is_empty() { self.headline(0) } else { self.deck.title.clone() };
            self.suggest(None, SuggestionCategory::Structure, Advice::NoTitleSlide, Some(("title-slide", title)));
        }
        let closing = &registry.catalogue().closing_types;
        let has_closing = slides.last().is_some_and(|last| closing.contains(&last.key));
        if slides.len() >= 3 && !has_closing {
            self.suggest(
                None,
                SuggestionCategory::Structure,
                Advice::NoClosingSlide,
                Some(("end-slide", wording.thanks.to_owned())),
            );
        }
        let openers = slides.iter().filter(|slide| opens_section(slide)).count();
        let content_slides = slides.iter().filter(|slide| !is_frame(registry, &slide.key)).count();
        if content_slides >= 12 && openers == 0 {
            self.suggest(None, SuggestionCategory::Structure, Advice::NoSections { n: content_slides }, None);
        }
        let first_of_pair = slides.windows(2).position(|pair| pair.iter().all(opens_section));
        if let Some(at) = first_of_pair {
            self.suggest(Some(at), SuggestionCategory::Structure, Advice::EmptySection, None);
        }
    }

    /// Checks that titles agree in case and punctuation, and counts exclamation marks.
    fn check_consistency(&mut self) {
        let slides = &self.deck.slides;
        let titles: Vec<(usize, String)> = (0..slides.len())
            .filter(|at| !is_frame(self.author.registry, &slides[*at].key))
            .map(|at| (at, self.headline(at)))
            .filter(|(_, title)| !title.is_empty())
            .collect();
        let with_full_stop: Vec<usize> = titles
            .iter()
            .filter(|(_, title)| title.ends_with('.') && !title.ends_with("..."))
            .map(|(at, _)| *at)
            .collect();
        if !with_full_stop.is_empty() && with_full_stop.len() * 2 < titles.len() {
            let numbers = slide_numbers(&with_full_stop);
            self.suggest(None, SuggestionCategory::Spelling, Advice::FullStops { numbers }, None);
        }
        // German nouns have capitals in a sentence too.
        if self.language.table.tag != "de" {
            let is_title_case = |title: &str| {
                let words: Vec<&str> = words(title).skip(1).filter(|word| length(word) > 3).collect();
                words.len() >= 2 && words.iter().all(|word| word.starts_with(char::is_uppercase))
            };
            let title_case: Vec<usize> =
                titles.iter().filter(|(_, title)| is_title_case(title)).map(|(at, _)| *at).collect();
            if !title_case.is_empty() && title_case.len() * 2 < titles.len() && titles.len() >= 3 {
                let numbers = slide_numbers(&title_case);
                self.suggest(None, SuggestionCategory::Spelling, Advice::Capitals { numbers }, None);
            }
        }
        let lower_case: Vec<usize> =
            titles.iter().filter(|(_, title)| title.starts_with(char::is_lowercase)).map(|(at, _)| *at).collect();
        if !lower_case.is_empty() && lower_case.len() * 2 < titles.len() {
            let numbers = slide_numbers(&lower_case);
            self.suggest(None, SuggestionCategory::Spelling, Advice::SmallLetter { numbers }, None);
        }
        let exclamations: usize =
            self.outlines.iter().flat_map(SlideOutline::pieces).map(|piece| piece.matches('!').count()).sum();
        if exclamations >= 4 && exclamations * 2 >= slides.len() {
            self.suggest(None, SuggestionCategory::Tone, Advice::ExclamationMarks { n: exclamations }, None);
        }
    }

    /// Checks one content slide.
    fn check_slide(&mut self, at: usize) {
        let slide = &self.deck.slides[at];
        if is_frame(self.author.registry, &slide.key) {
            return;
        }
        let outline = &self.outlines[at];
        let title = self.headline(at);
        self.check_headline(at, &title);
        let pieces = outline.pieces();
        let size: usize = pieces.iter().map(|piece| length(piece)).sum();
        let count = outline.points.len();
        let prose: Vec<String> = outline
            .paragraphs
            .iter()
            .chain(outline.points.iter().map(|point| &point.text))
            .flat_map(|text| sentences(&deck::plain_text(&deck::blocks(text)), self.language))
            .collect();
        if size > 900 && outline.table.is_none() && outline.code.is_none() {
            let second_title = headline_or_phrase(&prose[prose.len() / 2..], self.terms, self.language)
                .map_or(title.clone(), |found| found.text);
            self.suggest(
                Some(at),
                SuggestionCategory::VisualBalance,
                Advice::ManyCharacters { n: size },
                Some((&slide.key.clone(), second_title)),
            );
        } else if count > 7 {
            self.suggest(Some(at), SuggestionCategory::VisualBalance, Advice::ManyEntries { n: count }, None);
        }
        let is_text_slide = matches!(slide.key.as_str(), "content-slide" | "list-slide" | "text-blocks-slide");
        if is_text_slide && size < 60 && outline.pictures.is_empty() && outline.table.is_none() {
            self.suggest(Some(at), SuggestionCategory::VisualBalance, Advice::LittleText, None);
        }
        self.check_type(at, &title, &prose);
        self.check_readability(at, &prose);
        if slide.notes.trim().is_empty() && size > 500 {
            self.suggest(Some(at), SuggestionCategory::Brevity, Advice::NoNotes, None);
        }
    }

    /// Checks that the headline exists and is short.
    fn check_headline(&mut self, at: usize, title: &str) {
        if length(title) > 80 {
            let short = headline_or_phrase(&sentences(title, self.language), self.terms, self.language)
                .map(|found| found.text)
                .filter(|short| length(short) + 10 < length(title));
            let key = self.deck.slides[at].key.clone();
            self.suggest(
                Some(at),
                SuggestionCategory::Brevity,
                Advice::LongHeadline { n: length(title) },
                short.map(|short| (key.as_str(), short)),
            );
        } else if title.is_empty() && self.deck.slides[at].key != "quote-slide" && !self.outlines[at].is_empty() {
            let lines: Vec<String> = self.outlines[at].pieces();
            let found = headline_or_phrase(&lines, self.terms, self.language).map(|found| found.text);
            let key = self.deck.slides[at].key.clone();
            self.suggest(
                Some(at),
                SuggestionCategory::Structure,
                Advice::NoHeadline,
                found.map(|found| (key.as_str(), found)),
            );
        }
    }

    /// Checks whether another slide type would show the text better.
    fn check_type(&mut self, at: usize, title: &str, prose: &[String]) {
        let slide = &self.deck.slides[at];
        if !matches!(slide.key.as_str(), "content-slide" | "list-slide") {
            return;
        }
        let lines: Vec<String> =
            self.outlines[at].points.iter().map(OutlinePoint::line).chain(prose.iter().cloned()).collect();
        let mut seen = HashSet::new();
        let lines: Vec<String> = lines.into_iter().filter(|line| seen.insert(comparison_key(line))).collect();
        let dated = lines.iter().filter(|line| dates::has_date(line, self.language)).count();
        let with_figure = lines.iter().filter(|line| figures::metric(line, self.language).is_some()).count();
        if dated >= 3 && dated * 3 >= lines.len() * 2 {
            self.suggest(
                Some(at),
                SuggestionCategory::SlideType,
                Advice::Dates { n: dated },
                Some(("timeline-slide", title.to_owned())),
            );
        } else if with_figure >= 2 && with_figure * 3 >= lines.len() * 2 && lines.len() <= 4 {
            self.suggest(
                Some(at),
                SuggestionCategory::SlideType,
                Advice::Figures { n: with_figure },
                Some(("kpi-metrics-slide", title.to_owned())),
            );
        } else if slide.key == "content-slide"
            && self.outlines[at].points.len() >= 3
            && self.outlines[at].paragraphs.is_empty()
            && lines.iter().all(|line| length(line) <= 90)
        {
            self.suggest(
                Some(at),
                SuggestionCategory::SlideType,
                Advice::ShortPoints,
                Some(("list-slide", title.to_owned())),
            );
        }
    }

    /// Checks for long sentences and long words.
    fn check_readability(&mut self, at: usize, prose: &[String]) {
        if let Some(longest) =
            prose.iter().max_by_key(|sentence| word_count(sentence)).filter(|longest| word_count(longest) > 28)
        {
            let start = deck::shortened(longest, 50);
            self.suggest(
                Some(at),
                SuggestionCategory::Language,
                Advice::LongSentence { start, n: word_count(longest) },
                None,
            );
            return;
        }
        let words: Vec<&str> = prose.iter().flat_map(|sentence| words(sentence)).collect();
        let long = words.iter().filter(|word| length(word) > 12).count();
        // German and Dutch join nouns into long words, so a quarter may be long there, and a sixth in other languages.
        let divisor = if matches!(self.language.table.tag, "de" | "nl") { 4 } else { 6 };
        if words.len() >= 30 && long * divisor > words.len() {
            self.suggest(Some(at), SuggestionCategory::Language, Advice::LongWords { long, all: words.len() }, None);
        }
    }

    /// Checks for repeated titles, texts and slide types.
    fn check_repetition(&mut self) {
        let stems: Vec<HashSet<String>> =
            self.outlines.iter().map(|outline| word_stems(outline, self.language)).collect();
        for at in 1..self.deck.slides.len() {
            if is_frame(self.author.registry, &self.deck.slides[at].key) {
                continue;
            }
            let title = comparison_key(&self.headline(at));
            let previous: Vec<usize> =
                (0..at).filter(|other| !is_frame(self.author.registry, &self.deck.slides[*other].key)).collect();
            if let Some(other) =
                previous.iter().find(|other| !title.is_empty() && comparison_key(&self.headline(**other)) == title)
            {
                self.suggest(
                    Some(at),
                    SuggestionCategory::Repetition,
                    Advice::SameHeadline { number: other + 1 },
                    None,
                );
                continue;
            }
            let similar = previous.iter().find(|other| {
                let (a, b) = (&stems[**other], &stems[at]);
                b.len() >= 6 && a.intersection(b).count() * 10 >= a.union(b).count() * 7
            });
            if let Some(other) = similar {
                self.suggest(Some(at), SuggestionCategory::Repetition, Advice::SameText { number: other + 1 }, None);
            }
        }
        let first_of_three =
            self.deck.slides.windows(3).position(|three| three.iter().all(|slide| slide.key == three[0].key));
        if let Some(at) = first_of_three {
            let key = &self.deck.slides[at].key;
            let label = self.author.registry.by_key(key).map_or("", |slide_type| slide_type.label.as_str());
            let kind = NamedThing::new(key, label.to_lowercase());
            self.suggest(Some(at + 2), SuggestionCategory::Repetition, Advice::ThirdOfType { kind }, None);
        }
    }

    /// Adds the deck's warnings. Those about repetition are left out, and those about density, readability and variety
    /// on slides that have a suggestion of the same category.
    fn add_warnings(&mut self) {
        for warning in deck::warnings(self.author.registry, self.deck) {
            let category = match warning.concern {
                Concern::Rules | Concern::Unfinished => SuggestionCategory::Logic,
                Concern::Access | Concern::Density => SuggestionCategory::VisualBalance,
                Concern::Readability => SuggestionCategory::Brevity,
                Concern::Variety => SuggestionCategory::SlideType,
                Concern::Repetition => continue,
            };
            let is_covered = self
                .suggestions
                .iter()
                .any(|known| known.slide_index == Some(warning.slide) && known.category == category);
            if !is_covered || matches!(warning.concern, Concern::Access | Concern::Rules | Concern::Unfinished) {
                let index = Some(warning.slide).filter(|_| warning.concern != Concern::Variety);
                self.suggest(index, category, warning.text.sentence(), None);
            }
        }
    }
}

/// Slide numbers, counted from 1, separated by commas.
fn slide_numbers(slides: &[usize]) -> String {
    slides.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join(", ")
}
