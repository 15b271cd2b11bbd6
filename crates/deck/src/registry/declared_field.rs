//! Reads declarations of fields from JSON.

use serde_json::Value;

use super::Catalogue;
use super::field::{Field, FormHints, Kind, Pattern};
use crate::Content;
use crate::rules::validate;

/// Names of the kinds of fields.
const KINDS: [&str; 13] = [
    "string", "markdown", "code", "csv", "url", "link", "icon", "image", "slideRef", "boolean", "number", "enum",
    "items",
];

/// A value, or the path of a field and what is wrong with it.
pub(super) type ReadResult<T> = Result<T, (String, String)>;

/// A fault with its path.
pub(super) fn wrong<T>(field: &str, fault: impl Into<String>) -> ReadResult<T> {
    Err((field.to_owned(), fault.into()))
}

/// Reads a list of fields. `prefix` is the path of the list they belong to, with its dot.
pub(super) fn fields(raw: &Content, key: &str, prefix: &str, catalogue: &Catalogue) -> ReadResult<Vec<Field>> {
    let list = match raw.get(key) {
        Some(Value::Array(list)) => list,
        None if prefix.is_empty() => return Ok(Vec::new()),
        _ => return wrong(&format!("{prefix}{key}"), "expected a list of fields"),
    };
    let mut fields: Vec<Field> = Vec::with_capacity(list.len());
    for (index, value) in list.iter().enumerate() {
        let Some(raw) = value.as_object() else {
            return wrong(&format!("{prefix}{key}[{index}]"), "expected an object");
        };
        let field = field(raw, prefix, catalogue).map_err(|(at, fault)| match at.as_str() {
            "" => (format!("{prefix}{key}[{index}]"), fault),
            _ => (at, fault),
        })?;
        let path = format!("{prefix}{}", field.key);
        if fields.iter().any(|other| other.key == field.key) {
            return wrong(&path, "the key is declared twice");
        }
        let is_taken = catalogue.global_options.iter().any(|option| option.key == field.key)
            || catalogue.reserved_keys.contains(&field.key);
        if prefix.is_empty() && is_taken {
            return wrong(&path, "the key is kept for every slide");
        }
        fields.push(field);
    }
    Ok(fields)
}

