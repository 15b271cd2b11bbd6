//! Edits: each changes what it says, keeps the structure sound, and is undone exactly by its inverse.

#[path = "../random/mod.rs"]
mod random;
mod undo;

use deck::{Content, Deck, Edit, EditError, Registry};
use serde_json::{Value, json};

fn object(value: Value) -> Content {
    let Value::Object(object) = value else { panic!("`{value}` is no object") };
    object
}

/// An edit as the web app sends it.
fn edit(value: Value) -> Edit {
    serde_json::from_value(value).expect("an edit")
}

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

/// What an edit makes of the harbour deck; its inverse must give the deck back.
#[track_caller]
fn after(value: Value) -> Deck {
    let registry = Registry::core();
    let mut deck = harbour();
    let inverse = edit(value).apply(&mut deck, registry).expect("the edit applies");
    let mut undone = deck.clone();
    inverse.apply(&mut undone, registry).expect("the inverse applies");
    assert_eq!(written(&undone), written(&harbour()));
    deck
}

/// Why an edit does not apply to the harbour deck, which then stays as it was.
#[track_caller]
fn refused(value: Value) -> String {
    let mut deck = harbour();
    let fault = edit(value).apply(&mut deck, Registry::core()).expect_err("refused");
    assert_eq!(deck, harbour());
    fault.to_string()
}

/// The deck to the last byte: order of keys and settings at their defaults included.
fn written(deck: &Deck) -> String {
    serde_json::to_string(&(deck, deck.settings.set())).expect("a deck is JSON")
}

fn ids(deck: &Deck) -> String {
    deck.slides.iter().map(|slide| slide.id.as_str()).collect()
}

#[test]
fn title_description_and_theme_are_set() {
    let deck = after(json!({"edit": "batch", "edits": [
        {"edit": "retitle", "title": "Tides"},
        {"edit": "describe", "description": "For pilots"},
        {"edit": "setTheme", "theme": "ledger"},
    ]}));
    assert_eq!(
        (deck.title.as_str(), deck.description.as_str(), deck.theme.as_str()),
        ("Tides", "For pilots", "ledger")
    );
}

#[test]
fn settings_merge_or_are_replaced_and_wrong_ones_are_refused() {
    let deck = after(json!({"edit": "mergeSettings", "settings": {"qaEnabled": false, "autoAdvance": {"loop": true}}}));
    assert_eq!(json!(deck.settings), json!({"qaEnabled": false, "autoAdvance": {"loop": true}}));
    let deck = after(json!({"edit": "replaceSettings", "settings": {"stepParagraphs": true}}));
    assert!(deck.settings.step_paragraphs());
    for edit in ["mergeSettings", "replaceSettings"] {
        let fault = refused(json!({"edit": edit, "settings": {"qaEnabled": 5}}));
        assert_eq!(fault, "settings.qaEnabled: expected true or false");
    }
}

#[test]
fn inserted_slides_bring_their_texts_and_languages() {
    let deck = after(json!({"edit": "insertSlides", "at": 1, "slides": [
        {"id": "x", "type": "title-slide", "content": {"title": "Now"}, "translations": {
            "NL": {"content": {"title": "Nu", "background": "x", "items.0.title": "x"}},
            "de": {"content": {"title": "Jetzt"}},
            "en-GB": {"content": {"title": "x"}},
        }},
        {"id": "y", "type": "title-slide", "content": {}, "translations": {"fr": {"notes": " "}}},
    ]}));
    assert_eq!(ids(&deck), "axybc");
    assert_eq!(deck.languages(), ["en-GB", "de", "fr", "nl"]);
    assert_eq!(json!(deck.translations["nl"].slides["x"]), json!({"content": {"title": "Nu"}}));
    assert_eq!(json!(deck.translations["de"]), json!({"slides": {"x": {"content": {"title": "Jetzt"}}}}));
    assert_eq!(json!(deck.translations["fr"]), json!({}));
}

#[test]
fn slides_are_inserted_at_positions_of_the_deck_under_ids_of_their_own() {
    let slide = |id: &str| json!({"id": id, "type": "title-slide", "content": {}});
    let insert = |at: usize, slides: Value| json!({"edit": "insertSlides", "at": at, "slides": slides});
    assert_eq!(ids(&after(insert(3, json!([slide("x")])))), "abcx");
    assert_eq!(ids(&after(insert(0, json!([])))), "abc");
    assert_eq!(refused(insert(4, json!([slide("x")]))), "position 4 lies beyond 3");
    for slides in [json!([slide("a")]), json!([slide("x"), slide("x")]), json!([slide(" ")])] {
        assert!(refused(insert(0, slides)).ends_with("is blank or taken"));
    }
    let bad = json!({"id": "x", "type": "title-slide", "content": {}, "translations": {"n_l": {}}});
    assert_eq!(refused(insert(0, json!([slide("w"), bad]))), "`n_l` is not a language tag");
}

