//! Converts a slide to another type, for the pairs of types that the catalogue declares.

use serde_json::{Map, Value, json};

use crate::Content;
use crate::registry::{Registry, SlideType, is_unset};

/// Why a slide was not converted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConversionError {
    /// The catalogue does not declare this conversion.
    #[error("`{from}` does not become `{to}` by itself; it can become {}", listed(.targets))]
    NotAPair {
        /// Key of the current type.
        from: String,
        /// Key of the requested type.
        to: String,
        /// Keys of the types that it can be converted to.
        targets: Vec<String>,
    },
    /// A text is too long for the target type and may not be cut.
    #[error("field {field}: expected at most {max} characters in a {to}, got {length}")]
    TooLong {
        /// The field.
        field: String,
        /// Key of the target type.
        to: String,
        /// Maximum number of characters in the target type.
        max: usize,
        /// Characters of the text.
        length: usize,
    },
}

fn listed(targets: &[String]) -> String {
    if targets.is_empty() { "no other type".to_owned() } else { targets.join(", ") }
}

/// Keys of the types that a slide of this type can be converted to.
pub fn conversion_targets<'a>(registry: &'a Registry, from: &str) -> Vec<&'a str> {
    let pairs = registry.catalogue().conversions.iter().filter(|pair| pair.from == from);
    pairs.map(|pair| pair.to.as_str()).collect()
}

/// Returns content converted to another type: the defaults of the target type, the fields that the catalogue carries
/// over, what the rules of the two types add, and the global options.
///
/// # Errors
/// Fails when the catalogue does not declare the conversion, or the title is too long for the target type.
pub fn converted(
    registry: &Registry,
    from: &SlideType,
    to: &SlideType,
    lang: &str,
    content: &Content,
) -> Result<Content, ConversionError> {
    let pair = registry.catalogue().conversions.iter().find(|pair| pair.from == from.key && pair.to == to.key);
    let Some(pair) = pair else {
        let targets = conversion_targets(registry, &from.key).into_iter().map(str::to_owned).collect();
        return Err(ConversionError::NotAPair { from: from.key.clone(), to: to.key.clone(), targets });
    };
    let mut result = to.defaults_in(lang);
    for (source, target) in &pair.carry {
        if let Some(value) = content.get(source).filter(|value| !is_unset(value)) {
            set_at(&mut result, target, value.clone());
        }
    }
    let text = |key: &str| content.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    match (from.key.as_str(), to.key.as_str()) {
        ("content-slide", "image-text-slide") => set_body(&mut result, [text("subheading"), text("body")]),
        ("image-text-slide", "content-slide") if text("textColumns") == Some("2") => {
            result.insert("layout".to_owned(), json!("two-column"));
        }
        ("image-slide", "image-text-slide") => set_body(&mut result, [text("subheading"), text("bottomSubheading")]),
        ("list-slide", "content-slide") => {
            let layout = text("layout").filter(|layout| *layout != "auto").unwrap_or("one-column");
            result.insert("layout".to_owned(), json!(layout));
            let body = list_body(content);
            if !body.is_empty() {
                result.insert("body".to_owned(), Value::String(body));
            }
        }
        _ => {}
    }
    let length = result.get("title").and_then(Value::as_str).map_or(0, |title| title.chars().count());
    if let Some(max) = to.field("title").and_then(|field| field.max_length).filter(|max| length > *max) {
        return Err(ConversionError::TooLong { field: "title".to_owned(), to: to.key.clone(), max, length });
    }
    let catalogue = registry.catalogue();
    for (key, value) in content {
        if catalogue.global_option(key).is_some() || catalogue.reserved_keys.contains(key) {
            result.insert(key.clone(), value.clone());
        }
    }
    Ok(result)
}

/// Sets the value at `key` or `list[0].key`.
fn set_at(content: &mut Content, path: &str, value: Value) {
    match path.split_once("[0].") {
        None => {
            content.insert(path.to_owned(), value);
        }
        Some((list, key)) => {
            let entries = content.entry(list.to_owned()).or_insert_with(|| json!([]));
            if let Value::Array(entries) = entries {
                if entries.is_empty() {
                    entries.push(Value::Object(Map::new()));
                }
                entries[0][key] = value;
            }
        }
    }
}

/// Sets the body to the given texts, one paragraph for each. Does nothing when there are none.
fn set_body(content: &mut Content, texts: [Option<&str>; 2]) {
    let body: Vec<&str> = texts.into_iter().flatten().collect();
    if !body.is_empty() {
        content.insert("body".to_owned(), Value::String(body.join("\n\n")));
    }
}

/// The entries of a list as Markdown items: bold title, colon, detail.
fn list_body(content: &Content) -> String {
    let numbered = content.get("variant").and_then(Value::as_str) == Some("numbers");
    let entries = content.get("items").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let text = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().trim().to_owned();
    let lines = entries.iter().filter_map(|entry| {
        let (title, detail) = (text(entry, "title"), text(entry, "text"));
        match (title.is_empty(), detail.is_empty()) {
            (true, true) => None,
            (true, false) => Some(detail),
            (false, true) => Some(format!("**{title}**")),
            (false, false) => Some(format!("**{title}**: {detail}")),
        }
    });
    let marked = lines.enumerate().map(
        |(index, line)| {
            if numbered { format!("{}. {line}", index + 1) } else { format!("- {line}") }
        },
    );
    marked.collect::<Vec<_>>().join("\n")
}
