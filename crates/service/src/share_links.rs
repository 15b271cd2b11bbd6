//! Share links: show a deck to anyone who has the link, without an account, until the link is revoked or expires, or the
//! person who made it may no longer share the deck.
//!
//! A link shows no speaker notes, no slides that are hidden from viewers, and nothing about the people behind the deck.
//! The slides are drawn once per revision and language, however many people open the link.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use deck::{Deck, Registry};
use jiff::Timestamp;
use store::{DeckId, OrganizationId, ShareLink, ShareLinkId, Store, StoreError, StoredDeck};
use tokio::sync::OnceCell;

use crate::audit::{Act, Details};
use crate::clock::{Clock, iso};
use crate::decks::DECK;
use crate::drawing::Drawn;
use crate::error::{Error, Result};
use crate::rights::{Manageable, Readable, Right};
use crate::secret::{new_id, new_token, token_hash};
use crate::{Accounts, AuditLog, Catalogue, Drawing};

/// The most links of a deck.
const MAX_LINKS: usize = 50;
/// The most characters of a link's name.
const MAX_NAME: usize = 120;
/// The most bytes of a token. A longer one is unknown.
const MAX_TOKEN: usize = 100;

/// The most bytes of drawn decks in the cache, and the most drawings.
const MAX_BYTES: usize = 32 * 1024 * 1024;
const MAX_DRAWINGS: usize = 200;

const LINK: Error = Error::NotFound("link");

/// A deck as a link shows it.
#[derive(Debug, Clone)]
pub struct SharedDeck {
    /// The deck in the language it is shown in, without notes and hidden slides.
    pub deck: Deck,
    /// All its languages, the main one first.
    pub languages: Vec<String>,
    /// Its revision: while it is the same, so is what is shown.
    pub revision: u64,
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
    /// Whether it shows the deck no more: its time is over, or the person who made it may no longer share the deck.
    pub is_expired: bool,
}

/// Drawn decks by deck and language.
#[derive(Debug, Default)]
pub(crate) struct SharedDrawings(Mutex<DrawingCache>);

#[derive(Debug, Default)]
struct DrawingCache {
    drawings: HashMap<(DeckId, String), SharedDrawing>,
    /// Counts visits. The drawing with the oldest last visit is evicted first.
    visits: u64,
}

#[derive(Debug)]
struct SharedDrawing {
    /// The revision and the edition it was drawn from.
    of: (u64, u64),
    visit: u64,
    drawn: Arc<OnceCell<Arc<Drawn>>>,
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
    pub(crate) shared_drawings: SharedDrawings,
}

impl ShareLinks {
    /// The links of a deck, newest first.
    ///
    /// # Errors
    /// Storage does not answer.
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
    /// The name is too long, the time is past or cannot be read, or the deck has too many links.
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
        let expires_at = expires_at.map(|time| later(time, now)).transpose()?;
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
            Err(StoreError::Missing) => return Err(DECK),
            Err(error) => return Err(error.into()),
        }
        let details = Details::none().with("link", link.id.as_str()).with("expiresAt", link.expires_at.map(iso));
        self.audit.record(caller, Act::ShareLinkMade, id, details).await;
        Ok(NewShareLink { token, link })
    }

    /// Revokes a link.
    ///
    /// # Errors
    /// The deck has no such link.
    pub async fn revoke(&self, deck: &Manageable, link: &ShareLinkId) -> Result<()> {
        if !self.store.delete_share_link(deck.id(), link).await? {
            return Err(LINK);
        }
        let details = Details::none().with("link", link.as_str());
        self.audit.record(deck.caller(), Act::ShareLinkEnded, deck.id(), details).await;
        Ok(())
    }

    /// The deck that a link shows, in one of its languages if requested.
    ///
    /// # Errors
    /// Not found, whether the link is unknown, revoked or expired, its deck is gone, or the person who made it may no longer
    /// share the deck.
    pub async fn shared_deck(&self, token: &str, lang: Option<&str>) -> Result<SharedDeck> {
        if token.len() > MAX_TOKEN {
            return Err(LINK);
        }
        let link = self.store.share_link(&token_hash(token)).await?.ok_or(LINK)?;
        let stored = self.store.deck(&link.deck).await?.filter(|deck| deck.head.trashed.is_none()).ok_or(LINK)?;
        if !self.is_valid(&link, &stored).await? {
            return Err(LINK);
        }
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        Ok(for_viewers(&registry, &stored, stored.deck.presented(&registry, lang).into_owned()))
    }

    /// The slides that a link shows, as HTML.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn draw(&self, shared: &SharedDeck) -> Result<Arc<Drawn>> {
        let edition = self.catalogue.edition(&shared.organization, &shared.deck.theme).await?;
        let cell = self.shared_drawings.cell(shared, edition.name);
        let drawn = cell.get_or_try_init(|| async {
            let positions = (0..shared.deck.slides.len()).collect();
            let drawable = self.drawing.drawable_deck(&shared.organization, shared.deck.clone()).await?;
            Ok::<_, Error>(Arc::new(self.drawing.draw_slides(drawable, positions).await?))
        });
        let drawn = Arc::clone(drawn.await?);
        self.shared_drawings.evict();
        Ok(drawn)
    }
}

