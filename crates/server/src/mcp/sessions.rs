//! Sessions of agents over HTTP: who opened one, and when it was last used.
//!
//! A session holds nothing but its owner, since every request brings its key; it exists because clients expect one.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use service::Clock;
use tokio::sync::watch;
use uuid::Uuid;

/// Milliseconds without a request after which a session is over.
const IDLE: i64 = 30 * 60 * 1000;
/// Most sessions at a time; the least recently active one makes room.
const MOST: usize = 1000;

/// The open sessions.
pub(super) struct Sessions {
    clock: Clock,
    open: Mutex<HashMap<Uuid, Session>>,
}

struct Session {
    owner: String,
    active: i64,
    /// Counts the streams that were opened; a stream whose number is no longer the last one ends.
    stream: watch::Sender<u64>,
}

/// Why a session cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// Unknown, closed or over.
    Gone,
    /// Somebody else's.
    Foreign,
}

impl Sessions {
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, open: Mutex::default() }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Uuid, Session>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a session for an account.
    pub(super) fn begin(&self, owner: &str) -> Uuid {
        let now = self.clock.now();
        let mut open = self.open();
        if open.len() >= MOST {
            open.retain(|_, session| !session.is_over(now));
        }
        if open.len() >= MOST
            && let Some(oldest) = open.iter().min_by_key(|(_, session)| session.active).map(|(id, _)| *id)
        {
            open.remove(&oldest);
        }
        let id = Uuid::new_v4();
        open.insert(id, Session { owner: owner.to_owned(), active: now, stream: watch::Sender::new(0) });
        id
    }

    /// Uses a session.
    pub(super) fn touch(&self, id: &str, owner: &str) -> Result<Uuid, Refused> {
        self.with(id, owner, |_| ())
    }

    /// Closes a session, and its stream with it.
    pub(super) fn end(&self, id: &str, owner: &str) -> Result<(), Refused> {
        let id = self.touch(id, owner)?;
        self.open().remove(&id);
        Ok(())
    }

    /// Opens the stream of a session, which ends the one before it. What is answered tells when it ends.
    pub(super) fn stream(&self, id: &str, owner: &str) -> Result<(Uuid, watch::Receiver<u64>), Refused> {
        let mut receiver = None;
        let id = self.with(id, owner, |session| {
            session.stream.send_modify(|count| *count += 1);
            receiver = Some(session.stream.subscribe());
        })?;
        receiver.map(|receiver| (id, receiver)).ok_or(Refused::Gone)
    }

    /// Whether a session is still there; a stream that is open counts as activity.
    pub(super) fn keep(&self, id: Uuid) -> bool {
        let now = self.clock.now();
        match self.open().get_mut(&id) {
            Some(session) if !session.is_over(now) => {
                session.active = now;
                true
            }
            _ => false,
        }
    }

    fn with(&self, id: &str, owner: &str, act: impl FnOnce(&mut Session)) -> Result<Uuid, Refused> {
        let now = self.clock.now();
        let id: Uuid = id.parse().map_err(|_| Refused::Gone)?;
        let mut open = self.open();
        let Some(session) = open.get_mut(&id) else { return Err(Refused::Gone) };
        if session.is_over(now) {
            open.remove(&id);
            return Err(Refused::Gone);
        }
        if session.owner != owner {
            return Err(Refused::Foreign);
        }
        session.active = now;
        act(session);
        Ok(id)
    }
}

impl Session {
    fn is_over(&self, now: i64) -> bool {
        now - self.active >= IDLE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sessions() -> (Sessions, Clock) {
        let clock = Clock::fixed(0);
        (Sessions::new(clock.clone()), clock)
    }

    #[test]
    fn a_session_ends_after_half_an_hour_without_a_request() {
        let (sessions, clock) = sessions();
        let id = sessions.begin("ann").to_string();
        clock.set(IDLE - 1);
        assert!(sessions.touch(&id, "ann").is_ok());
        clock.set(2 * IDLE - 2);
        assert!(sessions.touch(&id, "ann").is_ok());
        clock.set(3 * IDLE);
        assert_eq!(sessions.touch(&id, "ann"), Err(Refused::Gone));
    }

    #[test]
    fn the_least_recently_active_of_too_many_makes_room() {
        let (sessions, clock) = sessions();
        let ids: Vec<String> = (0..1000)
            .map(|at| {
                clock.set(at);
                sessions.begin("ann").to_string()
            })
            .collect();
        clock.set(2000);
        assert!(sessions.touch(&ids[0], "ann").is_ok());
        sessions.begin("ann");
        assert!(sessions.touch(&ids[0], "ann").is_ok());
        assert_eq!(sessions.touch(&ids[1], "ann"), Err(Refused::Gone));
        assert!(sessions.touch(&ids[2], "ann").is_ok());
    }

    #[test]
    fn a_session_belongs_to_whoever_opened_it() {
        let (sessions, _) = sessions();
        let id = sessions.begin("ann").to_string();
        assert_eq!(sessions.touch(&id, "bob"), Err(Refused::Foreign));
        assert_eq!(sessions.end(&id, "bob"), Err(Refused::Foreign));
        assert_eq!(sessions.touch("no uuid", "ann"), Err(Refused::Gone));
        assert!(sessions.end(&id, "ann").is_ok());
        assert_eq!(sessions.touch(&id, "ann"), Err(Refused::Gone));
    }

    #[test]
    fn a_second_stream_ends_the_first_and_closing_ends_both() {
        let (sessions, _) = sessions();
        let id = sessions.begin("ann").to_string();
        let (_, first) = sessions.stream(&id, "ann").unwrap();
        let (_, second) = sessions.stream(&id, "ann").unwrap();
        assert!(first.has_changed().unwrap());
        assert!(!second.has_changed().unwrap());
        sessions.end(&id, "ann").unwrap();
        assert!(second.has_changed().is_err());
    }
}
