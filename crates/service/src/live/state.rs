//! Where a presentation stands, and how it is moved: by the presenter, by a remote, by a change of the deck.

use std::sync::Arc;

use deck::{Content, Deck, Registry, step_count};
use serde_json::{Value, json};
use store::{LiveState, LiveWrite, SessionId, Time};

use super::Here;
use super::event::{ControlEnabled, Event};
use super::room::Inside;
use crate::Live;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::Right;
use crate::secret::same_secret;

/// Most characters of a slide id that is taken as sent.
const MOST_ID: usize = 200;

/// What a remote asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Next,
    Prev,
    Goto(usize),
}

impl Live {
    /// Where a session stands, for everybody who knows its id.
    ///
    /// # Errors
    /// Unknown or expired.
    pub async fn state(self: &Arc<Self>, session: &SessionId) -> Result<Value> {
        let here = self.session(session).await?;
        let inside = here.hold().await?;
        let mut view = json!({
            "sessionId": inside.session.id, "presentationId": inside.session.deck,
            "controlEnabled": inside.session.control,
        });
        let state = state_view(&inside.session.state);
        if let (Some(view), Some(state)) = (view.as_object_mut(), state.as_object()) {
            view.extend(state.clone());
        }
        view["state"] = state;
        Ok(view)
    }

    /// Moves a session to where a presenter stands. Of several presenters the last wins.
    ///
    /// # Errors
    /// Unknown or expired, no right, or a wrong body; then nothing moves.
    pub async fn set_state(self: &Arc<Self>, caller: &Caller, session: &SessionId, body: &Content) -> Result<Value> {
        let here = self.session_of_writer(caller, session).await?;
        let sent = Sent::read(body)?;
        if sent.deck.as_ref().is_some_and(|deck| here.room.deck != *deck.as_str()) {
            return Err(Error::invalid("`presentationId` is not the presentation of this session"));
        }
        let mut inside = here.take(self).await?;
        let mut state = inside.session.state.clone();
        here.place(&mut state, &sent)?;
        let writes = self.set_state_to(&here, &mut inside, state);
        let view = state_view(&inside.session.state);
        self.commit(&here.room, inside, writes).await?;
        Ok(view)
    }

    /// Lets the audience move by itself, or locks it to the presenter. Told also when nothing changes.
    ///
    /// # Errors
    /// Unknown or expired, or no right.
    pub async fn set_control(self: &Arc<Self>, caller: &Caller, session: &SessionId, enabled: bool) -> Result<Value> {
        let here = self.session_of_writer(caller, session).await?;
        let now = self.clock.now();
        let mut inside = here.take(self).await?;
        inside.session.control = enabled;
        let event = ControlEnabled { control_enabled: enabled, updated_at: now };
        self.publish(&here.room, &mut inside, &Event::Control(event));
        inside.moved = inside.session.turn;
        let write = inside.write(now);
        self.commit(&here.room, inside, vec![write]).await?;
        Ok(json!({ "controlEnabled": enabled }))
    }

    /// Whether somebody may send remote commands: whoever may write the deck, always; whoever holds the notes key,
    /// while control is enabled.
    ///
    /// # Errors
    /// No credentials, unknown or expired, a wrong notes key, or no right.
    pub async fn may_command(
        self: &Arc<Self>,
        caller: Option<&Caller>,
        session: &SessionId,
        notes_key: Option<&str>,
    ) -> Result<()> {
        self.session_of_remote(caller, session, notes_key).await.map(drop)
    }

    async fn session_of_remote(
        self: &Arc<Self>,
        caller: Option<&Caller>,
        session: &SessionId,
        key: Option<&str>,
    ) -> Result<Here> {
        let here = self.session_of_holder(caller, session, key, Right::Write).await?;
        let writes = caller.is_some_and(|caller| here.may(caller, Right::Write));
        if !writes && !here.hold().await?.session.control {
            return Err(Error::Forbidden("the presenter has not opened the controls"));
        }
        Ok(here)
    }

