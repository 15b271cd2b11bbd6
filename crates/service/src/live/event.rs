//! Events of a session, as values. The code that sends them decides their form on the wire.

use std::sync::{Arc, OnceLock};

use deck::SlideId;
use serde::{Deserialize, Serialize};
use store::{DeckId, LiveState, Time};

use super::mark_board::MarksNotice;
use super::questions::QuestionView;
use super::reactions::Reactions;
use super::slide_interaction::InteractionState;

/// Something that happened in a session. Nodes exchange events in their serialised form.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum LiveEvent {
    /// The presentation is at another slide or step.
    State(LiveState),
    /// The audience may move through the slides, or no longer may.
    Control(ControlChange),
    /// The deck changed.
    DeckUpdated(DeckUpdate),
    /// A poll, a scale or feedback was opened, closed, reset or answered.
    Interaction(InteractionState),
    /// The questions changed.
    Questions(QuestionList),
    /// The audience reacted.
    Reactions(Reactions),
    /// A poll that was closed leads to another slide.
    Branch(Branch),
    /// The speaker points, draws or has captions, so clients should open a stream of marks. Each node sends this event
    /// to its own streams; nodes do not exchange it.
    Marks(MarksNotice),
}

/// Whether the audience may move through the slides.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct ControlChange {
    /// Whether it may.
    pub enabled: bool,
    /// When it was set.
    pub updated_at: Time,
}

/// A change of the deck that is presented.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DeckUpdate {
    /// The deck.
    pub deck: DeckId,
    /// The slide that changed; `None` for the whole deck.
    pub slide: Option<SlideId>,
    /// Why it changed.
    pub reason: DeckUpdateReason,
    /// The revision of the deck after the change.
    pub revision: u64,
    /// When it changed.
    pub updated_at: Time,
}

/// Why a deck changed during its presentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeckUpdateReason {
    /// Somebody edited the deck or its theme.
    Edited,
    /// A question became a slide.
    QuestionPromoted,
}

/// The questions with the most votes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct QuestionList {
    /// The first questions of the ranking.
    pub questions: Vec<QuestionView>,
    /// How many questions there are in all.
    pub total: usize,
    /// Whether further questions are accepted.
    #[serde(default = "is_open_by_default")]
    pub is_open: bool,
    /// When the list was made.
    pub updated_at: Time,
}

/// A node of an earlier version does not know that questions can be closed.
fn is_open_by_default() -> bool {
    true
}

/// A move that a closed poll causes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Branch {
    /// The slide that was closed.
    pub slide: SlideId,
    /// Where it leads.
    pub rule: BranchRule,
    /// The slide that the content names as the target, if it names one. It counts for [`BranchRule::Goto`] alone.
    pub target: Option<SlideId>,
    /// When it was closed.
    pub updated_at: Time,
}

/// Where a slide leads when it is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum BranchRule {
    /// To the next slide.
    Next,
    /// To the slide that the content names.
    Goto,
}

/// An event with its number. All streams of a node share one value.
#[derive(Debug)]
pub struct NumberedEvent {
    /// The number, higher than those of all earlier events of the session.
    pub number: u64,
    /// The event.
    pub event: LiveEvent,
    frame: OnceLock<Arc<str>>,
}

impl NumberedEvent {
    pub(super) fn new(number: u64, event: LiveEvent) -> Self {
        Self { number, event, frame: OnceLock::new() }
    }

    /// The event as text on the wire. The first caller writes it; thousands of streams share the result, so every
    /// caller must pass the same function.
    pub fn frame(&self, write: impl FnOnce(u64, &LiveEvent) -> String) -> Arc<str> {
        Arc::clone(self.frame.get_or_init(|| write(self.number, &self.event).into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_written_once_however_many_streams_send_it() {
        let control = ControlChange { enabled: true, updated_at: 7 };
        let event = NumberedEvent::new(12, LiveEvent::Control(control));
        let frame = event.frame(|number, _| format!("number {number}"));
        assert_eq!(&*frame, "number 12");
        assert!(Arc::ptr_eq(&frame, &event.frame(|_, _| unreachable!("it is written"))));
    }
}
