//! Polls, scales and feedback: one answer for each device, counted as it arrives.
//!
//! The slide contains the question. A session stores whether the slide is open and the answer of each device. A vote is
//! stored as the text of its option: it stays with the option when options move, and is not counted while the option is
//! deleted.
//! A burst of answers is published at most four times a second.

use std::sync::Arc;
use std::time::Duration;

use deck::SlideId;
use store::{DeviceId, LiveItem, LiveWrite, SessionId, Time};
use tokio::time::{Instant, sleep};

use super::audience::Device;
use super::event::{Branch, BranchRule, LiveEvent};
use super::nodes::LockedRoom;
use super::room::{PacedTopic, RoomState};
use super::slide_answers::StoredInteraction;
use super::slide_interaction::{InteractionPrompt, InteractionState, SlideInteraction};
use super::slides::Viewer;
use super::state::neighbour;
use super::steering::Steering;
use super::{SessionContext, stored_value};
use crate::Live;
use crate::error::{Error, Result};

/// The minimum time between two events about answers to the same slide.
const MIN_INTERVAL: Duration = Duration::from_millis(250);
/// The maximum number of characters of feedback.
const MAX_FEEDBACK: usize = 4000;
/// The maximum number of answers to one slide. Devices are not authenticated, so memory has to be bounded.
pub(super) const MAX_ANSWERS: usize = 50_000;
/// The maximum size of all texts of an audience, in bytes.
pub(super) const MAX_TEXT: usize = 16 * 1024 * 1024;

pub(super) const NOT_ASKED: &str = "this slide asks nothing, or is not shown now";
const ASKS_NOTHING: &str = "this slide asks nothing";

/// The interaction of the slide that is shown.
#[derive(Debug)]
pub struct CurrentInteraction {
    /// What the slide asks, in the language of the reader.
    pub prompt: InteractionPrompt,
    /// Its state.
    pub state: InteractionState,
}

impl Live {
    /// The interaction of the slide that is shown, with the device's own answer; `None` when the slide asks the
    /// audience nothing.
    ///
    /// # Errors
    /// Fails when the session is unknown or expired.
    pub async fn current_interaction(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        lang: Option<&str>,
    ) -> Result<Option<CurrentInteraction>> {
        let context = self.session(session).await?;
        let room_state = context.room_state().await?;
        let shown = context.deck.deck.presented(&context.registry, lang);
        let Some(current) = &room_state.session.state.slide_id else { return Ok(None) };
        let slide = shown.position(current).map(|at| &shown.slides[at]).filter(|slide| Viewer::Audience.sees(slide));
        let interaction = context.audience_interaction(current);
        let (Some(interaction), Some(slide)) = (interaction, slide) else { return Ok(None) };
        let answers = room_state.answers.get(&interaction.prompt.slide);
        let state = interaction.state(answers, false).with_own(&interaction, &room_state, device);
        // Votes are stored in the main language; the prompt is in the language of the reader.
        let translated = SlideInteraction::of(&context.registry, slide).unwrap_or(interaction);
        Ok(Some(CurrentInteraction { prompt: translated.prompt, state }))
    }

    /// Votes for an option by its position. A device has one vote and may change it. `option` is `None` when the client
    /// sent no position.
    ///
    /// # Errors
    /// Fails when the session is unknown, expired or finished, the slide is not shown or takes no votes, there is no
    /// such option, the slide is closed, or it has too many answers.
    pub async fn vote(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        slide: &SlideId,
        option: Option<usize>,
    ) -> Result<InteractionState> {
        self.answer(device, session, slide, |interaction| {
            if interaction.is_feedback() {
                return Err(Error::invalid("this slide takes texts, not votes"));
            }
            let Some(last) = interaction.choices.len().checked_sub(1) else {
                return Err(Error::invalid("this question has no options to vote for"));
            };
            let choice = option.and_then(|option| interaction.choices.get(option));
            choice.cloned().ok_or_else(|| Error::invalid(format!("`optionIndex` is a number from 0 to {last}")))
        })
        .await
    }

    /// Gives feedback. A device has one text and may replace it.
    ///
    /// # Errors
    /// Fails when the session is unknown, expired or finished, the slide is not shown or takes no feedback, the text is
    /// empty or too long, the slide is closed, or there are too many answers or texts.
    pub async fn give_feedback(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        slide: &SlideId,
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
        slide: &SlideId,
        validated: impl FnOnce(&SlideInteraction) -> Result<String>,
    ) -> Result<InteractionState> {
        let context = self.open_session(session).await?;
        let interaction = context.audience_interaction(slide).ok_or_else(|| Error::invalid(NOT_ASKED))?;
        match validated(&interaction) {
            Ok(answer) => self.submit_answer(&context.room, device, slide, answer).await,
            // For a slide that is not shown, this error is returned even if the answer is invalid too.
            Err(_) if context.room_state().await?.session.state.slide_id.as_ref() != Some(slide) => {
                Err(Error::invalid(NOT_ASKED))
            }
            Err(fault) => Err(fault),
        }
    }

    /// Opens a slide for answers.
    ///
    /// # Errors
    /// Fails when the slide asks nothing, or storage does not respond.
    pub async fn open_interaction(self: &Arc<Self>, steering: &Steering, slide: &SlideId) -> Result<InteractionState> {
        let context = steering.context();
        let interaction = context.interaction(slide).ok_or_else(|| Error::invalid(ASKS_NOTHING))?;
        let mut locked = context.lock(self).await?;
        let write = locked.set_open(slide, true, self.clock.now())?;
        self.finish_interaction(context, locked, &interaction, vec![write]).await
    }

