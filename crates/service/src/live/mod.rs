//! Live sessions: a presenter and a hall in step.
//!
//! A running session is a [`Room`] in memory. Every change is told to the hall first and answered once it is stored, so a
//! kill takes nothing that was answered. Should storing fail, the room is forgotten: its streams end and everybody finds
//! again what is stored. Nodes that share a storage each have a copy of a room; see [`nodes`].

mod audience;
mod ballots;
mod codes;
mod event;
mod interactions;
mod nodes;
mod notes;
mod questions;
mod results;
mod room;
mod sessions;
mod slides;
mod state;
mod stream;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use deck::Registry;
use store::{Change, DeckChange, DeckId, LiveWrite, OrganizationId, SessionId, Shared, Store, StoredDeck, Time};

use crate::clock::Clock;
use crate::locks::Locks;
use crate::{Catalogue, Config, Decks, Drawing, Maintenance};

pub use self::audience::Device;
use self::event::{DeckUpdated, Event};
pub use self::results::Download;
use self::room::{Gone, Inside, Room};
pub use self::slides::{HallPage, HallSlide, Wish};
use self::stream::Seats;
pub use self::stream::{Listening, Told};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::{Right, standing};
use crate::secret::new_id;

/// Milliseconds without activity after which a session has expired.
const IDLE: Time = 30 * 60 * 1000;
/// Activity is written down when it is so many milliseconds newer than what is written.
const ACTIVITY: Time = 60 * 1000;

/// What a session is called when it is not found, expired or not.
const SESSION: Error = Error::NotFound("session");

/// A session that this node lost track of; whoever asks again finds it.
fn forgotten() -> Error {
    Error::Unavailable("this node lost track of the session".to_owned())
}

/// All sessions that run.
#[derive(Debug)]
pub(crate) struct Rooms {
    /// What this node is called among others.
    node: String,
    index: Mutex<Index>,
    /// How often what is stored had to be taken into memory, and the last of these times that it was.
    wanted: AtomicU64,
    loaded: AtomicU64,
    loading: tokio::sync::Mutex<()>,
    seats: Seats,
    /// Whether the service is going down.
    closing: AtomicBool,
}

/// Where a session is found.
#[derive(Debug, Default)]
struct Index {
    by_id: HashMap<SessionId, Arc<Room>>,
    by_deck: HashMap<DeckId, Arc<Room>>,
    /// Session id by follow code.
    codes: HashMap<String, SessionId>,
}

/// A session that was looked up, with its deck.
#[derive(Debug, Clone)]
pub(crate) struct Here {
    room: Arc<Room>,
    deck: Arc<StoredDeck>,
    registry: Arc<Registry>,
}

impl Default for Rooms {
    fn default() -> Self {
        Self {
            node: new_id(),
            index: Mutex::default(),
            wanted: AtomicU64::new(1),
            loaded: AtomicU64::new(0),
            loading: tokio::sync::Mutex::default(),
            seats: Seats::default(),
            closing: AtomicBool::new(false),
        }
    }
}

impl Rooms {
    fn index(&self) -> MutexGuard<'_, Index> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time that what is stored has to be taken into memory now; none when it is there.
    fn lacks(&self) -> Option<u64> {
        let wanted = self.wanted.load(Ordering::Acquire);
        (self.loaded.load(Ordering::Acquire) != wanted).then_some(wanted)
    }

    /// Has what is stored taken into memory before anything is looked up, also when that is under way just now.
    fn load_again(&self) {
        self.wanted.fetch_add(1, Ordering::AcqRel);
    }

    fn by_id(&self, id: &str) -> Option<Arc<Room>> {
        self.index().by_id.get(id).cloned()
    }

    fn by_deck(&self, deck: &DeckId) -> Option<Arc<Room>> {
        self.index().by_deck.get(deck).cloned()
    }

    fn all(&self) -> Vec<Arc<Room>> {
        self.index().by_id.values().cloned().collect()
    }

    /// Makes a room known, unless it is.
    fn add(&self, room: &Arc<Room>, codes: &store::LiveCodes) {
        let mut index = self.index();
        if index.by_id.contains_key(&room.id) {
            return;
        }
        index.by_id.insert(room.id.clone(), Arc::clone(room));
        index.by_deck.insert(room.deck.clone(), Arc::clone(room));
        drop(index);
        self.index_codes(room, codes);
    }

