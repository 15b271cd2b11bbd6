//! Polls, scales and feedback: one answer for each device, counted as it arrives.
//!
//! The slide holds the question. A session stores whether it is open and the answer of each device. A vote is stored as
//! the text of its option: it stays with the option when options move, and is not counted while the option is deleted.
//! A burst of answers is published at most four times a second.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use deck::{Interaction, Registry, Slide};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{LiveItem, LiveWrite, SessionId, Time};
use tokio::time::{Instant, sleep};

use super::audience::Device;
use super::event::{Branch, BranchRule, LiveEvent};
use super::nodes::LockedRoom;
use super::room::{PacedTopic, RoomState};
use super::slides::Viewer;
use super::state::neighbour;
use super::steering::Steering;
use super::{SessionContext, stored_value};
use crate::Live;
use crate::error::{Error, Result};

/// The least time between two events about answers to the same slide.
const MIN_INTERVAL: Duration = Duration::from_millis(250);
/// Stops of a scale that declares no options.
const SCALE_STOPS: usize = 10;
/// The most options that are counted.
const MAX_OPTIONS: usize = 16;
/// The most characters of feedback.
const MAX_FEEDBACK: usize = 4000;
/// The most answers to one slide. Devices are not authenticated, so memory has to be bounded.
pub(super) const MAX_ANSWERS: usize = 50_000;
/// The most bytes of all texts of an audience.
pub(super) const MAX_TEXT: usize = 16 * 1024 * 1024;

pub(super) const NOT_ASKED: &str = "this slide asks nothing, or is not shown now";
const ASKS_NOTHING: &str = "this slide asks nothing";

/// What a slide asks the audience.
#[derive(Debug, Clone)]
pub struct InteractionPrompt {
    /// The slide.
    pub slide: String,
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
    on_close: Option<BranchRule>,
    target: String,
}

/// The answers of the audience to a slide.
#[derive(Debug)]
pub(super) struct SlideAnswers {
    pub(super) is_open: bool,
    updated_at: Time,
    by_device: HashMap<String, GivenAnswer>,
    /// How often each text was given.
    counts: HashMap<Arc<str>, u64>,
}

/// One answer.
#[derive(Debug)]
struct GivenAnswer {
    /// Shared by all devices that gave the same answer.
    text: Arc<str>,
    at: Time,
}

/// The stored form of an interaction, without its answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct StoredInteraction {
    open: bool,
    updated_at: Time,
}

/// The state of an interaction, as one reader may see it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct InteractionState {
    /// The slide.
    pub slide: String,
    /// How it is answered.
    #[serde(with = "stored_kind")]
    pub kind: Interaction,
    /// Whether answers are accepted.
    pub is_open: bool,
    /// How many options it has; none for feedback.
    pub option_count: Option<usize>,
    /// Votes for each option; none for feedback, and while results are hidden from the reader.
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

/// The interaction of the slide that is shown.
#[derive(Debug)]
pub struct CurrentInteraction {
    /// What the slide asks, in the language of the reader.
    pub prompt: InteractionPrompt,
    /// Its state.
    pub state: InteractionState,
}

impl Live {
    /// The interaction of the slide that is shown, with the device's own answer; none when the slide asks the audience
    /// nothing.
    ///
    /// # Errors
    /// The session is unknown or expired.
    pub async fn current_interaction(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        lang: Option<&str>,
    ) -> Result<Option<CurrentInteraction>> {
        let context = self.session(session).await?;
        let room_state = context.room_state().await?;
        let shown = context.deck.deck.shown(&context.registry, lang);
        let slide = shown.position(&room_state.session.state.slide_id).map(|at| &shown.slides[at]);
        let slide = slide.filter(|slide| Viewer::Audience.sees(slide));
        let interaction = context.audience_interaction(&room_state.session.state.slide_id);
        let (Some(interaction), Some(slide)) = (interaction, slide) else { return Ok(None) };
        let answers = room_state.answers.get(&interaction.prompt.slide);
        let state = interaction.state(answers, false).with_own(&interaction, &room_state, device);
        // Votes are stored in the main language; the prompt is in the language of the reader.
        let translated = SlideInteraction::of(&context.registry, slide).unwrap_or(interaction);
        Ok(Some(CurrentInteraction { prompt: translated.prompt, state }))
    }

