//! Reads slides that are saved. Unfinished slides are accepted.
//!
//! A slide keeps its id; a slide without an id, with one that is too long, or with the id of a slide before it, gets a
//! new one. A slide is rejected if its type is unknown or switched off, unless the stored slide has that type, or if a
//! value that changed has the wrong kind or is outside its bounds.

use std::collections::HashSet;

use serde_json::Value;

use crate::registry::{Registry, SlideType, without_version};
use crate::rules::{Problem, SlideInput, check_changes};
use crate::{Content, Ids, LibraryLink, MAX_NOTES, MorphNames, Slide, SlideId, Transition, Visibility, duration};

/// Maximum number of bytes of a slide id that a client chose.
pub(crate) const MAX_ID: usize = 100;

/// Why a list of slides was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// The type of a slide is unknown or switched off.
    #[error("{0}")]
    UnknownType(Problem),
    /// A slide has another problem.
    #[error("{0}")]
    Slide(Problem),
}

/// Returns the slides to be stored. A value that is stored already is not checked again.
///
/// # Errors
/// Fails at the first slide that is not accepted.
pub fn saved_slides(
    registry: &Registry,
    stored: &[Slide],
    given: &[Value],
    ids: &mut dyn Ids,
) -> Result<Vec<Slide>, SaveError> {
    let mut seen = HashSet::new();
    let mut slides = Vec::with_capacity(given.len());
    for (index, value) in given.iter().enumerate() {
        let id = value.get("id").and_then(Value::as_str).unwrap_or_default();
        let before = stored.iter().find(|slide| slide.id == id);
        let is_usable = !id.is_empty() && id.len() <= MAX_ID && seen.insert(id.to_owned());
        let id = if is_usable { id.to_owned() } else { ids.next_id() };
        slides.push(saved_slide(registry, index, before, value, id.into())?);
    }
    Ok(slides)
}

/// Returns one slide to be stored under `id`. `before` is the stored slide that it replaces.
///
/// # Errors
/// Fails when its type is unknown or switched off, or a value that changed is wrong.
pub(crate) fn saved_slide(
    registry: &Registry,
    index: usize,
    before: Option<&Slide>,
    value: &Value,
    id: SlideId,
) -> Result<Slide, SaveError> {
    let (key, content) = type_and_content(registry, index, before, value)?;
    let notes = notes(index, &key, value.get("notes"))?;
    let visibility = visibility(index, &key, value.get("visibility"))?;
    let duration = seconds(index, &key, value.get("duration"))?;
    let transition = transition(index, &key, value.get("transition"))?;
    let morph_names = morph_names(registry, index, (&key, before), value.get("morphNames"))?;
    let library = library(index, &key, value.get("library"))?;
    Ok(Slide { id, key, content, notes, visibility, duration, transition, morph_names, library })
}

/// The registry key and the content of a slide. Fails when the type is unknown or switched off, or a value that changed
/// is wrong.
fn type_and_content(
    registry: &Registry,
    index: usize,
    before: Option<&Slide>,
    value: &Value,
) -> Result<(String, Content), SaveError> {
    let name = value.get("type").and_then(Value::as_str).unwrap_or_default();
    let known = registry.resolve(name);
    // A stored slide whose type was withdrawn is not validated.
    let bare = without_version(name);
    let has_same_type = |before: &&Slide| bare == before.key || bare == registry.canonical(&before.key);
    if let Some(before) = before.filter(has_same_type).filter(|_| known.is_none()) {
        let content = value.get("content").and_then(Value::as_object).cloned().unwrap_or_default();
        return Ok((before.key.clone(), content));
    }
    let may_have_type = |known: &&SlideType| known.enabled || before.is_some_and(|before| before.key == known.key);
    let sent = match known.filter(may_have_type) {
        Some(known) => SlideInput::of_type(registry, known, index, value),
        None => SlideInput::read(registry, index, value),
    };
    let sent = sent.map_err(|problem| {
        if problem.path == "type" && !name.is_empty() {
            SaveError::UnknownType(problem)
        } else {
            SaveError::Slide(problem)
        }
    })?;
    check_changes(registry, index, before, &sent).map_err(SaveError::Slide)?;
    Ok((sent.slide_type.key.clone(), sent.content))
}

