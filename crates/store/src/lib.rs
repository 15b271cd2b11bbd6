//! Where decks, accounts, assets and shared state are kept.
//!
//! Decides no rights: it answers what it is asked, for whoever asks.

mod archive;
mod assets;
mod cache;
mod engine;
mod error;
mod feed;
mod files;
mod folder;
mod ids;
mod owned;
mod records;
mod shared;
mod store;
mod tables;

#[cfg(any(test, feature = "fuzz"))]
pub use self::archive::check_backup;
pub use self::archive::{Archive, Contents, Made, restore};
pub use self::assets::{AssetChunks, AssetPlace, Assets, Spool, Spooled};
pub use self::error::StoreError;
pub use self::folder::DataFolder;
pub use self::ids::{
    CommentId, DeckId, GrantId, JobId, KeyId, NoticeId, OrganizationId, SessionId, ShareLinkId, ThemeId, UploadId,
    UserId, VersionId,
};
pub use self::records::{
    Access, ApiKey, AuditEntry, Batch, Beside, Change, Comment, CommentChange, CommentQuery, CommentStatus,
    CustomTheme, CustomType, DeckChange, DeckHead, Grant, Identity, ListQuery, ListedDeck, LiveAnswer, LiveCodes,
    LiveItem, LiveSession, LiveState, LiveWrite, Membership, Notice, NoticeKind, OneTimeLink, Organization, Ownership,
    Page, Permission, PictureFacts, Role, Session, ShareLink, Sort, StoredDeck, Tier, Time, TypeSetting, Upload, Usage,
    User, Version, VersionReason,
};
pub use self::shared::{Bucket, Claim, Entries, Heard, Shared, Subscription, Taken};
pub use self::store::{Backend, Changed, Figures, HandedIn, Store};

/// Names the crypto for clients that bring none of their own. Once is enough, and twice does no harm.
pub(crate) fn name_crypto() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
