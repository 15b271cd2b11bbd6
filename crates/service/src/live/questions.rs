//! Questions from the audience: asked, voted for, answered, promoted to a slide. The presenter may close them.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use deck::{DeckRole, Slide, SlideId, shortened};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{DeviceId, LiveAnswer, LiveItem, LiveWrite, QuestionId, SessionId, Time};
use tokio::time::Instant;

use super::audience::Device;
use super::event::{LiveEvent, QuestionList};
use super::interactions::MAX_ANSWERS;
use super::nodes::LockedRoom;
use super::room::{PacedTopic, RoomState};
use super::steering::Steering;
use super::{SessionContext, stored_value};
use crate::Live;
use crate::clock::iso;
use crate::decks::Change;
use crate::error::{Error, Result};
use crate::secret::new_id;
use crate::webhooks::QuestionResult;

/// The maximum number of characters of a question, and of the asker's name.
const MAX_CHARACTERS: usize = 600;
const MAX_NAME: usize = 60;
/// The maximum number of questions of a session. Their texts have at most 2.6 MB, which are accepted even when the
/// other texts of the audience have reached their limit.
const MAX_QUESTIONS: usize = 1000;
/// The maximum number of questions from one network. A whole hall may be behind one address, so this is more than a
/// hall asks, but one network never fills the list.
const MAX_OF_NETWORK: usize = 800;
/// The maximum number of questions of one device that are neither answered nor on a slide.
const MAX_ACTIVE_OF_DEVICE: usize = 20;
/// The maximum number of questions in an event, since every stream receives it. The list has all of them.
const MAX_PUBLISHED: usize = 50;
/// The maximum length of a question on a slide, in characters.
const MAX_ON_SLIDE: usize = 140;

/// The item that stores whether questions are accepted. No slide and no question has an empty id.
pub(super) const QUESTIONS_ITEM: &str = "";

const NO_QUESTION: Error = Error::NotFound("question");

/// A question. It cannot be cloned, since thousands of devices may have voted for it.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) id: QuestionId,
    text: String,
    author: String,
    /// The device that asked it; `None` in questions stored without one.
    device: Option<DeviceId>,
    /// The network of the device as a keyed hash: an address is not stored.
    network: String,
    status: QuestionStatus,
    /// The slide that it was promoted to.
    slide: Option<SlideId>,
    created_at: Time,
    pub(super) upvoters: HashSet<DeviceId>,
}

/// The stored form of a question, without its votes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredQuestion {
    text: String,
    #[serde(default)]
    author: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    device: Option<DeviceId>,
    #[serde(default)]
    network: String,
    #[serde(default)]
    status: QuestionStatus,
    slide: Option<SlideId>,
    #[serde(default)]
    created_at: Time,
}

/// Whether questions are accepted, as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct StoredQuestions {
    open: bool,
}

/// What became of a question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum QuestionStatus {
    /// It was asked.
    #[default]
    Active,
    /// The presenter marked it answered.
    Answered,
    /// It has a slide.
    Promoted,
}

/// A question as one reader sees it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct QuestionView {
    /// Id.
    pub id: QuestionId,
    /// The question.
    pub text: String,
    /// The asker's name; may be empty.
    pub author: String,
    /// How many devices voted for it.
    pub upvotes: usize,
    /// Whether it is active, answered or promoted.
    pub status: QuestionStatus,
    /// The slide that it was promoted to.
    pub slide: Option<SlideId>,
    /// When it was asked.
    pub created_at: Time,
    /// Whether the device that reads it asked it. False in events.
    pub is_own: bool,
    /// Whether the device that reads it voted for it. False in events.
    pub is_upvoted: bool,
}

/// The questions of a session as one reader sees them.
#[derive(Debug)]
pub struct Questions {
    /// The questions: promoted ones first, then by votes, then the oldest.
    pub questions: Vec<QuestionView>,
    /// Whether the presenter lets people ask further ones.
    pub is_open: bool,
}

