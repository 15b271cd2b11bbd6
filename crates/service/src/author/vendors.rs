//! The vendors of the author: their list, and a test call.

use std::time::Instant;

use ai::Vendor;

use super::CALL_TIMEOUT;
use crate::Author;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::permits::run_blocking;

/// A vendor in the list of vendors.
#[derive(Debug, Clone)]
pub struct VendorRow {
    /// Its id.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Whether it can be called.
    pub configured: bool,
    /// Whether it writes when a call names no vendor.
    pub default: bool,
    /// Whether it works without a network.
    pub offline: bool,
    /// The model that is called, if the vendor is configured.
    pub model: Option<String>,
    /// The setting that is missing before it can be called.
    pub missing: Option<&'static str>,
}

/// The result of a test call.
#[derive(Debug, Clone)]
pub struct Trial {
    /// Id of the vendor.
    pub vendor: &'static str,
    /// The model that was called.
    pub model: Option<String>,
    /// How long it took.
    pub milliseconds: u64,
    /// What went wrong, in words; `None` when the call succeeded.
    pub fault: Option<String>,
}

impl Author {
    /// All vendors. Exactly one of them is the default.
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

    /// Makes a small test call to a vendor and returns its result.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator, or the vendor is unknown or not configured.
    pub async fn test_vendor(&self, caller: &Caller, name: &str) -> Result<Trial> {
        caller.needs_admin()?;
        let chosen = self.chosen_vendor(Some(name))?;
        let vendor = chosen.vendor.id();
        let Some(access) = chosen.access else {
            return Ok(Trial { vendor, model: None, milliseconds: 0, fault: None });
        };
        let (model, started) = (Some(access.model().to_owned()), Instant::now());
        let call = run_blocking(move || Ok::<_, Error>(ai::try_vendor(&access, started + CALL_TIMEOUT)));
        let fault = call.await?.err();
        let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(Trial { vendor, model, milliseconds, fault: fault.map(|fault: ai::Error| fault.to_string()) })
    }
}
