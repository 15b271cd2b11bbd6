//! A slide type whose declaration has been read and checked.

use serde::Serialize;
use serde_json::Value;

use super::field::{Field, is_unset};
use super::reads_as::ReadsAs;
use crate::{Content, primary_language, same_tag};

/// A slide type, whether built in, from a file or of an organization.
#[derive(Debug, Clone)]
pub struct SlideType {
    /// Registry key, such as `title-slide`. Stored decks have it.
    pub key: String,
    /// Canonical id, such as `eu.svc.slide.title`. The API returns it.
    pub id: String,
    /// Where the declaration came from.
    pub origin: Origin,
    /// Name for people.
    pub label: String,
    /// One sentence on what the type shows.
    pub description: String,
    /// Uses it suits.
    pub best_for: Vec<String>,
    /// Uses it does not suit.
    pub not_for: Vec<String>,
    /// Whether there is guidance for its use.
    pub documented: bool,
    /// Rules an organization set for its use.
    pub usage: Option<String>,
    /// Structural or content.
    pub category: Category,
    /// Group in the type picker.
    pub group: String,
    /// Key of the type whose layout is used if this type has none of its own.
    pub fallback: Option<String>,
    /// Whether the type is offered to agents.
    pub agents: bool,
    /// Whether the type is deprecated; then it works but is not offered.
    pub deprecated: bool,
    /// Whether new slides of it are accepted.
    pub enabled: bool,
    /// How the audience participates, if at all.
    pub interaction: Option<Interaction>,
    /// Which parts appear one by one, if any.
    pub build: Option<BuildMode>,
    /// Key of the field that is the title of a slide.
    pub label_field: Option<String>,
    /// The part the type plays in the structure of a deck; `None` for most types. Not part of any response.
    pub deck_role: Option<DeckRole>,
    /// Where slides of the type show the logo. Not part of any response.
    pub logo: LogoPlacement,
    /// The field that places the type's own logo; while it is set, no logo is drawn in the corner. Not part of any
    /// response.
    pub logo_field: Option<String>,
    /// Whether slides of the type are for live sessions only: exports and shared decks leave them out. Not part of any
    /// response.
    pub live_only: bool,
    /// The declared fields, in the order of the form.
    pub fields: Vec<Field>,
    /// Content of a new slide.
    pub defaults: Content,
    /// Placeholders that differ by language.
    pub defaults_by_lang: Vec<(String, Content)>,
    /// A full sample that passes strict validation.
    pub example: Content,
    /// Rules that replace older keys.
    pub reads_as: Vec<ReadsAs>,
    /// Keys whose values belong to one stored slide and are not exported.
    pub instance_keys: Vec<InstanceKey>,
    /// Fields that are accepted but not offered.
    pub reserved: Vec<Field>,
}

/// Where a type was declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Compiled in, under `eu.svc.slide`.
    Core,
    /// A file in the data folder.
    File,
    /// Made by an organization, keyed `custom-<slug>`.
    Organization,
}

/// Role of a type in a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Titles, openers, quotes and closings.
    Structural,
    /// Everything else.
    Content,
}

/// The part a type plays in the structure of a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum DeckRole {
    /// Opens the deck.
    Title,
    /// Opens a section; its title names the section.
    Section,
}

/// Where slides of a type show the logo.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LogoPlacement {
    /// In the corner, like any other slide.
    #[default]
    Corner,
    /// Where the type itself draws it.
    Own,
}

/// How the audience participates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum Interaction {
    /// Chooses one of several answers.
    Poll,
    /// Chooses one answer on a scale.
    Likert,
    /// Writes a short text.
    Feedback,
}

/// Which parts of a slide appear one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "kebab-case")]
pub enum BuildMode {
    /// List items and paragraphs of the body.
    Body,
    /// Entries of the list, table rows or cells.
    Cards,
    /// Bars, slices, points or series.
    Chart,
    /// Stops of the zoom tour.
    ImageZoom,
    /// Groups of lines of code.
    Code,
}

/// A key whose value belongs to one stored slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstanceKey {
    /// A fresh id for each stored poll.
    PollId,
    /// The id of the deck that contains the slide.
    PresentationId,
}

impl InstanceKey {
    /// The key in a slide's content.
    pub fn name(self) -> &'static str {
        match self {
            Self::PollId => "pollId",
            Self::PresentationId => "presentationId",
        }
    }
}

impl Interaction {
    /// Name in declarations and API responses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Poll => "poll",
            Self::Likert => "likert",
            Self::Feedback => "feedback",
        }
    }
}

impl SlideType {
    /// A declared field by its key.
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// A declared or reserved field by its key.
    pub fn any_field(&self, key: &str) -> Option<&Field> {
        self.field(key).or_else(|| self.reserved.iter().find(|field| field.key == key))
    }

    /// Content of a new slide in a language: the placeholders of that language, else of any language with the same
    /// primary language, else those of the declaration.
    pub fn defaults_in(&self, lang: &str) -> Content {
        let mut content = self.defaults.clone();
        for (key, value) in self.placeholders(lang).into_iter().flatten() {
            content.insert(key.clone(), value.clone());
        }
        content
    }

    fn placeholders(&self, lang: &str) -> Option<&Content> {
        let found = |matches: &dyn Fn(&str) -> bool| {
            self.defaults_by_lang.iter().find(|(tag, _)| matches(tag)).map(|(_, content)| content)
        };
        found(&|tag| same_tag(tag, lang))
            .or_else(|| found(&|tag| same_tag(primary_language(tag), primary_language(lang))))
    }

    /// Title of a slide of this type: its label field, else the first non-blank of some common fields, else empty.
    pub fn title_of<'a>(&self, content: &'a Content) -> &'a str {
        let usual = ["title", "caption", "question", "quote", "a11yTitle"];
        self.label_field
            .as_deref()
            .into_iter()
            .chain(usual)
            .find_map(|key| content.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty()))
            .unwrap_or_default()
    }

    /// Whether all texts and pictures of a list entry are unset. Such entries are not shown and not counted.
    pub fn is_blank_item(fields: &[Field], item: &Value) -> bool {
        let Some(item) = item.as_object() else { return true };
        fields.iter().all(|field| match &field.kind {
            super::Kind::Items { fields, .. } => item
                .get(&field.key)
                .and_then(Value::as_array)
                .is_none_or(|entries| entries.iter().all(|entry| Self::is_blank_item(fields, entry))),
            kind if kind.is_text() || matches!(kind, super::Kind::Image) => item.get(&field.key).is_none_or(is_unset),
            _ => true,
        })
    }
}
