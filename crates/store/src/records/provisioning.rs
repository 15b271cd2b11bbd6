//! Records about members whom an identity provider manages, and the token of the provider.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Role, Time, User};
use crate::ids::{GroupId, OrganizationId, ProvisioningTokenId, UserId};

/// Whether a member has rights in the organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemberState {
    /// A member like any other.
    Active,
    /// An identity provider switched the person off: no rights until it switches them on.
    Inactive,
    /// An identity provider deleted the person: no rights, and unknown to the provider. They still own their decks.
    Left,
}

/// The attributes of a person at an identity provider.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MemberProfile {
    /// The name of the person's account there, unique in the organization; none when it is the e-mail.
    pub user_name: Option<String>,
    /// The id of the person there.
    pub external_id: Option<String>,
    /// The name to show.
    pub display_name: Option<String>,
    /// Given name.
    pub given_name: Option<String>,
    /// Family name.
    pub family_name: Option<String>,
}

/// A member of an organization in any state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberRecord {
    /// The account.
    pub user: Arc<User>,
    /// Role in the organization.
    pub role: Role,
    /// Whether they have rights there.
    pub state: MemberState,
    /// Their attributes at an identity provider; none when it sent none.
    pub profile: Option<MemberProfile>,
    /// Member since.
    pub created_at: Time,
    /// When an identity provider changed something; none when it never did.
    pub changed_at: Option<Time>,
}

impl MemberRecord {
    /// The name of their account at the identity provider.
    pub fn user_name(&self) -> &str {
        self.profile.as_ref().and_then(|profile| profile.user_name.as_deref()).unwrap_or(&self.user.email)
    }
}

/// Changes to a member by an identity provider.
#[derive(Debug, Clone)]
pub struct MemberChange {
    /// Whether they have rights from now on.
    pub state: MemberState,
    /// Their attributes at the provider.
    pub profile: MemberProfile,
    /// New name of the account. It is not set when the account belongs to another organization too, or to an
    /// administrator of the instance who may not be changed.
    pub name: Option<String>,
    /// Whether an administrator of the instance may be changed.
    pub may_change_administrators: bool,
    /// When.
    pub at: Time,
}

/// The token of an identity provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvisioningToken {
    /// The organization whose members it manages.
    pub organization: OrganizationId,
    /// Id.
    pub id: ProvisioningTokenId,
    /// SHA-256 of the token, hex.
    pub hash: String,
    /// The first characters of the token, by which people recognize it.
    pub prefix: String,
    /// E-mail of the account that made it.
    pub created_by: String,
    /// Whether that account was an administrator of the instance.
    pub by_administrator: bool,
    /// Created at.
    pub created_at: Time,
    /// Last used at; may lag by a minute.
    pub last_used_at: Option<Time>,
}

/// A group of members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberGroup {
    /// Id.
    pub id: GroupId,
    /// Organization id.
    pub organization: OrganizationId,
    /// Name, unique in the organization without regard to case.
    pub name: String,
    /// The id of the group at the identity provider.
    pub external_id: Option<String>,
    /// The role that it gives its members; none for groups that give none.
    pub role: Option<Role>,
    /// Its members, ordered by id.
    pub members: Vec<UserId>,
    /// Created at.
    pub created_at: Time,
    /// Updated at.
    pub updated_at: Time,
}

/// A member whose role a group changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleChange {
    /// E-mail of the account.
    pub email: String,
    /// The new role.
    pub role: Role,
}

/// The result of a change of a group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupChange {
    /// E-mails of the members that were added.
    pub added: Vec<String>,
    /// E-mails of the members that were removed.
    pub removed: Vec<String>,
    /// Members with another role than before.
    pub roles: Vec<RoleChange>,
}
