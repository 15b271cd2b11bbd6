//! A deck as a caller sees it: in full, or as a row of a list. Neither copies slides.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use deck::{Deck, Registry, Slide, Translation};
use store::{DeckHead, DeckId, Filing, StoredDeck};

use super::found::TextMatch;
use crate::Decks;
use crate::caller::Caller;
use crate::error::Result;
use crate::rights::{AccessLevel, access_level};

/// A deck in full, as a caller sees it.
#[derive(Debug, Clone)]
pub struct DeckView {
    pub(crate) stored: Arc<StoredDeck>,
    pub(crate) registry: Arc<Registry>,
    /// The requested language.
    pub(crate) lang: Option<String>,
    /// E-mail address of the owner; `None` when the account no longer exists.
    pub owner_email: Option<String>,
    /// What the caller may do.
    pub access_level: AccessLevel,
}

/// A deck of a list: without slides, settings and translations.
#[derive(Debug, Clone, Copy)]
pub struct DeckRow<'a> {
    /// Title, theme, revision and the like.
    pub head: &'a DeckHead,
    /// E-mail address of the owner.
    pub owner_email: &'a str,
    /// What the caller may do.
    pub access_level: AccessLevel,
    /// The first match on the slides, in the result of a search.
    pub found: Option<&'a TextMatch>,
    /// The further fields of a card, when cards are requested.
    pub card: Option<DeckCard<'a>>,
}

/// The fields that a card of a deck has in addition to those of its row.
#[derive(Debug, Clone, Copy)]
pub struct DeckCard<'a> {
    /// Name of the owner, maybe empty.
    pub owner_name: &'a str,
    /// Whether the deck is being presented.
    pub is_live: bool,
    /// Changes whenever the thumbnails of the deck may look different.
    pub thumbnail_version: &'a str,
    /// Star and folder of the deck; `None` when it has neither.
    pub filing: Option<&'a Filing>,
}

impl Decks {
    /// A deck as a caller who may read it sees it.
    pub(crate) async fn view(&self, caller: &Caller, stored: Arc<StoredDeck>, lang: Option<&str>) -> Result<DeckView> {
        let owner = self.store.user(&stored.head.owner).await?;
        Ok(DeckView {
            registry: self.catalogue.registry(&stored.head.organization).await?,
            lang: lang.map(str::to_owned),
            owner_email: owner.map(|owner| owner.email.clone()),
            access_level: access_level(caller, &stored).unwrap_or(AccessLevel::View),
            stored,
        })
    }
}

impl DeckView {
    /// Id of the deck.
    pub fn id(&self) -> &DeckId {
        &self.stored.head.id
    }

    /// Theme, languages, revision and the like. Title and description are in the main language.
    pub fn head(&self) -> &DeckHead {
        &self.stored.head
    }

    /// Revision of the deck.
    pub fn revision(&self) -> u64 {
        self.stored.head.revision
    }

    /// Number of slides.
    pub fn slide_count(&self) -> usize {
        self.stored.deck.slides.len()
    }

    /// The canonical type of one of its slides.
    pub fn type_name<'a>(&'a self, slide: &'a Slide) -> Cow<'a, str> {
        self.registry.canonical(&slide.key)
    }

    /// The title of one of its slides, maybe empty.
    pub fn title_of<'a>(&self, slide: &'a Slide) -> &'a str {
        self.registry.title_of(slide)
    }

    /// The deck in the requested language: borrowed when that is the main one.
    pub fn deck(&self) -> Cow<'_, Deck> {
        self.stored.deck.shown(&self.registry, self.lang.as_deref())
    }

    /// All translations of the deck, by language.
    pub fn translations(&self) -> &BTreeMap<String, Translation> {
        &self.stored.deck.translations
    }
}
