//! Slides as a whole list is saved: each taken as sent, unfinished ones too.
//!
//! A slide with an id keeps it, one without gets a new one, a repeated id gets a new one on its second appearance.
//! What is refused is a type that is not known or not offered, and a changed value that is not of its kind or outside
//! its bounds.

use std::collections::HashSet;

use serde_json::Value;

use crate::registry::{Registry, SlideType, without_version};
use crate::rules::{Problem, Sent, changed};
use crate::{Content, Ids, MAX_NOTES, Slide, Visibility, duration};

/// Why a list of slides was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// A slide names a type that is not known here, or that is switched off.
    #[error("{0}")]
    UnknownType(Problem),
    /// A slide is wrong in another way.
    #[error("{0}")]
    Slide(Problem),
}

/// The slides of a save, against those that are stored.
///
/// # Errors
/// The first slide that is refused; then nothing is to be written.
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
        let (key, content) = typed(registry, index, before, value)?;
        let notes = notes(index, &key, value.get("notes"))?;
        let visibility = visibility(index, &key, value.get("visibility"))?;
        let duration = seconds(index, &key, value.get("duration"))?;
        let id =
            if id.is_empty() || id.len() > 100 || !seen.insert(id.to_owned()) { ids.next_id() } else { id.to_owned() };
        slides.push(Slide { id, key, content, notes, visibility, duration });
    }
    Ok(slides)
}

fn typed(
    registry: &Registry,
    index: usize,
    before: Option<&Slide>,
    value: &Value,
) -> Result<(String, Content), SaveError> {
    let name = value.get("type").and_then(Value::as_str).unwrap_or_default();
    let known = registry.resolve(name);
    // What was there before its type was withdrawn stays as it is.
    let bare = without_version(name);
    let same = |before: &&Slide| bare == before.key || bare == registry.canonical(&before.key);
    if let Some(before) = before.filter(same).filter(|_| known.is_none()) {
        let content = value.get("content").and_then(Value::as_object).cloned().unwrap_or_default();
        return Ok((before.key.clone(), content));
    }
    let there = |known: &&SlideType| known.enabled || before.is_some_and(|before| before.key == known.key);
    let sent = match known.filter(there) {
        Some(known) => Sent::of_type(registry, known, index, value),
        None => Sent::read(registry, index, value),
    };
    let sent = sent.map_err(|problem| {
        if problem.path == "type" && !name.is_empty() {
            SaveError::UnknownType(problem)
        } else {
            SaveError::Slide(problem)
        }
    })?;
    changed(registry, index, before, &sent).map_err(SaveError::Slide)?;
    Ok((sent.slide_type.key.clone(), sent.content))
}

fn refused<T>(slide: usize, key: &str, path: &str, expected: &str, got: &Value) -> Result<T, SaveError> {
    Err(SaveError::Slide(Problem {
        slide,
        type_name: key.to_owned(),
        path: path.to_owned(),
        expected: expected.to_owned(),
        got: crate::rules::judge::shown(got),
    }))
}

fn notes(index: usize, key: &str, given: Option<&Value>) -> Result<String, SaveError> {
    match given {
        None | Some(Value::Null) => Ok(String::new()),
        Some(Value::String(notes)) if notes.chars().count() <= MAX_NOTES => Ok(notes.clone()),
        Some(other) => refused(index, key, "notes", "a text of at most 20000 characters", other),
    }
}

fn visibility(index: usize, key: &str, given: Option<&Value>) -> Result<Visibility, SaveError> {
    match given {
        None | Some(Value::Null) => Ok(Visibility::default()),
        Some(value) => match Visibility::read(value) {
            Some(visibility) => Ok(visibility),
            None => refused(index, key, "visibility", "an object of flags", value),
        },
    }
}

fn seconds(index: usize, key: &str, given: Option<&Value>) -> Result<Option<u16>, SaveError> {
    match given {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match duration(value) {
            Some(seconds) => Ok(Some(seconds)),
            None => refused(index, key, "duration", "a number from 1 to 300", value),
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
    fn ids_are_kept_made_and_told_apart() {
        let slide = |id: &str| json!({"id": id, "type": "title", "content": {"title": "T"}});
        let given = [slide("a"), slide("a"), json!({"type": "title"}), json!({"id": 5, "type": "title"})];
        let ids: Vec<String> =
            save(Registry::core(), &[], &given).expect("good").into_iter().map(|slide| slide.id).collect();
        assert_eq!(ids[0], "a");
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 4);
    }

    #[test]
    fn a_slide_is_taken_as_sent() {
        let given = json!({"id": "a", "type": "core/quote", "content": {"quote": "", "zz": 1, "slideBgFocusX": "40", "attribution": null},
            "notes": "N", "visibility": {"hideInExport": true, "zz": true}, "duration": 30});
        let slide = save(Registry::core(), &[], &[given]).expect("good").remove(0);
        assert_eq!(
            json!(slide),
            json!({"id": "a", "type": "quote-slide", "content": {"quote": "", "zz": 1, "slideBgFocusX": 40}, "notes": "N",
                "visibility": {"hideInExport": true}, "duration": 30})
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (given, text) in [
            (json!("x"), "slide 0 (no type), field slide: expected an object with type and content, got `\"x\"`"),
            (json!({"type": "acme/title"}), "unknown type: 0 the unknown type `acme/title`"),
            (
                json!({"type": "title", "notes": 5}),
                "slide 0 (title-slide), field notes: expected a text of at most 20000 characters, got `5`",
            ),
            (
                json!({"type": "title", "visibility": []}),
                "slide 0 (title-slide), field visibility: expected an object of flags, got a list of 0 entries",
            ),
            (
                json!({"type": "title", "duration": 301}),
                "slide 0 (title-slide), field duration: expected a number from 1 to 300, got `301`",
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
