//! Repairs slides that break rules, without inventing content, and reports every repair.

use serde_json::{Map, Value, json};

use super::misuse::has_code_fence;
use super::problem::{Problem, SlideInput};
use super::validate;
use crate::Content;
use crate::registry::{Field, Kind, Registry, SlideType, is_unset};
use crate::schema::json_number;

/// A repair of a slide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Position of the slide, from 0.
    pub slide: usize,
    /// Path of the field, such as `items[2].title`.
    pub field: String,
    /// What was changed, for the author.
    pub change: String,
}

/// A slide that passes strict validation, possibly after repairs.
#[derive(Debug, Clone)]
pub struct RepairedSlide<'a> {
    /// Type of the slide, which a repair may have changed.
    pub slide_type: &'a SlideType,
    /// Content of the slide.
    pub content: Content,
    /// The repairs that were made.
    pub fixes: Vec<Fix>,
}

/// Repairs one slide.
///
/// # Errors
/// Fails at the first problem that cannot be repaired.
pub fn repaired_slide<'a>(
    registry: &'a Registry,
    lang: &str,
    index: usize,
    slide: &Value,
) -> Result<RepairedSlide<'a>, Problem> {
    let SlideInput { mut slide_type, type_name, mut content } = SlideInput::read(registry, index, slide)?;
    let mut repair = Repair { slide: index, fixes: Vec::new() };
    if let Some(content_type) = registry.by_key("content-slide")
        && let Some(plain) = repair.content_slide_for_short_list(slide_type, &content, content_type, lang)
    {
        slide_type = content_type;
        content = plain;
    }
    repair.convert_rows(slide_type, &mut content);
    let known = |key: &str| validate::is_known_key(slide_type, registry.catalogue(), key);
    content.retain(|key, _| {
        let is_declared = known(key);
        if !is_declared {
            repair.note(key, "dropped: the type does not declare it");
        }
        is_declared
    });
    repair.repair_object(&slide_type.fields, &mut content, "");
    repair.repair_object(&slide_type.reserved, &mut content, "");
    repair.repair_object(&registry.catalogue().global_options, &mut content, "");
    repair.set_two_columns(slide_type, &mut content);
    match validate::first_fault(slide_type, registry.catalogue(), &content) {
        None => Ok(RepairedSlide { slide_type, content, fixes: repair.fixes }),
        Some(fault) => {
            let validate::Fault { path, expected, got, .. } = fault;
            Err(Problem { slide: index, type_name, path, expected, got })
        }
    }
}

/// The text shortened to at most `max` code points with an ellipsis: at the last word boundary after 60 percent of
/// them, else within a word.
pub fn shortened(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let mut kept: String = text.chars().take(max.saturating_sub(1)).collect();
    let next_is_space = text.chars().nth(max.saturating_sub(1)).is_some_and(char::is_whitespace);
    if !next_is_space
        && let Some(boundary) = kept.rfind(char::is_whitespace)
        && kept[..boundary].chars().count() * 10 > max * 6
    {
        kept.truncate(boundary);
    }
    kept.truncate(kept.trim_end().len());
    if max > 0 {
        kept.push('…');
    }
    kept
}

struct Repair {
    slide: usize,
    fixes: Vec<Fix>,
}

impl Repair {
    fn note(&mut self, field: &str, change: impl Into<String>) {
        self.fixes.push(Fix { slide: self.slide, field: field.to_owned(), change: change.into() });
    }

    /// Content of a content slide with the text of a list or timeline that has fewer than two entries.
    fn content_slide_for_short_list(
        &mut self,
        from: &SlideType,
        content: &Content,
        to: &SlideType,
        lang: &str,
    ) -> Option<Content> {
        if !matches!(from.key.as_str(), "list-slide" | "timeline-slide") {
            return None;
        }
        let entries = match content.get("items") {
            None => 0,
            Some(Value::Array(entries)) => entries.len(),
            Some(_) => return None,
        };
        if entries >= 2 {
            return None;
        }
        let mut plain = Content::new();
        for (key, value) in content {
            let is_global = !from.fields.iter().any(|field| field.key == *key);
            if is_global || matches!(key.as_str(), "title" | "subheading" | "background" | "density") {
                plain.insert(key.clone(), value.clone());
            }
        }
        if plain.get("title").is_none_or(is_unset) {
            let placeholder = to.defaults_in(lang).get("title").cloned().unwrap_or_default();
            plain.insert("title".to_owned(), placeholder);
        }
        let body = entry_texts(from.field("items")?, content.get("items"));
        if !body.is_empty() {
            plain.insert("body".to_owned(), Value::String(body));
        }
        let closing = content.get("bottomSubheading").and_then(Value::as_str).unwrap_or_default();
        if !closing.trim().is_empty() {
            let body = plain.get("body").and_then(Value::as_str).unwrap_or_default();
            plain.insert("body".to_owned(), Value::String(format!("{body}\n\n{closing}").trim().to_owned()));
        }
        self.note("type", format!("became {}: {entries} of the two entries that {} needs", to.key, from.key));
        Some(plain)
    }

