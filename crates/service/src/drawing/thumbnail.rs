//! Small pictures of slides, for lists and the editor.

use std::fmt::Write as _;
use std::sync::Arc;

use deck::{Deck, Slide};
use export::png;
use sha2::{Digest, Sha256};
use store::{DeckId, VersionId};

use super::gallery::example_slide;
use super::pictures::Drawable;
use crate::Drawing;
use crate::caller::Caller;
use crate::decks::title_slide;
use crate::error::{Error, Result};
use crate::rights::Right;

/// A small picture of a slide.
#[derive(Debug)]
pub struct Thumbnail {
    /// Names everything it was drawn from: the same name is the same picture.
    pub hash: String,
    /// The PNG; nothing when the caller has it already.
    pub png: Option<Vec<u8>>,
}

impl Drawing {
    /// A slide as a small picture, unless the caller has it already.
    ///
    /// # Errors
    /// Not found.
    pub async fn thumbnail(
        self: &Arc<Self>,
        caller: &Caller,
        id: &DeckId,
        slide: &str,
        lang: Option<&str>,
        width: u16,
        known: Option<&str>,
    ) -> Result<Thumbnail> {
        let stored = self.decks.deck_for(caller, id, Right::Read).await?;
        let drawable = self.drawable(&stored, lang).await?;
        let place = drawable.deck.position(slide).ok_or(Error::NotFound("slide"))?;
        self.draw_thumbnail(drawable, place, width, known).await
    }

    /// The first slide of a deck in the caller's trash as a small picture, unless the caller has it already.
    ///
    /// # Errors
    /// Not found, or not in the trash.
    pub async fn trashed_thumbnail(
        self: &Arc<Self>,
        caller: &Caller,
        id: &DeckId,
        width: u16,
        known: Option<&str>,
    ) -> Result<Thumbnail> {
        let stored = self.decks.own_trashed(caller, id).await?;
        let drawable = self.drawable(&stored, None).await?;
        if drawable.deck.slides.is_empty() {
            return Err(Error::NotFound("slide"));
        }
        self.draw_thumbnail(drawable, 0, width, known).await
    }

    /// A slide of a version as a small picture, unless the caller has it already.
    ///
    /// # Errors
    /// Not found, or no right to write.
    pub async fn version_thumbnail(
        self: &Arc<Self>,
        caller: &Caller,
        id: &DeckId,
        (version, slide): (&VersionId, &str),
        width: u16,
        known: Option<&str>,
    ) -> Result<Thumbnail> {
        let deck = self.decks.granted(caller, id).await?;
        let (_, stored) = self.decks.stored_version(&deck, version).await?;
        let drawable = self.drawable(&stored, None).await?;
        let place = drawable.deck.position(slide).ok_or(Error::NotFound("slide"))?;
        self.draw_thumbnail(drawable, place, width, known).await
    }

    /// The example of a slide type in a theme as a small picture, unless the caller has it already. A theme that is not
    /// there is the default one.
    ///
    /// # Errors
    /// No such type.
    pub async fn type_thumbnail(
        self: &Arc<Self>,
        caller: &Caller,
        name: &str,
        theme: &str,
        width: u16,
        known: Option<&str>,
    ) -> Result<Thumbnail> {
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let shown = registry.resolve(name).ok_or(Error::NotFound("slide type"))?;
        let mut deck = Deck::new(shown.label.clone(), deck::EXAMPLE_LANG);
        theme.clone_into(&mut deck.theme);
        deck.slides.push(example_slide("example", shown));
        let drawable = self.drawable_deck(&caller.organization.id, deck).await?;
        self.draw_thumbnail(drawable, 0, width, known).await
    }

    /// The slide that opens decks of a theme as a small picture, with a title or the theme's own name, unless the caller
    /// has it already.
    ///
    /// # Errors
    /// No such theme.
    pub async fn theme_thumbnail(
        self: &Arc<Self>,
        caller: &Caller,
        theme: &str,
        title: Option<&str>,
        width: u16,
        known: Option<&str>,
    ) -> Result<Thumbnail> {
        let themes = self.catalogue.themes_of(&caller.organization).await?;
        let found = themes.iter().find(|found| found.id == theme).ok_or(Error::NotFound("theme"))?;
        let title = title.filter(|title| !title.trim().is_empty()).unwrap_or(&found.label);
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let mut deck = Deck::new(title, deck::EXAMPLE_LANG);
        deck.theme.clone_from(&found.id);
        let opening = title_slide(&registry, &deck, &found.default_title_type);
        // The same picture has the same name, so the slide that it shows must have the same id.
        deck.slides.push(Slide { id: "opening".to_owned(), ..opening });
        let drawable = self.drawable_deck(&caller.organization.id, deck).await?;
        self.draw_thumbnail(drawable, 0, width, known).await
    }

    async fn draw_thumbnail(
        self: &Arc<Self>,
        drawable: Drawable,
        place: usize,
        width: u16,
        known: Option<&str>,
    ) -> Result<Thumbnail> {
        let hash = name_of(&drawable, place, width);
        if known == Some(hash.as_str()) {
            return Ok(Thumbnail { hash, png: None });
        }
        let service = Arc::clone(self);
        let drawn = self.studio.run(move |_| -> Result<Option<Vec<u8>>> {
            let laid = service.studio.page(&drawable.drawing(), place);
            let Some(laid) = laid else { return Ok(None) };
            let png = png::page(&laid.document, 1, width, &drawable.files, &service.studio.pictures)?;
            drawable.files.were_reached()?;
            Ok(png)
        });
        let png = drawn.await??.ok_or(Error::NotFound("slide"))?;
        Ok(Thumbnail { hash, png: Some(png) })
    }
}

/// A name for all that a slide is drawn from.
fn name_of(drawable: &Drawable, place: usize, width: u16) -> String {
    let Drawable { deck, theme, .. } = drawable;
    let slide = &deck.slides[place];
    let sections = deck.slides[..place].iter().filter(|before| before.key == "chapter-title-slide").count();
    let same_before = deck.slides[..place].iter().filter(|before| before.key == slide.key).count();
    let mut hasher = Sha256::new();
    let parts = [
        env!("CARGO_PKG_VERSION"),
        &slide.key,
        &serde_json::to_string(&slide.content).unwrap_or_default(),
        &format!("{theme:?}"),
        &deck.lang,
        &deck.title,
        deck.settings.logo().unwrap_or_default(),
        &format!("{place} {sections} {same_before} {width}"),
    ];
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let mut name = String::with_capacity(32);
    for byte in hasher.finalize().iter().take(16) {
        let _ = write!(name, "{byte:02x}");
    }
    name
}
