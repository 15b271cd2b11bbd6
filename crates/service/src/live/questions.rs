//! Questions from the audience: asked, upvoted, answered, promoted to a slide.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use deck::{Content, Slide, Visibility, cut};
use serde::Serialize;
use serde_json::{Value, json};
use store::{LiveAnswer, LiveItem, LiveWrite, SessionId, Time};
use tokio::time::Instant;

use super::Here;
use super::audience::Device;
use super::event::Event;
use super::interactions::{MOST_ANSWERS, MOST_TEXT};
use super::nodes::Held;
use super::room::Inside;
use crate::Live;
use crate::caller::Caller;
use crate::clock::iso;
use crate::decks::Change;
use crate::error::{Error, Result};
use crate::rights::Right;
use crate::secret::new_id;

/// The name under which questions are paced; no slide id has a blank.
pub(super) const QUESTIONS: &str = "the questions";
/// Most characters of a question, and of the name of who asks.
const MOST_CHARACTERS: usize = 600;
const MOST_NAME: usize = 60;
/// Most questions of a session.
const MOST: usize = 1000;
/// Most questions in an event: every follower gets every event. The list has them all.
const MOST_TOLD: usize = 50;
/// Most characters of a question on a slide.
const ON_SLIDE: usize = 140;
/// The type of the slide that a question becomes.
const CHAPTER: &str = "chapter-title-slide";

const NO_QUESTION: Error = Error::NotFound("question");

/// A question.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) author: String,
    device: String,
    pub(super) status: Status,
    /// The slide it was promoted to.
    slide: Option<String>,
    pub(super) created_at: Time,
    pub(super) upvoters: HashSet<String>,
}

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Active,
    Answered,
    Promoted,
}

/// `interactionState` of the questions.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Asked<'a> {
    r#type: &'static str,
    questions: Vec<QuestionView<'a>>,
    total: usize,
    updated_at: Time,
}

