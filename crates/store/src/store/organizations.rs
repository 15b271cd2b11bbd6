//! Organizations and who belongs to them.

use std::sync::Arc;

use super::accounts::{pass_on, user, user_columns};
use super::catalogue::catalogue_touch;
use super::{Store, keys, readers, sharing};
use crate::StoreError;
use crate::cache::Held;
use crate::engine::{Row, Transaction, cells, word};
use crate::error::Result;
use crate::feed::Touch;
use crate::ids::{OrganizationId, UserId};
use crate::records::{Membership, Organization, Role, Time, User};

const ONE: &str = "SELECT id, slug, name, default_theme, created_at FROM organizations WHERE id = $1";
const ALL: &str = "SELECT id, slug, name, default_theme, created_at FROM organizations ORDER BY created_at, id";
const INSERT: &str = "INSERT INTO organizations (id, slug, name, default_theme, created_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
const UPDATE: &str = "UPDATE organizations SET slug = $2, name = $3, default_theme = $4 WHERE id = $1";
const SLUG_OF_ANOTHER: &str = "SELECT 1 FROM organizations WHERE slug = $1 AND id <> $2";
const DELETE: &str = "DELETE FROM organizations WHERE id = $1";
const HOLDS_SOMETHING: &str = "SELECT 1 FROM decks WHERE organization = $1 \
    UNION ALL SELECT 1 FROM uploads WHERE organization = $1 AND listed = 1 \
    UNION ALL SELECT 1 FROM themes WHERE organization = $1 \
    UNION ALL SELECT 1 FROM types WHERE organization = $1 \
    UNION ALL SELECT 1 FROM memberships WHERE organization = $1 AND user_id <> $2 LIMIT 1";
const MEMBERSHIPS: &str = "SELECT organization, user_id, role, created_at FROM memberships WHERE user_id = $1 \
    ORDER BY created_at, organization";
const MEMBERS: &str = concat!(
    "SELECT m.organization, m.user_id, m.role, m.created_at, ",
    user_columns!(),
    " FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization = $1 ORDER BY u.email"
);
const JOIN: &str = "INSERT INTO memberships (organization, user_id, role, created_at) VALUES ($1, $2, $3, $4) \
    ON CONFLICT DO NOTHING";
const CHANGE: &str = "UPDATE memberships SET role = $3 WHERE organization = $1 AND user_id = $2";
const LEAVE: &str = "DELETE FROM memberships WHERE organization = $1 AND user_id = $2";
const ANOTHER: &str =
    "SELECT organization FROM memberships WHERE user_id = $1 ORDER BY created_at, organization LIMIT 1";
const MOVE_SESSIONS: &str =
    "UPDATE sessions SET organization = $3 WHERE user_id = $1 AND organization = $2 RETURNING hash";
const END_SESSIONS: &str = "DELETE FROM sessions WHERE user_id = $1 AND organization = $2 RETURNING hash";
const OWNS_SOMETHING: &str = "SELECT 1 FROM decks WHERE organization = $1 AND owner = $2 LIMIT 1";
const END_GRANTS: &str = "DELETE FROM grants WHERE user_id = $1 AND deck IN \
    (SELECT id FROM decks WHERE organization = $2) RETURNING deck";
const END_KEYS: &str = "DELETE FROM keys WHERE organization = $1 RETURNING hash";
const END_SETTINGS: &str = "DELETE FROM type_settings WHERE organization = $1";
const END_COUNTS: &str = "DELETE FROM reader_counts WHERE reader = $1 OR reader LIKE $2";

impl Store {
    /// An organization by id.
    pub async fn organization(&self, id: &OrganizationId) -> Result<Option<Arc<Organization>>> {
        let ticket = match self.caches().await?.organizations.get(id) {
            Ok(organization) => return Ok(Some(organization)),
            Err(ticket) => ticket,
        };
        let found = self.row(ONE, cells![id]).await?;
        let found = found.map(|mut row| organization(&mut row).map(Arc::new)).transpose()?;
        if let Some(found) = &found {
            self.inside.feed.caches.organizations.put(id, Arc::clone(found), 1, ticket);
        }
        Ok(found)
    }

