//! The fields of a deck in the body of a request: to create it, to change it, to import it.

use deck::Content;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use service::{Access, DeckFields, Error, read_description, read_language, read_theme, read_title};

use crate::http::{ApiError, Result, read_with_nulls};

/// The small fields of a deck. `null` counts as absent except for the title, which it makes blank, and the description,
/// which it empties.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DeckRequest {
    #[serde(default, deserialize_with = "nullable")]
    title: Option<Value>,
    #[serde(default, deserialize_with = "nullable")]
    description: Option<Value>,
    theme: Option<Value>,
    /// Older name of `theme`.
    theme_id: Option<Value>,
    language: Option<Value>,
    /// Older name of `language`.
    lang: Option<Value>,
    settings: Option<Content>,
    visibility: Option<Access>,
}

/// A value that may be `null`.
fn nullable<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// Reads the fields of a deck from a body and checks them by the rules of a deck. Slides and translations, which can be
/// large, are moved out of the body and not copied.
///
/// # Errors
/// A field has the wrong kind, or title, description, theme or language break a rule.
pub(crate) fn deck_fields(mut body: Content) -> Result<DeckFields> {
    let slides = match body.remove("slides") {
        None => None,
        Some(Value::Array(slides)) => Some(slides),
        // Even `null`: it could mean that there are no slides, or that they stay.
        Some(_) => return Err(ApiError::invalid("`slides` is a list")),
    };
    let translations = match body.remove("translations") {
        None | Some(Value::Null) => None,
        Some(Value::Object(translations)) => Some(translations),
        Some(_) => return Err(ApiError::invalid("`translations` is an object")),
    };
    let request: DeckRequest = read_with_nulls(body)?;
    let theme = either(("theme", request.theme), ("themeId", request.theme_id));
    let language = either(("language", request.language), ("lang", request.lang));
    Ok(DeckFields {
        title: request.title.as_ref().map(read_title).transpose().map_err(Error::from)?,
        description: request.description.as_ref().map(read_description).transpose().map_err(Error::from)?,
        theme: theme.map(|(key, theme)| read_theme(key, &theme)).transpose().map_err(Error::from)?,
        language: language.map(|(key, tag)| read_language(key, &tag)).transpose().map_err(Error::from)?,
        slides,
        settings: request.settings,
        translations,
        access: request.visibility,
    })
}

/// A field under the first of two names that is present.
fn either(
    (key, value): (&'static str, Option<Value>),
    (older_key, older): (&'static str, Option<Value>),
) -> Option<(&'static str, Value)> {
    value.map(|value| (key, value)).or(older.map(|value| (older_key, value)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_wrong_field_is_named_as_it_was_sent() {
        let check = |body: Value| {
            let Value::Object(object) = body else { unreachable!("tests send objects") };
            match deck_fields(object) {
                Ok(fields) => format!("{:?} {:?} {:?}", fields.title, fields.description, fields.theme),
                Err(problem) => problem.to_string(),
            }
        };
        assert_eq!(
            check(json!({ "title": " Tide ", "theme": null, "themeId": "ledger" })),
            r#"Some("Tide") None Some("ledger")"#
        );
        assert_eq!(check(json!({ "description": null, "settings": null })), r#"None Some("") None"#);
        assert_eq!(check(json!({ "title": null })), "Title is required");
        assert_eq!(check(json!({ "title": 7 })), "Title is required");
        assert_eq!(check(json!({ "themeId": " " })), "`themeId` is the id of a theme");
        assert_eq!(check(json!({ "lang": "not a tag" })), "`lang` is a language tag such as `en-GB`");
        assert_eq!(check(json!({ "slides": null })), "`slides` is a list");
        assert_eq!(check(json!({ "slides": {} })), "`slides` is a list");
        assert_eq!(check(json!({ "settings": [] })), "`settings` is an object");
        assert_eq!(check(json!({ "translations": 1 })), "`translations` is an object");
        assert_eq!(check(json!({ "visibility": "all" })), "`visibility` is `private` or `organization`");
    }
}
