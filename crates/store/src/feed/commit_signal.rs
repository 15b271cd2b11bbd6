//! A file that grows by one byte with every commit, so that its length shows whether another process wrote.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::error::Result;

/// Length from which the file starts from zero again, after weeks of heavy writing.
const MAX_LENGTH: i64 = 64 << 20;

/// The file, and the length up to which this process has seen it.
#[derive(Debug)]
pub(crate) struct CommitSignal {
    file: Mutex<File>,
    reader: File,
    seen: AtomicI64,
}

impl CommitSignal {
    /// Opens the file. Its current length counts as seen.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        let reader = File::open(path)?;
        let signal = Self { file: Mutex::new(file), reader, seen: AtomicI64::new(0) };
        signal.seen.store(signal.length()?, Ordering::SeqCst);
        Ok(signal)
    }

    /// Signals a commit to the other processes.
    pub(crate) fn send(&self) -> Result<()> {
        // Length and `seen` change together, so that a comparison under the lock never counts growth of this process.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if self.length()? > MAX_LENGTH {
            file.set_len(0)?;
        }
        file.write_all(b".")?;
        self.seen.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    /// Whether another process signalled a commit that was not seen yet.
    pub(crate) fn is_behind(&self) -> bool {
        self.length().is_ok_and(|length| length != self.seen.load(Ordering::SeqCst))
    }

    /// The growth that was not seen yet. Once the changes are applied, it is passed to [`Self::mark_seen`].
    pub(crate) fn unseen_growth(&self) -> Result<i64> {
        let _lock = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(self.length()? - self.seen.load(Ordering::SeqCst))
    }

    /// Marks growth as seen.
    pub(crate) fn mark_seen(&self, growth: i64) {
        self.seen.fetch_add(growth, Ordering::SeqCst);
    }

    fn length(&self) -> Result<i64> {
        Ok(i64::try_from(self.reader.metadata()?.len()).unwrap_or(i64::MAX))
    }
}
