//! The named sets of decks that lists are made of, and the number of decks in each. Such a set is called a reader; its
//! name is the text that [`own`], [`open`], [`shared`] or [`all`] returns.
//!
//! The table `readers` is derived from a deck, its access and its grants, in the transaction that changes them. The
//! table `reader_counts` has the number of decks of each reader, so that the length of a list need not be counted.

use std::collections::BTreeSet;

use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{Access, Time};

const SELECT_DECK: &str = "SELECT organization, owner, creator, title, access, created_at, updated_at, trashed_at FROM decks \
    WHERE id = $1";
const GRANTED_USERS: &str = "SELECT user_id FROM grants WHERE deck = $1";
const READERS_OF_DECK: &str = "SELECT reader FROM readers WHERE deck = $1";
const INSERT: &str = "INSERT INTO readers (deck, reader, owner, title_key, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6)";
const DELETE: &str = "DELETE FROM readers WHERE deck = $1 AND reader = $2";
const INCREMENT_COUNT: &str = "INSERT INTO reader_counts (reader, decks) VALUES ($1, 1) \
    ON CONFLICT (reader) DO UPDATE SET decks = reader_counts.decks + 1";
const DECREMENT_COUNT: &str = "UPDATE reader_counts SET decks = decks - 1 WHERE reader = $1";
const REFRESH: &str = "UPDATE readers SET owner = $2, title_key = $3, updated_at = $4 WHERE deck = $1";

/// The reader of a user's private decks.
pub(super) fn own(user: &UserId, organization: &OrganizationId) -> String {
    format!("own:{user}:{organization}")
}

/// The reader of a user's decks that the organization reads.
pub(super) fn open(user: &UserId, organization: &OrganizationId) -> String {
    format!("open:{user}:{organization}")
}

/// The reader of private decks of others that a user may read.
pub(super) fn shared(user: &UserId, organization: &OrganizationId) -> String {
    format!("shared:{user}:{organization}")
}

/// The reader of all decks that the organization reads.
pub(super) fn all(organization: &OrganizationId) -> String {
    format!("all:{organization}")
}

/// The readers that find all decks which a user may read in an organization.
pub(super) fn of_user(user: &UserId, organization: &OrganizationId) -> [String; 3] {
    [own(user, organization), shared(user, organization), all(organization)]
}

/// The readers of an organization: its own, and a `LIKE` pattern for those of its members.
pub(super) fn of_organization(organization: &OrganizationId) -> (String, String) {
    (all(organization), format!("%:{organization}"))
}

/// The sort key of a title, in lower case.
pub(super) fn title_key(title: &str) -> String {
    // Long enough to sort by, and short enough for an index of PostgreSQL.
    title.to_lowercase().chars().take(200).collect()
}

/// The fields of a deck that decide in which lists it is, and at which place.
pub(crate) struct DeckListing<'a> {
    pub(crate) id: &'a DeckId,
    pub(crate) organization: &'a OrganizationId,
    pub(crate) owner: &'a UserId,
    pub(crate) creator: Option<&'a UserId>,
    pub(crate) title: &'a str,
    pub(crate) access: Access,
    pub(crate) created_at: Time,
    pub(crate) updated_at: Time,
    pub(crate) trashed: bool,
}

impl DeckListing<'_> {
    /// The readers that find the deck, when it is shared with the given users.
    fn readers<'u>(&self, granted: impl Iterator<Item = &'u UserId>) -> BTreeSet<String> {
        let Self { organization, owner, .. } = self;
        let mut readers = BTreeSet::new();
        match self.access {
            _ if self.trashed => {}
            Access::Organization => {
                readers.insert(open(owner, organization));
                readers.insert(all(organization));
            }
            Access::Private => {
                readers.insert(own(owner, organization));
                readers.extend(granted.map(|user| shared(user, organization)));
                readers.extend(self.creator.map(|user| shared(user, organization)));
                readers.remove(&shared(owner, organization));
            }
        }
        readers
    }

    /// Adds a new deck to the lists it belongs to.
    pub(super) async fn insert<'u>(
        &self,
        transaction: &mut Transaction,
        granted: impl Iterator<Item = &'u UserId>,
    ) -> Result<()> {
        self.add(transaction, self.readers(granted).iter()).await
    }

    async fn add(&self, transaction: &mut Transaction, readers: impl Iterator<Item = &String>) -> Result<()> {
        let title_key = title_key(self.title);
        for reader in readers {
            let params = params![self.id, reader, self.owner, &title_key, self.created_at, self.updated_at];
            transaction.run(INSERT, params).await?;
            transaction.run(INCREMENT_COUNT, params![reader]).await?;
        }
        Ok(())
    }
}

/// Adds a deck to the lists it belongs to, and removes it from the others.
pub(crate) async fn update(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    let present: BTreeSet<String> =
        texts(transaction.rows(READERS_OF_DECK, params![deck]).await?)?.into_iter().collect();
    let Some(mut row) = transaction.row(SELECT_DECK, params![deck]).await? else {
        return remove(transaction, deck, present.iter()).await;
    };
    let (organization, owner, creator): (_, _, Option<UserId>) = (row.id()?, row.id()?, row.maybe_id()?);
    let title = row.text()?;
    let listing = DeckListing {
        id: deck,
        organization: &organization,
        owner: &owner,
        creator: creator.as_ref(),
        title: &title,
        access: row.variant()?,
        created_at: row.int()?,
        updated_at: row.int()?,
        trashed: row.maybe_int()?.is_some(),
    };
    let granted = transaction.rows(GRANTED_USERS, params![deck]).await?;
    let granted: Vec<UserId> = granted.into_iter().map(|mut row| row.id()).collect::<Result<_>>()?;
    let wanted = listing.readers(granted.iter());
    remove(transaction, deck, present.difference(&wanted)).await?;
    listing.add(transaction, wanted.difference(&present)).await?;
    // The rows that stay have the sort keys from before.
    if !present.is_disjoint(&wanted) {
        refresh(transaction, deck, &owner, &title, listing.updated_at).await?;
    }
    Ok(())
}

/// Updates the sort keys of a deck in its lists, when only its title, owner or time changed.
pub(super) async fn refresh(
    transaction: &mut Transaction,
    deck: &DeckId,
    owner: &UserId,
    title: &str,
    updated_at: Time,
) -> Result<()> {
    let params = params![deck, owner, title_key(title), updated_at];
    transaction.run(REFRESH, params).await?;
    Ok(())
}

async fn remove(transaction: &mut Transaction, deck: &DeckId, readers: impl Iterator<Item = &String>) -> Result<()> {
    for reader in readers {
        transaction.run(DELETE, params![deck, reader]).await?;
        transaction.run(DECREMENT_COUNT, params![reader]).await?;
    }
    Ok(())
}

fn texts(rows: Vec<Row>) -> Result<Vec<String>> {
    rows.into_iter().map(|mut row| row.text()).collect()
}
