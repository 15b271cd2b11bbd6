//! The envelope: the portable JSON form of a deck, without ids, owners or times.
//!
//! Writing is deterministic: the same deck gives the same bytes. Reading fails only when the deck as a whole cannot be
//! read; optional parts that are malformed are dropped. Exporting an imported envelope gives the same envelope.

use serde::Serialize;
use serde_json::{Value, json};

use crate::content::{PLACEHOLDER, normalised, placeholder};
use crate::registry::Registry;
use crate::rules::shortened;
use crate::{
    Content, DEFAULT_LANG, DEFAULT_THEME, Deck, Ids, LibraryLink, MAX_DESCRIPTION, MAX_NOTES, MAX_TITLE, MorphNames,
    Settings, Slide, SlideId, Transition, Visibility, duration, is_tag,
};

/// The `format` of an envelope.
pub const FORMAT: &str = "svc.deck";
/// The `format` of releases before 1.7.0, still accepted.
pub const LEGACY_FORMAT: &str = "legacy.deck";
/// Version of the envelope.
pub const VERSION: u64 = 1;
/// Title of an imported deck that has none.
pub const UNTITLED: &str = "Imported presentation";

/// Why an envelope cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnvelopeError {
    /// The bytes are not JSON.
    #[error("the deck is not valid JSON: {0}")]
    NotJson(String),
    /// The JSON is not an object.
    #[error("a deck is a JSON object")]
    NotAnObject,
    /// An unknown `format`.
    #[error("`format` is `{0}`, expected `svc.deck`")]
    Format(String),
    /// An unknown `version`.
    #[error("`version` is `{0}`, the supported version is 1")]
    Version(String),
    /// `slides` is missing or not a list.
    #[error("`slides` is required and is a list")]
    NoSlides,
    /// A slide is not an object.
    #[error("slide {0}: expected an object")]
    Slide(usize),
    /// The content of a slide is not an object.
    #[error("slide {0}: `content` is an object")]
    Content(usize),
    /// More slides than allowed.
    #[error("the deck has {found} slides, {most} at most are accepted")]
    TooManySlides {
        /// How many there are.
        found: usize,
        /// How many are allowed.
        most: usize,
    },
}

/// What reading an envelope needs besides the envelope itself.
pub struct EnvelopeContext<'a> {
    /// The known slide types.
    pub registry: &'a Registry,
    /// Id of the new deck.
    pub deck_id: &'a str,
    /// Source of slide ids.
    pub ids: &'a mut dyn Ids,
    /// Maximum number of slides that are allowed.
    pub max_slides: usize,
}

/// An envelope as it is written.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Envelope {
    format: &'static str,
    version: u64,
    title: String,
    theme: String,
    /// Main language; absent for `en-GB`.
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    /// Settings other than the default.
    #[serde(skip_serializing_if = "Content::is_empty")]
    settings: Content,
    /// Translations of slides have the number of the slide as their key.
    #[serde(skip_serializing_if = "Content::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Content>"))]
    translations: Content,
    slides: Vec<PortableSlide>,
}

/// A slide as an envelope has it: without its id, and without values that belong to an instance, such as the id of a
/// poll.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PortableSlide {
    r#type: String,
    content: Content,
    #[serde(skip_serializing_if = "String::is_empty")]
    notes: String,
    #[serde(skip_serializing_if = "Visibility::is_visible")]
    visibility: Visibility,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transition: Option<Transition>,
    #[serde(rename = "morphNames", skip_serializing_if = "MorphNames::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    morph_names: MorphNames,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<LibraryLink>,
}

/// A slide in a page of an export.
#[derive(Serialize)]
struct SlideSource<'a> {
    #[serde(flatten)]
    slide: PortableSlide,
    id: &'a SlideId,
}

impl Deck {
    /// The envelope of this deck. Keys are in a fixed order; optional keys are left out when they have their default.
    pub fn envelope(&self, registry: &Registry) -> Value {
        let mut deck = self.clone();
        deck.number_links(registry);
        let envelope = Envelope {
            format: FORMAT,
            version: VERSION,
            translations: deck.translations_by_index(),
            settings: deck.settings.differing(),
            title: deck.title,
            theme: deck.theme,
            lang: Some(deck.lang).filter(|lang| lang != DEFAULT_LANG),
            description: deck.description,
            slides: deck.slides.into_iter().map(|slide| slide.into_portable(registry)).collect(),
        };
        json!(envelope)
    }

    /// The envelope as text, indented by two spaces.
    pub fn envelope_text(&self, registry: &Registry) -> String {
        format!("{:#}", self.envelope(registry))
    }

    /// Reads an envelope from bytes, see [`Deck::from_envelope`].
    ///
    /// # Errors
    /// Fails when the deck as a whole cannot be read.
    pub fn from_envelope_bytes(bytes: &[u8], context: EnvelopeContext<'_>) -> Result<Self, EnvelopeError> {
        let given = serde_json::from_slice(bytes).map_err(|fault| EnvelopeError::NotJson(fault.to_string()))?;
        Self::from_envelope(given, context)
    }

