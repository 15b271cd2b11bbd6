//! Reads arbitrary bytes as a deck envelope. The reader may refuse them; it must not panic, hang or use unbounded
//! memory.

#![no_main]

use deck::{CountedIds, Deck, EnvelopeContext, Registry};
use libfuzzer_sys::fuzz_target;

fn read(bytes: &[u8]) -> Option<Deck> {
    let mut ids = CountedIds::default();
    let reading = EnvelopeContext { registry: Registry::core(), deck_id: "deck", ids: &mut ids, max_slides: 100 };
    Deck::from_envelope_bytes(bytes, reading).ok()
}

fuzz_target!(|bytes: &[u8]| {
    if let Some(deck) = read(bytes) {
        let registry = Registry::core();
        let first = deck.envelope_text(registry);
        let again = read(first.as_bytes()).expect("what was written can be read");
        assert_eq!(first, again.envelope_text(registry), "a fixed point");
        let _ = deck::warnings(registry, &deck);
        for slide in &deck.slides {
            let _ = deck::step_count(registry, slide);
        }
    }
});
