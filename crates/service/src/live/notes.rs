//! The speaker's notes.

use std::sync::Arc;

use deck::{Deck, MAX_NOTES, Registry, SlideId};
use store::{DeckId, SessionId};

use super::steering::{SpeakerAccess, Steering};
use crate::Live;
use crate::decks::Change;
use crate::error::{Error, Result};

/// The deck of a session with its notes, in one language.
#[derive(Debug)]
pub struct DeckWithNotes {
    /// The session.
    pub session: SessionId,
    /// The id of the deck.
    pub id: DeckId,
    /// The deck.
    pub deck: Deck,
    /// All its languages, the main one first.
    pub languages: Vec<String>,
    /// Whether the audience may move through the slides.
    pub control_enabled: bool,
    /// The slide types of its organization.
    pub registry: Arc<Registry>,
}

impl Live {
    /// The deck of a session with its notes.
    ///
    /// # Errors
    /// Fails when the session ended.
    pub async fn deck_with_notes(
        self: &Arc<Self>,
        access: &SpeakerAccess,
        lang: Option<&str>,
    ) -> Result<DeckWithNotes> {
        let context = access.context();
        let control_enabled = context.room_state().await?.session.control;
        let stored = &context.deck.deck;
        let mut deck = stored.presented(&context.registry, lang).into_owned();
        // Speakers edit notes in this view, so notes contain bindings and not the values of these.
        if stored.has_sources() {
            let unresolved = stored.shown(&context.registry, lang);
            for (slide, unresolved) in deck.slides.iter_mut().zip(&unresolved.slides) {
                slide.notes.clone_from(&unresolved.notes);
            }
        }
        Ok(DeckWithNotes {
            session: context.room.id.clone(),
            id: context.room.deck.clone(),
            deck,
            languages: context.languages(),
            control_enabled,
            registry: Arc::clone(&context.registry),
        })
    }

    /// Saves the notes of a slide, and returns the revision of the deck. The same text makes no new revision.
    ///
    /// # Errors
    /// Fails when there is no such slide, the text is too long, the deck cannot be written, or maintenance is on.
    pub async fn save_notes(self: &Arc<Self>, steering: &Steering, slide: &SlideId, notes: &str) -> Result<u64> {
        let context = self.newest(steering.context()).await?;
        self.maintenance.check()?;
        if notes.chars().count() > MAX_NOTES {
            return Err(Error::invalid(format!("`notes` has {MAX_NOTES} characters at most")));
        }
        let (_, stored_slide) = context.slide(slide).ok_or(Error::NotFound("slide"))?;
        if stored_slide.notes == notes {
            return Ok(context.deck.head.revision);
        }
        let (written, ()) = self
            .decks
            .change(steering.caller(), &context.room.deck, |stored| {
                let mut deck = stored.deck.clone();
                notes.clone_into(&mut deck.slide_mut(slide)?.notes);
                Ok(Change::new(deck, Some(slide.clone()), ()))
            })
            .await?;
        Ok(written.head.revision)
    }
}