    /// Closes a slide for answers. If it was open and is shown, the presentation moves to the slide that its content
    /// names, if it names one.
    ///
    /// # Errors
    /// Fails when the slide asks nothing, or storage does not respond.
    pub async fn close_interaction(self: &Arc<Self>, steering: &Steering, slide: &SlideId) -> Result<InteractionState> {
        let context = steering.context();
        let interaction = context.interaction(slide).ok_or_else(|| Error::invalid(ASKS_NOTHING))?;
        let mut locked = context.lock(self).await?;
        let was_open = locked.answers.get(slide).is_none_or(|answers| answers.is_open);
        let mut writes = vec![locked.set_open(slide, false, self.clock.now())?];
        self.publish_interaction(context, &mut locked, slide);
        if was_open
            && locked.session.state.slide_id.as_ref() == Some(slide)
            && let Some((rule, index)) = context.branch(&interaction)
        {
            let (target, updated_at) = (interaction.target.clone(), self.clock.now());
            let branch = Branch { slide: slide.clone(), rule, target, updated_at };
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
    /// Fails when the slide asks nothing, or storage does not respond.
    pub async fn reset_interaction(self: &Arc<Self>, steering: &Steering, slide: &SlideId) -> Result<InteractionState> {
        let context = steering.context();
        let interaction = context.interaction(slide).ok_or_else(|| Error::invalid(ASKS_NOTHING))?;
        let mut locked = context.lock(self).await?;
        let now = self.clock.now();
        let turn = locked.next_turn(now);
        let answers = locked.answers.entry(slide.clone()).or_default();
        let bytes = answers.clear();
        answers.updated_at = now;
        locked.text_bytes = locked.text_bytes.saturating_sub(bytes);
        let write = LiveWrite::DeleteAnswers(slide.to_string(), turn);
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
        slide: &SlideId,
    ) {
        let Some(state) = context.interaction_state(room_state, slide) else { return };
        self.publish(room_state, LiveEvent::Interaction(state));
        let pacing = room_state.pacing.entry(PacedTopic::Slide(slide.clone())).or_default();
        pacing.published_at = Some(Instant::now());
    }

    /// Publishes a topic now, or after a delay, together with further changes, when it was published less than
    /// [`MIN_INTERVAL`] ago.
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
        store::spawn(async move {
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
    pub(super) fn interaction(&self, slide: &SlideId) -> Option<SlideInteraction> {
        self.slide(slide).and_then(|(_, slide)| SlideInteraction::of(&self.registry, slide))
    }

    /// The interaction of a slide that the audience may see; `None` when the slide is hidden from it.
    pub(super) fn audience_interaction(&self, slide: &SlideId) -> Option<SlideInteraction> {
        self.interaction(slide).filter(|_| self.slide(slide).is_some_and(|(_, slide)| Viewer::Audience.sees(slide)))
    }

    /// The state of an interaction, as everybody may see it.
    pub(super) fn interaction_state(&self, room_state: &RoomState, slide: &SlideId) -> Option<InteractionState> {
        let interaction = self.audience_interaction(slide)?;
        Some(interaction.state(room_state.answers.get(slide), false))
    }

    /// The rule of a closed slide and the position it leads to; `None` when the presentation stays on the slide.
    fn branch(&self, interaction: &SlideInteraction) -> Option<(BranchRule, usize)> {
        let (at, _) = self.slide(&interaction.prompt.slide)?;
        let rule = interaction.on_close?;
        let index = match rule {
            BranchRule::Next => neighbour(&self.deck.deck, at, true),
            BranchRule::Goto => self.deck.deck.position(interaction.target.as_ref()?).filter(|index| *index != at),
        };
        Some((rule, index?))
    }
}

impl RoomState {
    /// Opens or closes a slide. Returns the write that stores it.
    fn set_open(&mut self, slide: &SlideId, is_open: bool, now: Time) -> Result<LiveWrite> {
        let turn = self.next_turn(now);
        let answers = self.answers.entry(slide.clone()).or_default();
        (answers.is_open, answers.updated_at) = (is_open, now);
        let entry = stored_value(&StoredInteraction { open: is_open, updated_at: now })?;
        Ok(LiveWrite::Item(LiveItem { item: slide.to_string(), entry }, turn))
    }

    /// Counts an answer. Fails when the slide is closed or already has [`MAX_ANSWERS`], or the texts would exceed
    /// [`MAX_TEXT`].
    pub(super) fn record_answer(&mut self, slide: &SlideId, device: &DeviceId, answer: &str, now: Time) -> Result<()> {
        let answers = self.answers.entry(slide.clone()).or_default();
        if !answers.is_open {
            return Err(Error::Conflict("this slide is closed for answers".to_owned()));
        }
        let is_new = answers.of_device(device).is_none();
        let (added, freed) = answers.text_change(device, answer);
        let bytes = (self.text_bytes + added).saturating_sub(freed);
        if bytes > MAX_TEXT || (is_new && answers.len() >= MAX_ANSWERS) {
            return Err(Error::OverLimit("this session takes no further answers".to_owned()));
        }
        self.text_bytes = bytes;
        answers.insert(device.clone(), answer, now);
        Ok(())
    }
}
