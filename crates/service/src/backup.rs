//! Everything that lasts, into one file and back.

use std::path::Path;

use serde_json::json;
use store::{Archive, Contents, Made, StoreError};

use crate::audit::Act;
use crate::clock::{Clock, iso};
use crate::{Backend, Config, Result, Service};

impl Service {
    /// Writes a backup of everything that was acknowledged before, while others read and write.
    ///
    /// # Errors
    /// The file is there already or cannot be written, or storage does not answer or was never used: a backup of nothing
    /// is worth nothing on the day it is needed.
    pub async fn back_up(&self, target: &Path) -> Result<Contents> {
        if self.store.is_empty().await? {
            return Err(StoreError::Refused("storage holds nothing to back up; is it the right one?".to_owned()).into());
        }
        let made = Made { lectern: env!("CARGO_PKG_VERSION").to_owned(), at: iso(self.clock.now()) };
        let slide_types = self.config.data_dir.join("slide-types");
        let contents = self.store.back_up(&self.assets, &slide_types, made, target).await?;
        self.record_on_console(Act::BackupMade, json!({})).await;
        Ok(contents)
    }
}

/// Restores a backup into storage that holds nothing. All of it is checked before anything changes.
///
/// # Errors
/// It is no whole backup, storage is not empty or in use, or something cannot be written. Nothing is left behind then.
pub async fn restore(backend: &Backend, config: &Config, source: &Path) -> Result<Contents> {
    let archive = Archive::open(source)?;
    let contents = store::restore(backend, &config.data_dir, &config.asset_place(), &archive).await?;
    // All is in its place by now: should storage not open, whoever starts the service is told why.
    if let Ok(service) = Service::open(backend.clone(), config.clone(), Clock::default()).await {
        let details = json!({ "madeAt": contents.made_at, "madeBy": contents.lectern });
        service.record_on_console(Act::BackupRestored, details).await;
        service.close().await;
    }
    Ok(contents)
}
