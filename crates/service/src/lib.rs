//! The use cases: checks rights and carries out what HTTP, MCP and the command line request.
//!
//! [`Service`] is a set of sub-services, one per subject. Each lists in its header what it uses. None knows HTTP, MCP
//! or a terminal: every entry point parses a request, calls one function here and writes the response.

mod accounts;
mod address;
mod agent_sessions;
mod analytics;
mod audit;
mod author;
mod caller;
mod catalogue;
mod clock;
mod comments;
mod deck_file;
mod decks;
mod document_file;
mod drawing;
mod editors;
mod edits;
mod error;
mod examples;
mod file_jobs;
mod icons;
mod interchange;
mod job_files;
mod json;
mod library;
mod limits;
mod live;
mod locks;
mod mail;
mod maintenance;
mod merges;
mod nul;
mod oauth;
mod operations;
mod permits;
mod powerpoint;
mod powerpoint_return;
mod presence;
mod provisioning;
mod publications;
mod rehearsals;
mod render_cache;
mod rights;
mod running_marks;
mod secret;
mod share_links;
mod slide_library;
mod theme_file;
mod versions;
mod videos;
mod webhooks;

use std::net::IpAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::time::Duration;

use store::{AssetLocation, Assets, Change, DataFolder, Shared, Store};
use tokio::sync::Semaphore;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use self::file_jobs::FileJobs;
use self::render_cache::RenderCache;

