//! An XML part as a tree.
//!
//! Elements and attributes are known by their local names. Document type declarations are skipped. Entities other than
//! those of XML itself become spaces in text, and an error in attributes.

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::{Limits, ReadError};

/// How deep elements may nest.
const MAX_DEPTH: usize = 200;
/// Maximum number of elements of a part.
const MAX_ELEMENTS: usize = 1_500_000;
/// Maximum number of attributes of a part.
const MAX_ATTRIBUTES: usize = 3_000_000;
/// Maximum number of attributes of an element; further ones are left out.
const MAX_OWN_ATTRIBUTES: usize = 200;

/// An element.
#[derive(Debug, Default)]
pub(crate) struct Element {
    /// Its name without prefix.
    pub(crate) name: String,
    /// Its content.
    pub(crate) nodes: Vec<Node>,
    attributes: Vec<(String, String)>,
}

/// A child element or a text.
#[derive(Debug)]
pub(crate) enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    /// The child elements.
    pub(crate) fn children(&self) -> impl Iterator<Item = &Element> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The first child element with a name.
    pub(crate) fn child(&self, name: &str) -> Option<&Element> {
        self.children().find(|child| child.name == name)
    }

    /// The child elements with a name.
    pub(crate) fn children_named<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Element> {
        self.children().filter(move |child| child.name == name)
    }

    /// The element that a path of names leads to, by the first child with each name.
    pub(crate) fn at(&self, path: &[&str]) -> Option<&Element> {
        path.iter().try_fold(self, |element, name| element.child(name))
    }

    /// The element and everything in it, in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Element> {
        let mut open = vec![self];
        std::iter::from_fn(move || {
            let element = open.pop()?;
            let start = open.len();
            open.extend(element.children());
            open[start..].reverse();
            Some(element)
        })
    }

    /// The first element with a name among the element and everything in it.
    pub(crate) fn descendant(&self, name: &str) -> Option<&Element> {
        self.all().find(|element| element.name == name)
    }

    /// The value of the attribute with a local name.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(local, _)| local == name).map(|(_, value)| value.as_str())
    }

    /// The attribute `val` of a child, which is how most settings of Word are written.
    pub(crate) fn setting(&self, name: &str) -> Option<&str> {
        self.child(name)?.attribute("val")
    }

    /// All text in the element.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut open: Vec<&Node> = self.nodes.iter().rev().collect();
        while let Some(node) = open.pop() {
            match node {
                Node::Text(piece) => text.push_str(piece),
                Node::Element(element) => open.extend(element.nodes.iter().rev()),
            }
        }
        text
    }
}

/// Parses the text of a part and returns its root.
///
/// # Errors
/// Fails when the text is not XML, its elements nest too deep, or it has more elements or attributes than the limits
/// allow.
pub(crate) fn parse(text: &str, limits: &Limits) -> Result<Element, ReadError> {
    let damaged = |error: &dyn ToString| ReadError::damaged(error);
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    let mut open = vec![Element::default()];
    let max_elements = limits.steps.min(MAX_ELEMENTS);
    let max_attributes = limits.steps.min(MAX_ATTRIBUTES);
    let (mut elements, mut attributes) = (0_usize, 0_usize);
    loop {
        match reader.read_event().map_err(|error| damaged(&error))? {
            Event::Start(start) => {
                elements += 1;
                if open.len() > MAX_DEPTH {
                    return Err(ReadError::TooMany { what: "elements in one another", limit: MAX_DEPTH });
                }
                let element = element(&start)?;
                attributes += element.attributes.len();
                open.push(element);
            }
            Event::Empty(start) => {
                elements += 1;
                let element = element(&start)?;
                attributes += element.attributes.len();
                add(&mut open, Node::Element(element));
            }
            Event::End(_) => {
                if open.len() > 1
                    && let Some(closed) = open.pop()
                {
                    add(&mut open, Node::Element(closed));
                }
            }
            Event::Text(text) => add_text(&mut open, &text.xml10_content()),
            Event::CData(text) => add_text(&mut open, &text.xml10_content()),
            Event::GeneralRef(reference) => match reference.resolve_char_ref().map_err(|error| damaged(&error))? {
                Some(letter) => add_text(&mut open, &letter.to_string()),
                None => add_text(&mut open, resolve_predefined_entity(&reference).unwrap_or(" ")),
            },
            Event::DocType(_) | Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof => break,
        }
        if elements > max_elements {
            return Err(ReadError::TooMany { what: "XML elements", limit: max_elements });
        }
        if attributes > max_attributes {
            return Err(ReadError::TooMany { what: "XML attributes", limit: max_attributes });
        }
    }
    while open.len() > 1
        && let Some(closed) = open.pop()
    {
        add(&mut open, Node::Element(closed));
    }
    let document = open.pop().unwrap_or_default();
    document
        .nodes
        .into_iter()
        .find_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
        .ok_or_else(|| ReadError::damaged(&"a part has no XML"))
}

fn add(open: &mut [Element], node: Node) {
    if let Some(parent) = open.last_mut() {
        parent.nodes.push(node);
    }
}

fn add_text(open: &mut [Element], text: &str) {
    let Some(parent) = open.last_mut() else { return };
    match parent.nodes.last_mut() {
        Some(Node::Text(last)) => last.push_str(text),
        _ => parent.nodes.push(Node::Text(text.to_owned())),
    }
}

/// The element of a tag, without content.
fn element(start: &BytesStart<'_>) -> Result<Element, ReadError> {
    let name = start.name();
    let mut attributes = Vec::new();
    for attribute in start.attributes().with_checks(false).take(MAX_OWN_ATTRIBUTES) {
        let attribute = attribute.map_err(|error| ReadError::damaged(&error))?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| ReadError::damaged(&error))?;
        attributes.push((local(attribute.key.as_ref()).to_owned(), value.into_owned()));
    }
    Ok(Element { name: local(name.as_ref()).to_owned(), attributes, nodes: Vec::new() })
}

/// A name without its prefix.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_counted() {
        let limits = Limits { steps: 1_000, ..Limits::default() };
        let part = |count: usize| format!("<a>{}</a>", "<b c='' d=''/>".repeat(count));
        assert!(parse(&part(500), &limits).is_ok());
        let error = parse(&part(501), &limits).err();
        assert_eq!(error, Some(ReadError::TooMany { what: "XML attributes", limit: 1_000 }));
    }
}