/// A question as it is answered.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct QuestionView<'a> {
    id: &'a str,
    text: &'a str,
    author_name: &'a str,
    upvotes: usize,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    slide_id: Option<&'a str>,
    created_at: String,
    /// Whether the device that reads it asked it.
    #[serde(skip_serializing_if = "is_false")]
    mine: bool,
    /// Whether the device that reads it voted for it.
    #[serde(skip_serializing_if = "is_false")]
    upvoted: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Live {
    /// The questions: promoted ones first, then by upvotes, then the oldest.
    ///
    /// # Errors
    /// Unknown or expired.
    pub async fn questions(self: &Arc<Self>, device: &Device, session: &SessionId) -> Result<Value> {
        let here = self.session(session).await?;
        let inside = here.hold().await?;
        let questions: Vec<_> = inside.ranked().into_iter().map(|question| question.view(Some(device))).collect();
        Ok(json!({ "questions": questions }))
    }

    /// Asks a question.
    ///
    /// # Errors
    /// Unknown or expired, questions are switched off, or the text is empty or too long.
    pub async fn ask(self: &Arc<Self>, device: &Device, session: &SessionId, body: &Content) -> Result<Value> {
        let here = self.session(session).await?;
        if !here.deck.deck.settings.qa_enabled() {
            return Err(Error::Forbidden("no questions are taken in this presentation"));
        }
        let text = limited(body, "text", MOST_CHARACTERS)?;
        if text.is_empty() {
            return Err(Error::invalid(format!("`text` has 1 to {MOST_CHARACTERS} characters")));
        }
        let question = Question {
            id: new_id(),
            text,
            author: limited(body, "authorName", MOST_NAME)?,
            device: device.id.clone(),
            status: Status::Active,
            slide: None,
            created_at: self.clock.now(),
            upvoters: HashSet::new(),
        };
        let mut inside = here.take(self).await?;
        let bytes = inside.text_bytes + question.text_bytes();
        if inside.questions.len() >= MOST || bytes > MOST_TEXT {
            return Err(Error::OverLimit("this session takes no further questions".to_owned()));
        }
        inside.text_bytes = bytes;
        inside.questions.push(question.clone());
        let write = inside.question_write(&question, self.clock.now());
        self.publish_soon(&here, &mut inside, QUESTIONS);
        self.commit(&here.room, inside, vec![write]).await?;
        Ok(json!({ "question": question.view(None) }))
    }

    /// Votes for a question of somebody else's, once.
    ///
    /// # Errors
    /// Unknown, one's own, or voted for already.
    pub async fn upvote(self: &Arc<Self>, device: &Device, session: &SessionId, question: &str) -> Result<Value> {
        let here = self.session(session).await?;
        let now = self.clock.now();
        let mut inside = here.take(self).await?;
        let turn = inside.next_turn(now);
        let found = inside.question(question)?;
        if found.device == device.id {
            return Err(Error::Forbidden("nobody votes for a question of one's own"));
        }
        if found.upvoters.contains(&device.id) {
            return Err(Error::Conflict("this device voted for the question already".to_owned()));
        }
        if found.upvoters.len() >= MOST_ANSWERS {
            return Err(Error::OverLimit("this question takes no further votes".to_owned()));
        }
        found.upvoters.insert(device.id.clone());
        let view = json!({ "ok": true, "question": found.view(None) });
        self.publish_soon(&here, &mut inside, QUESTIONS);
        let answer =
            LiveAnswer { item: question.to_owned(), device: device.id.clone(), answer: String::new(), given_at: now };
        self.commit(&here.room, inside, vec![LiveWrite::Answer(answer, turn)]).await?;
        Ok(view)
    }

    /// Takes a question back, from the device that asked it.
    ///
    /// # Errors
    /// Unknown, or asked from another device.
    pub async fn cancel_question(
        self: &Arc<Self>,
        device: &Device,
        session: &SessionId,
        question: &str,
    ) -> Result<Value> {
        let here = self.session(session).await?;
        let mut inside = here.take(self).await?;
        if inside.question(question)?.device != device.id {
            return Err(Error::Forbidden("only who asked the question takes it back"));
        }
        self.remove_from_list(&here, inside, question).await
    }

    /// Removes a question.
    ///
    /// # Errors
    /// Unknown or expired, no right, or no such question.
    pub async fn remove_question(
        self: &Arc<Self>,
        caller: &Caller,
        session: &SessionId,
        question: &str,
    ) -> Result<Value> {
        let here = self.session_of_writer(caller, session).await?;
        let mut inside = here.take(self).await?;
        inside.question(question)?;
        self.remove_from_list(&here, inside, question).await
    }

    async fn remove_from_list(self: &Arc<Self>, here: &Here, mut inside: Held<'_>, question: &str) -> Result<Value> {
        let bytes = inside.question(question)?.text_bytes();
        inside.text_bytes = inside.text_bytes.saturating_sub(bytes);
        inside.questions.retain(|known| known.id != question);
        inside.next_turn(self.clock.now());
        self.publish_soon(here, &mut inside, QUESTIONS);
        self.commit(&here.room, inside, vec![LiveWrite::NoItem(question.to_owned())]).await?;
        Ok(json!({ "ok": true }))
    }

    /// Marks a question answered. It stays in the list.
    ///
    /// # Errors
    /// Unknown or expired, no right, or no such question.
    pub async fn mark_answered(
        self: &Arc<Self>,
        caller: &Caller,
        session: &SessionId,
        question: &str,
    ) -> Result<Value> {
        let here = self.session_of_writer(caller, session).await?;
        self.set_question(&here, question, Status::Answered, None).await
    }

    async fn set_question(
        self: &Arc<Self>,
        here: &Here,
        id: &str,
        status: Status,
        slide: Option<String>,
    ) -> Result<Value> {
        let mut inside = here.take(self).await?;
        let question = inside.question(id)?;
        question.status = status;
        question.slide = slide.or_else(|| question.slide.take());
        let question = question.clone();
        let write = inside.question_write(&question, self.clock.now());
        self.publish_soon(here, &mut inside, QUESTIONS);
        self.commit(&here.room, inside, vec![write]).await?;
        Ok(json!({ "ok": true, "question": question.view(None) }))
    }

    /// Makes a chapter title of a question, after the slide that is shown or at the end.
    ///
    /// # Errors
    /// Unknown or expired, no right, no such question, or a wrong position; during maintenance.
    pub async fn promote_question(
        self: &Arc<Self>,
        caller: &Caller,
        session: &SessionId,
        question: &str,
        body: &Content,
    ) -> Result<Value> {
        let here = self.session_of_writer(caller, session).await?;
        self.maintenance.check()?;
        let next = match body.get("position").filter(|value| !value.is_null()) {
            None => true,
            Some(position) => match position.as_str() {
                Some("next") => true,
                Some("end") => false,
                _ => return Err(Error::invalid("`position` is `next` or `end`")),
            },
        };
        // Two presses of one button make one slide.
        let _alone = self.locks.lock(&format!("promote {question}")).await;
        let mut inside = here.take(self).await?;
        let found = inside.question(question)?;
        if found.status == Status::Promoted {
            return Err(Error::Conflict("the question has a slide already".to_owned()));
        }
        let slide = here.chapter(&found.text);
        let shown = inside.session.state.slide_id.clone();
        inside.promoted.insert(slide.id.clone());
        inside.next_turn(self.clock.now());
        self.commit(&here.room, inside, Vec::new()).await?;
        let written = self
            .decks
            .change(caller, &here.room.deck, Right::Write, |stored| {
                let mut deck = stored.deck.clone();
                let after = deck.position(&shown).map(|at| at + 1).filter(|_| next);
                let at = after.unwrap_or(deck.slides.len());
                deck.insert_slides(&here.registry, at, vec![slide.clone().into()])?;
                Ok(Change::new(deck, slide.id.clone(), ()))
            })
            .await;
        if let Err(error) = written {
            here.room.inside.lock().await.promoted.remove(&slide.id);
            return Err(error);
        }
        self.set_question(&here, question, Status::Promoted, Some(slide.id)).await
    }

    pub(super) fn publish_questions(self: &Arc<Self>, here: &Here, inside: &mut Inside) {
        let now = self.clock.now();
        let questions = inside.questions.clone();
        let ranked = ranked(&questions);
        let views = ranked.iter().take(MOST_TOLD).map(|question| question.view(None)).collect();
        let asked = Asked { r#type: "qa", questions: views, total: questions.len(), updated_at: now };
        self.publish(&here.room, inside, &Event::Questions(&asked));
        inside.paces.entry(QUESTIONS.to_owned()).or_default().told = Some(Instant::now());
    }
}

impl Here {
    /// A chapter title with the text of a question.
    fn chapter(&self, question: &str) -> Slide {
        let chapter = self.registry.by_key(CHAPTER);
        let mut content = chapter.map(|known| known.defaults_in(&self.deck.deck.lang)).unwrap_or_default();
        let most = chapter.and_then(|known| known.field("title")?.max_length).unwrap_or(ON_SLIDE).min(ON_SLIDE);
        content.insert("title".to_owned(), Value::String(cut(question, most)));
        Slide {
            id: new_id(),
            key: CHAPTER.to_owned(),
            content,
            notes: String::new(),
            visibility: Visibility::default(),
            duration: None,
        }
    }
}

impl Inside {
    fn question(&mut self, id: &str) -> Result<&mut Question> {
        self.questions.iter_mut().find(|question| question.id == id).ok_or(NO_QUESTION)
    }

    /// The questions in their order.
    pub(super) fn ranked(&self) -> Vec<&Question> {
        ranked(&self.questions)
    }

    fn question_write(&mut self, question: &Question, now: Time) -> LiveWrite {
        let turn = self.next_turn(now);
        LiveWrite::Item(LiveItem { item: question.id.clone(), entry: question.entry() }, turn)
    }
}

fn ranked(questions: &[Question]) -> Vec<&Question> {
    let mut ranked: Vec<&Question> = questions.iter().collect();
    // The list is kept in the order in which they were asked, and sorting leaves equals as they are.
    ranked.sort_by_key(|question| (question.status != Status::Promoted, Reverse(question.upvoters.len())));
    ranked
}

impl Question {
    /// As it was stored; none when the entry is none of a question.
    pub(super) fn stored(id: &str, entry: &Value) -> Option<Self> {
        let text = |key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
        Some(Self {
            id: id.to_owned(),
            text: text("text")?,
            author: text("author").unwrap_or_default(),
            device: text("device").unwrap_or_default(),
            status: Status::named(&text("status").unwrap_or_default()),
            slide: text("slide"),
            created_at: entry.get("createdAt").and_then(Value::as_i64).unwrap_or_default(),
            upvoters: HashSet::new(),
        })
    }

    fn entry(&self) -> Value {
        json!({
            "text": self.text, "author": self.author, "device": self.device, "status": self.status.name(),
            "slide": self.slide, "createdAt": self.created_at,
        })
    }

    /// Bytes of its texts.
    pub(super) fn text_bytes(&self) -> usize {
        self.text.len() + self.author.len()
    }

    fn view(&self, device: Option<&Device>) -> QuestionView<'_> {
        QuestionView {
            id: &self.id,
            text: &self.text,
            author_name: &self.author,
            upvotes: self.upvoters.len(),
            status: self.status.name(),
            slide_id: self.slide.as_deref(),
            created_at: iso(self.created_at),
            mine: device.is_some_and(|device| device.id == self.device),
            upvoted: device.is_some_and(|device| self.upvoters.contains(&device.id)),
        }
    }
}

impl Status {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Answered => "answered",
            Self::Promoted => "promoted",
        }
    }

    fn named(name: &str) -> Self {
        let known = [Self::Answered, Self::Promoted].into_iter().find(|status| status.name() == name);
        known.unwrap_or(Self::Active)
    }
}

/// A text of a body, trimmed, with so many characters at most.
fn limited(body: &Content, name: &str, most: usize) -> Result<String> {
    let wrong = || Error::invalid(format!("`{name}` has {most} characters at most"));
    match body.get(name) {
        None | Some(Value::Null) => Ok(String::new()),
        Some(Value::String(text)) if text.trim().chars().count() <= most => Ok(text.trim().to_owned()),
        Some(_) => Err(wrong()),
    }
}
