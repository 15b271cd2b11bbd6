//! Types and parsers of requests and responses that many routes share.

use std::fmt;

use serde::de::SeqAccess;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use service::Time;

/// A time in ISO 8601, UTC, with milliseconds.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Iso(#[cfg_attr(test, schemars(with = "String"))] pub(crate) Time);

/// A field that is always `true` or always `false`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fixed<const VALUE: bool>;

impl<const VALUE: bool> Serialize for Fixed<VALUE> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(VALUE)
    }
}

#[cfg(test)]
impl<const VALUE: bool> schemars::JsonSchema for Fixed<VALUE> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        if VALUE { "True".into() } else { "False".into() }
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "const": VALUE })
    }
}

impl Serialize for Iso {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&service::iso(self.0))
    }
}

/// `{"ok": true}`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Done {
    ok: Fixed<true>,
}

impl Done {
    /// The response of a call that returns nothing else.
    pub(crate) const OK: Self = Self { ok: Fixed };
}

/// `{"deleted": true}`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Deleted {
    deleted: Fixed<true>,
}

impl Deleted {
    /// The response of a call that deletes something.
    pub(crate) const OK: Self = Self { deleted: Fixed };
}

/// The position of a page among all rows of a list.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Pagination {
    total: usize,
    limit: usize,
    offset: usize,
    has_more: bool,
}

impl Pagination {
    /// A page of `limit` rows from `offset`, of `total` in all.
    pub(crate) fn new(total: usize, limit: usize, offset: usize) -> Self {
        Self { total, limit, offset, has_more: offset.saturating_add(limit) < total }
    }
}

/// Reads a list of texts. One problem covers the list and its entries: "`scopes` is a list of texts".
pub(crate) fn text_list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct Visitor;

    impl<'de> serde::de::Visitor<'de> for Visitor {
        type Value = Vec<String>;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("a list of texts")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Vec<String>, A::Error> {
            let mut texts = Vec::new();
            while let Some(entry) = entries.next_element::<Value>()? {
                let Value::String(text) = entry else {
                    return Err(serde::de::Error::invalid_type(serde::de::Unexpected::Other("an entry"), &self));
                };
                texts.push(text);
            }
            Ok(texts)
        }
    }
    deserializer.deserialize_seq(Visitor)
}

/// Reads a field in which `null` is a value of its own. The request must be read with [`super::read_with_nulls`].
pub(crate) fn nullable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// Reads a list of texts, or of ids, that may be absent.
pub(crate) fn optional_text_list<'de, T: From<String>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    Ok(Some(text_list(deserializer)?.into_iter().map(T::from).collect()))
}
