//! What is kept, as plain values. Times are milliseconds since 1970, handed in by the caller; ids are UUIDs.

use std::collections::BTreeMap;

use deck::Deck;
use serde::{Deserialize, Serialize};

/// Milliseconds since 1970 UTC.
pub type Time = i64;

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Id.
    pub id: String,
    /// Address, lower case, unique.
    pub email: String,
    /// Name, maybe empty.
    pub name: String,
    /// Part in the instance.
    pub role: Role,
    /// What it may spend.
    pub tier: Tier,
    /// Argon2id hash in PHC form; none until a password was chosen.
    pub password: Option<String>,
    /// Switched off: neither signs in nor acts by key.
    pub disabled: bool,
    /// Made at.
    pub created_at: Time,
    /// Changed at.
    pub updated_at: Time,
}

/// Part of an account in the instance, or of a member in an organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Manages.
    Admin,
    /// Works.
    Member,
}

/// What an account may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// 60 requests a minute.
    Free,
    /// 300 requests a minute.
    Pro,
    /// 1000 requests a minute, no daily limits.
    Enterprise,
}

/// An organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organization {
    /// Id.
    pub id: String,
    /// Short name, unique.
    pub slug: String,
    /// Name.
    pub name: String,
    /// Theme that readers get by default, when it is not the system's.
    pub default_theme: Option<String>,
    /// Made at; the oldest one is the first.
    pub created_at: Time,
}

/// Who belongs to an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// Organization id.
    pub organization: String,
    /// User id.
    pub user: String,
    /// Part in the organization.
    pub role: Role,
    /// Since.
    pub created_at: Time,
}

/// A sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// SHA-256 of the token, hex.
    pub hash: String,
    /// User id.
    pub user: String,
    /// The organization it acts in.
    pub organization: String,
    /// Whether it began with a one-time link and may choose a first password.
    pub by_link: bool,
    /// Began at.
    pub created_at: Time,
    /// Ends at.
    pub expires_at: Time,
}

/// A link that signs in once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneTimeLink {
    /// SHA-256 of the token, hex.
    pub hash: String,
    /// User id.
    pub user: String,
    /// Ends at.
    pub expires_at: Time,
}

/// Who an issuer of single sign-on says somebody is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// SHA-256 of issuer and subject, hex.
    pub id: String,
    /// Address of the issuer.
    pub issuer: String,
    /// What the issuer calls the person, for good.
    pub subject: String,
    /// User id.
    pub user: String,
    /// Bound at.
    pub created_at: Time,
}

/// An administrative act. It holds no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Id.
    pub id: String,
    /// When.
    pub at: Time,
    /// What was done, by its name.
    pub act: String,
    /// E-mail of whoever did it; empty when nobody in particular.
    pub actor: String,
    /// By which door.
    pub door: String,
    /// Address of the client, where there was one.
    pub address: String,
    /// What it was done to, as people call it.
    pub subject: String,
    /// More about it, by name.
    pub details: serde_json::Value,
}

/// An API key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Id.
    pub id: String,
    /// SHA-256 of the whole key, hex.
    pub hash: String,
    /// First characters, for people to tell keys apart.
    pub prefix: String,
    /// Name.
    pub name: String,
    /// Scope names, without repeats.
    pub scopes: Vec<String>,
    /// User id of its owner.
    pub user: String,
    /// The organization it acts in.
    pub organization: String,
    /// Made at.
    pub created_at: Time,
    /// Used last at; may lag a few seconds.
    pub last_used_at: Option<Time>,
    /// Revoked at.
    pub revoked_at: Option<Time>,
}

/// Everything about a deck but its slides.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckHead {
    /// Id.
    pub id: String,
    /// Organization id.
    pub organization: String,
    /// User id of the owner.
    pub owner: String,
    /// User id of whoever made it for somebody else, and still reads it.
    pub creator: Option<String>,
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
    pub id: String,
    /// Deck id.
    pub deck: String,
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
    pub id: String,
    /// Deck id.
    pub deck: String,
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
    pub id: String,
    /// User id.
    pub user: String,
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
    pub reader: String,
    /// Organization id.
    pub organization: String,
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

/// An uploaded file. Several may share the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Id.
    pub id: String,
    /// File name, `<name>-<uuid>.<ext>`; unique and unguessable.
    pub file: String,
    /// SHA-256 of the bytes, hex.
    pub hash: String,
    /// Media type, judged by the bytes.
    pub mime: String,
    /// Length.
    pub bytes: u64,
    /// Width, 0 when unknown.
    pub width: u32,
    /// Height, 0 when unknown.
    pub height: u32,
    /// Organization id.
    pub organization: String,
    /// User id of the uploader.
    pub uploader: String,
    /// E-mail of the uploader at that time.
    pub uploaded_by: String,
    /// Title.
    pub title: String,
    /// Alternative text.
    pub alt: String,
    /// Description.
    pub description: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Whether the library lists it.
    pub listed: bool,
    /// Made at.
    pub created_at: Time,
    /// Changed at.
    pub updated_at: Time,
}

/// Facts about a picture, kept by the hash of its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureFacts {
    /// Width in pixels, 0 when it cannot be told.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Brightness from 0 to 255 over a grid of 16 by 9 cells, row by row; empty when the picture cannot be drawn.
    pub luminance: Vec<u8>,
    /// Whether it can be drawn at all.
    pub drawable: bool,
    /// Whether an SVG holds anything active, so that a sanitised copy is served in its place.
    pub active: bool,
    /// Hash of that copy, once it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy: Option<String>,
}

