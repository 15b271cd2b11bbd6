//! Slide types and themes of an organization: built in, from files in the data folder, and its own.
//!
//! `types` and `themes` read them, `custom_types`, `custom_themes` and `fonts` change those of an organization. What is
//! read is cached by organization until a change invalidates it.

mod cache;
mod custom_themes;
mod custom_types;
mod edition;
mod fonts;
mod themes;
mod types;

use std::sync::Arc;

use store::{Assets, Organization, OrganizationId, Store};
use tokio::sync::Semaphore;

use crate::audit::{Act, Details};
use crate::caller::Caller;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::{AuditLog, Config};

pub(crate) use self::cache::CatalogueCache;
pub use self::custom_themes::ThemeFields;
pub use self::custom_types::TypeUses;
pub(crate) use self::edition::Edition;
pub use self::fonts::MAX_FONT_FILE;

/// Slide types, themes, fonts and icons that an organization can use.
///
/// Uses storage, the asset store for fonts, and the audit log.
#[derive(Debug)]
pub struct Catalogue {
    pub(crate) cache: CatalogueCache,
    pub(crate) store: Store,
    pub(crate) assets: Assets,
    /// One permit, for checking a font.
    pub(crate) font_checks: Arc<Semaphore>,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) audit: Arc<AuditLog>,
}

impl Catalogue {
    /// Drops the cached types and themes of an organization after a change.
    pub(crate) fn invalidate(&self, organization: &OrganizationId) {
        self.cache.invalidate(organization);
    }

    async fn organization(&self, id: &OrganizationId) -> Result<Arc<Organization>> {
        self.store.organization(id).await?.ok_or(Error::NotFound("organization"))
    }

    /// Adds an entry to the audit log about a type or theme of the caller's organization.
    async fn record_change(&self, caller: &Caller, act: Act, name: &str, details: Details) {
        let details = details.with("organization", caller.organization.slug.as_str());
        self.audit.record(caller, act, name, details).await;
    }
}
