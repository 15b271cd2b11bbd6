//! Thumbnails: small pictures of slides, for lists and the editor.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use deck::voice::FootNumber;
use deck::{Deck, DeckRole, Slide, SlideId};
use export::png;
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::{DeckHead, DeckId, LibrarySlide, LibrarySlideId, StoredDeck, VersionId};

use super::draft::DrawnSlides;
use super::gallery::example_slide;
use super::pictures::Drawable;
use crate::Drawing;
use crate::caller::Caller;
use crate::catalogue::Edition;
use crate::decks::title_slide;
use crate::error::{Error, Result};
use crate::rights::Readable;

/// A thumbnail of a slide.
#[derive(Debug)]
pub struct Thumbnail {
    /// A hash of everything that the picture is drawn from, as [`Drawing::thumbnail_hashes`] returns it: the same hash
    /// and width mean the same picture.
    pub hash: String,
    /// The version of all thumbnails of the deck, as lists of decks have it. For an example in a theme and for a slide
    /// of a stored version it is that of the theme, as
    /// [`Catalogue::thumbnail_versions`](crate::Catalogue::thumbnail_versions) returns it; for a slide of the library
    /// it is the revision of the slide, a hyphen and the version of the theme.
    pub version: String,
    /// The PNG; `None` when the client has it already.
    pub png: Option<Vec<u8>>,
}

/// A picture of a slide.
pub(crate) struct SlidePicture {
    hash: String,
    /// The PNG; `None` when the client has it already.
    pub(crate) png: Option<Vec<u8>>,
}

impl SlidePicture {
    fn with_version(self, version: String) -> Thumbnail {
        Thumbnail { hash: self.hash, version, png: self.png }
    }
}

/// The hashes of the thumbnails of a deck in one language. While the hash of a slide does not change, its thumbnail
/// does not change.
#[derive(Debug, Clone)]
pub struct ThumbnailHashes {
    /// The language that the slides are shown in.
    pub language: String,
    /// The hash of each slide's thumbnail.
    pub slides: BTreeMap<SlideId, String>,
}

/// The version of a deck's thumbnails. While it does not change, the thumbnails do not change.
pub(crate) fn thumbnail_version(head: &DeckHead, edition: Edition) -> String {
    format!("{}-{edition}", head.revision)
}

/// A slide of a deck.
#[derive(Debug, Clone, Copy)]
pub enum ThumbnailSlide<'a> {
    /// By its id.
    Id(&'a SlideId),
    /// By its number, from 1.
    Number(usize),
}

impl Drawing {
    /// The thumbnail of a slide. `client_hash` is the hash of the picture that the client has.
    ///
    /// # Errors
    /// Fails when there is no such slide.
    pub async fn thumbnail(
        self: &Arc<Self>,
        deck: &Readable,
        slide: ThumbnailSlide<'_>,
        lang: Option<&str>,
        width: u16,
        client_hash: Option<&str>,
    ) -> Result<Thumbnail> {
        let version = |edition| thumbnail_version(&deck.deck().head, edition);
        self.stored_thumbnail(deck.deck(), version, (slide, lang), width, client_hash).await
    }

    /// The thumbnail of the first slide of a deck in the caller's trash.
    ///
    /// # Errors
    /// Fails when the caller has no such deck in the trash.
    pub async fn trashed_thumbnail(
        self: &Arc<Self>,
        caller: &Caller,
        id: &DeckId,
        width: u16,
        client_hash: Option<&str>,
    ) -> Result<Thumbnail> {
        let stored = self.decks.own_trashed(caller, id).await?;
        let version = |edition| thumbnail_version(&stored.head, edition);
        self.stored_thumbnail(&stored, version, (ThumbnailSlide::Number(1), None), width, client_hash).await
    }

    /// The thumbnail of a slide of a version.
    ///
    /// # Errors
    /// Fails when there is no such version or slide, or the caller may not write the deck.
    pub async fn version_thumbnail(
        self: &Arc<Self>,
        caller: &Caller,
        id: &DeckId,
        (version, slide): (&VersionId, &SlideId),
        width: u16,
        client_hash: Option<&str>,
    ) -> Result<Thumbnail> {
        let deck = self.decks.granted(caller, id).await?;
        let (_, stored) = self.decks.stored_version(&deck, version).await?;
        // The content of a version never changes.
        let version = |edition: Edition| edition.to_string();
        self.stored_thumbnail(&stored, version, (ThumbnailSlide::Id(slide), None), width, client_hash).await
    }

