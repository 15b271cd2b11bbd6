//! Accounts: signing in, callers, managing accounts.

mod keys;
mod links;
mod organizations;
mod passkeys;
mod sign_on;
mod validity;
mod webauthn;

use std::sync::Arc;

use store::{
    LinkPurpose, MailPreferences, Membership, Organization, OrganizationId, Role, Session, Shared, Store, StoreError,
    Tier, Time, User, UserFields, UserId,
};
use tokio::sync::watch;

use crate::address::counted_network_of;
use crate::audit::{Act, Details};
use crate::caller::{Caller, Via};
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::nul::refuse_nul_in_text;
use crate::secret::{HashingPermit, new_id, new_token, password_hash, token_hash};
use crate::{AuditLog, Config, Maintenance};

pub use self::keys::{KeyUsage, NewKey, Scope};
pub use self::links::LinkRequest;
pub use self::organizations::{ManagedMember, ManagedOrganization, Member};
pub use self::passkeys::{NewPasskey, PASSKEY_TIMEOUT, PasskeyChallenge, PasskeyCondition, PasskeyList, PasskeySignIn};
pub use self::sign_on::{Admission, Newcomers, Visitor};
pub use self::validity::CallerWatch;
pub use self::webauthn::RelyingParty;
#[cfg(any(test, feature = "fuzz"))]
pub use self::webauthn::check_passkey;

/// How long a session is valid, in seconds: 14 days.
pub const SESSION_SECONDS: i64 = 1_209_600;
const DAY: Time = 86_400_000;
/// One text for every way in which a sign-in can fail.
const WRONG_CREDENTIALS: &str = "the e-mail or the password is wrong";
const NOT_SIGNED_IN: &str = "you are not signed in";

/// The result of the first start, to be shown once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstStart {
    /// E-mail of the first administrator.
    pub email: String,
    /// The random password, when none was configured.
    pub password: Option<String>,
    /// Token of the one-time link, when no password was configured.
    pub token: Option<String>,
}

/// A request for a new account.
#[derive(Debug, Clone, Default)]
pub struct NewUser {
    /// E-mail address.
    pub email: String,
    /// Name.
    pub name: Option<String>,
    /// Role in the instance; member when absent.
    pub role: Option<Role>,
    /// Tier; free when absent.
    pub tier: Option<Tier>,
    /// Password; when absent, a one-time link is created.
    pub password: Option<String>,
}

/// Changes to an account. Absent fields stay as they are.
#[derive(Debug, Clone, Default)]
pub struct UserChange {
    /// New name.
    pub name: Option<String>,
    /// New role.
    pub role: Option<Role>,
    /// New tier.
    pub tier: Option<Tier>,
    /// New password.
    pub password: Option<String>,
    /// Whether the account is disabled.
    pub disabled: Option<bool>,
}

/// Changes to one's own account. Absent fields stay as they are.
#[derive(Debug, Clone, Default)]
pub struct OwnChange {
    /// New name.
    pub name: Option<String>,
    /// Tag of the language in which the account gets mails.
    pub lang: Option<String>,
    /// Whether the account gets a mail when a comment mentions it.
    pub mention_mails: Option<bool>,
}

/// A new session.
#[derive(Debug)]
pub struct SignedIn {
    /// Token for the cookie.
    pub token: String,
    /// The account.
    pub user: Arc<User>,
    /// The organization that the session acts in.
    pub organization: Arc<Organization>,
}

/// How an account signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SignInMethod {
    Password,
    Link(LinkPurpose),
    SingleSignOn,
    Passkey,
}

impl SignInMethod {
    /// The name in the audit log.
    fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Link(_) => "link",
            Self::SingleSignOn => "single-sign-on",
            Self::Passkey => "passkey",
        }
    }

    /// Whether the new session may set a password without the current one.
    fn may_choose_password(self, user: &User) -> bool {
        match self {
            Self::Link(LinkPurpose::SignIn) | Self::Passkey => user.password.is_none(),
            Self::Link(LinkPurpose::Invitation | LinkPurpose::Password) => true,
            Self::Password | Self::SingleSignOn => false,
        }
    }
}

