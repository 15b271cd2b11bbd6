//! States of decks that are kept for going back.
//!
//! Of those that were kept without being asked a deck has a bounded number, of a bounded age; those that were named stay
//! until the deck is removed. One state is kept once, and for one reason at most once a minute.

use super::{Store, body};
use crate::StoreError;
use crate::engine::{Row, Transaction, cells, word};
use crate::error::Result;
use crate::ids::{DeckId, VersionId};
use crate::records::{Page, Time, Version, VersionReason};

/// Most versions of a deck that were kept without being asked.
const MOST: usize = 50;
/// Days after which they go.
const DAYS: Time = 90;
const DAY: Time = 86_400_000;
/// Milliseconds within which one reason keeps one version.
const APART: Time = 60_000;

macro_rules! columns {
    () => {
        "id, deck, revision, reason, name, by_email, by_name, title, slide_count, slides, created_at"
    };
}

const OF_DECK: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM versions WHERE deck = $1 ORDER BY revision DESC, created_at DESC, id LIMIT $2 OFFSET $3"
);
const COUNT: &str = "SELECT COUNT(*) FROM versions WHERE deck = $1";
const COUNT_NAMED: &str = "SELECT COUNT(*) FROM versions WHERE deck = $1 AND reason = 'named'";
const ONE: &str = concat!("SELECT ", columns!(), ", body FROM versions WHERE deck = $1 AND id = $2");
const OF_REVISION: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM versions WHERE deck = $1 AND revision = $2 ORDER BY created_at DESC, id LIMIT 1"
);
/// The content is that of the deck, which is still the one before the write.
const KEEP: &str = concat!(
    "INSERT INTO versions (",
    columns!(),
    ", body) SELECT CAST($1 AS TEXT), deck, CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS TEXT), \
     CAST($7 AS TEXT), CAST($8 AS TEXT), CAST($9 AS BIGINT), CAST($10 AS TEXT), CAST($11 AS BIGINT), body \
     FROM deck_bodies WHERE deck = $2"
);
const KEPT: &str =
    "SELECT COUNT(*) FROM versions WHERE deck = $1 AND (revision = $2 OR (reason = $3 AND created_at > $4))";
const FEWER: &str = "DELETE FROM versions WHERE deck = $1 AND reason <> 'named' AND id NOT IN (SELECT id FROM versions \
    WHERE deck = $1 AND reason <> 'named' ORDER BY revision DESC, created_at DESC, id LIMIT $2)";
const LOCK: &str = "SELECT revision FROM decks WHERE id = $1 AND trashed_at IS NULL FOR UPDATE";
const OF_DECK_GONE: &str = "DELETE FROM versions WHERE deck = $1";
const SWEEP: &str = "DELETE FROM versions WHERE reason <> 'named' AND created_at < $1";

impl Store {
    /// The versions of a deck, newest state first.
    pub async fn versions(&self, deck: &DeckId, limit: usize, offset: usize) -> Result<Page<Version>> {
        self.inside.freshen().await?;
        let rows = self.rows(OF_DECK, cells![deck, limit, offset]).await?;
        let rows: Result<Vec<Version>> = rows.into_iter().map(|mut row| version(&mut row)).collect();
        super::lists::page(rows?, self.row(COUNT, cells![deck]).await?)
    }

    /// A version of a deck with its content.
    pub async fn version(&self, deck: &DeckId, id: &VersionId) -> Result<Option<(Version, deck::Deck)>> {
        self.inside.freshen().await?;
        let Some(mut row) = self.row(ONE, cells![deck, id]).await? else { return Ok(None) };
        let found = version(&mut row)?;
        Ok(Some((found, body::read(&row.text()?)?)))
    }

    /// The newest version that holds a revision of a deck.
    pub async fn version_of(&self, deck: &DeckId, revision: u64) -> Result<Option<Version>> {
        self.inside.freshen().await?;
        self.row(OF_REVISION, cells![deck, revision]).await?.as_mut().map(version).transpose()
    }

    /// Keeps the state that a deck is in under a name, unless it has `most` named versions already; answers whether it
    /// was kept. `Stale` when the deck is no longer in that state.
    pub async fn name_version(&self, version: Version, most: usize) -> Result<bool> {
        self.write((version, most), |transaction, (version, most)| {
            Box::pin(async move {
                let row = transaction.row(LOCK, cells![&version.deck]).await?;
                let latest = row.ok_or(StoreError::Missing)?.count::<u64>()?;
                if latest != version.revision {
                    return Err(StoreError::Stale { latest });
                }
                let count = transaction.row(COUNT_NAMED, cells![&version.deck]).await?;
                if count.map_or(Ok(0), |mut row| row.count::<usize>())? >= *most {
                    return Ok(false);
                }
                insert(transaction, version).await?;
                Ok(true)
            })
        })
        .await
    }
}

/// Keeps the state before a write, whose content is still there, unless it is kept already or the same reason kept one
/// a moment ago.
pub(super) async fn keep(transaction: &mut Transaction, version: &Version) -> Result<()> {
    // A state is left for an older one on purpose: that one is kept however short the pause.
    let pause = if version.reason == VersionReason::Restore { 0 } else { APART };
    let since = version.created_at - pause;
    let kept = cells![&version.deck, version.revision, word(version.reason), since];
    if transaction.row(KEPT, kept).await?.map_or(Ok(0), |mut row| row.count::<usize>())? > 0 {
        return Ok(());
    }
    insert(transaction, version).await?;
    transaction.run(FEWER, cells![&version.deck, MOST]).await?;
    Ok(())
}

async fn insert(transaction: &mut Transaction, version: &Version) -> Result<()> {
    let cells = cells![
        &version.id,
        &version.deck,
        version.revision,
        word(version.reason),
        &version.name,
        &version.by_email,
        &version.by_name,
        &version.title,
        version.slide_count,
        serde_json::to_string(&version.slides)?,
        version.created_at,
    ];
    transaction.run(KEEP, cells).await?;
    Ok(())
}

/// Removes the versions of a deck that is removed.
pub(super) async fn remove(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(OF_DECK_GONE, cells![deck]).await?;
    Ok(())
}

/// Removes versions that nobody named and that are old.
pub(super) async fn sweep(transaction: &mut Transaction, now: Time) -> Result<()> {
    transaction.run(SWEEP, cells![now - DAYS * DAY]).await?;
    Ok(())
}

fn version(row: &mut Row) -> Result<Version> {
    Ok(Version {
        id: row.id()?,
        deck: row.id()?,
        revision: row.count()?,
        reason: row.word()?,
        name: row.text()?,
        by_email: row.text()?,
        by_name: row.text()?,
        title: row.text()?,
        slide_count: row.count()?,
        slides: row.json()?,
        created_at: row.int()?,
    })
}
