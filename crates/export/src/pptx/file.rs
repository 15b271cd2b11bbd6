//! What the parts of one file share, and the order in which they are written.

use std::sync::Arc;

use scene::{Document, Layer, Page};

use super::links::Slides;
use super::media::Media;
use super::package::{Package, Relationships, kind};
use super::scheme::Scheme;
use super::slots::{Holder, holders};
use super::{Options, Sink, master, notes, presentation, properties, slide, theme};
use crate::{Error, PictureCache, Work};

/// What the parts of one file share.
pub(super) struct File<'a> {
    pub(super) document: &'a Document,
    pub(super) options: Options,
    pub(super) scheme: Scheme,
    pub(super) slides: Slides,
    pub(super) media: Media<'a>,
    pub(super) package: Package<'a>,
    /// How many charts are written.
    pub(super) charts: usize,
}

/// What pages share: the layers below them, and placeholders.
pub(super) struct Layout<'a> {
    pub(super) master: &'a Arc<Layer>,
    pub(super) layer: &'a Arc<Layer>,
    pub(super) holders: Vec<Holder>,
}

/// Writes a file.
pub(super) fn write<'a>(
    work: Work<'a>,
    cache: &'a PictureCache,
    options: Options,
    out: &'a mut dyn Sink,
) -> Result<(), Error> {
    let document = work.document;
    let mut file = File {
        document,
        options,
        scheme: Scheme::new(document),
        slides: Slides::new(document),
        media: Media::new(document, work.pictures, cache, options.scale),
        package: Package::new(out),
        charts: 0,
    };
    let (layouts, of_pages) = layouts(&file.scheme, document);
    let mut relationships = Relationships::default();
    relationships.part(kind::DOCUMENT, "ppt/presentation.xml");
    relationships.part(kind::CORE_PROPERTIES, "docProps/core.xml");
    relationships.part(kind::EXTENDED_PROPERTIES, "docProps/app.xml");
    file.package.relationships("", relationships)?;
    properties::write(&mut file)?;
    presentation::write(&mut file)?;
    theme::write(&mut file)?;
    master::write(&mut file, &layouts)?;
    for (index, (page, layout)) in document.pages.iter().zip(of_pages).enumerate() {
        slide::write(&mut file, index + 1, page, (layout + 1, &layouts[layout]))?;
        if !(work.on_page)(index + 1) {
            return Err(Error::Stopped);
        }
    }
    if notes::are_there(document) {
        notes::write_master(&mut file)?;
    }
    file.package.finish()
}

/// The layouts of a document in the order of their first pages, and the layout of each page.
fn layouts<'a>(scheme: &Scheme, document: &'a Document) -> (Vec<Layout<'a>>, Vec<usize>) {
    let mut found: Vec<Vec<&'a Page>> = Vec::new();
    let of_pages = document
        .pages
        .iter()
        .map(|page| {
            let place = found
                .iter()
                .position(|pages| pages[0].layout.name == page.layout.name && pages[0].master.name == page.master.name);
            let place = place.unwrap_or_else(|| {
                found.push(Vec::new());
                found.len() - 1
            });
            found[place].push(page);
            place
        })
        .collect();
    let layouts = found
        .into_iter()
        .map(|pages| Layout {
            master: &pages[0].master,
            layer: &pages[0].layout,
            holders: holders(scheme, pages.iter().copied()),
        })
        .collect();
    (layouts, of_pages)
}
