//! Running an instance: health, figures, backup, periodic clean-up, shutdown.

use std::path::Path;
use std::sync::Arc;

use store::{Archive, Assets, BackupContents, BackupStamp, Restored, Shared, Store, StoreError, StoreStatistics};

use crate::audit::{Act, AuditLog, Details};
use crate::caller::Caller;
use crate::clock::{Clock, iso};
use crate::job_files::JobFiles;
use crate::{Analytics, Author, Backend, Config, Decks, Live, Merges, Rehearsals, Result, Service, Videos};

/// Operation of the instance.
///
/// Uses storage, assets and shared state directly, and the services that have something to clean up.
#[derive(Debug)]
pub struct Operations {
    pub(crate) store: Store,
    pub(crate) assets: Assets,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) audit: Arc<AuditLog>,
    pub(crate) decks: Arc<Decks>,
    pub(crate) live: Arc<Live>,
    pub(crate) author: Arc<Author>,
    pub(crate) merges: Arc<Merges>,
    pub(crate) rehearsals: Arc<Rehearsals>,
    pub(crate) videos: Arc<Videos>,
    pub(crate) job_files: Arc<JobFiles>,
    pub(crate) analytics: Arc<Analytics>,
}

impl Operations {
    /// Whether storage responds.
    pub async fn healthy(&self) -> bool {
        self.store.is_reachable().await
    }

    /// Figures about storage.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn figures(&self) -> Result<StoreStatistics> {
        Ok(self.store.statistics().await?)
    }

    /// Rewrites decks of an older format in the present one. Returns how many there were.
    ///
    /// # Errors
    /// Fails when storage does not respond, or has a deck that cannot be read.
    pub async fn migrate_decks(&self) -> Result<usize> {
        Ok(self.store.migrate_decks().await?)
    }

    /// How many live sessions run, for an administrator who is about to switch maintenance on.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator, or storage does not respond.
    pub async fn live_session_count(&self, caller: &Caller) -> Result<usize> {
        caller.needs_admin()?;
        Ok(self.live.running_decks().await?.len())
    }

    /// Removes what has expired: sign-ins, live sessions, jobs with their files, pictures of documents, removed
    /// recordings, usage, old trash and old entries of the audit log.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn sweep(&self) -> Result<()> {
        self.store.sweep(self.clock.now()).await?;
        self.author.remove_ended_jobs().await;
        self.author.remove_unused_pictures().await?;
        self.merges.jobs.remove_expired();
        self.videos.jobs.remove_expired();
        self.job_files.sweep().await?;
        self.decks.purge_old_trash().await?;
        self.rehearsals.sweep().await?;
        self.live.sweep().await
    }

    /// Writes pending state and closes storage.
    pub async fn close(&self) {
        self.live.flush().await;
        if let Err(fault) = self.analytics.flush().await {
            tracing::warn!("counts of views are lost: {fault:#}");
        }
        self.shared.close().await;
        self.store.close().await;
    }

    /// Writes a backup of everything acknowledged so far, while others read and write.
    ///
    /// # Errors
    /// Fails when the file exists or cannot be written, storage does not respond, or storage was never used.
    pub async fn back_up(&self, target: &Path) -> Result<BackupContents> {
        if self.store.is_empty().await? {
            return Err(StoreError::Refused("storage holds nothing to back up; is it the right one?".to_owned()).into());
        }
        let stamp = BackupStamp { lectern: env!("CARGO_PKG_VERSION").to_owned(), at: iso(self.clock.now()) };
        let slide_types = self.config.data_dir.join("slide-types");
        let contents = self.store.back_up(&self.assets, &slide_types, stamp, target).await?;
        self.audit.record_from_console(Act::BackupMade, Details::none()).await;
        Ok(contents)
    }
}

/// Restores a backup into empty storage. All of it is checked before anything changes. Sessions and one-time links are
/// not restored. Keys are revoked unless `keep_keys` is set, since some may have been revoked after the backup was
/// made.
///
/// # Errors
/// Fails when the file is not a complete backup, storage is in use or not empty, or something cannot be written. Then
/// nothing is left behind.
pub async fn restore(backend: &Backend, config: &Config, source: &Path, keep_keys: bool) -> Result<Restored> {
    let archive = Archive::open(source)?;
    let revoke_keys_at = (!keep_keys).then(|| Clock::default().now());
    let location = config.asset_location();
    let restored = store::restore(backend, &config.data_dir, &location, &archive, revoke_keys_at).await?;
    // The data is restored by now. If storage does not open, the next start reports why.
    if let Ok(service) = Service::open(backend.clone(), config.clone(), Clock::default()).await {
        let details = Details::none()
            .with("madeAt", restored.contents.made_at.as_str())
            .with("madeBy", restored.contents.lectern.as_str())
            .with("keys", if keep_keys { "kept" } else { "revoked" });
        service.audit.record_from_console(Act::BackupRestored, details).await;
        service.operations.close().await;
    }
    Ok(restored)
}
