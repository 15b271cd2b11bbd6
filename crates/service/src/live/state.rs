//! The current slide and step of a presentation, and what moves it: the presenter, a remote, a change of the deck.

use std::sync::Arc;

use deck::{Deck, Registry, SlideId, step_count};
use store::{DeckId, LiveState, LiveWrite, SessionId, Time};

use super::event::{ControlChange, LiveEvent};
use super::room::RoomState;
use super::steering::{Remote, Steering};
use super::{NO_SESSION, SessionContext};
use crate::Live;
use crate::error::{Error, Result};

/// A command of a remote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemoteCommand {
    /// To the next step or slide.
    Next,
    /// To the previous step or slide.
    Previous,
    /// To the slide at a position, from 0.
    Goto(usize),
}

/// A session as everybody who knows its id may see it.
#[derive(Debug, Clone)]
pub struct SessionStatus {
    /// The session.
    pub id: SessionId,
    /// Its deck.
    pub deck: DeckId,
    /// Whether the audience may move through the slides.
    pub control_enabled: bool,
    /// Its slide and step.
    pub state: LiveState,
}

/// A slide and step that a presenter moves to.
#[derive(Debug, Clone, Default)]
pub struct StateChange {
    /// The deck that the presenter shows; must be the one of the session.
    pub deck: Option<DeckId>,
    /// Id of the slide. One that the deck does not have is accepted as it is.
    pub slide: Option<SlideId>,
    /// Position of the slide from 0, when no id is given. One past the end is accepted as it is.
    pub index: Option<u64>,
    /// The step; the first when not given.
    pub step: Option<u64>,
    /// Whether slides are built up step by step; as before when not given.
    pub step_paragraphs: Option<bool>,
}

impl Live {
    /// The status of a session, for everybody who knows its id.
    ///
    /// # Errors
    /// Fails when the session is unknown, expired or finished.
    pub async fn status(self: &Arc<Self>, session: &SessionId) -> Result<SessionStatus> {
        let context = self.open_session(session).await?;
        let room_state = context.room_state().await?;
        let store::LiveSession { id, deck, control, state, .. } = room_state.session.clone();
        Ok(SessionStatus { id, deck, control_enabled: control, state })
    }

    /// Moves a session to a slide and step, and returns its new state. Of several presenters, the last request wins.
    ///
    /// # Errors
    /// Fails when the change names another deck, or neither an id nor a position of a slide, or when the session or its
    /// deck is gone. Then the session does not move.
    pub async fn set_state(self: &Arc<Self>, steering: &Steering, change: &StateChange) -> Result<LiveState> {
        let context = self.newest(steering.context()).await?;
        if change.deck.as_ref().is_some_and(|deck| context.room.deck != *deck) {
            return Err(Error::invalid("`presentationId` is not the presentation of this session"));
        }
        let mut locked = context.lock(self).await?;
        let mut state = locked.session.state.clone();
        context.apply_change(&mut state, change)?;
        locked.add_presenter(steering.caller());
        let write = self.move_to(&context, &mut locked, state);
        let state = locked.session.state.clone();
        self.commit(&context.room, locked, vec![write]).await?;
        Ok(state)
    }

    /// Lets the audience move through the slides, or makes it follow the presenter. An event is published even if
    /// nothing changes.
    ///
    /// # Errors
    /// Fails when the session ended, or storage does not respond.
    pub async fn set_control(self: &Arc<Self>, steering: &Steering, enabled: bool) -> Result<()> {
        let context = steering.context();
        let now = self.clock.now();
        let mut locked = context.lock(self).await?;
        locked.session.control = enabled;
        locked.add_presenter(steering.caller());
        let event = LiveEvent::Control(ControlChange { enabled, updated_at: now });
        self.publish(&mut locked, event);
        locked.moved_turn = locked.session.turn;
        let write = locked.session_write(now);
        self.commit(&context.room, locked, vec![write]).await
    }

