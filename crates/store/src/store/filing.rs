//! Stars and folders by which people sort the decks that they read. Nobody else sees them.

use std::collections::{BTreeMap, HashMap};

use super::{Store, readers};
use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{Filing, FilingCounts};

/// Locks the row of the user, so that writes of their stars and folders run one after the other.
const LOCK: &str = "SELECT id FROM users WHERE id = $1 FOR UPDATE";
const OF_USER: &str = "SELECT deck, starred, folder FROM filed_decks WHERE user_id = $1";
const SELECT_ONE: &str = "SELECT starred, folder FROM filed_decks WHERE user_id = $1 AND deck = $2";
const SET: &str = "INSERT INTO filed_decks (user_id, deck, starred, folder) VALUES ($1, $2, $3, $4) \
    ON CONFLICT (user_id, deck) DO UPDATE SET starred = excluded.starred, folder = excluded.folder";
const DELETE: &str = "DELETE FROM filed_decks WHERE user_id = $1 AND deck = $2";
const DELETE_OF_DECK: &str = "DELETE FROM filed_decks WHERE deck = $1";
const DELETE_OF_USER: &str = "DELETE FROM filed_decks WHERE user_id = $1";
/// The number of a user's decks by star and folder. Counts only decks that one of the readers `$2` to `$4` has.
const COUNTS: &str = "SELECT f.starred, f.folder, COUNT(*) FROM filed_decks f JOIN readers r ON r.deck = f.deck \
    WHERE f.user_id = $1 AND r.reader IN ($2, $3, $4) GROUP BY f.starred, f.folder";
const RENAME: &str = "UPDATE filed_decks SET folder = $3 WHERE user_id = $1 AND folder = $2 \
    AND deck IN (SELECT id FROM decks WHERE organization = $4)";
const DELETE_UNFILED: &str = "DELETE FROM filed_decks WHERE user_id = $1 AND starred = 0 AND folder IS NULL";

impl Store {
    /// The stars and folders of a user in all organizations. A deck with neither is absent.
    pub async fn filings(&self, user: &UserId) -> Result<HashMap<DeckId, Filing>> {
        self.inner.refresh().await?;
        let rows = self.rows(OF_USER, params![user]).await?;
        let filing = |mut row: Row| Ok((row.id()?, Filing { starred: row.flag()?, folder: row.maybe_text()? }));
        rows.into_iter().map(filing).collect()
    }

    /// Changes the star or the folder that a user gave a deck, and returns both as they are then.
    pub async fn file_deck(
        &self,
        user: &UserId,
        deck: &DeckId,
        change: impl Fn(&mut Filing) + Send + Sync + 'static,
    ) -> Result<Filing> {
        self.write((user.to_owned(), deck.to_owned(), change), |transaction, (user, deck, change)| {
            Box::pin(async move {
                transaction.row(LOCK, params![user]).await?;
                let mut filing = match transaction.row(SELECT_ONE, params![user, deck]).await? {
                    Some(mut row) => Filing { starred: row.flag()?, folder: row.maybe_text()? },
                    None => Filing::default(),
                };
                change(&mut filing);
                if filing == Filing::default() {
                    transaction.run(DELETE, params![user, deck]).await?;
                } else {
                    let params = params![user, deck, filing.starred, &filing.folder];
                    transaction.run(SET, params).await?;
                }
                Ok(filing)
            })
        })
        .await
    }

    /// Renames a folder of a user in an organization. When `name` is none, removes the folder, but not its decks.
    /// Returns the number of its decks.
    pub async fn rename_folder(
        &self,
        user: &UserId,
        organization: &OrganizationId,
        folder: &str,
        name: Option<String>,
    ) -> Result<u64> {
        let input = (user.to_owned(), organization.to_owned(), folder.to_owned(), name);
        self.write(input, |transaction, (user, organization, folder, name)| {
            Box::pin(async move {
                transaction.row(LOCK, params![user]).await?;
                let params = params![user, &*folder, &*name, organization];
                let decks = transaction.run(RENAME, params).await?;
                transaction.run(DELETE_UNFILED, params![user]).await?;
                Ok(decks)
            })
        })
        .await
    }

    /// How many decks that a user may read in an organization have a star, and how many are in each folder.
    pub async fn filing_counts(&self, user: &UserId, organization: &OrganizationId) -> Result<FilingCounts> {
        self.inner.refresh().await?;
        let [own, shared, all] = readers::of_user(user, organization);
        let mut starred = 0;
        let mut folders = BTreeMap::new();
        for mut row in self.rows(COUNTS, params![user, own, shared, all]).await? {
            let (is_starred, folder, decks) = (row.flag()?, row.maybe_text()?, row.count::<usize>()?);
            if is_starred {
                starred += decks;
            }
            if let Some(folder) = folder {
                *folders.entry(folder).or_default() += decks;
            }
        }
        Ok(FilingCounts { starred, folders })
    }
}

/// Removes a deck from the stars and folders of everybody.
pub(super) async fn delete_of_deck(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(DELETE_OF_DECK, params![deck]).await?;
    Ok(())
}

/// Removes the stars and folders of a user.
pub(super) async fn delete_of_user(transaction: &mut Transaction, user: &UserId) -> Result<()> {
    transaction.run(DELETE_OF_USER, params![user]).await?;
    Ok(())
}
