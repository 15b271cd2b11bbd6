//! Bodies of create and PUT, read field by field. A wrong field is named; unknown keys are ignored.

use deck::{Content, WrongDeckField, read_description, read_language, read_theme, read_title};
use serde_json::Value;
use store::Access;

use crate::error::{Error, Result};

/// What a body may hold; absent keys are none.
#[derive(Debug, Default)]
pub(crate) struct DeckBody<'a> {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) theme: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) slides: Option<&'a [Value]>,
    pub(crate) settings: Option<&'a Content>,
    pub(crate) translations: Option<&'a Value>,
    pub(crate) access: Option<Access>,
}

impl<'a> DeckBody<'a> {
    /// Reads a body. `null` clears a description and counts as absent elsewhere, but for the title, which it blanks, and
    /// for the slides: whoever sends it may mean that there are none, or that they stay.
    pub(crate) fn read(body: &'a Content) -> Result<Self> {
        let given = |key: &str| body.get(key).filter(|value| !value.is_null());
        let aliased = |key: &'static str, alias: &'static str| {
            given(key).map(|value| (key, value)).or_else(|| given(alias).map(|value| (alias, value)))
        };
        Ok(Self {
            title: body.get("title").map(read_title).transpose()?,
            description: body.get("description").map(read_description).transpose()?,
            theme: aliased("theme", "themeId").map(|(key, value)| read_theme(key, value)).transpose()?,
            language: aliased("language", "lang").map(|(key, value)| read_language(key, value)).transpose()?,
            slides: match body.get("slides") {
                None => None,
                Some(Value::Array(slides)) => Some(slides),
                Some(_) => return Err(Error::invalid("`slides` is a list")),
            },
            settings: match given("settings") {
                None => None,
                Some(Value::Object(settings)) => Some(settings),
                Some(_) => return Err(Error::invalid("`settings` is an object")),
            },
            translations: match given("translations") {
                None => None,
                Some(value @ Value::Object(_)) => Some(value),
                Some(_) => return Err(Error::invalid("`translations` is an object")),
            },
            access: match given("visibility") {
                None => None,
                Some(value) => Some(access(value)?),
            },
        })
    }

    /// The title, which a new deck needs.
    pub(crate) fn needs_title(&self) -> Result<&str> {
        Ok(self.title.as_deref().ok_or(WrongDeckField::NoTitle)?)
    }
}

/// `private` or `organization`.
pub(crate) fn access(value: &Value) -> Result<Access> {
    match value.as_str() {
        Some("private") => Ok(Access::Private),
        Some("organization") => Ok(Access::Organization),
        _ => Err(Error::invalid("`visibility` is `private` or `organization`")),
    }
}
