//! The speaker's marks: a pointer, pen strokes and captions, on a stream of their own.
//!
//! A finished stroke is an item of the session: it is stored, and reaches other nodes by the journal, so none is lost.
//! The pointer, strokes that are being drawn and captions are ephemeral: nodes publish them to one another. Each node
//! sends at most 20 messages a second to a stream, whatever arrives. Clients open a stream of marks when the event
//! stream of the session asks them to, so a talk without marks has no further streams.

use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use deck::SlideId;
use serde::{Deserialize, Serialize};
use store::{LiveWrite, Received, SessionId, Subscription, Time, TokenBucket};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until, timeout};

use super::SessionContext;
use super::event::{LiveEvent, NumberedEvent};
use super::mark_board::{
    Caption, EphemeralMarks, MAX_OF_SLIDE, MAX_POINTS, MAX_POSITION, MarkBoard, MarkEvent, RemovedStrokes, StrokePart,
    stored_stroke,
};
use super::room::{MarkMessage, Room, StreamMessage};
use super::steering::Remote;
use super::stream::{MAX_DURATION, StreamSlot};
use crate::error::{Error, Result};
use crate::{Clock, Live};

/// The rate of requests in one session: two pages that each send 20 a second, and some more.
const REQUESTS: TokenBucket = TokenBucket { burst: 120, per_minute: 3000 };
/// The maximum number of strokes in a request.
const MAX_PARTS: usize = 20;
/// The maximum number of characters of a stroke's id, a caption and its language.
const MAX_ID: usize = 40;
const MAX_CAPTION: usize = 500;
const MAX_LANG: usize = 35;
/// How often a node checks whether a room still needs the marks of other nodes.
const CHECK_INTERVAL: Duration = Duration::from_mins(1);

/// Marks as a presenter sends them.
#[derive(Debug, Clone)]
pub struct NewMarks {
    /// The slide that they are on.
    pub slide: SlideId,
    /// The pointer, when it moved: x and y, or nothing when it is gone.
    pub pointer: Option<Vec<u16>>,
    /// Parts of strokes; finished ones are whole.
    pub strokes: Vec<StrokePart>,
    /// Strokes of the slide that are deleted first.
    pub removed: RemovedStrokes,
    /// Whether captions are on, when the page sent that.
    pub captions: Option<bool>,
    /// What the speaker said last.
    pub caption: Option<Caption>,
}

/// The marks of a session, for one reader.
#[derive(Debug)]
pub struct MarkStream {
    snapshot: Option<Vec<MarkEvent>>,
    messages: Receiver<MarkMessage>,
    has_captions: bool,
    clock: Clock,
    until: Time,
    _slot: StreamSlot,
}

/// What a reader of marks receives next.
#[derive(Debug)]
pub enum MarkUpdate {
    /// The marks on the current slide, once at the beginning.
    Snapshot(Vec<MarkEvent>),
    /// A message, shared by all readers.
    Event(Arc<SharedMark>),
    /// The stream is over.
    End,
    /// The reader is too far behind and has to begin again.
    TooSlow,
}

/// A message that all streams of a node share.
#[derive(Debug)]
pub struct SharedMark {
    event: MarkEvent,
    frame: OnceLock<Arc<str>>,
}

/// Marks that a node publishes to the others.
#[derive(Debug, Serialize, Deserialize)]
struct NodeMarks {
    /// The node that publishes them.
    node: String,
    marks: EphemeralMarks,
}

impl Live {
    /// Shows marks to everybody who follows. Finished strokes are stored first.
    ///
    /// # Errors
    /// Fails when the marks are not valid or too many, they are sent too fast, the slide is not in the deck, or the
    /// session ended or was finished.
    pub async fn mark(self: &Arc<Self>, remote: &Remote, marks: NewMarks) -> Result<()> {
        let context = remote.context();
        let room = &context.room;
        let name = format!("marks {}", room.id);
        if let Some(retry_after) = self.shared.spend_token(&name, REQUESTS, self.clock.now()).await? {
            return Err(Error::Throttled { retry_after });
        }
        marks.check()?;
        if context.slide(&marks.slide).is_none() {
            return Err(Error::invalid("`slideId` is not a slide of this presentation"));
        }
        context.room_state().await?.check_open()?;
        let NewMarks { slide, pointer, strokes, removed, captions, caption } = marks;
        let (done, drawn): (Vec<_>, Vec<_>) = strokes.into_iter().partition(|part| part.is_done);
        if !removed.is_nothing() || !done.is_empty() {
            self.store_strokes(context, &slide, &done, &removed).await?;
        }
        let passing = EphemeralMarks { slide, pointer, strokes: drawn, captions, caption };
        if passing.is_empty() {
            return Ok(());
        }
        room.marks().show(passing.clone(), Instant::now());
        send_soon(room, &self.clock);
        if self.shared.has_other_nodes() {
            let message = NodeMarks { node: self.rooms.node.clone(), marks: passing };
            let text = serde_json::to_string(&message).map_err(|fault| Error::Internal(fault.into()))?;
            self.shared.publish(&topic_of(&room.id), text.into()).await?;
        }
        Ok(())
    }

