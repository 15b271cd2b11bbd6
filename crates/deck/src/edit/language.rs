//! Sets texts in languages other than the main one, and adds, replaces and removes languages.

use serde_json::{Value, json};

use super::NewValue;
use super::error::{EditError, EditRefusal, invalid};
use crate::language::resolves;
use crate::{Deck, Registry, SlideId, TextLocation};

/// Sets a text of a slide.
pub(super) fn set_slide_text(
    deck: &mut Deck,
    registry: &Registry,
    lang: &str,
    slide: &SlideId,
    new: &NewValue<'_>,
) -> Result<bool, EditError> {
    if deck.position(slide).is_none() {
        return Err(EditError::SlideGone);
    }
    let slide = slide.clone();
    match new.path.strip_prefix("content.") {
        Some(path) => set_text(deck, registry, lang, &TextLocation::Content { slide, path: path.to_owned() }, new),
        None if new.path == "notes" => set_text(deck, registry, lang, &TextLocation::Notes { slide }, new),
        None => no_such_text(new.path),
    }
}

/// Sets a text of the deck.
pub(super) fn set_deck_text(
    deck: &mut Deck,
    registry: &Registry,
    lang: &str,
    new: &NewValue<'_>,
) -> Result<bool, EditError> {
    match new.path {
        "title" => set_text(deck, registry, lang, &TextLocation::Title, new),
        "description" => set_text(deck, registry, lang, &TextLocation::Description, new),
        path => no_such_text(path),
    }
}

fn no_such_text<T>(path: &str) -> Result<T, EditError> {
    invalid(format!("path: a language has no `{path}` of its own"))
}

/// Sets a text in a language other than the main one. Returns whether the deck changed.
fn set_text(
    deck: &mut Deck,
    registry: &Registry,
    lang: &str,
    location: &TextLocation,
    new: &NewValue<'_>,
) -> Result<bool, EditError> {
    let Some((tag, texts)) = deck.translation(lang) else {
        return Err(EditRefusal::NoLanguage(lang.to_owned()).into());
    };
    let (tag, present) = (tag.to_owned(), json!(texts.text(location)));
    let text = match new.merged(&present)? {
        None => return Ok(false),
        Some(Value::String(text)) => text,
        Some(Value::Null) => String::new(),
        Some(_) => return invalid("value: expected a text"),
    };
    let texts = match location {
        TextLocation::Title => json!({ "title": text }),
        TextLocation::Description => json!({ "description": text }),
        TextLocation::Notes { slide } => json!({ "slides": { slide.as_str(): { "notes": text } } }),
        TextLocation::Content { slide, path } => json!({ "slides": { slide.as_str(): { "content": { path: text } } } }),
    };
    deck.read_translations(registry, &json!({ lang: texts }))?;
    if let TextLocation::Content { slide, path } = location
        && !deck.position(slide).is_some_and(|at| resolves(registry, &deck.slides[at], path))
    {
        return Err(EditRefusal::NoText { slide: slide.clone(), path: path.clone() }.into());
    }
    deck.translations.entry(tag).or_default().set_text(location, text);
    Ok(true)
}

/// Adds a language with its texts, replaces all its texts, or removes it.
pub(super) fn set_language(
    deck: &mut Deck,
    registry: &Registry,
    lang: &str,
    new: &NewValue<'_>,
) -> Result<bool, EditError> {
    let known = deck.translation(lang);
    let present = known.map_or(Value::Null, |(_, texts)| json!(texts));
    let known = known.map(|(tag, _)| tag.to_owned());
    let Some(value) = new.merged(&present)? else { return Ok(false) };
    let added = if value.is_null() {
        None
    } else {
        let mut read = deck.read_translations(registry, &json!({ lang: value }))?;
        let Some(added) = read.pop_first() else {
            return invalid(format!("path: the deck has the language `{lang}` already"));
        };
        Some(added)
    };
    if let Some(tag) = known {
        deck.translations.remove(&tag);
    }
    deck.translations.extend(added);
    Ok(true)
}
