//! Live sessions: a presenter and an audience that follows.
//!
//! A running session is a [`Room`] in memory. Every change is stored first, then published to the streams and returned
//! to its caller, so a crash loses nothing that was acknowledged or shown. If storing fails, the room is evicted: its
//! streams end, and clients that reconnect find what is stored. Nodes that share a storage each have a copy of a room;
//! see [`nodes`].

mod answer_queue;
mod audience;
mod codes;
mod counts;
mod event;
mod interactions;
mod mark_board;
mod marks;
mod nodes;
mod notes;
mod presenters;
mod questions;
mod reactions;
mod results;
mod room;
mod sessions;
mod slide_answers;
mod slide_interaction;
mod slides;
mod state;
mod steering;
mod stream;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use deck::{Registry, SlideId};
use serde::Serialize;
use store::{Change, DeckChange, DeckId, LiveWrite, OrganizationId, SessionId, Shared, Store, StoredDeck, Time};

use crate::clock::Clock;
use crate::locks::Locks;
use crate::{Accounts, Catalogue, Config, Decks, Drawing, InstanceSecret, Maintenance};

pub use self::audience::{AudienceSlide, AudienceSummary, AudienceView, Device};
pub use self::codes::FollowTarget;
pub use self::event::{
    Branch, BranchRule, ControlChange, DeckUpdate, DeckUpdateReason, LiveEvent, NumberedEvent, QuestionList,
};
pub use self::interactions::CurrentInteraction;
pub use self::mark_board::{Caption, InkColor, MarkEvent, MarksNotice, RemovedStrokes, SlideMarks, StrokePart};
pub use self::marks::{MarkStream, MarkUpdate, NewMarks, SharedMark};
pub use self::notes::DeckWithNotes;
pub use self::questions::{NewQuestion, PromotedPosition, QuestionStatus, QuestionView, Questions};
pub use self::reactions::{Reaction, Reactions};
pub use self::results::{FeedbackEntry, OptionVotes};
use self::room::{Closed, Room, RoomState};
pub use self::sessions::RunningSession;
pub use self::slide_interaction::{InteractionPrompt, InteractionState, OwnAnswer};
pub use self::slides::{LivePage, LiveSlide, ViewOptions};
pub use self::state::{RemoteCommand, SessionStatus, StateChange};
pub use self::steering::{Remote, SpeakerAccess, Steering};
use self::stream::StreamSlots;
pub use self::stream::{LiveSnapshot, LiveStream, LiveUpdate};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::{Right, access_level};
use crate::secret::new_id;
use crate::webhooks::EndReason;

/// Milliseconds without activity after which a session has expired.
const MAX_IDLE: Time = 30 * 60 * 1000;
/// The time of the last use of a session is stored again when this many milliseconds have passed since it was stored.
const ACTIVITY_INTERVAL: Time = 60 * 1000;

/// The error for a session that is unknown or expired.
const NO_SESSION: Error = Error::NotFound("session");

/// The error for a copy of a session that was evicted. A client that retries finds the stored one.
fn evicted() -> Error {
    Error::Busy("this node loads the session again")
}

/// The stored form of an item of a session.
fn stored_value(item: &impl Serialize) -> Result<serde_json::Value> {
    serde_json::to_value(item).map_err(|fault| Error::Internal(fault.into()))
}

/// All running sessions that this node knows.
#[derive(Debug)]
pub(crate) struct Rooms {
    /// A random name for this node.
    node: String,
    index: Mutex<RoomIndex>,
    /// Load generations: the last one requested and the last one finished.
    requested_load: AtomicU64,
    finished_load: AtomicU64,
    loading: tokio::sync::Mutex<()>,
    slots: StreamSlots,
    /// Streams of marks, which are counted separately from event streams.
    mark_slots: StreamSlots,
    /// Whether the service is shutting down.
    is_closing: AtomicBool,
}

/// Sessions by id, deck and follow code.
#[derive(Debug, Default)]
struct RoomIndex {
    by_id: HashMap<SessionId, Arc<Room>>,
    by_deck: HashMap<DeckId, Arc<Room>>,
    /// Session id by follow code.
    codes: HashMap<String, SessionId>,
}

/// A running session with its deck and slide types, as they were when it was looked up.
#[derive(Debug, Clone)]
struct SessionContext {
    room: Arc<Room>,
    deck: Arc<StoredDeck>,
    registry: Arc<Registry>,
}