    /// All, oldest first.
    pub async fn organizations(&self) -> Result<Vec<Arc<Organization>>> {
        self.inside.freshen().await?;
        let rows = self.rows(ALL, Vec::new()).await?;
        rows.into_iter().map(|mut row| Ok(Arc::new(organization(&mut row)?))).collect()
    }

    /// A new organization with its first member. `Taken` when the slug is in use.
    pub async fn create_organization(&self, organization: Organization, first: Membership) -> Result<()> {
        self.write((organization, first), |transaction, (organization, first)| {
            Box::pin(async move {
                insert(transaction, organization).await?;
                insert_membership(transaction, first).await
            })
        })
        .await
    }

    /// Replaces slug, name and default theme. `Taken` when another has the slug.
    pub async fn update_organization(&self, organization: Organization) -> Result<()> {
        self.write(organization, |transaction, organization| {
            Box::pin(async move {
                let Organization { id, slug, name, default_theme, .. } = organization;
                if transaction.row(SLUG_OF_ANOTHER, cells![slug, id]).await?.is_some() {
                    return Err(StoreError::Taken(slug.clone()));
                }
                if transaction.run(UPDATE, cells![id, slug, name, default_theme]).await? == 0 {
                    return Err(StoreError::Missing);
                }
                transaction.touch(Touch::accounts(vec![Held::Organization(id.clone())]));
                // Its decks may be drawn with another theme from now on.
                transaction.touch(catalogue_touch(id));
                Ok(())
            })
        })
        .await
    }

    /// `NotEmpty` while it holds decks (also in the trash), images, themes, types, or members other than `by`.
    pub async fn delete_organization(&self, id: &OrganizationId, by: &UserId) -> Result<()> {
        self.write((id.to_owned(), by.to_owned()), |transaction, (id, by)| {
            Box::pin(async move {
                if transaction.row(ONE, cells![id]).await?.is_none() {
                    return Err(StoreError::Missing);
                }
                if transaction.row(HOLDS_SOMETHING, cells![id, by]).await?.is_some() {
                    return Err(StoreError::NotEmpty);
                }
                let mut drops = vec![Held::Organization(id.clone()), Held::Memberships(by.clone())];
                transaction.run(LEAVE, cells![id, by]).await?;
                drops.extend(move_sessions(transaction, id, by).await?);
                for mut row in transaction.rows(END_KEYS, cells![id]).await? {
                    drops.push(Held::Key(row.text()?));
                }
                transaction.run(END_SETTINGS, cells![id]).await?;
                let (open, others) = readers::of_organization(id);
                transaction.run(END_COUNTS, cells![open, others]).await?;
                transaction.run(DELETE, cells![id]).await?;
                transaction.touch(Touch::accounts(drops));
                Ok(())
            })
        })
        .await
    }

    /// What a user belongs to, oldest membership first.
    pub async fn memberships_of(&self, user: &UserId) -> Result<Vec<Membership>> {
        Ok(self.held_memberships(user).await?.to_vec())
    }

    /// A user's membership of one organization.
    pub async fn membership(&self, organization: &OrganizationId, user: &UserId) -> Result<Option<Membership>> {
        let all = self.held_memberships(user).await?;
        Ok(all.iter().find(|each| each.organization == *organization).cloned())
    }

    /// Members by e-mail.
    pub async fn members(&self, organization: &OrganizationId) -> Result<Vec<(Arc<User>, Membership)>> {
        self.inside.freshen().await?;
        let rows = self.rows(MEMBERS, cells![organization]).await?;
        rows.into_iter()
            .map(|mut row| {
                let membership = membership(&mut row)?;
                Ok((Arc::new(user(&mut row)?), membership))
            })
            .collect()
    }

    /// `Taken` when already a member.
    pub async fn add_member(&self, membership: Membership) -> Result<()> {
        self.write(membership, |transaction, membership| Box::pin(insert_membership(transaction, membership))).await
    }

    /// Changes a member's part.
    pub async fn update_member(&self, membership: Membership) -> Result<()> {
        self.write(membership, |transaction, membership| {
            Box::pin(async move {
                let cells = cells![&membership.organization, &membership.user, word(membership.role)];
                if transaction.run(CHANGE, cells).await? == 0 {
                    return Err(StoreError::Missing);
                }
                transaction.touch(Touch::accounts(vec![Held::Memberships(membership.user.clone())]));
                Ok(())
            })
        })
        .await
    }

