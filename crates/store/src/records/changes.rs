//! The change feed: what a process publishes after a write.

use serde::{Deserialize, Serialize};

use super::Time;
use crate::ids::{CommentId, DeckId, OrganizationId};

/// Something that was changed, by whatever process. Drives caches and events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Change {
    /// A deck was made, written, shared, trashed, restored or purged.
    Deck {
        /// Deck id.
        id: DeckId,
        /// What happened to it.
        what: DeckChange,
        /// The revision after it.
        revision: u64,
        /// Slide it was about, empty for the whole deck.
        slide: String,
        /// E-mail of who did it, empty when nobody in particular.
        by: String,
        /// When.
        at: Time,
    },
    /// A comment was written, or its status changed.
    Comment {
        /// Deck id.
        deck: DeckId,
        /// Comment id.
        id: CommentId,
        /// Slide it is about, empty for the whole deck.
        slide: String,
        /// What happened.
        what: CommentChange,
        /// When.
        at: Time,
    },
    /// Accounts, organizations, memberships, sessions or keys.
    Accounts,
    /// Themes or slide types of an organization.
    Catalogue {
        /// Organization id.
        organization: OrganizationId,
    },
    /// A named value, such as the maintenance switch.
    Flag {
        /// Its name.
        name: String,
    },
    /// Too much to tell, while this process could not listen: anything may have changed.
    Missed,
}

/// What happened to a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CommentChange {
    /// It was written.
    Created,
    /// It was written as a reply.
    Replied,
    /// Its status changed.
    Status,
}

/// What happened to a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DeckChange {
    /// Made.
    Created,
    /// Content written: the revision rose.
    Written,
    /// Sharing, owner or visibility changed.
    Shared,
    /// Put into the trash.
    Trashed,
    /// Taken out of the trash.
    Restored,
    /// Removed for good.
    Purged,
}
