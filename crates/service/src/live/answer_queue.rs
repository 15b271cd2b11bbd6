//! Answers of the audience, counted together when they arrive at once.
//!
//! Otherwise a burst of votes would lock the room once for each vote, and the presenter would wait among them. The
//! first answer starts a task that counts it; answers that arrive meanwhile are counted next, all of them under one
//! lock and with one write.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use deck::SlideId;
use store::{LiveAnswer, LiveWrite, Time};
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::audience::Device;
use super::interactions::NOT_ASKED;
use super::room::{PacedTopic, Room, RoomState};
use super::slide_interaction::InteractionState;
use super::{NO_SESSION, SessionContext};
use crate::Live;
use crate::error::{Error, Result};

/// The maximum number of answers that are counted under one lock, so that the presenter gets a turn in between.
const MAX_BATCH: usize = 500;
/// The pause between two batches, so that other nodes get a turn in between. It is longer than their pause between two
/// attempts to claim the room.
const BATCH_PAUSE: Duration = Duration::from_millis(20);

/// Answers that wait to be counted.
#[derive(Debug, Default)]
pub(super) struct AnswerQueue(Mutex<Queue>);

#[derive(Debug, Default)]
struct Queue {
    answers: Vec<QueuedAnswer>,
    /// Whether a task is counting.
    is_processed: bool,
}

/// One answer, and the channel for its result.
#[derive(Debug)]
struct QueuedAnswer {
    slide: SlideId,
    device: Device,
    answer: String,
    result: ResultSender,
}

type ResultSender = oneshot::Sender<Result<InteractionState>>;

impl AnswerQueue {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an answer. Returns whether the caller has to start a task that counts.
    fn push(&self, answer: QueuedAnswer) -> bool {
        let mut queue = self.queue();
        queue.answers.push(answer);
        !std::mem::replace(&mut queue.is_processed, true)
    }

    /// The next batch. When it is empty, the task that counts must end.
    fn next_batch(&self) -> Vec<QueuedAnswer> {
        let mut queue = self.queue();
        let count = queue.answers.len().min(MAX_BATCH);
        queue.is_processed = count > 0;
        queue.answers.drain(..count).collect()
    }
}

impl Live {
    /// Counts an answer to a slide and waits until it is stored.
    pub(super) async fn submit_answer(
        self: &Arc<Self>,
        room: &Arc<Room>,
        device: &Device,
        slide: &SlideId,
        answer: String,
    ) -> Result<InteractionState> {
        let (result, receiver) = oneshot::channel();
        let queued = QueuedAnswer { slide: slide.clone(), device: device.clone(), answer, result };
        if room.answer_queue.push(queued) {
            let (service, room) = (Arc::clone(self), Arc::clone(room));
            store::spawn(async move { service.process_answers(&room).await });
        }
        receiver.await.unwrap_or_else(|_| Err(Error::Unavailable("the answer was not counted".to_owned())))
    }

    /// Counts answers until the queue is empty.
    async fn process_answers(self: &Arc<Self>, room: &Arc<Room>) {
        loop {
            let batch = room.answer_queue.next_batch();
            if batch.is_empty() {
                return;
            }
            self.count_batch(room, batch).await;
            if self.shared.has_other_nodes() {
                sleep(BATCH_PAUSE).await;
            }
        }
    }

    async fn count_batch(self: &Arc<Self>, room: &Arc<Room>, batch: Vec<QueuedAnswer>) {
        let locked = match self.context_of(room).await {
            Ok(Some(context)) => self.lock_room(room).await.map(|locked| (context, locked)),
            Ok(None) => Err(NO_SESSION),
            Err(fault) => Err(fault),
        };
        let (context, mut locked) = match locked {
            Ok(locked) => locked,
            Err(fault) => return send_failure(fault, batch.into_iter().map(|queued| queued.result)),
        };
        let (now, mut writes, mut counted, mut slides) = (self.clock.now(), Vec::new(), Vec::new(), BTreeSet::new());
        for queued in batch {
            match context.count_answer(&mut locked, &queued, now) {
                Ok((write, state)) => {
                    writes.push(write);
                    slides.insert(queued.slide);
                    counted.push((queued.result, state));
                }
                Err(fault) => drop(queued.result.send(Err(fault))),
            }
        }
        for slide in slides {
            self.publish_soon(&context, &mut locked, PacedTopic::Slide(slide));
        }
        match self.commit(room, locked, writes).await {
            // A client that hung up receives nothing.
            Ok(()) => counted.into_iter().for_each(|(result, state)| drop(result.send(Ok(state)))),
            Err(fault) => send_failure(fault, counted.into_iter().map(|(result, _)| result)),
        }
    }
}

/// Fails answers that could not be counted. An error cannot be cloned: the first receives it, the others a reason to
/// retry.
fn send_failure(fault: Error, results: impl Iterator<Item = ResultSender>) {
    let retry = || match fault {
        Error::NotFound(what) => Error::NotFound(what),
        Error::Busy(why) => Error::Busy(why),
        _ => Error::Unavailable("other answers could not be counted together with it".to_owned()),
    };
    let mut failures: Vec<_> = results.map(|result| (result, retry())).collect();
    if let Some((_, first)) = failures.first_mut() {
        *first = fault;
    }
    for (result, failure) in failures {
        let _ = result.send(Err(failure));
    }
}

impl SessionContext {
    /// Counts an answer. Returns the write that stores it and the state of the interaction afterwards; fails when the
    /// session is finished, or its slide is not the current one, asks nothing or is closed.
    fn count_answer(
        &self,
        room_state: &mut RoomState,
        queued: &QueuedAnswer,
        now: Time,
    ) -> Result<(LiveWrite, InteractionState)> {
        room_state.check_open()?;
        let QueuedAnswer { slide, device, answer, .. } = queued;
        let interaction =
            self.audience_interaction(slide).filter(|_| room_state.session.state.slide_id.as_ref() == Some(slide));
        let interaction = interaction.ok_or_else(|| Error::invalid(NOT_ASKED))?;
        room_state.record_answer(slide, &device.id, answer, now)?;
        let turn = room_state.next_turn(now);
        let stored =
            LiveAnswer { item: slide.to_string(), device: device.id.clone(), answer: answer.clone(), given_at: now };
        let state = interaction.state(room_state.answers.get(slide), false).with_own(&interaction, room_state, device);
        Ok((LiveWrite::Answer(stored, turn), state))
    }
}
