//! Accounts.

use std::sync::Arc;

use super::organizations::insert_membership;
use super::{Store, identities, keys, readers, sharing};
use crate::StoreError;
use crate::cache::Held;
use crate::engine::{Row, Transaction, cells, word};
use crate::error::Result;
use crate::feed::Touch;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{Membership, Organization, Time, User};

macro_rules! columns {
    () => {
        "u.id, u.email, u.name, u.role, u.tier, u.password, u.disabled, u.created_at, u.updated_at"
    };
}
pub(super) use columns as user_columns;

const ONE: &str = concat!("SELECT ", columns!(), " FROM users u WHERE u.id = $1");
const BY_EMAIL: &str = concat!("SELECT ", columns!(), " FROM users u WHERE u.email = $1");
const ALL: &str = concat!("SELECT ", columns!(), " FROM users u ORDER BY u.created_at, u.id");
const ANY: &str = "SELECT 1 FROM users LIMIT 1";
const INSERT: &str = "INSERT INTO users (id, email, name, role, tier, password, disabled, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
const UPDATE: &str = "UPDATE users SET email = $2, name = $3, role = $4, tier = $5, password = $6, disabled = $7, \
    updated_at = $8 WHERE id = $1";
const EMAIL_OF_ANOTHER: &str = "SELECT 1 FROM users WHERE email = $1 AND id <> $2";
const DELETE: &str = "DELETE FROM users WHERE id = $1";
const OWNED: &str = "SELECT id, organization FROM decks WHERE owner = $1 ORDER BY id FOR UPDATE";
const OWNED_THERE: &str =
    "SELECT id, organization FROM decks WHERE owner = $1 AND organization = $2 ORDER BY id FOR UPDATE";
const OWNED_COUNT: &str = "SELECT COUNT(*) FROM decks WHERE owner = $1";
const MADE: &str = "UPDATE decks SET creator = NULL WHERE creator = $1 RETURNING id";
const INHERIT: &str = "UPDATE decks SET owner = $2, creator = CASE WHEN creator = $2 THEN NULL ELSE creator END \
    WHERE id = $1";
const END_GRANTS: &str = "DELETE FROM grants WHERE user_id = $1 RETURNING deck";
const END_SESSIONS: &str = "DELETE FROM sessions WHERE user_id = $1 RETURNING hash";
const END_LINKS: &str = "DELETE FROM links WHERE user_id = $1";
const END_MEMBERSHIPS: &str = "DELETE FROM memberships WHERE user_id = $1";

impl Store {
    /// Whether there is no account yet.
    pub async fn is_empty(&self) -> Result<bool> {
        self.inside.freshen().await?;
        Ok(self.row(ANY, Vec::new()).await?.is_none())
    }

    /// The first organization with its first member, unless there is an account already; answers whether it was made.
    pub async fn create_first(&self, organization: Organization, user: User) -> Result<bool> {
        self.write((organization, user), |transaction, (organization, user)| {
            Box::pin(async move {
                // Nodes that start at once on an empty PostgreSQL database must not both see it empty.
                transaction.alone().await?;
                if transaction.row(ANY, Vec::new()).await?.is_some() {
                    return Ok(false);
                }
                super::organizations::insert(transaction, organization).await?;
                insert(transaction, user).await?;
                let membership = Membership {
                    organization: organization.id.clone(),
                    user: user.id.clone(),
                    role: crate::Role::Admin,
                    created_at: user.created_at,
                };
                insert_membership(transaction, &membership).await?;
                Ok(true)
            })
        })
        .await
    }

    /// An account by id.
    pub async fn user(&self, id: &UserId) -> Result<Option<Arc<User>>> {
        let ticket = match self.caches().await?.users.get(id) {
            Ok(user) => return Ok(Some(user)),
            Err(ticket) => ticket,
        };
        let found = self.row(ONE, cells![id]).await?;
        let found = found.map(|mut row| user(&mut row).map(Arc::new)).transpose()?;
        if let Some(user) = &found {
            self.inside.feed.caches.users.put(id, Arc::clone(user), 1, ticket);
        }
        Ok(found)
    }

    /// By address, trimmed, without case.
    pub async fn user_by_email(&self, email: &str) -> Result<Option<Arc<User>>> {
        self.inside.freshen().await?;
        let email = email.trim().to_lowercase();
        let found = self.row(BY_EMAIL, cells![email]).await?;
        found.map(|mut row| user(&mut row).map(Arc::new)).transpose()
    }

    /// All accounts, oldest first.
    pub async fn users(&self) -> Result<Vec<Arc<User>>> {
        self.inside.freshen().await?;
        users(self.rows(ALL, Vec::new()).await?)
    }

    /// How many decks an account owns, those in the trash too.
    pub async fn deck_count_of(&self, id: &UserId) -> Result<u64> {
        self.inside.freshen().await?;
        match self.row(OWNED_COUNT, cells![id]).await? {
            Some(mut row) => row.count::<u64>(),
            None => Ok(0),
        }
    }