fn rejected<T>(slide: usize, key: &str, path: &str, expected: &str, got: &Value) -> Result<T, SaveError> {
    Err(SaveError::Slide(Problem {
        slide,
        type_name: key.to_owned(),
        path: path.to_owned(),
        expected: expected.to_owned(),
        got: crate::rules::validate::for_message(got),
    }))
}

fn notes(index: usize, key: &str, given: Option<&Value>) -> Result<String, SaveError> {
    match given {
        None | Some(Value::Null) => Ok(String::new()),
        Some(Value::String(notes)) if notes.chars().count() <= MAX_NOTES => Ok(notes.clone()),
        Some(Value::String(notes)) => Err(SaveError::Slide(Problem {
            slide: index,
            type_name: key.to_owned(),
            path: "notes".to_owned(),
            expected: format!("at most {MAX_NOTES} characters"),
            got: notes.chars().count().to_string(),
        })),
        Some(other) => rejected(index, key, "notes", "a text of at most 20000 characters", other),
    }
}

fn visibility(index: usize, key: &str, given: Option<&Value>) -> Result<Visibility, SaveError> {
    match given {
        None | Some(Value::Null) => Ok(Visibility::default()),
        Some(value) => match Visibility::read(value) {
            Some(visibility) => Ok(visibility),
            None => rejected(index, key, "visibility", "an object of flags", value),
        },
    }
}

fn seconds(index: usize, key: &str, given: Option<&Value>) -> Result<Option<u16>, SaveError> {
    match given {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match duration(value) {
            Some(seconds) => Ok(Some(seconds)),
            None => rejected(index, key, "duration", "a number from 1 to 300", value),
        },
    }
}

fn transition(index: usize, key: &str, given: Option<&Value>) -> Result<Option<Transition>, SaveError> {
    match given {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_str().and_then(Transition::named) {
            Some(transition) => Ok(Some(transition)),
            None => rejected(index, key, "transition", Transition::EXPECTED, value),
        },
    }
}

/// The names for morph. Names that are stored already stay, even when a field is gone.
fn morph_names(
    registry: &Registry,
    index: usize,
    (key, before): (&str, Option<&Slide>),
    given: Option<&Value>,
) -> Result<MorphNames, SaveError> {
    let Some(given) = given else { return Ok(MorphNames::default()) };
    let Some(names) = MorphNames::read(given) else {
        return rejected(index, key, "morphNames", MorphNames::EXPECTED, given);
    };
    let is_stored = before.is_some_and(|before| before.morph_names == names);
    match registry.by_key(key).filter(|_| !is_stored).and_then(|known| names.foreign_path(known)) {
        Some(path) => rejected(index, key, "morphNames", "paths of fields of the slide type", &Value::from(path)),
        None => Ok(names),
    }
}

