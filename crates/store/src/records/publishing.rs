//! Published decks, what organizations allow, and counts of views and of audiences.

use deck::SlideId;

use super::Time;
use crate::ids::{DeckId, OrganizationId, SessionId, VersionId};

/// A deck that is published at a readable address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// Deck id.
    pub deck: DeckId,
    /// The last part of its address, unique in the instance.
    pub slug: String,
    /// The version that is shown.
    pub version: VersionId,
    /// The revision of the deck in that version.
    pub revision: u64,
    /// Whether search engines may list it.
    pub indexable: bool,
    /// Whether speaker notes are shown.
    pub notes: bool,
    /// Whether files are offered for download.
    pub downloads: bool,
    /// Argon2id hash of the password in PHC format; none when there is no password.
    pub password: Option<String>,
    /// When the publication ends; none when it does not end.
    pub ends_at: Option<Time>,
    /// First published at.
    pub created_at: Time,
    /// The shown version was published at.
    pub published_at: Time,
    /// Options or content last changed at.
    pub updated_at: Time,
}

/// A publication with what its page depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedDeck {
    /// The publication.
    pub publication: Publication,
    /// Organization id of the deck.
    pub organization: OrganizationId,
    /// What the organization allows.
    pub publishing: Publishing,
}

/// What an organization allows about published decks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publishing {
    /// Whether its decks may be published.
    pub allowed: bool,
    /// The sites that may show its published decks in a frame, such as `https://example.org`.
    pub sites: Vec<String>,
}

impl Default for Publishing {
    fn default() -> Self {
        Self { allowed: true, sites: Vec::new() }
    }
}

/// The key of a count of views.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ViewKey {
    /// Deck id.
    pub deck: DeckId,
    /// Days since 1970 UTC.
    pub day: i64,
    /// `page`, `embed` or the id of a share link.
    pub link: String,
    /// The slide; none for the whole deck.
    pub slide: Option<SlideId>,
}

/// Counts of views.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ViewCounts {
    /// How often it was opened; for a slide, how often it was shown.
    pub views: u64,
    /// Number of different visitors on the day.
    pub visitors: u64,
    /// Views that reached the last slide.
    pub finished: u64,
    /// Files that were downloaded.
    pub downloads: u64,
    /// For how long it was shown, in milliseconds.
    pub milliseconds: u64,
    /// Views that ended at this slide.
    pub leaves: u64,
}

/// Counts of the audience of a live session in a minute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionCounts {
    /// Session id.
    pub session: SessionId,
    /// Minutes since 1970 UTC.
    pub minute: i64,
    /// Deck id.
    pub deck: DeckId,
    /// The most followers in the minute.
    pub followers: u64,
    /// Answers to polls and feedback so far.
    pub answers: u64,
    /// Questions so far.
    pub questions: u64,
}
