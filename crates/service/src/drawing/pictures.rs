//! The pictures of a stored deck: their facts for layout, and their bytes.

use std::collections::HashMap;
use std::io::Read;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use deck::{BindingContext, Deck, Registry, RepeatedList, SlideId, Table, Theme, WithValues};
use layout::{Finding, FindingKind};
use scene::PictureId;
use store::{OrganizationId, StoreError, StoredDeck};
use tokio::runtime::Handle;

use super::merge::{MergeFormat, MergePlan};
use super::renderer::DrawInput;
use crate::Drawing;
use crate::decks::stale_sources;
use crate::error::{Error, Result};
use crate::examples::ExamplePicture;
use crate::library::is_media;

/// A deck with everything that drawing it needs.
pub(crate) struct Drawable {
    pub(crate) deck: Deck,
    pub(crate) registry: Arc<Registry>,
    pub(crate) theme: Theme,
    pub(crate) facts: layout::Pictures,
    pub(crate) files: PictureFiles,
    /// The invitation to the live session, while the deck is presented.
    pub(crate) invite: Option<layout::Invite>,
    /// Bindings to data that have no value.
    pub(crate) unbound: Vec<Finding>,
    /// The lists whose entries repeat over rows of data.
    pub(crate) repeated: Vec<RepeatedList>,
}

impl Drawable {
    /// The path of a field of a slide as it is stored, from the path as it is drawn.
    fn stored_field(&self, slide: &SlideId, drawn: &str) -> Option<String> {
        self.repeated.iter().filter(|list| list.slide == *slide).find_map(|list| list.stored_path(drawn))
    }

    /// A finding on a drawn slide with its field as it is stored.
    pub(super) fn with_stored_field(&self, finding: &Finding) -> Finding {
        let field = self.stored_field(&finding.slide, &finding.field);
        Finding { field: field.unwrap_or_else(|| finding.field.clone()), ..finding.clone() }
    }

    /// The HTML of a drawn slide with the fields of its elements as they are stored.
    pub(super) fn with_stored_fields(&self, slide: &SlideId, html: String) -> String {
        const FIELD_ATTRIBUTE: &str = " data-field=\"";
        if !self.repeated.iter().any(|list| list.slide == *slide) {
            return html;
        }
        let mut parts = html.split(FIELD_ATTRIBUTE);
        let mut stored = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (drawn, rest) = part.split_at(part.find('"').unwrap_or_default());
            let field = self.stored_field(slide, drawn);
            stored.extend([FIELD_ATTRIBUTE, field.as_deref().unwrap_or(drawn), rest]);
        }
        stored
    }

    pub(crate) fn drawing(&self) -> DrawInput<'_> {
        let invite = self.invite.as_ref();
        DrawInput { deck: &self.deck, registry: &self.registry, theme: &self.theme, pictures: &self.facts, invite }
    }
}

/// The bytes of pictures, by their address in a deck.
pub(crate) struct PictureFiles {
    service: Arc<Drawing>,
    handle: Handle,
    sources: HashMap<String, Source>,
    /// Why storage was unavailable; `None` while it is available.
    unavailable: Mutex<Option<String>>,
}

/// Where the bytes of a picture are.
enum Source {
    /// In storage under this hash; for an SVG with active content, the hash of its sanitised copy.
    Hash(String),
    /// A sound or a video, in storage under this hash.
    Media(String),
    /// Compiled in.
    Example(&'static ExamplePicture),
}

impl Drawing {
    /// A deck in one of its languages, ready to be drawn.
    pub(crate) async fn drawable(self: &Arc<Self>, stored: &StoredDeck, lang: Option<&str>) -> Result<Drawable> {
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let deck = stored.deck.shown(&registry, lang).into_owned();
        self.drawable_deck(&stored.head.organization, deck).await
    }

    /// A deck, stored or not, ready to be drawn. Pictures of other organizations are left out.
    pub(crate) async fn drawable_deck(self: &Arc<Self>, organization: &OrganizationId, deck: Deck) -> Result<Drawable> {
        let registry = self.catalogue.registry(organization).await?;
        let theme = self.catalogue.theme_or_default(organization, &deck.theme).await?;
        self.drawable_with(organization, deck, registry, theme).await
    }

    /// A deck, ready to be drawn with the given types and theme. None of these need to be stored. The bindings of the
    /// deck are replaced by their values.
    pub(super) async fn drawable_with(
        self: &Arc<Self>,
        organization: &OrganizationId,
        deck: Deck,
        registry: Arc<Registry>,
        theme: Theme,
    ) -> Result<Drawable> {
        let (deck, unbound, repeated) = self.with_values(&registry, deck);
        let drawable = self.drawable_with_bindings(organization, deck, registry, theme).await?;
        Ok(Drawable { unbound, repeated, ..drawable })
    }

    /// A deck that is filled in for each row of a table.
    pub(crate) async fn merge_plan(
        self: &Arc<Self>,
        stored: &StoredDeck,
        lang: Option<&str>,
        table: Table,
        formats: Vec<MergeFormat>,
        name: Option<&str>,
    ) -> Result<(MergePlan, PictureFiles)> {
        let organization = &stored.head.organization;
        let registry = self.catalogue.registry(organization).await?;
        let theme = self.catalogue.theme_or_default(organization, &stored.deck.theme).await?;
        let deck = stored.deck.shown(&registry, lang).into_owned();
        let drawable = self.drawable_with_bindings(organization, deck, registry, theme).await?;
        let Drawable { deck, registry, theme, facts, files, .. } = drawable;
        Ok((MergePlan::new((deck, registry, theme, facts), table, formats, name)?, files))
    }

