//! Agents that connect by address: the authorization server of OAuth 2.1, as the MCP authorization specification asks.
//!
//! A person connects a client on a page of the app. The connected agent is a key of its own, without a secret: it acts
//! for the person in one organization within its scopes, and ends as API keys do. The client receives a code, exchanges
//! it for an access token and a refresh token, and each refresh token for the next two. Codes and tokens are stored as
//! hashes. A code or refresh token that is used twice was stolen, so it ends the connection.
//!
//! All clients are public: none has a secret, and PKCE binds a code to the client that asked for it.

mod clients;
mod error;
mod redirect;
mod tokens;

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use store::{
    ApiKey, CodeRequest, ConnectedAgent, KeyId, OauthToken, OauthTokenKind, OrganizationId, Shared, Store, TokenBucket,
};

use crate::audit::{Act, Details};
use crate::caller::Caller;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::secret::{new_id, new_token, token_hash};
use crate::{Accounts, AuditLog, Config, Scope};

pub use self::clients::{Client, Registration};
pub use self::error::{OauthCode, OauthError};
pub use self::redirect::is_loopback;
pub(crate) use self::tokens::ACCESS_PREFIX;
pub use self::tokens::{CodeExchange, IssuedTokens};

/// How long a code is valid, in milliseconds.
const CODE_MILLISECONDS: i64 = 60_000;
const CODE_PREFIX: &str = "svc_code_";
/// How often a person may connect an agent, or open the page for it.
const CONSENTS: TokenBucket = TokenBucket { burst: 30, per_minute: 10 };

/// What a token is for: the audience of RFC 8707.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resource {
    /// The endpoint for agents.
    Mcp,
    /// The whole instance: the endpoint for agents and the REST interface.
    Instance,
}

impl Resource {
    /// The address of a resource, at the public address of the instance.
    pub fn address(self, base: &str) -> String {
        match self {
            Self::Mcp => format!("{base}/mcp"),
            Self::Instance => base.to_owned(),
        }
    }

    /// The resource at an address, with or without a slash at its end.
    fn at(address: &str, base: &str) -> Option<Self> {
        let address = address.strip_suffix('/').unwrap_or(address);
        [Self::Mcp, Self::Instance].into_iter().find(|resource| resource.address(base) == address)
    }

    /// Whether this resource accepts a token that was issued for an address. It accepts none while the instance has no
    /// public address.
    pub(crate) fn accepts(self, address: &str, config: &Config) -> bool {
        let found = config.base_url.as_deref().and_then(|base| Self::at(address, base));
        found.is_some_and(|found| found == self || found == Self::Instance)
    }
}

/// The parameters of an authorization request (RFC 6749, 4.1.1; RFC 7636, 4.3; RFC 8707, 2) besides those about the
/// client.
#[derive(Debug, Clone, Default)]
pub struct AuthorizationRequest {
    /// `response_type`.
    pub response_type: Option<String>,
    /// `scope`.
    pub scope: Option<String>,
    /// `code_challenge`.
    pub challenge: Option<String>,
    /// `code_challenge_method`.
    pub challenge_method: Option<String>,
    /// `resource`, which may be repeated.
    pub resources: Vec<String>,
}

/// What a valid request asks a person for.
#[derive(Debug, Clone)]
pub struct RequestedAccess {
    /// The scopes, in their usual order.
    pub scopes: Vec<Scope>,
    resource: Resource,
    challenge: String,
}

/// A connected agent, as its person sees it.
#[derive(Debug)]
pub struct ConnectedAgentView {
    /// Its key.
    pub key: ApiKey,
    /// The host to which its code was sent.
    pub host: String,
}

/// Agents that connect by address.
///
/// Uses storage, shared counters, accounts and the audit log.
#[derive(Debug)]
pub struct Oauth {
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) audit: Arc<AuditLog>,
}

impl Oauth {
    /// Checks an authorization request. Scopes that do not exist are left out; without `scope` all are requested.
    ///
    /// # Errors
    /// Fails when the request is not for a code with PKCE, or when it names no known scope or an unknown resource.
    pub fn requested(&self, request: &AuthorizationRequest) -> std::result::Result<RequestedAccess, OauthError> {
        match request.response_type.as_deref() {
            Some("code") => {}
            None => return Err(OauthError::new(OauthCode::InvalidRequest, "`response_type` is missing")),
            Some(_) => return Err(OauthError::new(OauthCode::UnsupportedResponseType, "`response_type` is `code`")),
        }
        let challenge = request.challenge.as_deref().unwrap_or_default();
        let is_hash = URL_SAFE_NO_PAD.decode(challenge).is_ok_and(|hash| hash.len() == 32);
        if request.challenge_method.as_deref() != Some("S256") || !is_hash {
            let text = "PKCE is required: a `code_challenge` with the `code_challenge_method` `S256`";
            return Err(OauthError::new(OauthCode::InvalidRequest, text));
        }
        let asked: Option<Vec<&str>> = request.scope.as_deref().map(|scope| scope.split_ascii_whitespace().collect());
        let asked = asked.filter(|scopes| !scopes.is_empty());
        let is_asked = |scope: &Scope| asked.as_ref().is_none_or(|asked| asked.contains(&scope.name()));
        let scopes: Vec<Scope> = Scope::ALL.into_iter().filter(is_asked).collect();
        if scopes.is_empty() {
            let known = Scope::ALL.map(Scope::name).join(" ");
            return Err(OauthError::new(OauthCode::InvalidScope, format!("the scopes are `{known}`")));
        }
        Ok(RequestedAccess { scopes, resource: self.resource(&request.resources)?, challenge: challenge.to_owned() })
    }