#[cfg(any(test, feature = "fuzz"))]
pub use self::accounts::check_passkey;
pub use self::accounts::{
    Accounts, Admission, CallerWatch, FirstStart, KeyUsage, LinkRequest, ManagedMember, ManagedOrganization, Member,
    NewKey, NewPasskey, NewUser, Newcomers, OwnChange, PASSKEY_TIMEOUT, PasskeyChallenge, PasskeyCondition,
    PasskeyList, PasskeySignIn, Profile, RelyingParty, SESSION_SECONDS, Scope, SignedIn, UserChange, Visitor,
};
pub use self::address::{Network, counted_public_network, is_public};
pub use self::agent_sessions::{AgentSessionId, AgentSessions, AgentStream};
pub use self::analytics::{
    Analytics, DayViews, DeckAnalytics, LinkViews, Reader, Reading, SessionViews, SlideViews, ViewedLink,
};
pub use self::audit::AuditLog;
pub use self::author::{
    Analysis, Appended, AppliedChange, Author, AuthorTask, AuthorUsage, AuthoredDeck, ChangeKind, Compressed,
    Converted, DeckRequest, DocumentId, DocumentSummary, EditRequest, Iterated, Job, JobDeck, JobEvent, JobEvents,
    JobFailure, JobFailureReason, JobKind, JobOutline, JobOutlineSlide, JobRequest, JobResult, JobSlide, JobSlideLabel,
    JobSource, JobState, MAX_DOCUMENT, NewText, NumberedJobEvent, Outlined, Proposal, ProposalAction, Proposals,
    ProposedEdit, ProposedSlide, ReadDocument, SlideMerge, SlideRemoval, SlidesRequest, Trial, VendorRow,
};
pub use self::caller::{Caller, Via};
pub use self::catalogue::{Catalogue, MAX_FONT_FILE, ThemeFields, TypeUses};
pub use self::clock::{Clock, day, iso, iso_day};
pub use self::comments::{
    CommentFilter, CommentView, CommentedSlide, Comments, Mention, NoticeView, RecentComment, RecentComments,
};
pub use self::deck_file::{DeckFile, FileError, FileReport, is_stream};
pub use self::decks::{
    AgentDeck, Collaborator, CreatedDeck, DeckCard, DeckCounts, DeckFields, DeckFilter, DeckFromSlides, DeckList,
    DeckRow, DeckText, DeckView, Decks, IfMatch, NewSlide, OpenedDeck, PushedTable, SlideChange, SlideRef, SlideTexts,
    SlideUpdate, SourceView, TextMatch,
};
pub use self::document_file::AuthorOptions;
pub use self::drawing::{
    CheckedDeck, CheckedSlide, DesignFinding, Draft, Drafted, Drawing, DrawnSlide, DrawnSlides, ExportFormat,
    GalleryError, Handout, Invite, MergeFormat, NoSlideNumbers, PdfPages, PictureForm, Rendered, Sketch, SlideChoice,
    SlideFinding, SlideNumbers, SlidePictures, ThemeSample, Thumbnail, ThumbnailHashes, ThumbnailSlide, TypeSample,
    VideoError, VideoOptions, gallery, has_video_encoder, qr_svg,
};
pub use self::editors::{Editing, EditorEvent, EditorEvents};
pub use self::edits::{
    BatchResult, ClientName, ConflictReason, EditBatch, EditConflict, EditedDeck, RefusedEdit, SentOperation,
    SlideOperation,
};
pub use self::error::{Error, ErrorCode, Result};
pub use self::examples::{EXAMPLE_PICTURES, ExamplePicture};
pub use self::file_jobs::{FileJob, FileJobState};
pub use self::icons::Icon;
pub use self::interchange::{Imported, ImportedPowerPoint, Interchange, PackageFile};
pub use self::job_files::JobFile;
pub use self::json::read_json;
#[cfg(feature = "schema")]
pub use self::library::picture_types;
pub use self::library::{
    CalmArea, Library, ListedImage, MAX_MEDIA, MAX_UPLOAD, NewUpload, OneUseUpload, ServedContent, ServedFile,
    UploadChange, UploadPurpose,
};
pub use self::limits::{DailyUsage, ExhaustedLimit, Limit, Limits, RateLimit};
pub use self::live::{
    AudienceSlide, AudienceSummary, AudienceView, Branch, BranchRule, Caption, ControlChange, CurrentInteraction,
    DeckUpdate, DeckUpdateReason, DeckWithNotes, Device, FeedbackEntry, FollowTarget, InkColor, InteractionPrompt,
    InteractionState, Live, LiveEvent, LivePage, LiveSlide, LiveSnapshot, LiveStream, LiveUpdate, MarkEvent,
    MarkStream, MarkUpdate, MarksNotice, NewMarks, NewQuestion, NumberedEvent, OptionVotes, OwnAnswer,
    PromotedPosition, QuestionList, QuestionStatus, QuestionView, Questions, Reaction, Reactions, Remote,
    RemoteCommand, RemovedStrokes, RunningSession, SessionStatus, SharedMark, SlideMarks, SpeakerAccess, StateChange,
    Steering, StrokePart, ViewOptions,
};
pub use self::mail::{Mail, MailQueue};
pub use self::maintenance::{ActiveMaintenance, Maintenance, MaintenanceReason};
pub use self::merges::{MAX_MERGED, MergeDetails, MergeJob, MergeRequest, MergeRows, Merges};
pub use self::nul::{refuse_nul, refuse_nul_in};
pub use self::oauth::{
    AuthorizationRequest, Client, CodeExchange, ConnectedAgentView, IssuedTokens, Oauth, OauthCode, OauthError,
    Registration, RequestedAccess, Resource, is_loopback,
};
pub use self::operations::{Operations, restore};
pub use self::powerpoint::import_remarks;
pub use self::powerpoint_return::{AcceptedChanges, BroughtBack, FileChanges, MergeBase};
pub use self::presence::{PeopleAtDeck, Person, PresenceAction, PresenceChange, PresencePosition};
pub use self::provisioning::{GroupFields, ProvisionedUser, Provisioner, Provisioning, ProvisioningState, UserFields};
pub use self::publications::{
    OptionChange, PublicationOptions, PublicationState, PublicationView, Publications, PublishedDocument,
    PublishedFile, PublishedPage, PublishedSlides,
};
pub use self::rehearsals::{MAX_RECORDING, RehearsalTimes, Rehearsals};
pub use self::rights::{
    AccessLevel, Commentable, DeckRight, Granted, Manageable, MayComment, MayManage, MayOwn, MayRead, MayWrite, Owned,
    Readable, Right, Writable,
};
pub use self::secret::{InstanceSecret, same_secret};
pub use self::share_links::{ListedShareLink, NewShareLink, ShareLinks, SharedDeck};
pub use self::slide_library::{
    ChangeableSlide, InsertedSlide, LibraryFields, LibraryInsertion, LibrarySlideView, LinkedSlide, SlideLibrary,
};
pub use self::theme_file::ImportedTheme;
pub use self::versions::{ListedVersion, RestoredVersion};
pub use self::videos::{VideoDetails, VideoJob, VideoRequest, Videos};
pub use self::webhooks::{OutgoingDelivery, WebhookEventKind, WebhookFields, Webhooks};
pub use ai::{
    DeckEdit, Intensity, OutlineSlide, SourceSentence, SuggestedTheme, ThemeReason, TokenPrice, Vendor, VendorAccess,
    VendorKey, Vendors,
};
pub use deck::package::FailedAsset;
pub use deck::{
    MarkdownRemark, Remark, RemarkValue, is_tag as is_language_tag, read_description, read_language, read_theme,
    read_title,
};
pub use office::{
    Change as FileChange, ChangeKind as FileChangeKind, Fate, Report as ImportReport, ShapeReport, SlideReport,
    TemplateRemarks,
};
pub use store::{
    Access, ApiKey, AssetChunks, AuditEntry, AuditEntryId, Backend, BackupContents, Comment, CommentChange, CommentId,
    CommentStatus, CustomTheme, CustomType, DeckChange, DeckHead, DeckId, Delivery, DeliveryId, DeliveryState, Filed,
    Filing, FilingCounts, FontId, GrantId, GroupId, JobId, KeyId, LibrarySlide, LibrarySlideId, LiveSession, LiveState,
    MemberGroup, Moment, NoticeId, NoticeKind, OauthClientId, Organization, OrganizationId, Ownership, Page, Passkey,
    PasskeyId, Permission, ProvisioningToken, Publication, Publishing, QuestionId, Rehearsal, RehearsalId, Restored,
    RestoredKey, Role, SessionId, ShareLink, ShareLinkId, Sort, Spool, Spooled, StoreStatistics, StoredFont, StrokeId,
    ThemeId, Tier, Time, TypeSetting, Upload, UploadId, Usage, User, UserId, Version, VersionId, VersionReason,
    ViewCounts, Webhook, WebhookId,
};

