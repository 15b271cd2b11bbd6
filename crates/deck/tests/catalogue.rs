//! The catalogue that is compiled in, and declarations that are refused.

use deck::{DeckRole, DeclarationError, LogoPlacement, Origin, Registry};
use serde_json::{Value, json};

fn catalogue() -> Value {
    serde_json::from_str(include_str!("../catalogue/slide-types.json")).expect("JSON")
}

/// A valid declaration for a file.
fn berth() -> Value {
    json!({
        "id": "org.example.slide.berth",
        "label": "Berth",
        "category": "content",
        "fields": [{"key": "title", "kind": "string", "required": true, "maxLength": 20}],
        "defaults": {"title": "Berth"},
        "example": {"title": "Berth 12"},
    })
}

fn changed(mut declaration: Value, change: &Value) -> Value {
    for (key, value) in change.as_object().expect("an object") {
        declaration[key] = value.clone();
    }
    declaration
}

fn refused(declaration: &Value, origin: Origin) -> DeclarationError {
    let read = Registry::core().clone().with("berth.json", declaration, origin);
    read.map(|_| ()).expect_err(&declaration.to_string())
}

/// Checks that each change makes the valid declaration fail, with the given field and message.
fn check(cases: Vec<(Value, &str, &str)>) {
    for (change, field, fault) in cases {
        let error = refused(&changed(berth(), &change), Origin::File);
        assert_eq!(error.field, field, "{change}: {error}");
        assert!(error.fault.contains(fault), "{change}: {error}");
        assert_eq!(error.file, "berth.json");
    }
}

/// Like `check`, for a further field of the declaration. Its path is `depth` unless given.
fn check_field(cases: Vec<(Value, &str, &str)>) {
    for (mut field, path, fault) in cases {
        if field.get("key").is_none() {
            field["key"] = json!("depth");
        }
        let title = berth()["fields"][0].clone();
        let path = if path.is_empty() { "depth" } else { path };
        check(vec![(json!({"fields": [title, field]}), path, fault)]);
    }
}

#[test]
fn the_catalogue_has_36_types() {
    assert_eq!(Registry::core().types().count(), 36);
}

#[test]
fn every_type_that_the_catalogue_names_is_in_it() {
    let core = Registry::core();
    let catalogue = core.catalogue();
    let fallbacks = core.types().filter_map(|slide_type| slide_type.fallback.as_ref());
    let named = fallbacks
        .chain(&catalogue.closing_types)
        .chain(catalogue.conversions.iter().flat_map(|pair| [&pair.from, &pair.to]))
        .chain(catalogue.retired.iter().filter_map(|retired| retired.successor.as_ref()))
        .chain(catalogue.advice.iter().flat_map(|advice| &advice.types));
    let mut count = 0;
    for key in named {
        assert!(core.by_key(key).is_some(), "{key}");
        count += 1;
    }
    assert!(count > 40, "{count}");
    for retired in &catalogue.retired {
        assert!(core.by_key(&retired.key).is_none(), "{}", retired.key);
    }
}

#[test]
fn a_valid_declaration_is_accepted_from_a_file_and_from_an_organization() {
    let registry = Registry::core().clone().with("berth.json", &berth(), Origin::File).expect("good");
    assert_eq!(registry.types().count(), 37);
    let mut own = berth();
    own["slug"] = json!("berth");
    let registry = registry.with("organization", &own, Origin::Organization).expect("good");
    assert_eq!(registry.by_key("custom-berth").expect("there").id, "custom/berth");
}

#[test]
fn an_error_names_file_type_and_field() {
    let error = refused(&changed(berth(), &json!({"example": {"title": "x".repeat(21)}})), Origin::File);
    insta::assert_snapshot!(error, @"berth.json: type `org.example.slide.berth`, field `title`: example: expected at most 20 characters, got 21");
    insta::assert_snapshot!(refused(&json!([]), Origin::File), @"berth.json: a declaration is a JSON object");
}

#[test]
fn an_id_from_a_file_has_its_own_namespace() {
    let ids = [
        ("eu.svc", "lies under `eu.svc`"),
        ("eu.svc.slide.hero", "lies under `eu.svc`"),
        ("eu.svc/hero", "lies under `eu.svc`"),
        ("core/hero", "kept for the service"),
        ("custom/hero", "kept for the service"),
        ("hero", "neither of the form"),
        ("a/b/c", "neither of the form"),
        ("org..hero", "neither of the form"),
        ("acme/", "neither of the form"),
        ("acme/he ro", "neither of the form"),
        ("acme/hero@2", "neither of the form"),
        ("", "declares its id"),
    ];
    check(ids.into_iter().map(|(id, fault)| (json!({"id": id}), "id", fault)).collect());
    check(vec![
        (json!({"id": null}), "id", "declares its id"),
        (json!({"id": 5}), "id", "expected a text"),
        (json!({"id": format!("acme/{}", "x".repeat(200))}), "id", "neither of the form"),
        (json!({"key": "Not a slug"}), "key", "not a free slug"),
        (json!({"key": "custom-berth"}), "key", "not a free slug"),
    ]);
}

