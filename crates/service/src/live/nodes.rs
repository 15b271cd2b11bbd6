//! Rooms on several nodes: each node has its own copy, and one node at a time may change it.
//!
//! A node that changes a room claims it, applies the entries that others wrote into its journal, stores the change,
//! sends its events to its own streams, and releases the room with an entry: the writes and the events. The other nodes
//! apply the entry to their copies and send the events to their streams. A node that may have missed an entry evicts
//! its copy: its streams end, and clients that reconnect find what is stored. In one process nothing is claimed and no
//! entry is written.
//!
//! Storage decides which change comes first: a change is stored only on top of the last one that the node knows, so a
//! node whose claim expired cannot overwrite the change of another. Every write in the journal is stored, and only
//! entries after the stored turn are applied, so an old journal, from a Redis that lost its last seconds, changes
//! nothing.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Weak};
use std::time::Duration;

use deck::SlideId;
use serde::{Deserialize, Serialize};
use store::{JournalEntries, Lease, LiveAnswer, LiveItem, LiveSession, LiveWrite, Received, SessionId, Subscription};
use tokio::sync::OwnedMutexGuard;
use tokio::time::{sleep, timeout};

use super::event::{LiveEvent, NumberedEvent};
use super::mark_board::is_stroke;
use super::marks::send_soon;
use super::questions::{QUESTIONS_ITEM, Question};
use super::room::{Closed, Room, RoomState, StreamMessage};
use super::{NO_SESSION, SessionContext, evicted};
use crate::Live;
use crate::error::{Error, Result};

/// Milliseconds for which the number of followers on another node is valid.
const COUNT_LIFETIME: i64 = 20_000;
/// How long storing a change may take. Then it may or may not be stored, and the room is evicted.
const STORE_TIMEOUT: Duration = Duration::from_secs(10);
/// How often, and at what interval, a node tries to make the others evict a room whose journal lacks a stored change.
const EVICTION_ATTEMPTS: usize = 60;
const EVICTION_INTERVAL: Duration = Duration::from_secs(1);

/// A message between nodes about a room.
#[derive(Debug, Serialize, Deserialize)]
enum RoomMessage {
    /// A node changed the room.
    Changed(Box<JournalEntry>),
    /// The session ended or could not be stored: the other nodes must evict their copies.
    Evict,
}

/// A change of a room by a node.
#[derive(Debug, Serialize, Deserialize)]
struct JournalEntry {
    turn: u64,
    /// The turns of the last stored change before and after this one. They are equal when it has only events.
    stored_before: u64,
    stored_after: u64,
    moved_turn: u64,
    settled_revision: u64,
    published_revision: u64,
    published_edition: Option<u64>,
    promoted: Vec<SlideId>,
    writes: Vec<LiveWrite>,
    events: Vec<JournalEvent>,
}

/// An event with its number.
#[derive(Debug, Serialize, Deserialize)]
struct JournalEvent {
    number: u64,
    event: LiveEvent,
}

/// A room that this node alone may change.
#[derive(Debug)]
pub(super) struct LockedRoom {
    state: OwnedMutexGuard<RoomState>,
    claim: Option<Lease>,
    /// The turn when the room was locked; `None` when the copy was reloaded. Then an entry is written even without a
    /// change, since the journal lacks changes.
    turn_before: Option<u64>,
}

impl Deref for LockedRoom {
    type Target = RoomState;

    fn deref(&self) -> &RoomState {
        &self.state
    }
}

impl DerefMut for LockedRoom {
    fn deref_mut(&mut self) -> &mut RoomState {
        &mut self.state
    }
}