    /// A running session for somebody who holds a right on its deck or the right notes key.
    pub(super) async fn session_of_holder(
        self: &Arc<Self>,
        caller: Option<&Caller>,
        session: &SessionId,
        notes_key: Option<&str>,
        right: Right,
    ) -> Result<Here> {
        if caller.is_none() && notes_key.is_none() {
            return Err(Error::Unauthorized("sign in, or bring the notes key"));
        }
        let here = self.session(session).await?;
        if caller.is_some_and(|caller| here.may(caller, right)) {
            return Ok(here);
        }
        match notes_key {
            Some(key) if same_secret(key, &here.room.notes_key) => Ok(here),
            Some(_) => Err(Error::Unauthorized("the notes key is wrong")),
            None => Err(Error::Forbidden("this presentation is not shared with you")),
        }
    }

    /// Follows a remote command.
    ///
    /// # Errors
    /// As [`Live::may_command`]; or the command is wrong.
    pub async fn command(
        self: &Arc<Self>,
        caller: Option<&Caller>,
        session: &SessionId,
        notes_key: Option<&str>,
        body: &Content,
    ) -> Result<Value> {
        let here = self.session_of_remote(caller, session, notes_key).await?;
        let command = command(body, here.deck.deck.slides.len())?;
        let mut inside = here.take(self).await?;
        let before = &inside.session.state;
        let writes = match moved(&here.deck.deck, &here.registry, before, command) {
            Some((index, step)) if (index, step) != here.standing(before) => {
                let mut state = before.clone();
                here.put(&mut state, index);
                state.step_idx = step;
                self.set_state_to(&here, &mut inside, state)
            }
            _ => Vec::new(),
        };
        let view = state_view(&inside.session.state);
        self.commit(&here.room, inside, writes).await?;
        Ok(json!({ "ok": true, "state": view }))
    }

    /// Takes a new state, tells the hall, and answers what is to be stored.
    pub(super) fn set_state_to(
        self: &Arc<Self>,
        here: &Here,
        inside: &mut Inside,
        mut state: LiveState,
    ) -> Vec<LiveWrite> {
        let now = self.clock.now();
        state.updated_at = now.max(inside.session.state.updated_at);
        inside.session.state = state.clone();
        self.publish(&here.room, inside, &Event::State(&state));
        inside.moved = inside.session.turn;
        self.publish_interaction(here, inside, &state.slide_id);
        vec![inside.write(now)]
    }

    /// Holds the state against the deck as it is now: a slide that moved is found again, and when it is gone the one
    /// that took its place is shown.
    pub(super) async fn settle(self: &Arc<Self>, here: &Here) -> Result<()> {
        let revision = here.deck.head.revision;
        if here.hold().await?.settled >= revision {
            return Ok(());
        }
        let mut inside = here.take(self).await?;
        if inside.settled >= revision {
            return Ok(());
        }
        inside.settled = revision;
        let shown = inside.session.state.slide_id.clone();
        let writes = match settled(&here.deck.deck, &here.registry, &inside.session.state) {
            Some(state) => self.set_state_to(here, &mut inside, state),
            // Its options may be others now, and the votes on those that are gone count no more.
            None if inside.polls.get(&shown).is_some_and(|poll| !poll.answers.is_empty()) => {
                self.publish_interaction(here, &mut inside, &shown);
                Vec::new()
            }
            None => return Ok(()),
        };
        self.commit(&here.room, inside, writes).await
    }
}

impl Here {
    /// Puts a state on a slide of the deck, at its beginning.
    pub(super) fn put(&self, state: &mut LiveState, index: usize) {
        put(&self.deck.deck, &self.registry, state, index);
    }

    /// Position and step of a state.
    fn standing(&self, state: &LiveState) -> (usize, u64) {
        (position(&self.deck.deck, state), state.step_idx)
    }

    /// What a presenter sent, as the server has it.
    fn place(&self, state: &mut LiveState, sent: &Sent) -> Result<()> {
        let slides = &self.deck.deck.slides;
        let known = match (&sent.slide, sent.index) {
            (Some(id), _) => self.deck.deck.position(id),
            (None, Some(index)) => usize::try_from(index).ok().filter(|index| *index < slides.len()),
            (None, None) => return Err(Error::invalid("`slideId` or `slideIndex` is required")),
        };
        if let Some(index) = known {
            self.put(state, index);
        } else {
            state.slide_id = sent.slide.clone().unwrap_or_default();
            state.slide_index = sent.index.unwrap_or_default();
            state.slide_type = String::new();
        }
        state.step_idx = sent.step.unwrap_or_default();
        state.step_paragraphs = sent.step_paragraphs.unwrap_or(state.step_paragraphs);
        Ok(())
    }
}