impl Default for Rooms {
    fn default() -> Self {
        Self {
            node: new_id(),
            index: Mutex::default(),
            requested_load: AtomicU64::new(1),
            finished_load: AtomicU64::new(0),
            loading: tokio::sync::Mutex::default(),
            slots: StreamSlots::default(),
            mark_slots: StreamSlots::default(),
            is_closing: AtomicBool::new(false),
        }
    }
}

impl Rooms {
    fn index(&self) -> MutexGuard<'_, RoomIndex> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The load generation that is requested and not finished; `None` when memory is up to date.
    fn pending_load(&self) -> Option<u64> {
        let requested = self.requested_load.load(Ordering::Acquire);
        (self.finished_load.load(Ordering::Acquire) != requested).then_some(requested)
    }

    /// Requests that stored sessions are loaded before the next lookup, even if a load is running.
    fn request_load(&self) {
        self.requested_load.fetch_add(1, Ordering::AcqRel);
    }

    fn by_id(&self, id: &SessionId) -> Option<Arc<Room>> {
        self.index().by_id.get(id).cloned()
    }

    fn by_deck(&self, deck: &DeckId) -> Option<Arc<Room>> {
        self.index().by_deck.get(deck).cloned()
    }

    fn all(&self) -> Vec<Arc<Room>> {
        self.index().by_id.values().cloned().collect()
    }

    /// Adds a room, unless its session has one.
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

    /// Adds the codes of a room.
    fn index_codes(&self, room: &Room, codes: &store::LiveCodes) {
        let mut index = self.index();
        for (_, code) in codes.current.iter().chain(&codes.former) {
            index.codes.insert(code.clone(), room.id.clone());
        }
    }

    fn remove(&self, room: &Room) {
        let mut index = self.index();
        index.by_id.remove(&room.id);
        if index.by_deck.get(&room.deck).is_some_and(|other| other.id == room.id) {
            index.by_deck.remove(&room.deck);
        }
        index.codes.retain(|_, session| *session != room.id);
    }
}

/// Live sessions: presenter, audience, polls and questions.
///
/// Uses storage and the state that nodes share, accounts and decks for rights, decks for notes, the catalogue and
/// drawing for slides, and the maintenance switch.
#[derive(Debug)]
pub struct Live {
    pub(crate) rooms: Rooms,
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) locks: Arc<Locks>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) decks: Arc<Decks>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) maintenance: Arc<Maintenance>,
    pub(crate) secret: InstanceSecret,
}

impl Live {
    /// A running session. The lookup counts as a use of it.
    async fn session(self: &Arc<Self>, session: &SessionId) -> Result<SessionContext> {
        let Some(room) = self.find_room(|| self.rooms.by_id(session)).await? else {
            // A stored session was evicted between loading and lookup.
            let is_stored = self.store.live_session(session).await?.is_some();
            return Err(if is_stored { evicted() } else { NO_SESSION });
        };
        self.use_room(room).await
    }

    /// A session that its presenter has not finished.
    async fn open_session(self: &Arc<Self>, session: &SessionId) -> Result<SessionContext> {
        let context = self.session(session).await?;
        context.room_state().await?.check_open()?;
        Ok(context)
    }

    /// The context of a room; this counts as a use of its session. Ends the session when it has expired or its deck was
    /// deleted.
    async fn use_room(self: &Arc<Self>, room: Arc<Room>) -> Result<SessionContext> {
        if self.is_idle(&room).await? {
            self.end(&room).await;
            return Err(NO_SESSION);
        }
        let Some(context) = self.context_of(&room).await? else {
            self.end(&room).await;
            return Err(NO_SESSION);
        };
        if room.touch(self.clock.now(), self.clock.steady(), ACTIVITY_INTERVAL) {
            let (store, id, now) = (self.store.clone(), room.id.clone(), self.clock.now());
            store::spawn(async move { store.write_live_session(&id, vec![LiveWrite::Active(now)]).await });
        }
        self.adapt_state(&context).await?;
        Ok(context)
    }

    /// A room with its deck as it is now; `None` when the deck was deleted.
    async fn context_of(self: &Arc<Self>, room: &Arc<Room>) -> Result<Option<SessionContext>> {
        let Some(deck) = self.store.deck(&room.deck).await?.filter(|deck| deck.head.trashed.is_none()) else {
            return Ok(None);
        };
        let registry = self.catalogue.registry(&deck.head.organization).await?;
        Ok(Some(SessionContext { room: Arc::clone(room), deck, registry }))
    }