    /// Stores finished strokes of a slide, after others of it were deleted.
    async fn store_strokes(
        self: &Arc<Self>,
        context: &SessionContext,
        slide: &SlideId,
        done: &[StrokePart],
        removed: &RemovedStrokes,
    ) -> Result<()> {
        let room = &context.room;
        let mut locked = context.lock(self).await?;
        let turn = locked.next_turn(self.clock.now());
        let mut writes = {
            let board = room.marks();
            if !board.has_space(slide, done, removed) {
                return Err(Error::OverLimit(format!("a slide takes {MAX_OF_SLIDE} strokes: clear it to draw on")));
            }
            board.deletions(slide, removed)
        };
        for part in done {
            let item = stored_stroke(slide, part).map_err(|fault| Error::Internal(fault.into()))?;
            writes.push(LiveWrite::Item(item, turn));
        }
        self.commit(room, locked, writes.clone()).await?;
        let mut board = room.marks();
        board.drop_unfinished(slide, removed);
        board.apply(&writes);
        drop(board);
        send_soon(room, &self.clock);
        Ok(())
    }

    /// A stream of the marks of a session, with captions or without. It begins with the strokes on the current slide.
    ///
    /// # Errors
    /// Fails as [`Live::stream`] does. Streams of marks and event streams are counted separately, so that neither uses
    /// up the limit of the other.
    pub async fn mark_stream(
        self: &Arc<Self>,
        session: &SessionId,
        address: IpAddr,
        has_captions: bool,
    ) -> Result<MarkStream> {
        if self.rooms.is_closing.load(Ordering::Acquire) {
            self.maintenance.check()?;
        }
        let room = self.open_session(session).await?.room;
        let slot = self.rooms.mark_slots.take(session, address, false, &self.config)?;
        let (snapshot, messages) = {
            let board = room.marks();
            (board.snapshot(has_captions, Instant::now()), room.subscribe_to_marks())
        };
        let until = self.clock.steady() + MAX_DURATION;
        let clock = self.clock.clone();
        Ok(MarkStream { snapshot: Some(snapshot), messages, has_captions, clock, until, _slot: slot })
    }

    /// Shows the marks of other nodes in a room from now on.
    pub(super) fn listen_to_marks(self: &Arc<Self>, room: &Arc<Room>) {
        let (service, room) = (Arc::downgrade(self), Arc::downgrade(room));
        store::spawn(async move {
            let (Some(live), Some(upgraded)) = (service.upgrade(), room.upgrade()) else { return };
            let messages = live.shared.subscribe(&topic_of(&upgraded.id)).await;
            drop((live, upgraded));
            match messages {
                Ok(messages) => follow_marks(service, room, messages).await,
                Err(fault) => tracing::warn!("marks of other nodes are not shown: {fault:#}"),
            }
        });
    }
}

/// Shows marks of other nodes until the service or the room is dropped. A missed message matters only for a moment,
/// since finished strokes arrive by the journal.
async fn follow_marks(service: Weak<Live>, room: Weak<Room>, mut messages: Subscription) {
    loop {
        let message = timeout(CHECK_INTERVAL, messages.next()).await;
        let (Some(service), Some(room)) = (service.upgrade(), room.upgrade()) else { return };
        let Ok(Received::Event(text)) = message else { continue };
        match serde_json::from_str::<NodeMarks>(&text) {
            Ok(NodeMarks { node, .. }) if node == service.rooms.node => {}
            Ok(NodeMarks { marks, .. }) => {
                room.marks().show(marks, Instant::now());
                send_soon(&room, &service.clock);
            }
            Err(fault) => tracing::debug!("marks of another node cannot be read: {fault}"),
        }
    }
}

/// The topic by which nodes exchange the marks of a session.
fn topic_of(session: &SessionId) -> String {
    format!("marks {session}")
}

/// Sends what is pending, unless a task is doing so.
pub(super) fn send_soon(room: &Arc<Room>, clock: &Clock) {
    {
        let mut board = room.marks();
        if board.is_scheduled || !board.is_pending() {
            return;
        }
        board.is_scheduled = true;
    }
    store::spawn(send_pending(Arc::clone(room), clock.clone()));
}

