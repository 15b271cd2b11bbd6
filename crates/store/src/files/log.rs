//! What the processes on one folder tell each other: a file that grows by a line with every write.
//!
//! A glance at its length tells whether there is news. It holds nothing that lasts: whoever starts reads the files.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Result;
use crate::feed::Touch;

/// Length from which a new file is begun.
const LONGEST: u64 = 4 << 20;

/// A line of the log.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Entry {
    /// A write.
    Written {
        /// The process that wrote.
        origin: String,
        /// Rows that are other than before.
        rows: Vec<RowName>,
        /// What it touched.
        touches: Vec<Touch>,
    },
    /// The log goes on in the next file.
    Next,
}

impl Entry {
    /// The rows of a write.
    pub(super) fn rows(&self) -> Option<&[RowName]> {
        match self {
            Self::Written { rows, .. } => Some(rows),
            Self::Next => None,
        }
    }
}

/// A row, and so the file that holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct RowName {
    pub(super) table: String,
    pub(super) key: Vec<Value>,
}

/// What there is to read.
#[derive(Debug)]
pub(super) enum News {
    /// Entries since the last look.
    Entries(Vec<Entry>),
    /// Too much happened since: the files have to be read anew.
    Lost,
}

/// The log, and how far it was read.
#[derive(Debug)]
pub(crate) struct Log {
    folder: PathBuf,
    state: Mutex<State>,
    /// Whether something was read that is not acted upon yet: until then it must not pass for seen.
    acting: AtomicBool,
}

#[derive(Debug)]
struct State {
    number: u64,
    file: File,
    seen: u64,
}

impl Log {
    /// Opens the log, all of it seen. Expects the folder's lock to be held.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        Ok(Self {
            folder: folder.to_owned(),
            state: Mutex::new(State::newest(folder)?),
            acting: AtomicBool::new(false),
        })
    }

    /// Whether there is something new, or something that was read but not acted upon yet.
    pub(crate) fn is_behind(&self) -> bool {
        let state = self.state();
        self.acting.load(Ordering::SeqCst) || state.file.metadata().is_ok_and(|meta| meta.len() != state.seen)
    }

    /// What is new since the last look, all of it seen then. Expects the folder's lock to be held.
    pub(super) fn news(&self) -> Result<News> {
        let mut state = self.state();
        let mut entries = Vec::new();
        loop {
            let length = state.file.metadata()?.len();
            let mut bytes = vec![0; usize::try_from(length.saturating_sub(state.seen)).unwrap_or_default()];
            state.file.read_exact_at(&mut bytes, state.seen)?;
            if !bytes.is_empty() {
                self.acting.store(true, Ordering::SeqCst);
            }
            state.seen = length;
            let mut next = false;
            for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                match serde_json::from_slice(line) {
                    Ok(Entry::Next) => next = true,
                    Ok(entry @ Entry::Written { .. }) => entries.push(entry),
                    // A process died while it wrote the line.
                    Err(_) => return Ok(News::Lost),
                }
            }
            if !next {
                return Ok(News::Entries(entries));
            }
            let following = state.number + 1;
            if !path(&self.folder, following).exists() {
                *state = State::newest(&self.folder)?;
                return Ok(News::Lost);
            }
            *state = State::at(&self.folder, following)?;
        }
    }

    /// Notes that what was read was acted upon: memory and database are up to date.
    pub(super) fn acted(&self) {
        self.acting.store(false, Ordering::SeqCst);
    }

    /// Adds an entry, seen by this process. Expects the folder's lock to be held and all news to be read.
    pub(super) fn add(&self, entry: &Entry) -> Result<()> {
        let mut state = self.state();
        state.add(entry)?;
        if state.seen > LONGEST {
            let before = state.number;
            let following = State::at(&self.folder, before + 1)?;
            state.add(&Entry::Next)?;
            *state = following;
            // Those who have it open read it to its end; those who start need only the newest.
            fs::remove_file(path(&self.folder, before))?;
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The newest file, all of it seen.
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

    /// A file by its number, nothing of it seen; made when it is missing.
    fn at(folder: &Path, number: u64) -> Result<Self> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path(folder, number))?;
        Ok(Self { number, file, seen: 0 })
    }

    fn add(&mut self, entry: &Entry) -> Result<()> {
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

    fn written(key: &str) -> Entry {
        let row = RowName { table: "decks".into(), key: vec![key.into()] };
        Entry::Written { origin: "me".into(), rows: vec![row], touches: Vec::new() }
    }

    fn keys(log: &Log) -> Option<Vec<String>> {
        let news = log.news().expect("news");
        log.acted();
        let News::Entries(entries) = news else { return None };
        let rows = entries.into_iter().filter_map(|entry| match entry {
            Entry::Written { rows, .. } => Some(rows),
            Entry::Next => None,
        });
        Some(rows.flatten().map(|row| row.key[0].as_str().unwrap_or_default().to_owned()).collect())
    }

    fn two() -> (TempDir, Log, Log) {
        let folder = TempDir::new().expect("a folder");
        let log = || Log::open(folder.path()).expect("a log");
        let (one, other) = (log(), log());
        (folder, one, other)
    }

    #[test]
    fn what_one_process_adds_another_reads_once() {
        let (folder, one, other) = two();
        one.add(&written("a")).expect("it is added");
        assert!(other.is_behind() && !one.is_behind());
        assert_eq!(keys(&other), Some(vec!["a".to_owned()]));
        assert!(!other.is_behind());
        assert_eq!(keys(&other), Some(Vec::new()));
        assert!(!Log::open(folder.path()).expect("a log").is_behind());
    }

    #[test]
    fn what_was_read_is_new_until_it_was_acted_upon() {
        let (_folder, one, other) = two();
        one.add(&written("a")).expect("it is added");
        assert!(matches!(other.news(), Ok(News::Entries(entries)) if entries.len() == 1));
        assert!(other.is_behind());
        other.acted();
        assert!(!other.is_behind());
        assert!(matches!(other.news(), Ok(News::Entries(entries)) if entries.is_empty()));
        assert!(!other.is_behind(), "there was nothing to act upon");
    }

    #[test]
    fn the_log_goes_on_in_another_file_when_it_is_long() {
        let (folder, one, other) = two();
        let long = "x".repeat(1 << 20);
        for _ in 0..7 {
            one.add(&written(&long)).expect("it is added");
        }
        assert!(other.is_behind());
        assert_eq!(keys(&other).map(|keys| keys.len()), Some(7));
        assert!(!other.is_behind());
        assert_eq!(fs::read_dir(folder.path()).expect("a list").count(), 1);
        one.add(&written("last")).expect("it is added");
        assert_eq!(keys(&other), Some(vec!["last".to_owned()]));
    }

    #[test]
    fn whoever_is_too_far_behind_is_told_so() {
        let (_folder, one, other) = two();
        let long = "x".repeat(1 << 20);
        for _ in 0..12 {
            one.add(&written(&long)).expect("it is added");
        }
        assert_eq!(keys(&other), None);
        one.add(&written("last")).expect("it is added");
        assert_eq!(keys(&other), Some(vec!["last".to_owned()]));
    }
}