/// A question as a device sends it. A field is `None` when the client sent something that is not a text.
#[derive(Debug, Clone)]
pub struct NewQuestion {
    /// The question.
    pub text: Option<String>,
    /// The asker's name; may be empty.
    pub author: Option<String>,
}

/// Where the slide of a promoted question goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromotedPosition {
    /// After the slide that is shown.
    Next,
    /// To the end of the deck.
    End,
}

impl Live {
    /// The questions as a device sees them.
    ///
    /// # Errors
    /// Fails when the session is unknown or expired.
    pub async fn questions(self: &Arc<Self>, device: &Device, session: &SessionId) -> Result<Questions> {
        let context = self.session(session).await?;
        let room_state = context.room_state().await?;
        let questions = ranked(&room_state.questions).into_iter().map(|question| question.view(Some(device))).collect();
        Ok(Questions { questions, is_open: room_state.questions_open })
    }

    /// The questions as the presenter sees them, in the same order.
    ///
    /// # Errors
    /// Fails when the session ended.
    pub async fn questions_for_presenter(self: &Arc<Self>, steering: &Steering) -> Result<Vec<QuestionView>> {
        let room_state = steering.context().room_state().await?;
        Ok(ranked(&room_state.questions).into_iter().map(|question| question.view(None)).collect())
    }

    /// Asks a question.
    ///
    /// # Errors
    /// Fails when the session is unknown, expired or finished, questions are switched off or closed, the text is empty
    /// or too long, the name is too long, or the session, the device or its network has too many questions.
    pub async fn ask(self: &Arc<Self>, device: &Device, session: &SessionId, new: NewQuestion) -> Result<QuestionView> {
        let context = self.open_session(session).await?;
        if !context.deck.deck.settings.qa_enabled() {
            return Err(Error::Forbidden("no questions are taken in this presentation"));
        }
        let text = trimmed("text", new.text, MAX_CHARACTERS)?;
        if text.is_empty() {
            return Err(Error::invalid(format!("`text` has 1 to {MAX_CHARACTERS} characters")));
        }
        let question = Question {
            id: new_id(),
            text,
            author: trimmed("authorName", new.author, MAX_NAME)?,
            device: Some(device.id.clone()),
            network: self.network_hash(session, &device.network),
            status: QuestionStatus::Active,
            slide: None,
            created_at: self.clock.now(),
            upvoters: HashSet::new(),
        };
        let mut locked = context.lock(self).await?;
        locked.check_open()?;
        locked.check_new_question(&question)?;
        let (view, item) = (question.view(None), question.item()?);
        let write = LiveWrite::Item(item, locked.next_turn(self.clock.now()));
        locked.text_bytes += question.text_bytes();
        locked.questions.push(question);
        self.publish_soon(&context, &mut locked, PacedTopic::Questions);
        self.commit(&context.room, locked, vec![write]).await?;
        Ok(view)
    }

    /// A network as it is stored with a question: it can be compared within a session, and reveals no address.
    fn network_hash(&self, session: &SessionId, network: &str) -> String {
        self.secret.derive_text("network of a question", &format!("{session} {network}"), 16)
    }

    /// Accepts questions, or accepts no further ones. Those that were asked stay, and take votes.
    ///
    /// # Errors
    /// Fails when the session ended, or storage does not respond.
    pub async fn set_questions_open(self: &Arc<Self>, steering: &Steering, is_open: bool) -> Result<()> {
        let context = steering.context();
        let mut locked = context.lock(self).await?;
        locked.questions_open = is_open;
        let turn = locked.next_turn(self.clock.now());
        let entry = stored_value(&StoredQuestions { open: is_open })?;
        let write = LiveWrite::Item(LiveItem { item: QUESTIONS_ITEM.to_owned(), entry }, turn);
        self.publish_questions(&mut locked);
        self.commit(&context.room, locked, vec![write]).await
    }

