//! Polls, scales and feedback: one answer for each device, counted as it comes.
//!
//! What is asked stands on the slide; what is kept here is whether it is open and who answered what. A vote is kept as the
//! text of its option: it stays with it when options move, and counts for nothing while the option is gone. A burst of
//! answers is told at most four times a second.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use deck::{Content, Interaction, Registry, Slide};
use serde::Serialize;
use serde_json::{Value, json};
use store::{LiveItem, LiveWrite, SessionId, Time};
use tokio::time::{Instant, sleep};

use super::Here;
use super::audience::Device;
use super::event::{Branch, Event};
use super::nodes::Held;
use super::questions::QUESTIONS;
use super::room::Inside;
use super::slides::Eyes;
use super::state::neighbour;
use crate::Live;
use crate::caller::Caller;
use crate::error::{Error, Result};

/// The least time between two events about answers to the same thing.
const GATHER: Duration = Duration::from_millis(250);
/// Stops of a scale that names none.
const STOPS: usize = 10;
/// Most options that are counted.
const MOST_OPTIONS: usize = 16;
/// Most characters of feedback.
const MOST_FEEDBACK: usize = 4000;
/// Most answers to one slide: nobody shows who he is, so nobody may fill the memory.
pub(super) const MOST_ANSWERS: usize = 50_000;
/// Most bytes that all texts of an audience take.
pub(super) const MOST_TEXT: usize = 16 * 1024 * 1024;

pub(super) const NOT_ASKED: &str = "this slide asks nothing, or is not shown now";

/// What a slide asks.
#[derive(Debug)]
pub(super) struct Asking {
    pub(super) slide_id: String,
    pub(super) kind: Interaction,
    pub(super) question: String,
    pub(super) options: Vec<String>,
    /// What a vote for each of the options is kept as.
    pub(super) choices: Vec<String>,
    /// Whether the audience sees results only once it is closed.
    results_closed: bool,
    on_close: String,
    target: String,
}

/// What the audience answered to a slide.
#[derive(Debug)]
pub(super) struct Poll {
    pub(super) open: bool,
    updated_at: Time,
    pub(super) answers: HashMap<String, Given>,
    /// How often each text was given.
    counts: HashMap<Arc<str>, u64>,
}

/// One answer.
#[derive(Debug)]
pub(super) struct Given {
    /// Shared by all who gave the same.
    pub(super) text: Arc<str>,
    pub(super) at: Time,
}

/// `interactionState` of a slide.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InteractionState {
    slide_id: String,
    r#type: &'static str,
    status: &'static str,
    open: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    option_count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<Vec<u64>>,
    total: u64,
    updated_at: Time,
    #[serde(skip_serializing_if = "Option::is_none")]
    my_vote: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    my_text: Option<String>,
}

impl Live {
    /// What the slide that is shown asks, and how it stands, also for the device that asks.
    ///
    /// # Errors
    /// Unknown or expired.
    pub async fn current_interaction(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        lang: Option<&str>,
    ) -> Result<Value> {
        let here = self.session(session).await?;
        let inside = here.hold().await?;
        let shown = here.deck.deck.shown(&here.registry, lang);
        let slide = shown.position(&inside.session.state.slide_id).map(|at| &shown.slides[at]);
        let slide = slide.filter(|slide| Eyes::Hall.see(slide));
        let (Some(asking), Some(slide)) = (here.asking_hall(&inside.session.state.slide_id), slide) else {
            return Ok(json!({ "interaction": null, "interactionState": null }));
        };
        let state = state_of(&asking, inside.polls.get(&asking.slide_id), false).with_own(&asking, &inside, device);
        // Votes are kept in the main language and asked for in that of the asker.
        let asked = self::asking(&here.registry, slide).unwrap_or(asking);
        Ok(json!({ "interaction": asked.view(), "interactionState": state }))
    }

    /// A vote. A device has one and may change it.
    ///
    /// # Errors
    /// Unknown or expired, not the slide that is shown, no such option, or closed.
    pub async fn vote(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        slide: &str,
        body: &Content,
    ) -> Result<Value> {
        self.answer(device, session, slide, |asking| {
            if asking.kind == Interaction::Feedback {
                return Err(Error::invalid("this slide takes texts, not votes"));
            }
            let index = body.get("optionIndex").and_then(Value::as_u64).and_then(|index| usize::try_from(index).ok());
            let last = asking.choices.len().saturating_sub(1);
            let choice = index.and_then(|index| asking.choices.get(index));
            choice.cloned().ok_or_else(|| Error::invalid(format!("`optionIndex` is a number from 0 to {last}")))
        })
        .await
    }

