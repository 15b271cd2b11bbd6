//! The time to parse, validate, export, project and store a deck of 500 slides.

#[path = "../../../bench/stopwatch.rs"]
mod stopwatch;

use deck::{CountedIds, Deck, EnvelopeContext, Registry};
use serde_json::{Value, json};

use stopwatch::measure;

/// 500 slides: the examples of all types, over and over.
fn envelope() -> Value {
    let registry = Registry::core();
    let examples: Vec<Value> = registry
        .types()
        .map(|known| json!({"type": known.id, "content": known.example, "notes": "Say this slowly, then pause."}))
        .collect();
    let slides: Vec<&Value> = examples.iter().cycle().take(500).collect();
    json!({"format": "svc.deck", "version": 1, "title": "Five hundred", "theme": "default", "slides": slides})
}

fn read(bytes: &[u8]) -> Deck {
    let mut ids = CountedIds::default();
    let reading = EnvelopeContext { registry: Registry::core(), deck_id: "deck", ids: &mut ids, max_slides: 500 };
    Deck::from_envelope_bytes(bytes, reading).expect("a good envelope")
}

fn main() {
    let registry = Registry::core();
    let bytes = envelope().to_string().into_bytes();
    let deck = read(&bytes);
    println!("the envelope has {} bytes", bytes.len());
    measure("500 slides: read an envelope", || read(&bytes));
    measure("500 slides: validate", || deck::problems(registry, &deck));
    measure("500 slides: validate and advise", || deck::warnings(registry, &deck));
    measure("500 slides: write an envelope", || deck.envelope_text(registry));
}
