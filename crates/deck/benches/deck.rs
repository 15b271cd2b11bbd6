//! A deck of 500 slides: parsed, validated, exported, projected, stored.

use criterion::{Criterion, criterion_group, criterion_main};
use deck::{CountedIds, Deck, Reading, Registry};
use serde_json::{Value, json};

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
    let reading = Reading { registry: Registry::core(), deck_id: "deck", ids: &mut ids, max_slides: 500 };
    Deck::from_envelope_bytes(bytes, reading).expect("a good envelope")
}

fn five_hundred_slides(criterion: &mut Criterion) {
    let registry = Registry::core();
    let bytes = envelope().to_string().into_bytes();
    let deck = read(&bytes);
    println!("the envelope has {} bytes", bytes.len());
    criterion.bench_function("500 slides: read an envelope", |bench| bench.iter(|| read(&bytes)));
    criterion.bench_function("500 slides: validate", |bench| bench.iter(|| deck::problems(registry, &deck)));
    criterion.bench_function("500 slides: validate and advise", |bench| bench.iter(|| deck::warnings(registry, &deck)));
    criterion.bench_function("500 slides: write an envelope", |bench| bench.iter(|| deck.envelope_text(registry)));
}

criterion_group!(benches, five_hundred_slides);
criterion_main!(benches);
