//! API keys: made once in plain, kept as a hash, judged anew at every call.

use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};
use store::{ApiKey, KeyId, Usage};

use crate::Accounts;
use crate::audit::Act;
use crate::caller::{Caller, Via};
use crate::clock::{day, iso, iso_day};
use crate::error::{Error, Result};
use crate::secret::{new_id, new_token, token_hash};
use crate::views::tier_name;

const PREFIX: &str = "svc_live_";
/// One text for every way in which a key can be wrong.
const NO_KEY: &str = "a valid API key is required";

/// What a key opens. Scopes are exact: none implies another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    CommentsRead,
    /// Write comments.
    CommentsWrite,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Self; 6] =
        [Self::Read, Self::Write, Self::Export, Self::Ai, Self::CommentsRead, Self::CommentsWrite];

    /// The name in requests and answers.
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

    /// The scope with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl Accounts {
    /// The caller behind a key.
    ///
    /// # Errors
    /// One and the same for a key that is malformed, unknown, revoked, or whose owner is gone, switched off or no longer
    /// a member.
    pub async fn caller_by_key(&self, token: &str) -> Result<Caller> {
        if !token.starts_with(PREFIX) || token.len() > 200 {
            return Err(Error::Unauthorized(NO_KEY));
        }
        self.caller_of_key(&token_hash(token)).await
    }

    /// The caller behind the hash of a key.
    pub(crate) async fn caller_of_key(&self, hash: &str) -> Result<Caller> {
        let refused = Error::Unauthorized(NO_KEY);
        let Some(key) = self.store.key_by_hash(hash).await? else { return Err(refused) };
        if key.revoked_at.is_some() {
            return Err(refused);
        }
        match self.caller_in(&key.user, &key.organization, Via::Key(Arc::clone(&key))).await? {
            Some(caller) => Ok(caller),
            None => Err(refused),
        }
    }

    /// A new key of the caller's in the organization he acts in. The plain key is in this answer and nowhere else.
    ///
    /// # Errors
    /// The name or a scope is wrong.
    pub async fn create_key(&self, caller: &Caller, name: &str, scopes: &[String]) -> Result<Value> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > 100 {
            return Err(Error::invalid("`name` has 1 to 100 characters"));
        }
        let mut kept: Vec<String> = Vec::new();
        for scope in scopes {
            if Scope::named(scope).is_none() {
                let known = Scope::ALL.map(Scope::name).join(", ");
                return Err(Error::invalid(format!("unknown scope `{scope}`; the scopes are {known}")));
            }
            if !kept.contains(scope) {
                kept.push(scope.clone());
            }
        }
        let token = format!("{PREFIX}{}", new_token());
        let key = ApiKey {
            id: new_id(),
            hash: token_hash(&token),
            prefix: token.chars().take(PREFIX.len() + 8).collect(),
            name: name.to_owned(),
            scopes: kept,
            user: caller.user.id.clone(),
            organization: caller.organization.id.clone(),
            created_at: self.clock.now(),
            last_used_at: None,
            revoked_at: None,
        };
        let answer = json!({
            "key": token, "id": key.id, "name": key.name, "prefix": key.prefix, "scopes": key.scopes,
            "tier": tier_name(caller.user.tier), "createdAt": iso(key.created_at),
        });
        let details = json!({ "scopes": key.scopes });
        self.store.create_key(key).await?;
        self.audit.record(caller, Act::KeyMade, name, details).await;
        Ok(answer)
    }

    /// The caller's keys in the organization he acts in, newest first.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn keys(&self, caller: &Caller, revoked_too: bool) -> Result<Value> {
        let keys = self.store.keys_of(&caller.user.id, &caller.organization.id, revoked_too).await?;
        let mut shown = Vec::with_capacity(keys.len());
        for key in keys {
            let used = self.shared.last_used(&key.id).max(key.last_used_at);
            shown.push(json!({
                "id": key.id, "name": key.name, "prefix": key.prefix, "scopes": key.scopes,
                "tier": tier_name(caller.user.tier), "ownerEmail": caller.email(),
                "lastUsedAt": used.map(iso), "revokedAt": key.revoked_at.map(iso), "createdAt": iso(key.created_at),
            }));
        }
        Ok(json!({ "keys": shown, "availableScopes": Scope::ALL.map(Scope::name) }))
    }

    /// Revokes a key of the caller's at once.
    ///
    /// # Errors
    /// Unknown, foreign or revoked already.
    pub async fn revoke_key(&self, caller: &Caller, id: &KeyId) -> Result<Value> {
        let key = self.own_key(caller, id).await?;
        let at = self.clock.now();
        if key.revoked_at.is_some() || !self.store.revoke_key(id, at).await? {
            return Err(Error::NotFound("key"));
        }
        self.audit.record(caller, Act::KeyRevoked, &key.name, json!({})).await;
        Ok(json!({ "revoked": true, "id": id, "revokedAt": iso(at) }))
    }

    /// What a key of the caller's did in the last days, today included.
    ///
    /// # Errors
    /// Unknown or foreign.
    pub async fn key_usage(&self, caller: &Caller, id: &KeyId, days: i64) -> Result<Value> {
        let key = self.own_key(caller, id).await?;
        let today = day(self.clock.now());
        let history = self.shared.usage(&key.id, today - days + 1).await?;
        let counts = |usage: Usage| json!({ "requestCount": usage.requests, "aiRequestCount": usage.ai, "exportCount": usage.exports });
        let mut totals = Usage::default();
        for usage in &history {
            totals.requests += usage.requests;
            totals.ai += usage.ai;
            totals.exports += usage.exports;
        }
        let of_today = history.iter().find(|usage| usage.day == today).copied().unwrap_or_default();
        let rows: Vec<Value> = history
            .iter()
            .map(|usage| {
                let mut row = json!({ "date": iso_day(usage.day) });
                row.as_object_mut()
                    .expect("just made as an object")
                    .extend(counts(*usage).as_object().cloned().unwrap_or_default());
                row
            })
            .collect();
        Ok(json!({
            "key": { "id": key.id, "name": key.name, "prefix": key.prefix, "tier": tier_name(caller.user.tier) },
            "today": counts(of_today), "totals": counts(totals), "history": rows, "days": days,
        }))
    }

    async fn own_key(&self, caller: &Caller, id: &KeyId) -> Result<Arc<ApiKey>> {
        let key = self.store.key(id).await?;
        let own = key.filter(|key| key.user == caller.user.id && key.organization == caller.organization.id);
        own.ok_or(Error::NotFound("key"))
    }
}
