//! Versions: states of a deck that one can go back to.
//!
//! They are kept when somebody names one, and without being asked before what is hard to take back: several slides
//! removed, much of the deck rewritten, the assistant, an older version restored, and the first change after a rest.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;

use deck::{Deck, Slide};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::{DeckId, StoreError, StoredDeck, Time, Version, VersionId, VersionReason};

use crate::Decks;
use crate::caller::Caller;
use crate::clock::iso;
use crate::decks::{Change, DeckView, Pagination, head_for};
use crate::error::{Error, Result};
use crate::rights::Right;
use crate::secret::new_id;

/// Milliseconds without a change after which a deck has rested.
const REST: Time = 600_000;
/// So many slides removed at once are many.
const MANY: usize = 3;
/// Most versions of a deck that have a name.
const MOST_NAMED: usize = 100;
/// Most characters of a name.
const LONGEST_NAME: usize = 120;

const VERSION: Error = Error::NotFound("version");

/// A deck that went back to a version, and the version of what it was before.
#[derive(Debug)]
pub struct RestoredVersion {
    /// The deck.
    pub deck: DeckView,
    /// What it was before.
    pub kept: Value,
}

impl Decks {
    /// The versions of a deck, newest state first.
    ///
    /// # Errors
    /// Not found, or no right to write.
    pub async fn versions(&self, caller: &Caller, id: &DeckId, (limit, offset): (usize, usize)) -> Result<Value> {
        self.deck_for(caller, id, Right::Write).await?;
        // One more tells what the last of the page changed.
        let page = self.store.versions(id, limit + 1, offset).await?;
        let before = |at: usize| page.rows.get(at + 1).map(|version| &version.slides);
        let versions = page.rows.iter().take(limit).enumerate().map(|(at, version)| view(version, before(at)));
        let pagination = Pagination::new(page.total, limit, offset);
        Ok(json!({ "versions": versions.collect::<Vec<_>>(), "pagination": pagination }))
    }

