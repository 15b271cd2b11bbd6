//! Listening to a session: the snapshot first, then every event, until it ends.
//!
//! Who listens has a seat; seats are counted by instance, session and address.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::{Heard, SessionId, Subscription, Time};

use super::event::{ControlEnabled, Event};
use super::room::Room;
use crate::address::household;
use crate::error::{Error, Result};
use crate::{Clock, Config, Live};

/// Events that a listener may be behind before it is dropped.
const BEHIND: usize = 64;
/// Milliseconds after which a stream is ended.
const LONGEST: Time = 6 * 60 * 60 * 1000;
/// Seconds to wait for a seat.
const NO_SEAT: Error = Error::Throttled { retry_after: 30 };
/// What is passed on in place of an event when a session is over.
const END: &str = "";
/// Milliseconds until a reader who lost the stream comes back.
const RETRY: &str = "retry: 2000\n";

/// Somebody who listens to a session.
#[derive(Debug)]
pub struct Listening {
    snapshot: Option<Arc<str>>,
    events: Subscription,
    clock: Clock,
    until: Time,
    _seat: Seat,
}

/// What a listener is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// Frames of an event stream.
    Frames(Arc<str>),
    /// It is over.
    End,
    /// The listener is too far behind and has to begin anew.
    TooSlow,
}

impl Live {
    /// Listens to a session. Nothing that happens after the snapshot is missed, and nothing before it is told twice.
    ///
    /// # Errors
    /// Unknown or expired, or no seat is left.
    pub async fn listen(self: &Arc<Self>, session: &SessionId, address: IpAddr) -> Result<Listening> {
        if self.rooms.closing.load(Ordering::Acquire) {
            self.maintenance.check()?;
        }
        let here = self.session(session).await?;
        let seat = self.rooms.seats.take(session, address, &self.config)?;
        let inside = here.hold().await?;
        let events = self.shared.subscribe_here(&here.room.topic);
        let state = &inside.session.state;
        let control = ControlEnabled { control_enabled: inside.session.control, updated_at: state.updated_at };
        let interaction = here.interaction_state(&inside, &state.slide_id);
        let mut frames = vec![Event::State(state), Event::Control(control)];
        frames.extend(interaction.as_ref().map(Event::Interaction));
        let mut snapshot = RETRY.to_owned();
        for frame in frames {
            snapshot += &frame.written(inside.session.turn).map_err(|fault| Error::Internal(fault.into()))?;
        }
        let until = self.clock.steady() + LONGEST;
        Ok(Listening { snapshot: Some(snapshot.into()), events, clock: self.clock.clone(), until, _seat: seat })
    }

    /// Ends every stream, since the service goes down; its readers come back to the next one.
    pub fn end_streams(self: &Arc<Self>) {
        self.rooms.closing.store(true, Ordering::Release);
        for room in self.rooms.all() {
            self.end_streams_here(&room);
        }
    }

    /// Ends the streams of a session on this node.
    pub(super) fn end_streams_here(self: &Arc<Self>, room: &Room) {
        self.shared.publish_here(&room.topic, END.into());
    }
}

impl Listening {
    /// Waits for what comes next. It can be broken off without losing anything.
    pub async fn next(&mut self) -> Told {
        if let Some(snapshot) = self.snapshot.take() {
            return Told::Frames(snapshot);
        }
        if self.events.behind() > BEHIND {
            return Told::TooSlow;
        }
        match self.events.next().await {
            Heard::Event(end) if end.is_empty() => Told::End,
            Heard::Event(frame) => Told::Frames(frame),
            Heard::Missed(_) => Told::TooSlow,
        }
    }

    /// Whether it has lasted as long as a stream may.
    pub fn is_over(&self) -> bool {
        self.clock.steady() >= self.until
    }
}

/// Who listens, by session and by address.
#[derive(Debug, Clone, Default)]
pub(super) struct Seats(Arc<Mutex<Taken>>);

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    sessions: HashMap<SessionId, usize>,
    addresses: HashMap<IpAddr, usize>,
}

/// A place to listen from, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Seat {
    seats: Seats,
    session: SessionId,
    address: Option<IpAddr>,
}

impl Seats {
    /// How many listen to a session.
    pub(super) fn of(&self, session: &SessionId) -> usize {
        self.taken().sessions.get(session).copied().unwrap_or_default()
    }

    fn take(&self, session: &SessionId, address: IpAddr, config: &Config) -> Result<Seat> {
        let address = counted(address);
        let mut taken = self.taken();
        let of_session = taken.sessions.get(session).copied().unwrap_or_default();
        let of_address = address.and_then(|address| taken.addresses.get(&address).copied()).unwrap_or_default();
        if taken.all >= config.max_streams
            || of_session >= config.max_streams_per_session
            || of_address >= config.max_streams_per_address
        {
            return Err(NO_SEAT);
        }
        taken.all += 1;
        *taken.sessions.entry(session.to_owned()).or_default() += 1;
        if let Some(address) = address {
            *taken.addresses.entry(address).or_default() += 1;
        }
        Ok(Seat { seats: self.clone(), session: session.to_owned(), address })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.seats.taken();
        taken.all -= 1;
        give_back(&mut taken.sessions, &self.session);
        if let Some(address) = &self.address {
            give_back(&mut taken.addresses, address);
        }
    }
}

fn give_back<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

/// The address that seats are counted by: none for this machine and private networks, behind which a whole hall may be.
fn counted(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V4(v4) if v4.is_loopback() || v4.is_private() || v4.is_link_local() => None,
        IpAddr::V6(v6) if v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local() => None,
        public => Some(household(public)),
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
    fn seats_are_counted_by_instance_session_and_address_and_given_back() {
        let (seats, config) = (Seats::default(), config(4, 3, 2));
        let take =
            |session: &str, address: &str| seats.take(&session.into(), address.parse().expect("an address"), &config);
        let one = take("a", "203.0.113.1").expect("a seat");
        let two = take("b", "203.0.113.1").expect("a seat");
        assert!(matches!(take("a", "203.0.113.1"), Err(Error::Throttled { retry_after: 30 })), "of the address");
        let near = [take("a", "127.0.0.1").expect("a seat"), take("a", "10.0.0.1").expect("a seat")];
        assert!(take("b", "192.168.1.1").is_err(), "of the instance");
        drop(two);
        assert!(take("a", "203.0.113.9").is_err(), "of the session");
        assert_eq!((seats.of(&"a".into()), seats.of(&"b".into())), (3, 0));
        drop((one, near));
        let taken = seats.taken();
        assert!(taken.all == 0 && taken.sessions.is_empty() && taken.addresses.is_empty());
    }

    #[test]
    fn one_household_counts_once_and_a_private_network_not_at_all() {
        let check = |address: &str| counted(address.parse().expect("an address")).map(|address| address.to_string());
        assert_eq!(check("2001:db8:1:2:3::4").as_deref(), Some("2001:db8:1:2::"));
        assert_eq!(check("::ffff:203.0.113.1").as_deref(), Some("203.0.113.1"));
        assert_eq!(check("203.0.113.1").as_deref(), Some("203.0.113.1"));
        for near in ["127.0.0.1", "::1", "10.1.1.1", "192.168.0.1", "fd00::1", "fe80::1"] {
            assert_eq!(check(near), None, "{near}");
        }
    }
}
