//! A file that grows by one byte with every commit, so that a glance at its length tells whether anything changed.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::error::Result;

/// Length from which the file begins anew. It would take weeks of heavy writing.
const LONGEST: i64 = 64 << 20;

/// The file, and how much of its growth is accounted for.
#[derive(Debug)]
pub(crate) struct Tick {
    file: Mutex<File>,
    reader: File,
    seen: AtomicI64,
}

impl Tick {
    /// Opens the file, with all of its present length accounted for.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        let reader = File::open(path)?;
        let tick = Self { file: Mutex::new(file), reader, seen: AtomicI64::new(0) };
        tick.seen.store(tick.length()?, Ordering::SeqCst);
        Ok(tick)
    }

    /// Tells the other processes that something was committed.
    pub(crate) fn strike(&self) -> Result<()> {
        // Growth and account change together, so that whoever compares them under the lock sees no growth of ours.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if self.length()? > LONGEST {
            file.set_len(0)?;
        }
        file.write_all(b".")?;
        self.seen.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    /// Whether the file grew by other hands.
    pub(crate) fn is_behind(&self) -> bool {
        self.length().is_ok_and(|length| length != self.seen.load(Ordering::SeqCst))
    }

    /// How much growth is not accounted for. It is added with [`Self::account`] once it was acted upon.
    pub(crate) fn behind(&self) -> Result<i64> {
        let _still = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(self.length()? - self.seen.load(Ordering::SeqCst))
    }

    /// Accounts for growth.
    pub(crate) fn account(&self, growth: i64) {
        self.seen.fetch_add(growth, Ordering::SeqCst);
    }

    fn length(&self) -> Result<i64> {
        Ok(i64::try_from(self.reader.metadata()?.len()).unwrap_or(i64::MAX))
    }
}
