//! Event streams of a session: a snapshot first, then every event, until the stream ends.
//!
//! Each stream uses a slot; slots are limited per instance, session and address.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::{SessionId, Time};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use super::event::{ControlChange, LiveEvent, NumberedEvent};
use super::room::{MarkMessage, Room, StreamMessage};
use crate::address::counted_public_network;
use crate::error::{Error, Result};
use crate::{Clock, Config, Live};

/// Milliseconds after which a stream is ended.
pub(super) const MAX_DURATION: Time = 6 * 60 * 60 * 1000;
/// The error when no slot is free, with the seconds to wait.
const NO_SLOT: Error = Error::Throttled { retry_after: 30 };

/// The events of a session, for one reader.
#[derive(Debug)]
pub struct LiveStream {
    snapshot: Option<LiveSnapshot>,
    events: Receiver<StreamMessage>,
    clock: Clock,
    until: Time,
    /// Whether the stream ends when the notes key changes.
    ends_with_key: bool,
    _slot: StreamSlot,
}

/// The state of a session when a stream began, as the events that lead to it.
#[derive(Debug)]
pub struct LiveSnapshot {
    /// The number of the last change; later events have higher ones.
    pub number: u64,
    /// The events.
    pub events: Vec<LiveEvent>,
}

/// What a reader of a stream receives next.
#[derive(Debug)]
pub enum LiveUpdate {
    /// The state of the session, once at the beginning.
    Snapshot(LiveSnapshot),
    /// An event, shared by all readers.
    Event(Arc<NumberedEvent>),
    /// The stream is over.
    End,
    /// The reader is too far behind and has to begin again.
    TooSlow,
}

impl Live {
    /// A stream of a session for a follower. After the snapshot it has every event exactly once.
    ///
    /// # Errors
    /// Fails when the session is unknown, expired or finished, no slot is left, or the service is shutting down.
    pub async fn stream(self: &Arc<Self>, session: &SessionId, address: IpAddr) -> Result<LiveStream> {
        self.open_stream(session, address, None, true).await
    }

    /// A stream of a session for a page of its presenter, who is not counted as audience.
    ///
    /// # Errors
    /// Fails as [`Live::stream`] does.
    pub async fn presenter_stream(self: &Arc<Self>, session: &SessionId, address: IpAddr) -> Result<LiveStream> {
        self.open_stream(session, address, None, false).await
    }

    /// A stream of a session for the speaker's page. If the notes key is right, the stream ends when the key changes.
    ///
    /// # Errors
    /// Fails as [`Live::stream`] does.
    pub async fn speaker_stream(
        self: &Arc<Self>,
        session: &SessionId,
        notes_key: &str,
        address: IpAddr,
    ) -> Result<LiveStream> {
        self.open_stream(session, address, Some(notes_key), false).await
    }

    async fn open_stream(
        self: &Arc<Self>,
        session: &SessionId,
        address: IpAddr,
        notes_key: Option<&str>,
        is_audience: bool,
    ) -> Result<LiveStream> {
        if self.rooms.is_closing.load(Ordering::Acquire) {
            self.maintenance.check()?;
        }
        let context = self.open_session(session).await?;
        let slot = self.rooms.slots.take(session, address, is_audience, &self.config)?;
        let room_state = context.room_state().await?;
        // Compared under the lock under which the key changes, so that no change is missed.
        let ends_with_key = notes_key.is_some_and(|key| self.speaker_key(&room_state.session, key).is_some());
        let events = context.room.subscribe();
        let state = room_state.session.state.clone();
        let control = ControlChange { enabled: room_state.session.control, updated_at: state.updated_at };
        let interaction = state.slide_id.as_ref().and_then(|slide| context.interaction_state(&room_state, slide));
        let mut first = vec![LiveEvent::State(state), LiveEvent::Control(control)];
        first.extend(interaction.map(LiveEvent::Interaction));
        let notice = context.room.marks().notice(Instant::now(), self.clock.now());
        if notice.marks || notice.captions {
            first.push(LiveEvent::Marks(notice));
        }
        let snapshot = LiveSnapshot { number: room_state.session.turn, events: first };
        let until = self.clock.steady() + MAX_DURATION;
        let clock = self.clock.clone();
        Ok(LiveStream { snapshot: Some(snapshot), events, clock, until, ends_with_key, _slot: slot })
    }

    /// Ends every stream before the service shuts down. Clients reconnect to the next process.
    pub fn end_streams(self: &Arc<Self>) {
        self.rooms.is_closing.store(true, Ordering::Release);
        for room in self.rooms.all() {
            room.end_streams();
        }
    }
}

