//! The document properties of a file, and the deck and revision that it was exported from.

use super::file::FileContext;
use super::notes::has_notes;
use super::package::{Relationships, relationship};
use super::xml::Xml;
use crate::Error;

const CORE: &str = "application/vnd.openxmlformats-package.core-properties+xml";
const EXTENDED: &str = "application/vnd.openxmlformats-officedocument.extended-properties+xml";
const CUSTOM: &str = "application/vnd.openxmlformats-officedocument.custom-properties+xml";

/// Writes the parts with title, author, times and counts, and for a stored deck the one with its id and revision.
pub(super) fn write(file: &mut FileContext<'_>, relationships: &mut Relationships) -> Result<(), Error> {
    relationships.part(relationship::CORE_PROPERTIES, "docProps/core.xml");
    relationships.part(relationship::EXTENDED_PROPERTIES, "docProps/app.xml");
    let document = file.document;
    let properties = &document.properties;
    let mut xml = Xml::part();
    xml.open(
        "cp:coreProperties",
        &[
            ("xmlns:cp", &"http://schemas.openxmlformats.org/package/2006/metadata/core-properties"),
            ("xmlns:dc", &"http://purl.org/dc/elements/1.1/"),
            ("xmlns:dcterms", &"http://purl.org/dc/terms/"),
            ("xmlns:dcmitype", &"http://purl.org/dc/dcmitype/"),
            ("xmlns:xsi", &"http://www.w3.org/2001/XMLSchema-instance"),
        ],
    );
    let texts = [
        ("dc:title", &document.title),
        ("dc:creator", &properties.author),
        ("dc:description", &properties.description),
        ("dc:language", &document.language),
        ("cp:lastModifiedBy", &properties.author),
    ];
    for (element, text) in texts.into_iter().filter(|(_, text)| !text.trim().is_empty()) {
        xml.text(element, &[], text);
    }
    for (element, time) in [("dcterms:created", &properties.created), ("dcterms:modified", &properties.modified)] {
        if is_time(time) {
            xml.text(element, &[("xsi:type", &"dcterms:W3CDTF")], time);
        }
    }
    xml.close();
    file.package.xml("docProps/core.xml", CORE, xml)?;

    let mut xml = Xml::part();
    xml.open("Properties", &[("xmlns", &"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties")]);
    xml.text("Application", &[], "Lectern");
    xml.text("PresentationFormat", &[], "Widescreen");
    xml.value("Slides", &document.pages.len());
    xml.value("Notes", &document.pages.iter().filter(|page| has_notes(page)).count());
    xml.value("HiddenSlides", &document.pages.iter().filter(|page| page.is_skipped).count());
    xml.close();
    file.package.xml("docProps/app.xml", EXTENDED, xml)?;
    write_origin(file, relationships)
}

/// Writes the deck, the revision, the language and the scale of pictures as custom properties, for a file that is
/// edited elsewhere and imported again. Even programs that drop tags and shape names preserve these properties.
fn write_origin(file: &mut FileContext<'_>, relationships: &mut Relationships) -> Result<(), Error> {
    let Some(origin) = &file.document.properties.origin else { return Ok(()) };
    let mut xml = Xml::part();
    let office = "http://schemas.openxmlformats.org/officeDocument/2006";
    let (namespace, types) = (format!("{office}/custom-properties"), format!("{office}/docPropsVTypes"));
    xml.open("Properties", &[("xmlns", &namespace), ("xmlns:vt", &types)]);
    let mut properties = vec![
        ("LecternDeck", origin.deck.clone()),
        ("LecternRevision", origin.revision.to_string()),
        ("LecternLanguage", file.document.language.clone()),
        ("LecternScale", file.options.scale.to_string()),
    ];
    if file.options.template.is_some() {
        properties.push(("LecternTemplate", "own".to_owned()));
    }
    // The format numbers properties from 2.
    for (id, (name, value)) in (2..).zip(&properties) {
        let format = "{D5CDD505-2E9C-101B-9397-08002B2CF9AE}";
        xml.open("property", &[("fmtid", &format), ("pid", &id), ("name", name)]);
        xml.text("vt:lpwstr", &[], value);
        xml.close();
    }
    xml.close();
    relationships.part(relationship::CUSTOM_PROPERTIES, "docProps/custom.xml");
    file.package.xml("docProps/custom.xml", CUSTOM, xml)
}

/// Whether a text is a time in RFC 3339. Office programs report a file with any other text as damaged.
fn is_time(text: &str) -> bool {
    // `d` stands for a digit.
    let pattern = "dddd-dd-ddTdd:dd:dd";
    let matches =
        |(letter, expected): (char, char)| if expected == 'd' { letter.is_ascii_digit() } else { letter == expected };
    text.len() > pattern.len()
        && text.chars().zip(pattern.chars()).all(matches)
        && text[pattern.len()..].chars().all(|letter| letter.is_ascii_digit() || "Z.+-:".contains(letter))
}
