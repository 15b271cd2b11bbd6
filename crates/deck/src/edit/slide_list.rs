//! Inserts, removes and moves slides.

use serde_json::Value;

use super::error::{EditError, EditRefusal, invalid};
use super::slide_value::{complete_slide, overlays, slide_json};
use super::{EditContext, SlidePosition};
use crate::save::{MAX_ID, saved_slide};
use crate::{Deck, Registry, SlideId, TranslatedSlide};

/// Inserts slides. Returns whether the deck changed.
pub(super) fn insert(
    deck: &mut Deck,
    context: &EditContext<'_>,
    after: &SlidePosition,
    slides: &[Value],
) -> Result<bool, EditError> {
    let (count, most) = (deck.slides.len() + slides.len(), context.max_slides);
    if count > most {
        return Err(EditRefusal::TooManySlides { count, most }.into());
    }
    let at = match after {
        SlidePosition::Last => deck.slides.len(),
        SlidePosition::First => 0,
        // When that slide is gone, the new ones go to the end, so that nothing that was written is lost.
        SlidePosition::After(id) => deck.position(id).map_or(deck.slides.len(), |at| at + 1),
    };
    let mut added = Vec::with_capacity(slides.len());
    for (index, given) in slides.iter().enumerate() {
        let id = given.get("id").and_then(Value::as_str).unwrap_or_default();
        if id.is_empty() || id.len() > MAX_ID {
            return invalid(format!("slides[{index}].id: expected a text of 1 to {MAX_ID} characters"));
        }
        let slide = saved_slide(context.registry, at + index, None, given, id.into())?;
        let translations = given.get("translations").filter(|given| !given.is_null());
        let translations = translations.map(|given| overlays(context.registry, &slide, given)).transpose()?;
        added.push(TranslatedSlide { slide, translations: translations.unwrap_or_default() });
    }
    if added.is_empty() {
        return Ok(false);
    }
    deck.insert_slides(context.registry, at, added)?;
    Ok(true)
}

/// Removes a slide. Returns whether the deck changed: false when the slide is gone already.
pub(super) fn remove(
    deck: &mut Deck,
    registry: &Registry,
    id: &SlideId,
    replaces: Option<&Value>,
) -> Result<bool, EditError> {
    let Some(at) = deck.position(id) else { return Ok(false) };
    let present = slide_json(registry, &deck.slides[at]);
    // The service filled in the instance values, so the client may not know them.
    let known = registry.by_key(&deck.slides[at].key);
    let instance_keys = known.map(|known| known.instance_keys.as_slice()).unwrap_or_default();
    let as_seen = |slide: &Value| {
        let mut slide = complete_slide(registry, slide);
        for key in instance_keys {
            if let Some(content) = slide["content"].as_object_mut() {
                content.shift_remove(key.name());
            }
        }
        slide
    };
    if replaces.is_some_and(|replaces| as_seen(replaces) != as_seen(&present)) {
        return Err(EditError::Changed { present });
    }
    deck.remove_slide(id)?;
    Ok(true)
}

/// Moves a slide. Returns whether the deck changed.
pub(super) fn move_slide(deck: &mut Deck, id: &SlideId, after: &SlidePosition) -> Result<bool, EditError> {
    let from = deck.position(id).ok_or(EditError::SlideGone)?;
    let to = match after {
        SlidePosition::Last => deck.slides.len() - 1,
        SlidePosition::First => 0,
        SlidePosition::After(other) if other == id => from,
        SlidePosition::After(other) => {
            let at = deck.position(other).ok_or(EditError::SlideGone)?;
            if at < from { at + 1 } else { at }
        }
    };
    if to == from {
        return Ok(false);
    }
    deck.move_slide(id, to)?;
    Ok(true)
}
