//! Decks and slides written from text.

use std::sync::Arc;

use ai::{Draft, Source};
use deck::{Deck, Registry, Slide, Visibility, is_tag};
use store::{Access, DeckId, StoredDeck, User, VersionReason};

use super::{Pen, Told, source_text};
use crate::Author;
use crate::caller::Caller;
use crate::decks::{Change, DeckView};
use crate::error::{Error, Result};
use crate::rights::Right;
use crate::secret::new_id;

/// What somebody wants a deck made of.
#[derive(Debug, Clone, Copy, Default)]
pub struct NewText<'a> {
    /// The text.
    pub content: &'a str,
    /// Title of the deck; found in the text when not given.
    pub title: Option<&'a str>,
    /// Who speaks, for the title slide.
    pub speaker: Option<&'a str>,
    /// Theme of the deck.
    pub theme: Option<&'a str>,
    /// Its language; detected when not given.
    pub lang: Option<&'a str>,
    /// Whose it is; the caller's when not given.
    pub owner: Option<&'a str>,
    /// Who writes.
    pub vendor: Option<&'a str>,
}

/// A deck that can be written: everything about the call was judged.
#[derive(Debug)]
pub struct DeckOrder {
    pub(super) source: Source,
    theme: String,
    owner: Option<Arc<User>>,
    pub(super) pen: Pen,
}

/// Slides that can be written for a deck: everything about the call was judged.
#[derive(Debug)]
pub struct SlidesOrder {
    pub(super) stored: Arc<StoredDeck>,
    registry: Arc<Registry>,
    pub(super) text: String,
    pub(super) pen: Pen,
}

/// What came of writing slides for a deck.
#[derive(Debug)]
pub struct Appended {
    /// The deck as it is now.
    pub view: DeckView,
    /// Where the first of them stands, from 0; nothing when there is none.
    pub at: Option<usize>,
    /// How many there are.
    pub count: usize,
}

impl Author {
    /// Judges a call for a deck.
    ///
    /// # Errors
    /// The text is blank or too long, or something else about the call is wrong.
    pub async fn check_deck_request(&self, caller: &Caller, wanted: NewText<'_>) -> Result<DeckOrder> {
        let text = source_text(wanted.content, "content")?;
        let said = |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let (title, speaker) = (said(wanted.title), said(wanted.speaker));
        if title.as_ref().is_some_and(|title| title.chars().count() > deck::MAX_TITLE) {
            return Err(Error::invalid(format!("`title` has {} characters at most", deck::MAX_TITLE)));
        }
        if speaker.as_ref().is_some_and(|speaker| speaker.chars().count() > 200) {
            return Err(Error::invalid("`speaker` has 200 characters at most"));
        }
        let language = said(wanted.lang);
        if language.as_deref().is_some_and(|tag| !is_tag(tag)) {
            return Err(Error::invalid("`language` is a language tag such as `en-GB`"));
        }
        let theme = said(wanted.theme).unwrap_or_else(|| deck::DEFAULT_THEME.to_owned());
        if theme.chars().count() > 200 {
            return Err(Error::invalid("`theme` is the id of a theme"));
        }
        let pen = self.writer(wanted.vendor)?;
        let owner = match wanted.owner {
            Some(email) => Some(self.decks.owner_by_email(caller, email).await?),
            None => None,
        };
        Ok(DeckOrder { source: Source { text, title, language, speaker }, theme, owner, pen })
    }

    /// Writes a deck and keeps it as the caller's own, or as that of whom he made it for.
    ///
    /// # Errors
    /// The vendor failed; then nothing is written.
    pub async fn write_deck(self: &Arc<Self>, caller: &Caller, order: DeckOrder) -> Result<DeckView> {
        let draft = self.draft_deck(caller, &order, None).await?;
        self.store_draft(caller, order, draft).await
    }

