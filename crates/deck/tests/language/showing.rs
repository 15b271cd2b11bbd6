//! Showing a deck in one language.

use std::borrow::Cow;

use deck::{Deck, Overlay, Registry, TextLocation, translatable_texts};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{deck, shown};
use crate::random::{Choices, LANGUAGES};

fn german() -> Deck {
    deck(&json!({
        "de": {"title": "Hafenplan", "slides": {"0": {"content": {"title": "Vier Regeln", "items.1.title": "Festmachen"}}}},
        "de-AT": {"slides": {"a": {"content": {"title": "Vier Regln", "subheading": "Servus"}}, "b": {"notes": "Pause, gell."}}},
    }))
}

#[test]
fn a_text_comes_from_the_requested_tag_then_a_less_specific_one_then_the_main_language() {
    let shown = shown(&german(), "de-at");
    assert_eq!((shown.title.as_str(), shown.lang.as_str()), ("Hafenplan", "de-AT"));
    assert!(shown.translations.is_empty());
    assert_eq!(
        json!(shown.slides[0].content),
        json!({
            "title": "Vier Regln", "subheading": "Servus", "background": "tint",
            "items": [{"title": "Keep clear"}, {"title": "Festmachen", "text": "Twice"}],
        })
    );
    assert_eq!(shown.slides[1].notes, "Pause, gell.");
}

#[test]
fn the_language_has_the_tag_that_the_deck_spells() {
    for (asked, lang, title) in [
        ("DE", "de", "Hafenplan"),
        ("de-CH-1996", "de", "Hafenplan"),
        ("de-AT-x-wien", "de-AT", "Hafenplan"),
        ("fr", "en-GB", "Harbour plan"),
        ("en-gb", "en-GB", "Harbour plan"),
        ("en-GB-oxendict", "en-GB", "Harbour plan"),
        ("en", "en-GB", "Harbour plan"),
        ("d", "en-GB", "Harbour plan"),
        ("", "en-GB", "Harbour plan"),
    ] {
        let shown = shown(&german(), asked);
        assert_eq!((shown.lang.as_str(), shown.title.as_str()), (lang, title), "{asked}");
    }
}

#[test]
fn a_more_specific_translation_is_not_used() {
    let deck = deck(&json!({"nl-BE": {"title": "Havenplan"}}));
    assert_eq!(shown(&deck, "nl").title, "Harbour plan");
}

#[test]
fn the_main_language_is_preferred_to_less_specific_ones() {
    let mut deck = deck(&json!({"en": {"title": "Harbor plan"}, "en-GB-x-old": {"description": "Olde"}}));
    assert_eq!(shown(&deck, "en-GB-x-old").title, "Harbour plan");
    deck.lang = "fr".to_owned();
    assert_eq!(shown(&deck, "en-GB-x-old").title, "Harbor plan");
}

#[test]
fn blank_texts_and_unknown_paths_are_not_shown() {
    let mut deck = deck(&json!({"nl": {}}));
    let overlay = [("title", " "), ("background", "deep"), ("items.2.title", "x"), ("zz", "x"), ("items", "x")]
        .map(|(path, text)| (path.to_owned(), text.to_owned()));
    let overlay = Overlay { content: overlay.into(), notes: "\n".to_owned() };
    let nl = deck.translations.get_mut("nl").expect("nl is there");
    nl.slides = [("a".into(), overlay.clone()), ("gone".into(), overlay)].into();
    nl.title = " ".to_owned();
    let shown = shown(&deck, "nl");
    assert_eq!((shown.title, shown.slides), (deck.title, deck.slides));
}

#[test]
fn a_deck_without_translations_is_not_copied() {
    let deck = deck(&json!({}));
    assert!(matches!(deck.projected(Registry::core(), "nl"), Cow::Borrowed(_)));
}

/// A deck without the texts that may differ by language.
fn skeleton(deck: &Deck) -> Value {
    fn strip(content: &Value) -> Value {
        match content {
            Value::Object(object) => object
                .iter()
                .filter(|(_, value)| !value.is_string() && !value.is_null())
                .map(|(key, value)| (key.clone(), strip(value)))
                .collect(),
            Value::Array(entries) => entries.iter().map(strip).collect(),
            other => other.clone(),
        }
    }
    let slides = deck.slides.iter().map(|slide| {
        let content = strip(&json!(slide.content));
        let shared = ["background", "link", "onCloseTarget", "icon"].map(|key| slide.content.get(key));
        json!([slide.id, slide.key, content, shared, slide.visibility, slide.duration])
    });
    json!([deck.theme, deck.settings, slides.collect::<Vec<_>>()])
}

proptest! {
    #[test]
    fn showing_a_language_never_changes_the_structure(mut row in Choices::up_to(1200), lang in prop::sample::select(&LANGUAGES[..])) {
        let deck = row.deck();
        prop_assert_eq!(skeleton(&shown(&deck, lang)), skeleton(&deck));
    }

    #[test]
    fn every_text_is_chosen_by_the_same_rule(mut row in Choices::up_to(1200), lang in prop::sample::select(&LANGUAGES[..])) {
        let registry = Registry::core();
        let deck = row.deck();
        let shown = shown(&deck, lang);
        let tags: Vec<&str> = if lang == "de-AT" { vec!["de-AT", "de"] } else { vec![lang] };
        let tags: Vec<&str> = tags.into_iter().take_while(|tag| *tag != deck.lang).collect();
        let text = |place: &TextLocation, main: &str| -> String {
            let translated = tags.iter().filter_map(|tag| deck.translations.get(*tag)).map(|nl| nl.text(place));
            translated.into_iter().find(|text| !text.is_empty()).unwrap_or(main).to_owned()
        };
        prop_assert_eq!(&shown.title, &text(&TextLocation::Title, &deck.title));
        prop_assert_eq!(&shown.description, &text(&TextLocation::Description, &deck.description));
        for (before, after) in deck.slides.iter().zip(&shown.slides) {
            let slide = before.id.clone();
            prop_assert_eq!(&after.notes, &text(&TextLocation::Notes { slide: slide.clone() }, &before.notes));
            let Some(known) = registry.by_key(&before.key) else { continue };
            let main = translatable_texts(registry, known, &before.content);
            for (path, shown) in translatable_texts(registry, known, &after.content) {
                let main = main.iter().find(|(other, _)| *other == path).map_or("", |(_, text)| text);
                let place = TextLocation::Content { slide: slide.clone(), path };
                prop_assert_eq!(shown, text(&place, main));
            }
        }
    }
}
