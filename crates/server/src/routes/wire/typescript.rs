//! Writes the wire types as TypeScript, formatted as prettier formats it.

use serde_json::Value;

use super::{Direction, Route, RouteBody, Wire, is_by_key, properties, referred, required};

/// The maximum length of a line, in characters.
const WIDTH: usize = 110;

const HEADER: &str = "\
// The JSON of the server's typed routes: requests, answers, and the table of routes.
//
// Generated from the structs in `crates/server/src/routes`; `make types` writes it anew.

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
";

/// The text of `wire.ts`.
pub(super) fn file(wire: &Wire) -> String {
    let mut text = HEADER.to_owned();
    for (name, named) in wire.types() {
        text.push('\n');
        text += &comment(&named.schema, 0);
        text += &alias(&name, &named.schema, named.direction);
    }
    text + "\n" + &routes(wire)
}

fn routes(wire: &Wire) -> String {
    let entry = |route: &Route, address: &str| {
        let body = match &route.body {
            RouteBody::Json(schema) => format!("    body: {};\n", type_of(schema, Direction::Request, 2)),
            RouteBody::None | RouteBody::File | RouteBody::Unknown => String::new(),
        };
        let answer = type_of(route.answer.as_ref().unwrap_or(&Value::Null), Direction::Answer, 2);
        format!("  {address:?}: {{\n{body}    answer: {answer};\n  }};\n")
    };
    let routes = wire.routes.iter().flat_map(|route| route.addresses.iter().map(move |address| (route, address)));
    let entries = routes.filter(|(_, address)| !is_by_key(address)).map(|(route, address)| entry(route, address));
    let comment = "/** The typed routes, by method and path: the bodies of a request and of a successful response. */";
    format!("{comment}\nexport interface WireRoutes {{\n{}}}\n", entries.collect::<String>())
}

/// `export type Name = ...;`. When it does not fit on one line, its choices are on the next line, or on a line each.
fn alias(name: &str, schema: &Value, direction: Direction) -> String {
    let line = format!("export type {name} = {};\n", type_of(schema, direction, 0));
    let choices = choices(schema, direction, 2);
    let has_lines = choices.iter().any(|choice| choice.contains('\n'));
    if choices.len() < 2 || (line.trim_end().len() <= WIDTH && !has_lines) {
        return line;
    }
    let next = format!("  {};", choices.join(" | "));
    if next.len() <= WIDTH && !has_lines {
        format!("export type {name} =\n{next}\n")
    } else {
        format!("export type {name} =\n  | {};\n", choices.join("\n  | "))
    }
}

/// The doc comment of a struct or field.
fn comment(schema: &Value, depth: usize) -> String {
    let Some(text) = schema.get("description").and_then(Value::as_str) else { return String::new() };
    let indent = "  ".repeat(depth);
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = format!("{indent}/** {} */\n", words.join(" "));
    if line.len() <= WIDTH {
        return line;
    }
    let mut lines = vec![format!("{indent} *")];
    for word in words {
        if lines.last().is_some_and(|line| line.len() + 1 + word.len() > WIDTH) {
            lines.push(format!("{indent} *"));
        }
        let line = lines.last_mut().expect("there is a line");
        line.push(' ');
        line.push_str(word);
    }
    format!("{indent}/**\n{}\n{indent} */\n", lines.join("\n"))
}

/// A schema as a TypeScript type. `depth` is the indentation level of the line on which it begins.
fn type_of(schema: &Value, direction: Direction, depth: usize) -> String {
    let choices = choices(schema, direction, depth).join(" | ");
    let has_common_fields = schema.get("anyOf").or(schema.get("oneOf")).is_some() && !properties(schema).is_empty();
    if has_common_fields { format!("{} & ({choices})", object(schema, direction, depth)) } else { choices }
}

/// The types that a value of a schema may have, without repetition.
fn choices(schema: &Value, direction: Direction, depth: usize) -> Vec<String> {
    let all: Vec<String> = if let Some(name) = referred(schema) {
        vec![name]
    } else if let Some(value) = schema.get("const") {
        vec![value.to_string()]
    } else if let Some(Value::Array(values)) = schema.get("enum") {
        values.iter().map(Value::to_string).collect()
    } else if let Some(Value::Array(schemas)) = schema.get("anyOf").or(schema.get("oneOf")) {
        schemas.iter().flat_map(|schema| choices(schema, direction, depth)).collect()
    } else {
        match schema.get("type") {
            Some(Value::String(kind)) => vec![of_kind(kind, schema, direction, depth)],
            Some(Value::Array(kinds)) => {
                kinds.iter().filter_map(Value::as_str).map(|kind| of_kind(kind, schema, direction, depth)).collect()
            }
            _ => vec!["JsonValue".to_owned()],
        }
    };
    let mut distinct = Vec::new();
    for choice in all {
        if !distinct.contains(&choice) {
            distinct.push(choice);
        }
    }
    distinct
}

fn of_kind(kind: &str, schema: &Value, direction: Direction, depth: usize) -> String {
    match kind {
        "integer" | "number" => "number".to_owned(),
        "array" => {
            let entry = type_of(&schema["items"], direction, depth);
            let entry = if entry.contains(" | ") && !entry.starts_with('{') { format!("({entry})") } else { entry };
            // Callers may pass readonly lists in a request.
            if direction == Direction::Request { format!("readonly {entry}[]") } else { format!("{entry}[]") }
        }
        "object" => object(schema, direction, depth),
        other => other.to_owned(),
    }
}

fn object(schema: &Value, direction: Direction, depth: usize) -> String {
    let fields = properties(schema);
    let others = schema.get("additionalProperties").filter(|others| **others != Value::Bool(false));
    let others = others.map(|others| format!("[key: string]: {}", type_of(others, direction, depth + 1)));
    if fields.is_empty() {
        return others.map_or_else(|| "Record<string, never>".to_owned(), |others| format!("{{ {others} }}"));
    }
    let (required, indent) = (required(schema), "  ".repeat(depth + 1));
    let named = fields.iter().map(|(name, field)| {
        let mark = if required.contains(name) { "" } else { "?" };
        let (comment, field) = (comment(field, depth + 1), type_of(field, direction, depth + 1));
        format!("{comment}{indent}{name}{mark}: {field};\n")
    });
    let lines: String = named.chain(others.map(|others| format!("{indent}{others};\n"))).collect();
    format!("{{\n{lines}{}}}", "  ".repeat(depth))
}
