//! Copies a picture without its active content, in one pass over its XML.
//!
//! The copy is canonical: SVG elements have no prefix, `xlink` and `xml` are the only prefixes, entities are resolved,
//! and there are no comments, processing instructions and document types. So it has the same meaning inside HTML as in
//! a file.

use std::borrow::Cow;
use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::escape::{resolve_predefined_entity, unescape_with};
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::source::source;
use super::{address, css, names};
use crate::Error;

/// The maximum nesting depth of elements.
const MAX_DEPTH: usize = 256;
/// The maximum number of attributes of an element.
const MAX_ATTRIBUTES: usize = 256;
/// The maximum number of namespace prefixes in scope of an element.
const MAX_BINDINGS: usize = 256;
/// The maximum number of entity declarations that are read.
const MAX_ENTITIES: usize = 64;
/// The maximum number of bytes that entities may add to a document.
const MAX_EXPANSION: usize = 1024 * 1024;

/// The sanitised copy of a picture.
pub(crate) struct SanitisedSvg {
    pub(crate) text: String,
    /// Whether active content was left out.
    pub(crate) active: bool,
}

/// The sanitised copy of a picture. Fails when it is not well-formed XML with an `svg` root, or exceeds a limit.
pub(crate) fn sanitised_text(bytes: &[u8]) -> Result<SanitisedSvg, Error> {
    let source = source(bytes)?;
    let mut reader = Reader::from_str(&source.text);
    reader.config_mut().check_comments = true;
    let mut sanitiser = Sanitiser { active: source.has_unknown_encoding, ..Sanitiser::default() };
    loop {
        match reader.read_event().map_err(Error::broken)? {
            Event::Start(start) => sanitiser.open_element(&start, false)?,
            Event::Empty(start) => sanitiser.open_element(&start, true)?,
            Event::End(_) => sanitiser.close_element(),
            Event::Text(text) => sanitiser.add_text(&text.into_inner())?,
            Event::CData(text) => sanitiser.add_text(&text.into_inner())?,
            Event::GeneralRef(reference) => sanitiser.add_reference(&reference)?,
            // A style sheet can be linked before the root.
            Event::PI(instruction) => sanitiser.active |= instruction.target().eq_ignore_ascii_case("xml-stylesheet"),
            Event::DocType(text) => sanitiser.read_document_type(&text.into_inner()),
            Event::Comment(_) | Event::Decl(_) => {}
            Event::Eof => break,
        }
    }
    if !sanitiser.stack.is_empty() || !sanitiser.seen_root {
        return Err(Error::broken("it ends too early"));
    }
    if !sanitiser.out.chars().all(is_xml_char) {
        return Err(Error::broken("it has characters that XML does not allow"));
    }
    Ok(SanitisedSvg { text: sanitiser.out, active: sanitiser.active })
}

/// An element whose end is not reached yet.
struct OpenElement {
    /// Its name if it was written to the copy.
    copied: Option<&'static str>,
    /// The number of namespace bindings outside it.
    outer_bindings: usize,
}

#[derive(Default)]
struct Sanitiser {
    out: String,
    active: bool,
    seen_root: bool,
    stack: Vec<OpenElement>,
    /// Prefix and namespace, the innermost last.
    bindings: Vec<(String, String)>,
    entities: HashMap<String, String>,
    /// Bytes added by entities so far.
    expanded: usize,
    /// The text of the open style element.
    sheet: String,
}

