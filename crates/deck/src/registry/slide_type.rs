//! What a slide type is, once its declaration has been read and found good.

use serde_json::Value;

use super::field::{Field, is_unset};
use super::reads_as::ReadsAs;
use crate::Content;

/// A slide type: built in, from a file or of an organization, all the same kind of thing.
#[derive(Debug, Clone)]
pub struct SlideType {
    /// Registry key, such as `title-slide`; what storage keeps.
    pub key: String,
    /// Canonical id, such as `eu.svc.slide.title`; what every answer shows.
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
    /// The type that is drawn where this one has no layout of its own.
    pub fallback: Option<String>,
    /// Whether agents are offered the type.
    pub agents: bool,
    /// A deprecated type keeps working and is not offered.
    pub deprecated: bool,
    /// Whether new slides of it are accepted.
    pub enabled: bool,
    /// How the audience takes part, if it does.
    pub interaction: Option<Interaction>,
    /// Which parts can appear one by one.
    pub build: Option<BuildMode>,
    /// The field that names a slide.
    pub label_field: Option<String>,
    /// The declared fields, in the order of the form.
    pub fields: Vec<Field>,
    /// Content of a new slide.
    pub defaults: Content,
    /// Placeholders that differ by language.
    pub defaults_by_lang: Vec<(String, Content)>,
    /// A full sample that passes strict validation.
    pub example: Content,
    /// Older keys and what they are read as.
    pub reads_as: Vec<ReadsAs>,
    /// Keys whose values belong to one stored slide and never travel.
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

/// What part a type plays in a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// Titles, openers, quotes and closings.
    Structural,
    /// Everything else.
    Content,
}

/// How an audience answers a slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interaction {
    /// One of a few answers.
    Poll,
    /// One of an ordered row of answers.
    Likert,
    /// A short text.
    Feedback,
}

/// Which parts of a slide appear one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildMode {
    /// List items and paragraphs of the body.
    Body,
    /// Entries of the list, table rows or cells.
    Cards,
    /// Bars, slices, points or series.
    Chart,
    /// Stops of the zoom tour.
    ImageZoom,
}

/// A value that is made for one stored slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstanceKey {
    /// A fresh id for each stored poll.
    PollId,
    /// The id of the deck that holds the slide.
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

impl Category {
    /// The word in declarations and answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Structural => "structural",
            Self::Content => "content",
        }
    }
}

impl Interaction {
    /// The word in declarations and answers.
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

    /// Content of a new slide in a language: the placeholders of that language, of its less specific tag, else
    /// those of the declaration.
    pub fn defaults_in(&self, lang: &str) -> Content {
        let mut content = self.defaults.clone();
        for (key, value) in self.placeholders(lang).into_iter().flatten() {
            content.insert(key.clone(), value.clone());
        }
        content
    }

    fn placeholders(&self, lang: &str) -> Option<&Content> {
        let base = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
        let found = |matches: &dyn Fn(&str) -> bool| {
            self.defaults_by_lang.iter().find(|(tag, _)| matches(tag)).map(|(_, content)| content)
        };
        found(&|tag| tag.eq_ignore_ascii_case(lang)).or_else(|| found(&|tag| base(tag) == base(lang)))
    }

    /// The name of a slide of this type: its label field, else the first non-blank of a few usual fields, else "".
    pub fn title_of<'a>(&self, content: &'a Content) -> &'a str {
        let usual = ["title", "caption", "question", "quote", "a11yTitle"];
        self.label_field
            .as_deref()
            .into_iter()
            .chain(usual)
            .find_map(|key| content.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty()))
            .unwrap_or_default()
    }

    /// Whether an entry of a list is blank: all its texts and pictures are unset. Blank entries are left out of every
    /// output and not counted.
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
