//! The presentation part: the slides in order, the sections, and the small parts that every file has.

use scene::{Document, FontRole, PaletteRole, Px};

use super::NAMESPACES;
use super::file::FileContext;
use super::language::office_language;
use super::package::{Relationships, relationship};
use super::text::{open_first_level, write_run_properties};
use super::xml::Xml;
use super::{fonts, master, notes, origin, slide};
use crate::Error;

const PATH: &str = "ppt/presentation.xml";
/// The content type of the presentation part.
const MAIN: &str = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml";
const PRESENTATION_PROPERTIES: &str = "application/vnd.openxmlformats-officedocument.presentationml.presProps+xml";
const VIEW_PROPERTIES: &str = "application/vnd.openxmlformats-officedocument.presentationml.viewProps+xml";
const TABLE_STYLES: &str = "application/vnd.openxmlformats-officedocument.presentationml.tableStyles+xml";

/// The lowest slide id that the format allows.
const FIRST_SLIDE_ID: usize = 256;

/// Writes the presentation part and the small parts.
pub(super) fn write(file: &mut FileContext<'_>) -> Result<(), Error> {
    let document = file.document;
    let mut relationships = Relationships::default();
    let mut xml = Xml::part();
    let mut attributes = NAMESPACES.to_vec();
    attributes.push(("saveSubsetFonts", &1));
    if document.direction.is_right_to_left() {
        attributes.push(("rtl", &1));
    }
    xml.open("p:presentation", &attributes);
    xml.open("p:sldMasterIdLst", &[]);
    let template = file.options.template;
    let own_master = [(master::PATH.to_owned(), master::FIRST_ID)];
    for (path, number) in template.map_or(&own_master[..], |template| &template.masters) {
        let id = relationships.part(relationship::SLIDE_MASTER, path.as_str());
        xml.empty("p:sldMasterId", &[("id", number), ("r:id", &id)]);
    }
    xml.close();
    if notes::has_any(document) {
        let id = relationships.part(relationship::NOTES_MASTER, notes::MASTER_PATH);
        xml.open("p:notesMasterIdLst", &[]);
        xml.empty("p:notesMasterId", &[("r:id", &id)]);
        xml.close();
    }
    if !document.pages.is_empty() {
        xml.open("p:sldIdLst", &[]);
        for index in 0..document.pages.len() {
            let id = relationships.part(relationship::SLIDE, slide::path(index + 1));
            xml.empty("p:sldId", &[("id", &(FIRST_SLIDE_ID + index)), ("r:id", &id)]);
        }
        xml.close();
    }
    let (width, height) = template.map_or((12_192_000, 6_858_000), |template| template.size);
    xml.empty("p:sldSz", &[("cx", &width), ("cy", &height)]);
    xml.empty("p:notesSz", &[("cx", &6_858_000), ("cy", &9_144_000)]);
    fonts::write(file, &mut xml, &mut relationships)?;
    origin::write_slides(file, (&mut xml, &mut relationships))?;
    // The font size of text boxes that are added later: with a template the default of office programs, 18 points,
    // otherwise 17 points.
    let size = if template.is_some() { Px(36.0) } else { Px(34.0) };
    xml.open("p:defaultTextStyle", &[]);
    xml.open("a:defPPr", &[]);
    xml.empty("a:defRPr", &[("lang", &office_language(&document.language))]);
    xml.close();
    open_first_level(&mut xml, document.direction);
    write_run_properties(&file.scheme, &mut xml, "a:defRPr", size, false, (PaletteRole::Text.into(), FontRole::Body));
    xml.close();
    xml.close();
    write_sections(document, &mut xml);
    xml.close();
    relationships.part(relationship::PRESENTATION_PROPERTIES, "ppt/presProps.xml");
    relationships.part(relationship::VIEW_PROPERTIES, "ppt/viewProps.xml");
    relationships.part(relationship::THEME, "ppt/theme/theme1.xml");
    relationships.part(relationship::TABLE_STYLES, "ppt/tableStyles.xml");
    file.package.xml(PATH, MAIN, xml)?;
    file.package.relationships(PATH, relationships)?;
    file.package.xml("ppt/presProps.xml", PRESENTATION_PROPERTIES, empty_part("p:presentationPr", NAMESPACES))?;
    file.package.xml("ppt/viewProps.xml", VIEW_PROPERTIES, empty_part("p:viewPr", NAMESPACES))?;
    let styles: super::xml::Attributes<'_> = &[
        ("xmlns:a", &"http://schemas.openxmlformats.org/drawingml/2006/main"),
        ("def", &"{2D5ABB26-0587-4C30-8999-92F81FD0307C}"),
    ];
    file.package.xml("ppt/tableStyles.xml", TABLE_STYLES, empty_part("a:tblStyleLst", styles))
}

/// The XML of a part that is one empty element.
fn empty_part(element: &str, attributes: super::xml::Attributes<'_>) -> Xml {
    let mut xml = Xml::part();
    xml.empty(element, attributes);
    xml
}

/// Writes the sections, if there are any. Slides before the first section get a section of their own.
fn write_sections(document: &Document, xml: &mut Xml) {
    if !document.pages.iter().any(|page| page.opens_section) {
        return;
    }
    let mut sections: Vec<(String, Vec<usize>)> = Vec::new();
    for (index, page) in document.pages.iter().enumerate() {
        if page.opens_section || sections.is_empty() {
            let name = if page.opens_section { page.section.as_deref().unwrap_or(&page.name) } else { &document.title };
            let name = if name.trim().is_empty() { "Section" } else { name.trim() };
            sections.push((name.to_owned(), Vec::new()));
        }
        if let Some((_, slides)) = sections.last_mut() {
            slides.push(FIRST_SLIDE_ID + index);
        }
    }
    xml.open("p:extLst", &[]);
    xml.open("p:ext", &[("uri", &"{521415D9-36F7-43E2-AB2F-B90AF26B5E84}")]);
    let namespace = "http://schemas.microsoft.com/office/powerpoint/2010/main";
    xml.open("p14:sectionLst", &[("xmlns:p14", &namespace)]);
    for (index, (name, slides)) in sections.iter().enumerate() {
        xml.open("p14:section", &[("name", name), ("id", &section_id(index, name))]);
        xml.open("p14:sldIdLst", &[]);
        for slide in slides {
            xml.empty("p14:sldId", &[("id", slide)]);
        }
        xml.close();
        xml.close();
    }
    (0..3).for_each(|_| xml.close());
}

/// An id that is different for each section and the same whenever the file is written.
fn section_id(index: usize, name: &str) -> String {
    // FNV-1a over the name and the index.
    let mut hash = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D_u128;
    for byte in name.bytes().chain(index.to_be_bytes()) {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013B);
    }
    let hex = format!("{hash:032X}");
    format!("{{{}-{}-4{}-8{}-{}}}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..])
}
