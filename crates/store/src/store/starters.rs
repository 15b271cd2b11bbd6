//! Starter decks: they are offered when a member of their organization creates a deck.

use super::Store;
use super::decks::head_columns;
use super::lists::listed;
use crate::engine::{Transaction, params};
use crate::error::Result;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{ListedDeck, Time};

const OF_ORGANIZATION: &str = concat!(
    "SELECT ",
    head_columns!(),
    ", u.email, u.name, g.permission FROM starters s JOIN decks d ON d.id = s.deck JOIN users u ON u.id = d.owner \
     LEFT JOIN grants g ON g.deck = d.id AND g.user_id = $2 WHERE s.organization = $1 AND d.trashed_at IS NULL \
     ORDER BY s.created_at, s.deck"
);
const IS_STARTER: &str = "SELECT 1 FROM starters WHERE deck = $1";
const COUNT: &str = "SELECT COUNT(*) FROM starters WHERE organization = $1";
const INSERT: &str = "INSERT INTO starters (deck, organization, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
const DELETE: &str = "DELETE FROM starters WHERE deck = $1";

impl Store {
    /// The starter decks of an organization that are not in the trash, in the order in which they were marked, with the
    /// grant of a reader, who need not have any right on them.
    pub async fn starters(&self, organization: &OrganizationId, reader: &UserId) -> Result<Vec<ListedDeck>> {
        self.inner.refresh().await?;
        listed(self.rows(OF_ORGANIZATION, params![organization, reader]).await?)
    }

    /// Whether a deck is a starter deck.
    pub async fn is_starter(&self, deck: &DeckId) -> Result<bool> {
        self.inner.refresh().await?;
        Ok(self.row(IS_STARTER, params![deck]).await?.is_some())
    }

    /// Marks a deck as a starter deck of its organization. Returns false, and stores nothing, when the organization has
    /// `max` already.
    pub async fn add_starter(
        &self,
        deck: &DeckId,
        organization: &OrganizationId,
        now: Time,
        max: usize,
    ) -> Result<bool> {
        let input = (deck.to_owned(), organization.to_owned(), now, max);
        self.write(input, |transaction, (deck, organization, now, max)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                if transaction.row(IS_STARTER, params![deck]).await?.is_some() {
                    return Ok(true);
                }
                let count = transaction.row(COUNT, params![organization]).await?;
                if count.map_or(Ok(0), |mut row| row.count::<usize>())? >= *max {
                    return Ok(false);
                }
                transaction.run(INSERT, params![deck, organization, *now]).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Removes the mark of a deck. Returns whether it had one.
    pub async fn remove_starter(&self, deck: &DeckId) -> Result<bool> {
        self.write(deck.to_owned(), |transaction, deck| {
            Box::pin(async move { Ok(transaction.run(DELETE, params![&*deck]).await? > 0) })
        })
        .await
    }
}

/// Removes the mark of a deck.
pub(super) async fn delete_of_deck(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(DELETE, params![deck]).await?;
    Ok(())
}
