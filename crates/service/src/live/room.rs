//! One running session in memory.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use deck::SlideId;
use store::{DeckId, LiveAnswer, LiveItem, LiveSession, LiveWrite, SessionId, Time, WebhookEvent};
use tokio::sync::broadcast;
use tokio::time::Instant;

use super::answer_queue::AnswerQueue;
use super::event::NumberedEvent;
use super::mark_board::MarkBoard;
use super::marks::SharedMark;
use super::questions::Question;
use super::reactions::PendingReactions;
use super::slide_answers::SlideAnswers;
use super::slides::DrawingCache;
use super::{NO_SESSION, evicted};
use crate::error::Result;

/// The maximum number of events that a stream may be behind before it is dropped.
const MAX_BACKLOG: usize = 64;

/// A running session.
///
/// The lock on the state is held while a change is stored and its events are sent, so that nobody reads what is not
/// stored and streams receive events in the order of their numbers. With several nodes it is also held while the room
/// is claimed in Redis, while the journal entry is written there, and while a copy that missed entries is read again
/// from storage.
#[derive(Debug)]
pub(super) struct Room {
    pub(super) id: SessionId,
    pub(super) deck: DeckId,
    /// Name of the journal in which nodes record their changes.
    pub(super) journal: String,
    pub(super) state: Arc<tokio::sync::Mutex<RoomState>>,
    /// Answers that wait to be counted.
    pub(super) answer_queue: AnswerQueue,
    /// Reactions that are not published yet.
    pub(super) reactions: Mutex<PendingReactions>,
    /// The streams of this node.
    streams: broadcast::Sender<StreamMessage>,
    /// The speaker's marks, and the streams of this node that receive them.
    pub(super) mark_board: Mutex<MarkBoard>,
    mark_streams: broadcast::Sender<MarkMessage>,
    activity: Mutex<Activity>,
    /// The audience's view of the deck, by requested language.
    pub(super) audience_views: Mutex<HashMap<String, CachedView>>,
    /// Slides as HTML.
    pub(super) drawings: Mutex<DrawingCache>,
}

/// What a room sends to its streams.
#[derive(Debug, Clone)]
pub(super) enum StreamMessage {
    Event(Arc<NumberedEvent>),
    /// The notes key changed: streams that were opened with the old one are over.
    KeyChanged,
    /// The stream is over.
    End,
}

/// What a room sends to its streams of marks.
#[derive(Debug, Clone)]
pub(super) enum MarkMessage {
    Event(Arc<SharedMark>),
    /// The stream is over.
    End,
}

/// The audience's view of the deck. It is valid for one turn and one revision of the deck.
#[derive(Debug, Clone)]
pub(super) struct CachedView {
    pub(super) turn: u64,
    pub(super) revision: u64,
    pub(super) bytes: Bytes,
}

/// When a session was used last.
#[derive(Debug)]
struct Activity {
    at: Time,
    /// The same on the monotonic clock.
    steady: Time,
    /// When it was last stored, on the monotonic clock.
    written: Time,
    /// The stored value, as far as this node knows.
    stored: Time,
}

/// Why a copy of a session can no longer be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    /// The session is over.
    Ended,
    /// The copy may differ from storage; the next lookup loads another one.
    Evicted,
}

/// The part of a session that changes.
#[derive(Debug)]
pub(super) struct RoomState {
    pub(super) session: LiveSession,
    /// The turn of the last stored change.
    pub(super) stored_turn: u64,
    /// Set once this copy can no longer be used.
    pub(super) closed: Option<Closed>,
    /// The turn of the last change of slide, step or control.
    pub(super) moved_turn: u64,
    /// The revision of the deck that the current slide was last compared with.
    pub(super) settled_revision: u64,
    /// Answers to interactions, by slide id.
    pub(super) answers: HashMap<SlideId, SlideAnswers>,
    pub(super) questions: Vec<Question>,
    /// Whether further questions are accepted.
    pub(super) questions_open: bool,
    /// Bytes of all texts from the audience.
    pub(super) text_bytes: usize,
    /// Ids of slides that are being made from questions.
    pub(super) promoted: HashSet<SlideId>,
    /// Limits how often events on one topic are published.
    pub(super) pacing: HashMap<PacedTopic, Pacing>,
    /// The revision of the deck that was published last.
    pub(super) published_revision: u64,
    /// The edition of theme and slide types that was published last.
    pub(super) published_edition: Option<u64>,
    /// Events of the change in progress, which are sent once it is stored.
    pub(super) unsent: Vec<Arc<NumberedEvent>>,
    /// The event for webhooks of the change in progress.
    pub(super) webhook_event: Option<WebhookEvent>,
}

/// A topic of events that occur in bursts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum PacedTopic {
    /// The answers to a slide, by its id.
    Slide(SlideId),
    /// The questions.
    Questions,
}

/// When events on a topic were published.
#[derive(Debug, Default)]
pub(super) struct Pacing {
    pub(super) published_at: Option<Instant>,
    /// Whether a task is waiting to publish the next one.
    pub(super) is_scheduled: bool,
}

