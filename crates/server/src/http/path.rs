//! Parameters in a path. A parameter that cannot be parsed gives 404.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::{ApiError, Result};

/// Extractor: the parameters of the path, in the order of the route's pattern.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        // No id contains a NUL, and not every storage accepts one.
        if parts.uri.path().contains("%00") {
            return Err(ApiError::NoSuchPath);
        }
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(parameters)) => Ok(Self(parameters)),
            Err(_) => Err(ApiError::NoSuchPath),
        }
    }
}
