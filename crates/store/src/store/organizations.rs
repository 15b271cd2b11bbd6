//! Organizations and their members.

use std::sync::Arc;

use super::accounts::{owned_decks, transfer_decks, user, user_columns};
use super::catalogue::catalogue_effect;
use super::{Store, groups, keys, provisioning, publications, readers, sharing, webhooks};
use crate::StoreError;
use crate::cache::CacheKey;
use crate::engine::{Row, Transaction, params, variant_name};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{Access, Inheritance, Membership, Organization, Role, Time, User};

const SELECT_ONE: &str = "SELECT id, slug, name, default_theme, created_at FROM organizations WHERE id = $1";
const SELECT_ALL: &str = "SELECT id, slug, name, default_theme, created_at FROM organizations ORDER BY created_at, id";
const INSERT: &str = "INSERT INTO organizations (id, slug, name, default_theme, created_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
const UPDATE: &str = "UPDATE organizations SET slug = $2, name = $3, default_theme = $4 WHERE id = $1";
const SLUG_OF_ANOTHER: &str = "SELECT 1 FROM organizations WHERE slug = $1 AND id <> $2";
const DELETE: &str = "DELETE FROM organizations WHERE id = $1";
const IS_IN_USE: &str = "SELECT 1 FROM decks WHERE organization = $1 \
    UNION ALL SELECT 1 FROM uploads WHERE organization = $1 AND listed = 1 \
    UNION ALL SELECT 1 FROM library_slides WHERE organization = $1 \
    UNION ALL SELECT 1 FROM themes WHERE organization = $1 \
    UNION ALL SELECT 1 FROM fonts WHERE organization = $1 \
    UNION ALL SELECT 1 FROM types WHERE organization = $1 \
    UNION ALL SELECT 1 FROM memberships WHERE organization = $1 AND user_id <> $2 LIMIT 1";
const MEMBERSHIPS: &str = "SELECT organization, user_id, role, created_at FROM memberships \
    WHERE user_id = $1 AND state IS NULL ORDER BY created_at, organization";
const MEMBERS: &str = concat!(
    "SELECT m.organization, m.user_id, m.role, m.created_at, ",
    user_columns!(),
    " FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization = $1 AND m.state IS NULL \
     ORDER BY u.email"
);
const INSERT_MEMBER: &str = "INSERT INTO memberships (organization, user_id, role, created_at) VALUES ($1, $2, $3, $4) \
    ON CONFLICT DO NOTHING";
/// Makes a person whom an identity provider switched off or deleted a member again.
const REJOIN: &str = "UPDATE memberships SET role = $3, state = NULL, changed_at = $4 WHERE organization = $1 \
    AND user_id = $2 AND state IS NOT NULL";
const SET_ROLE: &str = "UPDATE memberships SET role = $3 WHERE organization = $1 AND user_id = $2";
const DELETE_MEMBER: &str = "DELETE FROM memberships WHERE organization = $1 AND user_id = $2";
const OTHER_ORGANIZATION: &str = "SELECT organization FROM memberships WHERE user_id = $1 AND state IS NULL \
    ORDER BY created_at, organization LIMIT 1";
const MOVE_SESSIONS: &str =
    "UPDATE sessions SET organization = $3 WHERE user_id = $1 AND organization = $2 RETURNING hash";
const DELETE_SESSIONS: &str = "DELETE FROM sessions WHERE user_id = $1 AND organization = $2 RETURNING hash";
/// An administrator who is a member of no organization but `$2`.
const ADMINISTRATOR_IN_NO_OTHER: &str = "SELECT 1 FROM users u WHERE u.id = $1 AND u.role = 'admin' \
    AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.id AND m.organization <> $2 \
    AND m.state IS NULL)";
const DELETE_GRANTS: &str = "DELETE FROM grants WHERE user_id = $1 AND deck IN \
    (SELECT id FROM decks WHERE organization = $2) RETURNING deck";
