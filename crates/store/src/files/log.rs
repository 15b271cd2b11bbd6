//! The log of a folder of files: a file that grows by a line with every write, by which processes notify each other.
//!
//! The length of the log shows whether there are new entries. Durability does not need it: a process that starts reads
//! the files.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Result;
use crate::feed::WriteEffect;

/// Length from which a new log file is started.
const MAX_LENGTH: u64 = 4 << 20;

/// A line of the log.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum LogEntry {
    /// A write.
    Written {
        /// The process that wrote.
        origin: String,
        /// The rows that changed.
        rows: Vec<RowKey>,
        /// Its effects.
        #[serde(rename = "touches")]
        effects: Vec<WriteEffect>,
    },
    /// The log continues in the next file.
    Next,
}

impl LogEntry {
    /// The rows of a write; none for another entry.
    pub(super) fn rows(&self) -> Option<&[RowKey]> {
        match self {
            Self::Written { rows, .. } => Some(rows),
            Self::Next => None,
        }
    }
}

/// The table and key of a row, which name its file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct RowKey {
    pub(super) table: String,
    pub(super) key: Vec<Value>,
}

/// Entries that were not read yet.
#[derive(Debug)]
pub(super) enum NewEntries {
    /// The entries.
    Entries(Vec<LogEntry>),
    /// Some entries are no longer in the log, so that all files have to be read.
    Lost,
}

/// The log, and how far this process has read it.
#[derive(Debug)]
pub(crate) struct Log {
    folder: PathBuf,
    state: Mutex<LogPosition>,
    /// Whether entries were read that are not applied yet.
    applying: AtomicBool,
}

/// The file of the log that is read and written.
#[derive(Debug)]
struct LogPosition {
    /// Number of the file.
    number: u64,
    file: File,
    /// Number of bytes that were read or written.
    seen: u64,
}

impl Log {
    /// Opens the log at its end. Expects that the caller has locked the folder.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        Ok(Self {
            folder: folder.to_owned(),
            state: Mutex::new(LogPosition::newest(folder)?),
            applying: AtomicBool::new(false),
        })
    }

    /// Whether there are entries that were not read, or read but not applied.
    pub(crate) fn is_behind(&self) -> bool {
        let state = self.state();
        self.applying.load(Ordering::SeqCst) || state.file.metadata().is_ok_and(|meta| meta.len() != state.seen)
    }

    /// Reads the new entries. Expects that the caller has locked the folder.
    pub(super) fn read_new(&self) -> Result<NewEntries> {
        let mut state = self.state();
        let mut entries = Vec::new();
        loop {
            let length = state.file.metadata()?.len();
            let mut bytes = vec![0; usize::try_from(length.saturating_sub(state.seen)).unwrap_or_default()];
            state.file.read_exact_at(&mut bytes, state.seen)?;
            if !bytes.is_empty() {
                self.applying.store(true, Ordering::SeqCst);
            }
            state.seen = length;
            let mut continues = false;
            for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                match serde_json::from_slice(line) {
                    Ok(LogEntry::Next) => continues = true,
                    Ok(entry @ LogEntry::Written { .. }) => entries.push(entry),
                    // A process died while it wrote this line.
                    Err(_) => return Ok(NewEntries::Lost),
                }
            }
            if !continues {
                return Ok(NewEntries::Entries(entries));
            }
            let following = state.number + 1;
            if !path(&self.folder, following).exists() {
                *state = LogPosition::newest(&self.folder)?;
                return Ok(NewEntries::Lost);
            }
            *state = LogPosition::at(&self.folder, following)?;
        }
    }

    /// Marks the entries that were read as applied to caches and database.
    pub(super) fn mark_applied(&self) {
        self.applying.store(false, Ordering::SeqCst);
    }

    /// Appends an entry. Expects that the caller has locked the folder and read the new entries.
    pub(super) fn append(&self, entry: &LogEntry) -> Result<()> {
        let mut state = self.state();
        state.append(entry)?;
        if state.seen > MAX_LENGTH {
            let full = state.number;
            let following = LogPosition::at(&self.folder, full + 1)?;
            state.append(&LogEntry::Next)?;
            *state = following;
            // Processes that have the full file open read it to its end; processes that start need the newest file
            // only.
            fs::remove_file(path(&self.folder, full))?;
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, LogPosition> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LogPosition {
    /// The newest file, at its end.
    fn newest(folder: &Path) -> Result<Self> {
        let mut newest = 1;
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name();
            let number = name.to_str().and_then(|name| name.strip_prefix("changes.")?.strip_suffix(".log"));
            newest = newest.max(number.and_then(|number| number.parse().ok()).unwrap_or(1));
        }
        let state = Self::at(folder, newest)?;
        let seen = state.file.metadata()?.len();
        Ok(Self { seen, ..state })
    }

    /// The file with a number, at its start. Creates it when it is missing.
    fn at(folder: &Path, number: u64) -> Result<Self> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path(folder, number))?;
        Ok(Self { number, file, seen: 0 })
    }

    fn append(&mut self, entry: &LogEntry) -> Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.seen += line.len() as u64;
        Ok(())
    }
}

