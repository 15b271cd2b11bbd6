//! Share links: a deck to read without an account, for whoever holds the link, until it is revoked or has ended.
//!
//! What they show has no notes, none of the slides that are hidden from readers, and nothing of the people behind it.

use deck::Deck;
use jiff::Timestamp;
use serde_json::{Value, json};
use store::{ShareLink, StoreError, StoredDeck};

use crate::Service;
use crate::caller::Caller;
use crate::clock::iso;
use crate::decks::DECK;
use crate::drawing::Drawn;
use crate::error::{Error, Result};
use crate::rights::Right;
use crate::secret::{new_id, new_token, token_hash};

/// Most links of a deck.
const MOST: usize = 50;
/// Most characters of what a link is for.
const LONGEST_NAME: usize = 120;
/// Most bytes of a token; a longer one opens nothing.
const LONGEST_TOKEN: usize = 100;

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
    organization: String,
}

impl Service {
    /// The links of a deck, newest first.
    ///
    /// # Errors
    /// Not found.
    pub async fn list_links(&self, caller: &Caller, id: &str) -> Result<Value> {
        self.deck_for(caller, id, Right::Read).await?;
        let (links, now) = (self.store.share_links(id).await?, self.clock.now());
        Ok(json!({ "links": links.iter().map(|link| view(link, now)).collect::<Vec<_>>() }))
    }

    /// Makes a link, and answers its token this once.
    ///
    /// # Errors
    /// Not found, no right to manage, a name that is too long, a time that is past or none, or too many links.
    pub async fn create_link(
        &self,
        caller: &Caller,
        id: &str,
        name: Option<&str>,
        expires_at: Option<&str>,
    ) -> Result<Value> {
        self.deck_for(caller, id, Right::Manage).await?;
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
    pub async fn end_link(&self, caller: &Caller, id: &str, link: &str) -> Result<Value> {
        self.deck_for(caller, id, Right::Manage).await?;
        if !self.store.end_share_link(id, link).await? {
            return Err(LINK);
        }
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
        let registry = self.registry(&stored.head.organization).await?;
        Ok(shown(&stored, stored.deck.shown(&registry, lang).into_owned()))
    }

    /// All slides that a link shows, as HTML.
    ///
    /// # Errors
    /// As [`Service::shared_deck`].
    pub async fn draw_shared(&self, token: &str, lang: Option<&str>) -> Result<Drawn> {
        let SharedDeck { deck, organization, .. } = self.shared_deck(token, lang).await?;
        let places = (0..deck.slides.len()).collect();
        let drawable = self.drawable_deck(&organization, deck).await?;
        self.draw_places(drawable, places).await
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
    let languages = stored.head.languages.clone();
    SharedDeck { deck, languages, revision: stored.head.revision, organization: stored.head.organization.clone() }
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
