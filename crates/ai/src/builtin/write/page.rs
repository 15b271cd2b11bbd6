//! A slide in the making: sets texts and entries inside the bounds that its type declares.

use deck::{Content, Field, Kind, Registry, SlideType};
use serde_json::{Value, json};

use super::super::language::Language;
use super::super::outline::{Outline, Point, is_own_label};
use super::super::text::{capitalised, halves, length, sentences, shortened, without_stop};

/// A slide in the making.
pub(crate) struct Page<'a> {
    pub(super) slide_type: &'a SlideType,
    pub(super) language: &'a Language,
    placeholders: Content,
    content: Content,
}

impl<'a> Page<'a> {
    pub(super) fn new(slide_type: &'a SlideType, lang: &str, language: &'a Language) -> Self {
        Self { slide_type, language, placeholders: slide_type.defaults_in(lang), content: Content::new() }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.slide_type.field(key).is_some()
    }

    pub(super) fn bound(&self, key: &str) -> usize {
        self.slide_type.field(key).and_then(|field| field.max_length).unwrap_or(usize::MAX)
    }

    /// Sets a text where the type has the field and the text is not blank.
    pub(super) fn set(&mut self, key: &str, text: &str) {
        let text = text.trim();
        if let Some(field) = self.slide_type.field(key)
            && !text.is_empty()
        {
            let max = field.max_length.unwrap_or(usize::MAX);
            let text = within(text, max, self.language);
            self.content.insert(key.to_owned(), Value::String(text));
        }
    }

    /// Sets a choice or a value that is no text.
    pub(super) fn choose(&mut self, key: &str, value: Value) {
        if self.has(key) {
            self.content.insert(key.to_owned(), value);
        }
    }

    pub(super) fn is_set(&self, key: &str) -> bool {
        self.content.contains_key(key)
    }

    /// Title, supporting line and closing line, under whatever names the type has them.
    pub(super) fn heading(&mut self, outline: &Outline) {
        for key in ["title", "question"] {
            self.set(key, &outline.title);
        }
        if let Some(label) = self.slide_type.label_field.clone().filter(|label| is_own_label(self.slide_type, label)) {
            self.set(&label, &outline.title);
        }
        self.set("subheading", &outline.subheading);
        let closing = if outline.attribution.is_empty() { &outline.closing } else { &outline.attribution };
        for key in ["bottomSubheading", "caption"] {
            self.set(key, closing);
        }
    }

    /// Sets a list. Entries past the most are left out; too few are filled up with the placeholders of the type.
    pub(super) fn entries(&mut self, key: &str, entries: Vec<Content>) {
        let Some(field) = self.slide_type.field(key) else { return };
        let Kind::Items { min, max, fields, .. } = &field.kind else { return };
        let mut entries: Vec<Value> =
            entries.into_iter().map(|entry| Value::Object(bounded(fields, &entry, self.language))).collect();
        entries.truncate(max.unwrap_or(usize::MAX));
        let least = if field.required || !entries.is_empty() { (*min).max(usize::from(field.required)) } else { 0 };
        let placeholders = self.placeholders.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        while entries.len() < least {
            let spare = placeholders.get(entries.len()).or(placeholders.last()).cloned();
            entries.push(spare.unwrap_or_else(|| json!({})));
        }
        self.content.insert(key.to_owned(), Value::Array(entries));
    }

    /// What any slide carries, and a backdrop that the author chose.
    pub(super) fn keep(&mut self, registry: &Registry, outline: &Outline) {
        for (key, value) in &outline.kept {
            let global = registry.catalogue().global_options.iter().any(|field| field.key == *key)
                || registry.catalogue().reserved_keys.contains(key);
            if global || (key == "background" && self.has("background")) {
                self.content.insert(key.clone(), value.clone());
            }
        }
        if !self.has("title")
            && !self.has("question")
            && !self.slide_type.label_field.as_deref().is_some_and(|label| is_own_label(self.slide_type, label))
            && !outline.title.is_empty()
            && !self.content.contains_key("a11yTitle")
        {
            self.content.insert("a11yTitle".to_owned(), Value::String(within(&outline.title, 140, self.language)));
        }
    }

    /// The content, required fields filled from the placeholders of the type.
    pub(super) fn finished(mut self) -> Content {
        for field in self.slide_type.fields.iter().filter(|field| field.required) {
            if self.content.get(&field.key).is_none_or(deck::is_unset) {
                let spare = self.placeholders.get(&field.key).or_else(|| self.slide_type.example.get(&field.key));
                if let Some(spare) = spare.or(field.default.as_ref()).filter(|spare| !deck::is_unset(spare)) {
                    self.content.insert(field.key.clone(), spare.clone());
                }
            }
        }
        self.content
    }
}

/// An entry with every text inside its bound, blank ones left out.
fn bounded(fields: &[Field], entry: &Content, language: &Language) -> Content {
    let mut made = Content::new();
    for field in fields {
        match (entry.get(&field.key), &field.kind) {
            (Some(Value::String(text)), kind) if kind.is_text() => {
                if !text.trim().is_empty() {
                    let max = field.max_length.unwrap_or(usize::MAX);
                    made.insert(field.key.clone(), Value::String(within(text.trim(), max, language)));
                } else if field.required {
                    made.insert(field.key.clone(), json!("–"));
                }
            }
            (None, kind) if field.required && kind.is_text() => {
                made.insert(field.key.clone(), json!("–"));
            }
            (Some(value), _) => {
                made.insert(field.key.clone(), value.clone());
            }
            (None, _) => {}
        }
    }
    made
}

/// A text of at most `max` code points: whole sentences where some fit, else cut before a loose clause, else at a word.
pub(crate) fn within(text: &str, max: usize, language: &Language) -> String {
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
    shortened(text, max, language).unwrap_or_else(|| deck::cut(text, max))
}

/// Head and text of a point inside two bounds.
pub(crate) fn head_and_text(point: &Point, head: usize, text: usize, language: &Language) -> (String, String) {
    let (mut title, mut rest) = (point.title.trim().to_owned(), plain(&point.text));
    if title.is_empty() {
        title = std::mem::take(&mut rest);
        if let Some((first, more)) = title.split_once('\n') {
            (title, rest) = (first.to_owned(), more.to_owned());
        }
    }
    if length(without_stop(&title)) > head {
        let all = sentences(&title, language);
        if all.len() > 1 && length(without_stop(&all[0])) <= head {
            rest = [&all[1..], std::slice::from_ref(&rest)].concat().join(" ").trim_end().into();
            title.clone_from(&all[0]);
        } else if let Some((left, right)) = halves(&title, language, head) {
            format!("{right} {rest}").trim().clone_into(&mut rest);
            title = left;
        } else if rest.is_empty() && length(&title) <= text {
            rest.clone_from(&title);
        }
    }
    let title = within(without_stop(&title), head, language);
    let rest = if text == 0 { String::new() } else { within(&rest, text, language) };
    (capitalised(&title), rest)
}

/// The words of a Markdown text that is one paragraph; anything else stays as it is.
pub(super) fn plain(text: &str) -> String {
    let text = text.trim();
    if !text.contains(['*', '_', '`', '[', '#', '>', '-', '\n', '|']) {
        return text.to_owned();
    }
    deck::plain(&deck::blocks(text)).split_whitespace().filter(|word| *word != "-").collect::<Vec<_>>().join(" ")
}
