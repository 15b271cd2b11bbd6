//! Lays out arbitrary decks: an envelope, or, when the bytes are not an envelope, a slide with the text in all its
//! fields; the first byte selects the type. Each slide becomes a page.

#![no_main]

use std::cell::RefCell;

use deck::{CountedIds, Deck, EnvelopeContext, Field, Kind, Registry, Slide, Themes, Visibility};
use layout::{FontBook, LayoutInput, Look, Pictures, Typesetter, document, notes};
use libfuzzer_sys::fuzz_target;
use scene::Px;
use serde_json::{Map, Value, json};

thread_local! {
    static TYPESETTER: RefCell<Typesetter> = RefCell::new(Typesetter::new(&FontBook::bundled()));
}

fuzz_target!(|bytes: &[u8]| {
    let mut ids = CountedIds::default();
    let reading = EnvelopeContext { registry: Registry::core(), deck_id: "deck", ids: &mut ids, max_slides: 20 };
    let deck = Deck::from_envelope_bytes(bytes, reading).unwrap_or_else(|_| deck_of(bytes));
    let look = Look::from(Themes::core().default());
    let pictures = Pictures::default();
    let order = LayoutInput::new(&deck, Registry::core(), &look, &pictures);
    TYPESETTER.with_borrow_mut(|typesetter| {
        let output = document(order, typesetter);
        assert_eq!(output.document.pages.len(), deck.slides.len());
        let _ = notes(order, Px(800.0), typesetter);
    });
});

/// A deck of one slide with a text in all its fields.
fn deck_of(bytes: &[u8]) -> Deck {
    let (choice, text) = bytes.split_first().map_or((0, &b""[..]), |(choice, text)| (usize::from(*choice), text));
    let types: Vec<_> = Registry::core().types().collect();
    let slide_type = types[choice % types.len()];
    let text = String::from_utf8_lossy(text);
    let mut deck = Deck::new("Harbour", "en-GB");
    deck.slides.push(Slide {
        id: "s1".into(),
        key: slide_type.key.clone(),
        content: content(&slide_type.fields, &text),
        notes: text.into_owned(),
        visibility: Visibility::default(),
        duration: None,
        transition: None,
        morph_names: deck::MorphNames::default(),
        library: None,
    });
    deck
}

fn content(fields: &[Field], text: &str) -> Map<String, Value> {
    let value = |field: &Field| match &field.kind {
        Kind::Items { fields, .. } => json!([content(fields, text), content(fields, text)]),
        _ => json!(text),
    };
    fields.iter().map(|field| (field.key.clone(), value(field))).collect()
}
