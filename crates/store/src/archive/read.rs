//! Reads a backup, after every member was held against its hash.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader, ErrorKind, Read, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;
use zip::ZipArchive;

use super::{ASSETS, Contents, FORMAT, MANIFEST, Manifest, SLIDE_TYPES, TABLES, VERSION};
use crate::StoreError;
use crate::assets::hex;
use crate::engine::schema;
use crate::error::Result;

/// Rows that are read ahead.
const AHEAD: usize = 64;
/// How a zip archive begins.
const BEGINNING: &[u8] = b"PK\x03\x04";

type Zip = ZipArchive<BufReader<File>>;

/// A backup that is whole, cheap to clone.
#[derive(Debug, Clone)]
pub struct Archive {
    zip: Arc<Mutex<Zip>>,
    manifest: Arc<Manifest>,
}

impl Archive {
    /// Opens a backup and reads all of it once, so that whatever follows can rely on it.
    ///
    /// # Errors
    /// It is no backup, or cut, or altered, or of a newer release.
    pub fn open(path: &Path) -> Result<Self> {
        let told = |why: String| StoreError::Refused(format!("`{}` {why}", path.display()));
        let (mut zip, manifest) = opened(path).map_err(told)?;
        verify(&mut zip, &manifest).map_err(told)?;
        Ok(Self { zip: Arc::new(Mutex::new(zip)), manifest: Arc::new(manifest) })
    }

    /// What is in it.
    pub fn contents(&self) -> Contents {
        self.manifest.contents()
    }

    /// How many rows of a table are in it.
    pub(super) fn count(&self, table: &str) -> u64 {
        self.manifest.rows.get(table).copied().unwrap_or_default()
    }

    /// The rows of a table, as they are read; none of a table that the release did not have yet.
    pub(super) fn rows(&self, table: &str) -> mpsc::Receiver<Result<Map<String, Value>>> {
        let (sender, receiver) = mpsc::channel(AHEAD);
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
                // Nobody reads on.
                return Ok(());
            }
        }
        Ok(())
    }

    /// Hashes of the assets in it.
    pub(super) fn assets(&self) -> impl Iterator<Item = &str> {
        self.manifest.members.iter().filter_map(|member| member.name.strip_prefix(ASSETS))
    }

    /// The bytes of an asset.
    pub(super) fn asset(&self, hash: &str) -> Result<Vec<u8>> {
        self.bytes(&format!("{ASSETS}{hash}"))
    }

    /// The declarations of slide types in it: file names and content.
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

/// The archive and its manifest, or why it is no backup for this release.
fn opened(path: &Path) -> std::result::Result<(Zip, Manifest), String> {
    let foreign = || "is no backup of Lectern".to_owned();
    let unreadable = |fault: std::io::Error| format!("cannot be read: {fault}");
    let mut file = File::open(path).map_err(unreadable)?;
    let mut beginning = [0; BEGINNING.len()];
    match file.read_exact(&mut beginning) {
        Ok(()) if beginning == *BEGINNING => {}
        Err(fault) if fault.kind() != ErrorKind::UnexpectedEof => return Err(unreadable(fault)),
        Ok(()) | Err(_) => return Err(foreign()),
    }
    file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
    let cut = |_| "is cut short or damaged: its directory cannot be read".to_owned();
    let mut zip = ZipArchive::new(BufReader::new(file)).map_err(cut)?;
    let mut text = Vec::new();
    zip.by_name(MANIFEST)
        .map_err(|_| foreign())?
        .read_to_end(&mut text)
        .map_err(|_| format!("is damaged: `{MANIFEST}` cannot be read"))?;
    // Looked at before the rest is understood, which a newer release may write otherwise.
    let said: Value = serde_json::from_slice(&text).map_err(|_| foreign())?;
    if said.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(foreign());
    }
    let number = |name: &str| said.get(name).and_then(Value::as_i64).unwrap_or(i64::MAX);
    if number("version") > i64::from(VERSION) || number("storage") > schema::version() {
        let by = said.get("lectern").and_then(Value::as_str).unwrap_or("?");
        return Err(format!("was made by a newer Lectern ({by}): restore it with that one"));
    }
    let manifest = serde_json::from_value(said).map_err(|fault| format!("is damaged: `{MANIFEST}`: {fault}"))?;
    Ok((zip, manifest))
}

/// Holds every member against its hash.
fn verify(zip: &mut Zip, manifest: &Manifest) -> std::result::Result<(), String> {
    let listed: BTreeSet<&str> = manifest.members.iter().map(|member| member.name.as_str()).collect();
    let mut held = BTreeSet::new();
    for name in zip.file_names() {
        held.insert(name.map_err(|_| "is damaged: a name in it cannot be read".to_owned())?.into_owned());
    }
    held.remove(MANIFEST);
    if listed.len() != manifest.members.len() || !held.iter().map(String::as_str).eq(listed.iter().copied()) {
        return Err("is damaged: it does not hold what its manifest lists".to_owned());
    }
    for member in &manifest.members {
        let altered = || format!("is damaged: `{}` is not what was written", member.name);
        if let Some(rest) = member.name.strip_prefix(SLIDE_TYPES)
            && (rest.is_empty() || rest.contains(['/', '\\']) || rest.starts_with('.'))
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
        let named_otherwise = member.name.strip_prefix(ASSETS).is_some_and(|name| name != hash);
        if hash != member.sha256 || length != member.bytes || named_otherwise {
            return Err(altered());
        }
    }
    Ok(())
}
