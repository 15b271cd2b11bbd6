//! Problems of slides: the first one when a slide is written, all of them on request.

use std::fmt;

use serde_json::Value;

use super::misuse::{chart_fault, each_misuse};
use super::validate::{self, Breach, Fault};
use crate::nearest::nearest;
use crate::registry::{Registry, SlideType};
use crate::{Content, Deck, Slide};

/// Why a slide is rejected, with everything that its author needs to correct it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// Position of the slide, from 0.
    pub slide: usize,
    /// Type of the slide as the author spelled it, or empty.
    pub type_name: String,
    /// Path of the value, such as `items[2].title`.
    pub path: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub got: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.type_name.is_empty() { "no type" } else { &self.type_name };
        let Self { slide, path, expected, got, .. } = self;
        write!(out, "slide {slide} ({name}), field {path}: expected {expected}, got {got}")
    }
}

impl Problem {
    fn new(slide: usize, type_name: &str, fault: Fault) -> Self {
        let Fault { path, expected, got, .. } = fault;
        Self { slide, type_name: type_name.to_owned(), path, expected, got }
    }
}

/// A slide from a request, with a known type and an object as content. The fields are not validated yet.
#[derive(Debug, Clone)]
pub struct SlideInput<'a> {
    /// Type of the slide.
    pub slide_type: &'a SlideType,
    /// Name of the type as it was spelled.
    pub type_name: String,
    /// Content, with older keys and words replaced.
    pub content: Content,
}

impl<'a> SlideInput<'a> {
    /// Reads `{type, content}`. Absent content is empty.
    ///
    /// # Errors
    /// Fails when the type is missing, unknown or switched off, or the content is not an object.
    pub fn read(registry: &'a Registry, index: usize, slide: &Value) -> Result<Self, Problem> {
        let problem = |type_name: &str, path: &str, expected: String, got: String| Problem {
            slide: index,
            type_name: type_name.to_owned(),
            path: path.to_owned(),
            expected,
            got,
        };
        let Some(given) = slide.as_object() else {
            return Err(problem(
                "",
                "slide",
                "an object with type and content".to_owned(),
                validate::for_message(slide),
            ));
        };
        let name = match given.get("type") {
            None | Some(Value::Null) => {
                return Err(problem("", "type", known_types(registry), "nothing".to_owned()));
            }
            Some(Value::String(name)) if name.trim().is_empty() => {
                return Err(problem("", "type", known_types(registry), "a blank text".to_owned()));
            }
            Some(Value::String(name)) => name,
            Some(other) => return Err(problem("", "type", known_types(registry), validate::for_message(other))),
        };
        let Some(slide_type) = registry.resolve(name) else {
            let (expected, got) = unknown_type(registry, name);
            return Err(problem(name, "type", expected, got));
        };
        if !slide_type.enabled {
            return Err(problem(name, "type", known_types(registry), format!("`{name}`, which is switched off here")));
        }
        Self::of_type(registry, slide_type, index, slide)
    }

    /// Reads the content of a slide of the given type, even if that is switched off.
    pub(crate) fn of_type(
        registry: &Registry,
        slide_type: &'a SlideType,
        index: usize,
        slide: &Value,
    ) -> Result<Self, Problem> {
        let type_name = slide.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut content = match slide.get("content") {
            None | Some(Value::Null) => Content::new(),
            Some(Value::Object(content)) => content.clone(),
            Some(other) => {
                let (path, expected, got) =
                    ("content".to_owned(), "an object".to_owned(), validate::for_message(other));
                return Err(Problem { slide: index, type_name, path, expected, got });
            }
        };
        registry.read_content(slide_type, &mut content);
        Ok(Self { slide_type, type_name, content })
    }
}

fn known_types(registry: &Registry) -> String {
    let names: Vec<&str> = registry.types().filter(|known| known.enabled).map(|known| known.key.as_str()).collect();
    format!("one of {}", names.join(", "))
}

/// What was expected instead of an unknown type, and what was found: the nearest types, or all if none is near.
fn unknown_type(registry: &Registry, name: &str) -> (String, String) {
    let offered = || registry.types().filter(|known| known.enabled && !known.deprecated);
    let keys = nearest(name, offered().map(|known| known.key.as_str()));
    let labelled = nearest(name, offered().map(|known| known.label.as_str()));
    let labelled = labelled.into_iter().filter_map(|label| offered().find(|known| known.label == label));
    let mut near = keys;
    near.extend(labelled.map(|known| known.key.as_str()));
    let mut seen = std::collections::HashSet::new();
    near.retain(|key| seen.insert(*key));
    near.truncate(3);
    if name.contains('/') {
        // A name with a namespace, such as a type of another organization, is not a misspelt name of a known type.
        near.clear();
    }
    let got = format!("the unknown type `{name}`");
    match near.as_slice() {
        [] => (known_types(registry), got),
        near => {
            let expected = "a known slide type".to_owned();
            (expected, format!("{got}: did you mean `{}`?", near.join("`, `")))
        }
    }
}

/// Validates one slide strictly and returns it as it will be stored.
///
/// # Errors
/// Fails at the first problem, in this order: type missing, type unknown, content not an object, unknown key, item
/// counts, text lengths, everything else.
pub fn validated_slide<'a>(registry: &'a Registry, index: usize, slide: &Value) -> Result<SlideInput<'a>, Problem> {
    let sent = SlideInput::read(registry, index, slide)?;
    let fault = validate::first_fault(sent.slide_type, registry.catalogue(), &sent.content)
        .or_else(|| misuses(sent.slide_type, &sent.content).into_iter().next());
    match fault {
        Some(fault) => Err(Problem::new(index, &sent.type_name, fault)),
        None => Ok(sent),
    }
}

