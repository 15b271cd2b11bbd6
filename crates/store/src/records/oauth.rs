//! Agents that connect by address: clients that registered themselves, connected agents, their codes and tokens.

use serde::{Deserialize, Serialize};

use super::Time;
use crate::ids::{KeyId, OauthClientId};

/// A client that registered itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OauthClient {
    /// Id.
    pub id: OauthClientId,
    /// The name that it gave itself.
    pub name: String,
    /// The addresses to which codes may be sent.
    pub redirects: Vec<String>,
    /// Registered at.
    pub created_at: Time,
    /// When a person connected it, or it last refreshed a token; none when it was never connected.
    pub used_at: Option<Time>,
}

/// The part of a key that only the key of a connected agent has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectedAgent {
    /// Id of the client.
    pub client: OauthClientId,
    /// The host to which its code was sent.
    pub host: String,
    /// The resource that its tokens are for.
    pub resource: String,
}

/// What a code or token can be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OauthTokenKind {
    /// To be exchanged for the first tokens.
    Code,
    /// To call the service.
    Access,
    /// To be exchanged for the next tokens.
    Refresh,
}

/// A code or token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OauthToken {
    /// SHA-256 of the code or token, hex.
    pub hash: String,
    /// The key of the connected agent.
    pub key: KeyId,
    /// What it is for.
    pub kind: OauthTokenKind,
    /// What a code is bound to; none for tokens.
    pub request: Option<CodeRequest>,
    /// Expires at.
    pub expires_at: Time,
    /// When a code or refresh token was exchanged.
    pub spent_at: Option<Time>,
}

/// What a code is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeRequest {
    /// The address to which it was sent.
    pub redirect: String,
    /// The challenge of PKCE, by S256.
    pub challenge: String,
}
