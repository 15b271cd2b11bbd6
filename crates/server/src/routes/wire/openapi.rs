//! Compares the schemas of `openapi.yaml` with the structs: names of fields, which are required, kinds, `null`, and the
//! values of enums. Bounds, formats and descriptions are only in the file and are not compared.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use serde_json::{Map, Value, json};

use super::{Direction, NamedType, RouteBody, properties, referred, required, typed_routes};

const OPENAPI: &str = include_str!("../../../openapi.yaml");

/// Schemas of the file whose struct has another name, with that name.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("AppendInput", "AppendSlides"),
    ("DeckCreate", "CreateDeck"),
    ("DeckList", "DeckHeadList"),
    ("DeckRow", "DeckHead"),
    ("DeckUpdate", "UpdateDeck"),
    ("Deleted", "DeletedDeck"),
    ("EnvelopeInput", "Envelope"),
    ("EnvelopeParts", "Envelope"),
    ("Error", "ErrorBody"),
    ("OneDeck", "PresentationAnswer"),
    ("Outline", "OutlineAnswer"),
    ("Unpublished", "Deleted"),
    ("UploadedMedia", "Upload"),
    ("WizardInput", "WriteDeck"),
    ("WrittenDeck", "Written"),
];

/// Schemas with the fields of a struct but other required fields: an envelope is written with all fields, and fields
/// with a default may be absent when it is read.
const WITH_OTHER_REQUIRED_FIELDS: &[&str] = &["EnvelopeInput", "EnvelopeParts"];

/// Schemas without a struct, since their values have arbitrary fields, are not objects or are not JSON.
const WITHOUT_STRUCT: &[&str] = &[
    "DocumentForm",
    "JsonSchema",
    "MediaType",
    "SettingsInput",
    "SlideContent",
    "SlideDuration",
    "SlideMorphNames",
    "SlideTransition",
    "SourceRows",
    "Translations",
    "TranslationsInput",
    "UploadForm",
];

/// Both sides of the comparison.
struct Comparison {
    described: Map<String, Value>,
    types: BTreeMap<String, NamedType>,
    faults: Vec<String>,
}

/// The properties of a schema that are compared.
#[derive(Debug, Default)]
struct SchemaShape {
    /// Kinds of JSON values; empty where any is allowed.
    kinds: BTreeSet<String>,
    nullable: bool,
    /// The allowed values, where the schema lists them.
    values: Option<BTreeSet<String>>,
    /// The schema of the entries of a list.
    items: Option<Value>,
    fields: Map<String, Value>,
    required: BTreeSet<String>,
    /// The schema of additional fields.
    others: Option<Value>,
}

#[test]
fn the_schemas_of_openapi_are_those_of_the_structs() {
    let faults = faults(&yaml_serde::from_str(OPENAPI).expect("the file is YAML"), typed_routes().types());
    assert!(faults.is_empty(), "`openapi.yaml` differs from the structs: {faults:#?}");
}

#[test]
fn operations_refer_to_the_schemas_of_their_routes() {
    let file: Value = yaml_serde::from_str(OPENAPI).expect("the file is YAML");
    let faults = operation_faults(&file);
    assert!(faults.is_empty(), "`openapi.yaml` differs from the signatures of the routes: {faults:#?}");
}

#[test]
fn a_difference_between_an_operation_and_its_route_is_noticed() {
    let good: Value = yaml_serde::from_str(OPENAPI).expect("the file is YAML");
    let check = |part: &str, schema: Value| {
        let mut file = good.clone();
        let operation = &mut file["paths"]["/api/v1/presentations"]["post"];
        operation.pointer_mut(part).expect("it is described")["content"]["application/json"]["schema"] = schema;
        operation_faults(&file).join("; ")
    };
    let named = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    assert_eq!(check("/requestBody", named("DeckCreate")), "");
    assert_eq!(
        check("/requestBody", named("DeckUpdate")),
        "POST /api/v1/presentations: the request is `UpdateDeck` in the file and `CreateDeck` in the route"
    );
    assert_eq!(
        check("/responses/201", named("DeckList")),
        "POST /api/v1/presentations: the answer is `DeckHeadList` in the file and `PresentationAnswer` in the route"
    );
    assert_eq!(
        check("/responses/201", json!({ "type": "object" })),
        "POST /api/v1/presentations: the schema of the answer has no name"
    );
}

