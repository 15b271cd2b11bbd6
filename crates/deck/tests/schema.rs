//! The published schemas of slide content and decks.

use deck::{Origin, Registry, SlideType};
use serde_json::{Value, json};

#[path = "../src/schema/validator.rs"]
mod validator;

use self::validator::Validator;

const HOST: &str = "https://svc.eu";

fn house() -> Registry {
    let fields = json!([{"key": "title", "label": "Title", "type": "string", "required": true, "maxLength": 80}]);
    let file = |id: &str, key: Value| json!({"id": id, "key": key, "label": "House", "fields": fields});
    Registry::core()
        .clone()
        .with("berth.json", &file("org.example.slide.berth", Value::Null), Origin::File)
        .and_then(|registry| registry.with("hero.json", &file("acme/hero", Value::Null), Origin::File))
        .and_then(|registry| registry.with("pier.json", &file("acme/pier", json!("pier-slide")), Origin::File))
        .and_then(|registry| registry.with("slide.json", &file("acme/slide", json!("slide")), Origin::File))
        .and_then(|registry| {
            let quay = json!({"slug": "quay", "label": "Quay", "fields": fields});
            registry.with("quay", &quay, Origin::Organization)
        })
        .expect("good declarations")
}

/// What a schema refuses in a value; empty when it is valid.
fn faults(schema: &Value, value: &Value) -> String {
    let validator = Validator::new(schema);
    validator.fault(value).map(|fault| format!("{fault:#}")).unwrap_or_default()
}

fn quote() -> &'static SlideType {
    Registry::core().by_key("quote-slide").expect("a core type")
}

/// A deck of one slide.
fn deck_of(name: &str, content: &Value) -> Value {
    json!({"title": "Tides", "slides": [{"type": name, "content": content}]})
}