    /// Votes for an option by its position. A device has one vote and may change it. `option` is none when the client
    /// sent no position.
    ///
    /// # Errors
    /// The session is unknown or expired, the slide is not shown or takes no votes, there is no such option, or the
    /// slide is closed.
    pub async fn vote(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        slide: &str,
        option: Option<usize>,
    ) -> Result<InteractionState> {
        self.answer(device, session, slide, |interaction| {
            if interaction.is_feedback() {
                return Err(Error::invalid("this slide takes texts, not votes"));
            }
            let last = interaction.choices.len().saturating_sub(1);
            let choice = option.and_then(|option| interaction.choices.get(option));
            choice.cloned().ok_or_else(|| Error::invalid(format!("`optionIndex` is a number from 0 to {last}")))
        })
        .await
    }

    /// Gives feedback. A device has one text and may replace it.
    ///
    /// # Errors
    /// The session is unknown or expired, the slide is not shown or takes no feedback, the text is empty or too long, or
    /// the slide is closed.
    pub async fn give_feedback(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        slide: &str,
        text: &str,
    ) -> Result<InteractionState> {
        self.answer(device, session, slide, |interaction| {
            if !interaction.is_feedback() {
                return Err(Error::invalid("this slide takes votes, not texts"));
            }
            let text = text.trim();
            if text.is_empty() || text.chars().count() > MAX_FEEDBACK {
                return Err(Error::invalid(format!("`text` has 1 to {MAX_FEEDBACK} characters")));
            }
            Ok(text.to_owned())
        })
        .await
    }

    async fn answer(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        slide: &str,
        validated: impl FnOnce(&SlideInteraction) -> Result<String>,
    ) -> Result<InteractionState> {
        let context = self.session(session).await?;
        let interaction = context.audience_interaction(slide).ok_or_else(|| Error::invalid(NOT_ASKED))?;
        match validated(&interaction) {
            Ok(answer) => self.submit_answer(&context.room, device, slide, answer).await,
            // That the slide is not shown is reported before what is wrong with the answer.
            Err(_) if context.room_state().await?.session.state.slide_id != slide => Err(Error::invalid(NOT_ASKED)),
            Err(fault) => Err(fault),
        }
    }

    /// Opens a slide for answers.
    ///
    /// # Errors
    /// The slide asks nothing, or storage does not answer.
    pub async fn open_interaction(self: &Arc<Self>, steering: &Steering, slide: &str) -> Result<InteractionState> {
        let context = steering.context();
        let interaction = context.interaction(slide).ok_or_else(|| Error::invalid(ASKS_NOTHING))?;
        let mut locked = context.lock(self).await?;
        let write = locked.set_open(slide, true, self.clock.now())?;
        self.finish_interaction(context, locked, &interaction, vec![write]).await
    }

    /// Closes a slide for answers. If it was open and is shown, the presentation moves to where its content says.
    ///
    /// # Errors
    /// The slide asks nothing, or storage does not answer.
    pub async fn close_interaction(self: &Arc<Self>, steering: &Steering, slide: &str) -> Result<InteractionState> {
        let context = steering.context();
        let interaction = context.interaction(slide).ok_or_else(|| Error::invalid(ASKS_NOTHING))?;
        let mut locked = context.lock(self).await?;
        let was_open = locked.answers.get(slide).is_none_or(|answers| answers.is_open);
        let mut writes = vec![locked.set_open(slide, false, self.clock.now())?];
        self.publish_interaction(context, &mut locked, slide);
        if was_open
            && locked.session.state.slide_id == slide
            && let Some((rule, index)) = context.branch(&interaction)
        {
            let (target, updated_at) = (interaction.target.clone(), self.clock.now());
            let branch = Branch { slide: slide.to_owned(), rule, target, updated_at };
            self.publish(&mut locked, LiveEvent::Branch(branch));
            let mut state = locked.session.state.clone();
            context.set_slide(&mut state, index);
            writes.push(self.move_to(context, &mut locked, state));
        }
        let state = interaction.state(locked.answers.get(slide), true);
        self.commit(&context.room, locked, writes).await?;
        Ok(state)
    }

