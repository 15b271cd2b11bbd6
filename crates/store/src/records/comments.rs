//! Comments and notifications.

use deck::SlideId;
use serde::Serialize;

use super::{Ownership, Time};
use crate::ids::{CommentId, DeckId, NoticeId, OrganizationId, UserId};

/// A comment on a deck, or a reply to one.
#[derive(Debug, Clone, PartialEq)]
pub struct Comment {
    /// Id.
    pub id: CommentId,
    /// The deck.
    pub deck: DeckId,
    /// The slide that it is about; none for the whole deck.
    pub slide: Option<SlideId>,
    /// The comment it replies to.
    pub parent: Option<CommentId>,
    /// User id of the author.
    pub author: UserId,
    /// E-mail of the author.
    pub author_email: String,
    /// Name of the author when the comment was written.
    pub author_name: String,
    /// Text.
    pub body: String,
    /// Status of the thread.
    pub status: CommentStatus,
    /// E-mail of the user who resolved or dismissed it.
    pub settled_by: Option<String>,
    /// When it was resolved or dismissed.
    pub settled_at: Option<Time>,
    /// The mentioned users, as JSON.
    pub mentions: String,
    /// The slide as it was when the comment was written, as JSON.
    pub snapshot: Option<String>,
    /// Created at.
    pub created_at: Time,
    /// Updated at.
    pub updated_at: Time,
}

/// Status of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CommentStatus {
    /// Not dealt with yet.
    Open,
    /// Dealt with.
    Resolved,
    /// Set aside.
    Dismissed,
}

impl CommentStatus {
    /// The name in requests, responses and storage.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Resolved => "resolved",
            Self::Dismissed => "dismissed",
        }
    }

    /// The status with a name; none when the name is unknown.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Open, Self::Resolved, Self::Dismissed].into_iter().find(|status| status.name() == name)
    }
}

/// A query for threads on all decks that a user may read.
#[derive(Debug, Clone, PartialEq)]
pub struct CommentQuery {
    /// User id of the reader.
    pub reader: UserId,
    /// The organization in which the reader acts.
    pub organization: OrganizationId,
    /// Whose decks are searched.
    pub ownership: Ownership,
    /// Whether all decks of the organization are searched, whoever owns them and may read them. With
    /// [`Ownership::Shared`], nothing is found then.
    pub everything: bool,
    /// Only threads of the author with this e-mail.
    pub author: Option<String>,
    /// Only threads with this status.
    pub status: Option<CommentStatus>,
    /// Only threads from this time on.
    pub since: Time,
    /// Maximum number of threads.
    pub limit: usize,
}

/// A notification of a user about a comment.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    /// Id.
    pub id: NoticeId,
    /// User id of the user who is notified.
    pub reader: UserId,
    /// The reason.
    pub kind: NoticeKind,
    /// The deck.
    pub deck: DeckId,
    /// The comment.
    pub comment: CommentId,
    /// The slide that the comment is about; none for the whole deck.
    pub slide: Option<SlideId>,
    /// E-mail of the author of the comment.
    pub actor: String,
    /// Created at.
    pub created_at: Time,
    /// Read at; none while it is unread.
    pub read_at: Option<Time>,
}

/// A notice in the list of its reader.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedNotice {
    /// The notice.
    pub notice: Notice,
    /// The current title of the deck.
    pub deck_title: String,
}

/// Reason of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    /// The user is mentioned.
    Mention,
    /// A thread of the user has a reply.
    Reply,
    /// A deck of the user has a comment.
    Comment,
}

impl NoticeKind {
    /// The name in responses and storage.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mention => "mention",
            Self::Reply => "reply",
            Self::Comment => "comment",
        }
    }

    /// The kind with a name; none when the name is unknown.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Mention, Self::Reply, Self::Comment].into_iter().find(|kind| kind.name() == name)
    }
}
