//! Builds the content of a slide within the limits that its type declares.

use deck::{Content, Field, Kind, Registry, SlideType};
use serde_json::{Value, json};

use super::super::language::Language;
use super::super::outline::{OutlinePoint, SlideOutline, is_custom_label};
use super::super::text::{capitalised, length, sentences, shortened, split_in_two, without_final_mark};
use crate::slide_types::{is_global_key, max_length};

/// Builds the content of one slide.
pub(crate) struct ContentBuilder<'a> {
    pub(super) slide_type: &'a SlideType,
    pub(super) language: &'a Language,
    placeholders: Content,
    content: Content,
}

impl<'a> ContentBuilder<'a> {
    pub(super) fn new(slide_type: &'a SlideType, lang: &str, language: &'a Language) -> Self {
        Self { slide_type, language, placeholders: slide_type.defaults_in(lang), content: Content::new() }
    }

    /// Whether the type has a field.
    pub(super) fn has(&self, key: &str) -> bool {
        self.slide_type.field(key).is_some()
    }

    /// Maximum length of a field, in characters.
    pub(super) fn max_length(&self, key: &str) -> usize {
        self.slide_type.field(key).map_or(usize::MAX, max_length)
    }

    /// Sets a text, shortened to fit its field. Does nothing when the type lacks the field or the text is blank.
    pub(super) fn set(&mut self, key: &str, text: &str) {
        let text = text.trim();
        if let Some(field) = self.slide_type.field(key)
            && !text.is_empty()
        {
            let text = text_within(text, max_length(field), self.language);
            self.content.insert(key.to_owned(), Value::String(text));
        }
    }

    /// Sets an option or a value that must not be shortened. Does nothing when the type lacks the field.
    pub(super) fn set_value(&mut self, key: &str, value: Value) {
        if self.has(key) {
            self.content.insert(key.to_owned(), value);
        }
    }

    /// Whether a field has been set.
    pub(super) fn is_set(&self, key: &str) -> bool {
        self.content.contains_key(key)
    }

    /// Sets title, supporting line and closing line in the fields that the type has for them.
    pub(super) fn set_heading(&mut self, outline: &SlideOutline) {
        for key in ["title", "question"] {
            self.set(key, &outline.title);
        }
        if let Some(label) = self.slide_type.label_field.clone().filter(|label| is_custom_label(self.slide_type, label))
        {
            self.set(&label, &outline.title);
        }
        self.set("subheading", &outline.subheading);
        let closing = if outline.attribution.is_empty() { &outline.closing } else { &outline.attribution };
        for key in ["bottomSubheading", "caption"] {
            self.set(key, closing);
        }
    }

    /// Sets the entries of a list. Surplus entries are dropped; missing ones are filled with placeholders of the type.
    pub(super) fn set_entries(&mut self, key: &str, entries: Vec<Content>) {
        let Some(field) = self.slide_type.field(key) else { return };
        let Kind::Items { min, max, fields, .. } = &field.kind else { return };
        let mut entries: Vec<Value> =
            entries.into_iter().map(|entry| Value::Object(bounded_entry(fields, &entry, self.language))).collect();
        entries.truncate(max.unwrap_or(usize::MAX));
        let min_entries =
            if field.required || !entries.is_empty() { (*min).max(usize::from(field.required)) } else { 0 };
        let placeholders = self.placeholders.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        while entries.len() < min_entries {
            let placeholder = placeholders.get(entries.len()).or(placeholders.last()).cloned();
            entries.push(placeholder.unwrap_or_else(|| json!({})));
        }
        self.content.insert(key.to_owned(), Value::Array(entries));
    }

    /// Copies the options that any slide may carry, and the backdrop. Sets the accessible title where the type has no
    /// title.
    pub(super) fn copy_options(&mut self, registry: &Registry, outline: &SlideOutline) {
        for (key, value) in &outline.slide_options {
            if is_global_key(registry, key) || (key == "background" && self.has("background")) {
                self.content.insert(key.clone(), value.clone());
            }
        }
        if !self.has("title")
            && !self.has("question")
            && !self.slide_type.label_field.as_deref().is_some_and(|label| is_custom_label(self.slide_type, label))
            && !outline.title.is_empty()
            && !self.content.contains_key("a11yTitle")
        {
            self.content.insert("a11yTitle".to_owned(), Value::String(text_within(&outline.title, 140, self.language)));
        }
    }

