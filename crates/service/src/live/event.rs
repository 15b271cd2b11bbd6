//! Events as the hall hears them: `text/event-stream`, written once for all.

use serde::Serialize;
use store::{LiveState, Time};

use super::interactions::InteractionState;
use super::questions::Asked;

/// What the hall is told.
#[derive(Debug)]
pub(super) enum Event<'a> {
    /// Where the presentation stands.
    State(&'a LiveState),
    /// Whether the audience may move by itself.
    Control(ControlEnabled),
    /// The deck changed.
    DeckUpdated(DeckUpdated<'a>),
    /// A poll, a scale or feedback.
    Interaction(&'a InteractionState),
    /// The questions.
    Questions(&'a Asked<'a>),
    /// A closed poll leads on.
    Branch(Branch<'a>),
}

/// Data of `controlEnabled`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ControlEnabled {
    pub(super) control_enabled: bool,
    pub(super) updated_at: Time,
}

/// Data of `deckUpdated`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeckUpdated<'a> {
    pub(super) presentation_id: &'a str,
    /// Empty for the whole deck.
    pub(super) slide_id: &'a str,
    pub(super) reason: &'a str,
    pub(super) revision: u64,
    pub(super) updated_at: Time,
}

/// Data of `branch`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Branch<'a> {
    pub(super) slide_id: &'a str,
    pub(super) on_close: &'a str,
    pub(super) on_close_target: &'a str,
    pub(super) updated_at: Time,
}

impl Event<'_> {
    /// The frame of the event with its number.
    pub(super) fn written(&self, number: u64) -> serde_json::Result<String> {
        let (name, data) = match self {
            Self::State(data) => ("state", serde_json::to_string(data)?),
            Self::Control(data) => ("controlEnabled", serde_json::to_string(data)?),
            Self::DeckUpdated(data) => ("deckUpdated", serde_json::to_string(data)?),
            Self::Interaction(data) => ("interactionState", serde_json::to_string(data)?),
            Self::Questions(data) => ("interactionState", serde_json::to_string(data)?),
            Self::Branch(data) => ("branch", serde_json::to_string(data)?),
        };
        Ok(format!("id: {number}\nevent: {name}\ndata: {data}\n\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line_of_data_under_its_number_and_name() {
        let branch = Branch { slide_id: "a\nb", on_close: "goto", on_close_target: "c", updated_at: 7 };
        assert_eq!(
            Event::Branch(branch).written(12).expect("JSON"),
            "id: 12\nevent: branch\ndata: {\"slideId\":\"a\\nb\",\"onClose\":\"goto\",\"onCloseTarget\":\"c\",\
             \"updatedAt\":7}\n\n"
        );
    }
}