    /// Deletes the answers to a slide; it stays open or closed.
    ///
    /// # Errors
    /// The slide asks nothing, or storage does not answer.
    pub async fn reset_interaction(self: &Arc<Self>, steering: &Steering, slide: &str) -> Result<InteractionState> {
        let context = steering.context();
        let interaction = context.interaction(slide).ok_or_else(|| Error::invalid(ASKS_NOTHING))?;
        let mut locked = context.lock(self).await?;
        let now = self.clock.now();
        let turn = locked.next_turn(now);
        let answers = locked.answers.entry(slide.to_owned()).or_default();
        let bytes = answers.clear();
        answers.updated_at = now;
        locked.text_bytes = locked.text_bytes.saturating_sub(bytes);
        let write = LiveWrite::DeleteAnswers(slide.to_owned(), turn);
        self.finish_interaction(context, locked, &interaction, vec![write]).await
    }

    async fn finish_interaction(
        self: &Arc<Self>,
        context: &SessionContext,
        mut locked: LockedRoom,
        interaction: &SlideInteraction,
        writes: Vec<LiveWrite>,
    ) -> Result<InteractionState> {
        self.publish_interaction(context, &mut locked, &interaction.prompt.slide);
        let state = interaction.state(locked.answers.get(&interaction.prompt.slide), true);
        self.commit(&context.room, locked, writes).await?;
        Ok(state)
    }

    /// Publishes the state of the interaction of a slide, if the slide asks anything.
    pub(super) fn publish_interaction(
        self: &Arc<Self>,
        context: &SessionContext,
        room_state: &mut RoomState,
        slide: &str,
    ) {
        let Some(state) = context.interaction_state(room_state, slide) else { return };
        self.publish(room_state, LiveEvent::Interaction(state));
        let pacing = room_state.pacing.entry(PacedTopic::Slide(slide.to_owned())).or_default();
        pacing.published_at = Some(Instant::now());
    }

    /// Publishes a topic now, or together with the next changes when it was published a moment ago.
    pub(super) fn publish_soon(
        self: &Arc<Self>,
        context: &SessionContext,
        room_state: &mut RoomState,
        topic: PacedTopic,
    ) {
        let pacing = room_state.pacing.entry(topic.clone()).or_default();
        if pacing.is_scheduled {
            return;
        }
        let wait = pacing.published_at.map_or(Duration::ZERO, |at| MIN_INTERVAL.saturating_sub(at.elapsed()));
        if wait.is_zero() {
            return self.publish_topic(context, room_state, &topic);
        }
        pacing.is_scheduled = true;
        let (service, room) = (Arc::clone(self), Arc::clone(&context.room));
        tokio::spawn(async move {
            sleep(wait).await;
            let context = service.context_of(&room).await;
            let Ok(mut locked) = service.lock_room(&room).await else {
                // The next answer schedules another attempt.
                room.state.lock().await.pacing.entry(topic).or_default().is_scheduled = false;
                return;
            };
            locked.pacing.entry(topic.clone()).or_default().is_scheduled = false;
            if let Ok(Some(context)) = context {
                service.publish_topic(&context, &mut locked, &topic);
            }
            if let Err(fault) = service.commit(&room, locked, Vec::new()).await {
                tracing::warn!("answers were not published to other nodes: {fault:#}");
            }
        });
    }

    fn publish_topic(self: &Arc<Self>, context: &SessionContext, room_state: &mut RoomState, topic: &PacedTopic) {
        match topic {
            PacedTopic::Questions => self.publish_questions(room_state),
            PacedTopic::Slide(slide) => self.publish_interaction(context, room_state, slide),
        }
    }
}

impl SessionContext {
    /// The interaction of a slide.
    pub(super) fn interaction(&self, slide: &str) -> Option<SlideInteraction> {
        self.slide(slide).and_then(|(_, slide)| SlideInteraction::of(&self.registry, slide))
    }

    /// The interaction of a slide that the audience may see; none when the slide is hidden from it.
    pub(super) fn audience_interaction(&self, slide: &str) -> Option<SlideInteraction> {
        self.interaction(slide).filter(|_| self.slide(slide).is_some_and(|(_, slide)| Viewer::Audience.sees(slide)))
    }

    /// The state of an interaction, as everybody may see it.
    pub(super) fn interaction_state(&self, room_state: &RoomState, slide: &str) -> Option<InteractionState> {
        let interaction = self.audience_interaction(slide)?;
        Some(interaction.state(room_state.answers.get(slide), false))
    }