const DELETE_KEYS: &str = "DELETE FROM keys WHERE organization = $1 RETURNING hash";
const DELETE_SETTINGS: &str = "DELETE FROM type_settings WHERE organization = $1";
const DELETE_COUNTS: &str = "DELETE FROM reader_counts WHERE reader = $1 OR reader LIKE $2";

impl Store {
    /// An organization by id.
    pub async fn organization(&self, id: &OrganizationId) -> Result<Option<Arc<Organization>>> {
        let epoch = match self.caches().await?.organizations.get(id) {
            Ok(organization) => return Ok(Some(organization)),
            Err(epoch) => epoch,
        };
        let found = self.row(SELECT_ONE, params![id]).await?;
        let found = found.map(|mut row| organization(&mut row).map(Arc::new)).transpose()?;
        if let Some(found) = &found {
            self.inner.feed.caches.organizations.put(id, Arc::clone(found), 1, epoch);
        }
        Ok(found)
    }

    /// All organizations, oldest first.
    pub async fn organizations(&self) -> Result<Vec<Arc<Organization>>> {
        self.inner.refresh().await?;
        let rows = self.rows(SELECT_ALL, Vec::new()).await?;
        rows.into_iter().map(|mut row| Ok(Arc::new(organization(&mut row)?))).collect()
    }

