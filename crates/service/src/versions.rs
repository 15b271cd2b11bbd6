//! Versions: earlier states of a deck that can be restored.
//!
//! A version is stored when a user names one, and automatically before a change that is hard to undo: several slides
//! removed, much of the deck rewritten, a change by the assistant, an older version restored. It is also stored after
//! each stretch of work: before the first change after a pause, every ten minutes of work, before the first change of
//! another user, and when the deck is presented.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use deck::{Deck, Registry, Slide, SlideId};
use sha2::{Digest, Sha256};
use store::{Page, StoreError, StoredDeck, Time, Version, VersionId, VersionReason};

use crate::Decks;
use crate::caller::Caller;
use crate::decks::{Change, DeckView, IfMatch, head_for};
use crate::error::{Error, Result};
use crate::rights::Writable;
use crate::secret::new_id;

/// Milliseconds without a change that count as a pause, and of work that count as a stretch.
const STRETCH: Time = 600_000;
/// The number of slides removed by one change from which a version is stored.
const MANY_SLIDES: usize = 3;
/// Maximum number of versions of a deck that have a name.
const MAX_NAMED: usize = 100;
/// Maximum length of a name, in characters.
const MAX_NAME: usize = 120;
/// Maximum number of titles of changed slides, and of characters of one.
const MAX_TITLES: usize = 3;
const MAX_TITLE: usize = 60;

const NO_VERSION: Error = Error::NotFound("version");

/// A version in a list.
#[derive(Debug, Clone)]
pub struct ListedVersion {
    /// The version.
    pub version: Version,
    /// Number of slides that differ from the version before; absent for the oldest one.
    pub slides_changed: Option<usize>,
    /// Titles of the first changed slides, in the order of the deck. Slides without a title are left out.
    pub changed_titles: Vec<String>,
}

impl ListedVersion {
    /// A version compared with the previous one. Titles are ordered as the slides of a deck.
    fn new(version: Version, before: Option<&Version>, deck: &Deck) -> Self {
        let mut changed = before.map(|before| changed_slides(&version, before)).unwrap_or_default();
        changed.sort_by_key(|(slide, _)| deck.position(slide).unwrap_or(usize::MAX));
        let titles = changed.iter().filter_map(|(_, entry)| title_in(entry));
        let changed_titles = titles.take(MAX_TITLES).map(str::to_owned).collect();
        let slides_changed = before.map(|_| changed.len());
        Self { version, slides_changed, changed_titles }
    }
}

/// A deck after a version was restored.
#[derive(Debug)]
pub struct RestoredVersion {
    /// The deck.
    pub deck: DeckView,
    /// The version of the state before; absent when it is deleted already.
    pub before: Option<Version>,
}

