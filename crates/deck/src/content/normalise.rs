//! Normalises the content of an imported slide.
//!
//! Starts from the defaults of the type in the deck's language and overwrites them with the given values that have the
//! right kind. Never fails and shortens no text; a required field never becomes blank. Normalising twice changes
//! nothing.

use serde_json::{Map, Value};

use crate::Content;
use crate::registry::{Field, Kind, Registry, SlideType, is_slug, is_unset};
use crate::rules::validate;

/// Content of an imported slide, ready to be stored. Instance values are dropped, because every stored slide gets its
/// own.
pub fn normalised(registry: &Registry, slide_type: &SlideType, lang: &str, mut given: Content) -> Content {
    registry.read_content(slide_type, &mut given);
    given.retain(|key, _| !slide_type.instance_keys.iter().any(|instance| instance.name() == key));
    let mut content = slide_type.defaults_in(lang);
    for (key, value) in given {
        if let Some(field) = slide_type.any_field(&key) {
            if let Some(accepted) = accepted_value(field, value) {
                content.insert(key, accepted);
            }
        } else if let Some(option) = registry.catalogue().global_option(&key) {
            let value = if matches!(option.kind, Kind::Image) { trimmed(value) } else { value };
            if !is_unset(&value) && is_valid_except_length(option, &value) {
                content.insert(key, value);
            }
        } else {
            content.insert(key, value);
        }
    }
    content
}

/// Whether the value of a global option is valid. A text that is too long counts as valid.
fn is_valid_except_length(option: &Field, value: &Value) -> bool {
    validate::value_fault(option, value).is_none_or(|fault| fault.breach == validate::Breach::TooLong)
}

/// The value to store; none when the default stays.
fn accepted_value(field: &Field, value: Value) -> Option<Value> {
    match (&field.kind, value) {
        (Kind::Enum { options, open, .. }, Value::String(word)) => {
            (options.contains(&word) || (*open && is_slug(&word))).then_some(Value::String(word))
        }
        (Kind::Image, value) => Some(trimmed(value)).filter(|value| value.is_string() && !is_unset(value)),
        (Kind::Items { max, fields, .. }, Value::Array(entries)) => {
            let max = max.unwrap_or(usize::MAX);
            let entry = |entry| match entry {
                Value::Object(entry) => Some(Value::Object(accepted_entry(fields, entry))),
                _ => None,
            };
            let entries: Vec<Value> = entries.into_iter().filter_map(entry).take(max).collect();
            (!entries.is_empty() || !field.required).then_some(Value::Array(entries))
        }
        (Kind::Enum { .. } | Kind::Items { .. }, _) => None,
        (kind, value) if kind.is_text() => {
            let blank = is_unset(&value);
            (value.is_string() && !(blank && field.required)).then_some(value)
        }
        (_, value) => (!value.is_null()).then_some(value),
    }
}

/// The fields of a list entry to store.
fn accepted_entry(fields: &[Field], entry: Map<String, Value>) -> Map<String, Value> {
    let accepted = |(key, value): (String, Value)| match fields.iter().find(|field| field.key == key) {
        // A blank text in an entry is meant to be blank, so no default replaces it.
        Some(field) if field.kind.is_text() => value.is_string().then_some((key, value)),
        Some(field) if matches!(field.kind, Kind::Image) => value.is_string().then(|| (key, trimmed(value))),
        Some(field) => accepted_value(field, value).map(|value| (key, value)),
        None => (!value.is_null()).then_some((key, value)),
    };
    entry.into_iter().filter_map(accepted).collect()
}

fn trimmed(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(text.trim().to_owned()),
        other => other,
    }
}