    /// Votes for a question, once per device.
    ///
    /// # Errors
    /// Fails when the session or question is unknown, the session is finished, the device asked the question or voted
    /// for it already, or it has too many votes.
    pub async fn upvote(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        question: &QuestionId,
    ) -> Result<QuestionView> {
        let context = self.open_session(session).await?;
        let now = self.clock.now();
        let mut locked = context.lock(self).await?;
        locked.check_open()?;
        let turn = locked.next_turn(now);
        let found = locked.question(question)?;
        if found.device.as_ref() == Some(&device.id) {
            return Err(Error::Forbidden("you cannot vote for your own question"));
        }
        if found.upvoters.contains(&device.id) {
            return Err(Error::Conflict("this device voted for the question already".to_owned()));
        }
        if found.upvoters.len() >= MAX_ANSWERS {
            return Err(Error::OverLimit("this question takes no further votes".to_owned()));
        }
        found.upvoters.insert(device.id.clone());
        let view = found.view(None);
        self.publish_soon(&context, &mut locked, PacedTopic::Questions);
        let answer =
            LiveAnswer { item: question.to_string(), device: device.id.clone(), answer: String::new(), given_at: now };
        self.commit(&context.room, locked, vec![LiveWrite::Answer(answer, turn)]).await?;
        Ok(view)
    }

    /// Deletes a question for the device that asked it.
    ///
    /// # Errors
    /// Fails when the session or question is unknown, or another device asked it.
    pub async fn cancel_question(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        question: &QuestionId,
    ) -> Result<()> {
        let context = self.session(session).await?;
        let mut locked = context.lock(self).await?;
        if locked.question(question)?.device.as_ref() != Some(&device.id) {
            return Err(Error::Forbidden("only the device that asked the question can take it back"));
        }
        self.delete_questions(&context, locked, vec![question.clone()]).await
    }

    /// Deletes a question for the presenter.
    ///
    /// # Errors
    /// Fails when there is no such question.
    pub async fn remove_question(self: &Arc<Self>, steering: &Steering, question: &QuestionId) -> Result<()> {
        let context = steering.context();
        let mut locked = context.lock(self).await?;
        locked.question(question)?;
        self.delete_questions(context, locked, vec![question.clone()]).await
    }

    /// Deletes all questions of the device that asked a question, for the presenter. Returns how many there were.
    ///
    /// # Errors
    /// Fails when there is no such question.
    pub async fn remove_questions_of_asker(
        self: &Arc<Self>,
        steering: &Steering,
        question: &QuestionId,
    ) -> Result<usize> {
        let context = steering.context();
        let mut locked = context.lock(self).await?;
        let device = locked.question(question)?.device.clone();
        let of_device = locked.questions.iter().filter(|other| other.device == device);
        let questions: Vec<QuestionId> = of_device.map(|other| other.id.clone()).collect();
        let count = questions.len();
        self.delete_questions(context, locked, questions).await?;
        Ok(count)
    }

    async fn delete_questions(
        self: &Arc<Self>,
        context: &SessionContext,
        mut locked: LockedRoom,
        questions: Vec<QuestionId>,
    ) -> Result<()> {
        let writes: Vec<LiveWrite> = questions.into_iter().map(|id| LiveWrite::DeleteItem(id.into())).collect();
        for write in &writes {
            locked.apply(write.clone());
        }
        locked.next_turn(self.clock.now());
        self.publish_soon(context, &mut locked, PacedTopic::Questions);
        self.commit(&context.room, locked, writes).await
    }

    /// Marks a question answered. It stays in the list.
    ///
    /// # Errors
    /// Fails when there is no such question.
    pub async fn mark_answered(self: &Arc<Self>, steering: &Steering, question: &QuestionId) -> Result<QuestionView> {
        self.set_status(steering.context(), question, QuestionStatus::Answered, None).await
    }

