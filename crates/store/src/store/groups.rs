//! Groups of members that an identity provider manages, and the roles that the groups give.

use std::collections::{BTreeMap, BTreeSet};

use super::Store;
use super::provisioning::check_another_organization_administrator;
use crate::StoreError;
use crate::cache::CacheKey;
use crate::engine::{Row, Transaction, params, variant_name};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::{GroupId, OrganizationId, UserId};
use crate::records::{GroupChange, MemberGroup, Role, RoleChange};

macro_rules! columns {
    () => {
        "id, organization, name, external_id, role, created_at, updated_at"
    };
}

const SELECT_ALL: &str =
    concat!("SELECT ", columns!(), " FROM member_groups WHERE organization = $1 ORDER BY created_at, id");
const SELECT_ONE: &str = concat!("SELECT ", columns!(), " FROM member_groups WHERE organization = $1 AND id = $2");
const ALL_MEMBERS: &str = "SELECT m.group_id, m.user_id FROM group_members m JOIN member_groups g ON g.id = m.group_id \
    WHERE g.organization = $1 ORDER BY m.user_id";
const MEMBERS: &str = "SELECT user_id FROM group_members WHERE group_id = $1 ORDER BY user_id";
const PUT: &str = "INSERT INTO member_groups (id, organization, name, external_id, role, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO UPDATE SET name = $3, external_id = $4, updated_at = $7";
const NAMES_OF_OTHERS: &str = "SELECT name FROM member_groups WHERE organization = $1 AND id <> $2";
const DELETE: &str = "DELETE FROM member_groups WHERE id = $1";
const INSERT_MEMBER: &str = "INSERT INTO group_members (group_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
const DELETE_MEMBER: &str = "DELETE FROM group_members WHERE group_id = $1 AND user_id = $2";
const DELETE_MEMBERS: &str = "DELETE FROM group_members WHERE group_id = $1";
const DELETE_USER: &str = "DELETE FROM group_members WHERE user_id = $1";
const DELETE_USER_IN: &str = "DELETE FROM group_members WHERE user_id = $1 AND group_id IN \
    (SELECT id FROM member_groups WHERE organization = $2)";
const DELETE_MEMBERS_OF_ORGANIZATION: &str = "DELETE FROM group_members WHERE group_id IN \
    (SELECT id FROM member_groups WHERE organization = $1)";
const DELETE_OF_ORGANIZATION: &str = "DELETE FROM member_groups WHERE organization = $1";
const CLEAR_ROLES: &str = "UPDATE member_groups SET role = NULL WHERE organization = $1";
const SET_GROUP_ROLE: &str = "UPDATE member_groups SET role = $3 WHERE organization = $1 AND id = $2";
/// A member whom the identity provider has not deleted.
const MEMBER: &str = "SELECT u.email, m.role, m.state FROM memberships m JOIN users u ON u.id = m.user_id \
    WHERE m.organization = $1 AND m.user_id = $2 AND (m.state IS NULL OR m.state <> 'left')";
const SET_ROLE: &str = "UPDATE memberships SET role = $3 WHERE organization = $1 AND user_id = $2";

impl Store {
    /// The groups of an organization, oldest first.
    pub async fn groups(&self, organization: &OrganizationId) -> Result<Vec<MemberGroup>> {
        self.inner.refresh().await?;
        let mut members: BTreeMap<GroupId, Vec<UserId>> = BTreeMap::new();
        for mut row in self.rows(ALL_MEMBERS, params![organization]).await? {
            members.entry(row.id()?).or_default().push(row.id()?);
        }
        let rows = self.rows(SELECT_ALL, params![organization]).await?;
        let groups = rows.into_iter().map(|mut row| {
            let group = group(&mut row)?;
            Ok(MemberGroup { members: members.remove(&group.id).unwrap_or_default(), ..group })
        });
        groups.collect()
    }

    /// A group of an organization.
    pub async fn group(&self, organization: &OrganizationId, id: &GroupId) -> Result<Option<MemberGroup>> {
        self.inner.refresh().await?;
        let Some(mut row) = self.row(SELECT_ONE, params![organization, id]).await? else { return Ok(None) };
        let group = group(&mut row)?;
        let rows = self.rows(MEMBERS, params![id]).await?;
        let members = rows.into_iter().map(|mut row| row.id()).collect::<Result<_>>()?;
        Ok(Some(MemberGroup { members, ..group }))
    }

