//! Who finds which deck in a list, and how many each finds.
//!
//! The table `readers` is worked out from a deck, its access and its grants, in the transaction that changes them;
//! `reader_counts` follows it, so that the length of a list is read and never counted.

use std::collections::BTreeSet;

use crate::engine::{Row, Transaction, cells};
use crate::error::Result;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{Access, Time};

const DECK: &str = "SELECT organization, owner, creator, title, access, created_at, updated_at, trashed_at FROM decks \
    WHERE id = $1";
const GRANTED: &str = "SELECT user_id FROM grants WHERE deck = $1";
const PRESENT: &str = "SELECT reader FROM readers WHERE deck = $1";
const ADD: &str = "INSERT INTO readers (deck, reader, owner, title_key, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6)";
const REMOVE: &str = "DELETE FROM readers WHERE deck = $1 AND reader = $2";
const MORE: &str = "INSERT INTO reader_counts (reader, decks) VALUES ($1, 1) \
    ON CONFLICT (reader) DO UPDATE SET decks = reader_counts.decks + 1";
const FEWER: &str = "UPDATE reader_counts SET decks = decks - 1 WHERE reader = $1";
const REFRESH: &str = "UPDATE readers SET owner = $2, title_key = $3, updated_at = $4 WHERE deck = $1";

/// Private decks of a user.
pub(super) fn own(user: &UserId, organization: &OrganizationId) -> String {
    format!("own:{user}:{organization}")
}

/// Decks of a user that the organization reads.
pub(super) fn open(user: &UserId, organization: &OrganizationId) -> String {
    format!("open:{user}:{organization}")
}

/// Private decks of others that a user reads.
pub(super) fn shared(user: &UserId, organization: &OrganizationId) -> String {
    format!("shared:{user}:{organization}")
}

/// Decks that the organization reads.
pub(super) fn all(organization: &OrganizationId) -> String {
    format!("all:{organization}")
}

/// The readers of an organization: its own, and a pattern for those of its members.
pub(super) fn of_organization(organization: &OrganizationId) -> (String, String) {
    (all(organization), format!("%:{organization}"))
}

/// What titles are ordered by: without case.
pub(super) fn title_key(title: &str) -> String {
    // Long enough to order by, short enough for an index of PostgreSQL.
    title.to_lowercase().chars().take(200).collect()
}

/// What decides who finds a deck.
pub(crate) struct Placed<'a> {
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

impl Placed<'_> {
    /// The readers of the deck, when it is shared with these users.
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

    /// Puts a deck that is in no list yet into those it belongs to.
    pub(super) async fn enter<'u>(
        &self,
        transaction: &mut Transaction,
        granted: impl Iterator<Item = &'u UserId>,
    ) -> Result<()> {
        self.join(transaction, self.readers(granted).iter()).await
    }

    async fn join(&self, transaction: &mut Transaction, readers: impl Iterator<Item = &String>) -> Result<()> {
        let title_key = title_key(self.title);
        for reader in readers {
            let cells = cells![self.id, reader, self.owner, &title_key, self.created_at, self.updated_at];
            transaction.run(ADD, cells).await?;
            transaction.run(MORE, cells![reader]).await?;
        }
        Ok(())
    }
}

/// Puts a deck into the lists it belongs to and takes it out of the others.
pub(crate) async fn place(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    let present: BTreeSet<String> = texts(transaction.rows(PRESENT, cells![deck]).await?)?.into_iter().collect();
    let Some(mut row) = transaction.row(DECK, cells![deck]).await? else {
        return leave(transaction, deck, present.iter()).await;
    };
    let (organization, owner, creator): (_, _, Option<UserId>) = (row.id()?, row.id()?, row.maybe_id()?);
    let title = row.text()?;
    let placed = Placed {
        id: deck,
        organization: &organization,
        owner: &owner,
        creator: creator.as_ref(),
        title: &title,
        access: row.word()?,
        created_at: row.int()?,
        updated_at: row.int()?,
        trashed: row.maybe_int()?.is_some(),
    };
    let granted = transaction.rows(GRANTED, cells![deck]).await?;
    let granted: Vec<UserId> = granted.into_iter().map(|mut row| row.id()).collect::<Result<_>>()?;
    let wanted = placed.readers(granted.iter());
    leave(transaction, deck, present.difference(&wanted)).await?;
    placed.join(transaction, wanted.difference(&present)).await?;
    if !present.is_disjoint(&wanted) {
        refresh(transaction, deck, &owner, &title, placed.updated_at).await?;
    }
    Ok(())
}

/// Keeps the place of a deck in lists up to date when only its title or time changed.
pub(super) async fn refresh(
    transaction: &mut Transaction,
    deck: &DeckId,
    owner: &UserId,
    title: &str,
    updated_at: Time,
) -> Result<()> {
    let cells = cells![deck, owner, title_key(title), updated_at];
    transaction.run(REFRESH, cells).await?;
    Ok(())
}

async fn leave(transaction: &mut Transaction, deck: &DeckId, readers: impl Iterator<Item = &String>) -> Result<()> {
    for reader in readers {
        transaction.run(REMOVE, cells![deck, reader]).await?;
        transaction.run(FEWER, cells![reader]).await?;
    }
    Ok(())
}

fn texts(rows: Vec<Row>) -> Result<Vec<String>> {
    rows.into_iter().map(|mut row| row.text()).collect()
}
