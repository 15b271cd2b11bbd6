//! Makes decks from arbitrary text, for the fuzz targets and the tests.

use deck::{Deck, Registry, Slide};
use serde_json::json;

use super::BuiltinAuthor;
use crate::{DeckSource, Intensity};

/// Makes a deck from arbitrary text, and edits it by the same text. Panics when a slide is invalid.
pub fn check_author(text: &str) {
    let registry = Registry::core();
    let author = BuiltinAuthor::new(registry);
    let draft = author.deck(&DeckSource::new(text));
    let mut deck = Deck::new(draft.title, draft.language);
    for (at, slide) in draft.slides.into_iter().enumerate() {
        let value = json!({"type": slide.key, "content": slide.content});
        if let Err(problem) = deck::validated_slide(registry, at, &value) {
            panic!("{problem:?}\nin {value:#}\nfrom {text:?}");
        }
        deck.slides.push(Slide { notes: slide.notes, ..Slide::new(at.to_string(), slide.key, slide.content) });
    }
    let _ = (author.more_slides(&deck, text), author.iterate(&deck, text), author.analyze(&deck));
    let _ = author.compress(&deck, Intensity::Aggressive);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Pieces of texts that the author recognises.
    #[rustfmt::skip] // A list reads better than a column.
    const PIECES: &[&str] = &[
        "# Harbour", "## Plan\n", "- ", "* ", "1. ", "2) ", "  - ", "\n", "\n\n", "|", "|-|-|", "| a | 40 |\n", "```", "> ", "**", "_", "[x](", ")",
        "https://quay.example", "Agenda", "Q1 2026", "40 %", "\u{20ac} 4.2m", "12:30", "2026-03-04", "vs.", "Step 1: dredge", "Pros", "Cons",
        "\"We build for the tide.\" - Ada", "Subject: quay", "From: a@b.example", "Ada: yes", "The quay is full.", "because", "first", "then",
        "a,b,c\n1,2,3\n", "\t", "\u{0}", "\u{202e}", "مرحبا", "ภาษาไทย", "漢字", "é", "🙂", ";", ":", "!", "?", "...", "-", "---\n", "===\n", "\r\n", " ",
    ];

    #[test]
    fn a_long_address_becomes_a_valid_button() {
        check_author("https://quay.exampleAaA00ac<J0==6%'*[x](Agenda```");
        check_author("https://quay.example/a/path/without/any/end/that/is/long");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_becomes_a_valid_deck(
            pieces in prop::collection::vec(prop_oneof![
                4 => prop::sample::select(PIECES).prop_map(str::to_owned),
                1 => "[ -~]{0,20}",
                1 => any::<String>(),
            ], 0..40),
        ) {
            check_author(&pieces.concat());
        }
    }
}
