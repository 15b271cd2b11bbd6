//! Counts of the audience of live sessions, by minute. Every node stores the counts of all nodes that it knows; for
//! each minute, the highest counts stay.

use super::Store;
use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::ids::DeckId;
use crate::records::{SessionCounts, Time};

/// Minutes after which counts are deleted: 13 months.
const LIFETIME_MINUTES: i64 = 396 * 24 * 60;
/// Milliseconds of a minute.
const MINUTE: Time = 60_000;

const OF_DECK: &str = "SELECT session, minute, deck, followers, answers, questions FROM session_counts \
    WHERE deck = $1 AND minute >= $2 ORDER BY minute, session";
const PUT: &str = "INSERT INTO session_counts (session, minute, deck, followers, answers, questions) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (session, minute) DO UPDATE SET \
    followers = CASE WHEN session_counts.followers > $4 THEN session_counts.followers ELSE $4 END, \
    answers = CASE WHEN session_counts.answers > $5 THEN session_counts.answers ELSE $5 END, \
    questions = CASE WHEN session_counts.questions > $6 THEN session_counts.questions ELSE $6 END";
/// Whether the deck exists. Counts that arrive after its deletion are not stored.
const DECK_EXISTS: &str = "SELECT 1 FROM decks WHERE id = $1";
const DELETE_OF_DECK: &str = "DELETE FROM session_counts WHERE deck = $1";
const SWEEP: &str = "DELETE FROM session_counts WHERE minute < $1";

impl Store {
    /// The counts of the sessions of a deck from a minute on, in order of time.
    pub async fn session_counts(&self, deck: &DeckId, since: i64) -> Result<Vec<SessionCounts>> {
        self.inner.refresh().await?;
        self.rows(OF_DECK, params![deck, since]).await?.iter_mut().map(counts).collect()
    }

    /// Stores counts of a minute, where they are higher than the stored ones. Counts of a deck that does not exist are
    /// ignored.
    pub async fn put_session_counts(&self, counts: SessionCounts) -> Result<()> {
        self.write(counts, |transaction, counts| {
            Box::pin(async move {
                if transaction.row(DECK_EXISTS, params![&counts.deck]).await?.is_none() {
                    return Ok(());
                }
                let SessionCounts { session, minute, deck, followers, answers, questions } = counts;
                transaction.run(PUT, params![session, *minute, deck, *followers, *answers, *questions]).await?;
                Ok(())
            })
        })
        .await
    }
}

/// Deletes the counts of a deck.
pub(super) async fn delete_of_deck(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(DELETE_OF_DECK, params![deck]).await?;
    Ok(())
}

/// Deletes old counts.
pub(super) async fn sweep(transaction: &mut Transaction, now: Time) -> Result<()> {
    transaction.run(SWEEP, params![now.div_euclid(MINUTE) - LIFETIME_MINUTES]).await?;
    Ok(())
}

fn counts(row: &mut Row) -> Result<SessionCounts> {
    Ok(SessionCounts {
        session: row.id()?,
        minute: row.int()?,
        deck: row.id()?,
        followers: row.count()?,
        answers: row.count()?,
        questions: row.count()?,
    })
}
