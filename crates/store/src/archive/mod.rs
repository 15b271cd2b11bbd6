//! Backups: everything that lasts in one file, whatever it was kept in, and the way back.
//!
//! A backup is a zip archive. `tables/*.jsonl` hold the rows, one to a line, in the form of `file` storage; `assets/`
//! holds pictures by their hash, `slide-types/` the declarations of the data folder, and `manifest.json` the hash of
//! every other member. It is the same for every backend, so that it can be restored to another. What passes (limits,
//! counts on their way to storage, what Redis holds) is not in it.

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
pub use self::restore::restore;
pub use self::write::Made;

/// What `format` says.
const FORMAT: &str = "lectern-backup";
/// The version of the form described above.
const VERSION: u32 = 1;

const MANIFEST: &str = "manifest.json";
const TABLES: &str = "tables/";
const ASSETS: &str = "assets/";
const SLIDE_TYPES: &str = "slide-types/";

/// What a backup says of itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    format: String,
    version: u32,
    /// Version of the tables.
    storage: i64,
    /// Which release made it, and when.
    lectern: String,
    made_at: String,
    /// How many rows of which table.
    rows: BTreeMap<String, u64>,
    /// Hashes of pictures that rows name and storage lacks.
    missing: Vec<String>,
    members: Vec<Member>,
}

/// A member of the archive other than the manifest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Member {
    name: String,
    bytes: u64,
    sha256: String,
}

/// What a backup holds.
#[derive(Debug, Clone)]
pub struct Contents {
    /// The release that made it.
    pub lectern: String,
    /// When it was made.
    pub made_at: String,
    /// How many accounts.
    pub accounts: u64,
    /// How many presentations, those in the trash among them.
    pub decks: u64,
    /// How many kept versions of presentations.
    pub versions: u64,
    /// How many pictures and other assets.
    pub assets: u64,
    /// Hashes of assets that should be in it, but were lost or damaged before it was made.
    pub missing: Vec<String>,
}

impl Manifest {
    fn contents(&self) -> Contents {
        let rows = |table: &str| self.rows.get(table).copied().unwrap_or_default();
        let assets = self.members.iter().filter(|member| member.name.starts_with(ASSETS)).count();
        Contents {
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
