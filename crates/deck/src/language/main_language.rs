//! Makes another language the main one.

use std::collections::BTreeSet;

use super::{TextPlace, is_blank};
use crate::{Deck, Registry};

impl Deck {
    /// Makes `lang` the main language.
    ///
    /// Where the deck has it, the two languages change places, text by text. A text that the new main language lacks
    /// stays as it is and is also kept for the old one, so nothing is lost; when each text has its counterpart,
    /// changing back gives the same deck. Where the deck lacks it, the main language is only named anew.
    pub fn change_main_language(&mut self, registry: &Registry, lang: &str) {
        self.tidy(registry);
        let Some(tag) = self.translation(lang).map(|(tag, _)| tag.to_owned()) else {
            lang.clone_into(&mut self.lang);
            return;
        };
        let mut texts = self.translations.remove(&tag).unwrap_or_default();
        let places: BTreeSet<TextPlace> = self.text_places(registry).into_iter().chain(texts.text_places()).collect();
        for place in &places {
            let (theirs, ours) = (texts.text(place).to_owned(), self.text(place).to_owned());
            texts.set_text(place, ours);
            if !is_blank(&theirs) {
                self.set_text(place, theirs);
            }
        }
        let old = std::mem::replace(&mut self.lang, tag);
        self.translations.insert(old, texts);
    }
}
