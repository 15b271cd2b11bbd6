//! The words of a request with their meanings, in one language.

use deck::{Deck, Registry};

use super::super::super::language::{Command, Language};
use super::super::{title, type_words};
use super::token::Token;
use super::{Nth, SlidePart};
use crate::Refusal;

/// What a verb asks for. A verb can ask for several things: "show" a slide, or "show" it as a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Shorten,
    Expand,
    Split,
    Remove,
    Rename,
    Turn,
    Translate,
    Merge,
    Add,
    Set,
    Give,
    Apply,
    Relocate,
    Swap,
    Duplicate,
    Hide,
    Show,
    Replace,
}

/// Selects the words for a verb or for a part of a slide among the words of a language.
type Words = fn(&Command) -> &'static str;

const VERBS: [(Verb, Words); 18] = [
    (Verb::Shorten, |words| words.shorten),
    (Verb::Expand, |words| words.expand),
    (Verb::Split, |words| words.split),
    (Verb::Remove, |words| words.remove),
    (Verb::Rename, |words| words.rename),
    (Verb::Turn, |words| words.turn),
    (Verb::Translate, |words| words.translate),
    (Verb::Merge, |words| words.merge),
    (Verb::Add, |words| words.add),
    (Verb::Set, |words| words.set),
    (Verb::Give, |words| words.give),
    (Verb::Apply, |words| words.apply),
    (Verb::Relocate, |words| words.relocate),
    (Verb::Swap, |words| words.swap),
    (Verb::Duplicate, |words| words.duplicate),
    (Verb::Hide, |words| words.hide),
    (Verb::Show, |words| words.show),
    (Verb::Replace, |words| words.replace),
];

const PARTS: [(SlidePart, Words); 7] = [
    (SlidePart::Title, |words| words.title),
    (SlidePart::Subtitle, |words| words.subtitle),
    (SlidePart::Notes, |words| words.notes),
    (SlidePart::Body, |words| words.body),
    (SlidePart::Quote, |words| words.quote),
    (SlidePart::Attribution, |words| words.attribution),
    (SlidePart::Entry(None), |words| words.entry),
];

/// Words of courtesy at the end of a text that is not in quotation marks.
const COURTESY: &str = "please alstublieft alsjeblieft aub bitte svp";

impl Verb {
    /// Whether the verb only helps another one: "make shorter", "set hidden".
    pub(super) fn is_general(self) -> bool {
        matches!(self, Self::Turn | Self::Set | Self::Give | Self::Apply | Self::Relocate)
    }
}

/// Something on a slide, a slide type, or a word for both.
#[derive(Debug, Clone)]
pub(super) struct Noun {
    pub(super) part: Option<SlidePart>,
    /// Registry key of the type.
    pub(super) key: Option<String>,
    /// Whether it does not exist yet: "a quote", "into a quote".
    pub(super) is_new: bool,
}

/// A slide that does not exist yet.
#[derive(Debug, Clone)]
pub(super) struct NewSlide {
    /// Registry key of its type.
    pub(super) key: Option<String>,
}

/// The position at which a slide is added or to which it is moved. Indexes are those before the change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SlidePosition {
    After(usize),
    Before(usize),
    Start,
    End,
    At(usize),
}

impl SlidePosition {
    /// The index at which a new slide is inserted.
    pub(super) fn index(self, deck: &Deck) -> usize {
        match self {
            Self::After(slide) => slide + 1,
            Self::Before(slide) => slide,
            Self::Start => 0,
            Self::End => deck.slides.len(),
            Self::At(index) => index.min(deck.slides.len()),
        }
    }
}

/// The meanings of the words of a request.
#[derive(Debug, Default)]
pub(super) struct Phrase {
    /// The verbs in order, each with all it can ask for.
    pub(super) verbs: Vec<Vec<Verb>>,
    /// The slides that are named, in order.
    pub(super) slides: Vec<usize>,
    /// Whether a slide is mentioned without saying which.
    pub(super) bare_slide: bool,
    /// Whether the deck is mentioned.
    pub(super) deck: bool,
    /// Whether the theme is mentioned.
    pub(super) theme: bool,
    /// A slide that does not exist yet.
    pub(super) new_slide: Option<NewSlide>,
    pub(super) nouns: Vec<Noun>,
    pub(super) position: Option<SlidePosition>,
    /// One position up or down.
    pub(super) step: Option<isize>,
    /// Numbers that do not follow a noun.
    pub(super) numbers: Vec<usize>,
    /// Texts, in quotation marks or after a word that introduces one.
    pub(super) values: Vec<String>,
    /// Words without a meaning.
    pub(super) unknown: Vec<String>,
}

