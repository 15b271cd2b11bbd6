//! Reads the main part: the slides in order, and their sections.

use std::collections::HashMap;

use serde_json::Value;

use super::archive::Parts;
use super::comments;
use super::error::ReadError;
use super::kind::Main;
use super::layers::Layers;
use super::relationships::Relationships;
use super::scope::Slides;
use super::style::ListStyle;
use super::tally::Tally;
use super::units::length;
use super::xml::{self, Element};
use super::{Limits, properties, slide};
use crate::model::{ExportedSlide, Presentation};

/// The size of slides of a file without one, in EMU: 16 to 9.
const DEFAULT_SIZE: (i64, i64) = (12_192_000, 6_858_000);

/// Reads a whole presentation.
pub(super) fn read(
    parts: &mut dyn Parts,
    limits: &Limits,
    package: &Relationships,
    main: &Main,
) -> Result<Presentation, ReadError> {
    let mut presentation = Presentation {
        title: properties::title(parts, package)?,
        origin: properties::origin(parts, package)?,
        ..Presentation::default()
    };
    if main.has_macros {
        presentation.unread.push("macros".to_owned());
    }
    let relationships = parts.relationships(&main.part)?;
    let authors = comments::authors(parts, &relationships)?;
    let source = parts.required_text(&main.part)?;
    let root = xml::parse(&main.part, &source)?;
    presentation.size = size(&root);
    if root.child("embeddedFontLst").is_some() {
        presentation.unread.push("embedded fonts".to_owned());
    }
    let (slides, sections) = slides(&root, &relationships, main, limits)?;
    drop(root);
    drop(source);

    let mut tally = Tally::new(limits);
    let mut layers = Layers::default();
    for (index, section) in sections.into_iter().enumerate() {
        let mut slide = slide::read(parts, &mut tally, &mut layers, &slides, &authors, index)?;
        slide.section = section;
        presentation.slides.push(slide);
    }
    presentation.exported = exported(parts, &mut tally, &relationships)?;
    presentation.language = tally.language();
    Ok(presentation)
}

/// The slides as Lectern exported them, which are in a tag of the presentation.
fn exported(
    parts: &mut dyn Parts,
    tally: &mut Tally<'_>,
    relationships: &Relationships,
) -> Result<Vec<ExportedSlide>, ReadError> {
    let tag = slide::tag(parts, tally, relationships)?;
    let tag: Option<Value> = tag.and_then(|tag| serde_json::from_str(&tag).ok());
    let slide = |slide: &Value| {
        let text = |key: &str| slide.get(key).and_then(Value::as_str).map(str::to_owned);
        Some(ExportedSlide { id: text("id")?, checksum: text("checksum")? })
    };
    let slides = tag.as_ref().and_then(|tag| tag.get("slides")).and_then(Value::as_array);
    Ok(slides.into_iter().flatten().filter_map(slide).collect())
}

/// The width and height of slides in EMU, or [`DEFAULT_SIZE`].
pub(super) fn size(root: &Element<'_>) -> (i64, i64) {
    let size = root.child("sldSz");
    let side = |name: &str| size.and_then(|size| length(size, name)).filter(|side| *side > 0);
    side("cx").zip(side("cy")).unwrap_or(DEFAULT_SIZE)
}

/// The slides in order, and the name of the section of each.
fn slides(
    root: &Element<'_>,
    relationships: &Relationships,
    main: &Main,
    limits: &Limits,
) -> Result<(Slides, Vec<Option<String>>), ReadError> {
    let names = sections(root);
    let mut slides = Slides {
        parts: Vec::new(),
        indexes: HashMap::new(),
        default_style: root.child("defaultTextStyle").map(ListStyle::read).unwrap_or_default().without_emphasis(),
    };
    let mut sections = Vec::new();
    for entry in root.child("sldIdLst").iter().flat_map(|list| list.children_named("sldId")) {
        if slides.parts.len() >= limits.slides {
            return Err(ReadError::TooMany { place: "the file".to_owned(), what: "slides", limit: limits.slides });
        }
        let id = entry.relationship("id").unwrap_or_default();
        let Some(part) = relationships.part(&id) else {
            return Err(ReadError::damaged(&main.part, &format!("its slide `{id}` is missing")));
        };
        slides.indexes.insert(part.to_owned(), slides.parts.len());
        slides.parts.push(part.to_owned());
        let id = entry.attribute("id").unwrap_or_default();
        sections.push(names.get(&*id).filter(|name| !name.is_empty()).cloned());
    }
    Ok((slides, sections))
}

/// The names of sections, by the ids of their slides.
fn sections(root: &Element<'_>) -> HashMap<String, String> {
    let mut names = HashMap::new();
    let lists = root.child("extLst").and_then(|extensions| extensions.descendant("sectionLst"));
    for section in lists.iter().flat_map(|list| list.children_named("section")) {
        let name = section.attribute("name").unwrap_or_default();
        let name: String = name.trim().chars().take(200).collect();
        for slide in section.all().filter(|element| element.name == "sldId") {
            names.insert(slide.attribute("id").unwrap_or_default().into_owned(), name.clone());
        }
    }
    names
}
