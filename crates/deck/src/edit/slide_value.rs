//! Sets a value of one slide, its type, or the whole slide.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::error::{EditError, invalid};
use super::value_path::ValueSlot;
use super::{NewValue, name_moves};
use crate::save::saved_slide;
use crate::{
    Content, Deck, MorphNames, Overlay, Registry, SaveError, Slide, SlideId, Translation, Visibility, converted,
};

/// Sets a value. Returns whether the deck changed.
pub(super) fn set(deck: &mut Deck, registry: &Registry, id: &SlideId, new: &NewValue<'_>) -> Result<bool, EditError> {
    let at = deck.position(id).ok_or(EditError::SlideGone)?;
    match new.path.split('.').next().unwrap_or_default() {
        _ if new.path.is_empty() => return replace(deck, registry, at, new),
        _ if new.path == "type" => return convert(deck, registry, at, new),
        "content" | "notes" | "visibility" | "duration" | "transition" | "library" => {}
        // Paths of fields have full stops, so the names are one value.
        "morphNames" if new.path == "morphNames" => {}
        _ => return invalid(format!("path: a slide has no `{}`", new.path)),
    }
    let mut whole = slide_json(registry, &deck.slides[at]);
    let slot = ValueSlot::find(&mut whole, new.path).ok_or(EditError::Changed { present: Value::Null })?;
    // Clients leave out the flags that are off, so both values are completed before they are compared.
    let completed = |value: &Value| match new.path.split_once('.') {
        None if new.path == "morphNames" => morph_names_json(value.clone()),
        None if new.path == "visibility" && value.is_null() => visibility_json(Visibility::default()),
        None if new.path == "visibility" => Visibility::read(value).map_or_else(|| value.clone(), visibility_json),
        Some(("visibility", _)) if value.is_null() => json!(false),
        _ => value.clone(),
    };
    let (value, replaces) = (completed(new.value), new.replaces.map(completed));
    let new = NewValue { path: new.path, value: &value, replaces: replaces.as_ref() };
    let present = slot.value();
    let merged = if new.path == "morphNames" { name_moves::merged(&new, &present) } else { new.merged(&present) };
    let Some(value) = merged? else { return Ok(false) };
    slot.set(value);
    let slide = checked_slide(registry, at, &deck.slides[at], &whole)?;
    replace_slide(deck, registry, slide, None)
}

/// Replaces the whole slide, and its translations where they are given.
fn replace(deck: &mut Deck, registry: &Registry, at: usize, new: &NewValue<'_>) -> Result<bool, EditError> {
    let replaces = new.replaces.map(|slide| complete_slide(registry, slide));
    let complete = NewValue { path: "", value: &complete_slide(registry, new.value), replaces: replaces.as_ref() };
    let translations = new.value.get("translations");
    let present = slide_json(registry, &deck.slides[at]);
    let merged = complete.merged(&present)?;
    if merged.is_none() && translations.is_none() {
        return Ok(false);
    }
    let slide = checked_slide(registry, at, &deck.slides[at], &merged.unwrap_or(present))?;
    let overlays = translations.map(|given| overlays(registry, &slide, given)).transpose()?;
    replace_slide(deck, registry, slide, overlays)
}

/// Converts the slide to another type, where the catalogue declares that conversion.
fn convert(deck: &mut Deck, registry: &Registry, at: usize, new: &NewValue<'_>) -> Result<bool, EditError> {
    let mut slide = deck.slides[at].clone();
    let type_of = |value: &Value| registry.resolve(value.as_str().unwrap_or_default());
    let Some(target) = type_of(new.value).and_then(|target| registry.by_key(&target.key)) else {
        return invalid(format!("value: `{}` is not a slide type", new.value.as_str().unwrap_or_default()));
    };
    if target.key == slide.key {
        return Ok(false);
    }
    if new.replaces.is_some_and(|replaces| type_of(replaces).is_none_or(|seen| seen.key != slide.key)) {
        return Err(EditError::Changed { present: json!(registry.canonical(&slide.key)) });
    }
    let Some(present) = registry.by_key(&slide.key).filter(|_| target.enabled) else {
        return invalid(format!("value: a slide of the type `{}` does not become `{}`", slide.key, target.key));
    };
    slide.content = converted(registry, present, target, &deck.lang, &slide.content)?;
    slide.key.clone_from(&target.key);
    slide.morph_names.retain_fields(target);
    replace_slide(deck, registry, slide, None)
}

