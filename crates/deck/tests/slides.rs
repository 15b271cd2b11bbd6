//! Changes to the list of slides keep ids unique and translations with their texts.

use std::collections::BTreeMap;

use deck::{Deck, Overlay, Registry, Slide, SlideId, StructureError, TranslatedSlide};
use serde_json::{Value, json};

/// Two list slides `a` and `b` with a Dutch translation, and a title slide `c`.
fn harbour() -> Deck {
    let list = |first: &str| json!({"title": "Rules", "items": [{"title": first}, {"title": "Moor"}]});
    serde_json::from_value(json!({
        "title": "Harbour plan", "theme": "default", "lang": "en-GB",
        "translations": {"nl": {"title": "Havenplan", "slides": {
            "a": {"content": {"title": "Regels", "items.0.title": "Vrij", "items.1.title": "Afmeren"}},
            "b": {"content": {"title": "Meer"}, "notes": "Wacht."},
        }}},
        "slides": [
            {"id": "a", "type": "list-slide", "content": list("Keep clear")},
            {"id": "b", "type": "list-slide", "content": list("Slow down"), "notes": "Pause."},
            {"id": "c", "type": "title-slide", "content": {"title": "Then"}},
        ],
    }))
    .expect("a deck")
}

fn overlays(value: Value) -> BTreeMap<String, Overlay> {
    serde_json::from_value(value).expect("translations")
}

fn slide(value: Value) -> Slide {
    serde_json::from_value(value).expect("a slide")
}

fn title_slide(id: &str) -> TranslatedSlide {
    slide(json!({"id": id, "type": "title-slide", "content": {"title": "Now"}})).into()
}

/// The harbour deck after a change.
#[track_caller]
fn after(change: impl FnOnce(&mut Deck) -> Result<(), StructureError>) -> Deck {
    let mut deck = harbour();
    change(&mut deck).expect("the change is made");
    deck
}

/// Why a change fails, which then leaves the harbour deck as it was.
#[track_caller]
fn refused(change: impl FnOnce(&mut Deck) -> Result<(), StructureError>) -> String {
    let mut deck = harbour();
    let error = change(&mut deck).expect_err("refused");
    assert_eq!(deck, harbour());
    error.to_string()
}

fn ids(deck: &Deck) -> String {
    deck.slides.iter().map(|slide| slide.id.as_str()).collect()
}

#[test]
fn inserted_slides_bring_their_texts_and_languages() {
    let translations = overlays(json!({
        "NL": {"content": {"title": "Nu", "background": "x", "items.0.title": "x"}},
        "de": {"content": {"title": "Jetzt"}},
        "en-GB": {"content": {"title": "x"}},
    }));
    let first = TranslatedSlide { translations, ..title_slide("x") };
    let second = TranslatedSlide { translations: overlays(json!({"fr": {"notes": " "}})), ..title_slide("y") };
    let deck = after(|deck| deck.insert_slides(Registry::core(), 1, vec![first, second]));
    assert_eq!(ids(&deck), "axybc");
    assert_eq!(deck.languages(), ["en-GB", "de", "fr", "nl"]);
    assert_eq!(json!(deck.translations["nl"].slides["x"]), json!({"content": {"title": "Nu"}}));
    assert_eq!(json!(deck.translations["de"]), json!({"slides": {"x": {"content": {"title": "Jetzt"}}}}));
    assert_eq!(json!(deck.translations["fr"]), json!({}));
}

#[test]
fn slides_are_inserted_at_positions_of_the_deck_under_ids_of_their_own() {
    let registry = Registry::core();
    assert_eq!(ids(&after(|deck| deck.insert_slides(registry, 3, vec![title_slide("x")]))), "abcx");
    assert_eq!(ids(&after(|deck| deck.insert_slides(registry, 0, Vec::new()))), "abc");
    let error = refused(|deck| deck.insert_slides(registry, 4, vec![title_slide("x")]));
    assert_eq!(error, "position 4 lies beyond 3");
    for slides in [vec!["a"], vec!["x", "x"], vec![" "]] {
        let slides = slides.into_iter().map(title_slide).collect();
        assert!(refused(|deck| deck.insert_slides(registry, 0, slides)).ends_with("is blank or taken"));
    }
    let wrong = TranslatedSlide { translations: overlays(json!({"n_l": {}})), ..title_slide("x") };
    let error = refused(|deck| deck.insert_slides(registry, 0, vec![title_slide("w"), wrong]));
    assert_eq!(error, "`n_l` is not a language tag");
}

#[test]
fn a_removed_slide_takes_its_texts_along() {
    let deck = after(|deck| deck.remove_slide(&"a".into()));
    assert_eq!(ids(&deck), "bc");
    assert_eq!(deck.translations["nl"].slides.keys().map(SlideId::as_str).collect::<Vec<_>>(), ["b"]);
    assert_eq!(refused(|deck| deck.remove_slide(&"x".into())), "slide `x` does not exist");
}

#[test]
fn a_slide_is_moved_to_a_position() {
    for (slide, to, order) in [("a", 2, "bca"), ("c", 0, "cab"), ("b", 1, "abc"), ("a", 1, "bac")] {
        let deck = after(|deck| deck.move_slide(&slide.into(), to));
        assert_eq!(ids(&deck), order);
        assert_eq!(deck.translations, harbour().translations);
    }
    assert_eq!(refused(|deck| deck.move_slide(&"a".into(), 3)), "position 3 lies beyond 2");
}

#[test]
fn a_slide_is_replaced_with_the_texts_given_or_with_those_it_has() {
    let registry = Registry::core();
    let value = json!({"id": "a", "type": "quote-slide", "content": {"quote": "Build"}, "notes": "n", "duration": 9});
    let quote = || slide(value.clone());
    let deck = after(|deck| deck.replace_slide(registry, quote(), None));
    assert_eq!(json!(deck.slides[0]), value);
    assert!(!deck.translations["nl"].slides.contains_key("a"));
    let translations = overlays(json!({"de": {"content": {"quote": "Baut", "title": "x"}}}));
    let deck = after(|deck| deck.replace_slide(registry, quote(), Some(translations)));
    assert_eq!(json!(deck.translations["de"].slides), json!({"a": {"content": {"quote": "Baut"}}}));
    let unknown = slide(json!({"id": "x", "type": "quote-slide", "content": {}}));
    assert_eq!(refused(|deck| deck.replace_slide(registry, unknown, None)), "slide `x` does not exist");
}

#[test]
fn replacing_all_slides_lets_translations_follow_by_id() {
    let items = json!([{"title": "Moor"}, {"title": "Keep clear"}]);
    let title = |id: &str| title_slide(id).slide;
    let list = slide(json!({"id": "a", "type": "list-slide", "content": {"items": items}}));
    let deck = after(|deck| deck.replace_slides(Registry::core(), vec![title("c"), title("n"), list]));
    assert_eq!(ids(&deck), "cna");
    assert_eq!(
        json!(deck.translations["nl"].slides),
        json!({"a": {"content": {"title": "Regels", "items.0.title": "Afmeren", "items.1.title": "Vrij"}}})
    );
    let error = refused(|deck| deck.replace_slides(Registry::core(), vec![title("c"), title("c")]));
    assert_eq!(error, "slide id `c` is blank or taken");
}