/// The faults of content that conforms to the declarations but cannot be shown as intended.
fn misuses(slide_type: &SlideType, content: &Content) -> Vec<Fault> {
    let mut found = Vec::new();
    each_misuse(slide_type, content, &mut |fault| found.push(fault));
    found.extend(chart_fault(slide_type, content));
    found
}

/// All problems of one slide from a request.
pub fn sent_problems(registry: &Registry, index: usize, slide: &Value) -> Vec<Problem> {
    let sent = match SlideInput::read(registry, index, slide) {
        Ok(sent) => sent,
        Err(problem) => return vec![problem],
    };
    let mut found = Vec::new();
    validate::each_fault(sent.slide_type, registry.catalogue(), &sent.content, &mut |fault| {
        found.push(Problem::new(index, &sent.type_name, fault));
    });
    let misuses = misuses(sent.slide_type, &sent.content).into_iter();
    found.extend(misuses.map(|fault| Problem::new(index, &sent.type_name, fault)));
    found
}

/// Returns the content of a slide with some keys replaced; `null` removes a key. The result is validated strictly, but
/// a key that is not declared is a problem only if it is in `given`, so that older slides stay editable.
///
/// # Errors
/// Fails at the first problem of the result.
pub fn merged_content(
    registry: &Registry,
    index: usize,
    slide_type: &SlideType,
    stored: &Content,
    given: &Content,
) -> Result<Content, Problem> {
    let merged = merged_content_or_problems(registry, index, slide_type, stored, given);
    merged.map_err(|mut problems| problems.swap_remove(0))
}

/// Returns the same as [`merged_content`].
///
/// # Errors
/// Fails with all problems of the result, those first that strict validation reports first.
pub fn merged_content_or_problems(
    registry: &Registry,
    index: usize,
    slide_type: &SlideType,
    stored: &Content,
    given: &Content,
) -> Result<Content, Vec<Problem>> {
    let mut content = stored.clone();
    for (key, value) in given {
        if value.is_null() {
            content.shift_remove(key);
        } else {
            content.insert(key.clone(), value.clone());
        }
    }
    registry.read_content(slide_type, &mut content);
    let mut faults: Vec<Fault> = Vec::new();
    validate::each_fault(slide_type, registry.catalogue(), &content, &mut |fault| {
        let is_older_key =
            fault.breach == Breach::UnknownKey && !fault.path.contains(['.', '[']) && !given.contains_key(&fault.path);
        if !is_older_key {
            faults.push(fault);
        }
    });
    let is_given = |path: &str| given.contains_key(path.split(['.', '[']).next().unwrap_or_default());
    faults.extend(misuses(slide_type, &content).into_iter().filter(|fault| is_given(&fault.path)));
    if faults.is_empty() {
        return Ok(content);
    }
    faults.sort_by_key(|fault| fault.breach.rank());
    Err(faults.into_iter().map(|fault| Problem::new(index, &slide_type.id, fault)).collect())
}

/// Validates the fields that differ from the stored slide. Missing texts, too few entries and undeclared keys are
/// accepted, so that an unfinished slide can be saved.
///
/// # Errors
/// Fails at the first changed field of the wrong kind or outside its bounds.
pub fn check_changes(
    registry: &Registry,
    index: usize,
    stored: Option<&Slide>,
    sent: &SlideInput<'_>,
) -> Result<(), Problem> {
    let stored = stored.filter(|slide| slide.key == sent.slide_type.key).map(|slide| &slide.content);
    let mut first: Option<Fault> = None;
    validate::each_fault(sent.slide_type, registry.catalogue(), &sent.content, &mut |fault| {
        if matches!(fault.breach, Breach::UnknownKey | Breach::TooFew | Breach::Missing) || first.is_some() {
            return;
        }
        let key = fault.path.split(['.', '[']).next().unwrap_or_default();
        if stored.is_none_or(|stored| stored.get(key) != sent.content.get(key)) {
            first = Some(fault);
        }
    });
    first.map_or(Ok(()), |fault| Err(Problem::new(index, &sent.type_name, fault)))
}

/// All problems of a stored deck, in the order of the slides. Types are named by their canonical id.
pub fn problems(registry: &Registry, deck: &Deck) -> Vec<Problem> {
    let mut found = Vec::new();
    each_problem(registry, deck, &mut |problem, _| found.push(problem));
    found
}

/// Calls `report` for each problem of a stored deck with the rule that is broken; none for an unknown type.
pub(super) fn each_problem(registry: &Registry, deck: &Deck, report: &mut dyn FnMut(Problem, Option<Breach>)) {
    for (index, slide) in deck.slides.iter().enumerate() {
        let Some(slide_type) = registry.by_key(&slide.key) else {
            let type_name = registry.canonical(&slide.key).into_owned();
            let ((expected, got), path) = (unknown_type(registry, &type_name), "type".to_owned());
            report(Problem { slide: index, type_name, path, expected, got }, None);
            continue;
        };
        let mut each = |fault: Fault| {
            let breach = fault.breach;
            report(Problem::new(index, &slide_type.id, fault), Some(breach));
        };
        validate::each_fault(slide_type, registry.catalogue(), &slide.content, &mut each);
        each_misuse(slide_type, &slide.content, &mut each);
    }
}
