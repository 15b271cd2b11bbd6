//! Turns a slide into any other type.

use deck::{Content, Slide};
use serde_json::json;

use super::super::language;
use super::super::{Author, outline::outline};
use crate::SlideDraft;

impl Author<'_> {
    /// The slide as another type (a registry key), with its notes, its backdrop where the type has one, and what any
    /// slide may carry. Text that the type has no place for is added to the notes.
    pub fn convert(&self, lang: &str, slide: &Slide, target: &str) -> SlideDraft {
        let language = language::of(lang);
        let from = self.registry.by_key(&slide.key);
        let mut outline = outline(self.registry, from, &slide.content);
        if outline.title.is_empty() && outline.points.is_empty() && outline.paragraphs.is_empty() {
            outline.title.clone_from(&outline.subheading);
        }
        let pieces = outline.pieces();
        let by_catalogue = from
            .zip(self.registry.by_key(target))
            .and_then(|(from, to)| deck::converted(self.registry, from, to, lang, &slide.content).ok());
        let content = match by_catalogue {
            Some(mut content) => {
                for (key, value) in &outline.kept {
                    content.entry(key.clone()).or_insert_with(|| value.clone());
                }
                without_foreign(self, target, content)
            }
            None => self.content(lang, language, target, &outline).unwrap_or_default(),
        };
        self.finished(lang, language, target, content, &pieces, &slide.notes)
    }

    /// The slide of a type and with a title, as a suggestion proposes it. Nothing where that changes nothing.
    pub(crate) fn proposed(&self, lang: &str, slide: &Slide, key: &str, title: &str) -> Option<SlideDraft> {
        let known = self.registry.by_key(key)?;
        let mut draft = if key == slide.key {
            SlideDraft { key: slide.key.clone(), content: slide.content.clone(), notes: slide.notes.clone() }
        } else {
            self.convert(lang, slide, key)
        };
        let label = known.label_field.as_deref().filter(|label| known.field(label).is_some()).unwrap_or("title");
        if let Some(field) = known.field(label)
            && !title.trim().is_empty()
        {
            let title = deck::cut(title.trim(), field.max_length.unwrap_or(usize::MAX));
            draft.content.insert(label.to_owned(), json!(title));
        }
        (draft.key != slide.key || draft.content != slide.content).then_some(draft)
    }
}

/// Only what the type, any slide, or the reserved keys know.
fn without_foreign(author: &Author<'_>, key: &str, mut content: Content) -> Content {
    let catalogue = author.registry.catalogue();
    content.retain(|name, _| {
        author.registry.by_key(key).is_some_and(|known| known.any_field(name).is_some())
            || catalogue.global_options.iter().any(|field| field.key == *name)
            || catalogue.reserved_keys.contains(name)
    });
    content
}
