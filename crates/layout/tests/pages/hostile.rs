//! Arbitrary texts and values in every field of every slide type: layout never panics, and each slide becomes a page.

use deck::{Field, Kind, Registry, Themes};
use layout::{LayoutInput, Look, Pictures, Typesetter, document};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::common::{book, slide};

/// Texts that are hard to lay out.
#[rustfmt::skip] // A list reads better than a column.
const PIECES: &[&str] = &[
    "Repairs come before paint", " ", "\n", "\n\n", "- ", "  1. ", "> ", "### ", "|a|b|\n|-|-|\n", "```rust\n", "```", "**", "`", "[", "](#2)",
    "![](/uploads/quay.jpg)", "$", "<b>", "&amp;", "a,b\n1,2\n", "-1e308", "1e-9", "NaN", "2026-03-04", "#ff0000", "https://example.org", "/uploads/x.png",
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung", "مرحبا", "שלום", "ภาษาไทยไม่มีช่องว่าง", "नमस्ते", "漢字仮名", "👩‍👩‍👧", "\u{202e}",
    "\u{200d}", "\u{ad}", "\u{0}", "\u{fffd}", "\t", "e\u{301}\u{301}\u{301}", "0", "100", "true", "dark", "two-column",
];

/// A value for a field: the text, or entries whose fields have it.
fn value(field: &Field, text: &str, count: usize) -> Value {
    match &field.kind {
        Kind::Items { fields, .. } => (0..count).map(|_| Value::Object(content(fields, text, count))).collect(),
        _ => json!(text),
    }
}

fn content(fields: &[Field], text: &str, count: usize) -> Map<String, Value> {
    fields.iter().map(|field| (field.key.clone(), value(field, text, count))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_slide_becomes_a_page(
        at in any::<prop::sample::Index>(),
        pieces in prop::collection::vec(prop_oneof![
            5 => prop::sample::select(PIECES).prop_map(str::to_owned),
            1 => any::<String>(),
        ], 0..12),
        count in 0..9usize,
        odd in any::<bool>(),
    ) {
        let types: Vec<_> = Registry::core().types().collect();
        let slide_type = types[at.index(types.len())];
        let text = pieces.concat();
        let mut content = content(&slide_type.fields, &text, count);
        if odd {
            // A value of another kind than the field is declared as.
            let at = at.index(content.len().max(1));
            if let Some((_, value)) = content.iter_mut().nth(at) {
                *value = json!([count, { "title": text }, null]);
            }
        }
        let mut deck = deck::Deck::new("Harbour", if odd { "ar" } else { "en-GB" });
        deck.slides = vec![slide(1, &json!({ "type": slide_type.key, "content": content }))];
        deck.slides[0].notes = text;
        let (look, pictures) = (Look::from(Themes::core().default()), Pictures::default());
        let input = LayoutInput { draft: odd, ..LayoutInput::new(&deck, Registry::core(), &look, &pictures) };
        let mut typesetter = Typesetter::new(book());
        let output = document(input, &mut typesetter);
        prop_assert_eq!(output.document.pages.len(), 1);
        let _ = layout::notes(input, scene::Px(800.0), &mut typesetter);
    }
}
