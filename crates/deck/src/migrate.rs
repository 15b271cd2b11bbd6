//! Reads stored decks and migrates them to the current schema version.
//!
//! `schemaVersion` is the version of a stored deck. Older versions are migrated step by step, each step a pure change
//! of the JSON. A deck without a version has the oldest one. Slides of unknown types are not changed. A deck with a
//! newer version was written by a later release: it can be read but not written back, so that nothing is lost.

mod overlay;
mod reader;

use serde_json::{Value, json};

pub use self::reader::read_stored;
use crate::registry::{Registry, SlideType};
use crate::{Content, Deck, SCHEMA_VERSION};

const VERSION: &str = "schemaVersion";

/// Why a stored deck cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MigrationError {
    /// The stored JSON does not have the shape of a deck.
    #[error("stored deck: `{path}` is not {expected}")]
    Malformed {
        /// Path of the value, such as `slides[2].content`.
        path: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A later release wrote the deck, so this release may only read it.
    #[error("the deck is stored in schema version {version}, newer than {SCHEMA_VERSION}, which this release writes")]
    Newer {
        /// The version of the stored deck.
        version: u32,
    },
}

/// A deck that was read from storage.
#[derive(Debug, Clone, PartialEq)]
pub struct VersionedDeck {
    /// The deck in the current schema version.
    pub deck: Deck,
    schema_version: u32,
}

impl VersionedDeck {
    /// The version of the stored deck; 0 when it had none.
    pub fn schema_version(&self) -> u32 {
        self.schema_version
    }

    /// Whether a later release wrote the deck. Then it may be shown and exported, but not changed.
    pub fn is_newer(&self) -> bool {
        self.schema_version > SCHEMA_VERSION
    }

    /// The JSON to store when `deck` replaces this deck.
    ///
    /// # Errors
    /// Fails when a later release wrote this deck.
    pub fn replaced_by(&self, deck: &Deck) -> Result<Value, MigrationError> {
        if self.is_newer() {
            return Err(MigrationError::Newer { version: self.schema_version });
        }
        Ok(stored_json(deck))
    }
}

/// The JSON of a deck to store, with its schema version.
pub fn stored_json(deck: &Deck) -> Value {
    let deck = serde_json::to_value(deck).expect("a deck has text keys only");
    let mut value = json!({VERSION: SCHEMA_VERSION});
    for (key, member) in deck.as_object().into_iter().flatten() {
        value[key] = member.clone();
    }
    value
}

/// A migration from one version to the next.
struct Migration {
    to: u32,
    change: fn(&mut Content, &Registry),
}

/// The migrations in order. The first release wrote version 15; versions 12 to 14 stand for the older spellings, keys
/// and words that were always accepted.
const STEPS: [Migration; 3] = [
    Migration { to: 13, change: migrate_type_names },
    Migration { to: 14, change: migrate_keys },
    Migration { to: SCHEMA_VERSION, change: migrate_words },
];

/// Migrates a stored deck to the current version and returns the version that it had, 0 for none. A deck of the current
/// version or a newer one is not changed.
///
/// # Errors
/// Fails when the value is not an object, or its version is not a number.
pub fn migrate(value: &mut Value, registry: &Registry) -> Result<u32, MigrationError> {
    let deck = value.as_object_mut().ok_or_else(|| malformed("deck", "an object"))?;
    let version = match deck.get(VERSION) {
        None | Some(Value::Null) => 0,
        Some(version) => version
            .as_u64()
            .and_then(|version| u32::try_from(version).ok())
            .ok_or_else(|| malformed(VERSION, "a version"))?,
    };
    for step in STEPS.iter().filter(|step| version < step.to) {
        (step.change)(deck, registry);
        deck.insert(VERSION.to_owned(), json!(step.to));
    }
    Ok(version)
}

fn malformed(path: impl Into<String>, expected: &'static str) -> MigrationError {
    MigrationError::Malformed { path: path.into(), expected }
}

/// Migrates to version 13: replaces every accepted spelling of a slide type by its registry key.
fn migrate_type_names(deck: &mut Content, registry: &Registry) {
    for slide in slides(deck) {
        if let Some(Value::String(name)) = slide.get_mut("type")
            && let Some(slide_type) = registry.resolve(name)
        {
            name.clone_from(&slide_type.key);
        }
    }
}

/// Migrates to version 14: renames older keys, which are `language` and `themeId` of the deck, and the `readsAs` keys
/// of each type together with their translations.
fn migrate_keys(deck: &mut Content, registry: &Registry) {
    for (older, newer) in [("language", "lang"), ("themeId", "theme")] {
        if let Some(value) = deck.shift_remove(older)
            && !deck.contains_key(newer)
        {
            deck.insert(newer.to_owned(), value);
        }
    }
    let mut folded: Vec<(String, Content, Content, SlideType)> = Vec::new();
    for slide in slides(deck) {
        let Some((slide_type, content)) = known_type(slide, registry) else {
            continue;
        };
        let before = content.clone();
        replace_older_keys(slide_type, content);
        if *content != before {
            let (after, slide_type) = (content.clone(), slide_type.clone());
            let id = slide.get("id").and_then(Value::as_str).unwrap_or_default();
            folded.push((id.to_owned(), before, after, slide_type));
        }
    }
    for translation in members(deck.get_mut("translations")) {
        for (id, before, after, slide_type) in &folded {
            let texts = translation.pointer_mut("/slides").and_then(|slides| slides.get_mut(id));
            if let Some(Value::Object(texts)) = texts.and_then(|overlay| overlay.get_mut("content")) {
                *texts = overlay::carried(texts, before, after, |content| replace_older_keys(slide_type, content));
            }
        }
    }
}

/// Migrates to version 15: replaces older words of a choice, such as the backdrop `lime`, by the listed ones.
fn migrate_words(deck: &mut Content, registry: &Registry) {
    for slide in slides(deck) {
        if let Some((slide_type, content)) = known_type(slide, registry) {
            registry.read_content(slide_type, content);
        }
    }
}

/// Replaces the older keys of a type by the current ones.
fn replace_older_keys(slide_type: &SlideType, content: &mut Content) {
    for rule in &slide_type.reads_as {
        rule.apply(content);
    }
}

fn slides(deck: &mut Content) -> impl Iterator<Item = &mut Content> {
    let slides = deck.get_mut("slides").and_then(Value::as_array_mut);
    slides.into_iter().flatten().filter_map(Value::as_object_mut)
}

fn members(value: Option<&mut Value>) -> impl Iterator<Item = &mut Value> {
    let members = value.and_then(Value::as_object_mut);
    members.into_iter().flat_map(|members| members.values_mut())
}

/// The type and content of a slide; none when its type is unknown.
fn known_type<'a, 'r>(slide: &'a mut Content, registry: &'r Registry) -> Option<(&'r SlideType, &'a mut Content)> {
    let slide_type = registry.by_key(slide.get("type")?.as_str()?)?;
    Some((slide_type, slide.get_mut("content")?.as_object_mut()?))
}
