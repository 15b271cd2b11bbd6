//! Decks, their versions, share links and collaborators, and queries for lists of decks.

use std::collections::BTreeMap;

use deck::Deck;
use serde::{Deserialize, Serialize};

use super::Time;
use crate::ids::{DeckId, GrantId, OrganizationId, ShareLinkId, UserId, VersionId};

/// Everything about a deck but its slides.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckHead {
    /// Id.
    pub id: DeckId,
    /// Organization id.
    pub organization: OrganizationId,
    /// User id of the owner.
    pub owner: UserId,
    /// User id of whoever made it for somebody else, and still reads it.
    pub creator: Option<UserId>,
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// Theme id.
    pub theme: String,
    /// Main language.
    pub lang: String,
    /// All languages, main first.
    pub languages: Vec<String>,
    /// How many slides.
    pub slide_count: usize,
    /// Who reads it besides those it is shared with.
    pub access: Access,
    /// Members only read and comment.
    pub view_only: bool,
    /// 1 at creation, one more per write.
    pub revision: u64,
    /// Made at.
    pub created_at: Time,
    /// Written at.
    pub updated_at: Time,
    /// When it went to the trash, and the e-mail of who put it there.
    pub trashed: Option<(Time, String)>,
}

/// Who may read a deck besides those it is shared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Nobody.
    Private,
    /// Every member of the organization.
    Organization,
}

/// A deck as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredDeck {
    /// What lists show.
    pub head: DeckHead,
    /// Slides, languages, settings.
    pub deck: Deck,
    /// Whom it is shared with.
    pub grants: Vec<Grant>,
}

/// A state of a deck that was kept, without its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Id.
    pub id: VersionId,
    /// Deck id.
    pub deck: DeckId,
    /// The revision that it is a state of.
    pub revision: u64,
    /// Why it was kept.
    pub reason: VersionReason,
    /// The name that somebody gave it, empty for those kept without being asked.
    pub name: String,
    /// E-mail of who kept it, or whose change it was kept before.
    pub by_email: String,
    /// Name of the same, maybe empty.
    pub by_name: String,
    /// Title that the deck had.
    pub title: String,
    /// How many slides it had.
    pub slide_count: usize,
    /// What names the content of each slide, by slide id.
    pub slides: BTreeMap<String, String>,
    /// Since when it is a version.
    pub created_at: Time,
}

/// Why a state of a deck was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VersionReason {
    /// Somebody named it.
    Named,
    /// The deck had rested in it.
    Rest,
    /// The assistant was about to change it.
    Assistant,
    /// Several slides were about to go.
    Deletion,
    /// Much of it was about to be rewritten.
    Replaced,
    /// An older version was about to take its place.
    Restore,
}

/// A link that shows a deck to whoever holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareLink {
    /// Id.
    pub id: ShareLinkId,
    /// Deck id.
    pub deck: DeckId,
    /// SHA-256 of the token, hex.
    pub hash: String,
    /// What it is for, maybe empty.
    pub name: String,
    /// E-mail of who made it.
    pub created_by: String,
    /// Made at.
    pub created_at: Time,
    /// Ends at, if ever.
    pub expires_at: Option<Time>,
}

/// A batch of edits that a client had applied to a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// Names the client.
    pub client: String,
    /// Its number; a client counts upwards.
    pub seq: u64,
    /// What the client was answered.
    pub answer: serde_json::Value,
}

/// What is kept together with a write of a deck, all or nothing.
#[derive(Debug, Clone, Default)]
pub struct Beside {
    /// A version of the state before.
    pub version: Option<Version>,
    /// The batch that the write is. The write is `Taken` when the client had this one or a later one applied.
    pub batch: Option<Batch>,
}

/// A deck shared with one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Id.
    pub id: GrantId,
    /// User id.
    pub user: UserId,
    /// How much.
    pub permission: Permission,
    /// E-mail of who shared it.
    pub invited_by: String,
    /// Since.
    pub created_at: Time,
}

/// How much of a deck is shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// Read.
    View,
    /// Read and comment.
    Comment,
    /// Write.
    Edit,
    /// Write and manage who else does.
    Admin,
}

/// Which decks a list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ownership {
    /// The reader's own.
    Owned,
    /// Those of others that the reader may read.
    Shared,
    /// Both.
    All,
}

/// How a list is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// Written last first, ties by id.
    Updated,
    /// By title, without case.
    Title,
    /// Made last first.
    Created,
}

/// A question for a list of decks, of one reader in one organization.
#[derive(Debug, Clone)]
pub struct ListQuery {
    /// User id of the reader.
    pub reader: UserId,
    /// Organization id.
    pub organization: OrganizationId,
    /// Which decks.
    pub ownership: Ownership,
    /// Text that title, description or slides hold, without case.
    pub search: Option<String>,
    /// Order.
    pub sort: Sort,
    /// Most rows.
    pub limit: usize,
    /// Rows to skip.
    pub offset: usize,
}

/// A row of a list: the deck, and how it was shared with the reader (none for the owner, and for decks that only the
/// organization opens).
#[derive(Debug, Clone, PartialEq)]
pub struct ListedDeck {
    /// The deck without its slides.
    pub head: DeckHead,
    /// E-mail of the owner.
    pub owner_email: String,
    /// What the owner is called; empty without a name.
    pub owner_name: String,
    /// The reader's grant.
    pub permission: Option<Permission>,
}

/// Rows, and how many there are without paging.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The rows asked for.
    pub rows: Vec<T>,
    /// All rows that match.
    pub total: usize,
}
