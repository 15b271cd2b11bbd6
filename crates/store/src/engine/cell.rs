//! A value on its way into a statement.

/// A value of one of the three kinds a column has, or its absence.
#[derive(Debug, Clone)]
pub(crate) enum Cell {
    /// A whole number, a truth value or a time.
    Int(Option<i64>),
    /// Text or JSON.
    Text(Option<String>),
}

/// The cells of a statement, in the order of its placeholders.
macro_rules! cells {
    ($($value:expr),* $(,)?) => { vec![$($crate::engine::Cell::from($value)),*] };
}
pub(crate) use cells;

impl From<i64> for Cell {
    fn from(value: i64) -> Self {
        Self::Int(Some(value))
    }
}

impl From<u64> for Cell {
    fn from(value: u64) -> Self {
        Self::Int(Some(i64::try_from(value).unwrap_or(i64::MAX)))
    }
}

impl From<u32> for Cell {
    fn from(value: u32) -> Self {
        Self::Int(Some(value.into()))
    }
}

impl From<usize> for Cell {
    fn from(value: usize) -> Self {
        Self::Int(Some(i64::try_from(value).unwrap_or(i64::MAX)))
    }
}

impl From<bool> for Cell {
    fn from(value: bool) -> Self {
        Self::Int(Some(value.into()))
    }
}

impl From<Option<i64>> for Cell {
    fn from(value: Option<i64>) -> Self {
        Self::Int(value)
    }
}

impl From<&str> for Cell {
    fn from(value: &str) -> Self {
        Self::Text(Some(value.to_owned()))
    }
}

impl From<&String> for Cell {
    fn from(value: &String) -> Self {
        Self::Text(Some(value.clone()))
    }
}

impl From<String> for Cell {
    fn from(value: String) -> Self {
        Self::Text(Some(value))
    }
}

impl From<Option<&str>> for Cell {
    fn from(value: Option<&str>) -> Self {
        Self::Text(value.map(str::to_owned))
    }
}

impl From<&Option<String>> for Cell {
    fn from(value: &Option<String>) -> Self {
        Self::Text(value.clone())
    }
}