    /// Carries out a command of a remote, and returns the state afterwards.
    ///
    /// # Errors
    /// Fails when there is no slide at the position, or the session or its deck is gone.
    pub async fn command(self: &Arc<Self>, remote: &Remote, command: RemoteCommand) -> Result<LiveState> {
        let context = self.newest(remote.context()).await?;
        if matches!(command, RemoteCommand::Goto(index) if index >= context.deck.deck.slides.len()) {
            return Err(Error::invalid("`slideIndex` is the position of a slide, from 0"));
        }
        let mut locked = context.lock(self).await?;
        let before = &locked.session.state;
        let writes = match destination(&context.deck.deck, &context.registry, before, command) {
            Some((index, step)) if (index, step) != context.position(before) => {
                let mut state = before.clone();
                context.set_slide(&mut state, index);
                state.step_idx = step;
                if let Some(writer) = remote.writer() {
                    locked.add_presenter(writer);
                }
                vec![self.move_to(&context, &mut locked, state)]
            }
            _ => Vec::new(),
        };
        let state = locked.session.state.clone();
        self.commit(&context.room, locked, writes).await?;
        Ok(state)
    }

    /// The context with the deck as it is now. The deck may have changed while a request was read.
    pub(super) async fn newest(self: &Arc<Self>, context: &SessionContext) -> Result<SessionContext> {
        self.context_of(&context.room).await?.ok_or(NO_SESSION)
    }

    /// Sets and publishes a new state. Returns the write that stores it.
    pub(super) fn move_to(
        self: &Arc<Self>,
        context: &SessionContext,
        room_state: &mut RoomState,
        mut state: LiveState,
    ) -> LiveWrite {
        let now = self.clock.now();
        let before = &room_state.session.state;
        // Pages ignore a state whose time is not later, so the time must rise even when the clock of this node is
        // behind.
        state.updated_at = now.max(before.updated_at + 1);
        if (&state.slide_id, state.step_idx) != (&before.slide_id, before.step_idx) {
            state.started_at.get_or_insert(now);
        }
        room_state.session.state = state.clone();
        let slide = state.slide_id.clone();
        self.publish(room_state, LiveEvent::State(state));
        room_state.moved_turn = room_state.session.turn;
        if let Some(slide) = &slide {
            self.publish_interaction(context, room_state, slide);
        }
        room_state.session_write(now)
    }

    /// Adapts the state to the deck as it is now: a slide that moved is found by its id, and for a deleted slide the
    /// one in its place is shown.
    pub(super) async fn adapt_state(self: &Arc<Self>, context: &SessionContext) -> Result<()> {
        let revision = context.deck.head.revision;
        if context.room_state().await?.settled_revision >= revision {
            return Ok(());
        }
        let mut locked = context.lock(self).await?;
        if locked.settled_revision >= revision {
            return Ok(());
        }
        locked.settled_revision = revision;
        let shown = locked.session.state.slide_id.clone();
        let has_answers = |slide: &SlideId| locked.answers.get(slide).is_some_and(|answers| !answers.is_empty());
        let answered = shown.filter(has_answers);
        let writes = match (adapted_state(&context.deck.deck, &context.registry, &locked.session.state), answered) {
            (Some(state), _) => vec![self.move_to(context, &mut locked, state)],
            // The options may have changed, and votes for deleted ones are no longer counted.
            (None, Some(slide)) => {
                self.publish_interaction(context, &mut locked, &slide);
                Vec::new()
            }
            (None, None) => return Ok(()),
        };
        self.commit(&context.room, locked, writes).await
    }
}

impl SessionContext {
    /// Sets the slide of a state, at its first step.
    pub(super) fn set_slide(&self, state: &mut LiveState, index: usize) {
        set_slide(&self.deck.deck, &self.registry, state, index);
    }

    /// Position and step of a state.
    fn position(&self, state: &LiveState) -> (usize, u64) {
        (position(&self.deck.deck, state), state.step_idx)
    }

    /// Applies what a presenter sent.
    fn apply_change(&self, state: &mut LiveState, change: &StateChange) -> Result<()> {
        let slides = &self.deck.deck.slides;
        let index = match (&change.slide, change.index) {
            (Some(id), _) => self.deck.deck.position(id),
            (None, Some(index)) => usize::try_from(index).ok().filter(|index| *index < slides.len()),
            (None, None) => return Err(Error::invalid("`slideId` or `slideIndex` is required")),
        };
        if let Some(index) = index {
            self.set_slide(state, index);
        } else {
            state.slide_id.clone_from(&change.slide);
            state.slide_index = change.index.unwrap_or_default();
            state.slide_type = None;
        }
        state.step_idx = change.step.unwrap_or_default();
        state.step_paragraphs = change.step_paragraphs.unwrap_or(state.step_paragraphs);
        Ok(())
    }
}

