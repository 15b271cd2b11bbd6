//! The data in the page of the editor, so that it shows a slide before its first request.

use std::collections::BTreeMap;

use deck::{FieldDraft, Registry, SlideId, SlideTypeView};

use super::DeckView;
use crate::Editing;
use crate::drawing::{DrawnSlides, ThumbnailHashes};
use crate::error::{Error, Result};
use crate::rights::{MayWrite, Readable};

/// A deck with what the editor shows first.
#[derive(Debug)]
pub struct OpenedDeck {
    /// The deck in full, in its main language.
    pub view: DeckView,
    /// The slide that is shown first; absent when the deck has no slides.
    pub drawn: Option<DrawnSlides>,
    /// The hashes of its thumbnails, in the language of the drawn slide.
    pub thumbnails: ThumbnailHashes,
    /// Descriptions of the types of its slides that are disabled, by key. Such slides can still be edited.
    pub withdrawn: BTreeMap<String, SlideTypeView>,
    /// Texts that break a rule of their field; empty for a caller who may only read.
    pub drafts: Vec<FieldDraft>,
}

impl Editing {
    /// Opens a deck in the editor. The first slide is `slide` when the deck has it, drawn in `lang` when the deck has
    /// that language.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn open(&self, readable: &Readable, slide: Option<&SlideId>, lang: Option<&str>) -> Result<OpenedDeck> {
        let view = self.decks.read(readable, None).await?;
        let deck = &view.stored.deck;
        let requested = slide.filter(|slide| deck.position(slide).is_some());
        let first = requested.cloned().or_else(|| deck.slides.first().map(|slide| slide.id.clone()));
        let lang = lang.filter(|lang| deck.languages().contains(lang));
        let (drawn, thumbnails) = self.drawing.opening(readable, first.as_ref(), lang).await?;
        let withdrawn = self.withdrawn_types(&view.registry, deck);
        let drafts = match self.decks.granted::<MayWrite>(readable.caller(), readable.id()).await {
            Ok(writable) => self.drafts(&writable).await?,
            Err(Error::Forbidden(_)) => Vec::new(),
            Err(error) => return Err(error),
        };
        Ok(OpenedDeck { view, drawn, thumbnails, withdrawn, drafts })
    }

    fn withdrawn_types(&self, registry: &Registry, deck: &deck::Deck) -> BTreeMap<String, SlideTypeView> {
        let used = |key: &str| deck.slides.iter().any(|slide| slide.key == key);
        let disabled = registry.types().filter(|slide_type| !slide_type.enabled && used(&slide_type.key));
        disabled
            .map(|slide_type| {
                (slide_type.key.clone(), registry.described(slide_type, &self.config.schema_host, &self.config.lang))
            })
            .collect()
    }
}