#[test]
fn a_key_or_id_that_is_taken_is_refused() {
    for key in ["title-slide", "title", "chapter-title", "quote"] {
        check(vec![(json!({"key": key}), "key", "is taken")]);
    }
    let registry = Registry::core().clone().with("berth.json", &berth(), Origin::File).expect("good");
    let error = registry.clone().with("other.json", &berth(), Origin::File).map(|_| ()).expect_err("taken");
    assert_eq!((error.file.as_str(), error.field.as_str()), ("other.json", "key"));
    let other = changed(berth(), &json!({"key": "pier"}));
    let error = registry.with("other.json", &other, Origin::File).map(|_| ()).expect_err("taken");
    assert_eq!((error.type_name.as_str(), error.field.as_str()), ("pier", "id"));
}

#[test]
fn an_organization_type_has_a_free_slug() {
    for (slug, fault) in [
        (json!(null), "has a slug"),
        (json!("Berth"), "is not a slug"),
        (json!("a b"), "is not a slug"),
        (json!("-a"), "is not a slug"),
        (json!("x".repeat(33)), "is not a slug"),
        (json!(5), "expected a text"),
    ] {
        let error = refused(&changed(berth(), &json!({"slug": slug})), Origin::Organization);
        assert_eq!(error.field, "slug");
        assert!(error.fault.contains(fault), "{error}");
    }
    let own = changed(berth(), &json!({"slug": "berth"}));
    let registry = Registry::core().clone().with("one", &own, Origin::Organization).expect("good");
    let error = registry.with("two", &own, Origin::Organization).map(|_| ()).expect_err("taken");
    assert!(error.fault.contains("`custom-berth` is taken"), "{error}");
}

#[test]
fn a_type_uses_known_words() {
    check(vec![
        (json!({"label": null}), "label", "needs a label"),
        (json!({"label": " "}), "label", "needs a label"),
        (json!({"label": 5}), "label", "expected a text"),
        (json!({"category": "other"}), "category", "structural or content"),
        (json!({"interaction": "quiz"}), "interaction", "poll, likert or feedback"),
        (json!({"buildMode": "slow"}), "buildMode", "body, cards, chart, image-zoom or code"),
        (json!({"labelField": "name"}), "labelField", "`name` is not a declared text field"),
        (json!({"deckRole": "chapter"}), "deckRole", "expected title or section, got `chapter`"),
        (json!({"logo": "left"}), "logo", "expected corner or own, got `left`"),
        (json!({"logoField": "side"}), "logoField", "`side` is not a declared field"),
        (json!({"fallback": "hero-slide"}), "fallback", "`hero-slide` is not a built-in type"),
        (json!({"fallback": "org.example.slide.berth"}), "fallback", "is not a built-in type"),
        (json!({"bestFor": "all"}), "bestFor", "list of texts"),
        (json!({"ai": "no"}), "ai", "true or false"),
        (json!({"deprecated": 1}), "deprecated", "true or false"),
        (json!({"readsAs": {}}), "readsAs", "expected a list"),
        (json!({"readsAs": [{"from": "a", "to": "title", "how": "magic"}]}), "readsAs[0]", "unknown rule"),
        (json!({"readsAs": [{"from": "a"}]}), "readsAs[0]", "unknown rule"),
    ]);
}

#[test]
fn a_type_declares_its_role_in_the_deck_and_its_logo() {
    let declared = |registry: &Registry, key: &str| {
        let slide_type = registry.by_key(key).expect(key);
        (slide_type.deck_role, slide_type.logo, slide_type.logo_field.clone())
    };
    let core = Registry::core();
    let title = (Some(DeckRole::Title), LogoPlacement::Own, Some("logoCorner".to_owned()));
    assert_eq!(declared(core, "title-slide"), title);
    assert_eq!(declared(core, "chapter-title-slide"), (Some(DeckRole::Section), LogoPlacement::Corner, None));
    assert_eq!(declared(core, "payoff-slide"), (None, LogoPlacement::Own, None));
    let others = core.types().filter(|slide_type| slide_type.deck_role.is_none()).count();
    assert_eq!(others, 34);

    let registry = core.clone().with("berth.json", &berth(), Origin::File).expect("good");
    assert_eq!(declared(&registry, "org.example.slide.berth"), (None, LogoPlacement::Corner, None));
    let section = changed(berth(), &json!({"deckRole": "section", "logo": "own", "logoField": "title"}));
    let registry = core.clone().with("berth.json", &section, Origin::File).expect("good");
    let expected = (Some(DeckRole::Section), LogoPlacement::Own, Some("title".to_owned()));
    assert_eq!(declared(&registry, "org.example.slide.berth"), expected);
}

