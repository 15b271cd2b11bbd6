//! The grammar of requests: what an instruction in plain words asks for.
//!
//! A request has a verb, and names slides, a part of a slide, a slide type, a position or a text. It is understood only
//! if every one of its words has a meaning: a word that is left over may change what was meant. It is read in each of
//! the languages with word lists, and the first in which it is understood counts.

mod phrase;
mod token;

use deck::{Deck, DeckRole, Registry, Slide};

use self::phrase::{Noun, Phrase, SlidePosition, Verb};
use super::super::language::all;
use crate::Refusal;

/// What a request asks for. Slides are indexes, from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Request {
    Shorten(Vec<usize>),
    ShortenTitle(Vec<usize>),
    Expand(Vec<usize>),
    Split(Vec<usize>),
    Remove(Vec<usize>),
    RemovePart(usize, SlidePart),
    /// Set a text of a slide.
    Set(usize, SlidePart, String),
    /// Make a new title from the text of the slide.
    Retitle(usize),
    /// Add a text to a slide.
    Add(usize, SlidePart, String),
    /// Insert a slide: its type, its texts, its position.
    AddSlide {
        key: Option<String>,
        texts: Vec<String>,
        at: Option<usize>,
    },
    Duplicate(Vec<usize>),
    /// Move slides: for each, its index now and afterwards.
    Move(Vec<(usize, usize)>),
    Convert(Vec<usize>, String),
    Hide(Vec<usize>),
    Show(Vec<usize>),
    Replace {
        from: String,
        to: String,
        slides: Vec<usize>,
    },
    DeckTitle(String),
    Theme(String),
    Merge,
}

/// A part of a slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SlidePart {
    Title,
    Subtitle,
    Notes,
    Body,
    Quote,
    Attribution,
    /// An entry of a list.
    Entry(Option<Nth>),
}

/// The number of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nth {
    /// From 0.
    At(usize),
    Last,
}

/// A request as it was read.
#[derive(Debug)]
pub(super) struct Reading {
    /// Index of the slide that it names, if it names exactly one.
    pub(super) target: Option<usize>,
    /// Whether it is about all slides because it names none.
    pub(super) whole_deck: bool,
    /// What it asks for, or why it was not understood.
    pub(super) request: Result<Request, Misunderstanding>,
}

/// Why a request was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Misunderstanding {
    /// These words have no meaning in a request.
    Words(Vec<String>),
    /// The request does not say which slide.
    NoSlide,
    /// The request does not say which text.
    NoText,
    /// The request asks for several things, or for nothing that can be done.
    Unclear,
}

/// Reads a request.
///
/// # Errors
/// Fails when it names a slide that does not exist, or asks for a translation.
pub(super) fn read(registry: &Registry, deck: &Deck, command: &str) -> Result<Reading, Refusal> {
    let tokens = token::tokens(command);
    let mut closest: Option<Reading> = None;
    for language in all() {
        let phrase = phrase::read(registry, deck, language, &tokens)?;
        let reading = Reading::new(registry, deck, phrase)?;
        if reading.request.is_ok() {
            return Ok(reading);
        }
        if closest.as_ref().is_none_or(|closest| reading.distance() < closest.distance()) {
            closest = Some(reading);
        }
    }
    Ok(closest.unwrap_or(Reading { target: None, whole_deck: false, request: Err(Misunderstanding::Unclear) }))
}

impl Reading {
    fn new(registry: &Registry, deck: &Deck, phrase: Phrase) -> Result<Self, Refusal> {
        let target = if let [only] = phrase.slides.as_slice() { Some(*only) } else { None };
        let whole_deck = phrase.slides.is_empty();
        Ok(Self { target, whole_deck, request: phrase.request(registry, deck)? })
    }

    /// How far the words are from being understood: 0 for a request, else 1 plus the number of words without a meaning.
    fn distance(&self) -> usize {
        match &self.request {
            Ok(_) => 0,
            Err(Misunderstanding::Words(words)) => 1 + words.len(),
            Err(_) => 1,
        }
    }
}

impl Phrase {
    /// The request that the phrase makes. The outer result fails when it asks for a translation.
    fn request(mut self, registry: &Registry, deck: &Deck) -> Result<Result<Request, Misunderstanding>, Refusal> {
        if self.has(Verb::Translate) {
            return Err(Refusal::Translation);
        }
        if !self.unknown.is_empty() {
            return Ok(Err(Misunderstanding::Words(std::mem::take(&mut self.unknown))));
        }
        Ok(self.understood(registry, deck))
    }

