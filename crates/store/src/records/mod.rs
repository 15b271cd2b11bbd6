//! Stored records as plain structs, by subject.
//!
//! The caller provides times and new ids.

mod accounts;
mod catalogue;
mod changes;
mod comments;
mod decks;
mod live;
mod oauth;
mod provisioning;
mod publishing;
mod rehearsals;
mod slide_library;
mod uploads;
mod webhooks;

use std::time::Duration;

pub use self::accounts::{
    ApiKey, AuditEntry, Identity, Inheritance, LinkPurpose, MailPreferences, Membership, OneTimeLink, Organization,
    Passkey, Role, Session, Tier, Usage, User, UserFields,
};
pub use self::catalogue::{CustomTheme, CustomType, StoredFont, TypeSetting};
pub use self::changes::{Change, CommentChange, DeckChange};
pub use self::comments::{Comment, CommentQuery, CommentStatus, ListedNotice, Notice, NoticeKind};
pub use self::decks::{
    Access, AppliedBatch, DeckHead, DraftChanges, Filed, Filing, FilingCounts, Grant, ListQuery, ListedDeck, Ownership,
    Page, Permission, ShareLink, Sort, StoredDeck, Trashed, Version, VersionReason, WriteExtras,
};
pub use self::live::{
    LiveAnswer, LiveCodes, LiveCredential, LiveItem, LivePresenter, LiveSession, LiveState, LiveWrite,
};
pub use self::oauth::{CodeRequest, ConnectedAgent, OauthClient, OauthToken, OauthTokenKind};
pub use self::provisioning::{
    GroupChange, MemberChange, MemberGroup, MemberProfile, MemberRecord, MemberState, ProvisioningToken, RoleChange,
};
pub use self::publishing::{Publication, PublishedDeck, Publishing, SessionCounts, ViewCounts, ViewKey};
pub use self::rehearsals::{Moment, Rehearsal};
pub use self::slide_library::LibrarySlide;
pub use self::uploads::{PictureFacts, Upload};
pub use self::webhooks::{Delivery, DeliveryAttempt, DeliveryState, Webhook, WebhookEvent};

/// Milliseconds since 1970 UTC.
pub type Time = i64;

/// A duration in whole milliseconds.
pub(crate) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Writes `None` as an empty text and reads an empty text as `None`: the form in which changes and live sessions are
/// stored and sent.
mod empty_is_none {
    use serde::{Deserialize as _, Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "serde hands over a reference to the field")]
    pub(super) fn serialize<T: AsRef<str>, S: Serializer>(text: &Option<T>, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(text.as_ref().map(T::as_ref).unwrap_or_default())
    }

    pub(super) fn deserialize<'de, T: From<String>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
        Ok(Some(String::deserialize(from)?).filter(|text| !text.is_empty()).map(T::from))
    }
}
