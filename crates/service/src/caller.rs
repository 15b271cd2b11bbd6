//! The caller of a use case: an account with a session or a key, or a local process.

use std::net::IpAddr;
use std::sync::Arc;

use store::{ApiKey, Organization, Role, Session, User};

use crate::Scope;
use crate::error::{Error, Result};

/// An authenticated caller.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The account.
    pub user: Arc<User>,
    /// The organization that it acts in.
    pub organization: Arc<Organization>,
    /// Its role in that organization.
    pub role: Role,
    /// How it was authenticated.
    pub via: Via,
    /// Its network address; `None` for a local process.
    pub address: Option<IpAddr>,
}

/// How a caller was authenticated.
#[derive(Debug, Clone)]
pub enum Via {
    /// By a session.
    Session(Arc<Session>),
    /// By an API key.
    Key(Arc<ApiKey>),
    /// A local process that acts for one account.
    Local,
    /// A trusted local process, which has all rights.
    Trusted,
}

impl Caller {
    /// The same caller with a network address.
    #[must_use]
    pub fn with_address(self, address: IpAddr) -> Self {
        Self { address: Some(address), ..self }
    }

    /// E-mail of the account.
    pub fn email(&self) -> &str {
        &self.user.email
    }

    /// Name of the account, or its e-mail when it has no name.
    pub(crate) fn display_name(&self) -> &str {
        display_name(&self.user.name, &self.user.email)
    }

    /// Whether the caller is a trusted local process, which has all rights on decks.
    pub fn is_trusted(&self) -> bool {
        matches!(self.via, Via::Trusted)
    }

    /// The API key; `None` when the caller has no key.
    pub fn key(&self) -> Option<&ApiKey> {
        match &self.via {
            Via::Key(key) => Some(key),
            _ => None,
        }
    }

    /// Checks the scope of the key. A caller without a key needs none.
    ///
    /// # Errors
    /// Fails when the key lacks the scope.
    pub fn needs(&self, scope: Scope) -> Result<()> {
        match self.key() {
            Some(key) if !key.scopes.iter().any(|name| name == scope.name()) => Err(Error::MissingScope(scope)),
            _ => Ok(()),
        }
    }

    /// Checks that the caller is an administrator of the instance.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the instance.
    pub fn needs_admin(&self) -> Result<()> {
        if self.user.role == Role::Admin { Ok(()) } else { Err(Error::Forbidden("only administrators may do this")) }
    }

    /// Checks that the caller is an administrator of the organization or of the instance.
    ///
    /// # Errors
    /// Fails when the caller is neither.
    pub fn needs_organization_admin(&self) -> Result<()> {
        if self.role == Role::Admin { Ok(()) } else { self.needs_admin() }
    }
}

/// The name of a person, or their e-mail when they have none.
pub(crate) fn display_name<'a>(name: &'a str, email: &'a str) -> &'a str {
    if name.is_empty() { email } else { name }
}