    async fn set_status(
        self: &Arc<Self>,
        context: &SessionContext,
        id: &QuestionId,
        status: QuestionStatus,
        slide: Option<SlideId>,
    ) -> Result<QuestionView> {
        let mut locked = context.lock(self).await?;
        let question = locked.question(id)?;
        question.status = status;
        question.slide = slide.or_else(|| question.slide.take());
        let (view, item) = (question.view(None), question.item()?);
        let write = LiveWrite::Item(item, locked.next_turn(self.clock.now()));
        self.publish_soon(context, &mut locked, PacedTopic::Questions);
        self.commit(&context.room, locked, vec![write]).await?;
        Ok(view)
    }

    /// Inserts a section slide with the text of a question into the deck.
    ///
    /// # Errors
    /// Fails when there is no such question, it has a slide already, the deck cannot be written, or maintenance is on.
    pub async fn promote_question(
        self: &Arc<Self>,
        steering: &Steering,
        question: &QuestionId,
        position: PromotedPosition,
    ) -> Result<QuestionView> {
        let context = steering.context();
        self.maintenance.check()?;
        // Two clicks on one button make one slide.
        let _lock = self.locks.lock(&format!("promote {question}")).await;
        let mut locked = context.lock(self).await?;
        let found = locked.question(question)?;
        if found.status == QuestionStatus::Promoted {
            return Err(Error::Conflict("the question has a slide already".to_owned()));
        }
        let slide = context.section_slide(&found.text)?;
        let shown = locked.session.state.slide_id.clone();
        locked.promoted.insert(slide.id.clone());
        locked.next_turn(self.clock.now());
        self.commit(&context.room, locked, Vec::new()).await?;
        let written = self
            .decks
            .change(steering.caller(), &context.room.deck, |stored| {
                let mut deck = stored.deck.clone();
                let after = shown.as_ref().and_then(|shown| deck.position(shown)).map(|at| at + 1);
                let after = after.filter(|_| position == PromotedPosition::Next);
                let at = after.unwrap_or(deck.slides.len());
                deck.insert_slides(&context.registry, at, vec![slide.clone().into()])?;
                Ok(Change::new(deck, Some(slide.id.clone()), ()))
            })
            .await;
        if let Err(error) = written {
            context.room.state.lock().await.promoted.remove(&slide.id);
            return Err(error);
        }
        self.set_status(context, question, QuestionStatus::Promoted, Some(slide.id)).await
    }

    /// Publishes the first questions of the ranking.
    pub(super) fn publish_questions(self: &Arc<Self>, room_state: &mut RoomState) {
        let first = ranked(&room_state.questions).into_iter().take(MAX_PUBLISHED);
        let list = QuestionList {
            questions: first.map(|question| question.view(None)).collect(),
            total: room_state.questions.len(),
            is_open: room_state.questions_open,
            updated_at: self.clock.now(),
        };
        self.publish(room_state, LiveEvent::Questions(list));
        room_state.pacing.entry(PacedTopic::Questions).or_default().published_at = Some(Instant::now());
    }
}

impl SessionContext {
    /// A slide that opens a section and has a question as its title.
    ///
    /// # Errors
    /// Fails when no slide type opens a section; the built-in catalogue always has one.
    fn section_slide(&self, question: &str) -> Result<Slide> {
        let section = self.registry.types().find(|slide_type| slide_type.deck_role == Some(DeckRole::Section));
        let section = section.ok_or_else(|| Error::Internal(anyhow::anyhow!("no slide type opens a section")))?;
        let mut content = section.defaults_in(&self.deck.deck.lang);
        let max = section.field("title").and_then(|title| title.max_length).unwrap_or(MAX_ON_SLIDE).min(MAX_ON_SLIDE);
        content.insert("title".to_owned(), Value::String(shortened(question, max)));
        Ok(Slide::new(new_id::<SlideId>(), section.key.as_str(), content))
    }
}

impl RoomState {
    fn question(&mut self, id: &QuestionId) -> Result<&mut Question> {
        self.questions.iter_mut().find(|question| question.id == *id).ok_or(NO_QUESTION)
    }

