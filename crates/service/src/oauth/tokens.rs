//! Exchanges authorization codes and refresh tokens for access tokens. Each code and refresh token is valid once.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use store::{ApiKey, OauthClientId, OauthToken, OauthTokenKind, TokenBucket};

use super::{Oauth, OauthCode, OauthError, Resource};
use crate::audit::{Act, Details};
use crate::error::Error;
use crate::secret::{new_token, same_secret, token_hash};

pub(crate) const ACCESS_PREFIX: &str = "svc_access_";
const REFRESH_PREFIX: &str = "svc_refresh_";
/// How long an access token is valid, in seconds.
const ACCESS_SECONDS: i64 = 3600;
/// How long a refresh token is valid, in seconds: an agent that is not used for so long has to be connected again.
const REFRESH_SECONDS: i64 = 30 * 86_400;
/// How long an agent may refresh its tokens after it was connected, in seconds.
const CONNECTION_SECONDS: i64 = 365 * 86_400;
/// How often an agent may refresh its tokens.
const REFRESHES: TokenBucket = TokenBucket { burst: 20, per_minute: 2 };

/// A request that exchanges a code (RFC 6749, 4.1.3; RFC 7636, 4.5).
#[derive(Debug, Clone, Copy)]
pub struct CodeExchange<'a> {
    /// `client_id`.
    pub client: &'a OauthClientId,
    /// `code`.
    pub code: &'a str,
    /// `redirect_uri`; clients of OAuth 2.1 no longer send it.
    pub redirect: Option<&'a str>,
    /// `code_verifier`.
    pub verifier: &'a str,
    /// `resource`.
    pub resource: Option<&'a str>,
}

/// New tokens for a client.
#[derive(Debug)]
pub struct IssuedTokens {
    /// The access token.
    pub access: String,
    /// Seconds for which it is valid.
    pub expires_in: i64,
    /// The refresh token, which is valid once.
    pub refresh: String,
    /// Names of the scopes.
    pub scopes: Vec<String>,
}

impl Oauth {
    /// Exchanges a code for tokens.
    ///
    /// # Errors
    /// Fails when the code is unknown, expired, used or for another client, redirect address, verifier or resource; or
    /// the person who connected the agent is not a member of the organization any more. A code that is used twice ends
    /// the connection.
    pub async fn exchange(&self, address: &str, request: CodeExchange<'_>) -> Result<IssuedTokens, OauthError> {
        let CodeExchange { client, code, redirect, verifier, resource } = request;
        let (token, key) = self.redeemable_token(address, client, code, OauthTokenKind::Code).await?;
        let bound = token.request.as_ref().ok_or_else(|| refused("the code is not valid"))?;
        if redirect.is_some_and(|redirect| redirect != bound.redirect) {
            return Err(refused("`redirect_uri` is not that of the authorization request"));
        }
        // RFC 7636, 4.1: 43 characters at least. A shorter verifier could be guessed.
        let is_long_enough = (43..=128).contains(&verifier.len());
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
        if !is_long_enough || !same_secret(&challenge, &bound.challenge) {
            return Err(refused("`code_verifier` does not match the challenge of the authorization request"));
        }
        self.issue(address, &token, key, resource).await
    }

    /// Exchanges a refresh token for new tokens. `scope` may only name scopes that the person allowed.
    ///
    /// # Errors
    /// Fails as [`Self::exchange`] does, and when `scope` names another scope or the agent refreshes too often. A
    /// refresh token that is used twice ends the connection.
    pub async fn refresh(
        &self,
        address: &str,
        client: &OauthClientId,
        refresh_token: &str,
        scope: Option<&str>,
        resource: Option<&str>,
    ) -> Result<IssuedTokens, OauthError> {
        let (token, key) = self.redeemable_token(address, client, refresh_token, OauthTokenKind::Refresh).await?;
        let mut requested = scope.unwrap_or_default().split_ascii_whitespace();
        if let Some(other) = requested.find(|requested| !key.scopes.iter().any(|scope| scope == requested)) {
            return Err(OauthError::new(OauthCode::InvalidScope, format!("`{other}` was not allowed")));
        }
        if let Some(retry_after) =
            self.shared.spend_token(&format!("oauth-refresh:{}", key.id), REFRESHES, self.clock.now()).await?
        {
            return Err(Error::Throttled { retry_after }.into());
        }
        self.issue(address, &token, key, resource).await
    }

