//! OAuth 2.1 for agents that connect by the address of the instance, as the MCP authorization specification requires.
//! The routes exist only when the instance has a public address.
//!
//! `metadata` lists the addresses for clients, `register` registers clients, `authorize` is the page on which a person
//! connects a client, `token` issues and revokes tokens. The rules are in the use cases of [`service::Oauth`].

mod authorize;
mod client_document;
mod metadata;
mod parameters;
mod register;
mod token;

use axum::extract::{FromRequestParts, Request};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_MAX_AGE,
};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use service::{Error, OauthCode, OauthError};

pub(crate) use self::authorize::{decide, read};
pub(crate) use self::metadata::{authorization_server, protected_resource};
#[cfg(any(test, feature = "fuzz"))]
pub use self::register::check_oauth_client;
pub(crate) use self::register::register;
pub(crate) use self::token::{exchange, revoke};
use crate::http::{ApiError, App, json_answer};

/// Extractor: the public address of the instance. Without one, the request is rejected as for an unknown path.
pub(crate) struct PublicAddress(String);

impl FromRequestParts<App> for PublicAddress {
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, app: &App) -> Result<Self, ApiError> {
        app.settings.base_url.clone().map(Self).ok_or(ApiError::NoSuchPath)
    }
}

/// The error response to a client, in the form of RFC 6749, section 5.2, and RFC 7591, section 3.2.2.
pub(crate) struct OauthRefusal(OauthError);

impl<E: Into<OauthError>> From<E> for OauthRefusal {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

#[derive(Serialize)]
struct RefusalJson<'a> {
    error: &'a str,
    error_description: &'a str,
}

impl IntoResponse for OauthRefusal {
    fn into_response(self) -> Response {
        let text = self.0.to_string();
        let (code, answer) = match self.0 {
            OauthError::Refused { code, .. } => (code, StatusCode::BAD_REQUEST.into_response()),
            OauthError::Service(error @ Error::Throttled { .. }) => {
                (OauthCode::TemporarilyUnavailable, ApiError::from(error).into_response())
            }
            OauthError::Service(error @ (Error::TooLarge(_) | Error::Invalid(_))) => {
                (OauthCode::InvalidRequest, ApiError::from(error).into_response())
            }
            OauthError::Service(error) => return ApiError::from(error).into_response(),
        };
        let status = if code == OauthCode::InvalidClient { StatusCode::UNAUTHORIZED } else { answer.status() };
        let body = RefusalJson { error: code.name(), error_description: &text };
        let mut refusal = json_answer(status, &body, 256);
        if let Some(wait) = answer.headers().get(axum::http::header::RETRY_AFTER) {
            refusal.headers_mut().insert(axum::http::header::RETRY_AFTER, wait.clone());
        }
        refusal
    }
}

/// Lets pages of any site read a response (CORS). Only for routes that ignore cookies, where a page can read no more
/// than any program.
pub(crate) async fn allow_any_origin(request: Request, next: Next) -> Response {
    let mut answer = next.run(request).await;
    answer.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    answer
}

/// The response to a CORS preflight request.
pub(crate) async fn preflight(_: PublicAddress) -> Response {
    let headers = [
        (ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST")),
        (ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("Content-Type, MCP-Protocol-Version")),
        (ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400")),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}
