//! Changes the main language of a deck.

use std::collections::BTreeSet;

use super::{TextLocation, is_blank};
use crate::{Deck, Registry};

impl Deck {
    /// Makes `lang` the main language.
    ///
    /// If the deck is translated into it, the texts of the two languages are exchanged. A text that the new main
    /// language lacks stays in the slides and is also stored as translation into the old one. If the deck is not
    /// translated into it, only the tag of the main language changes.
    pub fn change_main_language(&mut self, registry: &Registry, lang: &str) {
        self.tidy(registry);
        let Some(tag) = self.translation(lang).map(|(tag, _)| tag.to_owned()) else {
            lang.clone_into(&mut self.lang);
            return;
        };
        let mut texts = self.translations.remove(&tag).unwrap_or_default();
        let locations: BTreeSet<TextLocation> =
            self.text_locations(registry).into_iter().chain(texts.text_locations()).collect();
        for location in &locations {
            let (translated, main) = (texts.text(location).to_owned(), self.text(location).to_owned());
            texts.set_text(location, main);
            if !is_blank(&translated) {
                self.set_text(location, translated);
            }
        }
        let old = std::mem::replace(&mut self.lang, tag);
        self.translations.insert(old, texts);
    }
}
