//! The character NUL, which neither every storage nor every file format takes: no text may hold it, by whatever door it
//! comes.

use serde_json::{Map, Value};

use crate::error::{Error, Result};

/// Refuses a value in which a text or a key holds the character NUL.
///
/// # Errors
/// One does.
pub fn refuse_nul(value: &Value) -> Result<()> {
    if holds_nul(value) { Err(refusal()) } else { Ok(()) }
}

/// The same for the members of an object.
///
/// # Errors
/// One does.
pub fn refuse_nul_in(object: &Map<String, Value>) -> Result<()> {
    if object_holds_nul(object) { Err(refusal()) } else { Ok(()) }
}

/// The same for a text.
pub(crate) fn refuse_nul_in_text(text: &str) -> Result<()> {
    if text.contains('\0') { Err(refusal()) } else { Ok(()) }
}

fn refusal() -> Error {
    Error::invalid("a text holds the character NUL (U+0000), which no text may")
}

fn object_holds_nul(object: &Map<String, Value>) -> bool {
    object.iter().any(|(key, value)| key.contains('\0') || holds_nul(value))
}

fn holds_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(holds_nul),
        Value::Object(object) => object_holds_nul(object),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