    /// Creates an organization with its first member. Fails with `Taken` when the slug is in use.
    pub async fn create_organization(&self, organization: Organization, first: Membership) -> Result<()> {
        self.write((organization, first), |transaction, (organization, first)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                insert(transaction, organization).await?;
                insert_membership(transaction, first).await
            })
        })
        .await
    }

    /// Replaces slug, name and default theme. Fails with `Taken` when another organization has the slug, with `Missing`
    /// when there is no such organization.
    pub async fn update_organization(&self, organization: Organization) -> Result<()> {
        self.write(organization, |transaction, organization| {
            Box::pin(async move {
                let Organization { id, slug, name, default_theme, .. } = organization;
                transaction.lock_accounts().await?;
                if transaction.row(SLUG_OF_ANOTHER, params![slug, id]).await?.is_some() {
                    return Err(StoreError::Taken(slug.clone()));
                }
                if transaction.run(UPDATE, params![id, slug, name, default_theme]).await? == 0 {
                    return Err(StoreError::Missing);
                }
                transaction.add_effect(WriteEffect::accounts(vec![CacheKey::Organization(id.clone())]));
                // Its decks may be drawn with another theme.
                transaction.add_effect(catalogue_effect(id));
                Ok(())
            })
        })
        .await
    }

    /// Deletes an organization. Fails with `NotEmpty` while it has decks (also in the trash), listed uploads, library
    /// slides, themes, fonts, slide types or members other than `by`; with `LastMembership` when `by` is an
    /// administrator and a member of no other organization; with `Missing` when there is no such organization.
    pub async fn delete_organization(&self, id: &OrganizationId, by: &UserId) -> Result<()> {
        self.write((id.to_owned(), by.to_owned()), |transaction, (id, by)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                if transaction.row(SELECT_ONE, params![id]).await?.is_none() {
                    return Err(StoreError::Missing);
                }
                check_keeps_membership(transaction, by, id).await?;
                if transaction.row(IS_IN_USE, params![id, by]).await?.is_some() {
                    return Err(StoreError::NotEmpty);
                }
                let mut evictions = vec![CacheKey::Organization(id.clone()), CacheKey::Memberships(by.clone())];
                transaction.run(DELETE_MEMBER, params![id, by]).await?;
                evictions.extend(move_sessions(transaction, id, by).await?);
                for mut row in transaction.rows(DELETE_KEYS, params![id]).await? {
                    evictions.push(CacheKey::Key(row.text()?));
                }
                transaction.run(DELETE_SETTINGS, params![id]).await?;
                publications::delete_of_organization(transaction, id).await?;
                webhooks::delete_of_organization(transaction, id).await?;
                provisioning::delete_of_organization(transaction, id).await?;
                groups::delete_of_organization(transaction, id).await?;
                let (open, others) = readers::of_organization(id);
                transaction.run(DELETE_COUNTS, params![open, others]).await?;
                transaction.run(DELETE, params![id]).await?;
                transaction.add_effect(WriteEffect::accounts(evictions));
                Ok(())
            })
        })
        .await
    }

    /// The memberships of a user, oldest first.
    pub async fn memberships_of(&self, user: &UserId) -> Result<Vec<Membership>> {
        Ok(self.cached_memberships(user).await?.to_vec())
    }

    /// A user's membership of one organization.
    pub async fn membership(&self, organization: &OrganizationId, user: &UserId) -> Result<Option<Membership>> {
        let all = self.cached_memberships(user).await?;
        Ok(all.iter().find(|membership| membership.organization == *organization).cloned())
    }

    /// The members of an organization, ordered by e-mail.
    pub async fn members(&self, organization: &OrganizationId) -> Result<Vec<(Arc<User>, Membership)>> {
        self.inner.refresh().await?;
        let rows = self.rows(MEMBERS, params![organization]).await?;
        rows.into_iter()
            .map(|mut row| {
                let membership = membership(&mut row)?;
                Ok((Arc::new(user(&mut row)?), membership))
            })
            .collect()
    }

    /// Adds a member, also one whom an identity provider switched off. Fails with `Taken` when the user is a member
    /// already.
    pub async fn add_member(&self, membership: Membership) -> Result<()> {
        self.write(membership, |transaction, membership| Box::pin(insert_membership(transaction, membership))).await
    }

    /// Changes the role of a member. Fails with `Missing` when there is no such member.
    pub async fn update_member(&self, membership: Membership) -> Result<()> {
        self.write(membership, |transaction, membership| {
            Box::pin(async move {
                let params = params![&membership.organization, &membership.user, variant_name(membership.role)];
                if transaction.run(SET_ROLE, params).await? == 0 {
                    return Err(StoreError::Missing);
                }
                transaction.add_effect(WriteEffect::accounts(vec![CacheKey::Memberships(membership.user.clone())]));
                Ok(())
            })
        })
        .await
    }

    /// Removes a member from an organization. Revokes the user's keys and deletes the user's grants there; the user's
    /// decks there pass to the heir, who joins where needed; the user's sessions there move to another organization of
    /// the user or end. Returns the ids of these decks. Fails with `NotEmpty` when the user owns decks there and is the
    /// heir themselves, or owns decks that the heir may not take over; with `LastMembership` when the user is an
    /// administrator and a member of no other organization; with `Missing` when there is no such member.
    pub async fn remove_member(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        heir: &UserId,
        inheritance: Inheritance,
        at: Time,
    ) -> Result<Vec<DeckId>> {
        let input = (organization.to_owned(), user.to_owned(), heir.to_owned(), inheritance, at);
        self.write(input, |transaction, (organization, user, heir, inheritance, at)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                check_keeps_membership(transaction, user, organization).await?;
                let owned = owned_decks(transaction, user, Some(organization)).await?;
                let may_inherit = |access| *inheritance == Inheritance::All || access == Access::Organization;
                if owned.iter().any(|deck| user == heir || !may_inherit(deck.access)) {
                    return Err(StoreError::NotEmpty);
                }
                if transaction.run(DELETE_MEMBER, params![organization, user]).await? == 0 {
                    return Err(StoreError::Missing);
                }
                groups::remove_from_all(transaction, organization, user).await?;
                let mut evictions = vec![CacheKey::Memberships(user.clone())];
                evictions.extend(move_sessions(transaction, organization, user).await?);
                evictions.extend(keys::revoke_all(transaction, user, Some(organization), *at).await?);
                let inherited = transfer_decks(transaction, owned, heir, *at).await?;
                if !inherited.is_empty() {
                    evictions.push(CacheKey::Memberships(heir.clone()));
                }
                let mut decks = inherited.clone();
                for mut row in transaction.rows(DELETE_GRANTS, params![user, organization]).await? {
                    decks.push(row.id()?);
                }
                decks.sort();
                decks.dedup();
                for deck in &decks {
                    readers::update(transaction, deck).await?;
                    sharing::add_sharing_effect(transaction, deck, *at).await?;
                }
                transaction.add_effect(WriteEffect::accounts(evictions));
                Ok(inherited)
            })
        })
        .await
    }

    async fn cached_memberships(&self, user: &UserId) -> Result<Arc<Vec<Membership>>> {
        let epoch = match self.caches().await?.memberships.get_if(self.has_current_credentials(), user) {
            Ok(memberships) => return Ok(memberships),
            Err(epoch) => epoch,
        };
        let rows = self.rows(MEMBERSHIPS, params![user]).await?;
        let found: Result<Vec<_>> = rows.into_iter().map(|mut row| membership(&mut row)).collect();
        let found = Arc::new(found?);
        let caches = &self.inner.feed.caches;
        caches.memberships.put(user, Arc::clone(&found), 1, epoch);
        Ok(found)
    }
}

