//! Bodies of create and PUT, read field by field. A wrong field is named; unknown keys are ignored.

use deck::{Content, MAX_DESCRIPTION, MAX_TITLE, is_tag};
use serde_json::Value;
use store::Access;

use crate::error::{Error, Result};

/// The text of the one error that everybody meets.
const TITLE_REQUIRED: &str = "Title is required";

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
        let aliased = |key: &str, alias: &str| {
            given(key)
                .map(|value| (key.to_owned(), value))
                .or_else(|| given(alias).map(|value| (alias.to_owned(), value)))
        };
        Ok(Self {
            title: body.get("title").map(title).transpose()?,
            description: match body.get("description") {
                None => None,
                Some(Value::Null) => Some(String::new()),
                Some(Value::String(text)) if text.chars().count() <= MAX_DESCRIPTION => Some(text.clone()),
                Some(Value::String(_)) => {
                    return Err(Error::invalid(format!("`description` has {MAX_DESCRIPTION} characters at most")));
                }
                Some(_) => return Err(Error::invalid("`description` is a text")),
            },
            theme: match aliased("theme", "themeId") {
                None => None,
                Some((_, Value::String(theme))) if !theme.trim().is_empty() && theme.chars().count() <= 200 => {
                    Some(theme.trim().to_owned())
                }
                Some((key, _)) => return Err(Error::invalid(format!("`{key}` is the id of a theme"))),
            },
            language: match aliased("language", "lang") {
                None => None,
                Some((_, Value::String(tag))) if is_tag(tag) => Some(tag.clone()),
                Some((key, _)) => return Err(Error::invalid(format!("`{key}` is a language tag such as `en-GB`"))),
            },
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
        self.title.as_deref().ok_or_else(|| Error::invalid(TITLE_REQUIRED))
    }
}

fn title(value: &Value) -> Result<String> {
    let text = value.as_str().map(str::trim).filter(|text| !text.is_empty());
    let text = text.ok_or_else(|| Error::invalid(TITLE_REQUIRED))?;
    if text.chars().count() > MAX_TITLE {
        return Err(Error::invalid(format!("`title` has {MAX_TITLE} characters at most")));
    }
    Ok(text.to_owned())
}

/// `private` or `organization`.
pub(crate) fn access(value: &Value) -> Result<Access> {
    match value.as_str() {
        Some("private") => Ok(Access::Private),
        Some("organization") => Ok(Access::Organization),
        _ => Err(Error::invalid("`visibility` is `private` or `organization`")),
    }
}
