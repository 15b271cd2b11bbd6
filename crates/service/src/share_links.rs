//! Share links: a deck to read without an account, for whoever holds the link, until it is revoked or has ended.
//!
//! What they show has no notes, none of the slides that are hidden from readers, and nothing of the people behind it.
//! It is drawn once for a revision and a language, however many look.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use deck::Deck;
use jiff::Timestamp;
use serde_json::{Value, json};
use store::{DeckId, OrganizationId, ShareLink, ShareLinkId, Store, StoreError, StoredDeck};
use tokio::sync::OnceCell;

use crate::audit::{Act, Details};
use crate::caller::Caller;
use crate::clock::{Clock, iso};
use crate::decks::DECK;
use crate::drawing::Drawn;
use crate::error::{Error, Result};
use crate::rights::Right;
use crate::secret::{new_id, new_token, token_hash};
use crate::{AuditLog, Catalogue, Config, Decks, Drawing};

/// Most links of a deck.
const MOST: usize = 50;
/// Most characters of what a link is for.
const LONGEST_NAME: usize = 120;
/// Most bytes of a token; a longer one opens nothing.
const LONGEST_TOKEN: usize = 100;

/// Most bytes of drawn decks that are kept, and most decks in a language.
const MOST_BYTES: usize = 32 * 1024 * 1024;
const MOST_DRAWN: usize = 200;

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

/// Decks as links show them, by deck and language.
#[derive(Debug, Default)]
pub(crate) struct SharedDrawings(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    drawings: HashMap<(DeckId, String), SharedDrawing>,
    /// Counts visits: the drawing whose last one is longest ago makes room.
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
/// Uses decks for rights, drawing for the pages, and the audit log.
#[derive(Debug)]
pub struct ShareLinks {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) decks: Arc<Decks>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) audit: Arc<AuditLog>,
    pub(crate) shared_drawings: SharedDrawings,
}

impl ShareLinks {
    /// The links of a deck, newest first.
    ///
    /// # Errors
    /// Not found.
    pub async fn list(&self, caller: &Caller, id: &DeckId) -> Result<Value> {
        self.decks.deck_for(caller, id, Right::Read).await?;
        let (links, now) = (self.store.share_links(id).await?, self.clock.now());
        Ok(json!({ "links": links.iter().map(|link| view(link, now)).collect::<Vec<_>>() }))
    }

    /// Makes a link, and answers its token this once.
    ///
    /// # Errors
    /// Not found, no right to manage, a name that is too long, a time that is past or none, or too many links.
    pub async fn create(
        &self,
        caller: &Caller,
        id: &DeckId,
        name: Option<&str>,
        expires_at: Option<&str>,
    ) -> Result<Value> {
        self.decks.deck_for(caller, id, Right::Manage).await?;
        let now = self.clock.now();
        let name = name.unwrap_or_default().trim();
        if name.chars().count() > LONGEST_NAME {
            return Err(Error::invalid(format!("name: expected a text of at most {LONGEST_NAME} characters")));
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
        };
        match self.store.create_share_link(link.clone(), MOST).await {
            Ok(true) => {}
            Ok(false) => return Err(Error::Conflict(format!("there are {MOST} links already; revoke one first"))),
            Err(StoreError::Missing) => return Err(DECK),
            Err(error) => return Err(error.into()),
        }
        let details = Details::none().with("link", link.id.as_str()).with("expiresAt", link.expires_at.map(iso));
        self.audit.record(caller, Act::ShareLinkMade, id, details).await;
        let path = format!("/view/{token}");
        let mut answer = json!({ "link": view(&link, now), "token": token, "path": path });
        if let Some(base) = &self.config.base_url {
            answer["url"] = json!(format!("{base}{path}"));
        }
        Ok(answer)
    }

    /// Revokes a link.
    ///
    /// # Errors
    /// Not found, or no right to manage.
    pub async fn revoke(&self, caller: &Caller, id: &DeckId, link: &ShareLinkId) -> Result<Value> {
        self.decks.deck_for(caller, id, Right::Manage).await?;
        if !self.store.end_share_link(id, link).await? {
            return Err(LINK);
        }
        self.audit.record(caller, Act::ShareLinkEnded, id, Details::none().with("link", link.as_str())).await;
        Ok(json!({ "deleted": true }))
    }

