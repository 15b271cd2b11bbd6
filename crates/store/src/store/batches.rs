//! The last batch of edits of each client, so that a batch that is sent again is not applied again.

use super::Store;
use crate::StoreError;
use crate::engine::{Transaction, params};
use crate::error::Result;
use crate::ids::DeckId;
use crate::records::{AppliedBatch, Time};

/// How long the last batch of a client stays, in milliseconds: 30 days.
const LIFETIME: Time = 30 * 86_400_000;

const SELECT_ONE: &str = "SELECT seq, answer FROM batches WHERE deck = $1 AND client = $2";
const UPSERT: &str = "INSERT INTO batches (deck, client, seq, answer, applied_at) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT (deck, client) DO UPDATE SET seq = $3, answer = $4, applied_at = $5 WHERE batches.seq < $3";
const DELETE_OF_DECK: &str = "DELETE FROM batches WHERE deck = $1";
const SWEEP: &str = "DELETE FROM batches WHERE applied_at < $1";

impl Store {
    /// The last batch of a client that was applied to a deck.
    pub async fn last_batch(&self, deck: &DeckId, client: &str) -> Result<Option<AppliedBatch>> {
        self.inner.refresh().await?;
        let Some(mut row) = self.row(SELECT_ONE, params![deck, client]).await? else { return Ok(None) };
        Ok(Some(AppliedBatch { client: client.to_owned(), seq: row.count()?, answer: row.json()? }))
    }
}

/// Records a batch as applied. Fails with `Taken` when this batch or a later one of the client was applied already.
pub(super) async fn record(
    transaction: &mut Transaction,
    deck: &DeckId,
    batch: Option<&AppliedBatch>,
    at: Time,
) -> Result<()> {
    let Some(AppliedBatch { client, seq, answer }) = batch else { return Ok(()) };
    if transaction.run(UPSERT, params![deck, client, *seq, answer.to_string(), at]).await? == 0 {
        return Err(StoreError::Taken(client.clone()));
    }
    Ok(())
}

/// Deletes the batches of a deck.
pub(super) async fn delete_of_deck(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(DELETE_OF_DECK, params![deck]).await?;
    Ok(())
}

/// Deletes old batches.
pub(super) async fn sweep(transaction: &mut Transaction, now: Time) -> Result<()> {
    transaction.run(SWEEP, params![now - LIFETIME]).await?;
    Ok(())
}
