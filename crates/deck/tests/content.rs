//! Content that is imported, converted to another type, or kept in a placeholder.

use deck::{Content, ConversionError, Registry, conversion_targets, converted, normalised, placeholder};
use serde_json::{Value, json};

fn object(value: &Value) -> Content {
    value.as_object().cloned().expect("an object")
}

fn imported(kind: &str, content: &Value) -> Value {
    let registry = Registry::core();
    let slide_type = registry.resolve(kind).expect("a core type");
    let once = normalised(registry, slide_type, "en-GB", object(content));
    assert_eq!(normalised(registry, slide_type, "en-GB", once.clone()), once, "a fixed point");
    Value::Object(once)
}

#[test]
fn an_empty_slide_takes_the_defaults_of_its_type_and_language() {
    assert_eq!(
        imported("content", &json!({})),
        json!({"title": "New slide", "layout": "one-column", "density": "auto", "background": "base"})
    );
    let registry = Registry::core();
    let slide_type = registry.resolve("content").expect("a core type");
    let title = |lang: &str| normalised(registry, slide_type, lang, Content::new())["title"].clone();
    assert_eq!(
        [title("nl"), title("nl-BE"), title("NL"), title("ja")],
        ["Nieuwe dia", "Nieuwe dia", "Nieuwe dia", "New slide"]
    );
}

#[test]
fn a_value_of_the_right_kind_is_kept() {
    for (key, given, kept) in [
        ("layout", json!("two-column"), json!("two-column")),
        ("layout", json!("sideways"), json!("one-column")),
        ("layout", json!(5), json!("one-column")),
        ("layout", json!(""), json!("one-column")),
        ("background", json!("any-slug"), json!("any-slug")),
        ("background", json!("No slug!"), json!("base")),
        ("background", json!("mist"), json!("tint")),
        ("body", json!(5), Value::Null),
        ("body", json!(""), json!("")),
        ("title", json!("  "), json!("New slide")),
        ("title", json!(null), json!("New slide")),
        ("slideBgImage", json!("  https://x.test/quay.png "), json!("https://x.test/quay.png")),
        ("slideBgImage", json!(" "), Value::Null),
        ("slideBgFocusX", json!(101), Value::Null),
        ("slideBgFocusX", json!("40"), json!(40)),
        ("slideBgFit", json!("stretch"), Value::Null),
        ("a11yTitle", json!("x".repeat(200)), json!("x".repeat(200))),
        ("zzKept", json!({"a": [1]}), json!({"a": [1]})),
        ("zzNull", json!(null), Value::Null),
        ("textStyles", json!({"title": {"size": "lg"}}), json!({"title": {"size": "lg"}})),
    ] {
        assert_eq!(imported("content", &json!({key: given}))[key], kept, "{key} {given}");
    }
}

#[test]
fn a_list_keeps_its_valid_entries_up_to_its_maximum_and_is_never_emptied() {
    let items = |items: Value| imported("list", &json!({"title": "t", "items": items}))["items"].clone();
    assert_eq!(
        items(json!([{"title": "A"}, 5, {"title": "B", "zz": null, "text": 7}])),
        json!([{"title": "A"}, {"title": "B"}])
    );
    let many: Vec<Value> = (0..10).map(|n| json!({"title": n.to_string()})).collect();
    assert_eq!(items(json!(many)).as_array().map(Vec::len), Some(8));
    let default = json!([{"title": "Point 1", "text": ""}, {"title": "Point 2", "text": ""}]);
    for nothing in [json!([]), json!([5]), json!("A"), json!(null)] {
        assert_eq!(items(nothing), default);
    }
    assert_eq!(imported("image-text", &json!({"images": []}))["images"], json!([]));
}

#[test]
fn text_is_not_shortened_and_instance_values_are_dropped() {
    assert_eq!(imported("quote", &json!({"quote": "x".repeat(500)}))["quote"], json!("x".repeat(500)));
    assert_eq!(imported("poll", &json!({"pollId": "p"})).get("pollId"), None);
    assert_eq!(imported("follow-invite", &json!({"presentationId": "p", "enabled": false})), json!({"enabled": false}));
}

#[test]
fn normalising_an_example_changes_nothing() {
    for slide_type in Registry::core().types() {
        let made = imported(&slide_type.key, &Value::Object(slide_type.example.clone()));
        for (key, value) in &slide_type.example {
            assert_eq!(&made[key], value, "{} {key}", slide_type.key);
        }
    }
}

#[test]
fn an_unknown_type_becomes_a_placeholder_that_keeps_its_text() {
    let given = json!({
        "heading": "Old words", "claim": "Tides never wait", "contactName": "Ama", "background": "deep",
        "slideBgImage": "https://x.test/quay.png", "points": ["one", {"title": "two", "n": 2}], "empty": "",
    });
    let made = placeholder(Registry::core(), "en-GB", Some("acme/hero@3"), &object(&given));
    assert_eq!(made["title"], "Old words");
    assert_eq!(made["background"], "tint");
    assert_eq!(
        made["body"],
        "*Slide type not available: `acme/hero@3`.*\n\n**Claim:** Tides never wait\n\n**Contact name:** Ama\n\n\
         **Points**\n\n- one\n- **Title:** two; **N:** 2"
    );
}

