//! Reads the fields of a deck from JSON. Every way of writing a deck (create, update, edit) accepts the same values.

use serde_json::Value;

use super::{MAX_DESCRIPTION, MAX_TITLE, is_tag};

/// Maximum length of a theme id, in code points.
const MAX_THEME: usize = 200;

/// A field of a deck with a wrong value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrongDeckField {
    /// The title is missing or blank.
    #[error("Title is required")]
    NoTitle,
    /// The title is too long.
    #[error("`title` has {MAX_TITLE} characters at most")]
    LongTitle,
    /// The description is not a text.
    #[error("`description` is a text")]
    Description,
    /// The description is too long.
    #[error("`description` has {MAX_DESCRIPTION} characters at most")]
    LongDescription,
    /// The theme is not a text, blank or too long.
    #[error("`{0}` is the id of a theme")]
    Theme(&'static str),
    /// The language is not a well-formed language tag.
    #[error("`{0}` is a language tag such as `en-GB`")]
    Language(&'static str),
}

/// A title, trimmed.
///
/// # Errors
/// Fails when it is not a text, blank or too long.
pub fn read_title(value: &Value) -> Result<String, WrongDeckField> {
    let title = value.as_str().map(str::trim).filter(|title| !title.is_empty()).ok_or(WrongDeckField::NoTitle)?;
    if title.chars().count() > MAX_TITLE {
        return Err(WrongDeckField::LongTitle);
    }
    Ok(title.to_owned())
}

/// A description, empty for `null`.
///
/// # Errors
/// Fails when it is not a text, or too long.
pub fn read_description(value: &Value) -> Result<String, WrongDeckField> {
    match value {
        Value::Null => Ok(String::new()),
        Value::String(text) if text.chars().count() <= MAX_DESCRIPTION => Ok(text.clone()),
        Value::String(_) => Err(WrongDeckField::LongDescription),
        _ => Err(WrongDeckField::Description),
    }
}

/// The id of a theme, trimmed. `key` is the name under which it was given.
///
/// # Errors
/// Fails when it is not a text, blank or too long.
pub fn read_theme(key: &'static str, value: &Value) -> Result<String, WrongDeckField> {
    let theme = value.as_str().filter(|theme| !theme.trim().is_empty() && theme.chars().count() <= MAX_THEME);
    theme.map(|theme| theme.trim().to_owned()).ok_or(WrongDeckField::Theme(key))
}

/// A language tag. `key` is the name under which it was given.
///
/// # Errors
/// Fails when it is not a well-formed tag.
pub fn read_language(key: &'static str, value: &Value) -> Result<String, WrongDeckField> {
    let tag = value.as_str().filter(|tag| is_tag(tag));
    tag.map(str::to_owned).ok_or(WrongDeckField::Language(key))
}
