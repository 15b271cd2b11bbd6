//! Fields of a body, by kind. A wrong one is named; `null` counts as absent.

use deck::Content;
use serde_json::Value;

use super::{ApiError, Result};

fn given<'a>(body: &'a Content, name: &str) -> Option<&'a Value> {
    body.get(name).filter(|value| !value.is_null())
}

/// A text, if it is there.
pub(crate) fn text<'a>(body: &'a Content, name: &str) -> Result<Option<&'a str>> {
    match given(body, name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(ApiError::invalid(format!("`{name}` is a text"))),
    }
}

/// A text that must be there.
pub(crate) fn needed_text<'a>(body: &'a Content, name: &str) -> Result<&'a str> {
    text(body, name)?.ok_or_else(|| ApiError::invalid(format!("`{name}` is required")))
}

/// True or false, if it is there.
pub(crate) fn flag(body: &Content, name: &str) -> Result<Option<bool>> {
    match given(body, name) {
        None => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(_) => Err(ApiError::invalid(format!("`{name}` is true or false"))),
    }
}

/// A list of texts, if it is there.
pub(crate) fn texts(body: &Content, name: &str) -> Result<Option<Vec<String>>> {
    let wrong = || ApiError::invalid(format!("`{name}` is a list of texts"));
    match given(body, name) {
        None => Ok(None),
        Some(Value::Array(entries)) => entries
            .iter()
            .map(|entry| entry.as_str().map(str::to_owned).ok_or_else(wrong))
            .collect::<Result<_>>()
            .map(Some),
        Some(_) => Err(wrong()),
    }
}