/// The codes of all remarks.
pub fn remark_codes() -> impl Iterator<Item = &'static str> {
    let own = [author::PlanText::CODES, powerpoint::StorageFault::CODES].concat();
    let design = layout::FindingKind::DESIGN_CODES;
    deck::remark_codes().chain(ai::remark_codes()).chain(office::remark_codes()).chain(design).chain(own)
}

/// How often counts of views are written.
const VIEW_COUNT_INTERVAL: Duration = Duration::from_secs(5);
/// The limits of the cache of decks as people without an account see them: its size in bytes, and its number of decks.
const MAX_SHOWN_BYTES: usize = 32 << 20;
const MAX_SHOWN_DECKS: usize = 200;
/// How often a node publishes its number of followers.
const FOLLOWER_COUNT_INTERVAL: Duration = Duration::from_secs(3);
/// How often the audiences of live sessions are counted.
const AUDIENCE_COUNT_INTERVAL: Duration = Duration::from_secs(15);
/// The maximum number of calls to vendors at once; further calls wait, within their deadline.
const MAX_VENDOR_CALLS: usize = 32;
/// The maximum number of documents that are read at once: one may take some hundred megabytes of memory.
const MAX_DOCUMENT_READS: usize = 2;

/// Settings of an instance.
#[derive(Debug, Clone)]
pub struct Config {
    /// The data folder.
    pub data_dir: PathBuf,
    /// The Redis that several nodes share. It may contain a password and must not be logged.
    pub redis_url: Option<String>,
    /// The bucket for uploaded and generated files, `s3://bucket/prefix`; they are in the data folder when it is not
    /// given.
    pub assets_url: Option<String>,
    /// Public address without a trailing slash, if there is one.
    pub base_url: Option<String>,
    /// Host in schema ids.
    pub schema_host: String,
    /// Language of new decks.
    pub lang: String,
    /// The maximum number of slides of a deck.
    pub max_slides: usize,
    /// Days after which trashed decks are purged; 0 means never.
    pub trash_days: u64,
    /// Whether the instance starts in maintenance.
    pub maintenance: bool,
    /// Seconds after which clients may retry during maintenance.
    pub maintenance_retry_after: u64,
    /// Folder with further fonts; the usual font folders of Debian when not given.
    pub fonts_dir: Option<PathBuf>,
    /// Requests a minute for every key, in place of those of its tier; for benchmarks.
    pub requests_a_minute: Option<u64>,
    /// The maximum number of event streams that are open at once.
    pub max_streams: usize,
    /// The maximum number of event streams of one live session.
    pub max_streams_per_session: usize,
    /// The maximum number of event streams of one address.
    pub max_streams_per_address: usize,
    /// The AI vendors that the assistant may call.
    pub vendors: ai::Vendors,
    /// How people without an account are admitted by single sign-on; without it they are rejected.
    pub newcomers: Option<Newcomers>,
    /// Private networks that webhooks may call.
    pub webhook_allow: Vec<Network>,
    /// Where mails wait to be sent; `None` when the instance sends no mail.
    pub mail: Option<MailQueue>,
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
            webhook_allow: Vec::new(),
            mail: None,
        }
    }
}

