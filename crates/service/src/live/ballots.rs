//! Answers of the audience, taken together when they come at once.
//!
//! A storm of votes would otherwise claim the room one by one, and the presenter would wait among them. Whoever comes
//! first has the room taken; what comes meanwhile is taken next, all of it in one turn at the room and one write.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::{LiveAnswer, LiveWrite, Time};
use tokio::sync::oneshot;

use super::audience::Device;
use super::interactions::{InteractionState, NOT_ASKED, state_of};
use super::room::{Inside, Room};
use super::{Here, SESSION};
use crate::Live;
use crate::error::{Error, Result};

/// Most answers that are taken in one turn: the presenter comes in between.
const MOST: usize = 500;

/// Answers that wait to be taken.
#[derive(Debug, Default)]
pub(super) struct Ballots(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    ballots: Vec<Ballot>,
    /// Whether somebody takes them.
    taken: bool,
}

/// One answer, and who waits for what became of it.
#[derive(Debug)]
struct Ballot {
    slide: String,
    device: Device,
    answer: String,
    told: oneshot::Sender<Result<InteractionState>>,
}

impl Ballots {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets an answer wait; answers whether somebody has to begin to take them.
    fn put(&self, ballot: Ballot) -> bool {
        let mut waiting = self.waiting();
        waiting.ballots.push(ballot);
        !std::mem::replace(&mut waiting.taken, true)
    }

    /// What is to be taken next. Nothing ends the taking.
    fn next(&self) -> Vec<Ballot> {
        let mut waiting = self.waiting();
        let many = waiting.ballots.len().min(MOST);
        waiting.taken = many > 0;
        waiting.ballots.drain(..many).collect()
    }
}

impl Live {
    /// Gives an answer to a slide, and waits until it is stored.
    pub(super) async fn cast(
        self: &Arc<Self>,
        room: &Arc<Room>,
        device: &Device,
        slide: &str,
        answer: String,
    ) -> Result<InteractionState> {
        let (told, hearing) = oneshot::channel();
        let ballot = Ballot { slide: slide.to_owned(), device: device.clone(), answer, told };
        if room.ballots.put(ballot) {
            let (service, room) = (Arc::clone(self), Arc::clone(room));
            tokio::spawn(async move { service.take_ballots(&room).await });
        }
        hearing.await.unwrap_or_else(|_| Err(Error::Unavailable("an answer was not taken".to_owned())))
    }

    /// Takes answers until none wait.
    async fn take_ballots(self: &Arc<Self>, room: &Arc<Room>) {
        loop {
            let ballots = room.ballots.next();
            if ballots.is_empty() {
                return;
            }
            self.take_together(room, ballots).await;
        }
    }

    async fn take_together(self: &Arc<Self>, room: &Arc<Room>, ballots: Vec<Ballot>) {
        let taken = match self.context(room).await {
            Ok(Some(here)) => self.lock_room(room).await.map(|inside| (here, inside)),
            Ok(None) => Err(SESSION),
            Err(fault) => Err(fault),
        };
        let (here, mut inside) = match taken {
            Ok(taken) => taken,
            Err(fault) => return refuse(fault, ballots.into_iter().map(|ballot| ballot.told)),
        };
        let (now, mut writes, mut taken, mut slides) = (self.clock.now(), Vec::new(), Vec::new(), BTreeSet::new());
        for ballot in ballots {
            match here.count(&mut inside, &ballot, now) {
                Ok((write, state)) => {
                    writes.push(write);
                    slides.insert(ballot.slide);
                    taken.push((ballot.told, state));
                }
                Err(fault) => drop(ballot.told.send(Err(fault))),
            }
        }
        for slide in &slides {
            self.publish_soon(&here, &mut inside, slide);
        }
        match self.commit(room, inside, writes).await {
            // Who went away is not told.
            Ok(()) => taken.into_iter().for_each(|(told, state)| drop(told.send(Ok(state)))),
            Err(fault) => refuse(fault, taken.into_iter().map(|(told, _)| told)),
        }
    }
}

/// Tells those whose answers could not be taken: one hears the reason, the others that they may try again.
fn refuse(fault: Error, waiting: impl Iterator<Item = oneshot::Sender<Result<InteractionState>>>) {
    let again = || match fault {
        Error::NotFound(what) => Error::NotFound(what),
        _ => Error::Unavailable("other answers could not be taken together with it".to_owned()),
    };
    let mut refusals: Vec<_> = waiting.map(|told| (told, again())).collect();
    if let Some((_, first)) = refusals.first_mut() {
        *first = fault;
    }
    for (told, refusal) in refusals {
        let _ = told.send(Err(refusal));
    }
}

impl Here {
    /// Counts an answer, if the slide that it is for is shown and open; answers what is to be stored, and how the slide
    /// stands then.
    fn count(&self, inside: &mut Inside, ballot: &Ballot, now: Time) -> Result<(LiveWrite, InteractionState)> {
        let Ballot { slide, device, answer, .. } = ballot;
        let asking = self.asking_hall(slide).filter(|_| inside.session.state.slide_id == *slide);
        let asking = asking.ok_or_else(|| Error::invalid(NOT_ASKED))?;
        inside.take_answer(slide, &device.id, answer, now)?;
        let turn = inside.next_turn(now);
        let given =
            LiveAnswer { item: slide.clone(), device: device.id.clone(), answer: answer.clone(), given_at: now };
        let state = state_of(&asking, inside.polls.get(slide), false).with_own(&asking, inside, device);
        Ok((LiveWrite::Answer(given, turn), state))
    }
}
