//! The edit language: the five operations by which clients change a deck.
//!
//! An edit may have been made on an older revision. It can carry the value that it replaces; a value that somebody else
//! changed since is merged or, where both changed the same, reported as a conflict and left alone. An edit changes the
//! deck completely or, when it fails, not at all.

mod deck_value;
mod drafts;
mod error;
mod language;
mod name_moves;
mod slide_list;
mod slide_value;
mod value_path;

use serde::{Deserialize, Deserializer};
use serde_json::Value;

pub use self::drafts::{EditOutcome, FieldDraft};
pub use self::error::{EditError, EditRefusal};
use crate::merge::{merged_changes, same_value};
use crate::{Deck, Registry, SlideId, same_tag};

/// One change to a deck, as clients send it.
///
/// `replaces` is the value that the client saw. Without it, the edit overwrites whatever is there.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "op", rename_all = "camelCase", rename_all_fields = "camelCase", expecting = "an object with an `op`")]
pub enum Edit {
    /// Sets a value of a slide, or a text of it in another language. `null` removes the value.
    Set {
        /// Id of the slide.
        slide_id: SlideId,
        /// Language of the text; without it, the main language.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        lang: Option<String>,
        /// `type`, `notes`, `duration`, `transition`, `morphNames`, `library`, or a path such as
        /// `content.items.2.title` or `visibility.hideInExport`. Empty for the whole slide.
        path: String,
        /// The new value.
        value: Value,
        /// The value that it replaces.
        #[serde(default, deserialize_with = "present_value")]
        replaces: Option<Value>,
    },
    /// Inserts slides.
    Insert {
        /// Where they go.
        #[serde(default)]
        after: SlidePosition,
        /// The slides, each with an id that is new to the deck, and with its translations where it has any.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<NewSlide>"))]
        slides: Vec<Value>,
    },
    /// Removes a slide.
    Remove {
        /// Id of the slide.
        slide_id: SlideId,
        /// The slide as the client saw it.
        #[serde(default, deserialize_with = "present_value")]
        replaces: Option<Value>,
    },
    /// Moves a slide.
    Move {
        /// Id of the slide.
        slide_id: SlideId,
        /// Where it goes.
        #[serde(default)]
        after: SlidePosition,
    },
    /// Sets a value of the deck, or a text of it in another language. `null` removes the value.
    Deck {
        /// Language of the text; without it, the main language.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        lang: Option<String>,
        /// `title`, `description`, `theme`, `language`, or a path such as `settings.autoAdvance.loop` or
        /// `translations.nl`.
        path: String,
        /// The new value.
        value: Value,
        /// The value that it replaces.
        #[serde(default, deserialize_with = "present_value")]
        replaces: Option<Value>,
    },
}

/// A slide that an edit inserts.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "it is a schema: the rules read the slide when the edit is applied")]
struct NewSlide {
    id: String,
    r#type: String,
    content: crate::Content,
    #[schemars(default)]
    notes: String,
    #[schemars(default)]
    visibility: crate::Visibility,
    duration: Option<u16>,
    transition: Option<crate::Transition>,
    #[schemars(default, rename = "morphNames")]
    morph_names: crate::MorphNames,
    library: Option<crate::LibraryLink>,
    #[schemars(default)]
    translations: std::collections::BTreeMap<String, crate::Overlay>,
}

/// Where a slide is put: first (`null`), after another slide (its id), or last (left out).
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(from = "Option<SlideId>")]
pub enum SlidePosition {
    /// Before all others.
    First,
    /// Directly after the slide with this id.
    After(SlideId),
    /// After all others.
    #[default]
    Last,
}

impl From<Option<SlideId>> for SlidePosition {
    fn from(id: Option<SlideId>) -> Self {
        id.map_or(Self::First, Self::After)
    }
}

/// Reads `null` as a value, where serde would read it as absent.
fn present_value<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// What an edit needs besides the deck.
#[derive(Debug, Clone, Copy)]
pub struct EditContext<'a> {
    /// The slide types.
    pub registry: &'a Registry,
    /// Maximum number of slides that a deck may have.
    pub max_slides: usize,
}

impl Edit {
    /// Applies the edit and returns whether it changed the deck.
    ///
    /// # Errors
    /// Fails when the edit conflicts with a change by somebody else, or breaks a rule. Then the deck is unchanged.
    pub fn apply(&self, deck: &mut Deck, context: &EditContext<'_>) -> Result<bool, EditError> {
        let registry = context.registry;
        match self {
            Self::Set { slide_id, lang, path, value, replaces } => {
                let new = NewValue { path, value, replaces: replaces.as_ref() };
                match other_language(deck, lang.as_deref()) {
                    Some(lang) => language::set_slide_text(deck, registry, lang, slide_id, &new),
                    None => slide_value::set(deck, registry, slide_id, &new),
                }
            }
            Self::Insert { after, slides } => slide_list::insert(deck, context, after, slides),
            Self::Remove { slide_id, replaces } => slide_list::remove(deck, registry, slide_id, replaces.as_ref()),
            Self::Move { slide_id, after } => slide_list::move_slide(deck, slide_id, after),
            Self::Deck { lang, path, value, replaces } => {
                let new = NewValue { path, value, replaces: replaces.as_ref() };
                match other_language(deck, lang.as_deref()) {
                    Some(lang) => language::set_deck_text(deck, registry, lang, &new),
                    None => deck_value::set(deck, registry, &new),
                }
            }
        }
    }

    /// Id of the slide that the edit sets, removes or moves.
    pub fn slide_id(&self) -> Option<&SlideId> {
        match self {
            Self::Set { slide_id, .. } | Self::Remove { slide_id, .. } | Self::Move { slide_id, .. } => Some(slide_id),
            Self::Insert { .. } | Self::Deck { .. } => None,
        }
    }

    /// Path of the value that the edit sets.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Set { path, .. } | Self::Deck { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Language that the edit names.
    pub fn lang(&self) -> Option<&str> {
        match self {
            Self::Set { lang, .. } | Self::Deck { lang, .. } => lang.as_deref(),
            _ => None,
        }
    }
}

/// The named language, unless it is the main language of the deck.
fn other_language<'a>(deck: &Deck, lang: Option<&'a str>) -> Option<&'a str> {
    lang.filter(|lang| !same_tag(lang, &deck.lang))
}

/// A value to be set at a path.
struct NewValue<'a> {
    path: &'a str,
    value: &'a Value,
    replaces: Option<&'a Value>,
}

impl NewValue<'_> {
    /// The value to write over `present`, the current one: the new value, merged with what others changed; none when
    /// nothing has to be written.
    fn merged(&self, present: &Value) -> Result<Option<Value>, EditError> {
        if same_value(present, self.value) {
            return Ok(None);
        }
        let Some(replaces) = self.replaces else { return Ok(Some(self.value.clone())) };
        match merged_changes(replaces, self.value, present) {
            Some(merged) if same_value(&merged, present) => Ok(None),
            Some(merged) => Ok(Some(merged)),
            None => Err(EditError::Changed { present: present.clone() }),
        }
    }
}