#[test]
fn a_removed_slide_takes_its_texts_along() {
    let deck = after(json!({"edit": "removeSlide", "slide": "a"}));
    assert_eq!(ids(&deck), "bc");
    assert_eq!(deck.translations["nl"].slides.keys().collect::<Vec<_>>(), ["b"]);
    assert_eq!(refused(json!({"edit": "removeSlide", "slide": "x"})), "slide `x` does not exist");
}

#[test]
fn a_slide_is_taken_out_and_put_where_it_was_asked() {
    for (slide, to, order) in [("a", 2, "bca"), ("c", 0, "cab"), ("b", 1, "abc"), ("a", 1, "bac")] {
        let deck = after(json!({"edit": "moveSlide", "slide": slide, "to": to}));
        assert_eq!(ids(&deck), order);
        assert_eq!(deck.translations, harbour().translations);
    }
    assert_eq!(refused(json!({"edit": "moveSlide", "slide": "a", "to": 3})), "position 3 lies beyond 2");
}

#[test]
fn an_update_replaces_keys_whole_and_null_removes_one() {
    let items = json!([{"title": "Moor"}, {"title": "Wave"}]);
    let deck = after(
        json!({"edit": "updateSlide", "slide": "a", "content": {"title": null, "items": items, "layout": "one"}}),
    );
    assert_eq!(json!(deck.slides[0].content), json!({"items": items, "layout": "one"}));
    // The title may be set again, so its translation stays; the entries follow.
    assert_eq!(
        json!(deck.translations["nl"].slides["a"].content),
        json!({"title": "Regels", "items.0.title": "Afmeren"})
    );
}

#[test]
fn a_slide_is_replaced_with_the_texts_given_or_with_those_it_has() {
    let slide = json!({"id": "a", "type": "quote-slide", "content": {"quote": "Build"}, "notes": "n", "duration": 9});
    let deck = after(json!({"edit": "replaceSlide", "slide": slide}));
    assert_eq!(json!(deck.slides[0]), slide);
    assert!(!deck.translations["nl"].slides.contains_key("a"));
    let translations = json!({"de": {"content": {"quote": "Baut", "title": "x"}}});
    let deck = after(json!({"edit": "replaceSlide", "slide": slide, "translations": translations}));
    assert_eq!(json!(deck.translations["de"].slides), json!({"a": {"content": {"quote": "Baut"}}}));
    let unknown = json!({"id": "x", "type": "quote-slide", "content": {}});
    assert_eq!(refused(json!({"edit": "replaceSlide", "slide": unknown})), "slide `x` does not exist");
}

#[test]
fn notes_visibility_and_duration_are_set_and_leave_the_rest() {
    let deck = after(json!({"edit": "batch", "edits": [
        {"edit": "setNotes", "slide": "b", "notes": ""},
        {"edit": "setVisibility", "slide": "b", "visibility": {"hideInExport": true}},
        {"edit": "setDuration", "slide": "b", "duration": 30},
    ]}));
    let slide = &deck.slides[1];
    assert_eq!((slide.notes.as_str(), slide.visibility.hide_in_export, slide.duration), ("", true, Some(30)));
    assert_eq!(slide.content, harbour().slides[1].content);
    assert_eq!(deck.translations, harbour().translations);
    assert_eq!(
        edit(json!({"edit": "setDuration", "slide": "b"})),
        Edit::SetDuration { slide: "b".to_owned(), duration: None }
    );
}

#[test]
fn replacing_all_slides_lets_translations_follow_by_id() {
    let items = json!([{"title": "Moor"}, {"title": "Keep clear"}]);
    let slides = json!([
        {"id": "c", "type": "title-slide", "content": {}},
        {"id": "n", "type": "title-slide", "content": {}},
        {"id": "a", "type": "list-slide", "content": {"items": items}},
    ]);
    let deck = after(json!({"edit": "replaceSlides", "slides": slides}));
    assert_eq!(ids(&deck), "cna");
    assert_eq!(
        json!(deck.translations["nl"].slides),
        json!({"a": {"content": {"title": "Regels", "items.0.title": "Afmeren", "items.1.title": "Vrij"}}})
    );
    let twice = json!([slides[0], slides[0]]);
    assert_eq!(refused(json!({"edit": "replaceSlides", "slides": twice})), "slide id `c` is blank or taken");
}

