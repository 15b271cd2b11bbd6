//! Slide types for agents in few words: an index with a line for each, and single types with a line for each field.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::EXAMPLE_LANG;
use crate::Content;
use crate::registry::{Category, Field, Kind, Registry, SlideType, is_unset};

/// How many characters of a field fit, by the path of the field, such as `title` or `items[].text`.
pub type FittingLengths = std::collections::BTreeMap<String, usize>;

impl Registry {
    /// The types that are offered to agents.
    pub fn offered_types(&self, category: Option<Category>) -> impl Iterator<Item = &SlideType> {
        let offered = self.types().filter(|known| known.enabled && known.agents && !known.deprecated);
        offered.filter(move |known| category.is_none_or(|category| known.category == category))
    }

    /// The types that are offered to agents, a line each: `{types, count, anySlide}`.
    pub fn type_index(&self, category: Option<Category>) -> Value {
        let types: Content =
            self.offered_types(category).map(|known| (known.key.clone(), json!(summary(known)))).collect();
        let options: Content = self
            .catalogue()
            .global_options
            .iter()
            .filter(|option| !option.hidden)
            .map(|option| (option.key.clone(), json!(field_line(option, None))))
            .collect();
        json!({ "count": types.len(), "types": types, "anySlide": options })
    }

    /// One type with a line for each field.
    pub fn brief_type(&self, known: &SlideType, fitting: &FittingLengths) -> Value {
        let mut fields = Content::new();
        add_fields(&mut fields, &known.fields, "", fitting);
        let mut view = json!({ "use": known.description, "fields": fields });
        if !known.not_for.is_empty() {
            view["notFor"] = json!(known.not_for);
        }
        if let Some(usage) = &known.usage {
            view["usage"] = json!(usage);
        }
        view["example"] = json!(example(known));
        view
    }

    /// Some types with a line for each field: `{types, exampleLang, choices}`.
    pub fn brief_types(&self, types: impl IntoIterator<Item = (String, Value)>) -> Value {
        json!({ "types": types.into_iter().collect::<Content>(), "exampleLang": EXAMPLE_LANG,
            "choices": "the first of several words is the default unless another one is named" })
    }
}

/// What a type is for, in a line.
fn summary(known: &SlideType) -> String {
    let mut line = known.description.trim_end_matches('.').to_owned();
    if let Some(usage) = &known.usage {
        let _ = write!(line, ". {usage}");
    } else if let Some(not_for) = known.not_for.first() {
        let _ = write!(line, "; not {not_for}");
    }
    line
}

/// The example without values that the type has anyway.
fn example(known: &SlideType) -> Content {
    let is_shown = |key: &String, value: &Value| {
        let declared = known.fields.iter().find(|field| field.key == *key);
        let is_default = known.defaults.get(key) == Some(value) || is_unset(value);
        let is_choice = matches!(declared.map(|field| &field.kind), Some(Kind::Enum { .. } | Kind::Boolean));
        declared.is_none_or(|field| field.required) || !(is_default || is_choice && value == "auto" || value == "left")
    };
    known
        .example
        .iter()
        .filter(|(key, value)| is_shown(key, value))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

fn add_fields(lines: &mut Content, fields: &[Field], prefix: &str, fitting: &FittingLengths) {
    for field in fields.iter().filter(|field| field.agents && !field.hidden) {
        let path = format!("{prefix}{}", field.key);
        lines.insert(path.clone(), json!(field_line(field, fitting.get(&path).copied())));
        if let Kind::Items { fields, .. } = &field.kind {
            add_fields(lines, fields, &format!("{path}[]."), fitting);
        }
    }
}

/// A field in a line: kind, bounds, default and help.
fn field_line(field: &Field, fitting: Option<usize>) -> String {
    let mut line = match &field.kind {
        Kind::Enum { options, .. } => options.join("|"),
        Kind::Boolean => "true|false".to_owned(),
        Kind::Number { min, max } => match (min, max) {
            (Some(min), Some(max)) => format!("number {min} to {max}"),
            _ => "number".to_owned(),
        },
        Kind::Items { min, max, .. } => match max {
            Some(max) if max == min => format!("list of {max}"),
            Some(max) => format!("list of {min} to {max}"),
            None => "list".to_owned(),
        },
        Kind::String(_) => "text".to_owned(),
        Kind::Markdown => "Markdown".to_owned(),
        Kind::Csv => "CSV text".to_owned(),
        Kind::Image => "picture path".to_owned(),
        Kind::Icon => "icon name (find_icons)".to_owned(),
        Kind::Link => "link: https, mailto or #slide number".to_owned(),
        other => other.field_type().name().to_owned(),
    };
    if field.required {
        line.push_str(", required");
    }
    match (field.max_length, fitting) {
        (Some(max), Some(fits)) => {
            let _ = write!(line, ", max {max}, about {fits} fit");
        }
        (Some(max), None) => {
            let _ = write!(line, ", max {max}");
        }
        (None, Some(fits)) => {
            let _ = write!(line, ", about {fits} fit");
        }
        (None, None) => {}
    }
    match &field.default {
        // The first choice is the default, unless another one is named.
        Some(Value::String(word))
            if matches!(&field.kind, Kind::Enum { options, .. } if options.first() != Some(word))
                && !word.is_empty() =>
        {
            let _ = write!(line, "; default {word}");
        }
        Some(value @ (Value::Bool(_) | Value::Number(_))) => {
            let _ = write!(line, "; default {value}");
        }
        _ => {}
    }
    if !field.help.is_empty() {
        let _ = write!(line, ". {}", field.help);
    }
    line
}

impl SlideType {
    /// The paths of the texts whose length matters, such as `title` or `items[].text`, with the maximum
    /// number of characters.
    pub fn text_paths(&self) -> Vec<(String, Option<usize>)> {
        fn add(paths: &mut Vec<(String, Option<usize>)>, fields: &[Field], prefix: &str) {
            for field in fields {
                let path = format!("{prefix}{}", field.key);
                match &field.kind {
                    Kind::Items { fields, .. } => add(paths, fields, &format!("{path}[].")),
                    Kind::String(_) | Kind::Markdown if field.agents && !field.hidden => {
                        paths.push((path, field.max_length));
                    }
                    _ => {}
                }
            }
        }
        let mut paths = Vec::new();
        add(&mut paths, &self.fields, "");
        paths
    }
}
