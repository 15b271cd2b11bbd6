//! Counts of views. Nodes add to them, so that each view is counted once however many nodes there are.

use deck::SlideId;

use super::Store;
use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::ids::DeckId;
use crate::records::{Time, ViewCounts, ViewKey};

/// Days after which counts are deleted: 13 months.
const DAYS: i64 = 396;
const DAY: Time = 86_400_000;

const OF_DECK: &str = "SELECT deck, day, link, slide, views, visitors, finished, downloads, milliseconds, leaves \
    FROM view_counts WHERE deck = $1 AND day >= $2 ORDER BY day, link, slide";
const ADD: &str = "INSERT INTO view_counts (deck, day, link, slide, views, visitors, finished, downloads, \
    milliseconds, leaves) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (deck, day, link, slide) \
    DO UPDATE SET views = view_counts.views + $5, visitors = view_counts.visitors + $6, \
    finished = view_counts.finished + $7, downloads = view_counts.downloads + $8, \
    milliseconds = view_counts.milliseconds + $9, leaves = view_counts.leaves + $10";
/// Whether the deck exists. Counts that arrive after its deletion are not stored.
const DECK_EXISTS: &str = "SELECT 1 FROM decks WHERE id = $1";
const DELETE_OF_DECK: &str = "DELETE FROM view_counts WHERE deck = $1";
const SWEEP: &str = "DELETE FROM view_counts WHERE day < $1";

impl Store {
    /// The counts of a deck from a day on, ordered by day, link and slide.
    pub async fn view_counts(&self, deck: &DeckId, since: i64) -> Result<Vec<(ViewKey, ViewCounts)>> {
        self.inner.refresh().await?;
        self.rows(OF_DECK, params![deck, since]).await?.iter_mut().map(counts).collect()
    }

    /// Adds to counts, in one transaction. Counts of decks that are gone are ignored.
    pub async fn add_view_counts(&self, added: Vec<(ViewKey, ViewCounts)>) -> Result<()> {
        self.write(added, |transaction, added| {
            Box::pin(async move {
                let mut known: Option<(&DeckId, bool)> = None;
                for (key, counts) in added {
                    let exists = match known {
                        Some((deck, exists)) if *deck == key.deck => exists,
                        _ => transaction.row(DECK_EXISTS, params![&key.deck]).await?.is_some(),
                    };
                    known = Some((&key.deck, exists));
                    if !exists {
                        continue;
                    }
                    let params = params![
                        &key.deck,
                        key.day,
                        &key.link,
                        key.slide.as_deref().unwrap_or_default(),
                        counts.views,
                        counts.visitors,
                        counts.finished,
                        counts.downloads,
                        counts.milliseconds,
                        counts.leaves,
                    ];
                    transaction.run(ADD, params).await?;
                }
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
    transaction.run(SWEEP, params![now.div_euclid(DAY) - DAYS]).await?;
    Ok(())
}

fn counts(row: &mut Row) -> Result<(ViewKey, ViewCounts)> {
    let (deck, day, link) = (row.id()?, row.int()?, row.text()?);
    // The column is part of the key, so the whole deck has an empty text and not NULL.
    let key = ViewKey { deck, day, link, slide: row.text_unless_empty()?.map(SlideId::from) };
    let counts = ViewCounts {
        views: row.count()?,
        visitors: row.count()?,
        finished: row.count()?,
        downloads: row.count()?,
        milliseconds: row.count()?,
        leaves: row.count()?,
    };
    Ok((key, counts))
}
