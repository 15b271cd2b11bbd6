//! Writing a deck: one change at a time, on the revision it was made for.

use std::sync::Arc;

use deck::{Content, Deck, saved_slides};
use store::{Access, Batch, Beside, Changed, DeckHead, DeckId, StoreError, StoredDeck, VersionReason};

use super::body::DeckBody;
use super::create::head_for;
use super::{DECK, DeckView};
use crate::Decks;
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
    /// The deck as it becomes; nothing where it stays as it is, and nothing is written.
    pub(crate) deck: Option<Deck>,
    /// Who reads it besides those it is shared with, where that changes.
    pub(crate) access: Option<Access>,
    /// Slide it was about, empty for the whole deck.
    pub(crate) slide: String,
    /// Why the state before is kept, where the change itself asks for it.
    pub(crate) because: Option<VersionReason>,
    /// The batch of edits that it is.
    pub(crate) batch: Option<Batch>,
    /// What the caller wants back.
    pub(crate) answer: T,
}

impl<T> Change<T> {
    /// A change of what a deck shows, about one slide or, without a name, all of it.
    pub(crate) fn new(deck: Deck, slide: String, answer: T) -> Self {
        Self { deck: Some(deck), access: None, slide, because: None, batch: None, answer }
    }

    /// A change that changes nothing.
    pub(crate) fn none(answer: T) -> Self {
        Self { deck: None, access: None, slide: String::new(), because: None, batch: None, answer }
    }
}

/// A change that is ready to be stored.
struct Ready<T> {
    written: Arc<StoredDeck>,
    access: Option<Access>,
    slide: String,
    beside: Beside,
    answer: T,
}

impl Decks {
    /// Applies a change to a deck that the caller may write, one after the other, on the revision that is current. When
    /// another process was faster it is applied anew to what that one left. A change that fails writes nothing.
    ///
    /// The next change does not wait until this one is on the disk: it builds on the deck as it was handed in, and fails
    /// with it. Rights are always those that are stored.
    pub(crate) async fn change<T>(
        &self,
        caller: &Caller,
        id: &DeckId,
        right: Right,
        change: impl Fn(&StoredDeck) -> Result<Change<T>>,
    ) -> Result<(Arc<StoredDeck>, T)> {
        let lock = self.deck_locks.named(id);
        loop {
            let mut handed_in = lock.lock().await;
            let stored = self.store.deck(id).await?.filter(|deck| deck.head.trashed.is_none()).ok_or(DECK)?;
            check(caller, &stored, right)?;
            let base = latest(handed_in.as_ref(), &stored);
            let expected = base.head.revision;
            let change = change(&base)?;
            let Ready { written, access, slide, beside, answer } = match self.prepared(caller, &base, change).await? {
                Ok(ready) => ready,
                Err(answer) if expected <= stored.head.revision => return Ok((base, answer)),
                Err(_) => {
                    // Nobody is told of a deck that may yet fail to be stored.
                    drop(handed_in);
                    self.store.settled().await?;
                    *lock.lock().await = None;
                    continue;
                }
            };
            let changed = Changed { by: caller.email().to_owned(), at: written.head.updated_at, slide };
            let writing = self.store.hand_in_deck(expected, Arc::clone(&written), access, changed, beside).await?;
            *handed_in = Some(Arc::clone(&written));
            // Who reads it is always asked of storage, so the next change waits when this one changes that.
            let turn = access.is_some().then_some(handed_in);
            let done = writing.done().await;
            drop(turn);
            match done {
                Ok(()) => return Ok((written, answer)),
                Err(error) => {
                    // What was handed in after it fails as well, and the next begins with what is stored.
                    *lock.lock().await = None;
                    if !matches!(error, StoreError::Stale { .. }) {
                        return Err(error.into());
                    }
                }
            }
        }
    }

    /// What a change makes of a deck, ready to be stored; only its answer where it makes nothing of it.
    async fn prepared<T>(
        &self,
        caller: &Caller,
        base: &StoredDeck,
        change: Change<T>,
    ) -> Result<std::result::Result<Ready<T>, T>> {
        let registry = self.catalogue.registry(&base.head.organization).await?;
        let Change { deck, access, slide, because, batch, answer } = change;
        let Some(mut deck) = deck else { return Ok(Err(answer)) };
        self.check_slide_count(deck.slides.len())?;
        deck.fill_instances(&registry, &base.head.id, &mut new_id);
        let mut head = DeckHead {
            revision: base.head.revision + 1,
            updated_at: self.clock.now().max(base.head.updated_at),
            ..head_for(base.head.clone(), &deck)
        };
        if let Some(access) = access {
            (head.access, head.view_only) = (access, false);
        }
        let beside = Beside { version: self.version_before(caller, base, &deck, because), batch };
        let written = Arc::new(StoredDeck { head, deck, grants: base.grants.clone() });
        Ok(Ok(Ready { written, access, slide, beside, answer }))
    }

    /// PUT: partial at the top level, slides replaced as a whole.
    ///
    /// # Errors
    /// Not found, no right, stale, or a wrong body; then nothing is written.
    pub async fn update(&self, caller: &Caller, id: &DeckId, if_match: IfMatch, body: &Content) -> Result<DeckView> {
        self.deck_for(caller, id, Right::Write).await?;
        let body = DeckBody::read(body)?;
        self.check_access(body.access)?;
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let (stored, ()) = self
            .change(caller, id, Right::Write, |stored| {
                if let IfMatch::Revision(yours) = if_match
                    && yours != stored.head.revision
                {
                    return Err(Error::Stale { yours, latest: stored.head.revision });
                }
                let access = body.access.filter(|access| *access != stored.head.access);
                if access.is_some() {
                    check(caller, stored, Right::Manage)?;
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
                    self.check_slide_count(slides.len())?;
                    let slides = saved_slides(&registry, &deck.slides, slides, &mut new_id)?;
                    deck.replace_slides(&registry, slides)?;
                }
                if let Some(language) = body.language.as_deref().filter(|tag| !deck::same_tag(tag, &deck.lang)) {
                    deck.change_main_language(&registry, language);
                }
                if let Some(translations) = body.translations {
                    deck.translations = deck.read_translations(&registry, translations)?;
                }
                Ok(Change { access, ..Change::new(deck, String::new(), ()) })
            })
            .await?;
        self.view(caller, stored, None).await
    }
}

/// The deck that the next change builds on: what was handed in last, as far as it is not stored yet, under the rights
/// that are stored.
fn latest(handed_in: Option<&Arc<StoredDeck>>, stored: &Arc<StoredDeck>) -> Arc<StoredDeck> {
    let Some(handed_in) = handed_in.filter(|deck| deck.head.revision > stored.head.revision) else {
        return Arc::clone(stored);
    };
    let DeckHead { owner, creator, access, view_only, .. } = &stored.head;
    let same = handed_in.grants == stored.grants
        && (&handed_in.head.owner, &handed_in.head.creator) == (owner, creator)
        && (handed_in.head.access, handed_in.head.view_only) == (*access, *view_only);
    if same {
        return Arc::clone(handed_in);
    }
    let head = DeckHead {
        owner: owner.clone(),
        creator: creator.clone(),
        access: *access,
        view_only: *view_only,
        ..handed_in.head.clone()
    };
    Arc::new(StoredDeck { head, deck: handed_in.deck.clone(), grants: stored.grants.clone() })
}
