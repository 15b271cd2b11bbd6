//! Provisioning: the identity provider of an organization manages its members by a token of the organization.
//!
//! The provider may add accounts, change what it knows about people, deactivate them and group them. It sees nothing of
//! other organizations: an account that belongs to several loses its rights in this one alone. Decks of people who
//! leave are still theirs, until an administrator removes the member, who inherits them.

mod groups;
mod members;

use std::net::IpAddr;
use std::sync::Arc;

use store::{
    GroupId, KeyId, MemberGroup, Organization, OrganizationId, ProvisioningToken, Shared, Store, StoreError, Tier, Time,
};

use crate::accounts::ManagedOrganization;
use crate::audit::{Act, AuditLog, Details};
use crate::caller::Caller;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::limits::{ExhaustedLimit, Limits, RateLimit, requests_a_minute};
use crate::locks::Locks;
use crate::secret::{new_id, new_token, token_hash};

pub use self::groups::GroupFields;
pub use self::members::{ProvisionedUser, UserFields};

const PREFIX: &str = "svc_scim_";
const INVALID_TOKEN: &str = "a valid provisioning token is required";
/// How far the stored time of the last use may lag behind, in milliseconds.
const USE_INTERVAL: Time = 60_000;
/// The error when the last administrator would lose their rights or their role.
const LAST_ADMINISTRATOR: Error =
    Error::Forbidden("this is the last administrator: make somebody else an administrator first");

/// An authenticated identity provider.
#[derive(Debug, Clone)]
pub struct Provisioner {
    organization: Arc<Organization>,
    token: ProvisioningToken,
    address: IpAddr,
}

/// What administrators see of provisioning.
#[derive(Debug)]
pub struct ProvisioningState {
    /// The token, if there is one.
    pub token: Option<ProvisioningToken>,
    /// The groups that the identity provider made.
    pub groups: Vec<MemberGroup>,
}

/// The identity providers of organizations.
///
/// Uses storage, shared counters of requests, limits and the audit log.
#[derive(Debug)]
pub struct Provisioning {
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) limits: Arc<Limits>,
    pub(crate) audit: Arc<AuditLog>,
    /// One change at a time in each organization. A PATCH changes what it has read, so two at once would lose one.
    /// Nodes do not wait for one another.
    pub(crate) changes: Locks,
}

impl Provisioner {
    /// Its network address.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    fn organization_id(&self) -> &OrganizationId {
        &self.organization.id
    }
}

impl Provisioning {
    /// The identity provider with a token.
    ///
    /// # Errors
    /// Fails with `Unauthorized` when the token is malformed, unknown or revoked.
    pub async fn authenticate(&self, token: &str, address: IpAddr) -> Result<Provisioner> {
        let error = Error::Unauthorized(INVALID_TOKEN);
        if !token.starts_with(PREFIX) || token.len() > 200 {
            return Err(error);
        }
        let Some(token) = self.store.provisioning_token_by_hash(&token_hash(token)).await? else { return Err(error) };
        let Some(organization) = self.store.organization(&token.organization).await? else { return Err(error) };
        let now = self.clock.now();
        if token.last_used_at.is_none_or(|used| now - used > USE_INTERVAL) {
            self.store.set_provisioning_token_used(&token.hash, now).await?;
        }
        Ok(Provisioner { organization, token, address })
    }

    /// Counts one request of an identity provider. Returns the rate limit, and an error value when no request was left.
    ///
    /// # Errors
    /// Fails when the shared counters do not respond.
    pub async fn count_request(&self, provisioner: &Provisioner) -> Result<(RateLimit, Option<ExhaustedLimit>)> {
        let id = KeyId::from(provisioner.token.id.as_str());
        self.limits.count(&id, requests_a_minute(Tier::Enterprise)).await
    }

    /// The token and the groups of an organization.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn state(&self, managed: &ManagedOrganization) -> Result<ProvisioningState> {
        let id = &managed.organization().id;
        let token = self.store.provisioning_token(id).await?.map(|token| {
            let last_used_at = self.shared.last_used(&KeyId::from(token.id.as_str())).max(token.last_used_at);
            ProvisioningToken { last_used_at, ..token }
        });
        Ok(ProvisioningState { token, groups: self.store.groups(id).await? })
    }

    /// Makes a token for the identity provider of an organization. The one before is no longer valid. The plain token
    /// is returned here and stored nowhere.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn make_token(&self, caller: &Caller, managed: &ManagedOrganization) -> Result<String> {
        let organization = managed.organization();
        let token = format!("{PREFIX}{}", new_token());
        let stored = ProvisioningToken {
            organization: organization.id.clone(),
            id: new_id(),
            hash: token_hash(&token),
            prefix: token.chars().take(PREFIX.len() + 8).collect(),
            created_by: caller.email().to_owned(),
            by_administrator: caller.user.is_administrator(),
            created_at: self.clock.now(),
            last_used_at: None,
        };
        self.store.put_provisioning_token(stored).await?;
        self.audit.record(caller, Act::ProvisioningTokenMade, &organization.slug, Details::none()).await;
        Ok(token)
    }

    /// Revokes the token of an organization at once.
    ///
    /// # Errors
    /// Fails when the organization has no token.
    pub async fn revoke_token(&self, caller: &Caller, managed: &ManagedOrganization) -> Result<()> {
        let organization = managed.organization();
        if !self.store.delete_provisioning_token(&organization.id).await? {
            return Err(Error::NotFound("token"));
        }
        self.audit.record(caller, Act::ProvisioningTokenRevoked, &organization.slug, Details::none()).await;
        Ok(())
    }

    /// Sets the group whose members are administrators of the organization; `None` for no such group. Members of the
    /// previous group keep the role.
    ///
    /// # Errors
    /// Fails when there is no such group.
    pub async fn set_administrators(
        &self,
        caller: &Caller,
        managed: &ManagedOrganization,
        group: Option<GroupId>,
    ) -> Result<()> {
        let organization = managed.organization();
        let name = match &group {
            Some(id) => {
                let unknown = || Error::invalid(format!("`administrators`: there is no group `{id}`"));
                Some(self.store.group(&organization.id, id).await?.ok_or_else(unknown)?.name)
            }
            None => None,
        };
        let changed = self.store.set_administrators(&organization.id, group).await?;
        let details = Details::none().with("administrators", name);
        self.audit.record(caller, Act::ProvisioningSet, &organization.slug, details).await;
        for change in changed {
            let details =
                Details::none().with("organization", organization.slug.as_str()).with("role", change.role.name());
            self.audit.record(caller, Act::MemberChanged, &change.email, details).await;
        }
        Ok(())
    }

    async fn record(&self, provisioner: &Provisioner, act: Act, subject: &str, details: Details) {
        let details = details.with("organization", provisioner.organization.slug.as_str());
        self.audit.record_provisioned(provisioner, act, subject, details).await;
    }
}

/// The error of a change that storage refused.
fn refused(error: StoreError) -> Error {
    match error {
        StoreError::LastAdministrator => LAST_ADMINISTRATOR,
        error => error.into(),
    }
}
