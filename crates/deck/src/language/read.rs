//! Reads translations from JSON, in request bodies and envelopes, and writes them for envelopes.
//!
//! Strict reading fails on a wrong shape and names the path; lenient reading drops the part that is wrong. Both drop
//! texts that do not belong to a text of the deck. `null` means absent.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Display;

use serde_json::{Value, json};

use super::{is_blank, resolves, tidy_overlay, translatable_texts};
use crate::{
    Content, Deck, MAX_DESCRIPTION, MAX_NOTES, MAX_TITLE, Overlay, Registry, Slide, SlideType, Translation, is_tag,
    same_tag,
};

/// A value in translations that has the wrong shape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: expected {expected}")]
pub struct WrongTranslation {
    /// Path of the value, such as `translations.nl.slides.0.notes`.
    pub path: String,
    /// What was expected.
    pub expected: String,
}

impl Deck {
    /// Reads translations of this deck. Slides are keyed by id or by their index from 0. Drops slides and paths that
    /// the deck does not have, blank texts and a translation into the main language.
    ///
    /// # Errors
    /// Fails at the first value of the wrong shape, tag that is ill-formed or repeated, or text that is too long.
    pub fn read_translations(
        &self,
        registry: &Registry,
        given: &Value,
    ) -> Result<BTreeMap<String, Translation>, WrongTranslation> {
        self.read(registry, given, ReadMode::Strict)
    }

    /// Reads translations as [`Deck::read_translations`] does, but drops wrong values instead of failing, and cuts a
    /// title, description or notes that are too long.
    pub fn read_translations_leniently(&self, registry: &Registry, given: &Value) -> BTreeMap<String, Translation> {
        self.read(registry, given, ReadMode::Lenient).unwrap_or_default()
    }

    fn read(
        &self,
        registry: &Registry,
        given: &Value,
        reading: ReadMode,
    ) -> Result<BTreeMap<String, Translation>, WrongTranslation> {
        let by_id: HashMap<&str, &Slide> = self.slides.iter().map(|slide| (slide.id.as_str(), slide)).collect();
        let slide_of = |key: &str| {
            if key.bytes().all(|byte| byte.is_ascii_digit()) {
                self.slides.get(key.parse::<usize>().ok()?)
            } else {
                by_id.get(key).copied()
            }
        };
        let mut translations = BTreeMap::new();
        let mut seen = HashSet::new();
        for (lang, given) in entries(reading.object("translations", Some(given))?) {
            let path = format!("translations.{lang}");
            if !is_tag(lang) {
                reading.reject::<()>(&path, "a language tag")?;
                continue;
            }
            if !seen.insert(lang.to_ascii_lowercase()) {
                reading.reject::<()>(&path, "each language once")?;
                continue;
            }
            let Some(given) = reading.object(&path, Some(given))? else {
                continue;
            };
            let text = |key: &str, max| reading.text(format_args!("{path}.{key}"), given.get(key), max);
            let mut translation = Translation {
                title: text("title", MAX_TITLE)?,
                description: text("description", MAX_DESCRIPTION)?,
                slides: BTreeMap::new(),
            };
            let path = format!("{path}.slides");
            for (key, given) in entries(reading.object(&path, given.get("slides"))?) {
                let overlay = read_overlay(&format!("{path}.{key}"), given, reading)?;
                if let Some(slide) = slide_of(key) {
                    let merged: &mut Overlay = translation.slides.entry(slide.id.clone()).or_default();
                    merged.content.extend(overlay.content);
                    if !overlay.notes.is_empty() {
                        merged.notes = overlay.notes;
                    }
                    tidy_overlay(registry, slide, merged);
                }
            }
            translation.slides.retain(|_, overlay| !overlay.is_empty());
            if !same_tag(lang, &self.lang) {
                translations.insert(lang.clone(), translation);
            }
        }
        Ok(translations)
    }

    /// The translations as an envelope contains them: slides keyed by their index from 0.
    pub fn translations_by_index(&self) -> Content {
        let by_index = |translation: &Translation| {
            let mut slides = Content::new();
            for (index, slide) in self.slides.iter().enumerate() {
                if let Some(overlay) = translation.slides.get(&slide.id).filter(|overlay| !overlay.is_empty()) {
                    slides.insert(index.to_string(), json!(overlay));
                }
            }
            let mut written = Content::new();
            for (key, text) in [("title", &translation.title), ("description", &translation.description)] {
                if !text.is_empty() {
                    written.insert(key.to_owned(), json!(text));
                }
            }
            if !slides.is_empty() {
                written.insert("slides".to_owned(), Value::Object(slides));
            }
            Value::Object(written)
        };
        self.translations.iter().map(|(lang, translation)| (lang.clone(), by_index(translation))).collect()
    }
}

