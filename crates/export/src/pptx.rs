//! Pages to a PowerPoint file that a person can go on editing.
//!
//! Three storeys: the package with its parts (`package`, `xml`, `units`), the elements that parts are made of
//! (`text`, `form`, `table`, `chart`, `tree`, `timing`, `media`), and the parts themselves (`presentation`, `theme`,
//! `master`, `slide`, `notes`, `properties`), which `file` writes in order. Titles, bodies, footers and page numbers
//! are placeholders of real layouts; backdrops and ornaments stand in the layouts; colours and fonts are the theme's.
//! Only the look of the scene decides: nothing here chooses a place, a size or a colour of its own.

mod chart;
mod file;
mod form;
mod language;
mod links;
mod master;
mod media;
mod notes;
mod package;
mod presentation;
mod properties;
mod scheme;
mod slide;
mod slots;
mod table;
mod text;
mod theme;
mod timing;
mod tree;
mod units;
mod workbook;
mod xml;

pub use self::package::Sink;
use crate::{Error, PictureCache, Work};

/// The names that every part of a presentation speaks with.
const SPACES: xml::Attributes<'static> = &[
    ("xmlns:a", &"http://schemas.openxmlformats.org/drawingml/2006/main"),
    ("xmlns:r", &"http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
    ("xmlns:p", &"http://schemas.openxmlformats.org/presentationml/2006/main"),
];

/// What can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Whether the parts of a slide appear click by click.
    pub builds: bool,
    /// How many pixels a picture that must be drawn has for each of the canvas: 1 to 3.
    pub scale: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { builds: false, scale: 2 }
    }
}

/// Writes a document as a PowerPoint file. Pictures are read and written one by one.
pub fn pptx(work: Work<'_>, cache: &PictureCache, options: Options, out: &mut dyn Sink) -> Result<(), Error> {
    file::write(work, cache, options, out)
}