async fn send_pending(room: Arc<Room>, clock: Clock) {
    loop {
        let due_at = room.marks().due_at(Instant::now());
        sleep_until(due_at).await;
        let due = {
            let mut board = room.marks();
            let due = board.take_due(Instant::now(), clock.now());
            board.is_scheduled = due.is_some();
            due
        };
        let Some(due) = due else { return };
        if let Some(notice) = due.notice {
            // The notice is sent under the lock, so that the numbers of events never decrease.
            let room_state = room.state.lock().await;
            let event = NumberedEvent::new(room_state.session.turn, LiveEvent::Marks(notice));
            room.send(StreamMessage::Event(Arc::new(event)));
        }
        if let Some(event) = due.event {
            room.send_mark(MarkMessage::Event(Arc::new(SharedMark { event, frame: OnceLock::new() })));
        }
    }
}

impl NewMarks {
    fn check(&self) -> Result<()> {
        let invalid = |text: String| Err(Error::invalid(text));
        if self.pointer.as_ref().is_some_and(|at| !at.is_empty() && !is_line(at, 1)) {
            return invalid(format!("`pointer` is empty, or x and y from 0 to {MAX_POSITION}"));
        }
        if self.strokes.len() > MAX_PARTS {
            return invalid(format!("`strokes`: {} parts, at most {MAX_PARTS}", self.strokes.len()));
        }
        if let RemovedStrokes::Named(ids) = &self.removed
            && ids.len() > MAX_OF_SLIDE
        {
            return invalid(format!("`remove`: {} ids, at most {MAX_OF_SLIDE}", ids.len()));
        }
        for (index, part) in self.strokes.iter().enumerate() {
            let is_id = part.id.bytes().all(|sign| sign.is_ascii_alphanumeric() || sign == b'-');
            if part.id.is_empty() || part.id.len() > MAX_ID || !is_id {
                return invalid(format!("`strokes[{index}].id` has 1 to {MAX_ID} letters, digits and hyphens"));
            }
            if !is_line(&part.points, MAX_POINTS) {
                return invalid(format!(
                    "`strokes[{index}].points` has x and y of 1 to {MAX_POINTS} points, from 0 to {MAX_POSITION}"
                ));
            }
            if part.is_done && part.from != 0 {
                return invalid(format!("`strokes[{index}].from` is 0 when the stroke is done: it is sent whole"));
            }
            if part.from.saturating_add(part.points.len() / 2) > MAX_POINTS {
                return invalid(format!("`strokes[{index}]` has more than {MAX_POINTS} points"));
            }
        }
        if let Some(Caption { text, lang }) = &self.caption {
            if text.chars().count() > MAX_CAPTION {
                return invalid(format!("`caption.text` has at most {MAX_CAPTION} characters"));
            }
            if lang.chars().count() > MAX_LANG {
                return invalid(format!("`caption.lang` has at most {MAX_LANG} characters"));
            }
        }
        Ok(())
    }
}

/// Whether numbers are 1 to `most` points, each as x and y from 0 to [`MAX_POSITION`].
fn is_line(points: &[u16], most: usize) -> bool {
    let count = points.len() / 2;
    points.len().is_multiple_of(2) && (1..=most).contains(&count) && points.iter().all(|at| *at <= MAX_POSITION)
}

impl EphemeralMarks {
    fn is_empty(&self) -> bool {
        self.pointer.is_none() && self.strokes.is_empty() && self.captions.is_none() && self.caption.is_none()
    }
}

impl MarkStream {
    /// Waits for the next update. The future can be dropped without losing anything.
    pub async fn next(&mut self) -> MarkUpdate {
        if let Some(snapshot) = self.snapshot.take() {
            return MarkUpdate::Snapshot(snapshot);
        }
        loop {
            match self.messages.recv().await {
                Ok(MarkMessage::Event(mark)) if !self.has_captions && mark.is_caption() => {}
                Ok(MarkMessage::Event(mark)) => return MarkUpdate::Event(mark),
                Ok(MarkMessage::End) | Err(RecvError::Closed) => return MarkUpdate::End,
                Err(RecvError::Lagged(_)) => return MarkUpdate::TooSlow,
            }
        }
    }

    /// Whether the stream has lasted as long as a stream may.
    pub fn is_over(&self) -> bool {
        self.clock.steady() >= self.until
    }
}

impl SharedMark {
    /// The message as text on the wire. The first caller writes it; all streams share the result, so every caller must
    /// pass the same function.
    pub fn frame(&self, write: impl FnOnce(&MarkEvent) -> String) -> Arc<str> {
        Arc::clone(self.frame.get_or_init(|| write(&self.event).into()))
    }

    /// The message.
    pub fn event(&self) -> &MarkEvent {
        &self.event
    }

    fn is_caption(&self) -> bool {
        matches!(self.event, MarkEvent::Caption(_))
    }
}

impl Room {
    /// The marks, to read or change them.
    pub(super) fn marks(&self) -> MutexGuard<'_, MarkBoard> {
        self.mark_board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
