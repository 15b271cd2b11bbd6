//! Pages to a PowerPoint file that can be edited further.
//!
//! Three levels: the package (`package`, `xml`, `units`), the elements inside parts (`text`, `geometry`, `table`,
//! `chart`, `connector`, `tree`, `timing`, `media`), and the parts (`presentation`, `theme`, `master`, `slide`,
//! `notes`, `properties`), which `file` writes in order. Titles, bodies, footers and page numbers are placeholders of
//! real layouts; backdrops and ornaments are in the layouts; colours and fonts are those of the theme. Positions, sizes
//! and colours come from the scene.

mod chart;
mod connector;
mod file;
mod fonts;
mod geometry;
mod language;
mod links;
mod master;
mod media;
mod morph;
mod notes;
mod origin;
mod package;
mod placeholders;
mod presentation;
mod properties;
mod scheme;
mod slide;
mod table;
mod template;
mod text;
mod theme;
mod timing;
mod transition;
mod tree;
mod units;
mod workbook;
mod xml;

pub use self::package::Sink;
pub use self::template::{Template, TemplateLayout, TemplatePart, TemplatePlaceholder};
use crate::{Error, ExportInput, PictureCache};

/// The XML namespaces of every part of a presentation.
const NAMESPACES: xml::Attributes<'static> = &[
    ("xmlns:a", &"http://schemas.openxmlformats.org/drawingml/2006/main"),
    ("xmlns:r", &"http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
    ("xmlns:p", &"http://schemas.openxmlformats.org/presentationml/2006/main"),
];

/// Options of a PowerPoint file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options<'a> {
    /// Whether parts of a slide that have build steps appear on clicks.
    pub builds: bool,
    /// Pixels for each pixel of the canvas in pictures that are encoded again: 1 to 3.
    pub scale: u8,
    /// The template whose masters and layouts the slides use; without one, the file has a master and layouts of its
    /// own.
    pub template: Option<&'a Template>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { builds: false, scale: 2, template: None }
    }
}

/// Writes a document as a PowerPoint file to `out`. Pictures are read and written one by one. Fails when `on_page`
/// stops it or `out` cannot be written.
pub fn pptx(
    input: ExportInput<'_>,
    cache: &PictureCache,
    options: Options<'_>,
    out: &mut dyn Sink,
) -> Result<(), Error> {
    file::write(input, cache, options, out)
}