impl Phrase {
    /// Whether one of the verbs can ask for something.
    pub(super) fn has(&self, verb: Verb) -> bool {
        self.verbs.iter().any(|verbs| verbs.contains(&verb))
    }

    fn has_part(&self) -> bool {
        self.nouns.iter().any(|noun| noun.part.is_some())
    }
}

/// Reads the tokens of a request with the words of one language.
///
/// # Errors
/// Fails when they name a slide that does not exist.
pub(super) fn read(
    registry: &Registry,
    deck: &Deck,
    language: &'static Language,
    tokens: &[Token],
) -> Result<Phrase, Refusal> {
    let mut reader = Reader {
        registry,
        deck,
        language,
        command: &language.table.command,
        tokens,
        at: 0,
        read: vec![false; tokens.len()],
        selected: Vec::new(),
        phrase: Phrase::default(),
    };
    reader.read_all()?;
    Ok(reader.phrase)
}

/// The slides that a reference names.
enum Reference {
    Slides(Vec<usize>),
    All,
    Selected,
}

struct Reader<'a> {
    registry: &'a Registry,
    deck: &'a Deck,
    language: &'static Language,
    command: &'static Command,
    tokens: &'a [Token],
    at: usize,
    /// For each token, whether it was read out of order and must be skipped: the second part of a verb, or a verb at
    /// the end.
    read: Vec<bool>,
    /// The slides before a colon at the start: "Slide 3: shorten".
    selected: Vec<usize>,
    phrase: Phrase,
}

