//! Where a text of a deck stands: the same address in the main language and in every other.

use serde::{Deserialize, Serialize};

use super::is_blank;
use super::path::{set_text_at, text_at, texts};
use crate::{Deck, Registry, Translation};

/// The place of one translatable text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "camelCase")]
pub enum TextPlace {
    /// Title of the deck.
    Title,
    /// Description of the deck.
    Description,
    /// Speaker notes of a slide.
    Notes {
        /// Id of the slide.
        slide: String,
    },
    /// A text in the content of a slide.
    Content {
        /// Id of the slide.
        slide: String,
        /// Its path, such as `items.2.title`.
        path: String,
    },
}

impl Deck {
    /// The places where the main language has a text.
    pub(super) fn text_places(&self, registry: &Registry) -> Vec<TextPlace> {
        let mut places = Vec::new();
        let mut add = |text: &str, place: TextPlace| {
            if !is_blank(text) {
                places.push(place);
            }
        };
        add(&self.title, TextPlace::Title);
        add(&self.description, TextPlace::Description);
        for slide in &self.slides {
            let id = || slide.id.clone();
            let slide_type = registry.by_key(&slide.key);
            for (path, text) in slide_type.into_iter().flat_map(|known| texts(registry, known, &slide.content)) {
                add(text, TextPlace::Content { slide: id(), path });
            }
            add(&slide.notes, TextPlace::Notes { slide: id() });
        }
        places
    }

    /// The text of the main language, blank when there is none.
    pub(super) fn text(&self, place: &TextPlace) -> &str {
        let slide = |id: &str| self.position(id).map(|at| &self.slides[at]);
        match place {
            TextPlace::Title => &self.title,
            TextPlace::Description => &self.description,
            TextPlace::Notes { slide: id } => slide(id).map_or("", |slide| &slide.notes),
            TextPlace::Content { slide: id, path } => slide(id).map_or("", |slide| text_at(&slide.content, path)),
        }
    }

    /// Sets a text of the main language at a place that the deck has.
    pub(super) fn set_text(&mut self, place: &TextPlace, text: String) {
        match place {
            TextPlace::Title => self.title = text,
            TextPlace::Description => self.description = text,
            TextPlace::Notes { slide } => {
                if let Some(at) = self.position(slide) {
                    self.slides[at].notes = text;
                }
            }
            TextPlace::Content { slide, path } => {
                if let Some(at) = self.position(slide) {
                    set_text_at(&mut self.slides[at].content, path, &text);
                }
            }
        }
    }
}

impl Translation {
    /// The places where this language has a text.
    pub(super) fn text_places(&self) -> impl Iterator<Item = TextPlace> {
        let title = (!is_blank(&self.title)).then_some(TextPlace::Title);
        let description = (!is_blank(&self.description)).then_some(TextPlace::Description);
        let slides = self.slides.iter().flat_map(|(slide, overlay)| {
            let content = overlay.content.iter().filter(|(_, text)| !is_blank(text));
            let notes = (!is_blank(&overlay.notes)).then(|| TextPlace::Notes { slide: slide.clone() });
            content.map(|(path, _)| TextPlace::Content { slide: slide.clone(), path: path.clone() }).chain(notes)
        });
        title.into_iter().chain(description).chain(slides)
    }

    /// The text of this language, blank when there is none.
    pub fn text(&self, place: &TextPlace) -> &str {
        match place {
            TextPlace::Title => &self.title,
            TextPlace::Description => &self.description,
            TextPlace::Notes { slide } => self.slides.get(slide).map_or("", |overlay| &overlay.notes),
            TextPlace::Content { slide, path } => {
                self.slides.get(slide).and_then(|overlay| overlay.content.get(path)).map_or("", String::as_str)
            }
        }
    }

    /// Sets a text of this language; a blank one removes it.
    pub(crate) fn set_text(&mut self, place: &TextPlace, text: String) {
        let text = if is_blank(&text) { String::new() } else { text };
        match place {
            TextPlace::Title => self.title = text,
            TextPlace::Description => self.description = text,
            TextPlace::Notes { slide } => self.slides.entry(slide.clone()).or_default().notes = text,
            TextPlace::Content { slide, path } => {
                let overlay = self.slides.entry(slide.clone()).or_default();
                if text.is_empty() {
                    overlay.content.remove(path);
                } else {
                    overlay.content.insert(path.clone(), text);
                }
            }
        }
        if let TextPlace::Notes { slide } | TextPlace::Content { slide, .. } = place
            && self.slides.get(slide).is_some_and(crate::Overlay::is_empty)
        {
            self.slides.remove(slide);
        }
    }
}