    /// Ends the connection that a token belongs to, for its client (RFC 7009). An unknown token is no error.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn revoke(&self, client: &OauthClientId, token: &str) -> crate::Result<()> {
        let Some((token, key)) = self.store.oauth_token(&token_hash(token)).await? else { return Ok(()) };
        if !is_of(&key, client) || token.kind == OauthTokenKind::Code {
            return Ok(());
        }
        let caller = self.accounts.caller_of_key(&key.hash).await;
        if self.store.revoke_key(&key.id, self.clock.now()).await?
            && let Ok(caller) = caller
        {
            self.audit.record(&caller, Act::AgentDisconnected, &key.name, Details::none()).await;
        }
        Ok(())
    }

    /// A valid code or refresh token of a client, with its key. Ends the connection and fails when the secret was
    /// exchanged before.
    async fn redeemable_token(
        &self,
        address: &str,
        client: &OauthClientId,
        secret: &str,
        kind: OauthTokenKind,
    ) -> Result<(OauthToken, Arc<ApiKey>), OauthError> {
        let found = self.store.oauth_token(&token_hash(secret)).await?;
        let Some((token, key)) = found.filter(|(token, key)| token.kind == kind && is_of(key, client)) else {
            // A client with an https id publishes its own metadata and is not registered here.
            let is_known = client.starts_with("https://") || self.registered_client(client).await?.is_some();
            return Err(if is_known {
                refused("the code or refresh token is not valid")
            } else {
                OauthError::new(OauthCode::InvalidClient, "the client is not registered; register it again")
            });
        };
        if token.spent_at.is_some() {
            return Err(self.end_after_reuse(address, &token, &key).await?);
        }
        if token.expires_at <= self.clock.now() {
            return Err(refused("the code or refresh token has expired"));
        }
        match self.accounts.caller_of_key(&key.hash).await {
            Ok(_) => Ok((token, key)),
            Err(Error::Unauthorized(_)) => Err(refused("the connection has ended; connect the agent again")),
            Err(error) => Err(error.into()),
        }
    }

    async fn issue(
        &self,
        address: &str,
        used_token: &OauthToken,
        key: Arc<ApiKey>,
        resource: Option<&str>,
    ) -> Result<IssuedTokens, OauthError> {
        let base = self.config.base_url.as_deref().unwrap_or_default();
        let granted = key.agent.as_ref().and_then(|agent| Resource::at(&agent.resource, base));
        if granted.is_none() || resource.is_some_and(|resource| Resource::at(resource, base) != granted) {
            let text = "`resource` is not that of the authorization request";
            return Err(OauthError::new(OauthCode::InvalidTarget, text));
        }
        let now = self.clock.now();
        let [access, refresh] = [ACCESS_PREFIX, REFRESH_PREFIX].map(|prefix| format!("{prefix}{}", new_token()));
        let end = key.created_at + CONNECTION_SECONDS * 1000;
        let stored = |secret: &str, kind, seconds: i64| OauthToken {
            hash: token_hash(secret),
            key: key.id.clone(),
            kind,
            request: None,
            expires_at: (now + seconds * 1000).min(end),
            spent_at: None,
        };
        let issued = [
            stored(&access, OauthTokenKind::Access, ACCESS_SECONDS),
            stored(&refresh, OauthTokenKind::Refresh, REFRESH_SECONDS),
        ];
        // The last access token of a connection expires with the connection.
        let expires_in = (issued[0].expires_at - now).div_euclid(1000);
        if !self.store.exchange_oauth_token(&used_token.hash, Arc::clone(&key), issued, now).await? {
            // Of two simultaneous requests with the same secret, one comes from a thief.
            return Err(self.end_after_reuse(address, used_token, &key).await?);
        }
        Ok(IssuedTokens { access, expires_in, refresh, scopes: key.scopes.clone() })
    }

    /// Ends a connection whose code or refresh token was used twice. Returns the error for the client.
    async fn end_after_reuse(&self, address: &str, token: &OauthToken, key: &ApiKey) -> crate::Result<OauthError> {
        if self.store.revoke_key(&key.id, self.clock.now()).await? {
            let account = self.store.user(&key.user).await?;
            let account = account.as_ref().map(|user| user.email.as_str()).unwrap_or_default();
            let used_twice = if token.kind == OauthTokenKind::Code { "code" } else { "refresh token" };
            self.audit.record_reuse(address, &key.name, account, used_twice).await;
        }
        Ok(refused("it was used before, so the connection has ended; connect the agent again"))
    }
}

fn is_of(key: &ApiKey, client: &OauthClientId) -> bool {
    key.agent.as_ref().is_some_and(|agent| agent.client == *client)
}

fn refused(text: &str) -> OauthError {
    OauthError::new(OauthCode::InvalidGrant, text)
}