impl Live {
    /// Locks a room on all nodes, to change it.
    pub(super) async fn lock_room(self: &Arc<Self>, room: &Arc<Room>) -> Result<LockedRoom> {
        let mut room_state = Arc::clone(&room.state).lock_owned().await;
        room_state.check()?;
        // Events of a change that failed are not sent.
        room_state.unsent.clear();
        // Reads entries after `stored_turn`, not after `session.turn`: the latter is ahead of the journal in a copy
        // that was just loaded, so that its events have new numbers.
        let (claim, mut entries) = self.shared.acquire_lease(&room.journal, room_state.stored_turn).await?;
        if claim.is_none() {
            return Ok(LockedRoom { turn_before: Some(room_state.session.turn), state: room_state, claim });
        }
        let is_complete =
            entries.complete && self.apply_entries(room, &mut room_state, std::mem::take(&mut entries.entries));
        if !is_complete {
            self.reload_room(room, &mut room_state, entries.entries).await?;
        }
        Ok(LockedRoom { turn_before: is_complete.then_some(room_state.session.turn), state: room_state, claim })
    }

    /// Stores the writes of a change, then sends its events and releases the room. It finishes even when the caller is
    /// cancelled.
    ///
    /// # Errors
    /// Fails when the writes could not be stored. Then nothing was sent, and the room is evicted.
    pub(super) async fn commit(
        self: &Arc<Self>,
        room: &Arc<Room>,
        locked: LockedRoom,
        writes: Vec<LiveWrite>,
    ) -> Result<()> {
        let (service, room) = (Arc::clone(self), Arc::clone(room));
        let committed = store::spawn(async move { service.store_and_send(&room, locked, writes).await }).await;
        committed.map_err(|fault| Error::Internal(fault.into()))?
    }

    async fn store_and_send(
        self: &Arc<Self>,
        room: &Arc<Room>,
        locked: LockedRoom,
        mut writes: Vec<LiveWrite>,
    ) -> Result<()> {
        let LockedRoom { state: mut room_state, claim, turn_before } = locked;
        let (turn, stored_before) = (room_state.session.turn, room_state.stored_turn);
        if !writes.is_empty() {
            for write in &mut writes {
                if let LiveWrite::Session(session) = write {
                    session.turn = turn;
                }
            }
            let after = claim.is_some().then_some(stored_before);
            let event = room_state.webhook_event.take();
            let storing = self.store.commit_live_session(&room.id, after, turn, writes.clone(), event);
            let too_slow = |_| Error::Unavailable("a change of a session took too long to store".to_owned());
            let stored = timeout(STORE_TIMEOUT, storing).await.map_err(too_slow).and_then(|done| Ok(done?));
            if !matches!(stored, Ok(true)) {
                room_state.closed.get_or_insert(Closed::Evicted);
                drop((room_state, claim));
                self.evict_local(room);
                if let Err(fault) = self.evict_on_other_nodes(room).await {
                    tracing::warn!("other nodes were not asked to evict a session: {fault:#}");
                }
                return stored.and(Err(evicted()));
            }
            room_state.stored_turn = turn;
        }
        let events = std::mem::take(&mut room_state.unsent);
        for event in &events {
            self.send_event(room, Arc::clone(event));
        }
        let Some(claim) = claim.filter(|_| turn_before != Some(turn)) else { return Ok(()) };
        let events = events.iter().map(|sent| JournalEvent { number: sent.number, event: sent.event.clone() });
        let entry = JournalEntry {
            turn,
            stored_before,
            stored_after: room_state.stored_turn,
            moved_turn: room_state.moved_turn,
            settled_revision: room_state.settled_revision,
            published_revision: room_state.published_revision,
            published_edition: room_state.published_edition,
            promoted: room_state.promoted.iter().cloned().collect(),
            writes,
            events: events.collect(),
        };
        let message = RoomMessage::Changed(Box::new(entry));
        let text = serde_json::to_string(&message).map_err(|fault| Error::Internal(fault.into()))?;
        if let Err(fault) = claim.release(turn, &text).await {
            tracing::warn!("a stored change of a session was not sent to other nodes: {fault:#}");
            store::spawn(evict_until_done(Arc::downgrade(self), Arc::clone(room)));
        }
        Ok(())
    }