/// The differences between the operations of the file and the signatures of their handlers.
fn operation_faults(file: &Value) -> Vec<String> {
    let wire = typed_routes();
    let mut faults = Vec::new();
    for (path, item) in file["paths"].as_object().expect("the file has paths") {
        for (method, operation) in item.as_object().expect("methods").iter().filter(|(key, _)| *key != "parameters") {
            let address = format!("{} {path}", method.to_uppercase());
            let success = operation["responses"].as_object().into_iter().flatten();
            let success = success.filter(|(status, _)| status.starts_with('2')).map(|(_, answer)| answer);
            let sides =
                iter::once(("request", &operation["requestBody"])).chain(success.map(|answer| ("answer", answer)));
            let route = wire.routes.iter().find(|route| route.addresses.contains(&address));
            for (side, described) in sides {
                let Some(schema) = described.pointer("/content/application~1json/schema") else { continue };
                let names: Vec<&str> = match &schema["oneOf"] {
                    Value::Array(choices) => choices.iter().filter_map(described_name).collect(),
                    _ => described_name(schema).into_iter().collect(),
                };
                let in_struct = route.and_then(|route| match (side, &route.body) {
                    ("answer", _) => route.answer.as_ref().and_then(referred),
                    (_, RouteBody::Json(schema)) => referred(schema),
                    _ => None,
                });
                match (names.first(), in_struct) {
                    (None, _) => faults.push(format!("{address}: the schema of the {side} has no name")),
                    (Some(name), Some(in_struct)) if struct_name(name) != in_struct => faults.push(format!(
                        "{address}: the {side} is `{}` in the file and `{in_struct}` in the route",
                        struct_name(name)
                    )),
                    _ => {}
                }
            }
        }
    }
    faults
}

