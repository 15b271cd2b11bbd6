//! Applies arbitrary edits to a deck, one after the other. Each may be refused, and then changed nothing.

#![no_main]

use std::sync::LazyLock;

use deck::{CountedIds, Deck, Edit, Reading, Registry};
use libfuzzer_sys::fuzz_target;

static DECK: LazyLock<Deck> = LazyLock::new(|| {
    let mut ids = CountedIds::default();
    let reading = Reading { registry: Registry::core(), deck_id: "deck", ids: &mut ids, max_slides: 100 };
    Deck::from_envelope_bytes(include_bytes!("../seeds/envelope/deck.json"), reading).expect("a seed is a deck")
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(edits) = serde_json::from_slice::<Vec<Edit>>(bytes) else { return };
    let (mut deck, registry) = (DECK.clone(), Registry::core());
    for edit in edits.iter().take(20) {
        let before = deck.clone();
        if edit.apply(&mut deck, registry).is_err() {
            assert_eq!(before, deck, "a refused edit changed something: {edit:?}");
        }
    }
    let _ = deck.envelope_text(registry);
});
