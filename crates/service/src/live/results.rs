//! What the audience answered, for the presenter.

use std::sync::Arc;

use deck::SlideId;
use serde::Serialize;
use store::{Time, WebhookEvent};

use super::SessionContext;
use super::room::RoomState;
use super::slide_answers::SlideAnswers;
use super::slide_interaction::SlideInteraction;
use super::steering::Steering;
use crate::Live;
use crate::error::{Error, Result};
use crate::webhooks::{self, AnswerSummary, EndReason, EndedSession, SlideResult};

/// The maximum number of texts of one slide, and of questions, that the event of a session contains.
const MAX_TEXTS: usize = 500;

/// The feedback of one device.
#[derive(Debug, Clone)]
pub struct FeedbackEntry {
    /// The text.
    pub text: String,
    /// When it was given.
    pub given_at: Time,
}

/// The votes for one option.
#[derive(Debug, Clone, Serialize)]
pub struct OptionVotes {
    /// The option.
    pub option: String,
    /// How many devices voted for it.
    pub votes: u64,
}

impl Live {
    /// The feedback on a slide, oldest first. A slide that was deleted still has its feedback.
    ///
    /// # Errors
    /// Fails when the slide takes no feedback, or the session ended.
    pub async fn feedback(self: &Arc<Self>, steering: &Steering, slide: &SlideId) -> Result<Vec<FeedbackEntry>> {
        let context = steering.context();
        let room_state = context.room_state().await?;
        let answers = room_state.answers.get(slide);
        let takes_feedback = match context.slide(slide) {
            Some(_) => context.interaction(slide).is_some_and(|interaction| interaction.is_feedback()),
            None => answers.is_some(),
        };
        if !takes_feedback {
            return Err(Error::invalid("this slide takes no feedback"));
        }
        let texts = answers.map(SlideAnswers::texts).unwrap_or_default().into_iter();
        Ok(texts.map(|(text, given_at)| FeedbackEntry { text: text.to_owned(), given_at }).collect())
    }

    /// The votes for each option of a poll or scale.
    ///
    /// # Errors
    /// Fails when the slide takes no votes, or the session ended.
    pub async fn results(self: &Arc<Self>, steering: &Steering, slide: &SlideId) -> Result<Vec<OptionVotes>> {
        let context = steering.context();
        let interaction = context.interaction(slide).filter(|interaction| !interaction.is_feedback());
        let interaction = interaction.ok_or_else(|| Error::invalid("this slide takes no votes"))?;
        let room_state = context.room_state().await?;
        let none = SlideAnswers::default();
        let totals = room_state.answers.get(slide).unwrap_or(&none).totals(&interaction.choices);
        let options = interaction.prompt.options.into_iter();
        Ok(options.zip(totals).map(|(option, votes)| OptionVotes { option, votes }).collect())
    }
}

impl SessionContext {
    /// The event that the session ended, with what the audience answered and asked.
    pub(super) fn ended_event(&self, room_state: &RoomState, reason: EndReason, at: Time) -> WebhookEvent {
        let session = &room_state.session;
        let slides = self.deck.deck.slides.iter();
        let ended = EndedSession {
            id: &session.id,
            started_at: session.created_at,
            ended_at: at,
            reason,
            results: slides.filter_map(|slide| self.slide_result(room_state, &slide.id)).collect(),
            questions: room_state.question_results(MAX_TEXTS),
        };
        webhooks::session_ended(&self.deck.head, &ended)
    }

    /// What the audience answered to a slide; `None` when the slide asks nothing.
    fn slide_result(&self, room_state: &RoomState, slide: &SlideId) -> Option<SlideResult> {
        let interaction = self.interaction(slide)?;
        let is_feedback = interaction.is_feedback();
        let SlideInteraction { prompt, choices, .. } = interaction;
        let none = SlideAnswers::default();
        let answers = room_state.answers.get(slide).unwrap_or(&none);
        let answer_count = answers.len();
        let answers = if is_feedback {
            let texts = answers.texts().into_iter().take(MAX_TEXTS);
            AnswerSummary::Texts(texts.map(|(text, _)| text.to_owned()).collect())
        } else {
            let votes = prompt.options.into_iter().zip(answers.totals(&choices));
            AnswerSummary::Options(votes.map(|(option, votes)| OptionVotes { option, votes }).collect())
        };
        Some(SlideResult {
            slide_id: slide.clone(),
            kind: prompt.kind,
            question: prompt.question,
            answer_count,
            answers,
        })
    }
}
