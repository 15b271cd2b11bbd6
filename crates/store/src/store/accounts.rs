//! Accounts.

use std::sync::Arc;

use super::organizations::insert_membership;
use super::{Store, filing, groups, identities, keys, passkeys, readers, rehearsals, sharing};
use crate::StoreError;
use crate::cache::CacheKey;
use crate::engine::{Row, Transaction, params, variant_name};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{Access, MailPreferences, Membership, Organization, Time, User, UserFields};

macro_rules! columns {
    () => {
        "u.id, u.email, u.name, u.role, u.tier, u.password, u.disabled, u.created_at, u.updated_at, \
         u.lang, u.mention_mails"
    };
}
pub(super) use columns as user_columns;

const SELECT_ONE: &str = concat!("SELECT ", columns!(), " FROM users u WHERE u.id = $1");
const BY_EMAIL: &str = concat!("SELECT ", columns!(), " FROM users u WHERE u.email = $1");
const SELECT_ALL: &str = concat!("SELECT ", columns!(), " FROM users u ORDER BY u.created_at, u.id");
const ANY_USER: &str = "SELECT 1 FROM users LIMIT 1";
const SECOND_USER: &str = "SELECT 1 FROM users LIMIT 1 OFFSET 1";
const ANY_CHANGED_USER: &str = "SELECT 1 FROM users WHERE updated_at <> created_at LIMIT 1";
const ANY_SESSION: &str = "SELECT 1 FROM sessions LIMIT 1";
const ANY_SIGN_IN: &str = "SELECT 1 FROM audit WHERE act = 'signed-in' LIMIT 1";
const INSERT: &str = "INSERT INTO users (id, email, name, role, tier, password, disabled, created_at, updated_at, \
    lang, mention_mails) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING";
const UPDATE: &str = "UPDATE users SET name = $2, role = $3, tier = $4, password = $5, disabled = $6, \
    updated_at = $7, lang = $8, mention_mails = $9 WHERE id = $1";
/// An administrator who can sign in, other than `$1`.
const ANOTHER_ADMINISTRATOR: &str = "SELECT 1 FROM users WHERE role = 'admin' AND disabled = 0 AND id <> $1 \
    AND id IN (SELECT user_id FROM memberships WHERE state IS NULL) LIMIT 1";
const DELETE: &str = "DELETE FROM users WHERE id = $1";
const OWNED: &str = "SELECT id, organization, access FROM decks WHERE owner = $1 ORDER BY id FOR UPDATE";
const OWNED_IN_ORGANIZATION: &str =
    "SELECT id, organization, access FROM decks WHERE owner = $1 AND organization = $2 ORDER BY id FOR UPDATE";
const COUNT_OWNED: &str = "SELECT COUNT(*) FROM decks WHERE owner = $1";
const CLEAR_CREATOR: &str = "UPDATE decks SET creator = NULL WHERE creator = $1 RETURNING id";
const SET_OWNER: &str = "UPDATE decks SET owner = $2, creator = CASE WHEN creator = $2 THEN NULL ELSE creator END \
    WHERE id = $1";
const DELETE_GRANTS: &str = "DELETE FROM grants WHERE user_id = $1 RETURNING deck";
const DELETE_SESSIONS: &str = "DELETE FROM sessions WHERE user_id = $1 RETURNING hash";
const DELETE_LINKS: &str = "DELETE FROM links WHERE user_id = $1";
const DELETE_MEMBERSHIPS: &str = "DELETE FROM memberships WHERE user_id = $1";

impl Store {
    /// Whether there is no account yet.
    pub async fn is_empty(&self) -> Result<bool> {
        self.inner.refresh().await?;
        Ok(self.row(ANY_USER, Vec::new()).await?.is_none())
    }