    /// The requested resource; the endpoint for agents when none is named.
    fn resource(&self, addresses: &[String]) -> std::result::Result<Resource, OauthError> {
        let base = self.config.base_url.as_deref().unwrap_or_default();
        match addresses {
            [] => Ok(Resource::Mcp),
            [address] => Resource::at(address, base).ok_or_else(|| {
                OauthError::new(OauthCode::InvalidTarget, format!("`resource` is `{}`", Resource::Mcp.address(base)))
            }),
            _ => Err(OauthError::new(OauthCode::InvalidTarget, "a token is for one `resource`")),
        }
    }

    /// Checks that a person may open the page for connecting an agent, or connect one, now.
    ///
    /// # Errors
    /// Fails when the person did so too often, or the shared counters do not respond.
    pub async fn check_rate(&self, caller: &Caller) -> Result<()> {
        let name = format!("oauth-consent:{}", caller.user.id);
        match self.shared.spend_token(&name, CONSENTS, self.clock.now()).await? {
            Some(retry_after) => Err(Error::Throttled { retry_after }),
            None => Ok(()),
        }
    }

    /// Connects an agent for the caller, in one of their organizations, with those of the requested scopes that they
    /// chose. Returns the code for the client.
    ///
    /// # Errors
    /// Fails when no scope was chosen, or the caller is not a member of the organization.
    pub async fn connect(
        &self,
        caller: &Caller,
        client: &Client,
        redirect: &str,
        access: &RequestedAccess,
        organization: &OrganizationId,
        chosen: &[Scope],
    ) -> Result<String> {
        let scopes: Vec<Scope> = access.scopes.iter().copied().filter(|scope| chosen.contains(scope)).collect();
        if scopes.is_empty() {
            return Err(Error::invalid("choose at least one scope"));
        }
        let member = self.accounts.caller_in(&caller.user.id, organization, caller.via.clone()).await?;
        let member = member.ok_or(Error::NotFound("organization"))?;
        let base = self.config.base_url.as_deref().unwrap_or_default();
        let now = self.clock.now();
        let key = ApiKey {
            id: new_id(),
            // The hash of a key that nobody has.
            hash: token_hash(&new_token()),
            prefix: String::new(),
            name: client.name.clone(),
            scopes: scopes.iter().map(ToString::to_string).collect(),
            user: member.user.id.clone(),
            organization: member.organization.id.clone(),
            created_at: now,
            last_used_at: None,
            revoked_at: None,
            agent: Some(ConnectedAgent {
                client: client.id.clone(),
                host: redirect::host(redirect),
                resource: access.resource.address(base),
            }),
        };
        let code = format!("{CODE_PREFIX}{}", new_token());
        let stored = OauthToken {
            hash: token_hash(&code),
            key: key.id.clone(),
            kind: OauthTokenKind::Code,
            request: Some(CodeRequest { redirect: redirect.to_owned(), challenge: access.challenge.clone() }),
            expires_at: now + CODE_MILLISECONDS,
            spent_at: None,
        };
        let details = Details::none()
            .with("scopes", key.scopes.clone())
            .with("organization", member.organization.slug.as_str())
            .with("host", redirect::host(redirect));
        self.store.connect_agent(key, stored).await?;
        self.audit.record(caller, Act::AgentConnected, &client.name, details).await;
        Ok(code)
    }

    /// The agents that the caller connected in the organization they act in, newest first.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn agents(&self, caller: &Caller) -> Result<Vec<ConnectedAgentView>> {
        let keys = self.store.agents_of(&caller.user.id, &caller.organization.id, self.clock.now()).await?;
        let view = |key: ApiKey| {
            let last_used_at = self.shared.last_used(&key.id).max(key.last_used_at);
            let host = key.agent.as_ref().map(|agent| agent.host.clone()).unwrap_or_default();
            ConnectedAgentView { key: ApiKey { last_used_at, ..key }, host }
        };
        Ok(keys.into_iter().map(view).collect())
    }

    /// Disconnects an agent of the caller at once.
    ///
    /// # Errors
    /// Fails when the agent is unknown, belongs to another account or is disconnected already.
    pub async fn disconnect(&self, caller: &Caller, id: &KeyId) -> Result<()> {
        let key = self.store.key(id).await?.filter(|key| {
            key.agent.is_some() && key.user == caller.user.id && key.organization == caller.organization.id
        });
        let key = key.ok_or(Error::NotFound("agent"))?;
        if !self.store.revoke_key(id, self.clock.now()).await? {
            return Err(Error::NotFound("agent"));
        }
        self.audit.record(caller, Act::AgentDisconnected, &key.name, Details::none()).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_for_the_agent_endpoint_is_not_accepted_elsewhere() {
        let config = Config { base_url: Some("https://decks.test".to_owned()), ..Config::default() };
        let accepts = |resource: Resource, address: &str| resource.accepts(address, &config);
        assert!(accepts(Resource::Mcp, "https://decks.test/mcp") && accepts(Resource::Mcp, "https://decks.test"));
        assert!(accepts(Resource::Instance, "https://decks.test"));
        assert!(!accepts(Resource::Instance, "https://decks.test/mcp"));
        for other in ["https://other.test/mcp", "https://decks.test/mcp/x", "https://decks.test.evil/mcp", ""] {
            assert!(!accepts(Resource::Mcp, other), "{other}");
        }
        assert!(!Resource::Mcp.accepts("https://decks.test/mcp", &Config::default()));
    }
}
