//! EPUB books: the chapters in the order of the spine, each read as HTML.

use std::collections::HashMap;

use crate::archive::Archive;
use crate::model::{Document, Furniture};
use crate::text::{collapsed, language};
use crate::xml;
use crate::{Limits, ReadError, html};

/// Maximum number of chapters of a book.
const MAX_CHAPTERS: usize = 2_000;

/// Reads a book.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Document, ReadError> {
    let mut archive = Archive::open(bytes, limits)?;
    if archive.text("META-INF/encryption.xml")?.is_some_and(|text| text.contains("EncryptedKey")) {
        return Err(ReadError::Protected);
    }
    let container = archive.required_text("META-INF/container.xml")?;
    let container = xml::parse(&container, limits)?;
    let package = container
        .descendant("rootfile")
        .and_then(|rootfile| rootfile.attribute("full-path"))
        .ok_or_else(|| ReadError::Missing { part: "the package document".to_owned() })?
        .to_owned();
    let text = archive.required_text(&package)?;
    let root = xml::parse(&text, limits)?;

    let mut document = Document::default();
    if let Some(metadata) = root.child("metadata") {
        let value =
            |name: &str| metadata.child(name).map(|child| collapsed(&child.text())).filter(|text| !text.is_empty());
        document.title = value("title");
        document.language = value("language").and_then(|tag| language(&tag));
        let creators = metadata.children_named("creator").map(|creator| collapsed(&creator.text()));
        document.authors = creators.filter(|name| !name.is_empty()).take(50).collect();
    }
    let items: Vec<_> = root.child("manifest").map(|list| list.children_named("item").collect()).unwrap_or_default();
    let spine: Vec<_> = root.child("spine").map(|list| list.children_named("itemref").collect()).unwrap_or_default();
    if spine.len() > MAX_CHAPTERS {
        return Err(ReadError::TooMany { what: "chapters", limit: MAX_CHAPTERS });
    }
    // Of items with the same id, the first counts.
    let by_id: HashMap<&str, &xml::Element> =
        items.iter().rev().filter_map(|item| Some((item.attribute("id")?, *item))).collect();
    for reference in spine {
        let Some(item) = reference.attribute("idref").and_then(|id| by_id.get(id)) else { continue };
        let is_page = item.attribute("media-type").is_none_or(|kind| kind.contains("html"));
        let Some(address) = item.attribute("href").filter(|_| is_page) else { continue };
        let part = joined(&package, address);
        let Some(text) = archive.text(&part)? else { continue };
        let picture_part = |address: &str| {
            let part = joined(&part, address);
            archive.has(&part).then_some(part)
        };
        let mut blocks = html::chapter(&with_end_tags(&text), limits, &picture_part)?;
        let is_contents = item.attribute("properties").is_some_and(|value| value.split(' ').any(|word| word == "nav"))
            || reference.attribute("linear") == Some("no") && part.contains("nav");
        if is_contents {
            for block in &mut blocks {
                block.furniture = Some(Furniture::Contents);
            }
        }
        document.blocks.append(&mut blocks);
        if document.blocks.len() > limits.blocks {
            return Err(ReadError::TooMany { what: "paragraphs, list items and cells", limit: limits.blocks });
        }
    }
    Ok(document)
}

/// The path in the archive that `address` refers to when it is written in the part `from`.
pub(crate) fn joined(from: &str, address: &str) -> String {
    let address = address.split(['#', '?']).next().unwrap_or_default();
    let mut path: Vec<&str> = match address.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => from.split('/').collect(),
    };
    path.pop();
    for step in address.split('/') {
        match step {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            step => path.push(step),
        }
    }
    let joined = path.iter().filter(|step| !step.is_empty()).copied().collect::<Vec<_>>().join("/");
    percent_decoded(&joined)
}

/// A text whose percent-encoded bytes are decoded; unchanged when the bytes are not UTF-8.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut unread = text.as_bytes();
    while let [first, following @ ..] = unread {
        let hex = (*first == b'%').then(|| following.get(..2)).flatten();
        let value = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        if let Some(value) = value {
            bytes.push(value);
            unread = &following[2..];
        } else {
            bytes.push(*first);
            unread = following;
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// XHTML in which each self-closing element that is not void also has an end tag, because an HTML parser ignores the
/// slash of `<p/>`.
fn with_end_tags(xhtml: &str) -> String {
    const VOID: &[&str] = &[
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ];
    let mut result = String::with_capacity(xhtml.len());
    let mut rest = xhtml;
    while let Some(at) = rest.find("/>") {
        let (before, after) = rest.split_at(at);
        result.push_str(before);
        rest = &after[2..];
        let name: Option<String> = before.rfind('<').map(|open| {
            before[open + 1..].chars().take_while(|c| c.is_alphanumeric() || matches!(c, ':' | '-')).collect()
        });
        match name {
            Some(name) if !name.is_empty() && !VOID.contains(&name.as_str()) => {
                result.push_str("></");
                result.push_str(&name);
                result.push('>');
            }
            _ => result.push_str("/>"),
        }
    }
    result.push_str(rest);
    result
}