    /// The request that the phrase makes, if all of its words have a meaning.
    fn understood(self, registry: &Registry, deck: &Deck) -> Result<Request, Misunderstanding> {
        use Misunderstanding::{NoSlide, NoText, Unclear};
        // "Make slide 2 shorter": a specific verb takes precedence over a general one such as "make", and there may be
        // only one.
        let mut decisive = self.verbs.iter().filter(|verbs| !verbs.iter().all(|verb| verb.is_general()));
        let verbs = decisive.next().or_else(|| self.verbs.first()).cloned().unwrap_or_default();
        if decisive.any(|other| !other.iter().any(|verb| verbs.contains(verb))) {
            return Err(Unclear);
        }
        let can = |verb: Verb| verbs.contains(&verb);
        let count = deck.slides.len();
        let scope = || if self.slides.is_empty() { (0..count).collect() } else { self.slides.clone() };
        let named = || if self.slides.is_empty() { Err(NoSlide) } else { Ok(self.slides.clone()) };
        let only_slide = || match self.slides.as_slice() {
            [only] => Ok(*only),
            [] => Err(NoSlide),
            _ => Err(Unclear),
        };
        let is_plain =
            self.nouns.is_empty() && self.values.is_empty() && self.position.is_none() && self.new_slide.is_none();
        let is_plain = is_plain && self.numbers.is_empty() && !self.theme && self.step.is_none();
        let part = match self.nouns.as_slice() {
            [Noun { part: Some(part), .. }] => Some(*part),
            _ => None,
        };
        let value = || match self.values.as_slice() {
            [only] => Ok(only.clone()),
            [] => Err(NoText),
            _ => Err(Unclear),
        };
        if can(Verb::Merge) {
            return Ok(Request::Merge);
        }
        if can(Verb::Shorten) {
            return match part {
                _ if is_plain => Ok(Request::Shorten(scope())),
                Some(SlidePart::Title) if self.values.is_empty() => Ok(Request::ShortenTitle(scope())),
                _ => Err(Unclear),
            };
        }
        if can(Verb::Expand) && (is_plain || part == Some(SlidePart::Notes) && self.values.is_empty()) {
            return Ok(Request::Expand(scope()));
        }
        if can(Verb::Split) && is_plain {
            return Ok(Request::Split(scope()));
        }
        if can(Verb::Remove) {
            return match part {
                _ if is_plain => Ok(Request::Remove(named()?)),
                Some(part) if self.values.is_empty() && self.position.is_none() => {
                    Ok(Request::RemovePart(only_slide()?, part))
                }
                _ => Err(Unclear),
            };
        }
        if can(Verb::Duplicate) && is_plain {
            return Ok(Request::Duplicate(named()?));
        }
        if can(Verb::Hide) && is_plain {
            return Ok(Request::Hide(named()?));
        }
        if can(Verb::Swap) {
            let numbers = self.numbers.iter().filter_map(|number| number.checked_sub(1));
            let both: Vec<usize> = self.slides.iter().copied().chain(numbers).collect();
            return match both.as_slice() {
                [a, b] if a != b && *b < count => Ok(Request::Move(vec![(*a, *b), (*b, *a)])),
                _ => Err(NoSlide),
            };
        }
        if can(Verb::Add) {
            return self.added(deck);
        }
        if self.theme {
            return if self.slides.is_empty() && self.nouns.is_empty() {
                Ok(Request::Theme(value()?))
            } else {
                Err(Unclear)
            };
        }
        if let [from, to] = self.values.as_slice()
            && self.nouns.is_empty()
            && (can(Verb::Replace) || can(Verb::Set))
        {
            return Ok(Request::Replace { from: from.clone(), to: to.clone(), slides: scope() });
        }
        if can(Verb::Relocate) && self.nouns.is_empty() && self.values.is_empty() {
            return self.moved(deck);
        }
        if can(Verb::Rename) && (self.nouns.is_empty() || part == Some(SlidePart::Title)) {
            return match (self.slides.as_slice(), self.values.as_slice()) {
                ([slide], []) => Ok(Request::Retitle(*slide)),
                ([slide], [title]) => Ok(Request::Set(*slide, SlidePart::Title, title.clone())),
                ([], [title]) if self.deck => Ok(Request::DeckTitle(title.clone())),
                ([], [title]) if part.is_some() => {
                    Ok(Request::Set(title_slide(registry, deck)?, SlidePart::Title, title.clone()))
                }
                ([], []) => Err(NoText),
                ([], _) => Err(NoSlide),
                _ => Err(Unclear),
            };
        }
        if let Some(part) = part.filter(|_| !self.values.is_empty()) {
            let sets = verbs.is_empty() || [Verb::Set, Verb::Give, Verb::Replace].into_iter().any(can);
            return match (sets, self.slides.is_empty(), part) {
                (false, ..) => Err(Unclear),
                (_, true, SlidePart::Title) if self.deck => Ok(Request::DeckTitle(value()?)),
                (_, true, SlidePart::Title) => Ok(Request::Set(title_slide(registry, deck)?, part, value()?)),
                _ => Ok(Request::Set(only_slide()?, part, value()?)),
            };
        }
        let key = match (&self.new_slide, self.nouns.as_slice()) {
            (Some(new), []) => new.key.clone(),
            (None, [Noun { key, part, is_new }]) if part.is_none() || *is_new => key.clone(),
            _ => None,
        };
        if let Some(key) = key.filter(|_| can(Verb::Turn) && self.values.is_empty() && self.position.is_none()) {
            return Ok(Request::Convert(named()?, key));
        }
        if can(Verb::Show) && is_plain {
            return Ok(Request::Show(named()?));
        }
        if part.is_some() && (can(Verb::Set) || can(Verb::Give)) {
            return Err(NoText);
        }
        Err(Unclear)
    }

