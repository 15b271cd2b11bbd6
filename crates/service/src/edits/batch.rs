//! The body of a batch of edits.

use deck::{Content, Edit};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::VersionReason;

use crate::error::{Error, Result};

/// Most edits in a batch.
const MAX_EDITS: usize = 500;
/// Most characters of a client's name.
const MAX_CLIENT: usize = 100;

/// Edits of one client, to be applied in order.
#[derive(Debug)]
pub(super) struct EditBatch {
    /// Name of the client, such as one browser tab.
    pub(super) client: String,
    /// Number of the batch among those of the client, from 1.
    pub(super) seq: u64,
    /// The revision that the edits were made on.
    pub(super) base: u64,
    /// Why the state before the batch becomes a version, when the client asks for one.
    pub(super) because: Option<VersionReason>,
    pub(super) edits: Vec<Edit>,
}

impl EditBatch {
    /// Reads a batch from the body of a request.
    ///
    /// # Errors
    /// Fails at the first field that is missing or wrong, which the message names.
    pub(super) fn read(body: &Content) -> Result<Self> {
        let seq: u64 = field(body, "seq", "a whole number")?;
        if seq == 0 {
            return Err(Error::invalid("seq: expected a whole number from 1"));
        }
        let because = match body.get("because") {
            None | Some(Value::Null) => None,
            Some(reason) if reason == "assistant" => Some(VersionReason::Assistant),
            Some(_) => return Err(Error::invalid("because: expected `assistant`")),
        };
        let edits: Vec<Value> = field(body, "edits", "a list")?;
        if edits.len() > MAX_EDITS {
            return Err(Error::invalid(format!("edits: expected {MAX_EDITS} at most, got {}", edits.len())));
        }
        let (client, base) = (client(body)?, field(body, "base", "a whole number")?);
        let read = |(index, edit): (usize, Value)| {
            Edit::deserialize(edit).map_err(|fault| Error::invalid(format!("edits[{index}]: {fault}")))
        };
        let edits = edits.into_iter().enumerate().map(read).collect::<Result<_>>()?;
        Ok(Self { client, seq, base, because, edits })
    }
}

/// The name of the client that sent a body.
///
/// # Errors
/// Fails when it is missing, empty or too long.
pub(crate) fn client(body: &Content) -> Result<String> {
    let name = body.get("client").and_then(Value::as_str).unwrap_or_default();
    if name.is_empty() || name.chars().count() > MAX_CLIENT {
        return Err(Error::invalid(format!("client: expected a text of 1 to {MAX_CLIENT} characters")));
    }
    Ok(name.to_owned())
}

/// A field of a body. `expected` describes its values in the error.
fn field<T: DeserializeOwned>(body: &Content, key: &str, expected: &str) -> Result<T> {
    let value = body.get(key).and_then(|value| T::deserialize(value).ok());
    value.ok_or_else(|| Error::invalid(format!("{key}: expected {expected}")))
}
