//! Returns a deck in one language.
//!
//! Export, preview, viewer and follow codes all use this. Only texts change.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::is_blank;
use super::path::{resolves, set_text_at};
use crate::{Deck, Registry, Translation, same_tag};

impl Deck {
    /// The translation into a language, with its tag as the deck spells it. The case of `lang` does not matter.
    pub fn translation(&self, lang: &str) -> Option<(&str, &Translation)> {
        self.translations
            .iter()
            .find(|(tag, _)| same_tag(tag, lang))
            .map(|(tag, translation)| (tag.as_str(), translation))
    }

    /// The deck in one language, without translations. Each text is taken from the translation into `lang`, else into a
    /// less specific language (`de` for `de-AT`), else from the main language. The `lang` of the result is the most
    /// specific tag that was found, or the main language.
    ///
    /// A deck without translations is returned unchanged.
    pub fn projected(&self, registry: &Registry, lang: &str) -> Cow<'_, Self> {
        if self.translations.is_empty() {
            return Cow::Borrowed(self);
        }
        let layers: Vec<_> = self.layers(lang).collect();
        let mut shown = Self {
            title: self.title.clone(),
            description: self.description.clone(),
            theme: self.theme.clone(),
            lang: layers.first().map_or(self.lang.as_str(), |(tag, _)| tag).to_owned(),
            settings: self.settings.clone(),
            translations: BTreeMap::new(),
            slides: self.slides.clone(),
        };
        // The most specific translation comes last, so it overwrites the others.
        for (_, translation) in layers.into_iter().rev() {
            shown.overlay(registry, translation);
        }
        Cow::Owned(shown)
    }

    /// The language of the deck that is shown when a language is requested: the `lang` of [`Self::shown`].
    pub fn shown_language(&self, lang: Option<&str>) -> &str {
        let translated = lang.and_then(|lang| self.layers(lang).next());
        translated.map_or(&self.lang, |(tag, _)| tag)
    }

    /// The translations that apply to a language, the most specific first.
    fn layers<'d>(&'d self, lang: &str) -> impl Iterator<Item = (&'d str, &'d Translation)> {
        std::iter::successors(Some(lang), |tag| Some(tag.rsplit_once('-')?.0))
            .take_while(|tag| !same_tag(tag, &self.lang))
            .filter_map(|tag| self.translation(tag))
    }

    /// The deck in the given language, or unchanged when none is given.
    pub fn shown(&self, registry: &Registry, lang: Option<&str>) -> Cow<'_, Self> {
        lang.map_or(Cow::Borrowed(self), |lang| self.projected(registry, lang))
    }

    /// Overwrites texts with those of a translation, except where these are blank.
    fn overlay(&mut self, registry: &Registry, translation: &Translation) {
        let overwrite = |text: &mut String, translated: &str| {
            if !is_blank(translated) {
                translated.clone_into(text);
            }
        };
        overwrite(&mut self.title, &translation.title);
        overwrite(&mut self.description, &translation.description);
        for slide in &mut self.slides {
            let Some(overlay) = translation.slides.get(&slide.id) else {
                continue;
            };
            overwrite(&mut slide.notes, &overlay.notes);
            for (path, text) in &overlay.content {
                if !is_blank(text) && resolves(registry, slide, path) {
                    set_text_at(&mut slide.content, path, text);
                }
            }
        }
    }
}
