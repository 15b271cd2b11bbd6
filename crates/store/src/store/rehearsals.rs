//! Recorded rehearsals. Only the person who recorded one may read it.

use super::Store;
use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::ids::{DeckId, UserId};
use crate::records::Rehearsal;

const SELECT_ONE: &str = "SELECT id, deck, user_id, hash, mime, bytes, duration, moments, created_at FROM rehearsals \
    WHERE deck = $1 AND user_id = $2 AND removed = 0";
const INSERT: &str = "INSERT INTO rehearsals \
    (id, deck, user_id, hash, mime, bytes, duration, moments, created_at, removed) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)";
/// The bytes of a person's recordings of other decks.
const STORED_BYTES: &str = "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM rehearsals \
    WHERE user_id = $1 AND deck <> $2 AND removed = 0";
const REMOVE: &str = "UPDATE rehearsals SET removed = 1 WHERE deck = $1 AND user_id = $2 AND removed = 0";
const REMOVE_OF_DECK: &str = "UPDATE rehearsals SET removed = 1 WHERE deck = $1 AND removed = 0";
const REMOVE_OF_USER: &str = "UPDATE rehearsals SET removed = 1 WHERE user_id = $1 AND removed = 0";
const REMOVED_HASHES: &str = "SELECT DISTINCT hash FROM rehearsals WHERE removed = 1 ORDER BY hash";
/// Whether another recording or an upload has the same bytes.
const IS_USED_ELSEWHERE: &str = "SELECT 1 WHERE EXISTS (SELECT 1 FROM rehearsals WHERE hash = $1 AND removed = 0) \
    OR EXISTS (SELECT 1 FROM uploads WHERE hash = $1)";
const DELETE: &str = "DELETE FROM rehearsals WHERE hash = $1 AND removed = 1";

impl Store {
    /// The recorded rehearsal of a deck by a person.
    pub async fn rehearsal(&self, deck: &DeckId, user: &UserId) -> Result<Option<Rehearsal>> {
        self.inner.refresh().await?;
        self.row(SELECT_ONE, params![deck, user]).await?.as_mut().map(rehearsal).transpose()
    }

    /// Whether there is room for a recording of `bytes` bytes in place of that of the deck: with it, all recordings of
    /// the person have at most `max` bytes.
    pub async fn has_rehearsal_room(&self, deck: &DeckId, user: &UserId, bytes: u64, max: u64) -> Result<bool> {
        self.inner.refresh().await?;
        let stored: u64 = self.row(STORED_BYTES, params![user, deck]).await?.map_or(Ok(0), |mut row| row.count())?;
        Ok(stored.saturating_add(bytes) <= max)
    }

    /// Stores a recorded rehearsal in place of the one of the same deck and person. Returns false, and stores nothing,
    /// when all recordings of the person would have more than `max` bytes.
    pub async fn put_rehearsal(&self, new: Rehearsal, max: u64) -> Result<bool> {
        self.write((new, max), |transaction, (new, max)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                let stored = transaction.row(STORED_BYTES, params![&new.user, &new.deck]).await?;
                let stored: u64 = stored.map_or(Ok(0), |mut row| row.count())?;
                if stored.saturating_add(new.bytes) > *max {
                    return Ok(false);
                }
                transaction.run(REMOVE, params![&new.deck, &new.user]).await?;
                let params = params![
                    &new.id,
                    &new.deck,
                    &new.user,
                    &new.hash,
                    &new.mime,
                    new.bytes,
                    new.duration,
                    serde_json::to_string(&new.moments)?,
                    new.created_at,
                ];
                transaction.run(INSERT, params).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Removes the recorded rehearsal of a deck by a person and returns whether there was one.
    pub async fn remove_rehearsal(&self, deck: &DeckId, user: &UserId) -> Result<bool> {
        self.write((deck.to_owned(), user.to_owned()), |transaction, (deck, user)| {
            Box::pin(async move { Ok(transaction.run(REMOVE, params![&*deck, &*user]).await? > 0) })
        })
        .await
    }

    /// The hashes of the files that only removed rehearsals have. The records of removed rehearsals whose file another
    /// rehearsal or an upload has too are deleted; the others stay until [`Self::forget_removed_rehearsal`].
    pub async fn removed_rehearsals(&self) -> Result<Vec<String>> {
        self.inner.refresh().await?;
        let mut unused = Vec::new();
        for mut row in self.rows(REMOVED_HASHES, params![]).await? {
            let hash = row.text()?;
            if self.row(IS_USED_ELSEWHERE, params![hash.as_str()]).await?.is_some() {
                self.forget_removed_rehearsal(&hash).await?;
            } else {
                unused.push(hash);
            }
        }
        Ok(unused)
    }

    /// Deletes the records of the removed rehearsals that had a file. To be called once the file is deleted.
    pub async fn forget_removed_rehearsal(&self, hash: &str) -> Result<()> {
        self.write(hash.to_owned(), |transaction, hash| {
            Box::pin(async move {
                transaction.run(DELETE, params![hash]).await?;
                Ok(())
            })
        })
        .await
    }
}

/// Removes the rehearsals of a deck.
pub(super) async fn remove_of_deck(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(REMOVE_OF_DECK, params![deck]).await?;
    Ok(())
}

/// Removes the rehearsals of a user.
pub(super) async fn remove_of_user(transaction: &mut Transaction, user: &UserId) -> Result<()> {
    transaction.run(REMOVE_OF_USER, params![user]).await?;
    Ok(())
}

fn rehearsal(row: &mut Row) -> Result<Rehearsal> {
    Ok(Rehearsal {
        id: row.id()?,
        deck: row.id()?,
        user: row.id()?,
        hash: row.text()?,
        mime: row.text()?,
        bytes: row.count()?,
        duration: row.count()?,
        moments: row.json()?,
        created_at: row.int()?,
    })
}
