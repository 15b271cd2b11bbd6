//! Assets in a folder of this machine.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::Spool;
use crate::error::Result;

/// A folder of assets. Each file is written in full to a temporary file, then moved into place.
#[derive(Debug, Clone)]
pub(super) struct Folder {
    path: PathBuf,
}

/// A file that is being read.
pub(super) struct OpenFile {
    /// None while a chunk is being read, at the end and after a failure.
    file: Option<File>,
    length: u64,
}

impl Folder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Where the file of a key is.
    pub(super) fn file(&self, key: &str) -> PathBuf {
        self.path.join(key)
    }

    pub(super) async fn exists(&self, key: &str) -> Result<bool> {
        let path = self.file(key);
        Ok(unless_missing(blocking(move || std::fs::metadata(path)).await)?.is_some())
    }

    /// Opens a file for reading; none when there is no such file.
    pub(super) async fn get(&self, key: &str) -> Result<Option<OpenFile>> {
        let path = self.file(key);
        let opened = blocking(move || {
            let file = File::open(path)?;
            let length = file.metadata()?.len();
            Ok(OpenFile { file: Some(file), length })
        });
        Ok(unless_missing(opened.await)?)
    }

    /// Writes a file. Its bytes and its name are on the disk when this returns.
    pub(super) async fn put(&self, key: &str, bytes: Bytes, spools: &Path) -> Result<()> {
        let mut spool = Spool::new(spools)?;
        spool.add(bytes).await?;
        spool.finish()?.move_to(self.file(key)).await
    }

    /// Removes a file, if it is there.
    pub(super) async fn delete(&self, key: &str) -> Result<()> {
        let path = self.file(key);
        unless_missing(blocking(move || std::fs::remove_file(path)).await)?;
        Ok(())
    }
}

impl OpenFile {
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Continues at a byte of the file.
    pub(super) async fn seek(&mut self, offset: u64) -> Result<()> {
        let Some(mut file) = self.file.take() else { return Ok(()) };
        let moved = blocking(move || {
            file.seek(SeekFrom::Start(offset))?;
            Ok(file)
        });
        self.file = Some(moved.await?);
        Ok(())
    }

    /// The next bytes, at most the given number; none at the end.
    pub(super) async fn next(&mut self, limit: usize) -> Option<Result<Bytes>> {
        let mut file = self.file.take()?;
        // Allocated here and not on the blocking pool: the allocator keeps memory for each thread, and that pool has
        // many.
        let mut bytes = Vec::with_capacity(limit.min(usize::try_from(self.length).unwrap_or(limit)));
        let read = blocking(move || {
            (&mut file).take(limit as u64).read_to_end(&mut bytes)?;
            Ok((bytes, file))
        });
        match read.await {
            Ok((bytes, _)) if bytes.is_empty() => None,
            Ok((bytes, file)) => {
                self.file = Some(file);
                Some(Ok(bytes.into()))
            }
            Err(fault) => Some(Err(fault.into())),
        }
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    crate::blocking(work).await.map_err(io::Error::other)?
}

fn unless_missing<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(fault) => Err(fault),
    }
}
