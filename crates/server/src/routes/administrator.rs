//! Extractors for callers who must be administrators. Others are rejected before the body is read.

use std::ops::Deref;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use service::Caller;

use crate::http::{ApiError, App, Result, Session};

/// A signed-in administrator of the instance.
pub(crate) struct Administrator(Session);

/// A signed-in administrator of the organization the caller acts in, or of the instance.
pub(crate) struct OrganizationAdministrator(Session);

impl Deref for Administrator {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}

impl Deref for OrganizationAdministrator {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}

impl FromRequestParts<App> for Administrator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let session = Session::from_request_parts(parts, app).await?;
        session.needs_admin()?;
        Ok(Self(session))
    }
}

impl FromRequestParts<App> for OrganizationAdministrator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let session = Session::from_request_parts(parts, app).await?;
        session.needs_organization_admin()?;
        Ok(Self(session))
    }
}
