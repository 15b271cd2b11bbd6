//! API keys: shown once in plain, stored as a hash, checked again at every call.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use store::{ApiKey, KeyId, OauthTokenKind, Time, Usage};

use super::{Accounts, valid_name};
use crate::audit::{Act, Details};
use crate::caller::{Caller, Via};
use crate::clock::day;
use crate::error::{Error, Result};
use crate::oauth::{ACCESS_PREFIX, Resource};
use crate::secret::{new_id, new_token, token_hash};
use crate::webhooks;

const PREFIX: &str = "svc_live_";
/// The maximum length of a name, in characters.
const MAX_NAME: usize = 100;
/// The maximum number of keys of an account that are not revoked.
const MAX_KEYS: usize = 1000;
/// The error text for every key that is not valid.
const INVALID_KEY: &str = "a valid API key is required";

/// A scope of a key. No scope includes another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// List and view.
    Read,
    /// Create, update, delete.
    Write,
    /// Export.
    Export,
    /// AI generation.
    Ai,
    /// Read comments.
    #[serde(rename = "comments:read")]
    CommentsRead,
    /// Write comments.
    #[serde(rename = "comments:write")]
    CommentsWrite,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Self; 6] =
        [Self::Read, Self::Write, Self::Export, Self::Ai, Self::CommentsRead, Self::CommentsWrite];

    /// The name in requests and responses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Export => "export",
            Self::Ai => "ai",
            Self::CommentsRead => "comments:read",
            Self::CommentsWrite => "comments:write",
        }
    }

    /// The scope with a name; `None` when there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A key that was just created.
#[derive(Debug)]
pub struct NewKey {
    /// The plain key, which is shown once.
    pub token: String,
    /// The key as it is stored.
    pub key: ApiKey,
}

/// The use of a key.
#[derive(Debug)]
pub struct KeyUsage {
    /// The key.
    pub key: Arc<ApiKey>,
    /// Use of today.
    pub today: Usage,
    /// The sum of `history`.
    pub totals: Usage,
    /// Use on each requested day on which the key was used, newest first.
    pub history: Vec<Usage>,
}

impl Accounts {
    /// The caller of a key.
    ///
    /// # Errors
    /// Fails with the same error when the key is malformed, unknown or revoked, or when its owner is deleted, disabled
    /// or no longer a member.
    pub async fn caller_by_key(&self, token: &str) -> Result<Caller> {
        if !token.starts_with(PREFIX) || token.len() > 200 {
            return Err(Error::Unauthorized(INVALID_KEY));
        }
        self.caller_of_key(&token_hash(token)).await
    }

    /// The caller of an API key, or of the access token of a connected agent.
    ///
    /// # Errors
    /// Fails as [`Self::caller_by_key`] does, and when the access token has expired or is for another resource.
    pub async fn caller_by_bearer(&self, token: &str, resource: Resource) -> Result<Caller> {
        if !token.starts_with(ACCESS_PREFIX) || token.len() > 200 {
            return self.caller_by_key(token).await;
        }
        let Some((token, key)) = self.store.oauth_token(&token_hash(token)).await? else {
            return Err(Error::Unauthorized(INVALID_KEY));
        };
        let is_for_resource = key.agent.as_ref().is_some_and(|agent| resource.accepts(&agent.resource, &self.config));
        if token.kind != OauthTokenKind::Access || token.expires_at <= self.clock.now() || !is_for_resource {
            return Err(Error::Unauthorized(INVALID_KEY));
        }
        self.caller_of_key(&key.hash).await
    }

    /// The caller of a key, by the hash of the key.
    pub(crate) async fn caller_of_key(&self, hash: &str) -> Result<Caller> {
        let error = Error::Unauthorized(INVALID_KEY);
        let Some(key) = self.store.key_by_hash(hash).await? else { return Err(error) };
        if key.revoked_at.is_some() {
            return Err(error);
        }
        match self.caller_in(&key.user, &key.organization, Via::Key(Arc::clone(&key))).await? {
            Some(caller) => Ok(caller),
            None => Err(error),
        }
    }

