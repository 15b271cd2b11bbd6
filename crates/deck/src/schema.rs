//! JSON Schemas of a slide's content and of a whole deck, draft 2020-12.
//!
//! Generated from the declarations on request, so they include all types of a registry. They are lenient: further keys
//! are allowed at every level, and addresses and patterns are left to validation.

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod validator;

use serde_json::{Value, json};

use crate::registry::{Field, Kind, Origin, Registry, SlideType};
use crate::{Content, MAX_DESCRIPTION, MAX_NOTES, MAX_TITLE, MorphNames, SCHEMA_VERSION, Transition};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";
/// Name of the slide's definition in the deck schema.
const SLIDE: &str = "slide";

impl Registry {
    /// The schema of the content of one type. `schema_host` is the start of its `$id`.
    pub fn content_schema(&self, slide_type: &SlideType, schema_host: &str) -> Value {
        let head = json!({
            "$schema": DRAFT,
            "$id": id(schema_host, &format!("slide-types/{}", slide_type.key)),
            "title": content_title(slide_type),
        });
        self.content_object(head, slide_type)
    }

    /// The schema of a deck, stored or as an envelope. Each slide is validated by the schema of its type, in any
    /// accepted spelling. Slides of unknown types are valid.
    pub fn deck_schema(&self, schema_host: &str) -> Value {
        let head = json!({"$schema": DRAFT, "$id": id(schema_host, "deck"), "title": "Deck"});
        let properties = json!({
            "format": {"type": "string", "enum": ["svc.deck", "legacy.deck"]},
            "version": {"type": "integer", "minimum": 1},
            "title": {"type": "string", "minLength": 1, "maxLength": MAX_TITLE},
            "description": {"type": "string", "maxLength": MAX_DESCRIPTION},
            "theme": {"type": "string"},
            "lang": {"type": "string"},
            "language": {"type": "string"},
            "languages": {"type": "array", "items": {"type": "string"}},
            "settings": {"type": "object", "additionalProperties": true},
            "translations": {"type": "object", "additionalProperties": true},
            "slides": {"type": "array", "items": {"$ref": format!("#/$defs/{SLIDE}")}},
        });
        let mut schema = object(head, properties, &["title", "slides"]);
        schema["$defs"] = json!({SLIDE: self.slide_schema()});
        for slide_type in self.types() {
            let head = json!({"title": content_title(slide_type)});
            schema["$defs"][definition(slide_type)] = self.content_object(head, slide_type);
        }
        schema
    }

    fn content_object(&self, head: Value, slide_type: &SlideType) -> Value {
        let global = &self.catalogue().global_options;
        fields_object(head, slide_type.fields.iter().chain(global))
    }

    /// The schema of a slide: the fields that all slides have, and the content of each type.
    fn slide_schema(&self) -> Value {
        let flag = json!({"type": "boolean"});
        let flags = json!({
            "hideInPresentation": flag, "hideInExport": flag, "hideInPublished": flag, "hideFromViewers": flag,
        });
        let link = json!({
            "id": {"type": "string", "minLength": 1, "maxLength": 100},
            "revision": {"type": "integer", "minimum": 1},
        });
        let properties = json!({
            "id": {"type": "string"},
            // Any name, because slides of unknown types are valid.
            "type": {"type": "string", "pattern": r"^[^\s@]"},
            "content": {"type": "object", "additionalProperties": true},
            "notes": {"type": "string", "maxLength": MAX_NOTES},
            "visibility": object(json!({}), flags, &[]),
            "duration": {"type": "number", "minimum": 1, "maximum": 300},
            "transition": {"type": "string", "enum": Transition::NAMES},
            "morphNames": {
                "type": "object",
                "maxProperties": MorphNames::MAX_NAMES,
                "propertyNames": {"minLength": 1, "maxLength": MorphNames::MAX_PATH},
                "additionalProperties": {"type": "string", "minLength": 1, "maxLength": MorphNames::MAX_NAME},
            },
            "library": object(json!({}), link, &["id", "revision"]),
        });
        let by_type = self.types().map(|slide_type| {
            let named = json!({"type": {"type": "string", "pattern": spellings(slide_type)}});
            let content = format!("#/$defs/{}", definition(slide_type).replace('/', "~1"));
            json!({
                "if": object(json!({}), named, &["type"]),
                "then": object(json!({}), json!({"content": {"$ref": content}}), &[]),
            })
        });
        let head = json!({"title": "Slide", "allOf": by_type.collect::<Value>()});
        object(head, properties, &["type", "content"])
    }
}

