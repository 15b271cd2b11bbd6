//! Reads arbitrary JSON as a deck that was stored by some version. It may be refused; a deck that is read can be
//! written as an envelope.

#![no_main]

use deck::{Registry, read_stored};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(value) = serde_json::from_slice(bytes) else { return };
    if let Ok(stored) = read_stored(value, Registry::core()) {
        let _ = stored.deck.envelope_text(Registry::core());
    }
});