impl Reader<'_> {
    fn read_all(&mut self) -> Result<(), Refusal> {
        if let Some((Reference::Slides(slides), next)) = self.reference(0)?
            && next < self.tokens.len()
            && self.tokens[next - 1].is_before_colon
        {
            (self.selected, self.at) = (slides, next);
        }
        self.read_final_verb();
        while self.at < self.tokens.len() {
            self.read_token()?;
            if self.at < self.tokens.len() && self.tokens[self.at - 1].is_before_colon && self.takes_text_after_colon()
            {
                self.take_text();
            }
        }
        if self.phrase.slides.is_empty() {
            self.phrase.slides = std::mem::take(&mut self.selected);
        }
        Ok(())
    }

    /// Reads a verb at the end, where German and Dutch often have it, if there is none before.
    fn read_final_verb(&mut self) {
        let Some(last) = self.tokens.len().checked_sub(1) else { return };
        let first = (self.at..=last).find(|at| !self.verbs_at(*at).is_empty());
        if first == Some(last) && last > self.at {
            self.phrase.verbs.push(self.verbs_at(last));
            self.read[last] = true;
        }
    }

    /// Reads the token at the current position, with those that belong to it.
    fn read_token(&mut self) -> Result<(), Refusal> {
        let at = self.at;
        if self.read[at] {
            self.at += 1;
            return Ok(());
        }
        if self.tokens[at].is_quoted {
            self.phrase.values.push(self.tokens[at].text.clone());
            self.at += 1;
            return Ok(());
        }
        if self.read_replacement()? || self.read_new_slide() || self.read_position()? || self.read_reference()? {
            return Ok(());
        }
        if self.read_noun() {
            if self.phrase.has(Verb::Give) && !self.phrase.slides.is_empty() && self.phrase.has_part() {
                self.take_text();
            }
            return Ok(());
        }
        if self.read_verb() {
            return Ok(());
        }
        let is = |words: &str| lists(words, &self.tokens[at].word);
        let introduces = is(self.command.introduces) || is(self.command.by) && self.phrase.has(Verb::Replace);
        if introduces && self.takes_text_after_introduction() && self.reference_after_fillers(at + 1)?.is_none() {
            self.at += 1;
            self.take_text();
            return Ok(());
        }
        if is(self.command.about) && self.phrase.new_slide.is_some() && self.phrase.values.is_empty() {
            self.at += 1;
            self.take_text();
            return Ok(());
        }
        let relocates = self.phrase.has(Verb::Relocate);
        let changes_nothing = introduces
            || [self.command.everywhere, self.command.everything, self.command.fillers, self.command.new]
                .into_iter()
                .any(is)
            || is(self.command.this) && (self.is_slide(at + 1) || !self.selected.is_empty());
        self.at += 1;
        if is(self.command.slide) {
            self.phrase.bare_slide = true;
        } else if relocates && is(self.command.up) {
            self.phrase.step = Some(-1);
        } else if relocates && is(self.command.down) {
            self.phrase.step = Some(1);
        } else if changes_nothing {
            // The word has no meaning of its own.
        } else if let Some(number) = self.tokens[at].number() {
            self.phrase.numbers.push(number);
        } else if self.phrase.has(Verb::Rename)
            && self.phrase.values.is_empty()
            && !self.phrase.slides.is_empty()
            && !self.tokens[at..].iter().any(|token| token.is_quoted)
        {
            // "Call slide 4 What it costs": the text follows the slide.
            self.at = at;
            self.take_text();
        } else {
            self.phrase.unknown.push(self.tokens[at].text.clone());
        }
        Ok(())
    }

    /// Reads "X by Y" after a verb that replaces words, unless X is a part of a slide.
    fn read_replacement(&mut self) -> Result<bool, Refusal> {
        let replaces = self.phrase.has(Verb::Replace) && self.phrase.values.is_empty() && !self.phrase.has_part();
        if !replaces || !self.phrase.slides.is_empty() {
            return Ok(false);
        }
        let is_by = |at: &usize| lists(self.command.by, &self.tokens[*at].word);
        let Some(by) = (self.at + 1..self.tokens.len()).find(is_by) else { return Ok(false) };
        let old = &self.tokens[self.at..by];
        let as_request = read(self.registry, self.deck, self.language, old)?;
        if old.iter().any(|token| token.is_quoted) || as_request.has_part() && as_request.unknown.is_empty() {
            return Ok(false);
        }
        let mut end = self.tokens.len();
        for at in by + 2..self.tokens.len() {
            if lists(self.command.everywhere, &self.tokens[at].word) || self.reference(at)?.is_some() || self.read[at] {
                end = at;
                while end > by + 2 && lists(self.command.fillers, &self.tokens[end - 1].word) {
                    end -= 1;
                }
                break;
            }
        }
        let is_replaced =
            |token: &&Token| !lists(self.command.fillers, &token.word) && !lists(self.command.all, &token.word);
        let old = match old {
            [before @ .., last] if lists(self.command.everywhere, &last.word) => before,
            old => old,
        };
        let first = old.iter().position(|token| is_replaced(&token)).unwrap_or(0);
        let (old, new) = (text_of(&old[first..]), text_of(&self.tokens[by + 1..end]));
        if new.is_empty() {
            return Ok(false);
        }
        self.phrase.values = vec![old, new];
        self.at = end;
        Ok(true)
    }

    /// Reads "a new slide", "a quote slide", "eine Zitatfolie".
    fn read_new_slide(&mut self) -> bool {
        let is_new = |at: usize| self.word(at).is_some_and(|word| lists(self.command.new, word));
        let mut at = self.at;
        while is_new(at) {
            at += 1;
        }
        // "Add quote slide": the type may follow the verb directly.
        let follows_verb = self.phrase.has(Verb::Add) && self.phrase.verbs.len() == 1 && at == 1;
        if at == self.at && !follows_verb {
            return false;
        }
        let (key, next) = match self.type_at(at) {
            Some((key, next)) if self.is_slide(next) => (Some(key), next + 1),
            // The name of the type ends with the word: "title slide".
            Some((key, next)) if next > at + 1 && self.is_slide(next - 1) => (Some(key), next),
            _ if self.is_slide(at) && self.number_at(at + 1).is_none() => (None, at + 1),
            _ => match self.compound_front(at).and_then(|front| self.type_named(front)) {
                Some(key) => (Some(key), at + 1),
                None => return false,
            },
        };
        self.phrase.new_slide = Some(NewSlide { key });
        self.at = next;
        true
    }

    /// Reads "after slide 3", "at the end", "position 4".
    fn read_position(&mut self) -> Result<bool, Refusal> {
        let Some(word) = self.word(self.at) else { return Ok(false) };
        let (after, before) = (lists(self.command.after, word), lists(self.command.before, word));
        if after || before {
            let Some((Reference::Slides(slides), next)) = self.reference_after_fillers(self.at + 1)? else {
                return Ok(false);
            };
            let (first, last) = (slides[0], slides[slides.len() - 1]);
            self.phrase.position = Some(if after { SlidePosition::After(last) } else { SlidePosition::Before(first) });
            self.at = next;
            return Ok(true);
        }
        let place = if lists(self.command.start, word) {
            SlidePosition::Start
        } else if lists(self.command.end, word) && !self.is_slide(self.at + 1) {
            SlidePosition::End
        } else if lists(self.command.position, word)
            && let Some(number) = self.number_at(self.at + 1)
        {
            self.at += 1;
            SlidePosition::At(self.index(number)?)
        } else {
            return Ok(false);
        };
        self.phrase.position = Some(place);
        self.at += 1;
        Ok(true)
    }

    /// Reads words that name slides. Returns whether there were any.
    fn read_reference(&mut self) -> Result<bool, Refusal> {
        let Some((reference, next)) = self.reference(self.at)? else { return Ok(false) };
        match reference {
            Reference::Slides(slides) => self.phrase.slides.extend(slides),
            Reference::All => self.phrase.slides.clear(),
            Reference::Selected => self.phrase.slides.extend(self.selected.iter().copied()),
        }
        self.at = next;
        Ok(true)
    }

    /// Reads a part of a slide, a slide type, the theme or the deck.
    fn read_noun(&mut self) -> bool {
        let Some(word) = self.word(self.at) else { return false };
        if lists(self.command.deck, word) {
            self.phrase.deck = true;
            self.at += 1;
            return true;
        }
        if lists(self.command.theme, word) {
            self.phrase.theme = true;
            self.at += 1;
            // "the theme Ledger", "the theme to Ledger", "the Ledger theme".
            let is_between = |word: &str| lists(self.command.introduces, word) || lists(self.command.fillers, word);
            while self.word(self.at).is_some_and(is_between) {
                self.at += 1;
            }
            self.take_text();
            if self.phrase.values.is_empty() && !self.phrase.unknown.is_empty() {
                self.phrase.values = vec![std::mem::take(&mut self.phrase.unknown).join(" ")];
            }
            return true;
        }
        let is_new = self
            .at
            .checked_sub(1)
            .and_then(|at| self.word(at))
            .is_some_and(|word| lists(self.command.new, word) || lists(self.command.introduces, word));
        if let Some((part, next)) = self.entry_at(self.at) {
            let key = self.type_at(self.at).filter(|(_, end)| *end <= next).map(|(key, _)| key);
            self.phrase.nouns.push(Noun { part: Some(part), key, is_new });
            self.at = next;
            return true;
        }
        let part = PARTS.iter().find(|(_, words)| lists(words(self.command), word)).map(|(part, _)| *part);
        let named_type = self.type_at(self.at);
        if part.is_none() && named_type.is_none() {
            return false;
        }
        let next = named_type.as_ref().map_or(self.at + 1, |(_, next)| *next);
        let part = part.filter(|_| next == self.at + 1);
        self.phrase.nouns.push(Noun { part, key: named_type.map(|(key, _)| key), is_new });
        self.at = next;
        true
    }

    /// Reads a verb, and marks its second part as read. Returns whether there was one.
    fn read_verb(&mut self) -> bool {
        let verbs = self.verbs_at(self.at);
        if verbs.is_empty() {
            return false;
        }
        for (_, words) in VERBS.iter().filter(|(verb, _)| verbs.contains(verb)) {
            let halves = words(self.command).split_whitespace().filter_map(|verb| verb.split_once('+'));
            let halves = halves.filter(|(first, _)| is_form(&self.tokens[self.at].word, first));
            for (_, second) in halves {
                if let Some(at) = (self.at + 1..self.tokens.len()).rfind(|at| self.tokens[*at].word == second) {
                    self.read[at] = true;
                }
            }
        }
        self.phrase.verbs.push(verbs);
        self.at += 1;
        true
    }

    /// All meanings of the verb at an index; empty for another word.
    fn verbs_at(&self, at: usize) -> Vec<Verb> {
        let Some(word) = self.word(at) else { return Vec::new() };
        let is_verb = |verb: &str| match verb.split_once('+') {
            Some((first, second)) => {
                is_form(word, first) && self.tokens[at + 1..].iter().any(|token| token.word == second)
            }
            None => is_form(word, verb),
        };
        let matches = VERBS.iter().filter(|(_, words)| words(self.command).split_whitespace().any(is_verb));
        matches.map(|(verb, _)| *verb).collect()
    }

    /// Whether the text after a colon is a value.
    fn takes_text_after_colon(&self) -> bool {
        let phrase = &self.phrase;
        phrase.values.is_empty() && (phrase.has_part() || phrase.new_slide.is_some() || phrase.has(Verb::Rename))
    }

    /// Whether a word such as "to" introduces a value here.
    fn takes_text_after_introduction(&self) -> bool {
        let phrase = &self.phrase;
        let sets = phrase.verbs.is_empty() || phrase.has(Verb::Set) || phrase.has(Verb::Replace);
        let renames = phrase.has(Verb::Rename) && (!phrase.slides.is_empty() || phrase.deck || phrase.has_part());
        phrase.values.is_empty() && !phrase.has(Verb::Add) && (sets && phrase.has_part() || renames)
    }

    /// Reads the rest of the request as a text, unless a part of it is in quotation marks. For a new slide, a
    /// position at the end ("after slide 3") is not part of the text.
    fn take_text(&mut self) {
        let (first, mut end) = (self.at, self.tokens.len());
        if first >= end || self.tokens[first..].iter().any(|token| token.is_quoted) {
            return;
        }
        if self.phrase.new_slide.is_some() {
            let is_place = |at: usize| {
                let word = &self.tokens[at].word;
                let place = lists(self.command.after, word) || lists(self.command.before, word);
                place && matches!(self.reference_after_fillers(at + 1), Ok(Some((_, next))) if next == end)
            };
            end = (first + 1..end).find(|at| is_place(*at)).unwrap_or(end);
        }
        let next = end;
        while end > first && (self.read[end - 1] || lists(COURTESY, &self.tokens[end - 1].word)) {
            end -= 1;
        }
        let text = text_of(&self.tokens[first..end]);
        if !text.is_empty() {
            self.phrase.values.push(text);
        }
        self.at = next;
    }

    /// The slides that the tokens from an index on refer to, and the index after these tokens.
    fn reference(&self, at: usize) -> Result<Option<(Reference, usize)>, Refusal> {
        let Some(word) = self.word(at) else { return Ok(None) };
        let is = |words: &str| lists(words, word);
        let slides = |slides: Vec<usize>, next: usize| Ok(Some((Reference::Slides(slides), next)));
        let next_is_slide = self.is_slide(at + 1) && self.number_at(at + 2).is_none();
        if is(self.command.everything) {
            return Ok(Some((Reference::All, at + 1)));
        }
        if is(self.command.all) {
            let noun = (at + 1..self.tokens.len()).find(|at| !self.is_filler(*at));
            return Ok(noun.filter(|noun| self.is_slide(*noun)).map(|noun| (Reference::All, noun + 1)));
        }
        if is(self.command.this) && next_is_slide {
            return Ok(Some((Reference::Selected, at + 2)));
        }
        if self.is_slide(at) {
            return self.reference_after_noun(at);
        }
        if next_is_slide {
            let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
            if let Ok(number) = digits.parse::<usize>()
                && word.len() <= digits.len() + 4
            {
                return slides(vec![self.index(number)?], at + 2);
            }
            if let Some(index) = self.ordinal(word) {
                return slides(vec![self.index(index + 1)?], at + 2);
            }
            if is(self.command.last) && !self.deck.slides.is_empty() {
                return slides(vec![self.deck.slides.len() - 1], at + 2);
            }
        }
        for length in (1..=6).rev().filter(|length| self.is_slide(at + length)) {
            if let Some(slide) = self.slide_titled(&self.tokens[at..at + length])
                && self.number_at(at + length + 1).is_none()
            {
                return slides(vec![slide], at + length + 1);
            }
        }
        let is_name = !self.is_filler(at) && !is(self.command.new) && self.verbs_at(at).is_empty();
        if next_is_slide
            && is_name
            && let Some(slide) = self.slide_named(word)
        {
            return slides(vec![slide], at + 2);
        }
        // Dutch and German write one word: "citaatdia", "Zitatfolie", "slotdia".
        if let Some(front) = self.compound_front(at) {
            if is(self.command.last) && !self.deck.slides.is_empty() {
                return slides(vec![self.deck.slides.len() - 1], at + 1);
            }
            if let Some(slide) = self.slide_named(front) {
                return slides(vec![slide], at + 1);
            }
        }
        Ok(None)
    }

    /// The slides that a word for a slide and what follows it name: "slide 3", "slides 2 to 4", "slide about costs".
    fn reference_after_noun(&self, noun: usize) -> Result<Option<(Reference, usize)>, Refusal> {
        let mut slides = Vec::new();
        let mut at = noun + 1;
        while let Some(token) = self.tokens.get(at).filter(|token| !token.is_quoted) {
            if let Some((first, last)) = token.range() {
                for number in first..=last.min(self.deck.slides.len() + 1) {
                    slides.push(self.index(number)?);
                }
            } else if let Some(number) = token.number() {
                slides.push(self.index(number)?);
            } else {
                break;
            }
            at += 1;
            let moves = self.phrase.has(Verb::Relocate) || self.phrase.has(Verb::Swap);
            let (is_and, is_through) = self.word(at).map_or((false, false), |word| {
                (lists(self.command.and, word), lists(self.command.through, word) && !moves)
            });
            let follows = self.number_at(at + 1);
            match follows {
                Some(_) if is_and => at += 1,
                Some(last) if is_through => {
                    let from = slides.last().map_or(0, |last| last + 2);
                    for number in from..last {
                        slides.push(self.index(number)?);
                    }
                    at += 1;
                }
                _ if self.tokens[at - 1].is_before_comma && self.number_at(at).is_some() => {}
                _ => break,
            }
        }
        if !slides.is_empty() {
            return Ok(Some((Reference::Slides(slides), at)));
        }
        let one_slide = |slide: usize, next: usize| Ok(Some((Reference::Slides(vec![slide]), next)));
        let Some(next) = self.tokens.get(noun + 1) else { return Ok(None) };
        if self.word(noun + 1).is_some_and(|word| lists(self.command.last, word)) && !self.deck.slides.is_empty() {
            return one_slide(self.deck.slides.len() - 1, noun + 2);
        }
        let is_about = lists(self.command.about, &next.word) && !next.is_quoted;
        let name = noun + 1 + usize::from(is_about);
        if let Some(token) = self.tokens.get(name).filter(|token| token.is_quoted) {
            return Ok(self
                .slide_titled(std::slice::from_ref(token))
                .map(|slide| (Reference::Slides(vec![slide]), name + 1)));
        }
        let can_follow = is_about || self.language.table.tag != "en-GB" && self.language.table.tag != "en";
        if can_follow {
            let following = (name..self.tokens.len()).take(5).filter(|at| !self.is_filler(*at));
            for at in following {
                let Some(word) = self.word(at).filter(|word| word.len() > 2) else { break };
                let has_meaning =
                    !self.verbs_at(at).is_empty() || self.entry_at(at).is_some() || lists(self.command.to, word);
                if has_meaning {
                    break;
                }
                if let Some(slide) = self.slide_named(word) {
                    return one_slide(slide, at + 1);
                }
                if !is_about {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// The same as `reference`, where words such as "the" may come first.
    fn reference_after_fillers(&self, at: usize) -> Result<Option<(Reference, usize)>, Refusal> {
        for at in at..self.tokens.len() {
            if let Some(found) = self.reference(at)? {
                return Ok(Some(found));
            }
            if !self.is_filler(at) {
                break;
            }
        }
        Ok(None)
    }

    /// The entry of a list that the tokens from an index on name, such as "bullet 2" or "last bullet", and the index
    /// after these tokens.
    fn entry_at(&self, at: usize) -> Option<(SlidePart, usize)> {
        let is_entry = |at: usize| self.word(at).is_some_and(|word| lists(self.command.entry, word));
        let after_entry_word = |at: usize| if is_entry(at) { at + 1 } else { at };
        if is_entry(at) {
            let next = after_entry_word(at + 1);
            return match self.number_at(next) {
                Some(number) => Some((SlidePart::Entry(Some(Nth::At(number.checked_sub(1)?))), next + 1)),
                None => Some((SlidePart::Entry(None), next)),
            };
        }
        let word = self.word(at).filter(|_| is_entry(at + 1))?;
        let nth = match self.ordinal(word).or_else(|| self.number_at(at)?.checked_sub(1)) {
            Some(index) => Nth::At(index),
            None => lists(self.command.last, word).then_some(Nth::Last)?,
        };
        Some((SlidePart::Entry(Some(nth)), after_entry_word(at + 2)))
    }

    /// Key of the slide type that the tokens from an index on name, and the index after these tokens.
    fn type_at(&self, at: usize) -> Option<(String, usize)> {
        let words: Vec<&str> = (at..self.tokens.len().min(at + 4)).map_while(|at| self.word(at)).collect();
        let (slide_type, length) = type_words::type_at(self.registry, &words)?;
        Some((slide_type.key.clone(), at + length))
    }

    /// Key of the slide type with a name of one word.
    fn type_named(&self, word: &str) -> Option<String> {
        type_words::type_at(self.registry, &[word]).map(|(slide_type, _)| slide_type.key.clone())
    }

    /// The first slide whose type or title contains a word.
    fn slide_named(&self, word: &str) -> Option<usize> {
        self.deck.slides.iter().position(|slide| {
            let title = title(self.registry, slide).to_lowercase();
            type_words::is_named_by(self.registry, &slide.key, word)
                || title.split(|c: char| !c.is_alphanumeric()).any(|known| known == word)
        })
    }

    /// The slide with exactly this title.
    fn slide_titled(&self, tokens: &[Token]) -> Option<usize> {
        let lower_words = |text: &str| {
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.map(str::to_lowercase).collect::<Vec<_>>()
        };
        let wanted = lower_words(&text_of(tokens));
        let is_titled = |slide: &deck::Slide| lower_words(&title(self.registry, slide)) == wanted;
        self.deck.slides.iter().position(is_titled).filter(|_| !wanted.is_empty())
    }

    /// The first part of a compound such as "citaatdia", which ends with the word for a slide.
    fn compound_front(&self, at: usize) -> Option<&str> {
        let noun = self.command.slide.split_whitespace().next()?;
        self.word(at)?.strip_suffix(noun).filter(|front| front.len() > 2)
    }

    /// The index that an ordinal such as "third" names, from 0.
    fn ordinal(&self, word: &str) -> Option<usize> {
        self.command.ordinals.split('|').position(|group| lists(group, word))
    }

    /// The index of a slide by its number.
    fn index(&self, number: usize) -> Result<usize, Refusal> {
        let slides = self.deck.slides.len();
        number.checked_sub(1).filter(|index| *index < slides).ok_or(Refusal::NoSuchSlide { number, slides })
    }

    fn number_at(&self, at: usize) -> Option<usize> {
        self.tokens.get(at).filter(|token| !token.is_quoted)?.number()
    }

    fn is_slide(&self, at: usize) -> bool {
        self.word(at).is_some_and(|word| lists(self.command.slide, word))
    }

    fn is_filler(&self, at: usize) -> bool {
        self.word(at).is_some_and(|word| lists(self.command.fillers, word))
    }

    fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at).filter(|token| !token.is_quoted).map(|token| token.word.as_str())
    }
}

/// Whether a list of words contains a word.
fn lists(words: &str, word: &str) -> bool {
    !word.is_empty() && words.split_whitespace().any(|known| known == word)
}

/// Whether a word is a form of a verb. A stem of up to four letters must be the whole word.
fn is_form(word: &str, stem: &str) -> bool {
    word == stem || stem.chars().count() > 4 && word.starts_with(stem)
}

/// The text of tokens, as it was written, without a full stop.
fn text_of(tokens: &[Token]) -> String {
    let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    texts.join(" ").trim_end_matches(['.', ' ']).trim().to_owned()
}