/// A theme of an organization, as declared.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomTheme {
    /// Id.
    pub id: String,
    /// Organization id.
    pub organization: String,
    /// Short name, unique in the organization.
    pub slug: String,
    /// Label, colours, fonts and logo.
    pub declaration: serde_json::Value,
    /// Made at.
    pub created_at: Time,
}

/// A slide type of an organization, as declared.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomType {
    /// Organization id.
    pub organization: String,
    /// Short name, unique in the organization.
    pub slug: String,
    /// The declaration.
    pub declaration: serde_json::Value,
    /// Whether it is offered.
    pub published: bool,
    /// Made at.
    pub created_at: Time,
}

/// What an organization set for a slide type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeSetting {
    /// Registry key.
    pub key: String,
    /// Whether new slides of it are accepted.
    pub enabled: bool,
    /// Rules for its use.
    pub usage: Option<String>,
}

/// What a key did on one UTC day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Days since 1970.
    pub day: i64,
    /// Requests.
    pub requests: u64,
    /// AI calls.
    pub ai: u64,
    /// Exports.
    pub exports: u64,
}

/// A live session: a deck that is being presented.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LiveSession {
    /// Id, known to presenter and audience.
    pub id: String,
    /// Deck id; a deck has one session at most.
    pub deck: String,
    /// What opens the speaker's notes.
    pub notes_key: String,
    /// Where it stands.
    pub state: LiveState,
    /// Whether the audience may move by itself.
    pub control: bool,
    /// What the audience types to join.
    pub codes: LiveCodes,
    /// Rises with every change.
    pub turn: u64,
    /// Made at.
    pub created_at: Time,
    /// Last used at, as far as it was written down.
    pub active_at: Time,
}

/// Where a live session stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveState {
    /// Slide id.
    pub slide_id: String,
    /// Position among all slides.
    pub slide_index: u64,
    /// Canonical type of the slide, empty when it is not in the deck.
    pub slide_type: String,
    /// Build step within the slide.
    pub step_idx: u64,
    /// Whether slides are built up step by step.
    pub step_paragraphs: bool,
    /// When it changed.
    pub updated_at: Time,
}

/// The follow codes of a live session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveCodes {
    /// Code by language, in the order of the deck.
    pub current: Vec<(String, String)>,
    /// When they were made.
    pub created_at: Time,
    /// Those before, by language.
    pub former: Vec<(String, String)>,
    /// Until when those before are good.
    pub former_until: Time,
}

/// Something in a live session that the audience answers to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LiveItem {
    /// Slide id of an interaction, or id of a question.
    pub item: String,
    /// What it is.
    pub entry: serde_json::Value,
}

/// What one device answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveAnswer {
    /// What it answers to.
    pub item: String,
    /// Device id.
    pub device: String,
    /// The answer.
    pub answer: String,
    /// Given at.
    pub given_at: Time,
}

/// A change of a live session. What a later turn wrote stays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum LiveWrite {
    /// State, control, codes and activity.
    Session(Box<LiveSession>),
    /// When it was used last.
    Active(Time),
    /// An item that is new or other than before.
    Item(LiveItem, u64),
    /// An item that is gone, with its answers.
    NoItem(String),
    /// An answer that is new or other than before.
    Answer(LiveAnswer, u64),
    /// All answers to an item are gone, but for those of later turns.
    NoAnswers(String, u64),
}

/// Something that was changed, by whatever process. Drives caches and events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Change {
    /// A deck was made, written, shared, trashed, restored or purged.
    Deck {
        /// Deck id.
        id: String,
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
        deck: String,
        /// Comment id.
        id: String,
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
        organization: String,
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

/// A comment on a deck, or a reply to one.
#[derive(Debug, Clone, PartialEq)]
pub struct Comment {
    /// Id.
    pub id: String,
    /// The deck.
    pub deck: String,
    /// The slide it is about, if it is about one.
    pub slide: Option<String>,
    /// The comment it replies to.
    pub parent: Option<String>,
    /// User id of who wrote it.
    pub author: String,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentStatus {
    /// To be dealt with.
    Open,
    /// Dealt with.
    Resolved,
    /// Set aside.
    Dismissed,
}

impl CommentStatus {
    /// The word in requests and answers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Resolved => "resolved",
            Self::Dismissed => "dismissed",
        }
    }

    /// The status of a word.
    pub fn read(word: &str) -> Option<Self> {
        [Self::Open, Self::Resolved, Self::Dismissed].into_iter().find(|status| status.word() == word)
    }
}

/// Which threads are wanted, over all decks that somebody may read.
#[derive(Debug, Clone, PartialEq)]
pub struct CommentQuery {
    /// User id of the reader.
    pub reader: String,
    /// Organization he acts in.
    pub organization: String,
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
    pub id: String,
    /// User id of who is told.
    pub reader: String,
    /// Why.
    pub kind: NoticeKind,
    /// The deck.
    pub deck: String,
    /// Its title now; empty on the way in.
    pub deck_title: String,
    /// The comment.
    pub comment: String,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeKind {
    /// He is mentioned.
    Mention,
    /// His thread has a reply.
    Reply,
    /// His deck has a comment.
    Comment,
}

impl NoticeKind {
    /// The word in answers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mention => "mention",
            Self::Reply => "reply",
            Self::Comment => "comment",
        }
    }

    /// The kind of a word.
    pub fn read(word: &str) -> Option<Self> {
        [Self::Mention, Self::Reply, Self::Comment].into_iter().find(|kind| kind.word() == word)
    }
}