/// Reads one field. `prefix` is the path of the list it belongs to, with its dot.
pub(super) fn field(raw: &Content, prefix: &str, catalogue: &Catalogue) -> ReadResult<Field> {
    let Some(key) = optional_text(raw, "key")?.filter(|key| !key.is_empty()) else {
        return wrong("", "a field has a key");
    };
    let path = format!("{prefix}{key}");
    let named = |fault: (String, String)| (path.clone(), format!("{}: {}", fault.0, fault.1));
    let is_valid_key = key.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_') && key.len() <= 64;
    if !is_valid_key {
        return wrong(&path, "a key is made of letters, digits and underscores");
    }
    let whole = |name: &str| -> ReadResult<Option<usize>> {
        match raw.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match value.as_u64().and_then(|number| usize::try_from(number).ok()) {
                Some(number) => Ok(Some(number)),
                None => wrong(&path, format!("`{name}` is a whole number, got `{value}`")),
            },
        }
    };
    let number = |name: &str| -> ReadResult<Option<f64>> {
        match raw.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match value.as_f64() {
                Some(number) => Ok(Some(number)),
                None => wrong(&path, format!("`{name}` is a number, got `{value}`")),
            },
        }
    };
    let word = match optional_text(raw, "kind").map_err(named)? {
        Some(kind) => kind,
        None => optional_text(raw, "type").map_err(named)?.unwrap_or_default(),
    };
    let kind = match word.as_str() {
        "string" => match optional_text(raw, "pattern").map_err(named)? {
            None => Kind::String(None),
            Some(source) => match Pattern::new(&source) {
                Ok(pattern) => Kind::String(Some(pattern)),
                Err(fault) => return wrong(&path, format!("`pattern` is no regular expression: {fault}")),
            },
        },
        "markdown" => Kind::Markdown,
        "code" => Kind::Code,
        "csv" => Kind::Csv,
        "url" => Kind::Url,
        "link" => Kind::Link,
        "icon" => Kind::Icon,
        "image" => Kind::Image,
        "slideRef" => Kind::SlideRef,
        "boolean" => Kind::Boolean,
        "number" => {
            let (min, max) = (number("min")?, number("max")?);
            if min.zip(max).is_some_and(|(min, max)| min > max) {
                return wrong(&path, "`min` lies above `max`");
            }
            Kind::Number { min, max }
        }
        "enum" => {
            let options = texts(raw, "options").map_err(named)?;
            let open = flag(raw, "openSet").map_err(named)?.unwrap_or(false);
            if options.is_empty() && !open {
                return wrong(&path, "a choice lists its `options`");
            }
            if options.iter().enumerate().any(|(index, option)| options[..index].contains(option)) {
                return wrong(&path, "an option is listed twice");
            }
            let older = match optional_text(raw, "vocabulary").map_err(named)?.as_deref() {
                None => Vec::new(),
                Some("backdrops") => catalogue.older_backdrops.clone(),
                Some(other) => return wrong(&path, format!("unknown vocabulary `{other}`")),
            };
            Kind::Enum { options, open, older }
        }
        "items" => {
            if prefix.matches("[]").count() >= 2 {
                return wrong(&path, "lists nest two deep at most");
            }
            let (min, max) = (whole("minItems")?.unwrap_or(0), whole("maxItems")?);
            if max.is_some_and(|max| min > max) {
                return wrong(&path, "`minItems` lies above `maxItems`");
            }
            let ordered = flag(raw, "ordered").map_err(named)?.unwrap_or(false);
            Kind::Items { min, max, fields: fields(raw, "itemFields", &format!("{path}[]."), catalogue)?, ordered }
        }
        "" => return wrong(&path, "a field has a kind"),
        other => return wrong(&path, format!("unknown kind `{other}`; the kinds are {}", KINDS.join(", "))),
    };
    let translatable = match flag(raw, "translatable").map_err(named)? {
        Some(translatable) => translatable,
        None => match &kind {
            Kind::String(_) | Kind::Markdown | Kind::Csv => true,
            Kind::Items { fields, .. } => fields.iter().any(|field| field.translatable),
            _ => false,
        },
    };
    let field = Field {
        label: optional_text(raw, "label").map_err(named)?.unwrap_or_else(|| key.clone()),
        help: match optional_text(raw, "help").map_err(named)? {
            Some(help) => help,
            None => optional_text(raw, "helpText").map_err(named)?.unwrap_or_default(),
        },
        required: flag(raw, "required").map_err(named)?.unwrap_or(false),
        translatable,
        max_length: whole("maxLength")?,
        default: raw.get("default").filter(|value| !value.is_null()).cloned(),
        agents: flag(raw, "ai").map_err(named)?.unwrap_or(true),
        hidden: flag(raw, "hidden").map_err(named)?.unwrap_or(false)
            || flag(raw, "deprecated").map_err(named)?.unwrap_or(false),
        form: form(raw, &path)?,
        kind,
        key,
    };
    if let Some(default) = &field.default
        && let Some(fault) = validate::value_fault(&field, default)
    {
        return wrong(
            &format!("{prefix}{}", fault.path),
            format!("default: expected {}, got {}", fault.expected, fault.got),
        );
    }
    Ok(field)
}

/// Reads the hints for the editor's form.
fn form(raw: &Content, path: &str) -> ReadResult<FormHints> {
    let step = match raw.get("step") {
        None | Some(Value::Null) => None,
        Some(step) => match step.as_f64().filter(|step| *step > 0.0) {
            Some(step) => Some(step),
            None => return wrong(path, format!("`step` is a number above 0, got `{step}`")),
        },
    };
    let visible_when = match raw.get("visibleWhen") {
        None | Some(Value::Null) => None,
        Some(rule) => match (rule.get("field").and_then(Value::as_str), rule.get("in").and_then(Value::as_array)) {
            (Some(field), Some(values)) => {
                Some((field.to_owned(), values.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect()))
            }
            _ => return wrong(path, "`visibleWhen` names a `field` and the values it is `in`"),
        },
    };
    let option_labels = match raw.get("optionLabels") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Object(labels)) => {
            labels.iter().filter_map(|(option, label)| Some((option.clone(), label.as_str()?.to_owned()))).collect()
        }
        Some(_) => return wrong(path, "`optionLabels` is an object"),
    };
    let media = flag(raw, "media")?.unwrap_or(false);
    Ok(FormHints { visible_when, option_labels, step, media })
}

pub(super) fn optional_text(raw: &Content, key: &str) -> ReadResult<Option<String>> {
    match raw.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => wrong(key, format!("expected a text, got `{other}`")),
    }
}

pub(super) fn flag(raw: &Content, key: &str) -> ReadResult<Option<bool>> {
    match raw.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(other) => wrong(key, format!("expected true or false, got `{other}`")),
    }
}

pub(super) fn texts(raw: &Content, key: &str) -> ReadResult<Vec<String>> {
    match raw.get(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => list
            .iter()
            .map(|value| match value {
                Value::String(text) => Ok(text.clone()),
                other => wrong(key, format!("expected texts, got `{other}`")),
            })
            .collect(),
        Some(_) => wrong(key, "expected a list of texts"),
    }
}