    /// Fails when a new question is not accepted: questions are closed, or there are too many already.
    fn check_new_question(&self, new: &Question) -> Result<()> {
        if !self.questions_open {
            return Err(Error::Conflict("the presenter has closed the questions".to_owned()));
        }
        let active = self.questions.iter().filter(|other| other.status == QuestionStatus::Active);
        if active.filter(|other| other.device == new.device).count() >= MAX_ACTIVE_OF_DEVICE {
            return Err(Error::OverLimit(format!(
                "you have asked {MAX_ACTIVE_OF_DEVICE} questions: take one back, or wait until one is answered"
            )));
        }
        let of_network = self.questions.iter().filter(|other| other.network == new.network).count();
        if self.questions.len() >= MAX_QUESTIONS || of_network >= MAX_OF_NETWORK {
            return Err(Error::OverLimit("this session takes no further questions".to_owned()));
        }
        Ok(())
    }

    /// The questions for the event of a session that ended: promoted ones first, then by votes.
    pub(super) fn question_results(&self, most: usize) -> Vec<QuestionResult> {
        let result = |question: &Question| QuestionResult {
            text: question.text.clone(),
            author: Some(question.author.clone()).filter(|author| !author.is_empty()),
            upvotes: question.upvoters.len(),
            status: question.status,
            asked_at: iso(question.created_at),
        };
        ranked(&self.questions).into_iter().take(most).map(result).collect()
    }

    /// Accepts questions or not, as a stored entry says.
    pub(super) fn apply_questions_entry(&mut self, entry: &Value) {
        self.questions_open = StoredQuestions::deserialize(entry).is_ok_and(|stored| stored.open);
    }
}

fn ranked(questions: &[Question]) -> Vec<&Question> {
    let mut ranked: Vec<&Question> = questions.iter().collect();
    // The list is in the order in which they were asked, and the sort is stable.
    ranked.sort_by_key(|question| (question.status != QuestionStatus::Promoted, Reverse(question.upvoters.len())));
    ranked
}

impl Question {
    /// The question of a stored entry; `None` when the entry is not a question.
    pub(super) fn from_stored(id: &str, entry: &Value) -> Option<Self> {
        let stored = StoredQuestion::deserialize(entry).ok()?;
        let StoredQuestion { text, author, device, network, status, slide, created_at } = stored;
        let upvoters = HashSet::new();
        Some(Self { id: id.into(), text, author, device, network, status, slide, created_at, upvoters })
    }

    /// Its stored form.
    fn item(&self) -> Result<LiveItem> {
        let entry = stored_value(&StoredQuestion {
            text: self.text.clone(),
            author: self.author.clone(),
            device: self.device.clone(),
            network: self.network.clone(),
            status: self.status,
            slide: self.slide.clone(),
            created_at: self.created_at,
        })?;
        Ok(LiveItem { item: self.id.to_string(), entry })
    }

    /// Bytes of its texts.
    pub(super) fn text_bytes(&self) -> usize {
        self.text.len() + self.author.len()
    }

    fn view(&self, device: Option<&Device>) -> QuestionView {
        QuestionView {
            id: self.id.clone(),
            text: self.text.clone(),
            author: self.author.clone(),
            upvotes: self.upvoters.len(),
            status: self.status,
            slide: self.slide.clone(),
            created_at: self.created_at,
            is_own: device.is_some_and(|device| self.device.as_ref() == Some(&device.id)),
            is_upvoted: device.is_some_and(|device| self.upvoters.contains(&device.id)),
        }
    }
}

/// A text without white space around it. Fails when it is missing or has more than `max` characters.
fn trimmed(field: &str, text: Option<String>, max: usize) -> Result<String> {
    let text = text.ok_or_else(|| Error::invalid(format!("`{field}` is a text")))?.trim().to_owned();
    if text.chars().count() > max {
        return Err(Error::invalid(format!("`{field}` has {max} characters at most")));
    }
    Ok(text)
}