    /// Looks something up in the rooms. When it is not found, stored sessions are loaded before a second lookup, since
    /// another node may have started the session.
    async fn find_room<T>(self: &Arc<Self>, find: impl Fn() -> Option<T>) -> Result<Option<T>> {
        self.load_sessions().await?;
        let found = find();
        if found.is_some() || !self.shared.has_other_nodes() {
            return Ok(found);
        }
        self.rooms.request_load();
        self.load_sessions().await?;
        Ok(find())
    }

    /// Whether a session has expired: it was not used for [`MAX_IDLE`] milliseconds, on any node.
    async fn is_idle(self: &Arc<Self>, room: &Room) -> Result<bool> {
        if room.idle(self.clock.steady()) < MAX_IDLE {
            return Ok(false);
        }
        if !self.shared.has_other_nodes() {
            return Ok(true);
        }
        let stored = self.store.live_session(&room.id).await?;
        let used = |session: store::LiveSession| room.was_used_elsewhere(session.active_at, self.clock.steady());
        Ok(!stored.is_some_and(used))
    }

    /// Loads stored sessions into memory, if that was requested.
    async fn load_sessions(self: &Arc<Self>) -> Result<()> {
        if self.rooms.pending_load().is_none() {
            return Ok(());
        }
        let _lock = self.rooms.loading.lock().await;
        let Some(generation) = self.rooms.pending_load() else { return Ok(()) };
        for session in self.store.live_sessions().await? {
            if self.rooms.by_id(&session.id).is_none() {
                self.join_journal(session).await?;
            }
        }
        self.rooms.finished_load.store(generation, Ordering::Release);
        Ok(())
    }

    /// Evicts the copy of a room on this node. The next lookup loads what is stored.
    fn evict_local(self: &Arc<Self>, room: &Room) {
        self.rooms.remove(room);
        self.rooms.request_load();
        room.end_streams();
    }

    /// Ends a session and deletes it from storage. If it cannot be deleted now, a later sweep deletes it.
    async fn end(self: &Arc<Self>, room: &Arc<Room>) {
        // The room stays locked and in the index until it is deleted from storage, so that nobody loads it again
        // meanwhile.
        let mut room_state = room.state.lock().await;
        room_state.closed = Some(Closed::Ended);
        if !room_state.session.is_finished() {
            self.count_at_end(room, &room_state, room.active_at()).await;
        }
        room.end_streams();
        let context = self.context_of(room).await.ok().flatten().filter(|_| !room_state.session.is_finished());
        let event = context.map(|context| context.ended_event(&room_state, EndReason::Expired, self.clock.now()));
        let deleted = self.store.delete_live_session(&room.id, event).await;
        self.rooms.remove(room);
        drop(room_state);
        if let Err(fault) = deleted {
            self.rooms.request_load();
            tracing::warn!("a session that ended is still in storage: {fault:#}");
        }
        if let Err(fault) = self.evict_on_other_nodes(room).await {
            tracing::warn!("other nodes were not asked to end a session: {fault:#}");
        }
    }

    /// Applies a change of a deck by any process to its session.
    pub(crate) async fn follow_change(self: &Arc<Self>, change: &Change) {
        let Change::Deck { id, what, revision, slide, at, .. } = change else { return };
        let Some(room) = self.rooms.by_deck(id) else { return };
        match what {
            DeckChange::Trashed | DeckChange::Purged => self.end(&room).await,
            DeckChange::Written => self.publish_deck_change(&room, slide.as_ref(), *revision, *at).await,
            DeckChange::Shared => self.follow_rights(&room).await,
            DeckChange::Created | DeckChange::Restored => {}
        }
    }

    /// Publishes an update of every deck, after changes may have been missed.
    pub(crate) async fn reload_all(self: &Arc<Self>) {
        for room in self.rooms.all() {
            match self.context_of(&room).await {
                Ok(Some(context)) => {
                    let head = &context.deck.head;
                    self.publish_deck_change(&room, None, head.revision, head.updated_at).await;
                    self.follow_rights(&room).await;
                }
                Ok(None) => self.end(&room).await,
                Err(fault) => tracing::warn!("a live session was not updated after changes of its deck: {fault:#}"),
            }
        }
    }

    /// Publishes that decks of an organization may look different, after a change of its themes or slide types.
    pub(crate) async fn invalidate_drawings(self: &Arc<Self>, organization: &OrganizationId) {
        for room in self.rooms.all() {
            if let Err(fault) = self.publish_edition(&room, organization).await {
                tracing::warn!("a live session was not updated after a change of its theme: {fault:#}");
            }
        }
    }

