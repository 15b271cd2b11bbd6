//! Stores the members of an organization as its identity provider describes them, and the token of the provider.

use std::sync::Arc;

use super::accounts::{check_another_administrator, user, user_columns};
use super::organizations::{insert_membership, move_sessions};
use super::{Store, accounts, groups};
use crate::StoreError;
use crate::cache::CacheKey;
use crate::engine::{Row, Transaction, params, variant_name};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::{OrganizationId, UserId};
use crate::records::{
    MemberChange, MemberProfile, MemberRecord, MemberState, Membership, ProvisioningToken, Role, Time, User,
};

macro_rules! members {
    ($condition:literal) => {
        concat!(
            "SELECT m.role, m.state, m.profile, m.created_at, m.changed_at, ",
            user_columns!(),
            " FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization = $1",
            $condition
        )
    };
}

const SELECT_ALL: &str = members!(" ORDER BY u.email");
const SELECT_ONE: &str = members!(" AND m.user_id = $2");
const SET: &str = "UPDATE memberships SET state = $3, profile = $4, changed_at = $5 WHERE organization = $1 \
    AND user_id = $2";
const SET_NAME: &str = "UPDATE users SET name = $2, updated_at = $3 WHERE id = $1";
const IS_ELSEWHERE: &str = "SELECT 1 FROM memberships WHERE user_id = $1 AND organization <> $2 LIMIT 1";
const IS_ACTIVE_ELSEWHERE: &str =
    "SELECT 1 FROM memberships WHERE user_id = $1 AND organization <> $2 AND state IS NULL LIMIT 1";
/// An administrator of the organization who can sign in, other than `$2`.
const ANOTHER_ADMINISTRATOR: &str = "SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id \
    WHERE m.organization = $1 AND m.user_id <> $2 AND m.role = 'admin' AND m.state IS NULL AND u.disabled = 0 LIMIT 1";

macro_rules! token_columns {
    () => {
        "organization, id, hash, prefix, created_by, by_administrator, created_at, last_used_at"
    };
}

const TOKEN: &str = concat!("SELECT ", token_columns!(), " FROM provisioning_tokens WHERE organization = $1");
const TOKEN_BY_HASH: &str = concat!("SELECT ", token_columns!(), " FROM provisioning_tokens WHERE hash = $1");
const DELETE_TOKEN: &str = "DELETE FROM provisioning_tokens WHERE organization = $1";
const INSERT_TOKEN: &str =
    concat!("INSERT INTO provisioning_tokens (", token_columns!(), ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8)");
const SET_USED: &str = "UPDATE provisioning_tokens SET last_used_at = $2 WHERE hash = $1";

impl Store {
    /// The members of an organization in any state, ordered by e-mail.
    pub async fn all_members(&self, organization: &OrganizationId) -> Result<Vec<MemberRecord>> {
        self.inner.refresh().await?;
        let rows = self.rows(SELECT_ALL, params![organization]).await?;
        rows.into_iter().map(|mut row| member(&mut row)).collect()
    }

    /// A member of an organization in any state.
    pub async fn member(&self, organization: &OrganizationId, user: &UserId) -> Result<Option<MemberRecord>> {
        self.inner.refresh().await?;
        self.row(SELECT_ONE, params![organization, user]).await?.as_mut().map(member).transpose()
    }