/// The profile of a signed-in account.
#[derive(Debug)]
pub struct Profile {
    /// The organizations it belongs to, with its role in each.
    pub organizations: Vec<(Arc<Organization>, Role)>,
    /// Whether it may set a password without the current one. It may when its session began with an invitation or a
    /// link to choose a password; if it has no password, also when the session began with any other link or a passkey.
    pub may_choose_password: bool,
}

/// Sign-in, accounts, organizations and their members, API keys.
///
/// Uses storage, shared throttle counters, the audit log and the maintenance switch.
#[derive(Debug)]
pub struct Accounts {
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) audit: Arc<AuditLog>,
    pub(crate) maintenance: Arc<Maintenance>,
    /// Notifies of changes of accounts, memberships, sessions and keys.
    pub(crate) changed: watch::Sender<()>,
}

impl Accounts {
    /// Sets up empty storage: the organization `default` and the first administrator. Returns `None` when there is an
    /// account already.
    ///
    /// # Errors
    /// Fails when the configured e-mail or password is invalid, or storage does not respond.
    pub async fn first_start(&self, email: Option<&str>, password: Option<&str>) -> Result<Option<FirstStart>> {
        if !self.store.is_empty().await? {
            return Ok(None);
        }
        let email = normalized_email(email.unwrap_or("admin@localhost"))?;
        let chosen = match password {
            Some(password) => valid_password(password)?.to_owned(),
            None => new_token(),
        };
        let now = self.clock.now();
        let organization = Organization {
            id: new_id(),
            slug: "default".to_owned(),
            name: "Default".to_owned(),
            default_theme: None,
            created_at: now,
        };
        let user = User {
            id: new_id(),
            email: email.clone(),
            name: "Administrator".to_owned(),
            role: Role::Admin,
            tier: Tier::Enterprise,
            password: Some(password_hash(&chosen).await?),
            disabled: false,
            created_at: now,
            updated_at: now,
            mail: MailPreferences::default(),
        };
        let id = user.id.clone();
        if !self.store.create_first_account(organization, user).await? {
            return Ok(None);
        }
        if password.is_some() {
            return Ok(Some(FirstStart { email, password: None, token: None }));
        }
        let token = self.create_one_time_link(&id, LinkPurpose::Invitation, now + DAY).await?;
        Ok(Some(FirstStart { email, password: Some(chosen), token: Some(token) }))
    }

