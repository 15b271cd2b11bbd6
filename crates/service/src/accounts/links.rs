//! One-time links: makes, mails and redeems them.

use std::sync::Arc;

use store::{LinkPurpose, OneTimeLink, Time, TokenBucket, User, UserId};

use super::{ADDRESS, Accounts, SignInMethod, SignedIn, address_bucket, normalized_email};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::mail::{MailQueue, MailReader, MailSubject};
use crate::secret::{new_token, token_hash};

const MINUTE: Time = 60_000;
/// How often a link may be requested for one e-mail address.
const REQUESTS: TokenBucket = TokenBucket { burst: 3, per_minute: 1 };

/// What a link that is requested by e-mail is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkRequest {
    /// To sign in without the password.
    SignIn,
    /// To choose a new password. It ends all sessions of the account when it is used.
    Password,
}

impl LinkRequest {
    fn purpose(self) -> LinkPurpose {
        match self {
            Self::SignIn => LinkPurpose::SignIn,
            Self::Password => LinkPurpose::Password,
        }
    }

    fn subject(self) -> MailSubject<'static> {
        match self {
            Self::SignIn => MailSubject::SignIn,
            Self::Password => MailSubject::Password,
        }
    }

    /// How long the link is valid.
    fn lifetime(self) -> Time {
        match self {
            Self::SignIn => 30 * MINUTE,
            Self::Password => 60 * MINUTE,
        }
    }
}

impl Accounts {
    pub(super) async fn create_one_time_link(
        &self,
        user: &UserId,
        purpose: LinkPurpose,
        expires_at: Time,
    ) -> Result<String> {
        let token = new_token();
        let link = OneTimeLink { hash: token_hash(&token), user: user.to_owned(), purpose, expires_at };
        self.store.create_link(link).await?;
        Ok(token)
    }

    /// Signs in by a one-time link. A link to choose a new password ends all sessions of the account first.
    ///
    /// # Errors
    /// Fails when the link is used, expired or unknown. That counts as a failed attempt of the address.
    pub async fn sign_in_by_link(&self, address: &str, token: &str) -> Result<SignedIn> {
        self.check_throttle(address).await?;
        let link = self.store.redeem_link(&token_hash(token), self.clock.now()).await?;
        let user = match &link {
            Some(link) => self.store.user(&link.user).await?.filter(|user| !user.disabled),
            None => None,
        };
        let (Some(link), Some(user)) = (link, user) else {
            self.record_failed_attempt(address).await?;
            return Err(Error::Unauthorized("the link is unknown, used or expired"));
        };
        if link.purpose == LinkPurpose::Password {
            self.store.end_sessions_of(&user.id, None).await?;
        }
        self.open_session(address, user, SignInMethod::Link(link.purpose)).await
    }

    /// Whether this instance sends mail.
    pub fn sends_mail(&self) -> bool {
        self.config.mail.is_some()
    }

    /// Mails the link of an invitation to a new account, in the language `lang`. Returns whether the instance sends
    /// mail.
    pub fn mail_invitation(&self, caller: &Caller, user: &User, token: &str, lang: &str) -> bool {
        let Some(queue) = &self.config.mail else { return false };
        let subject =
            MailSubject::Invitation { inviter: caller.display_name(), organization: &caller.organization.name };
        queue.send(MailReader { email: &user.email, name: &user.name, lang }, subject, &link_path(token));
        true
    }

    /// Mails a one-time link to the account with an e-mail, in the background: neither the result nor the time it takes
    /// reveals whether there is such an account. Each request counts as a failed attempt of the address to sign in.
    ///
    /// Disabled accounts get no link, and neither do accounts that only ever signed in by single sign-on.
    ///
    /// # Errors
    /// Fails when the instance sends no mail, the e-mail is invalid, or there were too many requests.
    pub async fn request_link(
        self: &Arc<Self>,
        address: &str,
        email: &str,
        request: LinkRequest,
        lang: &'static str,
    ) -> Result<()> {
        let queue = self.config.mail.clone().ok_or(Error::NotFound("mail"))?;
        let (email, now) = (normalized_email(email)?, self.clock.now());
        let bucket = format!("mail:link:{email}");
        self.check_buckets(&[(address_bucket(address), ADDRESS), (bucket.clone(), REQUESTS)], now).await?;
        self.record_failed_attempt(address).await?;
        self.shared.spend_token(&bucket, REQUESTS, now).await?;
        let accounts = Arc::clone(self);
        store::spawn(async move {
            if let Err(fault) = accounts.mail_link(&queue, &email, request, lang).await {
                tracing::error!("a requested link could not be mailed: {fault:#}");
            }
        });
        Ok(())
    }

    async fn mail_link(&self, queue: &MailQueue, email: &str, request: LinkRequest, lang: &str) -> Result<()> {
        let Some(user) = self.store.user_by_email(email).await?.filter(|user| !user.disabled) else { return Ok(()) };
        if self.signs_in_by_issuer_alone(&user).await? {
            return Ok(());
        }
        let expires_at = self.clock.now() + request.lifetime();
        let token = self.create_one_time_link(&user.id, request.purpose(), expires_at).await?;
        let reader = MailReader { email: &user.email, name: &user.name, lang };
        queue.send(reader, request.subject(), &link_path(&token));
        Ok(())
    }
}

/// The path at which a one-time link is redeemed.
fn link_path(token: &str) -> String {
    format!("/signin?token={token}")
}
