//! Links that show a deck to whoever holds them. Only a hash of what they hold is kept.

use super::Store;
use crate::StoreError;
use crate::engine::{Row, Transaction, cells};
use crate::error::Result;
use crate::ids::{DeckId, ShareLinkId};
use crate::records::{ShareLink, Time};

/// Days for which a link that has ended is still shown as such.
const DAYS: Time = 90;
const DAY: Time = 86_400_000;

const OF_DECK: &str = "SELECT id, deck, hash, name, created_by, created_at, expires_at FROM share_links \
    WHERE deck = $1 ORDER BY created_at DESC, id";
const BY_HASH: &str =
    "SELECT id, deck, hash, name, created_by, created_at, expires_at FROM share_links WHERE hash = $1";
const LOCK: &str = "SELECT id FROM decks WHERE id = $1 AND trashed_at IS NULL FOR UPDATE";
const COUNT: &str = "SELECT COUNT(*) FROM share_links WHERE deck = $1";
const INSERT: &str = "INSERT INTO share_links (id, deck, hash, name, created_by, created_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7)";
const END: &str = "DELETE FROM share_links WHERE deck = $1 AND id = $2";
const END_ALL: &str = "DELETE FROM share_links WHERE deck = $1";
const SWEEP: &str = "DELETE FROM share_links WHERE expires_at < $1";

impl Store {
    /// The links of a deck, newest first, those that have ended among them.
    pub async fn share_links(&self, deck: &DeckId) -> Result<Vec<ShareLink>> {
        self.inside.freshen().await?;
        self.rows(OF_DECK, cells![deck]).await?.iter_mut().map(link).collect()
    }

    /// A link by the hash of its token.
    pub async fn share_link(&self, hash: &str) -> Result<Option<ShareLink>> {
        self.inside.freshen().await?;
        self.row(BY_HASH, cells![hash]).await?.as_mut().map(link).transpose()
    }

    /// Keeps a link, unless the deck has `most` of them already; answers whether it was kept. `Missing` when the deck is
    /// gone or in the trash.
    pub async fn create_share_link(&self, link: ShareLink, most: usize) -> Result<bool> {
        self.write((link, most), |transaction, (link, most)| {
            Box::pin(async move {
                transaction.row(LOCK, cells![&link.deck]).await?.ok_or(StoreError::Missing)?;
                let count = transaction.row(COUNT, cells![&link.deck]).await?;
                if count.map_or(Ok(0), |mut row| row.count::<usize>())? >= *most {
                    return Ok(false);
                }
                let ShareLink { id, deck, hash, name, created_by, created_at, expires_at } = link;
                transaction.run(INSERT, cells![id, deck, hash, name, created_by, *created_at, *expires_at]).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Ends a link of a deck; answers whether there was one.
    pub async fn end_share_link(&self, deck: &DeckId, id: &ShareLinkId) -> Result<bool> {
        self.write((deck.to_owned(), id.to_owned()), |transaction, (deck, id)| {
            Box::pin(async move { Ok(transaction.run(END, cells![&*deck, &*id]).await? > 0) })
        })
        .await
    }
}

/// Ends all links of a deck.
pub(super) async fn end_of(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(END_ALL, cells![deck]).await?;
    Ok(())
}

/// Removes links that ended long ago.
pub(super) async fn sweep(transaction: &mut Transaction, now: Time) -> Result<()> {
    transaction.run(SWEEP, cells![now - DAYS * DAY]).await?;
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
    })
}
