//! A deck as REST answers it. Written straight from what is stored, without copies of the slides.

use std::borrow::Cow;
use std::sync::Arc;

use deck::{Deck, Registry, Slide};
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use store::{Access, DeckHead, DeckId, StoredDeck};

use super::found::Match;
use super::list::Card;
use crate::Decks;
use crate::caller::Caller;
use crate::clock::iso;
use crate::error::Result;
use crate::rights::{Standing, standing};

/// One deck in full.
#[derive(Debug, Clone)]
pub struct DeckView {
    pub(crate) stored: Arc<StoredDeck>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) lang: Option<String>,
    pub(crate) owner_email: String,
    pub(crate) standing: Standing,
}

/// One deck of a list: without slides, settings and translations.
#[derive(Debug, Clone, Copy)]
pub struct DeckRow<'a> {
    pub(crate) head: &'a DeckHead,
    pub(crate) owner_email: &'a str,
    pub(crate) standing: Standing,
    /// Where a search found its text on the slides.
    pub(crate) found: Option<&'a Match>,
    /// What its card shows, where cards are shown.
    pub(crate) card: Option<Card<'a>>,
}

impl Decks {
    /// A deck as it is answered to a caller who may read it.
    pub(crate) async fn view(&self, caller: &Caller, stored: Arc<StoredDeck>, lang: Option<&str>) -> Result<DeckView> {
        let owner = self.store.user(&stored.head.owner).await?;
        Ok(DeckView {
            registry: self.catalogue.registry(&stored.head.organization).await?,
            lang: lang.map(str::to_owned),
            owner_email: owner.map(|owner| owner.email.clone()).unwrap_or_default(),
            standing: standing(caller, &stored).unwrap_or(Standing::View),
            stored,
        })
    }
}

impl DeckView {
    /// Id of the deck.
    pub fn id(&self) -> &DeckId {
        &self.stored.head.id
    }

    /// Its revision.
    pub fn revision(&self) -> u64 {
        self.stored.head.revision
    }

    /// How many slides it has.
    pub fn slide_count(&self) -> usize {
        self.stored.deck.slides.len()
    }

    /// The canonical type of one of its slides.
    pub fn type_name<'a>(&'a self, slide: &'a Slide) -> Cow<'a, str> {
        self.registry.canonical(&slide.key)
    }

    /// What one of its slides is called, maybe nothing.
    pub fn title_of<'a>(&self, slide: &'a Slide) -> &'a str {
        self.registry.title_of(slide)
    }

    /// The deck itself, in the language asked for.
    pub fn deck(&self) -> Cow<'_, Deck> {
        self.stored.deck.shown(&self.registry, self.lang.as_deref())
    }
}

fn access_name(access: Access) -> &'static str {
    match access {
        Access::Private => "private",
        Access::Organization => "organization",
    }
}

/// The fields that reads and lists share.
fn common<S: SerializeStruct>(
    out: &mut S,
    head: &DeckHead,
    title: &str,
    description: &str,
    owner_email: &str,
    standing: Standing,
) -> std::result::Result<(), S::Error> {
    out.serialize_field("id", &head.id)?;
    out.serialize_field("title", title)?;
    out.serialize_field("description", description)?;
    out.serialize_field("theme", &head.theme)?;
    out.serialize_field("language", &head.lang)?;
    out.serialize_field("languages", &head.languages)?;
    out.serialize_field("slideCount", &head.slide_count)?;
    out.serialize_field("revision", &head.revision)?;
    out.serialize_field("ownerEmail", owner_email)?;
    out.serialize_field("visibility", access_name(head.access))?;
    out.serialize_field("isViewOnly", &head.view_only)?;
    out.serialize_field("permission", standing.name())?;
    out.serialize_field("createdAt", &iso(head.created_at))?;
    out.serialize_field("updatedAt", &iso(head.updated_at))
}

impl Serialize for DeckRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Deck", 19)?;
        let head = self.head;
        common(&mut out, head, &head.title, &head.description, self.owner_email, self.standing)?;
        if let Some((at, by)) = &head.trashed {
            out.serialize_field("trashedAt", &iso(*at))?;
            out.serialize_field("trashedBy", by)?;
        }
        if let Some(found) = self.found {
            out.serialize_field("match", found)?;
        }
        if let Some(card) = self.card {
            out.serialize_field("ownerName", card.owner_name)?;
            out.serialize_field("isLive", &card.is_live)?;
        }
        out.end()
    }
}

impl Serialize for DeckView {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let deck = self.deck();
        let mut out = serializer.serialize_struct("Deck", 17)?;
        common(&mut out, &self.stored.head, &deck.title, &deck.description, &self.owner_email, self.standing)?;
        out.serialize_field("slides", &Slides { registry: &self.registry, slides: &deck.slides })?;
        out.serialize_field("settings", &deck.settings.complete())?;
        out.serialize_field("translations", &self.stored.deck.translations)?;
        out.end()
    }
}

/// Slides with everything about them, notes too.
pub(crate) struct Slides<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) slides: &'a [Slide],
}

impl Serialize for Slides<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_seq(Some(self.slides.len()))?;
        for slide in self.slides {
            out.serialize_element(&SlideView { registry: self.registry, slide })?;
        }
        out.end()
    }
}

struct SlideView<'a> {
    registry: &'a Registry,
    slide: &'a Slide,
}

impl Serialize for SlideView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let Self { registry, slide } = self;
        let mut out = serializer.serialize_struct("Slide", 6)?;
        out.serialize_field("id", &slide.id)?;
        out.serialize_field("type", &registry.canonical(&slide.key))?;
        out.serialize_field("content", &slide.content)?;
        out.serialize_field("notes", &slide.notes)?;
        if !slide.visibility.is_visible() {
            out.serialize_field("visibility", &slide.visibility)?;
        }
        if let Some(seconds) = slide.duration {
            out.serialize_field("duration", &seconds)?;
        }
        out.end()
    }
}
