//! Decks: read, listed, written, copied, shared, thrown away and taken back.

mod agent_list;
mod body;
mod create;
mod found;
mod list;
mod opened;
mod share;
mod slides;
mod trash;
mod update;
mod view;

use std::sync::Arc;

use store::{DeckId, Store, StoredDeck};

use crate::caller::Caller;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::locks::Locks;
use crate::rights::{DeckRight, Granted, Right, check};
use crate::{AuditLog, Catalogue, Config};

pub use self::agent_list::AgentDeck;
pub(crate) use self::body::DeckBody;
pub(crate) use self::create::{head_for, title_slide};
pub use self::list::{DeckCounts, DeckList, Pagination};
pub use self::opened::OpenedDeck;
pub(crate) use self::slides::position;
pub use self::slides::{SlideChange, WrittenDeck};
pub(crate) use self::update::Change;
pub use self::update::IfMatch;
pub(crate) use self::view::Slides;
pub use self::view::{DeckRow, DeckView};

/// What a deck is called when it is not found.
pub(crate) const DECK: Error = Error::NotFound("presentation");

/// Decks: lists, reading, writing, sharing, trash, versions.
///
/// Uses storage, the catalogue for slide types and themes, and the audit log.
#[derive(Debug)]
pub struct Decks {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) audit: Arc<AuditLog>,
    /// One writer per deck in this process, with the deck as the last writer submitted it.
    pub(crate) deck_locks: Locks<Option<Arc<StoredDeck>>>,
}

impl Decks {
    /// A deck that the caller holds a right on.
    ///
    /// # Errors
    /// Unknown, in the trash, of another organization or not readable: not found. Readable without the right: forbidden.
    pub async fn deck_for(&self, caller: &Caller, id: &DeckId, right: Right) -> Result<Arc<StoredDeck>> {
        let deck = self.store.deck(id).await?.filter(|deck| deck.head.trashed.is_none());
        let deck = deck.ok_or(DECK)?;
        check(caller, &deck, right)?;
        Ok(deck)
    }

    /// A deck on which the caller holds the right `R`, such as [`Readable`](crate::Readable).
    ///
    /// # Errors
    /// Not found when the deck is unknown, in the trash or not readable; forbidden when it is readable without the right.
    pub async fn granted<R: DeckRight>(&self, caller: &Caller, id: &DeckId) -> Result<Granted<R>> {
        let deck = self.store.deck(id).await?.filter(|deck| deck.head.trashed.is_none());
        Granted::check(caller, deck.ok_or(DECK)?)
    }

    /// A deck as it is answered, maybe in one of its languages.
    ///
    /// # Errors
    /// As [`Decks::deck_for`].
    pub async fn read(&self, caller: &Caller, id: &DeckId, lang: Option<&str>) -> Result<DeckView> {
        let deck = self.deck_for(caller, id, Right::Read).await?;
        self.view(caller, deck, lang).await
    }
}