    /// Makes the codes of a room known.
    fn index_codes(&self, room: &Room, codes: &store::LiveCodes) {
        let mut index = self.index();
        for (_, code) in codes.current.iter().chain(&codes.former) {
            index.codes.insert(code.clone(), room.id.clone());
        }
    }

    fn remove(&self, room: &Room) {
        let mut index = self.index();
        index.by_id.remove(&room.id);
        if index.by_deck.get(&room.deck).is_some_and(|known| known.id == room.id) {
            index.by_deck.remove(&room.deck);
        }
        index.codes.retain(|_, session| *session != room.id);
    }
}

/// Live sessions: presenter, audience, polls and questions.
///
/// Uses storage and the state that nodes share, decks for rights and notes, drawing for slides, and the maintenance switch.
#[derive(Debug)]
pub struct Live {
    pub(crate) rooms: Rooms,
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) locks: Arc<Locks>,
    pub(crate) decks: Arc<Decks>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) maintenance: Arc<Maintenance>,
}

impl Live {
    /// A running session; looking it up resets its timer.
    async fn session(self: &Arc<Self>, session: &SessionId) -> Result<Here> {
        let Some(room) = self.find_room(|| self.rooms.by_id(session)).await? else {
            // One that is stored was forgotten again before it was found.
            let is_stored = self.store.live_session(session).await?.is_some();
            return Err(if is_stored { forgotten() } else { SESSION });
        };
        self.room_of(room).await
    }

    /// Enters a room that is known: it has not expired and its deck is there.
    async fn room_of(self: &Arc<Self>, room: Arc<Room>) -> Result<Here> {
        if self.is_idle(&room).await? {
            self.end(&room).await;
            return Err(SESSION);
        }
        let Some(here) = self.context(&room).await? else {
            self.end(&room).await;
            return Err(SESSION);
        };
        if room.touch(self.clock.now(), self.clock.steady(), ACTIVITY) {
            let (store, id, now) = (self.store.clone(), room.id.clone(), self.clock.now());
            tokio::spawn(async move { store.write_live(&id, vec![LiveWrite::Active(now)]).await });
        }
        self.settle(&here).await?;
        Ok(here)
    }

    /// The room with its deck as it is now; none when the deck is gone.
    async fn context(self: &Arc<Self>, room: &Arc<Room>) -> Result<Option<Here>> {
        let Some(deck) = self.store.deck(&room.deck).await?.filter(|deck| deck.head.trashed.is_none()) else {
            return Ok(None);
        };
        let registry = self.catalogue.registry(&deck.head.organization).await?;
        Ok(Some(Here { room: Arc::clone(room), deck, registry }))
    }

    /// A running session that the caller may steer. Who knows its id knows that it exists.
    async fn session_of_writer(self: &Arc<Self>, caller: &Caller, session: &SessionId) -> Result<Here> {
        let here = self.session(session).await?;
        if here.may(caller, Right::Write) {
            Ok(here)
        } else {
            Err(Error::Forbidden("this presentation is not yours to steer"))
        }
    }

    /// Whether a caller may steer a session.
    ///
    /// # Errors
    /// The session is unknown or expired, or the caller may not write its deck.
    pub async fn may_steer(self: &Arc<Self>, caller: &Caller, session: &SessionId) -> Result<()> {
        self.session_of_writer(caller, session).await.map(drop)
    }

    /// Finds something about rooms. What another node made may be stored and not known here yet.
    async fn find_room<T>(self: &Arc<Self>, find: impl Fn() -> Option<T>) -> Result<Option<T>> {
        self.load_sessions().await?;
        let found = find();
        if found.is_some() || !self.shared.has_other_nodes() {
            return Ok(found);
        }
        self.rooms.load_again();
        self.load_sessions().await?;
        Ok(find())
    }

    /// Whether a room has expired: nobody used it for long, on any node.
    async fn is_idle(self: &Arc<Self>, room: &Room) -> Result<bool> {
        if room.idle(self.clock.steady()) < IDLE {
            return Ok(false);
        }
        if !self.shared.has_other_nodes() {
            return Ok(true);
        }
        let stored = self.store.live_session(&room.id).await?;
        let used = |session: store::LiveSession| room.was_used_elsewhere(session.active_at, self.clock.steady());
        Ok(!stored.is_some_and(used))
    }