    /// Publishes an update of the whole deck, if the deck belongs to the organization.
    async fn publish_edition(self: &Arc<Self>, room: &Arc<Room>, organization: &OrganizationId) -> Result<()> {
        let Some(context) =
            self.context_of(room).await?.filter(|context| context.deck.head.organization == *organization)
        else {
            return Ok(());
        };
        let edition = self.catalogue.edition(organization, &context.deck.deck.theme).await?.hash;
        let mut locked = self.lock_room(room).await?;
        // Every node receives the change; the first one publishes it.
        if locked.published_edition.replace(edition) != Some(edition) {
            let update = DeckUpdate {
                deck: room.deck.clone(),
                slide: None,
                reason: DeckUpdateReason::Edited,
                revision: context.deck.head.revision,
                updated_at: self.clock.now(),
            };
            self.publish(&mut locked, LiveEvent::DeckUpdated(update));
        }
        self.commit(room, locked, Vec::new()).await
    }

    async fn publish_deck_change(self: &Arc<Self>, room: &Arc<Room>, slide: Option<&SlideId>, revision: u64, at: Time) {
        let published = async {
            let mut locked = self.lock_room(room).await?;
            // Every node receives the change; the first one publishes it.
            if !self.shared.has_other_nodes() || locked.published_revision < revision {
                locked.published_revision = locked.published_revision.max(revision);
                let is_promoted = slide.is_some_and(|slide| locked.promoted.remove(slide));
                let reason = if is_promoted { DeckUpdateReason::QuestionPromoted } else { DeckUpdateReason::Edited };
                let slide = slide.cloned();
                let update = DeckUpdate { deck: room.deck.clone(), slide, reason, revision, updated_at: at };
                self.publish(&mut locked, LiveEvent::DeckUpdated(update));
            }
            self.commit(room, locked, Vec::new()).await?;
            match self.context_of(room).await? {
                Some(context) => self.adapt_state(&context).await,
                None => Ok(()),
            }
        };
        if let Err(fault) = published.await {
            tracing::warn!("a live session was not updated after a change of its deck: {fault:#}");
        }
    }

    /// Adds an event to those that are sent to the streams once the change is stored.
    fn publish(self: &Arc<Self>, room_state: &mut RoomState, event: LiveEvent) {
        let number = room_state.next_turn(self.clock.now());
        room_state.unsent.push(Arc::new(NumberedEvent::new(number, event)));
    }

    /// Deletes expired sessions, checks the rights of presenters and replaces expired follow codes.
    pub(crate) async fn sweep(self: &Arc<Self>) -> Result<()> {
        self.load_sessions().await?;
        self.follow_accounts().await;
        for room in self.rooms.all() {
            match self.context_of(&room).await? {
                Some(context) if !self.is_idle(&room).await? => self.refresh_codes(&context).await?,
                _ => self.end(&room).await,
            }
        }
        Ok(self.store.sweep_live_items().await?)
    }

    /// Stores when sessions were used last, so that they do not expire early after a restart.
    pub(crate) async fn flush(self: &Arc<Self>) {
        self.end_streams();
        for room in self.rooms.all() {
            let active = vec![LiveWrite::Active(room.active_at())];
            if let Err(fault) = self.store.write_live_session(&room.id, active).await {
                tracing::warn!("the last use of a live session was not stored, so it may expire early: {fault:#}");
            }
        }
    }
}

impl SessionContext {
    /// Whether a caller has a right on the deck.
    fn may(&self, caller: &Caller, right: Right) -> bool {
        access_level(caller, &self.deck).is_some_and(|access| access.holds(right))
    }

    /// The slide with an id, with its position.
    fn slide(&self, id: &SlideId) -> Option<(usize, &deck::Slide)> {
        let at = self.deck.deck.position(id)?;
        Some((at, &self.deck.deck.slides[at]))
    }

    /// All languages of the deck, the main one first.
    fn languages(&self) -> Vec<String> {
        self.deck.deck.languages().into_iter().map(str::to_owned).collect()
    }

    /// The state of the room on this node, to read it. Fails when the session ended or its copy was evicted.
    async fn room_state(&self) -> Result<tokio::sync::MutexGuard<'_, RoomState>> {
        let room_state = self.room.state.lock().await;
        room_state.check()?;
        Ok(room_state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_that_is_evicted_while_others_are_loaded_is_loaded_again() {
        let rooms = Rooms::default();
        let first = rooms.pending_load().expect("no load has finished");
        rooms.request_load();
        rooms.finished_load.store(first, Ordering::Release);
        let second = rooms.pending_load().expect("a second load was requested");
        rooms.finished_load.store(second, Ordering::Release);
        assert_eq!(rooms.pending_load(), None);
    }
}