/// Replaces the slide with the same id. Returns whether the deck changed.
fn replace_slide(
    deck: &mut Deck,
    registry: &Registry,
    slide: Slide,
    translations: Option<BTreeMap<String, Overlay>>,
) -> Result<bool, EditError> {
    if translations.is_none() && deck.slides.contains(&slide) {
        return Ok(false);
    }
    deck.replace_slide(registry, slide, translations)?;
    Ok(true)
}

/// A slide from JSON, validated like a slide that is saved. It gets the id of `before`, the slide that it replaces.
fn checked_slide(registry: &Registry, at: usize, before: &Slide, given: &Value) -> Result<Slide, SaveError> {
    saved_slide(registry, at, Some(before), given, before.id.clone())
}

/// The texts of a slide in other languages, from JSON.
pub(super) fn overlays(
    registry: &Registry,
    slide: &Slide,
    given: &Value,
) -> Result<BTreeMap<String, Overlay>, EditError> {
    let Some(given) = given.as_object() else { return invalid("translations: expected an object") };
    // The texts are read as the translations of a deck with only this slide.
    let mut single_slide = Deck::new("", "und");
    single_slide.slides.push(slide.clone());
    let by_slide: Content =
        given.iter().map(|(lang, texts)| (lang.clone(), json!({ "slides": { slide.id.as_str(): texts } }))).collect();
    let read = single_slide.read_translations(registry, &Value::Object(by_slide))?;
    let of_slide = |mut texts: Translation| texts.slides.remove(&slide.id).unwrap_or_default();
    Ok(read.into_iter().map(|(lang, texts)| (lang, of_slide(texts))).collect())
}

/// A slide as clients read it, without its id.
pub(super) fn slide_json(registry: &Registry, slide: &Slide) -> Value {
    json!({
        "type": registry.canonical(&slide.key),
        "content": slide.content,
        "notes": slide.notes,
        "visibility": visibility_json(slide.visibility),
        "duration": slide.duration,
        "transition": slide.transition,
        "morphNames": slide.morph_names,
        "library": slide.library,
    })
}

/// A slide that a client sent, in the form of [`slide_json`]: nothing left out, its type by its canonical name.
pub(super) fn complete_slide(registry: &Registry, slide: &Value) -> Value {
    let at = |key: &str| slide.get(key).cloned().unwrap_or_default();
    let name = slide.get("type").and_then(Value::as_str).unwrap_or_default();
    let content = match at("content") {
        Value::Object(content) => content.into_iter().filter(|(_, value)| !value.is_null()).collect(),
        other => other,
    };
    json!({
        "type": registry.resolve(name).map_or(name, |known| known.id.as_str()),
        "content": content,
        "notes": at("notes").as_str().unwrap_or_default(),
        "visibility": visibility_json(Visibility::read(&at("visibility")).unwrap_or_default()),
        "duration": at("duration"),
        "transition": at("transition"),
        "morphNames": morph_names_json(at("morphNames")),
        "library": at("library"),
    })
}

/// Names for morph in their stored form; a value that cannot be read is returned unchanged.
fn morph_names_json(given: Value) -> Value {
    MorphNames::read(&given).map_or(given, |names| json!(names))
}

/// All flags as JSON, including those that are off.
fn visibility_json(visibility: Visibility) -> Value {
    json!({
        "hideInPresentation": visibility.hide_in_presentation,
        "hideInExport": visibility.hide_in_export,
        "hideInPublished": visibility.hide_in_published,
        "hideFromViewers": visibility.hide_from_viewers,
    })
}
