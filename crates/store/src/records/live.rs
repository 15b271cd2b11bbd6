//! Live sessions: their state, follow codes, items and answers.

use deck::SlideId;
use serde::{Deserialize, Serialize};

use super::{Time, empty_is_none};
use crate::ids::{DeckId, DeviceId, SessionId, UserId};

/// A live session: a deck that is being presented.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LiveSession {
    /// Id, known to presenter and audience.
    pub id: SessionId,
    /// Deck id. A deck has at most one session.
    pub deck: DeckId,
    /// Random text from which the key to the speaker's notes is derived. Another nonce makes another key.
    pub nonce: String,
    /// Who began or steered it, in that order. Empty for a session that was stored by a release that did not record it.
    #[serde(default)]
    pub presenters: Vec<LivePresenter>,
    /// The current slide and step.
    pub state: LiveState,
    /// Whether the audience may browse on its own.
    pub control: bool,
    /// The codes that the audience enters to join.
    pub codes: LiveCodes,
    /// Number of the last change; every change adds one.
    pub turn: u64,
    /// Created at.
    pub created_at: Time,
    /// Last used at; storage may lag behind memory.
    pub active_at: Time,
}

impl LiveSession {
    /// Whether the presenter has finished: nobody can join, and the audience has left. Presenting again opens it.
    pub fn is_finished(&self) -> bool {
        self.codes.current.is_empty()
    }
}

/// A person who began or steered a live session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LivePresenter {
    /// User id.
    pub user: UserId,
    /// How they were authenticated; none once that sign-in or key has ended.
    pub credential: Option<LiveCredential>,
}

/// The sign-in or API key of a presenter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LiveCredential {
    /// The hash of the token of a session.
    Session(String),
    /// The hash of an API key.
    Key(String),
}

/// The current slide and step of a live session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveState {
    /// Slide id, which the deck need not have; none for a position past the end that was set without an id.
    #[serde(with = "empty_is_none")]
    pub slide_id: Option<SlideId>,
    /// Position among all slides.
    pub slide_index: u64,
    /// Canonical type of the slide; none when the slide is not in the deck.
    #[serde(with = "empty_is_none")]
    pub slide_type: Option<String>,
    /// Build step within the slide.
    pub step_idx: u64,
    /// Whether paragraphs appear step by step.
    pub step_paragraphs: bool,
    /// Updated at.
    pub updated_at: Time,
    /// When the session first moved to another slide or step; none before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Time>,
}

/// The follow codes of a live session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveCodes {
    /// Code by language, in the order of the deck's languages.
    pub current: Vec<(String, String)>,
    /// Created at.
    pub created_at: Time,
    /// The previous codes, by language.
    pub former: Vec<(String, String)>,
    /// Until when the previous codes are valid.
    pub former_until: Time,
}

/// An item of a live session that the audience answers: an interaction or a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LiveItem {
    /// Slide id of an interaction, or id of a question.
    pub item: String,
    /// Its state, as the live session defines it.
    pub entry: serde_json::Value,
}

/// The answer of one device to an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveAnswer {
    /// The item.
    pub item: String,
    /// Device id.
    pub device: DeviceId,
    /// The answer.
    pub answer: String,
    /// Answered at.
    pub given_at: Time,
}

/// A change of a live session. Each change has a turn; a change with an earlier turn never replaces a later one. The
/// serialized form is part of the journal that nodes share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum LiveWrite {
    /// Replaces everything but id and deck.
    Session(Box<LiveSession>),
    /// Sets the time of the last use.
    Active(Time),
    /// Adds or replaces an item, at a turn.
    Item(LiveItem, u64),
    /// Deletes an item and its answers.
    #[serde(rename = "NoItem")]
    DeleteItem(String),
    /// Adds or replaces an answer, at a turn.
    Answer(LiveAnswer, u64),
    /// Deletes the answers to an item that were given before a turn.
    #[serde(rename = "NoAnswers")]
    DeleteAnswers(String, u64),
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_state_without_a_slide_is_stored_with_an_empty_id() {
        for (stored, slide) in [("", None), ("a", Some(SlideId::from("a")))] {
            let row = json!({
                "slideId": stored, "slideIndex": 4, "slideType": "", "stepIdx": 0, "stepParagraphs": true, "updatedAt": 7,
            });
            let state: LiveState = serde_json::from_value(row.clone()).expect("a state");
            assert_eq!(state.slide_id, slide);
            assert_eq!(json!(state), row);
        }
    }
}
