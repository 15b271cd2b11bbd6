//! Single sign-on: finds the account of a person whom an issuer has authenticated.
//!
//! The first sign-in finds the account by the verified e-mail, later ones by the issuer's subject identifier, so that
//! an e-mail that is assigned to another person later does not give access to the account. The server has verified the
//! issuer's token before.

use std::sync::Arc;

use store::{Identity, IdentityId, MailPreferences, Membership, Role, Tier, User};

use super::{Accounts, SignInMethod, SignedIn, normalized_email, valid_account_name};
use crate::audit::{Act, Details};
use crate::error::Result;
use crate::secret::{new_id, sha256_hex};

/// A person whom the issuer has authenticated.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// Address of the issuer.
    pub issuer: String,
    /// The subject identifier: the issuer's permanent name of the person.
    pub subject: String,
    /// E-mail, if the issuer sent one.
    pub email: Option<String>,
    /// Whether the issuer has verified the e-mail.
    pub is_verified: bool,
    /// Name, if the issuer sent one.
    pub name: Option<String>,
}

/// How people without an account get one at their first single sign-on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Newcomers {
    /// Slug of the organization they join.
    pub organization: String,
    /// Their role in it.
    pub role: Role,
}

/// The outcome of a single sign-on.
#[derive(Debug)]
pub enum Admission {
    /// The person is signed in.
    SignedIn(SignedIn),
    /// The issuer sent no e-mail, or has not verified it.
    Unverified,
    /// There is no account, it is disabled, it has been deactivated in all its organizations, or it is linked to
    /// another person with the same e-mail.
    Unknown,
}

impl Accounts {
    /// Signs in a person whom the issuer has authenticated. A refusal counts as a failed attempt of the address.
    ///
    /// # Errors
    /// Fails when storage does not respond, or an account would have to be made during maintenance.
    pub async fn sign_in_by_issuer(&self, address: &str, visitor: &Visitor) -> Result<Admission> {
        let Some(email) = visitor.email.as_deref().filter(|_| visitor.is_verified) else {
            self.record_failed_attempt(address).await?;
            return Ok(Admission::Unverified);
        };
        let id = IdentityId::from(sha256_hex(format!("{}\n{}", visitor.issuer, visitor.subject).as_bytes()));
        let user = match self.store.user_of_identity(&id).await? {
            Some(user) => self.store.user(&user).await?,
            None => self.link_identity(address, id, email, visitor).await?,
        };
        let Some(user) = user.filter(|user| !user.disabled) else {
            self.record_failed_attempt(address).await?;
            return Ok(Admission::Unknown);
        };
        // An identity provider may have deactivated the person in their only organization.
        if self.store.memberships_of(&user.id).await?.is_empty() {
            self.record_failed_attempt(address).await?;
            return Ok(Admission::Unknown);
        }
        Ok(Admission::SignedIn(self.open_session(address, user, SignInMethod::SingleSignOn).await?))
    }

    /// Links the visitor to the account with the e-mail and returns the account. Creates one when there is none and
    /// newcomers are let in. Returns `None` when there is no account, it is disabled, or it is linked to another
    /// person.
    async fn link_identity(
        &self,
        address: &str,
        id: IdentityId,
        email: &str,
        visitor: &Visitor,
    ) -> Result<Option<Arc<User>>> {
        let user = match self.store.user_by_email(email).await? {
            Some(user) if user.disabled => return Ok(None),
            Some(user) => user,
            None => match self.create_newcomer(address, email, visitor).await? {
                Some(user) => user,
                None => return Ok(None),
            },
        };
        let identity = Identity {
            id,
            issuer: visitor.issuer.clone(),
            subject: visitor.subject.clone(),
            user: user.id.clone(),
            created_at: self.clock.now(),
        };
        if !self.store.bind_identity(identity).await? {
            return Ok(None);
        }
        let details = Details::none().with("issuer", visitor.issuer.as_str());
        self.audit.record_sign_on(address, Act::SignOnBound, &user.email, details).await;
        Ok(Some(user))
    }

    async fn create_newcomer(&self, address: &str, email: &str, visitor: &Visitor) -> Result<Option<Arc<User>>> {
        let Some(newcomers) = &self.config.newcomers else { return Ok(None) };
        let organizations = self.store.organizations().await?;
        let Some(organization) = organizations.iter().find(|organization| organization.slug == newcomers.organization)
        else {
            tracing::warn!(
                "newcomers of single sign-on should join `{}`, which is no organization",
                newcomers.organization
            );
            return Ok(None);
        };
        let Ok(email) = normalized_email(email) else { return Ok(None) };
        self.maintenance.check()?;
        let now = self.clock.now();
        let user = User {
            id: new_id(),
            email,
            name: visitor.name.as_deref().and_then(|name| valid_account_name(name).ok()).unwrap_or_default(),
            role: Role::Member,
            tier: Tier::Free,
            password: None,
            disabled: false,
            created_at: now,
            updated_at: now,
            mail: MailPreferences::default(),
        };
        let membership = Membership {
            organization: organization.id.clone(),
            user: user.id.clone(),
            role: newcomers.role,
            created_at: now,
        };
        self.store.create_user(user.clone(), membership).await?;
        let details =
            Details::none().with("organization", organization.slug.as_str()).with("role", newcomers.role.name());
        self.audit.record_sign_on(address, Act::UserMade, &user.email, details).await;
        Ok(Some(Arc::new(user)))
    }
}
