//! The envelope: writing, reading and errors.

use deck::{CountedIds, Deck, EnvelopeContext, EnvelopeError, Registry};
use proptest::prelude::*;
use serde_json::{Value, json};

fn read(given: Value) -> Result<Deck, EnvelopeError> {
    let mut ids = CountedIds::default();
    Deck::from_envelope(
        given,
        EnvelopeContext { registry: Registry::core(), deck_id: "deck", ids: &mut ids, max_slides: 500 },
    )
}

fn imported(given: Value) -> Deck {
    read(given).unwrap_or_else(|error| panic!("{error}"))
}

fn written(deck: &Deck) -> Value {
    deck.envelope(Registry::core())
}

fn content(title: &str) -> Value {
    json!({"type": "content-slide", "content": {"title": title}})
}

#[test]
fn a_plain_deck_has_exactly_the_five_keys() {
    let envelope = written(&imported(json!({"title": "Plain", "slides": [content("A")]})));
    let keys: Vec<&String> = envelope.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["format", "version", "title", "theme", "slides"]);
    let keys: Vec<&String> = envelope["slides"][0].as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["type", "content"]);
    assert_eq!(envelope["slides"][0]["type"], "eu.svc.slide.content");
}

#[test]
fn an_envelope_is_pretty_printed_with_two_spaces() {
    let text = imported(json!({"slides": []})).envelope_text(Registry::core());
    assert!(
        text.starts_with(
            "{\n  \"format\": \"svc.deck\",\n  \"version\": 1,\n  \"title\": \"Imported presentation\",\n"
        )
    );
}

#[test]
fn optional_keys_are_ordered_and_left_out_when_they_have_their_default() {
    let given = json!({
        "format": "svc.deck", "version": 1, "title": "Brought in", "theme": "ledger", "lang": "nl", "description": "Draft",
        "settings": {"qaEnabled": false},
        "translations": {"de": {"title": "Mitgebracht", "slides": {"1": {"content": {"title": "Dann"}, "notes": "Pause."}}}},
        "slides": [
            {"type": "eu.svc.slide.end", "content": {"title": "A", "background": "deep"}},
            {"type": "eu.svc.slide.end", "content": {"title": "B", "background": "deep"}, "notes": "Wait.",
             "visibility": {"hideInExport": true}, "duration": 20, "transition": "none", "morphNames": {"title": "Motto"}, "library": {"id": "kept", "revision": 3}},
        ],
    });
    let deck = imported(given.clone());
    assert_eq!(serde_json::to_string(&written(&deck)).expect("JSON"), serde_json::to_string(&given).expect("JSON"));
    assert_eq!(deck.translations["de"].slides.keys().collect::<Vec<_>>(), [&deck.slides[1].id]);
}