    /// Creates a key for the caller in the organization they act in. The plain key is returned here and stored nowhere.
    ///
    /// # Errors
    /// Fails when the name is blank or too long, a scope is unknown, or the account has too many keys.
    pub async fn create_key(&self, caller: &Caller, name: &str, scopes: &[String]) -> Result<NewKey> {
        let name = valid_name(name, MAX_NAME)?;
        let mut unique: Vec<String> = Vec::new();
        for scope in scopes {
            if Scope::named(scope).is_none() {
                let known = Scope::ALL.map(Scope::name).join(", ");
                return Err(Error::invalid(format!("unknown scope `{scope}`; the scopes are {known}")));
            }
            if !unique.contains(scope) {
                unique.push(scope.clone());
            }
        }
        let token = format!("{PREFIX}{}", new_token());
        let key = ApiKey {
            id: new_id(),
            hash: token_hash(&token),
            prefix: token.chars().take(PREFIX.len() + 8).collect(),
            name: name.clone(),
            scopes: unique,
            user: caller.user.id.clone(),
            organization: caller.organization.id.clone(),
            created_at: self.clock.now(),
            last_used_at: None,
            revoked_at: None,
            agent: None,
        };
        let event = webhooks::key_created(caller, &key);
        if !self.store.create_key(key.clone(), Some(event), MAX_KEYS).await? {
            return Err(Error::Conflict(format!("an account has {MAX_KEYS} API keys at most; revoke one first")));
        }
        let details = Details::none().with("scopes", key.scopes.clone());
        self.audit.record(caller, Act::KeyMade, &name, details).await;
        Ok(NewKey { token, key })
    }

    /// The caller's keys in the organization they act in, newest first.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn keys(&self, caller: &Caller, include_revoked: bool) -> Result<Vec<ApiKey>> {
        let keys = self.store.keys_of(&caller.user.id, &caller.organization.id, include_revoked).await?;
        let up_to_date = |key: Arc<ApiKey>| {
            let last_used_at = self.shared.last_used(&key.id).max(key.last_used_at);
            ApiKey { last_used_at, ..ApiKey::clone(&key) }
        };
        Ok(keys.into_iter().map(up_to_date).collect())
    }

    /// Revokes a key of the caller with immediate effect. Returns the time.
    ///
    /// # Errors
    /// Fails when the key is unknown, belongs to another account or is revoked already.
    pub async fn revoke_key(&self, caller: &Caller, id: &KeyId) -> Result<Time> {
        let key = self.own_key(caller, id).await?;
        let at = self.clock.now();
        if key.revoked_at.is_some() || !self.store.revoke_key(id, at).await? {
            return Err(Error::NotFound("key"));
        }
        self.audit.record(caller, Act::KeyRevoked, &key.name, Details::none()).await;
        Ok(at)
    }

    /// The use of a key of the caller in the last `days` days, today included.
    ///
    /// # Errors
    /// Fails when the key is unknown or belongs to another account.
    pub async fn key_usage(&self, caller: &Caller, id: &KeyId, days: i64) -> Result<KeyUsage> {
        let key = self.own_key(caller, id).await?;
        let day = day(self.clock.now());
        let history = self.shared.usage(&key.id, day - days + 1).await?;
        let mut totals = Usage::default();
        for usage in &history {
            totals.requests += usage.requests;
            totals.ai += usage.ai;
            totals.exports += usage.exports;
        }
        let today = history.iter().find(|usage| usage.day == day).copied().unwrap_or_default();
        Ok(KeyUsage { key, today, totals, history })
    }

    async fn own_key(&self, caller: &Caller, id: &KeyId) -> Result<Arc<ApiKey>> {
        let key = self.store.key(id).await?;
        let is_own = |key: &Arc<ApiKey>| {
            key.agent.is_none() && key.user == caller.user.id && key.organization == caller.organization.id
        };
        key.filter(is_own).ok_or(Error::NotFound("key"))
    }
}