impl Config {
    /// Whether webhooks may call an address: one of the public internet, or of a network that the operator allows.
    pub fn may_call(&self, address: IpAddr) -> bool {
        is_public(address) || self.webhook_allow.iter().any(|network| network.contains(address))
    }

    /// Where uploaded and generated files are stored.
    fn asset_location(&self) -> AssetLocation {
        let folder = self.data_dir.join("assets");
        match &self.assets_url {
            Some(url) => AssetLocation::Bucket { url: url.clone(), spools: folder.join("spool") },
            None => AssetLocation::Folder(folder),
        }
    }
}

/// An open instance: one sub-service per subject.
#[derive(Debug)]
pub struct Service {
    /// Accounts, organizations, keys and sign-in.
    pub accounts: Arc<Accounts>,
    /// Sessions of agents.
    pub agent_sessions: Arc<AgentSessions>,
    /// Counts of views.
    pub analytics: Arc<Analytics>,
    /// The log of administrative acts.
    pub audit: Arc<AuditLog>,
    /// The assistant.
    pub author: Arc<Author>,
    /// Slide types, themes and icons.
    pub catalogue: Arc<Catalogue>,
    /// Comments and notifications.
    pub comments: Arc<Comments>,
    /// Decks.
    pub decks: Arc<Decks>,
    /// Pages, thumbnails and exports.
    pub drawing: Arc<Drawing>,
    /// Collaborative editing.
    pub editing: Arc<Editing>,
    /// Imports and exports of deck files.
    pub interchange: Arc<Interchange>,
    /// Uploads and the image library.
    pub library: Arc<Library>,
    /// Request rates and daily limits.
    pub limits: Arc<Limits>,
    /// Live sessions.
    pub live: Arc<Live>,
    /// The maintenance switch.
    pub maintenance: Arc<Maintenance>,
    /// Jobs that make a deck for each row of a table.
    pub merges: Arc<Merges>,
    /// Recorded rehearsals.
    pub rehearsals: Arc<Rehearsals>,
    /// Jobs that make videos.
    pub videos: Arc<Videos>,
    /// The OAuth 2.1 authorization server, for agents that connect by address.
    pub oauth: Arc<Oauth>,
    /// Health, backup, clean-up, shutdown.
    pub operations: Arc<Operations>,
    /// Identity providers of organizations.
    pub provisioning: Arc<Provisioning>,
    /// Published decks.
    pub publications: Arc<Publications>,
    /// Links that show a deck.
    pub share_links: Arc<ShareLinks>,
    /// Slides that organizations store for reuse.
    pub slide_library: Arc<SlideLibrary>,
    /// Addresses that events are sent to.
    pub webhooks: Arc<Webhooks>,
    /// Settings of the instance.
    pub config: Arc<Config>,
    /// The time.
    pub clock: Clock,
    /// A lock: no other process can restore a backup into the data folder meanwhile.
    _folder: DataFolder,
}

impl Service {
    /// Opens storage, reads the slide types of the data folder and starts following changes by other processes.
    ///
    /// # Errors
    /// Fails when storage cannot be opened, or a slide type in the data folder is invalid.
    pub fn open(
        backend: Backend,
        config: Config,
        clock: Clock,
    ) -> Pin<Box<dyn Future<Output = Result<Arc<Self>>> + Send>> {
        Box::pin(Self::open_boxed(backend, config, clock))
    }

