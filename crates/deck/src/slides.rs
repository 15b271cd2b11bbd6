//! Changes to the list of slides: insert, remove, move and replace.
//!
//! Each keeps the structure of a deck sound: slide ids are unique, and translations belong to a text that exists. Each
//! changes the deck completely or, when it fails, not at all. Whether content conforms to its slide type is checked by
//! the rules, not here.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::language::{carried_names, tidy_overlay};
use crate::{Deck, Overlay, Registry, Slide, SlideId, carried, is_tag, same_tag};

/// A slide with its texts in other languages.
#[derive(Debug, Clone, PartialEq)]
pub struct TranslatedSlide {
    /// The slide.
    pub slide: Slide,
    /// Its texts by language tag.
    pub translations: BTreeMap<String, Overlay>,
}

impl From<Slide> for TranslatedSlide {
    fn from(slide: Slide) -> Self {
        Self { slide, translations: BTreeMap::new() }
    }
}

/// Why the list of slides was not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StructureError {
    /// The deck has no slide with this id.
    #[error("slide `{0}` does not exist")]
    NoSlide(SlideId),
    /// A slide id is blank or would occur twice.
    #[error("slide id `{0}` is blank or taken")]
    TakenId(SlideId),
    /// A position outside the deck.
    #[error("position {at} lies beyond {last}")]
    NoPosition {
        /// The position that was given.
        at: usize,
        /// The last valid position.
        last: usize,
    },
    /// A text that is not a language tag.
    #[error("`{0}` is not a language tag")]
    NotATag(String),
}

impl Deck {
    /// The slide with this id.
    ///
    /// # Errors
    /// Fails when the deck has no such slide.
    pub fn slide_mut(&mut self, id: &SlideId) -> Result<&mut Slide, StructureError> {
        let at = self.require_slide(id)?;
        Ok(&mut self.slides[at])
    }

    /// Inserts slides at position `at`, before the slide that is there. Languages that only the new slides have are added
    /// to the deck.
    ///
    /// # Errors
    /// Fails when the position is outside the deck, an id is blank or taken, or a language tag is ill-formed.
    pub fn insert_slides(
        &mut self,
        registry: &Registry,
        at: usize,
        slides: Vec<TranslatedSlide>,
    ) -> Result<(), StructureError> {
        if at > self.slides.len() {
            return Err(StructureError::NoPosition { at, last: self.slides.len() });
        }
        check_ids(self.slides.iter().chain(slides.iter().map(|added| &added.slide)))?;
        check_tags(slides.iter().flat_map(|added| added.translations.keys()))?;
        for (position, TranslatedSlide { slide, translations }) in (at..).zip(slides) {
            self.add_overlays(registry, &slide, translations);
            self.slides.insert(position, slide);
        }
        Ok(())
    }

    /// Removes a slide with its translations.
    ///
    /// # Errors
    /// Fails when the deck has no such slide.
    pub fn remove_slide(&mut self, id: &SlideId) -> Result<(), StructureError> {
        let at = self.require_slide(id)?;
        self.take_overlays(id);
        self.slides.remove(at);
        Ok(())
    }

    /// Moves a slide to the position `to`, counted after the slide has been taken out.
    ///
    /// # Errors
    /// Fails when the deck has no such slide or no such position.
    pub fn move_slide(&mut self, id: &SlideId, to: usize) -> Result<(), StructureError> {
        let from = self.require_slide(id)?;
        let last = self.slides.len() - 1;
        if to > last {
            return Err(StructureError::NoPosition { at: to, last });
        }
        let slide = self.slides.remove(from);
        self.slides.insert(to, slide);
        Ok(())
    }

    /// Replaces the slide that has the same id. Without `translations`, the stored translations follow the entries of
    /// lists, see [`carried`]; with them, they replace all stored ones. Morph names that the new slide does not change
    /// follow the entries, too.
    ///
    /// # Errors
    /// Fails when the deck has no slide with this id, or a language tag is ill-formed.
    pub fn replace_slide(
        &mut self,
        registry: &Registry,
        mut slide: Slide,
        translations: Option<BTreeMap<String, Overlay>>,
    ) -> Result<(), StructureError> {
        let at = self.require_slide(&slide.id)?;
        check_tags(translations.iter().flat_map(BTreeMap::keys))?;
        let present = self.take_overlays(&slide.id);
        let old = &self.slides[at];
        let follow = |(lang, overlay): (String, Overlay)| (lang, carried(registry, old, &slide, &overlay));
        let overlays = translations.unwrap_or_else(|| present.into_iter().map(follow).collect());
        slide.morph_names = carried_names(old, &slide);
        self.add_overlays(registry, &slide, overlays);
        self.slides[at] = slide;
        Ok(())
    }

    /// Replaces all slides. Translations follow by slide id and, within a slide, the entries of lists.
    ///
    /// # Errors
    /// Fails when an id is blank or occurs twice.
    pub fn replace_slides(&mut self, registry: &Registry, mut slides: Vec<Slide>) -> Result<(), StructureError> {
        check_ids(slides.iter())?;
        let old: HashMap<&SlideId, &Slide> = self.slides.iter().map(|slide| (&slide.id, slide)).collect();
        for slide in &mut slides {
            let Some(old) = old.get(&slide.id) else { continue };
            slide.morph_names = carried_names(old, slide);
            for translation in self.translations.values_mut() {
                if let Some(overlay) = translation.slides.get_mut(&slide.id) {
                    *overlay = carried(registry, old, slide, overlay);
                }
            }
        }
        self.slides = slides;
        self.tidy(registry);
        Ok(())
    }

    /// Adds texts of a slide in other languages, without those that do not belong to a text of the slide.
    fn add_overlays(&mut self, registry: &Registry, slide: &Slide, overlays: BTreeMap<String, Overlay>) {
        for (lang, mut overlay) in overlays {
            if same_tag(&lang, &self.lang) {
                continue;
            }
            let known = self.translation(&lang).map(|(tag, _)| tag.to_owned());
            let translation = self.translations.entry(known.unwrap_or(lang)).or_default();
            tidy_overlay(registry, slide, &mut overlay);
            if !overlay.is_empty() {
                translation.slides.insert(slide.id.clone(), overlay);
            }
        }
    }

    /// Removes the texts of a slide from every language and returns them by language tag.
    fn take_overlays(&mut self, id: &SlideId) -> BTreeMap<String, Overlay> {
        let translations = self.translations.iter_mut();
        translations.filter_map(|(lang, texts)| Some((lang.clone(), texts.slides.remove(id)?))).collect()
    }

    fn require_slide(&self, id: &SlideId) -> Result<usize, StructureError> {
        self.position(id).ok_or_else(|| StructureError::NoSlide(id.clone()))
    }
}

fn check_ids<'a>(slides: impl Iterator<Item = &'a Slide>) -> Result<(), StructureError> {
    let mut seen = HashSet::new();
    for slide in slides {
        if slide.id.trim().is_empty() || !seen.insert(&slide.id) {
            return Err(StructureError::TakenId(slide.id.clone()));
        }
    }
    Ok(())
}

fn check_tags<'a>(mut tags: impl Iterator<Item = &'a String>) -> Result<(), StructureError> {
    match tags.find(|tag| !is_tag(tag)) {
        Some(tag) => Err(StructureError::NotATag(tag.clone())),
        None => Ok(()),
    }
}
