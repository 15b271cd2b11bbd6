//! Finds the slide that an instruction names.

use deck::{Deck, Registry};

use super::super::language::{Language, all};
use super::{title, type_words};
use crate::Refusal;

/// The slide that an instruction names, and the words that name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SlideReference {
    /// Index of the slide; `None` for the whole deck.
    pub(super) slide: Option<usize>,
    /// Indexes of the first and the last word of the reference.
    pub(super) words: Option<(usize, usize)>,
}

/// The words of an instruction in lower case, without the punctuation around them.
pub(super) fn command_words(command: &str) -> Vec<String> {
    let trim = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '#' && c != 'ª').to_lowercase();
    command.split_whitespace().map(trim).collect()
}

/// The slide that an instruction names, in any of five languages: "slide 3", "3rd slide", "the last slide", "the quote
/// slide", "slide about costs". Fails when the number is not in the deck.
pub(super) fn slide_reference(registry: &Registry, deck: &Deck, command: &str) -> Result<SlideReference, Refusal> {
    let words = command_words(command);
    for at in 0..words.len() {
        for language in all() {
            if let Some((slide, span)) = reference_at(registry, deck, &words, at, language)? {
                return Ok(SlideReference { slide: Some(slide), words: Some(span) });
            }
        }
    }
    Ok(SlideReference { slide: None, words: None })
}

/// A slide index, and the indexes of the first and the last word that name it.
type SlideAndWords = (usize, (usize, usize));

/// The slide that is named around the word at an index, if that word means "slide".
fn reference_at(
    registry: &Registry,
    deck: &Deck,
    words: &[String],
    at: usize,
    language: &Language,
) -> Result<Option<SlideAndWords>, Refusal> {
    let command = language.table.command;
    let lists = |list: &str, word: &str| list.split_whitespace().any(|known| known == word);
    let in_deck = |number: usize| match number {
        1.. if number <= deck.slides.len() => Ok(number - 1),
        _ => Err(Refusal::NoSuchSlide { number, slides: deck.slides.len() }),
    };
    let word = words[at].as_str();
    if !lists(command.slide, word) {
        // Dutch and German write one word: "citaatdia", "Zitatfolie".
        let front = command
            .slide
            .split_whitespace()
            .take(1)
            .find_map(|noun| word.strip_suffix(noun))
            .filter(|front| front.len() > 2);
        return Ok(front.and_then(|front| Some((slide_named(registry, deck, front)?, (at, at)))));
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
        if let Some(number) = command.ordinals.split('|').position(|group| lists(group, before)) {
            return Ok(Some((in_deck(number + 1)?, (at - 1, at))));
        }
        if lists(command.last, before) && !deck.slides.is_empty() {
            return Ok(Some((deck.slides.len() - 1, (at - 1, at))));
        }
        let is_name = !language.is_stop_word(before) && !lists(command.to, before);
        if is_name && let Some(slide) = slide_named(registry, deck, before) {
            return Ok(Some((slide, (at - 1, at))));
        }
    }
    let Some(next) = words.get(at + 1) else { return Ok(None) };
    if lists(command.last, next) && !deck.slides.is_empty() {
        return Ok(Some((deck.slides.len() - 1, (at, at + 1))));
    }
    let is_about = lists(command.about, next);
    let name_can_follow = matches!(language.table.tag, "fr" | "es" | "de" | "nl");
    if is_about || name_can_follow {
        let following = words
            .iter()
            .enumerate()
            .skip(at + 1)
            .take(5)
            .filter(|(_, word)| word.len() > 2 && !language.is_stop_word(word));
        for (index, word) in following {
            if lists(command.to, word) {
                break;
            }
            if let Some(slide) = slide_named(registry, deck, word) {
                return Ok(Some((slide, (at, index))));
            }
            if !is_about {
                break;
            }
        }
    }
    Ok(None)
}

/// The first slide whose type or title contains a word.
fn slide_named(registry: &Registry, deck: &Deck, word: &str) -> Option<usize> {
    deck.slides.iter().position(|slide| {
        type_words::is_named_by(registry, &slide.key, word)
            || command_words(&title(registry, slide)).iter().any(|known| known == word)
    })
}
