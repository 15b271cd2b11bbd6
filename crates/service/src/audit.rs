//! The audit log: administrative acts, by whom, by which door and from where.
//!
//! An entry is written right after its act, and holds no secret. Decks go by their ids: an administrator may not read
//! every deck, not even its title. An act whose entry cannot be written has happened all the same; the entry then goes
//! to the log of the process, as an error.

use serde_json::{Value, json};
use store::{AuditEntry, Bucket, Shared, Store};

use crate::caller::{Caller, Via};
use crate::clock::{Clock, iso};
use crate::decks::Pagination;
use crate::error::Result;
use crate::secret::new_id;

/// Entries that strangers can cause, on the whole instance: they must not crowd out the others.
const LOCKOUTS: Bucket = Bucket { burst: 20, per_minute: 1 };

/// What was done. The names are kept, so they never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    UserMade,
    UserChanged,
    UserRemoved,
    SignOnBound,
    SignOnForgotten,
    SignInLocked,
    KeyMade,
    KeyRevoked,
    OrganizationMade,
    OrganizationChanged,
    OrganizationRemoved,
    MemberAdded,
    MemberChanged,
    MemberRemoved,
    DeckTransferred,
    DeckPurged,
    ShareLinkMade,
    ShareLinkEnded,
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
            Self::SignInLocked => "sign-in-locked",
            Self::KeyMade => "key-made",
            Self::KeyRevoked => "key-revoked",
            Self::OrganizationMade => "organization-made",
            Self::OrganizationChanged => "organization-changed",
            Self::OrganizationRemoved => "organization-removed",
            Self::MemberAdded => "member-added",
            Self::MemberChanged => "member-changed",
            Self::MemberRemoved => "member-removed",
            Self::DeckTransferred => "deck-transferred",
            Self::DeckPurged => "deck-purged",
            Self::ShareLinkMade => "share-link-made",
            Self::ShareLinkEnded => "share-link-ended",
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
            Self::BackupMade => "backup-made",
            Self::BackupRestored => "backup-restored",
        }
    }
}

/// Who did it.
struct Who {
    /// E-mail, empty when nobody in particular.
    actor: String,
    door: &'static str,
    address: String,
}

impl Who {
    fn is(caller: &Caller) -> Self {
        let (actor, door) = match &caller.via {
            Via::Session(_) => (caller.email(), "app"),
            Via::Key(_) => (caller.email(), "key"),
            Via::Local => (caller.email(), "console"),
            // It stands in for an administrator, who had no part in it.
            Via::Trusted => ("", "console"),
        };
        let address = caller.address.map(|address| address.to_string()).unwrap_or_default();
        Self { actor: actor.to_owned(), door, address }
    }
}

/// The log of administrative acts.
///
/// Uses storage, and shared counters that bound repeated entries.
#[derive(Debug)]
pub struct AuditLog {
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
}

impl AuditLog {
    /// Entries of the audit log, newest first: `{entries, pagination}`.
    ///
    /// # Errors
    /// Not an administrator.
    pub async fn list(&self, caller: &Caller, limit: usize, offset: usize) -> Result<Value> {
        caller.needs_admin()?;
        let (entries, total) = self.store.audit(limit, offset).await?;
        let entries: Vec<Value> = entries.iter().map(view).collect();
        Ok(json!({ "entries": entries, "pagination": Pagination::new(total, limit, offset) }))
    }

    /// Writes down what a caller did. `details` is an object.
    pub(crate) async fn record(&self, caller: &Caller, act: Act, subject: &str, mut details: Value) {
        if let Some(key) = caller.key() {
            details["key"] = json!(key.name);
        }
        self.append(Who::is(caller), act, subject, details).await;
    }

    /// Writes down what was done on the machine by nobody in particular.
    pub(crate) async fn record_from_console(&self, act: Act, details: Value) {
        let who = Who { actor: String::new(), door: "console", address: String::new() };
        self.append(who, act, "", details).await;
    }

    /// Writes down what happened at the door, where nobody is known yet.
    pub(crate) async fn record_sign_on(&self, address: &str, act: Act, subject: &str, details: Value) {
        let who = Who { actor: String::new(), door: "sign-in", address: address.to_owned() };
        self.append(who, act, subject, details).await;
    }

    /// Writes down that an address, or an account, has to wait before another try.
    pub(crate) async fn record_lockout(&self, address: &str, account: &str, what: &str) {
        let spent = self.shared.spend_token("audit:locked", LOCKOUTS, self.clock.now()).await;
        if matches!(spent, Ok(None)) {
            self.record_sign_on(address, Act::SignInLocked, account, json!({ "locked": what })).await;
        }
    }

    async fn append(&self, Who { actor, door, address }: Who, act: Act, subject: &str, details: Value) {
        let entry = AuditEntry {
            id: new_id(),
            at: self.clock.now(),
            act: act.name().to_owned(),
            actor,
            door: door.to_owned(),
            address,
            subject: subject.to_owned(),
            details,
        };
        if let Err(fault) = self.store.add_audit(entry.clone()).await {
            tracing::error!(?entry, "the audit log lacks an entry: {fault:#}");
        }
    }
}

fn view(entry: &AuditEntry) -> Value {
    json!({
        "id": entry.id, "at": iso(entry.at), "act": entry.act, "actor": entry.actor, "door": entry.door,
        "address": entry.address, "subject": entry.subject, "details": entry.details,
    })
}
