//! The speaker's notes, on the phone in one's hand.

use std::sync::Arc;

use deck::MAX_NOTES;
use serde_json::{Value, json};
use store::SessionId;

use crate::Live;
use crate::caller::Caller;
use crate::decks::{Change, Slides};
use crate::error::{Error, Result};
use crate::rights::Right;

impl Live {
    /// The deck of a session with its notes, for whoever may read it or holds the notes key.
    ///
    /// # Errors
    /// No credentials, unknown or expired, a wrong notes key, or no right.
    pub async fn deck_with_notes(
        self: &Arc<Self>,
        caller: Option<&Caller>,
        session: &SessionId,
        notes_key: Option<&str>,
        lang: Option<&str>,
    ) -> Result<Value> {
        let here = self.session_of_holder(caller, session, notes_key, Right::Read).await?;
        let inside = here.hold().await?;
        let deck = here.deck.deck.shown(&here.registry, lang);
        Ok(json!({
            "sessionId": inside.session.id,
            "presentationId": inside.session.deck,
            "title": deck.title,
            "theme": deck.theme,
            "language": deck.lang,
            "languages": here.deck.deck.languages(),
            "controlEnabled": inside.session.control,
            "slides": Slides { registry: &here.registry, slides: &deck.slides },
        }))
    }

    /// Saves the notes of a slide. The same text makes no new revision.
    ///
    /// # Errors
    /// Unknown or expired, no right, no such slide, or too long; during maintenance.
    pub async fn save_notes(
        self: &Arc<Self>,
        caller: &Caller,
        session: &SessionId,
        slide: &str,
        notes: &str,
    ) -> Result<Value> {
        let here = self.session_of_writer(caller, session).await?;
        self.maintenance.check()?;
        if notes.chars().count() > MAX_NOTES {
            return Err(Error::invalid(format!("`notes` has {MAX_NOTES} characters at most")));
        }
        let (_, known) = here.slide(slide).ok_or(Error::NotFound("slide"))?;
        let answer = |revision: u64| json!({ "slideId": slide, "notes": notes, "revision": revision });
        if known.notes == notes {
            return Ok(answer(here.deck.head.revision));
        }
        let (written, ()) = self
            .decks
            .change(caller, &here.room.deck, Right::Write, |stored| {
                let mut deck = stored.deck.clone();
                notes.clone_into(&mut deck.slide_mut(slide)?.notes);
                Ok(Change::new(deck, slide.to_owned(), ()))
            })
            .await?;
        Ok(answer(written.head.revision))
    }
}
