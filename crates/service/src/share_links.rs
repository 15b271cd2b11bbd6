//! Share links: show a deck to anyone who has the link, without an account, until the link is revoked or expires, or
//! the person who made it may no longer share the deck.
//!
//! A link shows no speaker notes, no slides that are hidden from viewers, and nothing about the people behind the deck.
//! The slides are drawn once per revision and language, however many people open the link.

use std::sync::Arc;

use deck::{Deck, Registry};
use jiff::Timestamp;
use store::{DeckId, OrganizationId, ShareLink, ShareLinkId, Store, StoreError, StoredDeck};

use crate::audit::{Act, Details};
use crate::clock::{Clock, iso};
use crate::decks::NO_DECK;
use crate::drawing::DrawnSlides;
use crate::error::{Error, Result};
use crate::render_cache::RenderCache;
use crate::rights::{Manageable, Readable, Right};
use crate::secret::{new_id, new_token, token_hash};
use crate::{Accounts, AuditLog, Catalogue, Drawing};

/// The maximum number of links of a deck.
const MAX_LINKS: usize = 50;
/// The maximum length of a link's name, in characters.
const MAX_NAME: usize = 120;
/// The maximum size of a token, in bytes. A longer one is unknown.
const MAX_TOKEN: usize = 100;

const NO_LINK: Error = Error::NotFound("link");

/// A deck as a link shows it.
#[derive(Debug, Clone)]
pub struct SharedDeck {
    /// The deck in the language it is shown in, without notes and hidden slides.
    pub deck: Deck,
    /// All its languages, the main one first.
    pub languages: Vec<String>,
    /// Its revision: while it is the same, so is what is shown.
    pub revision: u64,
    /// The link.
    pub link: ShareLinkId,
    id: DeckId,
    organization: OrganizationId,
}

/// A link that was just created.
#[derive(Debug)]
pub struct NewShareLink {
    /// The token, which is shown once.
    pub token: String,
    /// The link as it is stored.
    pub link: ShareLink,
}

/// A link in a list.
#[derive(Debug)]
pub struct ListedShareLink {
    /// The link as it is stored.
    pub link: ShareLink,
    /// Whether it no longer shows the deck: its time is over, or the person who made it may no longer share the deck.
    pub is_expired: bool,
}

/// Links that show a deck to anyone who has them.
///
/// Uses storage, accounts for the rights of the people who made links, the catalogue and drawing for the pages, and the
/// audit log.
#[derive(Debug)]
pub struct ShareLinks {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) audit: Arc<AuditLog>,
    pub(crate) drawings: RenderCache<DrawnSlides>,
}

impl SharedDeck {
    /// Id of the deck.
    pub fn id(&self) -> &DeckId {
        &self.id
    }
}

