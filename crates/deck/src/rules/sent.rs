//! Reads slides as models send them.
//!
//! Models send objects and lists as texts with JSON, fields beside `type` instead of in `content`, figures as numbers,
//! and tables without the number of their columns. The intended value is clear, so these forms are converted. A
//! conversion that the sender should know of is returned as a notice. No content is added or dropped.

use serde_json::{Map, Value};

use crate::Content;
use crate::registry::{Field, Kind, Registry, SlideType};

/// Keys of a slide: those of a new one, and those that are returned when a slide is read.
const SLIDE_KEYS: [&str; 10] =
    ["type", "content", "notes", "id", "index", "visibility", "duration", "transition", "morphNames", "library"];

/// A slide with its values in the forms that were meant.
#[derive(Debug, Clone, PartialEq)]
pub struct SentSlide {
    /// `{type, content, notes?}`, or the value that was sent if it is not an object.
    pub slide: Value,
    /// The conversions that the sender should know of.
    pub notices: Vec<String>,
}

/// Reads the slide at position `index` of what a model sent.
pub fn sent_slide(registry: &Registry, index: usize, slide: &Value) -> SentSlide {
    let mut notices = Vec::new();
    let mut slide = parsed(slide).filter(Value::is_object).unwrap_or_else(|| slide.clone());
    if let Value::Object(given) = &mut slide {
        let others: Vec<String> = given.keys().filter(|key| !SLIDE_KEYS.contains(&key.as_str())).cloned().collect();
        let content = given.get("content").filter(|content| !content.is_null());
        if let Some(content) = content.and_then(parsed).filter(Value::is_object) {
            given.insert("content".to_owned(), content);
        } else if content.is_none() && !others.is_empty() {
            let moved = others.iter().filter_map(|key| Some((key.clone(), given.shift_remove(key)?)));
            let content: Content = moved.collect();
            given.insert("content".to_owned(), Value::Object(content));
            notices.push(format!("slide {index}: read {} as content; put fields into `content`", quoted(&others)));
        } else if !others.is_empty() {
            notices.push(format!("slide {index}: ignored {}; put fields into `content`", quoted(&others)));
        }
        let slide_type = given.get("type").and_then(Value::as_str).and_then(|name| registry.resolve(name));
        if let (Some(slide_type), Some(Value::Object(content))) = (slide_type, given.get_mut("content")) {
            let changes = sent_content(slide_type, content);
            notices.extend(changes.into_iter().map(|change| format!("slide {index}: {change}")));
        }
    }
    SentSlide { slide, notices }
}

/// Converts the fields of a slide to the forms that were meant. Returns the notices.
pub fn sent_content(slide_type: &SlideType, content: &mut Content) -> Vec<String> {
    for field in &slide_type.fields {
        if let Some(value) = content.get_mut(&field.key) {
            read_value(field, value);
        }
    }
    widen_table(slide_type, content).into_iter().collect()
}

/// Converts a value to the form that was meant.
fn read_value(field: &Field, value: &mut Value) {
    let Kind::Items { fields, .. } = &field.kind else {
        if let (Kind::String(_), Value::Number(number)) = (&field.kind, &*value)
            && is_figure(&field.key)
        {
            *value = Value::String(number_text(number));
        }
        return;
    };
    if let Some(list) = parsed(value).filter(Value::is_array) {
        *value = list;
    }
    for entry in value.as_array_mut().into_iter().flatten() {
        if let Some(object) = parsed(entry).filter(Value::is_object) {
            *entry = object;
        }
        if let Value::Object(entry) = entry {
            for field in fields {
                if let Some(value) = entry.get_mut(&field.key) {
                    read_value(field, value);
                }
            }
        }
    }
}

/// Whether a text field of a list shows a figure: the value or unit of a metric, or a cell of a table.
fn is_figure(key: &str) -> bool {
    let is_cell = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    matches!(key, "value" | "unit") || key.strip_prefix('c').is_some_and(is_cell)
}