fn organization(row: &mut Row) -> Result<Organization> {
    Ok(Organization {
        id: row.id()?,
        slug: row.text()?,
        name: row.text()?,
        default_theme: row.maybe_text()?,
        created_at: row.int()?,
    })
}

fn membership(row: &mut Row) -> Result<Membership> {
    Ok(Membership { organization: row.id()?, user: row.id()?, role: row.variant()?, created_at: row.int()? })
}

pub(super) async fn insert(transaction: &mut Transaction, organization: &Organization) -> Result<()> {
    let Organization { id, slug, name, default_theme, created_at } = organization;
    let params = params![id, slug, name, default_theme, *created_at];
    if transaction.run(INSERT, params).await? == 0 {
        return Err(StoreError::Taken(slug.clone()));
    }
    transaction.add_effect(WriteEffect::accounts(vec![CacheKey::Organization(id.clone())]));
    Ok(())
}

pub(super) async fn insert_membership(transaction: &mut Transaction, membership: &Membership) -> Result<()> {
    let Membership { organization, user, role, created_at } = membership;
    let params = params![organization, user, variant_name(role), *created_at];
    if transaction.run(INSERT_MEMBER, params.clone()).await? == 0 && transaction.run(REJOIN, params).await? == 0 {
        return Err(StoreError::Taken(user.to_string()));
    }
    transaction.add_effect(WriteEffect::accounts(vec![CacheKey::Memberships(user.clone())]));
    Ok(())
}

/// Makes a user a member of an organization, unless they are a member. A user whom an identity provider switched off
/// becomes a member again.
pub(super) async fn join(
    transaction: &mut Transaction,
    organization: &OrganizationId,
    user: &UserId,
    at: Time,
) -> Result<()> {
    let params = params![organization, user, variant_name(Role::Member), at];
    if transaction.run(INSERT_MEMBER, params.clone()).await? == 0 {
        transaction.run(REJOIN, params).await?;
    }
    Ok(())
}

/// Checks that an administrator stays a member of another organization, since an account without a membership cannot
/// sign in. The caller holds the lock of accounts.
async fn check_keeps_membership(transaction: &mut Transaction, user: &UserId, without: &OrganizationId) -> Result<()> {
    match transaction.row(ADMINISTRATOR_IN_NO_OTHER, params![user, without]).await? {
        Some(_) => Err(StoreError::LastMembership),
        None => Ok(()),
    }
}

/// Moves a user's sessions to another organization of the user, or deletes them when there is none. Returns their cache
/// keys.
pub(super) async fn move_sessions(
    transaction: &mut Transaction,
    organization: &OrganizationId,
    user: &UserId,
) -> Result<Vec<CacheKey>> {
    let other = transaction.row(OTHER_ORGANIZATION, params![user]).await?;
    let rows = match other {
        Some(mut row) => {
            let other: OrganizationId = row.id()?;
            transaction.rows(MOVE_SESSIONS, params![user, organization, other]).await?
        }
        None => transaction.rows(DELETE_SESSIONS, params![user, organization]).await?,
    };
    rows.into_iter().map(|mut row| Ok(CacheKey::Session(row.text()?))).collect()
}
