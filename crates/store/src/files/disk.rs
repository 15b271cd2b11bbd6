//! Atomic, durable writes of files.
//!
//! A write of several files is first recorded in `pending.json`. A process that finds that file completes the write, so
//! that it takes effect as a whole or not at all. All functions expect that the caller has locked the folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::log::LogEntry;
use crate::StoreError;
use crate::error::Result;

/// A write of files, with its entry in the log.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FileBatch {
    /// The entry for the log.
    pub(super) entry: LogEntry,
    /// The content of each file by path in the folder; none to remove the file.
    pub(super) files: BTreeMap<String, Option<Value>>,
}

/// The folder of the files.
#[derive(Debug, Clone)]
pub(super) struct Disk {
    root: PathBuf,
}

impl Disk {
    /// Opens a folder. Creates it and its subfolders when they are missing.
    pub(super) fn open(root: PathBuf, folders: &[&str]) -> Result<Self> {
        for folder in folders {
            make_folder(&root.join(folder))?;
        }
        sync(&root)?;
        Ok(Self { root })
    }

    /// Sets the version of the files to `known`. Fails with `TooNew` when their version is newer.
    pub(super) fn set_version(&self, known: i64) -> Result<()> {
        let path = self.root.join("version.json");
        let version = read_if_exists(&path)?.map(|text| serde_json::from_slice(&text)).transpose()?;
        let found: i64 = version.unwrap_or(0);
        if found > known {
            return Err(StoreError::TooNew { found, known });
        }
        if found < known {
            replace(&path, known.to_string().as_bytes())?;
            sync(&self.root)?;
        }
        Ok(())
    }

    /// Writes a batch. When this returns, the files are on the disk. `pending.json` of several files stays until
    /// [`Self::conclude`].
    ///
    /// All content is first written to temporary files, so that a full disk fails the write before a file is replaced.
    pub(super) fn write(&self, batch: &FileBatch) -> Result<()> {
        self.write_temporary(batch)
            .and_then(|()| self.write_pending(batch))
            .inspect_err(|_| self.remove_temporary(batch))?;
        if batch.files.len() > 1 {
            fs::rename(temporary_path(&self.pending()), self.pending())?;
            sync(&self.root)?;
        }
        self.move_into_place(batch)
    }

    /// Removes `pending.json`, once the batch is in the log.
    pub(super) fn conclude(&self) -> Result<()> {
        match fs::remove_file(self.pending()) {
            // `pending.json` must not reappear after a power failure, when the files may be newer.
            Ok(()) => sync(&self.root),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Completes and returns a batch that a dead process did not conclude; none when there is no such batch.
    pub(super) fn recover(&self) -> Result<Option<FileBatch>> {
        let Some(pending) = read_if_exists(&self.pending())? else {
            return Ok(None);
        };
        let batch: FileBatch = serde_json::from_slice(&pending)?;
        tracing::warn!("completing a write of {} files that was interrupted", batch.files.len());
        self.write_temporary(&batch)?;
        self.move_into_place(&batch)?;
        Ok(Some(batch))
    }

    /// The content of a file; none when it does not exist.
    pub(super) fn read(&self, path: &str) -> Result<Option<Value>> {
        let Some(bytes) = read_if_exists(&self.root.join(path))? else {
            return Ok(None);
        };
        let value = serde_json::from_slice(&bytes);
        Ok(Some(value.map_err(|error| anyhow::anyhow!("`{path}`: {error}"))?))
    }

    /// The paths of all JSON files in a subfolder, sorted.
    pub(super) fn list(&self, folder: &str) -> Result<Vec<String>> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(self.root.join(folder))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            if let (Some(name), Some("json")) = (name, path.extension().and_then(|ending| ending.to_str())) {
                paths.push(format!("{folder}/{name}"));
            }
        }
        paths.sort();
        Ok(paths)
    }

    /// Writes the content of a batch to temporary files.
    fn write_temporary(&self, batch: &FileBatch) -> Result<()> {
        for (path, content) in &batch.files {
            if let Some(value) = content {
                let mut text = serde_json::to_vec_pretty(value)?;
                text.push(b'\n');
                write_temporary_file(&self.root.join(path), &text)?;
            }
        }
        Ok(())
    }