    /// A deck with values in place of its bindings, the bindings that have none, and the lists that repeat.
    fn with_values(&self, registry: &Registry, deck: Deck) -> (Deck, Vec<Finding>, Vec<RepeatedList>) {
        if !deck.has_sources() {
            return (deck, Vec::new(), Vec::new());
        }
        let stale = stale_sources(&deck, self.decks.clock.now());
        let context = BindingContext { stale: Some(&stale), record: None };
        let WithValues { deck, findings, repeated } = deck.into_values(registry, context);
        let findings = findings.into_iter().filter_map(|finding| {
            Some(Finding { slide: finding.slide?, field: finding.field, kind: FindingKind::Unbound(finding.text) })
        });
        (deck, findings.collect(), repeated)
    }

    /// A deck with its bindings as they are, and its pictures.
    async fn drawable_with_bindings(
        self: &Arc<Self>,
        organization: &OrganizationId,
        deck: Deck,
        registry: Arc<Registry>,
        theme: Theme,
    ) -> Result<Drawable> {
        let (mut facts, mut files) = (layout::Pictures::default(), HashMap::new());
        let logo = theme.custom.as_ref().and_then(|custom| custom.logo_url.as_deref());
        for reference in deck::refs::references(&deck).into_iter().chain(logo) {
            if let Some(example) = ExamplePicture::at(reference) {
                let picture_facts = example.facts();
                facts.0.insert(
                    reference.to_owned(),
                    layout_facts(picture_facts.width, picture_facts.height, &picture_facts.luminance),
                );
                files.insert(reference.to_owned(), Source::Example(example));
                continue;
            }
            let Some(file) = reference.strip_prefix("/uploads/") else { continue };
            let Some(upload) = self.store.upload_by_file(file).await? else { continue };
            if upload.organization != *organization {
                continue;
            }
            if is_media(&upload.mime) {
                files.insert(reference.to_owned(), Source::Media(upload.hash.clone()));
                continue;
            }
            let Some(picture_facts) = self.store.picture_facts(&upload.hash).await? else { continue };
            if picture_facts.drawable {
                facts.0.insert(
                    reference.to_owned(),
                    layout_facts(picture_facts.width, picture_facts.height, &picture_facts.luminance),
                );
                files.insert(
                    reference.to_owned(),
                    Source::Hash(picture_facts.copy.clone().unwrap_or_else(|| upload.hash.clone())),
                );
            }
        }
        let (service, unavailable) = (Arc::clone(self), Mutex::default());
        let files = PictureFiles { service, handle: Handle::current(), sources: files, unavailable };
        Ok(Drawable { deck, registry, theme, facts, files, invite: None, unbound: Vec::new(), repeated: Vec::new() })
    }
}

/// The facts that layout needs. A luminance grid of the wrong length counts as dark.
pub(crate) fn layout_facts(width: u32, height: u32, luminance: &[u8]) -> layout::PictureFacts {
    let mut light = [[0; 16]; 9];
    for (row, cells) in light.iter_mut().zip(luminance.chunks_exact(16)) {
        row.copy_from_slice(cells);
    }
    layout::PictureFacts { width, height, light }
}

impl PictureFiles {
    /// Fails when a picture could not be loaded, since what was drawn without it is incomplete.
    pub(crate) fn check_loaded(&self) -> Result<()> {
        self.unavailable().clone().map_or(Ok(()), |why| Err(Error::Unavailable(why)))
    }

    /// The hash of the bytes at an address of the deck; `None` when there are none. Bundled pictures have their address.
    pub(super) fn hash<'a>(&'a self, address: &'a str) -> Option<&'a str> {
        match self.sources.get(address)? {
            Source::Hash(hash) | Source::Media(hash) => Some(hash),
            Source::Example(_) => Some(address),
        }
    }

    fn unavailable(&self) -> MutexGuard<'_, Option<String>> {
        self.unavailable.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value that `reading` returns; `None` when there is none, or storage fails or failed before.
    fn read<T>(&self, reading: impl Future<Output = std::result::Result<Option<T>, StoreError>>) -> Option<T> {
        // Further files would only wait for the same timeout.
        if self.unavailable().is_some() {
            return None;
        }
        match self.handle.block_on(reading) {
            Ok(found) => found,
            Err(StoreError::Unavailable(why)) => {
                *self.unavailable() = Some(why);
                None
            }
            Err(_) => None,
        }
    }
}

impl export::PictureSource for PictureFiles {
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>> {
        match self.sources.get(&picture.0)? {
            Source::Hash(hash) => self.read(self.service.assets.get(hash)).map(|bytes| Arc::from(&bytes[..])),
            Source::Example(example) => Some(Arc::from(example.bytes)),
            Source::Media(_) => None,
        }
    }

    fn media(&self, address: &str) -> Option<Box<dyn Read + '_>> {
        match self.sources.get(address)? {
            Source::Media(hash) => self.read(self.service.assets.reader(hash)).map(|reader| reader as _),
            Source::Hash(_) | Source::Example(_) => None,
        }
    }
}