/// A number as a text, without a fraction of zero.
pub(super) fn number_text(number: &serde_json::Number) -> String {
    let text = number.to_string();
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Gives a table as many columns as its rows have cells. Returns a notice when another number was sent.
fn widen_table(slide_type: &SlideType, content: &mut Content) -> Option<String> {
    slide_type.field("rows").filter(|rows| rows.item_field("c1").is_some())?;
    slide_type.field("colCount")?;
    let last_column = |row: &Map<String, Value>| {
        let has_text = |value: &Value| value.as_str().is_some_and(|text| !text.trim().is_empty());
        let cells = row.iter().filter(|(_, value)| has_text(value));
        cells.filter_map(|(key, _)| key.strip_prefix('c')?.parse::<usize>().ok()).max()
    };
    let rows = content.get("rows")?.as_array()?.iter().filter_map(Value::as_object);
    let width = rows.filter_map(last_column).max()?;
    let sent = match content.get("colCount") {
        None | Some(Value::Null) => None,
        Some(sent) => Some(sent.as_str()?.parse::<usize>().ok()?),
    };
    if sent.is_some_and(|sent| sent >= width) {
        return None;
    }
    content.insert("colCount".to_owned(), Value::String(width.to_string()));
    sent.map(|sent| format!("colCount set to {width}, not {sent}: the rows have {width} cells"))
}

/// The value in a text that is a JSON object or list.
fn parsed(value: &Value) -> Option<Value> {
    let text = value.as_str()?.trim();
    if !text.starts_with(['{', '[']) || text.contains("\\u0000") {
        return None;
    }
    serde_json::from_str(text).ok()
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(slide: &Value) -> (Value, Vec<String>) {
        let SentSlide { slide, notices } = sent_slide(Registry::core(), 2, slide);
        (slide, notices)
    }

    #[test]
    fn json_in_texts_is_read_at_every_depth() {
        let plain =
            json!({"type": "list", "content": {"title": "Ships", "items": [{"title": "Ada"}, {"title": "Ben"}]}});
        let entry =
            json!({"type": "list", "content": {"title": "Ships", "items": ["{\"title\": \"Ada\"}", {"title": "Ben"}]}});
        let list = json!({"type": "list", "content": {"title": "Ships", "items": "[{\"title\": \"Ada\"}, {\"title\": \"Ben\"}]"}});
        let content = json!({"type": "list", "content": plain["content"].to_string()});
        for sent in [entry, list, content, Value::String(plain.to_string())] {
            assert_eq!(read(&sent), (plain.clone(), Vec::new()), "{sent}");
        }
        let text = json!({"type": "content", "content": {"title": "[draft]", "body": "{\"a\": 1}"}});
        assert_eq!(read(&text).0, text, "a text stays a text");
    }

    #[test]
    fn a_flat_slide_is_read_as_content_with_a_notice() {
        let (slide, notices) = read(&json!({"type": "title", "title": "Harbour", "notes": "Slowly."}));
        assert_eq!(slide, json!({"type": "title", "notes": "Slowly.", "content": {"title": "Harbour"}}));
        assert_eq!(notices, ["slide 2: read `title` as content; put fields into `content`"]);
        let (slide, notices) = read(&json!({"type": "title", "content": {"title": "Harbour"}, "subtitle": "x"}));
        assert_eq!(slide["content"], json!({"title": "Harbour"}));
        assert_eq!(notices, ["slide 2: ignored `subtitle`; put fields into `content`"]);
        let own = json!({"type": "title", "content": {"title": "Harbour"}, "id": "a", "index": 0, "notes": ""});
        assert_eq!(read(&own).1, Vec::<String>::new(), "a slide that was read can be sent back");
    }

    #[test]
    fn figures_are_texts_and_other_numbers_stay() {
        let metrics = json!({"metrics": [{"value": 40, "unit": 5.5, "label": 3}]});
        let (slide, _) = read(&json!({"type": "kpi-metrics", "content": metrics}));
        assert_eq!(slide["content"]["metrics"][0], json!({"value": "40", "unit": "5.5", "label": 3}));
        let (slide, _) = read(&json!({"type": "table", "content": {"title": 7, "rows": [{"c1": "a", "c2": 2.0}]}}));
        assert_eq!((&slide["content"]["rows"][0]["c2"], &slide["content"]["title"]), (&json!("2"), &json!(7)));
    }

    #[test]
    fn a_table_is_as_wide_as_its_cells() {
        let rows = json!([{"c1": "a"}, {"c1": "a", "c4": "d", "c5": " "}]);
        let (slide, notices) = read(&json!({"type": "table", "content": {"title": "T", "rows": rows}}));
        assert_eq!((slide["content"]["colCount"].as_str(), notices.len()), (Some("4"), 0));
        let (slide, notices) =
            read(&json!({"type": "table", "content": {"title": "T", "rows": rows, "colCount": "2"}}));
        assert_eq!(slide["content"]["colCount"], "4");
        assert_eq!(notices, ["slide 2: colCount set to 4, not 2: the rows have 4 cells"]);
        let (slide, _) = read(&json!({"type": "table", "content": {"title": "T", "rows": rows, "colCount": "6"}}));
        assert_eq!(slide["content"]["colCount"], "6", "empty columns may be meant");
    }
}