    /// Keeps the state that a deck is in under a name.
    ///
    /// # Errors
    /// Not found, no right to write, a name that is blank or too long, or too many named versions.
    pub async fn name_version(&self, caller: &Caller, id: &DeckId, name: &str) -> Result<Value> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(Error::invalid(format!("name: expected a text of 1 to {LONGEST_NAME} characters")));
        }
        loop {
            let stored = self.deck_for(caller, id, Right::Write).await?;
            let mut version = self.version_of(caller, &stored, VersionReason::Named);
            name.clone_into(&mut version.name);
            match self.store.name_version(version.clone(), MOST_NAMED).await {
                Ok(true) => {
                    let page = self.store.versions(id, 2, 0).await?;
                    let before = page.rows.iter().find(|other| other.id != version.id);
                    return Ok(json!({ "version": view(&version, before.map(|before| &before.slides)) }));
                }
                Ok(false) => return Err(Error::Conflict(format!("there are {MOST_NAMED} named versions already"))),
                // Somebody wrote in between: the name is meant for what is there now.
                Err(StoreError::Stale { .. }) => {}
                Err(StoreError::Missing) => return Err(Error::NotFound("presentation")),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// A version with its content.
    ///
    /// # Errors
    /// Not found, or no right to write.
    pub async fn version(&self, caller: &Caller, id: &DeckId, version: &VersionId) -> Result<(Value, DeckView)> {
        let (version, stored) = self.stored_version(caller, id, version).await?;
        Ok((view(&version, None), self.view(caller, Arc::new(stored), None).await?))
    }

    /// A deck as it was in one of its versions, under the rights it has now.
    pub(crate) async fn stored_version(
        &self,
        caller: &Caller,
        id: &DeckId,
        version: &VersionId,
    ) -> Result<(Version, StoredDeck)> {
        let stored = self.deck_for(caller, id, Right::Write).await?;
        let (version, deck) = self.store.version(id, version).await?.ok_or(VERSION)?;
        let head = store::DeckHead {
            revision: version.revision,
            updated_at: version.created_at,
            ..head_for(stored.head.clone(), &deck)
        };
        Ok((version, StoredDeck { head, deck, grants: stored.grants.clone() }))
    }

    /// Makes a deck what it was in a version. What it was before is kept as a version.
    ///
    /// # Errors
    /// Not found, or no right to write.
    pub async fn restore_version(&self, caller: &Caller, id: &DeckId, version: &VersionId) -> Result<RestoredVersion> {
        let (_, then) = self.stored_version(caller, id, version).await?;
        let (written, before) = self
            .change(caller, id, Right::Write, |stored| {
                let change = Change::new(then.deck.clone(), String::new(), stored.head.revision);
                Ok(Change { because: Some(VersionReason::Restore), ..change })
            })
            .await?;
        let kept = self.store.version_of(id, before).await?.map(|kept| view(&kept, None));
        Ok(RestoredVersion { deck: self.view(caller, written, None).await?, kept: kept.unwrap_or_default() })
    }

    /// The version that is kept of a deck before it becomes another.
    pub(crate) fn version_before(
        &self,
        caller: &Caller,
        base: &StoredDeck,
        deck: &Deck,
        because: Option<VersionReason>,
    ) -> Option<Version> {
        let rested = || (self.clock.now() - base.head.updated_at >= REST).then_some(VersionReason::Rest);
        let reason = because.or_else(|| lost(&base.deck, deck)).or_else(rested)?;
        Some(self.version_of(caller, base, reason))
    }

    fn version_of(&self, caller: &Caller, stored: &StoredDeck, reason: VersionReason) -> Version {
        // What rested is dated by its last change.
        let rested = reason == VersionReason::Rest;
        Version {
            id: new_id(),
            deck: stored.head.id.clone(),
            revision: stored.head.revision,
            reason,
            name: String::new(),
            by_email: caller.email().to_owned(),
            by_name: caller.user.name.clone(),
            title: stored.deck.title.clone(),
            slide_count: stored.deck.slides.len(),
            slides: stored.deck.slides.iter().map(|slide| (slide.id.clone(), name_of(slide))).collect(),
            created_at: if rested { stored.head.updated_at } else { self.clock.now() },
        }
    }
}

/// Whether much of a deck goes: several slides, all that are left, or half of it written anew.
fn lost(before: &Deck, after: &Deck) -> Option<VersionReason> {
    let now: HashMap<&str, &Slide> = after.slides.iter().map(|slide| (slide.id.as_str(), slide)).collect();
    let (mut removed, mut changed) = (0, 0);
    for slide in &before.slides {
        match now.get(slide.id.as_str()) {
            None => removed += 1,
            Some(present) if *present != slide => changed += 1,
            Some(_) => {}
        }
    }
    if removed >= MANY || (removed > 0 && after.slides.is_empty()) {
        return Some(VersionReason::Deletion);
    }
    let much = MANY.max(before.slides.len().div_ceil(2));
    (removed + changed >= much).then_some(VersionReason::Replaced)
}

/// A name for all that a slide holds.
fn name_of(slide: &Slide) -> String {
    let text = serde_json::to_string(slide).unwrap_or_default();
    let mut name = String::with_capacity(16);
    for byte in Sha256::digest(text.as_bytes()).iter().take(8) {
        let _ = write!(name, "{byte:02x}");
    }
    name
}

/// A version as it is answered, with how many slides differ from the one before it.
fn view(version: &Version, before: Option<&BTreeMap<String, String>>) -> Value {
    let mut view = json!({
        "id": version.id,
        "reason": version.reason,
        "name": version.name,
        "revision": version.revision,
        "title": version.title,
        "slideCount": version.slide_count,
        "by": version.by_email,
        "byName": version.by_name,
        "createdAt": iso(version.created_at),
    });
    if let Some(before) = before {
        let gone = before.keys().filter(|slide| !version.slides.contains_key(*slide)).count();
        let other = version.slides.iter().filter(|(slide, name)| before.get(*slide) != Some(name)).count();
        view["slidesChanged"] = json!(gone + other);
    }
    view
}