/// The state of a new session: the first slide that is not hidden.
pub(super) fn first_state(deck: &Deck, registry: &Registry, now: Time) -> LiveState {
    let mut state = LiveState {
        slide_id: None,
        slide_index: 0,
        slide_type: None,
        step_idx: 0,
        step_paragraphs: deck.settings.step_paragraphs(),
        updated_at: now,
        started_at: None,
    };
    if let Some(index) = first_shown(deck).or((!deck.slides.is_empty()).then_some(0)) {
        set_slide(deck, registry, &mut state, index);
    }
    state
}

fn set_slide(deck: &Deck, registry: &Registry, state: &mut LiveState, index: usize) {
    let slide = &deck.slides[index];
    state.slide_id = Some(slide.id.clone());
    state.slide_index = index as u64;
    state.slide_type = Some(registry.canonical(&slide.key).into_owned());
    state.step_idx = 0;
}

/// Position of a state in the deck. It may be past the end.
fn position(deck: &Deck, state: &LiveState) -> usize {
    let index = state.slide_id.as_ref().and_then(|slide| deck.position(slide));
    index.unwrap_or_else(|| usize::try_from(state.slide_index).unwrap_or(usize::MAX))
}

/// The position of the nearest slide before or after another that is not hidden while presenting; `None` without one.
pub(super) fn neighbour(deck: &Deck, from: usize, forward: bool) -> Option<usize> {
    let is_shown = |index: &usize| !deck.slides[*index].visibility.hide_in_presentation;
    let count = deck.slides.len();
    if forward { (from.saturating_add(1)..count).find(is_shown) } else { (0..from.min(count)).rev().find(is_shown) }
}

/// The slide and step that a command leads to: build steps first, then slides. `None` at either end.
fn destination(deck: &Deck, registry: &Registry, state: &LiveState, command: RemoteCommand) -> Option<(usize, u64)> {
    let at = position(deck, state);
    // A list may repeat for each row of a data source, so steps are counted after values are filled in.
    let deck = &*deck.with_values(registry);
    let steps = |index: usize| {
        let slide = deck.slides.get(index).filter(|_| state.step_paragraphs);
        slide.map_or(0, |slide| step_count(registry, slide) as u64)
    };
    // A step beyond the last one shows the same as the last one.
    let step = state.step_idx.min(steps(at));
    match command {
        RemoteCommand::Goto(index) => Some((index, 0)),
        RemoteCommand::Next if step < steps(at) => Some((at, step + 1)),
        RemoteCommand::Next => Some((neighbour(deck, at, true)?, 0)),
        RemoteCommand::Previous if step > 0 => Some((at, step - 1)),
        RemoteCommand::Previous => {
            let index = neighbour(deck, at, false)?;
            Some((index, steps(index)))
        }
    }
}

/// The state after a change of the deck; `None` when it stays the same.
fn adapted_state(deck: &Deck, registry: &Registry, state: &LiveState) -> Option<LiveState> {
    let mut next = state.clone();
    match state.slide_id.as_ref().and_then(|slide| deck.position(slide)) {
        Some(index) => {
            set_slide(deck, registry, &mut next, index);
            next.step_idx = state.step_idx;
        }
        // The slide was never in the deck: the state stays as the presenter sent it.
        None if state.slide_type.is_none() => return None,
        None => {
            let at = usize::try_from(state.slide_index).unwrap_or(usize::MAX);
            let after = at.checked_sub(1).map_or_else(|| first_shown(deck), |before| neighbour(deck, before, true));
            match after.or_else(|| neighbour(deck, at, false)) {
                Some(index) => set_slide(deck, registry, &mut next, index),
                None => return None,
            }
        }
    }
    (next != *state).then_some(next)
}