#[test]
fn errors_say_what_cannot_be_read() {
    for (given, text) in [
        (json!([]), "a deck is a JSON object"),
        (json!({"slides": [], "format": "other.deck"}), "`format` is `other.deck`, expected `svc.deck`"),
        (json!({"slides": [], "format": 5}), "`format` is `5`, expected `svc.deck`"),
        (json!({"slides": [], "version": 2}), "`version` is `2`, the supported version is 1"),
        (json!({"slides": [], "version": "1"}), "`version` is `\"1\"`, the supported version is 1"),
        (json!({}), "`slides` is required and is a list"),
        (json!({"slides": {}}), "`slides` is required and is a list"),
        (json!({"slides": [content("A"), "x"]}), "slide 1: expected an object"),
        (json!({"slides": [content("A"), {"type": "title", "content": []}]}), "slide 1: `content` is an object"),
    ] {
        assert_eq!(read(given.clone()).expect_err("refused").to_string(), text, "{given}");
    }
    let bytes = |bytes: &[u8]| {
        let mut ids = CountedIds::default();
        let reading = EnvelopeContext { registry: Registry::core(), deck_id: "d", ids: &mut ids, max_slides: 1 };
        Deck::from_envelope_bytes(bytes, reading).expect_err("refused")
    };
    assert!(matches!(bytes(b""), EnvelopeError::NotJson(_)));
    assert!(matches!(bytes(b"{"), EnvelopeError::NotJson(_)));
    assert!(matches!(bytes(&b"[".repeat(100_000)), EnvelopeError::NotJson(_)), "deep nesting");
    assert_eq!(bytes(br#"{"slides": [{}, {}]}"#).to_string(), "the deck has 2 slides, 1 at most are accepted");
}

#[test]
fn current_legacy_and_absent_formats_are_accepted() {
    for given in [
        json!({"slides": []}),
        json!({"slides": [], "format": "svc.deck"}),
        json!({"slides": [], "format": "legacy.deck", "version": 1}),
    ] {
        assert_eq!(written(&imported(given))["format"], "svc.deck");
    }
}

#[test]
fn missing_titles_and_malformed_optional_keys_fall_back() {
    let slide = json!({"type": "content", "content": {"title": "A"}, "notes": 5, "visibility": "x", "duration": "long", "transition": "spin", "morphNames": {"title": 5}, "id": "given"});
    let deck = imported(json!({
        "title": " ", "theme": 5, "lang": 5, "description": [], "settings": "x", "translations": [], "zz": 1, "slides": [slide],
    }));
    assert_eq!(
        (deck.title.as_str(), deck.theme.as_str(), deck.lang.as_str()),
        ("Imported presentation", "default", "en-GB")
    );
    assert_eq!((deck.slides[0].notes.as_str(), deck.slides[0].duration, deck.slides[0].transition), ("", None, None));
    assert_ne!(deck.slides[0].id, "given");
    assert_eq!(imported(json!({"slides": [], "lang": "not a tag"})).lang, "en-GB");
}

#[test]
fn a_title_or_description_over_its_limit_is_cut() {
    let deck = imported(json!({"title": "tide ".repeat(200), "description": "tide ".repeat(200), "slides": []}));
    assert!((400..=500).contains(&deck.title.chars().count()) && deck.title.ends_with('…'));
    assert!((500..=600).contains(&deck.description.chars().count()));
}

#[test]
fn links_between_slides_are_written_as_numbers() {
    let mut deck = imported(json!({"slides": [content("A"), content("B"), {"type": "poll", "content": {}}]}));
    let second = deck.slides[1].id.clone();
    deck.slides[0].content.insert("body".to_owned(), json!(format!("Berth #2 first: see [then](#slide:{second}).")));
    deck.slides[2].content.insert("onCloseTarget".to_owned(), json!(second));
    let envelope = written(&deck);
    assert_eq!(envelope["slides"][0]["content"]["body"], "Berth #2 first: see [then](#2).");
    assert_eq!(envelope["slides"][2]["content"]["onCloseTarget"], "#2");
    let again = imported(envelope);
    let target = &again.slides[1].id;
    assert_eq!(again.slides[0].content["body"], json!(format!("Berth #2 first: see [then](#slide:{target}).")));
    assert_eq!(again.slides[2].content["onCloseTarget"], json!(target));
}

#[test]
fn instance_values_are_not_written_and_made_anew() {
    let deck = imported(
        json!({"slides": [{"type": "poll", "content": {"pollId": "old"}}, {"type": "follow-invite", "content": {}}]}),
    );
    assert_ne!(deck.slides[0].content["pollId"], "old");
    assert_eq!(deck.slides[1].content["presentationId"], "deck");
    let envelope = written(&deck);
    assert_eq!(envelope["slides"][0]["content"].get("pollId"), None);
    assert_eq!(envelope["slides"][1]["content"], json!({}));
}

#[test]
fn unknown_types_become_placeholders_and_keep_their_notes() {
    let deck = imported(
        json!({"slides": [{"type": "acme/hero", "content": {"claim": "Tides"}, "notes": "N"}, {"content": {"claim": "Tides"}}]}),
    );
    assert_eq!((deck.slides[0].key.as_str(), deck.slides[0].notes.as_str()), ("content-slide", "N"));
    assert!(
        deck.slides.iter().all(|slide| { slide.content["body"].as_str().is_some_and(|body| body.contains("Tides")) })
    );
}

#[test]
fn export_import_export_is_a_fixed_point_for_all_examples() {
    let slides: Vec<Value> = Registry::core()
        .types()
        .map(|known| json!({"type": known.key, "content": known.example, "notes": "N"}))
        .collect();
    let first = written(&imported(json!({"title": "All", "slides": slides})));
    assert_eq!(written(&imported(first.clone())), first);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        any::<i64>().prop_map(Value::from),
        "[a-z#:/ .!\\[\\]()\u{1F30A}-]{0,24}".prop_map(Value::from),
        prop::sample::select(vec![
            "#2",
            "[x](#1)",
            "/uploads/a.png",
            "deep",
            "mist",
            "https://",
            "en-GB",
            "two-column"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((any_key(), inner), 0..6)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

fn any_key() -> impl Strategy<Value = String> {
    let known = vec![
        "title",
        "body",
        "items",
        "rows",
        "blocks",
        "images",
        "src",
        "alt",
        "text",
        "date",
        "background",
        "layout",
        "metrics",
        "delta",
        "card1Title",
        "cardCount",
        "slideBgImage",
        "slideBgFocusX",
        "onCloseTarget",
        "pollId",
        "quote",
        "c1",
        "zz",
        "notes",
        "visibility",
        "duration",
        "transition",
        "morphNames",
        "content",
        "type",
        "subtitle",
        "textStyles",
    ];
    prop::sample::select(known).prop_map(str::to_owned)
}

fn any_slide() -> impl Strategy<Value = Value> {
    let keys: Vec<String> = Registry::core()
        .types()
        .map(|known| known.key.clone())
        .chain(["acme/hero".to_owned(), "lijstje".to_owned()])
        .collect();
    let content = prop::collection::vec((any_key(), any_json()), 0..8)
        .prop_map(|pairs| Value::Object(pairs.into_iter().collect()));
    (prop::sample::select(keys), content, any_json(), any_json(), any_json()).prop_map(|(key, content, notes, visibility, duration)| {
        json!({"type": key, "content": content, "notes": notes, "visibility": visibility, "duration": duration})
    })
}

proptest! {
    #[test]
    fn reading_never_panics_on_arbitrary_json(given in any_json()) {
        let _ = read(given);
    }

    #[test]
    fn reading_never_panics_on_arbitrary_bytes(given in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut ids = CountedIds::default();
        let reading = EnvelopeContext { registry: Registry::core(), deck_id: "d", ids: &mut ids, max_slides: 500 };
        let _ = Deck::from_envelope_bytes(&given, reading);
    }

    #[test]
    fn export_import_export_is_a_fixed_point(
        slides in prop::collection::vec(any_slide(), 0..5), settings in any_json(), translations in any_json(), title in ".{0,20}",
    ) {
        let translations = json!({"de": translations, "nl": {"title": "T", "slides": {"0": {"content": {"title": "x", "items.0.title": "y"}}}}});
        let given = json!({"title": title, "slides": slides, "settings": settings, "translations": translations});
        let first = written(&imported(given));
        let second = written(&imported(first.clone()));
        prop_assert_eq!(first, second);
    }
}
