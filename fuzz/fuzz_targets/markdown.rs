//! Reads arbitrary text as Markdown: a field of a slide, and a file that becomes a deck. The result can be read as a
//! deck.

#![no_main]

use deck::{CountedIds, Deck, EnvelopeContext, Registry, blocks, body_steps, from_markdown, plain_text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let read = blocks(&text);
    let _ = (plain_text(&read), body_steps(&read));
    if let Some(file) = from_markdown(&text, "en-GB") {
        let mut ids = CountedIds::default();
        let reading =
            EnvelopeContext { registry: Registry::core(), deck_id: "deck", ids: &mut ids, max_slides: 100_000 };
        let deck = Deck::from_envelope(file.envelope, reading).expect("what was made of a file is a deck");
        assert!(!deck.title.is_empty());
    }
});
