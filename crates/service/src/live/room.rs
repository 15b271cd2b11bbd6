//! One running session in memory.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use store::{DeckId, LiveAnswer, LiveItem, LiveSession, LiveWrite, SessionId, Time};
use tokio::time::Instant;

use super::ballots::Ballots;
use super::interactions::Poll;
use super::questions::Question;
use super::slides::Drawings;
use super::{SESSION, forgotten};
use crate::error::Result;

/// A running session. What changes is behind a lock that is held while the hall is told, never while storage works.
#[derive(Debug)]
pub(super) struct Room {
    pub(super) id: SessionId,
    pub(super) deck: DeckId,
    pub(super) notes_key: String,
    /// Where its events go.
    pub(super) topic: String,
    /// Where nodes enter what they did to it.
    pub(super) journal: String,
    pub(super) inside: tokio::sync::Mutex<Inside>,
    /// Answers that wait to be taken.
    pub(super) ballots: Ballots,
    activity: Mutex<Activity>,
    /// What the audience is shown, by the language it asked for.
    pub(super) shown: Mutex<HashMap<String, Shown>>,
    /// Its slides as they were drawn.
    pub(super) drawings: Mutex<Drawings>,
}

/// An answer to the audience that holds for a turn and a revision of the deck.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    pub(super) turn: u64,
    pub(super) revision: u64,
    pub(super) json: Bytes,
}

/// When a session was used last.
#[derive(Debug)]
struct Activity {
    at: Time,
    /// The same on the clock that nobody sets.
    steady: Time,
    /// When it was last written down, on that clock.
    written: Time,
    /// What was written down, as this node knows it.
    stored: Time,
}

/// Why a copy of a session is of no more use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gone {
    /// The session is over.
    Ended,
    /// It may differ from what is stored; whoever asks again gets another one.
    Forgotten,
}

/// What changes in a session.
#[derive(Debug)]
pub(super) struct Inside {
    pub(super) session: LiveSession,
    /// Why those who still hold it can no longer use it.
    pub(super) gone: Option<Gone>,
    /// The turn of the last change of state or control.
    pub(super) moved: u64,
    /// The revision of the deck that the state was held against.
    pub(super) settled: u64,
    /// Interactions by slide id.
    pub(super) polls: HashMap<String, Poll>,
    pub(super) questions: Vec<Question>,
    /// Bytes of all texts from the audience.
    pub(super) text_bytes: usize,
    /// Slides that are being made from questions.
    pub(super) promoted: HashSet<String>,
    /// When a slide or the questions were told last, and whether that is due again.
    pub(super) paces: HashMap<String, Pace>,
    /// The revision of the deck that the hall was told of last.
    pub(super) told_revision: u64,
    /// What its deck was drawn with when the hall was told last that this changed.
    pub(super) told_edition: Option<u64>,
    /// What the hall was told and other nodes were not yet.
    pub(super) told: Vec<Arc<str>>,
}

/// How often one thing is told.
#[derive(Debug, Default)]
pub(super) struct Pace {
    pub(super) told: Option<Instant>,
    pub(super) due: bool,
}

impl Room {
    /// A session that begins now.
    pub(super) fn new(session: LiveSession, settled: u64, steady: Time) -> Self {
        let at = session.active_at;
        Self {
            id: session.id.clone(),
            deck: session.deck.clone(),
            notes_key: session.notes_key.clone(),
            topic: format!("live {}", session.id),
            journal: Self::journal_of(&session.id),
            ballots: Ballots::default(),
            activity: Mutex::new(Activity { at, steady, written: steady, stored: at }),
            shown: Mutex::default(),
            drawings: Mutex::default(),
            inside: tokio::sync::Mutex::new(Inside {
                moved: session.turn,
                session,
                gone: None,
                settled,
                polls: HashMap::new(),
                questions: Vec::new(),
                text_bytes: 0,
                promoted: HashSet::new(),
                paces: HashMap::new(),
                told_revision: settled,
                told_edition: None,
                told: Vec::new(),
            }),
        }
    }

    /// A session that was stored, with everything in it.
    pub(super) fn stored(
        session: LiveSession,
        items: Vec<LiveItem>,
        answers: Vec<LiveAnswer>,
        now: Time,
        steady: Time,
        is_shared: bool,
    ) -> Self {
        // While nobody looked, the clock on the wall is all there is to go by; but not that of another node.
        let idle = if is_shared { 0 } else { (now - session.active_at).max(0) };
        let mut room = Self::new(session, 0, steady - idle);
        let inside = room.inside.get_mut();
        // Numbers that were told and not stored lie behind it.
        inside.moved = inside.next_turn(now);
        inside.fill(items, answers);
        room
    }

    /// The name under which nodes enter what they did to a session.
    pub(super) fn journal_of(session: &SessionId) -> String {
        format!("room {session}")
    }

    /// Milliseconds since it was used.
    pub(super) fn idle(&self, steady: Time) -> Time {
        steady - self.activity().steady
    }

    /// When it was used last.
    pub(super) fn active_at(&self) -> Time {
        self.activity().at
    }

    /// Notes that it is used; answers whether that should be written down.
    pub(super) fn touch(&self, now: Time, steady: Time, tolerance: Time) -> bool {
        let mut activity = self.activity();
        (activity.at, activity.steady) = (now, steady);
        let due = steady - activity.written >= tolerance;
        if due {
            (activity.written, activity.stored) = (steady, now);
        }
        due
    }

    /// Compares what is written down with what was: another node wrote when it was used there. Its clock may show another
    /// time than ours, so that only the change counts.
    pub(super) fn was_used_elsewhere(&self, stored: Time, steady: Time) -> bool {
        let mut activity = self.activity();
        let used = activity.stored != stored;
        if used {
            (activity.stored, activity.steady) = (stored, steady);
        }
        used
    }

    fn activity(&self) -> MutexGuard<'_, Activity> {
        self.activity.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    /// Refuses a copy that is of no more use.
    pub(super) fn check(&self) -> Result<()> {
        match self.gone {
            None => Ok(()),
            Some(Gone::Ended) => Err(SESSION),
            Some(Gone::Forgotten) => Err(forgotten()),
        }
    }

    /// The number of the next change. It begins with the time, so that numbers rise over a restart too.
    pub(super) fn next_turn(&mut self, now: Time) -> u64 {
        self.session.turn = (self.session.turn + 1).max(u64::try_from(now).unwrap_or_default());
        self.session.turn
    }

    /// The session as it is to be stored.
    pub(super) fn write(&mut self, now: Time) -> LiveWrite {
        self.next_turn(now);
        self.session.active_at = now;
        LiveWrite::Session(Box::new(self.session.clone()))
    }
}
