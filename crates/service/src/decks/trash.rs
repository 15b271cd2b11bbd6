//! The trash: decks that are deleted but can be restored.

use std::sync::Arc;

use store::{ChangeContext, DeckId, StoreError, StoredDeck, Time};

use super::{DeckList, DeckView, NO_DECK};
use crate::audit::{Act, Details};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::{AccessLevel, Owned, Right, access_level, check};
use crate::{Decks, webhooks};

impl Decks {
    /// Moves a deck to the trash.
    ///
    /// # Errors
    /// Fails with `NotFound` when the deck was moved to the trash meanwhile.
    pub async fn trash(&self, deck: &Owned) -> Result<()> {
        let (caller, id) = (deck.caller(), deck.id());
        let _guard = self.deck_locks.lock(id).await;
        let mut change = self.change_by(caller);
        change.event = Some(webhooks::presentation_trashed(caller, &deck.deck().head, change.at));
        let trashed = Some(store::Trashed { at: change.at, by: caller.email().to_owned() });
        match self.store.set_trashed(id, trashed, change).await {
            Err(StoreError::Missing) => Err(NO_DECK),
            result => Ok(result?),
        }
    }

    /// A page of the decks that the caller owns and that are in the trash, newest first.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn trashed(&self, caller: &Caller, limit: usize, offset: usize) -> Result<DeckList> {
        let page = self.store.trashed_decks(&caller.user.id, &caller.organization.id, limit, offset).await?;
        Ok(DeckList::new(caller, Arc::new(page)))
    }

    /// Days after which a deck in the trash is purged; absent when that never happens.
    pub fn trash_days(&self) -> Option<u64> {
        Some(self.config.trash_days).filter(|days| *days > 0)
    }

    /// Restores a deck from the trash and returns it. The right is checked under the deck's lock, so that a deck which
    /// is purged meanwhile is not found.
    ///
    /// # Errors
    /// Fails when there is no such deck, it is not in the trash, or the caller is not its owner.
    pub async fn restore(&self, caller: &Caller, id: &DeckId) -> Result<DeckView> {
        let _guard = self.deck_locks.lock(id).await;
        self.own_trashed(caller, id).await?;
        match self.store.set_trashed(id, None, self.change_by(caller)).await {
            Err(StoreError::Missing) => return Err(NO_DECK),
            result => result?,
        }
        let restored = self.store.deck(id).await?.ok_or(NO_DECK)?;
        self.view(caller, restored, None).await
    }

    /// Purges a deck that is in the trash. The right is checked under the deck's lock, so that a deck which is restored
    /// meanwhile is not purged.
    ///
    /// # Errors
    /// Fails when there is no such deck, it is not in the trash, or the caller is not its owner.
    pub async fn purge(&self, caller: &Caller, id: &DeckId) -> Result<()> {
        let _guard = self.deck_locks.lock(id).await;
        self.own_trashed(caller, id).await?;
        match self.store.purge_trashed_deck(id, Time::MAX, self.change_by(caller)).await {
            Err(StoreError::Missing) => return Err(NO_DECK),
            result => result?,
        }
        self.audit.record(caller, Act::DeckPurged, id, Details::none()).await;
        Ok(())
    }

    /// Purges the decks that have been in the trash for more than the configured number of days, and returns their
    /// number.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn purge_old_trash(&self) -> Result<usize> {
        if self.config.trash_days == 0 {
            return Ok(0);
        }
        let now = self.clock.now();
        let days = i64::try_from(self.config.trash_days).unwrap_or(i64::MAX);
        let before = now.saturating_sub(days.saturating_mul(86_400_000));
        let old = self.store.trashed_before(before).await?;
        for id in &old {
            let change = ChangeContext { at: now, ..ChangeContext::default() };
            // A deck that its owner has restored meanwhile is skipped.
            match self.store.purge_trashed_deck(id, before, change).await {
                Ok(()) | Err(StoreError::Missing) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(old.len())
    }

    /// A deck in the trash that the caller owns.
    ///
    /// # Errors
    /// Fails with `NotFound` when the caller is not the owner of such a deck, and with `Invalid` when the deck of the
    /// owner is not in the trash.
    pub(crate) async fn own_trashed(&self, caller: &Caller, id: &DeckId) -> Result<Arc<StoredDeck>> {
        let deck = self.store.deck(id).await?.ok_or(NO_DECK)?;
        if deck.head.trashed.is_none() {
            check(caller, &deck, Right::Own)?;
            return Err(Error::invalid("the presentation is not in the trash"));
        }
        match access_level(caller, &deck) {
            Some(AccessLevel::Owner) => Ok(deck),
            _ => Err(NO_DECK),
        }
    }

    /// The author and the time of a change that the caller makes now.
    pub(crate) fn change_by(&self, caller: &Caller) -> ChangeContext {
        ChangeContext { by: Some(caller.email().to_owned()), at: self.clock.now(), ..ChangeContext::default() }
    }
}