#[test]
fn fields_are_a_list_of_objects_with_unique_keys() {
    let twice = json!([{"key": "a", "kind": "string"}, {"key": "a", "kind": "number"}]);
    check(vec![
        (json!({"fields": {}}), "fields", "list of fields"),
        (json!({"fields": [5]}), "fields[0]", "expected an object"),
        (json!({"fields": [{"kind": "string"}]}), "fields[0]", "has a key"),
        (json!({"fields": [{"key": "", "kind": "string"}]}), "fields[0]", "has a key"),
        (json!({"fields": [{"key": "a-b", "kind": "string"}]}), "a-b", "letters, digits and underscores"),
        (json!({"fields": [{"key": "a.b", "kind": "string"}]}), "a.b", "letters, digits and underscores"),
        (json!({"fields": twice}), "a", "declared twice"),
        (json!({"fields": [{"key": "a11yTitle", "kind": "string"}]}), "a11yTitle", "kept for every slide"),
        (json!({"fields": [{"key": "textStyles", "kind": "string"}]}), "textStyles", "kept for every slide"),
        (json!({"fields": [{"key": "list", "kind": "items", "itemFields": twice}]}), "list[].a", "declared twice"),
        (
            json!({"fields": [{"key": "list", "kind": "items", "itemFields": [{}]}]}),
            "list[].itemFields[0]",
            "has a key",
        ),
    ]);
}

#[test]
fn a_field_has_a_known_kind_and_consistent_bounds() {
    let deepest = json!([{"key": "c", "kind": "items", "itemFields": []}]);
    let deeper = json!([{"key": "b", "kind": "items", "itemFields": deepest}]);
    check_field(vec![
        (json!({}), "", "has a kind"),
        (json!({"kind": "colour"}), "", "unknown kind `colour`; the kinds are string, markdown, code"),
        (json!({"type": "colour"}), "", "unknown kind `colour`"),
        (json!({"kind": 5}), "", "expected a text"),
        (json!({"kind": "number", "min": 2, "max": 1}), "", "`min` lies above `max`"),
        (json!({"kind": "number", "min": "2"}), "", "`min` is a number"),
        (json!({"kind": "string", "maxLength": -1}), "", "`maxLength` is a whole number"),
        (json!({"kind": "string", "maxLength": "9"}), "", "`maxLength` is a whole number"),
        (json!({"kind": "string", "pattern": "["}), "", "no regular expression"),
        (json!({"kind": "string", "required": "yes"}), "", "true or false"),
        (json!({"kind": "string", "label": 5}), "", "expected a text"),
        (json!({"kind": "string", "visibleWhen": {"field": "title"}}), "", "`visibleWhen`"),
        (json!({"kind": "enum"}), "", "lists its `options`"),
        (json!({"kind": "enum", "options": []}), "", "lists its `options`"),
        (json!({"kind": "enum", "options": "a"}), "", "list of texts"),
        (json!({"kind": "enum", "options": [1]}), "", "expected texts"),
        (json!({"kind": "enum", "options": ["a", "a"]}), "", "listed twice"),
        (json!({"kind": "enum", "options": ["a"], "vocabulary": "fruit"}), "", "unknown vocabulary `fruit`"),
        (json!({"kind": "enum", "options": ["a"], "optionLabels": []}), "", "`optionLabels` is an object"),
        (json!({"kind": "items"}), "depth[].itemFields", "list of fields"),
        (json!({"kind": "items", "minItems": 3, "maxItems": 2, "itemFields": []}), "", "`minItems` lies above"),
        (json!({"kind": "items", "itemFields": deeper}), "depth[].b[].c", "two deep at most"),
        (json!({"kind": "items", "itemFields": [{"key": "a", "kind": "colour"}]}), "depth[].a", "unknown kind"),
    ]);
}

