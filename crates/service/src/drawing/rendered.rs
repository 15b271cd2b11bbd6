//! Rendered exports: a deck as HTML, PDF, PNG or PPTX.

use std::fs::File;
use std::io::{BufWriter, Seek, Write};
use std::ops::RangeInclusive;
use std::sync::Arc;

use deck::{Deck, SlideId};
use export::pdf::{Handout, Sheets};
use export::{Error as ExportError, ExportInput, html, pdf, png, pptx};
use scene::{Document, DocumentOrigin, Text};
use store::StoredDeck;

use super::choice::SlideChoice;
use super::renderer::{DrawInput, Renderer};
use super::template;
use crate::Drawing;
use crate::error::{Error, Result};
use crate::limits::Limit;
use crate::rights::Readable;

/// The file that a deck is rendered into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// One file with a viewer.
    Html,
    /// HTML for printing, a page for each slide.
    Print,
    /// PDF.
    Pdf(PdfPages),
    /// A zip of PNG files.
    Png {
        /// The width of a picture in pixels.
        width: u16,
    },
    /// PowerPoint.
    Pptx {
        /// Scale factor of the resolution of content that must be rasterized, from 1 to 3.
        scale: u8,
        /// Whether build steps appear on a click.
        builds: bool,
        /// Whether the slides are put on the layouts of the PowerPoint file that the theme was made from.
        template: bool,
    },
}

/// The pages of a PDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdfPages {
    /// A page for each slide.
    Slides,
    /// Paper with a slide and its speaker notes.
    Notes,
    /// Paper with several slides.
    Handout(Handout),
}

impl ExportFormat {
    /// The usual width of PNG files in pixels.
    pub const PNG_WIDTH: u16 = 1920;
    /// The widths that PNG files may have.
    pub const PNG_WIDTHS: RangeInclusive<u16> = 320..=3840;

    /// The name of the format in events.
    fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Print => "print",
            Self::Pdf(_) => "pdf",
            Self::Png { .. } => "png",
            Self::Pptx { .. } => "pptx",
        }
    }
}

/// A rendered deck.
#[derive(Debug)]
pub struct Rendered {
    /// Its title.
    pub title: String,
    /// The file, positioned at its beginning.
    pub file: File,
}

impl Drawing {
    /// Renders chosen slides of a deck and counts it as an export.
    ///
    /// # Errors
    /// Fails when the daily limit is used up, no slide is chosen, a picture cannot be loaded, or rendering fails.
    pub async fn export(
        self: &Arc<Self>,
        deck: &Readable,
        lang: Option<&str>,
        format: ExportFormat,
        slides: &SlideChoice,
    ) -> Result<Rendered> {
        let stored = deck.deck();
        slides.check(&*self.catalogue.registry(&stored.head.organization).await?, &stored.deck)?;
        self.limits.count_daily(deck.caller(), Limit::Exports).await?;
        let rendered = self.rendered(stored, lang, format, slides).await?;
        self.decks.record_export(deck, format.name(), lang).await?;
        Ok(rendered)
    }

    /// A deck as a PowerPoint file, not counted as an export.
    pub(crate) async fn powerpoint(
        self: &Arc<Self>,
        stored: &StoredDeck,
        lang: Option<&str>,
        (scale, template): (u8, bool),
    ) -> Result<File> {
        Ok(self
            .rendered(stored, lang, ExportFormat::Pptx { scale, builds: false, template }, &SlideChoice::default())
            .await?
            .file)
    }

