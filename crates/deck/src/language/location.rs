//! Addresses of the texts of a deck, the same for all languages.

use serde::{Deserialize, Serialize};

use super::is_blank;
use super::path::{set_text_at, text_at, translatable_texts};
use crate::{Deck, Registry, SlideId, Translation};

/// Identifies one translatable text of a deck.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "camelCase")]
pub enum TextLocation {
    /// Title of the deck.
    Title,
    /// Description of the deck.
    Description,
    /// Speaker notes of a slide.
    Notes {
        /// Id of the slide.
        slide: SlideId,
    },
    /// A text in the content of a slide.
    Content {
        /// Id of the slide.
        slide: SlideId,
        /// Its path, such as `items.2.title`.
        path: String,
    },
}

impl Deck {
    /// The texts that the main language has.
    pub(super) fn text_locations(&self, registry: &Registry) -> Vec<TextLocation> {
        let mut locations = Vec::new();
        let mut add = |text: &str, location: TextLocation| {
            if !is_blank(text) {
                locations.push(location);
            }
        };
        add(&self.title, TextLocation::Title);
        add(&self.description, TextLocation::Description);
        for slide in &self.slides {
            let id = || slide.id.clone();
            let slide_type = registry.by_key(&slide.key);
            for (path, text) in
                slide_type.into_iter().flat_map(|known| translatable_texts(registry, known, &slide.content))
            {
                add(text, TextLocation::Content { slide: id(), path });
            }
            add(&slide.notes, TextLocation::Notes { slide: id() });
        }
        locations
    }

    /// The text in the main language, empty when there is none.
    pub(super) fn text(&self, location: &TextLocation) -> &str {
        let slide = |id: &SlideId| self.position(id).map(|at| &self.slides[at]);
        match location {
            TextLocation::Title => &self.title,
            TextLocation::Description => &self.description,
            TextLocation::Notes { slide: id } => slide(id).map_or("", |slide| &slide.notes),
            TextLocation::Content { slide: id, path } => slide(id).map_or("", |slide| text_at(&slide.content, path)),
        }
    }

    /// Sets a text in the main language. Does nothing for a slide that does not exist.
    pub(super) fn set_text(&mut self, location: &TextLocation, text: String) {
        match location {
            TextLocation::Title => self.title = text,
            TextLocation::Description => self.description = text,
            TextLocation::Notes { slide } => {
                if let Some(at) = self.position(slide) {
                    self.slides[at].notes = text;
                }
            }
            TextLocation::Content { slide, path } => {
                if let Some(at) = self.position(slide) {
                    set_text_at(&mut self.slides[at].content, path, &text);
                }
            }
        }
    }
}

impl Translation {
    /// The texts that this language has.
    pub(super) fn text_locations(&self) -> impl Iterator<Item = TextLocation> {
        let title = (!is_blank(&self.title)).then_some(TextLocation::Title);
        let description = (!is_blank(&self.description)).then_some(TextLocation::Description);
        let slides = self.slides.iter().flat_map(|(slide, overlay)| {
            let content = overlay.content.iter().filter(|(_, text)| !is_blank(text));
            let notes = (!is_blank(&overlay.notes)).then(|| TextLocation::Notes { slide: slide.clone() });
            content.map(|(path, _)| TextLocation::Content { slide: slide.clone(), path: path.clone() }).chain(notes)
        });
        title.into_iter().chain(description).chain(slides)
    }

    /// The text in this language, empty when there is none.
    pub fn text(&self, location: &TextLocation) -> &str {
        match location {
            TextLocation::Title => &self.title,
            TextLocation::Description => &self.description,
            TextLocation::Notes { slide } => self.slides.get(slide).map_or("", |overlay| &overlay.notes),
            TextLocation::Content { slide, path } => {
                self.slides.get(slide).and_then(|overlay| overlay.content.get(path)).map_or("", String::as_str)
            }
        }
    }

    /// Sets a text in this language; a blank one removes it.
    pub(crate) fn set_text(&mut self, location: &TextLocation, text: String) {
        let text = if is_blank(&text) { String::new() } else { text };
        match location {
            TextLocation::Title => self.title = text,
            TextLocation::Description => self.description = text,
            TextLocation::Notes { slide } => self.slides.entry(slide.clone()).or_default().notes = text,
            TextLocation::Content { slide, path } => {
                let overlay = self.slides.entry(slide.clone()).or_default();
                if text.is_empty() {
                    overlay.content.remove(path);
                } else {
                    overlay.content.insert(path.clone(), text);
                }
            }
        }
        if let TextLocation::Notes { slide } | TextLocation::Content { slide, .. } = location
            && self.slides.get(slide).is_some_and(crate::Overlay::is_empty)
        {
            self.slides.remove(slide);
        }
    }
}
