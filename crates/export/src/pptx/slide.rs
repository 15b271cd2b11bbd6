//! One slide: its background, shapes, builds and notes.

use scene::{Kind, Node, Page, Rect, Role};

use super::SPACES;
use super::file::{File, Layout};
use super::form;
use super::master::{is_backdrop, layout_path};
use super::notes;
use super::package::{Relationships, kind};
use super::slots::{Slot, slots, ungrouped};
use super::text::plain_paragraph;
use super::tree::{Tree, blip, cut_off};
use super::units::{Emu, Place};
use super::xml::Xml;
use crate::Error;

const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.presentationml.slide+xml";

/// Where a slide is, by its number from 1.
pub(super) fn path(number: usize) -> String {
    format!("ppt/slides/slide{number}.xml")
}

/// Writes a slide on its layout.
pub(super) fn write(
    file: &mut File<'_>,
    number: usize,
    page: &Page,
    (layout_number, layout): (usize, &Layout<'_>),
) -> Result<(), Error> {
    let mut xml = Xml::part();
    let mut relationships = Relationships::default();
    relationships.part(kind::SLIDE_LAYOUT, layout_path(layout_number));
    let mut attributes = SPACES.to_vec();
    if page.is_skipped {
        attributes.push(("show", &0));
    }
    xml.open("p:sld", &attributes);
    xml.open("p:cSld", &[]);
    let nodes = ungrouped(background(file, &mut xml, &mut relationships, page, layout)?);
    let slots = slots(&nodes);
    let mut tree = Tree::new(file, (xml, relationships), &layout.holders, true);
    if !slots.contains(&Some(Slot::Title)) && !page.name.trim().is_empty() {
        tree.unseen_title(page.name.trim());
    }
    tree.page(&nodes, &slots)?;
    let (mut xml, mut relationships, builds) = tree.finish();
    xml.close();
    xml.open("p:clrMapOvr", &[]);
    xml.empty("a:masterClrMapping", &[]);
    xml.close();
    builds.write(&mut xml);
    xml.close();
    if notes::has_notes(page) {
        relationships.part(kind::NOTES_SLIDE, notes::path(number));
        notes::write(file, number, page)?;
    }
    let path = path(number);
    file.package.xml(&path, CONTENT_TYPE, xml)?;
    file.package.relationships(&path, relationships)
}

/// Writes a picture that fills the page behind everything as the background of the slide, so that nobody grabs it by
/// mistake, and answers the nodes that are left. Only where the layout draws nothing that would then lie over it, and
/// where all of it is seen: not every office program cuts a background.
fn background<'p>(
    file: &mut File<'_>,
    xml: &mut Xml,
    relationships: &mut Relationships,
    page: &'p Page,
    layout: &Layout<'_>,
) -> Result<&'p [Node], Error> {
    let [first, rest @ ..] = &page.nodes[..] else {
        return Ok(&page.nodes);
    };
    let Kind::Picture(picture) = &first.kind else {
        return Ok(&page.nodes);
    };
    let is_whole = cut_off(picture) == [0; 4];
    let fills = first.role == Role::Backdrop && first.frame == Rect::CANVAS && first.step.is_none() && is_whole;
    let bare = layout.layer.nodes.iter().chain(&layout.master.nodes).all(is_backdrop);
    if !fills || !bare || layout.layer.nodes.len() > 1 {
        return Ok(&page.nodes);
    }
    let File { media, package, .. } = file;
    let Some(stored) = media.stored(&picture.source, package)? else {
        return Ok(&page.nodes);
    };
    xml.open("p:bg", &[]);
    xml.open("p:bgPr", &[]);
    xml.open("a:blipFill", &[("dpi", &0), ("rotWithShape", &1)]);
    blip(xml, relationships, &stored, picture);
    xml.close();
    xml.empty("a:effectLst", &[]);
    xml.close();
    xml.close();
    Ok(rest)
}

impl Tree<'_, '_> {
    /// A title above the upper edge, for outlines and screen readers, on a slide that shows none.
    fn unseen_title(&mut self, words: &str) {
        self.xml.open("p:sp", &[]);
        self.xml.open("p:nvSpPr", &[]);
        self.plain_name("Title");
        self.xml.open("p:cNvSpPr", &[]);
        self.xml.empty("a:spLocks", &[("noGrp", &1)]);
        self.xml.close();
        self.xml.open("p:nvPr", &[]);
        Slot::Title.write(&mut self.xml);
        self.xml.close();
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        let place = Place { x: Emu(711_200), y: Emu(-762_000), width: Emu(10_769_600), height: Emu(609_600) };
        form::transform(&mut self.xml, "a:xfrm", place, (false, false));
        self.xml.close();
        self.xml.open("p:txBody", &[]);
        self.xml.empty("a:bodyPr", &[]);
        self.xml.empty("a:lstStyle", &[]);
        plain_paragraph(&mut self.xml, &self.file.document.language, words);
        self.xml.close();
        self.xml.close();
    }
}
