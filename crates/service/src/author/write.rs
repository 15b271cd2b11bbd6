//! Writes decks and slides from text.

use std::sync::Arc;

use ai::{DeckDraft, DeckSource, Writer};
use deck::{Deck, Registry, Slide, Visibility, is_tag};
use store::{Access, StoredDeck, User, VersionReason};

use super::{ChosenVendor, ProgressListener, source_text};
use crate::Author;
use crate::caller::Caller;
use crate::decks::{Change, DeckView, language_notice};
use crate::error::{Error, Result};
use crate::rights::Writable;
use crate::secret::new_id;

/// A request for a deck from text.
#[derive(Debug, Clone, Copy, Default)]
pub struct NewText<'a> {
    /// The text.
    pub content: &'a str,
    /// Title of the deck; taken from the text when not given.
    pub title: Option<&'a str>,
    /// Who speaks, for the title slide.
    pub speaker: Option<&'a str>,
    /// Theme of the deck.
    pub theme: Option<&'a str>,
    /// Its language; detected when not given.
    pub lang: Option<&'a str>,
    /// E-mail of its owner; the caller owns it when not given.
    pub owner: Option<&'a str>,
    /// The vendor; the default one when not given.
    pub vendor: Option<&'a str>,
}

/// A validated request for a deck.
#[derive(Debug)]
pub struct DeckRequest {
    pub(super) source: DeckSource,
    theme: String,
    /// What the caller should know about the theme and the language.
    notices: Vec<String>,
    owner: Option<Arc<User>>,
    pub(super) chosen: ChosenVendor,
}

/// A validated request for slides from text.
#[derive(Debug)]
pub struct SlidesRequest {
    pub(super) text: String,
    pub(super) chosen: ChosenVendor,
}

/// The result of writing slides for a deck.
#[derive(Debug)]
pub struct Appended {
    /// The deck as it is now.
    pub view: DeckView,
    /// Position of the first new slide, from 0; `None` when there is none.
    pub at: Option<usize>,
    /// Number of new slides.
    pub count: usize,
}

impl DeckRequest {
    /// What the caller should know about the theme and the language.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }
}

impl Author {
    /// Validates a request for a deck.
    ///
    /// # Errors
    /// The text is blank or too long, another field is wrong, or the vendor cannot be called.
    pub async fn check_deck_request(&self, caller: &Caller, new: NewText<'_>) -> Result<DeckRequest> {
        let text = source_text(new.content, "content")?;
        let given = |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let (title, speaker) = (given(new.title), given(new.speaker));
        if title.as_ref().is_some_and(|title| title.chars().count() > deck::MAX_TITLE) {
            return Err(Error::invalid(format!("`title` has {} characters at most", deck::MAX_TITLE)));
        }
        if speaker.as_ref().is_some_and(|speaker| speaker.chars().count() > 200) {
            return Err(Error::invalid("`speaker` has 200 characters at most"));
        }
        let language = given(new.lang);
        if language.as_deref().is_some_and(|tag| !is_tag(tag)) {
            return Err(Error::invalid("`language` is a language tag such as `en-GB`"));
        }
        let theme = given(new.theme).unwrap_or_else(|| deck::DEFAULT_THEME.to_owned());
        let (theme, mut notices) = self.decks.theme_or_notice(caller, &theme).await?;
        notices.extend(language.as_deref().and_then(language_notice));
        if theme.chars().count() > 200 {
            return Err(Error::invalid("`theme` is the id of a theme"));
        }
        let chosen = self.chosen_vendor(new.vendor)?;
        let owner = match new.owner {
            Some(email) => Some(self.decks.owner_by_email(caller, email).await?),
            None => None,
        };
        Ok(DeckRequest {
            source: DeckSource { text, title, language, speaker, ..DeckSource::default() },
            theme,
            notices,
            owner,
            chosen,
        })
    }

    /// Writes a deck and stores it for its owner.
    ///
    /// # Errors
    /// The vendor failed; then nothing is stored.
    pub async fn write_deck(self: &Arc<Self>, caller: &Caller, request: DeckRequest) -> Result<DeckView> {
        let draft = self.draft_deck(caller, &request, None).await?;
        self.store_draft(caller, request, draft).await
    }

