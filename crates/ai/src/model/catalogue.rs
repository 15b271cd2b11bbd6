//! Slide types as text and schemas for prompts: when to use each type, its fields, and the schema of its content.
//!
//! Everything is derived from the declarations of the types.

use std::fmt::Write as _;

use deck::{Field, Kind, Registry, SlideType};
use serde_json::{Map, Value, json};

use super::section;
use crate::slide_types::{is_frame, is_offered};

/// The types that a model may use.
pub(super) fn offered_types(registry: &Registry) -> impl Iterator<Item = &SlideType> {
    registry.types().filter(|slide_type| is_offered(slide_type))
}

/// Prompt sections with the purpose of each type and the organization's usage rules.
pub(super) fn type_purposes(registry: &Registry, with_frames: bool) -> String {
    let types: Vec<&SlideType> =
        offered_types(registry).filter(|slide_type| with_frames || !is_frame(registry, &slide_type.key)).collect();
    let mut text = String::new();
    for slide_type in &types {
        let best_for = slide_type.best_for.join("; ");
        let _ = writeln!(text, "{}: {} Best for: {best_for}.", slide_type.key, slide_type.description);
    }
    section("types", &text) + &usage_rules(types.into_iter())
}

/// Prompt sections with the fields of each type and the organization's usage rules.
pub(super) fn type_fields<'a>(types: impl Iterator<Item = &'a SlideType> + Clone) -> String {
    let mut text = String::new();
    for slide_type in types.clone() {
        let _ = writeln!(text, "{}: {}", slide_type.key, signature(&slide_type.fields));
    }
    section("types", &text) + &usage_rules(types)
}

/// A prompt section with the usage rules of types; empty when there are none.
fn usage_rules<'a>(types: impl Iterator<Item = &'a SlideType>) -> String {
    let rules: Vec<String> =
        types.filter_map(|slide_type| Some(format!("{}: {}", slide_type.key, slide_type.usage.as_deref()?))).collect();
    if rules.is_empty() { String::new() } else { section("rules", &rules.join("\n")) }
}

/// The fields that a model may fill.
fn offered_fields(fields: &[Field]) -> impl Iterator<Item = &Field> {
    fields.iter().filter(|field| field.agents && !field.hidden && !matches!(field.kind, Kind::SlideRef))
}

/// Fields in one line, such as `title* (80), items* [2..8] { title* (60), text (200) }`.
fn signature(fields: &[Field]) -> String {
    let signatures: Vec<String> = offered_fields(fields)
        .map(|field| {
            let mut text = field.key.clone();
            if field.required {
                text.push('*');
            }
            match &field.kind {
                Kind::Items { min, max, fields, .. } => {
                    let max = max.map(|max| max.to_string()).unwrap_or_default();
                    let _ = write!(text, " [{min}..{max}] {{ {} }}", signature(fields));
                }
                Kind::Enum { options, .. } => {
                    let _ = write!(text, " ({})", options.join("|"));
                }
                Kind::String(_) => {}
                kind => {
                    let _ = write!(text, " {}", kind.field_type().name());
                }
            }
            if let Some(max) = field.max_length {
                let _ = write!(text, " ({max})");
            }
            text
        })
        .collect();
    signatures.join(", ")
}

/// JSON Schema of a type's content. Length limits are given in descriptions, because not every vendor accepts
/// `maxLength`.
pub(super) fn content_schema(slide_type: &SlideType) -> Value {
    object_schema(&slide_type.fields)
}

fn object_schema(fields: &[Field]) -> Value {
    let fields: Vec<&Field> = offered_fields(fields).collect();
    let properties: Map<String, Value> = fields.iter().map(|field| (field.key.clone(), field_schema(field))).collect();
    let required: Vec<&str> = fields.iter().filter(|field| field.required).map(|field| field.key.as_str()).collect();
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
    let limit = field.max_length.map(|max| format!("At most {max} characters.")).unwrap_or_default();
    let description = format!("{} {limit}", field.help);
    if !description.trim().is_empty() {
        schema["description"] = json!(description.trim());
    }
    schema
}