    /// A request to add a slide, or a text to a slide.
    fn added(self, deck: &Deck) -> Result<Request, Misunderstanding> {
        let at = self.position.map(|place| place.index(deck));
        let is_new_slide = self.new_slide.is_some() || at.is_some() && self.slides.is_empty() || self.bare_slide;
        if is_new_slide && self.slides.is_empty() {
            let key = match (self.new_slide.and_then(|new| new.key), self.nouns.as_slice()) {
                // "a slide with the title ..."
                (key, [] | [Noun { part: Some(SlidePart::Title), .. }]) => key,
                (None, [Noun { key: Some(key), .. }]) => Some(key.clone()),
                _ => return Err(Misunderstanding::Unclear),
            };
            return Ok(Request::AddSlide { key, texts: self.values, at });
        }
        let (slide, noun) = match (self.slides.as_slice(), self.nouns.as_slice()) {
            ([slide], [noun]) => (*slide, noun),
            ([], [_]) => return Err(Misunderstanding::NoSlide),
            _ => return Err(Misunderstanding::Unclear),
        };
        match (noun.part, self.values.as_slice()) {
            (Some(part), [text]) if at.is_none() => Ok(Request::Add(slide, part, text.clone())),
            (Some(_), []) => Err(Misunderstanding::NoText),
            _ => Err(Misunderstanding::Unclear),
        }
    }

    /// A request to move slides.
    fn moved(self, deck: &Deck) -> Result<Request, Misunderstanding> {
        let count = deck.slides.len();
        let (from, place) = match (self.slides.as_slice(), self.numbers.as_slice(), self.position) {
            ([], ..) => return Err(Misunderstanding::NoSlide),
            ([from], [], Some(place)) => (*from, place),
            // "Move slide 2 to slide 5" and "to 5".
            ([from, to], [], None) => (*from, SlidePosition::At(*to)),
            ([from], [number], None) if (1..=count).contains(number) => (*from, SlidePosition::At(number - 1)),
            ([from], [], None) => match self.step {
                Some(step) => (*from, SlidePosition::At(from.saturating_add_signed(step).min(count - 1))),
                None => return Err(Misunderstanding::Unclear),
            },
            _ => return Err(Misunderstanding::Unclear),
        };
        let to = match place {
            SlidePosition::At(index) => index.min(count - 1),
            // An insertion point after the slide itself shifts down by one when the slide is removed.
            place => {
                let index = place.index(deck);
                if index > from { index - 1 } else { index }
            }
        };
        Ok(Request::Move(vec![(from, to)]))
    }
}

/// Index of the title slide, whose title is meant when a request names no slide.
fn title_slide(registry: &Registry, deck: &Deck) -> Result<usize, Misunderstanding> {
    let is_title = |slide: &Slide| registry.role_of(slide) == Some(DeckRole::Title);
    deck.slides.iter().position(is_title).ok_or(Misunderstanding::NoSlide)
}
