//! Errors as HTTP responses: status, texts, codes and headers.

use std::fmt;

use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use service::{Error, ErrorCode, ExhaustedLimit, Limit, RateLimit, iso};

use super::answer::json_answer;

/// Seconds after which a client may retry when storage is unavailable.
const STORAGE_RETRY: u64 = 5;
/// Seconds after which a client may retry when the object is being changed.
const BUSY_RETRY: u64 = 1;
/// Seconds after which a client may retry when storage is full. A person has to make space.
const FULL_RETRY: u64 = 30;

/// Why a request failed.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// A use case failed, or the request is invalid.
    Service(Error),
    /// No route has this path.
    NoSuchPath,
    /// The path has no route for this method.
    NoSuchMethod,
    /// A page of another site sent the request with the cookie of the caller.
    ForeignOrigin,
    /// A page embeds the path as a picture, a video or a frame, which its policy does not allow.
    Embedded,
}

/// The cause of an internal error, for the log. It is an extension of the response until the gate logs it.
#[derive(Debug, Clone)]
pub(super) struct Fault(pub(super) String);

/// The text of an error, as an extension of its response, for interfaces that write errors in another form.
#[derive(Debug, Clone)]
pub(super) struct ErrorText(pub(super) String);

/// The body of every response with an error status.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ErrorBody<'a> {
    error: &'a str,
    details: &'a str,
    code: ErrorCode,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<u64>,
    #[serde(flatten)]
    daily: Option<Daily>,
}

/// Further fields of an error about a daily limit.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Daily {
    limit: u64,
    used: u64,
    reset_at: String,
}

impl ApiError {
    /// The request is invalid; the text says why.
    pub(crate) fn invalid(details: impl Into<String>) -> Self {
        Self::Service(Error::invalid(details))
    }

