//! Parses an XML part into a small tree that borrows from its text.
//!
//! Elements are identified by their local names, so both namespaces of the format (transitional and strict) are read in
//! the same way. Alternative content is resolved while the tree is built. Document type declarations are rejected, so
//! only the predefined entities of XML exist.

use std::borrow::Cow;
use std::collections::HashMap;
use std::str::FromStr;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::attributes::Attributes;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::error::ReadError;

/// Maximum length of a keyword of the format, in characters.
pub(super) const MAX_KEYWORD_CHARS: usize = 100;
/// Maximum depth of nested elements.
const MAX_DEPTH: usize = 200;
/// Maximum number of elements of a part.
const MAX_ELEMENTS: usize = 500_000;
/// Maximum number of attributes of an element.
const MAX_ATTRIBUTES: usize = 200;
/// Maximum number of prefixes of a part whose namespaces are stored.
const MAX_PREFIXES: usize = 1000;
/// Elements whose content is not read: the points of a drawn path, which can be most of a part.
const SKIPPED: &[&str] = &["pathLst"];

/// An element.
#[derive(Debug, Default)]
pub(super) struct Element<'a> {
    /// Its name without prefix.
    pub(super) name: &'a str,
    /// Its text, without that of its children.
    pub(super) text: Cow<'a, str>,
    /// Its children.
    pub(super) children: Vec<Element<'a>>,
    attributes: &'a str,
}

impl<'a> Element<'a> {
    /// The first child of a name.
    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The children of a name.
    pub(super) fn children_named<'s, 'n>(&'s self, name: &'n str) -> impl Iterator<Item = &'s Self> + use<'a, 's, 'n> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The element that a path of names leads to, by the first child of each name.
    pub(super) fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |element, name| element.child(name))
    }

    /// The element and everything in it, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = &Self> {
        let mut remaining = vec![self];
        std::iter::from_fn(move || {
            let element = remaining.pop()?;
            remaining.extend(element.children.iter().rev());
            Some(element)
        })
    }

    /// The first element of a name in it, at any depth.
    pub(super) fn descendant(&self, name: &str) -> Option<&Self> {
        self.all().find(|element| element.name == name)
    }

    /// An attribute without prefix.
    pub(super) fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        self.value(|key| key == name)
    }

    /// The id of a relationship: an attribute with a prefix, such as `r:embed`.
    pub(super) fn relationship(&self, name: &str) -> Option<Cow<'a, str>> {
        self.value(|key| key.split_once(':').is_some_and(|(prefix, local)| local == name && prefix != "xmlns"))
    }

    /// An attribute that is a keyword of the format, cut to [`MAX_KEYWORD_CHARS`] characters.
    pub(super) fn word(&self, name: &str) -> Option<String> {
        Some(self.attribute(name)?.chars().take(MAX_KEYWORD_CHARS).collect())
    }

    /// An attribute as a number; `None` if it is missing or not a number.
    pub(super) fn number<N: FromStr>(&self, name: &str) -> Option<N> {
        self.attribute(name)?.trim().parse().ok()
    }

    /// An attribute as a boolean: true for `1`, `true` and `on`, otherwise false; `None` if it is missing.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        Some(matches!(self.attribute(name)?.trim(), "1" | "true" | "on"))
    }

    /// The attribute `val` of a child, which is how most settings are written.
    pub(super) fn setting(&self, name: &str) -> Option<Cow<'a, str>> {
        self.child(name)?.attribute("val")
    }

    /// The first attribute with a matching name.
    fn value(&self, has_name: impl Fn(&str) -> bool) -> Option<Cow<'a, str>> {
        let mut attributes = Attributes::new(self.attributes, 0);
        let attributes = attributes.with_checks(false);
        let attribute = attributes.flatten().find(|attribute| has_name(attribute.key.as_ref()))?;
        // `parse` checked that it can be decoded.
        attribute.normalized_value(XmlVersion::Implicit1_0).ok()
    }
}

/// Parses the text of a part and returns its root.
pub(super) fn parse<'a>(part: &str, text: &'a str) -> Result<Element<'a>, ReadError> {
    let damaged = |reason: &dyn ToString| ReadError::damaged(part, reason);
    let mut reader = Reader::from_str(text);
    let mut tree = Tree { part, open_elements: Vec::new(), namespaces: HashMap::new(), elements: 0, root: None };
    loop {
        let event = reader.read_event().map_err(|error| damaged(&error))?;
        let end = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        match event {
            Event::Start(start) => {
                let element = tree.element(&start, tag_content(text, end, start.len(), 1))?;
                if SKIPPED.contains(&element.name) {
                    reader.read_to_end(start.to_end().name()).map_err(|error| damaged(&error))?;
                    tree.close(element);
                } else {
                    tree.open(element)?;
                }
            }
            Event::Empty(start) => {
                let element = tree.element(&start, tag_content(text, end, start.len(), 2))?;
                tree.close(element);
            }
            Event::End(_) => {
                // The reader fails on an end tag without a start tag.
                if let Some(element) = tree.open_elements.pop() {
                    tree.close(element);
                }
            }
            Event::Text(text) => tree.text(text.xml10_content()),
            Event::CData(text) => tree.text(text.xml10_content()),
            Event::GeneralRef(reference) => {
                let letter = reference.resolve_char_ref().map_err(|error| damaged(&error))?;
                let text = match letter {
                    Some(letter) => Cow::Owned(letter.to_string()),
                    None => resolve_predefined_entity(&reference)
                        .map(Cow::Borrowed)
                        .ok_or_else(|| damaged(&"it has an entity that XML does not define"))?,
                };
                tree.text(text);
            }
            Event::DocType(_) => return Err(damaged(&"it has a document type declaration")),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof => break,
        }
    }
    match tree.root {
        Some(root) if tree.open_elements.is_empty() => Ok(root),
        _ => Err(damaged(&"it is cut short")),
    }
}

