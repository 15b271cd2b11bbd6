//! Who calls: a person by sign-in or key, or a trusted local process.

use std::net::IpAddr;
use std::sync::Arc;

use store::{ApiKey, Organization, Role, Session, User};

use crate::Scope;
use crate::error::{Error, Result};

/// Somebody who was let in.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The account.
    pub user: Arc<User>,
    /// The organization it acts in.
    pub organization: Arc<Organization>,
    /// Its part in that organization.
    pub role: Role,
    /// How it came in.
    pub via: Via,
    /// From where, when it came over a network.
    pub address: Option<IpAddr>,
}

/// How a caller came in.
#[derive(Debug, Clone)]
pub enum Via {
    /// Signed in.
    Session(Arc<Session>),
    /// By key.
    Key(Arc<ApiKey>),
    /// A local process that acts for one account.
    Local,
    /// A local process that acts for nobody in particular and may do everything.
    Trusted,
}

impl Caller {
    /// The same caller, who came from an address.
    #[must_use]
    pub fn from(self, address: IpAddr) -> Self {
        Self { address: Some(address), ..self }
    }

    /// E-mail of the account.
    pub fn email(&self) -> &str {
        &self.user.email
    }

    /// Whether deck rights are not asked for.
    pub fn is_trusted(&self) -> bool {
        matches!(self.via, Via::Trusted)
    }

    /// The key, if it came by one.
    pub fn key(&self) -> Option<&ApiKey> {
        match &self.via {
            Via::Key(key) => Some(key),
            _ => None,
        }
    }

    /// Scopes are exact, and only keys have them.
    ///
    /// # Errors
    /// The key lacks the scope.
    pub fn needs(&self, scope: Scope) -> Result<()> {
        match self.key() {
            Some(key) if !key.scopes.iter().any(|name| name == scope.name()) => Err(Error::MissingScope(scope)),
            _ => Ok(()),
        }
    }

    /// Administrators of the instance.
    ///
    /// # Errors
    /// The account is a member only.
    pub fn needs_admin(&self) -> Result<()> {
        if self.user.role == Role::Admin { Ok(()) } else { Err(Error::Forbidden("only administrators may do this")) }
    }

    /// Administrators of the organization, or of the instance.
    ///
    /// # Errors
    /// The account is a plain member of both.
    pub fn needs_organization_admin(&self) -> Result<()> {
        if self.role == Role::Admin { Ok(()) } else { self.needs_admin() }
    }
}
