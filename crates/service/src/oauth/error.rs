//! Errors of OAuth, by the codes of its RFCs.

use crate::error::Error;

/// Why a request of a client is refused: the `error` of RFC 6749 (4.1.2.1, 5.2), RFC 7591 (3.2.2) and RFC 8707 (2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OauthCode {
    /// A parameter is missing, repeated or malformed.
    InvalidRequest,
    /// The client is unknown.
    InvalidClient,
    /// The code or refresh token is not valid.
    InvalidGrant,
    /// No requested scope exists.
    InvalidScope,
    /// The requested resource is not of this instance.
    InvalidTarget,
    /// Another response type than `code`.
    UnsupportedResponseType,
    /// Another grant type than `authorization_code` and `refresh_token`.
    UnsupportedGrantType,
    /// The person refused.
    AccessDenied,
    /// A redirect address of a registration is missing or not allowed.
    InvalidRedirectUri,
    /// Another field of a registration is invalid.
    InvalidClientMetadata,
    /// Too many requests.
    TemporarilyUnavailable,
}

impl OauthCode {
    /// The code in responses.
    pub fn name(self) -> &'static str {
        match self {
            Self::InvalidRequest => "invalid_request",
            Self::InvalidClient => "invalid_client",
            Self::InvalidGrant => "invalid_grant",
            Self::InvalidScope => "invalid_scope",
            Self::InvalidTarget => "invalid_target",
            Self::UnsupportedResponseType => "unsupported_response_type",
            Self::UnsupportedGrantType => "unsupported_grant_type",
            Self::AccessDenied => "access_denied",
            Self::InvalidRedirectUri => "invalid_redirect_uri",
            Self::InvalidClientMetadata => "invalid_client_metadata",
            Self::TemporarilyUnavailable => "temporarily_unavailable",
        }
    }
}

/// The error of a request of a client.
#[derive(Debug, thiserror::Error)]
pub enum OauthError {
    /// The request is refused; the text is for the developer of the client.
    #[error("{text}")]
    Refused {
        /// Why.
        code: OauthCode,
        /// Why, in words.
        text: String,
    },
    /// The use case failed.
    #[error(transparent)]
    Service(#[from] Error),
}

impl OauthError {
    /// A refused request.
    pub fn new(code: OauthCode, text: impl Into<String>) -> Self {
        Self::Refused { code, text: text.into() }
    }
}

impl From<store::StoreError> for OauthError {
    fn from(error: store::StoreError) -> Self {
        Self::Service(error.into())
    }
}