    async fn open_boxed(backend: Backend, config: Config, clock: Clock) -> Result<Arc<Self>> {
        let catalogue_cache = catalogue::CatalogueCache::read(&config.data_dir)?;
        let folder = DataFolder::open_shared(&config.data_dir)?;
        let location = match &backend {
            Backend::Sqlite { folder } | Backend::File { folder } => format!("`{}`", folder.display()),
            Backend::Postgres { .. } => "DATABASE_URL".to_owned(),
        };
        let store = Store::open(backend).await;
        let store = store.map_err(|fault| Error::Internal(anyhow::anyhow!("storage ({location}): {fault}")))?;
        let assets = Assets::open(config.asset_location()).await;
        let assets = assets.map_err(|fault| Error::Internal(anyhow::anyhow!("assets: {fault:#}")))?;
        let shared = Shared::open(&config.data_dir, store.clone(), config.redis_url.as_deref()).await;
        let shared = shared.map_err(|fault| Error::Internal(anyhow::anyhow!("shared state: {fault:#}")))?;
        let secret = InstanceSecret::open(&store).await?;
        let service = Arc::new(Self::assemble(folder, catalogue_cache, store, assets, shared, secret, config, clock));
        store::spawn(follow_changes(Arc::downgrade(&service), service.operations.store.changes()));
        store::spawn(write_view_counts(Arc::downgrade(&service.analytics)));
        store::spawn(count_audiences(Arc::downgrade(&service.live)));
        if service.operations.shared.has_other_nodes() {
            store::spawn(publish_follower_counts(Arc::downgrade(&service.live)));
        }
        Ok(service)
    }

