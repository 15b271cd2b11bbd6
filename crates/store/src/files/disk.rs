//! Files that are replaced whole and reach the disk before anybody is told.
//!
//! A write of several files is announced in `pending.json` first: whoever finds that file carries the write out, so that
//! it takes place wholly or not at all. Everything here expects the folder's lock to be held.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::log::Entry;
use crate::StoreError;
use crate::error::Result;

/// Files to write, and what the other processes are told of them.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Batch {
    /// What is added to the log.
    pub(super) entry: Entry,
    /// Content by path below the folder; none removes the file.
    pub(super) files: BTreeMap<String, Option<Value>>,
}

/// The folder that holds the files.
#[derive(Debug, Clone)]
pub(super) struct Disk {
    root: PathBuf,
}

impl Disk {
    /// Files in a folder, made when it is missing.
    pub(super) fn open(root: PathBuf, folders: &[&str]) -> Result<Self> {
        for folder in folders {
            make_folder(&root.join(folder))?;
        }
        sync(&root)?;
        Ok(Self { root })
    }

    /// Refuses files of a newer version, and marks those of an older one as read and written by this.
    pub(super) fn claim(&self, known: i64) -> Result<()> {
        let path = self.root.join("version.json");
        let marked = content(&path)?.map(|text| serde_json::from_slice(&text)).transpose()?;
        let found: i64 = marked.unwrap_or(0);
        if found > known {
            return Err(StoreError::TooNew { found, known });
        }
        if found < known {
            replace(&path, known.to_string().as_bytes())?;
            sync(&self.root)?;
        }
        Ok(())
    }

    /// Writes a batch. Once it answers, the files are on the disk; several of them stay announced until
    /// [`Self::conclude`].
    ///
    /// What takes room comes first and beside the files that are there: a disk that is full refuses the write whole.
    pub(super) fn write(&self, batch: &Batch) -> Result<()> {
        self.prepare(batch).and_then(|()| self.announce(batch)).inspect_err(|_| self.abandon(batch))?;
        if batch.files.len() > 1 {
            fs::rename(beside(&self.pending()), self.pending())?;
            sync(&self.root)?;
        }
        self.put_in_place(batch)
    }

    /// Ends the announcement, once the log has the batch.
    pub(super) fn conclude(&self) -> Result<()> {
        match fs::remove_file(self.pending()) {
            // It must not come back after a power cut, when the files may have moved on.
            Ok(()) => sync(&self.root),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Carries out a batch that a process announced and did not live to conclude; answers it.
    pub(super) fn recover(&self) -> Result<Option<Batch>> {
        let Some(announced) = content(&self.pending())? else {
            return Ok(None);
        };
        let batch: Batch = serde_json::from_slice(&announced)?;
        tracing::warn!("carrying out a write of {} files that was cut short", batch.files.len());
        self.prepare(&batch)?;
        self.put_in_place(&batch)?;
        Ok(Some(batch))
    }

    /// The content of a file, if it is there.
    pub(super) fn read(&self, path: &str) -> Result<Option<Value>> {
        let Some(bytes) = content(&self.root.join(path))? else {
            return Ok(None);
        };
        let value = serde_json::from_slice(&bytes);
        Ok(Some(value.map_err(|error| anyhow::anyhow!("`{path}`: {error}"))?))
    }

    /// Paths of all files in a folder.
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

    /// Writes the files of a batch beside where they will stay.
    fn prepare(&self, batch: &Batch) -> Result<()> {
        for (path, content) in &batch.files {
            if let Some(value) = content {
                let mut text = serde_json::to_vec_pretty(value)?;
                text.push(b'\n');
                write_beside(&self.root.join(path), &text)?;
            }
        }
        Ok(())
    }

    /// Writes the announcement of several files, also beside where it will stay.
    fn announce(&self, batch: &Batch) -> Result<()> {
        if batch.files.len() > 1 { write_beside(&self.pending(), &serde_json::to_vec(batch)?) } else { Ok(()) }
    }

    /// Gives back the room that a batch took which does not take place.
    fn abandon(&self, batch: &Batch) {
        let paths = batch.files.keys().map(|path| self.root.join(path)).chain([self.pending()]);
        for path in paths {
            let _ = fs::remove_file(beside(&path));
        }
    }

    /// Puts what was prepared in its place.
    fn put_in_place(&self, batch: &Batch) -> Result<()> {
        let mut folders = BTreeSet::new();
        for (path, content) in &batch.files {
            let path = self.root.join(path);
            match content {
                Some(_) => fs::rename(beside(&path), &path)?,
                None => unless_gone(fs::remove_file(&path))?,
            }
            folders.extend(path.parent().map(Path::to_owned));
        }
        folders.iter().try_for_each(|folder| sync(folder))
    }

    fn pending(&self) -> PathBuf {
        self.root.join("pending.json")
    }
}

/// What became of removing something; that somebody else has removed it is as good.
pub(crate) fn unless_gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Makes a folder that is missing, for nobody else to look into: it will hold hashes of passwords.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Puts content in the place of a file; its folder has to be synced afterwards.
fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    write_beside(path, bytes)?;
    Ok(fs::rename(beside(path), path)?)
}

/// Writes what a file will hold beside it.
fn write_beside(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = File::create(beside(path))?;
    file.write_all(bytes)?;
    Ok(file.sync_all()?)
}

fn beside(path: &Path) -> PathBuf {
    path.with_extension("tmp")
}

fn content(path: &Path) -> Result<Option<Vec<u8>>> {
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

    fn batch(files: &[(&str, Option<Value>)]) -> Batch {
        let files = files.iter().map(|(path, value)| ((*path).to_owned(), value.clone())).collect();
        Batch { entry: Entry::Next, files }
    }

    #[test]
    fn a_write_of_several_files_that_was_cut_short_is_carried_out() {
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
    fn a_write_that_finds_no_room_for_one_of_its_files_changes_none() {
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
    fn half_a_file_is_never_listed() {
        let folder = TempDir::new().expect("a folder");
        let disk = Disk::open(folder.path().to_owned(), &["a"]).expect("it opens");
        fs::write(folder.path().join("a/1.tmp"), "{").expect("half a file");
        disk.write(&batch(&[("a/2.json", Some(json!(1)))])).expect("it is written");
        assert_eq!(disk.list("a").expect("a list"), ["a/2.json"]);
        disk.write(&batch(&[("a/2.json", None)])).expect("it is removed");
        assert!(disk.list("a").expect("a list").is_empty());
    }
}
