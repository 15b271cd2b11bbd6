//! Rejects the character NUL, which some databases and file formats cannot store.

use serde_json::{Map, Value};

use crate::error::{Error, Result};

/// Checks that no text and no key in a value contains the character NUL.
///
/// # Errors
/// Fails when a text or a key contains it.
pub fn refuse_nul(value: &Value) -> Result<()> {
    if has_nul(value) { Err(refusal()) } else { Ok(()) }
}

/// Checks that no text and no key in an object contains the character NUL.
///
/// # Errors
/// Fails when a text or a key contains it.
pub fn refuse_nul_in(object: &Map<String, Value>) -> Result<()> {
    if object_has_nul(object) { Err(refusal()) } else { Ok(()) }
}

/// Checks that a text does not contain the character NUL.
pub(crate) fn refuse_nul_in_text(text: &str) -> Result<()> {
    if text.contains('\0') { Err(refusal()) } else { Ok(()) }
}

fn refusal() -> Error {
    Error::invalid("a text holds the character NUL (U+0000), which no text may")
}

fn object_has_nul(object: &Map<String, Value>) -> bool {
    object.iter().any(|(key, value)| key.contains('\0') || has_nul(value))
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(object) => object_has_nul(object),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