    /// Whether the account of the first start is the only one, and nothing shows that somebody has signed in to it.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn awaits_first_sign_in(&self) -> Result<bool> {
        Ok(self.store.is_unused().await?)
    }

    /// Signs in by password. Failed attempts are counted by address and by e-mail; after too many, even the right
    /// password is rejected for a while.
    ///
    /// # Errors
    /// Fails when the e-mail or the password is wrong, or there were too many failed attempts.
    pub async fn sign_in(&self, address: &str, email: &str, password: &str) -> Result<SignedIn> {
        let email = email.trim().to_lowercase();
        let now = self.clock.now();
        let buckets = [(address_bucket(address), ADDRESS), (email_bucket(&email), EMAIL)];
        self.check_buckets(&buckets, now).await?;
        let permit = HashingPermit::acquire().await;
        // Checked again, since simultaneous attempts may have failed meanwhile.
        self.check_buckets(&buckets, now).await?;
        let user = self.store.user_by_email(&email).await?.filter(|user| !user.disabled);
        let hash = user.as_ref().and_then(|user| user.password.as_deref());
        if !permit.matches(password, hash).await? {
            self.record_failed_attempt(address).await?;
            // An e-mail without an account is not logged, since people type passwords into the wrong field.
            let account = user.as_ref().map(|user| user.email.as_str());
            self.record_failed_password(&email, account, address).await?;
            return Err(Error::Unauthorized(WRONG_CREDENTIALS));
        }
        drop(permit);
        let user = user.ok_or(Error::Unauthorized(WRONG_CREDENTIALS))?;
        self.open_session(address, user, SignInMethod::Password).await
    }

    /// Checks that an address may try to sign in now.
    ///
    /// # Errors
    /// Fails when there were too many failed attempts.
    pub async fn check_throttle(&self, address: &str) -> Result<()> {
        self.check_buckets(&[(address_bucket(address), ADDRESS)], self.clock.now()).await
    }

    /// Counts a failed attempt of an address to sign in, by any method.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn record_failed_attempt(&self, address: &str) -> Result<()> {
        let (name, now) = (address_bucket(address), self.clock.now());
        self.shared.spend_token(&name, ADDRESS, now).await?;
        if self.shared.wait_for_token(&name, ADDRESS, now).await?.is_some() {
            self.audit.record_lockout(address, "", "address").await;
        }
        Ok(())
    }

    /// Counts a wrong password for an e-mail. When this makes an account wait before its next attempt, the audit log
    /// gets an entry.
    async fn record_failed_password(&self, email: &str, account: Option<&str>, address: &str) -> Result<()> {
        let (name, now) = (email_bucket(email), self.clock.now());
        self.shared.spend_token(&name, EMAIL, now).await?;
        if let Some(account) = account
            && self.shared.wait_for_token(&name, EMAIL, now).await?.is_some()
        {
            self.audit.record_lockout(address, account, "account").await;
        }
        Ok(())
    }

    /// Checks the password of a published page. Failed attempts are counted by address, together with those to sign in,
    /// and by page; after too many, even the right password is rejected for a while.
    ///
    /// # Errors
    /// Fails when the password is wrong, or there were too many failed attempts.
    pub(crate) async fn check_page_password(
        &self,
        address: &str,
        page: &str,
        password: &str,
        hash: &str,
    ) -> Result<()> {
        let (page, now) = (format!("signin:p:{page}"), self.clock.now());
        let buckets = [(address_bucket(address), ADDRESS), (page.clone(), PAGE)];
        self.check_buckets(&buckets, now).await?;
        let permit = HashingPermit::acquire().await;
        // Checked again, since simultaneous attempts may have failed meanwhile.
        self.check_buckets(&buckets, now).await?;
        if permit.matches(password, Some(hash)).await? {
            return Ok(());
        }
        self.record_failed_attempt(address).await?;
        self.shared.spend_token(&page, PAGE, now).await?;
        Err(Error::Unauthorized("the password is wrong"))
    }

    async fn check_buckets(&self, buckets: &[(String, store::TokenBucket)], now: Time) -> Result<()> {
        for (name, bucket) in buckets {
            if let Some(retry_after) = self.shared.wait_for_token(name, *bucket, now).await? {
                return Err(Error::Throttled { retry_after });
            }
        }
        Ok(())
    }

    async fn open_session(&self, address: &str, user: Arc<User>, method: SignInMethod) -> Result<SignedIn> {
        let memberships = self.store.memberships_of(&user.id).await?;
        let Some(first) = memberships.iter().min_by_key(|membership| membership.created_at) else {
            return Err(Error::Unauthorized(WRONG_CREDENTIALS));
        };
        let organization = self.organization(&first.organization).await?;
        let (token, now) = (new_token(), self.clock.now());
        let session = Session {
            hash: token_hash(&token),
            user: user.id.clone(),
            organization: organization.id.clone(),
            by_link: method.may_choose_password(&user),
            created_at: now,
            expires_at: now + SESSION_SECONDS * 1000,
        };
        self.store.create_session(session).await?;
        self.audit.record_signed_in(address, &user.email, method.name()).await;
        Ok(SignedIn { token, user, organization })
    }

    /// The caller of a session cookie.
    ///
    /// # Errors
    /// Fails when the session is unknown, ended or expired, or the account is deleted or disabled.
    pub async fn caller_by_session(&self, token: &str) -> Result<Caller> {
        self.caller_of_session(&token_hash(token)).await
    }

    /// A caller who was authenticated before, checked again.
    ///
    /// # Errors
    /// Fails when the session or key is no longer valid.
    pub(crate) async fn renewed_caller(&self, caller: &Caller) -> Result<Caller> {
        match &caller.via {
            Via::Session(session) => self.caller_of_session(&session.hash).await,
            Via::Key(key) => self.caller_of_key(&key.hash).await,
            Via::Local | Via::Trusted => Ok(caller.clone()),
        }
    }

    async fn caller_of_session(&self, hash: &str) -> Result<Caller> {
        let error = Error::Unauthorized(NOT_SIGNED_IN);
        let Some(session) = self.store.session(hash).await? else { return Err(error) };
        if session.expires_at <= self.clock.now() {
            return Err(error);
        }
        match self.caller_in(&session.user, &session.organization, Via::Session(Arc::clone(&session))).await? {
            Some(caller) => Ok(caller),
            None => Err(error),
        }
    }

    /// An account as a caller in an organization; `None` when the account does not exist, is disabled or does not
    /// belong to the organization.
    pub(crate) async fn caller_in(
        &self,
        user: &UserId,
        organization: &OrganizationId,
        via: Via,
    ) -> Result<Option<Caller>> {
        let Some(user) = self.store.user(user).await?.filter(|user| !user.disabled) else { return Ok(None) };
        let Some(membership) = self.store.membership(organization, &user.id).await? else { return Ok(None) };
        let Some(organization) = self.store.organization(organization).await? else { return Ok(None) };
        Ok(Some(Caller { user, organization, role: membership.role, via, address: None }))
    }

    /// The caller of a local process that acts for one account, in the organization it joined first.
    ///
    /// # Errors
    /// Fails when there is no such account, it is disabled, or it belongs to no organization.
    pub async fn local_caller(&self, email: &str) -> Result<Caller> {
        let user = self.store.user_by_email(email).await?.ok_or(Error::NotFound("user"))?;
        self.caller_in_first_organization(&user.id, Via::Local)
            .await?
            .ok_or(Error::Forbidden("the account is switched off"))
    }

    /// The caller of a trusted local process. It acts as the first administrator and has all rights.
    ///
    /// # Errors
    /// Fails when no administrator is enabled and belongs to an organization.
    pub async fn trusted_caller(&self) -> Result<Caller> {
        let mut administrators = self.store.users().await?;
        administrators.retain(|user| user.is_administrator());
        administrators.sort_by_key(|user| user.created_at);
        for administrator in administrators {
            if let Some(caller) = self.caller_in_first_organization(&administrator.id, Via::Trusted).await? {
                return Ok(caller);
            }
        }
        Err(Error::NotFound("administrator"))
    }

    /// The caller of a local process: the account with an e-mail, or a trusted process when there is none.
    ///
    /// # Errors
    /// Fails when there are several organizations, there is no such account, or it is disabled.
    pub async fn stdio_caller(&self, email: Option<&str>) -> Result<Caller> {
        if self.store.organizations().await?.len() > 1 {
            return Err(Error::invalid(
                "this instance has several organizations; over stdio the tools work on a single-organization instance \
                 only. Use the HTTP transport with a key instead",
            ));
        }
        match email {
            None => self.trusted_caller().await,
            Some(email) => match self.local_caller(email).await {
                Err(Error::NotFound(_)) => {
                    Err(Error::invalid(format!("no account has the e-mail `{email}` that SVC_MCP_OWNER_EMAIL names")))
                }
                found => found,
            },
        }
    }

    async fn caller_in_first_organization(&self, user: &UserId, via: Via) -> Result<Option<Caller>> {
        let memberships = self.store.memberships_of(user).await?;
        match memberships.iter().min_by_key(|membership| membership.created_at) {
            Some(first) => self.caller_in(user, &first.organization, via).await,
            None => Ok(None),
        }
    }

    /// Ends the session that a cookie names, if there is one.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn sign_out(&self, token: Option<&str>) -> Result<()> {
        if let Some(token) = token {
            self.store.end_session(&token_hash(token)).await?;
        }
        Ok(())
    }

    /// The organizations of the caller, and whether they may choose a password.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn profile(&self, caller: &Caller) -> Result<Profile> {
        let mut organizations = Vec::new();
        for membership in self.store.memberships_of(&caller.user.id).await? {
            if let Some(organization) = self.store.organization(&membership.organization).await? {
                organizations.push((organization, membership.role));
            }
        }
        let may_choose_password = matches!(&caller.via, Via::Session(session) if session.by_link);
        Ok(Profile { organizations, may_choose_password })
    }

    /// Changes the caller's own account.
    ///
    /// # Errors
    /// Fails when the name is too long, or the language is not a tag.
    pub async fn change_own(&self, caller: &Caller, change: OwnChange) -> Result<User> {
        let OwnChange { name, lang, mention_mails } = change;
        if lang.as_deref().is_some_and(|lang| !deck::is_tag(lang)) {
            return Err(Error::invalid("`lang` is a language tag, such as `nl`"));
        }
        let name = name.as_deref().map(valid_account_name).transpose()?;
        let before = self.store.user(&caller.user.id).await?.ok_or(Error::NotFound("user"))?;
        let mail = MailPreferences {
            lang: lang.or_else(|| before.mail.lang.clone()),
            mentions: mention_mails.unwrap_or(before.mail.mentions),
        };
        let fields = UserFields { name, mail: Some(mail), ..UserFields::default() };
        Ok(self.store.update_user(&caller.user.id, fields, self.clock.now()).await?)
    }

    /// Changes the caller's own password and ends all other sessions. A session that began with a one-time link may set
    /// a password without the current one. A wrong current password counts as a failed sign-in, so that nobody can
    /// guess it in an open session.
    ///
    /// # Errors
    /// Fails when the caller has no session, the current password is missing or wrong, there were too many wrong ones,
    /// or the new one is invalid.
    pub async fn change_password(&self, caller: &Caller, current: Option<&str>, password: &str) -> Result<()> {
        let Via::Session(session) = &caller.via else { return Err(Error::Unauthorized(NOT_SIGNED_IN)) };
        valid_password(password)?;
        match current {
            Some(current) => self.check_current_password(caller, current).await?,
            None if session.by_link => {}
            None => return Err(Error::invalid("`current` is required")),
        }
        let change = UserChange { password: Some(password.to_owned()), ..UserChange::default() };
        self.apply_change(&caller.user.id, change).await?;
        self.store.end_sessions_of(&caller.user.id, Some(&session.hash)).await?;
        self.store.update_session(Session { by_link: false, ..Session::clone(session) }).await?;
        self.audit.record(caller, Act::UserChanged, caller.email(), Details::none().with("password", "set")).await;
        Ok(())
    }

    async fn check_current_password(&self, caller: &Caller, password: &str) -> Result<()> {
        let permit = HashingPermit::acquire().await;
        self.check_buckets(&[(email_bucket(caller.email()), EMAIL)], self.clock.now()).await?;
        if permit.matches(password, caller.user.password.as_deref()).await? {
            return Ok(());
        }
        let address = caller.address.map(|address| address.to_string()).unwrap_or_default();
        self.record_failed_password(caller.email(), Some(caller.email()), &address).await?;
        Err(Error::Forbidden("the current password is wrong"))
    }

    /// All accounts, for administrators.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator.
    pub async fn users(&self, caller: &Caller) -> Result<Vec<Arc<User>>> {
        caller.needs_admin()?;
        Ok(self.store.users().await?)
    }

    /// Creates an account in the administrator's current organization. Without a password, also returns the token of a
    /// one-time link that is valid for seven days.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator, the input is invalid, or the e-mail is in use.
    pub async fn create_user(&self, caller: &Caller, new: NewUser) -> Result<(User, Option<String>)> {
        caller.needs_admin()?;
        self.create_user_in(caller, new, true).await
    }

    /// Creates an account in the caller's organization. Without a password, also returns the token of a one-time link
    /// if `link` is set, else a random password.
    ///
    /// # Errors
    /// Fails when the input is invalid, or the e-mail is in use.
    pub async fn create_user_in(&self, caller: &Caller, new: NewUser, link: bool) -> Result<(User, Option<String>)> {
        let now = self.clock.now();
        let email = normalized_email(&new.email)?;
        let name = valid_account_name(new.name.as_deref().unwrap_or_default())?;
        let generated = (new.password.is_none() && !link).then(new_token);
        let password = match new.password.as_deref().or(generated.as_deref()) {
            Some(password) => Some(password_hash(valid_password(password)?).await?),
            None => None,
        };
        let user = User {
            id: new_id(),
            email,
            name,
            role: new.role.unwrap_or(Role::Member),
            tier: new.tier.unwrap_or(Tier::Free),
            password,
            disabled: false,
            created_at: now,
            updated_at: now,
            mail: MailPreferences::default(),
        };
        let membership = Membership {
            organization: caller.organization.id.clone(),
            user: user.id.clone(),
            role: user.role,
            created_at: now,
        };
        self.store.create_user(user.clone(), membership).await?;
        let secret = match generated {
            Some(password) => Some(password),
            None if user.password.is_none() => {
                Some(self.create_one_time_link(&user.id, LinkPurpose::Invitation, now + 7 * DAY).await?)
            }
            None => None,
        };
        let details = Details::none()
            .with("organization", caller.organization.slug.as_str())
            .with("role", user.role.name())
            .with("tier", user.tier.name())
            .with("link", user.password.is_none());
        self.audit.record(caller, Act::UserMade, &user.email, details).await;
        Ok((user, secret))
    }

    /// Changes an account.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator, there is no such account, the input is invalid, or the instance
    /// would have no administrator left.
    pub async fn update_user(&self, caller: &Caller, id: &UserId, change: UserChange) -> Result<User> {
        caller.needs_admin()?;
        let own_session = match &caller.via {
            Via::Session(session) if caller.user.id == *id => Some(session.hash.as_str()),
            _ => None,
        };
        self.change_user(caller, id, change, own_session).await
    }

    /// An account, for administrators.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator, or there is no such account.
    pub async fn user(&self, caller: &Caller, id: &UserId) -> Result<Arc<User>> {
        caller.needs_admin()?;
        self.store.user(id).await?.ok_or(Error::NotFound("user"))
    }

    /// How many decks an account owns, for administrators.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator, or storage does not respond.
    pub async fn deck_count(&self, caller: &Caller, id: &UserId) -> Result<u64> {
        caller.needs_admin()?;
        Ok(self.store.deck_count_of(id).await?)
    }

    /// Changes the account with an e-mail address, for the command line.
    ///
    /// # Errors
    /// Fails when there is no such account, the input is invalid, or the instance would have no administrator left.
    pub async fn update_user_by_email(&self, caller: &Caller, email: &str, change: UserChange) -> Result<User> {
        let user = self.store.user_by_email(email).await?.ok_or(Error::NotFound("user"))?;
        self.change_user(caller, &user.id, change, None).await
    }

    /// Changes an account. A new password ends its sessions, except the one whose hash is `keep`.
    async fn change_user(&self, caller: &Caller, id: &UserId, change: UserChange, keep: Option<&str>) -> Result<User> {
        let (details, new_password) = (audit_details(&change), change.password.is_some());
        let user = self.apply_change(id, change).await?;
        if new_password {
            self.store.end_sessions_of(id, keep).await?;
        }
        self.audit.record(caller, Act::UserChanged, &user.email, details).await;
        Ok(user)
    }

    async fn apply_change(&self, id: &UserId, change: UserChange) -> Result<User> {
        let name = change.name.as_deref().map(valid_account_name).transpose()?;
        let password = match change.password.as_deref() {
            Some(password) => Some(password_hash(valid_password(password)?).await?),
            None => None,
        };
        let UserChange { role, tier, disabled, .. } = change;
        let fields = UserFields { name, role, tier, password, disabled, mail: None };
        let changed = self.store.update_user(id, fields, self.clock.now()).await.map_err(|error| match error {
            StoreError::Missing => Error::NotFound("user"),
            error => error.into(),
        })?;
        if changed.disabled {
            self.store.end_sessions_of(id, None).await?;
        }
        Ok(changed)
    }

    /// Deletes an account. The caller becomes the owner of its decks.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator, there is no such account, it is the caller's own, or the instance
    /// would have no administrator left.
    pub async fn delete_user(&self, caller: &Caller, id: &UserId) -> Result<()> {
        caller.needs_admin()?;
        if *id == caller.user.id {
            return Err(Error::invalid("nobody deletes their own account"));
        }
        let user = self.store.user(id).await?.ok_or(Error::NotFound("user"))?;
        let inherited = self.store.delete_user(&user.id, &caller.user.id, self.clock.now()).await?;
        self.audit.record(caller, Act::UserRemoved, &user.email, Details::none().with_decks(&inherited)).await;
        Ok(())
    }

    /// Removes the links between an account and its identities of single sign-on. The next person who signs in with its
    /// e-mail is linked to it.
    ///
    /// # Errors
    /// Fails when there is no such account.
    pub async fn remove_sign_on_identities(&self, caller: &Caller, email: &str) -> Result<()> {
        let user = self.store.user_by_email(email).await?.ok_or(Error::NotFound("user"))?;
        if self.store.delete_identities(&user.id).await? > 0 {
            self.audit.record(caller, Act::SignOnForgotten, &user.email, Details::none()).await;
        }
        Ok(())
    }

    /// At most ten people of the caller's organization whose name or e-mail contains a text.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn search_users(&self, caller: &Caller, text: &str) -> Result<Vec<Arc<User>>> {
        Ok(self.store.search_users(&caller.organization.id, text.trim(), 10).await?)
    }

    /// Whether an account only ever signed in by single sign-on. A person whom the issuer no longer lets in must lose
    /// the account, so it has neither links by e-mail nor passkeys.
    async fn signs_in_by_issuer_alone(&self, user: &User) -> Result<bool> {
        Ok(user.password.is_none() && self.store.has_identity(&user.id).await?)
    }

    pub(crate) async fn organization(&self, id: &OrganizationId) -> Result<Arc<Organization>> {
        self.store.organization(id).await?.ok_or(Error::NotFound("organization"))
    }
}

