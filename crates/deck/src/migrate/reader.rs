//! Reads a deck from stored JSON; errors name the path.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{MigrationError, VersionedDeck, malformed, migrate};
use crate::registry::Registry;
use crate::{
    Content, DEFAULT_LANG, DEFAULT_THEME, Deck, MorphNames, Overlay, SCHEMA_VERSION, Settings, Slide, SlideId,
    Transition, Translation,
};

/// Reads a stored deck and migrates it to the current version.
///
/// Unknown keys are ignored. In a deck of a newer version, optional values of an unknown shape count as absent. The
/// result has the stored version, by which callers know not to write such a deck back.
///
/// # Errors
/// Fails when the JSON does not have the shape of a deck.
pub fn read_stored(mut value: Value, registry: &Registry) -> Result<VersionedDeck, MigrationError> {
    let schema_version = migrate(&mut value, registry)?;
    let newer = schema_version > SCHEMA_VERSION;
    let mut deck = StoredObject { members: object(value, "deck")?, at: String::new(), newer };
    let slides = list(deck.take("slides").unwrap_or_default(), "slides")?;
    let translations = deck.optional("translations", "an object")?;
    Ok(VersionedDeck {
        deck: Deck {
            title: deck.required("title", "a text")?,
            description: deck.optional("description", "a text")?.unwrap_or_default(),
            theme: deck.optional("theme", "a text")?.unwrap_or_else(|| DEFAULT_THEME.to_owned()),
            lang: deck.optional("lang", "a text")?.unwrap_or_else(|| DEFAULT_LANG.to_owned()),
            settings: deck.optional::<Settings>("settings", "an object")?.unwrap_or_default(),
            translations: read_translations(translations.unwrap_or_default(), newer)?,
            slides: slides
                .into_iter()
                .enumerate()
                .map(|(index, value)| slide(value, format!("slides[{index}]"), newer))
                .collect::<Result<_, _>>()?,
        },
        schema_version,
    })
}

fn slide(value: Value, at: String, newer: bool) -> Result<Slide, MigrationError> {
    let mut slide = StoredObject { members: object(value, &at)?, at, newer };
    Ok(Slide {
        id: slide.required("id", "a text")?,
        key: slide.required("type", "a text")?,
        content: slide.required("content", "an object")?,
        notes: slide.optional("notes", "a text")?.unwrap_or_default(),
        visibility: slide.optional("visibility", "an object of flags")?.unwrap_or_default(),
        duration: slide.optional("duration", "a number of seconds")?,
        transition: slide.optional("transition", Transition::EXPECTED)?,
        morph_names: slide.optional::<MorphNames>("morphNames", MorphNames::EXPECTED)?.unwrap_or_default(),
        library: slide.optional("library", "an object with an id and a revision")?,
    })
}

/// Reads the translations of a stored deck, by language tag.
fn read_translations(given: Content, newer: bool) -> Result<BTreeMap<String, Translation>, MigrationError> {
    let mut translations = BTreeMap::new();
    for (tag, value) in given {
        let at = format!("translations.{tag}");
        let mut translation = StoredObject { members: object(value, &at)?, at: at.clone(), newer };
        let mut slides = StoredObject {
            members: translation.optional("slides", "an object")?.unwrap_or_default(),
            at: format!("{at}.slides"),
            newer,
        };
        let ids: Vec<String> = slides.members.keys().cloned().collect();
        let mut overlays = BTreeMap::new();
        for id in ids {
            if let Some(overlay) = slides.optional::<Overlay>(&id, "an object of texts")? {
                overlays.insert(SlideId::from(id), overlay);
            }
        }
        let texts = Translation {
            title: translation.optional("title", "a text")?.unwrap_or_default(),
            description: translation.optional("description", "a text")?.unwrap_or_default(),
            slides: overlays,
        };
        translations.insert(tag, texts);
    }
    Ok(translations)
}

/// An object with its path.
struct StoredObject {
    members: Content,
    at: String,
    /// Whether a later release wrote it; then optional values of an unknown shape count as absent.
    newer: bool,
}

impl StoredObject {
    fn path(&self, key: &str) -> String {
        match self.at.as_str() {
            "" => key.to_owned(),
            at => format!("{at}.{key}"),
        }
    }

    /// A value that is present and not null.
    fn take(&mut self, key: &str) -> Option<Value> {
        self.members.get_mut(key).map(Value::take).filter(|value| !value.is_null())
    }

    fn required<T: DeserializeOwned>(&mut self, key: &str, expected: &'static str) -> Result<T, MigrationError> {
        let value = self.take(key).unwrap_or_default();
        typed(value).ok_or_else(|| malformed(self.path(key), expected))
    }

    fn optional<T: DeserializeOwned>(
        &mut self,
        key: &str,
        expected: &'static str,
    ) -> Result<Option<T>, MigrationError> {
        match self.take(key).map(typed) {
            None => Ok(None),
            Some(Some(value)) => Ok(Some(value)),
            Some(None) if self.newer => Ok(None),
            Some(None) => Err(malformed(self.path(key), expected)),
        }
    }
}

/// A value of type `T`. Lists are rejected, because serde would accept one for a struct.
fn typed<T: DeserializeOwned>(value: Value) -> Option<T> {
    if value.is_array() {
        return None;
    }
    serde_json::from_value(value).ok()
}

fn object(value: Value, path: &str) -> Result<Content, MigrationError> {
    match value {
        Value::Object(members) => Ok(members),
        _ => Err(malformed(path, "an object")),
    }
}

fn list(value: Value, path: &str) -> Result<Vec<Value>, MigrationError> {
    match value {
        Value::Array(entries) => Ok(entries),
        _ => Err(malformed(path, "a list")),
    }
}