    pub(super) async fn draft_deck(
        self: &Arc<Self>,
        caller: &Caller,
        request: &DeckRequest,
        listener: Option<ProgressListener>,
    ) -> Result<DeckDraft> {
        let lang = request.source.language.clone().unwrap_or_else(|| ai::detected_language(&request.source.text));
        let mut blank = Deck::new(request.source.title.clone().unwrap_or_default(), lang.clone());
        blank.theme.clone_from(&request.theme);
        let source = DeckSource { language: Some(lang), ..request.source.clone() };
        self.write(&request.chosen, &caller.organization.id, blank, listener, move |writer, _| writer.deck(&source))
            .await
    }

    pub(super) async fn store_draft(
        &self,
        caller: &Caller,
        request: DeckRequest,
        draft: DeckDraft,
    ) -> Result<DeckView> {
        let mut deck = Deck::new(deck::shortened(&draft.title, deck::MAX_TITLE), draft.language);
        deck.theme = request.theme;
        deck.slides = draft.slides.into_iter().map(new_slide).collect();
        self.decks.check_slide_count(deck.slides.len())?;
        // The caller may have been signed out while the draft was written.
        let caller = &self.accounts.current_caller(caller).await?;
        self.decks.store_new(caller, request.owner, deck, Access::Private).await
    }

    /// Validates a request for slides.
    ///
    /// # Errors
    /// The text is blank or too long, or the vendor cannot be called.
    pub fn check_slides_request(&self, text: &str, vendor: Option<&str>) -> Result<SlidesRequest> {
        Ok(SlidesRequest { text: source_text(text, "content")?, chosen: self.chosen_vendor(vendor)? })
    }

    /// Writes slides and inserts them before the closing slides of a deck.
    ///
    /// # Errors
    /// The vendor failed, or the deck changed meanwhile; then nothing is stored.
    pub async fn write_slides(self: &Arc<Self>, deck: &Writable, request: SlidesRequest) -> Result<Appended> {
        let slides = self.draft_slides(deck, &request, None).await?;
        self.store_slides(deck, slides).await
    }

    pub(super) async fn draft_slides(
        self: &Arc<Self>,
        deck: &Writable,
        request: &SlidesRequest,
        listener: Option<ProgressListener>,
    ) -> Result<Vec<ai::SlideDraft>> {
        let stored = deck.deck();
        let (organization, text) = (&stored.head.organization, request.text.clone());
        let work = move |writer: &Writer<'_>, deck: &Deck| writer.more_slides(deck, &text);
        self.write(&request.chosen, organization, stored.deck.clone(), listener, work).await
    }

    pub(super) async fn store_slides(&self, deck: &Writable, slides: Vec<ai::SlideDraft>) -> Result<Appended> {
        // The caller may have been signed out while the slides were written.
        let caller = &self.accounts.current_caller(deck.caller()).await?;
        let stored = Arc::clone(deck.deck());
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let slides: Vec<Slide> = slides.into_iter().map(new_slide).collect();
        let (count, at) = (slides.len(), before_closing(&registry, &stored.deck));
        if slides.is_empty() {
            return Ok(Appended { view: self.decks.view(caller, stored, None).await?, at: None, count: 0 });
        }
        let yours = stored.head.revision;
        let insert = |stored: &StoredDeck| {
            same_revision(stored, yours)?;
            let mut deck = stored.deck.clone();
            deck.insert_slides(&registry, at, slides.iter().cloned().map(Into::into).collect())?;
            Ok(Change { because: Some(VersionReason::Assistant), ..Change::new(deck, None, ()) })
        };
        let (stored, ()) = self.decks.change(caller, deck.id(), insert).await?;
        Ok(Appended { view: self.decks.view(caller, stored, None).await?, at: Some(at), count })
    }
}

/// The position for new slides: before the closing slides at the end of a deck.
pub(super) fn before_closing(registry: &Registry, deck: &Deck) -> usize {
    let closing = &registry.catalogue().closing_types;
    let run = deck.slides.iter().rev().take_while(|slide| closing.contains(&slide.key)).count();
    deck.slides.len() - run
}

/// Fails when the deck changed since the revision that a write is for.
pub(super) fn same_revision(stored: &StoredDeck, yours: u64) -> Result<()> {
    match stored.head.revision {
        latest if latest != yours => Err(Error::Stale { yours, latest }),
        _ => Ok(()),
    }
}

/// A slide that was written, ready to be stored.
pub(super) fn new_slide(draft: ai::SlideDraft) -> Slide {
    Slide {
        id: new_id(),
        key: draft.key,
        content: draft.content,
        notes: deck::shortened(&draft.notes, deck::MAX_NOTES),
        visibility: Visibility::default(),
        duration: None,
    }
}