    /// A body or file is larger than `cap`.
    pub(crate) fn too_large(cap: u64) -> Self {
        Self::Service(Error::TooLarge(format!("at most {cap} bytes are accepted")))
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPath => out.write_str("there is nothing at this address"),
            Self::NoSuchMethod => out.write_str("this address does not take this method; see the `Allow` header"),
            Self::ForeignOrigin => out.write_str("the request came from a page of another site"),
            Self::Embedded => out.write_str("this address cannot be shown inside a page; open it by itself"),
            Self::Service(Error::Internal(_)) => out.write_str("the fault is ours; it has been logged"),
            Self::Service(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for ApiError {}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        Self::Service(error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = status_and_code(&self);
        let text = self.to_string();
        let body = ErrorBody {
            error: title(status),
            details: &text,
            code,
            revision: match &self {
                Self::Service(Error::Stale { latest, .. }) => Some(*latest),
                _ => None,
            },
            daily: daily(&self).map(|exhausted| Daily {
                limit: exhausted.limit,
                used: exhausted.used,
                reset_at: iso(exhausted.reset_at),
            }),
        };
        let mut answer = json_answer(status, &body, 256);
        if status == StatusCode::UNAUTHORIZED {
            answer.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = retry_after(&self) {
            answer.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        if let Some(exhausted) = daily(&self) {
            let reset = exhausted.reset_at.div_euclid(1000);
            insert_rate_headers(answer.headers_mut(), RateLimit { limit: exhausted.limit, remaining: 0, reset });
        }
        let fault = match &self {
            Self::Service(Error::Internal(fault)) => Some(format!("{fault:#}")),
            Self::Service(Error::Unavailable(why)) => Some(why.clone()),
            _ => None,
        };
        if let Some(fault) = fault {
            answer.extensions_mut().insert(Fault(fault));
        }
        answer.extensions_mut().insert(ErrorText(text));
        answer
    }
}

/// Status and code of an error.
fn status_and_code(error: &ApiError) -> (StatusCode, ErrorCode) {
    let error = match error {
        ApiError::Service(error) => error,
        ApiError::NoSuchPath => return (StatusCode::NOT_FOUND, ErrorCode::NotFound),
        ApiError::NoSuchMethod => return (StatusCode::METHOD_NOT_ALLOWED, ErrorCode::MethodNotAllowed),
        ApiError::ForeignOrigin => return (StatusCode::FORBIDDEN, ErrorCode::Csrf),
        ApiError::Embedded => return (StatusCode::FORBIDDEN, ErrorCode::Forbidden),
    };
    let status = match error {
        Error::Invalid(_)
        | Error::Slide(_)
        | Error::Slides(..)
        | Error::Conversion(_)
        | Error::UnknownType(_)
        | Error::OverLimit(_)
        | Error::Package(_)
        | Error::NeedsDatabase(_)
        | Error::NoVendor(_) => StatusCode::BAD_REQUEST,
        Error::Vendor(_) => StatusCode::BAD_GATEWAY,
        Error::Unauthorized(_) => StatusCode::UNAUTHORIZED,
        Error::MissingScope(_) | Error::Forbidden(_) => StatusCode::FORBIDDEN,
        Error::NotFound(_) => StatusCode::NOT_FOUND,
        Error::Conflict(_) | Error::Stale { .. } => StatusCode::CONFLICT,
        Error::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
        Error::Limited(_) | Error::Throttled { .. } => StatusCode::TOO_MANY_REQUESTS,
        Error::Maintenance { .. } | Error::Unavailable(_) | Error::Busy(_) | Error::Full => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    (status, error.code())
}

/// The short text of a status.
fn title(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => "Validation failed",
        StatusCode::UNAUTHORIZED => "Unauthorized",
        StatusCode::FORBIDDEN => "Forbidden",
        StatusCode::NOT_FOUND => "Not found",
        StatusCode::METHOD_NOT_ALLOWED => "Method not allowed",
        StatusCode::CONFLICT => "Conflict",
        StatusCode::PAYLOAD_TOO_LARGE => "Payload too large",
        StatusCode::TOO_MANY_REQUESTS => "Rate limit exceeded",
        StatusCode::BAD_GATEWAY => "Bad gateway",
        StatusCode::SERVICE_UNAVAILABLE => "Service unavailable",
        _ => "Internal server error",
    }
}

/// The daily limit that is used up; none for other errors.
fn daily(error: &ApiError) -> Option<&ExhaustedLimit> {
    match error {
        ApiError::Service(Error::Limited(exhausted)) if exhausted.what != Limit::Requests => Some(exhausted),
        _ => None,
    }
}

fn retry_after(error: &ApiError) -> Option<u64> {
    match error {
        ApiError::Service(Error::Limited(exhausted)) => Some(exhausted.retry_after),
        ApiError::Service(Error::Throttled { retry_after } | Error::Maintenance { retry_after }) => Some(*retry_after),
        ApiError::Service(Error::Unavailable(_)) => Some(STORAGE_RETRY),
        ApiError::Service(Error::Busy(_)) => Some(BUSY_RETRY),
        ApiError::Service(Error::Full) => Some(FULL_RETRY),
        _ => None,
    }
}

/// Adds the rate limit of a key to the headers, unless they contain a daily limit already.
pub(crate) fn insert_rate_headers(headers: &mut HeaderMap, rate: RateLimit) {
    if headers.contains_key("x-ratelimit-limit") {
        return;
    }
    headers.insert("x-ratelimit-limit", rate.limit.into());
    headers.insert("x-ratelimit-remaining", rate.remaining.into());
    headers.insert("x-ratelimit-reset", rate.reset.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn check(error: Error) -> String {
        let answer = ApiError::from(error).into_response();
        let (status, wait) = (answer.status().as_u16(), answer.headers().get(RETRY_AFTER).cloned());
        let body = axum::body::to_bytes(answer.into_body(), 1000).await.unwrap();
        format!("{status} {wait:?} {}", String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn internal_errors_have_a_fixed_text() {
        assert_eq!(
            check(Error::Internal(anyhow::anyhow!("no such table: decks"))).await,
            r#"500 None {"error":"Internal server error","details":"the fault is ours; it has been logged","code":"internal_error"}"#
        );
        assert_eq!(
            check(Error::Unavailable("the connection was lost".to_owned())).await,
            r#"503 Some("5") {"error":"Service unavailable","details":"storage does not answer; try again shortly","code":"service_unavailable"}"#
        );
        assert_eq!(
            check(Error::Busy("another node is changing this talk")).await,
            r#"503 Some("1") {"error":"Service unavailable","details":"another node is changing this talk; try again shortly","code":"service_unavailable"}"#
        );
        assert_eq!(
            check(Error::Full).await,
            r#"503 Some("30") {"error":"Service unavailable","details":"storage is full: nothing was written, reading goes on","code":"service_unavailable"}"#
        );
    }
}