/// Failed attempts of one address.
const ADDRESS: store::TokenBucket = store::TokenBucket { burst: 10, per_minute: 6 };
/// Wrong passwords for one e-mail.
const EMAIL: store::TokenBucket = store::TokenBucket { burst: 8, per_minute: 6 };
/// Wrong passwords for one published page. More than for an account: many people share the password of a page, so some
/// of them mistype it at any time.
const PAGE: store::TokenBucket = store::TokenBucket { burst: 60, per_minute: 30 };

/// The key of the bucket that counts attempts of an address.
fn address_bucket(address: &str) -> String {
    format!("signin:a:{}", counted_network_of(address))
}

/// The key of the bucket that counts attempts for an e-mail.
fn email_bucket(email: &str) -> String {
    format!("signin:e:{email}")
}

/// The details of a change for the audit log, without the password.
fn audit_details(change: &UserChange) -> Details {
    let mut details = Details::none();
    if let Some(name) = &change.name {
        details = details.with("name", name.as_str());
    }
    if let Some(role) = change.role {
        details = details.with("role", role.name());
    }
    if let Some(tier) = change.tier {
        details = details.with("tier", tier.name());
    }
    if let Some(disabled) = change.disabled {
        details = details.with("disabled", disabled);
    }
    if change.password.is_some() {
        details = details.with("password", "set");
    }
    details
}