    /// Members of an organization whose name or e-mail holds the text, by e-mail.
    pub async fn search_users(
        &self,
        organization: &OrganizationId,
        text: &str,
        limit: usize,
    ) -> Result<Vec<Arc<User>>> {
        // Told apart here, since SQLite folds the case of ASCII letters only.
        let text = text.to_lowercase();
        let members = self.members(organization).await?;
        let found = members.into_iter().map(|(user, _)| user);
        let found = found.filter(|user| user.email.contains(&text) || user.name.to_lowercase().contains(&text));
        Ok(found.take(limit).collect())
    }

    /// A new account in an organization. `Taken` when the e-mail is in use.
    pub async fn create_user(&self, user: User, membership: Membership) -> Result<()> {
        self.write((user, membership), |transaction, (user, membership)| {
            Box::pin(async move {
                insert(transaction, user).await?;
                insert_membership(transaction, membership).await
            })
        })
        .await
    }

    /// Replaces an account. `Taken` when another has the e-mail.
    pub async fn update_user(&self, user: User) -> Result<()> {
        self.write(user, |transaction, user| {
            Box::pin(async move {
                let taken = transaction.row(EMAIL_OF_ANOTHER, cells![&user.email, &user.id]).await?;
                if taken.is_some() {
                    return Err(StoreError::Taken(user.email.clone()));
                }
                let cells = cells![
                    &user.id,
                    &user.email,
                    &user.name,
                    word(user.role),
                    word(user.tier),
                    &user.password,
                    user.disabled,
                    user.updated_at,
                ];
                if transaction.run(UPDATE, cells).await? == 0 {
                    return Err(StoreError::Missing);
                }
                transaction.touch(Touch::accounts(vec![Held::User(user.id.clone())]));
                Ok(())
            })
        })
        .await
    }

    /// Removes an account: its decks pass to the heir (who joins their organizations where needed), its keys are revoked,
    /// its sessions, links, grants and memberships end.
    pub async fn delete_user(&self, id: &UserId, heir: &UserId, at: Time) -> Result<()> {
        self.write((id.to_owned(), heir.to_owned(), at), |transaction, (id, heir, at)| {
            Box::pin(async move {
                if id == heir || transaction.row(ONE, cells![id]).await?.is_none() {
                    return Err(StoreError::Missing);
                }
                let mut drops = vec![Held::User(id.clone()), Held::Memberships(id.clone())];
                let mut moved = pass_on(transaction, id, None, heir, *at).await?;
                for mut row in transaction.rows(MADE, cells![id]).await? {
                    moved.push(row.id()?);
                }
                for mut row in transaction.rows(END_GRANTS, cells![id]).await? {
                    moved.push(row.id()?);
                }
                moved.sort();
                moved.dedup();
                for deck in &moved {
                    readers::place(transaction, deck).await?;
                    sharing::touch_shared(transaction, deck, *at).await?;
                }
                for mut row in transaction.rows(END_SESSIONS, cells![id]).await? {
                    drops.push(Held::Session(row.text()?));
                }
                transaction.run(END_LINKS, cells![id]).await?;
                identities::end_of(transaction, id).await?;
                drops.extend(keys::revoke_all(transaction, id, None, *at).await?);
                transaction.run(END_MEMBERSHIPS, cells![id]).await?;
                transaction.run(DELETE, cells![id]).await?;
                drops.push(Held::Memberships(heir.clone()));
                transaction.touch(Touch::accounts(drops));
                Ok(())
            })
        })
        .await
    }
}

/// Passes the decks of a user to an heir, all or those in one organization, and answers which they are. The heir joins
/// their organizations where needed.
pub(super) async fn pass_on(
    transaction: &mut Transaction,
    user: &UserId,
    organization: Option<&OrganizationId>,
    heir: &UserId,
    at: Time,
) -> Result<Vec<DeckId>> {
    let owned = match organization {
        Some(organization) => transaction.rows(OWNED_THERE, cells![user, organization]).await?,
        None => transaction.rows(OWNED, cells![user]).await?,
    };
    let mut passed = Vec::with_capacity(owned.len());
    for mut row in owned {
        let (deck, organization): (DeckId, OrganizationId) = (row.id()?, row.id()?);
        transaction.run(INHERIT, cells![&deck, heir]).await?;
        sharing::end_grant(transaction, &deck, heir).await?;
        super::organizations::join(transaction, &organization, heir, at).await?;
        passed.push(deck);
    }
    Ok(passed)
}

/// A user from its columns.
pub(super) fn user(row: &mut Row) -> Result<User> {
    Ok(User {
        id: row.id()?,
        email: row.text()?,
        name: row.text()?,
        role: row.word()?,
        tier: row.word()?,
        password: row.maybe_text()?,
        disabled: row.flag()?,
        created_at: row.int()?,
        updated_at: row.int()?,
    })
}

fn users(rows: Vec<Row>) -> Result<Vec<Arc<User>>> {
    rows.into_iter().map(|mut row| Ok(Arc::new(user(&mut row)?))).collect()
}

async fn insert(transaction: &mut Transaction, user: &User) -> Result<()> {
    let cells = cells![
        &user.id,
        &user.email,
        &user.name,
        word(user.role),
        word(user.tier),
        &user.password,
        user.disabled,
        user.created_at,
        user.updated_at,
    ];
    if transaction.run(INSERT, cells).await? == 0 {
        return Err(StoreError::Taken(user.email.clone()));
    }
    transaction.touch(Touch::accounts(vec![Held::User(user.id.clone())]));
    Ok(())
}