    /// The thumbnail of a slide type's example in a theme, or in the default theme when there is none of that name.
    ///
    /// # Errors
    /// Fails when there is no such type.
    pub async fn type_thumbnail(
        self: &Arc<Self>,
        caller: &Caller,
        name: &str,
        theme: &str,
        width: u16,
        client_hash: Option<&str>,
    ) -> Result<Thumbnail> {
        let organization = &caller.organization.id;
        // Read before the types and the theme, as for a stored slide.
        let edition = self.catalogue.edition(organization, theme).await?;
        let registry = self.catalogue.registry(organization).await?;
        let shown = registry.resolve(name).ok_or(Error::NotFound("slide type"))?;
        let mut deck = Deck::new(shown.label.clone(), deck::EXAMPLE_LANG);
        theme.clone_into(&mut deck.theme);
        deck.slides.push(example_slide("example", shown));
        let drawable = self.drawable_deck(organization, deck).await?;
        let drawn = self.draw_thumbnail(drawable, edition, 0, width, client_hash).await?;
        Ok(drawn.with_version(edition.to_string()))
    }

    /// The thumbnail of a slide of the library of the caller's organization, in a theme or in that of the deck it came
    /// from.
    ///
    /// # Errors
    /// Fails when there is no such slide.
    pub async fn library_thumbnail(
        self: &Arc<Self>,
        caller: &Caller,
        id: &LibrarySlideId,
        theme: Option<&str>,
        width: u16,
        client_hash: Option<&str>,
    ) -> Result<Thumbnail> {
        let organization = &caller.organization.id;
        let found = self.store.library_slide(organization, id).await?;
        let LibrarySlide { mut deck, revision, .. } = found.ok_or(Error::NotFound("slide of the library"))?;
        if let Some(theme) = theme {
            theme.clone_into(&mut deck.theme);
        }
        let edition = self.catalogue.edition(organization, &deck.theme).await?;
        let drawable = self.drawable_deck(organization, deck).await?;
        let drawn = self.draw_thumbnail(drawable, edition, 0, width, client_hash).await?;
        Ok(drawn.with_version(format!("{revision}-{edition}")))
    }

    /// The thumbnail of the title slide of a theme, with a title or the theme's own name.
    ///
    /// # Errors
    /// Fails when there is no such theme.
    pub async fn theme_thumbnail(
        self: &Arc<Self>,
        caller: &Caller,
        theme: &str,
        title: Option<&str>,
        width: u16,
        client_hash: Option<&str>,
    ) -> Result<Thumbnail> {
        let organization = &caller.organization.id;
        // Read before the types and the theme, as for a stored slide.
        let edition = self.catalogue.edition(organization, theme).await?;
        let themes = self.catalogue.themes_of(&caller.organization).await?;
        let found = themes.iter().find(|found| found.id == theme).ok_or(Error::NotFound("theme"))?;
        let title = title.filter(|title| !title.trim().is_empty()).unwrap_or(&found.label);
        let registry = self.catalogue.registry(organization).await?;
        let mut deck = Deck::new(title, deck::EXAMPLE_LANG);
        deck.theme.clone_from(&found.id);
        let opening = title_slide(&registry, &deck, &found.default_title_type);
        // The same picture has the same hash, so the slide must have the same id.
        deck.slides.push(Slide { id: "opening".into(), ..opening });
        let drawable = self.drawable_deck(organization, deck).await?;
        let drawn = self.draw_thumbnail(drawable, edition, 0, width, client_hash).await?;
        Ok(drawn.with_version(edition.to_string()))
    }

    async fn stored_thumbnail(
        self: &Arc<Self>,
        stored: &StoredDeck,
        version: impl FnOnce(Edition) -> String,
        (slide, lang): (ThumbnailSlide<'_>, Option<&str>),
        width: u16,
        client_hash: Option<&str>,
    ) -> Result<Thumbnail> {
        // The edition is read before the types and the theme. If they change in between, the new picture gets an
        // outdated hash, which no later request computes, so that clients load the picture again.
        let edition = self.catalogue.edition(&stored.head.organization, &stored.deck.theme).await?;
        let drawable = self.drawable(stored, lang).await?;
        let position = match slide {
            ThumbnailSlide::Id(id) => drawable.deck.position(id),
            ThumbnailSlide::Number(number) => {
                number.checked_sub(1).filter(|position| *position < drawable.deck.slides.len())
            }
        };
        let position = position.ok_or(Error::NotFound("slide"))?;
        let drawn = self.draw_thumbnail(drawable, edition, position, width, client_hash).await?;
        Ok(drawn.with_version(version(edition)))
    }

    /// The hashes of the thumbnails of a deck.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn thumbnail_hashes(self: &Arc<Self>, deck: &Readable, lang: Option<&str>) -> Result<ThumbnailHashes> {
        let stored = deck.deck();
        let edition = self.catalogue.edition(&stored.head.organization, &stored.deck.theme).await?;
        Ok(hashes_of(&self.drawable(stored, lang).await?, edition))
    }

