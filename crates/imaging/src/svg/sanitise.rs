//! Copies a picture without what is active in it, in one pass over its XML.
//!
//! The copy has one spelling: SVG elements without a prefix, `xlink` and `xml` the only prefixes, no comment, no
//! instruction, no document type, every entity resolved. So it means the same inside HTML as in a file of its own.

use std::borrow::Cow;
use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::escape::{resolve_predefined_entity, unescape_with};
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::source::source;
use super::{address, css, names};
use crate::Error;

/// Deepest nesting of elements.
const MAX_DEPTH: usize = 256;
/// Most attributes of one element.
const MAX_ATTRIBUTES: usize = 256;
/// Most namespace prefixes in sight of one element.
const MAX_BINDINGS: usize = 256;
/// Most entities that a document may declare.
const MAX_ENTITIES: usize = 64;
/// Most bytes that entities may add to a document.
const MAX_EXPANSION: usize = 1024 * 1024;

/// A copy of a picture.
pub(crate) struct Copied {
    pub(crate) text: String,
    /// Something active was left out.
    pub(crate) active: bool,
}

pub(crate) fn copied(bytes: &[u8]) -> Result<Copied, Error> {
    let source = source(bytes)?;
    let mut reader = Reader::from_str(&source.text);
    reader.config_mut().check_comments = true;
    let mut copier = Copier { active: source.doubtful, ..Copier::default() };
    loop {
        match reader.read_event().map_err(Error::broken)? {
            Event::Start(start) => copier.open(&start, false)?,
            Event::Empty(start) => copier.open(&start, true)?,
            Event::End(_) => copier.close(),
            Event::Text(text) => copier.text(&text.into_inner())?,
            Event::CData(text) => copier.text(&text.into_inner())?,
            Event::GeneralRef(reference) => copier.reference(&reference)?,
            // A style sheet may be named before the root.
            Event::PI(instruction) => copier.active |= instruction.target().eq_ignore_ascii_case("xml-stylesheet"),
            Event::DocType(text) => copier.document_type(&text.into_inner()),
            Event::Comment(_) | Event::Decl(_) => {}
            Event::Eof => break,
        }
    }
    if !copier.stack.is_empty() || !copier.seen_root {
        return Err(Error::broken("it ends too early"));
    }
    if !copier.out.chars().all(is_xml) {
        return Err(Error::broken("it has characters that XML does not allow"));
    }
    Ok(Copied { text: copier.out, active: copier.active })
}

/// An element that is open.
struct Open {
    /// Its name where it is kept.
    kept: Option<&'static str>,
    /// How many bindings were in sight outside it.
    bindings: usize,
}

#[derive(Default)]
struct Copier {
    out: String,
    active: bool,
    seen_root: bool,
    stack: Vec<Open>,
    /// Prefix and namespace, inner ones last.
    bindings: Vec<(String, String)>,
    entities: HashMap<String, String>,
    expanded: usize,
    /// The text of the style element that is open.
    sheet: String,
}

