//! The audit log: sign-ins and all acts that change access, with actor, entry point and address.
//!
//! An entry is written right after its act and contains no secret. It names decks by id, since an administrator may not
//! read every deck, not even its title. When an entry cannot be written, the act is not undone and the entry is logged
//! as an error.

use deck::Content;
use serde_json::Value;
use store::{AuditEntry, DeckId, Page, Shared, Store, TokenBucket};

use crate::caller::{Caller, Via};
use crate::clock::Clock;
use crate::error::Result;
use crate::provisioning::Provisioner;
use crate::secret::new_id;

/// Limits the entries that people without an account can cause, over the whole instance, so that they do not crowd out
/// other entries.
const LOCKOUTS: TokenBucket = TokenBucket { burst: 20, per_minute: 1 };

/// What was done. The names are stored, so they never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    UserMade,
    UserChanged,
    UserRemoved,
    SignOnBound,
    SignOnForgotten,
    SignedIn,
    SignInLocked,
    PasskeyAdded,
    PasskeyRemoved,
    KeyMade,
    KeyRevoked,
    AgentConnected,
    AgentDisconnected,
    AgentRevoked,
    OrganizationMade,
    OrganizationChanged,
    OrganizationRemoved,
    MemberAdded,
    MemberChanged,
    MemberRemoved,
    DeckTransferred,
    DeckPurged,
    CollaboratorAdded,
    CollaboratorChanged,
    CollaboratorRemoved,
    VisibilityChanged,
    ShareLinkMade,
    ShareLinkEnded,
    DeckPublished,
    PublicationChanged,
    DeckUnpublished,
    PublishingSet,
    MaintenanceSwitched,
    SlideTypeMade,
    SlideTypeChanged,
    SlideTypePublished,
    SlideTypeRemoved,
    SlideTypeSet,
    ThemeMade,
    ThemeChanged,
    ThemeRemoved,
    DefaultThemeSet,
    FontAdded,
    FontRemoved,
    WebhookMade,
    WebhookChanged,
    WebhookSecretReplaced,
    WebhookRemoved,
    ProvisioningTokenMade,
    ProvisioningTokenRevoked,
    ProvisioningSet,
    MemberDeactivated,
    MemberReactivated,
    GroupMade,
    GroupChanged,
    GroupRemoved,
    BackupMade,
    BackupRestored,
}

impl Act {
    fn name(self) -> &'static str {
        match self {
            Self::UserMade => "user-made",
            Self::UserChanged => "user-changed",
            Self::UserRemoved => "user-removed",
            Self::SignOnBound => "sign-on-bound",
            Self::SignOnForgotten => "sign-on-forgotten",
            Self::SignedIn => "signed-in",
            Self::SignInLocked => "sign-in-locked",
            Self::PasskeyAdded => "passkey-added",
            Self::PasskeyRemoved => "passkey-removed",
            Self::KeyMade => "key-made",
            Self::KeyRevoked => "key-revoked",
            Self::AgentConnected => "agent-connected",
            Self::AgentDisconnected => "agent-disconnected",
            Self::AgentRevoked => "agent-revoked",
            Self::OrganizationMade => "organization-made",
            Self::OrganizationChanged => "organization-changed",
            Self::OrganizationRemoved => "organization-removed",
            Self::MemberAdded => "member-added",
            Self::MemberChanged => "member-changed",
            Self::MemberRemoved => "member-removed",
            Self::DeckTransferred => "deck-transferred",
            Self::DeckPurged => "deck-purged",
            Self::CollaboratorAdded => "collaborator-added",
            Self::CollaboratorChanged => "collaborator-changed",
            Self::CollaboratorRemoved => "collaborator-removed",
            Self::VisibilityChanged => "visibility-changed",
            Self::ShareLinkMade => "share-link-made",
            Self::ShareLinkEnded => "share-link-ended",
            Self::DeckPublished => "deck-published",
            Self::PublicationChanged => "publication-changed",
            Self::DeckUnpublished => "deck-unpublished",
            Self::PublishingSet => "publishing-set",
            Self::MaintenanceSwitched => "maintenance-switched",
            Self::SlideTypeMade => "slide-type-made",
            Self::SlideTypeChanged => "slide-type-changed",
            Self::SlideTypePublished => "slide-type-published",
            Self::SlideTypeRemoved => "slide-type-removed",
            Self::SlideTypeSet => "slide-type-set",
            Self::ThemeMade => "theme-made",
            Self::ThemeChanged => "theme-changed",
            Self::ThemeRemoved => "theme-removed",
            Self::DefaultThemeSet => "default-theme-set",
            Self::FontAdded => "font-added",
            Self::FontRemoved => "font-removed",
            Self::WebhookMade => "webhook-made",
            Self::WebhookChanged => "webhook-changed",
            Self::WebhookSecretReplaced => "webhook-secret-replaced",
            Self::WebhookRemoved => "webhook-removed",
            Self::ProvisioningTokenMade => "provisioning-token-made",
            Self::ProvisioningTokenRevoked => "provisioning-token-revoked",
            Self::ProvisioningSet => "provisioning-set",
            Self::MemberDeactivated => "member-deactivated",
            Self::MemberReactivated => "member-reactivated",
            Self::GroupMade => "group-made",
            Self::GroupChanged => "group-changed",
            Self::GroupRemoved => "group-removed",
            Self::BackupMade => "backup-made",
            Self::BackupRestored => "backup-restored",
        }
    }
}

