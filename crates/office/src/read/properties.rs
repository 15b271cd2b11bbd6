//! Reads the properties of the document: its title, and the deck that it was exported from.

use super::archive::Parts;
use super::error::ReadError;
use super::relationships::Relationships;
use super::xml;
use crate::model::Origin;

/// The names of the properties with which Lectern marks a file.
const DECK: &str = "LecternDeck";
const REVISION: &str = "LecternRevision";
const LANGUAGE: &str = "LecternLanguage";
const SCALE: &str = "LecternScale";
const TEMPLATE: &str = "LecternTemplate";
/// Maximum length of the title, in characters, and of the id of a deck, in bytes.
const MAX_LENGTH: usize = 1000;

/// Reads the title of the document. `None` if it has none.
pub(super) fn title(parts: &mut dyn Parts, package: &Relationships) -> Result<Option<String>, ReadError> {
    let Some(part) = package.part_of_kind("core-properties") else { return Ok(None) };
    let Some(source) = parts.text(part)? else { return Ok(None) };
    let root = xml::parse(part, &source)?;
    let title = root.child("title").map(|title| title.text.trim().chars().take(MAX_LENGTH).collect::<String>());
    Ok(title.filter(|title| !title.is_empty()))
}

/// Reads the deck and revision that the file was exported from. `None` for other files.
pub(super) fn origin(parts: &mut dyn Parts, package: &Relationships) -> Result<Option<Origin>, ReadError> {
    let part = package.part_of_kind("custom-properties").or_else(|| package.part_of_kind("customProperties"));
    let Some(part) = part else { return Ok(None) };
    let Some(source) = parts.text(part)? else { return Ok(None) };
    let root = xml::parse(part, &source)?;
    let value = |name: &str| {
        let property =
            root.children.iter().find(|property| property.attribute("name").is_some_and(|known| known == name));
        property.and_then(|property| property.children.first()).map(|value| value.text.trim())
    };
    let (Some(deck), Some(revision)) = (value(DECK), value(REVISION)) else { return Ok(None) };
    let deck = Some(deck).filter(|deck| !deck.is_empty() && deck.len() <= MAX_LENGTH);
    Ok(deck.and_then(|deck| {
        Some(Origin {
            deck: deck.to_owned(),
            revision: revision.parse().ok()?,
            language: value(LANGUAGE).filter(|tag| deck::is_tag(tag)).map(str::to_owned),
            scale: value(SCALE).and_then(|scale| scale.parse().ok()).filter(|scale| (1..=3).contains(scale)),
            on_template: value(TEMPLATE).is_some_and(|template| template == "own"),
        })
    }))
}