impl ShareLinks {
    /// The links of a deck, newest first.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn list(&self, deck: &Readable) -> Result<Vec<ListedShareLink>> {
        let mut listed = Vec::new();
        for link in self.store.share_links(deck.id()).await? {
            let is_expired = !self.is_valid(&link, deck.deck()).await?;
            listed.push(ListedShareLink { link, is_expired });
        }
        Ok(listed)
    }

    /// Whether a link shows its deck: its time is not over, and the person who made it may still share the deck. A link
    /// of a release that did not store the account belongs to the account with its e-mail address.
    async fn is_valid(&self, link: &ShareLink, deck: &StoredDeck) -> Result<bool> {
        if link.expires_at.is_some_and(|end| end <= self.clock.now()) {
            return Ok(false);
        }
        let maker = match &link.maker {
            Some(maker) => Some(maker.clone()),
            None => self.store.user_by_email(&link.created_by).await?.map(|user| user.id.clone()),
        };
        match maker {
            Some(maker) => self.accounts.account_holds(&maker, deck, Right::Manage).await,
            None => Ok(false),
        }
    }

    /// Creates a link. The token is returned here and stored nowhere.
    ///
    /// # Errors
    /// Fails when the name is too long, the time is past or cannot be read, or the deck has too many links.
    pub async fn create(
        &self,
        deck: &Manageable,
        name: Option<&str>,
        expires_at: Option<&str>,
    ) -> Result<NewShareLink> {
        let (caller, id, now) = (deck.caller(), deck.id(), self.clock.now());
        let name = name.unwrap_or_default().trim();
        if name.chars().count() > MAX_NAME {
            return Err(Error::invalid(format!("name: expected a text of at most {MAX_NAME} characters")));
        }
        let expires_at = expires_at.map(|time| future_time(time, now)).transpose()?;
        let token = new_token();
        let link = ShareLink {
            id: new_id(),
            deck: id.to_owned(),
            hash: token_hash(&token),
            name: name.to_owned(),
            created_by: caller.email().to_owned(),
            created_at: now,
            expires_at,
            maker: Some(caller.user.id.clone()),
        };
        match self.store.create_share_link(link.clone(), MAX_LINKS).await {
            Ok(true) => {}
            Ok(false) => return Err(Error::Conflict(format!("there are {MAX_LINKS} links already; revoke one first"))),
            Err(StoreError::Missing) => return Err(NO_DECK),
            Err(error) => return Err(error.into()),
        }
        let details = Details::none().with("link", link.id.as_str()).with("expiresAt", link.expires_at.map(iso));
        self.audit.record(caller, Act::ShareLinkMade, id, details).await;
        Ok(NewShareLink { token, link })
    }

    /// Revokes a link.
    ///
    /// # Errors
    /// Fails when the deck has no such link.
    pub async fn revoke(&self, deck: &Manageable, link: &ShareLinkId) -> Result<()> {
        if !self.store.delete_share_link(deck.id(), link).await? {
            return Err(NO_LINK);
        }
        let details = Details::none().with("link", link.as_str());
        self.audit.record(deck.caller(), Act::ShareLinkEnded, deck.id(), details).await;
        Ok(())
    }

    /// The deck that a link shows, in one of its languages if requested.
    ///
    /// # Errors
    /// Fails with the same `NotFound` when the link is unknown, revoked or expired, its deck was deleted, or the person
    /// who made it may no longer share the deck.
    pub async fn shared_deck(&self, token: &str, lang: Option<&str>) -> Result<SharedDeck> {
        if token.len() > MAX_TOKEN {
            return Err(NO_LINK);
        }
        let link = self.store.share_link(&token_hash(token)).await?.ok_or(NO_LINK)?;
        let stored = self.store.deck(&link.deck).await?.filter(|deck| deck.head.trashed.is_none()).ok_or(NO_LINK)?;
        if !self.is_valid(&link, &stored).await? {
            return Err(NO_LINK);
        }
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let deck = for_viewers(&registry, stored.deck.presented(&registry, lang).into_owned(), false);
        let (id, organization) = (stored.head.id.clone(), stored.head.organization.clone());
        let (languages, revision) = (stored.head.languages.clone(), stored.head.revision);
        Ok(SharedDeck { deck, languages, revision, link: link.id, id, organization })
    }

    /// The slides that a link shows, as HTML.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn draw(&self, shared: &SharedDeck) -> Result<Arc<DrawnSlides>> {
        let edition = self.catalogue.edition(&shared.organization, &shared.deck.theme).await?;
        let name = format!("{} {}", shared.id, shared.deck.lang);
        let state = format!("{} {edition}", shared.revision);
        let draw = Box::pin(async {
            let positions = (0..shared.deck.slides.len()).collect();
            let drawable = self.drawing.drawable_deck(&shared.organization, shared.deck.clone()).await?;
            self.drawing.draw_slides(drawable, positions).await
        });
        self.drawings.get_or_draw(name, state, draw).await
    }
}

/// A deck without what viewers may not see. Slides for live sessions are left out too, and speaker notes unless they
/// are shown.
pub(crate) fn for_viewers(registry: &Registry, mut deck: Deck, shows_notes: bool) -> Deck {
    deck.slides.retain(|slide| {
        let visibility = slide.visibility;
        !visibility.hide_in_published && !visibility.hide_from_viewers && !registry.is_live_only(slide)
    });
    if !shows_notes {
        for slide in &mut deck.slides {
            slide.notes.clear();
        }
    }
    deck.translations.clear();
    deck
}

/// Reads a timestamp (RFC 3339). Fails when it is not in the future.
fn future_time(text: &str, now: store::Time) -> Result<store::Time> {
    let time: Option<Timestamp> = text.trim().parse().ok();
    let time = time.map(Timestamp::as_millisecond).filter(|time| *time > now);
    time.ok_or_else(|| Error::invalid("expiresAt: expected a time to come, such as `2030-05-01T00:00:00Z`"))
}
