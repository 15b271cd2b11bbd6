//! The translatable texts of a slide's content and their paths, such as `rows.0.blocks.1.body`.

use serde_json::Value;

use super::is_blank;
use crate::{Content, Field, Kind, Registry, Slide, SlideType};

/// All translatable texts of a slide's content with their paths: first the fields of the type in declared order, then
/// the global options. Blank texts are left out.
pub fn translatable_texts<'a>(
    registry: &Registry,
    slide_type: &SlideType,
    content: &'a Content,
) -> Vec<(String, &'a str)> {
    let mut found = Vec::new();
    for field in declared_fields(registry, slide_type) {
        add_texts(field, content, "", &mut found);
    }
    found
}

/// Adds the translatable texts of a field of `content`. `prefix` is the path of `content`, with a full stop at its end.
fn add_texts<'a>(field: &Field, content: &'a Content, prefix: &str, found: &mut Vec<(String, &'a str)>) {
    match content.get(&field.key) {
        Some(Value::String(text)) if is_translatable(field) && !is_blank(text) => {
            found.push((format!("{prefix}{}", field.key), text));
        }
        Some(Value::Array(entries)) if field.translatable => {
            let Kind::Items { fields, .. } = &field.kind else {
                return;
            };
            for (index, entry) in entries.iter().enumerate() {
                let Some(entry) = entry.as_object() else { continue };
                let prefix = format!("{prefix}{}.{index}.", field.key);
                for field in fields {
                    add_texts(field, entry, &prefix, found);
                }
            }
        }
        _ => {}
    }
}

/// The fields of a type, then the global options.
pub(crate) fn declared_fields<'a>(
    registry: &'a Registry,
    slide_type: &'a SlideType,
) -> impl Iterator<Item = &'a Field> {
    slide_type.fields.iter().chain(&registry.catalogue().global_options)
}

/// Whether the texts of a field are translated. Addresses, code, pictures and choices never are, whatever their
/// declaration says.
fn is_translatable(field: &Field) -> bool {
    field.translatable && matches!(field.kind, Kind::String(_) | Kind::Markdown | Kind::Csv)
}

/// The field that a path leads to, if it is translatable.
pub(crate) fn translatable_at<'a>(registry: &'a Registry, slide_type: &'a SlideType, path: &str) -> Option<&'a Field> {
    let mut parts = path.split('.');
    let first = parts.next()?;
    let mut field = declared_fields(registry, slide_type).find(|field| field.key == first)?;
    while let Some(position) = parts.next() {
        index(position)?;
        field = Some(field).filter(|list| list.translatable)?.item_field(parts.next()?)?;
    }
    is_translatable(field).then_some(field)
}

/// Whether a path leads to a translatable text of the slide. The text may be absent in the main language, but all list
/// entries in the path must exist.
pub(crate) fn resolves(registry: &Registry, slide: &Slide, path: &str) -> bool {
    let Some((object, key)) = parent(&slide.content, path) else {
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

/// The text at a path, empty when there is none.
pub(super) fn text_at<'a>(content: &'a Content, path: &str) -> &'a str {
    parent(content, path).and_then(|(object, key)| object.get(key)?.as_str()).unwrap_or_default()
}

/// Sets the text at a path. Does nothing when a list entry in the path does not exist.
pub(super) fn set_text_at(content: &mut Content, path: &str, text: &str) {
    if let Some((object, key)) = parent_mut(content, path) {
        object.insert(key.to_owned(), Value::String(text.to_owned()));
    }
}

/// The object that contains the value at a path, and the key of the value.
fn parent<'c, 'p>(content: &'c Content, path: &'p str) -> Option<(&'c Content, &'p str)> {
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

fn parent_mut<'c, 'p>(content: &'c mut Content, path: &'p str) -> Option<(&'c mut Content, &'p str)> {
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

/// A list position. Only `2` is accepted, not `02` or `+2`, so that every text has one path.
fn index(part: &str) -> Option<usize> {
    part.parse().ok().filter(|position: &usize| position.to_string() == part)
}
