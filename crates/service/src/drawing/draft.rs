//! Slides as the editor shows them: drawn from a draft that is not saved.

use std::sync::Arc;

use deck::{Content, Deck, Registry, Slide, Visibility};
use export::html;
use layout::Finding;
use serde_json::{Value, json};
use store::DeckId;

use super::pictures::Drawable;
use crate::Drawing;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::Right;

/// What the editor wants drawn.
#[derive(Debug, Clone, Copy)]
pub struct Draft<'a> {
    /// The slides.
    pub slides: Drafted<'a>,
    /// A theme in place of the deck's.
    pub theme: Option<&'a str>,
    /// The language to show.
    pub lang: Option<&'a str>,
}

/// Slides that the editor wants drawn.
#[derive(Debug, Clone, Copy)]
pub enum Drafted<'a> {
    /// Those of these ids, as they are stored.
    Stored(&'a [String]),
    /// One with other content.
    Changed(&'a str, &'a Content),
    /// Slides as `{id?, type, content?}`: one whose id the deck has stands in that slide's place, any other as if it
    /// stood last. Without content a slide is as new ones of its type are.
    Sketched(&'a [Value]),
}

/// What was drawn.
#[derive(Debug)]
pub struct Drawn {
    /// The slides, in the order asked for.
    pub slides: Vec<DrawnSlide>,
    /// What a page that shows them needs, once.
    pub css: String,
}

/// A slide that was drawn.
#[derive(Debug)]
pub struct DrawnSlide {
    /// Its id.
    pub id: String,
    /// Its `section`.
    pub html: String,
    /// What its author should know.
    pub findings: Vec<Value>,
    /// How many build steps it has.
    pub steps: usize,
}

impl Drawing {
    /// Draws slides of a deck, or slides that are not in it as if they were. Nothing is written.
    ///
    /// # Errors
    /// Not found, no such slide, or a sketch of no known type.
    pub async fn draft(self: &Arc<Self>, caller: &Caller, id: &DeckId, draft: Draft<'_>) -> Result<Drawn> {
        let stored = self.decks.deck_for(caller, id, Right::Read).await?;
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let mut deck = stored.deck.shown(&registry, draft.lang).into_owned();
        if let Some(theme) = draft.theme {
            theme.clone_into(&mut deck.theme);
        }
        let place = |deck: &Deck, slide: &str| {
            deck.position(slide).ok_or_else(|| Error::invalid(format!("the deck has no slide `{slide}`")))
        };
        let places: Vec<usize> = match draft.slides {
            Drafted::Stored(slides) => slides.iter().map(|slide| place(&deck, slide)).collect::<Result<_>>()?,
            Drafted::Changed(slide, content) => {
                let place = place(&deck, slide)?;
                deck.slides[place].content.clone_from(content);
                vec![place]
            }
            Drafted::Sketched(sketches) => {
                let mut places = Vec::with_capacity(sketches.len());
                for (index, sketch) in sketches.iter().enumerate() {
                    let place = sketched(&registry, &mut deck, index, sketch)?;
                    if places.contains(&place) {
                        return Err(Error::invalid(format!("slides[{index}].id: the id of another sketch")));
                    }
                    places.push(place);
                }
                places
            }
        };
        let drawable = self.drawable_deck(&stored.head.organization, deck).await?;
        self.draw_slides(drawable, places).await
    }

    /// Draws slides of a deck, by their places from 0.
    pub(crate) async fn draw_slides(self: &Arc<Self>, drawable: Drawable, places: Vec<usize>) -> Result<Drawn> {
        let service = Arc::clone(self);
        let drawn = self.studio.run(move |_| {
            let (mut slides, mut faces, mut last) = (Vec::new(), Vec::new(), None);
            for place in places {
                let Some(laid) = service.studio.page(&drawable.drawing(), place) else { continue };
                let Some(page) = laid.document.pages.first() else { continue };
                let fragment = html::fragment(&laid.document, page, &|picture| picture.0.clone());
                for face in fragment.faces {
                    if !faces.contains(&face) {
                        faces.push(face);
                    }
                }
                slides.push(DrawnSlide {
                    id: page.slide.clone(),
                    html: fragment.html,
                    findings: laid.findings.iter().map(finding_view).collect(),
                    steps: page.steps,
                });
                last = Some(laid.document);
            }
            // All pages of a deck share palette and faces.
            let css = last.map(|document| drawn_css(&document, &faces));
            Drawn { slides, css: css.unwrap_or_default() }
        });
        drawn.await
    }

    /// A face as pages load it; nothing when there is none of that number.
    ///
    /// # Errors
    /// The work broke off.
    pub async fn font_face(self: &Arc<Self>, number: u32) -> Result<Option<std::sync::Arc<[u8]>>> {
        let service = Arc::clone(self);
        self.studio.run(move |_| service.studio.whole_face(scene::FontId(number))).await
    }
}

/// Puts a sketch into a deck and answers where it stands.
fn sketched(registry: &Registry, deck: &mut Deck, index: usize, sketch: &Value) -> Result<usize> {
    let wrong = |path: &str, expected: &str| Error::invalid(format!("slides[{index}]{path}: expected {expected}"));
    let sketch = sketch.as_object().ok_or_else(|| wrong("", "an object"))?;
    let id = match sketch.get("id") {
        None | Some(Value::Null) => format!("sketch-{index}"),
        Some(Value::String(id)) => id.clone(),
        Some(_) => return Err(wrong(".id", "a text")),
    };
    let name = sketch.get("type").and_then(Value::as_str).unwrap_or_default();
    let known = registry.resolve(name).ok_or_else(|| wrong(".type", "a known slide type"))?;
    let mut content = match sketch.get("content") {
        None | Some(Value::Null) => known.defaults_in(&deck.lang),
        Some(Value::Object(content)) => content.clone(),
        Some(_) => return Err(wrong(".content", "an object")),
    };
    registry.read_content(known, &mut content);
    let key = known.key.clone();
    if let Some(place) = deck.position(&id) {
        let slide = &mut deck.slides[place];
        (slide.key, slide.content) = (key, content);
        return Ok(place);
    }
    let visibility = Visibility::default();
    deck.slides.push(Slide { id, key, content, notes: String::new(), visibility, duration: None });
    Ok(deck.slides.len() - 1)
}

/// What a page that shows drawn slides needs once.
pub(crate) fn drawn_css(document: &scene::Document, faces: &[scene::FontId]) -> String {
    html::stylesheet(document, faces, &|font| face_address(font.0))
}

/// Where a face is served. It changes with the version, since the fonts may.
pub(crate) fn face_address(number: u32) -> String {
    format!("/fonts/{number}.woff2?v={}", env!("CARGO_PKG_VERSION"))
}

/// A finding as the editor is told it.
fn finding_view(finding: &Finding) -> Value {
    json!({ "slideId": finding.slide, "field": finding.field, "text": finding.to_string() })
}
