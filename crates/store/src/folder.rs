//! Who works with a data folder: many at once, or one alone who fills it.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::StoreError;
use crate::error::Result;
use crate::files::make_folder;

/// A data folder that is in use for as long as this lives.
#[derive(Debug)]
pub struct DataFolder {
    _held: File,
}

impl DataFolder {
    /// Takes part in a folder, which is made when it is missing.
    ///
    /// # Errors
    /// Somebody fills it just now, or it cannot be made.
    pub fn share(folder: &Path) -> Result<Self> {
        let taken = |held: &File| held.try_lock_shared();
        Self::hold(folder, taken, "a backup is being restored into it; wait until that is done")
    }

    /// Has a folder alone.
    pub(crate) fn alone(folder: &Path) -> Result<Self> {
        Self::hold(folder, File::try_lock, "a Lectern runs on it; stop that first")
    }

    fn hold(
        folder: &Path,
        lock: impl FnOnce(&File) -> std::result::Result<(), TryLockError>,
        refusal: &str,
    ) -> Result<Self> {
        let unusable = |fault: std::io::Error| StoreError::Refused(format!("`{}`: {fault}", folder.display()));
        make_folder(folder).map_err(unusable)?;
        let held = File::open(folder).map_err(unusable)?;
        match lock(&held) {
            Err(TryLockError::WouldBlock) => {
                Err(StoreError::Refused(format!("`{}` is in use: {refusal}", folder.display())))
            }
            // A file system that knows no locks is no reason to refuse.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { _held: held }),
        }
    }
}