    /// Creates the sub-services, each with references to those that it uses.
    #[expect(clippy::too_many_arguments, reason = "each is a dependency of some sub-services")]
    fn assemble(
        folder: DataFolder,
        catalogue_cache: catalogue::CatalogueCache,
        store: Store,
        assets: Assets,
        shared: Shared,
        secret: InstanceSecret,
        config: Config,
        clock: Clock,
    ) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let switch = maintenance::Switch::new(config.maintenance, config.maintenance_retry_after);
        let renderer = drawing::Renderer::new(config.fonts_dir.clone());
        let config = Arc::new(config);
        let locks = Arc::new(locks::Locks::default());
        let audit = Arc::new(AuditLog { store: store.clone(), shared: shared.clone(), clock: clock.clone() });
        let limits = Arc::new(Limits { shared: shared.clone(), clock: clock.clone(), config: Arc::clone(&config) });
        let maintenance =
            Arc::new(Maintenance { switch, store: store.clone(), shared: shared.clone(), audit: Arc::clone(&audit) });
        let accounts = Arc::new(Accounts {
            store: store.clone(),
            shared: shared.clone(),
            clock: clock.clone(),
            config: Arc::clone(&config),
            audit: Arc::clone(&audit),
            maintenance: Arc::clone(&maintenance),
            changed: watch::Sender::default(),
        });
        let oauth = Arc::new(Oauth {
            store: store.clone(),
            shared: shared.clone(),
            clock: clock.clone(),
            config: Arc::clone(&config),
            accounts: Arc::clone(&accounts),
            audit: Arc::clone(&audit),
        });
        let catalogue = Arc::new(Catalogue {
            cache: catalogue_cache,
            store: store.clone(),
            assets: assets.clone(),
            font_checks: Arc::new(Semaphore::new(1)),
            clock: clock.clone(),
            config: Arc::clone(&config),
            audit: Arc::clone(&audit),
        });
        let library = Arc::new(Library {
            store: store.clone(),
            shared: shared.clone(),
            accounts: Arc::clone(&accounts),
            assets: assets.clone(),
            clock: clock.clone(),
            pictures: Arc::new(Semaphore::new(cores)),
        });
        let decks = Arc::new(Decks {
            store: store.clone(),
            clock: clock.clone(),
            config: Arc::clone(&config),
            catalogue: Arc::clone(&catalogue),
            audit: Arc::clone(&audit),
            deck_locks: locks::Locks::default(),
        });
        let drawing = Arc::new(Drawing {
            renderer,
            fitting: drawing::FittingCache::default(),
            store: store.clone(),
            assets: assets.clone(),
            config: Arc::clone(&config),
            decks: Arc::clone(&decks),
            catalogue: Arc::clone(&catalogue),
            limits: Arc::clone(&limits),
        });
        let job_files = Arc::new(job_files::JobFiles {
            store: store.clone(),
            shared: shared.clone(),
            assets: assets.clone(),
            clock: clock.clone(),
        });
        let merges = Arc::new(Merges {
            drawing: Arc::clone(&drawing),
            limits: Arc::clone(&limits),
            jobs: FileJobs::new(merges::KIND, Arc::clone(&job_files)),
        });
        let rehearsals = Arc::new(Rehearsals { store: store.clone(), assets: assets.clone(), clock: clock.clone() });
        let videos = Arc::new(Videos {
            decks: Arc::clone(&decks),
            drawing: Arc::clone(&drawing),
            rehearsals: Arc::clone(&rehearsals),
            limits: Arc::clone(&limits),
            permits: Videos::permits(),
            jobs: FileJobs::new(videos::KIND, Arc::clone(&job_files)),
        });
        let comments = Arc::new(Comments {
            store: store.clone(),
            shared: shared.clone(),
            clock: clock.clone(),
            config: Arc::clone(&config),
            catalogue: Arc::clone(&catalogue),
        });
        let editing = Arc::new(Editing {
            store: store.clone(),
            shared: shared.clone(),
            clock: clock.clone(),
            config: Arc::clone(&config),
            locks: Arc::clone(&locks),
            accounts: Arc::clone(&accounts),
            decks: Arc::clone(&decks),
            catalogue: Arc::clone(&catalogue),
            drawing: Arc::clone(&drawing),
            presence: presence::Presence::default(),
            open_editors: editors::OpenEditors::default(),
        });
        let interchange = Arc::new(Interchange {
            store: store.clone(),
            config: Arc::clone(&config),
            decks: Arc::clone(&decks),
            catalogue: Arc::clone(&catalogue),
            library: Arc::clone(&library),
            comments: Arc::clone(&comments),
            drawing: Arc::clone(&drawing),
            imports: Arc::new(Semaphore::new(interchange::MAX_IMPORTS)),
        });
        let share_links = Arc::new(ShareLinks {
            store: store.clone(),
            clock: clock.clone(),
            accounts: Arc::clone(&accounts),
            catalogue: Arc::clone(&catalogue),
            drawing: Arc::clone(&drawing),
            audit: Arc::clone(&audit),
            drawings: RenderCache::new(MAX_SHOWN_BYTES, MAX_SHOWN_DECKS),
        });
        let publications = Arc::new(Publications {
            store: store.clone(),
            clock: clock.clone(),
            accounts: Arc::clone(&accounts),
            decks: Arc::clone(&decks),
            catalogue: Arc::clone(&catalogue),
            drawing: Arc::clone(&drawing),
            audit: Arc::clone(&audit),
            secret: secret.clone(),
            versions: RenderCache::new(MAX_SHOWN_BYTES, MAX_SHOWN_DECKS),
            resolved: RenderCache::new(MAX_SHOWN_BYTES, MAX_SHOWN_DECKS),
            documents: RenderCache::new(MAX_SHOWN_BYTES, MAX_SHOWN_DECKS),
            slides: RenderCache::new(MAX_SHOWN_BYTES, MAX_SHOWN_DECKS),
            articles: RenderCache::new(MAX_SHOWN_BYTES, MAX_SHOWN_DECKS),
            files: RenderCache::new(MAX_SHOWN_BYTES, MAX_SHOWN_DECKS),
        });
        let analytics = Arc::new(Analytics::new(store.clone(), shared.clone(), clock.clone(), secret.clone()));
        let author = Arc::new(Author {
            shared: shared.clone(),
            clock: clock.clone(),
            config: Arc::clone(&config),
            accounts: Arc::clone(&accounts),
            decks: Arc::clone(&decks),
            catalogue: Arc::clone(&catalogue),
            drawing: Arc::clone(&drawing),
            library: Arc::clone(&library),
            limits: Arc::clone(&limits),
            document_permits: Arc::new(Semaphore::new(MAX_DOCUMENT_READS)),
            vendor_permits: Arc::new(Semaphore::new(MAX_VENDOR_CALLS)),
            jobs: author::Jobs::default(),
        });
        let live = Arc::new(Live {
            rooms: live::Rooms::default(),
            store: store.clone(),
            shared: shared.clone(),
            clock: clock.clone(),
            config: Arc::clone(&config),
            locks,
            accounts: Arc::clone(&accounts),
            decks: Arc::clone(&decks),
            catalogue: Arc::clone(&catalogue),
            drawing: Arc::clone(&drawing),
            maintenance: Arc::clone(&maintenance),
            secret,
        });
        let slide_library = Arc::new(SlideLibrary {
            store: store.clone(),
            clock: clock.clone(),
            decks: Arc::clone(&decks),
            catalogue: Arc::clone(&catalogue),
        });
        let webhooks = Arc::new(Webhooks {
            store: store.clone(),
            clock: clock.clone(),
            config: Arc::clone(&config),
            audit: Arc::clone(&audit),
        });
        let provisioning = Arc::new(Provisioning {
            store: store.clone(),
            shared: shared.clone(),
            clock: clock.clone(),
            limits: Arc::clone(&limits),
            audit: Arc::clone(&audit),
            changes: locks::Locks::default(),
        });
        let operations = Arc::new(Operations {
            store,
            assets,
            shared: shared.clone(),
            clock: clock.clone(),
            config: Arc::clone(&config),
            audit: Arc::clone(&audit),
            decks: Arc::clone(&decks),
            live: Arc::clone(&live),
            author: Arc::clone(&author),
            merges: Arc::clone(&merges),
            rehearsals: Arc::clone(&rehearsals),
            videos: Arc::clone(&videos),
            job_files,
            analytics: Arc::clone(&analytics),
        });
        let agent_sessions = Arc::new(AgentSessions { shared, clock: clock.clone() });
        Self {
            accounts,
            agent_sessions,
            analytics,
            audit,
            author,
            catalogue,
            comments,
            decks,
            drawing,
            editing,
            interchange,
            library,
            limits,
            live,
            maintenance,
            merges,
            rehearsals,
            videos,
            oauth,
            operations,
            provisioning,
            publications,
            share_links,
            slide_library,
            webhooks,
            config,
            clock,
            _folder: folder,
        }
    }
}

