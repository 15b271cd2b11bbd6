//! Access, grants and owner of a deck.

use super::decks::deck_effect;
use super::{ChangeContext, Store, readers};
use crate::StoreError;
use crate::engine::{Row, Transaction, params, variant_name};
use crate::error::Result;
use crate::ids::{DeckId, UserId};
use crate::records::{Access, DeckChange, Grant, Permission, Time};

pub(super) const GRANTS: &str = "SELECT id, user_id, permission, invited_by, created_at FROM grants WHERE deck = $1 \
    ORDER BY created_at, id";
const INSERT: &str = "INSERT INTO grants (deck, id, user_id, permission, invited_by, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
const SET_PERMISSION: &str = "UPDATE grants SET permission = $3 WHERE deck = $1 AND user_id = $2";
const DELETE: &str = "DELETE FROM grants WHERE deck = $1 AND user_id = $2";
const SET_ACCESS: &str = "UPDATE decks SET access = $2, view_only = $3 WHERE id = $1";
const DECK_USERS: &str = "SELECT owner, creator, revision FROM decks WHERE id = $1 FOR UPDATE";
const SET_OWNER: &str = "UPDATE decks SET owner = $2, creator = $3 WHERE id = $1";

/// The users of a deck, and its revision.
struct DeckUsers {
    owner: UserId,
    creator: Option<UserId>,
    revision: u64,
}

impl Store {
    /// Sets who may read a deck without a grant. Fails with `Missing` when there is no such deck.
    pub async fn set_access(&self, id: &DeckId, access: Access, view_only: bool, changed: ChangeContext) -> Result<()> {
        let input = (id.to_owned(), access, view_only, changed);
        self.write(input, |transaction, (id, access, view_only, changed)| {
            Box::pin(async move {
                let users = deck_users(transaction, id).await?;
                transaction.run(SET_ACCESS, params![id, variant_name(access), *view_only]).await?;
                finish_sharing(transaction, id, &users, changed).await
            })
        })
        .await
    }

    /// Adds a grant. Fails with `Taken` when the deck is shared with that user already, with `Missing` when there is no
    /// such deck.
    pub async fn add_grant(&self, deck: &DeckId, grant: Grant, changed: ChangeContext) -> Result<()> {
        let input = (deck.to_owned(), grant, changed);
        self.write(input, |transaction, (deck, grant, changed)| {
            Box::pin(async move {
                let users = deck_users(transaction, deck).await?;
                insert(transaction, deck, grant).await?;
                finish_sharing(transaction, deck, &users, changed).await
            })
        })
        .await
    }

    /// Changes the permission of a grant. Fails with `Missing` when there is no such grant.
    pub async fn update_grant(
        &self,
        deck: &DeckId,
        user: &UserId,
        permission: Permission,
        changed: ChangeContext,
    ) -> Result<()> {
        let input = (deck.to_owned(), user.to_owned(), permission, changed);
        self.write(input, |transaction, (deck, user, permission, changed)| {
            Box::pin(async move {
                let users = deck_users(transaction, deck).await?;
                if transaction.run(SET_PERMISSION, params![deck, user, variant_name(permission)]).await? == 0 {
                    return Err(StoreError::Missing);
                }
                finish_sharing(transaction, deck, &users, changed).await
            })
        })
        .await
    }

    /// Deletes a grant. Fails with `Missing` when there is no such grant.
    pub async fn remove_grant(&self, deck: &DeckId, user: &UserId, changed: ChangeContext) -> Result<()> {
        let input = (deck.to_owned(), user.to_owned(), changed);
        self.write(input, |transaction, (deck, user, changed)| {
            Box::pin(async move {
                let users = deck_users(transaction, deck).await?;
                if !delete_grant(transaction, deck, user).await? {
                    return Err(StoreError::Missing);
                }
                finish_sharing(transaction, deck, &users, changed).await
            })
        })
        .await
    }

    /// Sets the owner of a deck and deletes the new owner's grant. `keep` is a grant for the former owner; without it,
    /// the former owner also ceases to be the creator. Fails with `Missing` when there is no such deck.
    pub async fn transfer_deck(
        &self,
        id: &DeckId,
        owner: &UserId,
        keep: Option<Grant>,
        changed: ChangeContext,
    ) -> Result<()> {
        let input = (id.to_owned(), owner.to_owned(), keep, changed);
        self.write(input, |transaction, (id, owner, keep, changed)| {
            Box::pin(async move {
                let users = deck_users(transaction, id).await?;
                delete_grant(transaction, id, owner).await?;
                if let Some(grant) = keep {
                    delete_grant(transaction, id, &grant.user).await?;
                    insert(transaction, id, grant).await?;
                }
                let is_removed = |creator: &UserId| creator == owner || (keep.is_none() && *creator == users.owner);
                let creator = users.creator.clone().filter(|creator| !is_removed(creator));
                transaction.run(SET_OWNER, params![id, owner, &creator]).await?;
                finish_sharing(transaction, id, &users, changed).await
            })
        })
        .await
    }
}

/// Reads grants from rows.
pub(super) fn grants(rows: Vec<Row>) -> Result<Vec<Grant>> {
    rows.into_iter()
        .map(|mut row| {
            Ok(Grant {
                id: row.id()?,
                user: row.id()?,
                permission: row.variant()?,
                invited_by: row.text()?,
                created_at: row.int()?,
            })
        })
        .collect()
}

pub(super) async fn insert(transaction: &mut Transaction, deck: &DeckId, grant: &Grant) -> Result<()> {
    let params =
        params![deck, &grant.id, &grant.user, variant_name(grant.permission), &grant.invited_by, grant.created_at,];
    if transaction.run(INSERT, params).await? == 0 {
        return Err(StoreError::Taken(grant.user.to_string()));
    }
    Ok(())
}

/// Deletes a grant and returns whether it existed.
pub(super) async fn delete_grant(transaction: &mut Transaction, deck: &DeckId, user: &UserId) -> Result<bool> {
    Ok(transaction.run(DELETE, params![deck, user]).await? > 0)
}

/// Adds the effect of a deck whose users changed because an account was removed.
pub(super) async fn add_sharing_effect(transaction: &mut Transaction, deck: &DeckId, at: Time) -> Result<()> {
    let users = deck_users(transaction, deck).await?;
    let changed = ChangeContext { at, ..ChangeContext::default() };
    transaction.add_effect(deck_effect(deck, DeckChange::Shared, users.revision, &changed));
    Ok(())
}

async fn deck_users(transaction: &mut Transaction, deck: &DeckId) -> Result<DeckUsers> {
    let mut row = transaction.row(DECK_USERS, params![deck]).await?.ok_or(StoreError::Missing)?;
    Ok(DeckUsers { owner: row.id()?, creator: row.maybe_id()?, revision: row.count()? })
}

/// Updates the lists and adds the effect of a change of sharing.
async fn finish_sharing(
    transaction: &mut Transaction,
    deck: &DeckId,
    users: &DeckUsers,
    changed: &ChangeContext,
) -> Result<()> {
    readers::update(transaction, deck).await?;
    transaction.add_effect(deck_effect(deck, DeckChange::Shared, users.revision, changed));
    Ok(())
}
