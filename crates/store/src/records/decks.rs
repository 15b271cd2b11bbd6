//! Decks, their versions, share links and collaborators, and queries for lists of decks.

use std::collections::BTreeMap;

use deck::{Deck, FieldDraft, SlideId};
use serde::{Deserialize, Serialize};

use super::Time;
use crate::ids::{DeckId, GrantId, OrganizationId, ShareLinkId, UserId, VersionId};

/// A deck without its slides and grants.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckHead {
    /// Id.
    pub id: DeckId,
    /// Organization id.
    pub organization: OrganizationId,
    /// User id of the owner.
    pub owner: UserId,
    /// User id of the creator, who may still read it, where the deck was created for another owner.
    pub creator: Option<UserId>,
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// Theme id.
    pub theme: String,
    /// Main language.
    pub lang: String,
    /// All languages, the main one first.
    pub languages: Vec<String>,
    /// Number of slides.
    pub slide_count: usize,
    /// Who may read it without a grant.
    pub access: Access,
    /// Whether members of the organization may only read and comment.
    pub view_only: bool,
    /// 1 at creation; every write adds one.
    pub revision: u64,
    /// Created at.
    pub created_at: Time,
    /// Last written at.
    pub updated_at: Time,
    /// User id of who wrote it last; none when the last write was made by a release that did not record it.
    pub updated_by: Option<UserId>,
    /// When the current stretch of work began; see [`VersionReason::Work`].
    pub stretch_at: Time,
    /// Set while the deck is in the trash.
    pub trashed: Option<Trashed>,
}

/// When and by whom a deck was moved to the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trashed {
    /// When.
    pub at: Time,
    /// E-mail of the account that moved it there.
    pub by: String,
}

/// Who may read a deck without a grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "DeckVisibility"))]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Nobody.
    Private,
    /// Every member of the organization.
    Organization,
}

/// A deck as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredDeck {
    /// Everything but slides and grants.
    pub head: DeckHead,
    /// The content: slides, languages, settings.
    pub deck: Deck,
    /// The users with whom it is shared.
    pub grants: Vec<Grant>,
}

/// A stored version of a deck, without its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Id.
    pub id: VersionId,
    /// Deck id.
    pub deck: DeckId,
    /// The revision of the deck at that state.
    pub revision: u64,
    /// Why it was stored.
    pub reason: VersionReason,
    /// The name that a user gave it; none for a version that was stored automatically.
    pub name: Option<String>,
    /// E-mail of the user who stored it, or whose change caused it to be stored.
    pub by_email: String,
    /// Display name of that user; may be empty.
    pub by_name: String,
    /// Title of the deck at that state.
    pub title: String,
    /// Number of slides at that state.
    pub slide_count: usize,
    /// Hash of each slide, by slide id.
    pub slides: BTreeMap<SlideId, String>,
    /// Created at.
    pub created_at: Time,
}

/// Why a version was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum VersionReason {
    /// A user gave it a name.
    Named,
    /// The deck had not been changed for a while.
    Rest,
    /// A stretch of work of ten minutes.
    Work,
    /// Before another user changed it.
    Hands,
    /// It was presented.
    Presented,
    /// Before a change by the assistant.
    Assistant,
    /// Before several slides were deleted.
    Deletion,
    /// Before much of it was rewritten.
    Replaced,
    /// Before an older version was restored.
    Restore,
    /// It was published.
    Published,
}

/// A link that shows a deck to everybody who has its token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareLink {
    /// Id.
    pub id: ShareLinkId,
    /// Deck id.
    pub deck: DeckId,
    /// SHA-256 of the token, hex.
    pub hash: String,
    /// Its purpose; may be empty.
    pub name: String,
    /// E-mail of the user who created it.
    pub created_by: String,
    /// Created at.
    pub created_at: Time,
    /// Expires at; none when it does not expire.
    pub expires_at: Option<Time>,
    /// User id of the user who created it; none when no account had the e-mail when ids were added to links.
    pub maker: Option<UserId>,
}

