//! The context for reading a part of a slide.

use std::collections::HashMap;

use super::archive::Parts;
use super::error::ReadError;
use super::relationships::{Relationships, Target};
use super::style::ListStyle;
use super::tally::Tally;
use super::xml::Element;
use crate::model::{Link, PartName};

/// The note for a link that a deck cannot have.
const WITHOUT_TARGET: &str = "a link that leads to no web page, e-mail address or slide";
/// Actions of PowerPoint that a deck does not have, and that need no relationship.
const ACTIONS: &[&str] = &["ppaction://macro", "ppaction://program", "ppaction://customshow"];

/// The context for reading a part of a slide.
pub(super) struct Scope<'a, 'l> {
    pub(super) parts: &'a mut dyn Parts,
    pub(super) tally: &'a mut Tally<'l>,
    /// The part, for errors.
    pub(super) part: &'a str,
    /// The relationships of the part.
    pub(super) relationships: &'a Relationships,
    pub(super) slides: &'a Slides,
    /// The index of the slide that the part belongs to.
    pub(super) slide: usize,
    /// Content of the slide that the model cannot represent, in words.
    pub(super) unread: &'a mut Vec<String>,
}

/// Data that is shared by all slides.
#[derive(Debug, Default)]
pub(super) struct Slides {
    /// The parts of the slides, in order.
    pub(super) parts: Vec<PartName>,
    /// The indexes of the slides, by their parts.
    pub(super) indexes: HashMap<PartName, usize>,
    /// The style of text outside placeholders.
    pub(super) default_style: ListStyle,
}

impl Scope<'_, '_> {
    /// Adds content that the model cannot represent to `unread`, unless it is there already.
    pub(super) fn note(&mut self, unread: &str) {
        if !self.unread.iter().any(|known| known == unread) {
            self.unread.push(unread.to_owned());
        }
    }

    /// The part that an attribute with the id of a relationship leads to.
    pub(super) fn target(&self, element: &Element<'_>, attribute: &str) -> Option<&str> {
        self.relationships.part(&element.relationship(attribute)?)
    }

    /// The address outside the package that an attribute with the id of a relationship leads to, if it is safe to offer
    /// as a link.
    pub(super) fn address(&self, element: &Element<'_>, attribute: &str) -> Option<String> {
        match &self.relationships.get(&element.relationship(attribute)?)?.target {
            Target::Address(address) => safe_address(address),
            Target::Part(_) | Target::Missing => None,
        }
    }

    /// The link of a click on a shape or a run (`hlinkClick`). `None` without a link that a deck can have.
    pub(super) fn link(&mut self, element: &Element<'_>) -> Result<Option<Link>, ReadError> {
        let link = element.child("hlinkClick").and_then(|click| self.click(click));
        if let Some(Link::Address(address)) = &link {
            self.tally.add_text(address)?;
        }
        Ok(link)
    }

    fn click(&mut self, click: &Element<'_>) -> Option<Link> {
        let action = click.attribute("action").unwrap_or_default();
        if let Some(jump) = action.strip_prefix("ppaction://hlinkshowjump?jump=") {
            let last = self.slides.parts.len().checked_sub(1)?;
            return match jump {
                "nextslide" => Some(Link::Slide((self.slide + 1).min(last))),
                "previousslide" => Some(Link::Slide(self.slide.saturating_sub(1))),
                "firstslide" => Some(Link::Slide(0)),
                "lastslide" => Some(Link::Slide(last)),
                _ => {
                    self.note(WITHOUT_TARGET);
                    None
                }
            };
        }
        let relationships = self.relationships;
        let Some(relationship) = click.relationship("id").and_then(|id| relationships.get(&id)) else {
            if ACTIONS.iter().any(|known| action.starts_with(known)) {
                self.note(WITHOUT_TARGET);
            }
            return None;
        };
        let link = match &relationship.target {
            Target::Address(address) => safe_address(address).map(Link::Address),
            Target::Part(part) => self.slides.indexes.get(part).copied().map(Link::Slide),
            Target::Missing => None,
        };
        if link.is_none() {
            self.note(WITHOUT_TARGET);
        }
        link
    }
}

/// The address, if it is safe to offer as a link.
fn safe_address(address: &str) -> Option<String> {
    const SCHEMES: &[&str] = &["http", "https", "mailto"];
    const MAX_BYTES: usize = 4000;
    let (scheme, after_scheme) = address.split_once(':')?;
    let is_safe = SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme));
    (is_safe && !after_scheme.is_empty() && address.len() <= MAX_BYTES && !address.contains(char::is_control))
        .then(|| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_and_mail_addresses_are_links() {
        for address in ["http://a.example", "HTTPS://a.example/b?c#d", "mailto:a@b.example"] {
            assert_eq!(safe_address(address).as_deref(), Some(address));
        }
        for address in
            ["", "http:", "javascript:alert(1)", "file:///etc/passwd", "\\\\host\\share", "a.docx", "data:,a"]
        {
            assert_eq!(safe_address(address), None, "{address}");
        }
    }
}
