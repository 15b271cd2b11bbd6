//! The fields of a deck in the body of requests that create, change or import it.

use deck::Content;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use service::{Access, DeckFields, Error, read_description, read_language, read_theme, read_title};

use crate::http::{Result, nullable, read_with_nulls};

/// A new deck: the fields of [`UpdateDeck`], of which it needs the title.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct CreateDeck(UpdateDeck);

/// Fields of a deck. `null` counts as absent except for the title, which it makes blank, the description, which it
/// empties, and the slides, where it is refused.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateDeck {
    #[serde(default, deserialize_with = "nullable")]
    #[cfg_attr(test, schemars(with = "String"))]
    title: Option<Value>,
    #[serde(default, deserialize_with = "nullable")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    description: Option<Value>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    theme: Option<Value>,
    /// Older name of `theme`.
    #[cfg_attr(test, schemars(skip))]
    theme_id: Option<Value>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    language: Option<Value>,
    /// Older name of `language`.
    #[cfg_attr(test, schemars(skip))]
    lang: Option<Value>,
    /// All slides, in order.
    #[serde(default, deserialize_with = "list_but_not_null")]
    #[cfg_attr(test, schemars(with = "Option<Vec<SlideInput>>"))]
    slides: Option<Vec<Value>>,
    /// Settings to change; `null` resets one.
    settings: Option<Content>,
    #[cfg_attr(test, schemars(with = "Option<std::collections::BTreeMap<String, deck::Translation>>"))]
    translations: Option<Content>,
    visibility: Option<Access>,
}

/// A slide of a request.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "it is a schema: the rules of a deck read the slide and name all that is wrong")]
struct SlideInput {
    id: Option<String>,
    r#type: String,
    content: Option<Content>,
    notes: Option<String>,
    visibility: Option<deck::Visibility>,
    duration: Option<u16>,
    transition: Option<deck::Transition>,
    #[schemars(rename = "morphNames")]
    morph_names: Option<deck::MorphNames>,
    library: Option<deck::LibraryLink>,
}

#[cfg(test)]
impl schemars::JsonSchema for CreateDeck {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CreateDeck".into()
    }

    fn json_schema(requests: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = <UpdateDeck as schemars::JsonSchema>::json_schema(requests);
        schema.insert("description".to_owned(), "A new deck.".into());
        schema.insert("required".to_owned(), serde_json::json!(["title"]));
        schema
    }
}

/// Reads a list that may be absent but not `null`, which could mean either no entries or no change.
fn list_but_not_null<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<Vec<Value>>, D::Error> {
    Vec::deserialize(deserializer).map(Some)
}

impl CreateDeck {
    /// The fields, checked by the rules of a deck.
    ///
    /// # Errors
    /// Title, description, theme or language break a rule.
    pub(crate) fn fields(self) -> Result<DeckFields> {
        self.0.fields()
    }
}

impl UpdateDeck {
    /// The fields, checked by the rules of a deck.
    ///
    /// # Errors
    /// Title, description, theme or language break a rule.
    pub(crate) fn fields(self) -> Result<DeckFields> {
        let theme = either(("theme", self.theme), ("themeId", self.theme_id));
        let language = either(("language", self.language), ("lang", self.lang));
        Ok(DeckFields {
            title: self.title.as_ref().map(read_title).transpose().map_err(Error::from)?,
            description: self.description.as_ref().map(read_description).transpose().map_err(Error::from)?,
            theme: theme.map(|(key, theme)| read_theme(key, &theme)).transpose().map_err(Error::from)?,
            language: language.map(|(key, tag)| read_language(key, &tag)).transpose().map_err(Error::from)?,
            slides: self.slides,
            settings: self.settings,
            translations: self.translations,
            access: self.visibility,
        })
    }
}

/// Reads the fields of a deck from an object and checks them by the rules of a deck.
///
/// # Errors
/// A field has the wrong kind, or title, description, theme or language break a rule.
pub(crate) fn deck_fields(object: Content) -> Result<DeckFields> {
    read_with_nulls::<UpdateDeck>(object)?.fields()
}

/// The value of a field with two names, with the name it was found under: the first if it is present, else the second.
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
