//! Reads `openapi.yaml`: its operations, its examples, and the differences between a response and its description.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Map, Value, json};

use super::lectern::Answer;

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// The parsed `openapi.yaml`.
pub(crate) struct Description(Value);

/// A method on a path.
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    described: Value,
}

impl fmt::Display for Operation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.method.to_ascii_uppercase(), self.path)
    }
}

impl Operation {
    pub(crate) fn id(&self) -> &str {
        self.described["operationId"].as_str().expect("every operation has an id")
    }

    /// The scope that the operation requires of a key; none when it requires none.
    pub(crate) fn scope(&self) -> Option<&str> {
        self.described["x-scope"].as_str()
    }

    pub(crate) fn needs_key(&self) -> bool {
        self.described["security"] != json!([])
    }

    pub(crate) fn has_tag(&self, tag: &str) -> bool {
        self.described["tags"].as_array().is_some_and(|tags| tags.contains(&json!(tag)))
    }

    pub(crate) fn describes(&self, status: &str) -> bool {
        self.described["responses"].get(status).is_some()
    }

    /// The status of the only success response.
    pub(crate) fn success(&self) -> String {
        let statuses = self.described["responses"].as_object().expect("answers").keys();
        let good: Vec<&String> = statuses.filter(|status| status.starts_with('2')).collect();
        assert_eq!(good.len(), 1, "{self} has one good answer");
        good[0].clone()
    }
}

impl Description {
    pub(crate) fn read() -> Self {
        Self(yaml_serde::from_str(include_str!("../../openapi.yaml")).expect("the file is YAML"))
    }

    pub(crate) fn operations(&self) -> Vec<Operation> {
        let mut operations = Vec::new();
        for (path, item) in self.0["paths"].as_object().expect("paths") {
            for method in METHODS {
                if let Some(described) = item.get(method) {
                    operations.push(Operation { method, path: path.clone(), described: described.clone() });
                }
            }
        }
        operations
    }

    pub(crate) fn operation(&self, method: &str, path: &str) -> Operation {
        let mut operations = self.operations().into_iter();
        let found = operations.find(|operation| operation.method == method && operation.path == path);
        found.unwrap_or_else(|| panic!("no {method} {path} is described"))
    }

    pub(crate) fn methods_by_path(&self) -> BTreeMap<String, Vec<String>> {
        let mut paths: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for operation in self.operations() {
            paths.entry(operation.path).or_default().push(operation.method.to_owned());
        }
        paths
    }

    /// The example bodies of an operation, with their media types; one empty body when there are none.
    pub(crate) fn bodies(&self, operation: &Operation) -> Vec<(Option<String>, Vec<u8>)> {
        let kinds = operation.described["requestBody"]["content"].as_object();
        let mut bodies = Vec::new();
        for (kind, medium) in kinds.into_iter().flatten() {
            let examples = self.examples_of(medium);
            bodies.extend(examples.into_iter().map(|body| (Some(kind.clone()), body.to_string().into_bytes())));
        }
        if bodies.is_empty() {
            bodies.push((None, Vec::new()));
        }
        bodies
    }

    /// The value of the example with this name among the components.
    pub(crate) fn example(&self, name: &str) -> Value {
        self.0["components"]["examples"][name]["value"].clone()
    }

    fn examples_of(&self, medium: &Value) -> Vec<Value> {
        let several = medium["examples"].as_object().into_iter().flatten();
        let several = several.map(|(_, example)| self.resolved(example)["value"].clone());
        medium.get("example").cloned().into_iter().chain(several).collect()
    }

    /// Every example of a body: where it is in the file, its schema, and its value.
    pub(crate) fn examples(&self) -> Vec<(String, Value, Value)> {
        let mut found = Vec::new();
        let mut look = |place: &str, content: &Value| {
            for (_, medium) in content.as_object().into_iter().flatten() {
                let examples = self.examples_of(medium).into_iter();
                found.extend(examples.map(|example| (place.to_owned(), medium["schema"].clone(), example)));
            }
        };
        for operation in self.operations() {
            look(&format!("{operation} request"), &operation.described["requestBody"]["content"]);
            for (status, answer) in operation.described["responses"].as_object().into_iter().flatten() {
                look(&format!("{operation} {status}"), &self.resolved(answer)["content"]);
            }
        }
        for (name, answer) in self.0["components"]["responses"].as_object().into_iter().flatten() {
            look(name, &answer["content"]);
        }
        found
    }

    fn resolved<'a>(&'a self, value: &'a Value) -> &'a Value {
        match value["$ref"].as_str() {
            Some(reference) => {
                let pointer = reference.trim_start_matches('#');
                self.0.pointer(pointer).unwrap_or_else(|| panic!("`{reference}` leads nowhere"))
            }
            None => value,
        }
    }