    /// Makes the other nodes evict their copies of a room.
    pub(super) async fn evict_on_other_nodes(self: &Arc<Self>, room: &Room) -> Result<()> {
        if !self.shared.has_other_nodes() {
            return Ok(());
        }
        let text = serde_json::to_string(&RoomMessage::Evict).map_err(|fault| Error::Internal(fault.into()))?;
        self.shared.clear_journal(&room.journal).await?;
        Ok(self.shared.publish(&room.journal, text.into()).await?)
    }

    /// Loads a stored session as a room of this node. Returns `None` when it ended meanwhile.
    pub(super) async fn join_journal(self: &Arc<Self>, session: LiveSession) -> Result<Option<Arc<Room>>> {
        let id = session.id.clone();
        let messages = self.subscribe_to_nodes(&id).await?;
        // Storage is read after subscribing, so that no entry is missed in between.
        let session = if messages.is_some() { self.store.live_session(&id).await? } else { Some(session) };
        let Some(session) = session else { return Ok(None) };
        let (items, answers) = (self.store.live_items(&id).await?, self.store.live_answers(&id).await?);
        let (turn, codes) = (session.turn, session.codes.clone());
        let is_shared = messages.is_some();
        let room = Arc::new(Room::stored(session, items, answers, self.clock.now(), self.clock.steady(), is_shared));
        if is_shared {
            let JournalEntries { entries, complete } = self.shared.journal_entries(&room.journal, turn).await?;
            let mut room_state = room.state.lock().await;
            if !entries.is_empty() || complete {
                room_state.session.turn = turn;
            }
            self.apply_entries(&room, &mut room_state, entries);
        }
        self.listen_to_nodes(&room, messages);
        self.rooms.add(&room, &codes);
        Ok(self.rooms.by_id(&id))
    }

    /// Subscribes to the changes of other nodes to a session; `None` when there are no other nodes.
    pub(super) async fn subscribe_to_nodes(self: &Arc<Self>, session: &SessionId) -> Result<Option<Subscription>> {
        if !self.shared.has_other_nodes() {
            return Ok(None);
        }
        Ok(Some(self.shared.subscribe(&Room::journal_of(session)).await?))
    }

    /// Applies the changes of other nodes to a room from now on.
    pub(super) fn listen_to_nodes(self: &Arc<Self>, room: &Arc<Room>, messages: Option<Subscription>) {
        if let Some(messages) = messages {
            store::spawn(follow_nodes(Arc::downgrade(self), Arc::downgrade(room), messages));
            self.listen_to_marks(room);
        }
    }

    /// Applies journal entries of other nodes, and sends their events to the streams of this one. Returns false at an
    /// entry that does not follow the stored change that this copy has; from there on, only the turn is applied.
    fn apply_entries(self: &Arc<Self>, room: &Arc<Room>, room_state: &mut RoomState, entries: Vec<String>) -> bool {
        let mut is_complete = true;
        for text in entries {
            match serde_json::from_str(&text) {
                Ok(RoomMessage::Changed(entry)) => {
                    let turn = entry.turn;
                    is_complete = is_complete && self.apply_entry(room, room_state, *entry);
                    room_state.session.turn = room_state.session.turn.max(turn);
                }
                Ok(RoomMessage::Evict) => {}
                Err(fault) => {
                    tracing::error!("a journal entry of another node cannot be read: {fault}");
                    is_complete = false;
                }
            }
        }
        is_complete
    }

