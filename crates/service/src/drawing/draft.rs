//! Slides for the editor: drawn from a draft that is not saved.

use std::sync::Arc;

use deck::{Content, Deck, Registry, Slide, SlideId};
use export::html;
use layout::Finding;

use super::pictures::Drawable;
use crate::Drawing;
use crate::error::{Error, Result};
use crate::rights::Readable;

/// A request to draw slides.
#[derive(Debug, Clone, Copy)]
pub struct Draft<'a> {
    /// The slides.
    pub slides: Drafted<'a>,
    /// A theme in place of the deck's.
    pub theme: Option<&'a str>,
    /// The language to show.
    pub lang: Option<&'a str>,
}

/// The slides to draw.
#[derive(Debug, Clone, Copy)]
pub enum Drafted<'a> {
    /// The slides with these ids, as they are stored.
    Stored(&'a [SlideId]),
    /// The slide with this id, with other content.
    Changed(&'a SlideId, &'a Content),
    /// Slides that are not in the deck.
    Sketched(&'a [Sketch]),
}

/// A slide that is not in the deck.
#[derive(Debug, Clone)]
pub struct Sketch {
    /// Id of the slide of the deck in whose place the sketch is drawn. Without an id, or with one that the deck does
    /// not have, the sketch is drawn as the last slide.
    pub id: Option<SlideId>,
    /// The type, by any of its names.
    pub type_name: String,
    /// The content; that of a new slide of the type when not given.
    pub content: Option<Content>,
}

/// Drawn slides.
#[derive(Debug)]
pub struct DrawnSlides {
    /// The slides, in the requested order.
    pub slides: Vec<DrawnSlide>,
    /// The stylesheet for all of them.
    pub css: String,
}

/// A drawn slide.
#[derive(Debug, Clone)]
pub struct DrawnSlide {
    /// Its id.
    pub id: SlideId,
    /// The HTML of its `section`.
    pub html: String,
    /// Problems that its author should know of.
    pub findings: Vec<SlideFinding>,
    /// How many build steps it has.
    pub steps: usize,
}

/// A problem that layout found on a slide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlideFinding {
    /// Id of the slide.
    pub slide_id: SlideId,
    /// Path of the field, such as `body` or `items.2.title`.
    pub field: String,
    /// The kind of problem, such as `overflow` or `small-type`.
    pub code: &'static str,
    /// The problem, in words.
    pub text: String,
}

impl Drawing {
    /// Draws slides of a deck, or slides that are not in it as if they were. Nothing is written.
    ///
    /// # Errors
    /// Fails when the deck has no such slide, a sketch has no known type, or two sketches have the same id.
    pub async fn draft(self: &Arc<Self>, deck: &Readable, draft: Draft<'_>) -> Result<DrawnSlides> {
        let stored = deck.deck();
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let mut deck = stored.deck.shown(&registry, draft.lang).into_owned();
        if let Some(theme) = draft.theme {
            theme.clone_into(&mut deck.theme);
        }
        let position = |deck: &Deck, slide: &SlideId| {
            deck.position(slide).ok_or_else(|| Error::invalid(format!("the deck has no slide `{slide}`")))
        };
        let positions: Vec<usize> = match draft.slides {
            Drafted::Stored(slides) => slides.iter().map(|slide| position(&deck, slide)).collect::<Result<_>>()?,
            Drafted::Changed(slide, content) => {
                let position = position(&deck, slide)?;
                deck.slides[position].content.clone_from(content);
                vec![position]
            }
            Drafted::Sketched(sketches) => {
                let mut positions = Vec::with_capacity(sketches.len());
                for (index, sketch) in sketches.iter().enumerate() {
                    let position = sketched(&registry, &mut deck, index, sketch)?;
                    if positions.contains(&position) {
                        return Err(Error::invalid(format!("slides[{index}].id: the id of another sketch")));
                    }
                    positions.push(position);
                }
                positions
            }
        };
        let drawable = self.drawable_deck(&stored.head.organization, deck).await?;
        self.draw(drawable, positions, true).await
    }

    /// Draws slides of a deck, by their positions from 0, without reviewing them.
    pub(crate) async fn draw_slides(
        self: &Arc<Self>,
        drawable: Drawable,
        positions: Vec<usize>,
    ) -> Result<DrawnSlides> {
        self.draw(drawable, positions, false).await
    }