    /// Converts table rows that are arrays or tab-separated text.
    fn convert_rows(&mut self, slide_type: &SlideType, content: &mut Content) {
        let Some(field) = slide_type.field("rows").filter(|field| field.item_field("c1").is_some()) else {
            return;
        };
        let columns = field.kind.item_fields().map_or(0, <[Field]>::len);
        let Some(rows) = content.get_mut("rows") else { return };
        if let Value::String(text) = rows {
            *rows = text.lines().filter(|line| !line.trim().is_empty()).map(|line| json!(line)).collect();
        }
        let Value::Array(rows) = rows else { return };
        let (mut widest, mut changed) = (0, false);
        for row in rows.iter_mut() {
            let cells: Vec<String> = match row {
                Value::Array(cells) => cells.iter().map(value_text).collect(),
                Value::String(text) => text.split('\t').map(|cell| cell.trim().to_owned()).collect(),
                _ => continue,
            };
            changed = true;
            widest = widest.max(cells.len());
            let cells = cells.into_iter().take(columns).enumerate();
            *row = Value::Object(cells.map(|(at, cell)| (format!("c{}", at + 1), Value::String(cell))).collect());
        }
        if changed {
            self.note("rows", "made rows of cells from arrays or tab-separated text");
            let count = widest.clamp(1, columns).to_string();
            if slide_type.field("colCount").is_some() && content.get("colCount").and_then(Value::as_str) != Some(&count)
            {
                self.note("colCount", format!("set to {count}"));
                content.insert("colCount".to_owned(), Value::String(count));
            }
        }
    }

    /// Gives a list of five or more entries two columns instead of one.
    fn set_two_columns(&mut self, slide_type: &SlideType, content: &mut Content) {
        let has_many_entries = content.get("items").and_then(Value::as_array).is_some_and(|entries| entries.len() >= 5);
        if slide_type.key == "list-slide" && has_many_entries && content.get("layout") == Some(&json!("one-column")) {
            content.insert("layout".to_owned(), json!("two-column"));
            self.note("layout", "set to two-column for five entries or more");
        }
    }

    /// Repairs the values of an object. `prefix` is the path of the object, with a full stop at its end.
    fn repair_object(&mut self, fields: &[Field], content: &mut Content, prefix: &str) {
        for field in fields {
            let path = format!("{prefix}{}", field.key);
            let Some(value) = content.get_mut(&field.key) else {
                continue;
            };
            if let Kind::Items { min, max, fields, .. } = &field.kind
                && let Value::Array(entries) = value
            {
                self.repair_entries(fields, entries, &path);
                self.repair_count(fields, entries, (*min, *max), &path);
                if entries.is_empty() && *min > 0 && !field.required {
                    self.note(&path, "removed: it has no entries");
                    content.shift_remove(&field.key);
                }
                continue;
            }
            if let (Kind::String(_), Value::String(text)) = (&field.kind, &*value)
                && has_code_fence(text)
            {
                let kept_lines = text.lines().filter(|line| !line.trim_start().starts_with("```")).collect::<Vec<_>>();
                *value = Value::String(kept_lines.join("\n"));
                self.note(&path, "code fence taken off: the field is plain text");
            }
            if let Some(text) = as_text(&field.kind, value) {
                self.note(&path, format!("{} became a text", validate::for_message(value)));
                *value = Value::String(text);
            }
            let Some(fault) = validate::value_fault(field, value) else {
                continue;
            };
            match (fault.breach, &field.kind, field.max_length) {
                (validate::Breach::TooLong, _, Some(max)) => {
                    let text = value.as_str().unwrap_or_default();
                    self.note(&path, format!("cut from {} to {max} characters at most", text.chars().count()));
                    *value = Value::String(shortened(text, max));
                }
                (_, Kind::Number { min, max }, _) if validate::number(value).is_some() => {
                    let number = validate::number(value).unwrap_or_default();
                    let bounded = number.max(min.unwrap_or(f64::MIN)).min(max.unwrap_or(f64::MAX));
                    self.note(&path, format!("moved from {number} to {bounded}, the nearest bound"));
                    *value = json_number(bounded);
                }
                _ => {
                    let was = validate::for_message(value);
                    if let Some(default) = &field.default {
                        self.note(&path, format!("{was} replaced by the default"));
                        *value = default.clone();
                    } else {
                        self.note(&path, format!("{was} removed: expected {}", fault.expected));
                        content.shift_remove(&field.key);
                    }
                }
            }
        }
    }