/// The name of the schema that a reference in the file names; none when it is no reference.
fn described_name(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

#[test]
fn a_difference_between_openapi_and_a_struct_is_noticed() {
    let types = typed_routes().types();
    let good: Value = yaml_serde::from_str(OPENAPI).expect("the file is YAML");
    let check = |pointer: &str, change: &dyn Fn(&mut Map<String, Value>)| {
        let mut file = good.clone();
        let schema = file.pointer_mut(&format!("/components/schemas{pointer}")).and_then(Value::as_object_mut);
        change(schema.unwrap_or_else(|| panic!("`{pointer}` is an object")));
        faults(&file, types.clone()).join("; ")
    };
    assert_eq!(
        check("/Image/properties", &|fields| drop(fields.remove("alt"))),
        "Image: the struct has the field `alt`, which is not described"
    );
    assert_eq!(
        check("/Image/properties", &|fields| drop(fields.insert("size".to_owned(), json!({ "type": "integer" })))),
        "Image: the field `size` is described, and the struct does not have it"
    );
    assert_eq!(
        check("/Image/properties/alt", &|field| drop(field.insert("nullable".to_owned(), json!(true)))),
        "Image.alt: `null` is allowed in the file: true, in the struct: false"
    );
    assert_eq!(
        check("/Image/properties/bytes", &|field| drop(field.insert("type".to_owned(), json!("string")))),
        r#"Image.bytes: is {"string"} in the file and {"integer"} in the struct"#
    );
    assert_eq!(
        check("/UploadInput", &|schema| drop(schema.insert("required".to_owned(), json!(["dataUrl", "name"])))),
        "UploadInput.name: is required in the file: true, in the struct: false"
    );
    assert_eq!(check("", &|schemas| drop(schemas.insert("New".to_owned(), json!({})))), "New: there is no such struct");
    assert_eq!(
        check("", &|schemas| drop(schemas.remove("UploadForm"))),
        "UploadForm: is listed in `WITHOUT_STRUCT` and not in the file"
    );
}

/// The differences between the schemas of the file and the structs.
fn faults(file: &Value, types: BTreeMap<String, NamedType>) -> Vec<String> {
    let described = file["components"]["schemas"].as_object().expect("the file has schemas").clone();
    let mut comparison = Comparison { described, types, faults: Vec::new() };
    for (name, schema) in comparison.described.clone() {
        let listed = WITHOUT_STRUCT.contains(&name.as_str());
        match comparison.types.get(struct_name(&name)).cloned() {
            Some(_) if listed => comparison.fault(&name, "is listed in `WITHOUT_STRUCT` and has a struct"),
            Some(mut named) => {
                if WITH_OTHER_REQUIRED_FIELDS.contains(&name.as_str()) {
                    let required = comparison.described_shape(&schema).required;
                    named.schema["required"] = json!(required);
                }
                comparison.compare(&name, &schema, &named.schema, named.direction, false);
            }
            None if listed => {}
            None => comparison.fault(&name, "there is no such struct"),
        }
    }
    for name in WITHOUT_STRUCT.iter().filter(|name| !comparison.described.contains_key(**name)) {
        comparison.faults.push(format!("{name}: is listed in `WITHOUT_STRUCT` and not in the file"));
    }
    comparison.faults
}

/// The exported name of the struct that a schema describes.
fn struct_name(described: &str) -> &str {
    OTHER_NAMES.iter().find(|(name, _)| *name == described).map_or(described, |(_, name)| name)
}

impl Comparison {
    fn fault(&mut self, place: &str, text: &str) {
        self.faults.push(format!("{place}: {text}"));
    }

    /// Compares a schema of the file with that of a struct. With `may_be_absent`, it is not compared whether `null` is
    /// allowed: the field is an optional one of a request, where `null` counts as absent.
    fn compare(
        &mut self,
        place: &str,
        described: &Value,
        in_struct: &Value,
        direction: Direction,
        may_be_absent: bool,
    ) {
        let name = described_name(described);
        if let (Some(name), Some(struct_reference)) = (name, referred(in_struct))
            && self.types.contains_key(struct_name(name))
        {
            if struct_name(name) != struct_reference {
                self.fault(place, &format!("is `{name}` in the file and `{struct_reference}` in the struct"));
            }
            return;
        }
        let (described, in_struct) = (self.described_shape(described), self.struct_shape(in_struct));
        if described.nullable != in_struct.nullable && !may_be_absent {
            let text =
                format!("`null` is allowed in the file: {}, in the struct: {}", described.nullable, in_struct.nullable);
            self.fault(place, &text);
        }
        if described.kinds != in_struct.kinds {
            self.fault(place, &format!("is {:?} in the file and {:?} in the struct", described.kinds, in_struct.kinds));
            return;
        }
        if in_struct.values.is_some() && described.values != in_struct.values {
            self.fault(
                place,
                &format!("is {:?} in the file and {:?} in the struct", described.values, in_struct.values),
            );
        }
        if let (Some(described), Some(in_struct)) = (&described.items, &in_struct.items) {
            self.compare(&format!("{place}[]"), described, in_struct, direction, false);
        }
        if let (Some(described), Some(in_struct)) = (&described.others, &in_struct.others)
            && described.is_object()
        {
            self.compare(&format!("{place}{{}}"), described, in_struct, direction, false);
        }
        for name in in_struct.fields.keys().filter(|name| !described.fields.contains_key(*name)) {
            self.fault(place, &format!("the struct has the field `{name}`, which is not described"));
        }
        for (name, field) in &described.fields {
            let Some(struct_field) = in_struct.fields.get(name) else {
                // A struct that accepts additional fields has every field.
                if in_struct.others.is_none() {
                    self.fault(place, &format!("the field `{name}` is described, and the struct does not have it"));
                }
                continue;
            };
            let place = format!("{place}.{name}");
            let (is_required, struct_requires) = (described.required.contains(name), in_struct.required.contains(name));
            if is_required != struct_requires {
                self.fault(
                    &place,
                    &format!("is required in the file: {is_required}, in the struct: {struct_requires}"),
                );
            }
            let may_be_absent = direction == Direction::Request && !struct_requires;
            self.compare(&place, field, struct_field, direction, may_be_absent);
        }
    }

    /// The shape of a schema of the file, with references resolved.
    fn described_shape(&self, schema: &Value) -> SchemaShape {
        if let Some(name) = described_name(schema) {
            return self.described_shape(&self.described[name]);
        }
        let mut shape = unresolved_shape(schema);
        shape.nullable |= schema.get("nullable") == Some(&json!(true));
        for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            let part = self.described_shape(part);
            shape.kinds.extend(part.kinds);
            shape.fields.extend(part.fields);
            shape.required.extend(part.required);
            shape.others = shape.others.or(part.others);
        }
        shape
    }

    /// The shape of a struct's schema, with references resolved. A choice between objects has the fields of all of
    /// them, and requires the fields that each of them requires.
    fn struct_shape(&self, schema: &Value) -> SchemaShape {
        if let Some(name) = referred(schema) {
            return self.struct_shape(&self.types[&name].schema);
        }
        let mut shape = unresolved_shape(schema);
        for key in ["anyOf", "oneOf"] {
            let choices = schema.get(key).and_then(Value::as_array).into_iter().flatten();
            let mut common: Option<BTreeSet<String>> = None;
            for choice in choices.map(|choice| self.struct_shape(choice)) {
                shape.nullable |= choice.nullable;
                if choice.kinds.is_empty() {
                    continue;
                }
                shape.kinds.extend(choice.kinds);
                shape.items = shape.items.or(choice.items);
                shape.others = shape.others.or(choice.others);
                for (name, field) in choice.fields {
                    let known = shape.fields.remove(&name);
                    shape.fields.insert(name, known.map_or(field.clone(), |known| json!({ "anyOf": [known, field] })));
                }
                if let Some(values) = choice.values {
                    shape.values.get_or_insert_default().extend(values);
                }
                let required = common.take().map_or(choice.required.clone(), |all| &all & &choice.required);
                common = Some(required);
            }
            shape.required.extend(common.unwrap_or_default());
        }
        shape
    }
}

/// The shape of a schema, without resolving references.
fn unresolved_shape(schema: &Value) -> SchemaShape {
    let mut kinds: BTreeSet<String> = match schema.get("type") {
        Some(Value::String(kind)) => [kind.clone()].into(),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => BTreeSet::new(),
    };
    let values = match (schema.get("enum"), schema.get("const")) {
        (Some(Value::Array(values)), _) => Some(values.iter().map(Value::to_string).collect()),
        (_, Some(value)) => {
            kinds.extend(value.is_boolean().then(|| "boolean".to_owned()));
            kinds.extend(value.is_string().then(|| "string".to_owned()));
            Some([value.to_string()].into())
        }
        _ => None,
    };
    SchemaShape {
        nullable: kinds.remove("null"),
        kinds,
        values,
        items: schema.get("items").cloned(),
        fields: properties(schema),
        required: required(schema),
        others: schema.get("additionalProperties").cloned(),
    }
}