    /// Applies a journal entry, unless this copy has it. Returns false when a stored change before it is missing.
    fn apply_entry(self: &Arc<Self>, room: &Arc<Room>, room_state: &mut RoomState, entry: JournalEntry) -> bool {
        if entry.turn <= room_state.session.turn && entry.stored_after <= room_state.stored_turn {
            return true;
        }
        if entry.stored_before != room_state.stored_turn {
            return false;
        }
        let turn = room_state.session.turn;
        let nonce = room_state.session.nonce.clone();
        room.marks().apply(&entry.writes);
        for write in entry.writes {
            if let LiveWrite::Session(session) = &write {
                self.rooms.index_codes(room, &session.codes);
            }
            room_state.apply(write);
        }
        if room_state.session.nonce != nonce {
            room.send(StreamMessage::KeyChanged);
        }
        room_state.session.turn = turn.max(entry.turn);
        room_state.stored_turn = entry.stored_after;
        room_state.moved_turn = room_state.moved_turn.max(entry.moved_turn);
        room_state.settled_revision = room_state.settled_revision.max(entry.settled_revision);
        room_state.published_revision = room_state.published_revision.max(entry.published_revision);
        room_state.published_edition = entry.published_edition.or(room_state.published_edition);
        room_state.promoted = entry.promoted.into_iter().collect();
        for JournalEvent { number, event } in entry.events {
            self.send_event(room, Arc::new(NumberedEvent::new(number, event)));
        }
        send_soon(room, &self.clock);
        true
    }

    /// Sends an event to the streams of this node. On a move to another slide, also sends the marks of that slide.
    fn send_event(self: &Arc<Self>, room: &Arc<Room>, event: Arc<NumberedEvent>) {
        if let LiveEvent::State(state) = &event.event {
            room.marks().move_to(state.slide_id.as_ref());
            send_soon(room, &self.clock);
        }
        room.send(StreamMessage::Event(event));
    }

    /// Replaces a copy that may have missed entries by what is stored, and applies the entries that follow. If the copy
    /// missed a stored change, the streams end and clients reconnect.
    async fn reload_room(
        self: &Arc<Self>,
        room: &Arc<Room>,
        room_state: &mut RoomState,
        entries: Vec<String>,
    ) -> Result<()> {
        let Some(session) = self.store.live_session(&room.id).await? else { return Err(NO_SESSION) };
        let is_same = session.turn == room_state.stored_turn;
        if !is_same {
            let (items, answers) = (self.store.live_items(&room.id).await?, self.store.live_answers(&room.id).await?);
            let turn = room_state.session.turn.max(session.turn);
            room.marks().reload(session.state.slide_id.clone(), &items);
            room_state.replace_session(session);
            self.rooms.index_codes(room, &room_state.session.codes);
            room_state.load(items, answers);
            room_state.session.turn = turn;
        }
        self.apply_entries(room, room_state, entries);
        if !is_same {
            room_state.moved_turn = room_state.next_turn(self.clock.now());
            room.end_streams();
        }
        Ok(())
    }

    /// How many streams of a session are open for its audience, on all nodes. Pages of its presenter are not counted.
    pub(super) async fn followers(self: &Arc<Self>, session: &SessionId) -> usize {
        let local = self.rooms.slots.of_audience(session);
        let Ok(elsewhere) = self.shared.texts(&format!("followers {session}"), self.clock.now()).await else {
            return local;
        };
        let others = elsewhere.iter().filter(|(node, _)| *node != self.rooms.node);
        local + others.filter_map(|(_, count)| count.parse::<usize>().ok()).sum::<usize>()
    }

    /// Publishes the numbers of local followers to other nodes.
    pub(crate) async fn publish_follower_count(self: &Arc<Self>) {
        if !self.shared.has_other_nodes() {
            return;
        }
        for room in self.rooms.all() {
            let count = self.rooms.slots.of_audience(&room.id);
            let (family, node, now) = (format!("followers {}", room.id), &self.rooms.node, self.clock.now());
            if let Err(fault) = self.shared.put_text(&family, node, &count.to_string(), COUNT_LIFETIME, now).await {
                tracing::warn!("the number of followers was not published to other nodes: {fault:#}");
                return;
            }
        }
    }
}

/// Applies the changes of other nodes to a room until the service or the room is dropped. A message that was missed or
/// cannot be read, or a change before it that is missing, evicts the room.
async fn follow_nodes(service: Weak<Live>, room: Weak<Room>, mut messages: Subscription) {
    loop {
        let message = messages.next().await;
        let (Some(service), Some(room)) = (service.upgrade(), room.upgrade()) else { return };
        let message = match message {
            Received::Event(text) => serde_json::from_str(&text).unwrap_or(RoomMessage::Evict),
            Received::Missed => RoomMessage::Evict,
        };
        let mut room_state = room.state.lock().await;
        if room_state.closed.is_some() {
            return;
        }
        let is_complete = match message {
            RoomMessage::Changed(entry) => service.apply_entry(&room, &mut room_state, *entry),
            RoomMessage::Evict => false,
        };
        if !is_complete {
            room_state.closed = Some(Closed::Evicted);
            drop(room_state);
            service.evict_local(&room);
            return;
        }
    }
}

