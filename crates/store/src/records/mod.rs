//! Stored records as plain values, by subject.
//!
//! Times are milliseconds since 1970 UTC; the caller provides them, and new ids.

mod accounts;
mod catalogue;
mod changes;
mod comments;
mod decks;
mod live;
mod uploads;

pub use self::accounts::{
    ApiKey, AuditEntry, Identity, Membership, OneTimeLink, Organization, Role, Session, Tier, Usage, User,
};
pub use self::catalogue::{CustomTheme, CustomType, TypeSetting};
pub use self::changes::{Change, CommentChange, DeckChange};
pub use self::comments::{Comment, CommentQuery, CommentStatus, Notice, NoticeKind};
pub use self::decks::{
    Access, Batch, Beside, DeckHead, Grant, ListQuery, ListedDeck, Ownership, Page, Permission, ShareLink, Sort,
    StoredDeck, Version, VersionReason,
};
pub use self::live::{LiveAnswer, LiveCodes, LiveItem, LiveSession, LiveState, LiveWrite};
pub use self::uploads::{PictureFacts, Upload};

/// Milliseconds since 1970 UTC.
pub type Time = i64;
