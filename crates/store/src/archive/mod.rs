//! Backups: one file with everything that is persisted, for all kinds of storage.
//!
//! A backup is a zip archive. `tables/*.jsonl` have the rows, one per line, in the form of `file` storage; `assets/`
//! has the uploaded files by hash, `slide-types/` the declarations of the data folder, and `manifest.json` the hash of
//! every other member. The format is the same for all kinds of storage, so a backup can be restored to another kind. A
//! backup does not contain sessions, one-time links, tokens of identity providers, clients and tokens of agents,
//! deliveries to webhooks, the secret of the instance, and ephemeral state (limits, usage that is not in storage yet,
//! the content of Redis).

#[cfg(any(test, feature = "fuzz"))]
mod fuzz;
mod read;
mod restore;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[cfg(any(test, feature = "fuzz"))]
pub use self::fuzz::check_backup;
pub use self::read::Archive;
pub use self::restore::{Restored, RestoredKey, restore};
pub use self::write::BackupStamp;

/// The value of `format` in the manifest.
const FORMAT: &str = "lectern-backup";
/// The version of the format.
const VERSION: u32 = 1;

/// Name of the manifest in the archive.
const MANIFEST: &str = "manifest.json";
/// Folders in the archive.
const TABLES: &str = "tables/";
const ASSETS: &str = "assets/";
const SLIDE_TYPES: &str = "slide-types/";

/// The manifest of a backup.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    format: String,
    version: u32,
    /// Schema version of the tables. The name of the field is part of the format.
    storage: i64,
    /// The release that made the backup.
    lectern: String,
    /// When the backup was made, in RFC 3339.
    made_at: String,
    /// Number of rows of each table.
    rows: BTreeMap<String, u64>,
    /// Hashes of assets that rows refer to and that were lost or damaged before the backup was made.
    missing: Vec<String>,
    /// Every other member of the archive.
    members: Vec<Member>,
}

/// A member of the archive other than the manifest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Member {
    name: String,
    bytes: u64,
    sha256: String,
}

/// Summary of the contents of a backup.
#[derive(Debug, Clone)]
pub struct BackupContents {
    /// The release that made the backup.
    pub lectern: String,
    /// When the backup was made, in RFC 3339.
    pub made_at: String,
    /// Number of accounts.
    pub accounts: u64,
    /// Number of decks, including those in the trash.
    pub decks: u64,
    /// Number of stored versions of decks.
    pub versions: u64,
    /// Number of assets.
    pub assets: u64,
    /// Hashes of assets that the backup lacks because they were lost or damaged before it was made.
    pub missing: Vec<String>,
}

impl Manifest {
    fn contents(&self) -> BackupContents {
        let rows = |table: &str| self.rows.get(table).copied().unwrap_or_default();
        let assets = self.members.iter().filter(|member| member.name.starts_with(ASSETS)).count();
        BackupContents {
            lectern: self.lectern.clone(),
            made_at: self.made_at.clone(),
            accounts: rows("users"),
            decks: rows("decks"),
            versions: rows("versions"),
            assets: assets as u64,
            missing: self.missing.clone(),
        }
    }
}
