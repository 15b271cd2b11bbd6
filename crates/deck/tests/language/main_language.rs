//! Changing the main language.

use deck::{Deck, Registry, TextLocation, Translation, same_tag, translatable_texts};
use proptest::prelude::*;
use serde_json::json;

use super::{deck, shown};
use crate::random::Choices;

#[test]
fn the_texts_of_the_two_languages_are_exchanged_and_none_is_lost() {
    let mut deck = deck(&json!({
        "NL": {"title": "Havenplan", "slides": {
            "a": {"content": {"title": "Vier regels", "subheading": "Kort", "items.1.title": "Afmeren"}},
            "b": {"notes": "Wacht."},
        }},
        "de": {"title": "Hafenplan"},
    }));
    deck.change_main_language(Registry::core(), "nl");
    assert_eq!((deck.lang.as_str(), deck.title.as_str(), deck.slides[1].notes.as_str()), ("NL", "Havenplan", "Wacht."));
    assert_eq!(
        json!(deck.slides[0].content),
        json!({
            "title": "Vier regels", "background": "tint", "subheading": "Kort",
            "items": [{"title": "Keep clear"}, {"title": "Afmeren", "text": "Twice"}],
        })
    );
    assert_eq!(
        json!(deck.translations),
        json!({
            "de": {"title": "Hafenplan"},
            "en-GB": {"title": "Harbour plan", "slides": {
                "a": {"content": {"items.0.title": "Keep clear", "items.1.text": "Twice", "items.1.title": "Moor", "title": "Four rules"}},
                "b": {"content": {"title": "Then"}, "notes": "Pause."},
            }},
        })
    );
}

#[test]
fn a_language_without_translation_only_renames_the_main_one() {
    let mut deck = deck(&json!({"nl": {"title": "Havenplan"}}));
    let before = deck.clone();
    for lang in ["fr", "FR", "nl-BE"] {
        deck.change_main_language(Registry::core(), lang);
        assert_eq!(deck, Deck { lang: lang.to_owned(), ..before.clone() });
    }
}

proptest! {
    #[test]
    fn changing_back_restores_a_deck_whose_texts_all_have_counterparts(mut row in Choices::up_to(1200)) {
        let registry = Registry::core();
        let mut deck = row.deck();
        deck.slides.retain(|slide| registry.by_key(&slide.key).is_some());
        deck.translations.remove("AR");
        // Both languages have the same set of texts.
        let mut arabic = Translation::default();
        deck.translations.insert("AR".to_owned(), Translation::default());
        deck.tidy(registry);
        let missing = deck.progress(registry).remove(0).missing;
        for place in &missing {
            match place {
                TextLocation::Title => "T".clone_into(&mut arabic.title),
                TextLocation::Description => "D".clone_into(&mut arabic.description),
                TextLocation::Notes { slide } => "N".clone_into(&mut arabic.slides.entry(slide.clone()).or_default().notes),
                TextLocation::Content { slide, path } => {
                    let overlay = arabic.slides.entry(slide.clone()).or_default();
                    overlay.content.insert(path.clone(), "C".to_owned());
                }
            }
        }
        deck.translations.insert("AR".to_owned(), arabic);
        let (before, main) = (deck.clone(), deck.lang.clone());
        deck.change_main_language(registry, "ar");
        prop_assert!(deck.lang == "AR" && deck.title == "T");
        deck.change_main_language(registry, &main);
        prop_assert_eq!(serde_json::to_string(&deck).ok(), serde_json::to_string(&before).ok());
    }

    #[test]
    fn every_language_shows_the_same_texts_as_before(mut row in Choices::up_to(1200)) {
        let registry = Registry::core();
        let before = row.deck();
        for lang in ["nl", "AR", "pt-br"] {
            if !before.translations.contains_key(lang) {
                continue;
            }
            let mut after = before.clone();
            after.change_main_language(registry, lang);
            prop_assert_eq!(shown(&after, lang), shown(&before, lang));
            // The old main language keeps every text it had.
            let kept = shown(&after, &before.lang);
            for (old, new) in before.slides.iter().zip(&kept.slides) {
                let Some(known) = registry.by_key(&old.key) else { continue };
                let new = translatable_texts(registry, known, &new.content);
                for text in translatable_texts(registry, known, &old.content) {
                    prop_assert!(new.contains(&text), "{:?} of {:?}", text, new);
                }
            }
            prop_assert!(after.translations.keys().any(|tag| same_tag(tag, &before.lang)));
        }
    }
}
