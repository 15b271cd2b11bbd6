//! The choice of slides for an export.

use std::str::FromStr;

use deck::{Deck, Registry, Slide, SlideId};

use crate::error::{Error, Result};

/// The maximum number of parts of a list of ranges.
const MAX_RANGES: usize = 100;

/// Which slides an export has. The default is all slides that are not hidden in exports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SlideChoice {
    /// The slides by number in the deck; all of them when absent.
    pub numbers: Option<SlideNumbers>,
    /// Whether slides that are hidden in exports are in it.
    pub with_hidden: bool,
}

/// Numbers of slides, from 1: `1-3,7,9-`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlideNumbers {
    text: String,
    ranges: Vec<(usize, usize)>,
}

/// A text that is not a list of slide numbers.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no list of slides; write it like `1-3,7,9-`")]
pub struct NoSlideNumbers(String);

impl FromStr for SlideNumbers {
    type Err = NoSlideNumbers;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        let fault = || NoSlideNumbers(text.to_owned());
        let ranges: Option<Vec<_>> = text.split(',').take(MAX_RANGES + 1).map(|part| range(part.trim())).collect();
        let ranges = ranges.filter(|ranges| ranges.len() <= MAX_RANGES).ok_or_else(fault)?;
        Ok(Self { text: text.to_owned(), ranges })
    }
}

/// The first and last number of `3`, `3-5`, `3-` or `-5`.
fn range(part: &str) -> Option<(usize, usize)> {
    let number = |text: &str| {
        let is_plain = !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
        if is_plain { text.parse::<usize>().ok().filter(|number| *number > 0) } else { None }
    };
    let (first, last) = match part.split_once('-') {
        None => (number(part)?, number(part)?),
        Some((first, "")) => (number(first.trim())?, usize::MAX),
        Some(("", last)) => (1, number(last.trim())?),
        Some((first, last)) => (number(first.trim())?, number(last.trim())?),
    };
    (first <= last).then_some((first, last))
}

impl SlideNumbers {
    fn has(&self, number: usize) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&number))
    }
}

impl SlideChoice {
    /// Checks that a deck has a slide that is chosen.
    ///
    /// # Errors
    /// Fails when no chosen slide is in the deck, or all of them are hidden in exports.
    pub(crate) fn check(&self, registry: &Registry, deck: &Deck) -> Result<()> {
        let Some(numbers) = &self.numbers else { return Ok(()) };
        let numbered = deck.slides.iter().enumerate();
        let mut chosen = numbered.filter(|(index, _)| numbers.has(index + 1)).map(|(_, slide)| slide).peekable();
        if chosen.peek().is_none() {
            let (text, count) = (&numbers.text, deck.slides.len());
            return Err(Error::invalid(format!("none of the {count} slides of the deck is in `{text}`")));
        }
        if chosen.any(|slide| self.shows(registry, slide)) {
            return Ok(());
        }
        Err(Error::invalid(format!("the slides `{}` are not in exports", numbers.text)))
    }

    /// A deck without the slides that are left out of exports whatever their number, and the ids of the slides with a
    /// chosen number; `None` when every number is chosen. The second list is applied after drawing, so that slides keep
    /// the numbers they have in an export of the whole deck.
    pub(crate) fn apply(&self, registry: &Registry, mut deck: Deck) -> (Deck, Option<Vec<SlideId>>) {
        let numbered = deck.slides.iter().enumerate();
        let chosen = self.numbers.as_ref().map(|numbers| {
            let chosen = numbered.filter(|(index, _)| numbers.has(index + 1));
            chosen.map(|(_, slide)| slide.id.clone()).collect()
        });
        deck.slides.retain(|slide| self.shows(registry, slide));
        (deck, chosen)
    }

    fn shows(&self, registry: &Registry, slide: &Slide) -> bool {
        (self.with_hidden || !slide.visibility.hide_in_export) && !registry.is_live_only(slide)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn numbers(text: &str) -> SlideNumbers {
        text.parse().expect("numbers of slides")
    }

    fn deck(count: usize) -> Deck {
        let mut deck = Deck::new("Tides", "en-GB");
        let slide = |number| json!({"id": format!("s{number}"), "type": "content-slide", "content": {}});
        deck.slides = (1..=count).map(|number| serde_json::from_value(slide(number)).expect("a slide")).collect();
        deck
    }

    #[test]
    fn ranges_are_read_and_wrong_ones_refused() {
        let read = numbers("1-3, 7,9-");
        let found: Vec<usize> = (1..12).filter(|number| read.has(*number)).collect();
        assert_eq!(found, [1, 2, 3, 7, 9, 10, 11]);
        assert!(numbers("-2").has(1) && !numbers("-2").has(3));
        for wrong in ["", "0", "3-1", "a", "1,,2", "-", "1-2-3", "+1", "99999999999999999999"] {
            assert!(wrong.parse::<SlideNumbers>().is_err(), "{wrong}");
        }
        assert!(vec!["1"; MAX_RANGES + 1].join(",").parse::<SlideNumbers>().is_err());
    }

    #[test]
    fn numbers_count_hidden_slides() {
        let mut deck = deck(4);
        deck.slides[1].visibility.hide_in_export = true;
        let third = deck.slides[2].id.clone();
        let choice = SlideChoice { numbers: Some(numbers("2-3")), with_hidden: false };
        let (kept, chosen) = choice.apply(Registry::core(), deck.clone());
        assert_eq!(kept.slides.len(), 3);
        let shown = kept.slides.iter().filter(|slide| chosen.as_ref().is_some_and(|chosen| chosen.contains(&slide.id)));
        assert_eq!(shown.map(|slide| &slide.id).collect::<Vec<_>>(), [&third]);
        let (kept, _) = SlideChoice { with_hidden: true, ..choice }.apply(Registry::core(), deck);
        assert_eq!(kept.slides.len(), 4);
    }

    #[test]
    fn a_choice_of_no_slide_is_refused() {
        let choice = |text| SlideChoice { numbers: Some(numbers(text)), with_hidden: false };
        let mut deck = deck(2);
        deck.slides[1].visibility.hide_in_export = true;
        let error = |text| choice(text).check(Registry::core(), &deck).expect_err("no slide").to_string();
        assert!(error("5-9").contains("none of the 2 slides of the deck is in `5-9`"), "{}", error("5-9"));
        assert!(error("2").contains("the slides `2` are not in exports"), "{}", error("2"));
        assert!(choice("1-2").check(Registry::core(), &deck).is_ok());
    }
}
