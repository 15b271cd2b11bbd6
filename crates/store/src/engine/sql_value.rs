//! Parameters of statements.

/// A parameter of a statement, of one of the two kinds of columns; none for NULL.
#[derive(Debug, Clone)]
pub(crate) enum SqlValue {
    /// A whole number, a boolean or a time.
    Int(Option<i64>),
    /// Text or JSON.
    Text(Option<String>),
}

/// The parameters of a statement, in the order of its placeholders.
macro_rules! params {
    ($($value:expr),* $(,)?) => { vec![$($crate::engine::SqlValue::from($value)),*] };
}
pub(crate) use params;

/// A text column that stores `None` as an empty text. [`Row::text_unless_empty`](super::Row::text_unless_empty) reads
/// it.
#[expect(clippy::ref_option, reason = "the records that are written have such fields")]
pub(crate) fn or_empty(text: &Option<String>) -> &str {
    text.as_deref().unwrap_or_default()
}

impl From<i64> for SqlValue {
    fn from(value: i64) -> Self {
        Self::Int(Some(value))
    }
}

impl From<u64> for SqlValue {
    fn from(value: u64) -> Self {
        Self::Int(Some(i64::try_from(value).unwrap_or(i64::MAX)))
    }
}

impl From<u32> for SqlValue {
    fn from(value: u32) -> Self {
        Self::Int(Some(value.into()))
    }
}

impl From<usize> for SqlValue {
    fn from(value: usize) -> Self {
        Self::Int(Some(i64::try_from(value).unwrap_or(i64::MAX)))
    }
}

impl From<bool> for SqlValue {
    fn from(value: bool) -> Self {
        Self::Int(Some(value.into()))
    }
}

impl From<Option<i64>> for SqlValue {
    fn from(value: Option<i64>) -> Self {
        Self::Int(value)
    }
}

impl From<&str> for SqlValue {
    fn from(value: &str) -> Self {
        Self::Text(Some(value.to_owned()))
    }
}

impl From<&String> for SqlValue {
    fn from(value: &String) -> Self {
        Self::Text(Some(value.clone()))
    }
}

impl From<String> for SqlValue {
    fn from(value: String) -> Self {
        Self::Text(Some(value))
    }
}

impl From<Option<&str>> for SqlValue {
    fn from(value: Option<&str>) -> Self {
        Self::Text(value.map(str::to_owned))
    }
}

impl From<&Option<String>> for SqlValue {
    fn from(value: &Option<String>) -> Self {
        Self::Text(value.clone())
    }
}
