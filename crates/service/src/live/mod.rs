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
use store::{Change, DeckChange, LiveWrite, StoredDeck, Time};

pub use self::audience::Device;
use self::event::{DeckUpdated, Event};
pub use self::results::Download;
use self::room::{Gone, Inside, Room};
pub use self::slides::{HallPage, HallSlide, Wish};
use self::stream::Seats;
pub use self::stream::{Listening, Told};
use crate::Service;
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
    by_id: HashMap<String, Arc<Room>>,
    by_deck: HashMap<String, Arc<Room>>,
    /// Session id by follow code.
    codes: HashMap<String, String>,
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

    fn by_deck(&self, deck: &str) -> Option<Arc<Room>> {
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

impl Service {
    /// A running session; looking it up resets its timer.
    async fn live(&self, session: &str) -> Result<Here> {
        let Some(room) = self.look_up(|| self.live.by_id(session)).await? else {
            // One that is stored was forgotten again before it was found.
            let is_stored = self.store.live_session(session).await?.is_some();
            return Err(if is_stored { forgotten() } else { SESSION });
        };
        self.entered(room).await
    }

    /// Enters a room that is known: it has not expired and its deck is there.
    async fn entered(&self, room: Arc<Room>) -> Result<Here> {
        if self.is_idle(&room).await? {
            self.end_live(&room).await;
            return Err(SESSION);
        }
        let Some(here) = self.here(&room).await? else {
            self.end_live(&room).await;
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
    async fn here(&self, room: &Arc<Room>) -> Result<Option<Here>> {
        let Some(deck) = self.store.deck(&room.deck).await?.filter(|deck| deck.head.trashed.is_none()) else {
            return Ok(None);
        };
        let registry = self.registry(&deck.head.organization).await?;
        Ok(Some(Here { room: Arc::clone(room), deck, registry }))
    }

    /// A running session that the caller may steer. Who knows its id knows that it exists.
    async fn live_of_writer(&self, caller: &Caller, session: &str) -> Result<Here> {
        let here = self.live(session).await?;
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
    pub async fn may_steer(&self, caller: &Caller, session: &str) -> Result<()> {
        self.live_of_writer(caller, session).await.map(drop)
    }

    /// Finds something about rooms. What another node made may be stored and not known here yet.
    async fn look_up<T>(&self, find: impl Fn() -> Option<T>) -> Result<Option<T>> {
        self.load_live().await?;
        let found = find();
        if found.is_some() || !self.shared.has_other_nodes() {
            return Ok(found);
        }
        self.live.load_again();
        self.load_live().await?;
        Ok(find())
    }

    /// Whether a room has expired: nobody used it for long, on any node.
    async fn is_idle(&self, room: &Room) -> Result<bool> {
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
    async fn load_live(&self) -> Result<()> {
        if self.live.lacks().is_none() {
            return Ok(());
        }
        let _alone = self.live.loading.lock().await;
        let Some(wanted) = self.live.lacks() else { return Ok(()) };
        for session in self.store.live_sessions().await? {
            if self.live.by_id(&session.id).is_none() {
                self.join(session).await?;
            }
        }
        self.live.loaded.store(wanted, Ordering::Release);
        Ok(())
    }

    /// Stores changes that were told already. It is done to its end even when the caller goes away.
    async fn keep_live(&self, room: &Arc<Room>, writes: Vec<LiveWrite>) -> Result<()> {
        if writes.is_empty() {
            return Ok(());
        }
        let (store, id) = (self.store.clone(), room.id.clone());
        let written = tokio::spawn(async move { store.write_live(&id, writes).await }).await;
        match written {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                self.forget_live(room).await;
                Err(error.into())
            }
            Err(fault) => Err(Error::Internal(fault.into())),
        }
    }

    /// Forgets a room whose memory is ahead of storage; the next lookup finds what is stored.
    async fn forget_live(&self, room: &Arc<Room>) {
        room.inside.lock().await.gone.get_or_insert(Gone::Forgotten);
        self.forget_here(room);
        self.forget_elsewhere(room).await;
    }

    /// Forgets the copy that this node has of a room.
    fn forget_here(&self, room: &Room) {
        self.live.remove(room);
        self.live.load_again();
        self.end_streams_here(room);
    }

    /// Ends a session for good. What cannot be removed now is removed by a later sweep.
    async fn end_live(&self, room: &Arc<Room>) {
        room.inside.lock().await.gone = Some(Gone::Ended);
        self.live.remove(room);
        self.end_streams_here(room);
        if let Err(fault) = self.store.end_live(&room.id).await {
            self.live.load_again();
            tracing::warn!("an expired session stays in storage for now: {fault:#}");
        }
        self.forget_elsewhere(room).await;
    }

    /// Follows a change of a deck, whoever made it.
    pub(crate) async fn live_follows(&self, change: &Change) {
        let Change::Deck { id, what, revision, slide, at, .. } = change else { return };
        let Some(room) = self.live.by_deck(id) else { return };
        match what {
            DeckChange::Trashed | DeckChange::Purged => self.end_live(&room).await,
            DeckChange::Written => {
                self.tell_deck(&room, slide, *revision, *at).await;
            }
            DeckChange::Created | DeckChange::Shared | DeckChange::Restored => {}
        }
    }

    /// Makes up for changes that were missed: every hall is told to look at its deck again.
    pub(crate) async fn live_catches_up(&self) {
        for room in self.live.all() {
            match self.here(&room).await {
                Ok(Some(here)) => {
                    let head = &here.deck.head;
                    self.tell_deck(&room, "", head.revision, head.updated_at).await;
                }
                Ok(None) => self.end_live(&room).await,
                Err(fault) => tracing::warn!("a live session could not follow its deck: {fault:#}"),
            }
        }
    }

    /// Follows a change of the themes or slide types of an organization: its decks may look different now.
    pub(crate) async fn live_is_drawn_anew(&self, organization: &str) {
        for room in self.live.all() {
            if let Err(fault) = self.tell_edition(&room, organization).await {
                tracing::warn!("a live session could not follow its theme: {fault:#}");
            }
        }
    }

    /// Tells the hall that its whole deck is drawn anew, if it is one of an organization.
    async fn tell_edition(&self, room: &Arc<Room>, organization: &str) -> Result<()> {
        let Some(here) = self.here(room).await?.filter(|here| here.deck.head.organization == organization) else {
            return Ok(());
        };
        let edition = self.edition(organization, &here.deck.deck.theme).await?.name;
        let mut inside = self.take(room).await?;
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
            self.tell_live(room, &mut inside, &Event::DeckUpdated(event));
        }
        self.give_back(room, inside, Vec::new()).await
    }

    async fn tell_deck(&self, room: &Arc<Room>, slide: &str, revision: u64, at: Time) {
        let told = async {
            let mut inside = self.take(room).await?;
            // Every node hears of the change; the first one tells.
            if !self.shared.has_other_nodes() || inside.told_revision < revision {
                inside.told_revision = inside.told_revision.max(revision);
                let reason = if inside.promoted.remove(slide) { "question_promoted" } else { "deck_updated" };
                let event =
                    DeckUpdated { presentation_id: &room.deck, slide_id: slide, reason, revision, updated_at: at };
                self.tell_live(room, &mut inside, &Event::DeckUpdated(event));
            }
            self.give_back(room, inside, Vec::new()).await?;
            match self.here(room).await? {
                Some(here) => self.settle(&here).await,
                None => Ok(()),
            }
        };
        if let Err(fault) = told.await {
            tracing::warn!("a live session could not follow its deck: {fault:#}");
        }
    }

    /// Tells the hall. Whoever calls holds the room, so that events come in the order of their numbers.
    fn tell_live(&self, room: &Room, inside: &mut Inside, event: &Event<'_>) {
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
    pub(crate) async fn sweep_live(&self) -> Result<()> {
        self.load_live().await?;
        for room in self.live.all() {
            match self.here(&room).await? {
                Some(here) if !self.is_idle(&room).await? => self.refresh_codes(&here).await?,
                _ => self.end_live(&room).await,
            }
        }
        Ok(self.store.sweep_live().await?)
    }

    /// Writes down when sessions were used last, so that a restart does not shorten their life.
    pub(crate) async fn rest_live(&self) {
        self.end_streams();
        for room in self.live.all() {
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
