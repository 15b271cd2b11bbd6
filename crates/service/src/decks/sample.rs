//! The sample deck: one talk with every slide type, compiled in.

use deck::{CountedIds, Deck, EnvelopeContext, Registry, SlideType};

use crate::drawing::example_slide;

const SAMPLE: &str = include_str!("../../../../assets/sample-deck.json");

/// The sample deck without types that are switched off. The examples of the organization's own types are inserted
/// before its closing slides.
pub(super) fn sample_deck(registry: &Registry) -> Deck {
    let mut ids = CountedIds::default();
    let context = EnvelopeContext { registry, deck_id: "sample", ids: &mut ids, max_slides: usize::MAX };
    let mut deck =
        Deck::from_envelope_bytes(SAMPLE.as_bytes(), context).expect("a test checks that the sample deck is valid");
    let is_offered = |slide_type: &SlideType| slide_type.enabled && !slide_type.deprecated;
    deck.slides.retain(|slide| registry.by_key(&slide.key).is_some_and(is_offered));
    let is_in_sample = |key: &str| Registry::core().by_key(key).is_some();
    let added = registry.types().filter(|slide_type| {
        is_offered(slide_type) && !slide_type.example.is_empty() && !is_in_sample(&slide_type.key)
    });
    let added: Vec<_> =
        added.map(|slide_type| example_slide(&format!("example-{}", slide_type.key), slide_type)).collect();
    let closing = &registry.catalogue().closing_types;
    let closing = deck.slides.iter().rev().take_while(|slide| closing.contains(&slide.key)).count();
    let end = deck.slides.len() - closing;
    deck.slides.splice(end..end, added);
    deck
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use deck::{Concern, sent_problems, warnings};
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_sample_has_every_slide_type_and_no_fault() {
        let registry = Registry::core();
        let deck = sample_deck(registry);
        let shown: BTreeSet<&str> = deck.slides.iter().map(|slide| slide.key.as_str()).collect();
        let offered = registry.types().filter(|slide_type| slide_type.enabled && !slide_type.deprecated);
        assert_eq!(shown, offered.map(|slide_type| slide_type.key.as_str()).collect());
        let given: Value = serde_json::from_str(SAMPLE).expect("JSON");
        for (index, slide) in given["slides"].as_array().expect("slides").iter().enumerate() {
            assert_eq!(sent_problems(registry, index, slide).len(), 0, "slide {}", index + 1);
        }
        let mut advice = warnings(registry, &deck);
        advice.retain(|warning| warning.concern != Concern::Rules);
        let advice: Vec<&str> = advice.iter().map(|warning| warning.text.text()).collect();
        assert_eq!(advice, Vec::<&str>::new());
    }
}