impl Copier {
    fn open(&mut self, start: &BytesStart<'_>, empty: bool) -> Result<(), Error> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(Error::TooComplex("its elements nest too deep"));
        }
        if self.stack.is_empty() && self.seen_root {
            return Err(Error::broken("it has two roots"));
        }
        let outside = self.bindings.len();
        let attributes = self.attributes(start)?;
        let name = start.name();
        let (prefix, local) = split(name.as_ref());
        let kept = self.kept(prefix, local)?;
        let parent_kept = self.stack.last().is_none_or(|parent| takes_elements(parent.kept));
        let tag = match kept {
            Some(name) => self.tag(name, &attributes)?,
            None => None,
        };
        let root = self.stack.is_empty();
        if root && kept != Some("svg") {
            return Err(Error::broken("its root is no `svg`"));
        }
        self.seen_root = true;
        let kept = kept.filter(|_| parent_kept && tag.is_some());
        if let (Some(name), Some(tag)) = (kept, tag) {
            self.out.push('<');
            self.out.push_str(name);
            if root {
                for (name, uri) in [("xmlns", names::SVG), ("xmlns:xlink", names::XLINK)] {
                    push_attribute(&mut self.out, name, uri);
                }
            }
            self.out.push_str(&tag);
            self.out.push_str(if empty { "/>" } else { ">" });
        }
        if empty {
            self.bindings.truncate(outside);
        } else {
            self.stack.push(Open { kept, bindings: outside });
        }
        Ok(())
    }

    fn close(&mut self) {
        // The reader refuses an end without its start.
        let Some(open) = self.stack.pop() else { return };
        self.bindings.truncate(open.bindings);
        let Some(name) = open.kept else { return };
        if name == "style" {
            let cleaned = css::sheet(&std::mem::take(&mut self.sheet));
            self.active |= cleaned.active;
            push_escaped(&mut self.out, &cleaned.text);
        }
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    fn text(&mut self, text: &str) -> Result<(), Error> {
        match self.stack.last().map(|open| open.kept) {
            None if text.trim().is_empty() => {}
            None => return Err(Error::broken("it has text outside its root")),
            Some(Some("style")) => self.sheet.push_str(text),
            Some(Some("text" | "tspan" | "textPath" | "a" | "title" | "desc")) => push_escaped(&mut self.out, text),
            Some(_) => {}
        }
        Ok(())
    }

    fn reference(&mut self, reference: &BytesRef<'_>) -> Result<(), Error> {
        if let Some(letter) = reference.resolve_char_ref().map_err(Error::broken)? {
            return self.text(letter.encode_utf8(&mut [0; 4]));
        }
        let name = reference.xml10_content();
        let text = match resolve_predefined_entity(&name) {
            Some(text) => text.to_owned(),
            None => self.entities.get(name.as_ref()).ok_or_else(|| unknown(&name))?.clone(),
        };
        self.expanded += text.len();
        self.within_expansion()?;
        self.text(&text)
    }

    /// Learns the entities that are plain text. Those that hold others stay unknown, so none ever nests.
    fn document_type(&mut self, text: &str) {
        let Some((_, subset)) = text.split_once('[') else {
            return;
        };
        self.active = true;
        for declaration in subset.split("<!ENTITY").skip(1).take(MAX_ENTITIES) {
            let Some((name, value)) = declaration.trim_start().split_once(char::is_whitespace) else {
                continue;
            };
            let value = value.trim_start();
            let Some(quote) = value.chars().next().filter(|quote| matches!(quote, '"' | '\'')) else {
                continue;
            };
            let Some((value, _)) = value[1..].split_once(quote) else {
                continue;
            };
            if !value.contains(['&', '<', '%']) {
                self.entities.entry(name.to_owned()).or_insert_with(|| value.to_owned());
            }
        }
    }

    /// The attributes of an element by raw name, entities resolved; namespaces go to the bindings.
    fn attributes(&mut self, start: &BytesStart<'_>) -> Result<Vec<(String, String)>, Error> {
        let mut attributes = Vec::new();
        for (at, attribute) in start.attributes().enumerate() {
            if at >= MAX_ATTRIBUTES {
                return Err(Error::TooComplex("an element has too many attributes"));
            }
            let attribute = attribute.map_err(Error::broken)?;
            let value = self.resolved(&attribute.value)?;
            let name = attribute.key.as_ref();
            let prefix = match split(name) {
                ("", "xmlns") => "",
                ("xmlns", prefix) => prefix,
                _ => {
                    attributes.push((name.to_owned(), value));
                    continue;
                }
            };
            if self.bindings.len() >= MAX_BINDINGS {
                return Err(Error::TooComplex("it binds too many prefixes"));
            }
            self.bindings.push((prefix.to_owned(), value));
        }
        Ok(attributes)
    }

    fn resolved(&mut self, raw: &str) -> Result<String, Error> {
        if raw.contains('<') {
            return Err(Error::broken("an attribute holds `<`"));
        }
        let (entities, expanded) = (&self.entities, &mut self.expanded);
        let value = unescape_with(raw, |name| {
            resolve_predefined_entity(name).or_else(|| {
                let text = entities.get(name)?;
                *expanded += text.len();
                (*expanded <= MAX_EXPANSION).then_some(text.as_str())
            })
        })
        .map(Cow::into_owned);
        self.within_expansion()?;
        value.map_err(Error::broken)
    }

    fn within_expansion(&self) -> Result<(), Error> {
        if self.expanded > MAX_EXPANSION {
            return Err(Error::TooComplex("its entities grow too long"));
        }
        Ok(())
    }

    fn namespace(&self, prefix: &str) -> Result<&str, Error> {
        let bound = self.bindings.iter().rev().find(|(bound, _)| bound == prefix).map(|(_, uri)| uri.as_str());
        match (prefix, bound) {
            ("xml", _) => Ok(names::XML),
            (_, Some(uri)) => Ok(uri),
            // A root without a namespace is meant as SVG; HTML reads it so.
            ("", None) => Ok(""),
            _ => Err(Error::Broken(format!("the prefix `{prefix}` is not bound"))),
        }
    }

    /// The element's name where it is on the list. What drawing programs add is left out without a word.
    fn kept(&mut self, prefix: &str, local: &str) -> Result<Option<&'static str>, Error> {
        let uri = self.namespace(prefix)?;
        if uri == names::SVG || uri.is_empty() {
            let strange = uri.is_empty() && self.stack.is_empty();
            let kept = names::element(local);
            // The copy gets the namespace that browsers want, so it is the copy that must be served.
            self.active |= strange || (kept.is_none() && local != "metadata");
            return Ok(kept);
        }
        self.active |= !names::is_inert_namespace(uri);
        Ok(None)
    }

    /// The attributes of a kept element as text; nothing where they make the element itself active.
    fn tag(&mut self, element: &str, attributes: &[(String, String)]) -> Result<Option<String>, Error> {
        let mut tag = String::new();
        let mut seen = Vec::with_capacity(attributes.len());
        for (raw, value) in attributes {
            let (prefix, local) = split(raw);
            let uri = if prefix.is_empty() { "" } else { self.namespace(prefix)? };
            let (name, kept) = match uri {
                "" if local == "href" => ("href", href(element, value)),
                names::XLINK if local == "href" => ("xlink:href", href(element, value)),
                // How a link once looked and when it was followed; browsers know only `href`.
                names::XLINK => continue,
                names::XML if local == "space" => ("xml:space", Some(Cow::Borrowed(value.as_str()))),
                names::XML if local == "lang" => ("xml:lang", Some(Cow::Borrowed(value.as_str()))),
                "" if !names::is_attribute(local) => (local, None),
                "" if local == "attributeName" => {
                    let target = value.trim();
                    if !names::is_animated(target) {
                        self.active = true;
                        return Ok(None);
                    }
                    (local, Some(Cow::Borrowed(target)))
                }
                "" if local == "type" && element == "style" => {
                    if !matches!(value.trim().to_ascii_lowercase().as_str(), "" | "text/css") {
                        self.active = true;
                        return Ok(None);
                    }
                    (local, Some(Cow::Borrowed("text/css")))
                }
                "" if local == "style" => {
                    let cleaned = css::declarations(value);
                    self.active |= cleaned.active;
                    (local, Some(Cow::Owned(cleaned.text)))
                }
                "" if names::is_free_text(local) => (local, Some(Cow::Borrowed(value.as_str()))),
                "" => (local, css::value(value)),
                _ if names::is_inert_namespace(uri) => continue,
                _ => (local, None),
            };
            match kept {
                Some(_) if seen.contains(&name) => return Err(Error::Broken(format!("`{name}` stands twice"))),
                Some(value) => {
                    seen.push(name);
                    push_attribute(&mut tag, name, &value);
                }
                None => self.active = true,
            }
        }
        Ok(Some(tag))
    }
}

/// The address an element may hold.
fn href<'a>(element: &str, value: &str) -> Option<Cow<'a, str>> {
    match element {
        "a" => address::link(value),
        "image" => address::picture(value),
        "feImage" => address::reference(value).or_else(|| address::picture(value)),
        _ => address::reference(value),
    }
    .map(Cow::Owned)
}

/// Whether the children of an element are copied. Titles and styles hold text alone.
fn takes_elements(parent: Option<&str>) -> bool {
    parent.is_some_and(|parent| !matches!(parent, "title" | "desc" | "style"))
}

fn split(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}

fn push_attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    // As a reader of XML takes a line break in an attribute.
    push_escaped(out, &value.replace(['\t', '\n', '\r'], " "));
    out.push('"');
}

fn push_escaped(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\r']) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "&#13;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

/// XML 1.0, production 2.
fn is_xml(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

fn unknown(name: &str) -> Error {
    Error::Broken(format!("the entity `{name}` is not known"))
}
