//! Accounts, organizations, memberships, sign-ins, API keys and the audit log.

use serde::{Deserialize, Serialize};

use super::{ConnectedAgent, Time};
use crate::ids::{AuditEntryId, IdentityId, KeyId, OrganizationId, PasskeyId, UserId};

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Id.
    pub id: UserId,
    /// E-mail address in lower case, unique.
    pub email: String,
    /// Display name; may be empty.
    pub name: String,
    /// Role in the instance.
    pub role: Role,
    /// Limits of its keys.
    pub tier: Tier,
    /// Argon2id hash in PHC format; none until a password is set.
    pub password: Option<String>,
    /// Whether the account is disabled: it can neither sign in nor use its keys.
    pub disabled: bool,
    /// Created at.
    pub created_at: Time,
    /// Updated at.
    pub updated_at: Time,
    /// Preferences for the e-mails to the person.
    pub mail: MailPreferences,
}

/// A person's preferences for the e-mails that they receive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailPreferences {
    /// Language tag; none until the app has sent it.
    pub lang: Option<String>,
    /// Whether they are mailed when a comment mentions them.
    pub mentions: bool,
}

impl Default for MailPreferences {
    fn default() -> Self {
        Self { lang: None, mentions: true }
    }
}

impl User {
    /// Whether the account can administrate the instance now.
    pub fn is_administrator(&self) -> bool {
        self.role == Role::Admin && !self.disabled
    }
}

/// Fields of an account to replace. Absent fields stay as they are.
#[derive(Debug, Clone, Default)]
pub struct UserFields {
    /// Display name.
    pub name: Option<String>,
    /// Role in the instance.
    pub role: Option<Role>,
    /// Limits of its keys.
    pub tier: Option<Tier>,
    /// Argon2id hash in PHC format.
    pub password: Option<String>,
    /// Whether the account is disabled.
    pub disabled: Option<bool>,
    /// Preferences for the e-mails to the person.
    pub mail: Option<MailPreferences>,
}

/// Which decks of a member an heir may take over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inheritance {
    /// All decks.
    All,
    /// Decks that the whole organization can read already.
    NotPrivate,
}

/// Role of an account in the instance, or of a member in an organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// May administrate.
    Admin,
    /// May work with decks.
    Member,
}

/// Limits of an account's keys.
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

    /// The name in requests, responses and storage.
    pub fn name(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Member => "member",
        }
    }

    /// The role with a name; none when the name is unknown.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

impl Tier {
    const ALL: [Self; 3] = [Self::Free, Self::Pro, Self::Enterprise];

    /// The name in requests, responses and storage.
    pub fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Pro => "pro",
            Self::Enterprise => "enterprise",
        }
    }

    /// The tier with a name; none when the name is unknown.
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
    /// Default theme of its decks; none for the default of the instance.
    pub default_theme: Option<String>,
    /// Created at. The oldest organization is the first in lists.
    pub created_at: Time,
}

/// A user's membership of an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// Organization id.
    pub organization: OrganizationId,
    /// User id.
    pub user: UserId,
    /// Role in the organization.
    pub role: Role,
    /// Member since.
    pub created_at: Time,
}

/// A sign-in session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// SHA-256 of the token, hex.
    pub hash: String,
    /// User id.
    pub user: UserId,
    /// The organization in which it acts.
    pub organization: OrganizationId,
    /// Whether it began with a one-time link, so that a first password may be set.
    pub by_link: bool,
    /// Created at.
    pub created_at: Time,
    /// Expires at.
    pub expires_at: Time,
}

/// A link that signs in once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneTimeLink {
    /// SHA-256 of the token, hex.
    pub hash: String,
    /// User id.
    pub user: UserId,
    /// What it is for.
    pub purpose: LinkPurpose,
    /// Expires at.
    pub expires_at: Time,
}

/// What a one-time link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinkPurpose {
    /// The first sign-in to an account.
    Invitation,
    /// To sign in without the password.
    SignIn,
    /// To choose a new password.
    Password,
}

/// The identity of a user at an issuer of single sign-on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Id.
    pub id: IdentityId,
    /// Address of the issuer.
    pub issuer: String,
    /// The permanent id of the person at the issuer.
    pub subject: String,
    /// User id.
    pub user: UserId,
    /// Linked to the account at.
    pub created_at: Time,
}

/// A passkey: the public key of an authenticator that signs an account in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    /// SHA-256 of the credential id, hex.
    pub id: PasskeyId,
    /// The credential id, base64url.
    pub credential: String,
    /// User id.
    pub user: UserId,
    /// The public key as COSE, base64url.
    pub public_key: String,
    /// The authenticator's count of its signatures; 0 while it does not count.
    pub sign_count: u32,
    /// Name.
    pub name: String,
    /// How browsers reach the authenticator, such as `internal` or `usb`.
    pub transports: Vec<String>,
    /// Whether the passkey can be copied to other devices. It never changes.
    pub backup_eligible: bool,
    /// Whether it was copied when it was last used.
    pub backed_up: bool,
    /// Created at.
    pub created_at: Time,
    /// Last used at.
    pub last_used_at: Option<Time>,
}

/// An entry of the audit log: an administrative act. It contains no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Id.
    pub id: AuditEntryId,
    /// When.
    pub at: Time,
    /// Name of the act.
    pub act: String,
    /// E-mail of the account that did it; none when no account did.
    pub actor: Option<String>,
    /// The entry point: `app`, `key`, `agent`, `console`, `provisioning` or `sign-in`.
    pub entry_point: String,
    /// Address of the client; none when the act did not come over a network.
    pub address: Option<String>,
    /// Name of what the act changed; none when it is not about one thing.
    pub subject: Option<String>,
    /// Further facts by name; each act has its own.
    pub details: serde_json::Value,
}

/// An API key, or the key of a connected agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Id.
    pub id: KeyId,
    /// SHA-256 of the whole key, hex.
    pub hash: String,
    /// The first characters of the key, by which people recognize it.
    pub prefix: String,
    /// Name.
    pub name: String,
    /// Names of scopes, without duplicates.
    pub scopes: Vec<String>,
    /// User id of its owner.
    pub user: UserId,
    /// The organization in which it acts.
    pub organization: OrganizationId,
    /// Created at.
    pub created_at: Time,
    /// Last used at; may lag by a few seconds.
    pub last_used_at: Option<Time>,
    /// Revoked at.
    pub revoked_at: Option<Time>,
    /// The agent that a person connected; none for an API key.
    pub agent: Option<ConnectedAgent>,
}

/// Usage of a key on one UTC day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// The day, as days since 1970.
    pub day: i64,
    /// Number of requests.
    pub requests: u64,
    /// Number of AI calls.
    pub ai: u64,
    /// Number of exports.
    pub exports: u64,
}