    /// Adds a member as an identity provider describes them. Also adds the account `new`, if it is given. Fails with
    /// `Taken` when the e-mail is in use, the user is a member already, or another member has the name.
    pub async fn provision_member(
        &self,
        new: Option<User>,
        membership: Membership,
        state: MemberState,
        profile: MemberProfile,
    ) -> Result<()> {
        self.write((new, membership, state, profile), |transaction, (new, membership, state, profile)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                if let Some(user) = new {
                    accounts::insert(transaction, user).await?;
                }
                insert_membership(transaction, membership).await?;
                let Membership { organization, user, created_at, .. } = membership;
                set_state(transaction, organization, user, *state, profile, *created_at).await?;
                check_name(transaction, organization, user).await
            })
        })
        .await
    }

    /// Changes a member as the identity provider requests. The sessions in the organization of a member who is no
    /// longer active move to another organization of theirs or end; a member who left is also removed from all groups.
    /// Fails with `Missing` when there is no such member, with `LastAdministrator` when the organization or the
    /// instance would have no administrator left, with `Protected` when the member is an administrator of the instance
    /// and `change` may not change those, and with `Taken` when another member has the new name.
    pub async fn change_member(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        change: MemberChange,
    ) -> Result<MemberRecord> {
        let input = (organization.to_owned(), user.to_owned(), change);
        self.write(input, |transaction, (organization, user, change)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                let row = transaction.row(SELECT_ONE, params![organization, user]).await?;
                let before = row.ok_or(StoreError::Missing).and_then(|mut row| member(&mut row))?;
                let mut evictions = vec![CacheKey::Memberships(user.clone())];
                if before.state == MemberState::Active && change.state != MemberState::Active {
                    check_can_deactivate(transaction, organization, &before, change.may_change_administrators).await?;
                }
                set_state(transaction, organization, user, change.state, &change.profile, change.at).await?;
                if change.state != MemberState::Active {
                    evictions.extend(move_sessions(transaction, organization, user).await?);
                }
                if change.state == MemberState::Left {
                    groups::remove_from_all(transaction, organization, user).await?;
                }
                if let Some(name) = change.name.as_ref().filter(|name| **name != before.user.name)
                    && (before.user.role != Role::Admin || change.may_change_administrators)
                    && transaction.row(IS_ELSEWHERE, params![user, organization]).await?.is_none()
                {
                    transaction.run(SET_NAME, params![user, name, change.at]).await?;
                    evictions.push(CacheKey::User(user.clone()));
                }
                transaction.add_effect(WriteEffect::accounts(evictions));
                let row = transaction.row(SELECT_ONE, params![organization, user]).await?;
                let after = row.ok_or(StoreError::Missing).and_then(|mut row| member(&mut row))?;
                if after.user_name() != before.user_name() {
                    check_name(transaction, organization, user).await?;
                }
                Ok(after)
            })
        })
        .await
    }

    /// The token of an organization's identity provider.
    pub async fn provisioning_token(&self, organization: &OrganizationId) -> Result<Option<ProvisioningToken>> {
        self.inner.refresh().await?;
        self.row(TOKEN, params![organization]).await?.as_mut().map(token).transpose()
    }

    /// A token by its hash.
    pub async fn provisioning_token_by_hash(&self, hash: &str) -> Result<Option<ProvisioningToken>> {
        self.inner.refresh().await?;
        self.row(TOKEN_BY_HASH, params![hash]).await?.as_mut().map(token).transpose()
    }

    /// Stores the token of an organization, which replaces the previous one.
    pub async fn put_provisioning_token(&self, token: ProvisioningToken) -> Result<()> {
        self.write(token, |transaction, token| {
            Box::pin(async move {
                transaction.run(DELETE_TOKEN, params![&token.organization]).await?;
                let params = params![
                    &token.organization,
                    &token.id,
                    &token.hash,
                    &token.prefix,
                    &token.created_by,
                    token.by_administrator,
                    token.created_at,
                    token.last_used_at,
                ];
                transaction.run(INSERT_TOKEN, params).await?;
                Ok(())
            })
        })
        .await
    }

    /// Deletes the token of an organization. Returns whether there was one.
    pub async fn delete_provisioning_token(&self, organization: &OrganizationId) -> Result<bool> {
        self.write(organization.to_owned(), |transaction, organization| {
            Box::pin(async move { Ok(transaction.run(DELETE_TOKEN, params![organization]).await? > 0) })
        })
        .await
    }

    /// Stores when a token was used.
    pub async fn set_provisioning_token_used(&self, hash: &str, at: Time) -> Result<()> {
        self.write((hash.to_owned(), at), |transaction, (hash, at)| {
            Box::pin(async move {
                transaction.run(SET_USED, params![hash, *at]).await?;
                Ok(())
            })
        })
        .await
    }
}

