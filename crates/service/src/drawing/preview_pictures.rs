//! Previews for agents as pictures: a picture per slide, or sheets of numbered slides, with the findings on the slides.

use std::sync::Arc;

use export::{ExportInput, png};
use layout::Finding;

use super::DesignFinding;
use super::preview::slide_range;
use super::slide_findings::with_fitting_lengths;
use crate::Drawing;
use crate::decks::SlideRef;
use crate::error::{Error, Result};
use crate::rights::Readable;

/// The maximum number of slides of one sheet.
const MAX_ON_SHEET: usize = 20;
/// The maximum number of pictures of one call.
const MAX_PICTURES: usize = 20;
/// The maximum number of sheets of one call.
const MAX_SHEETS: usize = 5;

/// How slides are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureForm {
    /// A picture for each slide, of this width.
    Slides(u16),
    /// Sheets of slides, of this width.
    Sheets(u16),
}

/// Slides as pictures.
#[derive(Debug)]
pub struct SlidePictures {
    /// The pictures, as PNG.
    pub pictures: Vec<Vec<u8>>,
    /// Positions of the first slide shown and of the one after the last.
    pub shown: (usize, usize),
    /// The findings on the slides.
    pub findings: Vec<DesignFinding>,
}

impl Drawing {
    /// One slide as a picture of a width.
    ///
    /// # Errors
    /// Fails when there is no such slide, or a picture on it cannot be loaded.
    pub async fn picture_slide(
        self: &Arc<Self>,
        deck: &Readable,
        slide: &SlideRef,
        width: u16,
    ) -> Result<SlidePictures> {
        let at = slide.position(&deck.deck().deck)?;
        self.pictures(deck, (at, at + 1), PictureForm::Slides(width)).await
    }

    /// Slides as pictures: all of them, or a range such as `0-4` or `2`.
    ///
    /// # Errors
    /// Fails when the range is not within the deck or too long, or a picture on a slide cannot be loaded.
    pub async fn picture_deck(
        self: &Arc<Self>,
        deck: &Readable,
        range: Option<&str>,
        form: PictureForm,
    ) -> Result<SlidePictures> {
        let (from, until) = slide_range(range, deck.deck().deck.slides.len())?;
        let count = until - from;
        match form {
            PictureForm::Slides(_) if count > MAX_PICTURES => Err(Error::invalid(format!(
                "slideRange: {MAX_PICTURES} pictures at most, these are {count} slides: give a shorter range, or sheet true"
            ))),
            PictureForm::Sheets(_) if count > MAX_ON_SHEET * MAX_SHEETS => Err(Error::invalid(format!(
                "slideRange: {} slides at most, these are {count}: give a range",
                MAX_ON_SHEET * MAX_SHEETS
            ))),
            _ => self.pictures(deck, (from, until), form).await,
        }
    }

    async fn pictures(
        self: &Arc<Self>,
        deck: &Readable,
        (from, until): (usize, usize),
        form: PictureForm,
    ) -> Result<SlidePictures> {
        let mut drawable = self.drawable(deck.deck(), None).await?;
        let service = Arc::clone(self);
        let pictures = self.renderer.run(move |task| {
            let renderer = &service.renderer;
            let mut output = renderer.document(&drawable.drawing());
            let document = &mut output.document;
            document.pages = document.pages.drain(..).skip(from).take(until - from).collect();
            let reviewed = renderer.review(&drawable.drawing(), document);
            let is_awaited = |_| task.is_awaited();
            let input = ExportInput { document, pictures: &drawable.files, on_page: &is_awaited };
            let pictures = match form {
                PictureForm::Slides(width) => png::pages(input, width, &renderer.pictures)?,
                PictureForm::Sheets(width) => {
                    let labels: Vec<String> = (from..until).map(|index| format!("slideIndex {index}")).collect();
                    png::sheets(input, &labels, MAX_ON_SHEET, width, &renderer.pictures)?
                }
            };
            drawable.files.check_loaded()?;
            let shown = &drawable.deck.slides[from..until];
            let is_shown = |finding: &Finding| shown.iter().any(|slide| slide.id == finding.slide);
            let found = output.findings.into_iter().chain(reviewed).filter(is_shown).collect();
            let findings = with_fitting_lengths(renderer, &mut drawable, found);
            Ok(SlidePictures { pictures, shown: (from, until), findings })
        });
        pictures.await?
    }
}
