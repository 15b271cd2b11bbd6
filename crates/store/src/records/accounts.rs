//! Accounts, organizations, memberships, sign-ins, API keys and the audit log.

use serde::{Deserialize, Serialize};

use super::Time;
use crate::ids::{KeyId, OrganizationId, UserId};

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Id.
    pub id: UserId,
    /// Address, lower case, unique.
    pub email: String,
    /// Name, maybe empty.
    pub name: String,
    /// Part in the instance.
    pub role: Role,
    /// What it may spend.
    pub tier: Tier,
    /// Argon2id hash in PHC form; none until a password was chosen.
    pub password: Option<String>,
    /// Switched off: neither signs in nor acts by key.
    pub disabled: bool,
    /// Made at.
    pub created_at: Time,
    /// Changed at.
    pub updated_at: Time,
}

/// Part of an account in the instance, or of a member in an organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Manages.
    Admin,
    /// Works.
    Member,
}

/// What an account may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// 60 requests a minute.
    Free,
    /// 300 requests a minute.
    Pro,
    /// 1000 requests a minute, no daily limits.
    Enterprise,
}

impl Role {
    const ALL: [Self; 2] = [Self::Admin, Self::Member];

    /// The name in requests, answers and storage.
    pub fn name(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Member => "member",
        }
    }

    /// The role with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

impl Tier {
    const ALL: [Self; 3] = [Self::Free, Self::Pro, Self::Enterprise];

    /// The name in requests, answers and storage.
    pub fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Pro => "pro",
            Self::Enterprise => "enterprise",
        }
    }

    /// The tier with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tier| tier.name() == name)
    }
}

/// An organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organization {
    /// Id.
    pub id: OrganizationId,
    /// Short name, unique.
    pub slug: String,
    /// Name.
    pub name: String,
    /// Theme that readers get by default, when it is not the system's.
    pub default_theme: Option<String>,
    /// Made at; the oldest one is the first.
    pub created_at: Time,
}

/// Who belongs to an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// Organization id.
    pub organization: OrganizationId,
    /// User id.
    pub user: UserId,
    /// Part in the organization.
    pub role: Role,
    /// Since.
    pub created_at: Time,
}

/// A sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// SHA-256 of the token, hex.
    pub hash: String,
    /// User id.
    pub user: UserId,
    /// The organization it acts in.
    pub organization: OrganizationId,
    /// Whether it began with a one-time link and may choose a first password.
    pub by_link: bool,
    /// Began at.
    pub created_at: Time,
    /// Ends at.
    pub expires_at: Time,
}

/// A link that signs in once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneTimeLink {
    /// SHA-256 of the token, hex.
    pub hash: String,
    /// User id.
    pub user: UserId,
    /// Ends at.
    pub expires_at: Time,
}

/// Who an issuer of single sign-on says somebody is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// SHA-256 of issuer and subject, hex.
    pub id: String,
    /// Address of the issuer.
    pub issuer: String,
    /// What the issuer calls the person, for good.
    pub subject: String,
    /// User id.
    pub user: UserId,
    /// Bound at.
    pub created_at: Time,
}

/// An administrative act. It holds no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Id.
    pub id: String,
    /// When.
    pub at: Time,
    /// What was done, by its name.
    pub act: String,
    /// E-mail of whoever did it; empty when nobody in particular.
    pub actor: String,
    /// By which door.
    pub door: String,
    /// Address of the client, where there was one.
    pub address: String,
    /// What it was done to, as people call it.
    pub subject: String,
    /// More about it, by name.
    pub details: serde_json::Value,
}

/// An API key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Id.
    pub id: KeyId,
    /// SHA-256 of the whole key, hex.
    pub hash: String,
    /// First characters, for people to tell keys apart.
    pub prefix: String,
    /// Name.
    pub name: String,
    /// Scope names, without repeats.
    pub scopes: Vec<String>,
    /// User id of its owner.
    pub user: UserId,
    /// The organization it acts in.
    pub organization: OrganizationId,
    /// Made at.
    pub created_at: Time,
    /// Used last at; may lag a few seconds.
    pub last_used_at: Option<Time>,
    /// Revoked at.
    pub revoked_at: Option<Time>,
}

/// What a key did on one UTC day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Days since 1970.
    pub day: i64,
    /// Requests.
    pub requests: u64,
    /// AI calls.
    pub ai: u64,
    /// Exports.
    pub exports: u64,
}
