//! Stored versions of decks.
//!
//! Automatic versions of a deck are bounded in number and age; named versions stay until the deck is deleted, and the
//! version that is published stays while it is. There is at most one automatic version of a revision, and one per
//! minute for each reason; one in ten minutes for stretches of work and for changes by another user.

use super::{Store, body};
use crate::StoreError;
use crate::engine::{Row, Transaction, or_empty, params, variant_name};
use crate::error::Result;
use crate::ids::{DeckId, VersionId};
use crate::records::{Page, Time, Version, VersionReason};

/// Maximum number of automatic versions of a deck.
const MAX_AUTOMATIC: usize = 50;
/// Days after which automatic versions are deleted.
const DAYS: Time = 90;
const DAY: Time = 86_400_000;
/// Minimum time in milliseconds between two automatic versions with the same reason.
const MIN_INTERVAL: Time = 60_000;
/// Minimum time in milliseconds between two versions of a stretch of work, or of the state before a change by another
/// user.
const MIN_STRETCH_INTERVAL: Time = 600_000;

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
const SELECT_ONE: &str = concat!("SELECT ", columns!(), ", body FROM versions WHERE deck = $1 AND id = $2");
const OF_REVISION: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM versions WHERE deck = $1 AND revision = $2 ORDER BY created_at DESC, id LIMIT 1"
);
/// Copies the content of the deck, which is still that from before the write.
const INSERT: &str = concat!(
    "INSERT INTO versions (",
    columns!(),
    ", body) SELECT CAST($1 AS TEXT), deck, CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS TEXT), \
     CAST($7 AS TEXT), CAST($8 AS TEXT), CAST($9 AS BIGINT), CAST($10 AS TEXT), CAST($11 AS BIGINT), body \
     FROM deck_bodies WHERE deck = $2"
);
const COUNT_SIMILAR: &str =
    "SELECT COUNT(*) FROM versions WHERE deck = $1 AND (revision = $2 OR (reason = $3 AND created_at > $4))";
const DELETE_EXCESS: &str = "DELETE FROM versions WHERE deck = $1 AND reason <> 'named' AND id NOT IN (SELECT id FROM versions \
    WHERE deck = $1 AND reason <> 'named' ORDER BY revision DESC, created_at DESC, id LIMIT $2) \
    AND id NOT IN (SELECT version FROM publications WHERE deck = $1)";
const LOCK: &str = "SELECT revision FROM decks WHERE id = $1 AND trashed_at IS NULL FOR UPDATE";
const DELETE_OF_DECK: &str = "DELETE FROM versions WHERE deck = $1";
const SWEEP: &str = "DELETE FROM versions WHERE reason <> 'named' AND created_at < $1 \
    AND id NOT IN (SELECT version FROM publications)";

impl Store {
    /// A page of the versions of a deck, highest revision first.
    pub async fn versions(&self, deck: &DeckId, limit: usize, offset: usize) -> Result<Page<Version>> {
        self.inner.refresh().await?;
        let rows = self.rows(OF_DECK, params![deck, limit, offset]).await?;
        let rows: Result<Vec<Version>> = rows.into_iter().map(|mut row| version(&mut row)).collect();
        super::lists::page(rows?, self.row(COUNT, params![deck]).await?)
    }

    /// A version of a deck by id, with its content.
    pub async fn version(&self, deck: &DeckId, id: &VersionId) -> Result<Option<(Version, deck::Deck)>> {
        self.inner.refresh().await?;
        let Some(mut row) = self.row(SELECT_ONE, params![deck, id]).await? else { return Ok(None) };
        let found = version(&mut row)?;
        Ok(Some((found, body::from_json(&row.text()?)?)))
    }

    /// The newest version of a revision of a deck.
    pub async fn version_of(&self, deck: &DeckId, revision: u64) -> Result<Option<Version>> {
        self.inner.refresh().await?;
        self.row(OF_REVISION, params![deck, revision]).await?.as_mut().map(version).transpose()
    }

