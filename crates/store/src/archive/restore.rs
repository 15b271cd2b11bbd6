//! The way back from a backup into a place that holds nothing yet.
//!
//! What goes into the data folder is made in a folder inside it and then moved, the database last: a restore that fails
//! or is killed leaves no service that starts with half of everything.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use serde_json::Value;

use super::{Archive, Contents};
use crate::StoreError;
use crate::assets::{AssetPlace, Assets};
use crate::engine::Transaction;
use crate::error::Result;
use crate::folder::DataFolder;
use crate::ids::DeckId;
use crate::store::{Backend, Store, readers};
use crate::tables::{DATABASE_TABLES, every_table};

/// What Lectern keeps in its data folder, but for slide types, which people lay there.
const OWN: [&str; 5] = ["lectern.db", "store", "assets", "usage", "changes.tick"];
/// Where people lay declarations of slide types.
const DECLARATIONS: &str = "slide-types";
/// Where a restore works until it is whole.
const WORKSHOP: &str = "restoring";
const SOMEBODY: &str = "SELECT 1 FROM users LIMIT 1";

/// What a restore put where it stays, to be taken away again should the rest fail.
#[derive(Default)]
struct Placed {
    paths: Vec<PathBuf>,
    /// Assets in a bucket, which may have been there before.
    assets: Option<(Assets, Vec<String>)>,
    folder: Option<PathBuf>,
}

/// Restores a backup into a data folder and storage that hold nothing.
///
/// # Errors
/// Something is there already, a service runs on it, or it cannot be written. Nothing is left behind then.
pub async fn restore(backend: &Backend, folder: &Path, place: &AssetPlace, archive: &Archive) -> Result<Contents> {
    let made = !folder.exists();
    let alone = DataFolder::alone(folder)?;
    let mut placed = Placed { folder: made.then(|| folder.to_owned()), ..Placed::default() };
    let restored = fill(backend, folder, place, archive, &mut placed).await;
    let _ = fs::remove_dir_all(folder.join(WORKSHOP));
    if restored.is_err() {
        placed.take_away().await;
    }
    drop(alone);
    restored.map(|()| archive.contents())
}

async fn fill(
    backend: &Backend,
    folder: &Path,
    place: &AssetPlace,
    archive: &Archive,
    placed: &mut Placed,
) -> Result<()> {
    check_empty(folder)?;
    check_fits(backend, archive)?;
    check_slide_types(folder, archive)?;
    let workshop = folder.join(WORKSHOP);
    let _ = fs::remove_dir_all(&workshop);
    crate::files::make_folder(&workshop)?;
    let server = match backend {
        Backend::Postgres { .. } => Some(empty_server(backend.clone()).await?),
        Backend::Sqlite { .. } | Backend::File { .. } => None,
    };
    put_assets(place, &workshop, archive, placed).await?;
    put_slide_types(&workshop, archive)?;
    if let Some(store) = server {
        move_up(&workshop, folder, placed)?;
        put_rows(store, archive).await
    } else {
        put_rows(Store::open(backend.in_folder(workshop.clone())).await?, archive).await?;
        move_up(&workshop, folder, placed)
    }
}

fn check_empty(folder: &Path) -> Result<()> {
    match OWN.iter().find(|name| folder.join(name).exists()) {
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

/// Declarations that were laid there beforehand stay. One that says something else than the backup's has to be settled
/// by whoever laid it there.
fn check_slide_types(folder: &Path, archive: &Archive) -> Result<()> {
    for (name, bytes) in archive.slide_types()? {
        let path = folder.join(DECLARATIONS).join(name);
        if fs::read(&path).is_ok_and(|laid| laid != bytes) {
            return Err(StoreError::Refused(format!(
                "`{}` is another than the one in the backup; move it away",
                path.display()
            )));
        }
    }
    Ok(())
}

/// A database server without an account.
async fn empty_server(backend: Backend) -> Result<Store> {
    let store = Store::open(backend).await?;
    let mut snapshot = store.snapshot().await?;
    let found = snapshot.rows(SOMEBODY, Vec::new()).await;
    snapshot.let_go().await?;
    if found?.is_empty() { Ok(store) } else { Err(occupied()) }
}

fn occupied() -> StoreError {
    StoreError::Refused("the database is not empty: it has accounts; name an empty one in DATABASE_URL".to_owned())
}

async fn put_assets(place: &AssetPlace, workshop: &Path, archive: &Archive, placed: &mut Placed) -> Result<()> {
    let (place, is_bucket) = match place {
        AssetPlace::Folder(_) => (AssetPlace::Folder(workshop.join("assets")), false),
        AssetPlace::Bucket { url, .. } => {
            (AssetPlace::Bucket { url: url.clone(), spools: workshop.join("assets/spool") }, true)
        }
    };
    let assets = Assets::open(place).await?;
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

fn put_slide_types(workshop: &Path, archive: &Archive) -> Result<()> {
    let declarations = archive.slide_types()?;
    if declarations.is_empty() {
        return Ok(());
    }
    let folder = workshop.join(DECLARATIONS);
    fs::create_dir(&folder)?;
    for (name, bytes) in declarations {
        let path = folder.join(name);
        fs::write(&path, bytes)?;
        File::open(path)?.sync_all()?;
    }
    Ok(File::open(folder)?.sync_all()?)
}

/// Puts all rows into storage in one transaction, and closes it.
async fn put_rows(store: Store, archive: &Archive) -> Result<()> {
    let put = store.write(archive.clone(), |transaction, archive| Box::pin(put_all(transaction, archive))).await;
    store.close().await;
    put
}

async fn put_all(transaction: &mut Transaction, archive: &Archive) -> Result<()> {
    transaction.alone().await?;
    if transaction.row(SOMEBODY, Vec::new()).await?.is_some() {
        return Err(occupied());
    }
    let mut decks = Vec::new();
    for table in every_table() {
        let mut rows = archive.rows(table.name);
        while let Some(row) = rows.recv().await {
            let row = row?;
            table.put(transaction, &row).await?;
            if table.name == "decks" {
                decks.extend(row.get("id").and_then(Value::as_str).map(str::to_owned));
            }
        }
    }
    for deck in decks {
        readers::place(transaction, &DeckId::from(deck)).await?;
    }
    Ok(())
}

/// Moves everything from the workshop to where it stays, the database last.
fn move_up(workshop: &Path, folder: &Path, placed: &mut Placed) -> Result<()> {
    let mut names: Vec<_> =
        fs::read_dir(workshop)?.map(|entry| Ok(entry?.file_name())).collect::<std::io::Result<_>>()?;
    names.sort_by_key(|name| [OsStr::new("lectern.db"), OsStr::new("store")].contains(&name.as_os_str()));
    for name in names {
        let (source, target) = (workshop.join(&name), folder.join(&name));
        if name == DECLARATIONS && target.is_dir() {
            move_beside(&source, &target, placed)?;
        } else {
            placed.paths.push(target.clone());
            fs::rename(source, target)?;
        }
    }
    Ok(File::open(folder)?.sync_all()?)
}

/// Moves the files of a folder into another, beside those that are there.
fn move_beside(source: &Path, target: &Path, placed: &mut Placed) -> Result<()> {
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

impl Placed {
    async fn take_away(self) {
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
