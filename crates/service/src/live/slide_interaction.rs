//! The question of a slide to the audience, as its content declares it, and the state of its answers for one reader.

use deck::{Interaction, Registry, Slide, SlideId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Time;

use super::audience::Device;
use super::event::BranchRule;
use super::room::RoomState;
use super::slide_answers::SlideAnswers;

/// The number of stops of a scale that declares no options.
const SCALE_STOPS: usize = 10;
/// The maximum number of options that are counted.
const MAX_OPTIONS: usize = 16;

/// What a slide asks the audience.
#[derive(Debug, Clone)]
pub struct InteractionPrompt {
    /// The slide.
    pub slide: SlideId,
    /// How it is answered.
    pub kind: Interaction,
    /// The question.
    pub question: String,
    /// The options, in order; empty for feedback.
    pub options: Vec<String>,
}

/// An interaction as the content of its slide declares it.
#[derive(Debug)]
pub(super) struct SlideInteraction {
    pub(super) prompt: InteractionPrompt,
    /// The stored form of a vote for each option.
    pub(super) choices: Vec<String>,
    /// Whether the audience sees results only once it is closed.
    hides_results: bool,
    pub(super) on_close: Option<BranchRule>,
    pub(super) target: Option<SlideId>,
}

/// The state of an interaction, as one reader may see it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct InteractionState {
    /// The slide.
    pub slide: SlideId,
    /// How it is answered.
    #[serde(with = "stored_kind")]
    pub kind: Interaction,
    /// Whether answers are accepted.
    pub is_open: bool,
    /// How many options it has; `None` for feedback.
    pub option_count: Option<usize>,
    /// Votes for each option; `None` for feedback, and while results are hidden from the reader.
    pub totals: Option<Vec<u64>>,
    /// How many answers there are.
    pub total: u64,
    /// When it changed.
    pub updated_at: Time,
    /// The answer of the device that reads it. Events have none.
    pub own: Option<OwnAnswer>,
}

/// The answer of the device that reads a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnAnswer {
    /// The position of the option.
    Vote(usize),
    /// The feedback.
    Text(String),
}

/// The stored form of votes for options: their texts. Equal texts get a number by their order.
fn choices(options: &[String]) -> Vec<String> {
    let choice = |(index, text): (usize, &String)| {
        let earlier = options[..index].iter().filter(|other| *other == text).count();
        if earlier == 0 { text.clone() } else { format!("{text}\u{1f}{earlier}") }
    };
    options.iter().enumerate().map(choice).collect()
}

impl SlideInteraction {
    /// What a slide asks the audience; `None` when it asks nothing.
    pub(super) fn of(registry: &Registry, slide: &Slide) -> Option<Self> {
        let slide_type = registry.by_key(&slide.key)?;
        let kind = slide_type.interaction?;
        let text = |key: &str| slide.content.get(key).and_then(Value::as_str).unwrap_or_default();
        let option_key = |number: usize| format!("option{number}");
        let options = match kind {
            Interaction::Feedback => Vec::new(),
            _ if slide_type.field(&option_key(1)).is_none() => (1..=SCALE_STOPS).map(|stop| stop.to_string()).collect(),
            _ => {
                let texts = (1..=MAX_OPTIONS).map(|number| text(&option_key(number)).trim().to_owned());
                texts.filter(|text| !text.is_empty()).collect()
            }
        };
        Some(Self {
            choices: choices(&options),
            prompt: InteractionPrompt { slide: slide.id.clone(), kind, question: text("question").to_owned(), options },
            hides_results: text("results") == "closed",
            on_close: match text("onClose") {
                "next" => Some(BranchRule::Next),
                "goto" => Some(BranchRule::Goto),
                _ => None,
            },
            target: Some(text("onCloseTarget")).filter(|target| !target.is_empty()).map(SlideId::from),
        })
    }

    /// Whether it takes texts in place of votes.
    pub(super) fn is_feedback(&self) -> bool {
        self.prompt.kind == Interaction::Feedback
    }