impl SharedDrawings {
    fn with<T>(&self, work: impl FnOnce(&mut DrawingCache) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The cache entry for the drawing of a deck, which may be empty.
    fn cell(&self, shared: &SharedDeck, edition: u64) -> Arc<OnceCell<Arc<Drawn>>> {
        let (key, of) = ((shared.id.clone(), shared.deck.lang.clone()), (shared.revision, edition));
        self.with(|cache| {
            cache.visits += 1;
            let visit = cache.visits;
            let new = || SharedDrawing { of, visit, drawn: Arc::default() };
            let drawing = cache.drawings.entry(key).or_insert_with(new);
            if drawing.of != of {
                *drawing = new();
            }
            drawing.visit = visit;
            Arc::clone(&drawing.drawn)
        })
    }

    /// Evicts the drawings that were not visited for longest, until the cache is within its bounds.
    fn evict(&self) {
        self.with(|cache| {
            let mut bytes: usize = cache.drawings.values().map(SharedDrawing::bytes).sum();
            while bytes > MAX_BYTES || cache.drawings.len() > MAX_DRAWINGS {
                let oldest = cache.drawings.iter().min_by_key(|(_, drawing)| drawing.visit);
                let Some(key) = oldest.map(|(key, _)| key.clone()) else { return };
                bytes -= cache.drawings.remove(&key).map_or(0, |drawing| drawing.bytes());
            }
        });
    }
}

impl SharedDrawing {
    fn bytes(&self) -> usize {
        let drawn = self.drawn.get();
        drawn.map_or(0, |drawn| drawn.css.len() + drawn.slides.iter().map(|slide| slide.html.len()).sum::<usize>())
    }
}

/// A deck without what viewers may not see. Slides for live sessions are left out too.
fn for_viewers(registry: &Registry, stored: &StoredDeck, mut deck: Deck) -> SharedDeck {
    deck.slides.retain(|slide| {
        let hidden = slide.visibility;
        !hidden.hide_in_published && !hidden.hide_from_viewers && !registry.is_live_only(slide)
    });
    for slide in &mut deck.slides {
        slide.notes.clear();
    }
    deck.translations.clear();
    let (id, organization) = (stored.head.id.clone(), stored.head.organization.clone());
    SharedDeck { deck, languages: stored.head.languages.clone(), revision: stored.head.revision, id, organization }
}

/// A time in the future.
fn later(text: &str, now: store::Time) -> Result<store::Time> {
    let time: Option<Timestamp> = text.trim().parse().ok();
    let time = time.map(Timestamp::as_millisecond).filter(|time| *time > now);
    time.ok_or_else(|| Error::invalid("expiresAt: expected a time to come, such as `2030-05-01T00:00:00Z`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_bounded_and_those_looked_at_stay() {
        let drawings = SharedDrawings::default();
        let visit = |id: &str, bytes: usize| {
            let shared = SharedDeck {
                deck: Deck::new("Harbour", "en"),
                languages: Vec::new(),
                revision: 1,
                id: id.into(),
                organization: "".into(),
            };
            let cell = drawings.cell(&shared, 7);
            let was_drawn = cell.initialized();
            if !was_drawn {
                cell.set(Arc::new(Drawn { slides: Vec::new(), css: " ".repeat(bytes) })).expect("it was empty");
            }
            drawings.evict();
            was_drawn
        };
        let third = MAX_BYTES / 3;
        for id in ["a", "b", "c"] {
            assert!(!visit(id, third));
        }
        assert!(visit("a", third));
        assert!(!visit("d", third), "there is room for three");
        assert!(visit("a", third) && visit("c", third) && !visit("b", third));
        for number in 0..2 * MAX_DRAWINGS {
            visit(&number.to_string(), 1);
        }
        assert_eq!(drawings.with(|cache| cache.drawings.len()), MAX_DRAWINGS);
        assert!(!visit("whale", MAX_BYTES + 1) && !visit("whale", MAX_BYTES + 1), "what is too large is not cached");
    }
}
