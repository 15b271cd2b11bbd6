//! Restores a backup into an empty data folder and empty storage.
//!
//! Files are created in a staging folder inside the data folder and then moved, the database last. So a service never
//! starts on the half-restored data of a restore that failed or was killed.
//!
//! Access that may have ended since the backup was made is not restored: sessions and one-time links are left out, also
//! those of older backups that have them, and keys are revoked and webhooks switched off unless the caller restores
//! them as they were.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use serde_json::Value;

use super::{Archive, BackupContents};
use crate::StoreError;
use crate::assets::{AssetLocation, Assets};
use crate::data_folder::DataFolder;
use crate::engine::{Transaction, params};
use crate::error::Result;
use crate::ids::DeckId;
use crate::records::Time;
use crate::store::{Backend, Store, readers};
use crate::tables::{DATABASE_TABLES, backup_tables};

/// Files and folders that Lectern creates in its data folder.
const OWN_FILES: [&str; 5] = ["lectern.db", "store", "assets", "usage", "changes.tick"];
/// The folder in which operators put declarations of slide types.
const DECLARATIONS: &str = "slide-types";
/// The staging folder of a restore.
const STAGING: &str = "restoring";
const ANY_USER: &str = "SELECT 1 FROM users LIMIT 1";
const VALID_KEYS: &str = "SELECT k.prefix, k.name, u.email FROM keys k JOIN users u ON u.id = k.user_id \
    WHERE k.revoked_at IS NULL AND k.agent = 'null' ORDER BY u.email, k.created_at, k.id";
const REVOKE_KEYS: &str = "UPDATE keys SET revoked_at = $1 WHERE revoked_at IS NULL";
/// A copy of an instance, made to try something, must not send events to real receivers.
const STOP_WEBHOOKS: &str = "UPDATE webhooks SET active = 0, updated_at = $1 WHERE active = 1";

/// A restored backup.
#[derive(Debug)]
pub struct Restored {
    /// What the backup contains.
    pub contents: BackupContents,
    /// The keys that were valid when the backup was made.
    pub keys: Vec<RestoredKey>,
}

/// A key that was valid when a backup was made.
#[derive(Debug, PartialEq, Eq)]
pub struct RestoredKey {
    /// The first characters of the key.
    pub prefix: String,
    /// Name.
    pub name: String,
    /// E-mail of its owner.
    pub owner: String,
}

/// What a restore has created so far. It is removed when a later step fails.
#[derive(Default)]
struct RestoredParts {
    /// Files and folders in the data folder.
    paths: Vec<PathBuf>,
    /// The bucket, and the hashes of the assets that were added to it.
    assets: Option<(Assets, Vec<String>)>,
    /// The data folder, if the restore created it.
    folder: Option<PathBuf>,
}

/// Restores a backup into an empty data folder and empty storage. With `revoke_keys_at`, the keys that were valid when
/// it was made are revoked at that time, since they may have been revoked since then, and its webhooks are switched
/// off.
///
/// # Errors
/// Fails when the data folder or storage is not empty, is used by a running service, or cannot be written, when the
/// folder has a slide type declaration that differs from that of the backup, or when `file` storage cannot store its
/// rows. Then everything that was restored is removed again.
pub async fn restore(
    backend: &Backend,
    folder: &Path,
    location: &AssetLocation,
    archive: &Archive,
    revoke_keys_at: Option<Time>,
) -> Result<Restored> {
    let is_new = !folder.exists();
    let lock = DataFolder::open_exclusive(folder)?;
    let mut placed = RestoredParts { folder: is_new.then(|| folder.to_owned()), ..RestoredParts::default() };
    let result = restore_into(backend, folder, location, archive, revoke_keys_at, &mut placed).await;
    let _ = fs::remove_dir_all(folder.join(STAGING));
    if result.is_err() {
        placed.remove().await;
    }
    drop(lock);
    result.map(|keys| Restored { contents: archive.contents(), keys })
}

