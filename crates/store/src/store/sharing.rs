//! Who else reads and writes a deck: access, grants, a new owner.

use super::decks::deck_touch;
use super::{Changed, Store, readers};
use crate::StoreError;
use crate::engine::{Row, Transaction, cells, word};
use crate::error::Result;
use crate::ids::{DeckId, UserId};
use crate::records::{Access, DeckChange, Grant, Permission, Time};

pub(super) const GRANTS: &str = "SELECT id, user_id, permission, invited_by, created_at FROM grants WHERE deck = $1 \
    ORDER BY created_at, id";
const GRANT: &str = "INSERT INTO grants (deck, id, user_id, permission, invited_by, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
const CHANGE: &str = "UPDATE grants SET permission = $3 WHERE deck = $1 AND user_id = $2";
const END: &str = "DELETE FROM grants WHERE deck = $1 AND user_id = $2";
const OPEN: &str = "UPDATE decks SET access = $2, view_only = $3 WHERE id = $1";
const STATE: &str = "SELECT owner, creator, revision FROM decks WHERE id = $1 FOR UPDATE";
const OWN: &str = "UPDATE decks SET owner = $2, creator = $3 WHERE id = $1";

/// What a deck has to do with people.
struct State {
    owner: UserId,
    creator: Option<UserId>,
    revision: u64,
}

impl Store {
    /// Sets who reads a deck besides those it is shared with.
    pub async fn set_access(&self, id: &DeckId, access: Access, view_only: bool, changed: Changed) -> Result<()> {
        let given = (id.to_owned(), access, view_only, changed);
        self.write(given, |transaction, (id, access, view_only, changed)| {
            Box::pin(async move {
                let state = state(transaction, id).await?;
                transaction.run(OPEN, cells![id, word(access), *view_only]).await?;
                shared(transaction, id, &state, changed).await
            })
        })
        .await
    }

    /// Shares a deck. `Taken` when shared with that user already.
    pub async fn add_grant(&self, deck: &DeckId, grant: Grant, changed: Changed) -> Result<()> {
        let given = (deck.to_owned(), grant, changed);
        self.write(given, |transaction, (deck, grant, changed)| {
            Box::pin(async move {
                let state = state(transaction, deck).await?;
                insert(transaction, deck, grant).await?;
                shared(transaction, deck, &state, changed).await
            })
        })
        .await
    }

    /// Shares more or less of a deck. `Missing` when there is no grant.
    pub async fn update_grant(
        &self,
        deck: &DeckId,
        user: &UserId,
        permission: Permission,
        changed: Changed,
    ) -> Result<()> {
        let given = (deck.to_owned(), user.to_owned(), permission, changed);
        self.write(given, |transaction, (deck, user, permission, changed)| {
            Box::pin(async move {
                let state = state(transaction, deck).await?;
                if transaction.run(CHANGE, cells![deck, user, word(permission)]).await? == 0 {
                    return Err(StoreError::Missing);
                }
                shared(transaction, deck, &state, changed).await
            })
        })
        .await
    }

    /// `Missing` when there is none.
    pub async fn remove_grant(&self, deck: &DeckId, user: &UserId, changed: Changed) -> Result<()> {
        let given = (deck.to_owned(), user.to_owned(), changed);
        self.write(given, |transaction, (deck, user, changed)| {
            Box::pin(async move {
                let state = state(transaction, deck).await?;
                if !end_grant(transaction, deck, user).await? {
                    return Err(StoreError::Missing);
                }
                shared(transaction, deck, &state, changed).await
            })
        })
        .await
    }

    /// A new owner, whose grant ends; the former one gets a grant when `keep` holds one, and is no longer its creator
    /// otherwise.
    pub async fn transfer_deck(
        &self,
        id: &DeckId,
        owner: &UserId,
        keep: Option<Grant>,
        changed: Changed,
    ) -> Result<()> {
        let given = (id.to_owned(), owner.to_owned(), keep, changed);
        self.write(given, |transaction, (id, owner, keep, changed)| {
            Box::pin(async move {
                let state = state(transaction, id).await?;
                end_grant(transaction, id, owner).await?;
                if let Some(grant) = keep {
                    end_grant(transaction, id, &grant.user).await?;
                    insert(transaction, id, grant).await?;
                }
                let ends = |creator: &UserId| creator == owner || (keep.is_none() && *creator == state.owner);
                let creator = state.creator.clone().filter(|creator| !ends(creator));
                transaction.run(OWN, cells![id, owner, &creator]).await?;
                shared(transaction, id, &state, changed).await
            })
        })
        .await
    }
}

/// The grants in rows of their columns.
pub(super) fn grants(rows: Vec<Row>) -> Result<Vec<Grant>> {
    rows.into_iter()
        .map(|mut row| {
            Ok(Grant {
                id: row.id()?,
                user: row.id()?,
                permission: row.word()?,
                invited_by: row.text()?,
                created_at: row.int()?,
            })
        })
        .collect()
}

pub(super) async fn insert(transaction: &mut Transaction, deck: &DeckId, grant: &Grant) -> Result<()> {
    let cells = cells![deck, &grant.id, &grant.user, word(grant.permission), &grant.invited_by, grant.created_at,];
    if transaction.run(GRANT, cells).await? == 0 {
        return Err(StoreError::Taken(grant.user.to_string()));
    }
    Ok(())
}

/// Ends a grant and answers whether there was one.
pub(super) async fn end_grant(transaction: &mut Transaction, deck: &DeckId, user: &UserId) -> Result<bool> {
    Ok(transaction.run(END, cells![deck, user]).await? > 0)
}

/// Notes that an account's leaving changed who has to do with a deck.
pub(super) async fn touch_shared(transaction: &mut Transaction, deck: &DeckId, at: Time) -> Result<()> {
    let state = state(transaction, deck).await?;
    let changed = Changed { at, ..Changed::default() };
    transaction.touch(deck_touch(deck, DeckChange::Shared, state.revision, &changed));
    Ok(())
}

async fn state(transaction: &mut Transaction, deck: &DeckId) -> Result<State> {
    let mut row = transaction.row(STATE, cells![deck]).await?.ok_or(StoreError::Missing)?;
    Ok(State { owner: row.id()?, creator: row.maybe_id()?, revision: row.count()? })
}

/// What every change of sharing ends with.
async fn shared(transaction: &mut Transaction, deck: &DeckId, state: &State, changed: &Changed) -> Result<()> {
    readers::place(transaction, deck).await?;
    transaction.touch(deck_touch(deck, DeckChange::Shared, state.revision, changed));
    Ok(())
}
