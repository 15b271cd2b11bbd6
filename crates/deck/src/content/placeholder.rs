//! The placeholder for a slide of an unknown type: a content slide that names the type and keeps the text.

use serde_json::{Map, Value};

use super::normalise::normalised;
use crate::Content;
use crate::registry::{Registry, is_unset};

/// Key of the type of placeholder slides.
pub(crate) const PLACEHOLDER: &str = "content-slide";

/// Keys whose text becomes the title of the placeholder: the first that has a text.
const TITLES: [&str; 8] = ["title", "heading", "a11yTitle", "subheading", "question", "prompt", "statement", "quote"];
/// Deepest level that is written as text; deeper levels are written as JSON. No declared type is that deep.
const DEPTH: usize = 4;

/// Content of the placeholder for a slide of an unknown or retired type, worded in `lang`. The body contains all text,
/// even beyond the maximum length of the field.
pub fn placeholder(registry: &Registry, lang: &str, type_name: Option<&str>, given: &Content) -> Content {
    let catalogue = registry.catalogue();
    let retired = type_name.and_then(|name| registry.retired(name));
    let has_text = |key: &&&str| given.get(**key).and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty());
    let title_key = TITLES.iter().find(has_text);
    let title = title_key.and_then(|key| given.get(*key)?.as_str()).map(str::trim);
    let title = title.unwrap_or(if retired.is_some() { "Archived slide" } else { "Unavailable slide" });

    let word = catalogue.word(lang, if retired.is_some() { "archived" } else { "unavailable" });
    let mut note = format!("{word}: {}.", type_name.map_or_else(|| "?".to_owned(), |name| format!("`{name}`")));
    if let Some(retired) = retired {
        let successor = retired.successor.as_ref().and_then(|key| registry.by_key(key));
        let replacement = match successor {
            Some(successor) => catalogue.word(lang, "replacedBy").replace("{type}", &format!("`{}`", successor.id)),
            None => catalogue.word(lang, "noReplacement").to_owned(),
        };
        note = format!("{note} {replacement}");
    }
    let mut body = format!("*{note}*");
    for (key, value) in given {
        if title_key == Some(&key.as_str()) || is_not_text(key) || is_unset(value) {
            continue;
        }
        body.push_str("\n\n");
        body.push_str(&labelled(key, value));
    }
    let placeholder = Map::from_iter([
        ("title".to_owned(), Value::String(title.to_owned())),
        ("body".to_owned(), Value::String(body)),
        ("background".to_owned(), Value::String("tint".to_owned())),
    ]);
    match registry.by_key(PLACEHOLDER) {
        Some(plain) => normalised(registry, plain, lang, placeholder),
        None => placeholder,
    }
}

/// Whether a key has no text for people: it affects the look (backdrop, logo, alignment, text style) or is an id.
fn is_not_text(key: &str) -> bool {
    key.starts_with("slideBg")
        || matches!(
            key,
            "background"
                | "bgCustomColor"
                | "bgImage"
                | "slideLogo"
                | "logoCorner"
                | "textStyles"
                | "headerAlign"
                | "titleBlockAlign"
                | "layout"
                | "density"
                | "pollId"
                | "presentationId"
        )
}

/// A field as Markdown: its label, and its value on the same line or as a list.
fn labelled(key: &str, value: &Value) -> String {
    let label = label_of(key);
    match value {
        Value::Array(entries) => {
            let lines = entries.iter().filter(|entry| !is_unset(entry)).map(|entry| format!("- {}", inline(entry, 0)));
            format!("**{label}**\n\n{}", lines.collect::<Vec<_>>().join("\n"))
        }
        value => format!("**{label}:** {}", inline(value, 0)),
    }
}

/// A value as one line of Markdown. `depth` is the number of values that contain it.
fn inline(value: &Value, depth: usize) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) if depth < DEPTH => {
            let parts = fields.iter().filter(|(key, value)| !is_unset(value) && !is_not_text(key));
            parts
                .map(|(key, value)| format!("**{}:** {}", label_of(key), inline(value, depth + 1)))
                .collect::<Vec<_>>()
                .join("; ")
        }
        Value::Array(entries) if depth < DEPTH => {
            entries.iter().map(|entry| inline(entry, depth + 1)).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// A key as a label: `contactName` becomes "Contact name".
fn label_of(key: &str) -> String {
    let mut words = String::new();
    for (index, letter) in key.chars().enumerate() {
        match letter {
            '_' | '-' => words.push(' '),
            _ if index == 0 => words.extend(letter.to_uppercase()),
            _ if letter.is_uppercase() => {
                words.push(' ');
                words.extend(letter.to_lowercase());
            }
            _ => words.push(letter),
        }
    }
    words
}
