//! Reads values from a theme declaration; faults name the path.

use colors::Rgb;
use serde_json::Value;

use crate::Content;

/// A value, or the path of a field and what is wrong with it.
pub(super) type ReadResult<T> = Result<T, (String, String)>;

pub(super) fn wrong<T>(path: impl Into<String>, fault: impl Into<String>) -> ReadResult<T> {
    Err((path.into(), fault.into()))
}

/// An object of a declaration with its path.
pub(super) struct DeclaredObject<'a> {
    at: String,
    pub(super) members: &'a Content,
}

impl<'a> DeclaredObject<'a> {
    pub(super) fn new(value: &'a Value, at: impl Into<String>) -> ReadResult<Self> {
        let at = at.into();
        match value {
            Value::Object(members) => Ok(Self { at, members }),
            _ => wrong(at, "expected an object"),
        }
    }

    pub(super) fn empty(members: &'a Content, at: &str) -> Self {
        Self { at: at.to_owned(), members }
    }

    /// The path of the object itself.
    pub(super) fn at(&self) -> &str {
        &self.at
    }

    /// The path of a member.
    pub(super) fn path(&self, key: &str) -> String {
        match self.at.as_str() {
            "" => key.to_owned(),
            at => format!("{at}.{key}"),
        }
    }

    /// Fails at the first key that is not in `known`.
    pub(super) fn only(&self, known: &[&str]) -> ReadResult<()> {
        match self.members.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => wrong(self.path(key), format!("unknown key `{key}`; the keys are {}", known.join(", "))),
            None => Ok(()),
        }
    }

    /// A member that is present and not null.
    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.members.get(key).filter(|value| !value.is_null())
    }

    pub(super) fn member(&self, key: &str) -> ReadResult<&'a Value> {
        self.get(key).map_or_else(|| wrong(self.path(key), "it is missing"), Ok)
    }

    pub(super) fn object(&self, key: &str) -> ReadResult<DeclaredObject<'a>> {
        DeclaredObject::new(self.member(key)?, self.path(key))
    }

    pub(super) fn list(&self, key: &str) -> ReadResult<&'a [Value]> {
        match self.member(key)? {
            Value::Array(list) => Ok(list),
            _ => wrong(self.path(key), "expected a list"),
        }
    }

    pub(super) fn text(&self, key: &str) -> ReadResult<&'a str> {
        text(self.member(key)?, &self.path(key))
    }

    pub(super) fn texts(&self, key: &str) -> ReadResult<Vec<&'a str>> {
        let entries = self.list(key)?.iter().enumerate();
        entries.map(|(index, value)| text(value, &format!("{}[{index}]", self.path(key)))).collect()
    }

    pub(super) fn flag(&self, key: &str) -> ReadResult<bool> {
        match self.member(key)? {
            Value::Bool(flag) => Ok(*flag),
            other => wrong(self.path(key), format!("expected true or false, got `{other}`")),
        }
    }

    pub(super) fn whole(&self, key: &str) -> ReadResult<u16> {
        let value = self.member(key)?;
        match value.as_u64().and_then(|number| u16::try_from(number).ok()) {
            Some(number) => Ok(number),
            None => wrong(self.path(key), format!("expected a whole number, got `{value}`")),
        }
    }

    pub(super) fn color(&self, key: &str) -> ReadResult<Rgb> {
        color(self.member(key)?, &self.path(key))
    }

    pub(super) fn colors(&self, key: &str) -> ReadResult<Vec<Rgb>> {
        let entries = self.list(key)?.iter().enumerate();
        let colors: Vec<Rgb> = entries
            .map(|(index, value)| color(value, &format!("{}[{index}]", self.path(key))))
            .collect::<ReadResult<_>>()?;
        if colors.is_empty() {
            return wrong(self.path(key), "expected at least one colour");
        }
        Ok(colors)
    }

    /// A word that `parse` accepts.
    pub(super) fn word<T>(&self, key: &str, parse: impl Fn(&str) -> Option<T>) -> ReadResult<T> {
        word(self.text(key)?, &self.path(key), parse)
    }
}

pub(super) fn text<'a>(value: &'a Value, path: &str) -> ReadResult<&'a str> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Ok(text),
        other => wrong(path, format!("expected a text, got `{other}`")),
    }
}

pub(super) fn word<T>(text: &str, path: &str, parse: impl Fn(&str) -> Option<T>) -> ReadResult<T> {
    parse(text).map_or_else(|| wrong(path, format!("unknown word `{text}`")), Ok)
}

pub(super) fn color(value: &Value, path: &str) -> ReadResult<Rgb> {
    match value.as_str().and_then(Rgb::parse) {
        Some(color) => Ok(color),
        None => wrong(path, format!("expected a colour such as `#0B6B75`, got `{value}`")),
    }
}
