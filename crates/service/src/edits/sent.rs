//! The shapes of a batch.

use deck::Content;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use store::VersionReason;

use crate::error::{Error, Result};

/// Most edits in a batch.
const MOST_EDITS: usize = 500;
/// Most characters of what names a client.
pub(crate) const LONGEST_CLIENT: usize = 100;

/// Edits that a client made, to be applied in order.
#[derive(Debug)]
pub(super) struct SentBatch {
    /// Names the client.
    pub(super) client: String,
    /// Counts its batches.
    pub(super) seq: u64,
    /// The revision that they were made on.
    pub(super) base: u64,
    /// Why the state before is kept, if the client says so.
    pub(super) because: Option<VersionReason>,
    pub(super) edits: Vec<SentEdit>,
}

/// One edit.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase", rename_all_fields = "camelCase", expecting = "an object with an `op`")]
pub(super) enum SentEdit {
    /// A value of a slide, or its text in another language.
    Set {
        slide_id: String,
        #[serde(default)]
        lang: Option<String>,
        path: String,
        value: Value,
        #[serde(default, deserialize_with = "given")]
        replaces: Option<Value>,
    },
    /// New slides.
    Insert {
        #[serde(default)]
        after: After,
        slides: Vec<Value>,
    },
    /// A slide that goes.
    Remove {
        slide_id: String,
        #[serde(default, deserialize_with = "given")]
        replaces: Option<Value>,
    },
    /// A slide that goes elsewhere.
    Move {
        slide_id: String,
        #[serde(default)]
        after: After,
    },
    /// A value of the deck, or its text in another language.
    Deck {
        #[serde(default)]
        lang: Option<String>,
        path: String,
        value: Value,
        #[serde(default, deserialize_with = "given")]
        replaces: Option<Value>,
    },
}

/// Where a slide goes: first (`null`), behind another (its id), or last (left out).
#[derive(Debug, Default, Deserialize)]
#[serde(from = "Option<String>")]
pub(super) enum After {
    First,
    Slide(String),
    #[default]
    Last,
}

impl From<Option<String>> for After {
    fn from(sent: Option<String>) -> Self {
        sent.map_or(Self::First, Self::Slide)
    }
}

/// Tells `null` from what is not there.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> std::result::Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl SentBatch {
    pub(super) fn read(body: &Content) -> Result<Self> {
        let seq = whole(body, "seq")?;
        if seq == 0 {
            return Err(Error::invalid("seq: expected a whole number from 1"));
        }
        let because = match body.get("because") {
            None | Some(Value::Null) => None,
            Some(Value::String(word)) if word == "assistant" => Some(VersionReason::Assistant),
            Some(_) => return Err(Error::invalid("because: expected `assistant`")),
        };
        let Some(Value::Array(edits)) = body.get("edits") else {
            return Err(Error::invalid("edits: expected a list"));
        };
        if edits.len() > MOST_EDITS {
            return Err(Error::invalid(format!("edits: expected {MOST_EDITS} at most, got {}", edits.len())));
        }
        let read = |(index, edit): (usize, &Value)| {
            SentEdit::deserialize(edit).map_err(|fault| Error::invalid(format!("edits[{index}]: {fault}")))
        };
        let edits: Result<Vec<SentEdit>> = edits.iter().enumerate().map(read).collect();
        Ok(Self { client: client(body)?, seq, base: whole(body, "base")?, because, edits: edits? })
    }
}

/// What names the client that sends a body.
pub(crate) fn client(body: &Content) -> Result<String> {
    let named = body.get("client").and_then(Value::as_str).unwrap_or_default();
    if named.is_empty() || named.chars().count() > LONGEST_CLIENT {
        return Err(Error::invalid(format!("client: expected a text of 1 to {LONGEST_CLIENT} characters")));
    }
    Ok(named.to_owned())
}

fn whole(body: &Content, key: &str) -> Result<u64> {
    let number = body.get(key).and_then(Value::as_u64);
    number.ok_or_else(|| Error::invalid(format!("{key}: expected a whole number")))
}

impl SentEdit {
    /// The slide that it changes in place, if that is one.
    pub(super) fn slide(&self) -> Option<&str> {
        match self {
            Self::Set { slide_id, .. } => Some(slide_id),
            _ => None,
        }
    }

    /// What it names: slide, path, language.
    pub(super) fn place(&self) -> (Option<&str>, Option<&str>, Option<&str>) {
        match self {
            Self::Set { slide_id, path, lang, .. } => (Some(slide_id), Some(path), lang.as_deref()),
            Self::Remove { slide_id, .. } | Self::Move { slide_id, .. } => (Some(slide_id), None, None),
            Self::Deck { path, lang, .. } => (None, Some(path), lang.as_deref()),
            Self::Insert { .. } => (None, None, None),
        }
    }
}
