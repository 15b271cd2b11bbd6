//! Applies edits to a deck, with drafts and without, both as a client would send them: `{"deck": <envelope>, "edits": [...]}`.
//! An edit may fail, and then must leave the deck unchanged.

#![no_main]

use deck::{CountedIds, Deck, Edit, EditContext, EnvelopeContext, Registry};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    let Ok(Value::Object(mut input)) = serde_json::from_slice::<Value>(bytes) else { return };
    let mut take = |key: &str| input.remove(key).unwrap_or_default();
    let (deck, Ok(edits)) = (take("deck"), serde_json::from_value::<Vec<Edit>>(take("edits"))) else { return };
    let registry = Registry::core();
    let mut ids = CountedIds::default();
    let reading = EnvelopeContext { registry, deck_id: "deck", ids: &mut ids, max_slides: 20 };
    let Ok(mut deck) = Deck::from_envelope(deck, reading) else { return };
    let context = EditContext { registry, max_slides: 20 };
    let (mut shown, mut drafts) = (deck.clone(), Vec::new());
    for edit in edits.iter().take(20) {
        let before = (shown.clone(), drafts.clone());
        if edit.apply_with_drafts(&mut shown, &mut drafts, &context).is_err() {
            assert_eq!(before, (shown.clone(), drafts.clone()), "an edit that failed changed something: {edit:?}");
        }
        let before = deck.clone();
        if !matches!(edit.apply(&mut deck, &context), Ok(true)) {
            assert_eq!(before, deck, "an edit that was not applied changed something: {edit:?}");
        }
    }
    let _ = deck.envelope_text(registry);
});
