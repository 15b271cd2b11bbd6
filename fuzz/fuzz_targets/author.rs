//! Makes a deck of arbitrary text, and edits it by the same text, with the built-in author. All slides are valid.

#![no_main]

use ai::builtin::BuiltinAuthor;
use ai::{DeckSource, Intensity};
use deck::{Deck, Registry, Slide, Visibility, validated_slide};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

fuzz_target!(|bytes: &[u8]| {
    let (registry, text) = (Registry::core(), String::from_utf8_lossy(bytes));
    let author = BuiltinAuthor::new(registry);
    let draft = author.deck(&DeckSource::new(text.as_ref()));
    let mut deck = Deck::new(draft.title, draft.language);
    for (at, slide) in draft.slides.into_iter().enumerate() {
        let value = json!({"type": slide.key, "content": slide.content});
        assert!(validated_slide(registry, at, &value).is_ok(), "{value:#}");
        deck.slides.push(Slide {
            id: at.to_string(),
            key: slide.key,
            content: slide.content,
            notes: slide.notes,
            visibility: Visibility::default(),
            duration: None,
        });
    }
    let _ = (author.more_slides(&deck, &text), author.iterate(&deck, &text), author.analyze(&deck));
    let _ = author.compress(&deck, Intensity::Aggressive);
});
