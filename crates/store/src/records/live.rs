//! Live sessions: their state, follow codes, items and answers.

use serde::{Deserialize, Serialize};

use super::Time;
use crate::ids::{DeckId, SessionId};

/// A live session: a deck that is being presented.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LiveSession {
    /// Id, known to presenter and audience.
    pub id: SessionId,
    /// Deck id; a deck has one session at most.
    pub deck: DeckId,
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