/// A batch of edits of a client that was applied to a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct AppliedBatch {
    /// Id of the client.
    pub client: String,
    /// Number of the batch; the numbers of a client rise.
    pub seq: u64,
    /// The response that the client received.
    pub answer: serde_json::Value,
}

/// Further records that are stored in the transaction of a deck write.
#[derive(Debug, Clone, Default)]
pub struct WriteExtras {
    /// A version of the state before the write.
    pub version: Option<Version>,
    /// The batch of edits that the write applies. The write fails with `Taken` when this batch or a later one of the
    /// client was applied already.
    pub batch: Option<AppliedBatch>,
    /// What the write changes in the drafts of the editor. The write fails with `DraftsChanged` when one of them is not
    /// as it was read.
    pub drafts: DraftChanges,
}

/// Changes of the drafts of a deck. They fail together when one of the drafts is no longer as it was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DraftChanges {
    /// Drafts to delete.
    pub removed: Vec<FieldDraft>,
    /// Drafts to add.
    pub added: Vec<FieldDraft>,
    /// Drafts to replace: each as it was read, and its replacement.
    pub replaced: Vec<(FieldDraft, FieldDraft)>,
}

impl DraftChanges {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty() && self.replaced.is_empty()
    }
}

/// A grant: a deck is shared with a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Id.
    pub id: GrantId,
    /// User id.
    pub user: UserId,
    /// What the user may do.
    pub permission: Permission,
    /// E-mail of the user who shared it.
    pub invited_by: String,
    /// Shared since.
    pub created_at: Time,
}

/// What a grant permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CollaboratorPermission"))]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// Read.
    View,
    /// Read and comment.
    Comment,
    /// Write.
    Edit,
    /// Write and manage grants.
    Admin,
}

/// Whose decks a list contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ownership {
    /// The reader's own decks.
    Owned,
    /// Decks of others that the reader may read.
    Shared,
    /// Both.
    All,
}

/// Order of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// Last written first; ties by id.
    Updated,
    /// By title, case-insensitive.
    Title,
    /// Newest first.
    Created,
}

/// The star and the folder that a user gave a deck. Others do not see them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filing {
    /// Whether it has a star.
    pub starred: bool,
    /// The folder that it is in.
    pub folder: Option<String>,
}

/// How many decks that a user may read have a star, and how many are in each folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilingCounts {
    /// Decks with a star.
    pub starred: usize,
    /// The number of decks in each folder.
    pub folders: BTreeMap<String, usize>,
}

/// A filter of a list by star or folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filed {
    /// Those with a star.
    Starred,
    /// Those in a folder.
    Folder(String),
}

/// A query for the decks that a user may read in an organization.
#[derive(Debug, Clone)]
pub struct ListQuery {
    /// User id of the reader.
    pub reader: UserId,
    /// Organization id.
    pub organization: OrganizationId,
    /// Whose decks the list contains.
    pub ownership: Ownership,
    /// Only decks with this text in title, description or slides, case-insensitive.
    pub search: Option<String>,
    /// Only decks with this star or folder of the reader.
    pub filed: Option<Filed>,
    /// Order.
    pub sort: Sort,
    /// Maximum number of rows.
    pub limit: usize,
    /// Number of rows to skip.
    pub offset: usize,
}

/// A deck in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedDeck {
    /// The deck without its slides.
    pub head: DeckHead,
    /// E-mail of the owner.
    pub owner_email: String,
    /// Display name of the owner; may be empty.
    pub owner_name: String,
    /// The reader's grant; none for the owner, and for decks that the reader reads as a member of the organization.
    pub permission: Option<Permission>,
}

/// One page of rows, and the total number of rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The rows of the page.
    pub rows: Vec<T>,
    /// Number of all rows that match.
    pub total: usize,
}