    /// Reads an envelope. Resolves types, fills in defaults and gives every slide a new id.
    ///
    /// # Errors
    /// Fails when the deck as a whole cannot be read.
    pub fn from_envelope(given: Value, context: EnvelopeContext<'_>) -> Result<Self, EnvelopeError> {
        let EnvelopeContext { registry, deck_id, ids, max_slides } = context;
        let Value::Object(mut given) = given else {
            return Err(EnvelopeError::NotAnObject);
        };
        match given.get("format") {
            None => {}
            Some(Value::String(format)) if format == FORMAT || format == LEGACY_FORMAT => {}
            Some(other) => return Err(EnvelopeError::Format(for_message(other))),
        }
        match given.get("version") {
            None => {}
            Some(version) if version.as_f64() == Some(1.0) => {}
            Some(Value::String(text)) => return Err(EnvelopeError::Version(format!("\"{}\"", shortened(text, 60)))),
            Some(other) => return Err(EnvelopeError::Version(for_message(other))),
        }
        let Some(Value::Array(slides)) = given.shift_remove("slides") else {
            return Err(EnvelopeError::NoSlides);
        };
        if slides.len() > max_slides {
            return Err(EnvelopeError::TooManySlides { found: slides.len(), most: max_slides });
        }
        let text = |key: &str| given.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
        let mut deck = Self::new(
            shortened(text("title").unwrap_or(UNTITLED), MAX_TITLE),
            text("lang").filter(|tag| is_tag(tag)).unwrap_or(DEFAULT_LANG),
        );
        text("theme").unwrap_or(DEFAULT_THEME).clone_into(&mut deck.theme);
        deck.description = shortened(text("description").unwrap_or_default(), MAX_DESCRIPTION);
        deck.settings =
            given.get("settings").and_then(Value::as_object).map(Settings::read_leniently).unwrap_or_default();
        for (index, slide) in slides.into_iter().enumerate() {
            let slide = read_slide(registry, &deck.lang, index, slide, ids)?;
            deck.slides.push(slide);
        }
        if let Some(translations) = given.get("translations") {
            deck.translations = deck.read_translations_leniently(registry, translations);
        }
        deck.resolve_links(registry);
        deck.fill_instances(registry, deck_id, ids);
        Ok(deck)
    }
}

impl Slide {
    /// Removes the values that belong to one slide and not to its copies, such as the id of a poll.
    pub fn clear_instance_values(&mut self, registry: &Registry) {
        for instance in registry.by_key(&self.key).into_iter().flat_map(|known| &known.instance_keys) {
            self.content.shift_remove(instance.name());
        }
    }

    /// The slide as an envelope has it.
    pub fn into_portable(mut self, registry: &Registry) -> PortableSlide {
        self.clear_instance_values(registry);
        PortableSlide {
            r#type: registry.canonical(&self.key).into_owned(),
            content: self.content,
            notes: self.notes,
            visibility: self.visibility,
            duration: self.duration,
            transition: self.transition,
            morph_names: self.morph_names,
            library: self.library,
        }
    }

    /// The slide as a page of an export carries it: as an envelope has it, with its id.
    pub fn source(&self, registry: &Registry) -> Value {
        json!(SlideSource { slide: self.clone().into_portable(registry), id: &self.id })
    }
}

/// Reads a slide. A slide of an unknown type becomes a placeholder.
fn read_slide(
    registry: &Registry,
    lang: &str,
    index: usize,
    slide: Value,
    ids: &mut dyn Ids,
) -> Result<Slide, EnvelopeError> {
    let Value::Object(mut slide) = slide else {
        return Err(EnvelopeError::Slide(index));
    };
    let content = match slide.shift_remove("content") {
        None | Some(Value::Null) => Content::new(),
        Some(Value::Object(content)) => content,
        Some(_) => return Err(EnvelopeError::Content(index)),
    };
    let name = slide.get("type").and_then(Value::as_str).filter(|name| !name.trim().is_empty());
    let (key, content) = match name.and_then(|name| registry.resolve(name)) {
        Some(known) => (known.key.clone(), normalised(registry, known, lang, content)),
        None => (PLACEHOLDER.to_owned(), placeholder(registry, lang, name, &content)),
    };
    Ok(Slide {
        id: ids.next_id().into(),
        key,
        content,
        notes: shortened(slide.get("notes").and_then(Value::as_str).unwrap_or_default(), MAX_NOTES),
        visibility: slide.get("visibility").and_then(Visibility::read).unwrap_or_default(),
        duration: slide.get("duration").and_then(duration),
        transition: slide.get("transition").and_then(Value::as_str).and_then(Transition::named),
        morph_names: slide.get("morphNames").and_then(MorphNames::read).unwrap_or_default(),
        library: slide.get("library").and_then(LibraryLink::read),
    })
}

fn for_message(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned).chars().take(60).collect()
}