/// The body of a new state.
#[derive(Debug)]
struct Sent {
    deck: Option<String>,
    slide: Option<String>,
    index: Option<u64>,
    step: Option<u64>,
    step_paragraphs: Option<bool>,
}

impl Sent {
    fn read(body: &Content) -> Result<Self> {
        let given = |name: &str| body.get(name).filter(|value| !value.is_null());
        let text = |name: &str| match given(name) {
            None => Ok(None),
            Some(Value::String(text)) if text.chars().count() <= MOST_ID => Ok(Some(text.clone())),
            Some(_) => Err(Error::invalid(format!("`{name}` is a text of at most {MOST_ID} characters"))),
        };
        let number = |name: &str| match given(name) {
            None => Ok(None),
            Some(value) => match value.as_u64() {
                Some(number) => Ok(Some(number)),
                None => Err(Error::invalid(format!("`{name}` is a whole number, 0 or more"))),
            },
        };
        Ok(Self {
            deck: text("presentationId")?,
            slide: text("slideId")?.filter(|id| !id.is_empty()),
            index: number("slideIndex")?,
            step: number("stepIdx")?,
            step_paragraphs: match given("stepParagraphs") {
                None => None,
                Some(Value::Bool(on)) => Some(*on),
                Some(_) => return Err(Error::invalid("`stepParagraphs` is true or false")),
            },
        })
    }
}

fn command(body: &Content, slides: usize) -> Result<Command> {
    match body.get("action").and_then(Value::as_str) {
        Some("next") => Ok(Command::Next),
        Some("prev") => Ok(Command::Prev),
        Some("goto") => {
            let index = body.get("slideIndex").and_then(Value::as_u64).and_then(|index| usize::try_from(index).ok());
            let index = index.filter(|index| *index < slides);
            index.map(Command::Goto).ok_or_else(|| Error::invalid("`slideIndex` is the position of a slide, from 0"))
        }
        _ => Err(Error::invalid("`action` is `next`, `prev` or `goto`")),
    }
}

/// The six fields of a state.
pub(super) fn state_view(state: &LiveState) -> Value {
    serde_json::to_value(state).unwrap_or_default()
}

/// Where a new session stands: on the first slide that is shown.
pub(super) fn first_state(deck: &Deck, registry: &Registry, now: Time) -> LiveState {
    let mut state = LiveState {
        slide_id: String::new(),
        slide_index: 0,
        slide_type: String::new(),
        step_idx: 0,
        step_paragraphs: deck.settings.step_paragraphs(),
        updated_at: now,
    };
    let first = deck.slides.iter().position(|slide| !slide.visibility.hide_in_presentation);
    if let Some(index) = first.or((!deck.slides.is_empty()).then_some(0)) {
        put(deck, registry, &mut state, index);
    }
    state
}

fn put(deck: &Deck, registry: &Registry, state: &mut LiveState, index: usize) {
    let slide = &deck.slides[index];
    state.slide_id.clone_from(&slide.id);
    state.slide_index = index as u64;
    state.slide_type = registry.canonical(&slide.key).into_owned();
    state.step_idx = 0;
}

/// Where a state stands in the deck; maybe past its end.
fn position(deck: &Deck, state: &LiveState) -> usize {
    deck.position(&state.slide_id).unwrap_or_else(|| usize::try_from(state.slide_index).unwrap_or(usize::MAX))
}

/// The slide before or after a position that is shown while presenting.
pub(super) fn neighbour(deck: &Deck, from: usize, forward: bool) -> Option<usize> {
    let is_shown = |index: &usize| !deck.slides[*index].visibility.hide_in_presentation;
    let count = deck.slides.len();
    if forward { (from.saturating_add(1)..count).find(is_shown) } else { (0..from.min(count)).rev().find(is_shown) }
}

