//! Recorded rehearsals.

use deck::SlideId;
use serde::{Deserialize, Serialize};

use super::Time;
use crate::ids::{DeckId, RehearsalId, UserId};

/// A rehearsal that a person recorded: their voice, and when which slide was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rehearsal {
    /// Id.
    pub id: RehearsalId,
    /// The deck.
    pub deck: DeckId,
    /// Who recorded it.
    pub user: UserId,
    /// SHA-256 of the sound, hex.
    pub hash: String,
    /// Media type of the sound, detected from its bytes.
    pub mime: String,
    /// Length of the sound in bytes.
    pub bytes: u64,
    /// Duration of the recording in milliseconds.
    pub duration: u64,
    /// What was shown when, in the order of time.
    pub moments: Vec<Moment>,
    /// Recorded at.
    pub created_at: Time,
}

/// A moment of a rehearsal at which another slide or build step was shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Moment {
    /// Milliseconds from the start of the sound.
    pub at: u64,
    /// The slide.
    pub slide_id: SlideId,
    /// The build steps that were made; absent when everything was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
}
