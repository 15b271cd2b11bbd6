//! Writing a deck: one change at a time, on the revision it was made for.

use deck::{Content, Deck, Edit, saved_slides};
use store::{Changed, DeckHead, StoreError, StoredDeck};

use super::body::DeckBody;
use super::create::head_of;
use super::{DECK, DeckView};
use crate::Service;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::{Right, check};
use crate::secret::new_id;

/// The revision a write is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfMatch {
    /// Whatever it is: the last write wins.
    Any,
    /// Exactly this one.
    Revision(u64),
}

/// What a change makes of a deck.
pub(crate) struct Change<T> {
    pub(crate) deck: Deck,
    pub(crate) head: DeckHead,
    /// Slide it was about, empty for the whole deck.
    pub(crate) slide: String,
    /// What the caller wants back.
    pub(crate) answer: T,
}

impl Service {
    /// Applies a change to a deck that the caller may write, under its lock, on the revision that is current. When
    /// somebody else was faster it is applied anew to what he left. A change that fails writes nothing.
    pub(crate) async fn change_deck<T>(
        &self,
        caller: &Caller,
        id: &str,
        right: Right,
        change: impl Fn(&StoredDeck) -> Result<Change<T>>,
    ) -> Result<(std::sync::Arc<StoredDeck>, T)> {
        let _turn = self.locks.lock(id).await;
        loop {
            let stored = self.store.deck(id).await?.filter(|deck| deck.head.trashed.is_none()).ok_or(DECK)?;
            check(caller, &stored, right)?;
            let registry = self.registry(&stored.head.organization).await?;
            let Change { mut deck, head, slide, answer } = change(&stored)?;
            self.not_too_many(deck.slides.len())?;
            deck.fill_instances(&registry, id, &mut new_id);
            let now = self.clock.now().max(stored.head.updated_at);
            let columns = head_of(&deck);
            let head = DeckHead {
                title: columns.title,
                description: columns.description,
                theme: columns.theme,
                lang: columns.lang,
                languages: columns.languages,
                slide_count: columns.slide_count,
                revision: stored.head.revision + 1,
                updated_at: now,
                ..head
            };
            let changed = Changed { by: caller.email().to_owned(), at: now, slide };
            match self.store.write_deck(stored.head.revision, head.clone(), deck.clone(), changed).await {
                Ok(()) => {
                    let written = StoredDeck { head, deck, grants: stored.grants.clone() };
                    return Ok((std::sync::Arc::new(written), answer));
                }
                Err(StoreError::Stale { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// PUT: partial at the top level, slides replaced as a whole.
    ///
    /// # Errors
    /// Not found, no right, stale, or a wrong body; then nothing is written.
    pub async fn update_deck(&self, caller: &Caller, id: &str, if_match: IfMatch, body: &Content) -> Result<DeckView> {
        let body = DeckBody::read(body)?;
        self.private_on_files(body.access)?;
        let registry = self.registry(&caller.organization.id).await?;
        let (stored, ()) = self
            .change_deck(caller, id, Right::Write, |stored| {
                if let IfMatch::Revision(yours) = if_match
                    && yours != stored.head.revision
                {
                    return Err(Error::Stale { yours, latest: stored.head.revision });
                }
                let mut head = stored.head.clone();
                if let Some(access) = body.access.filter(|access| *access != head.access) {
                    check(caller, stored, Right::Manage)?;
                    head.access = access;
                    head.view_only = false;
                }
                let mut deck = stored.deck.clone();
                if let Some(title) = &body.title {
                    deck.title.clone_from(title);
                }
                if let Some(description) = &body.description {
                    deck.description.clone_from(description);
                }
                if let Some(theme) = &body.theme {
                    deck.theme.clone_from(theme);
                }
                if let Some(settings) = body.settings {
                    deck.settings.merge(settings)?;
                }
                if let Some(slides) = body.slides {
                    self.not_too_many(slides.len())?;
                    let slides = saved_slides(&registry, &deck.slides, slides, &mut new_id)?;
                    Edit::ReplaceSlides { slides }.apply(&mut deck, &registry)?;
                }
                if let Some(language) = body.language.as_deref().filter(|tag| !deck::same_tag(tag, &deck.lang)) {
                    deck.change_main_language(&registry, language);
                }
                if let Some(translations) = body.translations {
                    deck.translations = deck.read_translations(&registry, translations)?;
                }
                Ok(Change { deck, head, slide: String::new(), answer: () })
            })
            .await?;
        self.view(caller, stored, None).await
    }
}