impl Decks {
    /// A page of the versions of a deck, newest state first.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn versions(&self, deck: &Writable, (limit, offset): (usize, usize)) -> Result<Page<ListedVersion>> {
        // One more than the page has, to compare its last version with.
        let page = self.store.versions(deck.id(), limit + 1, offset).await?;
        let shown = page.rows.iter().take(limit).enumerate();
        let listed = |(at, version): (usize, &Version)| {
            ListedVersion::new(version.clone(), page.rows.get(at + 1), &deck.deck().deck)
        };
        Ok(Page { rows: shown.map(listed).collect(), total: page.total })
    }

    /// Stores the current state of a deck as a version with a name, and returns the version.
    ///
    /// # Errors
    /// Fails when the name is blank or too long, there are too many named versions, or the deck or the right was lost
    /// meanwhile.
    pub async fn name_version(&self, deck: &Writable, name: &str) -> Result<ListedVersion> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > MAX_NAME {
            return Err(Error::invalid(format!("name: expected a text of 1 to {MAX_NAME} characters")));
        }
        let (caller, id) = (deck.caller(), deck.id());
        let mut deck = deck.clone();
        loop {
            let mut version = self.version_of(caller, deck.deck(), VersionReason::Named);
            version.name = Some(name.to_owned());
            match self.store.create_named_version(version.clone(), MAX_NAMED).await {
                Ok(true) => {
                    let page = self.store.versions(id, 2, 0).await?;
                    let before = page.rows.iter().find(|other| other.id != version.id);
                    return Ok(ListedVersion::new(version, before, &deck.deck().deck));
                }
                Ok(false) => return Err(Error::Conflict(format!("there are {MAX_NAMED} named versions already"))),
                // The deck was written meanwhile: the name is for the newest state.
                Err(StoreError::Stale { .. }) => deck = self.granted(caller, id).await?,
                Err(StoreError::Missing) => return Err(Error::NotFound("presentation")),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// A version of a deck, and the deck in that version.
    ///
    /// # Errors
    /// Fails when the deck has no such version.
    pub async fn version(&self, deck: &Writable, version: &VersionId) -> Result<(Version, DeckView)> {
        let (version, stored) = self.stored_version(deck, version).await?;
        Ok((version, self.view(deck.caller(), Arc::new(stored), None).await?))
    }

    /// A version of a deck, and the deck in that version with its current rights.
    pub(crate) async fn stored_version(&self, deck: &Writable, version: &VersionId) -> Result<(Version, StoredDeck)> {
        let stored = deck.deck();
        let (version, deck) = self.store.version(deck.id(), version).await?.ok_or(NO_VERSION)?;
        let head = store::DeckHead {
            revision: version.revision,
            updated_at: version.created_at,
            ..head_for(stored.head.clone(), &deck)
        };
        Ok((version, StoredDeck { head, deck, grants: stored.grants.clone() }))
    }

    /// Restores a version of a deck. The state before is stored as a version, too.
    ///
    /// # Errors
    /// Fails when the deck has no such version, or another revision than expected.
    pub async fn restore_version(
        &self,
        deck: &Writable,
        version: &VersionId,
        expected: IfMatch,
    ) -> Result<RestoredVersion> {
        let (caller, id) = (deck.caller(), deck.id());
        let (_, version) = self.stored_version(deck, version).await?;
        let (written, revision) = self
            .change(caller, id, |stored| {
                expected.check(stored)?;
                let change = Change::new(version.deck.clone(), None, stored.head.revision);
                Ok(Change { because: Some(VersionReason::Restore), ..change })
            })
            .await?;
        let before = self.store.version_of(id, revision).await?;
        Ok(RestoredVersion { deck: self.view(caller, written, None).await?, before })
    }

    /// The version that is stored of a deck before a change; absent when the change is easy to undo.
    pub(crate) fn version_before(
        &self,
        caller: &Caller,
        base: &StoredDeck,
        deck: &Deck,
        because: Option<VersionReason>,
        stretch: Option<VersionReason>,
    ) -> Option<Version> {
        let reason = because.or_else(|| loss_reason(&base.deck, deck)).or(stretch)?;
        Some(self.version_of(caller, base, reason))
    }

    /// Names the last writer of a deck as the author of a version that ends their stretch of work.
    pub(crate) async fn credit_last_writer(&self, base: &StoredDeck, version: &mut Version) -> Result<()> {
        let ends_stretch = matches!(version.reason, VersionReason::Rest | VersionReason::Hands);
        if let Some(writer) = base.head.updated_by.as_ref().filter(|_| ends_stretch)
            && let Some(user) = self.store.user(writer).await?
        {
            (version.by_email, version.by_name) = (user.email.clone(), user.name.clone());
        }
        Ok(())
    }

    /// Whether a change begins a new stretch of work, and why.
    pub(crate) fn stretch_before(&self, caller: &Caller, base: &StoredDeck) -> Option<VersionReason> {
        let (now, head) = (self.clock.now(), &base.head);
        if now - head.updated_at >= STRETCH {
            Some(VersionReason::Rest)
        } else if head.updated_by.as_ref().is_some_and(|user| *user != caller.user.id) {
            Some(VersionReason::Hands)
        } else {
            (now - head.stretch_at >= STRETCH).then_some(VersionReason::Work)
        }
    }

    /// Stores the state of a deck that is presented now, unless there is a version of it.
    pub(crate) async fn keep_presented(&self, caller: &Caller, stored: &StoredDeck) -> Result<()> {
        let version = self.version_of(caller, stored, VersionReason::Presented);
        match self.store.create_automatic_version(version).await {
            // Written or deleted meanwhile: the next write stores a version when it has to.
            Ok(()) | Err(StoreError::Stale { .. } | StoreError::Missing) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn version_of(&self, caller: &Caller, stored: &StoredDeck, reason: VersionReason) -> Version {
        // A version from before a pause has the time of the last change.
        let is_before_pause = reason == VersionReason::Rest;
        Version {
            id: new_id(),
            deck: stored.head.id.clone(),
            revision: stored.head.revision,
            reason,
            name: None,
            by_email: caller.email().to_owned(),
            by_name: caller.user.name.clone(),
            title: stored.deck.title.clone(),
            slide_count: stored.deck.slides.len(),
            slides: stored.deck.slides.iter().map(|slide| (slide.id.clone(), fingerprint(slide))).collect(),
            created_at: if is_before_pause { stored.head.updated_at } else { self.clock.now() },
        }
    }
}

/// The reason to store a version when a change loses much of a deck: several slides removed, the last ones removed, or
/// half of the deck rewritten. `None` when it does not.
fn loss_reason(before: &Deck, after: &Deck) -> Option<VersionReason> {
    let present: HashMap<&SlideId, &Slide> = after.slides.iter().map(|slide| (&slide.id, slide)).collect();
    let (mut removed, mut changed) = (0, 0);
    for slide in &before.slides {
        match present.get(&slide.id) {
            None => removed += 1,
            Some(now) if *now != slide => changed += 1,
            Some(_) => {}
        }
    }
    if removed >= MANY_SLIDES || (removed > 0 && after.slides.is_empty()) {
        return Some(VersionReason::Deletion);
    }
    let threshold = MANY_SLIDES.max(before.slides.len().div_ceil(2));
    (removed + changed >= threshold).then_some(VersionReason::Replaced)
}

/// A short hash of a slide with all its fields, followed by its title, if it has one.
fn fingerprint(slide: &Slide) -> String {
    let text = serde_json::to_string(slide).unwrap_or_default();
    let mut hash = String::with_capacity(16);
    for byte in Sha256::digest(text.as_bytes()).iter().take(8) {
        let _ = write!(hash, "{byte:02x}");
    }
    let own = slide.content.get("title").and_then(serde_json::Value::as_str).unwrap_or_default();
    let title = Some(Registry::core().title_of(slide)).filter(|title| !title.is_empty()).unwrap_or(own);
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if title.is_empty() {
        return hash;
    }
    let mut short: String = title.chars().take(MAX_TITLE).collect();
    if short.len() < title.len() {
        short.push('…');
    }
    format!("{hash} {short}")
}

/// The hash in a fingerprint. Versions of earlier releases have nothing else.
fn hash_in(fingerprint: &str) -> &str {
    fingerprint.split_once(' ').map_or(fingerprint, |(hash, _)| hash)
}

/// The title in a fingerprint.
fn title_in(fingerprint: &str) -> Option<&str> {
    fingerprint.split_once(' ').map(|(_, title)| title)
}

/// The slides that differ between a version and the previous one, with their fingerprints; removed ones with the last.
fn changed_slides<'a>(version: &'a Version, before: &'a Version) -> Vec<(&'a SlideId, &'a str)> {
    let is_same = |(slide, fingerprint): &(&SlideId, &String)| {
        before.slides.get(*slide).is_some_and(|then| hash_in(then) == hash_in(fingerprint))
    };
    let removed = before.slides.iter().filter(|(slide, _)| !version.slides.contains_key(*slide));
    let other = version.slides.iter().filter(|slide| !is_same(slide));
    other.chain(removed).map(|(slide, fingerprint)| (slide, fingerprint.as_str())).collect()
}