impl Room {
    /// Ends the streams of this node.
    pub(super) fn end_streams(&self) {
        self.send(StreamMessage::End);
        self.send_mark(MarkMessage::End);
    }
}

impl LiveStream {
    /// Waits for the next update. The future can be dropped without losing anything.
    pub async fn next(&mut self) -> LiveUpdate {
        if let Some(snapshot) = self.snapshot.take() {
            return LiveUpdate::Snapshot(snapshot);
        }
        loop {
            match self.events.recv().await {
                Ok(StreamMessage::Event(event)) => return LiveUpdate::Event(event),
                Ok(StreamMessage::KeyChanged) if !self.ends_with_key => {}
                Ok(StreamMessage::KeyChanged | StreamMessage::End) | Err(RecvError::Closed) => return LiveUpdate::End,
                Err(RecvError::Lagged(_)) => return LiveUpdate::TooSlow,
            }
        }
    }

    /// Whether the stream has lasted as long as a stream may.
    pub fn is_over(&self) -> bool {
        self.clock.steady() >= self.until
    }
}

/// Counts open streams, by session and by address.
#[derive(Debug, Clone, Default)]
pub(super) struct StreamSlots(Arc<Mutex<SlotCounts>>);

#[derive(Debug, Default)]
struct SlotCounts {
    all: usize,
    sessions: HashMap<SessionId, usize>,
    /// Streams of the audience alone, by session.
    audiences: HashMap<SessionId, usize>,
    addresses: HashMap<IpAddr, usize>,
}

/// The slot of one stream. It is released when this value is dropped.
#[derive(Debug)]
pub(super) struct StreamSlot {
    slots: StreamSlots,
    session: SessionId,
    is_audience: bool,
    address: Option<IpAddr>,
}

impl StreamSlots {
    /// How many streams of a session are open for its audience.
    pub(super) fn of_audience(&self, session: &SessionId) -> usize {
        self.counts().audiences.get(session).copied().unwrap_or_default()
    }

    pub(super) fn take(
        &self,
        session: &SessionId,
        address: IpAddr,
        is_audience: bool,
        config: &Config,
    ) -> Result<StreamSlot> {
        let address = counted_public_network(address);
        let mut counts = self.counts();
        let of_session = counts.sessions.get(session).copied().unwrap_or_default();
        let of_address = address.and_then(|address| counts.addresses.get(&address).copied()).unwrap_or_default();
        if counts.all >= config.max_streams
            || of_session >= config.max_streams_per_session
            || of_address >= config.max_streams_per_address
        {
            return Err(NO_SLOT);
        }
        counts.all += 1;
        *counts.sessions.entry(session.to_owned()).or_default() += 1;
        if is_audience {
            *counts.audiences.entry(session.to_owned()).or_default() += 1;
        }
        if let Some(address) = address {
            *counts.addresses.entry(address).or_default() += 1;
        }
        Ok(StreamSlot { slots: self.clone(), session: session.to_owned(), is_audience, address })
    }

    fn counts(&self) -> MutexGuard<'_, SlotCounts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        let mut counts = self.slots.counts();
        counts.all -= 1;
        release(&mut counts.sessions, &self.session);
        if self.is_audience {
            release(&mut counts.audiences, &self.session);
        }
        if let Some(address) = &self.address {
            release(&mut counts.addresses, address);
        }
    }
}

fn release<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(all: usize, session: usize, address: usize) -> Config {
        Config {
            max_streams: all,
            max_streams_per_session: session,
            max_streams_per_address: address,
            ..Config::default()
        }
    }

    #[test]
    fn slots_are_counted_by_instance_session_and_address_and_released() {
        let (slots, config) = (StreamSlots::default(), config(4, 3, 2));
        let take = |session: &str, address: &str| {
            slots.take(&session.into(), address.parse().expect("an address"), session == "a", &config)
        };
        let one = take("a", "203.0.113.1").expect("a slot");
        let two = take("b", "203.0.113.1").expect("a slot");
        assert!(matches!(take("a", "203.0.113.1"), Err(Error::Throttled { retry_after: 30 })), "of the address");
        let private = [take("a", "127.0.0.1").expect("a slot"), take("a", "10.0.0.1").expect("a slot")];
        assert!(take("b", "192.168.1.1").is_err(), "of the instance");
        drop(two);
        assert!(take("a", "203.0.113.9").is_err(), "of the session");
        let presenter = take("b", "203.0.113.9").expect("a slot");
        assert_eq!((slots.of_audience(&"a".into()), slots.of_audience(&"b".into())), (3, 0));
        drop(presenter);
        drop((one, private));
        let counts = slots.counts();
        assert!(
            counts.all == 0 && counts.sessions.is_empty() && counts.audiences.is_empty() && counts.addresses.is_empty()
        );
    }
}
