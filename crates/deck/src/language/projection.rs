//! Shows a deck in one language.
//!
//! The only rule by which a language is shown: export, preview, viewer and follow codes all use it. It changes texts
//! and nothing else.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::is_blank;
use super::path::{resolves, set_text_at};
use crate::{Deck, Registry, Translation, same_tag};

impl Deck {
    /// The texts of another language, by its tag in any case, with the tag as the deck spells it.
    pub fn translation(&self, lang: &str) -> Option<(&str, &Translation)> {
        self.translations
            .iter()
            .find(|(tag, _)| same_tag(tag, lang))
            .map(|(tag, translation)| (tag.as_str(), translation))
    }

    /// The deck in one language: each text is that of the asked tag, else of a less specific one (`de-AT`, then `de`),
    /// else of the main language. Its `lang` is the most specific tag found, as the deck spells it; where none of them
    /// is a translation, that of the main language. It has no translations of its own.
    ///
    /// A deck without translations is answered as it is.
    pub fn projected(&self, registry: &Registry, lang: &str) -> Cow<'_, Self> {
        if self.translations.is_empty() {
            return Cow::Borrowed(self);
        }
        let layers: Vec<_> = std::iter::successors(Some(lang), |tag| Some(tag.rsplit_once('-')?.0))
            .take_while(|tag| !same_tag(tag, &self.lang))
            .filter_map(|tag| self.translation(tag))
            .collect();
        let mut shown = Self {
            title: self.title.clone(),
            description: self.description.clone(),
            theme: self.theme.clone(),
            lang: layers.first().map_or(self.lang.as_str(), |(tag, _)| tag).to_owned(),
            settings: self.settings.clone(),
            translations: BTreeMap::new(),
            slides: self.slides.clone(),
        };
        // The most specific layer comes last and so lies on top.
        for (_, translation) in layers.into_iter().rev() {
            shown.overlay(registry, translation);
        }
        Cow::Owned(shown)
    }

    /// The deck in the language that was asked for, or as it is where none was.
    pub fn shown(&self, registry: &Registry, lang: Option<&str>) -> Cow<'_, Self> {
        lang.map_or(Cow::Borrowed(self), |lang| self.projected(registry, lang))
    }

    fn overlay(&mut self, registry: &Registry, translation: &Translation) {
        let lay = |text: &mut String, over: &str| {
            if !is_blank(over) {
                over.clone_into(text);
            }
        };
        lay(&mut self.title, &translation.title);
        lay(&mut self.description, &translation.description);
        for slide in &mut self.slides {
            let Some(overlay) = translation.slides.get(&slide.id) else {
                continue;
            };
            lay(&mut slide.notes, &overlay.notes);
            for (path, text) in &overlay.content {
                if !is_blank(text) && resolves(registry, slide, path) {
                    set_text_at(&mut slide.content, path, text);
                }
            }
        }
    }
}
