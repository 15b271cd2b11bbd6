//! The portable form of a deck: an open JSON envelope without ids, owners or times.
//!
//! Writing is deterministic: the same deck gives the same bytes. Reading refuses only what it cannot read at all; what
//! is optional and malformed is dropped. Export, import, export is a fixed point.

use serde_json::{Value, json};

use crate::content::{PLACEHOLDER, normalised, placeholder};
use crate::registry::Registry;
use crate::rules::cut;
use crate::{
    Content, DEFAULT_LANG, DEFAULT_THEME, Deck, Ids, MAX_DESCRIPTION, MAX_NOTES, MAX_TITLE, Settings, Slide,
    Visibility, duration, is_tag,
};

/// The sentinel that is written.
pub const FORMAT: &str = "svc.deck";
/// The sentinel of releases before 1.7.0, still read.
pub const LEGACY_FORMAT: &str = "legacy.deck";
/// Version of the envelope.
pub const VERSION: u64 = 1;
/// Title of an imported deck that has none.
pub const UNTITLED: &str = "Imported presentation";

/// Why an envelope cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnvelopeError {
    /// The bytes are no JSON.
    #[error("the deck is not valid JSON: {0}")]
    NotJson(String),
    /// The value is no object.
    #[error("a deck is a JSON object")]
    NotAnObject,
    /// Another format.
    #[error("`format` is `{0}`, expected `svc.deck`")]
    Format(String),
    /// A version this reader does not know.
    #[error("`version` is `{0}`, the supported version is 1")]
    Version(String),
    /// No list of slides.
    #[error("`slides` is required and is a list")]
    NoSlides,
    /// A slide that is none.
    #[error("slide {0}: expected an object")]
    Slide(usize),
    /// Content that is none.
    #[error("slide {0}: `content` is an object")]
    Content(usize),
    /// More slides than an instance takes.
    #[error("the deck has {found} slides, {most} at most are accepted")]
    TooManySlides {
        /// How many there are.
        found: usize,
        /// How many are accepted.
        most: usize,
    },
}

/// What reading an envelope needs besides the envelope.
pub struct Reading<'a> {
    /// The slide types that are known here.
    pub registry: &'a Registry,
    /// Id of the deck it becomes.
    pub deck_id: &'a str,
    /// Where slide ids come from.
    pub ids: &'a mut dyn Ids,
    /// Most slides that are accepted.
    pub max_slides: usize,
}

impl Deck {
    /// The envelope: a fixed order of keys, optional ones only when they say something.
    pub fn envelope(&self, registry: &Registry) -> Value {
        let mut deck = self.clone();
        deck.number_links(registry);
        let mut envelope = Content::new();
        let mut put = |key: &str, value: Value| envelope.insert(key.to_owned(), value);
        put("format", json!(FORMAT));
        put("version", json!(VERSION));
        put("title", json!(deck.title));
        put("theme", json!(deck.theme));
        if deck.lang != DEFAULT_LANG {
            put("lang", json!(deck.lang));
        }
        if !deck.description.is_empty() {
            put("description", json!(deck.description));
        }
        let settings = deck.settings.differing();
        if !settings.is_empty() {
            put("settings", Value::Object(settings));
        }
        let translations = deck.translations_by_index();
        if !translations.is_empty() {
            put("translations", Value::Object(translations));
        }
        put("slides", deck.slides.into_iter().map(|slide| portable(registry, slide)).collect());
        Value::Object(envelope)
    }

    /// The envelope as it is sent: pretty-printed with two spaces.
    pub fn envelope_text(&self, registry: &Registry) -> String {
        format!("{:#}", self.envelope(registry))
    }

    /// Reads an envelope from bytes.
    ///
    /// # Errors
    /// What cannot be read at all; see [`EnvelopeError`].
    pub fn from_envelope_bytes(bytes: &[u8], reading: Reading<'_>) -> Result<Self, EnvelopeError> {
        let given = serde_json::from_slice(bytes).map_err(|fault| EnvelopeError::NotJson(fault.to_string()))?;
        Self::from_envelope(given, reading)
    }

    /// Reads an envelope. Types are resolved, defaults filled in, ids made anew.
    ///
    /// # Errors
    /// What cannot be read at all; see [`EnvelopeError`].
    pub fn from_envelope(given: Value, reading: Reading<'_>) -> Result<Self, EnvelopeError> {
        let Reading { registry, deck_id, ids, max_slides } = reading;
        let Value::Object(mut given) = given else {
            return Err(EnvelopeError::NotAnObject);
        };
        match given.get("format") {
            None => {}
            Some(Value::String(format)) if format == FORMAT || format == LEGACY_FORMAT => {}
            Some(other) => return Err(EnvelopeError::Format(worded(other))),
        }
        match given.get("version") {
            None => {}
            Some(version) if version.as_f64() == Some(1.0) => {}
            Some(other) => return Err(EnvelopeError::Version(worded(other))),
        }
        let Some(Value::Array(slides)) = given.shift_remove("slides") else {
            return Err(EnvelopeError::NoSlides);
        };
        if slides.len() > max_slides {
            return Err(EnvelopeError::TooManySlides { found: slides.len(), most: max_slides });
        }
        let text = |key: &str| given.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
        let mut deck = Self::new(
            cut(text("title").unwrap_or(UNTITLED), MAX_TITLE),
            text("lang").filter(|tag| is_tag(tag)).unwrap_or(DEFAULT_LANG),
        );
        text("theme").unwrap_or(DEFAULT_THEME).clone_into(&mut deck.theme);
        deck.description = cut(text("description").unwrap_or_default(), MAX_DESCRIPTION);
        deck.settings =
            given.get("settings").and_then(Value::as_object).map(Settings::read_leniently).unwrap_or_default();
        for (index, slide) in slides.into_iter().enumerate() {
            let slide = imported(registry, &deck.lang, index, slide, ids)?;
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

fn portable(registry: &Registry, slide: Slide) -> Value {
    let known = registry.by_key(&slide.key);
    let mut content = slide.content;
    for instance in known.into_iter().flat_map(|known| &known.instance_keys) {
        content.shift_remove(instance.name());
    }
    let mut written = Content::new();
    let mut put = |key: &str, value: Value| written.insert(key.to_owned(), value);
    put("type", json!(registry.canonical(&slide.key)));
    put("content", Value::Object(content));
    if !slide.notes.is_empty() {
        put("notes", json!(slide.notes));
    }
    if !slide.visibility.is_visible() {
        put("visibility", json!(slide.visibility));
    }
    if let Some(seconds) = slide.duration {
        put("duration", json!(seconds));
    }
    Value::Object(written)
}

fn imported(
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
        id: ids.next_id(),
        key,
        content,
        notes: cut(slide.get("notes").and_then(Value::as_str).unwrap_or_default(), MAX_NOTES),
        visibility: slide.get("visibility").and_then(Visibility::read).unwrap_or_default(),
        duration: slide.get("duration").and_then(duration),
    })
}

fn worded(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned).chars().take(60).collect()
}
