//! The edits of slides. What changes one slide replaces it whole, so that its inverse is the slide as it was.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Edit, EditError, TranslatedSlide, check_tags};
use crate::language::tidy_overlay;
use crate::{Deck, Overlay, Registry, Slide, carried, same_tag};

type Overlays = BTreeMap<String, Overlay>;

pub(super) fn insert(
    deck: &mut Deck,
    registry: &Registry,
    at: usize,
    slides: &[TranslatedSlide],
) -> Result<Edit, EditError> {
    if at > deck.slides.len() {
        let last = deck.slides.len();
        return Err(EditError::NoPosition { at, last });
    }
    check_ids(deck.slides.iter().chain(slides.iter().map(|added| &added.slide)))?;
    check_tags(slides.iter().flat_map(|added| added.translations.keys()))?;
    let mut inverses = Vec::new();
    for (position, added) in (at..).zip(slides) {
        deck.slides.insert(position, added.slide.clone());
        let languages = lay(deck, registry, &added.slide, added.translations.clone());
        inverses.extend(languages.into_iter().map(|lang| Edit::RemoveLanguage { lang }));
        inverses.push(Edit::RemoveSlide { slide: added.slide.id.clone() });
    }
    Ok(undone(inverses))
}

pub(super) fn remove(deck: &mut Deck, id: &str) -> Result<Edit, EditError> {
    let at = position(deck, id)?;
    let translations = take_overlays(deck, id);
    let slide = deck.slides.remove(at);
    let slides = vec![TranslatedSlide { slide, translations }];
    Ok(Edit::InsertSlides { at, slides })
}

pub(super) fn shift(deck: &mut Deck, id: &str, to: usize) -> Result<Edit, EditError> {
    let from = position(deck, id)?;
    let last = deck.slides.len() - 1;
    if to > last {
        return Err(EditError::NoPosition { at: to, last });
    }
    let slide = deck.slides.remove(from);
    deck.slides.insert(to, slide);
    let slide = id.to_owned();
    Ok(Edit::MoveSlide { slide, to: from })
}

/// Changes a slide in place; its translations follow.
pub(super) fn change(
    deck: &mut Deck,
    registry: &Registry,
    id: &str,
    change: impl FnOnce(&mut Slide),
) -> Result<Edit, EditError> {
    let mut slide = deck.slides[position(deck, id)?].clone();
    change(&mut slide);
    replace(deck, registry, &slide, None)
}

pub(super) fn replace(
    deck: &mut Deck,
    registry: &Registry,
    slide: &Slide,
    overlays: Option<&Overlays>,
) -> Result<Edit, EditError> {
    let at = position(deck, &slide.id)?;
    check_tags(overlays.into_iter().flat_map(Overlays::keys))?;
    let old_overlays = take_overlays(deck, &slide.id);
    let old = std::mem::replace(&mut deck.slides[at], slide.clone());
    let followed = |(lang, overlay): (&String, &Overlay)| (lang.clone(), carried(registry, &old, slide, overlay));
    let overlays = overlays.cloned().unwrap_or_else(|| old_overlays.iter().map(followed).collect());
    let languages = lay(deck, registry, slide, overlays);
    let added = languages.into_iter().map(|lang| Edit::RemoveLanguage { lang });
    let back = Edit::ReplaceSlide { slide: old, translations: Some(old_overlays) };
    Ok(undone(added.chain([back]).collect()))
}

pub(super) fn replace_all(deck: &mut Deck, registry: &Registry, slides: &[Slide]) -> Result<Edit, EditError> {
    check_ids(slides.iter())?;
    let old = std::mem::replace(&mut deck.slides, slides.to_vec());
    let translations = deck.translations.clone();
    let before: HashMap<&str, &Slide> = old.iter().map(|slide| (slide.id.as_str(), slide)).collect();
    for slide in slides {
        let Some(before) = before.get(slide.id.as_str()) else {
            continue;
        };
        for translation in deck.translations.values_mut() {
            if let Some(overlay) = translation.slides.get_mut(&slide.id) {
                *overlay = carried(registry, before, slide, overlay);
            }
        }
    }
    deck.tidy(registry);
    let edits = vec![Edit::ReplaceSlides { slides: old }, Edit::ReplaceTranslations { translations }];
    Ok(Edit::Batch { edits })
}

/// Gives a slide its texts in other languages. Answers the languages that the deck did not have.
fn lay(deck: &mut Deck, registry: &Registry, slide: &Slide, overlays: Overlays) -> Vec<String> {
    let mut added = Vec::new();
    for (lang, mut overlay) in overlays {
        if same_tag(&lang, &deck.lang) {
            continue;
        }
        let known = deck.translation(&lang).map(|(tag, _)| tag.to_owned());
        if known.is_none() {
            added.push(lang.clone());
        }
        let translation = deck.translations.entry(known.unwrap_or(lang)).or_default();
        tidy_overlay(registry, slide, &mut overlay);
        if !overlay.is_empty() {
            translation.slides.insert(slide.id.clone(), overlay);
        }
    }
    added
}

/// Takes the texts of a slide out of every language.
fn take_overlays(deck: &mut Deck, id: &str) -> Overlays {
    let take =
        |(lang, translation): (&String, &mut crate::Translation)| Some((lang.clone(), translation.slides.remove(id)?));
    deck.translations.iter_mut().filter_map(take).collect()
}

/// The inverses of several steps as one edit, that of the last step first.
fn undone(mut inverses: Vec<Edit>) -> Edit {
    inverses.reverse();
    match <[Edit; 1]>::try_from(inverses) {
        Ok([inverse]) => inverse,
        Err(edits) => Edit::Batch { edits },
    }
}

pub(super) fn position(deck: &Deck, id: &str) -> Result<usize, EditError> {
    deck.position(id).ok_or_else(|| EditError::NoSlide(id.to_owned()))
}

fn check_ids<'a>(slides: impl Iterator<Item = &'a Slide>) -> Result<(), EditError> {
    let mut seen = HashSet::new();
    for slide in slides {
        if slide.id.trim().is_empty() || !seen.insert(slide.id.as_str()) {
            return Err(EditError::TakenId(slide.id.clone()));
        }
    }
    Ok(())
}
