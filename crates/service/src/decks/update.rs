//! Writes to a deck: one change at a time, on the current revision.

use std::sync::Arc;

use deck::{Deck, SlideId, saved_slides};
use serde_json::Value;
use store::{
    Access, AppliedBatch, ChangeContext, DeckHead, DeckId, DraftChanges, StoreError, StoredDeck, VersionReason,
    WriteExtras,
};

use super::create::head_for;
use super::{DeckFields, DeckView, NO_DECK};
use crate::Decks;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::{Right, Writable, check};
use crate::secret::new_id;

/// The revision that a write expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfMatch {
    /// Any revision: the last write wins.
    Any,
    /// Exactly this one.
    Revision(u64),
}

impl IfMatch {
    /// Fails when a deck has another revision.
    pub(crate) fn check(self, stored: &StoredDeck) -> Result<()> {
        match self {
            Self::Revision(yours) if yours != stored.head.revision => {
                Err(Error::Stale { yours, latest: stored.head.revision })
            }
            _ => Ok(()),
        }
    }
}

/// The outcome of a change to a deck.
pub(crate) struct Change<T> {
    /// The changed deck; absent when nothing is to be written.
    pub(crate) deck: Option<Deck>,
    /// Who can read the deck besides its collaborators, when that changes.
    pub(crate) access: Option<Access>,
    /// The slide that was changed; absent when the change is not about one slide.
    pub(crate) slide: Option<SlideId>,
    /// Why the state before is stored as a version, when the change requires that.
    pub(crate) because: Option<VersionReason>,
    /// The batch of edits that the change consists of.
    pub(crate) batch: Option<AppliedBatch>,
    /// The changes of the editor's drafts that are stored with the deck.
    pub(crate) drafts: DraftChanges,
    /// What the change returns to its caller.
    pub(crate) answer: T,
}

impl<T> Change<T> {
    /// A changed deck. `slide` is absent when the change is not about one slide.
    pub(crate) fn new(deck: Deck, slide: Option<SlideId>, answer: T) -> Self {
        Self { deck: Some(deck), slide, ..Self::none(answer) }
    }

    /// No change: nothing is written.
    pub(crate) fn none(answer: T) -> Self {
        Self {
            deck: None,
            access: None,
            slide: None,
            because: None,
            batch: None,
            drafts: DraftChanges::default(),
            answer,
        }
    }
}

/// A change that is ready to be stored.
struct PreparedChange<T> {
    written: Arc<StoredDeck>,
    access: Option<Access>,
    slide: Option<SlideId>,
    extras: WriteExtras,
    answer: T,
}

impl Decks {
    /// Applies a change to the current revision of a deck and returns the written deck. Changes of one deck run one
    /// after the other. When another process writes first, the change is applied again to the new revision. A change
    /// that fails writes nothing.
    ///
    /// The next change does not wait until this one is on the disk: it builds on the deck as this one submitted it, and
    /// fails when this one fails. The right is checked on the stored deck.
    ///
    /// # Errors
    /// Fails when the deck is not found, the caller may not write it, or the change fails.
    pub(crate) async fn change<T>(
        &self,
        caller: &Caller,
        id: &DeckId,
        change: impl Fn(&StoredDeck) -> Result<Change<T>>,
    ) -> Result<(Arc<StoredDeck>, T)> {
        let lock = self.deck_locks.named(id);
        loop {
            let mut submitted = lock.lock().await;
            let stored = self.store.deck(id).await?.filter(|deck| deck.head.trashed.is_none()).ok_or(NO_DECK)?;
            check(caller, &stored, Right::Write)?;
            let base = latest(submitted.as_ref(), &stored);
            let expected = base.head.revision;
            let change = change(&base)?;
            let PreparedChange { written, access, slide, extras, answer } =
                match self.prepared(caller, &base, change).await? {
                    Ok(prepared) => prepared,
                    Err(answer) if expected <= stored.head.revision => return Ok((base, answer)),
                    Err(_) => {
                        // The base may still fail to be stored, so it must not be returned yet.
                        drop(submitted);
                        self.store.wait_for_writes().await?;
                        *lock.lock().await = None;
                        continue;
                    }
                };
            let context =
                ChangeContext { by: Some(caller.email().to_owned()), at: written.head.updated_at, slide, event: None };
            let writing = self.store.submit_deck_write(expected, Arc::clone(&written), access, context, extras).await?;
            *submitted = Some(Arc::clone(&written));
            // Rights are read from storage, so the next change waits when this one changes them.
            let guard = access.is_some().then_some(submitted);
            let outcome = writing.done().await;
            drop(guard);
            match outcome {
                Ok(()) => return Ok((written, answer)),
                Err(error) => {
                    // Changes that were submitted after this one fail too. The next one starts from the stored deck.
                    *lock.lock().await = None;
                    if !matches!(error, StoreError::Stale { .. }) {
                        return Err(error.into());
                    }
                }
            }
        }
    }

