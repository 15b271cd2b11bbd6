//! Shapes of an exported slide that show several fields one after the other, as the placeholders of a template do.
//!
//! If the number of paragraphs is the same as in the export, each field is set from its own paragraphs. A list may also
//! have more or fewer paragraphs: its entries are then rebuilt from their levels, and an entry with unchanged words
//! keeps its values that the slide does not show.

use std::collections::{HashMap, VecDeque};

use serde_json::{Map, Value, json};

use super::markdown;
use super::outcome::Draft;
use super::own::{kind_of, report_path, shape_paragraphs, text_of, value_at, visible_text};
use super::scope::Scope;
use super::text::words;
use crate::model::{Paragraph, Shape};
use crate::report::Fate;
use crate::report_text::ImportText;

/// A field, with the paragraphs that showed it when it was exported.
pub(super) struct ShownField {
    field: String,
    paragraphs: Vec<String>,
}

/// Reads the fields of a shape from the tag of its slide.
pub(super) fn fields(value: &Value) -> Vec<ShownField> {
    let shown = |pair: &Value| {
        let texts = pair.get(1)?.as_array()?.iter().filter_map(Value::as_str);
        let paragraphs = texts.map(str::to_owned).collect();
        Some(ShownField { field: pair.get(0)?.as_str()?.to_owned(), paragraphs })
    };
    value.as_array().into_iter().flatten().filter_map(shown).collect()
}

/// Sets the fields from the paragraphs of the shapes. Returns the fate of the shapes.
pub(super) fn update_fields(
    scope: &Scope<'_>,
    draft: &mut Draft,
    fields: &[ShownField],
    shapes: &[(usize, &Shape)],
) -> Fate {
    let in_field = Fate::Field(fields.first().map(|shown| report_path(&shown.field)).unwrap_or_default());
    let paragraphs = shapes.iter().flat_map(|(_, shape)| shape_paragraphs(shape));
    let paragraphs: Vec<Paragraph> =
        paragraphs.filter(|paragraph| !words(paragraph).trim().is_empty()).cloned().collect();
    let is_visible = |text: &&String| !text.trim().is_empty();
    let count: usize = fields.iter().map(|shown| shown.paragraphs.iter().filter(is_visible).count()).sum();
    if count == paragraphs.len() {
        let mut remaining = &paragraphs[..];
        for shown in fields {
            let (own, others) = remaining.split_at(shown.paragraphs.iter().filter(is_visible).count());
            remaining = others;
            update_field(scope, draft, shown, own);
        }
        return in_field;
    }
    if update_list(scope, draft, fields, &paragraphs) {
        return in_field;
    }
    draft.notes.push(markdown::joined(&markdown::blocks(&paragraphs, scope)));
    Fate::Changed(ImportText::TextInNotes.into())
}

/// Sets a field if the words of its paragraphs were changed.
fn update_field(scope: &Scope<'_>, draft: &mut Draft, shown: &ShownField, paragraphs: &[Paragraph]) {
    let after: String = paragraphs.iter().map(words).collect();
    if visible_text(&after) == visible_text(&shown.paragraphs.concat()) {
        return;
    }
    let slide_type = draft.slide_type.clone();
    let text = text_of(scope, kind_of(scope, &slide_type, &shown.field), paragraphs);
    if let Some(Value::String(value)) = value_at(&mut draft.content, &shown.field) {
        *value = text;
    }
}

/// Rebuilds the entries of a list. Returns false if the fields are not those of one list.
fn update_list(scope: &Scope<'_>, draft: &mut Draft, fields: &[ShownField], paragraphs: &[Paragraph]) -> bool {
    let parts = |shown: &ShownField| {
        let mut names = shown.field.splitn(3, '.');
        let (list, index, key) = (names.next()?, names.next()?.parse::<usize>().ok()?, names.next()?);
        Some((list.to_owned(), index, key.to_owned()))
    };
    let Some(parts) = fields.iter().map(parts).collect::<Option<Vec<_>>>() else { return false };
    let Some((list, _, key)) = parts.first().cloned() else { return false };
    if parts.iter().any(|(other, _, _)| *other != list) {
        return false;
    }
    let detail = parts.iter().find(|(_, _, name)| *name != key);
    let detail = detail.map(|(_, _, name)| name.clone());
    let slide_type = draft.slide_type.clone();
    let Some(Value::Array(entries)) = value_at(&mut draft.content, &list) else { return false };
    // The entries that no paragraph is matched with yet, by their visible text.
    let mut unmatched: HashMap<String, VecDeque<Value>> = HashMap::new();
    for entry in &*entries {
        let own = entry.get(&key).and_then(Value::as_str).unwrap_or_default();
        unmatched.entry(visible_text(&deck::plain_text(&deck::blocks(own)))).or_default().push_back(entry.clone());
    }
    let mut rebuilt: Vec<Map<String, Value>> = Vec::new();
    for paragraph in paragraphs {
        let value = |name: &str| {
            let kind = kind_of(scope, &slide_type, &format!("{list}.0.{name}"));
            text_of(scope, kind, std::slice::from_ref(paragraph))
        };
        if let (true, Some(detail), Some(last)) = (paragraph.level > 0, &detail, rebuilt.last_mut()) {
            let text = value(detail);
            let before = last.get(detail).and_then(Value::as_str).unwrap_or_default();
            let is_same = visible_text(&deck::plain_text(&deck::blocks(before))) == visible_text(&words(paragraph));
            if !is_same {
                last.insert(detail.clone(), json!(text));
            }
            continue;
        }
        let matched = unmatched.get_mut(&visible_text(&words(paragraph))).and_then(VecDeque::pop_front);
        rebuilt.push(match matched {
            Some(Value::Object(entry)) => entry,
            _ => Map::from_iter([(key.clone(), json!(value(&key)))]),
        });
    }
    *entries = rebuilt.into_iter().map(Value::Object).collect();
    true
}