    /// A drawn slide of a deck, if the deck has it, and the hashes of all thumbnails.
    pub(crate) async fn opening(
        self: &Arc<Self>,
        deck: &Readable,
        slide: Option<&SlideId>,
        lang: Option<&str>,
    ) -> Result<(Option<DrawnSlides>, ThumbnailHashes)> {
        let stored = deck.deck();
        let edition = self.catalogue.edition(&stored.head.organization, &stored.deck.theme).await?;
        let drawable = self.drawable(stored, lang).await?;
        let hashes = hashes_of(&drawable, edition);
        let position = slide.and_then(|slide| drawable.deck.position(slide));
        let drawn = match position {
            Some(position) => Some(self.draw(drawable, vec![position], true).await?),
            None => None,
        };
        Ok((drawn, hashes))
    }

    /// The picture of a slide of a deck, by its position from 0.
    pub(crate) async fn draw_thumbnail(
        self: &Arc<Self>,
        drawable: Drawable,
        edition: Edition,
        position: usize,
        width: u16,
        client_hash: Option<&str>,
    ) -> Result<SlidePicture> {
        let hash = hash_of(&drawable, edition, position);
        if client_hash == Some(hash.as_str()) {
            return Ok(SlidePicture { hash, png: None });
        }
        let service = Arc::clone(self);
        let drawn = self.renderer.run(move |_| -> Result<Option<Vec<u8>>> {
            let output = service.renderer.page(&drawable.drawing(), position);
            let Some(output) = output else { return Ok(None) };
            let png = png::page(&output.document, 1, width, &drawable.files, &service.renderer.pictures)?;
            drawable.files.check_loaded()?;
            Ok(png)
        });
        let png = drawn.await??.ok_or(Error::NotFound("slide"))?;
        Ok(SlidePicture { hash, png: Some(png) })
    }
}

fn hashes_of(drawable: &Drawable, edition: Edition) -> ThumbnailHashes {
    let Drawable { deck, .. } = drawable;
    let slides = deck.slides.iter().enumerate();
    ThumbnailHashes {
        language: deck.lang.clone(),
        slides: slides.map(|(position, slide)| (slide.id.clone(), hash_of(drawable, edition, position))).collect(),
    }
}

/// A hash of everything that a slide is drawn from: its content and pictures, what theme and types draw it with, and
/// what titles, section names, and page numbers on it say about the deck.
fn hash_of(drawable: &Drawable, edition: Edition, position: usize) -> String {
    let Drawable { deck, registry, files, .. } = drawable;
    let slide = &deck.slides[position];
    let is_section = |slide: &Slide| registry.role_of(slide) == Some(DeckRole::Section);
    let sections = deck.slides[..=position].iter().filter(|before| is_section(before)).count();
    let section = deck.slides[..=position].iter().rposition(is_section);
    let section_title = section.and_then(|opener| deck.slides[opener].content.get("title")).and_then(Value::as_str);
    let same_before = deck.slides[..position].iter().filter(|before| before.key == slide.key).count();
    let shows_total = matches!(drawable.theme.voice.foot.number, FootNumber::Of | FootNumber::Total);
    let shown_slides = || deck.slides.iter().filter(|slide| !slide.visibility.hide_in_presentation).count();
    let total = shows_total.then(shown_slides);
    let pictures: Vec<_> = deck::refs::slide_references(slide).into_iter().map(|address| files.hash(address)).collect();
    let logo = deck.settings.logo();
    let theme_logo = drawable.theme.custom.as_ref().and_then(|custom| custom.logo_url.as_deref());
    let logos = [logo, theme_logo].map(|logo| logo.and_then(|address| files.hash(address)));
    let mut hasher = Sha256::new();
    let parts = [
        &edition.to_string(),
        &slide.key,
        &serde_json::to_string(&slide.content).unwrap_or_default(),
        &deck.lang,
        &deck.title,
        logo.unwrap_or_default(),
        section_title.unwrap_or_default(),
        &format!("{position} {total:?} {sections} {section:?} {same_before} {pictures:?} {logos:?}"),
    ];
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let mut hash = String::with_capacity(32);
    for byte in hasher.finalize().iter().take(16) {
        let _ = write!(hash, "{byte:02x}");
    }
    hash
}
