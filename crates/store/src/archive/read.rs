//! Reads a backup, after the hash of every member was verified.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader, ErrorKind, Read, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;
use zip::ZipArchive;

use super::{ASSETS, BackupContents, FORMAT, MANIFEST, Manifest, SLIDE_TYPES, TABLES, VERSION};
use crate::StoreError;
use crate::assets::hex;
use crate::engine::schema;
use crate::error::Result;

/// Number of rows that are read ahead.
const READ_AHEAD: usize = 64;
/// The first bytes of a zip archive.
const SIGNATURE: &[u8] = b"PK\x03\x04";

type Zip = ZipArchive<BufReader<File>>;

/// A verified backup. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Archive {
    zip: Arc<Mutex<Zip>>,
    manifest: Arc<Manifest>,
}

impl Archive {
    /// Opens a backup and verifies all of its members.
    ///
    /// # Errors
    /// Fails when the file is not a backup, is truncated or damaged, or was made by a newer release.
    pub fn open(path: &Path) -> Result<Self> {
        let refused = |reason: String| StoreError::Refused(format!("`{}` {reason}", path.display()));
        let (mut zip, manifest) = open_archive(path).map_err(refused)?;
        verify(&mut zip, &manifest).map_err(refused)?;
        Ok(Self { zip: Arc::new(Mutex::new(zip)), manifest: Arc::new(manifest) })
    }

    /// Summary of its contents.
    pub fn contents(&self) -> BackupContents {
        self.manifest.contents()
    }

    /// Number of rows of a table.
    pub(super) fn count(&self, table: &str) -> u64 {
        self.manifest.rows.get(table).copied().unwrap_or_default()
    }

    /// The rows of a table, read in the background. Empty if the release that made the backup did not have the table.
    pub(super) fn rows(&self, table: &str) -> mpsc::Receiver<Result<Map<String, Value>>> {
        let (sender, receiver) = mpsc::channel(READ_AHEAD);
        let (archive, name) = (self.clone(), format!("{TABLES}{table}.jsonl"));
        tokio::task::spawn_blocking(move || {
            if let Err(error) = archive.send_rows(&name, &sender) {
                let _ = sender.blocking_send(Err(error));
            }
        });
        receiver
    }

    fn send_rows(&self, name: &str, sender: &mpsc::Sender<Result<Map<String, Value>>>) -> Result<()> {
        if !self.manifest.members.iter().any(|member| member.name == name) {
            return Ok(());
        }
        let mut zip = self.zip();
        let member = zip.by_name(name).map_err(std::io::Error::from)?;
        for line in BufReader::new(member).split(b'\n') {
            if sender.blocking_send(Ok(serde_json::from_slice(&line?)?)).is_err() {
                // The receiver was dropped.
                return Ok(());
            }
        }
        Ok(())
    }

    /// Hashes of its assets.
    pub(super) fn assets(&self) -> impl Iterator<Item = &str> {
        self.manifest.members.iter().filter_map(|member| member.name.strip_prefix(ASSETS))
    }

    /// The bytes of an asset.
    pub(super) fn asset(&self, hash: &str) -> Result<Vec<u8>> {
        self.bytes(&format!("{ASSETS}{hash}"))
    }

    /// The file names and content of its slide type declarations.
    pub(super) fn slide_types(&self) -> Result<Vec<(&str, Vec<u8>)>> {
        let names = self.manifest.members.iter().filter_map(|member| member.name.strip_prefix(SLIDE_TYPES));
        names.map(|name| Ok((name, self.bytes(&format!("{SLIDE_TYPES}{name}"))?))).collect()
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.zip().by_name(name).map_err(std::io::Error::from)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn zip(&self) -> MutexGuard<'_, Zip> {
        self.zip.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens an archive and reads its manifest. Fails with the reason why it is not a backup for this release.
fn open_archive(path: &Path) -> std::result::Result<(Zip, Manifest), String> {
    let not_a_backup = || "is not a backup of Lectern".to_owned();
    let unreadable = |fault: std::io::Error| format!("cannot be read: {fault}");
    let mut file = File::open(path).map_err(unreadable)?;
    let mut signature = [0; SIGNATURE.len()];
    match file.read_exact(&mut signature) {
        Ok(()) if signature == *SIGNATURE => {}
        Err(fault) if fault.kind() != ErrorKind::UnexpectedEof => return Err(unreadable(fault)),
        Ok(()) | Err(_) => return Err(not_a_backup()),
    }
    file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
    let damaged = |_| "is cut short or damaged: its directory cannot be read".to_owned();
    let mut zip = ZipArchive::new(BufReader::new(file)).map_err(damaged)?;
    let mut text = Vec::new();
    zip.by_name(MANIFEST)
        .map_err(|_| not_a_backup())?
        .read_to_end(&mut text)
        .map_err(|_| format!("is damaged: `{MANIFEST}` cannot be read"))?;
    // The versions are checked before the rest is decoded, because a newer release may write the rest in another form.
    let json: Value = serde_json::from_slice(&text).map_err(|_| not_a_backup())?;
    if json.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(not_a_backup());
    }
    let number = |name: &str| json.get(name).and_then(Value::as_i64).unwrap_or(i64::MAX);
    if number("version") > i64::from(VERSION) || number("storage") > schema::version() {
        let release = json.get("lectern").and_then(Value::as_str).unwrap_or("?");
        return Err(format!("was made by a newer Lectern ({release}): restore it with that release"));
    }
    let manifest = serde_json::from_value(json).map_err(|fault| format!("is damaged: `{MANIFEST}`: {fault}"))?;
    Ok((zip, manifest))
}

/// Verifies the names, lengths and hashes of all members.
fn verify(zip: &mut Zip, manifest: &Manifest) -> std::result::Result<(), String> {
    let listed: BTreeSet<&str> = manifest.members.iter().map(|member| member.name.as_str()).collect();
    let mut names = BTreeSet::new();
    for name in zip.file_names() {
        names.insert(name.map_err(|_| "is damaged: a name in it cannot be read".to_owned())?.into_owned());
    }
    names.remove(MANIFEST);
    if listed.len() != manifest.members.len() || !names.iter().map(String::as_str).eq(listed.iter().copied()) {
        return Err("is damaged: it does not hold what its manifest lists".to_owned());
    }
    for member in &manifest.members {
        let altered = || format!("is damaged: `{}` was changed or cannot be read", member.name);
        // A restore writes slide types into a folder, so their names must be plain file names.
        if let Some(file_name) = member.name.strip_prefix(SLIDE_TYPES)
            && (file_name.is_empty() || file_name.contains(['/', '\\']) || file_name.starts_with('.'))
        {
            return Err(altered());
        }
        let mut reader = zip.by_name(&member.name).map_err(|_| altered())?;
        let (mut hasher, mut length, mut piece) = (Sha256::new(), 0, vec![0; 64 * 1024]);
        loop {
            let read = reader.read(&mut piece).map_err(|_| altered())?;
            if read == 0 {
                break;
            }
            hasher.update(&piece[..read]);
            length += read as u64;
        }
        let hash = hex(&hasher.finalize());
        // An asset is named by its hash.
        let is_misnamed_asset = member.name.strip_prefix(ASSETS).is_some_and(|name| name != hash);
        if hash != member.sha256 || length != member.bytes || is_misnamed_asset {
            return Err(altered());
        }
    }
    Ok(())
}
