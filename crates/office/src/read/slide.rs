//! A slide: its shapes, notes and comments.

use std::rc::Rc;

use deck::Transition;
use serde_json::Value;

use super::comments::{self, Authors};
use super::error::ReadError;
use super::layers::Layers;
use super::picture;
use super::relationships::Relationships;
use super::scope::{Scope, Slides};
use super::tally::Tally;
use super::xml::{self, Element};
use super::{archive::Parts, notes, shape};
use crate::model::{Content, Shape, Slide};

/// The prefix of the names of shapes that PowerPoint's morph transition moves from slide to slide.
const MORPH_PREFIX: &str = "!!";

/// Reads the slide at an index, without its section.
pub(super) fn read(
    parts: &mut dyn Parts,
    tally: &mut Tally<'_>,
    layers: &mut Layers,
    slides: &Slides,
    authors: &Authors,
    index: usize,
) -> Result<Slide, ReadError> {
    let part = slides.parts[index].as_str();
    let relationships = &parts.relationships(part)?;
    let layout = match relationships.part_of_kind("slideLayout") {
        Some(layout) => layers.layout(parts, layout)?,
        None => Rc::default(),
    };
    let mut slide = Slide { layout_kind: layout.kind.clone(), layout_name: layout.name.clone(), ..Slide::default() };
    tally.add_text(&slide.layout_name)?;
    let mut unread = Vec::new();
    {
        let source = parts.required_text(part)?;
        let root = xml::parse(part, &source)?;
        let unread = &mut unread;
        let mut scope = Scope { parts, tally, part, relationships, slides, slide: index, unread };
        slide.is_hidden = root.flag("show") == Some(false);
        let content = root.child("cSld");
        let background = content.and_then(|content| content.at(&["bg", "bgPr", "blipFill"]));
        if let Some(fill) = background {
            slide.background = picture::filling(&mut scope, fill)?.part;
        }
        if let Some(tree) = content.and_then(|content| content.child("spTree")) {
            slide.shapes = shape::shapes(&mut scope, &layout, tree)?;
        }
        slide.transition = transition(&mut scope, &root);
        note_animations(&mut scope, &root);
        note_ink(&mut scope, &slide.shapes);
    }
    if let Some(part) = relationships.part_of_kind("notesSlide") {
        let relationships = &parts.relationships(part)?;
        let unread = &mut unread;
        let mut scope = Scope { parts, tally, part, relationships, slides, slide: index, unread };
        slide.notes = notes::read(&mut scope)?;
    }
    for part in relationships.parts_of_kind("comments") {
        slide.comments.extend(comments::read(parts, tally, part, authors)?);
    }
    slide.unread = unread;
    slide.origin = tag(parts, tally, relationships)?;
    restore_names(&mut slide, tally)?;
    Ok(slide)
}

/// Restores the names of shapes that PowerPoint's morph finds on other slides by a name with `!!` before it. The tag of
/// the slide says which name Lectern replaced. Without such an entry, the author of the file chose the name, and only
/// the prefix is removed.
fn restore_names(slide: &mut Slide, tally: &mut Tally<'_>) -> Result<(), ReadError> {
    if !slide.shapes.iter().any(|shape| shape.name.starts_with(MORPH_PREFIX)) {
        return Ok(());
    }
    let origin: Value = slide.origin.as_deref().and_then(|tag| serde_json::from_str(tag).ok()).unwrap_or_default();
    for shape in slide.shapes.iter_mut().filter(|shape| shape.name.starts_with(MORPH_PREFIX)) {
        let replaced_name = origin.get("names").and_then(|names| names.get(&shape.name)).and_then(Value::as_str);
        let name = shape.name.trim_start_matches('!').trim_start().to_owned();
        if let Some(replaced_name) = replaced_name {
            // The tag has a name once, and many shapes may get it.
            tally.add_text(replaced_name)?;
            replaced_name.clone_into(&mut shape.name);
        } else {
            shape.morph_name = Some(name.clone());
            shape.name = name;
        }
    }
    Ok(())
}

/// The tag of Lectern on a slide or a presentation, which says what was exported.
pub(super) fn tag(
    parts: &mut dyn Parts,
    tally: &mut Tally<'_>,
    relationships: &Relationships,
) -> Result<Option<String>, ReadError> {
    for part in relationships.parts_of_kind("tags") {
        let Some(source) = parts.text(part)? else { continue };
        let root = xml::parse(part, &source)?;
        let own = root.children_named("tag").find(|tag| tag.attribute("name").as_deref() == Some("LECTERN"));
        if let Some(value) = own.and_then(|tag| tag.attribute("val")) {
            tally.add_text(&value)?;
            return Ok(Some(value.into_owned()));
        }
    }
    Ok(None)
}

/// The transition into a slide; `None` if it has none. A transition that decks do not have is noted in `unread`.
fn transition(scope: &mut Scope<'_, '_>, root: &Element<'_>) -> Option<Transition> {
    // A transition without an effect just shows the next slide.
    let effect = root.child("transition")?.children.iter().find(|child| !matches!(child.name, "sndAc" | "extLst"))?;
    match effect.name {
        "cut" => Some(Transition::None),
        "fade" | "dissolve" => Some(Transition::Fade),
        "cover" | "pull" => Some(Transition::Slide),
        "push" | "pan" => Some(Transition::Push),
        "prism" => Some(Transition::Cube),
        "morph" => Some(Transition::Morph),
        _ => {
            scope.note("a transition");
            None
        }
    }
}

/// Notes animations in `unread`. The click that plays a video is not one.
fn note_animations(scope: &mut Scope<'_, '_>, root: &Element<'_>) {
    let is_animation =
        |element: &Element<'_>| element.attribute("presetClass").is_some_and(|class| class != "mediacall");
    if root.child("timing").is_some_and(|timing| timing.all().any(is_animation)) {
        scope.note("an animation");
    }
}

/// Notes in `unread` that the slide has ink, of which only a picture is read.
fn note_ink(scope: &mut Scope<'_, '_>, shapes: &[Shape]) {
    let is_ink = |shape: &Shape| matches!(shape.content, Content::Picture(_)) && shape.name.starts_with("Ink ");
    if shapes.iter().any(is_ink) {
        scope.note("ink, of which only the picture is left");
    }
}
