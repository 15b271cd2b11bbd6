//! Edits as clients send them.
//!
//! `edits.json` is shared with the tests of the web app, which applies the same edits before the server confirms them.
//! A case names a deck in the form that the API returns, and edits of it:
//! - `changes` is what they change: path in the deck to its new value, `null` for what is removed. Everything else
//!   stays.
//! - `conflict` or `refused` is why the last edit is not applied.
//! - `serverOnly` is why the web app leaves the case to the server.

mod sound;

use std::collections::BTreeMap;

use deck::{Content, Deck, Edit, EditContext, EditError, Registry};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Vectors {
    decks: BTreeMap<String, Value>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Case {
    name: String,
    deck: String,
    edits: Vec<Edit>,
    #[serde(default)]
    changes: Option<Content>,
    #[serde(default)]
    conflict: Option<Value>,
    #[serde(default)]
    refused: Option<String>,
    #[serde(default)]
    max_slides: Option<usize>,
    #[serde(default, rename = "serverOnly")]
    _server_only: Option<String>,
}

/// A deck from the form that the API returns.
fn read_deck(given: &Value) -> Deck {
    let mut given = given.clone();
    given["lang"] = given["language"].take();
    for slide in given["slides"].as_array_mut().expect("slides") {
        let known = Registry::core().resolve(slide["type"].as_str().expect("a type")).expect("a known type");
        slide["type"] = json!(known.key);
    }
    serde_json::from_value(given).expect("a deck")
}

/// A deck in the form that the API returns.
fn written_deck(deck: &Deck) -> Value {
    let mut slides = json!(deck.slides);
    for (slide, written) in deck.slides.iter().zip(slides.as_array_mut().expect("slides")) {
        written["type"] = json!(Registry::core().canonical(&slide.key));
        written["notes"] = json!(slide.notes);
    }
    json!({
        "title": deck.title, "description": deck.description, "theme": deck.theme, "language": deck.lang,
        "languages": deck.languages(), "settings": deck.settings.complete(), "translations": deck.translations,
        "slides": slides,
    })
}

/// Sets the value at a path; `null` removes it.
fn set(root: &mut Value, path: &str, value: &Value) {
    let (parents, key) = path.rsplit_once('.').map_or((None, path), |(parents, key)| (Some(parents), key));
    let parent = parents.into_iter().flat_map(|parents| parents.split('.')).fold(root, |parent, key| match parent {
        Value::Array(entries) => &mut entries[key.parse::<usize>().expect("a position")],
        other => &mut other[key],
    });
    match (parent, value) {
        (Value::Array(entries), Value::Null) => {
            entries.remove(key.parse().expect("a position"));
        }
        (Value::Array(entries), value) if key == entries.len().to_string() => entries.push(value.clone()),
        (Value::Array(entries), value) => entries[key.parse::<usize>().expect("a position")] = value.clone(),
        (Value::Object(members), Value::Null) => {
            members.shift_remove(key);
        }
        (parent, value) => parent[key] = value.clone(),
    }
}

fn check(case: &Case, given: &Value) {
    let name = &case.name;
    let mut deck = read_deck(given);
    assert_eq!(&written_deck(&deck), given, "{name}: the deck is not in the form that the API returns");
    let context = EditContext { registry: Registry::core(), max_slides: case.max_slides.unwrap_or(500) };
    let fails = case.conflict.is_some() || case.refused.is_some();
    let (mut changed, mut failure) = (false, None);
    for (index, edit) in case.edits.iter().enumerate() {
        match edit.apply(&mut deck, &context) {
            Ok(applied) => changed |= applied,
            Err(error) => {
                assert!(fails && index + 1 == case.edits.len(), "{name}: {error:?}");
                failure = Some(error);
            }
        }
    }
    let mut expected = given.clone();
    for (path, value) in case.changes.iter().flatten() {
        set(&mut expected, path, value);
    }
    assert_eq!(written_deck(&deck), expected, "{name}");
    if case.edits.len() == 1 {
        assert_eq!(changed, &expected != given, "{name}: whether it changed the deck");
    }
    let conflict = match &failure {
        Some(EditError::SlideGone) => Some(json!({ "reason": "gone" })),
        Some(EditError::Changed { present }) => Some(json!({ "reason": "changed", "present": present })),
        _ => None,
    };
    assert_eq!(conflict, case.conflict, "{name}");
    let refused = match failure {
        Some(EditError::Refused(refusal)) => Some(refusal.to_string()),
        _ => None,
    };
    assert_eq!(refused, case.refused, "{name}");
}

#[test]
fn edits_do_what_the_shared_cases_say() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/edits.json");
    let Vectors { decks, cases } =
        serde_json::from_str(&std::fs::read_to_string(file).expect("the file")).expect("the cases");
    assert!(cases.len() >= 60, "{} cases", cases.len());
    let fails = |case: &&Case| std::panic::catch_unwind(|| check(case, &decks[&case.deck])).is_err();
    let failed: Vec<&str> = cases.iter().filter(fails).map(|case| case.name.as_str()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Not a shared case: the web app keeps a title as it is typed.
#[test]
fn a_title_is_stored_without_the_space_around_it() {
    let mut deck = Deck::new("Harbour", "en-GB");
    let edit = Edit::deserialize(json!({"op": "deck", "path": "title", "value": " Tides "})).expect("an edit");
    edit.apply(&mut deck, &EditContext { registry: Registry::core(), max_slides: 1 }).expect("applied");
    assert_eq!(deck.title, "Tides");
}

#[test]
fn an_edit_of_another_shape_is_not_read() {
    for (edit, fault) in [
        (json!({"op": "set", "slideId": "a", "path": "notes"}), "missing field `value`"),
        (json!({"op": "paint"}), "unknown variant `paint`, expected one of `set`, `insert`, `remove`, `move`, `deck`"),
        (json!({"path": "title"}), "missing field `op`"),
        (json!(5), "invalid type: integer `5`, expected an object with an `op`"),
    ] {
        assert_eq!(Edit::deserialize(&edit).expect_err("refused").to_string(), fault, "{edit}");
    }
}