/// The content of a tag: `length` bytes that end `distance` bytes before `end`.
fn tag_content(text: &str, end: usize, length: usize, distance: usize) -> &str {
    let end = end.saturating_sub(distance);
    text.get(end.saturating_sub(length)..end).unwrap_or_default()
}

/// A tree under construction.
struct Tree<'a, 'p> {
    part: &'p str,
    open_elements: Vec<Element<'a>>,
    /// Prefixes and their namespaces. A prefix is assumed to mean the same namespace in the whole part, as all
    /// programs write it.
    namespaces: HashMap<&'a str, Cow<'a, str>>,
    elements: usize,
    root: Option<Element<'a>>,
}

impl<'a> Tree<'a, '_> {
    /// The element of a tag, without content.
    fn element(&mut self, start: &BytesStart<'_>, tag: &'a str) -> Result<Element<'a>, ReadError> {
        debug_assert_eq!(&**start, tag, "the tag of the event");
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            return Err(ReadError::too_many(self.part, "elements", MAX_ELEMENTS));
        }
        if self.root.is_some() && self.open_elements.is_empty() {
            return Err(ReadError::damaged(self.part, &"it has two roots"));
        }
        let (name, attributes) = tag.split_at_checked(start.name().as_ref().len()).unwrap_or((tag, ""));
        for (count, attribute) in Attributes::new(attributes, 0).enumerate() {
            if count >= MAX_ATTRIBUTES {
                return Err(ReadError::too_many(self.part, "attributes of one element", MAX_ATTRIBUTES));
            }
            let attribute = attribute.map_err(|error| ReadError::damaged(self.part, &error))?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| ReadError::damaged(self.part, &error))?;
            if let Some(prefix) = attribute.key.into_inner().strip_prefix("xmlns:")
                && self.namespaces.len() < MAX_PREFIXES
            {
                self.namespaces.insert(prefix, value);
            }
        }
        let name = name.rsplit_once(':').map_or(name, |(_, local)| local);
        Ok(Element { name, attributes, ..Element::default() })
    }

    fn open(&mut self, element: Element<'a>) -> Result<(), ReadError> {
        if self.open_elements.len() >= MAX_DEPTH {
            return Err(ReadError::too_many(self.part, "elements in one another", MAX_DEPTH));
        }
        self.open_elements.push(element);
        Ok(())
    }

    fn text(&mut self, text: Cow<'a, str>) {
        let Some(element) = self.open_elements.last_mut() else { return };
        if element.text.is_empty() {
            element.text = text;
        } else {
            element.text.to_mut().push_str(&text);
        }
    }

    /// Puts a complete element into its parent.
    fn close(&mut self, element: Element<'a>) {
        let content = if element.name == "AlternateContent" { self.chosen_branch(element) } else { vec![element] };
        match self.open_elements.last_mut() {
            Some(parent) => parent.children.extend(content),
            None => self.root = content.into_iter().next(),
        }
    }

    /// The content of the first choice that can be read, or of the fallback.
    fn chosen_branch(&self, alternatives: Element<'a>) -> Vec<Element<'a>> {
        let has_fallback = alternatives.child("Fallback").is_some();
        let branch = alternatives.children.into_iter().find(|branch| match branch.name {
            "Choice" => {
                let requires = branch.attribute("Requires").unwrap_or_default();
                // Ink cannot be read, so its fallback is chosen, which is a picture of it.
                let is_ink = has_fallback && branch.child("contentPart").is_some();
                requires.split_whitespace().all(|prefix| self.can_read(prefix)) && !is_ink
            }
            name => name == "Fallback",
        });
        branch.map(|branch| branch.children).unwrap_or_default()
    }

    /// Whether the extension with this namespace prefix can be read.
    fn can_read(&self, prefix: &str) -> bool {
        self.namespaces.get(prefix).is_some_and(|namespace| {
            namespace.contains("/chartex")
                || namespace.starts_with("http://schemas.openxmlformats.org/")
                || namespace.starts_with("http://purl.oclc.org/ooxml/")
                || matches!(
                    &**namespace,
                    "http://schemas.microsoft.com/office/powerpoint/2010/main"
                        | "http://schemas.microsoft.com/office/powerpoint/2012/main"
                        | "http://schemas.microsoft.com/office/powerpoint/2015/09/main"
                        | "http://schemas.microsoft.com/office/drawing/2010/main"
                        | "http://schemas.microsoft.com/office/drawing/2012/chart"
                )
        })
    }
}
