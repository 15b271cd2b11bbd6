//! Share links, which show a deck to everybody who has the token. Only a hash of the token is stored.

use super::Store;
use crate::StoreError;
use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::ids::{DeckId, ShareLinkId};
use crate::records::{ShareLink, Time};

/// Days after which an expired link is deleted.
const DAYS: Time = 90;
const DAY: Time = 86_400_000;

const OF_DECK: &str = "SELECT id, deck, hash, name, created_by, created_at, expires_at, maker FROM share_links \
    WHERE deck = $1 ORDER BY created_at DESC, id";
const BY_HASH: &str =
    "SELECT id, deck, hash, name, created_by, created_at, expires_at, maker FROM share_links WHERE hash = $1";
const LOCK: &str = "SELECT id FROM decks WHERE id = $1 AND trashed_at IS NULL FOR UPDATE";
const COUNT: &str = "SELECT COUNT(*) FROM share_links WHERE deck = $1";
const INSERT: &str = "INSERT INTO share_links (id, deck, hash, name, created_by, created_at, expires_at, maker) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const DELETE: &str = "DELETE FROM share_links WHERE deck = $1 AND id = $2";
const DELETE_OF_DECK: &str = "DELETE FROM share_links WHERE deck = $1";
const SWEEP: &str = "DELETE FROM share_links WHERE expires_at < $1";

impl Store {
    /// The links of a deck, newest first, including expired ones.
    pub async fn share_links(&self, deck: &DeckId) -> Result<Vec<ShareLink>> {
        self.inner.refresh().await?;
        self.rows(OF_DECK, params![deck]).await?.iter_mut().map(link).collect()
    }

    /// A link by the hash of its token, expired or not.
    pub async fn share_link(&self, hash: &str) -> Result<Option<ShareLink>> {
        self.inner.refresh().await?;
        self.row(BY_HASH, params![hash]).await?.as_mut().map(link).transpose()
    }

    /// Creates a link, unless the deck has `max` links already. Returns whether it was created. Fails with `Missing` when
    /// there is no such deck or it is in the trash.
    pub async fn create_share_link(&self, link: ShareLink, max: usize) -> Result<bool> {
        self.write((link, max), |transaction, (link, max)| {
            Box::pin(async move {
                transaction.row(LOCK, params![&link.deck]).await?.ok_or(StoreError::Missing)?;
                let count = transaction.row(COUNT, params![&link.deck]).await?;
                if count.map_or(Ok(0), |mut row| row.count::<usize>())? >= *max {
                    return Ok(false);
                }
                let ShareLink { id, deck, hash, name, created_by, created_at, expires_at, maker } = link;
                let params = params![id, deck, hash, name, created_by, *created_at, *expires_at, maker];
                transaction.run(INSERT, params).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Deletes a link of a deck and returns whether it existed.
    pub async fn delete_share_link(&self, deck: &DeckId, id: &ShareLinkId) -> Result<bool> {
        self.write((deck.to_owned(), id.to_owned()), |transaction, (deck, id)| {
            Box::pin(async move { Ok(transaction.run(DELETE, params![&*deck, &*id]).await? > 0) })
        })
        .await
    }
}

/// Deletes all links of a deck.
pub(super) async fn delete_of_deck(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(DELETE_OF_DECK, params![deck]).await?;
    Ok(())
}

/// Deletes links that expired long ago.
pub(super) async fn sweep(transaction: &mut Transaction, now: Time) -> Result<()> {
    transaction.run(SWEEP, params![now - DAYS * DAY]).await?;
    Ok(())
}

fn link(row: &mut Row) -> Result<ShareLink> {
    Ok(ShareLink {
        id: row.id()?,
        deck: row.id()?,
        hash: row.text()?,
        name: row.text()?,
        created_by: row.text()?,
        created_at: row.int()?,
        expires_at: row.maybe_int()?,
        maker: row.maybe_id()?,
    })
}
