//! The trash.

use super::decks::{deck_effect, head_columns};
use super::lists::{listed, page};
use super::{
    ChangeContext, Store, batches, comments, drafts, filing, live, publications, readers, rehearsals, session_counts,
    share_links, starters, versions, view_counts, webhooks,
};
use crate::StoreError;
use crate::engine::{Transaction, params};
use crate::error::Result;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{DeckChange, ListedDeck, Page, Time, Trashed};

const TRASHED: &str = concat!(
    "SELECT ",
    head_columns!(),
    ", u.email, u.name, NULL FROM decks d JOIN users u ON u.id = d.owner WHERE d.owner = $1 AND d.organization = $2",
    " AND d.trashed_at IS NOT NULL ORDER BY d.trashed_at DESC, d.id LIMIT $3 OFFSET $4"
);
const TRASHED_COUNT: &str =
    "SELECT COUNT(*) FROM decks WHERE owner = $1 AND organization = $2 AND trashed_at IS NOT NULL";
const TRASHED_BEFORE: &str = "SELECT id FROM decks WHERE trashed_at < $1 ORDER BY trashed_at, id";
const TRASH: &str = "UPDATE decks SET trashed_at = $2, trashed_by = $3 WHERE id = $1 AND trashed_at IS NULL \
    RETURNING revision";
const RESTORE: &str = "UPDATE decks SET trashed_at = NULL, trashed_by = NULL WHERE id = $1 \
    AND trashed_at IS NOT NULL RETURNING revision";
const DELETE_GRANTS: &str = "DELETE FROM grants WHERE deck = $1";
const DELETE_BODY: &str = "DELETE FROM deck_bodies WHERE deck = $1";
const DELETE: &str = "DELETE FROM decks WHERE id = $1 RETURNING revision";
const LOCK: &str = "SELECT id FROM decks WHERE id = $1 FOR UPDATE";
const LOCK_TRASHED: &str = "SELECT id FROM decks WHERE id = $1 AND trashed_at < $2 FOR UPDATE";

impl Store {
    /// The decks of an owner in the trash, last trashed first.
    pub async fn trashed_decks(
        &self,
        owner: &UserId,
        organization: &OrganizationId,
        limit: usize,
        offset: usize,
    ) -> Result<Page<ListedDeck>> {
        self.inner.refresh().await?;
        let rows = self.rows(TRASHED, params![owner, organization, limit, offset]).await?;
        let total = self.row(TRASHED_COUNT, params![owner, organization]).await?;
        page(listed(rows)?, total)
    }

    /// Moves a deck to the trash, or restores it when `trashed` is none. Deletes its live session and share links. Fails
    /// with `Missing` when there is no such deck to be trashed outside the trash, or to be restored in it.
    pub async fn set_trashed(&self, id: &DeckId, trashed: Option<Trashed>, changed: ChangeContext) -> Result<()> {
        let input = (id.to_owned(), trashed, changed);
        self.write(input, |transaction, (id, trashed, changed)| {
            Box::pin(async move {
                let (what, row) = match trashed {
                    Some(Trashed { at, by }) => {
                        (DeckChange::Trashed, transaction.row(TRASH, params![id, *at, by]).await?)
                    }
                    None => (DeckChange::Restored, transaction.row(RESTORE, params![id]).await?),
                };
                let revision = row.ok_or(StoreError::Missing)?.count()?;
                readers::update(transaction, id).await?;
                live::delete_of_deck(transaction, id).await?;
                share_links::delete_of_deck(transaction, id).await?;
                transaction.add_effect(deck_effect(id, what, revision, changed));
                webhooks::enqueue(transaction, changed.event.as_ref()).await
            })
        })
        .await
    }

    /// Deletes a deck permanently, whether or not it is in the trash. Fails with `Missing` when there is no such deck.
    pub async fn purge_deck(&self, id: &DeckId, changed: ChangeContext) -> Result<()> {
        self.write((id.to_owned(), changed), |transaction, (id, changed)| {
            Box::pin(async move {
                transaction.row(LOCK, params![id]).await?.ok_or(StoreError::Missing)?;
                purge(transaction, id, changed).await
            })
        })
        .await
    }

    /// Permanently deletes a deck that was moved to the trash before a time. Fails with `Missing` when there is no such
    /// deck in the trash, for instance because it was restored.
    pub async fn purge_trashed_deck(&self, id: &DeckId, before: Time, changed: ChangeContext) -> Result<()> {
        self.write((id.to_owned(), before, changed), |transaction, (id, before, changed)| {
            Box::pin(async move {
                transaction.row(LOCK_TRASHED, params![id, *before]).await?.ok_or(StoreError::Missing)?;
                purge(transaction, id, changed).await
            })
        })
        .await
    }

    /// Ids of the decks that were moved to the trash before a time.
    pub async fn trashed_before(&self, time: Time) -> Result<Vec<DeckId>> {
        self.inner.refresh().await?;
        let rows = self.rows(TRASHED_BEFORE, params![time]).await?;
        rows.into_iter().map(|mut row| row.id()).collect()
    }
}

/// Deletes a deck that is locked, with all that belongs to it.
async fn purge(transaction: &mut Transaction, id: &DeckId, changed: &ChangeContext) -> Result<()> {
    transaction.run(DELETE_GRANTS, params![id]).await?;
    transaction.run(DELETE_BODY, params![id]).await?;
    comments::delete_of_deck(transaction, id).await?;
    versions::delete_of_deck(transaction, id).await?;
    share_links::delete_of_deck(transaction, id).await?;
    batches::delete_of_deck(transaction, id).await?;
    publications::delete_of_deck(transaction, id).await?;
    view_counts::delete_of_deck(transaction, id).await?;
    session_counts::delete_of_deck(transaction, id).await?;
    starters::delete_of_deck(transaction, id).await?;
    filing::delete_of_deck(transaction, id).await?;
    drafts::delete_of_deck(transaction, id).await?;
    rehearsals::remove_of_deck(transaction, id).await?;
    let row = transaction.row(DELETE, params![id]).await?;
    let revision = row.ok_or(StoreError::Missing)?.count()?;
    readers::update(transaction, id).await?;
    live::delete_of_deck(transaction, id).await?;
    transaction.add_effect(deck_effect(id, DeckChange::Purged, revision, changed));
    Ok(())
}