/// Restores everything, and records what it creates in `placed`. Returns the keys that were valid.
async fn restore_into(
    backend: &Backend,
    folder: &Path,
    location: &AssetLocation,
    archive: &Archive,
    revoke_keys_at: Option<Time>,
    placed: &mut RestoredParts,
) -> Result<Vec<RestoredKey>> {
    check_empty(folder)?;
    check_fits(backend, archive)?;
    check_slide_types(folder, archive)?;
    let staging = folder.join(STAGING);
    let _ = fs::remove_dir_all(&staging);
    crate::files::make_folder(&staging)?;
    let server = match backend {
        Backend::Postgres { .. } => Some(empty_server(backend.clone()).await?),
        Backend::Sqlite { .. } | Backend::File { .. } => None,
    };
    put_assets(location, &staging, archive, placed).await?;
    put_slide_types(&staging, archive)?;
    if let Some(store) = server {
        move_into_place(&staging, folder, placed)?;
        put_rows(store, archive, revoke_keys_at).await
    } else {
        let store = Store::open(backend.in_folder(staging.clone())).await?;
        let keys = put_rows(store, archive, revoke_keys_at).await?;
        move_into_place(&staging, folder, placed)?;
        Ok(keys)
    }
}

fn check_empty(folder: &Path) -> Result<()> {
    match OWN_FILES.iter().find(|name| folder.join(name).exists()) {
        None => Ok(()),
        Some(name) => Err(StoreError::Refused(format!(
            "`{}` is not empty: it holds `{name}`; name another folder, or move this one away",
            folder.display()
        ))),
    }
}

fn check_fits(backend: &Backend, archive: &Archive) -> Result<()> {
    let unfit = DATABASE_TABLES.iter().find(|table| archive.count(table.name) > 0);
    match (backend, unfit) {
        (Backend::File { .. }, Some(table)) => Err(StoreError::Refused(format!(
            "the backup holds {}, which `file` storage does not keep; restore it to `sqlite` or `postgres`",
            table.name
        ))),
        _ => Ok(()),
    }
}

/// Fails when a declaration in the folder differs from that of the backup. Declarations in the folder stay.
fn check_slide_types(folder: &Path, archive: &Archive) -> Result<()> {
    for (name, bytes) in archive.slide_types()? {
        let path = folder.join(DECLARATIONS).join(name);
        if fs::read(&path).is_ok_and(|present| present != bytes) {
            return Err(StoreError::Refused(format!(
                "`{}` differs from the file in the backup; move it away",
                path.display()
            )));
        }
    }
    Ok(())
}

/// Opens the storage on a database server. Fails when it has accounts.
async fn empty_server(backend: Backend) -> Result<Store> {
    let store = Store::open(backend).await?;
    let mut snapshot = store.snapshot().await?;
    let found = snapshot.rows(ANY_USER, Vec::new()).await;
    snapshot.end_snapshot().await?;
    if found?.is_empty() { Ok(store) } else { Err(not_empty()) }
}

fn not_empty() -> StoreError {
    StoreError::Refused("the database is not empty: it has accounts; name an empty one in DATABASE_URL".to_owned())
}

/// Stores the assets of a backup in the staging folder or in the bucket.
async fn put_assets(
    location: &AssetLocation,
    staging: &Path,
    archive: &Archive,
    placed: &mut RestoredParts,
) -> Result<()> {
    let (location, is_bucket) = match location {
        AssetLocation::Folder(_) => (AssetLocation::Folder(staging.join("assets")), false),
        AssetLocation::Bucket { url, .. } => {
            (AssetLocation::Bucket { url: url.clone(), spools: staging.join("assets/spool") }, true)
        }
    };
    let assets = Assets::open(location).await?;
    if is_bucket {
        placed.assets = Some((assets.clone(), Vec::new()));
    }
    for hash in archive.assets() {
        if assets.exists(hash).await? {
            continue;
        }
        if let Some((_, hashes)) = &mut placed.assets {
            hashes.push(hash.to_owned());
        }
        assets.put(hash, Bytes::from(archive.asset(hash)?)).await?;
    }
    Ok(())
}