    pub(super) async fn draw(
        self: &Arc<Self>,
        drawable: Drawable,
        positions: Vec<usize>,
        is_reviewed: bool,
    ) -> Result<DrawnSlides> {
        let service = Arc::clone(self);
        let drawn = self.renderer.run(move |_| {
            let (mut slides, mut faces, mut last) = (Vec::new(), Vec::new(), None);
            for position in positions {
                let Some(output) = service.renderer.page(&drawable.drawing(), position) else { continue };
                let Some(page) = output.document.pages.first() else { continue };
                let fragment = html::fragment(&output.document, page, &|picture| picture.0.clone());
                for face in fragment.faces {
                    if !faces.contains(&face) {
                        faces.push(face);
                    }
                }
                let slide: SlideId = page.slide.as_str().into();
                let mut found = output.findings.clone();
                if is_reviewed {
                    found.extend(service.renderer.review(&drawable.drawing(), &output.document));
                }
                let unbound = drawable.unbound.iter().filter(|finding| finding.slide == slide);
                let drawn = found.iter().map(|finding| SlideFinding::from(&drawable.with_stored_field(finding)));
                slides.push(DrawnSlide {
                    html: drawable.with_stored_fields(&slide, fragment.html),
                    findings: unbound.map(SlideFinding::from).chain(drawn).collect(),
                    steps: page.steps,
                    id: slide,
                });
                last = Some(output.document);
            }
            // All pages of a deck share palette and faces.
            let css = last.map(|document| drawn_css(&document, &faces));
            DrawnSlides { slides, css: css.unwrap_or_default() }
        });
        drawn.await
    }

    /// A font that an organization uploaded, as pages load it; `None` when there is none with that hash.
    ///
    /// # Errors
    /// Fails when storage does not respond, or the task was aborted.
    pub async fn own_font_face(self: &Arc<Self>, hash: &str) -> Result<Option<Arc<[u8]>>> {
        let Some(file) = self.catalogue.font_file(hash).await? else {
            return Ok(None);
        };
        let service = Arc::clone(self);
        self.renderer.run(move |_| service.renderer.whole_file(file)).await
    }

    /// A font face as pages load it; `None` when no face has that number.
    ///
    /// # Errors
    /// Fails when the drawing task was aborted.
    pub async fn font_face(self: &Arc<Self>, number: u32) -> Result<Option<Arc<[u8]>>> {
        let service = Arc::clone(self);
        self.renderer.run(move |_| service.renderer.whole_face(scene::FontId(number))).await
    }
}

/// Puts a sketch into a deck and returns its position.
fn sketched(registry: &Registry, deck: &mut Deck, index: usize, sketch: &Sketch) -> Result<usize> {
    let id = sketch.id.clone().unwrap_or_else(|| format!("sketch-{index}").into());
    let unknown = || Error::invalid(format!("slides[{index}].type: expected a known slide type"));
    let slide_type = registry.resolve(&sketch.type_name).ok_or_else(unknown)?;
    let mut content = sketch.content.clone().unwrap_or_else(|| slide_type.defaults_in(&deck.lang));
    registry.read_content(slide_type, &mut content);
    let key = slide_type.key.clone();
    if let Some(position) = deck.position(&id) {
        let slide = &mut deck.slides[position];
        (slide.key, slide.content) = (key, content);
        return Ok(position);
    }
    deck.slides.push(Slide::new(id, key, content));
    Ok(deck.slides.len() - 1)
}

/// The stylesheet of drawn slides.
pub(crate) fn drawn_css(document: &scene::Document, faces: &[scene::FontId]) -> String {
    html::stylesheet(document, faces, &|font| face_address(document, font))
}

/// The address of a font face. It contains the version of the program, since the bundled fonts and how a face becomes a
/// web font may change with it.
pub(crate) fn face_address(document: &scene::Document, font: scene::FontId) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match document.faces.get(font.0 as usize).and_then(|face| face.own.as_ref()) {
        Some(own) => format!("/fonts/{}.woff2?v={version}", own.hash),
        None => format!("/fonts/{}.woff2?v={version}", font.0),
    }
}

impl From<&Finding> for SlideFinding {
    fn from(finding: &Finding) -> Self {
        Self {
            slide_id: finding.slide.clone(),
            field: finding.field.clone(),
            code: finding.kind.code(),
            text: finding.to_string(),
        }
    }
}
