//! Decks: read, listed, written, copied, shared, thrown away and taken back.

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

use store::StoredDeck;

use crate::Service;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::{Right, check};

pub(crate) use self::body::DeckBody;
pub(crate) use self::create::{head_of, title_slide};
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

impl Service {
    /// A deck that the caller holds a right on.
    ///
    /// # Errors
    /// Unknown, in the trash, of another organization or not readable: not found. Readable without the right: forbidden.
    pub async fn deck_for(&self, caller: &Caller, id: &str, right: Right) -> Result<Arc<StoredDeck>> {
        let deck = self.store.deck(id).await?.filter(|deck| deck.head.trashed.is_none());
        let deck = deck.ok_or(DECK)?;
        check(caller, &deck, right)?;
        Ok(deck)
    }

    /// A deck as it is answered, maybe in one of its languages.
    ///
    /// # Errors
    /// As [`Service::deck_for`].
    pub async fn read_deck(&self, caller: &Caller, id: &str, lang: Option<&str>) -> Result<DeckView> {
        let deck = self.deck_for(caller, id, Right::Read).await?;
        self.view(caller, deck, lang).await
    }
}
