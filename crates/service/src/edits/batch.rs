//! A batch of edits by one client, and its result.

use deck::{Edit, FieldDraft, SlideId};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::error::{Error, ErrorCode, Result};

/// Maximum number of edits in a batch.
const MAX_EDITS: usize = 500;
/// Maximum length of the name of a client, in characters.
const MAX_CLIENT: usize = 100;

/// The name of a client of a deck, such as one browser tab: 1 to 100 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientName(String);

impl ClientName {
    /// Checks the name of a client.
    ///
    /// # Errors
    /// Fails when the name is empty or too long.
    pub fn new(name: impl Into<String>) -> Result<Self> {
        let name = name.into();
        if name.is_empty() || name.chars().count() > MAX_CLIENT {
            return Err(Error::invalid(format!("client: expected a text of 1 to {MAX_CLIENT} characters")));
        }
        Ok(Self(name))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Edits of one client, to be applied in order.
#[derive(Debug)]
pub struct EditBatch {
    /// The client.
    pub client: ClientName,
    /// Number of the batch among those of the client, from 1.
    pub seq: u64,
    /// The revision that the edits were made on.
    pub base: u64,
    /// Whether the assistant made the edits. Then the state before is stored as a version.
    pub by_assistant: bool,
    /// Whether the client shows drafts. Then its edits are merged with them, and its texts that break a rule become
    /// drafts.
    pub with_drafts: bool,
    /// The edits.
    pub edits: Vec<Edit>,
}

impl EditBatch {
    /// Checks the number of edits, so that a batch which is too long need not be read.
    ///
    /// # Errors
    /// Fails when there are too many edits.
    pub fn check_length(edits: usize) -> Result<()> {
        if edits <= MAX_EDITS {
            return Ok(());
        }
        Err(Error::invalid(format!("edits: expected {MAX_EDITS} at most, got {edits}")))
    }

    /// Fails when the number of the batch is 0, or when there are too many edits.
    pub(super) fn check(&self) -> Result<()> {
        if self.seq == 0 {
            return Err(Error::invalid("seq: expected a whole number from 1"));
        }
        Self::check_length(self.edits.len())
    }
}

/// The result of a batch. It is stored with the batch, so its JSON form must stay readable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BatchResult {
    /// The revision of the deck after the batch.
    pub revision: u64,
    /// Edits that were not applied because somebody else changed the same value.
    pub conflicts: Vec<EditConflict>,
    /// Edits that were not applied because they break a rule.
    pub refused: Vec<RefusedEdit>,
    /// Whether the batch was applied before, so that this is its earlier result.
    #[serde(skip)]
    pub again: bool,
    /// The drafts of the deck after the batch, for a client that shows them.
    #[serde(skip)]
    pub drafts: Option<Vec<FieldDraft>>,
}

/// An edit that was not applied because somebody else changed the same value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EditConflict {
    /// Index of the edit in the batch.
    pub index: usize,
    /// What happened to the value.
    pub reason: ConflictReason,
    /// The slide of the edit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slide_id: Option<SlideId>,
    /// The path of the edit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The language of the edit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// The current value, maybe `null`; absent when the slide is gone. A JSON value, since the content of slides has no
    /// fixed form.
    #[serde(default, deserialize_with = "nullable", skip_serializing_if = "Option::is_none")]
    pub present: Option<Value>,
}

/// Why an edit conflicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ConflictReason {
    /// The value has changed.
    Changed,
    /// The slide was removed.
    Gone,
}

/// An edit that was not applied because it breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedEdit {
    /// Index of the edit in the batch.
    pub index: usize,
    /// The code of the error.
    pub code: ErrorCode,
    /// The text of the error.
    pub details: String,
    /// Whether its value is stored as a draft.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drafted: bool,
}

/// A value that may be `null`.
fn nullable<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_stored_result_is_read_as_it_was_written() {
        let stored = json!({ "revision": 3, "conflicts": [
            { "index": 0, "reason": "changed", "slideId": "a", "path": "content.title", "present": null },
            { "index": 1, "reason": "gone", "slideId": "b" },
        ], "refused": [
            { "index": 2, "code": "bad_request", "details": "no" },
            { "index": 3, "code": "bad_request", "details": "too long", "drafted": true },
        ] });
        let read: BatchResult = serde_json::from_value(stored.clone()).expect("a result");
        assert_eq!(serde_json::to_value(&read).expect("JSON"), stored);
    }
}
