//! One slide: background, shapes, builds and notes.

use scene::{Node, NodeKind, NodeRole, Page, Rect};

use super::NAMESPACES;
use super::file::{FileContext, SlideLayout};
use super::geometry;
use super::master::{is_backdrop, layout_path};
use super::morph;
use super::notes;
use super::origin::{self, ShownFields};
use super::package::{Relationships, relationship};
use super::placeholders::{PlaceholderKind, placeholder_kinds, ungrouped};
use super::text::write_plain_paragraph;
use super::timing::Builds;
use super::transition;
use super::tree::{ShapeTree, blip, cropped_edges};
use super::units::{Emu, EmuRect};
use super::xml::Xml;
use crate::Error;

const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.presentationml.slide+xml";

/// The path of a slide, numbered from 1.
pub(super) fn path(number: usize) -> String {
    format!("ppt/slides/slide{number}.xml")
}

/// Writes a slide on its layout.
pub(super) fn write(
    file: &mut FileContext<'_>,
    number: usize,
    page: &Page,
    (layout_number, layout): (usize, &SlideLayout<'_>),
) -> Result<(), Error> {
    let mut xml = open_slide(page);
    let mut relationships = Relationships::default();
    relationships.part(relationship::SLIDE_LAYOUT, layout_path(layout_number));
    let (nodes, background) = write_background(file, &mut xml, &mut relationships, page, layout)?;
    let nodes = ungrouped(nodes);
    let kinds = placeholder_kinds(&nodes);
    let mut tree = ShapeTree::new(file, (xml, relationships), &layout.placeholders, true);
    if !kinds.contains(&Some(PlaceholderKind::Title)) && !page.name.trim().is_empty() {
        tree.write_hidden_title(page.name.trim());
    }
    if let Some(checksums) = background {
        tree.shown.add_picture("slideBgImage", &checksums);
    }
    tree.page(number, &nodes, &kinds)?;
    let written = tree.finish();
    finish(file, number, page, written)
}

/// Starts the XML of a slide, up to its background.
pub(super) fn open_slide(page: &Page) -> Xml {
    let mut xml = Xml::part();
    let mut attributes = NAMESPACES.to_vec();
    if page.is_skipped {
        attributes.push(("show", &0));
    }
    xml.open("p:sld", &attributes);
    xml.open("p:cSld", &[]);
    xml
}

/// Writes what follows the shapes of a slide, its notes, and the slide itself.
pub(super) fn finish(
    file: &mut FileContext<'_>,
    number: usize,
    page: &Page,
    (mut xml, mut relationships, builds, shown): (Xml, Relationships, Builds, ShownFields),
) -> Result<(), Error> {
    if !page.source.is_empty() {
        origin::write(file, number, &page.source, &shown, (&mut xml, &mut relationships))?;
    }
    xml.close();
    xml.open("p:clrMapOvr", &[]);
    xml.empty("a:masterClrMapping", &[]);
    xml.close();
    transition::write(&mut xml, file.document.transition_into(page), morph::moves_words(file.document, page));
    builds.write(&mut xml);
    xml.close();
    if notes::has_notes(page) {
        relationships.part(relationship::NOTES_SLIDE, notes::path(number));
        notes::write(file, number, page)?;
    }
    let path = path(number);
    file.package.xml(&path, CONTENT_TYPE, xml)?;
    file.package.relationships(&path, relationships)
}

/// Writes a picture that fills the page behind everything as the background of the slide, so that nobody moves it by
/// mistake. Does so only if the layout draws no shapes, because they would cover the background, and if the picture is
/// not cropped, because not every office program supports that for backgrounds. Returns the remaining nodes, and the
/// checksums of the picture if it was written.
fn write_background<'p>(
    file: &mut FileContext<'_>,
    xml: &mut Xml,
    relationships: &mut Relationships,
    page: &'p Page,
    layout: &SlideLayout<'_>,
) -> Result<(&'p [Node], Option<Vec<u32>>), Error> {
    let [first, others @ ..] = &page.nodes[..] else {
        return Ok((&page.nodes, None));
    };
    let NodeKind::Picture(picture) = &first.kind else {
        return Ok((&page.nodes, None));
    };
    let is_uncropped = cropped_edges(picture) == [0; 4];
    let fills_page =
        first.role == NodeRole::Backdrop && first.frame == Rect::CANVAS && first.step.is_none() && is_uncropped;
    let is_bare = layout.layer.nodes.iter().chain(&layout.master.nodes).all(is_backdrop);
    if !fills_page || !is_bare || layout.layer.nodes.len() > 1 {
        return Ok((&page.nodes, None));
    }
    let FileContext { media, package, .. } = file;
    let Some(stored) = media.stored(&picture.source, package)? else {
        return Ok((&page.nodes, None));
    };
    xml.open("p:bg", &[]);
    xml.open("p:bgPr", &[]);
    xml.open("a:blipFill", &[("dpi", &0), ("rotWithShape", &1)]);
    blip(xml, relationships, &stored, picture);
    xml.close();
    xml.empty("a:effectLst", &[]);
    xml.close();
    xml.close();
    Ok((others, Some(stored.checksums)))
}

impl ShapeTree<'_, '_> {
    /// Writes a title above the upper edge of a slide that shows none, for outlines and screen readers.
    pub(super) fn write_hidden_title(&mut self, title: &str) {
        self.xml.open("p:sp", &[]);
        self.xml.open("p:nvSpPr", &[]);
        self.write_plain_name("Title");
        self.xml.open("p:cNvSpPr", &[]);
        self.xml.empty("a:spLocks", &[("noGrp", &1)]);
        self.xml.close();
        self.xml.open("p:nvPr", &[]);
        PlaceholderKind::Title.write(&mut self.xml);
        self.xml.close();
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        // The titles of a template may be large, so the box is higher: no line may extend into the slide.
        let height = if self.file.options.template.is_some() { 2_743_200 } else { 609_600 };
        let y = Emu(-152_400 - height);
        let frame = EmuRect { x: Emu(711_200), y, width: Emu(10_769_600), height: Emu(height) };
        geometry::write_transform(&mut self.xml, "a:xfrm", frame, (false, false));
        self.xml.close();
        self.xml.open("p:txBody", &[]);
        self.xml.empty("a:bodyPr", &[]);
        self.xml.empty("a:lstStyle", &[]);
        write_plain_paragraph(&mut self.xml, &self.file.document.language, title);
        self.xml.close();
        self.xml.close();
    }
}
