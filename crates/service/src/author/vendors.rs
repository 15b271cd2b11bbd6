//! The vendors as they are told, and tried.

use std::time::Instant;

use ai::{Fault, Vendor};

use super::PATIENCE;
use crate::Author;
use crate::caller::Caller;
use crate::error::{Error, Result};

/// A vendor as it is told.
#[derive(Debug, Clone)]
pub struct VendorRow {
    /// Its id.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Whether it can be asked.
    pub configured: bool,
    /// Whether it writes when a call names nobody.
    pub default: bool,
    /// Whether it works without a network.
    pub offline: bool,
    /// The model that is asked, where it can be.
    pub model: Option<String>,
    /// The setting to set before it can be asked.
    pub missing: Option<&'static str>,
}

/// What a trial of a vendor showed.
#[derive(Debug, Clone)]
pub struct Trial {
    /// Which vendor.
    pub vendor: &'static str,
    /// The model that was asked.
    pub model: Option<String>,
    /// How long it took.
    pub milliseconds: u64,
    /// What went wrong, in words.
    pub fault: Option<String>,
}

impl Author {
    /// Every vendor, exactly one of them the default.
    pub fn vendors(&self) -> Vec<VendorRow> {
        let vendors = &self.config.vendors;
        let default = vendors.default_vendor();
        let row = |vendor: Vendor| {
            let missing = vendors.missing(vendor);
            let access = vendors.access(vendor).filter(|_| missing.is_none());
            VendorRow {
                id: vendor.id(),
                label: vendor.label(),
                configured: missing.is_none(),
                default: vendor == default,
                offline: vendor == Vendor::Builtin,
                model: access.map(|access| access.model().to_owned()),
                missing,
            }
        };
        Vendor::ALL.map(row).to_vec()
    }

    /// Asks a vendor for a word, and tells how that went.
    ///
    /// # Errors
    /// Not an administrator, or a vendor that is unknown or not configured.
    pub async fn test_vendor(&self, caller: &Caller, name: &str) -> Result<Trial> {
        caller.needs_admin()?;
        let pen = self.writer(Some(name))?;
        let vendor = pen.vendor.id();
        let Some(access) = pen.access else {
            return Ok(Trial { vendor, model: None, milliseconds: 0, fault: None });
        };
        let (model, begun) = (Some(access.model().to_owned()), Instant::now());
        let asked = tokio::task::spawn_blocking(move || ai::try_vendor(&access, begun + PATIENCE));
        let fault = asked.await.map_err(|fault| Error::Internal(fault.into()))?.err();
        let milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(Trial { vendor, model, milliseconds, fault: fault.map(|fault: Fault| fault.to_string()) })
    }
}