    /// Ends a membership, its keys in that organization (revoked at `at`), its grants there; its decks there pass to the
    /// heir, who joins where needed; sessions in it move to another organization of the user's or end. `NotEmpty` when
    /// somebody who owns decks there would be his own heir.
    pub async fn remove_member(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        heir: &UserId,
        at: Time,
    ) -> Result<()> {
        let given = (organization.to_owned(), user.to_owned(), heir.to_owned(), at);
        self.write(given, |transaction, (organization, user, heir, at)| {
            Box::pin(async move {
                if user == heir && transaction.row(OWNS_SOMETHING, cells![organization, user]).await?.is_some() {
                    return Err(StoreError::NotEmpty);
                }
                if transaction.run(LEAVE, cells![organization, user]).await? == 0 {
                    return Err(StoreError::Missing);
                }
                let mut drops = vec![Held::Memberships(user.clone())];
                drops.extend(move_sessions(transaction, organization, user).await?);
                drops.extend(keys::revoke_all(transaction, user, Some(organization), *at).await?);
                let mut decks = pass_on(transaction, user, Some(organization), heir, *at).await?;
                if !decks.is_empty() {
                    drops.push(Held::Memberships(heir.clone()));
                }
                for mut row in transaction.rows(END_GRANTS, cells![user, organization]).await? {
                    decks.push(row.id()?);
                }
                decks.sort();
                decks.dedup();
                for deck in &decks {
                    readers::place(transaction, deck).await?;
                    sharing::touch_shared(transaction, deck, *at).await?;
                }
                transaction.touch(Touch::accounts(drops));
                Ok(())
            })
        })
        .await
    }

    async fn held_memberships(&self, user: &UserId) -> Result<Arc<Vec<Membership>>> {
        let ticket = match self.caches().await?.memberships.get(user) {
            Ok(memberships) => return Ok(memberships),
            Err(ticket) => ticket,
        };
        let rows = self.rows(MEMBERSHIPS, cells![user]).await?;
        let found: Result<Vec<_>> = rows.into_iter().map(|mut row| membership(&mut row)).collect();
        let found = Arc::new(found?);
        let caches = &self.inside.feed.caches;
        caches.memberships.put(user, Arc::clone(&found), 1, ticket);
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
    Ok(Membership { organization: row.id()?, user: row.id()?, role: row.word()?, created_at: row.int()? })
}

pub(super) async fn insert(transaction: &mut Transaction, organization: &Organization) -> Result<()> {
    let Organization { id, slug, name, default_theme, created_at } = organization;
    let cells = cells![id, slug, name, default_theme, *created_at];
    if transaction.run(INSERT, cells).await? == 0 {
        return Err(StoreError::Taken(slug.clone()));
    }
    transaction.touch(Touch::accounts(vec![Held::Organization(id.clone())]));
    Ok(())
}

pub(super) async fn insert_membership(transaction: &mut Transaction, membership: &Membership) -> Result<()> {
    let Membership { organization, user, role, created_at } = membership;
    let cells = cells![organization, user, word(role), *created_at];
    if transaction.run(JOIN, cells).await? == 0 {
        return Err(StoreError::Taken(user.to_string()));
    }
    transaction.touch(Touch::accounts(vec![Held::Memberships(user.clone())]));
    Ok(())
}

/// Makes sure that a user belongs to an organization.
pub(super) async fn join(
    transaction: &mut Transaction,
    organization: &OrganizationId,
    user: &UserId,
    at: Time,
) -> Result<()> {
    let cells = cells![organization, user, word(Role::Member), at];
    transaction.run(JOIN, cells).await?;
    Ok(())
}

/// Moves a user's sessions out of an organization, or ends them when there is none other.
async fn move_sessions(
    transaction: &mut Transaction,
    organization: &OrganizationId,
    user: &UserId,
) -> Result<Vec<Held>> {
    let another = transaction.row(ANOTHER, cells![user]).await?;
    let rows = match another {
        Some(mut row) => {
            let another = row.text()?;
            transaction.rows(MOVE_SESSIONS, cells![user, organization, another]).await?
        }
        None => transaction.rows(END_SESSIONS, cells![user, organization]).await?,
    };
    rows.into_iter().map(|mut row| Ok(Held::Session(row.text()?))).collect()
}