    /// Creates a group or replaces its name, external id and members. A group that gives a role gives it to new
    /// members; those who leave it get the role `member`. Fails with `Taken` when another group has the name, with
    /// `Refused` for a member whom the organization does not have, with `LastAdministrator` when the organization would
    /// have no administrator left.
    pub async fn put_group(&self, group: MemberGroup) -> Result<GroupChange> {
        self.write(group, |transaction, wanted| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                let MemberGroup { id, organization, name, external_id, created_at, updated_at, .. } = wanted;
                // Not compared in SQL, since SQLite ignores the case of ASCII letters only.
                for mut row in transaction.rows(NAMES_OF_OTHERS, params![organization, id]).await? {
                    if row.text()?.to_lowercase() == name.to_lowercase() {
                        return Err(StoreError::Taken(name.clone()));
                    }
                }
                let stored = transaction.row(SELECT_ONE, params![organization, id]).await?;
                let role = stored.map(group_role).transpose()?.flatten();
                let role_name = role.map(Role::name);
                let params = params![id, organization, name, external_id, role_name, *created_at, *updated_at];
                transaction.run(PUT, params).await?;
                let before = BTreeSet::from_iter(members_of(transaction, id).await?);
                let after: BTreeSet<UserId> = wanted.members.iter().cloned().collect();
                let mut change = GroupChange::default();
                for user in after.difference(&before) {
                    let email = give_role(transaction, organization, user, role, &mut change).await?;
                    let unknown = || StoreError::Refused(format!("`members`: there is no user `{user}`"));
                    change.added.push(email.ok_or_else(unknown)?);
                    transaction.run(INSERT_MEMBER, params![id, user]).await?;
                }
                for user in before.difference(&after) {
                    let role = role.map(|_| Role::Member);
                    let email = give_role(transaction, organization, user, role, &mut change).await?;
                    change.removed.extend(email);
                    transaction.run(DELETE_MEMBER, params![id, user]).await?;
                }
                Ok(change)
            })
        })
        .await
    }

    /// Deletes a group. Its members lose the role that it gave. Fails with `Missing` when there is no such group, with
    /// `LastAdministrator` when the organization would have no administrator left.
    pub async fn delete_group(&self, organization: &OrganizationId, id: &GroupId) -> Result<GroupChange> {
        self.write((organization.to_owned(), id.to_owned()), |transaction, (organization, id)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                let stored =
                    transaction.row(SELECT_ONE, params![organization, id]).await?.ok_or(StoreError::Missing)?;
                let role = group_role(stored)?.map(|_| Role::Member);
                let mut change = GroupChange::default();
                for user in members_of(transaction, id).await? {
                    let email = give_role(transaction, organization, &user, role, &mut change).await?;
                    change.removed.extend(email);
                }
                transaction.run(DELETE_MEMBERS, params![id]).await?;
                transaction.run(DELETE, params![id]).await?;
                Ok(change)
            })
        })
        .await
    }

    /// Sets the group whose members are administrators of the organization, or unsets it. Its members become
    /// administrators; nobody loses the role. Returns the members whose role changed. Fails with `Missing` when there
    /// is no such group.
    pub async fn set_administrators(
        &self,
        organization: &OrganizationId,
        group: Option<GroupId>,
    ) -> Result<Vec<RoleChange>> {
        self.write((organization.to_owned(), group), |transaction, (organization, group)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                transaction.run(CLEAR_ROLES, params![organization]).await?;
                let Some(id) = group else { return Ok(Vec::new()) };
                let role = variant_name(Role::Admin);
                if transaction.run(SET_GROUP_ROLE, params![organization, id, role]).await? == 0 {
                    return Err(StoreError::Missing);
                }
                let mut change = GroupChange::default();
                for user in members_of(transaction, id).await? {
                    give_role(transaction, organization, &user, Some(Role::Admin), &mut change).await?;
                }
                Ok(change.roles)
            })
        })
        .await
    }
}

/// Gives a member a role, unless `role` is none. Returns their e-mail; none when there is no such member.
async fn give_role(
    transaction: &mut Transaction,
    organization: &OrganizationId,
    user: &UserId,
    role: Option<Role>,
    change: &mut GroupChange,
) -> Result<Option<String>> {
    let Some(mut row) = transaction.row(MEMBER, params![organization, user]).await? else { return Ok(None) };
    let (email, before, state) = (row.text()?, row.variant::<Role>()?, row.maybe_text()?);
    if let Some(role) = role.filter(|role| *role != before) {
        if before == Role::Admin && state.is_none() {
            check_another_organization_administrator(transaction, organization, user).await?;
        }
        transaction.run(SET_ROLE, params![organization, user, variant_name(role)]).await?;
        transaction.add_effect(WriteEffect::accounts(vec![CacheKey::Memberships(user.clone())]));
        change.roles.push(RoleChange { email: email.clone(), role });
    }
    Ok(Some(email))
}

/// The members of a group, ordered by id.
async fn members_of(transaction: &mut Transaction, id: &GroupId) -> Result<Vec<UserId>> {
    let rows = transaction.rows(MEMBERS, params![id]).await?;
    rows.into_iter().map(|mut row| row.id()).collect()
}

/// Removes a user from the groups of an organization.
pub(super) async fn remove_from_all(
    transaction: &mut Transaction,
    organization: &OrganizationId,
    user: &UserId,
) -> Result<()> {
    transaction.run(DELETE_USER_IN, params![user, organization]).await?;
    Ok(())
}

/// Removes a user from all groups.
pub(super) async fn delete_of_user(transaction: &mut Transaction, user: &UserId) -> Result<()> {
    transaction.run(DELETE_USER, params![user]).await?;
    Ok(())
}

/// Deletes the groups of an organization.
pub(super) async fn delete_of_organization(transaction: &mut Transaction, organization: &OrganizationId) -> Result<()> {
    transaction.run(DELETE_MEMBERS_OF_ORGANIZATION, params![organization]).await?;
    transaction.run(DELETE_OF_ORGANIZATION, params![organization]).await?;
    Ok(())
}

/// A group without its members.
fn group(row: &mut Row) -> Result<MemberGroup> {
    Ok(MemberGroup {
        id: row.id()?,
        organization: row.id()?,
        name: row.text()?,
        external_id: row.maybe_text()?,
        role: row.maybe_variant()?,
        members: Vec::new(),
        created_at: row.int()?,
        updated_at: row.int()?,
    })
}

fn group_role(mut row: Row) -> Result<Option<Role>> {
    Ok(group(&mut row)?.role)
}
