//! The trash.

use super::decks::{deck_touch, head_columns};
use super::lists::{listed, page};
use super::{Changed, Store, batches, comments, live, readers, share_links, versions};
use crate::StoreError;
use crate::engine::cells;
use crate::error::Result;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{DeckChange, ListedDeck, Page, Time};

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
const END_GRANTS: &str = "DELETE FROM grants WHERE deck = $1";
const DELETE_BODY: &str = "DELETE FROM deck_bodies WHERE deck = $1";
const DELETE: &str = "DELETE FROM decks WHERE id = $1 RETURNING revision";
const LOCK: &str = "SELECT id FROM decks WHERE id = $1 FOR UPDATE";

impl Store {
    /// Decks of an owner in the trash, newest first.
    pub async fn trashed_decks(
        &self,
        owner: &UserId,
        organization: &OrganizationId,
        limit: usize,
        offset: usize,
    ) -> Result<Page<ListedDeck>> {
        self.inside.freshen().await?;
        let rows = self.rows(TRASHED, cells![owner, organization, limit, offset]).await?;
        let total = self.row(TRASHED_COUNT, cells![owner, organization]).await?;
        page(listed(rows)?, total)
    }

    /// Into the trash (`Some`) or out of it. `Missing` when there is nothing to do.
    pub async fn set_trashed(&self, id: &DeckId, trashed: Option<(Time, String)>, changed: Changed) -> Result<()> {
        let given = (id.to_owned(), trashed, changed);
        self.write(given, |transaction, (id, trashed, changed)| {
            Box::pin(async move {
                let (what, row) = match trashed {
                    Some((at, by)) => (DeckChange::Trashed, transaction.row(TRASH, cells![id, *at, by]).await?),
                    None => (DeckChange::Restored, transaction.row(RESTORE, cells![id]).await?),
                };
                let revision = row.ok_or(StoreError::Missing)?.count()?;
                readers::place(transaction, id).await?;
                live::end_of(transaction, id).await?;
                share_links::end_of(transaction, id).await?;
                transaction.touch(deck_touch(id, what, revision, changed));
                Ok(())
            })
        })
        .await
    }

    /// Removes a deck for good, wherever it is. `Missing` when there is none.
    pub async fn purge_deck(&self, id: &DeckId, changed: Changed) -> Result<()> {
        self.write((id.to_owned(), changed), |transaction, (id, changed)| {
            Box::pin(async move {
                transaction.row(LOCK, cells![id]).await?.ok_or(StoreError::Missing)?;
                transaction.run(END_GRANTS, cells![id]).await?;
                transaction.run(DELETE_BODY, cells![id]).await?;
                comments::remove(transaction, id).await?;
                versions::remove(transaction, id).await?;
                share_links::end_of(transaction, id).await?;
                batches::remove(transaction, id).await?;
                let row = transaction.row(DELETE, cells![id]).await?;
                let revision = row.ok_or(StoreError::Missing)?.count()?;
                readers::place(transaction, id).await?;
                live::end_of(transaction, id).await?;
                transaction.touch(deck_touch(id, DeckChange::Purged, revision, changed));
                Ok(())
            })
        })
        .await
    }

    /// Ids of decks trashed before a time.
    pub async fn trashed_before(&self, time: Time) -> Result<Vec<DeckId>> {
        self.inside.freshen().await?;
        let rows = self.rows(TRASHED_BEFORE, cells![time]).await?;
        rows.into_iter().map(|mut row| row.id()).collect()
    }
}
