//! What the audience answered, for the presenter.

use std::sync::Arc;

use deck::SlideId;
use store::Time;

use super::slide_answers::SlideAnswers;
use super::steering::Steering;
use crate::Live;
use crate::error::{Error, Result};

/// One feedback.
#[derive(Debug, Clone)]
pub struct FeedbackEntry {
    /// The text.
    pub text: String,
    /// When it was given.
    pub given_at: Time,
}

/// The votes for one option.
#[derive(Debug, Clone)]
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
    /// The slide takes no feedback, or the session ended.
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
    /// The slide takes no votes, or the session ended.
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