fn first_shown(deck: &Deck) -> Option<usize> {
    deck.slides.iter().position(|slide| !slide.visibility.hide_in_presentation)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Slides by letter: `a` plain, `b3` with three steps, `-` before one that is hidden.
    fn deck(slides: &str) -> Deck {
        let mut deck = Deck::new("Tides", "en-GB");
        for word in slides.split_whitespace() {
            let name = word.trim_start_matches('-');
            let (id, steps) = name.split_at(1);
            let lines: Vec<String> = (0..steps.parse().unwrap_or(0)).map(|line| format!("- {line}")).collect();
            let slide = json!({
                "id": id, "type": "content-slide", "content": {"title": id, "body": lines.join("\n")},
                "visibility": {"hideInPresentation": word.starts_with('-')},
            });
            deck.slides.push(serde_json::from_value(slide).expect("a slide"));
        }
        deck
    }

    fn state(deck: &Deck, id: &str, step: u64) -> LiveState {
        let mut state = first_state(deck, Registry::core(), 1);
        set_slide(deck, Registry::core(), &mut state, deck.position(&id.into()).expect("a slide"));
        (state.step_idx, state.step_paragraphs) = (step, true);
        state
    }

    #[test]
    fn commands_go_through_steps_and_then_to_slides_that_are_shown() {
        let slides = deck("a b3 -c d");
        let check = |id: &str, step: u64, command: RemoteCommand| {
            let at = state(&slides, id, step);
            destination(&slides, Registry::core(), &at, command).map(|(index, step)| {
                let id = slides.slides[index].id.as_str();
                format!("{id}{step}")
            })
        };
        assert_eq!(check("a", 0, RemoteCommand::Previous), None);
        assert_eq!(check("a", 0, RemoteCommand::Next).as_deref(), Some("b0"));
        assert_eq!(check("b", 0, RemoteCommand::Next).as_deref(), Some("b1"));
        assert_eq!(check("b", 3, RemoteCommand::Next).as_deref(), Some("d0"));
        assert_eq!(check("b", 99, RemoteCommand::Next).as_deref(), Some("d0"));
        assert_eq!(check("b", 99, RemoteCommand::Previous).as_deref(), Some("b2"));
        assert_eq!(check("d", 0, RemoteCommand::Previous).as_deref(), Some("b3"));
        assert_eq!(check("d", 0, RemoteCommand::Next), None);
        assert_eq!(check("d", 0, RemoteCommand::Goto(2)).as_deref(), Some("c0"));
    }

    #[test]
    fn commands_lead_from_a_position_outside_the_deck_into_it() {
        let slides = deck("a b");
        let mut outside = state(&slides, "b", 0);
        (outside.slide_id, outside.slide_index, outside.slide_type) = (Some("zz".into()), 40, None);
        let check = |outside: &LiveState, command| destination(&slides, Registry::core(), outside, command);
        assert_eq!(check(&outside, RemoteCommand::Previous), Some((1, 0)));
        assert_eq!(check(&outside, RemoteCommand::Next), None);
        outside.slide_index = 0;
        assert_eq!(check(&outside, RemoteCommand::Next), Some((1, 0)));
        assert_eq!(adapted_state(&deck("a"), Registry::core(), &outside), None);
    }

    #[test]
    fn a_state_follows_its_slide_when_the_deck_changes() {
        let before = deck("a b3 c d");
        let check = |id: &str, after: &str| {
            let next = adapted_state(&deck(after), Registry::core(), &state(&before, id, 2));
            next.map(|next| {
                let slide = next.slide_id.expect("a slide");
                format!("{slide} {} {}", next.slide_index, next.step_idx)
            })
        };
        assert_eq!(check("b", "a b3 c d"), None);
        assert_eq!(check("b", "a b3 c x"), None);
        assert_eq!(check("b", "x y a c d b3").as_deref(), Some("b 5 2"));
        assert_eq!(check("b", "a c d").as_deref(), Some("c 1 0"));
        assert_eq!(check("b", "a -c d").as_deref(), Some("d 2 0"));
        assert_eq!(check("d", "a b3").as_deref(), Some("b 1 0"));
        assert_eq!(check("a", "b3 c").as_deref(), Some("b 0 0"));
        assert_eq!(check("a", ""), None);
    }
}
