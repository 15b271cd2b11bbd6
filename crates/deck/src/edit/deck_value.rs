//! Sets a value of the deck: title, description, theme, main language, a setting or a language.

use serde_json::{Value, json};

use super::NewValue;
use super::error::{EditError, invalid};
use super::language::set_language;
use super::value_path::ValueSlot;
use crate::{Deck, Registry, read_description, read_language, read_theme, read_title};

/// Sets a value of the deck. Returns whether the deck changed.
pub(super) fn set(deck: &mut Deck, registry: &Registry, new: &NewValue<'_>) -> Result<bool, EditError> {
    match new.path.split_once('.') {
        None => set_field(deck, registry, new),
        Some(("settings", path)) => set_setting(deck, path, new),
        Some(("translations", lang)) => set_language(deck, registry, lang, new),
        Some(_) => invalid(format!("path: a deck has no `{}`", new.path)),
    }
}

/// Sets title, description, theme or main language.
fn set_field(deck: &mut Deck, registry: &Registry, new: &NewValue<'_>) -> Result<bool, EditError> {
    let present = match new.path {
        "title" => &deck.title,
        "description" => &deck.description,
        "theme" => &deck.theme,
        "language" => &deck.lang,
        path => return invalid(format!("path: a deck has no `{path}`")),
    };
    let Some(value) = new.merged(&json!(present))? else { return Ok(false) };
    match new.path {
        "title" => deck.title = read_title(&value)?,
        "description" => deck.description = read_description(&value)?,
        path if value.is_null() => return invalid(format!("value: `{path}` cannot be removed")),
        "theme" => deck.theme = read_theme("theme", &value)?,
        _ => {
            let lang = read_language("language", &value)?;
            deck.change_main_language(registry, &lang);
        }
    }
    Ok(true)
}

/// Sets the setting at a path.
fn set_setting(deck: &mut Deck, path: &str, new: &NewValue<'_>) -> Result<bool, EditError> {
    let mut settings = deck.settings.complete();
    if path.starts_with("data.") {
        settings.entry("data").or_insert_with(|| json!({}));
    }
    let mut settings = Value::Object(settings);
    let slot = ValueSlot::find(&mut settings, path).ok_or(EditError::Changed { present: Value::Null })?;
    let Some(value) = new.merged(&slot.value())? else { return Ok(false) };
    if let Value::Object(settings) = path.rsplit('.').fold(value, |inner, key| json!({ key: inner })) {
        deck.settings.merge(&settings)?;
    }
    Ok(true)
}