    /// The rule of a closed slide and the position it leads to; none when the presentation stays.
    fn branch(&self, interaction: &SlideInteraction) -> Option<(BranchRule, usize)> {
        let (at, _) = self.slide(&interaction.prompt.slide)?;
        let rule = interaction.on_close?;
        let index = match rule {
            BranchRule::Next => neighbour(&self.deck.deck, at, true),
            BranchRule::Goto => self.slide(&interaction.target).map(|(index, _)| index).filter(|index| *index != at),
        };
        Some((rule, index?))
    }
}

impl RoomState {
    /// Opens or closes a slide. Returns the write that stores it.
    fn set_open(&mut self, slide: &str, is_open: bool, now: Time) -> Result<LiveWrite> {
        let turn = self.next_turn(now);
        let answers = self.answers.entry(slide.to_owned()).or_default();
        (answers.is_open, answers.updated_at) = (is_open, now);
        let entry = stored_value(&StoredInteraction { open: is_open, updated_at: now })?;
        Ok(LiveWrite::Item(LiveItem { item: slide.to_owned(), entry }, turn))
    }

    /// Counts an answer. Fails when the slide is closed or the session is full.
    pub(super) fn record_answer(&mut self, slide: &str, device: &str, answer: &str, now: Time) -> Result<()> {
        let answers = self.answers.entry(slide.to_owned()).or_default();
        if !answers.is_open {
            return Err(Error::Conflict("this slide is closed for answers".to_owned()));
        }
        let is_new = !answers.by_device.contains_key(device);
        let (added, freed) = answers.text_change(device, answer);
        let bytes = (self.text_bytes + added).saturating_sub(freed);
        if bytes > MAX_TEXT || (is_new && answers.by_device.len() >= MAX_ANSWERS) {
            return Err(Error::OverLimit("this session takes no further answers".to_owned()));
        }
        self.text_bytes = bytes;
        answers.insert(device.to_owned(), answer, now);
        Ok(())
    }
}

impl Default for SlideAnswers {
    fn default() -> Self {
        Self { is_open: true, updated_at: 0, by_device: HashMap::new(), counts: HashMap::new() }
    }
}

impl Default for StoredInteraction {
    fn default() -> Self {
        Self { open: true, updated_at: 0 }
    }
}

impl SlideAnswers {
    /// Opens or closes the slide as a stored entry says.
    pub(super) fn apply_stored(&mut self, entry: Value) {
        let stored: StoredInteraction = serde_json::from_value(entry).unwrap_or_default();
        (self.is_open, self.updated_at) = (stored.open, self.updated_at.max(stored.updated_at));
    }

    /// Whether nobody answered.
    pub(super) fn is_empty(&self) -> bool {
        self.by_device.is_empty()
    }

    /// All texts with the times they were given, oldest first.
    pub(super) fn texts(&self) -> Vec<(&str, Time)> {
        let mut texts: Vec<_> = self.by_device.values().map(|given| (&*given.text, given.at)).collect();
        texts.sort_by_key(|(text, at)| (*at, *text));
        texts
    }

    /// Deletes the answers. Returns the bytes of their texts.
    pub(super) fn clear(&mut self) -> usize {
        self.by_device.clear();
        self.counts.drain().map(|(text, _)| text.len()).sum()
    }

    /// The bytes that an answer adds to the texts, and those that it frees.
    pub(super) fn text_change(&self, device: &str, text: &str) -> (usize, usize) {
        let added = if self.counts.contains_key(text) { 0 } else { text.len() };
        let before = self.by_device.get(device).map(|given| &given.text).filter(|before| ***before != *text);
        let freed = before.filter(|before| self.counts.get(*before) == Some(&1)).map_or(0, |before| before.len());
        (added, freed)
    }

