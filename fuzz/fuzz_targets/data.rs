//! Reads arbitrary bytes as a table of data, as CSV and as JSON, and shows a deck with its values. The bytes may be refused;
//! an accepted table has a cell for every column and keeps to its limits.

#![no_main]

use deck::{CountedIds, Deck, EnvelopeContext, Registry, Table, TableLimits};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for table in [Table::from_csv(&text, TableLimits::SOURCE), Table::from_json(bytes, TableLimits::SOURCE)] {
        let Ok(table) = table else { continue };
        assert!(table.rows.len() <= TableLimits::SOURCE.rows);
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{table:?}");
    }
    let (csv, bound) = text.split_once("\n\n").unwrap_or((&text, "{{data[*].a}}"));
    let deck = json!({
        "settings": { "data": { "data": { "csv": csv } } },
        "slides": [{ "type": "list-slide", "content": { "title": bound, "items": [{ "title": bound, "text": "{{data[*].a | number}}" }] } }],
    });
    let registry = Registry::core();
    let mut ids = CountedIds::default();
    let reading = EnvelopeContext { registry, deck_id: "deck", ids: &mut ids, max_slides: 20 };
    if let Ok(deck) = Deck::from_envelope(deck, reading) {
        let shown = deck.with_values(registry);
        assert_eq!(shown.slides.len(), deck.slides.len());
    }
});
