//! Batches of edits that clients had applied: the last of each client, so that one sent again is not applied again.

use super::Store;
use crate::StoreError;
use crate::engine::{Transaction, cells};
use crate::error::Result;
use crate::ids::DeckId;
use crate::records::{Batch, Time};

/// Days after which the last batch of a client is forgotten.
const DAYS: Time = 30;
const DAY: Time = 86_400_000;

const ONE: &str = "SELECT seq, answer FROM batches WHERE deck = $1 AND client = $2";
const NOTE: &str = "INSERT INTO batches (deck, client, seq, answer, applied_at) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT (deck, client) DO UPDATE SET seq = $3, answer = $4, applied_at = $5 WHERE batches.seq < $3";
const OF_DECK_GONE: &str = "DELETE FROM batches WHERE deck = $1";
const SWEEP: &str = "DELETE FROM batches WHERE applied_at < $1";

impl Store {
    /// The last batch of a client that was applied to a deck.
    pub async fn last_batch(&self, deck: &DeckId, client: &str) -> Result<Option<Batch>> {
        self.inside.freshen().await?;
        let Some(mut row) = self.row(ONE, cells![deck, client]).await? else { return Ok(None) };
        Ok(Some(Batch { client: client.to_owned(), seq: row.count()?, answer: row.json()? }))
    }
}

/// Notes a batch as applied. `Taken` when this one or a later one of the client was.
pub(super) async fn note(transaction: &mut Transaction, deck: &DeckId, batch: Option<&Batch>, at: Time) -> Result<()> {
    let Some(Batch { client, seq, answer }) = batch else { return Ok(()) };
    if transaction.run(NOTE, cells![deck, client, *seq, answer.to_string(), at]).await? == 0 {
        return Err(StoreError::Taken(client.clone()));
    }
    Ok(())
}

/// Forgets the batches of a deck that is removed.
pub(super) async fn remove(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(OF_DECK_GONE, cells![deck]).await?;
    Ok(())
}

/// Forgets batches that nobody sends again.
pub(super) async fn sweep(transaction: &mut Transaction, now: Time) -> Result<()> {
    transaction.run(SWEEP, cells![now - DAYS * DAY]).await?;
    Ok(())
}