/// A JSON number, without a fraction if it is whole.
pub(crate) fn json_number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
        let whole = number as i64;
        json!(whole)
    } else {
        json!(number)
    }
}

fn id(schema_host: &str, path: &str) -> String {
    let host = schema_host.trim_end_matches('/');
    format!("{host}/schema/v{SCHEMA_VERSION}/{path}.schema.json")
}

fn content_title(slide_type: &SlideType) -> String {
    format!("{} slide content", slide_type.key)
}

/// Name of a type's definition in the deck schema: its key, unless that is the name of the slide's definition.
fn definition(slide_type: &SlideType) -> &str {
    if slide_type.key == SLIDE { &slide_type.id } else { &slide_type.key }
}

/// A pattern for all accepted spellings of a type, with an optional `@version`. Must agree with `Registry::resolve`.
fn spellings(slide_type: &SlideType) -> String {
    let literal = |name: &str| name.replace('.', r"\.");
    let id = literal(&slide_type.id);
    let short = slide_type.key.strip_suffix("-slide");
    let names = match short.filter(|_| slide_type.origin == Origin::Core) {
        Some(short) => format!("{id}|(?:core/)?{}(?:[ -]slide)?", short.replace('-', "[ -]")),
        None if slide_type.key == slide_type.id => id,
        None => format!("{id}|{}", literal(&slide_type.key)),
    };
    format!(r"^(?:{names})(?:@[\s\S]*)?$")
}

/// Completes `head` to the schema of an object.
fn object(mut head: Value, properties: Value, required: &[&str]) -> Value {
    head["type"] = json!("object");
    head["properties"] = properties;
    head["required"] = json!(required);
    head["additionalProperties"] = json!(true);
    head
}

fn fields_object<'a>(head: Value, fields: impl Iterator<Item = &'a Field>) -> Value {
    let mut properties = Content::new();
    let mut required = Vec::new();
    for field in fields.filter(|field| !field.hidden) {
        properties.insert(field.key.clone(), field_schema(field));
        if field.required {
            required.push(field.key.as_str());
        }
    }
    object(head, Value::Object(properties), &required)
}

/// The schema of the value of a field.
fn field_schema(field: &Field) -> Value {
    let mut schema = json!({"title": field.label});
    if !field.help.is_empty() {
        schema["description"] = json!(field.help);
    }
    match &field.kind {
        Kind::Number { min, max } => {
            let mut number = json!({"type": "number"});
            if let Some(min) = min {
                number["minimum"] = json_number(*min);
            }
            if let Some(max) = max {
                number["maximum"] = json_number(*max);
            }
            schema["anyOf"] = or_unset(field, &number);
        }
        Kind::Boolean => schema["anyOf"] = or_unset(field, &json!({"type": "boolean"})),
        Kind::Enum { options, open: false, .. } => {
            let listed = options.iter().map(String::as_str).filter(|option| !option.is_empty());
            schema["type"] = json!("string");
            schema["enum"] = listed.chain((!field.required).then_some("")).collect();
        }
        Kind::Items { min, max, fields, .. } => {
            schema["type"] = json!("array");
            // An empty list means unset, so an optional list has no minimum.
            if field.required {
                schema["minItems"] = json!((*min).max(1));
            }
            if let Some(max) = max {
                schema["maxItems"] = json!(max);
            }
            schema["items"] = fields_object(json!({}), fields.iter());
        }
        _ => {
            schema["type"] = json!("string");
            if field.required {
                schema["minLength"] = json!(1);
            }
        }
    }
    if let Some(max) = field.max_length {
        schema["maxLength"] = json!(max);
    }
    schema
}

/// The alternatives for a value: its own schema and, unless it is required, the empty text for unset.
fn or_unset(field: &Field, own: &Value) -> Value {
    if field.required { json!([own]) } else { json!([own, {"const": ""}]) }
}
