//! Reads arbitrary bytes as the response of a vendor, for the fuzz targets and the tests.

use std::time::Instant;

use deck::{Deck, Registry, Slide};
use serde_json::{Value, json};

use super::pipeline::planned_slides;
use super::untrusted::AnswerReader;
use super::{ModelAuthor, json_object, list};
use crate::vendors::answer;
use crate::{PageFit, TokenCounter, Vendor, VendorAccess, Writer};

/// Reads arbitrary bytes as the body of each vendor's response, and as the text of a model's answer: an outline, slides
/// or changes to a deck. Panics when a slide that is accepted is invalid.
pub fn check_vendor_response(bytes: &[u8]) {
    let body = String::from_utf8_lossy(bytes);
    for vendor in Vendor::ALL.into_iter().filter(|vendor| *vendor != Vendor::Builtin) {
        if let Some(text) = answer(vendor, &body) {
            assert!(!text.trim().is_empty());
            check_answer(&text);
        }
    }
    check_answer(&body);
}

fn check_answer(text: &str) {
    let Some(answer) = json_object(text) else { return };
    let reader = AnswerReader { registry: Registry::core(), lang: "en-GB", material: "" };
    let _ = planned_slides(reader, &answer);
    for view in list(&answer, "slides") {
        let [key, notes] = ["type", "notes"].map(|name| view[name].as_str().unwrap_or_default());
        if let Ok(slide) = reader.slide(key, &view["content"], notes) {
            check_slide(&slide.key, &slide.content.into());
        }
    }
    let writer = Writer {
        registry: Registry::core(),
        theme: "default",
        fit: &|_, _| PageFit::Good,
        access: None,
        tokens: &TokenCounter::default(),
        deadline: Instant::now(),
        on_progress: &|_| true,
    };
    let access = VendorAccess { vendor: Vendor::OpenAi, key: None, model: None, base_url: None, price: None };
    let author = ModelAuthor { writer: &writer, access: &access };
    let (changes, _) = author.modifications(reader, &deck(), None, &answer);
    for slide in changes.into_iter().flat_map(|change| change.slides) {
        check_slide(&slide.key, &slide.content.into());
    }
}

fn check_slide(key: &str, content: &Value) {
    let slide = json!({ "type": key, "content": content });
    assert!(deck::validated_slide(Registry::core(), 0, &slide).is_ok(), "{slide:#}");
}

/// A deck of one slide.
fn deck() -> Deck {
    let mut deck = Deck::new("Harbour", "en-GB");
    deck.slides.push(Slide::new(
        "s1",
        "content-slide",
        json!({ "title": "Quay", "body": "It is full." }).as_object().cloned().unwrap_or_default(),
    ));
    deck
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Values that models write where others are expected.
    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "[ -~é\\n]{0,30}".prop_map(Value::from),
            Just(json!("see https://evil.example/?x")),
            Just(json!("list-slide")),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            let key = prop::sample::select(vec!["title", "body", "items", "text", "image", "type", "content"]);
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(key, inner, 0..5).prop_map(|fields| json!(fields)),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_answer_gives_valid_slides_or_none(
            key in prop::sample::select(vec!["content-slide", "list-slide", "quote", "chart-slide", "table-slide", "x"]),
            content in value(),
            notes in value(),
        ) {
            let slides = json!([{ "type": key, "title": notes, "points": [content], "content": content, "notes": notes }]);
            let answer = json!({
                "slides": slides,
                "modifications": [{ "slideIndex": 0, "action": "replace", "reasoning": notes, "slides": slides }],
            });
            check_answer(&answer.to_string());
            let body = json!({ "choices": [{ "message": { "content": answer.to_string() } }], "content": content });
            check_vendor_response(body.to_string().as_bytes());
        }
    }
}
