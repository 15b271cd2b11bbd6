//! Which slide an instruction speaks of.

use deck::{Deck, Registry};

use super::super::language::{Language, all};
use super::{title, type_words};
use crate::Refusal;

/// A slide that was named, and the words of the instruction that named it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) slide: Option<usize>,
    /// The first and last word of the reference.
    pub(super) words: Option<(usize, usize)>,
}

/// The words of an instruction in lower case, marks around them taken off.
pub(super) fn spoken_words(command: &str) -> Vec<String> {
    let trim = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '#' && c != 'ª').to_lowercase();
    command.split_whitespace().map(trim).collect()
}

/// The slide that an instruction names: "slide 3", "3rd slide", "the last slide", "the quote slide", "slide about
/// costs", in five languages. Without one the whole deck is meant.
pub(super) fn target(registry: &Registry, deck: &Deck, command: &str) -> Result<Target, Refusal> {
    let words = spoken_words(command);
    for at in 0..words.len() {
        for language in all() {
            if let Some((slide, span)) = at_noun(registry, deck, &words, at, language)? {
                return Ok(Target { slide: Some(slide), words: Some(span) });
            }
        }
    }
    Ok(Target { slide: None, words: None })
}

type Found = Option<(usize, (usize, usize))>;

fn at_noun(
    registry: &Registry,
    deck: &Deck,
    words: &[String],
    at: usize,
    language: &Language,
) -> Result<Found, Refusal> {
    let command = language.table.command;
    let is_noun = |word: &str| command.slide.split_whitespace().any(|noun| noun == word);
    let in_deck = |number: usize| match number {
        1.. if number <= deck.slides.len() => Ok(number - 1),
        _ => Err(Refusal::Beyond { named: number, slides: deck.slides.len() }),
    };
    let word = words[at].as_str();
    if !is_noun(word) {
        // One word in Dutch and German: "citaatdia", "Zitatfolie".
        let front = command
            .slide
            .split_whitespace()
            .take(1)
            .find_map(|noun| word.strip_suffix(noun))
            .filter(|front| front.len() > 2);
        return Ok(front.and_then(|front| Some((named(registry, deck, front)?, (at, at)))));
    }
    if let Some(next) = words.get(at + 1) {
        let number = next.trim_start_matches('#');
        if let Ok(number) = number.parse::<usize>() {
            return Ok(Some((in_deck(number)?, (at, at + 1))));
        }
    }
    if at > 0 {
        let before = words[at - 1].as_str();
        let digits: String = before.chars().take_while(char::is_ascii_digit).collect();
        if let Ok(number) = digits.parse::<usize>()
            && before.len() <= digits.len() + 4
        {
            return Ok(Some((in_deck(number)?, (at - 1, at))));
        }
        if let Some(number) =
            command.ordinals.split('|').position(|group| group.split_whitespace().any(|word| word == before))
        {
            return Ok(Some((in_deck(number + 1)?, (at - 1, at))));
        }
        if command.last.split_whitespace().any(|word| word == before) && !deck.slides.is_empty() {
            return Ok(Some((deck.slides.len() - 1, (at - 1, at))));
        }
        let empty = language.is_stop(before) || language.table.command.to.split_whitespace().any(|word| word == before);
        if !empty && let Some(slide) = named(registry, deck, before) {
            return Ok(Some((slide, (at - 1, at))));
        }
    }
    let Some(next) = words.get(at + 1) else { return Ok(None) };
    if command.last.split_whitespace().any(|word| word == next) && !deck.slides.is_empty() {
        return Ok(Some((deck.slides.len() - 1, (at, at + 1))));
    }
    let about = command.about.split_whitespace().any(|word| word == next);
    let romance = matches!(language.table.tag, "fr" | "es" | "de" | "nl");
    if about || romance {
        let follow =
            words.iter().enumerate().skip(at + 1).take(5).filter(|(_, word)| word.len() > 2 && !language.is_stop(word));
        for (place, word) in follow {
            if command.to.split_whitespace().any(|to| to == word) {
                break;
            }
            if let Some(slide) = named(registry, deck, word) {
                return Ok(Some((slide, (at, place))));
            }
            if !about {
                break;
            }
        }
    }
    Ok(None)
}

/// The first slide whose type or title has a word.
fn named(registry: &Registry, deck: &Deck, word: &str) -> Option<usize> {
    deck.slides.iter().position(|slide| {
        type_words::names(registry, &slide.key, word)
            || spoken_words(&title(registry, slide)).iter().any(|known| known == word)
    })
}
