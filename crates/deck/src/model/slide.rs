//! One slide: type, content, notes, visibility, duration, transition, morph names and its link to a slide library.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{MorphNames, Transition};
use crate::Content;

crate::text_ids! {
    /// Id of a slide, unique in its deck.
    SlideId;
}

/// A slide of a deck.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Slide {
    /// Id, unique in the deck.
    pub id: SlideId,
    /// Registry key of the slide type.
    #[serde(rename = "type")]
    pub key: String,
    /// Field values, as declared by the slide type.
    pub content: Content,
    /// Speaker notes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// Where the slide is hidden.
    #[serde(default, skip_serializing_if = "Visibility::is_visible")]
    pub visibility: Visibility,
    /// Seconds until the next slide, when the deck advances automatically.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<u16>,
    /// The transition into the slide; absent for the transition of the deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transition: Option<Transition>,
    /// The names by which the transition `morph` matches parts of two slides.
    #[serde(default, rename = "morphNames", skip_serializing_if = "MorphNames::is_empty")]
    pub morph_names: MorphNames,
    /// The slide of a library that this slide was inserted from, if the two are linked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<LibraryLink>,
}

impl Slide {
    /// A slide that is shown everywhere, without notes, duration, transition, morph names and link.
    pub fn new(id: impl Into<SlideId>, key: impl Into<String>, content: Content) -> Self {
        Self {
            id: id.into(),
            key: key.into(),
            content,
            notes: String::new(),
            visibility: Visibility::default(),
            duration: None,
            transition: None,
            morph_names: MorphNames::default(),
            library: None,
        }
    }
}

/// The link of a slide with a slide of a library. A deck may be taken to an instance that does not have that slide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LibraryLink {
    /// Id of the slide of the library.
    pub id: String,
    /// The revision of it that the slide has.
    pub revision: u64,
}

impl LibraryLink {
    /// Maximum size of the id, in bytes.
    const MAX_ID: usize = 100;

    /// Reads a link from a JSON object with an id and a revision from 1. Returns none for anything else.
    pub fn read(value: &Value) -> Option<Self> {
        let link: Self = serde_json::from_value(value.clone()).ok()?;
        (!link.id.is_empty() && link.id.len() <= Self::MAX_ID && link.revision > 0).then_some(link)
    }
}

/// Where a slide is hidden.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SlideVisibility"))]
#[serde(rename_all = "camelCase", default)]
pub struct Visibility {
    /// Skipped while presenting.
    #[serde(skip_serializing_if = "is_false")]
    pub hide_in_presentation: bool,
    /// Left out of PDF, PPTX, print, HTML and picture exports.
    #[serde(skip_serializing_if = "is_false")]
    pub hide_in_export: bool,
    /// Left out of published pages.
    #[serde(skip_serializing_if = "is_false")]
    pub hide_in_published: bool,
    /// Hidden from people who may only read.
    #[serde(skip_serializing_if = "is_false")]
    pub hide_from_viewers: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Visibility {
    /// Whether no flag is set.
    pub fn is_visible(&self) -> bool {
        *self == Self::default()
    }

    /// Reads the flags of a JSON object. Unknown flags and values other than `true` are ignored. Returns none for a
    /// value that is not an object.
    pub fn read(value: &Value) -> Option<Self> {
        let flags = value.as_object()?;
        let flag = |name: &str| flags.get(name) == Some(&Value::Bool(true));
        Some(Self {
            hide_in_presentation: flag("hideInPresentation"),
            hide_in_export: flag("hideInExport"),
            hide_in_published: flag("hideInPublished"),
            hide_from_viewers: flag("hideFromViewers"),
        })
    }
}

/// Reads a duration in seconds from a JSON number, rounded to a whole number. Returns none unless that is from 1 to
/// 300.
pub fn duration(value: &Value) -> Option<u16> {
    let seconds = value.as_f64()?.round();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    (1.0..=300.0).contains(&seconds).then_some(seconds as u16)
}
