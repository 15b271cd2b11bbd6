//! Files that counts go to before they are in storage, so that they outlive a process that is killed.
//!
//! Each process writes files of its own, one after the other, and holds a lock on them while it lives. A line is a key,
//! a day, what it did and when.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::tally::{Did, Pending};
use crate::error::Result;
use crate::ids::KeyId;
use crate::owned;
use crate::records::Time;

/// The file that is being written.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a file.
    pub(super) fn begin(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder)?;
        let new = || {
            let path = folder.join(format!("{}.journal", crate::feed::new_name()));
            let file = File::options().create_new(true).append(true).open(&path)?;
            Ok(Self { folder: folder.to_owned(), path, file })
        };
        Ok(owned::make(new, |journal| (&journal.file, &journal.path))?)
    }

    /// Goes on in a new file and answers the one before.
    pub(super) fn turn(&mut self) -> Result<Self> {
        let next = Self::begin(&self.folder)?;
        Ok(std::mem::replace(self, next))
    }

    /// Adds a line. It outlives the process at once; a power cut may take it.
    pub(super) fn add(&mut self, key: &str, day: i64, did: Did, at: Time) -> Result<()> {
        let line = format!("{key} {day} {} {at}\n", did.letter());
        Ok(self.file.write_all(line.as_bytes())?)
    }

    /// A name that storage remembers the file by, once its counts are there.
    pub(super) fn name(&self) -> String {
        name(&self.path)
    }

    /// Removes the file, when its counts are in storage.
    pub(super) fn remove(&self) -> Result<()> {
        Ok(fs::remove_file(&self.path)?)
    }
}

/// Files of dead processes, locked for this one, each with its counts.
pub(super) fn left_over(folder: &Path) -> Result<Vec<(Journal, Pending)>> {
    let mut found = Vec::new();
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|ending| ending != "journal") {
            continue;
        }
        let Some(file) = owned::left(&path)? else {
            continue;
        };
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let mut pending = Pending::default();
        for (key, day, did, at) in text.lines().filter_map(read) {
            pending.add(&KeyId::from(key), day, did, at);
        }
        let folder = folder.to_owned();
        found.push((Journal { folder, path, file }, pending));
    }
    Ok(found)
}

/// A line; none for one that was cut short.
fn read(line: &str) -> Option<(&str, i64, Did, Time)> {
    let mut parts = line.split(' ');
    let (key, day, did, at) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    Some((key, day.parse().ok()?, Did::named(did)?, at.parse().ok()?))
}

fn name(path: &Path) -> String {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    format!("usage {}", stem.unwrap_or_default())
}