/// Writes counts of views to storage, every few seconds.
async fn write_view_counts(analytics: Weak<Analytics>) {
    loop {
        tokio::time::sleep(VIEW_COUNT_INTERVAL).await;
        let Some(analytics) = analytics.upgrade() else { return };
        if let Err(fault) = analytics.flush().await {
            tracing::warn!("counts of views could not be written and are kept for the next attempt: {fault:#}");
        }
    }
}

/// Counts the audiences of live sessions, every few seconds.
async fn count_audiences(live: Weak<Live>) {
    loop {
        tokio::time::sleep(AUDIENCE_COUNT_INTERVAL).await;
        let Some(live) = live.upgrade() else { return };
        live.count_audiences().await;
    }
}

/// Publishes the number of local followers to other nodes, every few seconds.
async fn publish_follower_counts(live: Weak<Live>) {
    loop {
        tokio::time::sleep(FOLLOWER_COUNT_INTERVAL).await;
        let Some(live) = live.upgrade() else { return };
        live.publish_follower_count().await;
    }
}

/// Applies changes by any process on this storage: drops outdated caches, and notifies editors and live sessions.
async fn follow_changes(service: Weak<Service>, mut changes: Receiver<Arc<Change>>) {
    loop {
        let change = match changes.recv().await {
            Ok(change) => Some(change),
            Err(RecvError::Lagged(_)) => None,
            Err(RecvError::Closed) => return,
        };
        let Some(service) = service.upgrade() else { return };
        match change.as_deref() {
            Some(Change::Catalogue { organization }) => {
                service.catalogue.invalidate(organization);
                service.live.invalidate_drawings(organization).await;
            }
            Some(change @ Change::Deck { .. }) => {
                service.editing.notify_editors(change);
                service.live.follow_change(change).await;
            }
            Some(change @ Change::Comment { .. }) => service.editing.notify_editors(change),
            Some(Change::Flag { .. }) => service.maintenance.reload().await,
            Some(Change::Accounts) => {
                service.catalogue.cache.invalidate_all();
                service.accounts.notify_changed();
                service.live.follow_accounts().await;
            }
            Some(Change::Missed) | None => {
                service.catalogue.cache.invalidate_all();
                service.accounts.notify_changed();
                service.editing.notify_missed_changes();
                service.maintenance.reload().await;
                service.live.reload_all().await;
            }
        }
    }
}