/// Where a command leads: build steps first, then slides. None at either end.
fn moved(deck: &Deck, registry: &Registry, state: &LiveState, command: Command) -> Option<(usize, u64)> {
    let at = position(deck, state);
    let steps = |index: usize| {
        let slide = deck.slides.get(index).filter(|_| state.step_paragraphs);
        slide.map_or(0, |slide| step_count(registry, slide) as u64)
    };
    // A step beyond the last shows what the last shows.
    let step = state.step_idx.min(steps(at));
    match command {
        Command::Goto(index) => Some((index, 0)),
        Command::Next if step < steps(at) => Some((at, step + 1)),
        Command::Next => Some((neighbour(deck, at, true)?, 0)),
        Command::Prev if step > 0 => Some((at, step - 1)),
        Command::Prev => {
            let index = neighbour(deck, at, false)?;
            Some((index, steps(index)))
        }
    }
}

/// What a state becomes when its deck was changed; none when it stays.
fn settled(deck: &Deck, registry: &Registry, state: &LiveState) -> Option<LiveState> {
    let mut next = state.clone();
    match deck.position(&state.slide_id) {
        Some(index) => {
            put(deck, registry, &mut next, index);
            next.step_idx = state.step_idx;
        }
        // It was never in the deck: taken as it was sent.
        None if state.slide_type.is_empty() => return None,
        None => {
            let at = usize::try_from(state.slide_index).unwrap_or(usize::MAX);
            let after = at.checked_sub(1).map_or_else(|| first_shown(deck), |before| neighbour(deck, before, true));
            match after.or_else(|| neighbour(deck, at, false)) {
                Some(index) => put(deck, registry, &mut next, index),
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
        put(deck, Registry::core(), &mut state, deck.position(id).expect("a slide"));
        (state.step_idx, state.step_paragraphs) = (step, true);
        state
    }

    #[test]
    fn commands_walk_steps_then_slides_that_are_shown() {
        let slides = deck("a b3 -c d");
        let check = |id: &str, step: u64, command: Command| {
            let at = state(&slides, id, step);
            moved(&slides, Registry::core(), &at, command).map(|(index, step)| {
                let id = slides.slides[index].id.as_str();
                format!("{id}{step}")
            })
        };
        assert_eq!(check("a", 0, Command::Prev), None);
        assert_eq!(check("a", 0, Command::Next).as_deref(), Some("b0"));
        assert_eq!(check("b", 0, Command::Next).as_deref(), Some("b1"));
        assert_eq!(check("b", 3, Command::Next).as_deref(), Some("d0"));
        assert_eq!(check("b", 99, Command::Next).as_deref(), Some("d0"));
        assert_eq!(check("b", 99, Command::Prev).as_deref(), Some("b2"));
        assert_eq!(check("d", 0, Command::Prev).as_deref(), Some("b3"));
        assert_eq!(check("d", 0, Command::Next), None);
        assert_eq!(check("d", 0, Command::Goto(2)).as_deref(), Some("c0"));
    }

    #[test]
    fn a_place_outside_the_deck_leads_back_into_it() {
        let slides = deck("a b");
        let mut lost = state(&slides, "b", 0);
        (lost.slide_id, lost.slide_index, lost.slide_type) = ("zz".into(), 40, String::new());
        let check = |lost: &LiveState, command| moved(&slides, Registry::core(), lost, command);
        assert_eq!(check(&lost, Command::Prev), Some((1, 0)));
        assert_eq!(check(&lost, Command::Next), None);
        lost.slide_index = 0;
        assert_eq!(check(&lost, Command::Next), Some((1, 0)));
        assert_eq!(settled(&deck("a"), Registry::core(), &lost), None);
    }

    #[test]
    fn a_change_of_the_deck_keeps_everybody_on_the_right_slide() {
        let before = deck("a b3 c d");
        let check = |id: &str, after: &str| {
            let next = settled(&deck(after), Registry::core(), &state(&before, id, 2));
            next.map(|next| format!("{} {} {}", next.slide_id, next.slide_index, next.step_idx))
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
