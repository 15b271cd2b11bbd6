//! Files that jobs make, such as videos, for requests at any node.
//!
//! With several nodes, a copy of each file is in the asset store until its retention ends. A single process stores
//! nothing: it serves the temporary file of the job.

use std::fs::File;
use std::io::{self, Seek as _};
use std::os::fd::AsRawFd as _;

use store::{AssetChunks, Assets, Shared, Store, Time};

use crate::clock::Clock;
use crate::error::Result;
use crate::permits::run_blocking;

/// The family of shared texts that has the time at which each file is deleted, by the hash of the file.
const DELETION_FAMILY: &str = "files of jobs";
/// Milliseconds for which the time of a deletion is stored: longer than all nodes are ever stopped at once, since
/// without it the file would never be deleted.
const DELETION_LIFETIME: Time = 7 * 24 * 3600 * 1000;

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
    /// An open file of this process.
    Local(File),
    /// A copy in the asset store, which any node may have made.
    Stored(AssetChunks),
}

impl JobFile {
    /// Opens a file of this process again, with a separate read position.
    ///
    /// # Errors
    /// Fails when the file cannot be opened.
    pub(crate) fn local(file: &File) -> Result<Self> {
        Ok(Self::Local(File::open(format!("/proc/self/fd/{}", file.as_raw_fd()))?))
    }
}

impl JobFiles {
    /// Copies a finished file to the asset store for `retention` milliseconds, if there are other nodes. Returns the
    /// file and the hash of its copy; no hash without other nodes.
    ///
    /// # Errors
    /// Fails when Redis or the asset store does not respond.
    pub(crate) async fn shared_copy(&self, mut file: File, retention: Time) -> Result<(File, Option<String>)> {
        if !self.shared.has_other_nodes() {
            return Ok((file, None));
        }
        let hash = self.store(file.try_clone()?, retention).await?;
        // `try_clone` shares the read position, which is at the end now.
        file.rewind()?;
        Ok((file, Some(hash)))
    }

    /// The stored copy with a hash; `None` when it was deleted.
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
        // The time is stored before the file, so that the file is deleted even if this node is killed.
        self.shared.put_text(DELETION_FAMILY, &hash, &(now + retention).to_string(), DELETION_LIFETIME, now).await?;
        self.assets.put_spooled(spooled).await?;
        Ok(hash)
    }

    /// Deletes the copies of all nodes whose retention has ended. A file that a person also uploaded, such as a video
    /// for a slide, is not deleted.
    ///
    /// # Errors
    /// Fails when storage, Redis or the asset store does not respond.
    pub(crate) async fn sweep(&self) -> Result<()> {
        if !self.shared.has_other_nodes() {
            return Ok(());
        }
        let now = self.clock.now();
        for (hash, time) in self.shared.texts(DELETION_FAMILY, now).await? {
            if time.parse::<Time>().is_ok_and(|time| time <= now) {
                if !self.store.has_file(&hash).await? {
                    self.assets.delete(&hash).await?;
                }
                self.shared.remove_text(DELETION_FAMILY, &hash).await?;
            }
        }
        Ok(())
    }
}
