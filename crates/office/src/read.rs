//! Opens PowerPoint files and reads them into the model.
//!
//! Files may be hostile. Unpacked bytes are counted, and the number of everything that a file can repeat is limited.
//! Nothing outside the package is opened. XML parts are read one at a time, and pictures are read only on request, so
//! memory is bounded by the largest part.

mod archive;
mod chart;
mod comments;
mod compound;
mod diagram;
mod error;
mod frame;
mod graphic;
mod kind;
mod layers;
mod masters;
mod notes;
pub(crate) mod paint;
mod picture;
mod presentation;
mod prompts;
mod properties;
mod prune;
mod relationships;
mod scope;
mod shape;
mod skeleton;
mod slide;
mod style;
mod table;
mod tally;
pub(crate) mod template;
mod text;
mod units;
mod xml;

use std::io::{Read, Seek, Write};

use archive::{Archive, Parts};
pub use error::ReadError;
use kind::Main;
use relationships::Relationships;

use crate::model::{Content, Presentation};
use crate::{Skeleton, Template};

/// Limits for reading a file. The defaults are those of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Entries in the archive.
    pub entries: usize,
    /// Bytes of all entries together, unpacked.
    pub unpacked: u64,
    /// Bytes of one XML part, unpacked.
    pub part: u64,
    /// Tags of all XML parts together. They bound the time that reading takes.
    pub tags: usize,
    /// Bytes of a picture.
    pub picture: u64,
    /// Slides.
    pub slides: usize,
    /// Shapes on a slide, groups included.
    pub shapes: usize,
    /// Cells of a table.
    pub cells: usize,
    /// Figures and categories of a chart.
    pub points: usize,
    /// Shapes, paragraphs, runs, cells and figures of the presentation.
    pub pieces: usize,
    /// Bytes of text of the presentation.
    pub text: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            entries: 5_000,
            unpacked: 1 << 30,
            part: 64 << 20,
            tags: 20_000_000,
            picture: 20 << 20,
            slides: 2_000,
            shapes: 5_000,
            cells: 10_000,
            points: 50_000,
            pieces: 1_000_000,
            text: 32 << 20,
        }
    }
}

/// A PowerPoint file whose archive passed all checks.
#[derive(Debug)]
pub struct File<R> {
    archive: Archive<R>,
    limits: Limits,
    package: Relationships,
    main: Main,
}

impl<R: Read + Seek> File<R> {
    /// Opens a file and finds its main part. Fails when it is not a PowerPoint file, is encrypted or damaged, or has
    /// more entries than the limits allow.
    pub fn open(input: R, limits: Limits) -> Result<Self, ReadError> {
        let mut archive = Archive::open(input, limits.clone())?;
        let parts: &mut dyn Parts = &mut archive;
        let package = parts.relationships("")?;
        let main = kind::main_part(parts, &package)?;
        Ok(Self { archive, limits, package, main })
    }

    /// Reads the presentation. Fails when a part is missing or damaged, or when there is more of something than the
    /// limits allow.
    pub fn presentation(&mut self) -> Result<Presentation, ReadError> {
        self.archive.start_over();
        let mut presentation = presentation::read(&mut self.archive, &self.limits, &self.package, &self.main)?;
        for slide in &presentation.slides {
            let parts = slide.shapes.iter().flat_map(|shape| match &shape.content {
                Content::Picture(picture) => [&picture.part, &picture.raster],
                Content::Media(media) => [&media.part, &None],
                _ => [&None, &None],
            });
            let parts = parts.flatten();
            for part in parts.chain(&slide.background) {
                if !presentation.checksums.contains_key(part)
                    && let Some(checksum) = self.archive.checksum(part)
                {
                    presentation.checksums.insert(part.clone(), format!("{checksum:08x}"));
                }
            }
        }
        Ok(presentation)
    }

    /// Makes a theme of the file's colours, fonts, master and layouts, with the font families of `themes`. Its slides
    /// are not read. Fails when the file has no master, or when one of these parts is damaged or too large.
    pub fn template(&mut self, themes: &deck::Themes) -> Result<Template, ReadError> {
        self.archive.start_over();
        let parts = template::read(&mut self.archive, &self.limits, &self.main)?;
        Ok(crate::template::template(&parts, themes))
    }

    /// Reads the masters, layouts, themes and pictures of the file without its slides, for exports that use them. Fails
    /// when they are missing, damaged, too many or too large, or in the strict form of the format.
    pub fn skeleton(&mut self) -> Result<Skeleton, ReadError> {
        self.archive.start_over();
        skeleton::read(&mut self.archive, &self.limits, &self.main)
    }

    /// Writes the bytes of a picture to `out`. Fails when there is no such part, when it is damaged, and when it is
    /// larger than the limits allow; then `out` has some of its bytes.
    pub fn picture(&mut self, part: &str, out: &mut dyn Write) -> Result<(), ReadError> {
        self.archive.unpack(part, self.limits.picture, out)
    }
}
