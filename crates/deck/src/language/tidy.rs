//! Removes translations of texts that no longer exist.

use std::collections::{HashMap, HashSet};

use super::{is_blank, resolves};
use crate::{Deck, Overlay, Registry, Slide, SlideId};

impl Deck {
    /// Removes translated texts that are blank or belong to no text of the deck: overlays of removed slides, paths that
    /// do not exist, a translation into the main language, a second spelling of a tag.
    ///
    /// A language without texts stays until it is removed explicitly.
    pub fn tidy(&mut self, registry: &Registry) {
        let slides: HashMap<&SlideId, &Slide> = self.slides.iter().map(|slide| (&slide.id, slide)).collect();
        let mut seen = HashSet::from([self.lang.to_ascii_lowercase()]);
        self.translations.retain(|tag, translation| {
            if !seen.insert(tag.to_ascii_lowercase()) {
                return false;
            }
            for text in [&mut translation.title, &mut translation.description] {
                clear_blank(text);
            }
            translation.slides.retain(|id, overlay| {
                slides.get(id).is_some_and(|slide| {
                    tidy_overlay(registry, slide, overlay);
                    !overlay.is_empty()
                })
            });
            true
        });
    }
}

/// Removes the texts of an overlay that are blank or belong to no text of its slide.
pub(crate) fn tidy_overlay(registry: &Registry, slide: &Slide, overlay: &mut Overlay) {
    clear_blank(&mut overlay.notes);
    overlay.content.retain(|path, text| !is_blank(text) && resolves(registry, slide, path));
}

fn clear_blank(text: &mut String) {
    if is_blank(text) {
        text.clear();
    }
}
