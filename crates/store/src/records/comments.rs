//! Comments and notifications.

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
    /// The slide it is about, if it is about one.
    pub slide: Option<String>,
    /// The comment it replies to.
    pub parent: Option<CommentId>,
    /// User id of who wrote it.
    pub author: UserId,
    /// His e-mail.
    pub author_email: String,
    /// His name then.
    pub author_name: String,
    /// What it says.
    pub body: String,
    /// Where its thread stands.
    pub status: CommentStatus,
    /// E-mail of who settled it.
    pub settled_by: Option<String>,
    /// When it was settled.
    pub settled_at: Option<Time>,
    /// Who is mentioned, as JSON.
    pub mentions: String,
    /// The slide as it was then, as JSON.
    pub snapshot: Option<String>,
    /// When it was written.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

/// Where a thread stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CommentStatus {
    /// To be dealt with.
    Open,
    /// Dealt with.
    Resolved,
    /// Set aside.
    Dismissed,
}

impl CommentStatus {
    /// The name in requests, answers and storage.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Resolved => "resolved",
            Self::Dismissed => "dismissed",
        }
    }

    /// The status with a name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Open, Self::Resolved, Self::Dismissed].into_iter().find(|status| status.name() == name)
    }
}

/// Which threads are wanted, over all decks that somebody may read.
#[derive(Debug, Clone, PartialEq)]
pub struct CommentQuery {
    /// User id of the reader.
    pub reader: UserId,
    /// Organization he acts in.
    pub organization: OrganizationId,
    /// On whose decks.
    pub ownership: Ownership,
    /// Whether every deck of the organization counts, whoever may read it.
    pub everything: bool,
    /// E-mail of the author.
    pub author: Option<String>,
    /// Status of the thread.
    pub status: Option<CommentStatus>,
    /// Not before this time.
    pub since: Time,
    /// How many.
    pub limit: usize,
}

/// Word to somebody that something was said.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    /// Id.
    pub id: NoticeId,
    /// User id of who is told.
    pub reader: UserId,
    /// Why.
    pub kind: NoticeKind,
    /// The deck.
    pub deck: DeckId,
    /// Its title now; empty on the way in.
    pub deck_title: String,
    /// The comment.
    pub comment: CommentId,
    /// The slide it is about.
    pub slide: Option<String>,
    /// E-mail of who wrote it.
    pub actor: String,
    /// When.
    pub created_at: Time,
    /// When it was read.
    pub read_at: Option<Time>,
}

/// Why somebody is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    /// He is mentioned.
    Mention,
    /// His thread has a reply.
    Reply,
    /// His deck has a comment.
    Comment,
}

impl NoticeKind {
    /// The name in answers and storage.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mention => "mention",
            Self::Reply => "reply",
            Self::Comment => "comment",
        }
    }

    /// The kind with a name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Mention, Self::Reply, Self::Comment].into_iter().find(|kind| kind.name() == name)
    }
}