    /// Stores a named version of the current state of a deck, unless it has `max` named versions already. Returns
    /// whether it was stored. Fails with `Stale` when the deck is at another revision, with `Missing` when there is no
    /// such deck or it is in the trash.
    pub async fn create_named_version(&self, version: Version, max: usize) -> Result<bool> {
        self.write((version, max), |transaction, (version, max)| {
            Box::pin(async move {
                lock(transaction, version).await?;
                let count = transaction.row(COUNT_NAMED, params![&version.deck]).await?;
                if count.map_or(Ok(0), |mut row| row.count::<usize>())? >= *max {
                    return Ok(false);
                }
                insert(transaction, version).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Stores an automatic version of the current state of a deck, unless there is a version of it. Fails like
    /// [`Self::create_named_version`].
    pub async fn create_automatic_version(&self, version: Version) -> Result<()> {
        self.write(version, |transaction, version| {
            Box::pin(async move {
                lock(transaction, version).await?;
                store_automatic(transaction, version).await
            })
        })
        .await
    }
}

/// Locks the deck of a version until the transaction ends. Fails unless it is at the revision of the version.
async fn lock(transaction: &mut Transaction, version: &Version) -> Result<()> {
    let latest = locked_revision(transaction, &version.deck).await?;
    if latest == version.revision { Ok(()) } else { Err(StoreError::Stale { latest }) }
}

/// Locks a deck until the transaction ends and returns its revision.
pub(super) async fn locked_revision(transaction: &mut Transaction, deck: &DeckId) -> Result<u64> {
    transaction.row(LOCK, params![deck]).await?.ok_or(StoreError::Missing)?.count::<u64>()
}

/// Stores an automatic version of the state before a write, unless there is one of this revision, or a recent one with
/// the same reason. To be called before the content is replaced.
pub(super) async fn store_automatic(transaction: &mut Transaction, version: &Version) -> Result<()> {
    // The state before a restore is always stored, since the user replaced it on purpose.
    let interval = match version.reason {
        VersionReason::Restore => 0,
        VersionReason::Work | VersionReason::Hands => MIN_STRETCH_INTERVAL,
        _ => MIN_INTERVAL,
    };
    let since = version.created_at - interval;
    let similar = params![&version.deck, version.revision, variant_name(version.reason), since];
    if transaction.row(COUNT_SIMILAR, similar).await?.map_or(Ok(0), |mut row| row.count::<usize>())? > 0 {
        return Ok(());
    }
    insert(transaction, version).await?;
    transaction.run(DELETE_EXCESS, params![&version.deck, MAX_AUTOMATIC]).await?;
    Ok(())
}

/// Stores the state of a deck that is being published.
pub(super) async fn store_published(transaction: &mut Transaction, version: &Version) -> Result<()> {
    insert(transaction, version).await?;
    transaction.run(DELETE_EXCESS, params![&version.deck, MAX_AUTOMATIC]).await?;
    Ok(())
}

async fn insert(transaction: &mut Transaction, version: &Version) -> Result<()> {
    let params = params![
        &version.id,
        &version.deck,
        version.revision,
        variant_name(version.reason),
        or_empty(&version.name),
        &version.by_email,
        &version.by_name,
        &version.title,
        version.slide_count,
        serde_json::to_string(&version.slides)?,
        version.created_at,
    ];
    transaction.run(INSERT, params).await?;
    Ok(())
}

/// Deletes the versions of a deck.
pub(super) async fn delete_of_deck(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(DELETE_OF_DECK, params![deck]).await?;
    Ok(())
}

/// Deletes old automatic versions.
pub(super) async fn sweep(transaction: &mut Transaction, now: Time) -> Result<()> {
    transaction.run(SWEEP, params![now - DAYS * DAY]).await?;
    Ok(())
}

fn version(row: &mut Row) -> Result<Version> {
    Ok(Version {
        id: row.id()?,
        deck: row.id()?,
        revision: row.count()?,
        reason: row.variant()?,
        name: row.text_unless_empty()?,
        by_email: row.text()?,
        by_name: row.text()?,
        title: row.text()?,
        slide_count: row.count()?,
        slides: row.json()?,
        created_at: row.int()?,
    })
}
