//! The journal of usage counts that are not in storage yet, so that they survive when the process is killed.
//!
//! Each process writes files of its own, one after the other, and holds a lock on them while it lives. A line is a key
//! id, a day, the kind of usage and the time.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::usage_counter::{PendingUsage, UsageKind};
use crate::error::Result;
use crate::ids::KeyId;
use crate::process_file;
use crate::records::Time;

/// A journal file, locked by this process.
#[derive(Debug)]
pub(super) struct UsageJournal {
    folder: PathBuf,
    path: PathBuf,
    file: File,
}

impl UsageJournal {
    /// Creates a file.
    pub(super) fn create(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder)?;
        let create = || {
            let path = folder.join(format!("{}.journal", crate::feed::random_name()));
            let file = File::options().create_new(true).append(true).open(&path)?;
            Ok(Self { folder: folder.to_owned(), path, file })
        };
        Ok(process_file::create_locked(create, |journal| (&journal.file, &journal.path))?)
    }

    /// Switches to a new file and returns the former one.
    pub(super) fn rotate(&mut self) -> Result<Self> {
        let next = Self::create(&self.folder)?;
        Ok(std::mem::replace(self, next))
    }

    /// Appends a line. It survives the process at once, but may be lost in a power failure.
    pub(super) fn add(&mut self, key: &str, day: i64, kind: UsageKind, at: Time) -> Result<()> {
        let line = format!("{key} {day} {} {at}\n", kind.letter());
        Ok(self.file.write_all(line.as_bytes())?)
    }

    /// The name under which storage records that it has the counts of the file.
    pub(super) fn name(&self) -> String {
        name(&self.path)
    }

    /// Removes the file.
    pub(super) fn remove(&self) -> Result<()> {
        Ok(fs::remove_file(&self.path)?)
    }
}

/// Locks the files of dead processes and returns each with its counts.
pub(super) fn leftovers(folder: &Path) -> Result<Vec<(UsageJournal, PendingUsage)>> {
    let mut found = Vec::new();
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|ending| ending != "journal") {
            continue;
        }
        let Some(file) = process_file::lock_leftover(&path)? else {
            continue;
        };
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let mut pending = PendingUsage::default();
        for (key, day, kind, at) in text.lines().filter_map(parse) {
            pending.add(&KeyId::from(key), day, kind, at);
        }
        let folder = folder.to_owned();
        found.push((UsageJournal { folder, path, file }, pending));
    }
    Ok(found)
}

/// Parses a line; none for an incomplete one.
fn parse(line: &str) -> Option<(&str, i64, UsageKind, Time)> {
    let mut parts = line.split(' ');
    let (key, day, kind, at) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    Some((key, day.parse().ok()?, UsageKind::named(kind)?, at.parse().ok()?))
}

fn name(path: &Path) -> String {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    format!("usage {}", stem.unwrap_or_default())
}
