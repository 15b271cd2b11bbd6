//! Stored decks of older and newer versions.

use deck::{
    Deck, LibraryLink, MigrationError, Origin, Registry, SCHEMA_VERSION, Slide, Visibility, migrate, read_stored,
    stored_json,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn migrated(mut value: Value) -> Value {
    migrate(&mut value, Registry::core()).expect("a deck");
    value
}

fn slide(name: &str, content: &Value) -> Value {
    json!({"id": "s", "type": name, "content": content})
}

/// A stored deck of one slide.
fn deck_of(version: u32, name: &str, content: &Value) -> Value {
    let slides = [slide(name, content)];
    json!({"schemaVersion": version, "title": "Tides", "theme": "default", "lang": "en-GB", "slides": slides})
}

/// Content of a slide after migration from a version. Checks that migrating again changes nothing.
fn content(version: u32, name: &str, before: &Value) -> Value {
    let mut deck = migrated(deck_of(version, name, before));
    let once = deck.clone();
    deck["schemaVersion"] = json!(version);
    assert_eq!(migrated(deck), once, "the steps are not idempotent");
    once["slides"][0]["content"].clone()
}

fn malformed(value: Value) -> String {
    match read_stored(value, Registry::core()).expect_err("it is malformed") {
        MigrationError::Malformed { path, .. } => path,
        newer @ MigrationError::Newer { .. } => panic!("{newer}"),
    }
}

#[test]
fn to_13_every_spelling_of_a_type_becomes_its_key() {
    let names = [
        "title",
        "core/title",
        "core/title-slide",
        "eu.svc.slide.title",
        "title-slide",
        "title-slide@2",
        "chapter title",
        "acme/title",
        "acme/hero@2",
        "lijstje-slide",
    ];
    let slides: Vec<Value> = names.iter().map(|name| slide(name, &json!({"title": "T"}))).collect();
    let after = migrated(json!({"title": "Tides", "slides": slides}));
    let types: Vec<&str> = after["slides"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|slide| slide["type"].as_str().expect("a text"))
        .collect();
    let expected = [
        "title-slide",
        "title-slide",
        "title-slide",
        "title-slide",
        "title-slide",
        "title-slide",
        "chapter-title-slide",
        "acme/title",
        "acme/hero@2",
        "lijstje-slide",
    ];
    assert_eq!(types, expected);
    assert_eq!(after["schemaVersion"], 15);
}

#[test]
fn to_13_knows_the_types_of_an_organization() {
    let quay = json!({"slug": "quay", "label": "Quay", "fields": [{"key": "title", "kind": "string"}]});
    let registry = Registry::core().clone().with("quay", &quay, Origin::Organization).expect("good");
    let mut deck = deck_of(12, "custom/quay", &json!({"title": "T"}));
    assert_eq!(migrate(&mut deck, &registry), Ok(12));
    assert_eq!(deck["slides"][0]["type"], "custom-quay");
}

#[test]
fn to_14_older_keys_of_content_become_the_declared_ones() {
    let before = json!({"title": "T", "subtitle": "Below", "bgImage": "/uploads/a.png", "zz": 1});
    let after = json!({"title": "T", "subheading": "Below", "slideBgImage": "/uploads/a.png", "zz": 1});
    assert_eq!(content(13, "title-slide", &before), after);
    assert_eq!(content(14, "title-slide", &before), after, "reading folds them in any version");
    assert_eq!(content(13, "acme/hero", &before), before);
}

#[test]
fn to_14_older_keys_of_the_deck_become_the_current_ones() {
    let after =
        migrated(json!({"schemaVersion": 13, "title": "T", "language": "nl", "themeId": "ledger", "slides": []}));
    assert_eq!(after, json!({"schemaVersion": 15, "title": "T", "lang": "nl", "theme": "ledger", "slides": []}));
    let after = migrated(json!({"title": "T", "language": "nl", "lang": "de", "slides": []}));
    assert_eq!((&after["lang"], after.get("language")), (&json!("de"), None));
}

#[test]
fn to_14_translations_move_with_the_keys_they_belong_to() {
    let mut deck = deck_of(
        13,
        "team-cards-slide",
        &json!({
            "title": "Crew", "card1Name": "Ada", "card1Byline": "Captain", "card2Name": "Bo", "card2Byline": "Bo",
            "cardCount": 2,
        }),
    );
    deck["translations"] = json!({"nl": {"title": "Getij", "slides": {
        "s": {
            "content": {"title": "Crew", "card1Byline": "Kapitein", "card2Byline": "Bootsman", "lost.path": "?"},
            "notes": "n",
        },
        "other": {"content": {"card1Byline": "x"}},
    }}});
    let after = migrated(deck.clone());
    assert_eq!(after["slides"][0]["content"]["members"][0], json!({"name": "Ada", "byline": "Captain"}));
    let expected = json!({
        "title": "Crew", "members.0.byline": "Kapitein", "members.1.byline": "Bootsman", "lost.path": "?",
    });
    assert_eq!(after["translations"]["nl"]["slides"]["s"], json!({"content": expected, "notes": "n"}));
    assert_eq!(after["translations"]["nl"]["slides"]["other"], deck["translations"]["nl"]["slides"]["other"]);
}

#[test]
fn to_14_a_translation_of_joined_texts_is_joined_too() {
    let mut deck = deck_of(13, "quote-slide", &json!({"quote": "Q", "authorName": "Ada", "authorTitle": "Captain"}));
    deck["translations"] = json!({"nl": {"slides": {"s": {"content": {"authorTitle": "Kapitein"}}}}});
    let after = migrated(deck);
    assert_eq!(after["slides"][0]["content"]["attribution"], "Ada, Captain");
    assert_eq!(after["translations"]["nl"]["slides"]["s"]["content"], json!({"attribution": "Ada, Kapitein"}));
}

#[test]
fn to_15_older_words_for_backdrops_become_the_listed_ones() {
    for (older, newer) in [
        ("lime", "base"),
        ("mist", "tint"),
        ("dark", "deep"),
        ("calm", "gradient"),
        ("brand-1", "accent"),
        ("brand-2", "accent-2"),
        ("tint", "tint"),
        ("my-own", "my-own"),
    ] {
        let before = json!({"title": "T", "background": older});
        assert_eq!(content(14, "title-slide", &before), json!({"title": "T", "background": newer}));
    }
    let before = json!({"background": "lime"});
    assert_eq!(content(14, "acme/hero", &before), before);
}

#[test]
fn a_deck_of_the_current_version_is_not_changed() {
    for name in ["title-slide", "core/title", "acme/hero"] {
        let deck = deck_of(15, name, &json!({"title": "T", "subtitle": "kept", "background": "lime"}));
        assert_eq!(migrated(deck.clone()), deck);
    }
}

#[test]
fn a_deck_without_a_version_takes_every_step() {
    let mut deck = deck_of(0, "core/title", &json!({"title": "T", "subtitle": "Below", "background": "dark"}));
    deck.as_object_mut().expect("an object").shift_remove("schemaVersion");
    let read = read_stored(deck, Registry::core()).expect("a deck");
    assert_eq!((read.schema_version(), read.is_newer()), (0, false));
    let slide = &read.deck.slides[0];
    assert_eq!(slide.key, "title-slide");
    assert_eq!(
        Value::Object(slide.content.clone()),
        json!({"title": "T", "subheading": "Below", "background": "deep"})
    );
}

fn full() -> Deck {
    let content = |value: Value| value.as_object().cloned().expect("an object");
    let mut deck = Deck::new("Tides", "en-GB");
    deck.description = String::from("About water");
    deck.settings = deck::Settings::read(&content(json!({"stepParagraphs": true, "zz": [1]}))).expect("good");
    deck.slides = vec![
        Slide {
            id: "a".into(),
            key: "title-slide".to_owned(),
            content: content(json!({"title": "T", "zz": null})),
            notes: "Breathe.".to_owned(),
            visibility: Visibility { hide_in_export: true, ..Visibility::default() },
            duration: Some(12),
            transition: Some(deck::Transition::Morph),
            morph_names: [("title".to_owned(), "Motto".to_owned())].into_iter().collect(),
            library: Some(LibraryLink { id: "kept".to_owned(), revision: 3 }),
        },
        Slide::new("b", "acme/hero", content(json!({"anything": [{"goes": 1.5}]}))),
    ];
    let dutch = json!({"title": "Getij", "slides": {"a": {"content": {"title": "T"}, "notes": "Adem."}}});
    deck.translations.insert("nl".to_owned(), serde_json::from_value(dutch).expect("texts"));
    deck
}

#[test]
fn a_stored_deck_is_read_back() {
    let deck = full();
    let value = stored_json(&deck);
    assert_eq!(value["schemaVersion"], SCHEMA_VERSION);
    assert_eq!(value.as_object().and_then(|members| members.keys().next()).map(String::as_str), Some("schemaVersion"));
    let read = read_stored(value.clone(), Registry::core()).expect("a deck");
    assert_eq!(read.deck, deck);
    assert_eq!(read.replaced_by(&read.deck), Ok(value));
}

#[test]
fn a_deck_without_theme_or_language_reads_with_the_defaults() {
    let read = read_stored(json!({"title": "T", "slides": [], "theme": null}), Registry::core()).expect("a deck");
    assert_eq!(read.deck, Deck::new("T", "en-GB"));
}

#[test]
fn a_newer_deck_can_be_read_but_not_written_back() {
    let mut value = stored_json(&full());
    value["schemaVersion"] = json!(16);
    value["slides"][0]["type"] = json!("core/title");
    value["slides"][0]["content"]["subtitle"] = json!("left alone");
    value["slides"][0]["visibility"] = json!(["everywhere"]);
    value["slides"][0]["motion"] = json!({"a": 1});
    value["settings"] = json!("compact");
    let mut same = value.clone();
    assert_eq!(migrate(&mut same, Registry::core()), Ok(16));
    assert_eq!(same, value);
    let read = read_stored(value, Registry::core()).expect("a deck");
    assert!(read.is_newer() && read.schema_version() == 16);
    let slide = &read.deck.slides[0];
    assert_eq!((slide.key.as_str(), &slide.content["subtitle"]), ("core/title", &json!("left alone")));
    assert_eq!((slide.visibility, slide.notes.as_str()), (Visibility::default(), "Breathe."));
    let refusal = read.replaced_by(&read.deck).expect_err("newer");
    assert_eq!(refusal, MigrationError::Newer { version: 16 });
    insta::assert_snapshot!(refusal, @"the deck is stored in schema version 16, newer than 15, which this release writes");
}

#[test]
fn errors_name_the_path() {
    for (value, place) in [
        (json!([]), "deck"),
        (json!(null), "deck"),
        (json!({"schemaVersion": "15", "title": "T", "slides": []}), "schemaVersion"),
        (json!({"schemaVersion": -1, "title": "T", "slides": []}), "schemaVersion"),
        (json!({"schemaVersion": 14.5, "title": "T", "slides": []}), "schemaVersion"),
        (json!({"title": "T"}), "slides"),
        (json!({"title": "T", "slides": {}}), "slides"),
        (json!({"slides": []}), "title"),
        (json!({"title": 5, "slides": []}), "title"),
        (json!({"title": "T", "slides": [], "description": 5}), "description"),
        (json!({"title": "T", "slides": [], "theme": {}}), "theme"),
        (json!({"title": "T", "slides": [], "lang": 1}), "lang"),
        (json!({"title": "T", "slides": [], "settings": "x"}), "settings"),
        (json!({"title": "T", "slides": [], "settings": []}), "settings"),
        (json!({"title": "T", "slides": [], "translations": 1}), "translations"),
        (json!({"title": "T", "slides": [], "translations": {"nl": 1}}), "translations.nl"),
        (json!({"title": "T", "slides": [], "translations": {"nl": {"title": 1}}}), "translations.nl.title"),
        (json!({"title": "T", "slides": [], "translations": {"nl": {"slides": []}}}), "translations.nl.slides"),
        (
            json!({"title": "T", "slides": [], "translations": {"nl": {"slides": {"a": []}}}}),
            "translations.nl.slides.a",
        ),
        (
            json!({"title": "T", "slides": [], "translations": {"nl": {"slides": {"a": {"content": {"x": 1}}}}}}),
            "translations.nl.slides.a",
        ),
    ] {
        assert_eq!(malformed(value.clone()), place, "{value}");
    }
    for (key, value) in [
        ("id", json!(null)),
        ("type", json!(5)),
        ("content", json!([])),
        ("content", json!(null)),
        ("notes", json!(5)),
        ("visibility", json!([true])),
        ("visibility", json!({"hideInExport": 1})),
        ("duration", json!("12")),
        ("duration", json!(-1)),
        ("transition", json!("spin")),
        ("transition", json!(5)),
        ("morphNames", json!({"title": 5})),
        ("morphNames", json!({"title": ""})),
        ("library", json!({"id": "kept"})),
    ] {
        let mut deck = stored_json(&full());
        deck["slides"][1][key] = value;
        assert_eq!(malformed(deck), format!("slides[1].{key}"));
    }
    let mut deck = stored_json(&full());
    deck["slides"][0] = json!("title");
    assert_eq!(malformed(deck.clone()), "slides[0]");
    let refusal = read_stored(deck, Registry::core()).expect_err("malformed");
    insta::assert_snapshot!(refusal, @"stored deck: `slides[0]` is not an object");
}

/// Any JSON, with the keys and words that a deck and its older contents use.
fn json_value() -> impl Strategy<Value = Value> {
    let words = prop::sample::select(vec![
        "",
        "T",
        "title",
        "core/title",
        "quote-slide",
        "text-blocks-slide",
        "team-cards-slide",
        "image-text-slide",
        "lime",
        "3",
        "off",
        "bleed",
        "kpi-metrics-slide",
        "image-slide",
        "nl",
        "s",
    ]);
    let keys = prop::sample::select(vec![
        "schemaVersion",
        "title",
        "slides",
        "translations",
        "nl",
        "s",
        "id",
        "type",
        "content",
        "settings",
        "visibility",
        "notes",
        "duration",
        "transition",
        "subtitle",
        "card1Name",
        "cardCount",
        "row1Enabled",
        "row1Title",
        "row1Count",
        "row1Block1Body",
        "arrow1",
        "rows",
        "members",
        "images",
        "image",
        "imageFit",
        "layout",
        "metrics",
        "delta",
        "note",
        "authorName",
        "language",
        "background",
        "items",
        "subtitle.a",
        "members.0.name",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        prop_oneof![
            Just(json!(12)),
            Just(json!(15)),
            Just(json!(16)),
            any::<i64>().prop_map(|number| json!(number)),
            Just(json!(2.5))
        ],
        words.prop_map(|word| json!(word)),
    ];
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            prop::collection::vec((keys.clone(), inner), 0..8).prop_map(|members| Value::Object(
                members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
            )),
        ]
    })
}

fn keys() -> Vec<String> {
    let types = Registry::core().types();
    types.map(|slide_type| slide_type.key.clone()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn reading_arbitrary_json_never_panics(value in json_value()) {
        let _ = read_stored(value, Registry::core());
    }

    #[test]
    fn migrating_twice_changes_nothing(
        name in prop::sample::select(keys()),
        content in json_value(),
        texts in json_value(),
    ) {
        let mut deck = deck_of(12, &name, &content);
        deck["translations"] = json!({"nl": {"slides": {"s": {"content": texts}}}});
        let once = migrated(deck);
        let mut again = once.clone();
        again["schemaVersion"] = json!(12);
        prop_assert_eq!(migrated(again), once);
    }
}
