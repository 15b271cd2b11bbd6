//! The temporary file of an upload, which is counted and hashed while it is written.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use super::sync_folder;
use crate::error::Result;
use crate::files::ignore_missing;
use crate::process_file;

/// An upload that is being written. Its file is removed when the value is dropped before [`Spool::finish`].
#[derive(Debug)]
pub struct Spool {
    /// None while a chunk is being written, and after a failure.
    open: Option<OpenSpool>,
}

#[derive(Debug)]
struct OpenSpool {
    file: NamedTempFile,
    hasher: Sha256,
    length: u64,
}

/// A finished upload. Its file is removed when the value is dropped before the upload is stored.
#[derive(Debug)]
pub struct Spooled {
    /// SHA-256 of the bytes, hex.
    pub hash: String,
    /// Number of bytes.
    pub length: u64,
    file: NamedTempFile,
}

impl Spool {
    pub(super) fn new(folder: &Path) -> Result<Self> {
        let file = process_file::create_locked(|| NamedTempFile::new_in(folder), |file| (file.as_file(), file.path()))?;
        Ok(Self { open: Some(OpenSpool { file, hasher: Sha256::new(), length: 0 }) })
    }

    /// How many bytes were written so far.
    pub fn length(&self) -> u64 {
        self.open.as_ref().map_or(0, |open| open.length)
    }

    /// Adds a chunk, on the blocking pool. After a failure every later call fails too.
    pub async fn add(&mut self, chunk: Bytes) -> Result<()> {
        let mut open = self.open.take().ok_or_else(interrupted)?;
        let added = tokio::task::spawn_blocking(move || {
            open.write_all(&chunk)?;
            io::Result::Ok(open)
        });
        self.open = Some(added.await.map_err(|_| interrupted())??);
        Ok(())
    }

    /// Ends the upload and returns it with its hash. Fails when a chunk could not be written.
    pub fn finish(mut self) -> Result<Spooled> {
        let OpenSpool { file, hasher, length } = self.open.take().ok_or_else(interrupted)?;
        let hash = hex(&hasher.finalize());
        Ok(Spooled { hash, length, file })
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open.as_mut().ok_or_else(interrupted)?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Write for OpenSpool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Spooled {
    /// The temporary file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Moves the file to its place. Its bytes and its name are on the disk when this returns.
    pub(super) async fn move_to(self, target: PathBuf) -> Result<()> {
        let moved = tokio::task::spawn_blocking(move || -> io::Result<()> {
            self.file.as_file().sync_all()?;
            let folder = target.parent().unwrap_or(Path::new("."));
            if !folder.is_dir() {
                std::fs::create_dir_all(folder)?;
                folder.parent().map_or(Ok(()), sync_folder)?;
            }
            self.file.persist(&target)?;
            sync_folder(folder)
        });
        Ok(moved.await.map_err(|_| interrupted())??)
    }
}

/// Removes the files of processes that died.
pub(super) fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(_locked) = process_file::lock_leftover(&path)? else {
            continue;
        };
        // Another process may have removed the file in the meantime.
        ignore_missing(std::fs::remove_file(path))?;
    }
    Ok(())
}

fn interrupted() -> io::Error {
    io::Error::other("an upload was interrupted")
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
