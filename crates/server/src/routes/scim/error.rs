//! Errors of SCIM requests. The gate writes them in the form of RFC 7644, section 3.12.

use std::fmt;

use axum::response::{IntoResponse, Response};
use service::Error;

use crate::http::{ApiError, ScimType};

/// Why a SCIM request failed.
#[derive(Debug)]
pub(crate) struct ScimError {
    error: Box<ApiError>,
    kind: Option<ScimType>,
}

impl ScimError {
    fn invalid(kind: &'static str, details: impl Into<String>) -> Self {
        Self { error: Box::new(ApiError::invalid(details)), kind: Some(ScimType(kind)) }
    }

    /// The body does not have the structure that the request needs.
    pub(super) fn syntax(details: impl Into<String>) -> Self {
        Self::invalid("invalidSyntax", details)
    }

    /// A value is invalid.
    pub(super) fn value(details: impl Into<String>) -> Self {
        Self::invalid("invalidValue", details)
    }

    /// The filter of a list cannot be read.
    pub(super) fn filter(details: impl Into<String>) -> Self {
        Self::invalid("invalidFilter", details)
    }

    /// The path of an operation cannot be read.
    pub(super) fn path(details: impl Into<String>) -> Self {
        Self::invalid("invalidPath", details)
    }

    /// The path of an operation is missing or matches no value.
    pub(super) fn no_target(details: impl Into<String>) -> Self {
        Self::invalid("noTarget", details)
    }

    /// The attribute cannot be changed.
    pub(super) fn mutability(details: impl Into<String>) -> Self {
        Self::invalid("mutability", details)
    }

    /// The body could not be read: too large, cut off, or no JSON object.
    pub(super) fn body(error: ApiError) -> Self {
        let kind = matches!(error, ApiError::Service(Error::Invalid(_))).then_some(ScimType("invalidSyntax"));
        Self { error: Box::new(error), kind }
    }
}

impl From<ApiError> for ScimError {
    fn from(error: ApiError) -> Self {
        let kind = match &error {
            ApiError::Service(Error::Conflict(_)) => Some("uniqueness"),
            ApiError::Service(Error::Invalid(_)) => Some("invalidValue"),
            _ => None,
        };
        Self { error: Box::new(error), kind: kind.map(ScimType) }
    }
}

impl From<Error> for ScimError {
    fn from(error: Error) -> Self {
        ApiError::from(error).into()
    }
}

impl fmt::Display for ScimError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Some(ScimType(kind)) => write!(out, "{kind}: {}", self.error),
            None => self.error.fmt(out),
        }
    }
}

impl IntoResponse for ScimError {
    fn into_response(self) -> Response {
        let mut answer = self.error.into_response();
        if let Some(kind) = self.kind {
            answer.extensions_mut().insert(kind);
        }
        answer
    }
}
