//! The use cases: who may do what to which deck, and what happens then.
//!
//! Knows neither HTTP nor MCP nor a terminal. Every door parses, calls one function here, and answers.

mod accounts;
mod address;
mod agent_sessions;
mod agents;
mod audit;
mod author;
mod backup;
mod caller;
mod catalogue;
mod clock;
mod comments;
mod deck_file;
mod decks;
mod drawing;
mod editors;
mod edits;
mod error;
mod examples;
mod icons;
mod interchange;
mod json;
mod keys;
mod limits;
mod links;
mod live;
mod locks;
mod maintenance;
mod nul;
mod organizations;
mod places;
mod presence;
mod rights;
mod secret;
mod sign_on;
mod uploads;
mod versions;
mod views;

use std::num::NonZero;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::Duration;

use store::{AssetPlace, Assets, Change, DataFolder, Shared, Store};
use tokio::sync::Semaphore;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

pub use self::accounts::{FirstStart, NewUser, SESSION_SECONDS, SignedIn, UserChange};
pub use self::agent_sessions::AgentStream;
pub use self::agents::{AgentDeck, Judged, JudgedSlide};
pub use self::author::{
    Analysis, Appended, Compressed, Converted, DeckOrder, EditOrder, Iterated, Job, JobEvents, JobKind, JobOrder,
    JobState, NewText, Proposals, Proposed, SlidesOrder, Task, Trial, VendorRow,
};
pub use self::backup::restore;
pub use self::caller::{Caller, Via};
pub use self::clock::{Clock, day, iso, iso_day};
pub use self::comments::{CommentFilter, RecentComments};
pub use self::deck_file::{DeckFile, FileError, Report, is_stream};
pub use self::decks::{
    DeckCounts, DeckList, DeckRow, DeckView, IfMatch, OpenedDeck, Pagination, SlideChange, WrittenDeck,
};
pub use self::drawing::{
    Draft, Drafted, Drawn, DrawnSlide, Form, GalleryError, Invite, Rendered, ThemeSample, Thumbnail, TypeSample,
    gallery, qr_svg,
};
pub use self::editors::{EditorEvent, EditorEvents};
pub use self::error::{Error, Result};
pub use self::examples::{EXAMPLE_PICTURES, ExamplePicture};
pub use self::icons::Icon;
pub use self::interchange::{Imported, PackageFile};
pub use self::json::read_json;
pub use self::keys::Scope;
pub use self::limits::{Daily, Limit, Rate, Spent};
pub use self::links::SharedDeck;
pub use self::live::{Device, Download, HallPage, HallSlide, Listening, Told, Wish};
pub use self::maintenance::{Maintenance, Reason};
pub use self::nul::{refuse_nul, refuse_nul_in};
pub use self::rights::{Right, Standing};
pub use self::secret::same_secret;
pub use self::sign_on::{Admission, Newcomers, Visitor};
pub use self::uploads::{MAX_UPLOAD, NewUpload, Served, ServedContent, UploadChange};
pub use self::versions::RestoredVersion;
pub use self::views::{organization_view, role_name, role_named, tier_name, tier_named, user_view};
pub use ai::{Access as VendorAccess, Intensity, Key as VendorKey, Vendor, Vendors};
pub use deck::{MarkdownRemark, is_tag as is_language_tag};
pub use store::{
    AssetChunks, Backend, Contents as BackupContents, CustomTheme, CustomType, Figures, Ownership, Role, Sort, Spool,
    Spooled, Tier, User,
};

/// How often nodes tell each other how many follow.
const COUNTING: Duration = Duration::from_secs(3);
/// Most calls that wait for a vendor at once; more wait for their turn, within their time.
const MOST_VENDOR_CALLS: usize = 32;

/// What an instance is set to.
#[derive(Debug, Clone)]
pub struct Config {
    /// The data folder.
    pub data_dir: PathBuf,
    /// The Redis that several nodes share. It may hold a password: not for logs.
    pub redis_url: Option<String>,
    /// The bucket that pictures are in, `s3://bucket/prefix`; in the data folder when not given.
    pub assets_url: Option<String>,
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
    /// Folder with further fonts; Debian's usual ones when not given.
    pub fonts_dir: Option<PathBuf>,
    /// Requests a minute for every key, whatever its tier: for measuring.
    pub requests_a_minute: Option<u64>,
    /// Most event streams that are open at once.
    pub max_streams: usize,
    /// Most event streams of one live session.
    pub max_streams_per_session: usize,
    /// Most event streams of one address.
    pub max_streams_per_address: usize,
    /// Who can write.
    pub vendors: ai::Vendors,
    /// What becomes of people whom single sign-on vouches for and who have no account; without it they are turned away.
    pub newcomers: Option<Newcomers>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data_dir: PathBuf::from("data"),
            redis_url: None,
            assets_url: None,
            base_url: None,
            schema_host: "https://svc.eu".to_owned(),
            lang: deck::DEFAULT_LANG.to_owned(),
            max_slides: 500,
            trash_days: 0,
            maintenance: false,
            maintenance_retry_after: 30,
            fonts_dir: None,
            requests_a_minute: None,
            max_streams: 20_000,
            max_streams_per_session: 20_000,
            max_streams_per_address: 2000,
            vendors: ai::Vendors::default(),
            newcomers: None,
        }
    }
}

