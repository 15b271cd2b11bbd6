//! Tests that strict validation and the published schemas agree.
//!
//! They set every field of every type, at any depth, to valid and invalid values. The schema must reject what strict
//! validation rejects, as far as a schema can express it.

use serde_json::{Value, json};

use super::validator::Validator;
use crate::Content;
use crate::registry::{Field, Kind, Origin, Registry, SlideType};
use crate::rules::validate;

/// The core types, and a type with required fields of every kind in lists two deep, which no core type has.
fn registry() -> Registry {
    let required = [
        json!({"key": "flag", "kind": "boolean", "required": true, "default": false}),
        json!({"key": "figure", "kind": "number", "required": true, "min": -1.5, "max": 2, "default": 0}),
        json!({"key": "choice", "kind": "enum", "required": true, "options": ["", "one", "two"], "default": "one"}),
        json!({"key": "open", "kind": "enum", "required": true, "openSet": true, "default": "any"}),
        json!({"key": "picture", "kind": "image", "required": true, "default": "https://example.org/a.png"}),
        json!({"key": "link", "kind": "link", "required": true, "maxLength": 60, "default": "#1"}),
        json!({"key": "icon", "kind": "icon", "required": true, "maxLength": 20, "default": "ship"}),
    ];
    let inner = json!({
        "key": "inner", "kind": "items", "required": true, "minItems": 1, "maxItems": 2, "itemFields": required,
    });
    let outer = json!({
        "key": "outer", "kind": "items", "minItems": 2, "maxItems": 3,
        "itemFields": [inner, {"key": "free", "kind": "number"}],
    });
    let mut fields = required.to_vec();
    fields.push(outer);
    let declaration = json!({"id": "org.example.slide.all", "label": "All kinds", "fields": fields});
    Registry::core().clone().with("all.json", &declaration, Origin::File).expect("a good declaration")
}

/// A valid value, with every field of a list entry.
fn good(field: &Field) -> Value {
    match &field.kind {
        Kind::Url => json!("https://example.org"),
        Kind::Link => json!("#1"),
        Kind::Image => json!("/uploads/tide.png"),
        Kind::String(Some(_)) => json!("1"),
        Kind::Enum { options, .. } => json!(options.last().map_or("any", String::as_str)),
        Kind::Boolean => json!(true),
        Kind::Number { min, max } => json!(max.or(*min).unwrap_or(7.5)),
        Kind::Items { min, fields, .. } => json!(vec![entry(fields); (*min).max(1)]),
        _ => json!("a"),
    }
}

fn entry(fields: &[Field]) -> Content {
    fields.iter().map(|field| (field.key.clone(), good(field))).collect()
}

/// A text of `length` characters in which everything but the length is valid for the field.
fn text_of_length(field: &Field, length: usize) -> Value {
    let start = match &field.kind {
        Kind::Url | Kind::Link => "https://",
        _ => "",
    };
    let sign = if matches!(field.kind, Kind::String(Some(_))) { "1" } else { "€" };
    json!(format!("{start}{}", sign.repeat(length - start.len())))
}

/// Values that validation and schema accept; `None` leaves the field out.
fn accepted(field: &Field) -> Vec<Option<Value>> {
    let mut values = vec![Some(good(field))];
    if !field.required {
        values.push(None);
    }
    match &field.kind {
        Kind::Number { min, max } => values.extend([min, max].into_iter().flatten().map(|bound| Some(json!(bound)))),
        Kind::Boolean => values.push(Some(json!(false))),
        Kind::Enum { options, open, .. } => {
            let listed = options.iter().filter(|option| !option.is_empty());
            values.extend(listed.map(|option| Some(json!(option))));
            values.extend(open.then(|| Some(json!("any-slug"))));
        }
        Kind::Items { max, fields, .. } => {
            values.extend(max.map(|max| Some(json!(vec![entry(fields); max]))));
            values.extend(lists_with(field, accepted));
            if !field.required {
                values.push(Some(json!([])));
            }
        }
        _ => values.extend(field.max_length.map(|max| Some(text_of_length(field, max)))),
    }
    if !field.required && !matches!(field.kind, Kind::Items { .. }) {
        values.push(Some(json!("")));
    }
    values
}

