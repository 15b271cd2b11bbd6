//! The use cases: who may do what to which deck, and what happens then.
//!
//! Knows neither HTTP nor MCP nor a terminal. Every door parses, calls one function here, and answers.

mod accounts;
mod caller;
mod catalogue;
mod clock;
mod deck_file;
mod decks;
mod error;
mod interchange;
mod keys;
mod limits;
mod locks;
mod maintenance;
mod organizations;
mod rights;
mod secret;
mod uploads;
mod views;

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, Weak};

use store::{Assets, Change, Shared, Store};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

pub use self::accounts::{FirstStart, NewUser, SESSION_SECONDS, SignedIn, UserChange};
pub use self::caller::{Caller, Via};
pub use self::clock::{Clock, day, iso, iso_day};
pub use self::deck_file::{DeckFile, FileError, Report};
pub use self::decks::{DeckList, DeckRow, DeckView, IfMatch, Pagination};
pub use self::error::{Error, Result};
pub use self::interchange::{Imported, PackageFile};
pub use self::keys::Scope;
pub use self::limits::{Limit, Rate, Spent};
pub use self::maintenance::{Maintenance, Reason};
pub use self::rights::{Right, Standing};
pub use self::uploads::{MAX_UPLOAD, NewUpload, Served, UploadChange};
pub use self::views::{organization_view, role_name, role_named, tier_name, tier_named, user_view};
pub use deck::is_tag as is_language_tag;
pub use store::{Backend, Ownership, Role, Sort, Spool, Spooled, Tier, User};

/// What an instance is set to.
#[derive(Debug, Clone)]
pub struct Config {
    /// The data folder.
    pub data_dir: PathBuf,
    /// Public address without a trailing slash, if there is one.
    pub base_url: Option<String>,
    /// Host in schema ids.
    pub schema_host: String,
    /// Language of new decks.
    pub lang: String,
    /// Most slides in a deck.
    pub max_slides: usize,
    /// Days after which trashed decks are purged; 0 means never.
    pub trash_days: u64,
    /// Maintenance is configured, with the seconds to tell.
    pub maintenance: bool,
    /// Seconds to wait that maintenance tells.
    pub maintenance_retry_after: u64,
    /// Requests a minute for every key, whatever its tier: for measuring.
    pub requests_a_minute: Option<u64>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data_dir: PathBuf::from("data"),
            base_url: None,
            schema_host: "https://svc.eu".to_owned(),
            lang: deck::DEFAULT_LANG.to_owned(),
            max_slides: 500,
            trash_days: 0,
            maintenance: false,
            maintenance_retry_after: 30,
            requests_a_minute: None,
        }
    }
}

/// The use cases, cheap to clone.
#[derive(Debug, Clone)]
pub struct Service(Arc<Inner>);

/// What the use cases work with.
#[derive(Debug)]
pub struct Inner {
    pub(crate) store: Store,
    pub(crate) assets: Assets,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) config: Config,
    pub(crate) locks: locks::Locks,
    pub(crate) catalogues: catalogue::Catalogues,
    pub(crate) maintenance: maintenance::Switch,
}

impl Deref for Service {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Service {
    /// Opens storage and reads the slide types of the data folder.
    ///
    /// # Errors
    /// Storage cannot be opened, or a slide type in the data folder is wrong.
    pub async fn open(backend: Backend, config: Config, clock: Clock) -> Result<Self> {
        let catalogues = catalogue::Catalogues::read(&config.data_dir)?;
        let store =
            Store::open(backend).await.map_err(|fault| Error::Internal(anyhow::anyhow!("storage: {fault:#}")))?;
        let assets = Assets::open(store::AssetPlace::Folder(config.data_dir.join("assets"))).await?;
        let shared = Shared::open(&config.data_dir, store.clone()).await?;
        let maintenance = maintenance::Switch::new(config.maintenance, config.maintenance_retry_after);
        let service = Self(Arc::new(Inner {
            store,
            assets,
            shared,
            clock,
            config,
            locks: locks::Locks::default(),
            catalogues,
            maintenance,
        }));
        tokio::spawn(watch(Arc::downgrade(&service.0), service.store.changes()));
        Ok(service)
    }

    /// What the instance is set to.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The time.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Whether storage answers.
    pub async fn healthy(&self) -> bool {
        self.store.healthy().await
    }

    /// What must be done now and then: expired sessions, old usage, old trash.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn sweep(&self) -> Result<()> {
        self.store.sweep(self.clock.now()).await?;
        self.empty_old_trash().await?;
        Ok(())
    }

    /// Writes down what is still in memory and closes storage.
    pub async fn close(&self) {
        self.shared.close().await;
        self.store.close().await;
    }
}

/// Keeps up with what other processes on this storage change.
async fn watch(service: Weak<Inner>, mut changes: Receiver<Arc<Change>>) {
    loop {
        let change = match changes.recv().await {
            Ok(change) => Some(change),
            Err(RecvError::Lagged(_)) => None,
            Err(RecvError::Closed) => return,
        };
        let Some(service) = service.upgrade().map(Service) else { return };
        match change.as_deref() {
            Some(Change::Catalogue { organization }) => service.forget_catalogue(organization),
            Some(Change::Deck { .. }) => {}
            Some(Change::Flag { .. }) => {
                let _ = service.follow_maintenance().await;
            }
            Some(Change::Accounts) | None => service.catalogues.forget_all(),
        }
    }
}
