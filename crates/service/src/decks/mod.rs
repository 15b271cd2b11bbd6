//! Decks: list, read, write, copy, share, move to the trash and restore.

mod agent_list;
mod create;
mod fields;
mod filing;
mod found;
mod list;
mod opened;
mod sample;
mod sent;
mod share;
mod slide_ref;
mod slides;
mod sources;
mod starters;
mod texts;
mod trash;
mod update;
mod view;

use std::sync::Arc;

use store::{DeckHead, DeckId, Store, StoredDeck};

use crate::caller::Caller;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::locks::Locks;
use crate::rights::{DeckRight, Granted, Readable};
use crate::{AuditLog, Catalogue, Config, webhooks};

pub use self::agent_list::AgentDeck;
pub(crate) use self::create::{head_for, title_slide};
pub use self::fields::DeckFields;
pub use self::found::TextMatch;
pub use self::list::{DeckCounts, DeckFilter, DeckList};
pub use self::opened::OpenedDeck;
pub(crate) use self::sent::{all_problems, content_notices, sent_icon_problems};
pub use self::share::Collaborator;
pub use self::slide_ref::SlideRef;
pub use self::slides::{CreatedDeck, DeckFromSlides, NewSlide, SlideChange, SlideUpdate};
pub(crate) use self::slides::{language_notice, position, slide_value};
pub(crate) use self::sources::stale_sources;
pub use self::sources::{PushedTable, SourceView};
pub use self::texts::{DeckText, SlideTexts};
pub(crate) use self::update::Change;
pub use self::update::IfMatch;
pub use self::view::{DeckCard, DeckRow, DeckView};

/// The error for a deck that is not found.
pub(crate) const NO_DECK: Error = Error::NotFound("presentation");

/// Decks: lists, reading, writing, sharing, trash, versions.
///
/// Uses storage, the catalogue for slide types and themes, and the audit log.
#[derive(Debug)]
pub struct Decks {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) audit: Arc<AuditLog>,
    /// A lock per deck, so that this process has one writer at a time. The lock guards the deck as the last writer
    /// submitted it.
    pub(crate) deck_locks: Locks<Option<Arc<StoredDeck>>>,
}

impl Decks {
    /// A deck on which the caller holds the right `R`, such as [`Readable`](crate::Readable).
    ///
    /// # Errors
    /// Fails with `NotFound` when the deck is unknown, in the trash or not readable, and with `Forbidden` when the
    /// caller can read it but lacks the right.
    pub async fn granted<R: DeckRight>(&self, caller: &Caller, id: &DeckId) -> Result<Granted<R>> {
        let deck = self.store.deck(id).await?.filter(|deck| deck.head.trashed.is_none());
        Granted::check(caller, deck.ok_or(NO_DECK)?)
    }

    /// A deck as its reader sees it, in its main language or in `lang` when the deck has that one.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn read(&self, deck: &Readable, lang: Option<&str>) -> Result<DeckView> {
        self.view(deck.caller(), Arc::clone(deck.deck()), lang).await
    }

    /// Stores the event for webhooks that a deck was exported in a format.
    pub(crate) async fn record_export(&self, deck: &Readable, format: &str, lang: Option<&str>) -> Result<()> {
        self.record_export_by(deck.caller(), &deck.deck().head, format, lang).await
    }

    /// Stores the event for webhooks that a caller exported a deck in a format.
    pub(crate) async fn record_export_by(
        &self,
        caller: &Caller,
        head: &DeckHead,
        format: &str,
        lang: Option<&str>,
    ) -> Result<()> {
        let event = webhooks::presentation_exported(caller, head, format, lang, self.clock.now());
        Ok(self.store.add_webhook_event(event).await?)
    }
}