    pub(super) async fn draft_deck(
        self: &Arc<Self>,
        caller: &Caller,
        order: &DeckOrder,
        told: Option<Told>,
    ) -> Result<Draft> {
        let lang = order.source.language.clone().unwrap_or_else(|| ai::detected_language(&order.source.text));
        let mut blank = Deck::new(order.source.title.clone().unwrap_or_default(), lang.clone());
        blank.theme.clone_from(&order.theme);
        let source = Source { language: Some(lang), ..order.source.clone() };
        self.write(&order.pen, &caller.organization.id, blank, told, move |writer, _| writer.deck(&source)).await
    }

    pub(super) async fn store_draft(&self, caller: &Caller, order: DeckOrder, draft: Draft) -> Result<DeckView> {
        let mut deck = Deck::new(deck::cut(&draft.title, deck::MAX_TITLE), draft.language);
        deck.theme = order.theme;
        deck.slides = draft.slides.into_iter().map(new_slide).collect();
        self.decks.check_slide_count(deck.slides.len())?;
        self.decks.store_new(caller, order.owner, deck, Access::Private).await
    }

    /// Judges a call for more slides.
    ///
    /// # Errors
    /// Not found, no right, a text that is blank or too long, or a vendor that cannot be asked.
    pub async fn check_slides_request(
        &self,
        caller: &Caller,
        id: &DeckId,
        text: &str,
        vendor: Option<&str>,
    ) -> Result<SlidesOrder> {
        let text = source_text(text, "content")?;
        let pen = self.writer(vendor)?;
        let stored = self.decks.deck_for(caller, id, Right::Write).await?;
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        Ok(SlidesOrder { stored, registry, text, pen })
    }

    /// Writes slides and puts them before the closing slides of a deck.
    ///
    /// # Errors
    /// The vendor failed, or the deck changed meanwhile; then nothing is written.
    pub async fn write_slides(self: &Arc<Self>, caller: &Caller, order: SlidesOrder) -> Result<Appended> {
        let slides = self.draft_slides(&order, None).await?;
        self.store_slides(caller, order, slides).await
    }

    pub(super) async fn draft_slides(
        self: &Arc<Self>,
        order: &SlidesOrder,
        told: Option<Told>,
    ) -> Result<Vec<ai::SlideDraft>> {
        let (deck, text) = (order.stored.deck.clone(), order.text.clone());
        let organization = &order.stored.head.organization;
        let slides =
            self.write(&order.pen, organization, deck, told, move |writer, deck| writer.more(deck, &text)).await?;
        Ok(slides)
    }

    pub(super) async fn store_slides(
        &self,
        caller: &Caller,
        order: SlidesOrder,
        slides: Vec<ai::SlideDraft>,
    ) -> Result<Appended> {
        let SlidesOrder { stored, registry, .. } = order;
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
            Ok(Change { because: Some(VersionReason::Assistant), ..Change::new(deck, String::new(), ()) })
        };
        let (stored, ()) = self.decks.change(caller, &stored.head.id, Right::Write, insert).await?;
        Ok(Appended { view: self.decks.view(caller, stored, None).await?, at: Some(at), count })
    }
}

/// Where slides go that are added to a deck: before the run of closing slides at its end.
pub(super) fn before_closing(registry: &Registry, deck: &Deck) -> usize {
    let closing = &registry.catalogue().closing_types;
    let run = deck.slides.iter().rev().take_while(|slide| closing.contains(&slide.key)).count();
    deck.slides.len() - run
}

/// Refuses a write for a deck that moved on while somebody wrote.
pub(super) fn same_revision(stored: &StoredDeck, yours: u64) -> Result<()> {
    match stored.head.revision {
        latest if latest != yours => Err(Error::Stale { yours, latest }),
        _ => Ok(()),
    }
}

/// A slide that was written, ready to be kept.
pub(super) fn new_slide(draft: ai::SlideDraft) -> Slide {
    Slide {
        id: new_id(),
        key: draft.key,
        content: draft.content,
        notes: deck::cut(&draft.notes, deck::MAX_NOTES),
        visibility: Visibility::default(),
        duration: None,
    }
}
