//! The ids of stored records as types, and how ids are bound to SQL statements.

use deck::SlideId;

use crate::engine::SqlValue;

deck::text_ids! {
    /// Id of a deck.
    DeckId;
    /// Id of an account.
    UserId;
    /// Id of an organization.
    OrganizationId;
    /// Id of an API key.
    KeyId;
    /// Id of a live session, which presenter and audience share.
    SessionId;
    /// Id of a comment or a reply.
    CommentId;
    /// Id of a notification.
    NoticeId;
    /// Id of a stored version of a deck.
    VersionId;
    /// Id of a share link; not its token.
    ShareLinkId;
    /// Id of an upload in the image library.
    UploadId;
    /// Id of an organization's own theme.
    ThemeId;
    /// Id of a font that an organization uploaded.
    FontId;
    /// Id of a job of the author.
    JobId;
    /// Id of a collaborator's grant on a deck.
    GrantId;
    /// Id of a slide in the library of an organization.
    LibrarySlideId;
    /// Id of a webhook.
    WebhookId;
    /// Id of the delivery of an event to a webhook.
    DeliveryId;
    /// Id of a group of members.
    GroupId;
    /// Id of a passkey: the SHA-256 of its credential id, hex.
    PasskeyId;
    /// Id of a recorded rehearsal.
    RehearsalId;
    /// Id of a question that the audience asked.
    QuestionId;
    /// Id of a pen stroke, unique in its live session.
    StrokeId;
    /// Id of a device of the audience of a live session.
    DeviceId;
    /// Id of an entry of the audit log.
    AuditEntryId;
    /// Id of the token of an organization's identity provider.
    ProvisioningTokenId;
    /// Id of an identity at an issuer: the SHA-256 of issuer and subject, hex.
    IdentityId;
    /// Id of an OAuth client: one that it got when it registered itself, or the address of its own description.
    OauthClientId;
}

/// Lets ids be values of SQL statements.
macro_rules! sql_values {
    ($($name:ident),+ $(,)?) => { $(
        impl From<&$name> for SqlValue {
            fn from(id: &$name) -> Self {
                Self::Text(Some(id.to_string()))
            }
        }

        impl From<$name> for SqlValue {
            fn from(id: $name) -> Self {
                Self::Text(Some(id.into()))
            }
        }

        impl From<&Option<$name>> for SqlValue {
            fn from(id: &Option<$name>) -> Self {
                Self::Text(id.as_ref().map(ToString::to_string))
            }
        }
    )+ };
}

sql_values! {
    AuditEntryId, IdentityId, ProvisioningTokenId, DeckId, UserId, OrganizationId, KeyId, SessionId, CommentId, NoticeId, VersionId, ShareLinkId, UploadId, ThemeId,
    DeliveryId, DeviceId, FontId, GrantId, GroupId, JobId, LibrarySlideId, OauthClientId, PasskeyId, RehearsalId,
    SlideId, WebhookId,
}