    /// Stores an answer in place of the device's previous one.
    pub(super) fn insert(&mut self, device: String, text: &str, at: Time) {
        let text = self.counts.get_key_value(text).map_or_else(|| Arc::from(text), |(known, _)| Arc::clone(known));
        *self.counts.entry(Arc::clone(&text)).or_default() += 1;
        self.updated_at = self.updated_at.max(at);
        let Some(before) = self.by_device.insert(device, GivenAnswer { text, at }) else { return };
        if let Some(count) = self.counts.get_mut(&before.text) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&before.text);
            }
        }
    }

    /// How often each choice was made.
    pub(super) fn totals(&self, choices: &[String]) -> Vec<u64> {
        choices.iter().map(|choice| self.counts.get(choice.as_str()).copied().unwrap_or_default()).collect()
    }
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
    /// What a slide asks the audience; none when it asks nothing.
    fn of(registry: &Registry, slide: &Slide) -> Option<Self> {
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
            target: text("onCloseTarget").to_owned(),
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
            total: totals.as_ref().map_or(answers.by_device.len() as u64, |totals| totals.iter().sum()),
            totals: totals.filter(|_| shows_results),
            updated_at: answers.updated_at,
            own: None,
        }
    }
}

impl InteractionState {
    /// The state with the answer of a device.
    pub(super) fn with_own(mut self, interaction: &SlideInteraction, room_state: &RoomState, device: &Device) -> Self {
        let given = room_state.answers.get(&self.slide).and_then(|answers| answers.by_device.get(&device.id));
        self.own = given.and_then(|given| {
            if interaction.is_feedback() {
                return Some(OwnAnswer::Text(given.text.to_string()));
            }
            interaction.choices.iter().position(|choice| **choice == *given.text).map(OwnAnswer::Vote)
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
        let known = [Interaction::Poll, Interaction::Likert, Interaction::Feedback];
        known.into_iter().find(|kind| kind.name() == name).ok_or_else(|| serde::de::Error::custom("an unknown kind"))
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
    fn options_are_the_fields_that_say_something() {
        let options = json!({ "question": "?", "option1": "Yes", "option2": "  ", "option3": "No" });
        assert_eq!(check("poll-slide", &options).as_deref(), Some("poll Yes,No"));
        assert_eq!(check("likert-slide", &options).as_deref(), Some("likert Yes,No"));
        assert_eq!(check("likert-slider-slide", &json!({})).as_deref(), Some("likert 1,2,3,4,5,6,7,8,9,10"));
        assert_eq!(check("feedback-slide", &options).as_deref(), Some("feedback "));
        assert_eq!(check("content-slide", &options), None);
    }

    #[test]
    fn a_device_counts_once_for_what_it_chose_last() {
        let mut answers = SlideAnswers::default();
        for (device, option, at) in [("a", "Yes", 1), ("b", "No", 2), ("a", "No", 3)] {
            answers.insert(device.to_owned(), option, at);
        }
        let totals =
            |options: &[&str]| answers.totals(&options.iter().map(|&option| option.into()).collect::<Vec<_>>());
        let counted = (totals(&["Yes", "No", "Maybe"]), answers.by_device.len(), answers.updated_at);
        assert_eq!(counted, (vec![0, 2, 0], 2, 3));
        assert_eq!(totals(&["Maybe", "No"]), [0, 2]);
        assert_eq!((answers.text_change("b", "Yes"), answers.text_change("b", "No")), ((3, 0), (0, 0)));
        assert_eq!(answers.clear(), 2, "an answer that many gave takes its bytes once");
    }

    #[test]
    fn options_that_read_the_same_are_counted_apart() {
        let same = choices(&["Yes".to_owned(), "Yes".to_owned(), "No".to_owned()]);
        let mut answers = SlideAnswers::default();
        answers.insert("a".to_owned(), &same[1], 1);
        assert_eq!(answers.totals(&same), [0, 1, 0]);
    }

    #[test]
    fn hidden_results_are_for_the_presenter_until_the_slide_is_closed() {
        let content = json!({ "question": "?", "option1": "Yes", "option2": "No", "results": "closed" });
        let poll = SlideInteraction::of(Registry::core(), &slide("poll-slide", &content)).expect("a poll");
        let mut answers = SlideAnswers::default();
        answers.insert("a".to_owned(), "Yes", 1);
        let totals = |answers: &SlideAnswers, for_presenter| poll.state(Some(answers), for_presenter).totals;
        assert_eq!((totals(&answers, false), totals(&answers, true)), (None, Some(vec![1, 0])));
        answers.is_open = false;
        assert_eq!(totals(&answers, false), Some(vec![1, 0]));
    }
}