    /// A change with everything that is stored together with it; its answer as `Err` when there is nothing to write.
    async fn prepared<T>(
        &self,
        caller: &Caller,
        base: &StoredDeck,
        change: Change<T>,
    ) -> Result<std::result::Result<PreparedChange<T>, T>> {
        let registry = self.catalogue.registry(&base.head.organization).await?;
        let Change { deck, access, slide, because, batch, drafts, answer } = change;
        let Some(mut deck) = deck else { return Ok(Err(answer)) };
        self.check_slide_count(deck.slides.len())?;
        deck.fill_instances(&registry, &base.head.id, &mut new_id);
        let stretch = self.stretch_before(caller, base);
        let now = self.clock.now().max(base.head.updated_at);
        let mut head = DeckHead {
            revision: base.head.revision + 1,
            updated_at: now,
            stretch_at: if stretch.is_some() { now } else { base.head.stretch_at },
            updated_by: Some(caller.user.id.clone()),
            ..head_for(base.head.clone(), &deck)
        };
        if let Some(access) = access {
            (head.access, head.view_only) = (access, false);
        }
        let mut version = self.version_before(caller, base, &deck, because, stretch);
        if let Some(version) = &mut version {
            self.credit_last_writer(base, version).await?;
        }
        let extras = WriteExtras { version, batch, drafts };
        let written = Arc::new(StoredDeck { head, deck, grants: base.grants.clone() });
        Ok(Ok(PreparedChange { written, access, slide, extras, answer }))
    }

    /// Sets fields of a deck and returns the written deck. Slides and translations are replaced as a whole.
    ///
    /// # Errors
    /// Fails when the deck has another revision than expected, a field is wrong, or the caller may not change who can
    /// read the deck; then nothing is written.
    pub async fn update(&self, deck: &Writable, if_match: IfMatch, fields: DeckFields) -> Result<DeckView> {
        self.check_access(fields.access)?;
        let caller = deck.caller();
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let DeckFields { title, description, theme, language, slides, settings, translations, access } = fields;
        let translations = translations.map(Value::Object);
        let (stored, new_access) = self
            .change(caller, deck.id(), |stored| {
                if_match.check(stored)?;
                let access = access.filter(|access| *access != stored.head.access);
                if access.is_some() {
                    check(caller, stored, Right::Manage)?;
                }
                let mut deck = stored.deck.clone();
                if let Some(title) = &title {
                    deck.title.clone_from(title);
                }
                if let Some(description) = &description {
                    deck.description.clone_from(description);
                }
                if let Some(theme) = &theme {
                    deck.theme.clone_from(theme);
                }
                if let Some(settings) = &settings {
                    deck.settings.merge(settings)?;
                }
                if let Some(slides) = &slides {
                    self.check_slide_count(slides.len())?;
                    let slides = saved_slides(&registry, &deck.slides, slides, &mut new_id)?;
                    deck.replace_slides(&registry, slides)?;
                }
                if let Some(language) = language.as_deref().filter(|tag| !deck::same_tag(tag, &deck.lang)) {
                    deck.change_main_language(&registry, language);
                }
                if let Some(translations) = &translations {
                    deck.translations = deck.read_translations(&registry, translations)?;
                }
                Ok(Change { access, ..Change::new(deck, None, access) })
            })
            .await?;
        if let Some(access) = new_access {
            self.record_visibility(caller, deck.id(), access, stored.head.view_only).await;
        }
        self.view(caller, stored, None).await
    }
}

/// The deck that the next change builds on: the one that was submitted last when it is newer than the stored one, with
/// the stored rights.
fn latest(submitted: Option<&Arc<StoredDeck>>, stored: &Arc<StoredDeck>) -> Arc<StoredDeck> {
    let Some(submitted) = submitted.filter(|deck| deck.head.revision > stored.head.revision) else {
        return Arc::clone(stored);
    };
    let DeckHead { owner, creator, access, view_only, .. } = &stored.head;
    let has_same_rights = submitted.grants == stored.grants
        && (&submitted.head.owner, &submitted.head.creator) == (owner, creator)
        && (submitted.head.access, submitted.head.view_only) == (*access, *view_only);
    if has_same_rights {
        return Arc::clone(submitted);
    }
    let head = DeckHead {
        owner: owner.clone(),
        creator: creator.clone(),
        access: *access,
        view_only: *view_only,
        ..submitted.head.clone()
    };
    Arc::new(StoredDeck { head, deck: submitted.deck.clone(), grants: stored.grants.clone() })
}