    /// Repairs the entries of a list. Texts become entries; undeclared keys and other values are removed.
    fn repair_entries(&mut self, fields: &[Field], entries: &mut Vec<Value>, path: &str) {
        let main = fields.iter().find(|field| field.kind.is_text());
        let mut index = 0;
        entries.retain_mut(|entry| {
            let at = format!("{path}[{index}]");
            if let (Value::String(_) | Value::Number(_), Some(main)) = (&*entry, main) {
                self.note(&at, format!("the text became the {} of an entry", main.key));
                *entry = json!({ main.key.clone(): value_text(entry) });
            }
            let Value::Object(entry) = entry else {
                self.note(&at, format!("{} removed: expected an object", validate::for_message(entry)));
                return false;
            };
            entry.retain(|key, value| {
                let is_declared = fields.iter().any(|field| field.key == *key);
                if !is_declared {
                    self.note(&format!("{at}.{key}"), "dropped: the type does not declare it");
                }
                is_declared && !value.is_null()
            });
            self.repair_object(fields, entry, &format!("{at}."));
            index += 1;
            true
        });
    }

    /// Cuts a list that is too long, and pads a list that is too short by repeating its last entry.
    fn repair_count(
        &mut self,
        fields: &[Field],
        entries: &mut Vec<Value>,
        (min, max): (usize, Option<usize>),
        path: &str,
    ) {
        let count = entries.len();
        if let Some(max) = max.filter(|max| count > *max) {
            entries.truncate(max);
            self.note(path, format!("cut from {count} to {max} entries"));
        }
        if count > 0 && count < min {
            let last = entries[count - 1].clone();
            for copy in 2..=(min - count + 1) {
                entries.push(numbered_copy(fields, &last, copy));
            }
            self.note(path, format!("padded from {count} to {min} entries by repeating the last"));
        }
    }
}

/// A copy of an entry with its number added to the title.
fn numbered_copy(fields: &[Field], entry: &Value, copy: usize) -> Value {
    let mut entry = entry.as_object().cloned().unwrap_or_default();
    let named =
        fields.iter().find(|field| field.kind.is_text() && entry.get(&field.key).is_some_and(|text| !is_unset(text)));
    if let Some(field) = named {
        let mark = format!(" ({copy})");
        let text = entry.get(&field.key).and_then(Value::as_str).unwrap_or_default();
        let room = field.max_length.unwrap_or(usize::MAX).saturating_sub(mark.chars().count());
        let title = format!("{}{mark}", shortened(text, room));
        entry.insert(field.key.clone(), Value::String(title));
    }
    Value::Object(entry)
}

/// The texts of list entries, one paragraph for each.
fn entry_texts(field: &Field, entries: Option<&Value>) -> String {
    let fields = field.kind.item_fields().unwrap_or_default();
    let entry = |entry: &Value| match entry {
        Value::Object(entry) => entry_text(fields, entry),
        Value::String(text) => text.clone(),
        _ => String::new(),
    };
    let entries = entries.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    entries.iter().map(entry).filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn entry_text(fields: &[Field], entry: &Map<String, Value>) -> String {
    let texts: Vec<&str> = fields
        .iter()
        .filter(|field| field.kind.is_text())
        .filter_map(|field| entry.get(&field.key)?.as_str())
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .collect();
    match texts.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first, rest @ ..] => format!("**{first}**: {}", rest.join(", ")),
    }
}

/// A number, or a list of texts and numbers, as the text that a text field can hold.
fn as_text(kind: &Kind, value: &Value) -> Option<String> {
    let is_scalar = |value: &Value| value.is_string() || value.is_number();
    match value {
        Value::Number(_) if kind.is_text() => Some(value_text(value)),
        Value::Number(_) => match kind {
            Kind::Enum { options, .. } => Some(value_text(value)).filter(|text| options.contains(text)),
            _ => None,
        },
        Value::Array(lines) if kind.is_text() && !lines.is_empty() && lines.iter().all(is_scalar) => {
            let lines: Vec<String> = lines.iter().map(value_text).collect();
            Some(match kind {
                Kind::Markdown => lines.iter().map(|line| format!("- {line}")).collect::<Vec<_>>().join("\n"),
                Kind::String(_) => lines.join(", "),
                _ => lines.join("\n"),
            })
        }
        _ => None,
    }
}

fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => super::sent::number_text(number),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