fn path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("changes.{number}.log"))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn written(key: &str) -> LogEntry {
        let row = RowKey { table: "decks".into(), key: vec![key.into()] };
        LogEntry::Written { origin: "me".into(), rows: vec![row], effects: Vec::new() }
    }

    fn keys(log: &Log) -> Option<Vec<String>> {
        let new = log.read_new().expect("entries");
        log.mark_applied();
        let NewEntries::Entries(entries) = new else { return None };
        let rows = entries.into_iter().filter_map(|entry| match entry {
            LogEntry::Written { rows, .. } => Some(rows),
            LogEntry::Next => None,
        });
        Some(rows.flatten().map(|row| row.key[0].as_str().unwrap_or_default().to_owned()).collect())
    }

    /// The logs of two processes on one folder.
    fn two_logs() -> (TempDir, Log, Log) {
        let folder = TempDir::new().expect("a folder");
        let log = || Log::open(folder.path()).expect("a log");
        let (writer, reader) = (log(), log());
        (folder, writer, reader)
    }

    #[test]
    fn an_entry_of_one_process_is_read_once_by_another() {
        let (folder, writer, reader) = two_logs();
        writer.append(&written("a")).expect("it is added");
        assert!(reader.is_behind() && !writer.is_behind());
        assert_eq!(keys(&reader), Some(vec!["a".to_owned()]));
        assert!(!reader.is_behind());
        assert_eq!(keys(&reader), Some(Vec::new()));
        assert!(!Log::open(folder.path()).expect("a log").is_behind());
    }

    #[test]
    fn an_entry_is_new_until_it_was_applied() {
        let (_folder, writer, reader) = two_logs();
        writer.append(&written("a")).expect("it is added");
        assert!(matches!(reader.read_new(), Ok(NewEntries::Entries(entries)) if entries.len() == 1));
        assert!(reader.is_behind());
        reader.mark_applied();
        assert!(!reader.is_behind());
        assert!(matches!(reader.read_new(), Ok(NewEntries::Entries(entries)) if entries.is_empty()));
        assert!(!reader.is_behind(), "there was nothing to apply");
    }

    #[test]
    fn a_long_log_continues_in_another_file() {
        let (folder, writer, reader) = two_logs();
        let long = "x".repeat(1 << 20);
        for _ in 0..7 {
            writer.append(&written(&long)).expect("it is added");
        }
        assert!(reader.is_behind());
        assert_eq!(keys(&reader).map(|keys| keys.len()), Some(7));
        assert!(!reader.is_behind());
        assert_eq!(fs::read_dir(folder.path()).expect("a list").count(), 1);
        writer.append(&written("last")).expect("it is added");
        assert_eq!(keys(&reader), Some(vec!["last".to_owned()]));
    }

    #[test]
    fn a_process_that_is_more_than_a_file_behind_has_lost_entries() {
        let (_folder, writer, reader) = two_logs();
        let long = "x".repeat(1 << 20);
        for _ in 0..12 {
            writer.append(&written(&long)).expect("it is added");
        }
        assert_eq!(keys(&reader), None);
        writer.append(&written("last")).expect("it is added");
        assert_eq!(keys(&reader), Some(vec!["last".to_owned()]));
    }
}
