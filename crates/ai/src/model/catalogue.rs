//! Slide types as a model reads them: when to use each, which fields it has, and the form of its content.
//!
//! Derived from the declarations and nothing else.

use std::fmt::Write as _;

use deck::{Field, Kind, Registry, SlideType};
use serde_json::{Map, Value, json};

use super::section;

/// Types that open or close a deck or a section: no place for content.
const FRAMES: [&str; 2] = ["title-slide", "chapter-title-slide"];

/// The types that a model may use.
pub(super) fn offered(registry: &Registry) -> impl Iterator<Item = &SlideType> {
    registry.types().filter(|known| known.enabled && known.agents && !known.deprecated)
}

/// Whether slides of a type frame a deck.
pub(super) fn is_frame(registry: &Registry, key: &str) -> bool {
    FRAMES.contains(&key) || registry.catalogue().closing_types.iter().any(|closing| closing == key)
}

/// The types with what they are for, and the rules of the organization for their use.
pub(super) fn choice(registry: &Registry, with_frames: bool) -> String {
    let types: Vec<&SlideType> =
        offered(registry).filter(|known| with_frames || !is_frame(registry, &known.key)).collect();
    let mut text = String::new();
    for known in &types {
        let _ = writeln!(text, "{}: {} Best for: {}.", known.key, known.description, known.best_for.join("; "));
    }
    section("types", &text) + &usage(types.into_iter())
}

/// The fields of some types, and the rules of the organization for their use.
pub(super) fn fields<'a>(types: impl Iterator<Item = &'a SlideType> + Clone) -> String {
    let mut text = String::new();
    for known in types.clone() {
        let _ = writeln!(text, "{}: {}", known.key, signature(&known.fields));
    }
    section("types", &text) + &usage(types)
}

fn usage<'a>(types: impl Iterator<Item = &'a SlideType>) -> String {
    let rules: Vec<String> =
        types.filter_map(|known| Some(format!("{}: {}", known.key, known.usage.as_deref()?))).collect();
    if rules.is_empty() { String::new() } else { section("rules", &rules.join("\n")) }
}

/// The fields that a model may fill.
fn offered_fields(fields: &[Field]) -> impl Iterator<Item = &Field> {
    fields.iter().filter(|field| field.agents && !field.hidden && !matches!(field.kind, Kind::SlideRef))
}

/// Fields in a line, such as `title* (80), items* [2..8] { title* (60), text (200) }`.
fn signature(fields: &[Field]) -> String {
    let parts: Vec<String> = offered_fields(fields)
        .map(|field| {
            let mut text = field.key.clone();
            if field.required {
                text.push('*');
            }
            match &field.kind {
                Kind::Items { min, max, fields, .. } => {
                    let most = max.map(|max| max.to_string()).unwrap_or_default();
                    let _ = write!(text, " [{min}..{most}] {{ {} }}", signature(fields));
                }
                Kind::Enum { options, .. } => {
                    let _ = write!(text, " ({})", options.join("|"));
                }
                Kind::String(_) => {}
                kind => {
                    let _ = write!(text, " {}", kind.name());
                }
            }
            if let Some(max) = field.max_length {
                let _ = write!(text, " ({max})");
            }
            text
        })
        .collect();
    parts.join(", ")
}

/// The form of a type's content. Bounds of texts stand in words: not every vendor takes them in a schema.
pub(super) fn content_schema(known: &SlideType) -> Value {
    object_schema(&known.fields)
}

fn object_schema(fields: &[Field]) -> Value {
    let offered: Vec<&Field> = offered_fields(fields).collect();
    let properties: Map<String, Value> = offered.iter().map(|field| (field.key.clone(), field_schema(field))).collect();
    let required: Vec<&str> = offered.iter().filter(|field| field.required).map(|field| field.key.as_str()).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

fn field_schema(field: &Field) -> Value {
    let mut schema = match &field.kind {
        Kind::Boolean => json!({ "type": "boolean" }),
        Kind::Number { .. } => json!({ "type": "number" }),
        Kind::Enum { options, open: false, .. } => {
            let options: Vec<&String> = options.iter().filter(|option| !option.is_empty()).collect();
            json!({ "type": "string", "enum": options })
        }
        Kind::Items { min, max, fields, .. } => {
            let mut schema = json!({ "type": "array", "items": object_schema(fields) });
            if field.required && *min > 0 {
                schema["minItems"] = json!(min);
            }
            if let Some(max) = max {
                schema["maxItems"] = json!(max);
            }
            schema
        }
        _ => json!({ "type": "string" }),
    };
    let bound = field.max_length.map(|max| format!("At most {max} characters.")).unwrap_or_default();
    let about = format!("{} {bound}", field.help);
    if !about.trim().is_empty() {
        schema["description"] = json!(about.trim());
    }
    schema
}