    /// The deck that a link shows, maybe in one of its languages.
    ///
    /// # Errors
    /// Not found, whether the link never was, was revoked, has ended, or its deck is gone.
    pub async fn shared_deck(&self, token: &str, lang: Option<&str>) -> Result<SharedDeck> {
        if token.len() > LONGEST_TOKEN {
            return Err(LINK);
        }
        let link = self.store.share_link(&token_hash(token)).await?.ok_or(LINK)?;
        if link.expires_at.is_some_and(|end| end <= self.clock.now()) {
            return Err(LINK);
        }
        let stored = self.store.deck(&link.deck).await?.filter(|deck| deck.head.trashed.is_none()).ok_or(LINK)?;
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        Ok(shown(&stored, stored.deck.shown(&registry, lang).into_owned()))
    }

    /// All slides of a deck that a link shows, as HTML.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn draw(&self, shared: &SharedDeck) -> Result<Arc<Drawn>> {
        let edition = self.catalogue.edition(&shared.organization, &shared.deck.theme).await?;
        let cell = self.shared_drawings.cell(shared, edition.name);
        let drawn = cell.get_or_try_init(|| async {
            let places = (0..shared.deck.slides.len()).collect();
            let drawable = self.drawing.drawable_deck(&shared.organization, shared.deck.clone()).await?;
            Ok::<_, Error>(Arc::new(self.drawing.draw_slides(drawable, places).await?))
        });
        let drawn = Arc::clone(drawn.await?);
        self.shared_drawings.make_room();
        Ok(drawn)
    }
}

impl SharedDrawings {
    fn with<T>(&self, work: impl FnOnce(&mut Kept) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Where a deck is drawn, or will be.
    fn cell(&self, shared: &SharedDeck, edition: u64) -> Arc<OnceCell<Arc<Drawn>>> {
        let (key, of) = ((shared.id.clone(), shared.deck.lang.clone()), (shared.revision, edition));
        self.with(|kept| {
            kept.visits += 1;
            let visit = kept.visits;
            let new = || SharedDrawing { of, visit, drawn: Arc::default() };
            let drawing = kept.drawings.entry(key).or_insert_with(new);
            if drawing.of != of {
                *drawing = new();
            }
            drawing.visit = visit;
            Arc::clone(&drawing.drawn)
        })
    }

    /// Forgets what was not looked at for longest, until the rest is small enough.
    fn make_room(&self) {
        self.with(|kept| {
            let mut bytes: usize = kept.drawings.values().map(SharedDrawing::bytes).sum();
            while bytes > MOST_BYTES || kept.drawings.len() > MOST_DRAWN {
                let oldest = kept.drawings.iter().min_by_key(|(_, drawing)| drawing.visit);
                let Some(key) = oldest.map(|(key, _)| key.clone()) else { return };
                bytes -= kept.drawings.remove(&key).map_or(0, |drawing| drawing.bytes());
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

/// A deck without what is not for readers. An invitation leads nowhere without a session.
fn shown(stored: &StoredDeck, mut deck: Deck) -> SharedDeck {
    deck.slides.retain(|slide| {
        let hidden = slide.visibility;
        !hidden.hide_in_published && !hidden.hide_from_viewers && slide.key != "follow-invite-slide"
    });
    for slide in &mut deck.slides {
        slide.notes.clear();
    }
    deck.translations.clear();
    let (id, organization) = (stored.head.id.clone(), stored.head.organization.clone());
    SharedDeck { deck, languages: stored.head.languages.clone(), revision: stored.head.revision, id, organization }
}

/// A time that is still to come.
fn later(text: &str, now: store::Time) -> Result<store::Time> {
    let time: Option<Timestamp> = text.trim().parse().ok();
    let time = time.map(Timestamp::as_millisecond).filter(|time| *time > now);
    time.ok_or_else(|| Error::invalid("expiresAt: expected a time to come, such as `2030-05-01T00:00:00Z`"))
}

/// A link as it is answered.
fn view(link: &ShareLink, now: store::Time) -> Value {
    json!({
        "id": link.id,
        "name": link.name,
        "expiresAt": link.expires_at.map(iso),
        "expired": link.expires_at.is_some_and(|end| end <= now),
        "createdAt": iso(link.created_at),
        "createdBy": link.created_by,
    })
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
            drawings.make_room();
            was_drawn
        };
        let third = MOST_BYTES / 3;
        for id in ["a", "b", "c"] {
            assert!(!visit(id, third));
        }
        assert!(visit("a", third));
        assert!(!visit("d", third), "there is room for three");
        assert!(visit("a", third) && visit("c", third) && !visit("b", third));
        for number in 0..2 * MOST_DRAWN {
            visit(&number.to_string(), 1);
        }
        assert_eq!(drawings.with(|kept| kept.drawings.len()), MOST_DRAWN);
        assert!(!visit("whale", MOST_BYTES + 1) && !visit("whale", MOST_BYTES + 1), "what is too large is not kept");
    }
}