#[test]
fn a_placeholder_without_a_title_is_named_archived_or_unavailable() {
    let named = |name: Option<&str>| {
        let made = placeholder(Registry::core(), "en-GB", name, &object(&json!({"claim": "x"})));
        (made["title"].as_str().expect("a title").to_owned(), made["body"].as_str().expect("a body").to_owned())
    };
    assert_eq!(named(Some("acme/freeform")).0, "Unavailable slide");
    assert_eq!(
        named(None),
        ("Unavailable slide".to_owned(), "*Slide type not available: ?.*\n\n**Claim:** x".to_owned())
    );
    for spelling in
        ["eu.svc.slide.freeform", "freeform-slide", "core/freeform-slide", "core/freeform", "freeform", "freeform@2"]
    {
        let (title, body) = named(Some(spelling));
        assert_eq!(title, "Archived slide");
        assert_eq!(body, format!("*Slide type retired: `{spelling}`. Nothing replaces it.*\n\n**Claim:** x"));
    }
    let (_, body) = named(Some("lijstje"));
    assert!(body.starts_with("*Slide type retired: `lijstje`. Replaced by `eu.svc.slide.list`.*"));
    let dutch = placeholder(Registry::core(), "nl", Some("lijstje"), &Content::new());
    assert_eq!(dutch["body"], "*Diatype vervallen: `lijstje`. Vervangen door `eu.svc.slide.list`.*");
}

fn convert(from: &str, to: &str, content: &Value) -> Result<Value, ConversionError> {
    let registry = Registry::core();
    let (from, to) = (registry.resolve(from).expect("a type"), registry.resolve(to).expect("a type"));
    converted(registry, from, to, "en-GB", &object(content)).map(Value::Object)
}

#[test]
fn the_six_conversions_carry_over_what_the_catalogue_declares() {
    let text = json!({"title": "T", "subheading": "S", "body": "B", "layout": "two-column", "background": "deep", "density": "compact",
        "actions": [{"label": "Go", "url": "/x"}], "slideLogo": "none"});
    let made = convert("content", "image-text", &text).expect("a pair");
    assert_eq!(
        [
            &made["title"],
            &made["body"],
            &made["background"],
            &made["density"],
            &made["images"],
            &made["layout"],
            &made["slideLogo"]
        ],
        [&json!("T"), &json!("S\n\nB"), &json!("deep"), &json!("compact"), &json!([]), &json!("split"), &json!("none")]
    );
    assert_eq!(made["actions"], text["actions"]);

    let made = convert(
        "image-text",
        "content",
        &json!({"title": "T", "body": "B", "textColumns": "2", "images": [{"src": "/uploads/a.png"}]}),
    );
    assert_eq!(
        made,
        Ok(json!({"title": "T", "layout": "two-column", "density": "auto", "background": "base", "body": "B"}))
    );

    let picture = json!({"image": "/uploads/a.png", "alt": "A", "fit": "contain", "focusX": 10, "focusY": 20, "caption": "C",
        "imageRole": "decorative", "subheading": "S", "bottomSubheading": "E", "bleed": true});
    let made = convert("image", "image-text", &picture).expect("a pair");
    assert_eq!(
        made["images"],
        json!([{"src": "/uploads/a.png", "alt": "A", "fit": "contain", "focusX": 10, "focusY": 20}])
    );
    assert_eq!((&made["title"], &made["body"], &made["caption"]), (&json!("New slide"), &json!("S\n\nE"), &json!("C")));

    let list = json!({"title": "T", "variant": "numbers", "layout": "auto", "items": [{"title": "One", "text": "first"}, {"title": "Two"}, {}]});
    let made = convert("list", "content", &list).expect("a pair");
    assert_eq!((&made["body"], &made["layout"]), (&json!("1. **One**: first\n2. **Two**"), &json!("one-column")));

    let made = convert(
        "title",
        "chapter title",
        &json!({"title": "T", "subheading": "S", "meta": "M", "background": "accent"}),
    );
    assert_eq!(made, Ok(json!({"title": "T", "layout": "center", "background": "accent", "subheading": "S"})));
    assert_eq!(
        convert("chapter-title", "title", &json!({"title": "T"})).map(|made| made["title"].clone()),
        Ok(json!("T"))
    );
}

#[test]
fn a_title_too_long_for_its_target_is_an_error() {
    let error = convert("chapter-title", "title", &json!({"title": "x".repeat(130)})).expect_err("too long");
    assert_eq!(error.to_string(), "field title: expected at most 120 characters in a title-slide, got 130");
}

#[test]
fn other_conversions_are_refused_with_the_possible_targets() {
    assert_eq!(conversion_targets(Registry::core(), "content-slide"), ["image-text-slide"]);
    let error = convert("image", "list", &json!({})).expect_err("no pair");
    assert_eq!(
        error.to_string(),
        "`image-slide` does not become `list-slide` by itself; it can become image-text-slide"
    );
    assert!(
        convert("quote", "list", &json!({})).expect_err("no pair").to_string().ends_with("it can become no other type")
    );
}