impl Config {
    /// Where pictures are kept.
    fn asset_place(&self) -> AssetPlace {
        let folder = self.data_dir.join("assets");
        match &self.assets_url {
            Some(url) => AssetPlace::Bucket { url: url.clone(), spools: folder.join("spool") },
            None => AssetPlace::Folder(folder),
        }
    }
}

/// The use cases, cheap to clone.
#[derive(Debug, Clone)]
pub struct Service(Arc<Inner>);

/// What the use cases work with.
#[derive(Debug)]
pub struct Inner {
    /// Keeps others from filling the folder meanwhile.
    _folder: DataFolder,
    pub(crate) store: Store,
    pub(crate) assets: Assets,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) config: Config,
    /// For what must not happen twice at once.
    pub(crate) locks: locks::Locks,
    /// One writer per deck, with the deck that was handed in last.
    pub(crate) deck_locks: locks::Locks<Option<Arc<store::StoredDeck>>>,
    pub(crate) catalogues: catalogue::Catalogues,
    pub(crate) live: live::Rooms,
    /// Decks as links show them.
    pub(crate) shared_drawings: links::SharedDrawings,
    /// Who is at which deck.
    pub(crate) presence: presence::Presence,
    pub(crate) open_editors: editors::OpenEditors,
    pub(crate) maintenance: maintenance::Switch,
    /// Where decks are drawn.
    pub(crate) studio: drawing::Studio,
    /// As many places as there are cores, for work over pictures.
    pub(crate) pictures: Arc<Semaphore>,
    /// Places for calls that wait for a vendor.
    pub(crate) vendor_places: Arc<Semaphore>,
    /// Work of the author that somebody watches.
    pub(crate) jobs: author::Jobs,
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
        let folder = DataFolder::share(&config.data_dir)?;
        let place = match &backend {
            Backend::Sqlite { folder } | Backend::File { folder } => format!("`{}`", folder.display()),
            Backend::Postgres { .. } => "DATABASE_URL".to_owned(),
        };
        let store = Store::open(backend).await;
        let store = store.map_err(|fault| Error::Internal(anyhow::anyhow!("storage ({place}): {fault}")))?;
        let assets = Assets::open(config.asset_place()).await;
        let assets = assets.map_err(|fault| Error::Internal(anyhow::anyhow!("assets: {fault:#}")))?;
        let shared = Shared::open(&config.data_dir, store.clone(), config.redis_url.as_deref()).await;
        let shared = shared.map_err(|fault| Error::Internal(anyhow::anyhow!("shared state: {fault:#}")))?;
        let maintenance = maintenance::Switch::new(config.maintenance, config.maintenance_retry_after);
        let studio = drawing::Studio::new(config.fonts_dir.clone());
        let service = Self(Arc::new(Inner {
            _folder: folder,
            store,
            assets,
            shared,
            clock,
            config,
            locks: locks::Locks::default(),
            deck_locks: locks::Locks::default(),
            catalogues,
            live: live::Rooms::default(),
            shared_drawings: links::SharedDrawings::default(),
            presence: presence::Presence::default(),
            open_editors: editors::OpenEditors::default(),
            maintenance,
            studio,
            pictures: Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(1, NonZero::get))),
            vendor_places: Arc::new(Semaphore::new(MOST_VENDOR_CALLS)),
            jobs: author::Jobs::default(),
        }));
        tokio::spawn(watch(Arc::downgrade(&service.0), service.store.changes()));
        if service.shared.has_other_nodes() {
            tokio::spawn(count(Arc::downgrade(&service.0)));
        }
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

    /// Figures about storage.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn figures(&self) -> Result<Figures> {
        Ok(self.store.figures().await?)
    }

    /// Writes decks of an older shape in today's; answers how many there were.
    ///
    /// # Errors
    /// Storage does not answer, or holds a deck that cannot be read.
    pub async fn migrate_decks(&self) -> Result<usize> {
        Ok(self.store.migrate_decks().await?)
    }

    /// What must be done now and then: expired sessions, live ones too, old usage, old trash, old
    /// entries of the audit log.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn sweep(&self) -> Result<()> {
        self.store.sweep(self.clock.now()).await?;
        self.jobs.sweep(self.clock.now());
        self.empty_old_trash().await?;
        self.sweep_live().await
    }

    /// Writes down what is still in memory and closes storage.
    pub async fn close(&self) {
        self.rest_live().await;
        self.shared.close().await;
        self.store.close().await;
    }
}

/// Tells other nodes now and then how many follow here.
async fn count(service: Weak<Inner>) {
    loop {
        tokio::time::sleep(COUNTING).await;
        let Some(inner) = service.upgrade() else { return };
        Service(inner).count_followers().await;
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
            Some(Change::Catalogue { organization }) => {
                service.forget_catalogue(organization);
                service.live_is_drawn_anew(organization).await;
            }
            Some(change @ Change::Deck { .. }) => {
                service.tell_editors(change);
                service.live_follows(change).await;
            }
            Some(change @ Change::Comment { .. }) => service.tell_editors(change),
            Some(Change::Flag { .. }) => service.follow_maintenance().await,
            Some(Change::Accounts) => service.catalogues.forget_all(),
            Some(Change::Missed) | None => {
                service.catalogues.forget_all();
                service.editors_catch_up();
                service.follow_maintenance().await;
                service.live_catches_up().await;
            }
        }
    }
}