    /// Whether there is at most one account, nobody has changed it since it was created, and nobody has signed in to
    /// it.
    pub async fn is_unused(&self) -> Result<bool> {
        self.inner.refresh().await?;
        for sql in [SECOND_USER, ANY_CHANGED_USER, ANY_SESSION, ANY_SIGN_IN] {
            if self.row(sql, Vec::new()).await?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Creates the first organization with its first member, unless there is an account already. Returns whether they
    /// were created.
    pub async fn create_first_account(&self, organization: Organization, user: User) -> Result<bool> {
        self.write((organization, user), |transaction, (organization, user)| {
            Box::pin(async move {
                // Nodes that start at the same time on an empty PostgreSQL database must not both find it empty.
                transaction.lock_accounts().await?;
                if transaction.row(ANY_USER, Vec::new()).await?.is_some() {
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
        let epoch = match self.caches().await?.users.get_if(self.has_current_credentials(), id) {
            Ok(user) => return Ok(Some(user)),
            Err(epoch) => epoch,
        };
        let found = self.row(SELECT_ONE, params![id]).await?;
        let found = found.map(|mut row| user(&mut row).map(Arc::new)).transpose()?;
        if let Some(user) = &found {
            self.inner.feed.caches.users.put(id, Arc::clone(user), 1, epoch);
        }
        Ok(found)
    }

    /// An account by its e-mail address, trimmed and case-insensitive.
    pub async fn user_by_email(&self, email: &str) -> Result<Option<Arc<User>>> {
        self.inner.refresh().await?;
        let email = email.trim().to_lowercase();
        let found = self.row(BY_EMAIL, params![email]).await?;
        found.map(|mut row| user(&mut row).map(Arc::new)).transpose()
    }

    /// All accounts, oldest first.
    pub async fn users(&self) -> Result<Vec<Arc<User>>> {
        self.inner.refresh().await?;
        users(self.rows(SELECT_ALL, Vec::new()).await?)
    }

    /// Number of decks that an account owns, including those in the trash.
    pub async fn deck_count_of(&self, id: &UserId) -> Result<u64> {
        self.inner.refresh().await?;
        match self.row(COUNT_OWNED, params![id]).await? {
            Some(mut row) => row.count::<u64>(),
            None => Ok(0),
        }
    }

    /// Members of an organization whose name or e-mail contains a text, case-insensitive, ordered by e-mail.
    pub async fn search_users(
        &self,
        organization: &OrganizationId,
        text: &str,
        limit: usize,
    ) -> Result<Vec<Arc<User>>> {
        // Not compared in SQL, since SQLite ignores the case of ASCII letters only.
        let text = text.to_lowercase();
        let members = self.members(organization).await?;
        let found = members.into_iter().map(|(user, _)| user);
        let found = found.filter(|user| user.email.contains(&text) || user.name.to_lowercase().contains(&text));
        Ok(found.take(limit).collect())
    }

    /// Creates an account in an organization. Fails with `Taken` when the e-mail is in use.
    pub async fn create_user(&self, user: User, membership: Membership) -> Result<()> {
        self.write((user, membership), |transaction, (user, membership)| {
            Box::pin(async move {
                insert(transaction, user).await?;
                insert_membership(transaction, membership).await
            })
        })
        .await
    }

    /// Replaces fields of an account and returns it. Fails with `LastAdministrator` when the instance would have no
    /// administrator left, with `Missing` when there is no such account.
    pub async fn update_user(&self, id: &UserId, fields: UserFields, at: Time) -> Result<User> {
        self.write((id.to_owned(), fields, at), |transaction, (id, fields, at)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                let mut row = transaction.row(SELECT_ONE, params![id]).await?.ok_or(StoreError::Missing)?;
                let before = user(&mut row)?;
                let was_administrator = before.is_administrator();
                let changed = User {
                    name: fields.name.clone().unwrap_or(before.name),
                    role: fields.role.unwrap_or(before.role),
                    tier: fields.tier.unwrap_or(before.tier),
                    password: fields.password.clone().or(before.password),
                    disabled: fields.disabled.unwrap_or(before.disabled),
                    mail: fields.mail.clone().unwrap_or(before.mail),
                    updated_at: *at,
                    ..before
                };
                if was_administrator && !changed.is_administrator() {
                    check_another_administrator(transaction, id).await?;
                }
                let params = params![
                    id,
                    &changed.name,
                    variant_name(changed.role),
                    variant_name(changed.tier),
                    &changed.password,
                    changed.disabled,
                    changed.updated_at,
                    &changed.mail.lang,
                    changed.mail.mentions,
                ];
                transaction.run(UPDATE, params).await?;
                transaction.add_effect(WriteEffect::accounts(vec![CacheKey::User(id.clone())]));
                Ok(changed)
            })
        })
        .await
    }

    /// Deletes an account with its sessions, links, identities, passkeys, grants, memberships, stars, folders and
    /// rehearsals, and revokes its keys. Its decks pass to the heir, who joins their organizations where needed.
    /// Returns the ids of these decks. Fails with `Missing` when there is no such account, or it is its own heir, with
    /// `LastAdministrator` when the instance would have no administrator left.
    pub async fn delete_user(&self, id: &UserId, heir: &UserId, at: Time) -> Result<Vec<DeckId>> {
        self.write((id.to_owned(), heir.to_owned(), at), |transaction, (id, heir, at)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                let found = transaction.row(SELECT_ONE, params![id]).await?;
                let Some(mut row) = found.filter(|_| id != heir) else { return Err(StoreError::Missing) };
                if user(&mut row)?.is_administrator() {
                    check_another_administrator(transaction, id).await?;
                }
                let mut evictions = vec![CacheKey::User(id.clone()), CacheKey::Memberships(id.clone())];
                let owned = owned_decks(transaction, id, None).await?;
                let inherited = transfer_decks(transaction, owned, heir, *at).await?;
                let mut moved = inherited.clone();
                for mut row in transaction.rows(CLEAR_CREATOR, params![id]).await? {
                    moved.push(row.id()?);
                }
                for mut row in transaction.rows(DELETE_GRANTS, params![id]).await? {
                    moved.push(row.id()?);
                }
                moved.sort();
                moved.dedup();
                for deck in &moved {
                    readers::update(transaction, deck).await?;
                    sharing::add_sharing_effect(transaction, deck, *at).await?;
                }
                for mut row in transaction.rows(DELETE_SESSIONS, params![id]).await? {
                    evictions.push(CacheKey::Session(row.text()?));
                }
                transaction.run(DELETE_LINKS, params![id]).await?;
                identities::delete_of_user(transaction, id).await?;
                groups::delete_of_user(transaction, id).await?;
                passkeys::delete_of_user(transaction, id).await?;
                filing::delete_of_user(transaction, id).await?;
                rehearsals::remove_of_user(transaction, id).await?;
                evictions.extend(keys::revoke_all(transaction, id, None, *at).await?);
                transaction.run(DELETE_MEMBERSHIPS, params![id]).await?;
                transaction.run(DELETE, params![id]).await?;
                evictions.push(CacheKey::Memberships(heir.clone()));
                transaction.add_effect(WriteEffect::accounts(evictions));
                Ok(inherited)
            })
        })
        .await
    }
}

/// Checks that the instance has an administrator other than `user`. The caller holds the lock of accounts.
pub(super) async fn check_another_administrator(transaction: &mut Transaction, user: &UserId) -> Result<()> {
    match transaction.row(ANOTHER_ADMINISTRATOR, params![user]).await? {
        Some(_) => Ok(()),
        None => Err(StoreError::LastAdministrator),
    }
}

/// A deck of a user whose decks are about to be transferred.
pub(super) struct OwnedDeck {
    id: DeckId,
    organization: OrganizationId,
    pub(super) access: Access,
}

/// The decks of a user, all of them or those in one organization, also those in the trash. They stay locked until the
/// end of the transaction.
pub(super) async fn owned_decks(
    transaction: &mut Transaction,
    user: &UserId,
    organization: Option<&OrganizationId>,
) -> Result<Vec<OwnedDeck>> {
    let rows = match organization {
        Some(organization) => transaction.rows(OWNED_IN_ORGANIZATION, params![user, organization]).await?,
        None => transaction.rows(OWNED, params![user]).await?,
    };
    rows.into_iter()
        .map(|mut row| Ok(OwnedDeck { id: row.id()?, organization: row.id()?, access: row.variant()? }))
        .collect()
}

/// Transfers decks to an heir and returns their ids. The heir joins their organizations where needed.
pub(super) async fn transfer_decks(
    transaction: &mut Transaction,
    owned: Vec<OwnedDeck>,
    heir: &UserId,
    at: Time,
) -> Result<Vec<DeckId>> {
    let mut transferred = Vec::with_capacity(owned.len());
    for OwnedDeck { id, organization, .. } in owned {
        transaction.run(SET_OWNER, params![&id, heir]).await?;
        sharing::delete_grant(transaction, &id, heir).await?;
        super::organizations::join(transaction, &organization, heir, at).await?;
        transferred.push(id);
    }
    Ok(transferred)
}

/// Reads a user from the columns of a row.
pub(super) fn user(row: &mut Row) -> Result<User> {
    Ok(User {
        id: row.id()?,
        email: row.text()?,
        name: row.text()?,
        role: row.variant()?,
        tier: row.variant()?,
        password: row.maybe_text()?,
        disabled: row.flag()?,
        created_at: row.int()?,
        updated_at: row.int()?,
        mail: MailPreferences { lang: row.maybe_text()?, mentions: row.maybe_int()? != Some(0) },
    })
}

fn users(rows: Vec<Row>) -> Result<Vec<Arc<User>>> {
    rows.into_iter().map(|mut row| Ok(Arc::new(user(&mut row)?))).collect()
}

pub(super) async fn insert(transaction: &mut Transaction, user: &User) -> Result<()> {
    let params = params![
        &user.id,
        &user.email,
        &user.name,
        variant_name(user.role),
        variant_name(user.tier),
        &user.password,
        user.disabled,
        user.created_at,
        user.updated_at,
        &user.mail.lang,
        user.mail.mentions,
    ];
    if transaction.run(INSERT, params).await? == 0 {
        return Err(StoreError::Taken(user.email.clone()));
    }
    transaction.add_effect(WriteEffect::accounts(vec![CacheKey::User(user.id.clone())]));
    Ok(())
}
