//! Speaker notes: a page for each slide that has some, and the master they share.

use scene::{Document, FontRole, Page, PaletteRole, Px};

use super::SPACES;
use super::file::File;
use super::form;
use super::master::color_map;
use super::package::{Relationships, kind};
use super::slide;
use super::text::{plain_paragraph, plain_run};
use super::units::{Emu, Place};
use super::xml::Xml;
use crate::Error;

const NOTES: &str = "application/vnd.openxmlformats-officedocument.presentationml.notesSlide+xml";
const MASTER: &str = "application/vnd.openxmlformats-officedocument.presentationml.notesMaster+xml";

/// Where the master is.
pub(super) const MASTER_PATH: &str = "ppt/notesMasters/notesMaster1.xml";

/// Picture of the slide and words, on a page of 7.5 by 10 inches.
const PICTURE: Place = Place { x: Emu(685_800), y: Emu(1_143_000), width: Emu(5_486_400), height: Emu(3_086_100) };
const WORDS: Place = Place { x: Emu(685_800), y: Emu(4_400_550), width: Emu(5_486_400), height: Emu(3_600_450) };

/// Where the notes of a slide are, by its number from 1.
pub(super) fn path(number: usize) -> String {
    format!("ppt/notesSlides/notesSlide{number}.xml")
}

pub(super) fn has_notes(page: &Page) -> bool {
    !page.notes.trim().is_empty()
}

pub(super) fn are_there(document: &Document) -> bool {
    document.pages.iter().any(|page| has_notes(page))
}

/// Writes the notes of a slide.
pub(super) fn write(file: &mut File<'_>, number: usize, page: &Page) -> Result<(), Error> {
    let mut xml = Xml::part();
    xml.open("p:notes", SPACES);
    xml.open("p:cSld", &[]);
    tree_head(&mut xml);
    picture(&mut xml, false);
    words_head(&mut xml, false);
    for line in page.notes.trim().lines() {
        plain_paragraph(&mut xml, &file.document.language, line.trim_end());
    }
    (0..4).for_each(|_| xml.close());
    xml.open("p:clrMapOvr", &[]);
    xml.empty("a:masterClrMapping", &[]);
    xml.close();
    xml.close();
    let mut relationships = Relationships::default();
    relationships.part(kind::NOTES_MASTER, MASTER_PATH);
    relationships.part(kind::SLIDE, slide::path(number));
    let path = path(number);
    file.package.xml(&path, NOTES, xml)?;
    file.package.relationships(&path, relationships)
}

/// Writes the master of the notes.
pub(super) fn write_master(file: &mut File<'_>) -> Result<(), Error> {
    let mut xml = Xml::part();
    xml.open("p:notesMaster", SPACES);
    xml.open("p:cSld", &[]);
    xml.open("p:bg", &[]);
    xml.open("p:bgPr", &[]);
    xml.open("a:solidFill", &[]);
    xml.empty("a:srgbClr", &[("val", &"FFFFFF")]);
    xml.close();
    xml.empty("a:effectLst", &[]);
    xml.close();
    xml.close();
    tree_head(&mut xml);
    picture(&mut xml, true);
    words_head(&mut xml, true);
    plain_paragraph(&mut xml, &file.document.language, "Notes");
    (0..4).for_each(|_| xml.close());
    color_map(file, &mut xml);
    xml.open("p:notesStyle", &[]);
    xml.open("a:lvl1pPr", &[("marL", &0), ("algn", &"l")]);
    // Notes stand on white paper whatever the theme.
    let ink = if file.scheme.is_dark() { scene::Rgb::BLACK.into() } else { PaletteRole::Text.into() };
    plain_run(&file.scheme, &mut xml, "a:defRPr", Px(24.0), false, (ink, FontRole::Body));
    (0..3).for_each(|_| xml.close());
    let mut relationships = Relationships::default();
    relationships.part(kind::THEME, "ppt/theme/theme2.xml");
    file.package.xml(MASTER_PATH, MASTER, xml)?;
    file.package.relationships(MASTER_PATH, relationships)
}

fn tree_head(xml: &mut Xml) {
    xml.open("p:spTree", &[]);
    xml.open("p:nvGrpSpPr", &[]);
    xml.empty("p:cNvPr", &[("id", &1), ("name", &"")]);
    xml.empty("p:cNvGrpSpPr", &[]);
    xml.empty("p:nvPr", &[]);
    xml.close();
    xml.empty("p:grpSpPr", &[]);
}

/// The picture of the slide.
fn picture(xml: &mut Xml, of_master: bool) {
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
        form::transform(xml, "a:xfrm", PICTURE, (false, false));
        form::preset(xml, "rect");
        xml.empty("a:noFill", &[]);
        xml.close();
    } else {
        xml.empty("p:spPr", &[]);
    }
    xml.close();
}

/// Opens the box of the words.
fn words_head(xml: &mut Xml, of_master: bool) {
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
        form::transform(xml, "a:xfrm", WORDS, (false, false));
        form::preset(xml, "rect");
        xml.close();
    } else {
        xml.empty("p:spPr", &[]);
    }
    xml.open("p:txBody", &[]);
    xml.empty("a:bodyPr", &[]);
    xml.empty("a:lstStyle", &[]);
}
