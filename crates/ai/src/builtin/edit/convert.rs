//! Converts a slide to another type.

use deck::{Content, Slide};
use serde_json::json;

use super::super::language;
use super::super::{BuiltinAuthor, outline::outline_of};
use crate::SlideDraft;
use crate::slide_types::{is_global_key, label_field, max_length};

impl BuiltinAuthor<'_> {
    /// A slide converted to the type with the registry key `target`. It keeps its notes, the options that any slide may
    /// carry, and its backdrop if the type has one. Text for which the type has no field is added to the notes. For
    /// a key that no type has, that is all of the text.
    pub fn convert(&self, lang: &str, slide: &Slide, target: &str) -> SlideDraft {
        let language = language::of(lang);
        let from = self.registry.by_key(&slide.key);
        let mut outline = outline_of(self.registry, from, &slide.content);
        if outline.title.is_empty() && outline.points.is_empty() && outline.paragraphs.is_empty() {
            outline.title.clone_from(&outline.subheading);
        }
        let pieces = outline.pieces();
        let declared_conversion = from
            .zip(self.registry.by_key(target))
            .and_then(|(from, to)| deck::converted(self.registry, from, to, lang, &slide.content).ok());
        let content = match declared_conversion {
            Some(mut content) => {
                for (key, value) in &outline.slide_options {
                    content.entry(key.clone()).or_insert_with(|| value.clone());
                }
                self.without_unknown_keys(target, content)
            }
            None => self.content(lang, language, target, &outline).unwrap_or_default(),
        };
        self.finished_slide(lang, language, target, content, &pieces, &slide.notes)
    }

    /// A slide converted to the type with the registry key `key`, with a new title unless that is blank. `None` when no
    /// type has the key, and when neither type nor content changes.
    pub(crate) fn proposed_slide(&self, lang: &str, slide: &Slide, key: &str, title: &str) -> Option<SlideDraft> {
        let slide_type = self.registry.by_key(key)?;
        let mut draft = if key == slide.key {
            SlideDraft { key: slide.key.clone(), content: slide.content.clone(), notes: slide.notes.clone() }
        } else {
            self.convert(lang, slide, key)
        };
        if let Some(field) = label_field(slide_type)
            && !title.trim().is_empty()
        {
            draft.content.insert(field.key.clone(), json!(deck::shortened(title.trim(), max_length(field))));
        }
        (draft.key != slide.key || draft.content != slide.content).then_some(draft)
    }

    /// The content without the keys that are neither fields of the type nor options of every slide.
    fn without_unknown_keys(&self, key: &str, mut content: Content) -> Content {
        let slide_type = self.registry.by_key(key);
        content.retain(|name, _| {
            slide_type.is_some_and(|slide_type| slide_type.any_field(name).is_some())
                || is_global_key(self.registry, name)
        });
        content
    }
}