/// Makes the other nodes evict a room: tries until Redis responds, [`EVICTION_ATTEMPTS`] times at most.
async fn evict_until_done(service: Weak<Live>, room: Arc<Room>) {
    for _ in 0..EVICTION_ATTEMPTS {
        let Some(service) = service.upgrade() else { return };
        if service.evict_on_other_nodes(&room).await.is_ok() {
            return;
        }
        drop(service);
        sleep(EVICTION_INTERVAL).await;
    }
}

impl SessionContext {
    /// Locks the room on all nodes, to change it.
    pub(super) async fn lock(&self, service: &Arc<Live>) -> Result<LockedRoom> {
        service.lock_room(&self.room).await
    }
}

impl RoomState {
    /// Replaces the session, without its questions and answers.
    fn replace_session(&mut self, session: LiveSession) {
        self.stored_turn = session.turn;
        self.session = session;
        self.answers.clear();
        self.questions.clear();
        self.questions_open = true;
        self.text_bytes = 0;
    }

    /// Adds stored questions and answers.
    pub(super) fn load(&mut self, items: Vec<LiveItem>, answers: Vec<LiveAnswer>) {
        for item in items {
            self.apply(LiveWrite::Item(item, 0));
        }
        for answer in answers {
            self.apply(LiveWrite::Answer(answer, 0));
        }
    }

    /// Applies a write.
    pub(super) fn apply(&mut self, write: LiveWrite) {
        match write {
            LiveWrite::Session(session) => self.session = *session,
            LiveWrite::Active(at) => self.session.active_at = self.session.active_at.max(at),
            LiveWrite::Item(LiveItem { item, entry }, _) if item == QUESTIONS_ITEM => {
                self.apply_questions_entry(&entry);
            }
            // Strokes are on the mark board of the room, not in its state.
            LiveWrite::Item(LiveItem { item, entry }, _) if is_stroke(&item, &entry) => {}
            LiveWrite::Item(LiveItem { item, entry }, _) => match Question::from_stored(&item, &entry) {
                Some(mut question) => {
                    if let Some(existing) = self.questions.iter_mut().find(|existing| existing.id == item.as_str()) {
                        question.upvoters = std::mem::take(&mut existing.upvoters);
                        *existing = question;
                    } else {
                        self.text_bytes += question.text_bytes();
                        self.questions.push(question);
                    }
                }
                None => self.answers.entry(item.into()).or_default().apply_stored(entry),
            },
            LiveWrite::DeleteItem(item) => {
                let bytes: usize = self
                    .questions
                    .iter()
                    .filter(|question| question.id == item.as_str())
                    .map(Question::text_bytes)
                    .sum();
                self.text_bytes = self.text_bytes.saturating_sub(bytes);
                self.questions.retain(|question| question.id != item.as_str());
            }
            LiveWrite::Answer(LiveAnswer { item, device, answer, given_at }, _) => {
                if let Some(question) = self.questions.iter_mut().find(|question| question.id == item.as_str()) {
                    question.upvoters.insert(device);
                    return;
                }
                let answers = self.answers.entry(item.into()).or_default();
                let (added, freed) = answers.text_change(&device, &answer);
                self.text_bytes = (self.text_bytes + added).saturating_sub(freed);
                answers.insert(device, &answer, given_at);
            }
            LiveWrite::DeleteAnswers(item, _) => {
                let answers = self.answers.entry(item.into()).or_default();
                self.text_bytes = self.text_bytes.saturating_sub(answers.clear());
            }
        }
    }
}