impl Sanitiser {
    /// Copies a start tag, if its element is allowed. Fails when the document is not well-formed or exceeds a limit.
    fn open_element(&mut self, start: &BytesStart<'_>, empty: bool) -> Result<(), Error> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(Error::TooComplex("its elements nest too deep"));
        }
        if self.stack.is_empty() && self.seen_root {
            return Err(Error::broken("it has two roots"));
        }
        let outer_bindings = self.bindings.len();
        let attributes = self.attributes(start)?;
        let name = start.name();
        let (prefix, local) = split(name.as_ref());
        let allowed = self.allowed_element(prefix, local)?;
        let is_parent_copied = self.stack.last().is_none_or(|parent| may_have_elements(parent.copied));
        let attributes = match allowed {
            Some(name) => self.allowed_attributes(name, &attributes)?,
            None => None,
        };
        let is_root = self.stack.is_empty();
        if is_root && allowed != Some("svg") {
            return Err(Error::broken("its root is no `svg`"));
        }
        self.seen_root = true;
        let copied = allowed.filter(|_| is_parent_copied && attributes.is_some());
        if let (Some(name), Some(attributes)) = (copied, attributes) {
            self.out.push('<');
            self.out.push_str(name);
            if is_root {
                for (name, uri) in [("xmlns", names::SVG), ("xmlns:xlink", names::XLINK)] {
                    push_attribute(&mut self.out, name, uri);
                }
            }
            self.out.push_str(&attributes);
            self.out.push_str(if empty { "/>" } else { ">" });
        }
        if empty {
            self.bindings.truncate(outer_bindings);
        } else {
            self.stack.push(OpenElement { copied, outer_bindings });
        }
        Ok(())
    }

    /// Copies the end tag of the innermost open element, if its start tag was copied.
    fn close_element(&mut self) {
        // The reader fails on an end tag without a start tag.
        let Some(element) = self.stack.pop() else { return };
        self.bindings.truncate(element.outer_bindings);
        let Some(name) = element.copied else { return };
        if name == "style" {
            let filtered = css::sheet(&std::mem::take(&mut self.sheet));
            self.active |= filtered.active;
            push_escaped(&mut self.out, &filtered.text);
        }
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    /// Copies text, if the innermost open element may have text. Fails for text outside the root.
    fn add_text(&mut self, text: &str) -> Result<(), Error> {
        match self.stack.last().map(|element| element.copied) {
            None if text.trim().is_empty() => {}
            None => return Err(Error::broken("it has text outside its root")),
            Some(Some("style")) => self.sheet.push_str(text),
            Some(Some("text" | "tspan" | "textPath" | "a" | "title" | "desc")) => push_escaped(&mut self.out, text),
            Some(_) => {}
        }
        Ok(())
    }

    /// Copies the text that a character reference or an entity stands for. Fails for an unknown entity.
    fn add_reference(&mut self, reference: &BytesRef<'_>) -> Result<(), Error> {
        if let Some(character) = reference.resolve_char_ref().map_err(Error::broken)? {
            return self.add_text(character.encode_utf8(&mut [0; 4]));
        }
        let name = reference.xml10_content();
        let text = match resolve_predefined_entity(&name) {
            Some(text) => text.to_owned(),
            None => self.entities.get(name.as_ref()).ok_or_else(|| unknown_entity(&name))?.clone(),
        };
        self.expanded += text.len();
        self.check_expansion()?;
        self.add_text(&text)
    }

    /// Reads the entities that are plain text. Entities that contain others stay unknown, so none ever nests.
    fn read_document_type(&mut self, text: &str) {
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

    /// The attributes of an element by their raw names, with entities resolved. Adds its namespaces to the bindings.
    fn attributes(&mut self, start: &BytesStart<'_>) -> Result<Vec<(String, String)>, Error> {
        let mut attributes = Vec::new();
        for (index, attribute) in start.attributes().enumerate() {
            if index >= MAX_ATTRIBUTES {
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

    /// The value of an attribute with its entities resolved. Fails when it is not well-formed or the entities expand
    /// too far.
    fn resolved(&mut self, raw: &str) -> Result<String, Error> {
        if raw.contains('<') {
            return Err(Error::broken("an attribute contains `<`"));
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
        self.check_expansion()?;
        value.map_err(Error::broken)
    }

    fn check_expansion(&self) -> Result<(), Error> {
        if self.expanded > MAX_EXPANSION {
            return Err(Error::TooComplex("its entities expand too far"));
        }
        Ok(())
    }

    /// The namespace of a prefix; empty where there is none. Fails for a prefix that is not bound.
    fn namespace(&self, prefix: &str) -> Result<&str, Error> {
        let bound = self.bindings.iter().rev().find(|(bound, _)| bound == prefix).map(|(_, uri)| uri.as_str());
        match (prefix, bound) {
            ("xml", _) => Ok(names::XML),
            (_, Some(uri)) => Ok(uri),
            // A root without a namespace counts as SVG, as in HTML.
            ("", None) => Ok(""),
            _ => Err(Error::Broken(format!("the prefix `{prefix}` is not bound"))),
        }
    }

    /// The name of an element if it is on the list; otherwise `None`. Elements of drawing programs are left out, but
    /// are not active content.
    fn allowed_element(&mut self, prefix: &str, local: &str) -> Result<Option<&'static str>, Error> {
        let uri = self.namespace(prefix)?;
        if uri == names::SVG || uri.is_empty() {
            let allowed = names::element(local);
            // Browsers need the namespace, which only the copy has. Since the picture counts as active without it, the
            // server uses the copy.
            let lacks_namespace = uri.is_empty() && self.stack.is_empty();
            self.active |= lacks_namespace || (allowed.is_none() && local != "metadata");
            return Ok(allowed);
        }
        self.active |= !names::is_inert_namespace(uri);
        Ok(None)
    }

    /// The allowed attributes of an element, as text. `None` when they make the element itself active content.
    fn allowed_attributes(&mut self, element: &str, attributes: &[(String, String)]) -> Result<Option<String>, Error> {
        let mut out = String::new();
        let mut seen = Vec::with_capacity(attributes.len());
        for (raw, value) in attributes {
            let (prefix, local) = split(raw);
            let uri = if prefix.is_empty() { "" } else { self.namespace(prefix)? };
            let (name, allowed) = match uri {
                "" if local == "href" => ("href", href(element, value)),
                names::XLINK if local == "href" => ("xlink:href", href(element, value)),
                // Browsers support no other attribute of XLink.
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
                    let filtered = css::declarations(value);
                    self.active |= filtered.active;
                    (local, Some(Cow::Owned(filtered.text)))
                }
                "" if names::is_free_text(local) => (local, Some(Cow::Borrowed(value.as_str()))),
                "" => (local, css::value(value)),
                _ if names::is_inert_namespace(uri) => continue,
                _ => (local, None),
            };
            match allowed {
                Some(_) if seen.contains(&name) => return Err(Error::Broken(format!("it has `{name}` twice"))),
                Some(value) => {
                    seen.push(name);
                    push_attribute(&mut out, name, &value);
                }
                None => self.active = true,
            }
        }
        Ok(Some(out))
    }
}

/// The value to write for the `href` of an element, or `None` when it is not allowed.
fn href<'a>(element: &str, value: &str) -> Option<Cow<'a, str>> {
    match element {
        "a" => address::link(value),
        "image" => address::picture(value),
        "feImage" => address::reference(value).or_else(|| address::picture(value)),
        _ => address::reference(value),
    }
    .map(Cow::Owned)
}

/// Whether the child elements of an element are copied. Titles and styles contain only text.
fn may_have_elements(parent: Option<&str>) -> bool {
    parent.is_some_and(|parent| !matches!(parent, "title" | "desc" | "style"))
}

/// The prefix and the local name of a name. The prefix may be empty.
fn split(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}

fn push_attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    // XML normalises line breaks in attributes to spaces.
    push_escaped(out, &value.replace(['\t', '\n', '\r'], " "));
    out.push('"');
}

/// Adds a text with the characters escaped that have a meaning in XML.
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

/// Whether XML allows a character (XML 1.0, production 2).
fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

fn unknown_entity(name: &str) -> Error {
    Error::Broken(format!("the entity `{name}` is not known"))
}