    /// Writes `pending.json` of a batch of several files, to a temporary file too.
    fn write_pending(&self, batch: &FileBatch) -> Result<()> {
        if batch.files.len() > 1 { write_temporary_file(&self.pending(), &serde_json::to_vec(batch)?) } else { Ok(()) }
    }

    /// Removes the temporary files of a batch that failed.
    fn remove_temporary(&self, batch: &FileBatch) {
        let paths = batch.files.keys().map(|path| self.root.join(path)).chain([self.pending()]);
        for path in paths {
            let _ = fs::remove_file(temporary_path(&path));
        }
    }

    /// Moves the temporary files of a batch to their paths, and removes the files without content.
    fn move_into_place(&self, batch: &FileBatch) -> Result<()> {
        let mut folders = BTreeSet::new();
        for (path, content) in &batch.files {
            let path = self.root.join(path);
            match content {
                Some(_) => fs::rename(temporary_path(&path), &path)?,
                None => ignore_missing(fs::remove_file(&path))?,
            }
            folders.extend(path.parent().map(Path::to_owned));
        }
        folders.iter().try_for_each(|folder| sync(folder))
    }

    fn pending(&self) -> PathBuf {
        self.root.join("pending.json")
    }
}

/// The result of removing a file, without the error that the file does not exist.
pub(crate) fn ignore_missing(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Creates a folder that is missing. Other users of the machine cannot read it, since it will contain password hashes.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Replaces a file. The caller has to sync its folder.
fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    write_temporary_file(path, bytes)?;
    Ok(fs::rename(temporary_path(path), path)?)
}

/// Writes the temporary file of a path.
fn write_temporary_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = File::create(temporary_path(path))?;
    file.write_all(bytes)?;
    Ok(file.sync_all()?)
}

fn temporary_path(path: &Path) -> PathBuf {
    path.with_extension("tmp")
}

fn read_if_exists(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn sync(folder: &Path) -> Result<()> {
    Ok(File::open(folder)?.sync_all()?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tempfile::TempDir;

    use super::*;

    fn batch(files: &[(&str, Option<Value>)]) -> FileBatch {
        let files = files.iter().map(|(path, value)| ((*path).to_owned(), value.clone())).collect();
        FileBatch { entry: LogEntry::Next, files }
    }

    #[test]
    fn an_interrupted_write_of_several_files_is_completed() {
        let folder = TempDir::new().expect("a folder");
        let disk = Disk::open(folder.path().to_owned(), &["a"]).expect("it opens");
        let both = batch(&[("a/1.json", Some(json!({"x": 1}))), ("a/2.json", Some(json!({"x": 2})))]);
        disk.write(&both).expect("it is written");
        fs::remove_file(folder.path().join("a/2.json")).expect("as if it had not come so far");
        assert!(disk.recover().expect("it recovers").is_some());
        assert_eq!(disk.read("a/2.json").expect("it reads"), Some(json!({"x": 2})));
        disk.conclude().expect("it concludes");
        assert!(disk.recover().expect("nothing to do").is_none());
    }

    #[test]
    fn a_write_that_fails_for_one_of_its_files_changes_none() {
        let folder = TempDir::new().expect("a folder");
        let disk = Disk::open(folder.path().to_owned(), &["a"]).expect("it opens");
        disk.write(&batch(&[("a/1.json", Some(json!("before")))])).expect("it is written");
        let impossible = format!("a/{}.json", "x".repeat(300));
        let both = batch(&[("a/1.json", Some(json!("after"))), (&impossible, Some(json!(2)))]);
        assert!(disk.write(&both).is_err());
        assert_eq!(disk.read("a/1.json").expect("it reads"), Some(json!("before")));
        assert!(disk.recover().expect("nothing to do").is_none());
        assert_eq!(fs::read_dir(folder.path().join("a")).expect("a list").count(), 1);
    }

    #[test]
    fn a_temporary_file_is_not_listed() {
        let folder = TempDir::new().expect("a folder");
        let disk = Disk::open(folder.path().to_owned(), &["a"]).expect("it opens");
        fs::write(folder.path().join("a/1.tmp"), "{").expect("half a file");
        disk.write(&batch(&[("a/2.json", Some(json!(1)))])).expect("it is written");
        assert_eq!(disk.list("a").expect("a list"), ["a/2.json"]);
        disk.write(&batch(&[("a/2.json", None)])).expect("it is removed");
        assert!(disk.list("a").expect("a list").is_empty());
    }
}