impl Room {
    /// A session that begins now.
    pub(super) fn new(session: LiveSession, revision: u64, steady: Time) -> Self {
        let at = session.active_at;
        Self {
            id: session.id.clone(),
            deck: session.deck.clone(),
            journal: Self::journal_of(&session.id),
            answer_queue: AnswerQueue::default(),
            reactions: Mutex::default(),
            streams: broadcast::channel(MAX_BACKLOG).0,
            mark_board: Mutex::new(MarkBoard::new(session.state.slide_id.clone(), &[])),
            mark_streams: broadcast::channel(MAX_BACKLOG).0,
            activity: Mutex::new(Activity { at, steady, written: steady, stored: at }),
            audience_views: Mutex::default(),
            drawings: Mutex::default(),
            state: Arc::new(tokio::sync::Mutex::new(RoomState {
                moved_turn: session.turn,
                stored_turn: session.turn,
                session,
                closed: None,
                settled_revision: revision,
                answers: HashMap::new(),
                questions: Vec::new(),
                questions_open: true,
                text_bytes: 0,
                promoted: HashSet::new(),
                pacing: HashMap::new(),
                published_revision: revision,
                published_edition: None,
                unsent: Vec::new(),
                webhook_event: None,
            })),
        }
    }

    /// A stored session with its questions and answers.
    pub(super) fn stored(
        session: LiveSession,
        items: Vec<LiveItem>,
        answers: Vec<LiveAnswer>,
        now: Time,
        steady: Time,
        is_shared: bool,
    ) -> Self {
        // The time before this process started can be measured by the wall clock only. With several nodes, the stored
        // time may come from a node whose clock is wrong, so it is ignored.
        let idle = if is_shared { 0 } else { (now - session.active_at).max(0) };
        let board = MarkBoard::new(session.state.slide_id.clone(), &items);
        let mut room = Self::new(session, 0, steady - idle);
        room.mark_board = Mutex::new(board);
        let state = Arc::get_mut(&mut room.state).expect("a new room is not shared").get_mut();
        // The next number must be higher than those of events that were published but not stored.
        state.moved_turn = state.next_turn(now);
        state.load(items, answers);
        room
    }

    /// Name of the journal in which nodes record changes of a session.
    pub(super) fn journal_of(session: &SessionId) -> String {
        format!("room {session}")
    }

    /// A stream of the events from now on.
    pub(super) fn subscribe(&self) -> broadcast::Receiver<StreamMessage> {
        self.streams.subscribe()
    }

    /// Sends a message to the streams of this node. It is dropped when there are none.
    pub(super) fn send(&self, message: StreamMessage) {
        let _ = self.streams.send(message);
    }

    /// A stream of the marks from now on.
    pub(super) fn subscribe_to_marks(&self) -> broadcast::Receiver<MarkMessage> {
        self.mark_streams.subscribe()
    }

    /// Sends a message to the streams of marks of this node. It is dropped when there are none.
    pub(super) fn send_mark(&self, message: MarkMessage) {
        let _ = self.mark_streams.send(message);
    }

    /// Milliseconds since the session was used.
    pub(super) fn idle(&self, steady: Time) -> Time {
        steady - self.activity().steady
    }

    /// When the session was used last.
    pub(super) fn active_at(&self) -> Time {
        self.activity().at
    }

    /// Records a use of the session. Returns whether its time should be stored: `tolerance` milliseconds have passed
    /// since a time was stored.
    pub(super) fn touch(&self, now: Time, steady: Time, tolerance: Time) -> bool {
        let mut activity = self.activity();
        (activity.at, activity.steady) = (now, steady);
        let is_due = steady - activity.written >= tolerance;
        if is_due {
            (activity.written, activity.stored) = (steady, now);
        }
        is_due
    }

    /// Whether another node stored a use of the session since this node last looked. Clocks of nodes differ, so only a
    /// change of the stored time counts.
    pub(super) fn was_used_elsewhere(&self, stored: Time, steady: Time) -> bool {
        let mut activity = self.activity();
        let was_used = activity.stored != stored;
        if was_used {
            (activity.stored, activity.steady) = (stored, steady);
        }
        was_used
    }

    fn activity(&self) -> MutexGuard<'_, Activity> {
        self.activity.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RoomState {
    /// Fails when this copy can no longer be used.
    pub(super) fn check(&self) -> Result<()> {
        match self.closed {
            None => Ok(()),
            Some(Closed::Ended) => Err(NO_SESSION),
            Some(Closed::Evicted) => Err(evicted()),
        }
    }

    /// Fails when the presenter has finished the session.
    pub(super) fn check_open(&self) -> Result<()> {
        if self.session.is_finished() { Err(NO_SESSION) } else { Ok(()) }
    }

    /// The number of the next change. It is at least the time, so that numbers rise over a restart too.
    pub(super) fn next_turn(&mut self, now: Time) -> u64 {
        self.session.turn = (self.session.turn + 1).max(u64::try_from(now).unwrap_or_default());
        self.session.turn
    }

    /// The write that stores the session.
    pub(super) fn session_write(&mut self, now: Time) -> LiveWrite {
        self.next_turn(now);
        self.session.active_at = now;
        LiveWrite::Session(Box::new(self.session.clone()))
    }
}