fn put_slide_types(staging: &Path, archive: &Archive) -> Result<()> {
    let declarations = archive.slide_types()?;
    if declarations.is_empty() {
        return Ok(());
    }
    let folder = staging.join(DECLARATIONS);
    fs::create_dir(&folder)?;
    for (name, bytes) in declarations {
        let path = folder.join(name);
        fs::write(&path, bytes)?;
        File::open(path)?.sync_all()?;
    }
    Ok(File::open(folder)?.sync_all()?)
}

/// Writes all rows to storage in one transaction, and closes it.
async fn put_rows(store: Store, archive: &Archive, revoke_keys_at: Option<Time>) -> Result<Vec<RestoredKey>> {
    let input = (archive.clone(), revoke_keys_at);
    let put = store.write(input, |transaction, (archive, revoke_keys_at)| {
        Box::pin(write_all_rows(transaction, archive, *revoke_keys_at))
    });
    let put = put.await;
    store.close().await;
    put
}

/// Writes the rows of all tables. Returns the keys that were valid when the backup was made.
async fn write_all_rows(
    transaction: &mut Transaction,
    archive: &Archive,
    revoke_keys_at: Option<Time>,
) -> Result<Vec<RestoredKey>> {
    transaction.lock_accounts().await?;
    if transaction.row(ANY_USER, Vec::new()).await?.is_some() {
        return Err(not_empty());
    }
    let mut decks = Vec::new();
    for table in backup_tables() {
        let mut rows = archive.rows(table.name);
        while let Some(row) = rows.recv().await {
            let row = row?;
            table.upsert(transaction, &row).await?;
            if table.name == "decks" {
                decks.extend(row.get("id").and_then(Value::as_str).map(str::to_owned));
            }
        }
    }
    for deck in decks {
        readers::update(transaction, &DeckId::from(deck)).await?;
    }
    let keys = transaction.rows(VALID_KEYS, Vec::new()).await?;
    if let Some(at) = revoke_keys_at {
        transaction.run(REVOKE_KEYS, params![at]).await?;
        transaction.run(STOP_WEBHOOKS, params![at]).await?;
    }
    keys.into_iter()
        .map(|mut row| Ok(RestoredKey { prefix: row.text()?, name: row.text()?, owner: row.text()? }))
        .collect()
}

/// Moves everything from the staging folder into the data folder, the database last.
fn move_into_place(staging: &Path, folder: &Path, placed: &mut RestoredParts) -> Result<()> {
    let mut names: Vec<_> =
        fs::read_dir(staging)?.map(|entry| Ok(entry?.file_name())).collect::<std::io::Result<_>>()?;
    names.sort_by_key(|name| [OsStr::new("lectern.db"), OsStr::new("store")].contains(&name.as_os_str()));
    for name in names {
        let (source, target) = (staging.join(&name), folder.join(&name));
        if name == DECLARATIONS && target.is_dir() {
            merge_folder(&source, &target, placed)?;
        } else {
            placed.paths.push(target.clone());
            fs::rename(source, target)?;
        }
    }
    Ok(File::open(folder)?.sync_all()?)
}

/// Moves the files of a folder into another. Files that exist there stay.
fn merge_folder(source: &Path, target: &Path, placed: &mut RestoredParts) -> Result<()> {
    for entry in fs::read_dir(source)? {
        let name = entry?.file_name();
        let path = target.join(&name);
        if !path.exists() {
            placed.paths.push(path.clone());
            fs::rename(source.join(&name), path)?;
        }
    }
    Ok(File::open(target)?.sync_all()?)
}

impl RestoredParts {
    /// Removes all of it. Failures are ignored.
    async fn remove(self) {
        for path in self.paths {
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
        if let Some((assets, hashes)) = self.assets {
            for hash in hashes {
                let _ = assets.delete(&hash).await;
            }
        }
        if let Some(folder) = self.folder {
            let _ = fs::remove_dir(folder);
        }
    }
}