fn library(index: usize, key: &str, given: Option<&Value>) -> Result<Option<LibraryLink>, SaveError> {
    match given {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match LibraryLink::read(value) {
            Some(link) => Ok(Some(link)),
            None => rejected(index, key, "library", "an object with an id and a revision from 1", value),
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::CountedIds;

    fn save(registry: &Registry, stored: &[Slide], given: &[Value]) -> Result<Vec<Slide>, String> {
        saved_slides(registry, stored, given, &mut CountedIds::default()).map_err(|error| match error {
            SaveError::UnknownType(problem) => format!("unknown type: {} {}", problem.slide, problem.got),
            SaveError::Slide(problem) => problem.to_string(),
        })
    }

    #[test]
    fn ids_are_kept_or_made_and_unique() {
        let slide = |id: &str| json!({"id": id, "type": "title", "content": {"title": "T"}});
        let given = [slide("a"), slide("a"), json!({"type": "title"}), json!({"id": 5, "type": "title"})];
        let ids: Vec<SlideId> =
            save(Registry::core(), &[], &given).expect("good").into_iter().map(|slide| slide.id).collect();
        assert_eq!(ids[0], "a");
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 4);
    }

    #[test]
    fn a_slide_is_stored_as_sent() {
        let given = json!({"id": "a", "type": "core/quote", "content": {"quote": "", "zz": 1, "slideBgFocusX": "40", "attribution": null},
            "notes": "N", "visibility": {"hideInExport": true, "zz": true}, "duration": 30, "transition": "push",
            "morphNames": {"quote": " Said "}});
        let slide = save(Registry::core(), &[], &[given]).expect("good").remove(0);
        assert_eq!(
            json!(slide),
            json!({"id": "a", "type": "quote-slide", "content": {"quote": "", "zz": 1, "slideBgFocusX": 40}, "notes": "N",
                "visibility": {"hideInExport": true}, "duration": 30, "transition": "push", "morphNames": {"quote": "Said"}})
        );
    }

    #[test]
    fn errors_name_the_slide_and_the_field() {
        for (given, text) in [
            (json!("x"), "slide 0 (no type), field slide: expected an object with type and content, got `\"x\"`"),
            (json!({"type": "acme/title"}), "unknown type: 0 the unknown type `acme/title`"),
            (
                json!({"type": "title", "notes": 5}),
                "slide 0 (title-slide), field notes: expected a text of at most 20000 characters, got `5`",
            ),
            (
                json!({"type": "title", "notes": "n".repeat(20_001)}),
                "slide 0 (title-slide), field notes: expected at most 20000 characters, got 20001",
            ),
            (
                json!({"type": "title", "visibility": []}),
                "slide 0 (title-slide), field visibility: expected an object of flags, got a list of 0 entries",
            ),
            (
                json!({"type": "title", "duration": 301}),
                "slide 0 (title-slide), field duration: expected a number from 1 to 300, got `301`",
            ),
            (
                json!({"type": "title", "transition": "spin"}),
                "slide 0 (title-slide), field transition: expected none, fade, slide, push, cube or morph, got `\"spin\"`",
            ),
            (
                json!({"type": "title", "morphNames": {"title": 5}}),
                "slide 0 (title-slide), field morphNames: expected at most 40 names of 1 to 40 characters by the paths of \
                 fields, got an object",
            ),
            (
                json!({"type": "title", "morphNames": {"items.0": "Pump"}}),
                "slide 0 (title-slide), field morphNames: expected paths of fields of the slide type, got `\"items.0\"`",
            ),
        ] {
            assert_eq!(save(Registry::core(), &[], &[given]).expect_err("refused"), text);
        }
    }

    #[test]
    fn a_slide_keeps_its_type_after_it_was_switched_off_or_withdrawn() {
        let quote = json!({"id": "a", "type": "quote", "content": {"quote": "q"}});
        let off = Registry::core().clone().with_setting("quote-slide", false, None);
        let stored = save(Registry::core(), &[], std::slice::from_ref(&quote)).expect("good");
        assert_eq!(save(&off, &stored, std::slice::from_ref(&quote)).as_ref(), Ok(&stored));
        assert!(save(&off, &[], &[quote]).expect_err("new").starts_with("unknown type: 0"));
        let gone = Slide { key: "custom-gone".to_owned(), ..stored[0].clone() };
        for name in ["custom-gone", "custom/gone", "custom/gone@2"] {
            let kept = json!({"id": "a", "type": name, "content": {"any": 1}});
            let saved = save(Registry::core(), std::slice::from_ref(&gone), std::slice::from_ref(&kept)).expect("kept");
            assert_eq!((saved[0].key.as_str(), &saved[0].content["any"]), ("custom-gone", &json!(1)), "{name}");
            assert!(save(Registry::core(), &[], &[kept]).is_err(), "{name}");
        }
    }
}