    /// Its state. Results that are hidden while it is open are for the presenter alone.
    pub(super) fn state(&self, answers: Option<&SlideAnswers>, for_presenter: bool) -> InteractionState {
        let (none, is_vote) = (SlideAnswers::default(), !self.is_feedback());
        let answers = answers.unwrap_or(&none);
        let totals = is_vote.then(|| answers.totals(&self.choices));
        let shows_results = for_presenter || !answers.is_open || !self.hides_results;
        InteractionState {
            slide: self.prompt.slide.clone(),
            kind: self.prompt.kind,
            is_open: answers.is_open,
            option_count: is_vote.then_some(self.prompt.options.len()),
            total: totals.as_ref().map_or(answers.len() as u64, |totals| totals.iter().sum()),
            totals: totals.filter(|_| shows_results),
            updated_at: answers.updated_at,
            own: None,
        }
    }
}

impl InteractionState {
    /// The state with the answer of a device.
    pub(super) fn with_own(mut self, interaction: &SlideInteraction, room_state: &RoomState, device: &Device) -> Self {
        let given = room_state.answers.get(&self.slide).and_then(|answers| answers.of_device(&device.id));
        self.own = given.and_then(|given| {
            if interaction.is_feedback() {
                return Some(OwnAnswer::Text(given.to_owned()));
            }
            interaction.choices.iter().position(|choice| choice == given).map(OwnAnswer::Vote)
        });
        self
    }
}

/// The kind of an interaction in messages between nodes: its name.
mod stored_kind {
    use deck::Interaction;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(super) fn serialize<S: Serializer>(kind: &Interaction, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(kind.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Interaction, D::Error> {
        let name = String::deserialize(deserializer)?;
        let kinds = [Interaction::Poll, Interaction::Likert, Interaction::Feedback];
        kinds.into_iter().find(|kind| kind.name() == name).ok_or_else(|| serde::de::Error::custom("an unknown kind"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn slide(kind: &str, content: &Value) -> Slide {
        serde_json::from_value(json!({ "id": "s", "type": kind, "content": content })).expect("a slide")
    }

    fn check(kind: &str, content: &Value) -> Option<String> {
        let prompt = SlideInteraction::of(Registry::core(), &slide(kind, content))?.prompt;
        Some(format!("{} {}", prompt.kind.name(), prompt.options.join(",")))
    }

    #[test]
    fn options_are_the_fields_that_are_not_blank() {
        let options = json!({ "question": "?", "option1": "Yes", "option2": "  ", "option3": "No" });
        assert_eq!(check("poll-slide", &options).as_deref(), Some("poll Yes,No"));
        assert_eq!(check("likert-slide", &options).as_deref(), Some("likert Yes,No"));
        assert_eq!(check("likert-slider-slide", &json!({})).as_deref(), Some("likert 1,2,3,4,5,6,7,8,9,10"));
        assert_eq!(check("feedback-slide", &options).as_deref(), Some("feedback "));
        assert_eq!(check("content-slide", &options), None);
    }

    #[test]
    fn equal_options_are_counted_separately() {
        let same = choices(&["Yes".to_owned(), "Yes".to_owned(), "No".to_owned()]);
        let mut answers = SlideAnswers::default();
        answers.insert("a".into(), &same[1], 1);
        assert_eq!(answers.totals(&same), [0, 1, 0]);
    }

    #[test]
    fn hidden_results_are_for_the_presenter_until_the_slide_is_closed() {
        let content = json!({ "question": "?", "option1": "Yes", "option2": "No", "results": "closed" });
        let poll = SlideInteraction::of(Registry::core(), &slide("poll-slide", &content)).expect("a poll");
        let mut answers = SlideAnswers::default();
        answers.insert("a".into(), "Yes", 1);
        let totals = |answers: &SlideAnswers, for_presenter| poll.state(Some(answers), for_presenter).totals;
        assert_eq!((totals(&answers, false), totals(&answers, true)), (None, Some(vec![1, 0])));
        answers.is_open = false;
        assert_eq!(totals(&answers, false), Some(vec![1, 0]));
    }
}