/// Values that validation and schema reject; `None` leaves the field out.
fn rejected(field: &Field) -> Vec<Option<Value>> {
    let mut values: Vec<Value> = vec![json!({"a": 1})];
    match &field.kind {
        Kind::Number { min, max } => {
            values.extend([json!(true), json!("many"), json!([1])]);
            values.extend(min.map(|min| json!(min - 0.5)));
            values.extend(max.map(|max| json!(max + 0.5)));
        }
        Kind::Boolean => values.extend([json!("yes"), json!(1), json!([true])]),
        Kind::Enum { open, .. } => {
            values.extend([json!(5), json!(true), json!(["one"])]);
            values.extend((!open).then(|| json!("not-listed")));
        }
        Kind::Items { min, max, fields, .. } => {
            values.extend([json!("A, B"), json!(3), json!(true)]);
            let count = (*min).max(1);
            for wrong in [json!("B"), json!(5), json!(null), json!([])] {
                let mut entries = vec![json!(entry(fields)); count];
                entries[0] = wrong;
                values.push(json!(entries));
            }
            values.extend(max.map(|max| json!(vec![entry(fields); max + 1])));
            if field.required {
                values.extend([json!(vec![entry(fields); count - 1]), json!([])]);
            }
            values.extend(lists_with(field, rejected).into_iter().flatten());
        }
        _ => {
            values.extend([json!(5), json!(true), json!(["a"]), json!([])]);
            values.extend(field.max_length.map(|max| text_of_length(field, max + 1)));
        }
    }
    let mut values: Vec<Option<Value>> = values.into_iter().map(Some).collect();
    if field.required {
        values.extend([Some(json!("")), None]);
    }
    values
}

/// One list for each value of each field of an entry. The last entry of the list has the value.
fn lists_with(field: &Field, values: fn(&Field) -> Vec<Option<Value>>) -> Vec<Option<Value>> {
    let Kind::Items { min, fields, .. } = &field.kind else {
        return Vec::new();
    };
    let mut lists = Vec::new();
    for inner in fields {
        for value in values(inner) {
            let mut entries = vec![entry(fields); (*min).max(1)];
            let last = entries.last_mut().expect("there is one");
            set(last, &inner.key, value);
            lists.push(Some(json!(entries)));
        }
    }
    lists
}

fn set(content: &mut Content, key: &str, value: Option<Value>) {
    match value {
        Some(value) => content.insert(key.to_owned(), value),
        None => content.shift_remove(key),
    };
}

/// Calls `check` for every type, field and value. The arguments of `check` are the names of type and field, the content
/// with the value, and whether strict validation and the schema accept the content. Returns the number of calls.
fn check_each(values: fn(&Field) -> Vec<Option<Value>>, mut check: impl FnMut(&str, &Content, bool, bool)) -> usize {
    let registry = registry();
    let mut tried = 0;
    for slide_type in registry.types() {
        let validator = validator(&registry, slide_type);
        for field in slide_type.fields.iter().chain(&registry.catalogue().global_options) {
            for value in values(field) {
                let mut content = entry(&slide_type.fields);
                set(&mut content, &field.key, value);
                let fault = validate::first_fault(slide_type, registry.catalogue(), &content);
                let valid = validator.is_valid(&Value::Object(content.clone()));
                let name = format!("{} {}", slide_type.key, field.key);
                check(&name, &content, fault.is_none(), valid);
                tried += 1;
            }
        }
    }
    tried
}

fn validator(registry: &Registry, slide_type: &SlideType) -> Validator {
    Validator::new(&registry.content_schema(slide_type, "https://svc.eu"))
}

#[test]
fn validation_and_schema_accept_valid_values() {
    let tried = check_each(accepted, |name, content, fine, valid| {
        assert!(fine, "strict validation rejects {name}: {content:?}");
        assert!(valid, "the schema rejects {name}: {content:?}");
    });
    assert!(tried > 1500, "{tried}");
}

#[test]
fn validation_and_schema_reject_invalid_values() {
    let tried = check_each(rejected, |name, content, fine, valid| {
        assert!(!fine, "strict validation accepts {name}: {content:?}");
        assert!(!valid, "the schema accepts {name}: {content:?}");
    });
    assert!(tried > 3000, "{tried}");
}

#[test]
fn only_validation_rejects_undeclared_keys() {
    let registry = registry();
    for slide_type in registry.types() {
        let mut content = entry(&slide_type.fields);
        content.insert("zz".to_owned(), json!([{"zz": 1}]));
        assert!(validate::first_fault(slide_type, registry.catalogue(), &content).is_some());
        assert!(validator(&registry, slide_type).is_valid(&Value::Object(content)));
    }
}

#[test]
fn validation_and_schema_differ_on_numeric_texts_addresses_and_blank_texts() {
    let registry = registry();
    let quote = registry.by_key("quote-slide").expect("a core type");
    let accepted = |value: Value| {
        let Value::Object(content) = value else { panic!("an object") };
        let fine = validate::first_fault(quote, registry.catalogue(), &content).is_none();
        (fine, validator(&registry, quote).is_valid(&Value::Object(content)))
    };
    // A numeric text is stored as the number, so no stored deck carries it.
    assert_eq!(accepted(json!({"quote": "Q", "slideBgFocusX": "50"})), (true, false));
    assert_eq!(accepted(json!({"quote": "Q", "slideBgImage": "javascript:1"})), (false, true));
    assert_eq!(accepted(json!({"quote": "  "})), (false, true));
}
