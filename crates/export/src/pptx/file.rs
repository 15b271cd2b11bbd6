//! The context that the parts of one file share, and the order in which they are written.

use std::sync::Arc;

use scene::{Document, Layer, Page};

use super::links::Slides;
use super::media::Media;
use super::morph::SharedNames;
use super::package::{Package, Relationships, relationship};
use super::placeholders::{Placeholder, placeholders};
use super::scheme::Scheme;
use super::{Options, Sink, master, notes, presentation, properties, slide, template, theme};
use crate::{Error, ExportInput, PictureCache};

/// The context that the parts of one file share.
pub(super) struct FileContext<'a> {
    pub(super) document: &'a Document,
    pub(super) options: Options<'a>,
    pub(super) scheme: Scheme,
    pub(super) slides: Slides,
    pub(super) media: Media<'a>,
    pub(super) package: Package<'a>,
    /// Number of charts written so far.
    pub(super) charts: usize,
    /// The names of shapes that neighbouring slides share.
    pub(super) shared_names: SharedNames,
}

impl FileContext<'_> {
    /// The path of the theme of the notes. Its number follows those of the themes of the masters.
    pub(super) fn notes_theme(&self) -> String {
        let masters = self.options.template.map_or(1, |template| template.masters.len());
        format!("ppt/theme/theme{}.xml", masters + 1)
    }
}

/// A slide layout: the layers below its pages, and its placeholders.
pub(super) struct SlideLayout<'a> {
    pub(super) master: &'a Arc<Layer>,
    pub(super) layer: &'a Arc<Layer>,
    pub(super) placeholders: Vec<Placeholder>,
}

/// Writes a file.
pub(super) fn write<'a>(
    input: ExportInput<'a>,
    cache: &'a PictureCache,
    options: Options<'a>,
    out: &'a mut dyn Sink,
) -> Result<(), Error> {
    let document = input.document;
    let mut file = FileContext {
        document,
        options,
        scheme: Scheme::new(document, options.template),
        slides: Slides::new(document),
        media: Media::new(document, input.pictures, cache, options.scale),
        package: Package::of_presentation(out),
        charts: 0,
        shared_names: SharedNames::of(document),
    };
    let mut relationships = Relationships::default();
    relationships.part(relationship::DOCUMENT, "ppt/presentation.xml");
    properties::write(&mut file, &mut relationships)?;
    file.package.relationships("", relationships)?;
    presentation::write(&mut file)?;
    match options.template {
        Some(template) => template::write(&mut file, template, &input)?,
        None => write_slides(&mut file, &input)?,
    }
    if notes::has_any(document) {
        notes::write_master(&mut file)?;
    }
    file.package.finish()
}

/// Writes the theme, the master and layouts, and the slides on them.
fn write_slides(file: &mut FileContext<'_>, input: &ExportInput<'_>) -> Result<(), Error> {
    let (layouts, layouts_of_pages) = layouts(&file.scheme, input.document);
    theme::write(file)?;
    master::write(file, &layouts)?;
    for (index, (page, layout)) in input.document.pages.iter().zip(layouts_of_pages).enumerate() {
        slide::write(file, index + 1, page, (layout + 1, &layouts[layout]))?;
        input.report(index + 1)?;
    }
    Ok(())
}

/// The layouts of a document in the order of their first pages, and the index of the layout of each page.
fn layouts<'a>(scheme: &Scheme, document: &'a Document) -> (Vec<SlideLayout<'a>>, Vec<usize>) {
    let mut pages_of_layouts: Vec<Vec<&'a Page>> = Vec::new();
    let layouts_of_pages = document
        .pages
        .iter()
        .map(|page| {
            let index = pages_of_layouts
                .iter()
                .position(|pages| pages[0].layout.name == page.layout.name && pages[0].master.name == page.master.name);
            let index = index.unwrap_or_else(|| {
                pages_of_layouts.push(Vec::new());
                pages_of_layouts.len() - 1
            });
            pages_of_layouts[index].push(page);
            index
        })
        .collect();
    let layouts = pages_of_layouts
        .into_iter()
        .map(|pages| SlideLayout {
            master: &pages[0].master,
            layer: &pages[0].layout,
            placeholders: placeholders(scheme, pages.iter().copied()),
        })
        .collect();
    (layouts, layouts_of_pages)
}
