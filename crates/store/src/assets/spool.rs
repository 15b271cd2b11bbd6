//! A temporary file that an upload goes to, counted and hashed on the way.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use super::sync_folder;
use crate::error::Result;
use crate::files::unless_gone;
use crate::owned;

/// An upload on its way in. Dropped unfinished, it leaves nothing.
#[derive(Debug)]
pub struct Spool {
    /// Away only while a chunk is being written.
    inside: Option<Inside>,
}

#[derive(Debug)]
struct Inside {
    file: NamedTempFile,
    hasher: Sha256,
    length: u64,
}

/// A finished upload. Dropped without being kept, it leaves nothing.
#[derive(Debug)]
pub struct Spooled {
    /// SHA-256 of the bytes, hex.
    pub hash: String,
    /// How many bytes.
    pub length: u64,
    file: NamedTempFile,
}

impl Spool {
    pub(super) fn new(folder: &Path) -> Result<Self> {
        let file = owned::make(|| NamedTempFile::new_in(folder), |file| (file.as_file(), file.path()))?;
        Ok(Self { inside: Some(Inside { file, hasher: Sha256::new(), length: 0 }) })
    }

    /// Bytes so far.
    pub fn length(&self) -> u64 {
        self.inside.as_ref().map_or(0, |inside| inside.length)
    }

    /// Adds a chunk without holding up other tasks. After a failure the spool is of no more use.
    pub async fn add(&mut self, chunk: Bytes) -> Result<()> {
        let mut inside = self.inside.take().ok_or_else(broken)?;
        let added = tokio::task::spawn_blocking(move || {
            inside.write_all(&chunk)?;
            io::Result::Ok(inside)
        });
        self.inside = Some(added.await.map_err(|_| broken())??);
        Ok(())
    }

    /// Ends the upload.
    pub fn finish(mut self) -> Result<Spooled> {
        let Inside { file, hasher, length } = self.inside.take().ok_or_else(broken)?;
        let hash = hex(&hasher.finalize());
        Ok(Spooled { hash, length, file })
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inside.as_mut().ok_or_else(broken)?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Write for Inside {
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
    /// Where the bytes are for now.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Moves the file to where it stays, and answers once it is on the disk.
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
        Ok(moved.await.map_err(|_| broken())??)
    }
}

/// Removes what dead processes left behind.
pub(super) fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(_locked) = owned::left(&path)? else {
            continue;
        };
        // Whoever made it may have seen that it was taken, and removed it himself.
        unless_gone(std::fs::remove_file(path))?;
    }
    Ok(())
}

fn broken() -> io::Error {
    io::Error::other("an upload broke off")
}

/// A hash as it is written.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
