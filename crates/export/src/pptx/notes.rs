//! Speaker notes: a notes slide for each slide with notes, and their master.

use scene::{Document, FontRole, Page, PaletteRole, Px};

use super::NAMESPACES;
use super::file::FileContext;
use super::geometry;
use super::master::write_color_map;
use super::package::{Relationships, relationship};
use super::slide;
use super::text::{open_first_level, write_plain_paragraph, write_run_properties};
use super::units::{Emu, EmuRect};
use super::xml::Xml;
use crate::Error;

/// The content type of the notes of a slide.
const NOTES: &str = "application/vnd.openxmlformats-officedocument.presentationml.notesSlide+xml";
/// The content type of the notes master.
const MASTER: &str = "application/vnd.openxmlformats-officedocument.presentationml.notesMaster+xml";

/// The path of the notes master.
pub(super) const MASTER_PATH: &str = "ppt/notesMasters/notesMaster1.xml";

/// The frame of the slide image on a page of 7.5 by 10 inches.
const IMAGE_FRAME: EmuRect =
    EmuRect { x: Emu(685_800), y: Emu(1_143_000), width: Emu(5_486_400), height: Emu(3_086_100) };
/// The frame of the text.
const TEXT_FRAME: EmuRect =
    EmuRect { x: Emu(685_800), y: Emu(4_400_550), width: Emu(5_486_400), height: Emu(3_600_450) };

/// The path of the notes of a slide, numbered from 1.
pub(super) fn path(number: usize) -> String {
    format!("ppt/notesSlides/notesSlide{number}.xml")
}

/// Whether a page has notes.
pub(super) fn has_notes(page: &Page) -> bool {
    !page.notes.trim().is_empty()
}

/// Whether any page has notes.
pub(super) fn has_any(document: &Document) -> bool {
    document.pages.iter().any(|page| has_notes(page))
}

/// Writes the notes of a slide.
pub(super) fn write(file: &mut FileContext<'_>, number: usize, page: &Page) -> Result<(), Error> {
    let mut xml = Xml::part();
    xml.open("p:notes", NAMESPACES);
    xml.open("p:cSld", &[]);
    open_tree(&mut xml);
    write_slide_image(&mut xml, false);
    open_text(&mut xml, false);
    for line in page.notes.trim().lines() {
        write_plain_paragraph(&mut xml, &file.document.language, line.trim_end());
    }
    (0..4).for_each(|_| xml.close());
    xml.open("p:clrMapOvr", &[]);
    xml.empty("a:masterClrMapping", &[]);
    xml.close();
    xml.close();
    let mut relationships = Relationships::default();
    relationships.part(relationship::NOTES_MASTER, MASTER_PATH);
    relationships.part(relationship::SLIDE, slide::path(number));
    let path = path(number);
    file.package.xml(&path, NOTES, xml)?;
    file.package.relationships(&path, relationships)
}

/// Writes the master of the notes.
pub(super) fn write_master(file: &mut FileContext<'_>) -> Result<(), Error> {
    let mut xml = Xml::part();
    xml.open("p:notesMaster", NAMESPACES);
    xml.open("p:cSld", &[]);
    xml.open("p:bg", &[]);
    xml.open("p:bgPr", &[]);
    xml.open("a:solidFill", &[]);
    xml.empty("a:srgbClr", &[("val", &"FFFFFF")]);
    xml.close();
    xml.empty("a:effectLst", &[]);
    xml.close();
    xml.close();
    open_tree(&mut xml);
    write_slide_image(&mut xml, true);
    open_text(&mut xml, true);
    write_plain_paragraph(&mut xml, &file.document.language, "Notes");
    (0..4).for_each(|_| xml.close());
    write_color_map(file, &mut xml);
    xml.open("p:notesStyle", &[]);
    open_first_level(&mut xml, file.document.direction);
    // A notes page is white in every theme.
    let ink = if file.scheme.is_dark() { scene::Rgb::BLACK.into() } else { PaletteRole::Text.into() };
    write_run_properties(&file.scheme, &mut xml, "a:defRPr", Px(24.0), false, (ink, FontRole::Body));
    (0..3).for_each(|_| xml.close());
    let mut relationships = Relationships::default();
    relationships.part(relationship::THEME, file.notes_theme());
    file.package.xml(MASTER_PATH, MASTER, xml)?;
    file.package.relationships(MASTER_PATH, relationships)
}

/// Opens the shape tree.
fn open_tree(xml: &mut Xml) {
    xml.open("p:spTree", &[]);
    xml.open("p:nvGrpSpPr", &[]);
    xml.empty("p:cNvPr", &[("id", &1), ("name", &"")]);
    xml.empty("p:cNvGrpSpPr", &[]);
    xml.empty("p:nvPr", &[]);
    xml.close();
    xml.empty("p:grpSpPr", &[]);
}

/// Writes the placeholder of the slide image.
fn write_slide_image(xml: &mut Xml, of_master: bool) {
    xml.open("p:sp", &[]);
    xml.open("p:nvSpPr", &[]);
    xml.empty("p:cNvPr", &[("id", &2), ("name", &"Slide Image 2")]);
    xml.open("p:cNvSpPr", &[]);
    xml.empty("a:spLocks", &[("noGrp", &1), ("noRot", &1), ("noChangeAspect", &1)]);
    xml.close();
    xml.open("p:nvPr", &[]);
    if of_master {
        xml.empty("p:ph", &[("type", &"sldImg"), ("idx", &2)]);
    } else {
        xml.empty("p:ph", &[("type", &"sldImg")]);
    }
    xml.close();
    xml.close();
    if of_master {
        xml.open("p:spPr", &[]);
        geometry::write_transform(xml, "a:xfrm", IMAGE_FRAME, (false, false));
        geometry::write_preset(xml, "rect");
        xml.empty("a:noFill", &[]);
        xml.close();
    } else {
        xml.empty("p:spPr", &[]);
    }
    xml.close();
}

/// Opens the placeholder of the text.
fn open_text(xml: &mut Xml, of_master: bool) {
    xml.open("p:sp", &[]);
    xml.open("p:nvSpPr", &[]);
    xml.empty("p:cNvPr", &[("id", &3), ("name", &"Notes 3")]);
    xml.open("p:cNvSpPr", &[]);
    xml.empty("a:spLocks", &[("noGrp", &1)]);
    xml.close();
    xml.open("p:nvPr", &[]);
    if of_master {
        xml.empty("p:ph", &[("type", &"body"), ("sz", &"quarter"), ("idx", &3)]);
    } else {
        xml.empty("p:ph", &[("type", &"body"), ("idx", &1)]);
    }
    xml.close();
    xml.close();
    if of_master {
        xml.open("p:spPr", &[]);
        geometry::write_transform(xml, "a:xfrm", TEXT_FRAME, (false, false));
        geometry::write_preset(xml, "rect");
        xml.close();
    } else {
        xml.empty("p:spPr", &[]);
    }
    xml.open("p:txBody", &[]);
    xml.empty("a:bodyPr", &[]);
    xml.empty("a:lstStyle", &[]);
}
