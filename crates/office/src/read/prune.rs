//! Removes references to other parts from the XML of a part, unless the other parts are in the skeleton too. The rest
//! is unchanged.

use std::collections::HashMap;
use std::ops::Range;

use quick_xml::events::attributes::Attributes;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::error::ReadError;

/// Elements that are invalid without the target of a reference inside them. If the target is left out, the innermost of
/// them is removed.
const NEED_TARGET: &[&str] = &["ext", "graphicFrame", "sndAc", "controls"];
/// The same for references to pictures.
const NEED_PICTURE: &[&str] = &["pic", "bg", "buBlip", "ext"];
/// Elements that are always removed: data of add-ins, and elements that open a program.
const ALWAYS_REMOVED: &[&str] = &["custDataLst", "controls", "contentPart", "oleObj"];

/// An element that is open.
struct OpenElement<'a> {
    name: &'a str,
    start: usize,
    is_removed: bool,
}

/// Returns the text of a part without elements that refer to a relationship that is not kept, and without comments and
/// processing instructions. Fails when the text is not well-formed or has a document type.
pub(super) fn pruned(part: &str, text: &str, is_kept: impl Fn(&str) -> bool) -> Result<String, ReadError> {
    let damaged = |reason: &dyn ToString| ReadError::damaged(part, reason);
    let mut reader = Reader::from_str(text);
    let mut open_elements: Vec<OpenElement<'_>> = Vec::new();
    let mut namespaces: HashMap<String, bool> = HashMap::new();
    let mut removed: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    loop {
        let event = reader.read_event().map_err(|error| damaged(&error))?;
        let end = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX).min(text.len());
        match event {
            Event::Start(tag) => {
                let name = local_name(text, start + 1, &tag);
                let is_dangling = has_dangling_reference(&tag, &mut namespaces, &is_kept);
                open_elements.push(OpenElement { name, start, is_removed: ALWAYS_REMOVED.contains(&name) });
                if is_dangling {
                    mark_removed(&mut open_elements, name);
                }
            }
            Event::Empty(tag) => {
                let name = local_name(text, start + 1, &tag);
                let is_dangling = has_dangling_reference(&tag, &mut namespaces, &is_kept);
                open_elements.push(OpenElement { name, start, is_removed: ALWAYS_REMOVED.contains(&name) });
                if is_dangling {
                    mark_removed(&mut open_elements, name);
                }
                removed
                    .extend(open_elements.pop().filter(|element| element.is_removed).map(|element| element.start..end));
            }
            Event::End(_) => {
                removed
                    .extend(open_elements.pop().filter(|element| element.is_removed).map(|element| element.start..end));
            }
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => removed.push(start..end),
            Event::DocType(_) => return Err(damaged(&"it has a document type declaration")),
            Event::Eof => break,
            Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) => {}
        }
        start = end;
    }
    removed.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut pruned = String::with_capacity(text.len());
    let mut copied = 0;
    for range in removed {
        if range.start >= copied {
            pruned.push_str(text.get(copied..range.start).unwrap_or_default());
        }
        copied = copied.max(range.end);
    }
    pruned.push_str(text.get(copied..).unwrap_or_default());
    Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n{}", pruned.trim()))
}

/// The name without prefix of the element whose tag starts at byte `at` of the text.
fn local_name<'t>(text: &'t str, at: usize, tag: &BytesStart<'_>) -> &'t str {
    let length = tag.name().as_ref().len();
    let name = text.get(at..at + length).unwrap_or_default();
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// Marks the element to remove, because the innermost open element refers to something that is left out.
fn mark_removed(open_elements: &mut [OpenElement<'_>], name: &str) {
    let removed_elements = if name == "blip" { NEED_PICTURE } else { NEED_TARGET };
    let index = open_elements
        .iter()
        .rposition(|element| removed_elements.contains(&element.name))
        .unwrap_or(open_elements.len() - 1);
    open_elements[index].is_removed = true;
}

/// Whether an element refers to a relationship that is not kept, or runs a program.
fn has_dangling_reference(
    tag: &BytesStart<'_>,
    namespaces: &mut HashMap<String, bool>,
    is_kept: impl Fn(&str) -> bool,
) -> bool {
    let length = tag.name().as_ref().len();
    let source: &str = tag;
    let attributes = || Attributes::new(source, length).flatten();
    for attribute in attributes() {
        let key: &str = attribute.key.as_ref();
        if let Some(prefix) = key.strip_prefix("xmlns:") {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).unwrap_or_default();
            namespaces.insert(prefix.to_owned(), value.ends_with("/officeDocument/2006/relationships"));
        }
    }
    attributes().any(|attribute| {
        let key: &str = attribute.key.as_ref();
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).unwrap_or_default();
        match key.split_once(':') {
            Some((prefix, _)) => namespaces.get(prefix) == Some(&true) && !value.is_empty() && !is_kept(&value),
            None => key == "action" && (value.contains("://macro") || value.contains("://program")),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(inner: &str) -> String {
        let r = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        let text = format!("<?xml version=\"1.0\"?><p:x xmlns:p=\"p\" xmlns:r=\"{r}\">{inner}</p:x>");
        let kept = pruned("x.xml", &text, |id| id == "rId1").unwrap();
        let from = kept.find("relationships\">").unwrap() + "relationships\">".len();
        kept[from..].trim_end_matches("</p:x>").to_owned()
    }

    #[test]
    fn references_to_a_part_that_is_left_out_are_removed_with_the_elements_that_need_them() {
        let kept = "<p:pic><a:blip r:embed=\"rId1\"/></p:pic>";
        assert_eq!(check(kept), kept);
        assert_eq!(
            check("<a:r><a:hlinkClick r:id=\"rId7\"><a:x/></a:hlinkClick><a:t>Acme &amp; co</a:t></a:r>"),
            "<a:r><a:t>Acme &amp; co</a:t></a:r>"
        );
        assert_eq!(check("<p:pic><p:blipFill><a:blip r:embed=\"rId2\"/></p:blipFill></p:pic><p:sp/>"), "<p:sp/>");
        assert_eq!(
            check("<p:graphicFrame><a:graphicData><p:oleObj r:id=\"rId9\"/></a:graphicData></p:graphicFrame>"),
            ""
        );
        assert_eq!(
            check("<a:blip r:embed=\"rId1\"><a:ext><asvg:svg r:embed=\"rId4\"/></a:ext></a:blip>"),
            "<a:blip r:embed=\"rId1\"></a:blip>"
        );
        assert_eq!(check("<p:bg><p:bgPr><a:blipFill><a:blip r:link=\"rId3\"/></a:blipFill></p:bgPr></p:bg>"), "");
        assert_eq!(check("<!-- by Ann --><p:custDataLst><p:tags r:id=\"rId1\"/></p:custDataLst>"), "");
        assert_eq!(check("<a:hlinkClick r:id=\"\" action=\"ppaction://macro?name=Go\"/>"), "");
        let jump = "<a:hlinkClick r:id=\"\" action=\"ppaction://hlinkshowjump?jump=nextslide\"/>";
        assert_eq!(check(jump), jump);
    }
}