    /// A deck as a file, not counted as an export.
    pub(crate) async fn rendered(
        self: &Arc<Self>,
        stored: &StoredDeck,
        lang: Option<&str>,
        format: ExportFormat,
        slides: &SlideChoice,
    ) -> Result<Rendered> {
        let mut drawable = self.drawable(stored, lang).await?;
        let origin = DocumentOrigin { deck: stored.head.id.to_string(), revision: stored.head.revision };
        let (shown, chosen) = slides.apply(&drawable.registry, drawable.deck);
        drawable.deck = shown;
        let description = file_description(&drawable.deck.description, &stored.deck);
        let template = match format {
            ExportFormat::Pptx { template: true, .. } => Some(self.template_file(&drawable.theme).await?),
            _ => None,
        };
        let service = Arc::clone(self);
        let rendered = self.renderer.run(move |task| {
            let template = template.map(|file| template::template(&file)).transpose()?;
            let mut output = match template {
                Some(_) => service.renderer.document_on_template(&drawable.drawing()),
                None => service.renderer.document(&drawable.drawing()),
            };
            keep_pages(&mut output.document, chosen.as_deref());
            output.document.properties.origin = Some(origin);
            output.document.properties.description = description;
            let is_awaited = |_| task.is_awaited();
            let input = ExportInput { document: &output.document, pictures: &drawable.files, on_page: &is_awaited };
            let mut file = tempfile::tempfile()?;
            write_file(&service.renderer, &drawable.drawing(), input, (format, template.as_ref()), &mut file)?;
            drawable.files.check_loaded()?;
            file.rewind()?;
            Ok(Rendered { title: drawable.deck.title, file })
        });
        rendered.await?
    }
}

/// The description of an exported file: that of the deck, and the state of its data.
pub(crate) fn file_description(description: &str, stored: &Deck) -> String {
    let state = stored.sources_line();
    [description, &state].into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Removes the pages of slides that are not chosen.
pub(crate) fn keep_pages(document: &mut Document, chosen: Option<&[SlideId]>) {
    if let Some(chosen) = chosen {
        document.pages.retain(|page| chosen.iter().any(|slide| **slide == *page.slide));
    }
}

/// Writes the pages of a deck into a file: PowerPoint onto a template, if there is one.
pub(crate) fn write_file(
    renderer: &Renderer,
    drawing: &DrawInput<'_>,
    input: ExportInput<'_>,
    (format, template): (ExportFormat, Option<&pptx::Template>),
    out: &mut File,
) -> std::result::Result<(), ExportError> {
    match format {
        ExportFormat::Html => {
            let mut out = BufWriter::new(out);
            html::write_standalone(input, &renderer.fonts, &mut out)?;
            Ok(out.flush()?)
        }
        ExportFormat::Print => Ok(out.write_all(html::print(input, &renderer.fonts)?.as_bytes())?),
        ExportFormat::Pdf(pages) => {
            let notes;
            let sheets = match pages {
                PdfPages::Slides => Sheets::Slides,
                PdfPages::Handout(handout) => Sheets::Handout(handout),
                PdfPages::Notes => {
                    notes = notes_of(renderer, drawing, input.document);
                    Sheets::Notes(&notes)
                }
            };
            Ok(out.write_all(&pdf::pdf(input, &renderer.pictures, sheets)?)?)
        }
        ExportFormat::Png { width } => png::zip(input, width, &renderer.pictures, BufWriter::new(out)).map(drop),
        ExportFormat::Pptx { scale, builds, .. } => {
            let mut out = BufWriter::new(out);
            pptx::pptx(input, &renderer.pictures, pptx::Options { builds, scale, template }, &mut out)?;
            Ok(out.flush()?)
        }
    }
}

/// The notes of each page.
fn notes_of(renderer: &Renderer, drawing: &DrawInput<'_>, document: &Document) -> Vec<Text> {
    let slides = drawing.deck.slides.iter().zip(renderer.notes(drawing, pdf::NOTES_WIDTH));
    let of_pages = slides.filter(|(slide, _)| document.pages.iter().any(|page| *page.slide == *slide.id));
    of_pages.map(|(_, notes)| notes).collect()
}

impl From<ExportError> for Error {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Unwritten(fault) => fault.into(),
            ExportError::Stopped | ExportError::Failed(_) => Self::Internal(anyhow::anyhow!("rendering: {error}")),
        }
    }
}