    /// The content, with missing required fields filled from the placeholders of the type.
    pub(super) fn into_content(mut self) -> Content {
        for field in self.slide_type.fields.iter().filter(|field| field.required) {
            if self.content.get(&field.key).is_none_or(deck::is_unset) {
                let placeholder = self.placeholders.get(&field.key).or_else(|| self.slide_type.example.get(&field.key));
                let placeholder = placeholder.or(field.default.as_ref()).filter(|value| !deck::is_unset(value));
                if let Some(placeholder) = placeholder {
                    self.content.insert(field.key.clone(), placeholder.clone());
                }
            }
        }
        self.content
    }
}

/// An entry with its texts shortened to fit their fields and without blank texts.
fn bounded_entry(fields: &[Field], entry: &Content, language: &Language) -> Content {
    let mut bounded = Content::new();
    for field in fields {
        match (entry.get(&field.key), &field.kind) {
            (Some(Value::String(text)), kind) if kind.is_text() => {
                if !text.trim().is_empty() {
                    let text = text_within(text.trim(), max_length(field), language);
                    bounded.insert(field.key.clone(), Value::String(text));
                } else if field.required {
                    bounded.insert(field.key.clone(), json!("–"));
                }
            }
            (None, kind) if field.required && kind.is_text() => {
                bounded.insert(field.key.clone(), json!("–"));
            }
            (Some(value), _) => {
                bounded.insert(field.key.clone(), value.clone());
            }
            (None, _) => {}
        }
    }
    bounded
}

/// A text of at most `max` code points: its first sentences where they fit, else cut before an optional clause, else at
/// a word.
pub(crate) fn text_within(text: &str, max: usize, language: &Language) -> String {
    if length(text) <= max {
        return text.to_owned();
    }
    let mut kept = String::new();
    for sentence in sentences(text, language) {
        if length(&kept) + 1 + length(&sentence) > max {
            break;
        }
        if !kept.is_empty() {
            kept.push(' ');
        }
        kept.push_str(&sentence);
    }
    if length(&kept) * 3 > max {
        return kept;
    }
    shortened(text, max, language).unwrap_or_else(|| deck::shortened(text, max))
}

/// The title and the text of a point, shortened to two limits. The end of a title that is too long moves to the text; a
/// title that cannot be split is shortened.
pub(crate) fn title_and_text(
    point: &OutlinePoint,
    max_title: usize,
    max_text: usize,
    language: &Language,
) -> (String, String) {
    let (mut title, mut rest) = (point.title.trim().to_owned(), plain_text(&point.text));
    if title.is_empty() {
        title = std::mem::take(&mut rest);
        if let Some((first, more)) = title.split_once('\n') {
            (title, rest) = (first.to_owned(), more.to_owned());
        }
    }
    if length(without_final_mark(&title)) > max_title {
        let all = sentences(&title, language);
        if all.len() > 1 && length(without_final_mark(&all[0])) <= max_title {
            rest = [&all[1..], std::slice::from_ref(&rest)].concat().join(" ").trim_end().into();
            title.clone_from(&all[0]);
        } else if let Some((left, right)) = split_in_two(&title, language, max_title) {
            format!("{right} {rest}").trim().clone_into(&mut rest);
            title = left;
        } else if rest.is_empty() && length(&title) <= max_text {
            rest.clone_from(&title);
        }
    }
    let title = text_within(without_final_mark(&title), max_title, language);
    let rest = if max_text == 0 { String::new() } else { text_within(&rest, max_text, language) };
    (capitalised(&title), rest)
}

/// The words of a Markdown text in one line, without markup.
pub(super) fn plain_text(text: &str) -> String {
    let text = text.trim();
    if !text.contains(['*', '_', '`', '[', '#', '>', '-', '\n', '|']) {
        return text.to_owned();
    }
    deck::plain_text(&deck::blocks(text)).split_whitespace().filter(|word| *word != "-").collect::<Vec<_>>().join(" ")
}