#[test]
fn translations_are_replaced_whole_and_tidied() {
    let deck = after(json!({"edit": "replaceTranslations", "translations": {
        "de": {"slides": {"c": {"content": {"title": "Dann", "background": "x"}}, "x": {"notes": "x"}}},
        "en-gb": {"title": "x"},
    }}));
    assert_eq!(json!(deck.translations), json!({"de": {"slides": {"c": {"content": {"title": "Dann"}}}}}));
    let wrong = json!({"edit": "replaceTranslations", "translations": {"de": {}, "": {}}});
    assert_eq!(refused(wrong), "`` is not a language tag");
}

#[test]
fn one_text_is_translated_and_a_blank_one_removed() {
    let deck = after(json!({"edit": "batch", "edits": [
        {"edit": "translate", "lang": "NL", "of": "description", "text": "Voor loodsen"},
        {"edit": "translate", "lang": "nl", "of": "notes", "slide": "b", "text": " "},
        {"edit": "translate", "lang": "nl", "of": "content", "slide": "b", "path": "title", "text": ""},
        {"edit": "translate", "lang": "nl", "of": "content", "slide": "c", "path": "subheading", "text": "Daarna"},
    ]}));
    let nl = &deck.translations["nl"];
    assert_eq!(nl.description, "Voor loodsen");
    assert_eq!(json!(nl.slides["c"]), json!({"content": {"subheading": "Daarna"}}));
    assert!(!nl.slides.contains_key("b"));
}

#[test]
fn a_text_without_a_place_is_not_translated() {
    let content = |lang: &str, slide: &str, path: &str| {
        refused(json!({"edit": "translate", "lang": lang, "of": "content", "slide": slide, "path": path, "text": "x"}))
    };
    assert_eq!(content("de", "a", "title"), "the deck has no translation into `de`");
    assert_eq!(content("en-GB", "a", "title"), "the deck has no translation into `en-GB`");
    assert_eq!(content("nl", "x", "title"), "slide `x` does not exist");
    assert_eq!(content("nl", "a", "items.2.title"), "`items.2.title` of slide `a` is not a text that is translated");
    let notes = json!({"edit": "translate", "lang": "nl", "of": "notes", "slide": "x", "text": "x"});
    assert_eq!(refused(notes), "slide `x` does not exist");
}

#[test]
fn languages_are_added_once_and_removed_with_their_texts() {
    let deck = after(json!({"edit": "addLanguage", "lang": "de"}));
    assert_eq!(deck.languages(), ["en-GB", "de", "nl"]);
    let deck = after(
        json!({"edit": "addLanguage", "lang": "de", "translation": {"title": "Hafenplan", "slides": {"x": {"notes": "x"}}}}),
    );
    assert_eq!(json!(deck.translations["de"]), json!({"title": "Hafenplan"}));
    let deck = after(json!({"edit": "removeLanguage", "lang": "NL"}));
    assert_eq!(deck.languages(), ["en-GB"]);
    for lang in ["nl", "NL", "EN-gb"] {
        let fault = refused(json!({"edit": "addLanguage", "lang": lang}));
        assert_eq!(fault, format!("the deck has the language `{lang}` already"));
    }
    assert_eq!(refused(json!({"edit": "addLanguage", "lang": "d"})), "`d` is not a language tag");
    assert_eq!(refused(json!({"edit": "removeLanguage", "lang": "en-GB"})), "the deck has no translation into `en-GB`");
}

#[test]
fn the_main_language_changes_and_changes_back_exactly() {
    let deck = after(json!({"edit": "changeMainLanguage", "lang": "NL"}));
    assert_eq!((deck.lang.as_str(), deck.title.as_str()), ("nl", "Havenplan"));
    assert_eq!(deck.slides[0].content["items"][1]["title"], "Afmeren");
    let deck = after(json!({"edit": "changeMainLanguage", "lang": "fr"}));
    assert_eq!(deck.languages(), ["fr", "nl"]);
    assert_eq!(refused(json!({"edit": "changeMainLanguage", "lang": "f"})), "`f` is not a language tag");
}

#[test]
fn a_batch_happens_whole_or_not_at_all() {
    let fault = refused(json!({"edit": "batch", "edits": [
        {"edit": "removeSlide", "slide": "a"},
        {"edit": "batch", "edits": [{"edit": "retitle", "title": "x"}, {"edit": "removeSlide", "slide": "a"}]},
    ]}));
    assert_eq!(fault, EditError::NoSlide("a".to_owned()).to_string());
}