/// Checks that a member may lose their rights in the organization. The caller holds the lock of accounts.
async fn check_can_deactivate(
    transaction: &mut Transaction,
    organization: &OrganizationId,
    member: &MemberRecord,
    may_change_administrators: bool,
) -> Result<()> {
    if member.user.role == Role::Admin && !may_change_administrators {
        return Err(StoreError::Protected);
    }
    if member.role == Role::Admin {
        check_another_organization_administrator(transaction, organization, &member.user.id).await?;
    }
    if member.user.is_administrator()
        && transaction.row(IS_ACTIVE_ELSEWHERE, params![&member.user.id, organization]).await?.is_none()
    {
        check_another_administrator(transaction, &member.user.id).await?;
    }
    Ok(())
}

/// Checks that the organization has an administrator other than `user`. The caller holds the lock of accounts.
pub(super) async fn check_another_organization_administrator(
    transaction: &mut Transaction,
    organization: &OrganizationId,
    user: &UserId,
) -> Result<()> {
    match transaction.row(ANOTHER_ADMINISTRATOR, params![organization, user]).await? {
        Some(_) => Ok(()),
        None => Err(StoreError::LastAdministrator),
    }
}

/// Deletes the token of an organization's identity provider.
pub(super) async fn delete_of_organization(transaction: &mut Transaction, organization: &OrganizationId) -> Result<()> {
    transaction.run(DELETE_TOKEN, params![organization]).await?;
    Ok(())
}

/// Fails with `Taken` when another member of the organization has the same name, ignoring case. The caller holds the
/// lock of accounts, so two simultaneous writes cannot both take a name.
async fn check_name(transaction: &mut Transaction, organization: &OrganizationId, user: &UserId) -> Result<()> {
    let rows = transaction.rows(SELECT_ALL, params![organization]).await?;
    let members = rows.into_iter().map(|mut row| member(&mut row)).collect::<Result<Vec<_>>>()?;
    let is_left = |member: &MemberRecord| member.state == MemberState::Left;
    let Some(own) = members.iter().find(|member| member.user.id == *user && !is_left(member)) else { return Ok(()) };
    let name = own.user_name().to_lowercase();
    let is_other = |member: &&MemberRecord| member.user.id != *user && !is_left(member);
    if members.iter().filter(is_other).any(|other| other.user_name().to_lowercase() == name) {
        return Err(StoreError::Taken(own.user_name().to_owned()));
    }
    Ok(())
}

/// Sets state and profile of a member.
async fn set_state(
    transaction: &mut Transaction,
    organization: &OrganizationId,
    user: &UserId,
    state: MemberState,
    profile: &MemberProfile,
    at: Time,
) -> Result<()> {
    let state = (state != MemberState::Active).then(|| variant_name(state));
    let params = params![organization, user, state.as_deref(), serde_json::to_string(profile)?, at];
    transaction.run(SET, params).await?;
    Ok(())
}

fn member(row: &mut Row) -> Result<MemberRecord> {
    let role = row.variant()?;
    let state = row.maybe_variant()?.unwrap_or(MemberState::Active);
    let (profile, created_at, changed_at) = (row.json()?, row.int()?, row.maybe_int()?);
    Ok(MemberRecord { role, state, profile, created_at, changed_at, user: Arc::new(user(row)?) })
}

fn token(row: &mut Row) -> Result<ProvisioningToken> {
    Ok(ProvisioningToken {
        organization: row.id()?,
        id: row.id()?,
        hash: row.text()?,
        prefix: row.text()?,
        created_by: row.text()?,
        by_administrator: row.flag()?,
        created_at: row.int()?,
        last_used_at: row.maybe_int()?,
    })
}