/// Further facts about an act, by name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Details(Content);

impl Details {
    /// No further facts.
    pub(crate) fn none() -> Self {
        Self::default()
    }

    /// The same facts and one more.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// The same facts and the decks that changed hands, if there are any.
    pub(crate) fn with_decks(self, decks: &[DeckId]) -> Self {
        if decks.is_empty() {
            return self;
        }
        self.with("decks", decks.iter().map(DeckId::as_str).collect::<Vec<_>>())
    }
}

/// Who performed an act, through which entry point and from which address.
struct Actor {
    /// `None` when no account did it.
    email: Option<String>,
    entry_point: &'static str,
    /// `None` when the act did not come over a network.
    address: Option<String>,
}

impl Actor {
    fn of(caller: &Caller) -> Self {
        let (email, entry_point) = match &caller.via {
            Via::Session(_) => (Some(caller.email()), "app"),
            Via::Key(key) if key.agent.is_some() => (Some(caller.email()), "agent"),
            Via::Key(_) => (Some(caller.email()), "key"),
            Via::Local => (Some(caller.email()), "console"),
            // A trusted process acts as an administrator who did not perform the act.
            Via::Trusted => (None, "console"),
        };
        let address = caller.address.map(|address| address.to_string());
        Self { email: email.map(str::to_owned), entry_point, address }
    }
}

/// The log of sign-ins and of acts that change access.
///
/// Uses storage, and shared counters that bound repeated entries.
#[derive(Debug)]
pub struct AuditLog {
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
}

impl AuditLog {
    /// A page of the audit log, newest entries first.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator.
    pub async fn list(&self, caller: &Caller, limit: usize, offset: usize) -> Result<Page<AuditEntry>> {
        caller.needs_admin()?;
        let (rows, total) = self.store.audit(limit, offset).await?;
        Ok(Page { rows, total })
    }

    /// Records what a caller did.
    pub(crate) async fn record(&self, caller: &Caller, act: Act, subject: &str, mut details: Details) {
        if let Some(key) = caller.key() {
            let kind = if key.agent.is_some() { "agent" } else { "key" };
            details = details.with(kind, key.name.as_str());
        }
        self.append(Actor::of(caller), act, Some(subject), details).await;
    }

    /// Records what the identity provider of an organization did.
    pub(crate) async fn record_provisioned(
        &self,
        provisioner: &Provisioner,
        act: Act,
        subject: &str,
        details: Details,
    ) {
        let address = Some(provisioner.address().to_string());
        let actor = Actor { email: None, entry_point: "provisioning", address };
        self.append(actor, act, Some(subject), details).await;
    }

    /// Records an act on the machine that runs the service. It belongs to no account.
    pub(crate) async fn record_from_console(&self, act: Act, details: Details) {
        let actor = Actor { email: None, entry_point: "console", address: None };
        self.append(actor, act, None, details).await;
    }

    /// Records that an account signed in, and how.
    pub(crate) async fn record_signed_in(&self, address: &str, email: &str, method: &str) {
        let actor = Actor { email: Some(email.to_owned()), entry_point: "sign-in", address: Some(address.to_owned()) };
        self.append(actor, Act::SignedIn, Some(email), Details::none().with("method", method)).await;
    }

    /// Records an act during a sign-in, before the account is known.
    pub(crate) async fn record_sign_on(&self, address: &str, act: Act, subject: &str, details: Details) {
        let actor = Actor { email: None, entry_point: "sign-in", address: Some(address.to_owned()) };
        self.append(actor, act, Some(subject), details).await;
    }

    /// Records that the connection of an agent ended, since a code or refresh token of it was used twice.
    pub(crate) async fn record_reuse(&self, address: &str, agent: &str, account: &str, used_twice: &str) {
        let actor = Actor { email: None, entry_point: "agent", address: Some(address.to_owned()) };
        let details = Details::none().with("account", account).with("usedTwice", used_twice);
        self.append(actor, Act::AgentRevoked, Some(agent), details).await;
    }

    /// Records that an address or an account has to wait before the next attempt.
    pub(crate) async fn record_lockout(&self, address: &str, account: &str, locked: &str) {
        let taken = self.shared.spend_token("audit:locked", LOCKOUTS, self.clock.now()).await;
        if matches!(taken, Ok(None)) {
            self.record_sign_on(address, Act::SignInLocked, account, Details::none().with("locked", locked)).await;
        }
    }

    async fn append(&self, actor: Actor, act: Act, subject: Option<&str>, details: Details) {
        let entry = AuditEntry {
            id: new_id(),
            at: self.clock.now(),
            act: act.name().to_owned(),
            actor: actor.email,
            entry_point: actor.entry_point.to_owned(),
            address: actor.address,
            subject: subject.filter(|subject| !subject.is_empty()).map(str::to_owned),
            details: Value::Object(details.0),
        };
        if let Err(fault) = self.store.add_audit(entry.clone()).await {
            tracing::error!(?entry, "an entry of the audit log could not be written: {fault:#}");
        }
    }
}
