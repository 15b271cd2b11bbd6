//! Writes a backup while other processes read and write: first the rows of one snapshot, then the assets that they
//! refer to, which are never deleted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write as _};
use std::path::Path;

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::{ASSETS, BackupContents, FORMAT, MANIFEST, Manifest, Member, SLIDE_TYPES, TABLES, VERSION};
use crate::StoreError;
use crate::assets::{Assets, hex};
use crate::engine::{Connection, schema};
use crate::error::Result;
use crate::store::Store;
use crate::store::flags::INSTANCE_SECRET;
use crate::tables::{Table, backup_tables};

/// The release and time in the manifest of a backup.
#[derive(Debug, Clone)]
pub struct BackupStamp {
    /// The release that makes the backup.
    pub lectern: String,
    /// The time, in RFC 3339.
    pub at: String,
}

/// An archive that is being written.
struct ArchiveWriter {
    zip: ZipWriter<BufWriter<NamedTempFile>>,
    members: Vec<Member>,
    hasher: Sha256,
    length: u64,
}

impl Store {
    /// Writes a backup of all writes that returned before, from one consistent snapshot. The file appears when it is
    /// complete. File access blocks the thread, so a server must not call this.
    ///
    /// # Errors
    /// Fails when the file exists or cannot be written, or storage does not respond.
    pub async fn back_up(
        &self,
        assets: &Assets,
        slide_types: &Path,
        stamp: BackupStamp,
        target: &Path,
    ) -> Result<BackupContents> {
        if target.exists() {
            return Err(already_exists(target));
        }
        let mut archive = ArchiveWriter::create(target)?;
        let mut snapshot = self.snapshot().await?;
        let copied = archive.copy_rows(&mut snapshot).await;
        let ended = snapshot.end_snapshot().await;
        let (rows, hashes) = copied?;
        ended?;
        let missing = archive.copy_assets(assets, hashes).await?;
        archive.copy_slide_types(slide_types)?;
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            version: VERSION,
            storage: schema::version(),
            lectern: stamp.lectern,
            made_at: stamp.at,
            rows,
            missing,
            members: std::mem::take(&mut archive.members),
        };
        archive.add(MANIFEST, CompressionMethod::Deflated, &serde_json::to_vec_pretty(&manifest)?)?;
        archive.finish_archive(target)?;
        Ok(manifest.contents())
    }
}

impl ArchiveWriter {
    /// Creates a temporary file in the folder of the target. Other users of the machine cannot read it, since it will
    /// contain password hashes.
    fn create(target: &Path) -> Result<Self> {
        let file = tempfile::Builder::new().prefix(".lectern-backup-").tempfile_in(folder(target));
        let file = file.map_err(|fault| unwritable(target, &fault))?;
        Ok(Self { zip: ZipWriter::new(BufWriter::new(file)), members: Vec::new(), hasher: Sha256::new(), length: 0 })
    }

    /// Copies all rows. Returns the number of rows of each table, and the hashes of the assets that they refer to.
    async fn copy_rows(&mut self, snapshot: &mut Connection) -> Result<(BTreeMap<String, u64>, BTreeSet<String>)> {
        let (mut counts, mut hashes) = (BTreeMap::new(), BTreeSet::new());
        for table in backup_tables() {
            self.start_member(&format!("{TABLES}{}.jsonl", table.name), CompressionMethod::Deflated)?;
            let mut count = 0;
            table
                .each_row(snapshot, |row| {
                    if is_instance_secret(table, row) {
                        return Ok(());
                    }
                    count += 1;
                    hashes.extend(referenced_asset(table, row));
                    let mut line = serde_json::to_vec(row)?;
                    line.push(b'\n');
                    self.write(&line)
                })
                .await?;
            self.finish_member(&format!("{TABLES}{}.jsonl", table.name));
            counts.insert(table.name.to_owned(), count);
        }
        Ok((counts, hashes))
    }

    /// Copies the assets with these hashes. Returns the hashes of those that are lost or damaged.
    async fn copy_assets(&mut self, assets: &Assets, hashes: BTreeSet<String>) -> Result<Vec<String>> {
        let mut missing = Vec::new();
        for hash in hashes {
            match assets.get(&hash).await? {
                Some(bytes) if hex(&Sha256::digest(&bytes)) == hash => {
                    self.add(&format!("{ASSETS}{hash}"), CompressionMethod::Stored, &bytes)?;
                }
                _ => missing.push(hash),
            }
        }
        Ok(missing)
    }

    /// Copies the slide type declarations of a folder.
    fn copy_slide_types(&mut self, folder: &Path) -> Result<()> {
        let entries = match std::fs::read_dir(folder) {
            Err(fault) if fault.kind() == ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        let mut paths: Vec<_> = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
        paths.sort();
        for path in paths.iter().filter(|path| path.is_file()) {
            if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
                self.add(&format!("{SLIDE_TYPES}{name}"), CompressionMethod::Deflated, &std::fs::read(path)?)?;
            }
        }
        Ok(())
    }

    /// Writes a member.
    fn add(&mut self, name: &str, method: CompressionMethod, bytes: &[u8]) -> Result<()> {
        self.start_member(name, method)?;
        self.write(bytes)?;
        self.finish_member(name);
        Ok(())
    }

    fn start_member(&mut self, name: &str, method: CompressionMethod) -> Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::DEFAULT)
            .large_file(true);
        Ok(self.zip.start_file(name, options).map_err(std::io::Error::from)?)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.hasher.update(bytes);
        self.length += bytes.len() as u64;
        Ok(self.zip.write_all(bytes)?)
    }

    /// Ends the current member and adds it to the list for the manifest.
    fn finish_member(&mut self, name: &str) {
        let (hasher, bytes) = (std::mem::take(&mut self.hasher), std::mem::take(&mut self.length));
        self.members.push(Member { name: name.to_owned(), bytes, sha256: hex(&hasher.finalize()) });
    }

    /// Flushes the file to the disk and moves it to its path.
    fn finish_archive(self, target: &Path) -> Result<()> {
        let file = self.zip.finish().map_err(std::io::Error::from)?;
        let file = file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        match file.persist_noclobber(target) {
            Err(fault) if fault.error.kind() == ErrorKind::AlreadyExists => return Err(already_exists(target)),
            Err(fault) => return Err(unwritable(target, &fault.error)),
            Ok(_) => {}
        }
        Ok(File::open(folder(target))?.sync_all()?)
    }
}

/// The hash of the asset that a row refers to.
fn referenced_asset(table: &Table, row: &Map<String, Value>) -> Option<String> {
    let hash = match table.name {
        "uploads" | "fonts" | "rehearsals" => row.get("hash"),
        "themes" => row.get("declaration").and_then(|declaration| declaration.get("template")),
        "picture_facts" => row.get("facts").and_then(|facts| facts.get("copy")),
        _ => None,
    };
    hash.and_then(Value::as_str).map(str::to_owned)
}

/// Whether a row holds the secret of the instance, from which keys are derived.
fn is_instance_secret(table: &Table, row: &Map<String, Value>) -> bool {
    table.name == "flags" && row.get("name").and_then(Value::as_str) == Some(INSTANCE_SECRET)
}

fn folder(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn already_exists(target: &Path) -> StoreError {
    StoreError::Refused(format!("`{}` exists already, and a backup replaces no file", target.display()))
}

fn unwritable(target: &Path, fault: &std::io::Error) -> StoreError {
    StoreError::Refused(format!("`{}` cannot be written: {fault}", target.display()))
}