/// Reads the content of a new slide and its texts in other languages from `contentByLang` (language tag to content).
/// The content is the entry of the main language, else `content`, else empty.
///
/// # Errors
/// Fails at the first tag that is ill-formed or repeated, or content that is not an object.
pub fn content_by_lang(
    registry: &Registry,
    slide_type: &SlideType,
    main: &str,
    content: Option<&Content>,
    given: &Value,
) -> Result<(Content, BTreeMap<String, Overlay>), WrongTranslation> {
    let reading = ReadMode::Strict;
    let mut by_lang: Vec<(&str, &Content)> = Vec::new();
    let mut seen = HashSet::new();
    for (lang, given) in entries(reading.object("contentByLang", Some(given))?) {
        let path = format!("contentByLang.{lang}");
        if !is_tag(lang) {
            reading.reject::<()>(&path, "a language tag")?;
        }
        if !seen.insert(lang.to_ascii_lowercase()) {
            reading.reject::<()>(&path, "each language once")?;
        }
        by_lang.extend(reading.object(&path, Some(given))?.map(|content| (lang.as_str(), content)));
    }
    let main_content = by_lang.iter().find(|(tag, _)| same_tag(tag, main)).map(|(_, content)| *content);
    let slide = Slide::new("new", slide_type.key.clone(), main_content.or(content).cloned().unwrap_or_default());
    let overlays = by_lang
        .into_iter()
        .filter(|(tag, _)| !same_tag(tag, main))
        .map(|(tag, content)| {
            let content = translatable_texts(registry, slide_type, content)
                .into_iter()
                .filter(|(path, _)| resolves(registry, &slide, path))
                .map(|(path, text)| (path, text.to_owned()))
                .collect();
            let notes = String::new();
            (tag.to_owned(), Overlay { content, notes })
        })
        .collect();
    Ok((slide.content, overlays))
}

/// Reads the texts of one slide.
fn read_overlay(path: &str, given: &Value, reading: ReadMode) -> Result<Overlay, WrongTranslation> {
    let Some(given) = reading.object(path, Some(given))? else {
        return Ok(Overlay::default());
    };
    let mut overlay = Overlay {
        content: BTreeMap::new(),
        notes: reading.text(format_args!("{path}.notes"), given.get("notes"), MAX_NOTES)?,
    };
    for (key, text) in entries(reading.object(format_args!("{path}.content"), given.get("content"))?) {
        let text = reading.text(format_args!("{path}.content.{key}"), Some(text), usize::MAX)?;
        if !text.is_empty() {
            overlay.content.insert(key.clone(), text);
        }
    }
    Ok(overlay)
}

fn entries(object: Option<&Content>) -> impl Iterator<Item = (&String, &Value)> {
    object.into_iter().flatten()
}

/// What reading does with a value of the wrong shape.
#[derive(Clone, Copy, PartialEq)]
enum ReadMode {
    /// Reading fails.
    Strict,
    /// The value is dropped.
    Lenient,
}

impl ReadMode {
    /// The error for a value that should be `expected`; none where such a value is dropped.
    fn reject<T>(self, path: impl Display, expected: impl Into<String>) -> Result<Option<T>, WrongTranslation> {
        match self {
            Self::Strict => Err(WrongTranslation { path: path.to_string(), expected: expected.into() }),
            Self::Lenient => Ok(None),
        }
    }

    fn object(self, path: impl Display, value: Option<&Value>) -> Result<Option<&Content>, WrongTranslation> {
        match value {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Object(object)) => Ok(Some(object)),
            Some(_) => self.reject(path, "an object"),
        }
    }

    /// A text of at most `max` code points, empty when it is blank or absent.
    fn text(self, path: impl Display, value: Option<&Value>, max: usize) -> Result<String, WrongTranslation> {
        let text = match value {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if is_blank(text) => None,
            Some(Value::String(text)) if text.len() <= max || text.chars().count() <= max => Some(text.clone()),
            Some(Value::String(text)) => self
                .reject::<String>(path, format!("at most {max} characters"))?
                .or_else(|| Some(text.chars().take(max).collect())),
            Some(_) => self.reject(path, "a text")?,
        };
        Ok(text.unwrap_or_default())
    }
}
