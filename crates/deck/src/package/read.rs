//! Opens a package and checks all of it.
//!
//! Packages may be hostile: the directory, every name, every size and the hash of every listed asset are checked before
//! a caller sees anything. Nothing is written, and no asset is loaded into memory.

use std::io::{Read, Seek};

use serde_json::Value;
use zip::ZipArchive;

use super::digest::{Digest, Hasher};
use super::directory::Directory;
use super::error::{PackageError, damaged, malformed, shown};
use super::manifest::{self, ListedAsset};
use super::{DECK_ENTRY, LEGACY_MIMETYPE, MANIFEST_ENTRY, MIMETYPE, MIMETYPE_ENTRY, document, drain};
use crate::json::MAX_VALUES;

/// Limits for reading a package. The defaults are those of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Entries in the archive.
    pub entries: usize,
    /// Bytes of all entries together, unpacked.
    pub unpacked: u64,
    /// Bytes of `manifest.json` and of `deck.json`, unpacked.
    pub document: u64,
    /// Values in each of the two, at any depth.
    pub values: usize,
    /// Bytes of an asset; a larger one is reported as failed.
    pub asset: u64,
    /// Bytes of the archive's directory.
    pub directory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            entries: 5_000,
            unpacked: 1 << 30,
            document: 64 << 20,
            values: MAX_VALUES,
            asset: 20 << 20,
            directory: 8 << 20,
        }
    }
}

/// A package that passed all checks.
#[derive(Debug)]
pub struct Package<R> {
    pub(super) archive: ZipArchive<R>,
    pub(super) envelope: Value,
    pub(super) assets: Vec<VerifiedAsset>,
    pub(super) limits: Limits,
}

/// An asset whose bytes have the listed hash.
#[derive(Debug)]
pub(super) struct VerifiedAsset {
    pub(super) listed: ListedAsset,
    pub(super) index: usize,
    pub(super) digest: Digest,
    pub(super) bytes: u64,
}

impl<R> Package<R> {
    /// The envelope as it was packed, with bundle refs.
    pub fn envelope(&self) -> &Value {
        &self.envelope
    }
}

/// Opens a package within the default limits.
///
/// # Errors
/// Fails when the package is rejected or cannot be read.
pub fn read<R: Read + Seek>(input: R) -> Result<Package<R>, PackageError> {
    read_within(input, Limits::default())
}

/// Opens a package within the given limits.
///
/// # Errors
/// Fails when the package is rejected or cannot be read.
pub fn read_within<R: Read + Seek>(mut input: R, limits: Limits) -> Result<Package<R>, PackageError> {
    let directory = Directory::find(&mut input, &limits)?;
    let archive = ZipArchive::new(input).map_err(malformed)?;
    if archive.has_duplicate_names() {
        return Err(directory.repeated(&mut archive.into_inner())?);
    }
    let mut entries = Entries { remaining: limits.unpacked, archive, limits };
    entries.check_directory()?;

    let mimetype = entries.bytes(MIMETYPE_ENTRY, 1024)?;
    let mimetype = String::from_utf8_lossy(&mimetype);
    if ![MIMETYPE, LEGACY_MIMETYPE].contains(&mimetype.trim()) {
        return Err(PackageError::Foreign { found: shown(mimetype.trim()) });
    }
    let listed = manifest::listed(&entries.document(MANIFEST_ENTRY)?)?;
    let envelope = entries.document(DECK_ENTRY)?;
    let assets = listed.into_iter().map(|asset| entries.verified(asset)).collect::<Result<_, _>>()?;
    Ok(Package { archive: entries.archive, envelope, assets, limits: entries.limits })
}

/// The entries of an archive, and how many bytes may still be unpacked.
struct Entries<R> {
    archive: ZipArchive<R>,
    limits: Limits,
    remaining: u64,
}