/// An e-mail address, trimmed and in lower case; fails when it is invalid.
pub(crate) fn normalized_email(email: &str) -> Result<String> {
    let email = email.trim().to_lowercase();
    let parts = email.split_once('@');
    let is_valid = parts.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
        && email.chars().count() <= 254
        && !email.contains(|sign: char| sign.is_whitespace() || sign.is_control());
    if is_valid { Ok(email) } else { Err(Error::invalid(format!("`email`: `{email}` is not an e-mail address"))) }
}

/// The same password; fails when it has less than 8 or more than 1024 characters.
pub(crate) fn valid_password(password: &str) -> Result<&str> {
    if (8..=1024).contains(&password.chars().count()) {
        return Ok(password);
    }
    Err(Error::invalid("`password` has 8 to 1024 characters"))
}

/// A name without white space around it; fails when it has not 1 to `most` characters, or NUL.
pub(crate) fn valid_name(name: &str, most: usize) -> Result<String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > most {
        return Err(Error::invalid(format!("`name` has 1 to {most} characters")));
    }
    refuse_nul_in_text(name)?;
    Ok(name.to_owned())
}

/// A name of an account, maybe empty, without white space around it; fails when it has more than 200 characters or NUL.
pub(crate) fn valid_account_name(name: &str) -> Result<String> {
    let name = name.trim();
    if name.chars().count() > 200 {
        return Err(Error::invalid("`name` has 200 characters at most"));
    }
    refuse_nul_in_text(name)?;
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_no_nul() {
        assert_eq!(valid_account_name(" Ama ").expect("a name"), "Ama");
        assert!(valid_account_name("A\0ma").is_err());
        assert!(valid_name("A\0ma", 10).is_err());
    }
}
