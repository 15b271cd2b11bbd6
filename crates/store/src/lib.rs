//! Storage of decks, accounts and assets, and ephemeral state that nodes share.
//!
//! It checks no rights: any caller can read and change everything.

mod archive;
mod assets;
mod cache;
mod data_folder;
mod engine;
mod error;
mod feed;
mod files;
mod ids;
mod process_file;
mod records;
mod shared;
mod store;
mod tables;
mod tasks;

#[cfg(any(test, feature = "fuzz"))]
pub use self::archive::check_backup;
pub use self::archive::{Archive, BackupContents, BackupStamp, Restored, RestoredKey, restore};
pub use self::assets::{AssetChunks, AssetLocation, Assets, Spool, Spooled};
pub use self::data_folder::DataFolder;
pub use self::error::StoreError;
pub use self::ids::{
    AuditEntryId, CommentId, DeckId, DeliveryId, DeviceId, FontId, GrantId, GroupId, IdentityId, JobId, KeyId,
    LibrarySlideId, NoticeId, OauthClientId, OrganizationId, PasskeyId, ProvisioningTokenId, QuestionId, RehearsalId,
    SessionId, ShareLinkId, StrokeId, ThemeId, UploadId, UserId, VersionId, WebhookId,
};
pub use self::records::{
    Access, ApiKey, AppliedBatch, AuditEntry, Change, CodeRequest, Comment, CommentChange, CommentQuery, CommentStatus,
    ConnectedAgent, CustomTheme, CustomType, DeckChange, DeckHead, Delivery, DeliveryAttempt, DeliveryState,
    DraftChanges, Filed, Filing, FilingCounts, Grant, GroupChange, Identity, Inheritance, LibrarySlide, LinkPurpose,
    ListQuery, ListedDeck, ListedNotice, LiveAnswer, LiveCodes, LiveCredential, LiveItem, LivePresenter, LiveSession,
    LiveState, LiveWrite, MailPreferences, MemberChange, MemberGroup, MemberProfile, MemberRecord, MemberState,
    Membership, Moment, Notice, NoticeKind, OauthClient, OauthToken, OauthTokenKind, OneTimeLink, Organization,
    Ownership, Page, Passkey, Permission, PictureFacts, ProvisioningToken, Publication, PublishedDeck, Publishing,
    Rehearsal, Role, RoleChange, Session, SessionCounts, ShareLink, Sort, StoredDeck, StoredFont, Tier, Time, Trashed,
    TypeSetting, Upload, Usage, User, UserFields, Version, VersionReason, ViewCounts, ViewKey, Webhook, WebhookEvent,
    WriteExtras,
};
pub use self::shared::{JournalEntries, Lease, RateLimitStatus, Received, Shared, Subscription, TokenBucket};
pub use self::store::{Backend, ChangeContext, OldMedia, PendingWrite, Store, StoreStatistics};
pub use self::tasks::{WorkPanicked, blocking, spawn};

/// Installs the default cryptography of TLS connections. Calling it again has no effect.
pub(crate) fn install_crypto() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
