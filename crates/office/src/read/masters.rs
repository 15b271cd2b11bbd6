//! Finds the masters of a file, in descending order of the number of slides that use them.

use super::archive::Parts;
use super::error::ReadError;
use super::relationships::Relationships;
use super::xml::Element;

/// The path in a skeleton of the master of the first slide. It marks this master, because a skeleton has no slides that
/// show which master is used first.
pub(super) const OPENING: &str = "ppt/slideMasters/opening.xml";
/// Maximum number of slides that are counted.
const MAX_SLIDES: usize = 200;

/// The masters of a file.
pub(super) struct Masters {
    /// The parts, each with its id in the presentation, if it has one.
    pub(super) parts: Vec<(String, Option<u32>)>,
    /// The master of the first slide, if the slides after it are on another one.
    pub(super) opening: Option<String>,
}

/// Reads which masters a file has. `root` is the presentation, `links` are its relationships.
pub(super) fn read(parts: &mut dyn Parts, root: &Element<'_>, links: &Relationships) -> Result<Masters, ReadError> {
    let listed = |list: &str, entry: &'static str| {
        let entries = root.child(list).into_iter().flat_map(move |list| list.children_named(entry));
        let found = |id: &Element<'_>| Some((links.part(&id.relationship("id")?)?.to_owned(), id.number("id")));
        entries.filter_map(found).collect::<Vec<(String, Option<u32>)>>()
    };
    let mut masters = listed("sldMasterIdLst", "sldMasterId");
    if masters.is_empty() {
        masters.extend(links.part_of_kind("slideMaster").map(|part| (part.to_owned(), None)));
    }
    if masters.len() < 2 {
        return Ok(Masters { parts: masters, opening: None });
    }
    let slides = listed("sldIdLst", "sldId");
    let mut masters_of_slides = Vec::new();
    for (slide, _) in slides.iter().take(MAX_SLIDES) {
        masters_of_slides.push(master_of(parts, slide)?);
    }
    let marked = masters.iter().map(|(part, _)| part).find(|part| part.as_str() == OPENING).cloned();
    let first = masters_of_slides.first().cloned().flatten().or(marked);
    let uses = |part: &String| masters_of_slides.iter().skip(1).flatten().filter(|used| *used == part).count();
    let first_use =
        |part: &String| masters_of_slides.iter().position(|used| used.as_ref() == Some(part)).unwrap_or(usize::MAX);
    let is_opening = |part: &String| first.as_ref() == Some(part) && uses(part) == 0;
    let has_others = masters_of_slides.len() > 1 || masters_of_slides.is_empty();
    // The sort is stable: masters without slides stay in their order.
    masters.sort_by_cached_key(|(part, _)| {
        (has_others && is_opening(part), std::cmp::Reverse(uses(part)), first_use(part))
    });
    let opening = first.filter(|part| has_others && masters.first().is_some_and(|(main, _)| main != part));
    Ok(Masters { parts: masters, opening })
}

/// The master of the layout of a slide. `None` if the slide has no layout, or the layout no master.
fn master_of(parts: &mut dyn Parts, slide: &str) -> Result<Option<String>, ReadError> {
    let links = parts.relationships(slide)?;
    let Some(layout) = links.part_of_kind("slideLayout") else { return Ok(None) };
    let links = parts.relationships(layout)?;
    Ok(links.part_of_kind("slideMaster").map(str::to_owned))
}
