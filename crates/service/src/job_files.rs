//! Files that jobs make, where every node can read them.
//!
//! A file is in the asset store until its time is over. In one process nothing is stored: the file is the job's own.

use std::fs::File;
use std::io::{self, Seek as _};
use std::os::fd::AsRawFd as _;

use store::{AssetChunks, Assets, Shared, Store, Time};

use crate::clock::Clock;
use crate::error::Result;
use crate::permits::run_blocking;

/// The shared times at which files are deleted, by hash.
const FILES: &str = "files of jobs";
/// Milliseconds that the time is stored at which a file is deleted: longer than any node is stopped for.
const FILES_LIFETIME: Time = 7 * 24 * 3600 * 1000;

/// The files of jobs.
#[derive(Debug)]
pub(crate) struct JobFiles {
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) assets: Assets,
    pub(crate) clock: Clock,
}

/// A file that a job made.
#[derive(Debug)]
pub enum JobFile {
    /// Of this process.
    Local(File),
    /// Of another node, in the asset store.
    Stored(AssetChunks),
}

impl JobFile {
    /// A file of this process, with a position of its own.
    ///
    /// # Errors
    /// Fails when the file cannot be opened.
    pub(crate) fn local(file: &File) -> Result<Self> {
        Ok(Self::Local(File::open(format!("/proc/self/fd/{}", file.as_raw_fd()))?))
    }
}

impl JobFiles {
    /// A finished file and, where there are other nodes, the hash of the copy that they read for `retention` milliseconds.
    ///
    /// # Errors
    /// Fails when Redis or the asset store does not respond.
    pub(crate) async fn shared_copy(&self, mut file: File, retention: Time) -> Result<(File, Option<String>)> {
        if !self.shared.has_other_nodes() {
            return Ok((file, None));
        }
        let hash = self.store(file.try_clone()?, retention).await?;
        // The copy has the same position.
        file.rewind()?;
        Ok((file, Some(hash)))
    }

    /// A stored file; `None` when it was deleted.
    ///
    /// # Errors
    /// Fails when the asset store does not respond.
    pub(crate) async fn stored(&self, hash: &str) -> Result<Option<JobFile>> {
        Ok(self.assets.chunks(hash).await?.map(JobFile::Stored))
    }

    async fn store(&self, mut file: File, retention: Time) -> Result<String> {
        let mut spool = self.assets.spool()?;
        let spooled = run_blocking(move || -> Result<_> {
            io::copy(&mut file, &mut spool)?;
            Ok(spool.finish()?)
        })
        .await?;
        let (hash, now) = (spooled.hash.clone(), self.clock.now());
        // Before the file is stored, so that it is deleted even if this node is killed.
        self.shared.put_text(FILES, &hash, &(now + retention).to_string(), FILES_LIFETIME, now).await?;
        self.assets.put_spooled(spooled).await?;
        Ok(hash)
    }

    /// Deletes the files of all nodes whose time is over. A file that a person uploaded too, such as a video for a slide,
    /// stays.
    ///
    /// # Errors
    /// Fails when storage, Redis or the asset store does not respond.
    pub(crate) async fn sweep(&self) -> Result<()> {
        if !self.shared.has_other_nodes() {
            return Ok(());
        }
        let now = self.clock.now();
        for (hash, time) in self.shared.texts(FILES, now).await? {
            if time.parse::<Time>().is_ok_and(|time| time <= now) {
                if !self.store.has_file(&hash).await? {
                    self.assets.delete(&hash).await?;
                }
                self.shared.remove_text(FILES, &hash).await?;
            }
        }
        Ok(())
    }
}
