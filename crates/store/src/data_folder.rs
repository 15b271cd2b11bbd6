//! The lock on a data folder: many processes use it at the same time, or one restores a backup into it.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::StoreError;
use crate::error::Result;
use crate::files::make_folder;

/// A data folder, locked until this is dropped.
#[derive(Debug)]
pub struct DataFolder {
    _lock: File,
}

impl DataFolder {
    /// Opens a folder together with other processes. Creates it when it is missing.
    ///
    /// # Errors
    /// Fails when a backup is being restored into the folder, or the folder cannot be created.
    pub fn open_shared(folder: &Path) -> Result<Self> {
        let lock = |file: &File| file.try_lock_shared();
        Self::open(folder, lock, "a backup is being restored into it; wait until that is done")
    }

    /// Opens a folder that no other process uses. Creates it when it is missing. Fails when another process uses it.
    pub(crate) fn open_exclusive(folder: &Path) -> Result<Self> {
        Self::open(folder, File::try_lock, "another Lectern process uses it; stop that process first")
    }

    /// Opens and locks a folder. Fails with the reason `refusal` when another process has a lock that excludes this
    /// one.
    fn open(
        folder: &Path,
        lock: impl FnOnce(&File) -> std::result::Result<(), TryLockError>,
        refusal: &str,
    ) -> Result<Self> {
        let unusable = |fault: std::io::Error| StoreError::Refused(format!("`{}`: {fault}", folder.display()));
        make_folder(folder).map_err(unusable)?;
        let file = File::open(folder).map_err(unusable)?;
        match lock(&file) {
            Err(TryLockError::WouldBlock) => {
                Err(StoreError::Refused(format!("`{}` is in use: {refusal}", folder.display())))
            }
            // On a file system without locks, the folder is used without a lock.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { _lock: file }),
        }
    }
}