impl<R: Read + Seek> Entries<R> {
    /// Checks the directory data of every entry, listed or not.
    fn check_directory(&mut self) -> Result<(), PackageError> {
        let mut declared = 0_u64;
        for index in 0..self.archive.len() {
            let entry = self.archive.by_index_data(index).map_err(malformed)?;
            let name = entry.name().map_err(malformed)?;
            let reason = if !stays_inside(&name) {
                "has a name that leads out of the package"
            } else if entry.is_symlink() {
                "is a symbolic link"
            } else if entry.encrypted() {
                "is encrypted"
            } else {
                declared = declared.saturating_add(entry.size());
                continue;
            };
            return Err(PackageError::Unsafe { entry: shown(&name), reason });
        }
        if declared > self.limits.unpacked {
            return Err(PackageError::TooLarge { limit: self.limits.unpacked });
        }
        if self.archive.has_overlapping_entries().map_err(malformed)? {
            return Err(PackageError::Malformed { reason: "its entries overlap".to_owned() });
        }
        Ok(())
    }

    /// The JSON object in an entry.
    fn document(&mut self, entry: &'static str) -> Result<Value, PackageError> {
        let bytes = self.bytes(entry, self.limits.document)?;
        document::object(&bytes, self.limits.values).map_err(|reason| PackageError::Invalid { entry, reason })
    }

    /// The bytes of a small entry.
    fn bytes(&mut self, entry: &'static str, limit: u64) -> Result<Vec<u8>, PackageError> {
        let mut bytes = Vec::new();
        let index = self.index(entry)?;
        self.unpack(entry, index, |piece| {
            bytes.extend_from_slice(piece);
            if bytes.len() as u64 > limit { Err(PackageError::EntryTooLarge { entry, limit }) } else { Ok(()) }
        })?;
        Ok(bytes)
    }

    /// Checks that the bytes of a listed asset have its hash.
    fn verified(&mut self, listed: ListedAsset) -> Result<VerifiedAsset, PackageError> {
        let mut hasher = Hasher::default();
        let index = self.index(&listed.reference)?;
        self.unpack(&listed.reference, index, |piece| {
            hasher.update(piece);
            Ok(())
        })?;
        let bytes = hasher.bytes();
        let digest = hasher.digest();
        if !digest.hex().eq_ignore_ascii_case(&listed.hash) {
            return Err(PackageError::HashMismatch { entry: shown(&listed.reference) });
        }
        Ok(VerifiedAsset { listed, index, digest, bytes })
    }

    fn index(&self, entry: &str) -> Result<usize, PackageError> {
        let index = self.archive.index_for_name_raw(entry.as_bytes());
        index.ok_or_else(|| PackageError::Missing { entry: shown(entry) })
    }

    /// Unpacks an entry piece by piece and counts the unpacked bytes, whatever its header declares.
    fn unpack(
        &mut self,
        entry: &str,
        index: usize,
        mut each: impl FnMut(&[u8]) -> Result<(), PackageError>,
    ) -> Result<(), PackageError> {
        let Self { archive, limits, remaining } = self;
        let mut reader = archive.by_index(index).map_err(|error| damaged(entry, error))?;
        drain(&mut reader, |piece| {
            let Some(rest) = remaining.checked_sub(piece.len() as u64) else {
                return Err(PackageError::TooLarge { limit: limits.unpacked });
            };
            *remaining = rest;
            each(piece)
        })
        .map_err(|error| match error {
            PackageError::Io(error) => damaged(entry, error.into()),
            other => other,
        })
    }
}

/// Whether a name, joined to a folder, stays in that folder on every system.
fn stays_inside(name: &str) -> bool {
    let has_drive = name.as_bytes().get(1) == Some(&b':');
    let is_absolute = name.is_empty() || name.starts_with('/') || has_drive;
    !is_absolute && !name.contains(['\\', '\0']) && name.split('/').all(|part| part != "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_inside_its_folder() {
        for name in ["deck.json", "assets/a.png", "assets/", "a..b", "assets/..a", "...", "a b/c", "./a"] {
            assert!(stays_inside(name), "{name}");
        }
        for name in ["", "/a", "../a", "a/../b", "a/..", "..", "..\\a", "a\\b", "\\\\host\\a", "C:a", "c:/a", "a\0b"] {
            assert!(!stays_inside(name), "{name:?}");
        }
    }
}