#[test]
fn the_schema_of_a_type_states_its_fields_and_their_bounds() {
    let schema = Registry::core().content_schema(quote(), HOST);
    let properties: Vec<String> = ["quoteAlign", "quote", "attribution", "quotes", "background", "slideBgFocusX"]
        .map(|key| format!("{key} {}", schema["properties"][key]))
        .into();
    assert_eq!(schema["required"], json!(["quote"]));
    insta::assert_snapshot!(properties.join("\n"), @r#"
    quoteAlign {"title":"Quote alignment","type":"string","enum":["left","center",""]}
    quote {"title":"Quote","type":"string","minLength":1,"maxLength":400}
    attribution {"title":"Attribution","type":"string","maxLength":160}
    quotes {"title":"More quotes","type":"array","maxItems":2,"items":{"type":"object","properties":{"quote":{"title":"Quote","type":"string","minLength":1,"maxLength":400},"attribution":{"title":"Attribution","type":"string","maxLength":160},"authorImage":{"title":"Portrait","type":"string"},"authorImageAlt":{"title":"Portrait alternative text","type":"string","maxLength":180}},"required":["quote"],"additionalProperties":true}}
    background {"title":"Backdrop","type":"string"}
    slideBgFocusX {"title":"Backdrop focus X (%)","description":"Point kept in view when cropping, from the left","anyOf":[{"type":"number","minimum":0,"maximum":100},{"const":""}]}
    "#);
}

#[test]
fn each_kind_has_its_own_schema() {
    let fields = json!([
        {"key": "flag", "kind": "boolean", "help": "On or off"},
        {"key": "sure", "kind": "boolean", "required": true, "default": true},
        {"key": "level", "kind": "number", "min": 1.2, "max": 5},
        {"key": "choice", "kind": "enum", "options": ["", "a"]},
        {"key": "must", "kind": "enum", "options": ["", "a"], "required": true, "default": "a"},
        {"key": "look", "kind": "enum", "options": ["a"], "openSet": true},
        {"key": "picture", "kind": "image"},
        {"key": "lines", "kind": "string", "pattern": "^[0-9]*$"},
        {"key": "some", "kind": "items", "minItems": 2, "itemFields": []},
        {"key": "many", "kind": "items", "required": true, "maxItems": 4, "itemFields": [], "default": [{}]},
    ]);
    let declaration = json!({"id": "acme/kinds", "label": "Kinds", "fields": fields});
    let registry = Registry::core().clone().with("kinds.json", &declaration, Origin::File).expect("good");
    let slide_type = registry.by_key("acme/kinds").expect("there");
    let schema = registry.content_schema(slide_type, HOST);
    let properties = slide_type.fields.iter().map(|field| schema["properties"][&field.key].to_string());
    insta::assert_snapshot!(properties.collect::<Vec<_>>().join("\n"), @r#"
    {"title":"flag","description":"On or off","anyOf":[{"type":"boolean"},{"const":""}]}
    {"title":"sure","anyOf":[{"type":"boolean"}]}
    {"title":"level","anyOf":[{"type":"number","minimum":1.2,"maximum":5},{"const":""}]}
    {"title":"choice","type":"string","enum":["a",""]}
    {"title":"must","type":"string","enum":["a"]}
    {"title":"look","type":"string"}
    {"title":"picture","type":"string"}
    {"title":"lines","type":"string"}
    {"title":"some","type":"array","items":{"type":"object","properties":{},"required":[],"additionalProperties":true}}
    {"title":"many","type":"array","minItems":1,"maxItems":4,"items":{"type":"object","properties":{},"required":[],"additionalProperties":true}}
    "#);
}

#[test]
fn every_type_has_a_valid_schema_with_the_nine_global_options() {
    let registry = house();
    for slide_type in registry.types() {
        let (key, schema) = (&slide_type.key, registry.content_schema(slide_type, HOST));
        Validator::new(&schema);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert_eq!(schema["$id"], format!("{HOST}/schema/v15/slide-types/{key}.schema.json"));
        assert_eq!(schema["title"], format!("{key} slide content"));
        assert_eq!(schema["type"], "object");
        assert!(schema["required"].is_array());
        for option in &registry.catalogue().global_options {
            assert!(schema["properties"][&option.key].is_object(), "{key} {}", option.key);
        }
    }
}

#[test]
fn the_host_may_end_in_a_slash() {
    let schema = Registry::core().content_schema(quote(), "https://schemas.example.test/");
    assert_eq!(schema["$id"], "https://schemas.example.test/schema/v15/slide-types/quote-slide.schema.json");
}

#[test]
fn defaults_in_every_language_and_the_example_pass_their_own_schema() {
    let registry = house();
    for slide_type in registry.types() {
        let schema = registry.content_schema(slide_type, HOST);
        let mut samples = vec![slide_type.example.clone(), slide_type.defaults.clone()];
        samples.extend(["en-GB", "nl", "de-AT", "fr", "tlh"].map(|lang| slide_type.defaults_in(lang)));
        for sample in samples {
            assert_eq!(faults(&schema, &Value::Object(sample)), "", "{}", slide_type.key);
        }
    }
}

#[test]
fn further_properties_are_allowed_at_every_level() {
    fn check(schema: &Value, levels: &mut usize) {
        if schema.get("properties").is_some_and(Value::is_object) {
            assert_eq!(schema["additionalProperties"], true, "{schema}");
            *levels += 1;
        }
        match schema {
            Value::Object(members) => members.values().for_each(|member| check(member, levels)),
            Value::Array(entries) => entries.iter().for_each(|entry| check(entry, levels)),
            _ => {}
        }
    }
    let mut levels = 0;
    check(&house().deck_schema(HOST), &mut levels);
    assert!(levels > 100, "{levels}");
}

#[test]
fn hidden_and_deprecated_fields_are_not_published() {
    let declaration = json!({
        "id": "acme/old", "label": "Old",
        "fields": [
            {"key": "title", "kind": "string"},
            {"key": "hush", "kind": "string", "hidden": true, "required": true, "default": "x"},
            {"key": "gone", "kind": "number", "deprecated": true},
        ],
    });
    let registry = Registry::core().clone().with("old.json", &declaration, Origin::File).expect("good");
    let schema = registry.content_schema(registry.by_key("acme/old").expect("there"), HOST);
    assert!(schema["properties"]["title"].is_object());
    assert_eq!((schema["properties"].get("hush"), schema["properties"].get("gone")), (None, None));
    assert_eq!(schema["required"], json!([]));
}

#[test]
fn the_deck_schema_requires_a_title_and_slides() {
    let schema = house().deck_schema(HOST);
    assert_eq!(schema["$id"], format!("{HOST}/schema/v15/deck.schema.json"));
    assert_eq!(schema["required"], json!(["title", "slides"]));
    assert_eq!(schema["$defs"]["slide"]["required"], json!(["type", "content"]));
    assert_eq!(schema["$defs"].as_object().map(serde_json::Map::len), Some(42));
    for wrong in [
        json!({"slides": []}),
        json!({"title": "T"}),
        json!({"title": "", "slides": []}),
        json!({"title": "T", "slides": [{"type": "quote"}]}),
        json!({"title": "T", "slides": [{"content": {}}]}),
        json!({"title": "T", "slides": [{"type": "", "content": {}}]}),
        json!({"title": "T", "slides": [{"type": 5, "content": {}}]}),
        json!({"title": "T", "slides": [{"type": "acme/other", "content": []}]}),
        json!({"title": "T", "slides": [[]]}),
    ] {
        assert!(!Validator::new(&schema).is_valid(&wrong), "{wrong}");
    }
}

#[test]
fn a_deck_of_every_example_validates_stored_read_and_portable() {
    let registry = house();
    let schema = registry.deck_schema(HOST);
    let slides = |name: fn(&SlideType) -> &str| -> Vec<Value> {
        let slides =
            registry.types().map(|slide_type| json!({"type": name(slide_type), "content": slide_type.example}));
        slides.collect()
    };
    let mut read = slides(|slide_type| &slide_type.id);
    for slide in &mut read {
        slide["id"] = json!("00000000-0000-4000-8000-000000000001");
        slide["notes"] = json!("");
        slide["visibility"] = json!({"hideInExport": true});
        slide["duration"] = json!(20);
        slide["transition"] = json!("morph");
        slide["morphNames"] = json!({"title": "Motto"});
        slide["library"] = json!({"id": "kept", "revision": 3});
    }
    let translations = json!({"nl": {"title": "Getij", "slides": {"0": {"content": {"title": "Getij"}}}}});
    for deck in [
        json!({
            "format": "svc.deck", "version": 1, "title": "Tides", "theme": "default",
            "slides": slides(|slide_type| &slide_type.id),
        }),
        json!({
            "schemaVersion": 15, "title": "Tides", "theme": "x", "lang": "nl",
            "slides": slides(|slide_type| &slide_type.key),
        }),
        json!({
            "id": "5", "title": "Tides", "description": "", "theme": "default", "language": "nl", "languages": ["nl"],
            "settings": {"logo": ""}, "translations": translations, "slideCount": 34, "revision": 1, "slides": read,
        }),
    ] {
        assert_eq!(faults(&schema, &deck), "");
    }
}

#[test]
fn a_slide_of_an_unknown_type_is_valid() {
    let schema = Registry::core().deck_schema(HOST);
    for name in ["acme/hero", "org.example.slide.hero", "acme/quote", "eu.svc.slide.quotes", "hero"] {
        assert_eq!(faults(&schema, &deck_of(name, &json!({"quote": 5}))), "", "{name}");
    }
}

#[test]
fn the_deck_schema_accepts_exactly_the_spellings_that_resolve() {
    let registry = house();
    let validator = Validator::new(&registry.deck_schema(HOST));
    let mut names: Vec<String> = Vec::new();
    for slide_type in registry.types() {
        let short = slide_type.key.trim_end_matches("-slide");
        for name in [slide_type.key.as_str(), slide_type.id.as_str(), short] {
            let spaced = name.replace('-', " ");
            let mixed = name.replacen('-', " ", 1);
            for name in [name, &spaced, &mixed] {
                names.extend(
                    ["", "core/", "core/core/", "acme/", "custom-", "custom/", "eu.svc.slide.", " ", "x"]
                        .iter()
                        .flat_map(|before| {
                            ["", "-slide", " slide", "s", "-slide-slide", " ", "@2", "@", "@a b\n@c", "/x", ".x"]
                                .map(|after| format!("{before}{name}{after}"))
                        }),
                );
                names.push(name.to_uppercase());
                names.push(name.replace('.', "x"));
            }
        }
    }
    let (mut known, mut unknown) = (0, 0);
    for name in names {
        // No type accepts a global option of the wrong kind, so the deck is invalid exactly when its type is known.
        let rejected = !validator.is_valid(&deck_of(&name, &json!({"a11yTitle": 5})));
        let spelled = !name.starts_with(|sign: char| sign.is_whitespace());
        let resolved = registry.resolve(&name).is_some();
        assert_eq!(rejected && spelled, resolved, "{name:?}");
        if resolved {
            known += 1;
        } else {
            unknown += 1;
        }
    }
    assert!(known > 500 && unknown > 500, "{known} {unknown}");
}

#[test]
fn each_spelling_selects_the_schema_of_its_type() {
    let registry = house();
    let validator = Validator::new(&registry.deck_schema(HOST));
    for slide_type in registry.types() {
        let Some(field) = slide_type.fields.iter().find(|field| field.max_length.is_some()) else {
            continue;
        };
        for name in [&slide_type.key, &slide_type.id] {
            let mut content = slide_type.example.clone();
            assert!(validator.is_valid(&deck_of(name, &Value::Object(content.clone()))), "{name}");
            content.insert(field.key.clone(), json!("x".repeat(20_001)));
            assert!(!validator.is_valid(&deck_of(name, &Value::Object(content))), "{name}");
        }
    }
}
