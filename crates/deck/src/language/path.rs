//! The translatable texts of a slide's content, and the paths that lead to them, such as `rows.0.blocks.1.body`.

use serde_json::Value;

use super::is_blank;
use crate::{Content, Field, Kind, Registry, Slide, SlideType};

/// Every translatable text of a slide's content with its path, in the order of the declarations, those that any slide
/// may carry last. A blank text is no text.
pub fn texts<'a>(registry: &Registry, slide_type: &SlideType, content: &'a Content) -> Vec<(String, &'a str)> {
    let mut found = Vec::new();
    for field in declared(registry, slide_type) {
        walk(field, content, "", &mut found);
    }
    found
}

fn walk<'a>(field: &Field, content: &'a Content, under: &str, found: &mut Vec<(String, &'a str)>) {
    match content.get(&field.key) {
        Some(Value::String(text)) if is_translatable(field) && !is_blank(text) => {
            found.push((format!("{under}{}", field.key), text));
        }
        Some(Value::Array(entries)) if field.translatable => {
            let Kind::Items { fields, .. } = &field.kind else {
                return;
            };
            for (index, entry) in entries.iter().enumerate() {
                let Some(entry) = entry.as_object() else { continue };
                let under = format!("{under}{}.{index}.", field.key);
                for field in fields {
                    walk(field, entry, &under, found);
                }
            }
        }
        _ => {}
    }
}

/// The fields that content of this type may hold: its own, then those of every slide.
pub(crate) fn declared<'a>(registry: &'a Registry, slide_type: &'a SlideType) -> impl Iterator<Item = &'a Field> {
    slide_type.fields.iter().chain(&registry.catalogue().global_options)
}

/// Addresses, code, pictures and choices are shared by all languages, whatever their declaration says.
fn is_translatable(field: &Field) -> bool {
    field.translatable && matches!(field.kind, Kind::String(_) | Kind::Markdown | Kind::Csv)
}

/// The translatable field that a path names.
pub(crate) fn translatable_at<'a>(registry: &'a Registry, slide_type: &'a SlideType, path: &str) -> Option<&'a Field> {
    let mut parts = path.split('.');
    let first = parts.next()?;
    let mut field = declared(registry, slide_type).find(|field| field.key == first)?;
    while let Some(position) = parts.next() {
        index(position)?;
        field = Some(field).filter(|list| list.translatable)?.item_field(parts.next()?)?;
    }
    is_translatable(field).then_some(field)
}

/// Whether a path leads to a translatable text of the slide. The text may be unset in the main language; the entries
/// of lists on the way to it exist.
pub(crate) fn resolves(registry: &Registry, slide: &Slide, path: &str) -> bool {
    let Some((object, key)) = holder(&slide.content, path) else {
        return false;
    };
    let value = object.get(key);
    match registry.by_key(&slide.key) {
        Some(slide_type) => {
            value.is_none_or(|value| value.is_null() || value.is_string())
                && translatable_at(registry, slide_type, path).is_some()
        }
        None => value.is_some_and(Value::is_string),
    }
}

/// The text at a path, blank when there is none.
pub(super) fn text_at<'a>(content: &'a Content, path: &str) -> &'a str {
    holder(content, path).and_then(|(object, key)| object.get(key)?.as_str()).unwrap_or_default()
}

/// Puts a text at a path that resolves; any other path changes nothing.
pub(super) fn set_text_at(content: &mut Content, path: &str, text: &str) {
    if let Some((object, key)) = holder_mut(content, path) {
        object.insert(key.to_owned(), Value::String(text.to_owned()));
    }
}

/// The object that a path ends in, and the last key.
fn holder<'c, 'p>(content: &'c Content, path: &'p str) -> Option<(&'c Content, &'p str)> {
    let Some((entry, key)) = path.rsplit_once('.') else {
        return Some((content, path));
    };
    let mut object = content;
    let mut parts = entry.split('.');
    while let Some(list) = parts.next() {
        let position = index(parts.next()?)?;
        object = object.get(list)?.as_array()?.get(position)?.as_object()?;
    }
    Some((object, key))
}

fn holder_mut<'c, 'p>(content: &'c mut Content, path: &'p str) -> Option<(&'c mut Content, &'p str)> {
    let Some((entry, key)) = path.rsplit_once('.') else {
        return Some((content, path));
    };
    let mut object = content;
    let mut parts = entry.split('.');
    while let Some(list) = parts.next() {
        let position = index(parts.next()?)?;
        object = object.get_mut(list)?.as_array_mut()?.get_mut(position)?.as_object_mut()?;
    }
    Some((object, key))
}

/// A position in its one spelling: `2`, not `02` or `+2`, so that a text has one path.
fn index(part: &str) -> Option<usize> {
    part.parse().ok().filter(|position: &usize| position.to_string() == part)
}