    /// Takes what is stored into memory, once.
    async fn load_sessions(self: &Arc<Self>) -> Result<()> {
        if self.rooms.lacks().is_none() {
            return Ok(());
        }
        let _alone = self.rooms.loading.lock().await;
        let Some(wanted) = self.rooms.lacks() else { return Ok(()) };
        for session in self.store.live_sessions().await? {
            if self.rooms.by_id(&session.id).is_none() {
                self.join_journal(session).await?;
            }
        }
        self.rooms.loaded.store(wanted, Ordering::Release);
        Ok(())
    }

    /// Stores changes that were told already. It is done to its end even when the caller goes away.
    async fn insert_room(self: &Arc<Self>, room: &Arc<Room>, writes: Vec<LiveWrite>) -> Result<()> {
        if writes.is_empty() {
            return Ok(());
        }
        let (store, id) = (self.store.clone(), room.id.clone());
        let written = tokio::spawn(async move { store.write_live(&id, writes).await }).await;
        match written {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                self.evict(room).await;
                Err(error.into())
            }
            Err(fault) => Err(Error::Internal(fault.into())),
        }
    }

    /// Forgets a room whose memory is ahead of storage; the next lookup finds what is stored.
    async fn evict(self: &Arc<Self>, room: &Arc<Room>) {
        room.inside.lock().await.gone.get_or_insert(Gone::Forgotten);
        self.evict_local(room);
        self.evict_on_other_nodes(room).await;
    }

    /// Forgets the copy that this node has of a room.
    fn evict_local(self: &Arc<Self>, room: &Room) {
        self.rooms.remove(room);
        self.rooms.load_again();
        self.end_streams_here(room);
    }

    /// Ends a session for good. What cannot be removed now is removed by a later sweep.
    async fn end(self: &Arc<Self>, room: &Arc<Room>) {
        room.inside.lock().await.gone = Some(Gone::Ended);
        self.rooms.remove(room);
        self.end_streams_here(room);
        if let Err(fault) = self.store.end_live(&room.id).await {
            self.rooms.load_again();
            tracing::warn!("an expired session stays in storage for now: {fault:#}");
        }
        self.evict_on_other_nodes(room).await;
    }

    /// Follows a change of a deck, whoever made it.
    pub(crate) async fn follow_change(self: &Arc<Self>, change: &Change) {
        let Change::Deck { id, what, revision, slide, at, .. } = change else { return };
        let Some(room) = self.rooms.by_deck(id) else { return };
        match what {
            DeckChange::Trashed | DeckChange::Purged => self.end(&room).await,
            DeckChange::Written => {
                self.publish_deck_change(&room, slide, *revision, *at).await;
            }
            DeckChange::Created | DeckChange::Shared | DeckChange::Restored => {}
        }
    }

    /// Makes up for changes that were missed: every hall is told to look at its deck again.
    pub(crate) async fn reload_all(self: &Arc<Self>) {
        for room in self.rooms.all() {
            match self.context(&room).await {
                Ok(Some(here)) => {
                    let head = &here.deck.head;
                    self.publish_deck_change(&room, "", head.revision, head.updated_at).await;
                }
                Ok(None) => self.end(&room).await,
                Err(fault) => tracing::warn!("a live session could not follow its deck: {fault:#}"),
            }
        }
    }

    /// Follows a change of the themes or slide types of an organization: its decks may look different now.
    pub(crate) async fn invalidate_drawings(self: &Arc<Self>, organization: &OrganizationId) {
        for room in self.rooms.all() {
            if let Err(fault) = self.publish_edition(&room, organization).await {
                tracing::warn!("a live session could not follow its theme: {fault:#}");
            }
        }
    }

    /// Tells the hall that its whole deck is drawn anew, if it is one of an organization.
    async fn publish_edition(self: &Arc<Self>, room: &Arc<Room>, organization: &OrganizationId) -> Result<()> {
        let Some(here) = self.context(room).await?.filter(|here| here.deck.head.organization == *organization) else {
            return Ok(());
        };
        let edition = self.catalogue.edition(organization, &here.deck.deck.theme).await?.name;
        let mut inside = self.lock_room(room).await?;
        // Every node hears of the change; the first one tells.
        if inside.told_edition.replace(edition) != Some(edition) {
            let (revision, now) = (here.deck.head.revision, self.clock.now());
            let event = DeckUpdated {
                presentation_id: &room.deck,
                slide_id: "",
                reason: "deck_updated",
                revision,
                updated_at: now,
            };
            self.publish(room, &mut inside, &Event::DeckUpdated(event));
        }
        self.commit(room, inside, Vec::new()).await
    }

    async fn publish_deck_change(self: &Arc<Self>, room: &Arc<Room>, slide: &str, revision: u64, at: Time) {
        let told = async {
            let mut inside = self.lock_room(room).await?;
            // Every node hears of the change; the first one tells.
            if !self.shared.has_other_nodes() || inside.told_revision < revision {
                inside.told_revision = inside.told_revision.max(revision);
                let reason = if inside.promoted.remove(slide) { "question_promoted" } else { "deck_updated" };
                let event =
                    DeckUpdated { presentation_id: &room.deck, slide_id: slide, reason, revision, updated_at: at };
                self.publish(room, &mut inside, &Event::DeckUpdated(event));
            }
            self.commit(room, inside, Vec::new()).await?;
            match self.context(room).await? {
                Some(here) => self.settle(&here).await,
                None => Ok(()),
            }
        };
        if let Err(fault) = told.await {
            tracing::warn!("a live session could not follow its deck: {fault:#}");
        }
    }

    /// Tells the hall. Whoever calls holds the room, so that events come in the order of their numbers.
    fn publish(self: &Arc<Self>, room: &Room, inside: &mut Inside, event: &Event<'_>) {
        let turn = inside.next_turn(self.clock.now());
        match event.written(turn) {
            Ok(text) => {
                let text: Arc<str> = text.into();
                self.shared.publish_here(&room.topic, Arc::clone(&text));
                if self.shared.has_other_nodes() {
                    inside.told.push(text);
                }
            }
            Err(fault) => tracing::error!("an event could not be written: {fault}"),
        }
    }

    /// Removes sessions that expired and makes new follow codes where they are due.
    pub(crate) async fn sweep(self: &Arc<Self>) -> Result<()> {
        self.load_sessions().await?;
        for room in self.rooms.all() {
            match self.context(&room).await? {
                Some(here) if !self.is_idle(&room).await? => self.refresh_codes(&here).await?,
                _ => self.end(&room).await,
            }
        }
        Ok(self.store.sweep_live().await?)
    }

    /// Writes down when sessions were used last, so that a restart does not shorten their life.
    pub(crate) async fn flush(self: &Arc<Self>) {
        self.end_streams();
        for room in self.rooms.all() {
            let active = vec![LiveWrite::Active(room.active_at())];
            if let Err(fault) = self.store.write_live(&room.id, active).await {
                tracing::warn!("a live session may expire a little early: {fault:#}");
            }
        }
    }
}

impl Here {
    /// Whether a caller holds a right on the deck.
    fn may(&self, caller: &Caller, right: Right) -> bool {
        standing(caller, &self.deck).is_some_and(|standing| standing.holds(right))
    }

    /// The slide with an id, with its position.
    fn slide(&self, id: &str) -> Option<(usize, &deck::Slide)> {
        let at = self.deck.deck.position(id)?;
        Some((at, &self.deck.deck.slides[at]))
    }

    /// Holds the room, unless it is of no more use.
    async fn hold(&self) -> Result<tokio::sync::MutexGuard<'_, Inside>> {
        let inside = self.room.inside.lock().await;
        inside.check()?;
        Ok(inside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_that_is_forgotten_while_others_are_loaded_is_loaded_again() {
        let rooms = Rooms::default();
        let first = rooms.lacks().expect("nothing is loaded yet");
        rooms.load_again();
        rooms.loaded.store(first, Ordering::Release);
        let second = rooms.lacks().expect("it was forgotten meanwhile");
        rooms.loaded.store(second, Ordering::Release);
        assert_eq!(rooms.lacks(), None);
    }
}
