//! Everything that lasts, into one file and back.

use std::path::Path;

use store::{Archive, Contents, Made};

use crate::clock::iso;
use crate::{Backend, Config, Result, Service};

impl Service {
    /// Writes a backup of everything that was acknowledged before, while others read and write.
    ///
    /// # Errors
    /// The file is there already or cannot be written, or storage does not answer.
    pub async fn back_up(&self, target: &Path) -> Result<Contents> {
        let made = Made { lectern: env!("CARGO_PKG_VERSION").to_owned(), at: iso(self.clock.now()) };
        let slide_types = self.config.data_dir.join("slide-types");
        Ok(self.store.back_up(&self.assets, &slide_types, made, target).await?)
    }
}

/// Restores a backup into storage that holds nothing. All of it is checked before anything changes.
///
/// # Errors
/// It is no whole backup, storage is not empty or in use, or something cannot be written. Nothing is left behind then.
pub async fn restore(backend: &Backend, config: &Config, source: &Path) -> Result<Contents> {
    let archive = Archive::open(source)?;
    Ok(store::restore(backend, &config.data_dir, &config.asset_place(), &archive).await?)
}