    /// The differences between a response and what an operation describes for a status.
    pub(crate) fn faults(&self, operation: &Operation, status: &str, answer: &Answer) -> Vec<String> {
        let Some(described) = operation.described["responses"].get(status) else {
            return vec![format!("{operation}: {status} is not described, answered {}", answer.text())];
        };
        if answer.status.to_string() != status {
            return vec![format!("{operation}: expected {status}, answered {}", answer.text())];
        }
        let faults = self.answer_faults(self.resolved(described), answer);
        faults.into_iter().map(|fault| format!("{operation} {status}: {fault}")).collect()
    }

    /// The differences between a response and the response component with this name.
    pub(crate) fn component_faults(&self, name: &str, answer: &Answer) -> Vec<String> {
        self.answer_faults(&self.0["components"]["responses"][name], answer)
    }

    fn answer_faults(&self, described: &Value, answer: &Answer) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, header) in described["headers"].as_object().into_iter().flatten() {
            let header = self.resolved(header);
            let Some(value) = answer.header(name) else {
                faults.push(format!("the header `{name}` is missing"));
                continue;
            };
            let value = match header["schema"]["type"].as_str() {
                Some("integer") => serde_json::from_str(value).unwrap_or_default(),
                _ => json!(value),
            };
            let wrong = self.schema_faults(&header["schema"], &value);
            faults.extend(wrong.into_iter().map(|fault| format!("header `{name}`: {fault}")));
        }
        let kind = answer.header("content-type").unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default();
        match described["content"].get(kind) {
            None => faults.push(format!("`{kind}` is not described")),
            Some(medium) if kind == "application/json" => {
                faults.extend(self.schema_faults(&medium["schema"], &answer.json()));
            }
            Some(_) if answer.body.is_empty() => faults.push("the body is empty".to_owned()),
            Some(_) => {}
        }
        faults
    }

    /// The differences between a value and a schema of the file. A field that is not described is a fault, unless the
    /// schema allows additional fields.
    pub(crate) fn schema_faults(&self, schema: &Value, value: &Value) -> Vec<String> {
        let components = self.0["components"]["schemas"].as_object().expect("schemas");
        let open = parts_of_others(components);
        let components: Map<String, Value> = components
            .iter()
            .map(|(name, schema)| (name.clone(), json_schema(schema, open.contains(name.as_str()))))
            .collect();
        let schema = json!({ "components": { "schemas": components }, "allOf": [json_schema(schema, true)] });
        let (mut compiler, mut schemas) = (boon::Compiler::new(), boon::Schemas::new());
        compiler.set_default_draft(boon::Draft::V2020_12);
        compiler.enable_format_assertions();
        compiler.add_resource("https://test/schema", schema).expect("an address");
        let index = compiler.compile("https://test/schema", &mut schemas).expect("a schema of the file is a schema");
        schemas.validate(value, index).err().iter().map(|fault| format!("{fault:#}")).collect()
    }
}

/// Names of the schemas that are parts of others by `allOf`. They stay open to additional fields, which the whole may
/// describe.
fn parts_of_others(components: &Map<String, Value>) -> BTreeSet<&str> {
    let parts = components.values().filter_map(|schema| schema["allOf"].as_array()).flatten();
    parts.filter_map(|part| part["$ref"].as_str()?.rsplit('/').next()).collect()
}

/// A schema of OpenAPI 3.0 as JSON Schema, closed to additional fields. A part of another schema stays open to them.
fn json_schema(schema: &Value, is_part: bool) -> Value {
    let Value::Object(schema) = schema else { return schema.clone() };
    let mut made = Map::new();
    for (word, value) in schema {
        let value = match (word.as_str(), value) {
            ("nullable" | "example" | "description", _) => continue,
            ("properties", Value::Object(fields)) => {
                fields.iter().map(|(name, field)| (name.clone(), json_schema(field, false))).collect()
            }
            ("allOf", Value::Array(parts)) => parts.iter().map(|part| json_schema(part, true)).collect(),
            ("items" | "additionalProperties", inner) => json_schema(inner, false),
            _ => value.clone(),
        };
        made.insert(word.clone(), value);
    }
    let is_whole = schema.contains_key("properties") || schema.contains_key("allOf");
    if is_whole && !is_part && !schema.contains_key("additionalProperties") {
        made.insert("unevaluatedProperties".to_owned(), json!(false));
    }
    if schema.get("nullable") == Some(&json!(true)) {
        return json!({ "anyOf": [made, { "type": "null" }] });
    }
    Value::Object(made)
}