    /// Feedback. A device has one text and may replace it.
    ///
    /// # Errors
    /// Unknown or expired, not the slide that is shown, empty or too long, or closed.
    pub async fn give_feedback(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        slide: &str,
        body: &Content,
    ) -> Result<Value> {
        self.answer(device, session, slide, |asking| {
            if asking.kind != Interaction::Feedback {
                return Err(Error::invalid("this slide takes votes, not texts"));
            }
            let text = body.get("text").and_then(Value::as_str).map(str::trim).unwrap_or_default();
            if text.is_empty() || text.chars().count() > MOST_FEEDBACK {
                return Err(Error::invalid(format!("`text` has 1 to {MOST_FEEDBACK} characters")));
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
        read: impl FnOnce(&Asking) -> Result<String>,
    ) -> Result<Value> {
        let here = self.session(session).await?;
        let asking = here.asking_hall(slide).ok_or_else(|| Error::invalid(NOT_ASKED))?;
        let state = match read(&asking) {
            Ok(answer) => self.cast(&here.room, device, slide, answer).await?,
            // What is wrong with an answer matters where there is something to answer.
            Err(_) if here.hold().await?.session.state.slide_id != slide => return Err(Error::invalid(NOT_ASKED)),
            Err(fault) => return Err(fault),
        };
        Ok(json!({ "ok": true, "interactionState": state }))
    }

    /// Opens a slide for answers.
    ///
    /// # Errors
    /// Unknown or expired, no right, or the slide asks nothing.
    pub async fn open_interaction(
        self: &Arc<Self>,
        caller: &Caller,
        session: &SessionId,
        slide: &str,
    ) -> Result<Value> {
        let here = self.session_of_writer(caller, session).await?;
        let asking = here.asking(slide).ok_or_else(|| Error::invalid("this slide asks nothing"))?;
        let mut inside = here.take(self).await?;
        let write = inside.set_open(slide, true, self.clock.now());
        self.finish_interaction(&here, inside, &asking, vec![write]).await
    }

    /// Closes a slide for answers. A poll or scale that was open and is shown now leads on where it says so.
    ///
    /// # Errors
    /// Unknown or expired, no right, or the slide asks nothing.
    pub async fn close_interaction(
        self: &Arc<Self>,
        caller: &Caller,
        session: &SessionId,
        slide: &str,
    ) -> Result<Value> {
        let here = self.session_of_writer(caller, session).await?;
        let asking = here.asking(slide).ok_or_else(|| Error::invalid("this slide asks nothing"))?;
        let mut inside = here.take(self).await?;
        let was_open = inside.polls.get(slide).is_none_or(|poll| poll.open);
        let mut writes = vec![inside.set_open(slide, false, self.clock.now())];
        self.publish_interaction(&here, &mut inside, slide);
        if was_open
            && inside.session.state.slide_id == slide
            && let Some(index) = here.after(&asking)
        {
            let now = self.clock.now();
            let branch = Branch {
                slide_id: slide,
                on_close: &asking.on_close,
                on_close_target: &asking.target,
                updated_at: now,
            };
            self.publish(&here.room, &mut inside, &Event::Branch(branch));
            let mut state = inside.session.state.clone();
            here.put(&mut state, index);
            writes.extend(self.set_state_to(&here, &mut inside, state));
        }
        let state = state_of(&asking, inside.polls.get(slide), true);
        self.commit(&here.room, inside, writes).await?;
        Ok(json!({ "ok": true, "interactionState": state }))
    }

    /// Empties a slide of its answers; it stays open or closed.
    ///
    /// # Errors
    /// Unknown or expired, no right, or the slide asks nothing.
    pub async fn reset_interaction(
        self: &Arc<Self>,
        caller: &Caller,
        session: &SessionId,
        slide: &str,
    ) -> Result<Value> {
        let here = self.session_of_writer(caller, session).await?;
        let asking = here.asking(slide).ok_or_else(|| Error::invalid("this slide asks nothing"))?;
        let mut inside = here.take(self).await?;
        let now = self.clock.now();
        let turn = inside.next_turn(now);
        let poll = inside.polls.entry(slide.to_owned()).or_default();
        let bytes = poll.clear();
        poll.updated_at = now;
        inside.text_bytes = inside.text_bytes.saturating_sub(bytes);
        self.finish_interaction(&here, inside, &asking, vec![LiveWrite::NoAnswers(slide.to_owned(), turn)]).await
    }

    async fn finish_interaction(
        self: &Arc<Self>,
        here: &Here,
        mut inside: Held<'_>,
        asking: &Asking,
        writes: Vec<LiveWrite>,
    ) -> Result<Value> {
        self.publish_interaction(here, &mut inside, &asking.slide_id);
        let state = state_of(asking, inside.polls.get(&asking.slide_id), true);
        self.commit(&here.room, inside, writes).await?;
        Ok(json!({ "ok": true, "interactionState": state }))
    }

    /// Tells how a slide stands, if it asks anything.
    pub(super) fn publish_interaction(self: &Arc<Self>, here: &Here, inside: &mut Inside, slide: &str) {
        let Some(state) = here.interaction_state(inside, slide) else { return };
        self.publish(&here.room, inside, &Event::Interaction(&state));
        let pace = inside.paces.entry(slide.to_owned()).or_default();
        pace.told = Some(Instant::now());
    }

    /// Tells of answers to a slide or of questions, now or together with what comes within the next moment.
    pub(super) fn publish_soon(self: &Arc<Self>, here: &Here, inside: &mut Inside, what: &str) {
        let pace = inside.paces.entry(what.to_owned()).or_default();
        if pace.due {
            return;
        }
        let wait = pace.told.map_or(Duration::ZERO, |told| GATHER.saturating_sub(told.elapsed()));
        if wait.is_zero() {
            return self.publish_item(here, inside, what);
        }
        pace.due = true;
        let (service, room, what) = (Arc::clone(self), Arc::clone(&here.room), what.to_owned());
        tokio::spawn(async move {
            sleep(wait).await;
            let here = service.context(&room).await;
            let Ok(mut inside) = service.lock_room(&room).await else {
                // Nobody can be told now; the next answer tries again.
                room.inside.lock().await.paces.entry(what).or_default().due = false;
                return;
            };
            inside.paces.entry(what.clone()).or_default().due = false;
            if let Ok(Some(here)) = here {
                service.publish_item(&here, &mut inside, &what);
            }
            if let Err(fault) = service.commit(&room, inside, Vec::new()).await {
                tracing::warn!("other nodes were not told of answers: {fault:#}");
            }
        });
    }

    fn publish_item(self: &Arc<Self>, here: &Here, inside: &mut Inside, what: &str) {
        if what == QUESTIONS {
            self.publish_questions(here, inside);
        } else {
            self.publish_interaction(here, inside, what);
        }
    }
}

impl Here {
    /// What a slide asks.
    pub(super) fn asking(&self, slide: &str) -> Option<Asking> {
        self.slide(slide).and_then(|(_, slide)| asking(&self.registry, slide))
    }

    /// What a slide asks the hall. One that the hall does not see asks it nothing.
    pub(super) fn asking_hall(&self, slide: &str) -> Option<Asking> {
        self.asking(slide).filter(|_| self.slide(slide).is_some_and(|(_, slide)| Eyes::Hall.see(slide)))
    }

    /// How a slide stands, as everybody may see it.
    pub(super) fn interaction_state(&self, inside: &Inside, slide: &str) -> Option<InteractionState> {
        let asking = self.asking_hall(slide)?;
        Some(state_of(&asking, inside.polls.get(slide), false))
    }

    /// The slide that a closed one leads to; none where it stays.
    fn after(&self, asking: &Asking) -> Option<usize> {
        let (at, _) = self.slide(&asking.slide_id)?;
        match asking.on_close.as_str() {
            "next" => neighbour(&self.deck.deck, at, true),
            "goto" => self.slide(&asking.target).map(|(index, _)| index).filter(|index| *index != at),
            _ => None,
        }
    }
}

impl Inside {
    /// Opens or closes a slide; answers what is to be stored.
    fn set_open(&mut self, slide: &str, open: bool, now: Time) -> LiveWrite {
        let turn = self.next_turn(now);
        let poll = self.polls.entry(slide.to_owned()).or_default();
        (poll.open, poll.updated_at) = (open, now);
        LiveWrite::Item(LiveItem { item: slide.to_owned(), entry: json!({ "open": open, "updatedAt": now }) }, turn)
    }

    pub(super) fn take_answer(&mut self, slide: &str, device: &str, answer: &str, now: Time) -> Result<()> {
        let poll = self.polls.entry(slide.to_owned()).or_default();
        if !poll.open {
            return Err(Error::Conflict("this slide is closed for answers".to_owned()));
        }
        let is_new = !poll.answers.contains_key(device);
        let (more, fewer) = poll.swing(device, answer);
        let bytes = (self.text_bytes + more).saturating_sub(fewer);
        if bytes > MOST_TEXT || (is_new && poll.answers.len() >= MOST_ANSWERS) {
            return Err(Error::OverLimit("this session takes no further answers".to_owned()));
        }
        self.text_bytes = bytes;
        poll.answer(device.to_owned(), answer, now);
        Ok(())
    }
}

impl Default for Poll {
    fn default() -> Self {
        Self { open: true, updated_at: 0, answers: HashMap::new(), counts: HashMap::new() }
    }
}

impl Poll {
    /// As it was stored, without its answers.
    pub(super) fn stored(entry: &Value) -> Self {
        Self {
            open: entry.get("open").and_then(Value::as_bool).unwrap_or(true),
            updated_at: entry.get("updatedAt").and_then(Value::as_i64).unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Opens or closes it as another one is.
    pub(super) fn reopen(&mut self, other: &Self) {
        (self.open, self.updated_at) = (other.open, self.updated_at.max(other.updated_at));
    }

    /// Empties it of its answers, and answers the bytes of their texts.
    pub(super) fn clear(&mut self) -> usize {
        self.answers.clear();
        self.counts.drain().map(|(text, _)| text.len()).sum()
    }

    /// The bytes that an answer adds to the texts, and those that it frees.
    pub(super) fn swing(&self, device: &str, text: &str) -> (usize, usize) {
        let more = if self.counts.contains_key(text) { 0 } else { text.len() };
        let before = self.answers.get(device).map(|given| &given.text).filter(|before| ***before != *text);
        let fewer = before.filter(|before| self.counts.get(*before) == Some(&1)).map_or(0, |before| before.len());
        (more, fewer)
    }

    /// Takes an answer in place of what the device answered before.
    pub(super) fn answer(&mut self, device: String, text: &str, at: Time) {
        let text = self.counts.get_key_value(text).map_or_else(|| Arc::from(text), |(known, _)| Arc::clone(known));
        *self.counts.entry(Arc::clone(&text)).or_default() += 1;
        self.updated_at = self.updated_at.max(at);
        let Some(before) = self.answers.insert(device, Given { text, at }) else { return };
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

/// What votes for options are kept as: their texts. Equal ones are told apart by their order.
fn choices(options: &[String]) -> Vec<String> {
    let choice = |(index, text): (usize, &String)| {
        let earlier = options[..index].iter().filter(|other| *other == text).count();
        if earlier == 0 { text.clone() } else { format!("{text}\u{1f}{earlier}") }
    };
    options.iter().enumerate().map(choice).collect()
}

impl Asking {
    fn view(&self) -> Value {
        let options = (self.kind != Interaction::Feedback).then_some(&self.options);
        json!({ "slideId": self.slide_id, "type": self.kind.name(), "question": self.question, "options": options })
    }
}

/// What a slide asks the audience, if anything.
fn asking(registry: &Registry, slide: &Slide) -> Option<Asking> {
    let slide_type = registry.by_key(&slide.key)?;
    let kind = slide_type.interaction?;
    let text = |key: &str| slide.content.get(key).and_then(Value::as_str).unwrap_or_default();
    let named = |number: usize| format!("option{number}");
    let options = match kind {
        Interaction::Feedback => Vec::new(),
        _ if slide_type.field(&named(1)).is_none() => (1..=STOPS).map(|stop| stop.to_string()).collect(),
        _ => {
            let texts = (1..=MOST_OPTIONS).map(|number| text(&named(number)).trim().to_owned());
            texts.filter(|text| !text.is_empty()).collect()
        }
    };
    Some(Asking {
        slide_id: slide.id.clone(),
        kind,
        question: text("question").to_owned(),
        choices: choices(&options),
        options,
        results_closed: text("results") == "closed",
        on_close: text("onClose").to_owned(),
        target: text("onCloseTarget").to_owned(),
    })
}

/// How a slide stands. Results that are closed are for the presenter alone until they are opened to all.
pub(super) fn state_of(asking: &Asking, poll: Option<&Poll>, presenter: bool) -> InteractionState {
    let (none, is_vote) = (Poll::default(), asking.kind != Interaction::Feedback);
    let poll = poll.unwrap_or(&none);
    let totals = is_vote.then(|| poll.totals(&asking.choices));
    let is_shown = presenter || !poll.open || !asking.results_closed;
    InteractionState {
        slide_id: asking.slide_id.clone(),
        r#type: asking.kind.name(),
        status: if poll.open { "open" } else { "closed" },
        open: poll.open,
        option_count: is_vote.then_some(asking.options.len()),
        total: totals.as_ref().map_or(poll.answers.len() as u64, |totals| totals.iter().sum()),
        totals: totals.filter(|_| is_shown),
        updated_at: poll.updated_at,
        my_vote: None,
        my_text: None,
    }
}

impl InteractionState {
    /// With what the device itself answered.
    pub(super) fn with_own(mut self, asking: &Asking, inside: &Inside, device: &Device) -> Self {
        let given = inside.polls.get(&self.slide_id).and_then(|poll| poll.answers.get(&device.id));
        if self.option_count.is_some() {
            let chosen = |text: &str| asking.choices.iter().position(|choice| choice == text);
            self.my_vote = given.and_then(|given| chosen(&given.text));
        } else {
            self.my_text = given.map(|given| given.text.to_string());
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slide(kind: &str, content: &Value) -> Slide {
        serde_json::from_value(json!({ "id": "s", "type": kind, "content": content })).expect("a slide")
    }

    fn check(kind: &str, content: &Value) -> Option<String> {
        let asking = asking(Registry::core(), &slide(kind, content))?;
        Some(format!("{} {}", asking.kind.name(), asking.options.join(",")))
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
        let mut poll = Poll::default();
        for (device, option, at) in [("a", "Yes", 1), ("b", "No", 2), ("a", "No", 3)] {
            poll.answer(device.to_owned(), option, at);
        }
        let totals = |options: &[&str]| poll.totals(&options.iter().map(|&option| option.into()).collect::<Vec<_>>());
        assert_eq!((totals(&["Yes", "No", "Maybe"]), poll.answers.len(), poll.updated_at), (vec![0, 2, 0], 2, 3));
        assert_eq!(totals(&["Maybe", "No"]), [0, 2]);
        assert_eq!((poll.swing("b", "Yes"), poll.swing("b", "No")), ((3, 0), (0, 0)));
        assert_eq!(poll.clear(), 2, "what many said takes room once");
    }

    #[test]
    fn options_that_read_the_same_are_counted_apart() {
        let same = choices(&["Yes".to_owned(), "Yes".to_owned(), "No".to_owned()]);
        let mut poll = Poll::default();
        poll.answer("a".to_owned(), &same[1], 1);
        assert_eq!(poll.totals(&same), [0, 1, 0]);
    }

    #[test]
    fn closed_results_are_for_the_presenter_until_the_slide_is_closed() {
        let content = json!({ "question": "?", "option1": "Yes", "option2": "No", "results": "closed" });
        let asking = asking(Registry::core(), &slide("poll-slide", &content)).expect("a poll");
        let mut poll = Poll::default();
        poll.answer("a".to_owned(), "Yes", 1);
        let totals = |poll: &Poll, presenter| state_of(&asking, Some(poll), presenter).totals;
        assert_eq!((totals(&poll, false), totals(&poll, true)), (None, Some(vec![1, 0])));
        poll.open = false;
        assert_eq!(totals(&poll, false), Some(vec![1, 0]));
    }
}
