//! Starter decks of an organization: decks that its members are offered when they begin a new one.

use std::sync::Arc;

use serde_json::Value;
use store::Page;

use super::view::DeckView;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::{Manageable, Readable, access_level_of};
use crate::secret::new_id;
use crate::{DeckList, Decks};

/// The maximum number of starter decks of an organization.
const MAX_STARTERS: usize = 50;

impl Decks {
    /// The starter decks of the caller's organization that the caller may read.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn starters(&self, caller: &Caller) -> Result<DeckList> {
        let mut rows = self.store.starters(&caller.organization.id, &caller.user.id).await?;
        rows.retain(|row| access_level_of(&caller.user.id, &row.head, row.permission).is_some());
        let total = rows.len();
        Ok(DeckList::new(caller, Arc::new(Page { rows, total })))
    }

    /// Whether a deck is a starter deck.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn is_starter(&self, deck: &Readable) -> Result<bool> {
        Ok(self.store.is_starter(deck.id()).await?)
    }

    /// Marks a deck as a starter deck, or removes the mark.
    ///
    /// # Errors
    /// Fails when the organization has too many starter decks.
    pub async fn set_starter(&self, deck: &Manageable, is_starter: bool) -> Result<()> {
        let organization = &deck.deck().head.organization;
        if !is_starter {
            self.store.remove_starter(deck.id()).await?;
        } else if !self.store.add_starter(deck.id(), organization, self.clock.now(), MAX_STARTERS).await? {
            return Err(Error::Conflict(format!("an organization has {MAX_STARTERS} starter decks at most")));
        }
        Ok(())
    }

    /// A new deck with the slides of a starter deck, which the caller owns and which is private. If `title` is given
    /// and the first slide has the title of the starter deck, the slide gets the new title too.
    ///
    /// # Errors
    /// Fails when the deck is not a starter deck.
    pub async fn create_from_starter(&self, starter: &Readable, title: Option<String>) -> Result<DeckView> {
        if !self.is_starter(starter).await? {
            return Err(Error::NotFound("starter deck"));
        }
        let caller = starter.caller();
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let original = &starter.deck().deck;
        let mut deck = original.duplicate(&registry, "", &mut new_id);
        deck.title = title.unwrap_or_else(|| original.title.clone());
        let on_slide = deck.slides.first_mut().and_then(|slide| slide.content.get_mut("title"));
        if let Some(Value::String(on_slide)) = on_slide
            && on_slide.trim() == original.title.trim()
        {
            deck.title.clone_into(on_slide);
        }
        self.store_new(caller, None, deck, store::Access::Private).await
    }
}
