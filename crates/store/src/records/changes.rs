//! Changes that a process publishes after a write.

use deck::SlideId;
use serde::{Deserialize, Serialize};

use super::{Time, empty_is_none};
use crate::ids::{CommentId, DeckId, OrganizationId};

/// A change of stored records, by any process on this storage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Change {
    /// A deck was created, written, shared, moved to the trash, restored or purged.
    Deck {
        /// Deck id.
        id: DeckId,
        /// What happened to it.
        what: DeckChange,
        /// The revision after the change.
        revision: u64,
        /// The slide that changed; none for the whole deck.
        #[serde(with = "empty_is_none")]
        slide: Option<SlideId>,
        /// E-mail of the account that changed it; none when no account did.
        #[serde(with = "empty_is_none")]
        by: Option<String>,
        /// When.
        at: Time,
    },
    /// A comment was created, or its status changed.
    Comment {
        /// Deck id.
        deck: DeckId,
        /// Comment id.
        id: CommentId,
        /// The slide that the comment is about; none for the whole deck.
        #[serde(with = "empty_is_none")]
        slide: Option<SlideId>,
        /// What happened.
        what: CommentChange,
        /// When.
        at: Time,
    },
    /// Accounts, organizations, memberships, sessions or keys changed.
    Accounts,
    /// Themes or slide types of an organization changed.
    Catalogue {
        /// Organization id.
        organization: OrganizationId,
    },
    /// A flag changed, such as the maintenance switch.
    Flag {
        /// Name of the flag.
        name: String,
    },
    /// Changes were missed, so that any record may have changed.
    Missed,
}

/// What happened to a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CommentChange {
    /// A thread was started.
    Created,
    /// A reply was added.
    Replied,
    /// Its status changed.
    Status,
}

/// What happened to a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DeckChange {
    /// It was created.
    Created,
    /// Its content was written: the revision rose.
    Written,
    /// Its access, grants or owner changed.
    Shared,
    /// It was moved to the trash.
    Trashed,
    /// It was restored from the trash.
    Restored,
    /// It was deleted permanently.
    Purged,
}