#[test]
fn a_default_is_within_the_bounds_of_its_field() {
    let inner = json!([
        {"key": "name", "kind": "string", "maxLength": 3},
        {"key": "tone", "kind": "enum", "options": ["a"], "default": "b"},
    ]);
    check_field(vec![
        (json!({"kind": "string", "maxLength": 3, "default": "long"}), "", "default: expected at most 3 characters"),
        (json!({"kind": "string", "default": 5}), "", "default: expected a text"),
        (json!({"kind": "string", "pattern": "^[0-9]+$", "default": "x"}), "", "default: expected a text of the form"),
        (json!({"kind": "number", "max": 3, "default": 4}), "", "default: expected a number of 3 or less"),
        (json!({"kind": "boolean", "default": "yes"}), "", "default: expected true or false"),
        (json!({"kind": "enum", "options": ["a"], "default": "b"}), "", "default: expected one of a"),
        (json!({"kind": "url", "default": "javascript:1"}), "", "default: expected an http"),
        (json!({"kind": "image", "default": "a.png"}), "", "default: expected a picture"),
        (json!({"kind": "items", "itemFields": inner}), "depth[].tone", "default: expected one of a"),
        (
            json!({"kind": "items", "itemFields": [inner[0]], "default": [{"name": "long"}]}),
            "depth[0].name",
            "default: expected at most 3",
        ),
        (
            json!({"kind": "items", "maxItems": 1, "itemFields": [], "default": [{}, {}]}),
            "",
            "default: expected a list",
        ),
        (json!({"kind": "image", "required": true}), "", "needs a default"),
        (json!({"kind": "number", "required": true}), "", "needs a default"),
        (json!({"kind": "items", "required": true, "itemFields": []}), "", "needs a default"),
    ]);
}

#[test]
fn samples_are_valid_for_their_own_type() {
    check(vec![
        (json!({"defaults": []}), "defaults", "expected an object"),
        (json!({"defaults": {"title": ""}}), "title", "defaults: expected"),
        (json!({"defaults": {"title": "T", "zz": 1}}), "zz", "defaults: expected one of title"),
        (json!({"example": 5}), "example", "expected an object"),
        (json!({"example": {}}), "title", "example: expected"),
        (json!({"example": {"title": "x".repeat(21)}}), "title", "example: expected at most 20"),
        (json!({"example": {"title": "T", "slideBgFit": "stretch"}}), "slideBgFit", "example: expected one of cover"),
        (json!({"defaultsByLang": []}), "defaultsByLang", "expected an object"),
        (json!({"defaultsByLang": {"nl": 5}}), "defaultsByLang.nl", "expected an object"),
        (json!({"defaultsByLang": {"nl": {"title": 5}}}), "title", "defaultsByLang.nl: expected a text"),
    ]);
}

/// The error of the compiled-in catalogue with one value replaced.
fn broken(pointer: &str, value: Value) -> DeclarationError {
    let mut source = catalogue();
    *source.pointer_mut(pointer).expect(pointer) = value;
    Registry::from_catalogue("broken.json", &source).map(|_| ()).expect_err("it is wrong")
}

#[test]
fn a_wrong_catalogue_is_refused_with_file_type_and_field() {
    for (pointer, value, type_name, field) in [
        ("/types/0/id", json!("eu.svc.slide.opening"), "title-slide", "id"),
        ("/types/0/key", json!("title"), "title", "id"),
        ("/types/1/key", json!(null), "eu.svc.slide.chapter-title", "id"),
        ("/types/0/fields/0/maxLength", json!(5), "title-slide", "title"),
        ("/types/0/fields/0/kind", json!("colour"), "title-slide", "title"),
        ("/types/0/example", json!({}), "title-slide", "title"),
        ("/globalOptions", json!(null), "", "globalOptions"),
        ("/globalOptions/3/default", json!("stretch"), "", "globalOptions[3].slideBgFit"),
        ("/globalOptions/0", json!(5), "", "globalOptions"),
        ("/closingTypes", json!("end-slide"), "", "closingTypes"),
        ("/retired/0", json!({}), "", "retired"),
        ("/conversions/0", json!({"from": "title-slide"}), "", "conversions"),
        ("/examplePictures/0", json!({}), "", "examplePictures"),
        ("/advice/0/measure", json!("beauty"), "", "advice[0]"),
    ] {
        let error = broken(pointer, value);
        let place = (error.file.as_str(), error.type_name.as_str(), error.field.as_str());
        assert_eq!(place, ("broken.json", type_name, field), "{pointer}: {error}");
    }
    let mut source = catalogue();
    let again = source["types"][0].clone();
    source["types"].as_array_mut().expect("a list").push(again);
    let error = Registry::from_catalogue("broken.json", &source).map(|_| ()).expect_err("twice");
    assert_eq!((error.field.as_str(), error.fault.as_str()), ("key", "`title-slide` is taken"));
}

#[test]
fn a_core_type_may_not_have_a_retired_name() {
    let mut source = catalogue();
    source["types"][0]["key"] = json!("lijstje-slide");
    source["types"][0]["id"] = json!("eu.svc.slide.lijstje");
    let error = Registry::from_catalogue("broken.json", &source).map(|_| ()).expect_err("retired");
    assert_eq!(error.fault, "`lijstje-slide` is taken");
}
